//! Which documents have a term, and at which places: the lists of a block of terms.
//!
//! Terms are hashes, so that the block of one follows from its highest bits and blocks are about equally full. In a block the lists
//! stand in the order of their terms, each after its length, so that any one is found without reading those before it.

use alloc::vec::Vec;

use crate::row::codec::{Reader, Writer};
use crate::text::terms::Term;

/// A document that has a term: by its place in the segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Posting<'p> {
    pub(crate) at: u32,
    /// Where in the document the term stands, in order.
    pub(crate) positions: &'p [u32],
}

/// The block of a term where there are 2 to the power of so many.
pub(super) fn block_of(term: Term, bits: u8) -> u32 {
    if bits == 0 { 0 } else { term >> (32 - u32::from(bits)) }
}

/// Postings of one term that are to be written, in any order.
#[derive(Default)]
pub(super) struct List {
    /// The place of each document, and where its positions are.
    docs: Vec<(u32, u32, u32)>,
    positions: Vec<u32>,
}

impl List {
    pub(super) fn push(&mut self, at: u32, positions: &[u32]) {
        let start = self.positions.len() as u32;
        self.positions.extend_from_slice(positions);
        self.docs.push((at, start, self.positions.len() as u32));
    }

    pub(super) fn clear(&mut self) {
        self.docs.clear();
        self.positions.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.docs.is_empty()
    }

    /// The list as it is stored.
    fn bytes(&mut self) -> Vec<u8> {
        self.docs.sort_unstable();
        let mut writer = Writer::default();
        writer.count(self.docs.len());
        let mut before = 0;
        for &(at, start, end) in &self.docs {
            let positions = &self.positions[start as usize..end as usize];
            let is_several = positions.len() > 1;
            writer.number((at - before) << 1 | u32::from(is_several));
            if is_several {
                writer.count(positions.len());
            }
            let mut last = 0;
            for &position in positions {
                writer.number(position - last);
                last = position;
            }
            before = at;
        }
        writer.finish()
    }
}

/// The blocks of terms of a segment that is being written.
pub(super) struct Blocks {
    bits: u8,
    blocks: Vec<Vec<u8>>,
    /// The term before, of the block that is being written.
    before: (u32, Term),
}

impl Blocks {
    pub(super) fn new(bits: u8) -> Blocks {
        Blocks { bits, blocks: vec![Vec::new(); 1 << bits], before: (0, 0) }
    }

    /// Adds the list of a term, which comes after all others so far.
    pub(super) fn add(&mut self, term: Term, list: &mut List) {
        if list.is_empty() {
            return;
        }
        let block = block_of(term, self.bits);
        let before = if self.before.0 == block { self.before.1 } else { 0 };
        self.before = (block, term);
        let bytes = list.bytes();
        let mut head = Writer::default();
        head.number(term - before);
        head.count(bytes.len());
        let own = &mut self.blocks[block as usize];
        own.extend_from_slice(&head.finish());
        own.extend_from_slice(&bytes);
    }

    pub(super) fn finish(self) -> Vec<Vec<u8>> {
        self.blocks
    }
}

/// The lists of a block, one after the other.
#[derive(Clone)]
pub(super) struct Lists<'b> {
    reader: Reader<'b>,
    term: Term,
}

impl<'b> Lists<'b> {
    pub(super) fn of(block: &'b [u8]) -> Lists<'b> {
        Lists { reader: Reader::new(block), term: 0 }
    }
}

impl<'b> Iterator for Lists<'b> {
    type Item = (Term, &'b [u8]);

    fn next(&mut self) -> Option<(Term, &'b [u8])> {
        self.term = self.term.checked_add(self.reader.number()?)?;
        let n_bytes = self.reader.count(1)?;
        Some((self.term, self.reader.raw(n_bytes)?))
    }
}

/// How many documents a list has, and each of them; `None` if it is damaged.
pub(super) fn read(list: &[u8], take: &mut dyn FnMut(Posting<'_>)) -> Option<u32> {
    let mut reader = Reader::new(list);
    let n_docs = reader.count(2)?;
    let (mut at, mut positions) = (0_u32, Vec::new());
    for _ in 0..n_docs {
        let head = reader.number()?;
        at = at.checked_add(head >> 1)?;
        let n = if head & 1 == 1 { reader.count(1)? } else { 1 };
        positions.clear();
        let mut position = 0_u32;
        for _ in 0..n {
            position = position.checked_add(reader.number()?)?;
            positions.push(position);
        }
        take(Posting { at, positions: &positions });
    }
    reader.finish()?;
    Some(n_docs as u32)
}

/// How many documents of a block have a term, and each of them; `None` if the list is damaged.
pub(crate) fn postings_of(block: &[u8], term: Term, take: &mut dyn FnMut(Posting<'_>)) -> Option<u32> {
    match Lists::of(block).take_while(|(known, _)| *known <= term).find(|(known, _)| *known == term) {
        Some((_, list)) => read(list, take),
        None => Some(0),
    }
}
