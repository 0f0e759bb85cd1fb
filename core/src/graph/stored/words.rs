//! The words of a file: its terms, their counts, and the fields they are in.
//!
//! Ranking looks up a dozen terms in every file's row, so nothing is decoded. Terms of three bytes are sorted, and next
//! to them are two bytes of counts for each. The three bytes are the upper 24 bits of a [`Term`]. With 50,000 distinct
//! terms in a project, one question term in 330 matches a different one.
//!
//! Not here: extracting terms from text (`text`), weighting terms (`prepare`).

use alloc::vec::Vec;

use crate::base::sort;
use crate::row::codec::{Reader, Writer};
use crate::text::terms::Term;

/// The parts of a file that are counted separately.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Field {
    /// The file's path, without extension.
    Path,
    /// The names of the file's definitions.
    Names,
    /// The documentation of the file and its definitions.
    Docs,
    /// The file's whole text, including names and docs.
    Body,
}

pub(crate) const N_FIELDS: usize = 4;

/// The count of a term in each [`Field`].
pub(crate) type FieldCounts = [u32; N_FIELDS];

/// Greatest number of terms in a row; beyond it, the rarest are dropped.
pub(crate) const MAX_TERMS: usize = 4_096;

/// Bits for each field in the stored 16 bits of counts; greater counts are stored as the maximum. Scores barely grow
/// beyond the maximum: with k1 = 1.2, a count of 63 has 0.98 of the greatest weight.
const COUNT_BITS: [u32; N_FIELDS] = [1, 5, 4, 6];

pub(super) const TERM_BYTES: usize = 3;

/// The terms of a file while they are counted.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct WordsRow {
    /// The number of terms in each field, including repetitions and dropped terms.
    n_terms: FieldCounts,
    /// Added terms in any order: 32 bits of term, then the field, then the count.
    added: Vec<u64>,
}

/// Bits of a count in [`WordsRow`], enough for the size of any file.
const ADDED_COUNT_BITS: u32 = 30;

impl WordsRow {
    /// Adds `n_times` to the count of a term in a field.
    pub(crate) fn add(&mut self, field: Field, term: Term, n_times: u32) {
        self.n_terms[field as usize] += n_times;
        self.push_count(field, term, n_times);
    }

    /// Records occurrences of a name that is no term. The name can be found, but does not count towards lengths, and
    /// ranks nothing.
    pub(crate) fn add_findable(&mut self, name: Term, n_times: u32) {
        self.push_count(Field::Body, name, n_times);
    }

    fn push_count(&mut self, field: Field, term: Term, n_times: u32) {
        let n_times = n_times.min((1 << ADDED_COUNT_BITS) - 1);
        self.added.push(u64::from(term) << 32 | (field as u64) << ADDED_COUNT_BITS | u64::from(n_times));
    }

    pub(crate) fn encode(self) -> Vec<u8> {
        let n_terms = self.n_terms;
        let terms = self.merge_and_truncate();
        let mut writer = Writer::default();
        n_terms.iter().for_each(|&n| writer.number(n));
        writer.count(terms.len());
        for (record, (term, _)) in writer.records(terms.len()).iter_mut().zip(&terms) {
            let [high, middle, low, _] = term.to_be_bytes();
            *record = [high, middle, low];
        }
        for (record, (_, counts)) in writer.records(terms.len()).iter_mut().zip(&terms) {
            *record = pack(counts).to_le_bytes();
        }
        writer.finish()
    }

    /// The distinct stored terms, sorted, at most [`MAX_TERMS`]. The most frequent terms are kept, and of equally
    /// frequent ones those with the lower hash.
    fn merge_and_truncate(mut self) -> Vec<(Term, FieldCounts)> {
        self.added.sort_unstable();
        let mut terms: Vec<(Term, FieldCounts)> = Vec::with_capacity(self.added.len());
        for added in self.added {
            let term = (added >> 32) as Term;
            let (field, n_times) = (added as u32 >> ADDED_COUNT_BITS, added as u32 & ((1 << ADDED_COUNT_BITS) - 1));
            if terms.last().is_none_or(|(last, _)| stored_part(*last) != stored_part(term)) {
                terms.push((term, FieldCounts::default()));
            }
            if let Some((_, counts)) = terms.last_mut() {
                counts[field as usize] = counts[field as usize].saturating_add(n_times);
            }
        }
        if terms.len() > MAX_TERMS {
            let n_times = |counts: &FieldCounts| counts.iter().map(|&n| u64::from(n)).sum::<u64>();
            sort::sort_by_key(&mut terms, |(term, counts)| (core::cmp::Reverse(n_times(counts)), *term));
            terms.truncate(MAX_TERMS);
            sort::sort_by_key(&mut terms, |(term, _)| *term);
        }
        terms
    }
}

pub(super) fn stored_part(term: Term) -> u32 {
    term >> 8
}

fn pack(counts: &FieldCounts) -> u16 {
    let mut packed = 0;
    for (&count, bits) in counts.iter().zip(COUNT_BITS) {
        packed = packed << bits | count.min((1 << bits) - 1);
    }
    packed as u16
}

fn unpack(packed: u16) -> FieldCounts {
    let mut bits_left = u32::from(packed);
    let mut counts = [0; N_FIELDS];
    for (count, bits) in counts.iter_mut().zip(COUNT_BITS).rev() {
        *count = bits_left & ((1 << bits) - 1);
        bits_left >>= bits;
    }
    counts
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct FileTerms<'b> {
    /// The number of terms in each field, including repetitions.
    pub(crate) n_terms: FieldCounts,
    terms: &'b [[u8; TERM_BYTES]],
    counts: &'b [[u8; 2]],
}

impl<'b> FileTerms<'b> {
    /// Opens a payload; `None` if it is damaged. O(1): the order of terms is not checked, so terms out of order are not
    /// found.
    pub(crate) fn read(bytes: &'b [u8]) -> Option<FileTerms<'b>> {
        let mut reader = Reader::new(bytes);
        let mut n_terms = [0; N_FIELDS];
        for n in &mut n_terms {
            *n = reader.number()?;
        }
        let n_distinct = reader.count(TERM_BYTES + 2)?;
        let (terms, _) = reader.raw(n_distinct * TERM_BYTES)?.as_chunks();
        let (counts, _) = reader.raw(n_distinct * 2)?.as_chunks();
        reader.finish().map(|()| FileTerms { n_terms, terms, counts })
    }

    /// Whether terms may have been dropped.
    pub(crate) fn is_capped(&self) -> bool {
        self.terms.len() >= MAX_TERMS
    }

    /// The number of distinct terms.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }

    /// The counts of a term; `None` if the row does not have it.
    pub(crate) fn get(&self, term: Term) -> Option<FieldCounts> {
        index_of_term(self.terms, term).map(|at| unpack(u16::from_le_bytes(self.counts[at])))
    }
}

/// The index of a term among sorted ones. Hashes are evenly distributed, so the search starts at an estimated index. It
/// takes about as many steps as the square root of the number of terms.
pub(super) fn index_of_term(terms: &[[u8; TERM_BYTES]], term: Term) -> Option<usize> {
    let wanted_part = stored_part(term);
    let part_at = |at: usize| {
        let [high, middle, low] = terms[at];
        u32::from_be_bytes([0, high, middle, low])
    };
    let n_terms = terms.len();
    let mut at = ((u64::from(wanted_part) * n_terms as u64) >> 24) as usize;
    if n_terms == 0 {
        return None;
    }
    while at > 0 && part_at(at) > wanted_part {
        at -= 1;
    }
    while at + 1 < n_terms && part_at(at) < wanted_part {
        at += 1;
    }
    (part_at(at) == wanted_part).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::stored::sample::{Random, survives_damage};

    fn row(terms: &[(Term, FieldCounts)]) -> WordsRow {
        let mut row = WordsRow::default();
        for (term, counts) in terms {
            for (field, &n_times) in [Field::Path, Field::Names, Field::Docs, Field::Body].into_iter().zip(counts) {
                row.add(field, *term, n_times);
            }
        }
        row
    }

    #[test]
    fn every_term_is_found_with_its_counts_and_no_other() {
        for seed in 0..200 {
            let mut random = Random(seed);
            let n_terms = random.below(300);
            let term = |random: &mut Random| (random.next() as u32) << 1;
            let counts = |random: &mut Random| [random.below(2), random.below(32), random.below(16), random.below(64)];
            let terms: Vec<_> = (0..n_terms).map(|_| (term(&mut random), counts(&mut random))).collect();
            let bytes = row(&terms).encode();
            let words = FileTerms::read(&bytes).unwrap();
            let sum = |field: usize| terms.iter().map(|(_, counts)| counts[field]).sum();
            assert_eq!((words.n_terms, words.len()), (core::array::from_fn(sum), terms.len()));
            for (term, counts) in &terms {
                assert_eq!(words.get(*term), Some(*counts), "seed {seed}");
                let other_term = term ^ 0x0001_0000;
                assert!(
                    words.get(other_term).is_none() || terms.iter().any(|(known, _)| known >> 8 == other_term >> 8)
                );
            }
        }
    }

    #[test]
    fn counts_beyond_the_maximum_are_stored_as_the_maximum() {
        let bytes = row(&[(7 << 8, [9, 900, 900, 900])]).encode();
        assert_eq!(FileTerms::read(&bytes).unwrap().get(7 << 8), Some([1, 31, 15, 63]));
    }

    #[test]
    fn terms_that_share_their_stored_bytes_are_counted_together() {
        let bytes = row(&[(0x0102_03ff, [0, 1, 0, 2]), (0x0102_0300, [1, 1, 1, 1])]).encode();
        assert_eq!(FileTerms::read(&bytes).unwrap().get(0x0102_0304), Some([1, 2, 1, 3]));
    }

    #[test]
    fn the_rarest_of_too_many_terms_are_dropped_in_any_order() {
        let mut terms: Vec<_> = (0..5_000u32).map(|n| (n << 12, [0, 0, 0, 1 + u32::from(n % 2 == 0)])).collect();
        let bytes = row(&terms).encode();
        terms.reverse();
        assert_eq!(bytes, row(&terms).encode());
        let words = FileTerms::read(&bytes).unwrap();
        assert_eq!(words.len(), MAX_TERMS);
        assert!((0..5_000).step_by(2).all(|n| words.get(n << 12).is_some()));
    }

    #[test]
    fn damage_is_refused_or_decoded_differently_but_never_panics() {
        let terms: Vec<_> = (1..40u32).map(|n| (n.wrapping_mul(0x9e37_79b9), [0, 1, 2, n])).collect();
        let bytes = row(&terms).encode();
        survives_damage(&bytes, |bytes| {
            let Some(words) = FileTerms::read(bytes) else { return false };
            (0..=u32::MAX)
                .step_by(1 << 26)
                .for_each(|term| assert!(words.get(term).is_none_or(|counts| counts[0] < 2)));
            true
        });
    }
}
