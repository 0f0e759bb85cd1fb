//! The place of a folder's index: its `.scrubjay`, or the user's cache folder if the folder is read-only.
//!
//! No file of a repository can redirect it: links in place of our folder or files are refused, and the search upwards
//! ends at another user's folder and at the project's border ([`super::reach`]). Not here: whether the index is trusted
//! ([`super::stamps`]).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::StoreError;
use super::lock::beside;
use super::{reach, turns};
use crate::files::hash::hash;
use crate::{home, open};

/// The name of the folder in a project for data derived from it.
pub const INDEX_FOLDER: &str = ".scrubjay";
/// The name of the index file in that folder.
pub const STORE_FILE: &str = "index.redb";
/// The name of the lock file in that folder.
pub const LOCK_FILE: &str = "index.lock";

/// The names of files of earlier releases that no release reads any more.
const FORMER_FILES: [&str; 4] = ["store.redb", "store.lock", "set-aside.redb", "store.redb.new"];
/// The number of bytes of a path's hash that name the folder's cache.
const N_NAME_BYTES: usize = 16;

/// The folder that holds an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The project's folder, or the user's cache folder.
    base: PathBuf,
    /// The path from `base` to the folder; no component may be a link.
    path_in_base: PathBuf,
}

impl Place {
    /// The place to read a folder's index from: the folder itself; or the cache folder if that has an index, and the
    /// folder itself has none, or an older one that this user cannot write.
    ///
    /// # Errors
    /// [`StoreError::Link`].
    pub fn to_read(root: &Path) -> Result<Place, StoreError> {
        let own_place = Place::inside(root)?;
        let Some(cached) = Place::cached(root)?.filter(Place::holds_store) else { return Ok(own_place) };
        let written_at = |place: &Place| fs::metadata(place.store()).and_then(|metadata| metadata.modified()).ok();
        let is_older = || written_at(&own_place) < written_at(&cached) && !own_place.may_be_written(root);
        Ok(if !own_place.holds_store() || is_older() { cached } else { own_place })
    }

    /// The place to write a folder's index to.
    ///
    /// # Errors
    /// [`StoreError::Link`]; [`StoreError::ReadOnly`] if no cache folder is known.
    pub(crate) fn to_write(root: &Path) -> Result<Place, StoreError> {
        let own_place = Place::inside(root)?;
        match own_place.may_be_written(root) {
            true => Ok(own_place),
            false => Place::cached(root)?.ok_or(StoreError::ReadOnly(None)),
        }
    }

    /// The nearest folder with an index, from `from` upwards, that belongs to this user or to the owner of `from`. The
    /// search ends at the first folder with `.git`; the home folder and the root of a disk count only if it begins
    /// there.
    pub fn search(from: &Path) -> Option<PathBuf> {
        let owner_ids = owners(from);
        let folders = reach::folders(from, reach::home().as_deref());
        let mut folders = folders.into_iter().take_while(|folder| *folder == from || belongs_to(folder, &owner_ids));
        folders.find(|root| holds_index(root, &owner_ids)).map(Path::to_owned)
    }

    /// The path of the folder that holds the index.
    pub fn folder(&self) -> PathBuf {
        self.base.join(&self.path_in_base)
    }

    /// The path of the redb file.
    pub fn store(&self) -> PathBuf {
        self.folder().join(STORE_FILE)
    }

    /// The path of the lock file.
    pub fn lock(&self) -> PathBuf {
        self.folder().join(LOCK_FILE)
    }

    /// Whether the index is inside the folder that it indexes.
    pub fn is_inside(&self, root: &Path) -> bool {
        self.base == root
    }

    /// Creates the folder, hides it from git, and removes files of earlier releases.
    ///
    /// # Errors
    /// [`StoreError::Link`]; errors of the file system.
    pub(crate) fn prepare(&self) -> Result<(), StoreError> {
        open::create_folders(&self.base, &self.path_in_base)?;
        hide_from_git(&self.folder())?;
        for name in FORMER_FILES {
            // What stays is in nobody's way.
            let _ = open::remove(&self.folder().join(name));
        }
        Ok(())
    }

    fn inside(root: &Path) -> Result<Place, StoreError> {
        Place::checked(root, PathBuf::from(INDEX_FOLDER))
    }

    /// The place in the user's cache folder; `None` if no cache folder is known.
    pub(super) fn cached(root: &Path) -> Result<Option<Place>, StoreError> {
        let name: String = hash(root.as_os_str().as_encoded_bytes())
            .iter()
            .take(N_NAME_BYTES)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        home::cache_folder().ok().map(|cache| Place::checked(&cache, Path::new("indexes").join(name))).transpose()
    }

    /// Fails if a link or another kind of file has the name of a file or folder of ours.
    fn checked(base: &Path, path_in_base: PathBuf) -> Result<Place, StoreError> {
        let place = Place { base: base.to_owned(), path_in_base };
        open::check_folders(base, &place.folder())?;
        let (store, lock) = (place.store(), place.lock());
        for file in [turns::file(&store), beside(&lock), store, lock] {
            open::check_file(&file)?;
        }
        Ok(place)
    }

    fn holds_store(&self) -> bool {
        self.store().is_file()
    }

    /// Whether this user may write the index at this place.
    fn may_be_written(&self, root: &Path) -> bool {
        if !self.folder().exists() {
            return may_write(root);
        }
        let files = [self.store(), self.lock()].into_iter().filter(|file| file.exists());
        may_write(&self.folder()) && files.into_iter().all(|file| may_write(&file))
    }
}

/// Writes a `.gitignore` into our folder in a project, unless a person wrote one.
///
/// # Errors
/// [`StoreError::Link`]; errors of the file system.
pub(crate) fn hide_from_git(folder: &Path) -> Result<(), StoreError> {
    let rules = folder.join(".gitignore");
    // It is empty if there was no room when it was written.
    if open::read_beginning(&rules, 1)?.is_none_or(|bytes| bytes.is_empty()) {
        open::remove(&rules)?;
        match open::write(&rules, b"*\n") {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error.into()),
            _ => {}
        }
    }
    Ok(())
}

fn holds_index(root: &Path, owner_ids: &[u32]) -> bool {
    let index_folder = root.join(INDEX_FOLDER);
    let has_own_index = index_folder.join(STORE_FILE).is_file() && belongs_to(&index_folder, owner_ids);
    has_own_index || Place::cached(root).is_ok_and(|cached| cached.is_some_and(|cached| cached.holds_store()))
}

/// The users whose folders the search enters: this user, and the owner of the folder in which the search begins,
/// because this user works there.
#[cfg(unix)]
fn owners(from: &Path) -> Vec<u32> {
    let owner = fs::metadata(from).map(|metadata| std::os::unix::fs::MetadataExt::uid(&metadata));
    owner.into_iter().chain([rustix::process::geteuid().as_raw()]).collect()
}

#[cfg(unix)]
fn belongs_to(folder: &Path, owner_ids: &[u32]) -> bool {
    fs::symlink_metadata(folder).is_ok_and(|found| owner_ids.contains(&std::os::unix::fs::MetadataExt::uid(&found)))
}

#[cfg(unix)]
fn may_write(path: &Path) -> bool {
    use rustix::fs::{Access, AtFlags, CWD, accessat};
    let access = if path.is_dir() { Access::WRITE_OK | Access::EXEC_OK } else { Access::WRITE_OK };
    // Checks the effective rights of the process, which may differ from those of the user who started it.
    accessat(CWD, path, access, AtFlags::EACCESS).is_ok()
}

/// Other systems do not provide owners.
#[cfg(not(unix))]
fn owners(_: &Path) -> Vec<u32> {
    Vec::new()
}

#[cfg(not(unix))]
fn belongs_to(_: &Path, _: &[u32]) -> bool {
    true
}

#[cfg(not(unix))]
fn may_write(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.permissions().readonly())
}
