//! Errors of this library: one case for each action that a caller can take.

use std::error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::guest::GuestError;
use crate::shown::one_line;
use crate::store::StoreError;
use crate::wit::types;

/// A failed call of this library. Work that was committed before the failure stays.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The folder to index does not exist or cannot be reached.
    NoFolder {
        /// The path as given.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Neither this folder nor one above it has an index.
    NotIndexed {
        /// The folder, or the start of the search upwards.
        from: PathBuf,
    },
    /// A path leads out of the indexed folder.
    OutsideRoot {
        /// The path as given.
        path: PathBuf,
        /// The indexed folder.
        root: PathBuf,
    },
    /// A path is not Unicode.
    NotUnicode {
        /// The path as given.
        path: PathBuf,
    },
    /// The store cannot be used, or refused a commit: the case says why.
    Store(StoreError),
    /// The component could not be run, or trapped.
    Guest(GuestError),
    /// The component refused a call, which changed nothing: the case says why.
    Refused(types::Error),
    /// A call did not end after ten thousand requests for data, or a request to a tool after a thousand questions: more
    /// than any needs.
    Unanswered {
        /// The function that was called.
        call: &'static str,
    },
    /// The component broke its own contract.
    Contract {
        /// The function that was called.
        call: &'static str,
        /// The fault in its answer.
        what: &'static str,
    },
    /// The component requests more of a language than a packed tree can hold.
    Grammar {
        /// The name of the language.
        language: String,
    },
    /// The caller cancelled the work. Committed work stays, and the next run continues from there.
    Stopped,
    /// The system returned no random bytes.
    Entropy,
    /// The caller's model failed, with this message.
    Model(String),
}

impl Error {
    /// The stable name of the case, for programs: the same in every binding of this library.
    pub fn code(&self) -> &'static str {
        match self {
            Error::NoFolder { .. } => "no_folder",
            Error::NotIndexed { .. } => "not_indexed",
            Error::OutsideRoot { .. } => "outside_root",
            Error::NotUnicode { .. } => "not_unicode",
            Error::Store(error) => error.code(),
            Error::Guest(GuestError::Incompatible(_)) => "incompatible",
            Error::Refused(error) => refusal_code(error),
            Error::Stopped => "stopped",
            Error::Model(_) => "model",
            Error::Guest(GuestError::Stopped { .. })
            | Error::Unanswered { .. }
            | Error::Contract { .. }
            | Error::Grammar { .. }
            | Error::Entropy => "component",
        }
    }
}

fn refusal_code(error: &types::Error) -> &'static str {
    match error {
        types::Error::Invalid(_) => "invalid",
        types::Error::TooLarge(_) => "too_large",
        types::Error::Full(_) => "full",
        types::Error::Unknown(_) => "unknown",
        types::Error::Ambiguous(_) => "ambiguous",
        types::Error::Stale => "stale",
        types::Error::ReadOnly => "read_only",
        types::Error::NewerFormat(_) => "newer_format",
        types::Error::Floor(_) => "floor",
        types::Error::Conflict => "conflict",
        types::Error::Expired(_) => "expired",
        types::Error::NotIndexed => "not_indexed",
        types::Error::Withheld(_) => "withheld",
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        Error::Store(error)
    }
}

impl From<GuestError> for Error {
    fn from(error: GuestError) -> Error {
        Error::Guest(error)
    }
}

impl fmt::Display for Error {
    /// On one line: line ends in quoted texts are escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(&ErrorText(self).to_string()))
    }
}

/// An error as text, which may contain line ends.
struct ErrorText<'e>(&'e Error);

impl fmt::Display for ErrorText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Error::NoFolder { path, .. } => write!(f, "{} is no folder that can be read", path.display()),
            Error::NotIndexed { from } => write!(f, "{} was never indexed", from.display()),
            Error::OutsideRoot { path, root } => {
                write!(f, "{} lies outside the indexed folder {}", path.display(), root.display())
            }
            Error::NotUnicode { path } => write!(f, "the path {} is not Unicode", path.display()),
            Error::Store(error) => error.fmt(f),
            Error::Guest(error) => error.fmt(f),
            Error::Refused(error) => refusal(error, f),
            Error::Unanswered { call } => write!(f, "{call} asked for rows without end"),
            Error::Contract { call, what } => write!(f, "{call} broke the component's contract: {what}"),
            Error::Grammar { language } => write!(f, "the component wants too many kinds of {language}"),
            Error::Stopped => write!(f, "stopped"),
            Error::Entropy => write!(f, "the system gave no random bytes"),
            Error::Model(why) => write!(f, "the model failed: {why}"),
        }
    }
}

/// Writes a refusal of the component as a sentence for people.
fn refusal(error: &types::Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match error {
        types::Error::Invalid(invalid) => write!(f, "{} is not valid: {}", invalid.argument, invalid.why),
        types::Error::TooLarge(excess) => write!(f, "{} {} (at most {})", excess.actual, excess.what, excess.limit),
        types::Error::Full(excess) => {
            write!(f, "nothing more can be added to this store: {} {} of {}", excess.actual, excess.what, excess.limit)
        }
        types::Error::Unknown(unknown) => write!(f, "nothing is called {}", unknown.name),
        types::Error::Ambiguous(ambiguity) => {
            let what = if ambiguity.candidates.iter().all(|one| one.first_line == 0) { "files" } else { "symbols" };
            write!(f, "{} could mean {} {what}", ambiguity.name, ambiguity.n_candidates)
        }
        types::Error::Stale => write!(f, "the store was written while the question was being answered"),
        types::Error::ReadOnly => write!(f, "the memory was opened for reading"),
        types::Error::NewerFormat(format) => write!(f, "the rows have format {format}, which a newer release wrote"),
        types::Error::Floor(excess) => {
            write!(f, "{} {} cannot be pruned, and the most is {}: raise it", excess.actual, excess.what, excess.limit)
        }
        types::Error::Conflict => write!(f, "another process was first: load the window or the session again"),
        types::Error::Expired(id) => write!(f, "the original of {id} is no longer kept"),
        types::Error::NotIndexed => write!(f, "nothing was ever indexed here"),
        types::Error::Withheld(id) => {
            write!(f, "the original of {id} held a secret, and was not kept: whoever pushed it has it")
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Error::NoFolder { source, .. } => Some(source),
            // Displayed as the error itself, so the chain continues with its source.
            Error::Store(error) => error.source(),
            Error::Guest(error) => error.source(),
            _ => None,
        }
    }
}
