//! Writes files whose names somebody else may have taken: always to a new file, which then replaces the old one.
//!
//! An existing file is never written to, so a link is replaced and not followed. Not here: stores and locks, which are
//! written in place and opened as in the parent module.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::{NotOrdinary, to_read};

/// Creates a file with the default permissions.
///
/// # Errors
/// `AlreadyExists` if anything has the name; any other error of the system.
pub fn create(path: &Path) -> io::Result<File> {
    created(path, 0o666)
}

/// Creates a file that only this user can read.
///
/// # Errors
/// As for [`create`].
pub fn create_private(path: &Path) -> io::Result<File> {
    created(path, 0o600)
}

/// Creates a file with this content, durably.
///
/// # Errors
/// As for [`create`].
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    filled(create(path)?, bytes)
}

/// Creates a file with this content, durably, that only this user can read.
///
/// # Errors
/// As for [`create`].
pub(crate) fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    filled(create_private(path)?, bytes)
}

/// Replaces a file atomically by one that only this user can read. `draft` is the temporary name, which no other
/// process uses.
///
/// # Errors
/// [`NotOrdinary`] if a folder has either name; any other error of the system.
pub fn replace(path: &Path, draft: &Path, bytes: &[u8]) -> io::Result<()> {
    remove(draft)?;
    let replaced = write_private(draft, bytes).and_then(|()| match fs::rename(draft, path) {
        Err(error) if error.kind() == io::ErrorKind::IsADirectory => Err(NotOrdinary::error(path, super::NO_FILE)),
        renamed => renamed,
    });
    if replaced.is_err() {
        // What is left of it is of no use to anybody.
        let _ = fs::remove_file(draft);
    }
    replaced
}

/// Replaces a file atomically by one that only this user can read, but not durably: a power failure may lose it. Picks
/// a unique temporary name.
///
/// # Errors
/// [`NotOrdinary`] if a folder has the temporary name; any other error of the system.
pub fn replace_unsynced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".draft.{}", std::process::id()));
    let draft = Path::new(&draft);
    remove(draft)?;
    let replaced =
        create_private(draft).and_then(|mut file| file.write_all(bytes)).and_then(|()| fs::rename(draft, path));
    if replaced.is_err() {
        let _ = fs::remove_file(draft);
    }
    replaced
}

/// Copies a regular file to a new one that only this user can read.
///
/// # Errors
/// As for [`to_read`] and [`create`].
pub(crate) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let (mut from, mut new) = (to_read(from)?, create_private(to)?);
    io::copy(&mut from, &mut new).map(drop)
}

/// Removes a file, or a link but not its target; does nothing if there is none.
///
/// # Errors
/// [`NotOrdinary`] for a folder; any other error of the system.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if is_gone(&error) => Ok(()),
        Err(_) if path.symlink_metadata().is_ok_and(|found| found.is_dir()) => {
            Err(NotOrdinary::error(path, super::NO_FILE))
        }
        removed => removed,
    }
}

/// Whether an error says that the file does not exist.
pub fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Creates `below` in `base`, with folders that only this user can enter. None of them may be a link; `base` itself may
/// be, because the user may have linked it.
///
/// # Errors
/// [`NotOrdinary`] if something that is no folder has one of the names; any other error of the system.
pub fn create_folders(base: &Path, below: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(base)?;
    builder.recursive(false);
    let mut folder = base.to_owned();
    for part in below {
        folder.push(part);
        match builder.create(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => super::check_folder(&folder)?,
            made => made?,
        }
    }
    Ok(())
}

/// Makes the names in a folder durable; does nothing on systems that cannot open folders.
///
/// # Errors
/// Any error of the system.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg_attr(not(unix), expect(unused_variables, reason = "files have no mode there"))]
fn created(path: &Path, mode: u32) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    options.open(path)
}

fn filled(mut file: File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_link_in_a_files_place_is_replaced_and_what_it_leads_to_stays() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("outside"), "theirs").unwrap();
        symlink(at("outside"), at("file")).unwrap();
        symlink(at("outside"), at("draft")).unwrap();
        replace(&at("file"), &at("draft"), b"ours").unwrap();
        assert_eq!(
            (fs::read(at("outside")).unwrap(), fs::read(at("file")).unwrap()),
            (b"theirs".to_vec(), b"ours".to_vec())
        );
        assert_eq!(fs::symlink_metadata(at("file")).unwrap().permissions().mode(), 0o100_600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_folder_in_a_files_place_is_told_and_leaves_no_draft() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("file")).unwrap();
        let error = replace(&at("file"), &at("draft"), b"ours").unwrap_err();
        assert_eq!(NotOrdinary::of(&error).unwrap().path, at("file"));
        assert_eq!(NotOrdinary::of(&remove(&at("file")).unwrap_err()).unwrap().path, at("file"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn folders_are_made_through_no_link_below_the_first_one() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("outside")).unwrap();
        symlink(at("outside"), at("base")).unwrap();
        create_folders(&at("base"), Path::new("a/b")).unwrap();
        assert!(at("outside/a/b").is_dir());
        symlink(at("outside"), at("outside/a/link")).unwrap();
        let error = create_folders(&at("base"), Path::new("a/link/c")).unwrap_err();
        assert_eq!(NotOrdinary::of(&error).unwrap().path, at("base/a/link"));
        assert!(!at("outside/c").exists());
    }
}
