//! From what redb says went wrong to what can be done about it.

use std::error::Error;
use std::fmt;
use std::io;
use std::panic::{self, AssertUnwindSafe, catch_unwind};

use crate::tables::FORMAT;

/// Why a file cannot be read or written: one case for each thing that can be done about it. It has changed nothing.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault {
    /// It may not be written.
    ReadOnly(io::Error),
    /// No space is left for it.
    Full(io::Error),
    /// It is damaged, as the words tell.
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
    /// Any other fault of what holds the file.
    Io(io::Error),
}

/// Runs an operation on a file. redb trusts a file that was closed and may panic in one that was altered since: that is damage
/// like any other. Where a panic cannot be caught, as in WebAssembly, it is a trap, and the caller says the same.
///
/// # Errors
/// Those of the operation, and [`Fault::Damaged`].
pub fn guarded<T, E: From<Fault>>(operation: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(operation)).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
        let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
        Err(Fault::Damaged(words.unwrap_or_else(|| "its pages make no sense".to_owned())).into())
    })
}

/// Keeps quiet about panics of redb, which are told as damage: the message of the panic would only confuse. For programs; it
/// replaces the hook of the process.
pub fn silence_damage() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !info.location().is_some_and(|place| place.file().contains("redb-")) {
            usual(info);
        }
    }));
}

/// What an error of redb comes to.
pub fn fault(error: impl Into<redb::Error>) -> Fault {
    match error.into() {
        redb::Error::Io(error) => match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => Fault::Damaged(error.to_string()),
            _ => Fault::from(error),
        },
        redb::Error::RepairAborted => Fault::Unclosed,
        // redb numbers its own file formats; one that it no longer reads is older than every format of ours.
        redb::Error::UpgradeRequired(_) => Fault::Format { found: 0, known: FORMAT },
        redb::Error::DatabaseAlreadyOpen | redb::Error::LockProtocolMismatch => {
            Fault::Io(io::Error::from(io::ErrorKind::ResourceBusy))
        }
        redb::Error::PreviousIo | redb::Error::DatabaseClosed => Fault::Closed,
        other => Fault::Damaged(other.to_string()),
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                Fault::Full(error)
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
            Fault::Full(_) => write!(f, "no space is left for the store"),
            Fault::Damaged(how) => write!(f, "the store is damaged: {how}"),
            Fault::Unclosed => write!(f, "the store was not closed by its last writer"),
            Fault::Format { found, known } => {
                write!(f, "the store has format {found}, and this release knows format {known}")
            }
            Fault::Conflict { expected, found } => {
                write!(f, "the store is at generation {found} where {expected} was expected")
            }
            Fault::Closed => write!(f, "an earlier fault closed the store: open it anew"),
            Fault::Io(_) => write!(f, "the store cannot be reached"),
        }
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Fault::ReadOnly(error) | Fault::Full(error) | Fault::Io(error) => Some(error),
            _ => None,
        }
    }
}
