//! Errors: one case for each action that a caller can take. A refused call has changed nothing.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The only error type of the public interface; the WIT's `types.error` case by case.
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// An argument is invalid: correct it.
    Invalid {
        /// The argument's name in the WIT.
        argument: &'static str,
        /// The requirement that the argument does not meet.
        why: String,
    },
    /// An argument is too large: send less.
    TooLarge(Limit),
    /// No further file can be added to this store, even after removing others.
    Full(Limit),
    /// Nothing has this name: check it.
    Unknown {
        /// The name as requested; a long one is cut.
        name: String,
        /// Similar names, best first, at most 5.
        suggestions: Vec<String>,
        /// For a name in code: an import of the name from outside the index; `None` if no file has one. Boxed to keep
        /// `Error` small.
        imported: Option<Box<ImportedName>>,
        /// For a name in code: at most 10 places where it occurs, as `path:line`, then paths of files that may
        /// contain it.
        named_in: Vec<String>,
    },
    /// The name has several meanings: choose one of the candidates.
    Ambiguous {
        /// The name as requested; a long one is cut.
        name: String,
        /// The best candidates, at most 100.
        candidates: Vec<Candidate>,
        /// The total number of candidates.
        n_candidates: u32,
    },
    /// The ticket is from an older generation: ask from the start.
    Stale,
    /// Writing needs an instance opened for writing.
    ReadOnly,
    /// A newer release wrote the rows, in this format: upgrade.
    NewerFormat(u32),
    /// A window cannot be pruned to its budget: raise the budget to the actual value, unpin parts, or send less.
    Floor(Limit),
    /// Another process changed the window or session: open or load it again.
    Conflict,
    /// The item with this id was stored for a limited time, which is over.
    Expired(String),
    /// Nothing was ever indexed: index first.
    NotIndexed,
    /// The item with this id was never kept, because it contained a secret and the settings refuse secrets.
    Withheld(String),
}

/// A limit that was exceeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The measured quantity, in words: `items in a batch`.
    pub what: &'static str,
    /// The measured value.
    pub actual: u64,
    /// The greatest value allowed.
    pub limit: u64,
}

/// A symbol or file that an ambiguous name may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The id of the symbol or file, with which the call can be repeated.
    pub id: String,
    /// Its kind, in snake_case.
    pub kind: String,
    /// The path of its file.
    pub path: String,
    /// Its first line, 1-based; 0 for a file in a question about records.
    pub first_line: u32,
}

/// A name that a file imports from outside the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedName {
    /// The name as imported: the requested one, or its first or last part.
    pub name: String,
    /// The path of the importing file.
    pub path: String,
    /// The line of the import, 1-based.
    pub first_line: u32,
}

impl Error {
    pub(crate) fn invalid(argument: &'static str, why: impl Into<String>) -> Error {
        Error::Invalid { argument, why: why.into() }
    }

    /// An error for a name that nothing has; a long name is cut.
    pub(crate) fn unknown(name: &str, suggestions: Vec<String>) -> Error {
        Error::Unknown { name: repeated_argument(name), suggestions, imported: None, named_in: Vec::new() }
    }

    /// An error for a call about a window before one is open.
    pub fn no_window() -> Error {
        Error::invalid("window", "none is open")
    }

    /// An error if `actual` is above `limit`.
    pub(crate) fn check_limit(what: &'static str, actual: usize, limit: usize) -> Result<(), Error> {
        if actual <= limit {
            Ok(())
        } else {
            Err(Error::TooLarge(Limit { what, actual: actual as u64, limit: limit as u64 }))
        }
    }
}

/// Greatest number of names that an error suggests.
#[cfg(feature = "records")]
pub(crate) const MAX_SUGGESTED: usize = 5;
/// Greatest number of bytes of an argument that an error repeats.
const MAX_REPEATED_BYTES: usize = 200;

/// The beginning of an argument, as an error repeats it; a short argument whole.
pub(crate) fn repeated_argument(argument: &str) -> String {
    match argument.len() <= MAX_REPEATED_BYTES {
        true => argument.to_owned(),
        false => format!("{}…", &argument[..argument.floor_char_boundary(MAX_REPEATED_BYTES)]),
    }
}

impl core::fmt::Display for Error {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Error::Invalid { argument, why } => write!(out, "invalid {argument}: {why}"),
            Error::TooLarge(exceeded) => {
                write!(out, "{} {}, at most {} allowed", exceeded.actual, exceeded.what, exceeded.limit)
            }
            Error::Full(exceeded) => write!(
                out,
                "no further file can be added to this store: {} {}, at most {}",
                exceeded.actual, exceeded.what, exceeded.limit
            ),
            Error::Unknown { name, .. } => write!(out, "nothing is named {name:?}"),
            Error::Ambiguous { name, candidates, n_candidates } => {
                let what = if candidates.iter().all(|one| one.first_line == 0) { "files" } else { "symbols" };
                write!(out, "{name:?} could mean {n_candidates} {what}")
            }
            Error::Stale => write!(out, "the ticket is of an older generation"),
            Error::ReadOnly => write!(out, "opened for reading only"),
            Error::NewerFormat(format) => write!(out, "rows of format {format}, written by a newer release"),
            Error::Floor(exceeded) => {
                write!(
                    out,
                    "{} {} cannot be pruned, and the budget is {}",
                    exceeded.actual, exceeded.what, exceeded.limit
                )
            }
            Error::Conflict => write!(out, "another process changed the window"),
            Error::Expired(id) => write!(out, "the original of {id:?} is no longer kept"),
            Error::NotIndexed => write!(out, "nothing was ever indexed"),
            Error::Withheld(id) => write!(out, "the original of {id:?} held a secret, and was not kept"),
        }
    }
}

impl core::error::Error for Error {}
