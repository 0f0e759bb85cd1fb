//! A change of a store: what the component returned, with what the host remembers beside it.
//!
//! Several changes of the component, in order, may be one commit. Not here: carrying it out.

use std::collections::BTreeMap;

use crate::wit::types::Effects;

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

    /// Adds what the component returned. False where it does not follow on what is here already.
    #[must_use]
    pub fn add(&mut self, effects: &mut Effects) -> bool {
        if effects.from_generation != self.to {
            return false;
        }
        self.to = effects.to_generation;
        self.rows.extend(std::mem::take(&mut effects.deletes).into_iter().map(|key| (key, None)));
        self.rows.extend(std::mem::take(&mut effects.puts).into_iter().map(|row| (row.key, Some(row.value))));
        true
    }

    /// Nothing would change.
    pub fn is_empty(&self) -> bool {
        self.from == self.to && self.rows.is_empty() && self.scanned.is_empty() && self.marks.is_empty()
    }

    /// Bytes of rows held, about.
    pub fn n_bytes(&self) -> usize {
        self.rows.iter().map(|(key, value)| key.len() + value.as_ref().map_or(0, Vec::len)).sum()
    }
}
