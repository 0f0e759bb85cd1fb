//! Verifies every page of a file's last commit.
//!
//! redb stores the checksum of each page in its parent, up to the header, but compares them only in a repair; so the
//! file is repaired here, in memory. Free pages are not verified. A crash is no damage: everything committed before it
//! is valid. Not here: when to verify, and what to do then.

use redb::{Builder, StorageBackend};

use crate::fault::{Fault, fault, guarded};
use crate::head;
use crate::overlay::Overlay;
use crate::tables::View;

/// Length of the head in bytes; no file is shorter.
const HEAD_BYTES: u64 = 4_096;
/// Size of redb's page cache in bytes.
const CACHE_BYTES: usize = 16 << 20;

/// Verifies a file that nobody writes meanwhile, in about a millisecond for each MB. No byte of it changes.
///
/// # Errors
/// [`Fault::Damaged`]; [`Fault::Format`]; others of reading it.
pub fn verify(file: impl StorageBackend) -> Result<(), Fault> {
    if file.len()? < HEAD_BYTES {
        return Err(Fault::Damaged("the file is empty, or was cut within its head".to_owned()));
    }
    guarded(|| {
        if !head::has_possible_head(&file)? {
            return Err(Fault::Damaged("its head was altered".to_owned()));
        }
        let database = Builder::new()
            .set_cache_size(CACHE_BYTES)
            .set_check_integrity_on_open(true)
            .create_with_backend(Overlay::over(file)?)
            .map_err(fault)?;
        View::of(&database).map(drop)
    })
}

#[cfg(test)]
mod tests;
