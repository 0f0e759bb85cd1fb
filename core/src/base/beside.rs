//! What one store has found for a question to the other, as a host hands it on; and what both are asked with.

use alloc::string::String;

use super::error::Error;

/// The most errors in hand, and the bytes of each.
const MAX_ERRORS: usize = 20;
const MAX_ERROR_BYTES: usize = 16 << 10;

/// Checks the errors in hand of a question.
pub(crate) fn check_errors(errors: &[String]) -> Result<(), Error> {
    Error::check_limit("errors", errors.len(), MAX_ERRORS)?;
    Error::check_limit("bytes of an error", errors.iter().map(String::len).max().unwrap_or(0), MAX_ERROR_BYTES)
}

/// A text that stands beside the code in a context, as a quotation.
#[cfg(feature = "graph")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BesidePiece {
    /// The id of the piece, as its source names it: of a recorded piece the record's id.
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
