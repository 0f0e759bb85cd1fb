//! Opens files that somebody else may have put there: only regular files, without blocking, and with a limit on what is
//! read. Links are refused, unless the user may have made them. A file that is written in place must not have a second
//! name, such as a hard link.
//!
//! Sources, and everything under `.scrubjay`, `.git` and the user's own folders, are opened here; `writing` makes new
//! files, and `named` opens files that a person names. A pipe or a device is closed as soon as it is recognised;
//! opening it does not block. The checks apply to the open file, so that no file can be exchanged between check and
//! read. Not here: which files are opened.

mod named;
mod writing;

use std::error::Error;
use std::fmt;
#[cfg(unix)]
use std::fs;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

pub use named::named;
pub(crate) use writing::{copy, sync_folder, write, write_private};
pub use writing::{create, create_folders, create_private, is_gone, remove, replace, replace_unsynced};

/// Why a file was not opened or a folder not entered; the source of an `io::Error` of the kind `InvalidInput`.
#[derive(Debug)]
pub struct NotOrdinary {
    /// The file or folder that was refused.
    pub path: PathBuf,
    why: &'static str,
}

impl NotOrdinary {
    fn error(path: &Path, why: &'static str) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidInput, NotOrdinary { path: path.to_owned(), why })
    }

    /// The refusal in an error; `None` for other errors.
    pub fn of(error: &io::Error) -> Option<&NotOrdinary> {
        error.get_ref()?.downcast_ref()
    }
}

impl fmt::Display for NotOrdinary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.why)
    }
}

impl Error for NotOrdinary {}

const NO_FILE: &str = "it is not an ordinary file";
const LINK: &str = "it is a link, and links are not followed";
#[cfg(unix)]
const SHARED: &str = "it is a hard link, and what is written to it would change another file";

/// Opens a regular file below `root` by its name; no component may be a link.
///
/// # Errors
/// Any error of the system; [`NotOrdinary`].
pub fn below(root: &Path, name: &str) -> io::Result<File> {
    ordinary(system::below(root, name)?, &root.join(name))
}

/// Opens a regular file at a path, as [`below`] if the path is below `root`. Elsewhere only the last component must not
/// be a link: the user may have linked the folder.
///
/// # Errors
/// As for [`below`].
pub(crate) fn at(root: &Path, path: &Path) -> io::Result<File> {
    match path.strip_prefix(root).ok().and_then(crate::files::root::name) {
        Some(name) => below(root, &name),
        None => to_read(path),
    }
}

/// Opens a regular file for reading; its name must not be a link.
///
/// # Errors
/// As for [`below`].
pub(crate) fn to_read(path: &Path) -> io::Result<File> {
    ordinary(system::at(path, false)?, path)
}

/// Opens a regular file for reading and writing; on Unix a file with further names is refused, unless they are beside
/// it and begin with its stem, as those of this program's copies do.
///
/// # Errors
/// As for [`below`].
pub(crate) fn to_write(path: &Path) -> io::Result<File> {
    unshared(system::to_write(path, false)?, path)
}

/// As [`to_write`], but creates a missing file, private to this user.
///
/// # Errors
/// As for [`below`].
pub fn to_write_or_new(path: &Path) -> io::Result<File> {
    unshared(system::to_write(path, true)?, path)
}

/// Opens a regular file of the user's own, which may be a link.
///
/// # Errors
/// As for [`below`].
pub(crate) fn open_of_user(path: &Path) -> io::Result<File> {
    ordinary(system::at(path, true)?, path)
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// `FileTooLarge` beyond `limit`, without holding more than that in memory.
pub fn read(file: &File, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(file.metadata()?.len().min(limit) as usize);
    // One additional byte shows that the file is larger, or grew since its size was read.
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::from(io::ErrorKind::FileTooLarge));
    }
    Ok(bytes)
}

/// The first `limit` bytes of a regular file; `None` if it does not exist.
///
/// # Errors
/// As for [`below`].
pub(crate) fn read_beginning(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    match to_read(path) {
        Err(error) if is_gone(&error) => Ok(None),
        file => {
            let mut bytes = Vec::new();
            file?.take(limit).read_to_end(&mut bytes)?;
            Ok(Some(bytes))
        }
    }
}

/// The first `limit` bytes of a regular file as text, with invalid UTF-8 replaced; `None` if it does not exist.
///
/// # Errors
/// As for [`below`].
pub fn read_text(path: &Path, limit: u64) -> io::Result<Option<String>> {
    Ok(read_beginning(path, limit)?.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Refuses anything that exists and is not a folder; a link to a folder is refused too.
///
/// # Errors
/// [`NotOrdinary`].
pub(crate) fn check_folder(folder: &Path) -> io::Result<()> {
    match folder.symlink_metadata() {
        Ok(found) if !found.is_dir() => {
            Err(NotOrdinary::error(folder, "it is a link or no folder, and is not followed"))
        }
        _ => Ok(()),
    }
}

/// Refuses anything that exists and is not a regular file; a link to a file is refused too.
///
/// # Errors
/// [`NotOrdinary`].
pub(crate) fn check_file(file: &Path) -> io::Result<()> {
    match file.symlink_metadata() {
        Ok(found) if !found.is_file() => Err(NotOrdinary::error(file, NO_FILE)),
        _ => Ok(()),
    }
}

/// Applies [`check_folder`] to each folder on the way from `base` to `folder`.
///
/// # Errors
/// [`NotOrdinary`].
pub fn check_folders(base: &Path, folder: &Path) -> io::Result<()> {
    folder.ancestors().take_while(|above| *above != base).try_for_each(check_folder)
}

fn ordinary(file: File, path: &Path) -> io::Result<File> {
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(NotOrdinary::error(path, NO_FILE)),
    }
}

/// Checks that all names of a regular file are this program's own: while a copy is kept, a file has two names for a
/// moment.
#[cfg(unix)]
fn unshared(file: File, path: &Path) -> io::Result<File> {
    use std::os::unix::fs::MetadataExt as _;
    let file = ordinary(file, path)?;
    let found = file.metadata()?;
    if found.nlink() <= 1 {
        return Ok(file);
    }
    let (folder, stem) = (path.parent().unwrap_or(Path::new("")), path.file_stem().unwrap_or_default());
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let is_own = |entry: &fs::DirEntry| {
        let is_same = entry.metadata().is_ok_and(|one| (one.dev(), one.ino()) == (found.dev(), found.ino()));
        is_same && entry.file_name().as_encoded_bytes().starts_with(stem.as_encoded_bytes())
    };
    let n_own = fs::read_dir(folder)?.filter_map(Result::ok).filter(is_own).count();
    if n_own as u64 >= found.nlink() { Ok(file) } else { Err(NotOrdinary::error(path, SHARED)) }
}

#[cfg(not(unix))]
fn unshared(file: File, path: &Path) -> io::Result<File> {
    ordinary(file, path)
}

/// Whether a regular file has several names; false on systems other than Unix.
pub fn is_shared(path: &Path) -> bool {
    #[cfg(unix)]
    let n_names = |found: std::fs::Metadata| std::os::unix::fs::MetadataExt::nlink(&found);
    #[cfg(not(unix))]
    let n_names = |_| 1;
    path.symlink_metadata().is_ok_and(|found| found.is_file() && n_names(found) > 1)
}

#[cfg(unix)]
pub(crate) use system::folder;

#[cfg(unix)]
mod system {
    use std::fs::File;
    use std::io;
    use std::os::fd::OwnedFd;
    use std::path::Path;

    use rustix::fs::{CWD, Mode, OFlags, openat};
    use rustix::io::Errno;

    use super::{LINK, NO_FILE, NotOrdinary};

    /// Flags with which opening neither waits for the other end of a pipe nor makes a terminal the controlling one.
    pub(super) const READING: OFlags = OFlags::CLOEXEC.union(OFlags::NONBLOCK).union(OFlags::NOCTTY);

    pub(super) fn below(root: &Path, name: &str) -> io::Result<File> {
        open(root, name, READING).map(File::from)
    }

    pub(super) fn at(path: &Path, follows: bool) -> io::Result<File> {
        let links = if follows { OFlags::empty() } else { OFlags::NOFOLLOW };
        openat(CWD, path, READING | links, Mode::empty()).map(File::from).map_err(|error| in_words(error, path))
    }

    pub(super) fn to_write(path: &Path, creates: bool) -> io::Result<File> {
        let new = if creates { OFlags::CREATE } else { OFlags::empty() };
        let how = READING | OFlags::RDWR | OFlags::NOFOLLOW | new;
        openat(CWD, path, how, Mode::RUSR | Mode::WUSR).map(File::from).map_err(|error| in_words(error, path))
    }

    /// Opens a folder below `root`, or `root` itself by the empty name; no component may be a link.
    pub(crate) fn folder(root: &Path, name: &str) -> io::Result<OwnedFd> {
        match name.is_empty() {
            true => Ok(openat(CWD, root, READING | OFlags::DIRECTORY, Mode::empty())?),
            false => open(root, name, READING | OFlags::DIRECTORY),
        }
    }

    /// Opens with one call if the system supports that and no link is on the way.
    #[cfg(target_os = "linux")]
    fn open(root: &Path, name: &str, how: OFlags) -> io::Result<OwnedFd> {
        use rustix::fs::{ResolveFlags, openat2};
        match openat2(CWD, root.join(name), how, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
            // The link may be above the root; or a sandbox forbids this call, or the system is older than it.
            Err(Errno::LOOP | Errno::NOSYS | Errno::PERM | Errno::INVAL) => step_by_step(root, name, how),
            opened => opened.map_err(|error| in_words(error, &root.join(name))),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn open(root: &Path, name: &str, how: OFlags) -> io::Result<OwnedFd> {
        step_by_step(root, name, how)
    }

    /// Opens each folder relative to the one before, so that none can be exchanged meanwhile.
    pub(super) fn step_by_step(root: &Path, name: &str, how: OFlags) -> io::Result<OwnedFd> {
        let mut folder = openat(CWD, root, READING | OFlags::DIRECTORY, Mode::empty())?;
        let mut parts = name.split('/').peekable();
        while let Some(part) = parts.next() {
            let how = if parts.peek().is_some() { READING | OFlags::DIRECTORY } else { how };
            folder = openat(&folder, part, how | OFlags::NOFOLLOW, Mode::empty())
                .map_err(|error| in_words(error, &root.join(name)))?;
        }
        Ok(folder)
    }

    fn in_words(error: Errno, path: &Path) -> io::Error {
        match error {
            Errno::LOOP => NotOrdinary::error(path, LINK),
            // What cannot be opened at all: a socket, or a folder or the writing end of a pipe to write to.
            Errno::NXIO | Errno::ISDIR => NotOrdinary::error(path, NO_FILE),
            error => error.into(),
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::path::Path;

    use super::NotOrdinary;
    use crate::files::root::canonical;

    pub(super) fn below(root: &Path, name: &str) -> io::Result<File> {
        let path = root.join(name);
        let folder = path.parent().unwrap_or(root);
        if canonical(folder)? != folder {
            return Err(NotOrdinary::error(&path, "a link leads to it"));
        }
        at(&path, false)
    }

    pub(super) fn at(path: &Path, follows: bool) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true);
        if !follows {
            open_links_themselves(&mut options);
        }
        options.open(path)
    }

    pub(super) fn to_write(path: &Path, creates: bool) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(creates).truncate(false);
        open_links_themselves(&mut options);
        options.open(path)
    }

    /// Opens a link itself, which then is not a regular file.
    #[cfg(windows)]
    fn open_links_themselves(options: &mut OpenOptions) {
        use std::os::windows::fs::OpenOptionsExt;
        const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;
        options.custom_flags(FILE_FLAG_OPEN_REPARSE_POINT);
    }

    #[cfg(not(windows))]
    fn open_links_themselves(_: &mut OpenOptions) {}
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn a_system_without_the_one_call_follows_no_link_either() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir_all(root.join("a/b")).unwrap();
        std::fs::write(root.join("a/b/c.py"), "").unwrap();
        std::os::unix::fs::symlink("a", root.join("link")).unwrap();
        std::os::unix::fs::symlink("b/c.py", root.join("a/link.py")).unwrap();
        let open = |name| ordinary(File::from(system::step_by_step(root, name, system::READING)?), root);
        assert!(open("a/b/c.py").is_ok());
        for name in ["link/b/c.py", "a/link.py", "a/b", "a/b/c.py/d"] {
            assert!(open(name).is_err(), "{name}");
        }
    }
}
