//! What one store has found for a question to the other, as a host hands it on.

use alloc::string::String;

/// A text that stands beside the code in a context, as a quotation.
#[cfg(feature = "graph")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BesidePiece {
    /// What it is, as whoever found it names it: of what was recorded the id.
    pub id: String,
    /// Lines of a quotation.
    pub text: String,
    /// The reason, in one sentence.
    pub why: String,
}

/// A file, and how much speaks for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightedPath {
    /// The file.
    pub path: String,
    /// Over 0.
    pub weight: f64,
}
