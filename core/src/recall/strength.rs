//! How well something fits a question: apart from its score, which only tells what fits better than what.

/// How well the best record fits.
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

/// From this fit on a record is worth to be given, and from that on it fits well. The first keeps 98 of 100 questions that have an
/// answer in two conversations of people; most of the others' talk fits as well as that: see docs/recall.md.
const WEAK: f64 = 0.18;
const STRONG: f64 = 0.6;

/// What comes with the best one may hold half as much.
pub(super) const BESIDE_BEST: f64 = WEAK / 2.0;

impl Strength {
    pub(super) fn of(fit: f64) -> Strength {
        if fit >= STRONG {
            Strength::Strong
        } else if fit >= WEAK {
            Strength::Weak
        } else {
            Strength::None
        }
    }
}
