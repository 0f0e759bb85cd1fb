//! Changes of records: adding, which never waits long, and forgetting and upkeep, which wait for the lock.

use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::ask::{Live, wait_for_lock};
use super::known::VerifyScope;
use super::lock::{Lock, LockAttempt};
use super::{Place, Recorded, Records, State, Store, Upkept, entropy, now, spool};
use crate::Error;
use crate::answer::{Effective, Reply};
use crate::guest::Limits;
use crate::guest::bindings::Scrubjay;
use crate::open;
use crate::store::{Commit, Snapshot, Store as _, StoreError, on_disk};
use crate::wit::records::{AddReply, Added, Event, Outcome, Packed, PackedLines, RefusedLine, UpkeepSlice};
use crate::wit::types::{Effects, Error as Refusal, InvalidArgument, Limit, Resumed};

/// How long a writer that found the lock held waits for its batch to be added, and how long others wait for a holder
/// that cannot be checked.
pub(super) const PATIENCE: Duration = Duration::from_millis(200);
/// The interval between two rounds of upkeep.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);
/// The interval between two checks of a waiting batch.
const PAUSE: Duration = Duration::from_millis(1);
/// The most bytes of batches that are added at once; a single batch may have more.
const MAX_BYTES: usize = 24 << 20;

impl Records {
    /// Records events: all of them or, after an error, none. Known events are not added again.
    ///
    /// # Errors
    /// [`Error::Refused`] if an event is invalid or the memory is full; [`Error::Store`].
    pub fn record(&mut self, events: &[Event]) -> Result<Vec<Recorded>, Error> {
        if events.is_empty() {
            return Ok(Vec::new());
        }
        let (settings, now) = (self.settings.clone(), now());
        let packed = self.live.call(&settings, "records.pack", |exports, store| {
            exports.scrubjay_memory_records().call_pack(store, events, now)
        })?;
        Ok(self.with_salvage(|records| records.keep(&packed))?.0)
    }

    /// Records events given as JSON, one per line. A refused line does not affect the others, and is returned with the
    /// reason.
    ///
    /// # Errors
    /// As for [`Records::record`], for errors that concern all lines; [`Error::Entropy`].
    pub fn record_lines(&mut self, lines: &str) -> Result<(Vec<Recorded>, Vec<RefusedLine>), Error> {
        let PackedLines { packed, refused } = self.packed_lines(lines, true)?;
        self.record_batch(&packed, refused)
    }

    /// As [`Records::record_lines`], but records nothing if a line is not a valid event, and returns that line.
    ///
    /// # Errors
    /// As for [`Records::record_lines`].
    pub fn record_all_lines(&mut self, lines: &str) -> Result<Result<Vec<Recorded>, RefusedLine>, Error> {
        let PackedLines { packed, refused } = self.packed_lines(lines, false)?;
        match refused.into_iter().next() {
            Some(refused) => Ok(Err(refused)),
            None => Ok(Ok(self.record_batch(&packed, Vec::new())?.0)),
        }
    }

    fn packed_lines(&mut self, lines: &str, each_alone: bool) -> Result<PackedLines, Error> {
        let (settings, now, entropy) = (self.settings.clone(), now(), entropy()?);
        self.live.call(&settings, "records.pack-lines", |exports, store| {
            exports.scrubjay_memory_records().call_pack_lines(store, lines, now, &entropy, each_alone)
        })
    }

    /// Records a packed batch of lines, unless it is empty. Returns the outcome of its events and all refused lines:
    /// `refused`, which packing refused, and those that the memory refuses.
    pub(super) fn record_batch(
        &mut self,
        packed: &Packed,
        mut refused: Vec<RefusedLine>,
    ) -> Result<(Vec<Recorded>, Vec<RefusedLine>), Error> {
        if packed.ids.is_empty() {
            return Ok((Vec::new(), refused));
        }
        let (recorded, left_out) = self.with_salvage(|records| records.keep(packed))?;
        refused.extend(left_out);
        refused.sort_by_key(|one| one.line);
        Ok((recorded, refused))
    }

    /// Stores a batch: in the store; or in the spool if another process holds the lock, or if the memory is damaged and
    /// these settings do not repair it.
    fn keep(&mut self, packed: &Packed) -> Result<(Vec<Recorded>, Vec<RefusedLine>), Error> {
        let Packed { batch, ids } = packed.clone();
        if matches!(self.store, Store::Nowhere(_)) {
            return self.add_now(batch);
        }
        let max_bytes = self.settings.max_bytes;
        let files = self.file()?.files().clone();
        check_size(&files.store, max_bytes)?;
        files.check().map_err(StoreError::from)?;
        match Lock::try_take(&files.lock).map_err(StoreError::from)? {
            LockAttempt::Held(_lock) => match self.add_now(batch.clone()) {
                Err(Error::Store(StoreError::Damaged(_))) if !self.settings.mends => {
                    self.file()?.close_damaged();
                    spool::put_batch(&files.spool, &batch).map_err(StoreError::from)?;
                    Ok((ids.into_iter().map(|id| Recorded { id, state: State::Waiting }).collect(), Vec::new()))
                }
                added => added,
            },
            LockAttempt::Busy(_) => {
                let spooled = spool::put_batch(&files.spool, &batch).map_err(StoreError::from)?;
                // The batch is durable: whoever adds it meets the same error.
                if self.settings.waits
                    && let Ok(Some(outcome)) = self.wait_for(&spooled, &files.lock)
                {
                    return batch_outcome(outcome);
                }
                if spool::is_refused(&spooled) {
                    return Err(Error::Refused(unknown_parent()));
                }
                let state = if spooled.exists() { State::Waiting } else { State::Added };
                Ok((ids.into_iter().map(|id| Recorded { id, state }).collect(), Vec::new()))
            }
        }
    }

    /// Adds a batch after all waiting ones. The caller holds the lock.
    fn add_now(&mut self, batch: Vec<u8>) -> Result<(Vec<Recorded>, Vec<RefusedLine>), Error> {
        self.add_waiting(Some(batch), None)?.map_or(Ok((Vec::new(), Vec::new())), batch_outcome)
    }

    /// Waits at most [`PATIENCE`] until a batch in the spool is added; returns the outcome if this process added it.
    fn wait_for(&mut self, spooled: &Path, lock: &Path) -> Result<Option<Outcome>, Error> {
        let began = Instant::now();
        while spooled.exists() && began.elapsed() < PATIENCE {
            match Lock::try_take(lock).map_err(StoreError::from)? {
                LockAttempt::Held(_lock) => return self.add_waiting(None, Some(spooled)),
                LockAttempt::Busy(_) => thread::sleep(PAUSE),
            }
        }
        Ok(None)
    }

    /// Runs one slice of upkeep. The first slice of a round verifies the whole file, about a millisecond for each MiB,
    /// and the last one rewrites it if that saves much of the disk.
    ///
    /// # Errors
    /// As for [`Records::forget`].
    pub fn upkeep(&mut self, budget: u32) -> Result<Upkept, Error> {
        self.find_created_file()?;
        if self.is_store_missing() {
            return Ok(Upkept { n_rewritten: 0, n_expired: 0, n_masked: 0, is_done: true });
        }
        if !self.is_in_upkeep {
            self.with_salvage(|records| records.check_undamaged(VerifyScope::Always))?;
        }
        let now = now();
        let UpkeepSlice { n_rewritten, n_expired, n_masked, is_done, .. } = self
            .changed("records.upkeep", |exports, store, resumed| {
                exports.scrubjay_memory_records().call_upkeep(store, now, budget, resumed)
            })?;
        if is_done {
            self.with_salvage(Records::compact_once)?;
        }
        self.is_in_upkeep = !is_done;
        Ok(Upkept { n_rewritten, n_expired, n_masked, is_done })
    }

    /// Whether upkeep is due: the first time, and a day after this last returned true; false while there is no file.
    /// The answer is noted at once, so that of several processes only one runs upkeep.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn is_upkeep_due(&self) -> io::Result<bool> {
        let Store::File(Some(file)) = &self.store else { return Ok(false) };
        let upkeep_note = file.files().store.with_extension("upkeep");
        let age = upkeep_note.metadata().and_then(|found| found.modified()).ok().and_then(|time| time.elapsed().ok());
        let is_due = file.files().store.exists() && age.is_none_or(|age| age > UPKEEP_INTERVAL);
        if is_due {
            open::replace_unsynced(&upkeep_note, b"")?;
        }
        Ok(is_due)
    }

    fn compact_once(&mut self) -> Result<(), Error> {
        let _lock = self.take_lock()?;
        let Store::File(Some(file)) = &mut self.store else { return Ok(()) };
        file.view_locked()?;
        Ok(file.compact()?)
    }

    /// Whether nothing was ever recorded, so that even the folder may be missing.
    pub(super) fn is_store_missing(&self) -> bool {
        match &self.store {
            Store::File(Some(file)) => !file.files().store.exists() && spool::is_empty(&file.files().spool),
            Store::File(None) => true,
            Store::Nowhere(_) => false,
        }
    }

    /// Fails with [`StoreError::Missing`] if nothing was ever recorded, or if the memory is not on disk.
    pub(super) fn check_store_exists(&mut self) -> Result<(), Error> {
        self.find_created_file()?;
        let path = match (&self.store, &self.place) {
            (Store::File(_), _) if !self.is_store_missing() => return Ok(()),
            (Store::File(Some(file)), _) => file.files().store.clone(),
            (_, Place::Project(root)) => root.clone(),
            _ => PathBuf::new(),
        };
        Err(Error::Store(StoreError::Missing { path }))
    }

    /// Runs a change of the interface, and commits its effects.
    pub(super) fn changed<R: Reply<Done: Effective>>(
        &mut self,
        name: &'static str,
        call: impl Fn(&Scrubjay, &mut wasmtime::Store<Limits>, Option<&Resumed>) -> wasmtime::Result<Result<R, Refusal>>,
    ) -> Result<R::Done, Error> {
        let settings = self.settings.clone();
        self.change(|live, snapshot| live.ask(&settings, snapshot, name, &call))
    }

    /// Runs a change, and commits its effects. If the memory has no file and the change would write nothing, no file is
    /// made.
    pub(super) fn change<T: Effective>(
        &mut self,
        mut change: impl FnMut(&mut Live, &dyn Snapshot) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.find_created_file()?;
        if self.is_store_missing() {
            let done = self.read(&mut change)?;
            if commit_of(done.effects()).is_empty() {
                return Ok(done);
            }
        }
        self.write(change)
    }

    /// Runs a change of the current store and commits its effects, with the lock held and after adding all waiting
    /// batches. Makes the file if there is none.
    pub(crate) fn write<T: Effective>(
        &mut self,
        mut change: impl FnMut(&mut Live, &dyn Snapshot) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.with_salvage(|records| {
            let _lock = records.take_lock()?;
            records.add_waiting(None, None)?;
            records.write_locked(&mut change)
        })
    }

    /// Waits for the lock and takes it; `None` for a memory that is not on disk.
    pub(super) fn take_lock(&mut self) -> Result<Option<Lock>, Error> {
        if let Store::Nowhere(_) = self.store {
            return Ok(None);
        }
        let file = self.file()?;
        file.files().check().map_err(StoreError::from)?;
        Ok(Some(wait_for_lock(file)?))
    }

    /// Runs a change of the current store, and commits its effects. The caller holds the lock.
    pub(super) fn write_locked<T: Effective>(
        &mut self,
        change: &mut impl FnMut(&mut Live, &dyn Snapshot) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let done = match &mut self.store {
            Store::File(Some(file)) => change(&mut self.live, &file.view_locked()?)?,
            Store::Nowhere(store) => change(&mut self.live, &*store.snapshot()?)?,
            Store::File(None) => return Err(Error::Store(StoreError::Closed)),
        };
        self.commit(done.effects())?;
        Ok(done)
    }

    /// Adds all waiting batches and `own_batch`, in as few commits as possible. The caller holds the lock. Returns the
    /// outcome of `own_batch`, or of the waiting batch with this name.
    pub(super) fn add_waiting(
        &mut self,
        own_batch: Option<Vec<u8>>,
        awaited_path: Option<&Path>,
    ) -> Result<Option<Outcome>, Error> {
        let mut wanted_outcome = None;
        let mut own_batch = own_batch;
        loop {
            let waiting = self.waiting_batches()?;
            if own_batch.is_none() && waiting.is_empty() {
                return Ok(wanted_outcome);
            }
            let has_own_batch = own_batch.is_some();
            let (paths, spooled_batches): (Vec<PathBuf>, Vec<Vec<u8>>) = waiting.into_iter().unzip();
            let batches: Vec<Vec<u8>> = own_batch.take().into_iter().chain(spooled_batches).collect();
            let mut outcomes = self.add(&batches)?.into_iter();
            if has_own_batch {
                wanted_outcome = outcomes.next();
            }
            for (path, outcome) in paths.iter().zip(outcomes) {
                // A batch with refused events is kept aside, because its writer may be gone and was not told of them.
                let is_all_taken = matches!(&outcome, Outcome::Taken(taken) if taken.refused.is_empty());
                let settled = if is_all_taken { spool::remove(path) } else { spool::refuse_batch(path) };
                settled.map_err(StoreError::from)?;
                if awaited_path == Some(path) {
                    wanted_outcome = Some(outcome);
                }
            }
        }
    }

    fn waiting_batches(&self) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
        match &self.store {
            Store::File(Some(file)) => {
                Ok(spool::waiting_batches(&file.files().spool, MAX_BYTES).map_err(StoreError::from)?)
            }
            _ => Ok(Vec::new()),
        }
    }

    fn add(&mut self, batches: &[Vec<u8>]) -> Result<Vec<Outcome>, Error> {
        let settings = self.settings.clone();
        let call = |exports: &Scrubjay,
                    store: &mut wasmtime::Store<Limits>,
                    resumed: Option<&Resumed>|
         -> wasmtime::Result<Result<AddReply, Refusal>> {
            exports.scrubjay_memory_records().call_add(store, batches, resumed)
        };
        let additions = match &mut self.store {
            Store::File(Some(file)) => self.live.ask(&settings, &file.view_locked()?, "records.add", call)?,
            Store::Nowhere(store) => self.live.ask(&settings, &*store.snapshot()?, "records.add", call)?,
            Store::File(None) => return Err(Error::Store(StoreError::Closed)),
        };
        self.commit(additions.effects())?;
        Ok(additions.outcomes)
    }

    fn commit(&mut self, effects: &Effects) -> Result<(), Error> {
        let change = commit_of(effects);
        if change.is_empty() {
            return Ok(());
        }
        self.keep_older_copy()?;
        match &mut self.store {
            Store::File(Some(file)) => Ok(file.commit(&change)?),
            Store::Nowhere(store) => Ok(store.commit(&change)?),
            Store::File(None) => Err(Error::Store(StoreError::Closed)),
        }
    }
}

/// The commit with the effects of a change.
pub(super) fn commit_of(effects: &Effects) -> Commit {
    let mut change = Commit::from(effects.from_generation);
    let puts = effects.puts.iter().map(|row| (row.key.clone(), row.value.clone()));
    let follows = change.add(effects.from_generation, effects.to_generation, effects.deletes.iter().cloned(), puts);
    debug_assert!(follows, "it begins where the change does");
    change
}

fn batch_outcome(outcome: Outcome) -> Result<(Vec<Recorded>, Vec<RefusedLine>), Error> {
    match outcome {
        Outcome::Taken(batch) => {
            let state = |one: &Added| match one {
                Added { is_adopted: true, .. } => State::Adopted,
                Added { is_new: true, .. } => State::Added,
                _ => State::Known,
            };
            let added = batch.added.into_iter().map(|one| Recorded { state: state(&one), id: one.id });
            Ok((added.collect(), batch.refused))
        }
        Outcome::Refused(error) => Err(Error::Refused(error)),
    }
}

/// The error for a batch that was valid before and is refused when it is added.
fn unknown_parent() -> Refusal {
    let why = "the process that took the event in knows no such record, or knows the event in other words".to_owned();
    Refusal::Invalid(InvalidArgument { argument: "parents".to_owned(), why })
}

/// Fails if the store takes `max_bytes` or more of the disk; `None` for no limit.
fn check_size(store: &Path, max_bytes: Option<u64>) -> Result<(), Error> {
    let Some(limit) = max_bytes else { return Ok(()) };
    let actual = on_disk(store).unwrap_or(0);
    if actual < limit {
        return Ok(());
    }
    Err(Error::Refused(Refusal::Full(Limit { what: "bytes of the memory".to_owned(), actual, limit })))
}
