//! A change of a store: what the component returned, with what the host remembers beside it.
//!
//! Several changes of the component, in order, may be one commit. Not here: carrying it out.

use std::collections::BTreeMap;

use crate::page::Row;

/// Everything that becomes true in one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commit {
    /// The generation that the store must be at.
    pub from: u64,
    /// The generation that it will be at.
    pub to: u64,
    /// Rows to put, or to delete where there is no value.
    pub rows: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
    /// What to remember of files, or to forget.
    pub scanned: BTreeMap<String, Option<Vec<u8>>>,
    /// Marks to set.
    pub marks: BTreeMap<String, Vec<u8>>,
}

impl Commit {
    /// A change that begins from `generation` and does nothing yet.
    pub fn from(generation: u64) -> Commit {
        Commit { from: generation, to: generation, ..Commit::default() }
    }

    /// Adds a change of rows that leads from one generation to another. False where it does not follow on what is here already.
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

    /// Nothing would change.
    pub fn is_empty(&self) -> bool {
        self.from == self.to && self.rows.is_empty() && self.scanned.is_empty() && self.marks.is_empty()
    }
}
