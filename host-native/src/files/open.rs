//! Opens files of a folder that nobody vouches for: only ordinary files, without waiting, through no link, and with a limit on what
//! is read.
//!
//! A pipe or a device in a file's place is closed as soon as it is seen what it is; opening it does not wait for a writer. What is
//! judged is what was opened, so that nothing can be put in its place between a look and the reading. Not here: which files those are.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Opens an ordinary file below `root` by its name, no part of which may be a link.
///
/// # Errors
/// Any error of the system; `InvalidInput` for what is not an ordinary file.
pub(super) fn below(root: &Path, name: &str) -> io::Result<File> {
    ordinary(system::below(root, name)?)
}

/// Opens an ordinary file at a path, as [`below`] if it is below `root`. Elsewhere only the last part must not be a link: where a
/// folder lies is the user's own affair.
///
/// # Errors
/// As for [`below`].
pub(super) fn at(root: &Path, path: &Path) -> io::Result<File> {
    match path.strip_prefix(root).ok().and_then(super::root::name) {
        Some(name) => below(root, &name),
        None => ordinary(system::at(path, false)?),
    }
}

/// Opens an ordinary file of the user's own, which may be kept behind a link.
///
/// # Errors
/// Any error of the system; `InvalidInput` for what is not an ordinary file.
pub(super) fn of_user(path: &Path) -> io::Result<File> {
    ordinary(system::at(path, true)?)
}

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// `FileTooLarge` beyond `most`, without holding more than that in memory.
pub(super) fn read(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(file.metadata()?.len().min(most) as usize);
    // One additional byte shows that the file is larger, or grew since its size was read.
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::from(io::ErrorKind::FileTooLarge));
    }
    Ok(bytes)
}

fn ordinary(file: File) -> io::Result<File> {
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not an ordinary file")),
    }
}

#[cfg(unix)]
pub(super) use system::folder;

#[cfg(unix)]
mod system {
    use std::fs::File;
    use std::io;
    use std::os::fd::OwnedFd;
    use std::path::Path;

    use rustix::fs::{CWD, Mode, OFlags, openat};
    use rustix::io::Errno;

    /// Opening neither waits for the other end of a pipe nor makes a terminal the program's own.
    pub(super) const READING: OFlags = OFlags::CLOEXEC.union(OFlags::NONBLOCK).union(OFlags::NOCTTY);

    pub(super) fn below(root: &Path, name: &str) -> io::Result<File> {
        open(root, name, READING).map(File::from)
    }

    pub(super) fn at(path: &Path, follows: bool) -> io::Result<File> {
        let links = if follows { OFlags::empty() } else { OFlags::NOFOLLOW };
        openat(CWD, path, READING | links, Mode::empty()).map(File::from).map_err(in_words)
    }

    /// Opens a folder below `root`, or `root` itself by the empty name, no part of which may be a link.
    pub(in crate::files) fn folder(root: &Path, name: &str) -> io::Result<OwnedFd> {
        match name.is_empty() {
            true => Ok(openat(CWD, root, READING | OFlags::DIRECTORY, Mode::empty())?),
            false => open(root, name, READING | OFlags::DIRECTORY),
        }
    }

    /// With one call, where the system has it and no link is on the way.
    #[cfg(target_os = "linux")]
    fn open(root: &Path, name: &str, how: OFlags) -> io::Result<OwnedFd> {
        use rustix::fs::{ResolveFlags, openat2};
        match openat2(CWD, root.join(name), how, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
            // The link may be above the root; or a sandbox forbids this call, or the system is older than it.
            Err(Errno::LOOP | Errno::NOSYS | Errno::PERM | Errno::INVAL) => step_by_step(root, name, how),
            opened => Ok(opened?),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn open(root: &Path, name: &str, how: OFlags) -> io::Result<OwnedFd> {
        step_by_step(root, name, how)
    }

    /// Opens each folder from the one before it, so that none is left for another meanwhile.
    pub(super) fn step_by_step(root: &Path, name: &str, how: OFlags) -> io::Result<OwnedFd> {
        let mut folder = openat(CWD, root, READING | OFlags::DIRECTORY, Mode::empty())?;
        let mut parts = name.split('/').peekable();
        while let Some(part) = parts.next() {
            let how = if parts.peek().is_some() { READING | OFlags::DIRECTORY } else { how };
            folder = openat(&folder, part, how | OFlags::NOFOLLOW, Mode::empty()).map_err(in_words)?;
        }
        Ok(folder)
    }

    fn in_words(error: Errno) -> io::Error {
        match error {
            Errno::LOOP => io::Error::new(io::ErrorKind::InvalidInput, "it is a link, and links are not followed"),
            error => error.into(),
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::path::Path;

    use crate::files::root::canonical;

    pub(super) fn below(root: &Path, name: &str) -> io::Result<File> {
        let path = root.join(name);
        let folder = path.parent().unwrap_or(root);
        if canonical(folder)? != folder {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a link leads to it"));
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

    /// A link that is opened itself is not an ordinary file.
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
        let open = |name| ordinary(File::from(system::step_by_step(root, name, system::READING)?));
        assert!(open("a/b/c.py").is_ok());
        for name in ["link/b/c.py", "a/link.py", "a/b", "a/b/c.py/d"] {
            assert!(open(name).is_err(), "{name}");
        }
    }
}
