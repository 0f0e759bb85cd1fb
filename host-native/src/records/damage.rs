//! Whether a memory's file is whole: when that is verified, and what was found.
//!
//! Each process that opens a short file verifies it, once; a long one is verified by whoever speaks of the whole memory. It is done
//! without a lock, and under it before damage is believed: who reads while another writes may see half of a change. Not here: what
//! is done about damage (`salvage`).

use std::path::{Path, PathBuf};

use scrubjay_store::damage_in_words;

use super::file::{Look, plain};
use super::lock::Lock;
use super::place::Files;
use super::{Records, Store};
use crate::Error;
use crate::store::StoreError;

/// The longest file that is verified by whoever opens it, in bytes: that takes about a millisecond for each MiB.
pub(super) const SHORT: u64 = 4 << 20;

/// What is wrong with a memory's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// What was found.
    pub how: String,
}

impl Damage {
    /// What was found, for people: without what the library that reads the file says of it.
    pub fn in_words(&self) -> &str {
        damage_in_words(&self.how)
    }
}

impl Records {
    /// What is known to be wrong with the file. It is looked at as far as opening it does; [`Records::verify`] looks at all of it.
    /// What is read of a damaged file may be short.
    pub fn damage(&self) -> Option<Damage> {
        let Store::File(Some(file)) = &self.store else { return None };
        file.damage().map(|how| Damage { path: file.files().store.clone(), how: how.to_owned() })
    }

    /// Looks at the file as opening it does: a short one is verified.
    ///
    /// # Errors
    /// [`Error::Store`], but not of damage, which is given.
    pub fn check(&mut self) -> Result<Option<Damage>, Error> {
        self.looked_at(Look::Opening)
    }

    /// Verifies that every page of the file is as it was written, about a millisecond for each MiB.
    ///
    /// # Errors
    /// [`Error::Store`], but not of damage, which is given.
    pub fn verify(&mut self) -> Result<Option<Damage>, Error> {
        self.looked_at(Look::Now)
    }

    fn looked_at(&mut self, look: Look) -> Result<Option<Damage>, Error> {
        self.look_again()?;
        let Store::File(Some(file)) = &mut self.store else { return Ok(None) };
        match file.verify(look, false) {
            Ok(()) | Err(StoreError::Damaged(_)) => Ok(self.damage()),
            Err(error) => Err(Error::Store(error)),
        }
    }

    /// Refuses a damaged file before anything is done that is about all of it.
    pub(super) fn whole(&mut self, look: Look) -> Result<(), Error> {
        let Some(Damage { how, .. }) = self.looked_at(look)? else { return Ok(()) };
        Err(Error::Store(StoreError::Damaged(how)))
    }
}

/// Verifies a file; refuses it with its name.
///
/// # Errors
/// [`StoreError::Damaged`]; others of reading it.
pub(super) fn verify(path: &Path) -> Result<(), StoreError> {
    plain(path).and_then(scrubjay_store::verify).map_err(|error| named(path, error.into()))
}

/// The same of a file that others may be writing.
pub(super) fn verify_shared(files: &Files) -> Result<(), StoreError> {
    verify(&files.store).or_else(|_| {
        let _lock = Lock::wait(&files.lock, super::change::PATIENCE);
        verify(&files.store)
    })
}

/// Damage with the name of the file that has it.
pub(super) fn named(path: &Path, error: StoreError) -> StoreError {
    let name = path.display().to_string();
    match error {
        StoreError::Damaged(how) if !how.contains(&name) => StoreError::Damaged(format!("{name}: {how}")),
        other => other,
    }
}
