//! From what redb says went wrong to what can be done about it.

use std::io;
use std::panic::{self, AssertUnwindSafe, catch_unwind};

use super::tables::FORMAT;
use crate::store::StoreError;

/// Runs an operation on a file. redb trusts a file that was closed and may panic in one that was altered since: that is damage
/// like any other.
pub(super) fn guarded<T>(operation: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    catch_unwind(AssertUnwindSafe(operation)).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
        let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
        Err(StoreError::Damaged(words.unwrap_or_else(|| "its pages make no sense".to_owned())))
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

pub(super) fn fault(error: impl Into<redb::Error>) -> StoreError {
    match error.into() {
        redb::Error::Io(error) => match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => StoreError::Damaged(error.to_string()),
            _ => StoreError::from(error),
        },
        redb::Error::RepairAborted => StoreError::Unclosed,
        redb::Error::UpgradeRequired(found) => StoreError::Format { found: found.into(), known: FORMAT },
        redb::Error::DatabaseAlreadyOpen | redb::Error::LockProtocolMismatch => {
            StoreError::Io(io::Error::from(io::ErrorKind::ResourceBusy))
        }
        redb::Error::PreviousIo => StoreError::Io(io::Error::other("an earlier fault has closed the file")),
        other => StoreError::Damaged(other.to_string()),
    }
}
