//! The writing side of an index run: passes batches to the component, and collects its effects into commits.
//!
//! Entries of files are committed with the rows they guarantee. When the component stops, its earlier effects are
//! committed, and a new instance is opened from there. The batch is tried again in halves until the file that stops it
//! is alone. After three tries, or one if the time limit was exceeded, that file is left out. When linking stops, files
//! are linked one at a time, and the one that stops it is quarantined. Not here: where the files come from.

use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime};

use super::report::Problem;
use super::unread::{META_UNREAD, Unread};
use crate::files::scan::{Entry, Failure, Fate, MAX_RETRIES};
use crate::files::walk::nanoseconds;
use crate::guest::bindings::Scrubjay;
use crate::guest::{GuestError, Limits, Stop};
use crate::memory::{MAX_TRIES, Opened};
use crate::store::{Commit, META_MARK};
use crate::wit::memory::{Change, Linked, Purpose, Quarantined};
use crate::wit::types::{Effects, Error as Refused, Refusal};
use crate::{Error, Memory};

/// The name of the meta value that is `[1]` while some files are not linked.
pub(super) const META_TO_LINK: &str = "to-link";

/// A batch is applied when it has this many files or this much text.
const BATCH_FILES: usize = 64;
const BATCH_BYTES: usize = 1 << 20;
/// Bytes of rows that are collected before they are committed.
const COMMIT_BYTES: usize = 8 << 20;
/// The most work that a kill may lose: after this time even a few rows are committed, which takes some
/// milliseconds.
const COMMIT_AFTER: Duration = Duration::from_secs(2);
/// The most files in one call of `link`, which then takes some tens of milliseconds.
const MAX_LINKED_FILES: u32 = 256;
const LINK: &str = "memory.link";

/// The changes and effects of a run that are not committed yet.
pub(super) struct Writer<'a> {
    pub(super) memory: &'a mut Memory,
    /// Whether files in the store are not linked yet, or another release made them.
    pub(super) to_link: bool,
    /// The value of `to_link` in the store.
    stored_to_link: bool,
    /// Files that were not indexed or not linked, and why.
    pub(super) problems: Vec<(String, Problem)>,
    /// For unchanged files that failed before, by path: the number of tries left if they take too long again.
    pub(super) retried: BTreeMap<String, u8>,
    /// The number of files to link one at a time, because a call for several was stopped.
    n_singly: u32,
    /// The number of consecutive files whose linking ran out of memory.
    n_out_of_memory: usize,
    batch: Batch,
    pending: Commit,
    pending_bytes: usize,
    /// The time of the last commit, or of the start of the run.
    last_commit: Instant,
}

/// Changes in order, each with the scan entry to store once it is applied.
#[derive(Default)]
struct Batch {
    changes: Vec<Change>,
    entries: Vec<PendingEntry>,
    n_bytes: usize,
}

/// A scan entry to store once its change is applied; `None` deletes the entry.
struct PendingEntry {
    path: String,
    entry: Option<Entry>,
    /// Whether the store already has rows of the file.
    is_stored: bool,
}

impl<'a> Writer<'a> {
    pub(super) fn new(memory: &'a mut Memory, generation: u64, to_link: bool) -> Writer<'a> {
        let pending = Commit::from(generation);
        Writer {
            memory,
            to_link,
            stored_to_link: to_link,
            problems: Vec::new(),
            retried: BTreeMap::new(),
            n_singly: 0,
            n_out_of_memory: 0,
            batch: Batch::default(),
            pending,
            pending_bytes: 0,
            last_commit: Instant::now(),
        }
    }

    /// Stores the mark of the release that makes the rows from here on. The store is incomplete until the run ends.
    pub(super) fn set_mark(&mut self, mark: &[u8]) {
        self.to_link = true;
        self.pending.meta.insert(META_MARK.to_owned(), mark.to_vec());
    }

    /// Stores a meta value with the next commit.
    pub(super) fn note(&mut self, name: &str, value: &[u8]) {
        self.pending.meta.insert(name.to_owned(), value.to_vec());
    }

    /// Stores or deletes the scan entry of a file with the next commit.
    pub(super) fn remember(&mut self, path: &str, entry: Option<&Entry>) {
        self.pending.scanned.insert(path.to_owned(), entry.map(Entry::encode));
    }

    /// Adds a change, and the scan entry to store once it is applied.
    pub(super) fn push(
        &mut self,
        path: &str,
        change: Change,
        entry: Option<Entry>,
        is_stored: bool,
    ) -> Result<(), Error> {
        if let Change::Parsed(file) = &change {
            self.batch.n_bytes += file.text.len();
        }
        self.batch.changes.push(change);
        self.batch.entries.push(PendingEntry { path: path.to_owned(), entry, is_stored });
        if self.batch.changes.len() == BATCH_FILES || self.batch.n_bytes >= BATCH_BYTES {
            self.apply()?;
        }
        Ok(())
    }

    /// Applies the pushed changes. Halves a batch that stops the component, until the file that stops it is alone.
    pub(super) fn apply(&mut self) -> Result<(), Error> {
        let mut batches_left = vec![std::mem::take(&mut self.batch)];
        let mut n_tries = 0;
        while let Some(mut batch) = batches_left.pop() {
            if batch.changes.is_empty() {
                continue;
            }
            match self.apply_once(&batch) {
                Ok(effects) => {
                    self.gather(effects, batch.entries)?;
                    n_tries = 0;
                }
                Err(Error::Guest(error @ GuestError::Stopped { .. })) if batch.changes.len() == 1 => {
                    n_tries += 1;
                    if n_tries == MAX_TRIES || !error.is_worth_another_try() {
                        self.give_up(batch, error)?;
                        n_tries = 0;
                    } else {
                        batches_left.push(batch);
                    }
                }
                Err(Error::Guest(GuestError::Stopped { .. })) => {
                    let second_half = batch.split();
                    batches_left.extend([second_half, batch]);
                }
                Err(error) => return Err(error),
            }
        }
        if self.is_due() { self.commit() } else { Ok(()) }
    }

    fn apply_once(&mut self, batch: &Batch) -> Result<Effects, Error> {
        let now = nanoseconds(SystemTime::now()) / 1_000_000;
        let mut entropy = [0; 16];
        getrandom::fill(&mut entropy).map_err(|_| Error::Entropy)?;
        self.change(
            "memory.apply",
            |exports, store| exports.scrubjay_memory_memory().call_apply(store, &batch.changes, now, &entropy),
            |effects| effects,
        )
    }

    /// Links some of the files that are not linked yet, and returns how many are left.
    pub(super) fn link(&mut self) -> Result<u32, Error> {
        let mut n_tries = 0;
        let linked = loop {
            let max_files = if self.n_singly == 0 { MAX_LINKED_FILES } else { 1 };
            match self.link_once(max_files) {
                Err(Error::Guest(GuestError::Stopped { call: LINK, .. })) if max_files > 1 => {
                    self.n_singly = MAX_LINKED_FILES
                }
                Err(Error::Guest(error)) => {
                    n_tries += 1;
                    if n_tries == MAX_TRIES || !error.is_worth_another_try() {
                        self.quarantine(error)?;
                        n_tries = 0;
                    }
                }
                linked => break linked?,
            }
        };
        self.n_singly = self.n_singly.saturating_sub(1);
        self.n_out_of_memory = 0;
        self.gather(linked.effects, Vec::new())?;
        self.to_link = linked.n_to_link != 0;
        if !self.to_link || self.is_due() {
            self.commit()?;
        }
        Ok(linked.n_to_link)
    }

    /// Passes the counts of unread files to the component if they differ from the stored ones, or if damaged rows are
    /// to be remade. A first run always passes them, which tells the component that the run has ended.
    pub(super) fn tell_unread(&mut self, unread: &Unread) -> Result<(), Error> {
        let stored_counts = self.memory.snapshot()?.meta(META_UNREAD)?;
        let unread_counts = unread.encode();
        if stored_counts.as_ref() == Some(&unread_counts) && !self.memory.mend {
            return Ok(());
        }
        let to_link = self.to_link;
        let endings = unread.counts();
        let effects = self.change(
            "memory.tell-unread",
            |exports, store| exports.scrubjay_memory_memory().call_tell_unread(store, &endings),
            |effects| effects,
        )?;
        self.gather(effects, Vec::new())?;
        self.to_link = to_link;
        self.pending.meta.insert(META_UNREAD.to_owned(), unread_counts);
        Ok(())
    }

    fn link_once(&mut self, max_files: u32) -> Result<Linked, Error> {
        self.change(
            LINK,
            |exports, store| exports.scrubjay_memory_memory().call_link(store, max_files),
            |linked| &linked.effects,
        )
    }

    /// Quarantines the file at which linking stopped. If memory runs out for three files in a row, returns the error,
    /// because these files are not the cause.
    fn quarantine(&mut self, error: GuestError) -> Result<(), Error> {
        let GuestError::Stopped { call: LINK, ref stop } = error else { return Err(Error::Guest(error)) };
        let stop = stop.clone();
        self.n_out_of_memory = if stop == Stop::Memory { self.n_out_of_memory + 1 } else { 0 };
        if self.n_out_of_memory == MAX_TRIES {
            return Err(Error::Guest(error));
        }
        let Quarantined { effects, path } = self.change(
            "memory.quarantine",
            |exports, store| exports.scrubjay_memory_memory().call_quarantine(store),
            |quarantined| &quarantined.effects,
        )?;
        self.gather(effects, Vec::new())?;
        if let Some(path) = path {
            self.remember_unlinked(path, stop)?;
        }
        // Finding it took long, so the result is committed.
        self.commit()
    }

    /// In how many later runs a file that took too long in this run is tried again.
    pub(super) fn tries_left(&self, path: &str) -> u8 {
        self.retried.get(path).copied().unwrap_or(MAX_RETRIES)
    }

    /// Stores that a file has no links, and reports it. The file is linked again once it changes; if memory ran out,
    /// also in the next run; if the time limit was exceeded, also in up to two later runs.
    fn remember_unlinked(&mut self, path: String, stop: Stop) -> Result<(), Error> {
        let known = self.memory.snapshot()?.scanned(&path)?;
        let entry = known.iter().find(|(known, _)| *known == path).and_then(|(_, bytes)| Entry::decode(bytes));
        let file = PendingEntry { path, entry, is_stored: true };
        match stop {
            Stop::Memory => {
                let stale = file.entry.map(|entry| Entry { fate: Fate::Stale, ..entry });
                self.remember(&file.path, stale.as_ref());
            }
            Stop::Deadline => self.remember_failure(&file, Failure::Quarantined, self.tries_left(&file.path)),
            Stop::Trap(_) => self.remember_failure(&file, Failure::Quarantined, 0),
        }
        self.problems.push((file.path, Problem::Quarantined(stop)));
        Ok(())
    }

    /// Makes a call that changes the instance, and notes its new generation.
    fn change<T>(
        &mut self,
        call: &'static str,
        function: impl FnOnce(&Scrubjay, &mut wasmtime::Store<Limits>) -> wasmtime::Result<Result<T, Refused>>,
        effects: fn(&T) -> &Effects,
    ) -> Result<T, Error> {
        let mut opened = self.opened()?;
        let result = opened.instance.call(call, function)?;
        if let Ok(changed) = &result {
            opened.generation = effects(changed).to_generation;
        }
        self.memory.live.keep(opened);
        result.map_err(Error::Refused)
    }

    /// The instance at the generation of the pending commit, opened for changes. If there is none, commits and opens a
    /// new one.
    pub(super) fn opened(&mut self) -> Result<Opened, Error> {
        if let Some(opened) = self.memory.live.take(Purpose::Writing, self.pending.to) {
            return Ok(opened);
        }
        self.commit()?;
        let snapshot = self.memory.snapshot()?;
        self.memory.live.open_at(&self.memory.root, &*snapshot, Purpose::Writing)
    }

    /// Adds the component's effects to the pending commit, with the entries of files that were not refused.
    fn gather(&mut self, mut effects: Effects, entries: Vec<PendingEntry>) -> Result<(), Error> {
        let n_bytes: usize = effects.puts.iter().map(|row| row.key.len() + row.value.len()).sum();
        let deletes = std::mem::take(&mut effects.deletes);
        let puts = std::mem::take(&mut effects.puts).into_iter().map(|row| (row.key, row.value));
        if !self.pending.add(effects.from_generation, effects.to_generation, deletes, puts) {
            return Err(Error::Contract { call: "memory.apply", what: "a generation is missing" });
        }
        self.pending_bytes += n_bytes;
        self.to_link = true;
        for file in entries {
            match effects.refused.iter().find(|refusal| refusal.path == file.path) {
                None => self.remember(&file.path, file.entry.as_ref()),
                // A file that does not fit in the current memory may fit another time.
                Some(Refusal { error: Refused::Full(_), .. }) => {}
                Some(_) => self.remember_failure(&file, Failure::Refused, 0),
            }
        }
        self.problems
            .extend(effects.refused.into_iter().map(|refusal| (refusal.path, Problem::Refused(refusal.error))));
        Ok(())
    }

    fn give_up(&mut self, batch: Batch, error: GuestError) -> Result<(), Error> {
        let GuestError::Stopped { stop, .. } = error else { return Err(Error::Guest(error)) };
        for file in batch.entries {
            match stop {
                Stop::Deadline => self.remember_failure(&file, Failure::Deadline, self.tries_left(&file.path)),
                Stop::Trap(_) => self.remember_failure(&file, Failure::Trap, 0),
                Stop::Memory => {}
            }
            self.problems.push((file.path, Problem::Stopped(stop.clone())));
        }
        Ok(())
    }

    /// Stores that a file failed, with the hash of its bytes, and the number of tries left before it changes.
    fn remember_failure(&mut self, file: &PendingEntry, failure: Failure, tries_left: u8) {
        if let Some(Entry { fate: Fate::Indexed(hash), .. }) = file.entry {
            let fate = Fate::Failed { hash, failure, has_rows: file.is_stored, tries_left };
            let entry = file.entry.clone().map(|entry| Entry { fate, ..entry });
            self.remember(&file.path, entry.as_ref());
        }
    }

    fn is_due(&self) -> bool {
        self.pending_bytes >= COMMIT_BYTES || self.last_commit.elapsed() >= COMMIT_AFTER
    }

    /// Commits all pending rows, entries and meta values; drops the instance if that fails.
    pub(super) fn commit(&mut self) -> Result<(), Error> {
        if self.pending.is_empty() && self.to_link == self.stored_to_link {
            return Ok(());
        }
        self.pending.meta.insert(META_TO_LINK.to_owned(), vec![u8::from(self.to_link)]);
        let empty_commit = Commit::from(self.pending.from);
        let pending = std::mem::replace(&mut self.pending, empty_commit);
        self.pending_bytes = 0;
        if let Err(error) = self.memory.store.commit(&pending) {
            // The instance is ahead of the store, and its list of damaged rows would be wrong.
            self.memory.live.opened = None;
            return Err(error.into());
        }
        self.pending = Commit::from(pending.to);
        self.stored_to_link = self.to_link;
        self.last_commit = Instant::now();
        Ok(())
    }

    /// The damaged rows of the store: the paths of files to read again, and the number of all damaged rows.
    pub(super) fn damaged(&mut self) -> Result<(Vec<String>, u64), Error> {
        let opened = self.opened()?;
        self.memory.live.keep(opened);
        let damaged = self.memory.damaged()?;
        let n_damaged = damaged.len() as u64;
        Ok((damaged.into_iter().filter_map(|row| row.path).collect(), n_damaged))
    }

    /// The generation of the store after the last commit.
    pub(super) fn generation(&self) -> u64 {
        self.pending.from
    }
}

impl Batch {
    /// Keeps the first half and returns the second.
    fn split(&mut self) -> Batch {
        let half = self.changes.len() / 2;
        Batch { changes: self.changes.split_off(half), entries: self.entries.split_off(half), n_bytes: 0 }
    }
}
