//! Quoted texts and weighted files, which a host takes from one store, of code or of records, for a question to the
//! other store. Also the check of `errors`, an argument of questions to both stores.

use alloc::string::String;

use super::error::Error;

/// Greatest number of errors in a question.
const MAX_ERRORS: usize = 20;
/// Greatest length in bytes of each error in a question.
const MAX_ERROR_BYTES: usize = 16 << 10;

/// Refuses more than 20 errors, and errors of more than 16 KiB.
pub(crate) fn check_errors(errors: &[String]) -> Result<(), Error> {
    Error::check_limit("errors", errors.len(), MAX_ERRORS)?;
    Error::check_limit("bytes of an error", errors.iter().map(String::len).max().unwrap_or(0), MAX_ERROR_BYTES)
}

/// A text that is not of the code index, such as a record, which a prepared context quotes after the code.
#[cfg(feature = "graph")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BesidePiece {
    /// The piece's id in its source; for a recorded piece the record's id.
    pub id: String,
    /// In a question the text to quote; in an answer its quotation, each line of which begins with `>`.
    pub text: String,
    /// The reason for quoting the piece, in one sentence.
    pub why: String,
}

/// A file, and how relevant past work makes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightedPath {
    /// Path of the file, relative to the indexed root.
    pub path: String,
    /// How much the file counts beside others; above 0.
    pub weight: f64,
}
