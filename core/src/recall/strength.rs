//! How well the best record fits, and how well others must fit to be returned with it.

pub use crate::text::fit::Strength;
use crate::text::fit::WEAK_FIT;

/// The least fit of a further hit: half of [`WEAK_FIT`].
pub(super) const MIN_FURTHER_FIT: f64 = WEAK_FIT / 2.0;
