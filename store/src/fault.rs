//! Converts redb's errors to cases that a caller can act on.

use std::error::Error;
use std::fmt;
use std::io;
use std::panic::{self, AssertUnwindSafe, catch_unwind};

use crate::tables::FORMAT_VERSION;

/// An error of a store's file, with one case for each way in which a caller may react. The failed operation changed
/// nothing. One exception: if the last bytes of a commit fail to be written, reopening the file may find the commit.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The file may not be written.
    ReadOnly(io::Error),
    /// There is no space left.
    DiskFull(io::Error),
    /// The file is damaged, as the text describes.
    Damaged(String),
    /// The last writer died; the file must be opened for writing before it can be read.
    Unclosed,
    /// The file has an older format than this release reads, or a newer one.
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
    /// The file is the memory of another project.
    OtherProject {
        /// The id of the expected project.
        project: String,
        /// The id of the project in the file.
        found: String,
    },
    /// The file was closed by an earlier fault, and must be opened again.
    Closed,
    /// Any other error of the underlying storage.
    Io(io::Error),
}

/// The description of damage that redb found; redb's own message follows in brackets.
const NOT_AS_WRITTEN: &str = "a page is not as it was written";

/// The description of a file's damage, without redb's own message.
pub fn damage_in_words(how: &str) -> &str {
    how.find(NOT_AS_WRITTEN).map_or(how, |at| &how[..at + NOT_AS_WRITTEN.len()])
}

fn found_by_redb(words: &str) -> Fault {
    Fault::Damaged(format!("{NOT_AS_WRITTEN} ({words})"))
}

/// Runs an operation on a file and reports a panic as damage: redb trusts a closed file, and may panic if it was
/// altered since.
///
/// A panic that cannot be caught, as in WebAssembly, is a trap, which the caller must treat the same way.
///
/// # Errors
///
/// Errors of the operation, and [`Fault::Damaged`].
pub fn guarded<T, E: From<Fault>>(operation: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(operation)).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
        let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
        Err(found_by_redb(&words.unwrap_or_else(|| "its pages make no sense".to_owned())).into())
    })
}

/// Suppresses the messages of redb's panics, which are reported as damage anyway. For programs only: it replaces the
/// process's panic hook.
pub fn silence_damage() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !info.location().is_some_and(|at| at.file().contains("redb-")) {
            usual(info);
        }
    }));
}

/// Converts an error of redb; one without a case of its own counts as damage.
pub fn fault(error: impl Into<redb::Error>) -> Fault {
    match error.into() {
        redb::Error::Io(error) => match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => found_by_redb(&error.to_string()),
            _ => Fault::from(error),
        },
        redb::Error::RepairAborted => Fault::Unclosed,
        // redb numbers its own file formats; one that it no longer reads is older than all of ours.
        redb::Error::UpgradeRequired(_) => Fault::Format { found: 0, known: FORMAT_VERSION },
        redb::Error::DatabaseAlreadyOpen | redb::Error::LockProtocolMismatch => {
            Fault::Io(io::Error::from(io::ErrorKind::ResourceBusy))
        }
        redb::Error::PreviousIo | redb::Error::DatabaseClosed => Fault::Closed,
        other => found_by_redb(&other.to_string()),
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                Fault::DiskFull(error)
            }
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => Fault::ReadOnly(error),
            _ => Fault::Io(error),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::ReadOnly(_) => write!(f, "the store may not be written"),
            Fault::DiskFull(_) => write!(f, "no space is left for the store"),
            Fault::Damaged(how) => write!(f, "the store is damaged: {}", damage_in_words(how)),
            Fault::Unclosed => write!(f, "the store was not closed by its last writer"),
            Fault::Format { found, known } => {
                write!(f, "the store has format {found}, and this release knows format {known}")
            }
            Fault::Conflict { expected, found } => {
                write!(f, "the store is at generation {found} where {expected} was expected")
            }
            Fault::OtherProject { project, found } => {
                write!(f, "it is the memory of the project {found}, and lies in the place of that of {project}")
            }
            Fault::Closed => write!(f, "an earlier fault closed the store: open it anew"),
            Fault::Io(_) => write!(f, "the store cannot be reached"),
        }
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Fault::ReadOnly(error) | Fault::DiskFull(error) | Fault::Io(error) => Some(error),
            _ => None,
        }
    }
}
