//! A document on its way into the index: a text or a part of one, and what else a question may ask of it.

use alloc::string::String;
use alloc::vec::Vec;

use super::entry::Entry;
use crate::base::id::RecordId;
use crate::text::terms::Term;

/// A document.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// What was said together, as in a session, is of one group; 0: of none.
    pub(crate) group: u64,
    pub(crate) class: Class,
    /// Without its class, which is told by its place in the segment's list.
    pub(crate) entry: Entry,
    /// In order.
    pub(crate) terms: Vec<Term>,
}

/// What many documents have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Class {
    pub(crate) channel: String,
    pub(crate) trust: u8,
    pub(crate) origin: u8,
}

/// Where a document stands among those of a segment: with its group, what is said in turn first, by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) group: u64,
    pub(super) is_no_turn: bool,
    pub(super) id: RecordId,
    pub(super) chunk: u8,
}

impl Place {
    pub(super) fn of(group: u64, entry: &Entry) -> Place {
        Place { group, is_no_turn: !entry.flags.is_turn(), id: entry.id, chunk: entry.chunk }
    }
}
