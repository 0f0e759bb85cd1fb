//! Giving back space: every live row is copied into a new file, which then takes the place of the old one.
//!
//! What was deleted is gone from the disk after this, and a crash at any moment leaves one of the two files whole.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use redb::{Builder, Database, Key, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition, Value};

use super::fault::{fault, guarded};
use super::tables::{META, ROWS, SCANNED};
use crate::store::StoreError;

/// A file is compacted when it is over one and a half times what it holds.
const MOST_WASTE: (u64, u64) = (3, 2);
/// Files up to this size are left alone.
const SMALL: u64 = 4 << 20;

/// Whether the file is worth the effort. Reads the whole of a file that may be.
pub(super) fn is_wasteful(path: &Path, database: &Database) -> Result<bool, StoreError> {
    let size = fs::metadata(path)?.len();
    if size <= SMALL {
        return Ok(false);
    }
    let transaction = database.begin_read().map_err(fault)?;
    let n_rows = transaction.open_table(ROWS).map_err(fault)?.stats().map_err(fault)?.stored_bytes();
    let n_scanned = transaction.open_table(SCANNED).map_err(fault)?.stats().map_err(fault)?.stored_bytes();
    Ok(size * MOST_WASTE.1 > (n_rows + n_scanned) * MOST_WASTE.0)
}

/// Copies what is alive into a new file, which takes the place of the old one, and opens it by `open`.
pub(super) fn replace(path: &Path, database: &Database) -> Result<(), StoreError> {
    let new = path.with_extension("redb.new");
    match fs::remove_file(&new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    guarded(|| copy(database, &new))?;
    fs::rename(&new, path)?;
    // The new name is durable once its folder is.
    match path.parent() {
        Some(folder) => Ok(File::open(folder)?.sync_all()?),
        None => Ok(()),
    }
}

fn copy(from: &Database, path: &Path) -> Result<(), StoreError> {
    let to = Builder::new().create(path).map_err(fault)?;
    let source = from.begin_read().map_err(fault)?;
    let mut target = to.begin_write().map_err(fault)?;
    target.set_quick_repair(true);
    copy_table(&source, &target, META)?;
    copy_table(&source, &target, SCANNED)?;
    copy_table(&source, &target, ROWS)?;
    target.commit().map_err(fault)?;
    to.close().map_err(fault)
}

fn copy_table<K: Key, V: Value>(
    from: &redb::ReadTransaction,
    to: &redb::WriteTransaction,
    table: TableDefinition<'_, K, V>,
) -> Result<(), StoreError> {
    let source = from.open_table(table).map_err(fault)?;
    let mut target = to.open_table(table).map_err(fault)?;
    for row in source.iter().map_err(fault)? {
        let (key, value) = row.map_err(fault)?;
        target.insert(key.value(), value.value()).map_err(fault)?;
    }
    Ok(())
}
