//! A memory: its folder, its store, and an instance of the component that is opened when a question needs it.
//!
//! Every question is answered from one snapshot of the store, by an instance opened at the same generation. Not here:
//! the meaning of questions and answers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::Error;
use crate::answer::{Reply, ask};
use crate::files::installed::Installed;
use crate::files::listing::Listings;
use crate::files::parse::Languages;
use crate::files::root::{Root, canonical};
use crate::files::spans::Spans;
use crate::guest::bindings::Scrubjay;
use crate::guest::{Allowance, Guest, Instance, Limits};
use crate::index::bounds::ExclusionState;
use crate::records::{self, Records, Settings};
use crate::store::memory::MemoryStore;
use crate::store::place::Place;
use crate::store::redb::RedbStore;
use crate::store::stamps::META_STAMP;
use crate::store::{LazySnapshot, OwnIndex, Remade, Snapshot, StartedRun, Store, StoreError};
use crate::wit::memory::Purpose;
use crate::wit::types::{DamagedRow, Error as Refusal, Resumed};

/// The most attempts at a call that traps.
pub(crate) const MAX_TRIES: usize = 3;

/// The most attempts at a question while the store is being written.
const MAX_STALE_TRIES: usize = 10;

/// How a memory is opened for writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Write {
    /// Verify every page and row of the store first, and remake damaged rows of files. After a crash this is always
    /// done.
    pub check: bool,
    /// Remake the index from nothing.
    pub rebuild: bool,
}

/// The memory of one folder: its code index, and the records of its project.
pub struct Memory {
    pub(crate) root: Root,
    pub(crate) live: Live,
    /// The folder listings of the last walk.
    pub(crate) listings: Listings,
    /// The caller's exclusions.
    pub(crate) exclusions: ExclusionState,
    // The store must be closed before the lock is released: fields are dropped in this order.
    pub(crate) store: Box<dyn Store>,
    /// Whether the next index run reads every row and remakes the damaged ones.
    pub(crate) mend: bool,
    /// The folder's index, if the store is its file.
    index: Option<OwnIndex>,
    records: Option<Records>,
}

/// The component, and the instance in use.
pub(crate) struct Live {
    /// The purpose for which the component is opened: questions, or also changes.
    purpose: Purpose,
    allowance: Allowance,
    guest: Option<Guest>,
    languages: Option<Arc<Languages>>,
    installed: Option<Arc<Installed>>,
    pub(crate) opened: Option<Opened>,
}

/// An instance that has opened a memory.
pub(crate) struct Opened {
    pub(crate) instance: Instance,
    /// The purpose for which the instance was opened; one for changes answers questions too.
    purpose: Purpose,
    pub(crate) generation: u64,
    /// The stamp of the store: a remade store counts its generations anew.
    stamp: Option<Vec<u8>>,
}

/// The nearest folder with an index, from `from` upwards. The last folder searched is the first one with an entry
/// `.git`. The search ends before the user's home folder, the root of a disk, folders of the system, and a folder of
/// another user who does not own `from`.
///
/// # Errors
/// [`Error::NotIndexed`].
pub fn locate(from: &Path) -> Result<PathBuf, Error> {
    let canonical_path = canonical(from).ok();
    canonical_path
        .and_then(|canonical_path| Place::search(&canonical_path))
        .ok_or_else(|| Error::NotIndexed { from: from.to_owned() })
}

impl Memory {
    /// Opens the memory of an indexed folder for reading, concurrently with a writer.
    ///
    /// # Errors
    /// [`Error::NoFolder`], [`Error::Store`].
    pub fn reading(root: &Path) -> Result<Memory, Error> {
        let root = Root::at(root)?;
        let mut index = OwnIndex::of(root.path())?;
        let store = index.reading()?;
        Ok(Memory::with(root, Box::new(store), Purpose::Reading, Some(index)))
    }

    /// Opens the memory of an indexed folder for reading, and also reads the rows that only changes need, so that
    /// [`Memory::status`] reports every damaged row of symbols, facts and edges. It cannot change anything.
    ///
    /// # Errors
    /// As for [`Memory::reading`]; and [`StoreError::Unclosed`] if the last writer died, which reading would repair.
    pub fn checking(root: &Path) -> Result<Memory, Error> {
        let root = Root::at(root)?;
        let store = Box::new(OwnIndex::of(root.path())?.open_unchanged()?);
        Ok(Memory::with(root, store, Purpose::Writing, None))
    }

    /// Opens the memory of a folder for writing; [`Memory::index`] updates its index. The index is locked only during
    /// that, so any number of processes may have it open.
    ///
    /// # Errors
    /// [`Error::NoFolder`]; [`Error::Store`], with [`StoreError::Link`] if a link is in the way of the index.
    pub fn writing(root: &Path, options: Write) -> Result<Memory, Error> {
        let root = Root::at(root)?;
        let mut index = OwnIndex::of(root.path())?;
        (index.may_write, index.check, index.rebuild) = (true, options.check, options.rebuild);
        let mut exclusions = ExclusionState::default();
        let store: Box<dyn Store> = match index.reading() {
            // Before the first run there is nothing to answer from.
            Err(StoreError::Missing { .. }) => {
                index.awaits_index = !options.rebuild;
                Box::new(MemoryStore::default())
            }
            read if options.rebuild => {
                exclusions.keep(read.and_then(|store| store.snapshot()));
                Box::new(MemoryStore::default())
            }
            Ok(store) => Box::new(store),
            // Each question reports the error, and the next run makes the index again.
            Err(_) => Box::new(index.opened_on_first_use()),
        };
        // The first run that changes something reads the rows that only changes need.
        Ok(Memory { exclusions, ..Memory::with(root, store, Purpose::Reading, Some(index)) })
    }

    /// A memory over the caller's store, which holds the index. The caller ensures that nobody else writes to it.
    ///
    /// # Errors
    /// [`Error::NoFolder`].
    pub fn over(root: &Path, store: Box<dyn Store>) -> Result<Memory, Error> {
        Ok(Memory::with(Root::at(root)?, store, Purpose::Writing, None))
    }

    /// A memory of a folder, of which nothing is stored on disk.
    ///
    /// # Errors
    /// [`Error::NoFolder`].
    pub fn in_memory(root: &Path) -> Result<Memory, Error> {
        let mut memory = Memory::over(root, Box::new(MemoryStore::default()))?;
        let mut settings = Settings::default();
        settings.owner.roots = memory.roots();
        memory.use_records(Records::open(records::Place::Nowhere, settings)?);
        Ok(memory)
    }

    /// A memory of these texts, by their paths with `/`. Nothing of it is on a disk, and no ignore rules apply.
    ///
    /// # Errors
    /// [`Error::Refused`] for a path that is not relative, or leads outside.
    pub fn of_texts(texts: BTreeMap<String, String>) -> Result<Memory, Error> {
        let mut memory = Memory::with(Root::of_texts(texts)?, Box::new(MemoryStore::default()), Purpose::Writing, None);
        memory.use_records(Records::open(records::Place::Nowhere, Settings::default())?);
        Ok(memory)
    }

    fn with(root: Root, store: Box<dyn Store>, purpose: Purpose, index: Option<OwnIndex>) -> Memory {
        let (live, listings, exclusions) = (Live::new(purpose), Listings::default(), ExclusionState::default());
        Memory { root, live, listings, exclusions, store, mend: false, index, records: None }
    }

    /// Whether this memory may write its index, or only read it.
    pub fn purpose(&self) -> Purpose {
        if self.check_writable().is_ok() { Purpose::Writing } else { Purpose::Reading }
    }

    /// The place of the folder's index; `None` if the index is in memory or in a store of the caller's.
    pub fn place(&self) -> Option<&Place> {
        self.index.as_ref().map(OwnIndex::place)
    }

    /// Sets how long an index run waits for another process, by default ten minutes.
    pub fn wait_at_most(&mut self, patience: Duration) {
        if let Some(index) = &mut self.index {
            index.patience = patience;
        }
    }

    /// Calls a function with another limit on waiting for other processes.
    pub(crate) fn with_patience<T>(&mut self, patience: Duration, run: impl FnOnce(&mut Memory) -> T) -> T {
        let patience_before = self.index.as_ref().map(|index| index.patience);
        self.wait_at_most(patience);
        let result = run(self);
        if let Some(patience_before) = patience_before {
            self.wait_at_most(patience_before);
        }
        result
    }

    /// Sets whether this memory may write its index.
    pub(crate) fn set_writes(&mut self, writes: bool) {
        if let Some(index) = &mut self.index {
            index.may_write = writes;
        }
    }

    /// Fails if this memory may only read its index.
    pub(crate) fn check_writable(&self) -> Result<(), StoreError> {
        if self.index.as_ref().is_some_and(|index| !index.may_write) { Err(StoreError::ReadOnly(None)) } else { Ok(()) }
    }

    /// Whether a run must examine the store itself, even if no file has changed.
    pub(crate) fn must_run(&self) -> bool {
        self.mend || self.index.as_ref().is_some_and(OwnIndex::must_run)
    }

    /// Begins an index run: locks the folder's index and opens it for writing. While another process holds the lock,
    /// `tell` is called with its id; `None` if `tell` breaks. The inner value is why the index was remade, if it was.
    pub(crate) fn begin_run(
        &mut self,
        mark: &[u8],
        tell: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> Result<Option<Option<Remade>>, Error> {
        let Some(index) = &mut self.index else { return Ok(Some(None)) };
        let Some(StartedRun { store, remade, was_checked }) = index.begin(mark, tell)? else { return Ok(None) };
        self.mend |= was_checked && remade.is_none();
        if let Err(error) = self.take_store(store) {
            // The lock is given back, whatever else fails.
            let _ = self.end_run();
            return Err(error);
        }
        Ok(Some(remade))
    }

    /// Recreates the index during a run; false if the store is the caller's, so that it cannot be recreated.
    pub(crate) fn make_again(&mut self) -> Result<bool, Error> {
        let Some(index) = &self.index else { return Ok(false) };
        // Closed first, because a file that is open cannot be replaced everywhere.
        self.store = Box::new(MemoryStore::default());
        let store = index.make_again()?;
        self.mend = false;
        self.take_store(store)?;
        Ok(true)
    }

    /// Ends an index run: closes the folder's index and releases the lock.
    pub(crate) fn end_run(&mut self) -> Result<(), Error> {
        let Some(index) = &mut self.index else { return Ok(()) };
        let closed = std::mem::replace(&mut self.store, Box::new(MemoryStore::default())).close();
        self.store = Box::new(index.end());
        Ok(closed?)
    }

    /// Opens the index that another process has created, if there was none before.
    fn open_new_index(&mut self) {
        if let Some(index) = self.index.as_mut().filter(|index| index.awaits_index && index.exists()) {
            index.awaits_index = false;
            self.store = Box::new(index.opened_on_first_use());
        }
    }

    /// Replaces the store. The instance is kept only if it belongs to the new store.
    fn take_store(&mut self, store: RedbStore) -> Result<(), Error> {
        let stamp = store.snapshot()?.meta(META_STAMP)?;
        self.live.opened.take_if(|opened| opened.stamp != stamp);
        self.store = Box::new(store);
        Ok(())
    }

    /// The indexed folder.
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// The records of this project, in the user's data folder, with the user's settings. Writing records never blocks a
    /// question about code.
    ///
    /// # Errors
    /// [`Error::Store`] of that folder, and those of [`Settings::of_user`].
    pub fn records(&mut self) -> Result<&mut Records, Error> {
        let records = match self.records.take() {
            Some(records) => records,
            None => {
                let mut settings = Settings::of_user()?;
                settings.owner.roots = self.roots();
                Records::open(records::Place::Project(self.root.path().to_owned()), settings)?
            }
        };
        Ok(self.records.insert(records))
    }

    /// The folder's absolute paths, through links too; recorded paths are relative to them. Empty if it is not on a
    /// disk.
    pub fn roots(&self) -> Vec<String> {
        if self.root.texts().is_some() { Vec::new() } else { records::roots(self.root.given_path()) }
    }

    /// Uses these records instead, from another place or with another owner.
    pub fn use_records(&mut self, records: Records) {
        self.records = Some(records);
    }

    /// Sets the limits of a call, from the next call on.
    pub fn allow(&mut self, allowance: Allowance) {
        self.live.allowance = allowance;
        if let Some(opened) = &mut self.live.opened {
            opened.instance.allow(allowance);
        }
    }

    /// Closes the store and reports a failure to do so. Dropping closes it too, but ignores errors.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn close(self) -> Result<(), Error> {
        self.store.close().map_err(Error::Store)
    }

    /// Rows that could not be read since the memory was last opened: answers since then were computed without them.
    ///
    /// # Errors
    /// [`Error::Guest`].
    pub fn damaged(&mut self) -> Result<Vec<DamagedRow>, Error> {
        let Some(mut opened) = self.live.opened.take() else { return Ok(Vec::new()) };
        let damaged_rows = opened
            .instance
            .call("memory.damaged", |exports, store| exports.scrubjay_memory_memory().call_damaged(store))?;
        self.live.keep(opened);
        Ok(damaged_rows)
    }

    /// Makes a call that needs no rows, on the instance in use or else on a new one.
    pub(crate) fn on_any_instance<T>(
        &mut self,
        call: &'static str,
        make: impl FnOnce(&Scrubjay, &mut wasmtime::Store<Limits>) -> wasmtime::Result<Result<T, Refusal>>,
    ) -> Result<T, Error> {
        let Some(mut opened) = self.live.opened.take() else {
            return self.live.empty_instance()?.call(call, make)?.map_err(Error::Refused);
        };
        let result = opened.instance.call(call, make)?;
        self.live.keep(opened);
        result.map_err(Error::Refused)
    }

    /// A snapshot of the store. A store that an earlier error closed, such as a full disk, is reopened. If the last
    /// writer died, what it had not committed is rolled back first, unless this memory may not repair the store.
    pub(crate) fn snapshot(&mut self) -> Result<Box<dyn Snapshot>, StoreError> {
        self.open_new_index();
        match self.store.snapshot() {
            Err(StoreError::Unclosed) if self.index.as_ref().is_some_and(OwnIndex::may_recover) => {
                self.index.as_ref().map_or(Ok(()), OwnIndex::recover)?;
                self.store.reopen()?;
                self.store.snapshot()
            }
            Err(StoreError::Closed) => {
                self.store.reopen()?;
                self.store.snapshot()
            }
            snapshot => snapshot,
        }
    }

    /// Asks a question; retries if the store was written meanwhile or the component trapped.
    pub(crate) fn ask<R: Reply>(
        &mut self,
        call: &'static str,
        question: impl Fn(&Scrubjay, &mut wasmtime::Store<Limits>, Option<&Resumed>) -> wasmtime::Result<Result<R, Refusal>>,
    ) -> Result<R::Done, Error> {
        self.ask_once(call, question).map_err(|error| match error {
            Error::Refused(Refusal::NotIndexed) => Error::NotIndexed { from: self.root.path().to_owned() },
            other => other,
        })
    }

    fn ask_once<R: Reply>(
        &mut self,
        call: &'static str,
        question: impl Fn(&Scrubjay, &mut wasmtime::Store<Limits>, Option<&Resumed>) -> wasmtime::Result<Result<R, Refusal>>,
    ) -> Result<R::Done, Error> {
        self.open_new_index();
        if let Some(opened) = &self.live.opened
            && self.store.is_at(opened.generation)
        {
            let lazy = LazySnapshot::of(&*self.store, opened.generation);
            match self.live.ask(&self.root, &lazy, call, &question) {
                // The loop below asks again from a snapshot, and reports an error that persists.
                Err(Error::Store(_) | Error::Refused(Refusal::Stale)) => {}
                result if !lazy.is_taken() || self.store.unchanged() => return result,
                _ => self.live.opened = None,
            }
        }
        let mut n_tries = 0;
        loop {
            let snapshot = self.snapshot()?;
            n_tries += 1;
            let result = self.ask_at(&*snapshot, call, &question);
            match self.check_not_overwritten(result) {
                Err(Error::Refused(Refusal::Stale)) if n_tries < MAX_STALE_TRIES => {}
                result => return result,
            }
        }
    }

    /// Reads from one snapshot of the store; retries if its pages were overwritten meanwhile.
    pub(crate) fn read<T>(&self, read: impl Fn(&dyn Snapshot) -> Result<T, StoreError>) -> Result<T, Error> {
        for _ in 0..MAX_STALE_TRIES {
            let snapshot = self.store.snapshot()?;
            let result = read(&*snapshot);
            if self.store.unchanged() {
                return Ok(result?);
            }
        }
        Err(Error::Refused(Refusal::Stale))
    }

    /// Checks a result from a snapshot. If pages were overwritten meanwhile, discards it and the instance that read it.
    pub(crate) fn check_not_overwritten<T>(&mut self, result: Result<T, Error>) -> Result<T, Error> {
        if self.store.unchanged() {
            return result;
        }
        self.live.opened = None;
        Err(Error::Refused(Refusal::Stale))
    }

    /// Asks a question of one snapshot of the store.
    pub(crate) fn ask_at<R: Reply>(
        &mut self,
        snapshot: &dyn Snapshot,
        call: &'static str,
        question: impl Fn(&Scrubjay, &mut wasmtime::Store<Limits>, Option<&Resumed>) -> wasmtime::Result<Result<R, Refusal>>,
    ) -> Result<R::Done, Error> {
        self.live.ask(&self.root, snapshot, call, question)
    }
}

impl Live {
    fn new(purpose: Purpose) -> Live {
        Live { purpose, allowance: Allowance::default(), guest: None, languages: None, installed: None, opened: None }
    }

    /// An instance at the snapshot's generation. The caller returns it with [`Live::keep`], or drops it after a trap:
    /// an instance is only a cache of the store.
    pub(crate) fn open_at(&mut self, root: &Root, snapshot: &dyn Snapshot, purpose: Purpose) -> Result<Opened, Error> {
        let stamp = snapshot.meta(META_STAMP)?;
        match self.take(purpose, snapshot.generation()).filter(|opened| opened.stamp == stamp) {
            Some(opened) => Ok(opened),
            None => self.open(root, snapshot, stamp, purpose),
        }
    }

    /// Takes the instance in use if it has this generation and serves this purpose; drops it otherwise.
    pub(crate) fn take(&mut self, purpose: Purpose, generation: u64) -> Option<Opened> {
        let suffices = |opened: &Opened| opened.purpose == Purpose::Writing || purpose == Purpose::Reading;
        self.opened.take().filter(|opened| opened.generation == generation && suffices(opened))
    }

    /// Asks a question of one snapshot of the store; retries if the component trapped.
    fn ask<R: Reply>(
        &mut self,
        root: &Root,
        snapshot: &dyn Snapshot,
        call: &'static str,
        question: impl Fn(&Scrubjay, &mut wasmtime::Store<Limits>, Option<&Resumed>) -> wasmtime::Result<Result<R, Refusal>>,
    ) -> Result<R::Done, Error> {
        let mut n_tries = 0;
        loop {
            let mut spans = Spans::new(root);
            let result = self.open_at(root, snapshot, self.purpose).and_then(|mut opened| {
                let result = ask(&mut opened.instance, snapshot, &mut spans, call, &question);
                if !matches!(result, Err(Error::Guest(_))) {
                    self.keep(opened);
                }
                result
            });
            n_tries += 1;
            match result {
                Err(Error::Guest(error)) if n_tries < MAX_TRIES && error.is_worth_another_try() => {}
                result => return result,
            }
        }
    }

    /// Stores an instance for the next call.
    pub(crate) fn keep(&mut self, opened: Opened) {
        self.opened = Some(opened);
    }

    /// An instance that has not opened a store.
    pub(crate) fn empty_instance(&mut self) -> Result<Instance, Error> {
        let guest = match self.guest.take() {
            Some(guest) => guest,
            None => Guest::load()?,
        };
        Ok(self.guest.insert(guest).instance(self.allowance)?)
    }

    /// The languages with the nodes that the component needs of each, cached.
    pub(crate) fn languages(&mut self) -> Result<Arc<Languages>, Error> {
        if let Some(languages) = &self.languages {
            return Ok(Arc::clone(languages));
        }
        let known_languages = self
            .empty_instance()?
            .call("graph.languages", |exports, store| exports.scrubjay_memory_graph().call_languages(store))?;
        Ok(Arc::clone(self.languages.insert(Arc::new(Languages::new(&known_languages)?))))
    }

    /// The component's list of installed folders, cached.
    pub(crate) fn installed(&mut self) -> Result<Arc<Installed>, Error> {
        if let Some(installed) = &self.installed {
            return Ok(Arc::clone(installed));
        }
        let known_folders = self.empty_instance()?.call("graph.installed-folders", |exports, store| {
            exports.scrubjay_memory_graph().call_installed_folders(store)
        })?;
        Ok(Arc::clone(self.installed.insert(Arc::new(Installed::of(known_folders)))))
    }

    fn open(
        &mut self,
        root: &Root,
        snapshot: &dyn Snapshot,
        stamp: Option<Vec<u8>>,
        purpose: Purpose,
    ) -> Result<Opened, Error> {
        let mut instance = self.empty_instance()?;
        let generation = snapshot.generation();
        ask(&mut instance, snapshot, &mut Spans::new(root), "memory.open", |exports, store, resumed| {
            exports.scrubjay_memory_memory().call_open(store, purpose, generation, resumed)
        })?;
        Ok(Opened { instance, purpose, generation, stamp })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fs;

    use super::*;
    use crate::index::FreshenLimits;

    fn index(root: &Path) {
        let mut memory = Memory::writing(root, Write::default()).unwrap();
        memory.index(&mut |_| ControlFlow::Continue(())).unwrap();
        memory.close().unwrap();
    }

    #[test]
    fn rows_that_only_changes_need_are_read_at_the_first_change_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        index(folder.path());
        let mut memory = Memory::writing(folder.path(), Write::default()).unwrap();
        let mut purposes = Vec::new();
        for edit in 0..3 {
            memory.freshen(&FreshenLimits::default(), &mut |_| ControlFlow::Continue(())).unwrap();
            memory.status().unwrap();
            purposes.extend(memory.live.opened.as_ref().map(|opened| opened.purpose));
            fs::write(folder.path().join("a.py"), format!("a = {edit}\n")).unwrap();
        }
        assert_eq!(purposes, [Purpose::Reading, Purpose::Writing, Purpose::Writing]);
    }

    /// The content of overwritten pages must not be reported as damage.
    #[test]
    fn a_state_that_may_have_been_written_over_while_it_was_read_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        index(folder.path());
        let memory = Memory::reading(folder.path()).unwrap();
        let n_reads = Cell::new(0);
        let generation = memory.read(|snapshot| {
            n_reads.set(n_reads.get() + 1);
            if n_reads.get() == 1 {
                fs::write(folder.path().join("new.py"), "def brand_new():\n    pass\n")?;
                index(folder.path());
                // A writer that cannot see readers leaves the number of its turn here.
                fs::write(folder.path().join(".scrubjay/index.turn"), "turn=1\n")?;
                return Err(StoreError::Damaged("rubbish".to_owned()));
            }
            Ok(snapshot.generation())
        });
        assert!(generation.unwrap() > 0);
        assert_eq!(n_reads.get(), 2);
    }
}
