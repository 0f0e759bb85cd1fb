//! The rows of a window, in the memory store or in a map.
//!
//! A visible part has no row, since the caller keeps its messages. A pruned part has one, and its body another, so that
//! it can be restored, and a conversation that is pushed again is edited as before.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::history::ItemId;
use super::item::BodyForm;
use super::stub::Excerpt;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::map::Map;
use crate::base::time::Timestamp;
use crate::effects::Effects;
use crate::record::envelope::Record;
use crate::record::keyspace::{self, Keyspace, Kind, ordered_id};
use crate::record::row_map::RowMap;
use crate::record::rows::{Rows, Span};
use crate::record::run::{Call, unexpected_answers};

/// The most bytes of rows of pruned parts that are read at once.
const MAX_PAGE_BYTES: u32 = 32 << 20;
/// An upper bound of the bytes of a value in a list of records.
const MAX_LIST_VALUE_BYTES: usize = 32;

/// The most tasks kept with the messages that they begin at.
const MAX_TASKS: usize = 100;

/// The row of a window.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct State {
    /// Counts the changes: instances at the same version have the same rows.
    #[n(0)]
    pub(super) version: u64,
    #[n(1)]
    pub(super) n_prunes: u32,
    /// The number of snapshots made, deleted ones included.
    #[n(2)]
    pub(super) n_snapshots: u32,
    /// The bytes of all stored bodies.
    #[n(3)]
    pub(super) body_bytes: u64,
    /// See [`super::cost::TokenOffset`].
    #[n(4)]
    pub(super) offset: i64,
    /// The time of the last change.
    #[n(5)]
    pub(super) used: Timestamp,
    /// The ids of pinned parts.
    #[n(6)]
    #[cbor(default)]
    pub(super) pinned: Vec<u64>,
    /// The current task; may be empty.
    #[n(7)]
    #[cbor(default)]
    pub(super) task: String,
    /// The estimated tokens of the last request; `None` before the first one.
    #[n(9)]
    #[cbor(default)]
    pub(super) requested_tokens: Option<u64>,
    /// The tasks of the conversation, with the messages that they begin at, in order.
    #[n(10)]
    #[cbor(default)]
    pub(super) tasks: Vec<TaskStart>,
    /// The number of messages at the last change.
    #[n(11)]
    #[cbor(default)]
    pub(super) n_messages: u32,
    /// The provider's last count, if it was too far from the estimate to be used unchanged.
    #[n(12)]
    #[cbor(default)]
    pub(super) not_believed: Option<u64>,
}

/// A task and the message that it begins at.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(super) struct TaskStart {
    /// The index of the first message of the task.
    #[n(0)]
    pub(super) message: u32,
    #[n(1)]
    pub(super) task: String,
}

impl State {
    /// The task at a message; empty if unknown.
    pub(super) fn task_at(&self, message: u32) -> &str {
        let after = self.tasks.partition_point(|from| from.message <= message);
        after.checked_sub(1).map_or("", |at| &self.tasks[at].task)
    }

    /// Begins a task at a message; only the newest tasks are kept.
    pub(super) fn begin_task(&mut self, message: u32, task: &str) {
        self.task = String::from(task);
        self.tasks.retain(|from| from.message < message);
        if self.tasks.last().map_or("", |from| &from.task) != task {
            self.tasks.push(TaskStart { message, task: self.task.clone() });
        }
        let n_beyond = self.tasks.len().saturating_sub(MAX_TASKS);
        self.tasks.drain(..n_beyond);
    }
}

/// The row of a pruned part; its body has a row of its own.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct PrunedRow {
    /// The number of the prune that removed the part, from 1.
    #[n(0)]
    pub(super) prune: u32,
    /// When it was pruned.
    #[n(1)]
    pub(super) time: Timestamp,
    /// The tokens of the whole part.
    #[n(2)]
    pub(super) tokens: u32,
    /// The hash of the part's stub, to recognise the stub when the caller pushes it.
    #[n(3)]
    pub(super) stub: u64,
    /// The bytes of its stored body; 0 if there is none.
    #[n(4)]
    pub(super) n_bytes: u64,
    /// How secrets in its body were treated.
    #[n(5)]
    #[cbor(default)]
    pub(super) secret: SecretTreatment,
    /// The number of the prune at which its message was recapped; 0 if it was not.
    #[n(6)]
    #[cbor(default)]
    pub(super) recapped_in: u32,
    /// Whether a recap of other parts replaces its text.
    #[n(7)]
    #[cbor(default)]
    pub(super) is_carrier: bool,
    /// The index of the part in the conversation when it was pruned.
    #[n(8)]
    #[cbor(default)]
    pub(super) place: u32,
    /// The line of the part in lists, for instances without its message; empty for rows of older releases, or if its
    /// text was erased.
    #[n(9)]
    #[cbor(default)]
    pub(super) line: String,
    /// How much of the part's text its stub repeats.
    #[n(10)]
    #[cbor(default)]
    pub(super) excerpt: Excerpt,
    /// The path or command of its call; empty if unknown.
    #[n(11)]
    #[cbor(default)]
    pub(super) subject: String,
}

/// How a secret in a body was treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(index_only)]
pub(super) enum SecretTreatment {
    /// There was no secret, or it is stored as it is.
    #[default]
    #[n(0)]
    None,
    /// The secret is masked in the stored body.
    #[n(1)]
    Masked,
    /// Because of the secret, the body is not stored.
    #[n(2)]
    Refused,
}

/// The stored row with the original text of a pruned part, from which it is restored.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct Body<'b> {
    #[n(0)]
    pub(super) time: Timestamp,
    /// The text that the model read.
    #[b(1)]
    pub(super) text: &'b str,
    /// The value's own bytes; empty if they follow from text and form.
    #[b(2)]
    #[cbor(default)]
    pub(super) original: &'b str,
    #[n(3)]
    #[cbor(default)]
    pub(super) form: BodyForm,
}

/// Where the rows are stored.
#[derive(Clone, Debug)]
pub(super) enum Backend {
    /// In this instance, until they are saved.
    Map(RowMap),
    /// In the memory store, at this generation.
    Store(u64),
}

/// The owner, name and backend of a window.
#[derive(Clone, Debug)]
pub(super) struct WindowStore {
    pub(super) tenant: String,
    pub(super) principal: String,
    pub(super) name: String,
    pub(super) backend: Backend,
}

impl WindowStore {
    pub(super) fn state_key(&self) -> Vec<u8> {
        keyspace::window_key(&self.tenant, &self.name)
    }

    pub(super) fn key(&self, keyspace: Keyspace, id: ItemId) -> Vec<u8> {
        keyspace::named_key(keyspace, &self.tenant, &self.name, &id.0.to_be_bytes())
    }

    pub(super) fn span_of(&self, keyspace: Keyspace) -> Span {
        Span::from(keyspace::named_prefix(keyspace, &self.tenant, &self.name))
    }

    /// The identity of a call: its function, its arguments and this window.
    pub(super) fn call(&self, function: &str, arguments: &[&[u8]]) -> Call {
        let generation = match self.backend {
            Backend::Map(_) => 0,
            Backend::Store(generation) => generation,
        };
        let window_id = [self.tenant.as_bytes(), self.name.as_bytes()];
        Call::of(generation, function, window_id.into_iter().chain(arguments.iter().copied()))
    }

    /// Answers a question once all rows that it reads are loaded; a map has them at once.
    pub(super) fn answer<T>(
        &self,
        call: Call,
        resumed: Option<Resumed>,
        run: impl Fn(&Rows) -> Result<T, Error>,
    ) -> Attempt<T> {
        let mut result = None;
        self.run(call, resumed, &mut |rows| result = Some(run(rows)))?;
        Ok(result.ok_or_else(unexpected_answers)??)
    }

    /// Runs a change once all rows that it reads are loaded. `run` may be called several times, so it must alter
    /// nothing but the rows that it is given.
    pub(super) fn change<T>(
        &self,
        call: Call,
        resumed: Option<Resumed>,
        run: impl Fn(&mut Rows) -> Result<T, Error>,
    ) -> Attempt<(T, Effects)> {
        let mut result = None;
        let rows = self.run(call, resumed, &mut |rows| result = Some(run(rows)))?;
        Ok((result.ok_or_else(unexpected_answers)??, call.effects(rows)))
    }

    /// Calls `run` until no row is missing; a map answers the requests for rows at once.
    #[inline(never)]
    fn run(&self, call: Call, resumed: Option<Resumed>, run: &mut dyn FnMut(&mut Rows)) -> Attempt<Rows> {
        match &self.backend {
            Backend::Map(map) => Ok(map.complete(|resumed| call.run(resumed, run))?),
            Backend::Store(_) => call.run(resumed, run),
        }
    }

    /// Returns the effects for the store to commit; a map applies them and returns none.
    pub(super) fn commit(&mut self, effects: Effects) -> Effects {
        let Backend::Map(map) = &mut self.backend else { return effects };
        map.apply(effects);
        Effects::default()
    }

    /// Writes the window's row if the backend is a map; in the memory store the next change writes it.
    pub(super) fn keep_state(&mut self, state: &State) {
        if let Backend::Store(_) = self.backend {
            return;
        }
        let write = |rows: &mut Rows| {
            rows.put(self.state_key(), state);
            Ok(())
        };
        // Rows that could be read when the window was opened can be read now.
        if let Ok(((), effects)) = self.change(self.call("window.keep", &[]), None, write) {
            self.commit(effects);
        }
    }

    /// The newest records of a kind in a channel, at most `limit`.
    pub(super) fn newest_records(
        &self,
        call: Call,
        (kind, channel): (Kind, &str),
        limit: u32,
        resumed: Option<Resumed>,
    ) -> Attempt<Vec<(RecordId, Record)>> {
        let listed_rows = Span::from(keyspace::list_prefix(&self.tenant, kind, channel));
        let max_bytes = (limit as usize * (listed_rows.start.len() + 16 + MAX_LIST_VALUE_BYTES)) as u32;
        self.answer(call, resumed, |rows| {
            let (keys, _) = rows.page(&listed_rows, max_bytes);
            let record = |id: RecordId| {
                let key = keyspace::record_key(&self.tenant, id);
                Some((id, Record::open(&key, rows.value(&key)?)?.0))
            };
            Ok(keys.iter().filter_map(|key| ordered_id(key)).take(limit as usize).filter_map(record).collect())
        })
    }
}

/// The rows of the pruned parts in a span, by id; only those within the first [`MAX_PAGE_BYTES`] of the span.
pub(super) fn read_pruned(rows: &Rows, span: &Span) -> Map<ItemId, PrunedRow> {
    let row = |key: Vec<u8>| Some((ItemId(u64::from_be_bytes(*key.last_chunk()?)), rows.read(&key)?));
    rows.page(span, MAX_PAGE_BYTES).0.into_iter().filter_map(row).collect()
}
