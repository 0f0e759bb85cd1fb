//! Calls of a window's component: calls without rows, questions of a snapshot, and changes, which are committed before
//! they return.

use wasmtime::Store as WasmStore;

use super::live::{Live, Opening, RowSource};
use super::{Window, conflict};
use crate::Error;
use crate::answer::{Effective, Reply};
use crate::guest::Limits;
use crate::guest::bindings::Scrubjay;
use crate::records::Records;
use crate::store::Store as _;
use crate::store::memory::MemoryStore;
use crate::wit::types::{Error as Refusal, Resumed};
use crate::wit::window::{Pushed, WindowChangeReply, WindowOwner};

/// The rows of a window: in the instance alone, or in a memory store.
pub(super) enum RowStorage {
    /// Only in the instance; saved here after each change, since an instance may trap.
    Alone(Vec<u8>),
    /// In a memory store.
    Store(Box<Records>, WindowOwner),
}

/// A function of the component that may request rows.
pub(super) trait Call<R>:
    Fn(&Scrubjay, &mut WasmStore<Limits>, Option<&Resumed>) -> wasmtime::Result<Result<R, Refusal>>
{
}

impl<R, F> Call<R> for F where
    F: Fn(&Scrubjay, &mut WasmStore<Limits>, Option<&Resumed>) -> wasmtime::Result<Result<R, Refusal>>
{
}

/// Fixes the type of a closure that calls a function of the component.
pub(super) fn call<R, F>(call: F) -> F
where
    F: Fn(&Scrubjay, &mut WasmStore<Limits>, Option<&Resumed>) -> wasmtime::Result<Result<R, Refusal>>,
{
    call
}

impl Window {
    /// Fails if the conversation was lost with its instance.
    pub(super) fn check_not_lost(&self) -> Result<(), Error> {
        if self.first.is_some() && !self.live.is_whole { Err(conflict()) } else { Ok(()) }
    }

    /// Opens the window if it is closed.
    pub(super) fn ensure_open(&mut self) -> Result<(), Error> {
        if self.live.is_open() {
            return Ok(());
        }
        self.with_view(|live, opening, snapshot| live.open(opening, snapshot))
    }

    /// Checks a push that begins with this message: after a conversation was lost, it must be pushed from its first
    /// message on.
    pub(super) fn with_push<T>(
        &mut self,
        first: u32,
        push: impl FnOnce(&mut Window) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if self.first.is_some_and(|known| first > known) {
            self.check_not_lost()?;
        }
        self.pushed = None;
        let pushed = push(self)?;
        self.first = Some(self.first.map_or(first, |known| known.min(first)));
        self.live.is_whole = true;
        Ok(pushed)
    }

    pub(super) fn nothing_pushed(&mut self) -> Result<Pushed, Error> {
        self.check_not_lost()?;
        self.call_without_rows("window.push", |exports, store| exports.scrubjay_memory_window().call_push(store, &[]))
    }

    /// Makes a call that needs no rows.
    pub(super) fn call_without_rows<T>(
        &mut self,
        name: &'static str,
        call: impl FnOnce(&Scrubjay, &mut WasmStore<Limits>) -> wasmtime::Result<Result<T, Refusal>>,
    ) -> Result<T, Error> {
        self.ensure_open()?;
        self.live.call(name, call)
    }

    /// Asks a question of the store, or of no rows for a window without one.
    pub(super) fn read<R: Reply>(&mut self, name: &'static str, call: impl Call<R>) -> Result<R::Done, Error> {
        self.with_view(|live, opening, snapshot| live.ask(opening, snapshot, name, &call))
    }

    /// Calls a function with a view of the store, which is empty for a window without one.
    fn with_view<T>(
        &mut self,
        mut read: impl FnMut(&mut Live, &Opening<'_>, &dyn crate::store::Snapshot) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let Window { live, storage, settings, .. } = self;
        match storage {
            RowStorage::Alone(saved) => {
                let opening = Opening { settings: *settings, source: RowSource::Saved(saved) };
                read(live, &opening, &*MemoryStore::default().snapshot()?)
            }
            RowStorage::Store(records, owner) => {
                let secrets = records.settings().rules.secrets;
                let opening = Opening { settings: *settings, source: RowSource::Store(owner, secrets) };
                records.read(|_, snapshot| read(live, &opening, snapshot))
            }
        }
    }

    /// Makes a change without rows, if the window has no store or the change does not touch it; `None` if the change
    /// needs rows.
    pub(super) fn change_without_rows<R: Reply>(
        &mut self,
        name: &'static str,
        call: &impl Call<R>,
    ) -> Result<Option<R::Done>, Error> {
        self.check_not_lost()?;
        let reply = self.call_without_rows(name, |exports, store| call(exports, store, None))?;
        Ok(reply.split().ok())
    }

    /// Makes a change. In a window with a store, it is durable when this returns.
    pub(super) fn change<R: Reply<Done: Effective>>(
        &mut self,
        name: &'static str,
        call: &impl Call<R>,
    ) -> Result<R::Done, Error> {
        self.check_not_lost()?;
        let Window { live, storage, settings, .. } = self;
        let done = match storage {
            RowStorage::Alone(saved) => {
                let opening = Opening { settings: *settings, source: RowSource::Saved(saved) };
                let done = live.ask(&opening, &*MemoryStore::default().snapshot()?, name, call)?;
                *saved =
                    live.call("window.save", |exports, store| exports.scrubjay_memory_window().call_save(store))?;
                Ok(done)
            }
            RowStorage::Store(records, owner) => {
                let secrets = records.settings().rules.secrets;
                let opening = Opening { settings: *settings, source: RowSource::Store(owner, secrets) };
                let change = |_: &mut _, snapshot: &dyn crate::store::Snapshot| {
                    let done = live.ask(&opening, snapshot, name, call)?;
                    live.has_uncommitted_change = true;
                    Ok(done)
                };
                records.write(change)
            }
        };
        if done.is_err() && self.live.has_uncommitted_change || matches!(done, Err(Error::Refused(Refusal::Conflict))) {
            self.live.close();
        }
        self.live.has_uncommitted_change = false;
        done
    }

    /// Makes a change whose answer has only effects.
    pub(super) fn change_without_answer(
        &mut self,
        name: &'static str,
        call: impl Call<WindowChangeReply>,
    ) -> Result<(), Error> {
        self.change(name, &call).map(drop)
    }
}
