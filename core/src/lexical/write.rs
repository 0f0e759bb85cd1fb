//! Writes a segment, from new documents or from those of merged segments.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::document::{Class, Document, SortKey};
use super::entry::Entry;
use super::groups::{self, Group};
use super::postings::{PostingList, TermBlocks};
use super::segment::{Part, Segment, document_parts, encode_whole};
use crate::text::terms::Term;

/// Greatest size in bytes of a segment that is stored as one row.
const MAX_WHOLE_BYTES: usize = 16 << 10;
/// The number of blocks is chosen so that a block of terms has, on average, at most about this size in bytes.
const BLOCK_BYTES: usize = 8 << 10;
/// Greatest number of blocks, as an exponent of 2: 4,096 blocks.
const MAX_BITS: u8 = 12;

/// A segment whose parts are still to be stored.
#[derive(Debug)]
pub(crate) struct WrittenSegment {
    pub(crate) segment: Segment,
    pub(crate) parts: Vec<(Part, Vec<u8>)>,
}

/// Documents in order, with their groups and classes.
pub(super) struct DocumentList {
    pub(super) entries: Vec<Entry>,
    groups: Vec<Group>,
    classes: Vec<Class>,
}

/// Builds a segment of new documents, given in any order.
pub(crate) fn write(id: u32, mut documents: Vec<Document>) -> WrittenSegment {
    documents.sort_unstable_by_key(|document| SortKey::of(document.group, &document.entry));
    let docs = DocumentList::of(documents.iter().map(|document| (document.group, &document.class, document.entry)));
    let mut occurrences: Vec<(Term, u32, u32)> = Vec::new();
    for (document, at) in documents.iter().zip(0..) {
        occurrences.extend(document.terms.iter().zip(0..).map(|(term, position)| (*term, at, position)));
    }
    occurrences.sort_unstable();
    let mut blocks = TermBlocks::new(bits_of(3 * occurrences.len()));
    let (mut list, mut positions) = (PostingList::default(), Vec::new());
    for term_occurrences in occurrences.chunk_by(|one, next| one.0 == next.0) {
        list.clear();
        for doc_occurrences in term_occurrences.chunk_by(|one, next| one.1 == next.1) {
            positions.clear();
            positions.extend(doc_occurrences.iter().map(|(.., position)| *position));
            list.push(doc_occurrences[0].1, &positions);
        }
        blocks.add(term_occurrences[0].0, &mut list);
    }
    docs.into_segment(id, blocks)
}

/// Number of blocks, as an exponent of 2, for posting lists of about `n_bytes` bytes.
pub(super) fn bits_of(n_bytes: usize) -> u8 {
    if n_bytes <= MAX_WHOLE_BYTES {
        return 0;
    }
    (n_bytes.div_ceil(BLOCK_BYTES).next_power_of_two().trailing_zeros() as u8).min(MAX_BITS)
}

impl DocumentList {
    /// From triples of group, class and entry, which must be sorted by `SortKey`.
    pub(super) fn of<'c>(documents: impl Iterator<Item = (u64, &'c Class, Entry)>) -> DocumentList {
        let mut docs = DocumentList { entries: Vec::new(), groups: Vec::new(), classes: Vec::new() };
        let mut class_indexes: BTreeMap<&Class, u16> = BTreeMap::new();
        for (group, class, entry) in documents {
            let next_index = class_indexes.len() as u16;
            let class = *class_indexes.entry(class).or_insert(next_index);
            docs.push(group, Entry { class, ..entry });
        }
        let mut classes: Vec<(u16, &Class)> = class_indexes.into_iter().map(|(class, at)| (at, class)).collect();
        classes.sort_unstable_by_key(|(at, _)| *at);
        docs.classes = classes.into_iter().map(|(_, class)| class.clone()).collect();
        docs
    }

    fn push(&mut self, hash: u64, entry: Entry) {
        let first = self.entries.len() as u32;
        if self.groups.last().is_none_or(|group| group.hash != hash) {
            self.groups.push(Group { hash, first, ..Group::default() });
        }
        if let Some(group) = self.groups.last_mut() {
            group.n_turns += u32::from(entry.flags.is_turn());
            group.n_slots += 1;
            group.n_docs += 1;
            group.n_terms += u32::from(entry.n_terms);
        }
        self.entries.push(entry);
    }

    /// The segment of these documents with the given blocks of terms.
    pub(super) fn into_segment(self, id: u32, blocks: TermBlocks) -> WrittenSegment {
        let times = || self.entries.iter().map(|entry| entry.id.time().milliseconds());
        let n_terms = self.entries.iter().map(|entry| u64::from(entry.n_terms)).sum();
        let n_docs = self.entries.len() as u32;
        let (first_time, last_time) = (times().min().unwrap_or(0), times().max().unwrap_or(0));
        let groups = groups::write(&self.groups, &self.classes);
        let (docs, blocks): (Vec<_>, Vec<_>) = (document_parts(&self.entries).collect(), blocks.finish());
        let n_bytes = groups.len() + docs.iter().chain(&blocks).map(Vec::len).sum::<usize>();
        let (is_whole, bits) = (n_bytes <= MAX_WHOLE_BYTES && blocks.len() == 1, blocks.len().trailing_zeros() as u8);
        let parts = if is_whole {
            vec![(Part::Whole, encode_whole(&groups, &docs.concat(), &blocks.concat()))]
        } else {
            let docs = docs.into_iter().zip(0..).map(|(docs, at)| (Part::Docs(at), docs));
            let blocks = blocks.into_iter().zip(0..).map(|(block, at)| (Part::Terms(at), block));
            [(Part::Groups, groups)].into_iter().chain(docs).chain(blocks).collect()
        };
        let (version, n_slots, n_bytes) = (0, n_docs, n_bytes as u32);
        let segment = Segment { id, version, n_docs, n_terms, n_slots, bits, is_whole, n_bytes, first_time, last_time };
        WrittenSegment { segment, parts }
    }
}
