//! Whether every page that the last commit of a file reaches is as it was written.
//!
//! redb keeps the checksum of each page in the page above it, up to its header, and looks at them only when it repairs a file:
//! so it is asked to repair this one, in memory. What nothing reads (free pages) is not looked at. A crash is no damage: what
//! was committed before it is whole. Not here: when to ask, and what to do then.

use redb::{Builder, StorageBackend};

use crate::fault::{Fault, fault, guarded};
use crate::head;
use crate::overlay::Overlay;
use crate::tables::View;

/// The bytes of a head: no file is shorter.
const HEAD: u64 = 4_096;
/// Bytes of pages kept in memory meanwhile.
const CACHE: usize = 16 << 20;

/// Verifies a file that nobody writes meanwhile, about a millisecond for each MB. No byte of it changes.
///
/// # Errors
/// [`Fault::Damaged`]; [`Fault::Format`]; others of reading it.
pub fn verify(file: impl StorageBackend) -> Result<(), Fault> {
    if file.len()? < HEAD {
        return Err(Fault::Damaged("the file is empty, or was cut within its head".to_owned()));
    }
    guarded(|| {
        if !head::is_possible(&file)? {
            return Err(Fault::Damaged("its head was altered".to_owned()));
        }
        let database = Builder::new()
            .set_cache_size(CACHE)
            .set_check_integrity_on_open(true)
            .create_with_backend(Overlay::over(file)?)
            .map_err(fault)?;
        View::of(&database).map(drop)
    })
}

#[cfg(test)]
mod tests;
