//! The store: rows that only the component understands, and the generation that they belong to.
//!
//! A store keeps bytes and never looks inside. What is committed is committed whole, or not at all; what is read is read from
//! one snapshot. Not here: who may write ([`lock`]), and what the rows mean.

mod error;
mod later;
mod system;

pub mod lock;
pub mod memory;
pub mod redb;

pub use error::StoreError;
pub(crate) use later::Later;
pub use scrubjay_store::{Commit, Page, Row};
pub use system::on_disk;

/// A place that rows are kept in.
pub trait Store: Send {
    /// The store as it is now; later commits do not show in it.
    ///
    /// # Errors
    /// Any [`StoreError`] of reading.
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, StoreError>;

    /// Whether a snapshot taken now would certainly be of this generation. A store that cannot tell for less than a snapshot
    /// costs leaves this out.
    fn is_at(&self, _generation: u64) -> bool {
        false
    }

    /// Whether all that was read since the last snapshot was taken is of one commit. It may not be where somebody writes who cannot
    /// see readers: what was read is worth nothing then.
    fn stood_still(&self) -> bool {
        true
    }

    /// Makes a change, durably.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the store is not at the generation the change began from; [`StoreError::ReadOnly`] and
    /// [`StoreError::Full`]. After an error nothing has changed.
    fn commit(&self, change: &Commit) -> Result<(), StoreError>;

    /// Gives back the space of what was deleted, where that is worth the effort. No snapshot may be alive.
    ///
    /// # Errors
    /// As for [`Store::commit`]; the store is as it was.
    fn compact(&mut self) -> Result<(), StoreError>;

    /// Opens anew a store that a fault has closed. Anything that was committed is there. No snapshot may be alive.
    ///
    /// # Errors
    /// Those of opening it.
    fn reopen(&mut self) -> Result<(), StoreError>;

    /// Ends the use of the store; after this it is complete, whatever happens to the machine.
    ///
    /// # Errors
    /// A fault of the file system.
    fn close(self: Box<Self>) -> Result<(), StoreError>;
}

/// A store at one moment.
pub trait Snapshot {
    /// How many times the rows have been written.
    fn generation(&self) -> u64;

    /// The value of a row.
    ///
    /// # Errors
    /// Any [`StoreError`] of reading.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;

    /// Rows from `start` (included) to `end` (not included), stopping before the one that would pass `most_bytes` of keys and
    /// values together; one at least is given.
    ///
    /// # Errors
    /// Any [`StoreError`] of reading.
    fn range(&self, start: &[u8], end: &[u8], most_bytes: u32) -> Result<Page, StoreError>;

    /// What is remembered of a file, or of each file below a folder, sorted by path; an empty path gives all.
    ///
    /// # Errors
    /// Any [`StoreError`] of reading.
    fn scanned(&self, path: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError>;

    /// A mark that the host set.
    ///
    /// # Errors
    /// Any [`StoreError`] of reading.
    fn mark(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError>;
}
