//! Forgetting records, by their ids or by what is said of them, with all that was derived from them.
//!
//! Not here: the bytes that stay in files (`erase`).

use super::ask::Live;
use super::{Records, Settings, now};
use crate::Error;
use crate::store::Snapshot;
use crate::wit::records::{Fate, Forgetting, Receipt, Selection};

/// Which records are to be forgotten.
#[derive(Clone, Debug, PartialEq)]
pub enum Chosen {
    /// Those with these ids, at most 1,000.
    Ids(Vec<String>),
    /// Those that all of this is said of, at most 100,000.
    Selection(Selection),
}

/// What was forgotten, or would be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forgotten {
    /// One for each id, or for each record of the selection.
    pub receipts: Vec<Receipt>,
    /// Records beside them that were derived from them.
    pub n_derived: u32,
}

impl Chosen {
    /// Whether nothing at all is chosen.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Chosen::Ids(ids) if ids.is_empty())
    }

    /// What becomes of them where nothing was ever recorded.
    pub(super) fn unknown(&self) -> Forgotten {
        let Chosen::Ids(ids) = self else { return Forgotten::default() };
        let receipts = ids.iter().map(|id| Receipt { id: id.clone(), fate: Fate::Unknown }).collect();
        Forgotten { receipts, n_derived: 0 }
    }
}

impl From<&[String]> for Chosen {
    fn from(ids: &[String]) -> Chosen {
        Chosen::Ids(ids.to_vec())
    }
}

impl From<Forgetting> for Forgotten {
    fn from(Forgetting { receipts, n_derived, .. }: Forgetting) -> Forgotten {
        Forgotten { receipts, n_derived }
    }
}

impl Records {
    /// Forgets records by their ids, with all that was derived from them.
    ///
    /// # Errors
    /// [`Error::Refused`]; [`Error::Store`], in which [`crate::store::StoreError::Locked`] says that another process writes.
    pub fn forget(&mut self, ids: &[String]) -> Result<Forgotten, Error> {
        self.forget_chosen(&ids.into())
    }

    /// Forgets the records of a selection, with all that was derived from them, in one transaction.
    ///
    /// # Errors
    /// As for [`Records::forget`].
    pub fn rollback(&mut self, selection: &Selection) -> Result<Forgotten, Error> {
        self.forget_chosen(&Chosen::Selection(selection.clone()))
    }

    /// Forgets what is chosen, with all that was derived from it, in one transaction.
    ///
    /// # Errors
    /// As for [`Records::forget`].
    pub fn forget_chosen(&mut self, chosen: &Chosen) -> Result<Forgotten, Error> {
        self.look_again()?;
        if self.is_unborn() {
            return Ok(chosen.unknown());
        }
        let (settings, now) = (self.settings.clone(), now());
        let done = self.write(
            |live, snapshot| forgetting(live, &settings, snapshot, chosen, now),
            |forgetting: &Forgetting| &forgetting.effects,
        )?;
        Ok(done.into())
    }

    /// What [`Records::forget_chosen`] would forget. Nothing is forgotten.
    ///
    /// # Errors
    /// As for [`Records::forget`].
    pub fn would_forget(&mut self, chosen: &Chosen) -> Result<Forgotten, Error> {
        let (settings, now) = (self.settings.clone(), now());
        Ok(self.read(|live, snapshot| forgetting(live, &settings, snapshot, chosen, now))?.into())
    }
}

/// Asks the component to forget records.
pub(super) fn forgetting(
    live: &mut Live,
    settings: &Settings,
    snapshot: &dyn Snapshot,
    chosen: &Chosen,
    now: i64,
) -> Result<Forgetting, Error> {
    match chosen {
        Chosen::Ids(ids) => live.ask(settings, snapshot, "records.forget", |exports, store, resumed| {
            exports.scrubjay_memory_records().call_forget(store, ids, now, resumed)
        }),
        Chosen::Selection(selection) => live.ask(settings, snapshot, "records.rollback", |exports, store, resumed| {
            exports.scrubjay_memory_records().call_rollback(store, selection, now, resumed)
        }),
    }
}
