//! Questions about records, each over one snapshot of the store.
//!
//! The component keeps no rows between calls, so an instance serves every generation; after a trap a new one is made.
//! Not here: which view is read, and who may commit.

use std::io;

use wasmtime::Store as WasmStore;

use super::file::MemoryFile;
use super::lock::{Lock, LockAttempt};
use super::{Records, Settings, Store, spool};
use crate::Error;
use crate::answer::{Model, Reply, ask_with_model};
use crate::files::spans::Spans;
use crate::guest::bindings::Scrubjay;
use crate::guest::{Guest, Instance, Limits, start_instance};
use crate::memory::MAX_TRIES;
use crate::store::holder::Life;
use crate::store::memory::MemoryStore;
use crate::store::{Snapshot, Store as _, StoreError};
use crate::wit::types::{Error as Refusal, Resumed};

/// The most attempts at a question without the lock, while the file is being written; then the question waits for it.
const MAX_ATTEMPTS: usize = 10;

/// The component, and the instance in use.
#[derive(Default)]
pub(crate) struct Live {
    guest: Option<Guest>,
    /// The instance, and the generation at which it is open; no generation if it is open for other records.
    opened: Option<(Instance, Option<u64>)>,
}

impl Live {
    /// Keeps the instance for other records, for which it must be opened again.
    pub(super) fn moved(self) -> Live {
        Live { opened: self.opened.map(|(instance, _)| (instance, None)), ..self }
    }

    /// Makes a call that needs no rows, on the instance in use, whatever its generation.
    pub(super) fn call<T>(
        &mut self,
        settings: &Settings,
        name: &'static str,
        call: impl Fn(&Scrubjay, &mut WasmStore<Limits>) -> wasmtime::Result<Result<T, Refusal>>,
    ) -> Result<T, Error> {
        let generation = self.opened.as_ref().and_then(|(_, generation)| *generation).unwrap_or(0);
        let mut instance = self.at(settings, generation)?;
        let result = instance.call(name, call)?;
        self.opened = Some((instance, Some(generation)));
        result.map_err(Error::Refused)
    }

    /// Asks a question of one view of the store; retries if the component trapped.
    pub(crate) fn ask<R: Reply>(
        &mut self,
        settings: &Settings,
        snapshot: &dyn Snapshot,
        name: &'static str,
        call: impl Fn(&Scrubjay, &mut WasmStore<Limits>, Option<&Resumed>) -> wasmtime::Result<Result<R, Refusal>>,
    ) -> Result<R::Done, Error> {
        self.ask_with_model(settings, (snapshot, &mut |_| None), name, call)
    }

    /// As [`Live::ask`], with a model.
    pub(super) fn ask_with_model<R: Reply>(
        &mut self,
        settings: &Settings,
        (snapshot, model): (&dyn Snapshot, Model<'_>),
        name: &'static str,
        call: impl Fn(&Scrubjay, &mut WasmStore<Limits>, Option<&Resumed>) -> wasmtime::Result<Result<R, Refusal>>,
    ) -> Result<R::Done, Error> {
        let mut n_tries = 0;
        loop {
            let generation = snapshot.generation();
            let mut instance = self.at(settings, generation)?;
            let result = ask_with_model(&mut instance, (snapshot, &mut Spans::none(), model), name, &call);
            n_tries += 1;
            match result {
                Err(Error::Guest(error)) if n_tries < MAX_TRIES && error.is_worth_another_try() => {}
                Err(Error::Guest(_)) => return result,
                _ => {
                    self.opened = Some((instance, Some(generation)));
                    return result;
                }
            }
        }
    }

    /// An instance that is open at this generation.
    fn at(&mut self, settings: &Settings, generation: u64) -> Result<Instance, Error> {
        let mut instance = match self.opened.take() {
            Some((instance, opened_at)) if opened_at == Some(generation) => return Ok(instance),
            Some((instance, _)) => instance,
            None => start_instance(&mut self.guest)?,
        };
        let opened = instance.call("records.open", |exports, store| {
            exports.scrubjay_memory_records().call_open(store, &settings.owner, settings.rules, generation)
        })?;
        opened.map_err(Error::Refused)?;
        Ok(instance)
    }
}

impl Records {
    /// Makes a call that needs no rows, on the instance in use or else on a new one.
    pub(crate) fn on_any_instance<T>(
        &mut self,
        name: &'static str,
        call: impl Fn(&Scrubjay, &mut WasmStore<Limits>) -> wasmtime::Result<Result<T, Refusal>>,
    ) -> Result<T, Error> {
        self.live.call(&self.settings, name, call)
    }

    /// Asks a question of the current store, after adding waiting batches if the lock is free.
    pub(crate) fn ask<R: Reply>(
        &mut self,
        name: &'static str,
        call: impl Fn(&Scrubjay, &mut WasmStore<Limits>, Option<&Resumed>) -> wasmtime::Result<Result<R, Refusal>>,
    ) -> Result<R::Done, Error> {
        let settings = self.settings.clone();
        self.read(|live, snapshot| live.ask(&settings, snapshot, name, &call))
    }

    /// Reads the current store, after adding waiting batches if the lock is free; repeats if it was written meanwhile.
    /// From a damaged store, reads what is readable.
    pub(crate) fn read<T>(
        &mut self,
        mut read: impl FnMut(&mut Live, &dyn Snapshot) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.read_with_state(|live, snapshot, _| read(live, snapshot))
    }

    /// As [`Records::read`], with the state of the store. Pages are checked, unless the file is known to be damaged.
    fn read_with_state<T>(
        &mut self,
        read: impl FnMut(&mut Live, &dyn Snapshot, StoreState) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let result = self.read_current(read);
        self.note_damage();
        result
    }

    fn read_current<T>(
        &mut self,
        mut read: impl FnMut(&mut Live, &dyn Snapshot, StoreState) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.find_created_file()?;
        self.add_spooled()?;
        let file = match &mut self.store {
            Store::Nowhere(store) => return read(&mut self.live, &*store.snapshot()?, StoreState::default()),
            Store::File(None) => {
                return read(&mut self.live, &*MemoryStore::default().snapshot()?, StoreState::default());
            }
            Store::File(Some(file)) => file,
        };
        for _ in 0..MAX_ATTEMPTS {
            let seen = match file.view() {
                Ok(seen) => seen,
                Err(StoreError::Missing { .. }) => {
                    return read(&mut self.live, &*MemoryStore::default().snapshot()?, StoreState::default());
                }
                // redb reports a file as closed if it could not read all of it when it opened it.
                Err(StoreError::Damaged(_) | StoreError::Closed) if file.verify_after_bad_page(false)? => continue,
                // A writer died: the next holder of the lock recovers the file. After any other error nothing is
                // written for a question.
                Err(StoreError::Unclosed) => break,
                Err(error) => return Err(error.into()),
            };
            let state = StoreState { is_damaged: file.damage().is_some(), turn: seen.turn };
            match read(&mut self.live, &seen.view, state) {
                _ if !file.is_unchanged(&seen) => {}
                Err(Error::Store(StoreError::Damaged(_))) if file.verify_after_bad_page(false)? => {}
                result => return result,
            }
        }
        // A writer died, or others write without end: whoever holds the lock sees the file whole.
        let _lock = wait_for_lock(file)?;
        let result = file.verify_unclosed().map_err(Error::from).and_then(|()| {
            let view = file.view_locked()?;
            let state = StoreState { is_damaged: false, turn: file.turn().map_err(StoreError::from)? };
            read(&mut self.live, &view, state)
        });
        match result {
            Err(Error::Store(StoreError::Damaged(_)))
                if file.damage().is_some() || file.verify_after_bad_page(true)? =>
            {
                let seen = file.view()?;
                let state = StoreState { is_damaged: file.damage().is_some(), turn: seen.turn };
                read(&mut self.live, &seen.view, state)
            }
            result => result,
        }
    }

    /// Verifies the whole file and reads all of it in one view, slice by slice, until `read_slice` returns true. The
    /// last argument of `read_slice` says whether the file is damaged, so that more may be missing than can be counted.
    ///
    /// # Errors
    /// As for [`Records::read`]; also if a program that does not count turns has changed the file meanwhile.
    pub(super) fn read_whole(
        &mut self,
        mut read_slice: impl FnMut(&mut Live, &dyn Snapshot, bool) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        self.verify()?;
        let (mut last_state, mut is_over): (Option<(StoreState, u64)>, bool) = (None, false);
        self.read_with_state(|live, snapshot, state| {
            let state_now = (state, snapshot.generation());
            // Only a program that writes in turns may overwrite what is being read. Then the rest is read from the file
            // as it is now.
            let follows = |(earlier, generation): &(StoreState, u64)| {
                state.is_damaged || (earlier.turn != state.turn && *generation <= state_now.1)
            };
            if !is_over && last_state.as_ref().is_some_and(|last_state| !follows(last_state)) {
                return Err(changed_meanwhile());
            }
            last_state = Some(state_now);
            while !is_over {
                is_over = read_slice(live, snapshot, state.is_damaged)?;
            }
            Ok(())
        })
    }

    /// Adds the batches in the spool if the lock is free, so that readers see acknowledged records.
    fn add_spooled(&mut self) -> Result<(), Error> {
        let Store::File(Some(file)) = &self.store else { return Ok(()) };
        if spool::is_empty(&file.files().spool) {
            return Ok(());
        }
        match Lock::try_take(&file.files().lock) {
            Ok(LockAttempt::Held(_lock)) => match self.add_waiting(None, None) {
                // The batch goes on waiting: a reader repairs nothing.
                Err(Error::Store(StoreError::Damaged(_))) => {
                    self.file()?.close_damaged();
                    Ok(())
                }
                taken => taken.map(drop),
            },
            // Another process holds the lock, or this user may only read.
            _ => Ok(()),
        }
    }
}

/// The state of a store while it is read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StoreState {
    /// Whether the store is known to be damaged, so that answers may be incomplete.
    is_damaged: bool,
    turn: u64,
}

fn changed_meanwhile() -> Error {
    let why = "another program changed the memory's file while all of it was read: try again";
    Error::Store(StoreError::Io(io::Error::new(io::ErrorKind::ResourceBusy, why)))
}

/// Waits for the lock and takes it.
pub(super) fn wait_for_lock(file: &MemoryFile) -> Result<Lock, Error> {
    let path = &file.files().lock;
    match Lock::wait(path, super::change::PATIENCE).map_err(StoreError::from)? {
        LockAttempt::Held(lock) => Ok(lock),
        LockAttempt::Busy(holder) => {
            let judged = holder.as_ref().is_none_or(|holder| holder.life() != Life::Unknown);
            Err(Error::Store(StoreError::Locked { path: path.clone(), holder, judged }))
        }
    }
}
