//! The stamps of indexes that this user made: an index carries a random stamp, and the user's data folder knows it.
//!
//! A repository can bring along an index, with rows that say what its files do not, but no stamp that this user's folder
//! knows. Not here: where an index lies, and what becomes of one that is not believed.

use std::io;
use std::path::{Path, PathBuf};

use super::StoreError;
use crate::{home, open};

/// The name of the stamp among the meta values of a store.
pub const META_STAMP: &str = "stamp";
/// 128 bits cannot be guessed.
const N_BYTES: usize = 16;

/// The stamp of an index.
pub type Stamp = [u8; N_BYTES];

/// Their folder in the user's.
const FOLDER: &str = "stamps";
/// More bytes than a path has.
const MAX_PATH: u64 = 16 << 10;

/// The stamps that a user's data folder knows, a file for each in a folder of theirs: the data folder.
#[derive(Clone, Debug)]
pub struct Stamps(PathBuf);

impl Stamps {
    /// The stamps of this user.
    ///
    /// # Errors
    /// [`StoreError::Io`] if no home folder is known.
    pub fn of_user() -> Result<Stamps, StoreError> {
        Ok(Stamps(home::data()?))
    }

    /// Whether an index with these bytes as its stamp was made by this user.
    pub fn know(&self, stamp: Option<&[u8]>) -> bool {
        let stamp = stamp.and_then(|stamp| Stamp::try_from(stamp).ok());
        let is_ours = || open::only_folders(&self.0, &self.folder()).is_ok();
        stamp.is_some_and(|stamp| is_ours() && self.file(&stamp).symlink_metadata().is_ok_and(|found| found.is_file()))
    }

    /// A new stamp for an index of this folder, which the user's data folder knows from now on.
    ///
    /// # Errors
    /// [`StoreError::ReadOnly`], [`StoreError::DiskFull`] or [`StoreError::Io`] of the data folder.
    pub fn make(&self, root: &Path) -> Result<Stamp, StoreError> {
        let mut stamp = Stamp::default();
        getrandom::fill(&mut stamp).map_err(|error| StoreError::Io(io::Error::other(error)))?;
        let written = open::folders(&self.0, Path::new(FOLDER)).and_then(|()| {
            // The path is for people who look into the folder.
            open::write_private(&self.file(&stamp), root.to_string_lossy().as_bytes())
        });
        match written {
            Ok(()) => Ok(stamp),
            Err(error) if open::NotOrdinary::of(&error).is_some() => Err(error.into()),
            Err(error) => {
                let advice = format!(
                    "{} cannot be written ({error}): set {} to a folder that can",
                    self.folder().display(),
                    home::VARIABLE
                );
                Err(StoreError::from(io::Error::new(error.kind(), advice)))
            }
        }
    }

    /// Forgets the stamp of an index of this folder that is no more. A copy of the folder has the stamp too, and goes
    /// on with it if it was made there.
    pub(crate) fn forget(&self, stamp: &[u8], root: &Path) {
        let Ok(stamp) = Stamp::try_from(stamp) else { return };
        let file = self.file(&stamp);
        let known = open::text(&file, MAX_PATH);
        if known.is_ok_and(|path| path.is_some_and(|path| path == root.to_string_lossy())) {
            // One that stays is of no use to anybody.
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
