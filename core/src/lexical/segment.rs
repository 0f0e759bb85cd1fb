//! Segments: their descriptions and their parts. Each part of a large segment is a row; a small segment is one row.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Deref;

use minicbor::{Decode, Encode};

use super::document::Class;
use super::entry::Entry;
use super::groups::{self, Group};
use super::postings::block_of;
use crate::text::terms::Term;

/// Greatest number of documents in a part.
const DOCS_PER_PART: u32 = 1_024;

#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct Segments {
    /// Version of the rules by which texts become terms.
    #[n(0)]
    pub(crate) rules: u8,
    /// Id of the next new segment.
    #[n(1)]
    pub(crate) next_id: u32,
    /// Oldest first.
    #[n(2)]
    pub(crate) list: Vec<Segment>,
    /// Records with this key or a greater one are not indexed yet; `None` if all records are indexed.
    #[n(3)]
    #[cbor(with = "minicbor::bytes")]
    pub(crate) unindexed_from: Option<Vec<u8>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(crate) struct Segment {
    #[n(0)]
    pub(crate) id: u32,
    /// Number of rewrites: a cached part of another version is outdated.
    #[n(1)]
    pub(crate) version: u32,
    /// Number of live documents; `n_terms` counts their terms.
    #[n(2)]
    pub(crate) n_docs: u32,
    #[n(3)]
    pub(crate) n_terms: u64,
    /// Number of slots, including those of removed documents.
    #[n(4)]
    pub(crate) n_slots: u32,
    /// The terms are in 2^`bits` blocks.
    #[n(5)]
    pub(crate) bits: u8,
    /// Whether the whole segment is one row.
    #[n(6)]
    pub(crate) is_whole: bool,
    #[n(7)]
    pub(crate) n_bytes: u32,
    /// Times of the earliest and latest document, including documents removed since, in milliseconds since 1970.
    #[n(8)]
    pub(crate) first_time: i64,
    #[n(9)]
    pub(crate) last_time: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Whole,
    Groups,
    Docs(u32),
    Terms(u32),
}

impl Part {
    /// The last bytes of the part's key: its kind, and its index in big-endian order.
    pub(crate) fn key(self) -> [u8; 5] {
        let (kind, at) = match self {
            Part::Whole => (0, 0),
            Part::Groups => (1, 0),
            Part::Docs(at) => (2, at),
            Part::Terms(at) => (3, at),
        };
        let [a, b, c, d] = u32::to_be_bytes(at);
        [kind, a, b, c, d]
    }
}

pub(crate) trait Parts {
    /// The bytes of a part; `None` if they are damaged or must be requested first.
    fn part(&self, segment: &Segment, part: Part) -> Option<Arc<[u8]>>;
}

/// A shared slice of a row's bytes.
#[derive(Clone, Debug)]
pub(crate) struct SharedBytes {
    row_bytes: Arc<[u8]>,
    start: usize,
    end: usize,
}

impl Deref for SharedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.row_bytes[self.start..self.end]
    }
}

impl From<Arc<[u8]>> for SharedBytes {
    fn from(row_bytes: Arc<[u8]>) -> SharedBytes {
        SharedBytes { start: 0, end: row_bytes.len(), row_bytes }
    }
}

/// Encodes all parts of a small segment as one row: the lengths of groups and documents, then the three parts.
pub(super) fn encode_whole(groups: &[u8], docs: &[u8], terms: &[u8]) -> Vec<u8> {
    let lengths = [groups.len() as u32, docs.len() as u32].map(u32::to_le_bytes);
    [lengths.as_flattened(), groups, docs, terms].concat()
}

/// Byte offsets of the groups, documents and terms in the row of a small segment; `None` if the row is too short for
/// them.
fn part_offsets(row: &[u8]) -> Option<[usize; 3]> {
    let (lengths, _) = row.split_first_chunk::<8>()?;
    let [groups, docs] = lengths.as_chunks().0 else { return None };
    let docs_at = (u32::from_le_bytes(*groups) as usize).checked_add(lengths.len())?;
    let terms_at = docs_at.checked_add(u32::from_le_bytes(*docs) as usize)?;
    (terms_at <= row.len()).then_some([lengths.len(), docs_at, terms_at])
}

impl Segment {
    /// The parts with rows of their own; only [`Part::Whole`] for a small segment.
    pub(crate) fn parts(&self) -> Vec<Part> {
        if self.is_whole {
            return vec![Part::Whole];
        }
        let docs = (0..self.n_slots.div_ceil(DOCS_PER_PART)).map(Part::Docs);
        [Part::Groups].into_iter().chain(docs).chain((0..1 << self.bits).map(Part::Terms)).collect()
    }

    /// The part with the posting list of a term.
    pub(crate) fn part_of(&self, term: Term) -> Part {
        Part::Terms(block_of(term, self.bits))
    }

    /// The bytes of a part, from its own row or from the row of the whole segment.
    pub(crate) fn bytes(&self, parts: &impl Parts, part: Part) -> Option<SharedBytes> {
        if !self.is_whole {
            return Some(parts.part(self, part)?.into());
        }
        let row_bytes = parts.part(self, Part::Whole)?;
        let ([groups, docs, terms], end) = (part_offsets(&row_bytes)?, row_bytes.len());
        let (start, end) = match part {
            Part::Groups => (groups, docs),
            Part::Docs(_) => (docs, terms),
            Part::Terms(_) => (terms, end),
            Part::Whole => (0, end),
        };
        Some(SharedBytes { row_bytes, start, end })
    }

    /// The groups and classes; `None` if their part is damaged or must be requested first.
    pub(crate) fn groups(&self, parts: &impl Parts) -> Option<(Vec<Group>, Vec<Class>)> {
        groups::read(&self.bytes(parts, Part::Groups)?)
    }

    /// The part that contains a document, and the document's index in it.
    pub(crate) fn part_at(at: u32) -> (Part, usize) {
        (Part::Docs(at / DOCS_PER_PART), (at % DOCS_PER_PART) as usize)
    }

    /// The entry at an index of a documents part; `None` beyond its end.
    pub(crate) fn entry_in(part: &[u8], at: usize) -> Option<Entry> {
        Some(Entry::read(part.as_chunks().0.get(at)?))
    }

    /// The entries of all slots, in order, including removed documents; `None` if a part cannot be read or entries are
    /// missing.
    pub(super) fn entries(&self, parts: &impl Parts) -> Option<Vec<Entry>> {
        let mut entries = Vec::with_capacity(self.n_slots as usize);
        for part in (0..self.n_slots.div_ceil(DOCS_PER_PART)).map(Part::Docs) {
            let bytes = self.bytes(parts, part)?;
            entries.extend(bytes.as_chunks().0.iter().map(Entry::read));
        }
        (entries.len() == self.n_slots as usize).then_some(entries)
    }
}

/// The contents of the documents parts with these entries, in order.
pub(super) fn document_parts(entries: &[Entry]) -> impl Iterator<Item = Vec<u8>> {
    entries.chunks(DOCS_PER_PART as usize).map(|some| some.iter().flat_map(Entry::bytes).collect())
}
