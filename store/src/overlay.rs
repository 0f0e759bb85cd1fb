//! A file with changes kept in memory, so that the file itself is never written.
//!
//! Lets redb repair a file that must not change. It takes no locks: the caller must. Not here: its uses.

use std::collections::BTreeMap;
use std::io;
use std::ops::Bound;
use std::sync::{Mutex, MutexGuard, PoisonError};

use redb::{BackendError, StorageBackend};

/// Bytes of a block that is kept in memory: a page of the file.
const BLOCK_BYTES: usize = 4_096;

/// A file with changes kept in memory.
#[derive(Debug)]
pub(crate) struct Overlay<B> {
    file: B,
    /// Length of the file in bytes; beyond it all bytes are zero until they are written.
    n_file_bytes: u64,
    changes: Mutex<Changes>,
}

#[derive(Debug)]
struct Changes {
    n_bytes: u64,
    blocks: BTreeMap<u64, Box<[u8]>>,
}

impl<B: StorageBackend> Overlay<B> {
    /// An overlay without changes over a file, which is only read.
    pub(crate) fn over(file: B) -> io::Result<Overlay<B>> {
        let n_bytes = file.len()?;
        let changes = Mutex::new(Changes { n_bytes, blocks: BTreeMap::new() });
        Ok(Overlay { file, n_file_bytes: n_bytes, changes })
    }

    fn changes(&self) -> MutexGuard<'_, Changes> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The current content of a block.
    fn block(&self, changes: &Changes, at: u64) -> io::Result<Box<[u8]>> {
        if let Some(block) = changes.blocks.get(&at) {
            return Ok(block.clone());
        }
        let mut block = vec![0; BLOCK_BYTES].into_boxed_slice();
        let start = at * BLOCK_BYTES as u64;
        let n_there = self.n_file_bytes.saturating_sub(start).min(BLOCK_BYTES as u64) as usize;
        if n_there > 0 {
            self.file.read(start, &mut block[..n_there])?;
        }
        Ok(block)
    }
}

impl<B: StorageBackend> StorageBackend for Overlay<B> {
    fn len(&self) -> io::Result<u64> {
        Ok(self.changes().n_bytes)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let changes = self.changes();
        let end = offset.checked_add(out.len() as u64).filter(|end| *end <= changes.n_bytes);
        let end = end.ok_or(io::ErrorKind::UnexpectedEof)?;
        let is_unchanged =
            changes.blocks.range(offset / BLOCK_BYTES as u64..end.div_ceil(BLOCK_BYTES as u64)).next().is_none();
        if is_unchanged && end <= self.n_file_bytes {
            return self.file.read(offset, out);
        }
        for_each_block(offset, out.len(), |at, from, part| {
            let n_bytes = part.len();
            out[part].copy_from_slice(&self.block(&changes, at)?[from..from + n_bytes]);
            Ok(())
        })
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut changes = self.changes();
        changes.n_bytes = len;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut changes = self.changes();
        for_each_block(offset, data.len(), |at, from, part| {
            let mut block = self.block(&changes, at)?;
            block[from..from + part.len()].copy_from_slice(&data[part]);
            changes.blocks.insert(at, block);
            Ok(())
        })
    }

    fn close(&self) -> io::Result<()> {
        self.file.close()
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

    fn query_lock_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<bool, BackendError> {
        Ok(false)
    }
}

/// Calls `take` for each block that a range of bytes touches, with the number of the block, the offset in the block
/// at which a part of the range begins, and that part, counted from the beginning of the range.
fn for_each_block(
    offset: u64,
    n_bytes: usize,
    mut take: impl FnMut(u64, usize, std::ops::Range<usize>) -> io::Result<()>,
) -> io::Result<()> {
    let mut done = 0;
    while done < n_bytes {
        let at = offset + done as u64;
        let from = (at % BLOCK_BYTES as u64) as usize;
        let n = (BLOCK_BYTES - from).min(n_bytes - done);
        take(at / BLOCK_BYTES as u64, from, done..done + n)?;
        done += n;
    }
    Ok(())
}
