//! A change of a store: the component's effects, and the host's data that is committed with them.
//!
//! A commit may combine several consecutive changes by the component. Not here: writing it.

use std::collections::BTreeMap;

use crate::page::Row;

/// Everything that is committed atomically.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commit {
    /// The generation that the store must be at.
    pub from: u64,
    /// The generation after the commit.
    pub to: u64,
    /// Rows to put, or to delete if there is no value.
    pub rows: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
    /// The host's entries of files to put, or to delete.
    pub scanned: BTreeMap<String, Option<Vec<u8>>>,
    /// Meta values to put.
    pub meta: BTreeMap<String, Vec<u8>>,
}

impl Commit {
    /// An empty change that starts at `generation`.
    pub fn from(generation: u64) -> Commit {
        Commit { from: generation, to: generation, ..Commit::default() }
    }

    /// Adds a change of rows that leads from one generation to another. False if it does not follow the changes so far.
    #[must_use]
    pub fn add(
        &mut self,
        from: u64,
        to: u64,
        deletes: impl IntoIterator<Item = Vec<u8>>,
        puts: impl IntoIterator<Item = Row>,
    ) -> bool {
        if from != self.to {
            return false;
        }
        self.to = to;
        self.rows.extend(deletes.into_iter().map(|key| (key, None)));
        self.rows.extend(puts.into_iter().map(|(key, value)| (key, Some(value))));
        true
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.from == self.to && self.rows.is_empty() && self.scanned.is_empty() && self.meta.is_empty()
    }
}
