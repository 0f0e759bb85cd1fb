//! Why a store cannot be read or written: one case for each thing that can be done about it.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use scrubjay_store::Fault;

use super::lock::Holder;

/// A refusal of a store. It has changed nothing.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// There is none here.
    Missing {
        /// Where it would be.
        path: PathBuf,
    },
    /// Another process writes to it, or died and could not be proved dead.
    Locked {
        /// The lock file; removing it frees the store.
        path: PathBuf,
        /// Who holds it, where the file says so.
        holder: Option<Holder>,
    },
    /// It, its folder or its file system may not be written.
    ReadOnly(Option<io::Error>),
    /// No space is left: on the disk, for this user, or for a file of this size.
    Full(io::Error),
    /// Its file is damaged, as the words tell.
    Damaged(String),
    /// Its last writer died, and it must be opened for writing once before it can be read.
    Unclosed,
    /// It was written in a format that this release does not know.
    Format {
        /// What it says.
        found: u64,
        /// What this release writes.
        known: u64,
    },
    /// Somebody else wrote to it in the meantime.
    Conflict {
        /// The generation that the change began from.
        expected: u64,
        /// The generation it is at.
        found: u64,
    },
    /// An earlier fault closed it: it must be opened anew.
    Closed,
    /// Any other fault of the file system.
    Io(io::Error),
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> StoreError {
        match fault {
            Fault::ReadOnly(error) => StoreError::ReadOnly(Some(error)),
            Fault::Full(error) => StoreError::Full(error),
            Fault::Damaged(how) => StoreError::Damaged(how),
            Fault::Unclosed => StoreError::Unclosed,
            Fault::Format { found, known } => StoreError::Format { found, known },
            Fault::Conflict { expected, found } => StoreError::Conflict { expected, found },
            Fault::Closed => StoreError::Closed,
            Fault::Io(error) => StoreError::Io(error),
            // A fault that a later release of the tables adds.
            other => StoreError::Io(io::Error::other(other)),
        }
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> StoreError {
        Fault::from(error).into()
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Missing { path } => write!(f, "no store at {}", path.display()),
            StoreError::Locked { holder: Some(holder), .. } => write!(f, "the store is being written by {holder}"),
            StoreError::Locked { holder: None, path } => write!(f, "the store is locked by {}", path.display()),
            StoreError::ReadOnly(_) => write!(f, "the store may not be written"),
            StoreError::Full(_) => write!(f, "no space is left for the store"),
            StoreError::Damaged(how) => write!(f, "the store is damaged: {how}"),
            StoreError::Unclosed => write!(f, "the store was not closed by its last writer"),
            StoreError::Format { found, known } => {
                write!(f, "the store has format {found}, and this release knows format {known}")
            }
            StoreError::Conflict { expected, found } => {
                write!(f, "the store is at generation {found} where {expected} was expected")
            }
            StoreError::Closed => write!(f, "an earlier fault closed the store"),
            StoreError::Io(_) => write!(f, "the store cannot be reached"),
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            StoreError::ReadOnly(Some(error)) | StoreError::Full(error) | StoreError::Io(error) => Some(error),
            _ => None,
        }
    }
}
