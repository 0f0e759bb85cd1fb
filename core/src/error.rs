//! Why a call was refused: one case for each thing a caller can do about it. A refused call has changed nothing.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The one error of the door; the WIT's `types.error` case by case.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// Mend the argument.
    Invalid {
        /// The argument's name in the WIT.
        argument: &'static str,
        /// What its documentation asks for.
        why: String,
    },
    /// Send less.
    TooLarge(Limit),
    /// The memory cap would be passed.
    Full(Limit),
    /// Check the name.
    Unknown {
        /// As it was asked for; of a long one the beginning.
        name: String,
        /// Names that come close, best first, at most 5.
        suggestions: Vec<String>,
    },
    /// Choose one.
    Ambiguous {
        /// As it was asked for; of a long one the beginning.
        name: String,
        /// The best candidates, at most 20.
        candidates: Vec<Candidate>,
        /// How many there are in all.
        n_candidates: u32,
    },
    /// The ticket is of an older generation.
    Stale,
    /// Writing needs an instance opened for writing.
    ReadOnly,
    /// The rows are of a newer format.
    NewerFormat(u32),
}

/// A limit, and what went past it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What was measured, in words.
    pub what: &'static str,
    /// What came.
    pub actual: u64,
    /// What is allowed.
    pub most: u64,
}

/// One meaning of an ambiguous name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The symbol's id.
    pub id: String,
    /// Its file.
    pub path: String,
    /// Its first line.
    pub first_line: u32,
}

impl Error {
    pub(crate) fn invalid(argument: &'static str, why: impl Into<String>) -> Error {
        Error::Invalid { argument, why: why.into() }
    }

    /// Refuses what is over a limit.
    pub(crate) fn check_limit(what: &'static str, actual: usize, most: usize) -> Result<(), Error> {
        if actual <= most {
            Ok(())
        } else {
            Err(Error::TooLarge(Limit { what, actual: actual as u64, most: most as u64 }))
        }
    }
}

/// The most bytes of an argument that an error repeats.
const MOST_REPEATED: usize = 200;

/// An argument for an error's text: whole, or of a long one the beginning.
pub(crate) fn repeated(argument: &str) -> String {
    match argument.len() <= MOST_REPEATED {
        true => argument.to_owned(),
        false => format!("{}…", &argument[..argument.floor_char_boundary(MOST_REPEATED)]),
    }
}

impl core::fmt::Display for Error {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Error::Invalid { argument, why } => write!(out, "invalid {argument}: {why}"),
            Error::TooLarge(limit) => write!(out, "{} {}, at most {} allowed", limit.actual, limit.what, limit.most),
            Error::Full(limit) => write!(out, "memory full: {} {}, at most {}", limit.actual, limit.what, limit.most),
            Error::Unknown { name, .. } => write!(out, "nothing is named {name:?}"),
            Error::Ambiguous { name, n_candidates, .. } => write!(out, "{name:?} could mean {n_candidates} symbols"),
            Error::Stale => write!(out, "the ticket is of an older generation"),
            Error::ReadOnly => write!(out, "opened for reading only"),
            Error::NewerFormat(format) => write!(out, "rows of format {format}, written by a newer release"),
        }
    }
}

impl core::error::Error for Error {}
