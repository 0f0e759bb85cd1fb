//! Verifies pages of a redb file as they are read, against the checksums in the pages above them.
//!
//! redb stores the checksum of each page in its parent, up to the header, but compares them only in a repair. Here
//! each valid page that is read yields the checksums of its children, beginning at the header, and a page with another
//! checksum is refused. So all rows read from a file of any size are as they were written, and complete, without
//! reading the rest; what is never read is for [`verify`](fn@crate::verify).
//!
//! A page that was not reached from its parent is passed unchecked, such as redb's lists of free pages, and most pages
//! that this process wrote. The layout is that of redb 4 (`tree_store`). Not here: what is done about damage.

use std::collections::BTreeMap;
use std::io;
use std::ops::Bound;
use std::sync::{Mutex, MutexGuard, PoisonError};

use redb::{BackendError, StorageBackend};

use crate::head::{self, Head};
use crate::tree::{Child, Tree, parse_page};

/// A file whose pages are verified as they are read.
#[derive(Debug)]
pub struct CheckedFile<B> {
    file: B,
    expected: Mutex<ExpectedPages>,
}

/// The expected checksums of pages, from their parents.
#[derive(Debug, Default)]
struct ExpectedPages {
    head: Option<Head>,
    /// Number of the last commit that this process wrote.
    written: Option<u64>,
    /// Expected pages by their offset in bytes.
    pages: BTreeMap<u64, (Child, Tree)>,
}

impl<B: StorageBackend> CheckedFile<B> {
    /// Wraps a file: a page is verified when it is read, if its checksum is known from its parent.
    pub fn over(file: B) -> CheckedFile<B> {
        CheckedFile { file, expected: Mutex::default() }
    }

    fn expected(&self) -> MutexGuard<'_, ExpectedPages> {
        self.expected.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ExpectedPages {
    /// Adds the root pages that a head names; fails if redb cannot have written its flags. If another process committed
    /// since the head was last read, drops all pages expected so far. Bytes without a valid head change nothing.
    fn start_from_head(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(head) = Head::of(bytes) else { return Ok(()) };
        if !head::has_possible_flags(bytes) {
            return Err(not_as_written());
        }
        if self.head.as_ref().is_none_or(|known| known.commit != head.commit) && self.written != Some(head.commit) {
            self.pages.clear();
        }
        for root in head.roots.iter().flatten() {
            self.pages.insert(head.offset_of(*root), (*root, Tree::Tables));
        }
        self.head = Some(head);
        Ok(())
    }

    /// Checks a page whose checksum is known from its parent: fails if the page has another checksum, and otherwise
    /// notes the checksums of its children. Passes any other page.
    fn check_page(&mut self, offset: u64, page: &[u8]) -> io::Result<()> {
        let (Some(head), Some((stated, tree))) = (&self.head, self.pages.get(&offset)) else { return Ok(()) };
        let tree = *tree;
        let parsed = parse_page(page, tree).filter(|found| found.checksum == stated.checksum);
        let parsed = parsed.ok_or_else(not_as_written)?;
        let by_offset: Vec<_> =
            parsed.children.into_iter().map(|(child, tree)| (head.offset_of(child), (child, tree))).collect();
        self.pages.extend(by_offset);
        Ok(())
    }

    /// Drops the checksums of pages that are overwritten.
    fn forget(&mut self, start: u64, n_bytes: usize) {
        let end = start.saturating_add(n_bytes as u64);
        while let Some(offset) = self.pages.range(start..end).next().map(|(offset, _)| *offset) {
            self.pages.remove(&offset);
        }
    }
}

fn not_as_written() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a page has not the checksum that the page above it states")
}

impl<B: StorageBackend> StorageBackend for CheckedFile<B> {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)?;
        match offset {
            0 => self.expected().start_from_head(out),
            _ => self.expected().check_page(offset, out),
        }
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.file.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        {
            let mut known = self.expected();
            match offset {
                0 => known.written = Head::of(data).map(|head| head.commit),
                _ => known.forget(offset, data.len()),
            }
        }
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

#[cfg(test)]
mod tests;
