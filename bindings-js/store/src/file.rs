//! The file of a store as a backend of redb. The host holds it open, with the interface of a browser's synchronous
//! access handle.
//!
//! JavaScript cannot lock parts of a file. All of redb's locks, with which a writer and its readers notice each other,
//! are granted here. Writers exclude each other through the lock file, and a reader checks afterwards whether a writer
//! was active meanwhile (`bindings-js/src/store/reading.ts`). In return a writer publishes each commit in one step, as
//! redb does when there are readers.

use std::io;
use std::ops::Bound;

use redb::{BackendError, StorageBackend};

use crate::host::{flush, read, size, truncate, write};

/// The refusal of a host's function if there is no space left.
const REFUSED_FULL: f64 = -2.0;
/// The refusal of a host's function if the file may not be written. A negative number above both refusals, such as -1,
/// is a general failure.
const REFUSED_READ_ONLY: f64 = -3.0;

/// The file that the host holds open for this instance of the module.
#[derive(Debug)]
pub(crate) struct File {
    /// Whether another writer may be active.
    pub(crate) is_shared: bool,
    /// Whether reading a page with an invalid first byte is refused, as for a damaged file: redb would panic at it.
    pub(crate) is_damaged: bool,
}

/// The size of a page in bytes: a constant of redb's file format.
const PAGE_BYTES: u64 = 4_096;
/// The valid first bytes of a page, for a leaf and a branch: constants of redb's file format.
const PAGE_KINDS: [u8; 2] = [1, 2];

/// The byte whose lock means that a living writer keeps the file consistent: a constant of redb's file format. Only
/// readers ask for it, and the host opens no file for reading that a dead writer left inconsistent.
const CONSISTENT_LOCK_BYTE: u64 = (1 << 62) + 4;

/// Converts the result of a host function: the number, or the error for a refusal.
fn number_or_error(number: f64) -> io::Result<u64> {
    // Only the sign matters, so floats are never compared for equality.
    if number >= 0.0 {
        return Ok(number as u64);
    }
    Err(io::Error::from(match number {
        n if n <= REFUSED_READ_ONLY => io::ErrorKind::PermissionDenied,
        n if n <= REFUSED_FULL => io::ErrorKind::StorageFull,
        _ => io::ErrorKind::Other,
    }))
}

impl File {
    pub(crate) fn write_all(&self, mut at: u64, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let n_written = number_or_error(write(at as f64, bytes))?;
            // A host that writes nothing has no space left.
            let bytes_left = bytes.get(n_written as usize..).filter(|_| n_written != 0);
            bytes = bytes_left.ok_or(io::ErrorKind::StorageFull)?;
            at += n_written;
        }
        Ok(())
    }

    pub(crate) fn read_all(&self, mut at: u64, mut out: &mut [u8]) -> io::Result<()> {
        while !out.is_empty() {
            let n_read = number_or_error(read(at as f64, out))?;
            let bytes_left = out.get_mut(n_read as usize..).filter(|_| n_read != 0);
            out = bytes_left.ok_or(io::ErrorKind::UnexpectedEof)?;
            at += n_read;
        }
        Ok(())
    }
}

impl StorageBackend for File {
    fn len(&self) -> io::Result<u64> {
        number_or_error(size())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.read_all(offset, out)?;
        let is_page = || out.first().is_none_or(|kind| PAGE_KINDS.contains(kind));
        match self.is_damaged && offset >= PAGE_BYTES && !is_page() {
            true => Err(io::Error::new(io::ErrorKind::InvalidData, "a page is none")),
            false => Ok(()),
        }
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        number_or_error(truncate(len as f64)).map(drop)
    }

    fn sync_data(&self) -> io::Result<()> {
        number_or_error(flush()).map(drop)
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.write_all(offset, data)
    }

    fn try_lock_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<bool, BackendError> {
        Ok(true)
    }

    fn try_lock_shared_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<bool, BackendError> {
        Ok(true)
    }

    fn lock_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<(), BackendError> {
        Ok(())
    }

    fn lock_shared_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<(), BackendError> {
        Ok(())
    }

    fn unlock_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<(), BackendError> {
        Ok(())
    }

    fn query_lock_range(&self, start: Bound<u64>, _: Bound<u64>) -> Result<bool, BackendError> {
        Ok(self.is_shared && start == Bound::Included(CONSISTENT_LOCK_BYTE))
    }
}
