//! Forgets records, by their ids or by a selection, with all that was derived from them.
//!
//! Not here: the bytes that stay in files (`erase`).

use std::collections::BTreeSet;

use super::ask::Live;
use super::known::VerifyScope;
use super::{Records, Settings, now};
use crate::Error;
use crate::store::Snapshot;
use crate::wit::episodes::EventsQuestion;
use crate::wit::records::{Fate, Forgetting, Receipt, Selection};

/// The most ids in one call, as the interface allows.
pub(super) const MAX_IDS: usize = 1_000;

/// Selects the records to forget.
#[derive(Clone, Debug, PartialEq)]
pub enum Chosen {
    /// Records with these ids, at most 1,000.
    Ids(Vec<String>),
    /// Records that match every member of the selection, at most 100,000.
    Selection(Selection),
}

/// The outcome of forgetting, or of a dry run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forgotten {
    /// A receipt for each id, or for each record of the selection.
    pub receipts: Vec<Receipt>,
    /// The number of further records that are forgotten because they were derived from these.
    pub n_derived: u32,
}

impl Chosen {
    /// Whether nothing is chosen.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Chosen::Ids(ids) if ids.is_empty())
    }

    /// The outcome if nothing was ever recorded: every id is unknown.
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
    /// [`Error::Refused`]; [`Error::Store`] with [`crate::store::StoreError::Locked`] if another process writes.
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

    /// Forgets the chosen records, with all that was derived from them, in one transaction.
    ///
    /// # Errors
    /// As for [`Records::forget`].
    pub fn forget_chosen(&mut self, chosen: &Chosen) -> Result<Forgotten, Error> {
        let (settings, now) = (self.settings.clone(), now());
        Ok(self.change(|live, snapshot| call_forget(live, &settings, snapshot, chosen, now))?.into())
    }

    /// Forgets here what was forgotten in another memory, such as one that this one replaces; returns the number of
    /// records. Both files are verified first.
    ///
    /// # Errors
    /// As for [`Records::forget`]; [`Error::Store`] if the other memory is damaged, because it would not list
    /// everything.
    pub fn keep_to(&mut self, other: &mut Records) -> Result<u64, Error> {
        other.check_undamaged(VerifyScope::Always)?;
        self.with_salvage(|records| records.check_undamaged(VerifyScope::Always))?;
        let (settings, now) = (self.settings.clone(), now());
        let ids = self.read(|live, own_snapshot| {
            other.read(|_, other_snapshot| forgotten_in(live, &settings, other_snapshot, own_snapshot, now))
        })?;
        for ids in ids.chunks(MAX_IDS) {
            self.forget(ids)?;
        }
        Ok(ids.len() as u64)
    }

    /// The result that [`Records::forget_chosen`] would have, without forgetting anything.
    ///
    /// # Errors
    /// As for [`Records::forget`].
    pub fn would_forget(&mut self, chosen: &Chosen) -> Result<Forgotten, Error> {
        let (settings, now) = (self.settings.clone(), now());
        Ok(self.read(|live, snapshot| call_forget(live, &settings, snapshot, chosen, now))?.into())
    }
}

/// The ids of records in `own_snapshot` that were forgotten in `other_snapshot`. All ids in `other_snapshot` are held in
/// memory, some 60 bytes each, so that only missing ids are looked up.
pub(super) fn forgotten_in(
    live: &mut Live,
    settings: &Settings,
    other_snapshot: &dyn Snapshot,
    own_snapshot: &dyn Snapshot,
    now: i64,
) -> Result<Vec<String>, Error> {
    let mut ids_there = BTreeSet::new();
    each_page(live, settings, other_snapshot, |_, ids| {
        ids_there.extend(ids);
        Ok(())
    })?;
    let mut forgotten = Vec::new();
    each_page(live, settings, own_snapshot, |live, ids| {
        let missing: Vec<String> = ids.into_iter().filter(|id| !ids_there.contains(id)).collect();
        let receipts = call_forget(live, settings, other_snapshot, &Chosen::Ids(missing), now)?.receipts;
        let is_forgotten = |receipt: &Receipt| receipt.fate == Fate::AlreadyForgotten;
        forgotten.extend(receipts.into_iter().filter(is_forgotten).map(|receipt| receipt.id));
        Ok(())
    })?;
    Ok(forgotten)
}

/// Passes on the ids of all records, a page at a time.
fn each_page(
    live: &mut Live,
    settings: &Settings,
    snapshot: &dyn Snapshot,
    mut take: impl FnMut(&mut Live, Vec<String>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut question = EventsQuestion { limit: MAX_IDS as u32, ..EventsQuestion::default() };
    loop {
        let page = live.ask(settings, snapshot, "episodes.events", |exports, store, resumed| {
            exports.scrubjay_memory_episodes().call_events(store, &question, resumed)
        })?;
        take(live, page.events.into_iter().map(|event| event.id).collect())?;
        if page.next.is_empty() {
            return Ok(());
        }
        question.after = page.next;
    }
}

/// Asks the component for the effects of forgetting records; commits nothing.
pub(super) fn call_forget(
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
