//! Decides whether a file should be compacted.

use redb::{Database, ReadableDatabase, ReadableTableMetadata as _};

use crate::fault::{Fault, fault};
use crate::tables::{META, ROWS, SCAN_ENTRIES, begin, meta_number};

/// Ratio of a file's size to its compacted size above which an index is compacted; its caller waits for that.
pub const INDEX_GROWTH: (u64, u64) = (3, 2);
/// Ratio of a file's size to its compacted size above which records are compacted, during upkeep.
pub const RECORDS_GROWTH: (u64, u64) = (5, 4);
/// Ratio of a compacted file to its content: redb stores long values in pages of their own, rounded up.
const ROUNDING: (u64, u64) = (4, 3);
/// Ratio of a compacted file to its content for short rows, which share pages; measured with 100,000 events.
const ROUNDING_OF_SHORT_ROWS: (u64, u64) = (9, 8);
/// Greatest mean size in bytes of rows that count as short.
const MAX_SHORT_ROW_BYTES: u64 = 512;
/// Size in bytes up to which files are never compacted.
const SMALL_FILE_BYTES: u64 = 1 << 20;
/// Name of the meta value with the size after the last compaction, or the expected size after one.
const META_COMPACTED: &str = "compacted";

/// Whether a file of `size` bytes should be compacted because the ratio of its size to the compacted size exceeds
/// `growth`. False for a file of 1 MiB or less.
///
/// If no compacted size is stored, reads the whole file, and stores the expected size unless the result is true.
///
/// # Errors
///
/// A [`Fault`] of reading or writing.
pub fn is_wasteful(database: &Database, size: u64, growth: (u64, u64)) -> Result<bool, Fault> {
    if size <= SMALL_FILE_BYTES {
        return Ok(false);
    }
    let transaction = database.begin_read().map_err(fault)?;
    let stored_size = meta_number(&transaction.open_table(META).map_err(fault)?, META_COMPACTED)?;
    let compacted = match stored_size {
        Some(compacted) => compacted,
        None => compacted_size(database)?,
    };
    let is_wasteful = size * growth.1 > compacted * growth.0;
    if stored_size.is_none() && !is_wasteful {
        note_compacted(database, compacted)?;
    }
    Ok(is_wasteful)
}

/// The expected size after compaction in bytes. Reads the whole file.
///
/// # Errors
///
/// A [`Fault`] of reading.
pub fn compacted_size(database: &Database) -> Result<u64, Fault> {
    let transaction = database.begin_read().map_err(fault)?;
    let rows = transaction.open_table(ROWS).map_err(fault)?;
    let scanned = transaction.open_table(SCAN_ENTRIES).map_err(fault)?;
    let n_bytes = rows.stats().map_err(fault)?.stored_bytes() + scanned.stats().map_err(fault)?.stored_bytes();
    let n_rows = rows.len().map_err(fault)? + scanned.len().map_err(fault)?;
    let rounding = if n_bytes <= n_rows * MAX_SHORT_ROW_BYTES { ROUNDING_OF_SHORT_ROWS } else { ROUNDING };
    Ok(n_bytes * rounding.0 / rounding.1)
}

/// Stores the size that the file has, or is expected to have, after compaction.
///
/// # Errors
///
/// A [`Fault`] of writing.
pub fn note_compacted(database: &Database, size: u64) -> Result<(), Fault> {
    let transaction = begin(database)?;
    transaction.open_table(META).map_err(fault)?.insert(META_COMPACTED, &size.to_le_bytes()[..]).map_err(fault)?;
    transaction.commit().map_err(fault)
}
