//! The component's instance of a window, opened on demand. Not here: which rows it reads, and who may commit.

use wasmtime::Store as WasmStore;

use super::calls::Call;
use crate::Error;
use crate::answer::{Reply, ask};
use crate::files::spans::Spans;
use crate::guest::bindings::Scrubjay;
use crate::guest::{Guest, Instance, Limits, start_instance};
use crate::store::Snapshot;
use crate::wit::types::{Error as Refusal, SecretPolicy};
use crate::wit::window::{WindowOpened, WindowOwner, WindowSettings};

/// How to open a window: its settings, and the source of its rows.
#[derive(Clone, Copy)]
pub(super) struct Opening<'a> {
    pub(super) settings: WindowSettings,
    pub(super) source: RowSource<'a>,
}

/// The source of a window's rows.
#[derive(Clone, Copy)]
pub(super) enum RowSource<'a> {
    /// The bytes of a saved window; empty for a new one.
    Saved(&'a [u8]),
    /// A memory store, with its policy for secrets.
    Store(&'a WindowOwner, SecretPolicy),
}

/// The component, with the instance that holds the conversation.
pub(super) struct Live {
    guest: Option<Guest>,
    instance: Option<Instance>,
    /// Whether the instance holds the conversation that was pushed.
    pub(super) is_whole: bool,
    /// Whether the instance has applied a change that is not committed.
    pub(super) has_uncommitted_change: bool,
    /// The result of the last opening.
    pub(super) found: WindowOpened,
}

impl Default for Live {
    fn default() -> Live {
        let found = WindowOpened { n_prunes: 0, n_pruned: 0, is_known: false };
        Live { guest: None, instance: None, is_whole: false, has_uncommitted_change: false, found }
    }
}

impl Live {
    pub(super) fn is_open(&self) -> bool {
        self.instance.is_some()
    }

    /// Drops the instance: the next call opens a new one.
    pub(super) fn close(&mut self) {
        self.instance = None;
        (self.is_whole, self.has_uncommitted_change) = (false, false);
    }

    /// Makes a call of the instance that needs no rows.
    pub(super) fn call<T>(
        &mut self,
        name: &'static str,
        call: impl FnOnce(&Scrubjay, &mut WasmStore<Limits>) -> wasmtime::Result<Result<T, Refusal>>,
    ) -> Result<T, Error> {
        let Some(mut instance) = self.instance.take() else { return Err(super::conflict()) };
        match instance.call(name, call) {
            Ok(result) => {
                self.instance = Some(instance);
                result.map_err(Error::Refused)
            }
            Err(error) => {
                self.close();
                Err(error.into())
            }
        }
    }

    /// Makes a call of the instance with a view of the store.
    pub(super) fn ask<R: Reply>(
        &mut self,
        opening: &Opening<'_>,
        snapshot: &dyn Snapshot,
        name: &'static str,
        call: &impl Call<R>,
    ) -> Result<R::Done, Error> {
        self.open(opening, snapshot)?;
        let Some(mut instance) = self.instance.take() else { return Err(super::conflict()) };
        let result = ask(&mut instance, snapshot, &mut Spans::none(), name, call);
        match result {
            Err(Error::Guest(_)) => self.close(),
            _ => self.instance = Some(instance),
        }
        result
    }

    /// Opens the window at the generation of the view. If it is open already and has a store, moves it to that
    /// generation.
    pub(super) fn open(&mut self, opening: &Opening<'_>, snapshot: &dyn Snapshot) -> Result<(), Error> {
        if self.is_open() {
            return match opening.source {
                RowSource::Saved(_) => Ok(()),
                RowSource::Store(..) => self.call("window.at", |exports, store| {
                    exports.scrubjay_memory_window().call_at(store, snapshot.generation())
                }),
            };
        }
        let mut instance = start_instance(&mut self.guest)?;
        let settings = opening.settings;
        self.found = match opening.source {
            RowSource::Saved(saved) => {
                let loaded = instance.call("window.load", |exports, store| {
                    exports.scrubjay_memory_window().call_load(store, settings, saved)
                });
                loaded?.map_err(Error::Refused)?
            }
            RowSource::Store(owner, secrets) => {
                let at = snapshot.generation();
                ask(&mut instance, snapshot, &mut Spans::none(), "window.open", |exports, store, resumed| {
                    exports.scrubjay_memory_window().call_open(store, owner, settings, secrets, at, resumed)
                })?
            }
        };
        self.instance = Some(instance);
        Ok(())
    }
}
