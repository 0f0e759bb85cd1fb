//! How well something fits a question: apart from its score, which only tells what fits better than what.

use alloc::vec::Vec;

use super::bm25::rarity;
use crate::base::sort;

/// The number of a question's terms that one text may be expected to hold.
pub(crate) const FIT_TERMS: usize = 6;
/// How much a term says is judged as among at least so many texts: that one of two holds it says little, and that none of two does
/// hardly more.
pub(crate) const FIT_TEXTS: usize = 100;

/// From this fit on something is worth to be given, and from that on it fits well. The first keeps 98 of 100 questions that have an
/// answer in two conversations of people; most of the others' talk fits as well as that: see docs/recall.md.
pub(crate) const WEAK: f64 = 0.18;
const STRONG: f64 = 0.6;

/// How well the best of an answer fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Nothing fits.
    #[default]
    None,
    /// It has something of the question.
    Weak,
    /// It has most of what the question says.
    Strong,
}

impl Strength {
    pub(crate) fn of(fit: f64) -> Strength {
        Strength::from(WEAK, fit)
    }

    /// The strength of a fit where less than `weak` is none.
    pub(crate) fn from(weak: f64, fit: f64) -> Strength {
        if fit >= STRONG {
            Strength::Strong
        } else if fit >= weak {
            Strength::Weak
        } else {
            Strength::None
        }
    }
}

/// The weight of each term of a question: the fewer texts have it, the greater.
#[derive(Debug, Default)]
pub(crate) struct Fit {
    terms: Vec<f64>,
    /// The weights of the [`FIT_TERMS`] heaviest terms together, as no text holds most of the words of a long question.
    most: f64,
}

impl Fit {
    /// Weighs terms by the number of texts that have each, among `n_texts`.
    pub(crate) fn new(n_with: impl Iterator<Item = u32>, n_texts: usize) -> Fit {
        let n_texts = n_texts.max(FIT_TEXTS);
        let terms: Vec<f64> = n_with.map(|n_with| rarity(n_with, n_texts)).collect();
        let mut most = terms.clone();
        sort::sort_by(&mut most, |one, other| other.total_cmp(one));
        Fit { most: most.iter().take(FIT_TERMS).sum(), terms }
    }

    /// The share of a question, from 0 to 1, that a text holds which has these of its terms, by their places.
    pub(crate) fn of(&self, held: u128) -> f64 {
        let held = self.terms.iter().enumerate().filter(|(at, _)| held >> at & 1 == 1);
        let held: f64 = held.map(|(_, says)| says).sum();
        if self.most > 0.0 { (held / self.most).min(1.0) } else { 0.0 }
    }
}
