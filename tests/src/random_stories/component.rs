//! Repeats the changes of a story on the component in wasmtime: it must pack the same bytes and write the same rows.

use scrubjay::guest::{Allowance, Guest, GuestError, Instance};
use scrubjay::wit::{records, types};
use scrubjay_core::ask::{Ask, Reply, Resumed};
use scrubjay_core::effects::Effects;
use scrubjay_core::record::{Origin, Owner, RecordSettings, SecretPolicy, Trust};

use super::life::{Change, ENTROPY};
use crate::engine::{Fault, guest as convert};
use crate::rows::Rows;

/// An instance of the component, with the rows of its store.
pub struct Component {
    instance: Instance,
    rows: Rows,
}

type Called<T> = wasmtime::Result<Result<T, types::Error>>;

impl Component {
    /// Loads the component.
    ///
    /// # Errors
    /// If this machine cannot run it.
    pub fn load() -> Result<Component, GuestError> {
        Ok(Component { instance: Guest::load()?.instance(Allowance::default())?, rows: Rows::default() })
    }

    /// Begins with an empty store.
    pub(crate) fn begin(&mut self) {
        self.rows = Rows::default();
    }

    pub(crate) fn rows(&self) -> &Rows {
        &self.rows
    }

    fn call<T>(
        &mut self,
        name: &'static str,
        function: impl FnOnce(
            &scrubjay::guest::bindings::exports::scrubjay::memory::records::Guest,
            &mut wasmtime::Store<scrubjay::guest::Limits>,
        ) -> Called<T>,
    ) -> Result<T, Fault> {
        let called = self.instance.call(name, |exports, store| function(exports.scrubjay_memory_records(), store));
        let called = called.map_err(|error| Fault::Died(error.to_string()))?;
        called.map_err(|error| Fault::Refused(format!("{error:?}")))
    }

    fn open(&mut self, (owner, settings): (&Owner, RecordSettings)) -> Result<(), Fault> {
        let owner = records::Owner {
            tenant: owner.tenant.clone(),
            principal: owner.principal.clone(),
            speaker: origin(owner.speaker),
            trust: match owner.trust {
                Trust::Untrusted => records::Trust::Untrusted,
                Trust::Unconfirmed => records::Trust::Unconfirmed,
                Trust::Confirmed => records::Trust::Confirmed,
            },
            roots: owner.roots.clone(),
        };
        let settings = records::RecordSettings {
            secrets: match settings.secrets {
                SecretPolicy::Mask => records::SecretPolicy::Mask,
                SecretPolicy::Refuse => records::SecretPolicy::Refuse,
                SecretPolicy::Keep => records::SecretPolicy::Keep,
            },
            retention_days: settings.retention_days,
            max_per_day: settings.max_per_day,
        };
        let at = self.rows.generation;
        self.call("records.open", |exports, store| exports.call_open(store, &owner, settings, at))
    }

    /// Packs lines; fails if the bytes differ from `expected`.
    pub(crate) fn pack_lines(
        &mut self,
        opened: (&Owner, RecordSettings),
        lines: &str,
        now: i64,
        expected: &[u8],
    ) -> Result<(), String> {
        self.open(opened).map_err(|fault| format!("component: {fault:?}"))?;
        let packed = self
            .call("records.pack-lines", |exports, store| exports.call_pack_lines(store, lines, now, &ENTROPY, false));
        let packed = packed.map_err(|fault| format!("component: {fault:?}"))?;
        match packed.packed.batch == expected {
            true => Ok(()),
            false => Err(format!("component: {lines:?} are packed otherwise")),
        }
    }

    /// Makes a change; fails unless the component's rows are `expected` afterwards.
    pub(crate) fn change(
        &mut self,
        opened: (&Owner, RecordSettings),
        change: &Change,
        expected: &Rows,
    ) -> Result<(), String> {
        let effects = self.effects(opened, change).map_err(|fault| format!("component: {fault:?}"))?;
        match self.rows.commit(&effects) && self.rows == *expected {
            true => Ok(()),
            false => Err(format!("component: other rows after {change:?}")),
        }
    }

    /// Tries a change; fails unless it is refused.
    pub(crate) fn refuses(&mut self, opened: (&Owner, RecordSettings), change: &Change) -> Result<(), String> {
        match self.effects(opened, change) {
            Err(Fault::Refused(_)) => Ok(()),
            other => Err(format!("component: {change:?} is not refused: {other:?}")),
        }
    }

    fn effects(&mut self, opened: (&Owner, RecordSettings), change: &Change) -> Result<Effects, Fault> {
        self.open(opened)?;
        let mut resumed = None;
        loop {
            match self.once(change, resumed.take())? {
                Reply::Done(effects) => return Ok(effects),
                Reply::Ask(ask) => resumed = Some(self.rows.resume(ask, &|_, _, _| None)),
            }
        }
    }

    fn once(&mut self, change: &Change, resumed: Option<Resumed>) -> Result<Reply<Effects>, Fault> {
        let resumed = resumed.map(convert::wit_resumed);
        let resumed = resumed.as_ref();
        let done = |effects: types::Effects| Reply::Done(convert::core_effects(effects));
        let ask = |ask: types::Ask| -> Reply<Effects> { Reply::Ask(ask_of(ask)) };
        Ok(match change {
            Change::Add(batches) => {
                let called = self.call("records.add", |exports, store| exports.call_add(store, batches, resumed))?;
                match called {
                    records::AddReply::Done(added) => done(added.effects),
                    records::AddReply::Ask(asked) => ask(asked),
                }
            }
            Change::Forget(ids, now) => {
                let called =
                    self.call("records.forget", |exports, store| exports.call_forget(store, ids, *now, resumed))?;
                match called {
                    records::ForgetReply::Done(gone) => done(gone.effects),
                    records::ForgetReply::Ask(asked) => ask(asked),
                }
            }
            Change::Rollback(selection, now) => {
                let selection = records::Selection {
                    session: selection.session.clone(),
                    principal: selection.principal.clone(),
                    channel: selection.channel.clone(),
                    origin: selection.origin.map(origin),
                    since: selection.since,
                };
                let called = self.call("records.rollback", |exports, store| {
                    exports.call_rollback(store, &selection, *now, resumed)
                })?;
                match called {
                    records::ForgetReply::Done(gone) => done(gone.effects),
                    records::ForgetReply::Ask(asked) => ask(asked),
                }
            }
            Change::Update(id, new_text, now) => {
                let new_text = records::NewText { text: new_text.text.clone(), metadata: new_text.metadata.clone() };
                let called = self.call("records.update", |exports, store| {
                    exports.call_update(store, id, &new_text, *now, resumed)
                })?;
                match called {
                    records::UpdateReply::Done(updated) => done(updated.effects),
                    records::UpdateReply::Ask(asked) => ask(asked),
                }
            }
            Change::Upkeep(now, budget) => {
                let called =
                    self.call("records.upkeep", |exports, store| exports.call_upkeep(store, *now, *budget, resumed))?;
                match called {
                    records::UpkeepReply::Done(slice) => done(slice.effects),
                    records::UpkeepReply::Ask(asked) => ask(asked),
                }
            }
        })
    }
}

fn ask_of(ask: types::Ask) -> Ask {
    convert::core_ask(ask)
}

fn origin(origin: Origin) -> records::Origin {
    match origin {
        Origin::Person => records::Origin::Person,
        Origin::Agent => records::Origin::Agent,
        Origin::Tool => records::Origin::Tool,
        Origin::Imported => records::Origin::Imported,
    }
}
