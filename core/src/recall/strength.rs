//! How well the best record fits, and what may come with it.

pub use crate::text::fit::Strength;
use crate::text::fit::WEAK;

/// What comes with the best one may hold half as much.
pub(super) const BESIDE_BEST: f64 = WEAK / 2.0;
