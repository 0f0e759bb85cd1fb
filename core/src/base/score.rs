//! Explained scores: a score is made of named factors, listed in the order of their application.

/// One factor of a score; the WIT's `types.factor`.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// The kind of evidence, in words: `names in code`.
    pub name: &'static str,
    /// The factor's contribution to the score.
    pub value: f64,
}
