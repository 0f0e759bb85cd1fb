//! Parts of a score: what one kind of evidence says of every candidate, on a common scale.

use alloc::vec::Vec;

use crate::graph::query::Factor;

/// A named part of every candidate's score, by place.
pub(super) struct Part {
    pub(super) name: &'static str,
    pub(super) values: Vec<f64>,
}

impl Part {
    /// Scales values so that the greatest is `weight`; all zero stays so.
    pub(super) fn scaled(name: &'static str, values: &[f64], weight: f64) -> Part {
        let greatest = values.iter().copied().fold(0.0, f64::max);
        let scale = if greatest > 0.0 { weight / greatest } else { 0.0 };
        Part { name, values: values.iter().map(|value| value * scale).collect() }
    }

    /// What it adds to the score of one candidate, where it adds anything.
    pub(super) fn factor(&self, place: usize) -> Option<Factor> {
        let value = self.values[place];
        (value > 0.0).then_some(Factor { name: self.name, value })
    }
}
