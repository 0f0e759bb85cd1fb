//! How well something fits a question: apart from its score, which only tells what fits better than what.

/// So many terms of a question are as much as one text may be expected to hold.
pub(crate) const FIT_TERMS: usize = 6;

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
