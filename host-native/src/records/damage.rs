//! Whether a memory's file is damaged: when it is verified, and the result.
//!
//! Each process that opens a short file verifies it once. A file of any length is verified before operations on the
//! whole memory, and after a page failed its checksum (`known`). Verification runs without the lock, and again with it
//! before damage is believed: a reader may see half of another process's change. Not here: repair (`salvage`).

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use scrubjay_store::damage_in_words;

use super::file::file_backend;
use super::known::VerifyScope;
use super::lock::Lock;
use super::place::Files;
use super::verified::last_result;
use super::{Records, Store};
use crate::Error;
use crate::store::StoreError;

/// The greatest length in bytes of a file that is verified on opening; that takes about a millisecond per MiB.
pub(super) const SHORT_FILE_BYTES: u64 = 4 << 20;

/// The damage of a memory's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The damaged file.
    pub path: PathBuf,
    /// The store's message, as in [`StoreError::Damaged`].
    pub how: String,
}

/// The damage that is known of a memory's file, shared with whoever reports it beside answers.
#[derive(Clone, Debug, Default)]
pub struct DamageSeen(Arc<Mutex<Option<Damage>>>);

impl DamageSeen {
    /// The damage that is known now; `None` if there is none.
    pub fn get(&self) -> Option<Damage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, damage: Option<Damage>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = damage;
    }
}

/// The state of a memory's file, as far as it is known without reading all of a long file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileState {
    /// The current file was verified and is undamaged, or there is no file.
    Whole,
    /// The current file was verified and is damaged.
    Damaged,
    /// The file was not verified since its last change.
    Unverified,
}

impl Damage {
    /// The damage as text for people, without the library's own message.
    pub fn in_words(&self) -> &str {
        damage_in_words(&self.how)
    }
}

impl Records {
    /// The damage that was found so far; [`Records::verify`] reads all of the file. Answers from a damaged file may be
    /// incomplete.
    pub fn damage(&self) -> Option<Damage> {
        let Store::File(Some(file)) = &self.store else { return None };
        file.damage().map(|how| Damage { path: file.files().store.clone(), how: how.to_owned() })
    }

    /// A handle that also reports damage that is found later.
    pub fn damage_seen(&self) -> DamageSeen {
        self.seen.clone()
    }

    /// Publishes the known damage to the handles that report it.
    pub(super) fn note_damage(&self) {
        self.seen.set(self.damage());
    }

    /// The state of the file: a short one is verified; for a long one the last result is returned.
    ///
    /// # Errors
    /// [`Error::Store`], except for damage.
    pub fn file_state(&mut self) -> Result<FileState, Error> {
        let is_damaged = self.check()?.is_some();
        let Store::File(Some(file)) = &self.store else { return Ok(FileState::Whole) };
        let store = &file.files().store;
        let is_long = store.metadata().is_ok_and(|found| found.len() > SHORT_FILE_BYTES);
        Ok(match if is_long { last_result(store) } else { Some(is_damaged) } {
            Some(true) => FileState::Damaged,
            Some(false) => FileState::Whole,
            None => FileState::Unverified,
        })
    }

    /// The damage of the file, after verifying a short file as opening does; `None` if none was found.
    ///
    /// # Errors
    /// [`Error::Store`], except for damage, which is returned.
    pub fn check(&mut self) -> Result<Option<Damage>, Error> {
        self.verified_damage(VerifyScope::IfShort)
    }

    /// The damage of the file, after verifying every page, about a millisecond per MiB; `None` if it is undamaged.
    ///
    /// # Errors
    /// [`Error::Store`], except for damage, which is returned.
    pub fn verify(&mut self) -> Result<Option<Damage>, Error> {
        self.verified_damage(VerifyScope::Always)
    }

    fn verified_damage(&mut self, scope: VerifyScope) -> Result<Option<Damage>, Error> {
        self.find_created_file()?;
        let Store::File(Some(file)) = &mut self.store else { return Ok(None) };
        match file.verify(scope, false) {
            Ok(()) | Err(StoreError::Damaged(_)) => {
                self.note_damage();
                Ok(self.damage())
            }
            Err(error) => Err(Error::Store(error)),
        }
    }

    /// Verifies the whole file before large additions, and salvages it if it is damaged. Does nothing if the settings
    /// forbid that: then additions to a damaged file wait in the spool.
    pub(super) fn repair_before_adding(&mut self) -> Result<(), Error> {
        match self.settings.mends {
            true => self.with_salvage(|records| records.check_undamaged(VerifyScope::Always)),
            false => Ok(()),
        }
    }

    /// Fails if the file is damaged, before an operation on all of it.
    pub(super) fn check_undamaged(&mut self, scope: VerifyScope) -> Result<(), Error> {
        let Some(Damage { how, .. }) = self.verified_damage(scope)? else { return Ok(()) };
        Err(Error::Store(StoreError::Damaged(how)))
    }
}

/// Verifies a file; an error names the file.
///
/// # Errors
/// [`StoreError::Damaged`]; others of reading it.
pub(super) fn verify(path: &Path) -> Result<(), StoreError> {
    file_backend(path).and_then(scrubjay_store::verify).map_err(|error| with_file_name(path, error.into()))
}

/// As [`verify`], for a file that others may be writing.
pub(super) fn verify_shared(files: &Files) -> Result<(), StoreError> {
    verify(&files.store).or_else(|_| {
        let _lock = Lock::wait(&files.lock, super::change::PATIENCE);
        verify(&files.store)
    })
}

/// Adds the name of the file to an error about damage.
pub(super) fn with_file_name(path: &Path, error: StoreError) -> StoreError {
    let name = path.display().to_string();
    match error {
        StoreError::Damaged(how) if !how.contains(&name) => StoreError::Damaged(format!("{name}: {how}")),
        other => other,
    }
}
