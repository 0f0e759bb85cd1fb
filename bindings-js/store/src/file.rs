//! The file of a store, as the host holds it open: the shape of a browser's synchronous access handle.
//!
//! JavaScript has no locks on parts of a file. redb's, by which a writer and its readers know of each other, are all granted here:
//! writers exclude one another by the lock file, and a reader finds out afterwards whether the writer went on meanwhile
//! (`bindings-js/src/store/reading.ts`). In return a writer publishes each commit in one step, as redb does beside readers.

use std::io;
use std::ops::Bound;

use redb::{BackendError, StorageBackend};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Bytes of the file, or a refusal.
    safe fn size() -> f64;
    /// Reads from a place of the file into `n_bytes` of memory at `to`; how many there were, or a refusal.
    safe fn read(at: f64, to: usize, n_bytes: usize) -> f64;
    /// Writes `n_bytes` of memory at `from` to a place of the file; how many were written, or a refusal.
    safe fn write(at: f64, from: usize, n_bytes: usize) -> f64;
    /// Sets the length of the file; 0, or a refusal.
    safe fn truncate(n_bytes: f64) -> f64;
    /// Makes all that was written durable; 0, or a refusal.
    safe fn flush() -> f64;
}

/// Refusals of the host's functions.
const FULL: f64 = -2.0;
const READ_ONLY: f64 = -3.0;

/// The one file of this instance.
#[derive(Debug)]
pub(crate) struct File {
    /// Somebody else writes it.
    pub(crate) is_shared: bool,
}

/// The byte whose lock says that a living writer has the file in order: a number of redb's file format. Only readers ask for it,
/// and the host opens no file to read that a dead writer left out of order.
const CONSISTENT: u64 = (1 << 62) + 4;

/// The number that a function of the host gave, unless it stands for a refusal.
fn given(number: f64) -> io::Result<u64> {
    // Greater and smaller are the question; equality of floats is never asked.
    if number >= 0.0 {
        return Ok(number as u64);
    }
    Err(io::Error::from(match number {
        n if n <= READ_ONLY => io::ErrorKind::PermissionDenied,
        n if n <= FULL => io::ErrorKind::StorageFull,
        _ => io::ErrorKind::Other,
    }))
}

impl File {
    pub(crate) fn write_all(&self, mut at: u64, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let n_written = given(write(at as f64, bytes.as_ptr() as usize, bytes.len()))?;
            // A host that writes nothing has no room for more.
            let left = bytes.get(n_written as usize..).filter(|_| n_written != 0);
            bytes = left.ok_or(io::ErrorKind::StorageFull)?;
            at += n_written;
        }
        Ok(())
    }

    pub(crate) fn read_all(&self, mut at: u64, mut out: &mut [u8]) -> io::Result<()> {
        while !out.is_empty() {
            let n_read = given(read(at as f64, out.as_mut_ptr() as usize, out.len()))?;
            let left = out.get_mut(n_read as usize..).filter(|_| n_read != 0);
            out = left.ok_or(io::ErrorKind::UnexpectedEof)?;
            at += n_read;
        }
        Ok(())
    }
}

impl StorageBackend for File {
    fn len(&self) -> io::Result<u64> {
        given(size())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.read_all(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        given(truncate(len as f64)).map(drop)
    }

    fn sync_data(&self) -> io::Result<()> {
        given(flush()).map(drop)
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
        Ok(self.is_shared && start == Bound::Included(CONSISTENT))
    }
}
