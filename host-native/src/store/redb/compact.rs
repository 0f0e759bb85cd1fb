//! Giving back space: every live row is copied into a new file, which then takes the place of the old one.
//!
//! What was deleted is gone from the disk after this, and a crash at any moment leaves one of the two files whole.

use std::fs;
use std::io;
use std::path::Path;

use redb::{Builder, Database, ReadableDatabase, ReadableTableMetadata};
use scrubjay_store::{META, ROWS, SCANNED, fault, guarded, number};

use crate::store::StoreError;

/// A file is compacted when it is over one and a half times what it was after the last time, or would be.
const MOST_GROWTH: (u64, u64) = (3, 2);
/// redb keeps long values in pages of their own, rounded up: a file that is just compacted is about a third over what it holds.
const ROUNDING: (u64, u64) = (4, 3);
/// Files up to this size are left alone.
const SMALL: u64 = 1 << 20;
/// In meta: the size after the last compaction.
const META_COMPACTED: &str = "compacted";

/// Whether the file is worth the effort. Reads the whole of one that was never compacted.
pub(super) fn is_wasteful(path: &Path, database: &Database) -> Result<bool, StoreError> {
    let size = on_disk(path)?;
    if size <= SMALL {
        return Ok(false);
    }
    let transaction = database.begin_read().map_err(fault)?;
    let meta = transaction.open_table(META).map_err(fault)?;
    let least = match number(&meta, META_COMPACTED)? {
        Some(compacted) => compacted,
        None => {
            let n_rows = transaction.open_table(ROWS).map_err(fault)?.stats().map_err(fault)?.stored_bytes();
            let n_scanned = transaction.open_table(SCANNED).map_err(fault)?.stats().map_err(fault)?.stored_bytes();
            (n_rows + n_scanned) * ROUNDING.0 / ROUNDING.1
        }
    };
    Ok(size * MOST_GROWTH.1 > least * MOST_GROWTH.0)
}

/// Bytes that a file takes up: redb makes it longer than it fills it.
fn on_disk(path: &Path) -> Result<u64, StoreError> {
    let metadata = fs::metadata(path)?;
    #[cfg(unix)]
    return Ok(std::os::unix::fs::MetadataExt::blocks(&metadata) * 512);
    #[cfg(not(unix))]
    Ok(metadata.len())
}

/// Copies what is alive into a new file, which takes the place of the old one. The caller opens it anew.
pub(super) fn replace(path: &Path, database: &Database) -> Result<(), StoreError> {
    put_in_place(path, |new| copy(database, new))
}

/// Makes a file beside `path`, whole, and gives it that name.
pub(super) fn put_in_place(path: &Path, make: impl FnOnce(&Path) -> Result<(), StoreError>) -> Result<(), StoreError> {
    let new = path.with_extension("redb.new");
    match fs::remove_file(&new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    guarded(|| make(&new))?;
    fs::rename(&new, path)?;
    // The new name is durable once its folder is.
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}

fn copy(from: &Database, path: &Path) -> Result<(), StoreError> {
    let to = Builder::new().create(path).map_err(fault)?;
    scrubjay_store::copy(from, &to)?;
    let mark = to.begin_write().map_err(fault)?;
    let size = on_disk(path)?.to_le_bytes();
    mark.open_table(META).map_err(fault)?.insert(META_COMPACTED, &size[..]).map_err(fault)?;
    mark.commit().map_err(fault)?;
    Ok(to.close().map_err(fault)?)
}
