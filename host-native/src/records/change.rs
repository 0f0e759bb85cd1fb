//! Changes of records: adding, which never waits long, and forgetting and upkeep, which wait for the lock.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::ask::{Live, held};
use super::lock::{Lock, Taken};
use super::{Records, Remembered, State, Store, now, spool};
use crate::Error;
use crate::answer::Reply;
use crate::guest::Limits;
use crate::guest::bindings::Scrubjay;
use crate::store::{Commit, Snapshot, Store as _, StoreError, on_disk};
use crate::wit::records::{AddReply, Fate, Forgetting, NewNote, Outcome, Owner, Packed, Receipt, UpkeepSlice};
use crate::wit::types::{Effects, Error as Refusal, InvalidArgument, Limit, Resumed};

/// How long a writer that found the lock held waits for its batch to be taken in, and others for a holder that cannot be judged.
pub(super) const PATIENCE: Duration = Duration::from_millis(200);
/// How often it looks.
const PAUSE: Duration = Duration::from_millis(1);
/// Bytes of batches that are added at once.
const MOST_BYTES: usize = 24 << 20;

impl Records {
    /// Adds notes: all of them or, with an error, none. An event that is known already is not added again.
    ///
    /// # Errors
    /// [`Error::Refused`] if a note is not as the interface wants it, or the memory is full; [`Error::Store`].
    pub fn remember(&mut self, notes: &[NewNote]) -> Result<Vec<Remembered>, Error> {
        if notes.is_empty() {
            return Ok(Vec::new());
        }
        self.mending(|records| records.remember_once(notes))
    }

    fn remember_once(&mut self, notes: &[NewNote]) -> Result<Vec<Remembered>, Error> {
        let owner = self.settings.owner.clone();
        let Packed { batch, ids } = self.live.call(&owner, "records.pack", |exports, store| {
            exports.scrubjay_memory_records().call_pack(store, notes, now())
        })?;
        if matches!(self.store, Store::Nowhere(_)) {
            return self.add_now(batch);
        }
        let most_bytes = self.settings.most_bytes;
        let files = self.file()?.files().clone();
        check_room(&files.store, most_bytes)?;
        files.check().map_err(StoreError::from)?;
        match Lock::try_take(&files.lock).map_err(StoreError::from)? {
            Taken::Held(_lock) => self.add_now(batch),
            Taken::Busy(_) => {
                let waits = spool::put(&files.spool, &batch).map_err(StoreError::from)?;
                // It is durable: what fails here is met again by whoever takes it in.
                if let Ok(Some(outcome)) = self.wait_for(&waits, &files.lock) {
                    return taken(outcome);
                }
                if spool::is_refused(&waits) {
                    return Err(Error::Refused(unknown_parent()));
                }
                let state = if waits.exists() { State::Waiting } else { State::Added };
                Ok(ids.into_iter().map(|id| Remembered { id, state }).collect())
            }
        }
    }

    /// Adds a batch with all that waits. The caller holds the lock.
    fn add_now(&mut self, batch: Vec<u8>) -> Result<Vec<Remembered>, Error> {
        self.take_in(Some(batch), None)?.map_or(Ok(Vec::new()), taken)
    }

    /// Waits until a batch in the spool was taken in, but not for long. What became of it, if it was by this one.
    fn wait_for(&mut self, waits: &Path, lock: &Path) -> Result<Option<Outcome>, Error> {
        let began = Instant::now();
        while waits.exists() && began.elapsed() < PATIENCE {
            match Lock::try_take(lock).map_err(StoreError::from)? {
                Taken::Held(_lock) => return self.take_in(None, Some(waits)),
                Taken::Busy(_) => thread::sleep(PAUSE),
            }
        }
        Ok(None)
    }

    /// Forgets records, and gives a receipt for each id.
    ///
    /// # Errors
    /// [`Error::Refused`]; [`Error::Store`], in which [`StoreError::Locked`] says that another process writes.
    pub fn forget(&mut self, ids: &[String]) -> Result<Vec<Receipt>, Error> {
        self.look_again()?;
        if self.is_unborn() {
            return Ok(unknown(ids));
        }
        let (owner, now) = (self.settings.owner.clone(), now());
        let forgetting = self.write(
            |live, snapshot| forgetting(live, &owner, snapshot, ids, now),
            |forgetting: &Forgetting| &forgetting.effects,
        )?;
        Ok(forgetting.receipts)
    }

    /// The receipts that [`Records::forget`] would give. Nothing is forgotten.
    ///
    /// # Errors
    /// As for [`Records::forget`].
    pub fn would_forget(&mut self, ids: &[String]) -> Result<Vec<Receipt>, Error> {
        let (owner, now) = (self.settings.owner.clone(), now());
        Ok(self.read(|live, snapshot| forgetting(live, &owner, snapshot, ids, now))?.receipts)
    }

    /// One slice of upkeep: the number of records that were written anew, and whether nothing is left to do.
    ///
    /// # Errors
    /// As for [`Records::forget`].
    pub fn upkeep(&mut self, budget: u32) -> Result<(u32, bool), Error> {
        self.look_again()?;
        if self.is_unborn() {
            return Ok((0, true));
        }
        let now = now();
        let slice = self.changed(
            "records.upkeep",
            |exports, store, resumed| exports.scrubjay_memory_records().call_upkeep(store, now, budget, resumed),
            |slice: &UpkeepSlice| &slice.effects,
        )?;
        Ok((slice.n_rewritten, slice.is_done))
    }

    /// Whether nothing was ever remembered, so that there may be no folder for a lock either.
    pub(super) fn is_unborn(&self) -> bool {
        match &self.store {
            Store::File(Some(file)) => !file.files().store.exists() && spool::is_empty(&file.files().spool),
            Store::File(None) => true,
            Store::Nowhere(_) => false,
        }
    }

    /// Runs a change under the lock, after all that waits in the spool, and commits its effects.
    fn changed<R: Reply>(
        &mut self,
        name: &'static str,
        call: impl Fn(&Scrubjay, &mut wasmtime::Store<Limits>, Option<&Resumed>) -> wasmtime::Result<Result<R, Refusal>>,
        effects: impl Fn(&R::Done) -> &Effects,
    ) -> Result<R::Done, Error> {
        let owner = self.settings.owner.clone();
        self.write(|live, snapshot| live.ask(&owner, snapshot, name, &call), effects)
    }

    /// The same for any change of the store as it is now; the file is made if there is none.
    pub(crate) fn write<T>(
        &mut self,
        mut change: impl FnMut(&mut Live, &dyn Snapshot) -> Result<T, Error>,
        effects: impl Fn(&T) -> &Effects,
    ) -> Result<T, Error> {
        self.mending(|records| records.write_once(&mut change, &effects))
    }

    fn write_once<T>(
        &mut self,
        change: &mut impl FnMut(&mut Live, &dyn Snapshot) -> Result<T, Error>,
        effects: &impl Fn(&T) -> &Effects,
    ) -> Result<T, Error> {
        let _lock = self.locked()?;
        self.take_in(None, None)?;
        self.write_held(change, effects)
    }

    /// The lock, which is waited for; there is none where nothing is kept.
    pub(super) fn locked(&mut self) -> Result<Option<Lock>, Error> {
        if let Store::Nowhere(_) = self.store {
            return Ok(None);
        }
        let file = self.file()?;
        file.files().check().map_err(StoreError::from)?;
        Ok(Some(held(file)?))
    }

    /// A change of the store as it is. The caller holds the lock.
    pub(super) fn write_held<T>(
        &mut self,
        change: &mut impl FnMut(&mut Live, &dyn Snapshot) -> Result<T, Error>,
        effects: &impl Fn(&T) -> &Effects,
    ) -> Result<T, Error> {
        let done = match &mut self.store {
            Store::File(Some(file)) => change(&mut self.live, &file.view_locked()?)?,
            Store::Nowhere(store) => change(&mut self.live, &*store.snapshot()?)?,
            Store::File(None) => return Err(Error::Store(StoreError::Closed)),
        };
        self.commit(effects(&done))?;
        Ok(done)
    }

    /// Adds a batch and all that waits in the spool, in one commit for as much as fits into one call. The caller holds
    /// the lock. What became of the batch, or of the one that waits under a name.
    pub(super) fn take_in(&mut self, own: Option<Vec<u8>>, name: Option<&Path>) -> Result<Option<Outcome>, Error> {
        let mut became = None;
        let mut own = own;
        loop {
            let waiting = self.waiting()?;
            if own.is_none() && waiting.is_empty() {
                return Ok(became);
            }
            let is_own = own.is_some();
            let (paths, others): (Vec<PathBuf>, Vec<Vec<u8>>) = waiting.into_iter().unzip();
            let batches: Vec<Vec<u8>> = own.take().into_iter().chain(others).collect();
            let mut outcomes = self.add(&batches)?.into_iter();
            if is_own {
                became = outcomes.next();
            }
            for (path, outcome) in paths.iter().zip(outcomes) {
                let settled = match outcome {
                    Outcome::Taken(_) => spool::remove(path),
                    Outcome::Refused(_) => spool::refuse(path),
                };
                settled.map_err(StoreError::from)?;
                if name == Some(path) {
                    became = Some(outcome);
                }
            }
        }
    }

    fn waiting(&self) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
        match &self.store {
            Store::File(Some(file)) => Ok(spool::waiting(&file.files().spool, MOST_BYTES).map_err(StoreError::from)?),
            _ => Ok(Vec::new()),
        }
    }

    fn add(&mut self, batches: &[Vec<u8>]) -> Result<Vec<Outcome>, Error> {
        let owner = self.settings.owner.clone();
        let call = |exports: &Scrubjay,
                    store: &mut wasmtime::Store<Limits>,
                    resumed: Option<&Resumed>|
         -> wasmtime::Result<Result<AddReply, Refusal>> {
            exports.scrubjay_memory_records().call_add(store, batches, resumed)
        };
        let additions = match &mut self.store {
            Store::File(Some(file)) => self.live.ask(&owner, &file.view_locked()?, "records.add", call)?,
            Store::Nowhere(store) => self.live.ask(&owner, &*store.snapshot()?, "records.add", call)?,
            Store::File(None) => return Err(Error::Store(StoreError::Closed)),
        };
        self.commit(&additions.effects)?;
        Ok(additions.outcomes)
    }

    fn commit(&mut self, effects: &Effects) -> Result<(), Error> {
        let mut change = Commit::from(effects.from_generation);
        let puts = effects.puts.iter().map(|row| (row.key.clone(), row.value.clone()));
        if !change.add(effects.from_generation, effects.to_generation, effects.deletes.iter().cloned(), puts)
            || change.is_empty()
        {
            return Ok(());
        }
        self.keep_older()?;
        match &mut self.store {
            Store::File(Some(file)) => Ok(file.commit(&change)?),
            Store::Nowhere(store) => Ok(store.commit(&change)?),
            Store::File(None) => Err(Error::Store(StoreError::Closed)),
        }
    }
}

/// Asks the component to forget records.
pub(super) fn forgetting(
    live: &mut Live,
    owner: &Owner,
    snapshot: &dyn Snapshot,
    ids: &[String],
    now: i64,
) -> Result<Forgetting, Error> {
    live.ask(owner, snapshot, "records.forget", |exports, store, resumed| {
        exports.scrubjay_memory_records().call_forget(store, ids, now, resumed)
    })
}

/// Receipts where nothing was ever remembered.
pub(super) fn unknown(ids: &[String]) -> Vec<Receipt> {
    ids.iter().map(|id| Receipt { id: id.clone(), fate: Fate::Unknown }).collect()
}

fn taken(outcome: Outcome) -> Result<Vec<Remembered>, Error> {
    match outcome {
        Outcome::Taken(added) => {
            let state = |is_new| if is_new { State::Added } else { State::Known };
            Ok(added.into_iter().map(|one| Remembered { id: one.id, state: state(one.is_new) }).collect())
        }
        Outcome::Refused(error) => Err(Error::Refused(error)),
    }
}

/// Why a batch that was checked before is refused when it is taken in.
fn unknown_parent() -> Refusal {
    let why = "the process that took the note in knows no such record".to_owned();
    Refusal::Invalid(InvalidArgument { argument: "parents".to_owned(), why })
}

/// Refuses to let a file grow past its setting.
fn check_room(store: &Path, most_bytes: Option<u64>) -> Result<(), Error> {
    let Some(most) = most_bytes else { return Ok(()) };
    let actual = on_disk(store).unwrap_or(0);
    if actual < most {
        return Ok(());
    }
    Err(Error::Refused(Refusal::Full(Limit { what: "bytes of the memory".to_owned(), actual, most })))
}
