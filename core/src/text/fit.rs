//! Fit: the share of a question that a text covers. It is an absolute measure; a score only ranks texts against each
//! other.

use alloc::vec::Vec;

use super::bm25::idf;
use crate::base::sort;

/// Number of a question's terms that one text can be expected to contain.
pub(crate) const MAX_FIT_TERMS: usize = 6;
/// Least number of texts that is assumed when a term is weighed: in a collection of two, frequencies say little.
pub(crate) const MIN_FIT_TEXTS: usize = 100;

/// Least fit that counts as [`Strength::Weak`]. It keeps 98 of 100 answerable questions in two sets of conversations;
/// see docs/recall.md.
pub(crate) const WEAK_FIT: f64 = 0.18;
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
    /// Sum of the [`MAX_FIT_TERMS`] heaviest weights, because no text contains most words of a long question.
    max_weight: f64,
}

impl Fit {
    /// Weighs terms by the number of texts that contain each; there are `n_texts` texts.
    pub(crate) fn new(n_with: impl Iterator<Item = u32>, n_texts: usize) -> Fit {
        let n_texts = n_texts.max(MIN_FIT_TEXTS);
        let term_weights: Vec<f64> = n_with.map(|n_with| idf(n_with, n_texts)).collect();
        let mut sorted_weights = term_weights.clone();
        sort::sort_by(&mut sorted_weights, |one, other| other.total_cmp(one));
        Fit { max_weight: sorted_weights.iter().take(MAX_FIT_TERMS).sum(), term_weights }
    }

    /// The share of the question that a text covers, from 0 to 1. `held_bits` is the bit set of the terms that the text
    /// contains.
    pub(crate) fn of(&self, held_bits: u128) -> f64 {
        let held_terms = self.term_weights.iter().enumerate().filter(|(at, _)| held_bits >> at & 1 == 1);
        let held_weight: f64 = held_terms.map(|(_, weight)| weight).sum();
        if self.max_weight > 0.0 { (held_weight / self.max_weight).min(1.0) } else { 0.0 }
    }
}
