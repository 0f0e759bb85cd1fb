//! Lists one folder: names and kinds, the size and time of each file, and a stamp that changes with the names.
//!
//! On Unix all calls use the opened folder, so that replacing it by a link has no effect. Not here: the contents of
//! subfolders.

use std::ffi::OsString;
use std::io;
use std::path::Path;

/// The kind of a folder's entry itself: links are not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Folder,
    /// A symbolic link, a pipe, a device or a socket.
    Other,
}

/// The stamp of a folder. It is sure to change when a name is added, removed or replaced only on file systems for which
/// [`device`] returns a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "no other system gives one"))]
pub(super) struct FolderStamp {
    pub(super) device: u64,
    pub(super) number: u64,
    /// The times of the last change of the content and of the inode, in nanoseconds since 1970. A program can set the
    /// first one back.
    pub(super) modified: i64,
    pub(super) changed: i64,
}

/// The number of the file system of a folder; `None` if the file system may not update stamps, and on systems other
/// than Linux.
pub(super) fn device(folder: &Path) -> Option<u64> {
    system::device(folder)
}

/// An opened folder on Unix; elsewhere only its path.
pub(super) struct Folder(system::Folder);

impl Folder {
    /// Opens a folder below `root` that is reached through no link; the empty name opens the root.
    ///
    /// # Errors
    /// Any error of the system.
    pub(super) fn open(root: &Path, inside_name: &str) -> io::Result<Folder> {
        system::open(root, inside_name).map(Folder)
    }

    /// The entries of the folder, in no particular order.
    ///
    /// # Errors
    /// Any error of the system.
    pub(super) fn items(&mut self) -> io::Result<Vec<(OsString, Kind)>> {
        system::items(&mut self.0)
    }

    /// The folder's stamp, if the system provides one.
    pub(super) fn stamp(&self) -> Option<FolderStamp> {
        system::stamp(&self.0)
    }

    /// The size in bytes of a file in the folder and its modification time in nanoseconds since 1970; `None` if it is
    /// no longer a regular file.
    ///
    /// # Errors
    /// Any error of the system.
    pub(super) fn size_and_time(&self, name: &str) -> io::Result<Option<(u64, i64)>> {
        system::size_and_time(&self.0, name)
    }
}

#[cfg(unix)]
mod system {
    use std::ffi::{OsStr, OsString};
    use std::io;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    use rustix::fs::{AtFlags, Dir, FileType, statat};

    use super::Kind;
    #[cfg(target_os = "linux")]
    pub(super) use super::linux::{device, stamp};

    pub(super) type Folder = Dir;

    pub(super) fn open(root: &Path, inside_name: &str) -> io::Result<Folder> {
        Ok(Dir::new(crate::open::folder(root, inside_name)?)?)
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn device(_: &Path) -> Option<u64> {
        None
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn stamp(_: &Folder) -> Option<super::FolderStamp> {
        None
    }

    pub(super) fn items(folder: &mut Folder) -> io::Result<Vec<(OsString, Kind)>> {
        let mut items = Vec::new();
        while let Some(entry) = folder.read() {
            let entry = entry?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            let kind = match entry.file_type() {
                // Some file systems do not say it in the list.
                FileType::Unknown => statat(folder.fd()?, name, AtFlags::SYMLINK_NOFOLLOW)
                    .map_or(FileType::Unknown, |stat| FileType::from_raw_mode(stat.st_mode)),
                kind => kind,
            };
            items.push((OsStr::from_bytes(name.to_bytes()).to_owned(), kind_of(kind)));
        }
        Ok(items)
    }

    #[allow(
        clippy::unnecessary_cast,
        clippy::cast_lossless,
        reason = "the types of these members differ between systems"
    )]
    pub(super) fn size_and_time(folder: &Folder, name: &str) -> io::Result<Option<(u64, i64)>> {
        let stat = statat(folder.fd()?, name, AtFlags::SYMLINK_NOFOLLOW)?;
        let nanoseconds =
            (stat.st_mtime as i64).saturating_mul(1_000_000_000).saturating_add(stat.st_mtime_nsec as i64);
        let is_file = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
        Ok(is_file.then_some((stat.st_size as u64, nanoseconds)))
    }

    fn kind_of(kind: FileType) -> Kind {
        match kind {
            FileType::RegularFile => Kind::File,
            FileType::Directory => Kind::Folder,
            _ => Kind::Other,
        }
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::path::Path;

    use rustix::fs::{Dir, fstat, stat, statfs};

    use super::FolderStamp;
    use crate::files::disk::is_own_disk;

    pub(super) fn device(folder: &Path) -> Option<u64> {
        let is_own = statfs(folder).is_ok_and(|system| is_own_disk(&system));
        is_own.then(|| stat(folder).ok()).flatten().map(|stat| stat.st_dev)
    }

    #[allow(
        clippy::unnecessary_cast,
        clippy::cast_lossless,
        reason = "the types of these members differ between processors"
    )]
    pub(super) fn stamp(folder: &Dir) -> Option<FolderStamp> {
        let stat = fstat(folder.fd().ok()?).ok()?;
        let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
        Some(FolderStamp {
            device: stat.st_dev as u64,
            number: stat.st_ino as u64,
            modified: nanoseconds(stat.st_mtime as i64, stat.st_mtime_nsec as i64),
            changed: nanoseconds(stat.st_ctime as i64, stat.st_ctime_nsec as i64),
        })
    }
}

#[cfg(not(unix))]
mod system {
    use std::ffi::OsString;
    use std::io;
    use std::path::{Path, PathBuf};

    use super::{FolderStamp, Kind};
    use crate::files::walk::nanoseconds;

    pub(super) type Folder = PathBuf;

    pub(super) fn open(root: &Path, inside_name: &str) -> io::Result<Folder> {
        let folder = if inside_name.is_empty() { root.to_owned() } else { root.join(inside_name) };
        match folder.symlink_metadata()?.is_dir() {
            true => Ok(folder),
            false => Err(io::Error::from(io::ErrorKind::NotADirectory)),
        }
    }

    pub(super) fn device(_: &Path) -> Option<u64> {
        None
    }

    pub(super) fn stamp(_: &Folder) -> Option<FolderStamp> {
        None
    }

    pub(super) fn items(folder: &mut Folder) -> io::Result<Vec<(OsString, Kind)>> {
        let item = |entry: io::Result<std::fs::DirEntry>| {
            let entry = entry?;
            let kind = match entry.file_type()? {
                kind if kind.is_file() => Kind::File,
                kind if kind.is_dir() => Kind::Folder,
                _ => Kind::Other,
            };
            Ok((entry.file_name(), kind))
        };
        folder.read_dir()?.map(item).collect()
    }

    pub(super) fn size_and_time(folder: &Folder, name: &str) -> io::Result<Option<(u64, i64)>> {
        let metadata = folder.join(name).symlink_metadata()?;
        let modified = metadata.modified().map_or(0, nanoseconds);
        Ok(metadata.is_file().then_some((metadata.len(), modified)))
    }
}
