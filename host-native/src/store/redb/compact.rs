//! Reclaims space: copies all live rows to a new file, which then replaces the old one.
//!
//! The new file contains no deleted data, and a crash at any moment leaves one of the two files complete.

use std::fs;
use std::path::{Path, PathBuf};

use redb::backends::FileBackend;
use redb::{Builder, Database};
use scrubjay_store::{fault, guarded};

use crate::open;
use crate::store::{StoreError, on_disk};

/// Whether the file takes much more of the disk than its rows need, by the limit for indexes.
pub(super) fn is_wasteful(path: &Path, database: &Database) -> Result<bool, StoreError> {
    Ok(scrubjay_store::is_wasteful(database, on_disk(path)?, scrubjay_store::INDEX_GROWTH)?)
}

/// Copies the live data to a new file next to `path`, and returns its path.
pub(super) fn copy_beside(path: &Path, database: &Database) -> Result<PathBuf, StoreError> {
    make_beside(path, &Builder::new(), |new_path, to| {
        scrubjay_store::copy(database, to)?;
        Ok(scrubjay_store::note_compacted(to, on_disk(new_path)?)?)
    })
}

/// Creates a complete file next to `path`, and returns its path. `fill` is called with the new database.
pub(super) fn make_beside(
    path: &Path,
    builder: &Builder,
    fill: impl FnOnce(&Path, &Database) -> Result<(), StoreError>,
) -> Result<PathBuf, StoreError> {
    let new_path = path.with_extension("redb.new");
    open::remove(&new_path)?;
    let file = open::create_private(&new_path)?;
    guarded(|| {
        let backend = FileBackend::new(file).map_err(fault)?;
        let database = builder.create_with_backend(backend).map_err(fault)?;
        fill(&new_path, &database)?;
        Ok::<_, StoreError>(database.close().map_err(fault)?)
    })?;
    Ok(new_path)
}

/// Renames a new file to the old one's name. This process must have closed the old one, because not every system
/// replaces an open file.
pub(super) fn put_in_place(new_path: &Path, path: &Path) -> Result<(), StoreError> {
    fs::rename(new_path, path)?;
    // The new name is durable once its folder is.
    Ok(path.parent().map_or(Ok(()), open::sync_folder)?)
}
