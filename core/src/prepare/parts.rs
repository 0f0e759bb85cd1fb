//! Parts of scores: the values of one kind of evidence for all candidates, on a common scale.

use alloc::vec::Vec;

use crate::base::score::Factor;

/// A named part of all candidates' scores, by index of the candidate.
pub(super) struct FactorValues {
    pub(super) name: &'static str,
    pub(super) values: Vec<f64>,
}

impl FactorValues {
    /// Scales values so that the greatest becomes `weight`; all zeros remain zeros.
    pub(super) fn scaled(name: &'static str, values: &[f64], weight: f64) -> FactorValues {
        let greatest = values.iter().copied().fold(0.0, f64::max);
        let scale = if greatest > 0.0 { weight / greatest } else { 0.0 };
        FactorValues { name, values: values.iter().map(|value| value * scale).collect() }
    }

    /// The part's addend to the score of a candidate; `None` if zero.
    pub(super) fn factor(&self, index: usize) -> Option<Factor> {
        let value = self.values[index];
        (value > 0.0).then_some(Factor { name: self.name, value })
    }
}
