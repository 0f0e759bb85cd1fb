//! Stamps: random bits in each index that this user made, which the user's data folder knows.
//!
//! A repository can contain an index with false rows, but not with a stamp that this user's data folder knows. Not
//! here: where an index is, and what happens to one that is not trusted.

use std::io;
use std::path::{Path, PathBuf};

use super::StoreError;
use crate::{home, open};

/// The name of the stamp among the meta values of a store.
pub const META_STAMP: &str = "stamp";
/// The number of bytes of a stamp: 128 bits cannot be guessed.
const N_BYTES: usize = 16;

/// The random bits of one index, for which the data folder of its maker has a file.
pub type Stamp = [u8; N_BYTES];

/// The name of the folder of stamps, in the user's data folder.
const FOLDER: &str = "stamps";
/// The most bytes read of a stamp's file, more than a path has.
const MAX_STAMP_FILE_BYTES: u64 = 16 << 10;

/// The stamps that a user's data folder knows: a folder with a file for each. Holds the path of the data folder.
#[derive(Clone, Debug)]
pub struct Stamps(PathBuf);

impl Stamps {
    /// The stamps of this user.
    ///
    /// # Errors
    /// [`StoreError::Io`] if no home folder is known.
    pub fn of_user() -> Result<Stamps, StoreError> {
        Ok(Stamps(home::data_folder()?))
    }

    /// Whether this user made an index with this stamp.
    pub fn know(&self, stamp: Option<&[u8]>) -> bool {
        let stamp = stamp.and_then(|stamp| Stamp::try_from(stamp).ok());
        let is_ours = || open::check_folders(&self.0, &self.folder()).is_ok();
        stamp.is_some_and(|stamp| is_ours() && self.file(&stamp).symlink_metadata().is_ok_and(|found| found.is_file()))
    }

    /// Creates a stamp for an index of this folder, and stores it in the user's data folder.
    ///
    /// # Errors
    /// [`StoreError::ReadOnly`], [`StoreError::DiskFull`], [`StoreError::Link`] or [`StoreError::Io`] of the data
    /// folder.
    pub fn make(&self, root: &Path) -> Result<Stamp, StoreError> {
        let mut stamp = Stamp::default();
        getrandom::fill(&mut stamp).map_err(|error| StoreError::Io(io::Error::other(error)))?;
        let result = open::create_folders(&self.0, Path::new(FOLDER)).and_then(|()| {
            // The path is for people who look into the folder.
            open::write_private(&self.file(&stamp), root.to_string_lossy().as_bytes())
        });
        match result {
            Ok(()) => Ok(stamp),
            Err(error) if open::NotOrdinary::of(&error).is_some() => Err(error.into()),
            Err(error) => {
                let advice = format!(
                    "{} cannot be written ({error}): set {} to a folder that can",
                    self.folder().display(),
                    home::HOME_VARIABLE
                );
                Err(StoreError::from(io::Error::new(error.kind(), advice)))
            }
        }
    }

    /// Forgets the stamp of a deleted index of this folder. The stamp is kept if it was made for another folder: a copy
    /// has the stamp too.
    pub(crate) fn forget(&self, stamp: &[u8], root: &Path) {
        let Ok(stamp) = Stamp::try_from(stamp) else { return };
        let file = self.file(&stamp);
        let noted_path = open::read_text(&file, MAX_STAMP_FILE_BYTES);
        if noted_path.is_ok_and(|path| path.is_some_and(|path| path == root.to_string_lossy())) {
            // A stamp that stays does no harm.
            let _ = open::remove(&file);
        }
    }

    fn folder(&self) -> PathBuf {
        self.0.join(FOLDER)
    }

    fn file(&self, stamp: &Stamp) -> PathBuf {
        self.folder().join(stamp.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_stamp_that_was_made_here_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let stamps = Stamps(folder.path().join("data"));
        let stamp = stamps.make(Path::new("/project")).unwrap();
        assert!(stamps.know(Some(&stamp)));
        assert!(!stamps.know(Some(&[7; 16])) && !stamps.know(Some(b"../../etc/passwd")) && !stamps.know(None));
        stamps.forget(&stamp, Path::new("/copy"));
        assert!(stamps.know(Some(&stamp)));
        stamps.forget(&stamp, Path::new("/project"));
        assert!(!stamps.know(Some(&stamp)));
    }
}
