//! Reclaims space: all live rows are copied to a new file, which then replaces the old one.
//!
//! Deleted data is gone from the disk afterwards, and a crash at any moment leaves one of the two files complete.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use redb::{Builder, Database};
use scrubjay_store::{fault, guarded};

use crate::store::place::write_private;
use crate::store::{StoreError, on_disk};

/// Whether the file should be compacted.
pub(super) fn is_wasteful(path: &Path, database: &Database) -> Result<bool, StoreError> {
    Ok(scrubjay_store::is_wasteful(database, on_disk(path)?)?)
}

/// Copies the live data to a new file next to `path`, and returns its path.
pub(super) fn copy_beside(path: &Path, database: &Database) -> Result<PathBuf, StoreError> {
    make_beside(path, |new| copy(database, new))
}

/// Creates a complete file next to `path`, and returns its path.
pub(super) fn make_beside(
    path: &Path,
    make: impl FnOnce(&Path) -> Result<(), StoreError>,
) -> Result<PathBuf, StoreError> {
    let new = path.with_extension("redb.new");
    match fs::remove_file(&new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    // redb fills an empty file, and leaves it to us who may read it.
    write_private(&new, b"")?;
    guarded(|| make(&new))?;
    Ok(new)
}

/// Renames a new file to the old one, which this process must have closed, because not every system replaces an open
/// file.
pub(super) fn put_in_place(new: &Path, path: &Path) -> Result<(), StoreError> {
    fs::rename(new, path)?;
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
    scrubjay_store::note_compacted(&to, on_disk(path)?)?;
    Ok(to.close().map_err(fault)?)
}
