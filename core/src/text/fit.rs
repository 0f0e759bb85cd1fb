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
        let factor = |n_with, is_name| if n_with == 0 && is_name { UNKNOWN_NAME_FACTOR } else { 1.0 };
        let weight = |(n_with, is_name)| factor(n_with, is_name) * idf(n_with, n_texts);
        let term_weights: Vec<f64> = terms.map(weight).collect();
        let mut sorted_weights = term_weights.clone();
        sort::sort_by(&mut sorted_weights, |one, other| other.total_cmp(one));
        Fit { max_weight: sorted_weights.iter().take(n_fit_terms(term_weights.len())).sum(), term_weights }
    }

    /// The share of the question that a text covers, from 0 to 1. `held_bits` is the bit set of the terms that the text
    /// contains.
    pub(crate) fn of(&self, held_bits: u128) -> f64 {
        let held_terms = self.term_weights.iter().enumerate().filter(|(at, _)| held_bits >> at & 1 == 1);
        let held_weight: f64 = held_terms.map(|(_, weight)| weight).sum();
        if self.max_weight > 0.0 { (held_weight / self.max_weight).min(1.0) } else { 0.0 }
    }
}
