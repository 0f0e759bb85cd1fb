//! The first bytes of a store's file, by which a reader knows without a transaction that nothing was committed.
//!
//! redb writes them whole with every commit: the number of the transaction, the sums of its trees, and last the mark that
//! publishes it. Where they are as they were before the store was looked at, no commit was published since. They are read
//! without redb's lock, so a write may be seen by halves: that is why they must be the same twice before a look. Not for
//! file systems where another machine's write may show later than it was done. Not here: what was seen.

use std::fs::File;
use std::path::Path;

use super::Identity;

/// Bytes that every commit alters: redb's header.
const N_BYTES: usize = 320;

/// The first bytes of a file, as they were at one moment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Head([u8; N_BYTES]);

/// A file whose head can be read.
pub(super) struct Front(File);

impl Front {
    /// None where the file is another one by now, or its head would not tell.
    #[cfg(target_os = "linux")]
    pub(super) fn of(path: &Path, identity: Option<Identity>) -> Option<Front> {
        let file = File::open(path).ok()?;
        let found = file.metadata().ok().and_then(|metadata| super::numbers(&metadata))?;
        (Some(found) == identity && shows_writes_at_once(&file)).then_some(Front(file))
    }

    /// Elsewhere the system's locks may go with any handle of the file that is closed, so none is opened.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn of(_: &Path, _: Option<Identity>) -> Option<Front> {
        None
    }

    /// The head as it is.
    pub(super) fn head(&self) -> Option<Head> {
        let mut bytes = [0; N_BYTES];
        #[cfg(target_os = "linux")]
        std::os::unix::fs::FileExt::read_exact_at(&self.0, &mut bytes, 0).ok()?;
        Some(Head(bytes))
    }

    /// The head where nobody is writing it: to be asked for before the store is looked at.
    pub(super) fn settled_head(&self) -> Option<Head> {
        self.head().filter(|head| self.head().as_ref() == Some(head))
    }
}

/// Whether a read sees every write that was done before it, whoever did it: so on the file systems of a machine's own disks,
/// and not on those of a network. One that is not known here does not count.
#[cfg(target_os = "linux")]
fn shows_writes_at_once(file: &File) -> bool {
    const EXT: u64 = 0xef53;
    const XFS: u64 = 0x5846_5342;
    const BTRFS: u64 = 0x9123_683e;
    const F2FS: u64 = 0xf2f5_2010;
    const TMPFS: u64 = 0x0102_1994;
    const OVERLAY: u64 = 0x794c_7630;
    // The numbers have 32 bits; the type that holds them differs by machine.
    let kind = rustix::fs::fstatfs(file).map(|system| system.f_type as u64 & 0xffff_ffff);
    kind.is_ok_and(|kind| [EXT, XFS, BTRFS, F2FS, TMPFS, OVERLAY].contains(&kind))
}
