//! A document to be indexed: a text or a chunk of one, with the properties that questions filter by.

use alloc::string::String;
use alloc::vec::Vec;

use super::entry::Entry;
use crate::base::id::RecordId;
use crate::text::terms::Term;

#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// Hash of the document's session, or else of its conversation; 0 if it has neither.
    pub(crate) group: u64,
    pub(crate) class: Class,
    /// The entry's own `class` is ignored, because writing a segment sets it.
    pub(crate) entry: Entry,
    /// The terms in the order of the text, with repetitions.
    pub(crate) terms: Vec<Term>,
}

/// Properties that many documents share, so a segment stores each combination once.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Class {
    pub(crate) channel: String,
    pub(crate) trust: u8,
    pub(crate) origin: u8,
}

/// The sort key of a document in its segment: by group, turns first, then by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SortKey {
    pub(super) group: u64,
    pub(super) is_not_turn: bool,
    pub(super) id: RecordId,
    pub(super) chunk: u8,
}

impl SortKey {
    pub(super) fn of(group: u64, entry: &Entry) -> SortKey {
        SortKey { group, is_not_turn: !entry.flags.is_turn(), id: entry.id, chunk: entry.chunk }
    }
}
