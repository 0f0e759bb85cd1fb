//! Results of one store that a host passes to a question to the other one, and arguments that both have.

use alloc::string::String;

use super::error::Error;

/// Greatest number of errors in a question, and greatest length of each in bytes.
const MAX_ERRORS: usize = 20;
const MAX_ERROR_BYTES: usize = 16 << 10;

/// Checks the errors in a question.
pub(crate) fn check_errors(errors: &[String]) -> Result<(), Error> {
    Error::check_limit("errors", errors.len(), MAX_ERRORS)?;
    Error::check_limit("bytes of an error", errors.iter().map(String::len).max().unwrap_or(0), MAX_ERROR_BYTES)
}

/// A text that is quoted beside the code in a context.
#[cfg(feature = "graph")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BesidePiece {
    /// The piece's id in its source; for a recorded piece the record's id.
    pub id: String,
    /// The lines to quote.
    pub text: String,
    /// The reason for it, in one sentence.
    pub why: String,
}

/// A file with a weight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightedPath {
    /// The file's path.
    pub path: String,
    /// Evidence for the file; above 0.
    pub weight: f64,
}
