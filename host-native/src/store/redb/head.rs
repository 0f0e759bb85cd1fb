//! The head of a store's file: unchanged bytes tell a reader, without a transaction, that nothing was committed.
//!
//! redb writes the head with every commit: the transaction id, the checksums of its trees, and last the flag that
//! publishes the commit. If the head is the same as before the store was read, no commit was published since. It is
//! read without redb's lock, so a write may be seen partially: it must be read twice with the same result before the
//! store is read. Not usable on file systems that show writes of another machine late. Not here: the store's content.

use std::fs::File;
use std::path::Path;

use super::Identity;
#[cfg(target_os = "linux")]
use crate::files::disk::is_own_disk;
#[cfg(target_os = "linux")]
use crate::open;

/// The length in bytes of redb's header, which every commit changes.
const HEAD_BYTES: usize = 320;

/// The head of a file at one moment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Head([u8; HEAD_BYTES]);

/// A file whose head can be read.
pub(super) struct HeadFile(File);

impl HeadFile {
    /// Opens a file to read its head; `None` if the file was replaced, or if the file system does not show writes at
    /// once.
    #[cfg(target_os = "linux")]
    pub(super) fn of(path: &Path, identity: Option<Identity>) -> Option<HeadFile> {
        let file = open::to_read(path).ok()?;
        let file_identity = file.metadata().ok().and_then(|metadata| super::identity_of(&metadata))?;
        (Some(file_identity) == identity && shows_writes_at_once(&file)).then_some(HeadFile(file))
    }

    /// Opens no file on other systems, because closing any handle of a file may release its locks.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn of(_: &Path, _: Option<Identity>) -> Option<HeadFile> {
        None
    }

    /// The current head.
    pub(super) fn head(&self) -> Option<Head> {
        let mut bytes = [0; HEAD_BYTES];
        #[cfg(target_os = "linux")]
        std::os::unix::fs::FileExt::read_exact_at(&self.0, &mut bytes, 0).ok()?;
        Some(Head(bytes))
    }

    /// The head, for comparison after the store was read; `None` if two reads differ, because it is being written.
    pub(super) fn settled_head(&self) -> Option<Head> {
        self.head().filter(|head| self.head().as_ref() == Some(head))
    }
}

/// Whether a read on this file's file system sees all earlier writes by any process.
#[cfg(target_os = "linux")]
fn shows_writes_at_once(file: &File) -> bool {
    rustix::fs::fstatfs(file).is_ok_and(|system| is_own_disk(&system))
}
