//! Whether a memory's file is whole: when that is verified, and what was found.
//!
//! Each process that opens a short file verifies it, once; one of any length is verified by whoever speaks of the whole memory, and once
//! a page that was read is not as it was written (`known`). It is done without a lock, and under it before damage is believed: who
//! reads while another writes may see half of a change. Not here: what is done about damage (`salvage`).

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use scrubjay_store::damage_in_words;

use super::file::plain;
use super::known::VerifyScope;
use super::lock::Lock;
use super::place::Files;
use super::verified::last_result;
use super::{Records, Store};
use crate::Error;
use crate::store::StoreError;

/// The longest file that is verified by whoever opens it, in bytes: that takes about a millisecond for each MiB.
pub(super) const SHORT: u64 = 4 << 20;

/// The damage of a memory's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// The damage that was found.
    pub how: String,
}

/// The damage known of a memory's file at any moment, for whoever reports it beside answers.
#[derive(Clone, Debug, Default)]
pub struct DamageSeen(Arc<Mutex<Option<Damage>>>);

impl DamageSeen {
    /// The damage known now.
    pub fn get(&self) -> Option<Damage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, damage: Option<Damage>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = damage;
    }
}

/// The state of a memory's file, without reading all of a long one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked {
    /// It was verified as it is now, and is whole.
    Whole,
    /// It was verified as it is now, and is damaged.
    Damaged,
    /// It was not verified since it was written last.
    Unverified,
}

impl Damage {
    /// The damage in words for people, without the message of the library that reads the file.
    pub fn in_words(&self) -> &str {
        damage_in_words(&self.how)
    }
}

impl Records {
    /// The damage known from opening or reading the file; [`Records::verify`] reads all of it. Answers from a damaged
    /// file may be incomplete.
    pub fn damage(&self) -> Option<Damage> {
        let Store::File(Some(file)) = &self.store else { return None };
        file.damage().map(|how| Damage { path: file.files().store.clone(), how: how.to_owned() })
    }

    /// A handle that reports the damage known at any later time too.
    pub fn damage_seen(&self) -> DamageSeen {
        self.seen.clone()
    }

    /// Publishes the known damage to the handles that report it.
    pub(super) fn note_damage(&self) {
        self.seen.set(self.damage());
    }

    /// The state of the file: a short one is verified; for a long one the result of its last verification is looked up.
    ///
    /// # Errors
    /// [`Error::Store`], but not of damage.
    pub fn look(&mut self) -> Result<Looked, Error> {
        let is_damaged = self.check()?.is_some();
        let Store::File(Some(file)) = &self.store else { return Ok(Looked::Whole) };
        let store = &file.files().store;
        let is_long = store.metadata().is_ok_and(|found| found.len() > SHORT);
        Ok(match if is_long { last_result(store) } else { Some(is_damaged) } {
            Some(true) => Looked::Damaged,
            Some(false) => Looked::Whole,
            None => Looked::Unverified,
        })
    }

    /// Looks at the file as opening it does: a short one is verified.
    ///
    /// # Errors
    /// [`Error::Store`], but not of damage, which is given.
    pub fn check(&mut self) -> Result<Option<Damage>, Error> {
        self.looked_at(VerifyScope::IfShort)
    }

    /// Verifies that every page of the file is as it was written, about a millisecond for each MiB.
    ///
    /// # Errors
    /// [`Error::Store`], but not of damage, which is given.
    pub fn verify(&mut self) -> Result<Option<Damage>, Error> {
        self.looked_at(VerifyScope::Always)
    }

    fn looked_at(&mut self, look: VerifyScope) -> Result<Option<Damage>, Error> {
        self.look_again()?;
        let Store::File(Some(file)) = &mut self.store else { return Ok(None) };
        match file.verify(look, false) {
            Ok(()) | Err(StoreError::Damaged(_)) => {
                self.note_damage();
                Ok(self.damage())
            }
            Err(error) => Err(Error::Store(error)),
        }
    }

    /// Verifies the whole file before much is added to it, and mends it. If the settings forbid mending, additions wait
    /// beside it.
    pub(super) fn whole_before_adding(&mut self) -> Result<(), Error> {
        match self.settings.mends {
            true => self.mending(|records| records.whole(VerifyScope::Always)),
            false => Ok(()),
        }
    }

    /// Refuses a damaged file before an operation on all of it.
    pub(super) fn whole(&mut self, look: VerifyScope) -> Result<(), Error> {
        let Some(Damage { how, .. }) = self.looked_at(look)? else { return Ok(()) };
        Err(Error::Store(StoreError::Damaged(how)))
    }
}

/// Verifies a file; the error names it.
///
/// # Errors
/// [`StoreError::Damaged`]; others of reading it.
pub(super) fn verify(path: &Path) -> Result<(), StoreError> {
    plain(path).and_then(scrubjay_store::verify).map_err(|error| named(path, error.into()))
}

/// As `verify`, for a file that others may be writing.
pub(super) fn verify_shared(files: &Files) -> Result<(), StoreError> {
    verify(&files.store).or_else(|_| {
        let _lock = Lock::wait(&files.lock, super::change::PATIENCE);
        verify(&files.store)
    })
}

/// Adds the name of the file to an error about damage.
pub(super) fn named(path: &Path, error: StoreError) -> StoreError {
    let name = path.display().to_string();
    match error {
        StoreError::Damaged(how) if !how.contains(&name) => StoreError::Damaged(format!("{name}: {how}")),
        other => other,
    }
}
