//! The store: rows that only the component interprets, and their generation.
//!
//! A store keeps bytes and never interprets them. Commits are atomic, and reads use one snapshot. Not here: who may
//! write ([`lock`]), and the meaning of the rows.

mod error;
mod later;
mod own;
mod system;
pub(crate) mod turns;

pub mod holder;
pub mod lock;
pub mod memory;
pub mod place;
pub mod reach;
pub mod redb;
pub mod stamps;

pub use error::StoreError;
pub(crate) use later::LazySnapshot;
pub use own::Remade;
pub(crate) use own::{META_MARK, OwnIndex, StartedRun};
pub use scrubjay_store::{Commit, Page, Row};
pub use system::on_disk;

/// Storage for rows, scan entries and meta values of a host.
pub trait Store: Send {
    /// The current state of the store, unaffected by later commits.
    ///
    /// # Errors
    /// Any [`StoreError`] of reading.
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, StoreError>;

    /// Whether a snapshot taken now would certainly be of this generation. A store may keep the default, false, if
    /// checking costs as much as a snapshot.
    fn is_at(&self, _generation: u64) -> bool {
        false
    }

    /// Whether everything read since the last snapshot is from one commit. False if a writer that does not see readers
    /// may have been active; then what was read is invalid.
    fn unchanged(&self) -> bool {
        true
    }

    /// Commits a change durably.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the store is not at the generation the change starts from; [`StoreError::ReadOnly`]
    /// and [`StoreError::DiskFull`]. After an error nothing has changed.
    fn commit(&self, change: &Commit) -> Result<(), StoreError>;

    /// Reclaims the space of deleted data, if that is worth the effort. No snapshot may be alive.
    ///
    /// # Errors
    /// As for [`Store::commit`]; the store is unchanged.
    fn compact(&mut self) -> Result<(), StoreError>;

    /// Reopens a store that an error has closed. All commits are still there. No snapshot may be alive.
    ///
    /// # Errors
    /// Errors of opening the store.
    fn reopen(&mut self) -> Result<(), StoreError>;

    /// Closes the store; afterwards its file is complete, whatever happens to the machine.
    ///
    /// # Errors
    /// A fault of the file system.
    fn close(self: Box<Self>) -> Result<(), StoreError>;
}

/// The content of a store at one generation.
pub trait Snapshot {
    /// The generation of the store at this snapshot.
    fn generation(&self) -> u64;

    /// The value of a row; `None` if there is no such row.
    ///
    /// # Errors
    /// Any [`StoreError`] of reading.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;

    /// Rows from `start` (inclusive) to `end` (exclusive), stopping before the one that would exceed `max_bytes` of
    /// keys and values, but at least one.
    ///
    /// # Errors
    /// Any [`StoreError`] of reading.
    fn range(&self, start: &[u8], end: &[u8], max_bytes: u32) -> Result<Page, StoreError>;

    /// The scan entries of a file, or of all files below a folder, sorted by path; an empty path means all.
    ///
    /// # Errors
    /// Any [`StoreError`] of reading.
    fn scanned(&self, path: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError>;

    /// A meta value of the host; `None` if it was never set.
    ///
    /// # Errors
    /// Any [`StoreError`] of reading.
    fn meta(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError>;
}
