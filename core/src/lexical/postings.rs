//! Posting lists: the documents that contain a term, with its positions, grouped in blocks of terms.
//!
//! Terms are hashes: the highest bits of a term give its block, so blocks are about equally full. In a block, lists are
//! sorted by term. Each list is preceded by its length, so it can be skipped without being read.

use alloc::vec::Vec;

use crate::row::codec::{Reader, Writer};
use crate::text::terms::Term;

/// A document that contains a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Posting<'p> {
    /// Index of the document in the segment.
    pub(crate) document: u32,
    /// Positions of the term in the document, ascending.
    pub(crate) positions: &'p [u32],
}

/// Index of a term's block, if there are 2^`bits` blocks.
pub(super) fn block_of(term: Term, bits: u8) -> u32 {
    if bits == 0 { 0 } else { term >> (32 - u32::from(bits)) }
}

/// A posting list to be written, with documents in any order.
#[derive(Default)]
pub(super) struct PostingList {
    /// For each document its index, and the start and end of its range in `positions`.
    documents: Vec<(u32, u32, u32)>,
    positions: Vec<u32>,
}

impl PostingList {
    pub(super) fn push(&mut self, at: u32, positions: &[u32]) {
        let start = self.positions.len() as u32;
        self.positions.extend_from_slice(positions);
        self.documents.push((at, start, self.positions.len() as u32));
    }

    pub(super) fn clear(&mut self) {
        self.documents.clear();
        self.positions.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// Encodes the list by ascending document. A single position has no count before it.
    fn bytes(&mut self) -> Vec<u8> {
        self.documents.sort_unstable();
        let mut writer = Writer::default();
        writer.count(self.documents.len());
        let mut previous_doc = 0;
        for &(at, start, end) in &self.documents {
            let positions = &self.positions[start as usize..end as usize];
            let has_several = positions.len() > 1;
            writer.number((at - previous_doc) << 1 | u32::from(has_several));
            if has_several {
                writer.count(positions.len());
            }
            let mut previous_position = 0;
            for &position in positions {
                writer.number(position - previous_position);
                previous_position = position;
            }
            previous_doc = at;
        }
        writer.finish()
    }
}

/// The blocks of terms of a segment that is being written.
pub(super) struct TermBlocks {
    bits: u8,
    blocks: Vec<Vec<u8>>,
    /// Index of the current block, and the last term added to it.
    last_added: (u32, Term),
}

impl TermBlocks {
    pub(super) fn new(bits: u8) -> TermBlocks {
        TermBlocks { bits, blocks: vec![Vec::new(); 1 << bits], last_added: (0, 0) }
    }

    /// Adds the posting list of a term, unless the list is empty. Terms must be added in ascending order.
    pub(super) fn add(&mut self, term: Term, list: &mut PostingList) {
        if list.is_empty() {
            return;
        }
        let block = block_of(term, self.bits);
        let previous_term = if self.last_added.0 == block { self.last_added.1 } else { 0 };
        self.last_added = (block, term);
        let bytes = list.bytes();
        let mut header = Writer::default();
        header.number(term - previous_term);
        header.count(bytes.len());
        let block_bytes = &mut self.blocks[block as usize];
        block_bytes.extend_from_slice(&header.finish());
        block_bytes.extend_from_slice(&bytes);
    }

    pub(super) fn finish(self) -> Vec<Vec<u8>> {
        self.blocks
    }
}

/// The posting lists of a block, each with its term. Ends early if the block is damaged.
#[derive(Clone)]
pub(super) struct PostingLists<'b> {
    reader: Reader<'b>,
    term: Term,
}

impl<'b> PostingLists<'b> {
    pub(super) fn of(block: &'b [u8]) -> PostingLists<'b> {
        PostingLists { reader: Reader::new(block), term: 0 }
    }
}

impl<'b> Iterator for PostingLists<'b> {
    type Item = (Term, &'b [u8]);

    fn next(&mut self) -> Option<(Term, &'b [u8])> {
        self.term = self.term.checked_add(self.reader.number()?)?;
        let n_bytes = self.reader.count(1)?;
        Some((self.term, self.reader.raw(n_bytes)?))
    }
}

/// Calls `take` with each posting of a list, and returns their number; `None` if the list is damaged.
pub(super) fn read(list: &[u8], take: &mut dyn FnMut(Posting<'_>)) -> Option<u32> {
    let mut reader = Reader::new(list);
    let n_docs = reader.count(2)?;
    let (mut at, mut positions) = (0_u32, Vec::new());
    for _ in 0..n_docs {
        let head = reader.number()?;
        at = at.checked_add(head >> 1)?;
        let n_positions = if head & 1 == 1 { reader.count(1)? } else { 1 };
        positions.clear();
        let mut position = 0_u32;
        for _ in 0..n_positions {
            position = position.checked_add(reader.number()?)?;
            positions.push(position);
        }
        take(Posting { document: at, positions: &positions });
    }
    reader.finish()?;
    Some(n_docs as u32)
}

/// Calls `take` with each posting of a term in its block. Returns their number, 0 if the term is missing; `None` if the
/// list is damaged.
pub(crate) fn postings_of(block: &[u8], term: Term, take: &mut dyn FnMut(Posting<'_>)) -> Option<u32> {
    match PostingLists::of(block).take_while(|(known, _)| *known <= term).find(|(known, _)| *known == term) {
        Some((_, list)) => read(list, take),
        None => Some(0),
    }
}
