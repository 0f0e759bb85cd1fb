//! The effects of a change to a memory: rows to write and keys to delete, which the host commits in one transaction.

use alloc::string::String;
use alloc::vec::Vec;

use crate::ask::Row;
use crate::base::error::Error;

/// The effects of a change, to be committed in one transaction.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Effects {
    /// The generation before the change.
    pub from_generation: u64,
    /// The generation after it.
    pub to_generation: u64,
    /// Rows to write.
    pub puts: Vec<Row>,
    /// Keys to delete.
    pub deletes: Vec<Vec<u8>>,
    /// Files that were refused.
    pub refused: Vec<Refusal>,
}

/// A refused file of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The path of the file.
    pub path: String,
    /// The reason.
    pub error: Error,
}

/// A stored row that failed its check; skipped and reported, never fatal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedRow {
    /// The key as received.
    pub key: Vec<u8>,
    /// The path of its file, if the key still shows it.
    pub path: Option<String>,
}
