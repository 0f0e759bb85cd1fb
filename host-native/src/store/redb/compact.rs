//! Giving back space: every live row is copied into a new file, which then takes the place of the old one.
//!
//! What was deleted is gone from the disk after this, and a crash at any moment leaves one of the two files whole.

use std::fs;
use std::io;
use std::path::Path;

use redb::{Builder, Database};
use scrubjay_store::{fault, guarded};

use crate::store::{StoreError, on_disk};

/// Whether the file is worth the effort.
pub(super) fn is_wasteful(path: &Path, database: &Database) -> Result<bool, StoreError> {
    Ok(scrubjay_store::is_wasteful(database, on_disk(path)?)?)
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
    scrubjay_store::note_compacted(&to, on_disk(path)?)?;
    Ok(to.close().map_err(fault)?)
}
