//! The writing side of an index run: batches go into the component, and what it returns is gathered into commits.
//!
//! Entries of files are committed with the rows they promise. When the component stops, what it returned before is committed,
//! a new instance is opened from there, and the batch is tried again in halves until the one file that stops it is alone;
//! after three tries that file is refused. When linking stops, files are linked one at a time, and the one that stops it is set
//! aside. Not here: where the files come from.

use std::time::{Duration, Instant, SystemTime};

use super::report::Problem;
use crate::files::hash::Hash;
use crate::files::scan::{Entry, Failure, Fate};
use crate::files::walk::nanoseconds;
use crate::guest::bindings::Scrubjay;
use crate::guest::{GuestError, Limits, Stop};
use crate::memory::{MOST_TRIES, Opened};
use crate::store::Commit;
use crate::wit::memory::{Change, Settled, Unlinkable};
use crate::wit::types::{Effects, Error as Refused, Refusal};
use crate::{Error, Memory};

/// Which component made the rows.
pub(super) const MARK_MAKER: &str = "maker";
/// `[1]` while files are not linked.
pub(super) const MARK_UNSETTLED: &str = "unsettled";

/// A batch is handed over when it has this many files or this much text.
const BATCH_FILES: usize = 64;
const BATCH_BYTES: usize = 1 << 20;
/// Bytes of rows that are gathered before they are committed.
const COMMIT_BYTES: usize = 8 << 20;
/// What a kill may cost: after this long there is a commit, however few the rows. It takes some milliseconds.
const COMMIT_AFTER: Duration = Duration::from_secs(2);
/// Files that one call of `settle` links: some tens of milliseconds.
const SLICE: u32 = 256;
const SETTLE: &str = "memory.settle";

/// The pending work of a run.
pub(super) struct Writer<'a> {
    pub(super) memory: &'a mut Memory,
    /// Files in the store are not linked yet, or not all are made by this component.
    pub(super) unsettled: bool,
    /// What the store says of that.
    recorded: bool,
    /// Files that were not taken, and why.
    pub(super) problems: Vec<(String, Problem)>,
    /// So many files are linked one at a time, because a call for several was stopped.
    n_singly: u32,
    /// Files in a row for whose links there was too little memory.
    n_short: usize,
    batch: Batch,
    pending: Commit,
    pending_bytes: usize,
    /// When the last commit ended, or else the run began.
    committed: Instant,
}

/// Changes in order, each with its path and what to remember of it once it is made.
#[derive(Default)]
struct Batch {
    changes: Vec<Change>,
    entries: Vec<Remembered>,
    n_bytes: usize,
}

/// What to remember of a file once its change is made.
struct Remembered {
    path: String,
    entry: Option<Entry>,
    /// The store holds rows of it already.
    stored: bool,
}

impl<'a> Writer<'a> {
    pub(super) fn new(memory: &'a mut Memory, generation: u64, unsettled: bool) -> Writer<'a> {
        let pending = Commit::from(generation);
        Writer {
            memory,
            unsettled,
            recorded: unsettled,
            problems: Vec::new(),
            n_singly: 0,
            n_short: 0,
            batch: Batch::default(),
            pending,
            pending_bytes: 0,
            committed: Instant::now(),
        }
    }

    /// Notes which component makes the rows from here on: until it has made all of them the store is not whole.
    pub(super) fn made_by(&mut self, maker: Hash) {
        self.unsettled = true;
        self.pending.marks.insert(MARK_MAKER.to_owned(), maker.to_vec());
    }

    /// Remembers a file, or forgets it, with the next commit.
    pub(super) fn remember(&mut self, path: &str, entry: Option<&Entry>) {
        self.pending.scanned.insert(path.to_owned(), entry.map(Entry::encode));
    }

    /// Adds a change, and what to remember of its file when it is made.
    pub(super) fn push(&mut self, path: &str, change: Change, entry: Option<Entry>, stored: bool) -> Result<(), Error> {
        if let Change::Parsed(file) = &change {
            self.batch.n_bytes += file.text.len();
        }
        self.batch.changes.push(change);
        self.batch.entries.push(Remembered { path: path.to_owned(), entry, stored });
        if self.batch.changes.len() == BATCH_FILES || self.batch.n_bytes >= BATCH_BYTES {
            self.apply()?;
        }
        Ok(())
    }

    /// Hands over what was pushed.
    pub(super) fn apply(&mut self) -> Result<(), Error> {
        let mut left = vec![std::mem::take(&mut self.batch)];
        let mut n_tries = 0;
        while let Some(mut batch) = left.pop() {
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
                    if n_tries == MOST_TRIES || !error.is_worth_another_try() {
                        self.give_up(batch, error)?;
                        n_tries = 0;
                    } else {
                        left.push(batch);
                    }
                }
                Err(Error::Guest(GuestError::Stopped { .. })) => {
                    let rest = batch.split();
                    left.extend([rest, batch]);
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

    /// Links some of the files that are not linked yet; says how many are left.
    pub(super) fn settle(&mut self) -> Result<u32, Error> {
        let mut n_tries = 0;
        let settled = loop {
            let most_files = if self.n_singly == 0 { SLICE } else { 1 };
            match self.settle_once(most_files) {
                Err(Error::Guest(GuestError::Stopped { call: SETTLE, .. })) if most_files > 1 => self.n_singly = SLICE,
                Err(Error::Guest(error)) => {
                    n_tries += 1;
                    if n_tries == MOST_TRIES || !error.is_worth_another_try() {
                        self.set_aside(error)?;
                        n_tries = 0;
                    }
                }
                settled => break settled?,
            }
        };
        self.n_singly = self.n_singly.saturating_sub(1);
        self.n_short = 0;
        self.gather(settled.effects, Vec::new())?;
        self.unsettled = settled.n_unsettled != 0;
        if !self.unsettled || self.is_due() {
            self.commit()?;
        }
        Ok(settled.n_unsettled)
    }

    fn settle_once(&mut self, most_files: u32) -> Result<Settled, Error> {
        self.change(
            SETTLE,
            |exports, store| exports.scrubjay_memory_memory().call_settle(store, most_files),
            |settled| &settled.effects,
        )
    }

    /// Gives up the links of the file that linking stopped at. Where memory is short for one file after the other, they are not
    /// to blame.
    fn set_aside(&mut self, error: GuestError) -> Result<(), Error> {
        let GuestError::Stopped { call: SETTLE, ref stop } = error else { return Err(Error::Guest(error)) };
        let stop = stop.clone();
        self.n_short = if stop == Stop::Memory { self.n_short + 1 } else { 0 };
        if self.n_short == MOST_TRIES {
            return Err(Error::Guest(error));
        }
        let Unlinkable { effects, path } = self.change(
            "memory.set-aside",
            |exports, store| exports.scrubjay_memory_memory().call_set_aside(store),
            |unlinkable| &unlinkable.effects,
        )?;
        self.gather(effects, Vec::new())?;
        if let Some(path) = path {
            self.remember_unlinked(path, stop)?;
        }
        // It took long to find out.
        self.commit()
    }

    /// Remembers that a file has no links, until it changes; or until the next run, where memory was short.
    fn remember_unlinked(&mut self, path: String, stop: Stop) -> Result<(), Error> {
        let known = self.memory.snapshot()?.scanned(&path)?;
        let entry = known.iter().find(|(known, _)| *known == path).and_then(|(_, bytes)| Entry::decode(bytes));
        let at = Remembered { path, entry, stored: true };
        match stop {
            Stop::Memory => {
                let stale = at.entry.map(|entry| Entry { fate: Fate::Stale, ..entry });
                self.remember(&at.path, stale.as_ref());
            }
            Stop::Deadline | Stop::Trap(_) => self.remember_failure(&at, Failure::Unlinked),
        }
        self.problems.push((at.path, Problem::Unlinked(stop)));
        Ok(())
    }

    /// Calls what changes the instance, and notes its new generation.
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

    /// The instance at the generation of what is pending; or else what is pending is committed and a new one opened from there.
    pub(super) fn opened(&mut self) -> Result<Opened, Error> {
        if let Some(opened) = self.memory.live.take(self.pending.to) {
            return Ok(opened);
        }
        self.commit()?;
        let snapshot = self.memory.snapshot()?;
        self.memory.live.at(&self.memory.root, &*snapshot)
    }

    /// Adds what the component returned to what will be committed next.
    fn gather(&mut self, mut effects: Effects, entries: Vec<Remembered>) -> Result<(), Error> {
        let n_bytes: usize = effects.puts.iter().map(|row| row.key.len() + row.value.len()).sum();
        let deletes = std::mem::take(&mut effects.deletes);
        let puts = std::mem::take(&mut effects.puts).into_iter().map(|row| (row.key, row.value));
        if !self.pending.add(effects.from_generation, effects.to_generation, deletes, puts) {
            return Err(Error::Contract { call: "memory.apply", what: "a generation is missing" });
        }
        self.pending_bytes += n_bytes;
        self.unsettled = true;
        for at in entries {
            match effects.refused.iter().find(|refusal| refusal.path == at.path) {
                None => self.remember(&at.path, at.entry.as_ref()),
                // What is too much for the memory as it is may fit another time.
                Some(Refusal { error: Refused::Full(_), .. }) => {}
                Some(_) => self.remember_failure(&at, Failure::Refused),
            }
        }
        self.problems
            .extend(effects.refused.into_iter().map(|refusal| (refusal.path, Problem::Refused(refusal.error))));
        Ok(())
    }

    fn give_up(&mut self, batch: Batch, error: GuestError) -> Result<(), Error> {
        let GuestError::Stopped { stop, .. } = error else { return Err(Error::Guest(error)) };
        for at in batch.entries {
            match stop {
                Stop::Deadline => self.remember_failure(&at, Failure::Deadline),
                Stop::Trap(_) => self.remember_failure(&at, Failure::Trap),
                Stop::Memory => {}
            }
            self.problems.push((at.path, Problem::Stopped(stop.clone())));
        }
        Ok(())
    }

    /// Remembers that a file failed, by the hash of its bytes: nobody tries it again before it changes.
    fn remember_failure(&mut self, at: &Remembered, failure: Failure) {
        if let Some(Entry { fate: Fate::Indexed(hash), .. }) = at.entry {
            let fate = Fate::Failed { hash, failure, has_rows: at.stored };
            let entry = at.entry.clone().map(|entry| Entry { fate, ..entry });
            self.remember(&at.path, entry.as_ref());
        }
    }

    fn is_due(&self) -> bool {
        self.pending_bytes >= COMMIT_BYTES || self.committed.elapsed() >= COMMIT_AFTER
    }

    /// Commits everything that is pending.
    pub(super) fn commit(&mut self) -> Result<(), Error> {
        if self.pending.is_empty() && self.unsettled == self.recorded {
            return Ok(());
        }
        self.pending.marks.insert(MARK_UNSETTLED.to_owned(), vec![u8::from(self.unsettled)]);
        let before = Commit::from(self.pending.from);
        let pending = std::mem::replace(&mut self.pending, before);
        self.pending_bytes = 0;
        if let Err(error) = self.memory.store.commit(&pending) {
            // The instance is ahead of the store, and what it says of damaged rows would be untrue.
            self.memory.live.opened = None;
            return Err(error.into());
        }
        self.pending = Commit::from(pending.to);
        self.recorded = self.unsettled;
        self.committed = Instant::now();
        Ok(())
    }

    /// Damaged rows of the store, as the paths of the files to read again and the number of all.
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
    /// Keeps the first half and gives the second.
    fn split(&mut self) -> Batch {
        let half = self.changes.len() / 2;
        Batch { changes: self.changes.split_off(half), entries: self.entries.split_off(half), n_bytes: 0 }
    }
}
