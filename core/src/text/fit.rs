//! Fit: the share of a question that a text covers. It is an absolute measure; a score only ranks texts against each
//! other.

use alloc::vec::Vec;

use super::bm25::idf;
use crate::base::sort;

/// Number of a question's terms that one text can be expected to contain; of a long question a third.
const N_FIT_TERMS: usize = 6;
const FIT_TERMS_DIVISOR: usize = 3;
/// Factor for the weight of a name that no text contains: who asks about somebody or something unknown asks elsewhere.
const UNKNOWN_NAME_FACTOR: f64 = 2.0;
/// Factor for the weight of other words that no text contains, where a text contains all words of the question that any
/// text contains, at least [`MIN_ALL_KNOWN`]: nothing fits better, and a small collection lacks many everyday words.
const ALL_KNOWN_FACTOR: f64 = 2.0 / 3.0;
const MIN_ALL_KNOWN: u32 = 2;
/// Least number of texts that is assumed when a term is weighed: in a collection of two, frequencies say little.
pub(crate) const MIN_FIT_TEXTS: usize = 100;

/// Least fit that counts as [`Strength::Weak`]: on three sets of questions for tuning it keeps 92 to 96 of 100 that have
/// an answer, and rejects over 90 of 100 that were asked about something else; see docs/recall.md.
const WEAK_FIT: f64 = 0.3;
/// Least fit that counts as [`Strength::Strong`].
const STRONG_FIT: f64 = 0.6;

/// How well the best text of an answer fits the question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// No text fits.
    #[default]
    None,
    /// The best text covers some of the question.
    Weak,
    /// The best text covers most of the question.
    Strong,
}

impl Strength {
    pub(crate) fn of(fit: f64) -> Strength {
        Strength::with_threshold(WEAK_FIT, fit)
    }

    /// The strength of a fit, with `weak` as the least fit that is not [`Strength::None`].
    pub(crate) fn with_threshold(weak: f64, fit: f64) -> Strength {
        if fit >= STRONG_FIT {
            Strength::Strong
        } else if fit >= weak {
            Strength::Weak
        } else {
            Strength::None
        }
    }
}

/// Weights of a question's terms; rarer terms weigh more.
#[derive(Debug, Default)]
pub(crate) struct Fit {
    term_weights: Vec<f64>,
    /// Sum of the heaviest weights, as many as one text can be expected to contain.
    max_weight: f64,
    /// The same for a text that contains all words that any text contains.
    max_weight_of_all_known: f64,
    /// A bit for each term that any text contains.
    known_bits: u128,
}

/// The number of the heaviest terms, of `n_terms`, that a text must contain in order to fit fully.
pub(crate) fn n_fit_terms(n_terms: usize) -> usize {
    N_FIT_TERMS.max(n_terms.div_ceil(FIT_TERMS_DIVISOR))
}

impl Fit {
    /// Weighs terms by the number of texts that contain each; there are `n_texts` texts.
    pub(crate) fn new(n_with: impl Iterator<Item = u32>, n_texts: usize) -> Fit {
        Fit::with_names(n_with.map(|n_with| (n_with, false)), n_texts)
    }

    /// As [`Fit::new`], with whether each term is a name.
    pub(crate) fn with_names(terms: impl Iterator<Item = (u32, bool)>, n_texts: usize) -> Fit {
        let n_texts = n_texts.max(MIN_FIT_TEXTS);
        let terms: Vec<(u32, bool)> = terms.collect();
        let weights = |unknown_factor: f64| -> Vec<f64> {
            let factor = |term: &(u32, bool)| match term {
                (0, true) => UNKNOWN_NAME_FACTOR,
                (0, false) => unknown_factor,
                _ => 1.0,
            };
            terms.iter().map(|term| factor(term) * idf(term.0, n_texts)).collect()
        };
        let known_terms = terms.iter().enumerate().filter(|(_, (n_with, _))| *n_with > 0);
        let known_bits = known_terms.fold(0, |bits, (at, _)| bits | 1 << at);
        let term_weights = weights(1.0);
        let has_unknown_name = terms.contains(&(0, true));
        let factor_of_all_known = if has_unknown_name { 1.0 } else { ALL_KNOWN_FACTOR };
        Fit {
            max_weight: sum_of_heaviest(term_weights.clone()),
            max_weight_of_all_known: sum_of_heaviest(weights(factor_of_all_known)),
            term_weights,
            known_bits,
        }
    }

    /// The share of the question that a text covers, from 0 to 1. `held_bits` is the bit set of the terms that the text
    /// contains.
    pub(crate) fn of(&self, held_bits: u128) -> f64 {
        let held_terms = self.term_weights.iter().enumerate().filter(|(at, _)| held_bits >> at & 1 == 1);
        let held_weight: f64 = held_terms.map(|(_, weight)| weight).sum();
        let has_all_known = held_bits == self.known_bits && held_bits.count_ones() >= MIN_ALL_KNOWN;
        let max_weight = if has_all_known { self.max_weight_of_all_known } else { self.max_weight };
        if max_weight > 0.0 { (held_weight / max_weight).min(1.0) } else { 0.0 }
    }
}

/// The sum of as many of the heaviest weights as one text can be expected to contain.
fn sum_of_heaviest(mut weights: Vec<f64>) -> f64 {
    sort::sort_by(&mut weights, |one, other| other.total_cmp(one));
    weights.iter().take(n_fit_terms(weights.len())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fit of a text with the first terms. Each term is given by the number of 1,000 texts that have it; those that
    /// end with `true` are names.
    fn fit_of_first(n_held: u32, terms: &[(u32, bool)]) -> f64 {
        Fit::with_names(terms.iter().copied(), 1_000).of((1 << n_held) - 1)
    }

    /// Six words that nobody wonders at once made any text fit a question of a hundred words.
    #[test]
    fn of_a_long_question_a_third_must_be_there() {
        let long_question = [(10, false); 90];
        assert!(fit_of_first(6, &long_question) < 0.3 && fit_of_first(30, &long_question) > 0.99);
        assert!(fit_of_first(6, &long_question[..18]) > 0.99 && fit_of_first(3, &long_question[..3]) > 0.99);
    }

    #[test]
    fn a_name_that_nobody_knows_asks_for_another_place() {
        let question = |is_name| [(20, false), (30, false), (0, is_name)];
        assert!(fit_of_first(1, &question(true)) < 0.75 * fit_of_first(1, &question(false)));
    }

    #[test]
    fn a_text_with_every_word_that_any_text_has_fits_better_though_others_are_unknown() {
        let question = [(5, false), (8, false), (0, false), (0, false), (0, false), (0, false)];
        assert!(Strength::of(fit_of_first(2, &question)) == Strength::Weak);
        assert!(Strength::of(fit_of_first(1, &question)) == Strength::None);
        let of_somebody = [(5, false), (8, false), (0, false), (0, false), (0, false), (0, true)];
        assert!(Strength::of(fit_of_first(2, &of_somebody)) == Strength::None);
    }
}
