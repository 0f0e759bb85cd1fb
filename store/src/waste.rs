//! Whether a file is worth compacting.

use redb::{Database, ReadableDatabase, ReadableTableMetadata};

use crate::fault::{Fault, fault};
use crate::tables::{META, ROWS, SCANNED, begin, number};

/// A file is compacted when it is over one and a half times what it was after the last time, or would be.
const MOST_GROWTH: (u64, u64) = (3, 2);
/// redb keeps long values in pages of their own, rounded up: a file that is just compacted is about a third over what it holds.
const ROUNDING: (u64, u64) = (4, 3);
/// Files up to this size, in bytes, are left alone.
const SMALL: u64 = 1 << 20;
/// In meta: the size after the last compaction, or what it should be after one.
const META_COMPACTED: &str = "compacted";

/// Whether a file that takes up `size` bytes is worth the effort. Reads the whole of one that was never looked at,
/// and notes what it should take.
///
/// # Errors
/// A [`Fault`] of reading.
pub fn is_wasteful(database: &Database, size: u64) -> Result<bool, Fault> {
    if size <= SMALL {
        return Ok(false);
    }
    let transaction = database.begin_read().map_err(fault)?;
    let known = number(&transaction.open_table(META).map_err(fault)?, META_COMPACTED)?;
    let least = match known {
        Some(compacted) => compacted,
        None => {
            let n_rows = transaction.open_table(ROWS).map_err(fault)?.stats().map_err(fault)?.stored_bytes();
            let n_scanned = transaction.open_table(SCANNED).map_err(fault)?.stats().map_err(fault)?.stored_bytes();
            (n_rows + n_scanned) * ROUNDING.0 / ROUNDING.1
        }
    };
    let is_wasteful = size * MOST_GROWTH.1 > least * MOST_GROWTH.0;
    if known.is_none() && !is_wasteful {
        note_compacted(database, least)?;
    }
    Ok(is_wasteful)
}

/// Notes how many bytes the file takes up after it was compacted.
///
/// # Errors
/// A [`Fault`] of writing.
pub fn note_compacted(database: &Database, size: u64) -> Result<(), Fault> {
    let transaction = begin(database)?;
    transaction.open_table(META).map_err(fault)?.insert(META_COMPACTED, &size.to_le_bytes()[..]).map_err(fault)?;
    transaction.commit().map_err(fault)
}
