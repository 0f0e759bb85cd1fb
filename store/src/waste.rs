//! Whether a file should be compacted.

use redb::{Database, ReadableDatabase, ReadableTableMetadata};

use crate::fault::{Fault, fault};
use crate::tables::{META, ROWS, SCANNED, begin, number};

/// A file is compacted when it exceeds one and a half times its size after the last compaction, or the size that one
/// would give.
const MOST_GROWTH: (u64, u64) = (3, 2);
/// redb keeps long values in pages of their own, rounded up: a compacted file is about a third larger than its content.
const ROUNDING: (u64, u64) = (4, 3);
/// Files up to this size, in bytes, are never compacted.
const SMALL: u64 = 1 << 20;
/// In meta: the size after the last compaction, or the expected size after one.
const META_COMPACTED: &str = "compacted";

/// Whether a file of `size` bytes should be compacted. Reads the whole file the first time, and stores the expected
/// size.
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
        None => compacted_size(database)?,
    };
    let is_wasteful = size * MOST_GROWTH.1 > least * MOST_GROWTH.0;
    if known.is_none() && !is_wasteful {
        note_compacted(database, least)?;
    }
    Ok(is_wasteful)
}

/// The size that compaction would give. Reads the whole file.
///
/// # Errors
/// A [`Fault`] of reading.
pub fn compacted_size(database: &Database) -> Result<u64, Fault> {
    let transaction = database.begin_read().map_err(fault)?;
    let n_rows = transaction.open_table(ROWS).map_err(fault)?.stats().map_err(fault)?.stored_bytes();
    let n_scanned = transaction.open_table(SCANNED).map_err(fault)?.stats().map_err(fault)?.stored_bytes();
    Ok((n_rows + n_scanned) * ROUNDING.0 / ROUNDING.1)
}

/// Stores the size of the file after compaction.
///
/// # Errors
/// A [`Fault`] of writing.
pub fn note_compacted(database: &Database, size: u64) -> Result<(), Fault> {
    let transaction = begin(database)?;
    transaction.open_table(META).map_err(fault)?.insert(META_COMPACTED, &size.to_le_bytes()[..]).map_err(fault)?;
    transaction.commit().map_err(fault)
}
