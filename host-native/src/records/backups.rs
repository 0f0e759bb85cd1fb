//! The list of a person's backups of a memory, with places and times: a small file beside the memory, a line for each.
//!
//! A backup is the person's own and is never changed; it is listed only so that erasing can report it. JavaScript reads
//! the same file. Not here: making a backup (`copy`).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::lock::unique;
use super::place::folder_of;
use crate::open;

/// The most backups in the list; older ones are dropped.
const MAX_NOTED: usize = 100;
/// The most bytes that are read of the list: enough for [`MAX_NOTED`] of the longest paths, each byte written as three.
const MAX_BYTES: u64 = 2 << 20;

/// A backup that was made of a memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The path it was written to.
    pub path: PathBuf,
    /// When the backup was made, in milliseconds since 1970.
    pub time: i64,
    /// Whether the file still exists.
    pub is_there: bool,
}

/// Adds a backup that is about to be made. The caller holds the lock.
pub(super) fn note(list: &Path, backup: &Path, now: i64) -> io::Result<()> {
    let path = absolute(backup)?;
    let mut backups = read(list)?;
    backups.retain(|(_, found)| *found != path);
    backups.push((now, path));
    let newest = &backups[backups.len().saturating_sub(MAX_NOTED)..];
    let lines: String = newest.iter().map(|(time, path)| format!("{time} {}\n", escaped(path))).collect();
    write(list, &lines)
}

/// The backups in the list, oldest first.
pub(super) fn read_all(list: &Path) -> io::Result<Vec<Backup>> {
    let backup = |(time, path): (i64, PathBuf)| Backup { is_there: path.symlink_metadata().is_ok(), path, time };
    Ok(read(list)?.into_iter().map(backup).collect())
}

/// The absolute path of a file, which need not exist.
fn absolute(path: &Path) -> io::Result<PathBuf> {
    let folder = fs::canonicalize(folder_of(path))?;
    Ok(path.file_name().map_or_else(|| folder.clone(), |name| folder.join(name)))
}

fn read(list: &Path) -> io::Result<Vec<(i64, PathBuf)>> {
    // A damaged list does not prevent erasing: a line that cannot be read is left out.
    let text = open::read_text(list, MAX_BYTES)?.unwrap_or_default();
    let backup = |line: &str| {
        let (time, path) = line.split_once(' ')?;
        Some((time.parse().ok()?, unescaped(path)?))
    };
    Ok(text.lines().filter_map(backup).collect())
}

/// Replaces the list atomically, private to this user.
pub(super) fn write(list: &Path, lines: &str) -> io::Result<()> {
    open::replace(list, &unique(list, "draft"), lines.as_bytes())?;
    open::sync_folder(folder_of(list))
}

/// A path on one line, percent-encoded except for printable ASCII.
fn escaped(path: &Path) -> String {
    let escape = |byte: u8| match byte {
        b'%' | ..=0x1f | 0x7f.. => format!("%{byte:02X}"),
        _ => char::from(byte).to_string(),
    };
    path.as_os_str().as_encoded_bytes().iter().copied().map(escape).collect()
}

fn unescaped(text: &str) -> Option<PathBuf> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut unread_bytes = text.as_bytes();
    while let Some((&first, bytes_after)) = unread_bytes.split_first() {
        let (byte, bytes_after) = match first {
            b'%' => {
                let (digits, bytes_after) = bytes_after.split_at_checked(2)?;
                (u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?, bytes_after)
            }
            byte => (byte, bytes_after),
        };
        bytes.push(byte);
        unread_bytes = bytes_after;
    }
    path_of(bytes)
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    Some(PathBuf::from(<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes)))
}

#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_backups_are_noted_and_one_of_the_same_name_once() {
        let folder = tempfile::tempdir().unwrap();
        let (list, place) = (folder.path().join("memory.backups"), fs::canonicalize(folder.path()).unwrap());
        assert_eq!(read_all(&list).unwrap(), []);
        for n in 0..120 {
            note(&list, &folder.path().join(format!("{n}.redb")), n).unwrap();
        }
        note(&list, &folder.path().join("50.redb"), 200).unwrap();
        fs::write(folder.path().join("50.redb"), "").unwrap();
        let found = read_all(&list).unwrap();
        assert_eq!((found.len(), found[0].path.clone()), (MAX_NOTED, place.join("20.redb")));
        assert_eq!(found.last(), Some(&Backup { path: place.join("50.redb"), time: 200, is_there: true }));
        assert_eq!(found.iter().filter(|backup| backup.is_there).count(), 1);
    }

    #[test]
    fn a_list_that_is_damaged_is_read_as_far_as_it_can_be() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("memory.backups");
        fs::write(&list, b"\xff\xfe\n5 /a\nnonsense\n6\n7 /b%z\n").unwrap();
        assert_eq!(read_all(&list).unwrap().iter().map(|backup| backup.time).collect::<Vec<_>>(), [5]);
        note(&list, &folder.path().join("c.redb"), 8).unwrap();
        assert_eq!(read_all(&list).unwrap().iter().map(|backup| backup.time).collect::<Vec<_>>(), [5, 8]);
    }

    #[test]
    fn a_path_of_any_letters_is_one_line() {
        for path in ["/a b/c%d", "/ünï/\n2 /x", "/\u{7f}\u{1b}[2J"] {
            let line = escaped(Path::new(path));
            assert!(line.bytes().all(|byte| (0x20..0x7f).contains(&byte)), "{line}");
            assert_eq!(unescaped(&line), Some(PathBuf::from(path)));
        }
        assert_eq!((unescaped("%"), unescaped("%zz")), (None, None));
    }
}
