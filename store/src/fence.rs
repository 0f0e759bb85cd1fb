//! Stops writes to a file, so that a database can be closed without a last write, and can undo the database's first
//! write.
//!
//! redb writes when a database is closed, but another host, of which redb does not know, may have written the file
//! meanwhile: after the fence is shut, nothing is written. redb also marks the head of a file before its first change;
//! if the file proves damaged before anything else is written, the mark is undone, so that the damaged file stays as it
//! was.
//! Not here: when to do so.

use std::io;
use std::ops::Bound;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redb::{BackendError, StorageBackend};

/// Length of the head in bytes.
const HEAD_BYTES: u64 = 4_096;

/// A file whose writes go through a fence.
#[derive(Debug)]
pub struct FencedFile<B> {
    file: B,
    fence: Fence,
}

/// A handle that can stop the writes to a file.
#[derive(Clone, Debug, Default)]
pub struct Fence {
    is_shut: Arc<AtomicBool>,
    original: Arc<Mutex<Option<OriginalHead>>>,
}

/// The original head and length of a file, stored until more than the head is written or the file is shortened.
#[derive(Debug)]
struct OriginalHead {
    head: Vec<u8>,
    n_bytes: u64,
}

impl Fence {
    /// Stops all further writes.
    pub fn shut(&self) {
        self.is_shut.store(true, Ordering::SeqCst);
    }

    /// Restores the original head and length, unless more than the head was written or the file was shortened. The
    /// caller holds the lock and has shut the fence.
    ///
    /// # Errors
    ///
    /// Errors of writing.
    pub fn restore_head(&self, file: &impl StorageBackend) -> io::Result<()> {
        let Some(OriginalHead { head, n_bytes }) = self.original().take() else { return Ok(()) };
        file.write(0, &head)?;
        file.set_len(n_bytes)?;
        file.sync_data()
    }

    fn check(&self) -> io::Result<()> {
        if self.is_shut.load(Ordering::SeqCst) { Err(io::Error::other("the file was let go of")) } else { Ok(()) }
    }

    fn original(&self) -> MutexGuard<'_, Option<OriginalHead>> {
        self.original.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<B: StorageBackend> FencedFile<B> {
    /// Puts a fence around a file, and remembers the file's head and length.
    ///
    /// # Errors
    ///
    /// Errors of reading the head.
    pub fn new(file: B, fence: Fence) -> io::Result<FencedFile<B>> {
        let n_bytes = file.len()?;
        let mut head = vec![0; n_bytes.min(HEAD_BYTES) as usize];
        file.read(0, &mut head)?;
        *fence.original() = Some(OriginalHead { head, n_bytes });
        Ok(FencedFile { file, fence })
    }
}

impl<B: StorageBackend> StorageBackend for FencedFile<B> {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.fence.check()?;
        // Bytes that were cut off cannot be restored.
        self.fence.original().take_if(|before| len < before.n_bytes);
        self.file.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.fence.check()?;
        self.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.fence.check()?;
        // Pages behind the original end can be cut off again, but a commit may consist of them.
        self.fence.original().take_if(|_| offset.saturating_add(data.len() as u64) > HEAD_BYTES);
        self.file.write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        self.file.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_range(start, end)
    }

    fn try_lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.unlock_range(start, end)
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.query_lock_range(start, end)
    }
}
