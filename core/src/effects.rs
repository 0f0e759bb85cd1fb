//! The effects of a change to a memory: rows to write and keys to delete, which the host commits in one transaction.

use alloc::string::String;
use alloc::vec::Vec;

use crate::ask::Row;
use crate::base::error::Error;

/// The effects of a change, to be committed in one transaction. A host commits them only if the store is still at
/// `from_generation`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Effects {
    /// The generation before the change.
    pub from_generation: u64,
    /// The generation after the change.
    pub to_generation: u64,
    /// Each replaces the row with the same key.
    pub puts: Vec<Row>,
    /// Keys whose rows are to be deleted.
    pub deletes: Vec<Vec<u8>>,
    /// Files of the batch that were refused; their former facts stay.
    pub refused: Vec<Refusal>,
}

/// A refused file of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The path as given.
    pub path: String,
    /// Why the file was refused; the other files of the batch are not affected.
    pub error: Error,
}

/// A stored row that is missing or failed its check; skipped and reported, never fatal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedRow {
    /// The key as received, or as expected for a missing row.
    pub key: Vec<u8>,
    /// The path of its file; `None` if the key does not show it.
    pub path: Option<String>,
}
