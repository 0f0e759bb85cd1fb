//! The terms of words that were cut before, by the words' identities.
//!
//! A slot holds all that is known of a word with one term, as most have: a project has more words than a processor keeps at hand,
//! and each further place would be waited for. Not here: how a word is cut (`terms`).

use alloc::vec;
use alloc::vec::Vec;
use core::slice;

use super::terms::Term;

/// Slots of an empty table.
const FEWEST_SLOTS: usize = 16;

#[derive(Clone, Copy, Default)]
struct Slot {
    identity: u64,
    /// The word's term where it has one; else where its terms begin in [`Known::terms`].
    terms: u32,
    /// How many terms it has plus one; 0 where the slot is free.
    n_terms: u32,
}

/// Terms by the identities of their words.
pub(super) struct Known {
    /// Each word lies in the slot that its identity names or the next that was free. As many as a power of two, and at least half
    /// of them free.
    slots: Vec<Slot>,
    n_words: usize,
    terms: Vec<Term>,
}

impl Default for Known {
    fn default() -> Known {
        Known { slots: vec![Slot::default(); FEWEST_SLOTS], n_words: 0, terms: Vec::new() }
    }
}

impl Known {
    /// How many words are known.
    pub(super) fn n_words(&self) -> usize {
        self.n_words
    }

    /// The terms of a word; `cut` adds them where they are not known.
    #[inline]
    pub(super) fn terms(&mut self, identity: u64, cut: impl FnOnce(&mut Vec<Term>)) -> &[Term] {
        let mut at = self.slot(identity);
        if self.slots[at].n_terms == 0 {
            let start = self.terms.len();
            cut(&mut self.terms);
            at = self.add(identity, start);
        }
        let slot = &self.slots[at];
        match slot.n_terms {
            2 => slice::from_ref(&slot.terms),
            n => &self.terms[slot.terms as usize..][..n as usize - 1],
        }
    }

    /// The slot that holds the word, or would.
    #[inline]
    fn slot(&self, identity: u64) -> usize {
        let last = self.slots.len() - 1;
        // Every byte of a word reaches the upper half.
        let mut at = (identity >> 32) as usize & last;
        while self.slots[at].n_terms != 0 && self.slots[at].identity != identity {
            at = (at + 1) & last;
        }
        at
    }

    /// Adds a word whose terms are those from `start` on.
    fn add(&mut self, identity: u64, start: usize) -> usize {
        self.n_words += 1;
        if self.n_words * 2 > self.slots.len() {
            let twice = vec![Slot::default(); self.slots.len() * 2];
            for slot in core::mem::replace(&mut self.slots, twice) {
                if slot.n_terms != 0 {
                    let at = self.slot(slot.identity);
                    self.slots[at] = slot;
                }
            }
        }
        let n_terms = (self.terms.len() - start) as u32;
        let terms = self.terms.pop_if(|_| n_terms == 1).unwrap_or(start as u32);
        let at = self.slot(identity);
        self.slots[at] = Slot { identity, terms, n_terms: n_terms + 1 };
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::identity::identity;

    #[test]
    fn each_word_is_cut_once_and_keeps_its_terms() {
        let (mut known, mut n_cut) = (Known::default(), 0);
        for round in 0..3 {
            for n in 0..700_u32 {
                let terms: Vec<Term> = (0..n % 4).map(|at| n << 2 | at).collect();
                let found = known.terms(identity(&format!("word{n}")), |all| {
                    n_cut += 1;
                    all.extend(&terms);
                });
                assert_eq!(found, terms, "{round}");
            }
            assert_eq!((n_cut, known.n_words()), (700, 700));
        }
    }
}
