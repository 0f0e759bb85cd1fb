//! A commit: the component's changes of rows, and the host's data that is committed with them.
//!
//! It may combine several consecutive changes by the component. Not here: writing it.

use std::collections::BTreeMap;

use crate::page::Row;

/// All that is committed in one transaction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commit {
    /// The generation that the store must be at.
    pub from: u64,
    /// The generation of the store after the commit.
    pub to: u64,
    /// Rows to put; `None` to delete.
    pub rows: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
    /// The host's entries of files to put, by path; `None` to delete.
    pub scanned: BTreeMap<String, Option<Vec<u8>>>,
    /// The host's meta values to put, by name.
    pub meta: BTreeMap<String, Vec<u8>>,
}

impl Commit {
    /// An empty commit that starts at `generation`.
    pub fn from(generation: u64) -> Commit {
        Commit { from: generation, to: generation, ..Commit::default() }
    }

    /// Adds changes of rows that lead from one generation to another. If they do not follow the changes so far, adds
    /// nothing and returns false.
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

    /// Whether the commit changes nothing, not even the generation.
    pub fn is_empty(&self) -> bool {
        self.from == self.to && self.rows.is_empty() && self.scanned.is_empty() && self.meta.is_empty()
    }
}
