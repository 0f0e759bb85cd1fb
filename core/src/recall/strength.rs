//! The strength of the best fit, and the fit that each record needs to be returned.

pub use crate::text::fit::Strength;

/// The number of the first records of which the one that fits best says how well the question is answered.
pub(super) const N_GATE_RECORDS: usize = 10;
/// The least fit of a hit, where some record fits well enough.
pub(super) const MIN_FURTHER_FIT: f64 = 0.09;
