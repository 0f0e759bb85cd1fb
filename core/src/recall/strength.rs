//! The strength of the best record's fit, and the fit that other records need to be returned with it.

pub use crate::text::fit::Strength;
use crate::text::fit::WEAK_FIT;

/// The least fit of a further hit: half of [`WEAK_FIT`].
pub(super) const MIN_FURTHER_FIT: f64 = WEAK_FIT / 2.0;
