//! A file whose pages are verified as they are read, against the checksums in the pages above them.
//!
//! redb keeps the checksum of each page in the page above it, up to its header, and looks at them only when it repairs a file. Here
//! what passes by is looked at: the header names the topmost page, each page that is as it should be names those below it, and one
//! that is not as the page above says is not handed on. So whatever is read of a file of any size is as it was written, and is all
//! of it, without a look at the rest; what is never read is for [`verify`](fn@crate::verify).
//!
//! A page that came otherwise than from above is handed on as it is: those in which redb notes what is free, and those that this
//! process has written since. Pages are laid out as redb 4 does it (`tree_store` of redb). Not here: what is done about damage.

use std::collections::BTreeMap;
use std::io;
use std::ops::Bound;
use std::sync::{Mutex, MutexGuard, PoisonError};

use redb::{BackendError, StorageBackend};

use crate::head::{self, Head};
use crate::tree::{Child, Tree, children};

/// See the module.
#[derive(Debug)]
pub struct Checked<B> {
    below: B,
    known: Mutex<Known>,
}

/// What is known of pages that were not read yet, from those above them.
#[derive(Debug, Default)]
struct Known {
    head: Option<Head>,
    /// The commit that this process has written last.
    written: Option<u64>,
    /// Pages by their offset.
    pages: BTreeMap<u64, (Child, Tree)>,
}

impl<B: StorageBackend> Checked<B> {
    /// Pages of a file.
    pub fn over(below: B) -> Checked<B> {
        Checked { below, known: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Begins with the topmost pages that a head names. What was known of another commit holds no more, unless it was made here: what
    /// that overwrote is forgotten already.
    fn begin(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(head) = Head::of(bytes) else { return Ok(()) };
        if !head::has_possible_flags(bytes) {
            return Err(not_as_written());
        }
        if self.head.as_ref().is_none_or(|known| known.commit != head.commit) && self.written != Some(head.commit) {
            self.pages.clear();
        }
        for root in head.roots.iter().flatten() {
            self.pages.insert(head.place_of(*root), (*root, Tree::Tables));
        }
        self.head = Some(head);
        Ok(())
    }

    /// Refuses a page whose checksum is not the one that its parent states, and notes what it states of its children.
    fn check(&mut self, at: u64, page: &[u8]) -> io::Result<()> {
        let (Some(head), Some((stated, tree))) = (&self.head, self.pages.get(&at)) else { return Ok(()) };
        let tree = *tree;
        let below = children(page, tree).filter(|found| found.checksum == stated.checksum);
        let below = below.ok_or_else(not_as_written)?;
        let placed: Vec<_> =
            below.children.into_iter().map(|(child, tree)| (head.place_of(child), (child, tree))).collect();
        self.pages.extend(placed);
        Ok(())
    }

    /// Forgets what was known of pages that are written anew.
    fn forget(&mut self, at: u64, n_bytes: usize) {
        let end = at.saturating_add(n_bytes as u64);
        while let Some(place) = self.pages.range(at..end).next().map(|(place, _)| *place) {
            self.pages.remove(&place);
        }
    }
}

fn not_as_written() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a page has not the checksum that the page above it states")
}

impl<B: StorageBackend> StorageBackend for Checked<B> {
    fn len(&self) -> io::Result<u64> {
        self.below.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.below.read(offset, out)?;
        match offset {
            0 => self.known().begin(out),
            _ => self.known().check(offset, out),
        }
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.below.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.below.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        {
            let mut known = self.known();
            match offset {
                0 => known.written = Head::of(data).map(|head| head.commit),
                _ => known.forget(offset, data.len()),
            }
        }
        self.below.write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        self.below.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.below.try_lock_range(start, end)
    }

    fn try_lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.below.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.below.lock_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.below.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.below.unlock_range(start, end)
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.below.query_lock_range(start, end)
    }
}

#[cfg(test)]
mod tests;
