//! A cache from words, by their hashes, to their terms.
//!
//! The table itself holds the term of a word that has a single one, as most words have: a project's words exceed the
//! processor's cache, so each further memory access costs. Not here: splitting a word into terms (`terms`).

use alloc::vec::Vec;
use core::slice;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::identity::table_hash;
use super::terms::Term;

struct CachedWord {
    identity: u64,
    /// The word's term if it has exactly one, otherwise the index of its first term in [`WordTable::terms`].
    terms: u32,
    n_terms: u32,
}

#[derive(Default)]
pub(super) struct WordTable {
    words: HashTable<CachedWord>,
    terms: Vec<Term>,
}

impl WordTable {
    pub(super) fn n_words(&self) -> usize {
        self.words.len()
    }

    /// The terms of a word; `split` computes them if they are not cached.
    #[inline]
    pub(super) fn terms(&mut self, identity: u64, split: impl FnOnce(&mut Vec<Term>)) -> &[Term] {
        let is_it = |word: &CachedWord| word.identity == identity;
        let word = match self.words.entry(table_hash(identity), is_it, |word| table_hash(word.identity)) {
            Entry::Occupied(found) => found.into_mut(),
            Entry::Vacant(free) => {
                let start = self.terms.len();
                split(&mut self.terms);
                let n_terms = (self.terms.len() - start) as u32;
                let terms = self.terms.pop_if(|_| n_terms == 1).unwrap_or(start as u32);
                free.insert(CachedWord { identity, terms, n_terms }).into_mut()
            }
        };
        match word.n_terms {
            1 => slice::from_ref(&word.terms),
            n_terms => &self.terms[word.terms as usize..][..n_terms as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::identity::text_hash;

    #[test]
    fn each_word_is_split_once_and_keeps_its_terms() {
        let (mut known, mut n_split) = (WordTable::default(), 0);
        for round in 0..3 {
            for n in 0..700_u32 {
                let terms: Vec<Term> = (0..n % 4).map(|at| n << 2 | at).collect();
                let found = known.terms(text_hash(&format!("word{n}")), |all| {
                    n_split += 1;
                    all.extend(&terms);
                });
                assert_eq!(found, terms, "{round}");
            }
            assert_eq!((n_split, known.n_words()), (700, 700));
        }
    }
}
