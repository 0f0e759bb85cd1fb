//! How well the best record fits, and what may come with it.

pub use crate::text::fit::Strength;
use crate::text::fit::WEAK_FIT;

/// The least fit of a hit beside the best one: half of [`WEAK_FIT`].
pub(super) const BESIDE_BEST: f64 = WEAK_FIT / 2.0;
