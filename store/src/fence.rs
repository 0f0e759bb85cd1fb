//! A file that a database can be made to let go of without a last write, and without a trace.
//!
//! redb writes when a database is closed. A host that cannot be seen by redb may have written the file since, and what
//! redb knows of it is then old: behind a fence nothing more is written. And whoever begins to write notes that in the head of the
//! file: where it turns out to be damaged before anything else was written, that is taken back, so that the file which is kept is the
//! damaged one. Not here: when that is so.

use std::io;
use std::ops::Bound;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redb::{BackendError, StorageBackend};

/// The bytes of the head.
const HEAD: u64 = 4_096;

/// The file.
#[derive(Debug)]
pub struct Fenced<B> {
    file: B,
    fence: Fence,
}

/// The handle that shuts the file off from writes.
#[derive(Clone, Debug, Default)]
pub struct Fence {
    is_shut: Arc<AtomicBool>,
    before: Arc<Mutex<Option<Before>>>,
}

/// The head and the length of a file in which nothing but the head was written since.
#[derive(Debug)]
struct Before {
    head: Vec<u8>,
    n_bytes: u64,
}

impl Fence {
    /// From now on nothing is written.
    pub fn shut(&self) {
        self.is_shut.store(true, Ordering::SeqCst);
    }

    /// Makes the file as it was, unless more than its head was written. The caller has the lock, and shut this before.
    ///
    /// # Errors
    /// Those of writing.
    pub fn take_back(&self, file: &impl StorageBackend) -> io::Result<()> {
        let Some(Before { head, n_bytes }) = self.before().take() else { return Ok(()) };
        file.write(0, &head)?;
        file.set_len(n_bytes)?;
        file.sync_data()
    }

    fn check(&self) -> io::Result<()> {
        if self.is_shut.load(Ordering::SeqCst) { Err(io::Error::other("the file was let go of")) } else { Ok(()) }
    }

    fn before(&self) -> MutexGuard<'_, Option<Before>> {
        self.before.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<B: StorageBackend> Fenced<B> {
    /// A file as it is now.
    ///
    /// # Errors
    /// Those of reading the head.
    pub fn new(file: B, fence: Fence) -> io::Result<Fenced<B>> {
        let n_bytes = file.len()?;
        let mut head = vec![0; n_bytes.min(HEAD) as usize];
        file.read(0, &mut head)?;
        *fence.before() = Some(Before { head, n_bytes });
        Ok(Fenced { file, fence })
    }
}

impl<B: StorageBackend> StorageBackend for Fenced<B> {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.fence.check()?;
        // What was cut off does not come back.
        self.fence.before().take_if(|before| len < before.n_bytes);
        self.file.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.fence.check()?;
        self.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.fence.check()?;
        // Pages behind the former end go with it, but a commit may be made of them.
        self.fence.before().take_if(|_| offset.saturating_add(data.len() as u64) > HEAD);
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
