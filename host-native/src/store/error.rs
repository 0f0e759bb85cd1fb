//! Errors of a store, with one case for each way in which a caller may react.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use scrubjay_store::{Fault, damage_in_words};

use super::holder::Holder;
use crate::open::NotOrdinary;
use crate::shown;

/// Why a store failed; the failed call has changed nothing.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no store here.
    Missing {
        /// The path it would have.
        path: PathBuf,
    },
    /// The store was not made by this user: its stamp is unknown, so it is not read. The next index run remakes it.
    Foreign {
        /// The path of its file.
        path: PathBuf,
    },
    /// A link, or something else than a regular file or folder, has the name of a file of ours; it is not followed.
    Link {
        /// The path in question; the right file is created once it is removed.
        path: PathBuf,
    },
    /// The file is the memory of another project.
    OtherProject {
        /// The file.
        path: PathBuf,
        /// The id of the project whose memory was expected.
        project: String,
        /// The id of the project that the file names.
        found: String,
    },
    /// Another process is writing to the store.
    Locked {
        /// The path of the lock file.
        path: PathBuf,
        /// The holder, if the file names one.
        holder: Option<Holder>,
        /// Whether the holder certainly lives. A holder on another machine or in another process namespace may have
        /// died; then removing the lock file frees the store.
        judged: bool,
    },
    /// The store, its folder or its file system is read-only.
    ReadOnly(Option<io::Error>),
    /// There is no space left on the disk, in the user's quota, or for a file of this size.
    DiskFull(io::Error),
    /// The store's file is damaged, as this text describes.
    Damaged(String),
    /// The last writer died, and the store must be opened for writing once before it can be read.
    Unclosed,
    /// The store has an older format than this release reads, or a newer one.
    Format {
        /// The format of the file.
        found: u64,
        /// The format that this release writes.
        known: u64,
    },
    /// Another writer committed in the meantime.
    Conflict {
        /// The generation that the change started from.
        expected: u64,
        /// The current generation.
        found: u64,
    },
    /// An earlier fault closed the store, which must be opened again.
    Closed,
    /// Any other fault of the file system.
    Io(io::Error),
}

impl StoreError {
    /// The stable name of the case, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            StoreError::Missing { .. } => "not_indexed",
            StoreError::Foreign { .. } => "foreign",
            StoreError::Link { .. } => "link",
            StoreError::OtherProject { .. } => "other_project",
            StoreError::Locked { .. } => "locked",
            StoreError::ReadOnly(_) => "read_only",
            StoreError::DiskFull(_) => "disk_full",
            StoreError::Damaged(_) => "damaged",
            StoreError::Unclosed => "unclosed",
            StoreError::Format { found, known } if found < known => "older_format",
            StoreError::Format { .. } => "newer_format",
            StoreError::Conflict { .. } => "conflict",
            StoreError::Closed | StoreError::Io(_) => "io",
        }
    }
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> StoreError {
        match fault {
            Fault::ReadOnly(error) => StoreError::ReadOnly(Some(error)),
            Fault::DiskFull(error) => StoreError::DiskFull(error),
            Fault::Damaged(how) => StoreError::Damaged(how),
            Fault::Unclosed => StoreError::Unclosed,
            Fault::Format { found, known } => StoreError::Format { found, known },
            Fault::Conflict { expected, found } => StoreError::Conflict { expected, found },
            Fault::OtherProject { project, found } => StoreError::OtherProject { path: PathBuf::new(), project, found },
            Fault::Closed => StoreError::Closed,
            Fault::Io(error) => StoreError::Io(error),
            // A fault that a later release of the tables adds.
            other => StoreError::Io(io::Error::other(other)),
        }
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> StoreError {
        match NotOrdinary::of(&error) {
            Some(NotOrdinary { path, .. }) => StoreError::Link { path: path.clone() },
            None => Fault::from(error).into(),
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Missing { path } => write!(f, "no store at {}", shown::path(path)),
            StoreError::Foreign { path } => write!(f, "the index {} was not made by this user", shown::path(path)),
            StoreError::Link { path } => {
                write!(f, "{} is a link or no plain file, and is neither followed nor written to", shown::path(path))
            }
            StoreError::OtherProject { path, project, found } => write!(
                f,
                "{} is the memory of the project {found}, and lies in the place of that of {project}",
                shown::path(path)
            ),
            StoreError::Locked { holder: Some(holder), .. } => write!(f, "the store is being written by {holder}"),
            StoreError::Locked { holder: None, path, .. } => write!(f, "the store is locked by {}", shown::path(path)),
            StoreError::ReadOnly(_) => write!(f, "the store may not be written"),
            StoreError::DiskFull(_) => write!(f, "no space is left for the store"),
            StoreError::Damaged(how) => write!(f, "the store is damaged: {}", damage_in_words(how)),
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
            StoreError::ReadOnly(Some(error)) | StoreError::DiskFull(error) | StoreError::Io(error) => Some(error),
            _ => None,
        }
    }
}
