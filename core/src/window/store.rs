//! What of a window is kept: its rows in the memory store, or in a map where there is none.
//!
//! A live part has no row: the caller keeps its messages. What was pruned has one, and its bytes another, so that they can be
//! restored, and a conversation that is pushed again to a new instance is edited as before.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::history::ItemId;
use super::item::BodyForm;
use super::stub::Excerpt;
use crate::ask::{Answer, Ask, Attempt, KeyRange, Request, Resumed, Row, RowPage, Stop};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::map::Map;
use crate::base::time::Timestamp;
use crate::effects::Effects;
use crate::record::envelope::Record;
use crate::record::keyspace::{self, Keyspace, Kind, ordered_id};
use crate::record::rows::{Rows, Span};
use crate::record::run::{Call, unexpected};

/// The most bytes of rows of parts that are read.
const MAX_PAGE_BYTES: u32 = 32 << 20;
/// More bytes than the value of a row of an order has.
const MAX_ORDERED_BYTES: usize = 32;

/// The most tasks that are kept with the message that they began at.
const MAX_TASKS: usize = 100;

/// The row of a window.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct State {
    /// Counts its changes: two instances that are at one version have the same rows.
    #[n(0)]
    pub(super) version: u64,
    #[n(1)]
    pub(super) n_prunes: u32,
    #[n(2)]
    pub(super) n_snapshots: u32,
    /// Bytes of all bodies that are kept.
    #[n(3)]
    pub(super) body_bytes: u64,
    /// See [`super::cost::Anchor`].
    #[n(4)]
    pub(super) offset: i64,
    /// When it was last changed.
    #[n(5)]
    pub(super) used: Timestamp,
    /// The ids of pinned parts.
    #[n(6)]
    #[cbor(default)]
    pub(super) pinned: Vec<u64>,
    /// The task that the conversation is about now; empty: none.
    #[n(7)]
    #[cbor(default)]
    pub(super) task: String,
    /// The estimated tokens of the last request.
    #[n(9)]
    #[cbor(default)]
    pub(super) requested_tokens: Option<u64>,
    /// The tasks of the conversation, each with the message that it begins at, in the order of the messages.
    #[n(10)]
    #[cbor(default)]
    pub(super) tasks: Vec<TaskStart>,
    /// Messages that were known at the last change.
    #[n(11)]
    #[cbor(default)]
    pub(super) n_messages: u32,
    /// The provider's last count, where it was not believed.
    #[n(12)]
    #[cbor(default)]
    pub(super) not_believed: Option<u64>,
}

/// The task of a conversation, from a message on.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(super) struct TaskStart {
    #[n(0)]
    pub(super) message: u32,
    #[n(1)]
    pub(super) task: String,
}

impl State {
    /// The task of the conversation at a message; empty: none that is known.
    pub(super) fn task_at(&self, message: u32) -> &str {
        let after = self.tasks.partition_point(|from| from.message <= message);
        after.checked_sub(1).map_or("", |at| &self.tasks[at].task)
    }

    /// From a message on it is about another task; of the tasks before the newest are known.
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

/// The row of a part that was pruned.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct PrunedRow {
    /// The number of the prune that took it, from 1.
    #[n(0)]
    pub(super) prune: u32,
    #[n(1)]
    pub(super) time: Timestamp,
    /// Its tokens before.
    #[n(2)]
    pub(super) tokens: u32,
    /// A hash of its stub, by which it is known where the caller pushes that.
    #[n(3)]
    pub(super) stub: u64,
    /// The bytes of its body; 0 where that is left to the caller.
    #[n(4)]
    pub(super) n_bytes: u64,
    #[n(5)]
    #[cbor(default)]
    pub(super) secret: SecretTreatment,
    /// The number of the prune at which its message left whole; 0: it did not.
    #[n(6)]
    #[cbor(default)]
    pub(super) recapped_in: u32,
    /// A recap of parts that left stands in its place.
    #[n(7)]
    #[cbor(default)]
    pub(super) is_carrier: bool,
    /// Its place among the parts of the conversation when it was pruned.
    #[n(8)]
    #[cbor(default)]
    pub(super) place: u32,
    /// The line of a list for it, where its message is not in the instance; empty: none, as it was pruned by an older
    /// release or its text was erased.
    #[n(9)]
    #[cbor(default)]
    pub(super) line: String,
    /// How much of it stays beside its id.
    #[n(10)]
    #[cbor(default)]
    pub(super) excerpt: Excerpt,
    /// The subject: the path or the command of its call; empty: none that is known.
    #[n(11)]
    #[cbor(default)]
    pub(super) subject: String,
}

/// How a body was treated that may have held a secret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(index_only)]
pub(super) enum SecretTreatment {
    /// It held none, or is kept as it is.
    #[default]
    #[n(0)]
    None,
    /// It is kept masked.
    #[n(1)]
    Masked,
    /// It is not kept.
    #[n(2)]
    Refused,
}

/// The row of a body.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct Body<'b> {
    #[n(0)]
    pub(super) time: Timestamp,
    /// The text that the model read.
    #[b(1)]
    pub(super) text: &'b str,
    /// The value's own bytes; empty where they follow from text and form.
    #[b(2)]
    #[cbor(default)]
    pub(super) original: &'b str,
    #[n(3)]
    #[cbor(default)]
    pub(super) form: BodyForm,
}

/// Where the rows lie.
#[derive(Clone, Debug)]
pub(super) enum Backend {
    /// In this instance, until they are saved.
    Map(BTreeMap<Vec<u8>, Vec<u8>>),
    /// In the memory store, which is at this generation.
    Store(u64),
}

/// Whose window it is, and where it is kept.
#[derive(Clone, Debug)]
pub(super) struct WindowStore {
    pub(super) tenant: String,
    pub(super) principal: String,
    pub(super) name: String,
    pub(super) backend: Backend,
}

impl WindowStore {
    pub(super) fn state_key(&self) -> Vec<u8> {
        keyspace::window(&self.tenant, &self.name)
    }

    pub(super) fn key(&self, keyspace: Keyspace, id: ItemId) -> Vec<u8> {
        keyspace::in_window(keyspace, &self.tenant, &self.name, &id.0.to_be_bytes())
    }

    pub(super) fn span_of(&self, keyspace: Keyspace) -> Span {
        Span::from(keyspace::of_window(keyspace, &self.tenant, &self.name))
    }

    /// A call of a function with arguments.
    pub(super) fn call(&self, function: &str, arguments: &[&[u8]]) -> Call {
        let generation = match self.backend {
            Backend::Map(_) => 0,
            Backend::Store(generation) => generation,
        };
        let own = [self.tenant.as_bytes(), self.name.as_bytes()];
        Call::of(generation, function, own.into_iter().chain(arguments.iter().copied()))
    }

    /// Answers a question, once all rows that it reads are there; those of a map are at once.
    pub(super) fn answer<T>(
        &self,
        call: Call,
        resumed: Option<Resumed>,
        run: impl Fn(&Rows) -> Result<T, Error>,
    ) -> Attempt<T> {
        let mut given = None;
        self.run(call, resumed, &mut |rows| given = Some(run(rows)))?;
        Ok(given.ok_or_else(unexpected)??)
    }

    /// Runs a change, once all rows that it reads are there: its result and its effects. A run may be thrown away, so
    /// nothing is altered before these are committed.
    pub(super) fn change<T>(
        &self,
        call: Call,
        resumed: Option<Resumed>,
        run: impl Fn(&mut Rows) -> Result<T, Error>,
    ) -> Attempt<(T, Effects)> {
        let mut given = None;
        let rows = self.run(call, resumed, &mut |rows| given = Some(run(rows)))?;
        Ok((given.ok_or_else(unexpected)??, call.effects(rows)))
    }

    /// The rows after a run that missed none. A map is its own host.
    #[inline(never)]
    fn run(&self, call: Call, mut resumed: Option<Resumed>, run: &mut dyn FnMut(&mut Rows)) -> Attempt<Rows> {
        loop {
            match (call.run(resumed, run), &self.backend) {
                (Err(Stop::Ask(Ask { requests, ticket })), Backend::Map(map)) => {
                    let answers = requests.iter().map(|request| answer_from_map(map, request)).collect();
                    resumed = Some(Resumed { ticket, answers });
                }
                (given, _) => return given,
            }
        }
    }

    /// The effects of a change, for the store to commit; a map has them at once, and then there is nothing to commit.
    pub(super) fn commit(&mut self, effects: Effects) -> Effects {
        let Backend::Map(map) = &mut self.backend else { return effects };
        for key in &effects.deletes {
            map.remove(key);
        }
        map.extend(effects.puts.into_iter().map(|row| (row.key, row.value)));
        Effects::default()
    }

    /// Writes the row of a window that lies in this instance.
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

    /// The newest records of a kind and channel.
    pub(super) fn newest_records(
        &self,
        call: Call,
        (kind, channel): (Kind, &str),
        limit: u32,
        resumed: Option<Resumed>,
    ) -> Attempt<Vec<(RecordId, Record)>> {
        let orders = Span::from(keyspace::orders(&self.tenant, kind, channel));
        let max_bytes = (limit as usize * (orders.start.len() + 16 + MAX_ORDERED_BYTES)) as u32;
        self.answer(call, resumed, |rows| {
            let (keys, _) = rows.page(&orders, max_bytes);
            let record = |id: RecordId| {
                let key = keyspace::record(&self.tenant, id);
                Some((id, Record::open(&key, rows.value(&key)?)?.0))
            };
            Ok(keys.iter().filter_map(|key| ordered_id(key)).take(limit as usize).filter_map(record).collect())
        })
    }
}

fn answer_from_map(map: &BTreeMap<Vec<u8>, Vec<u8>>, request: &Request) -> Answer {
    let row = |(key, value): (&Vec<u8>, &Vec<u8>)| Row { key: key.clone(), value: value.clone() };
    let rows = match request {
        Request::Keys(keys) => keys.iter().filter_map(|key| map.get_key_value(key)).map(row).collect(),
        Request::Range(KeyRange { start, end, .. }) => map.range::<Vec<u8>, _>(start..end).map(row).collect(),
        Request::Span(_) | Request::Model(_) => return Answer::Changed,
    };
    Answer::Rows(RowPage { rows, complete: true })
}

/// The parts that the first rows of a span are of.
pub(super) fn read_pruned(rows: &Rows, span: &Span) -> Map<ItemId, PrunedRow> {
    let row = |key: Vec<u8>| Some((ItemId(u64::from_be_bytes(*key.last_chunk()?)), rows.read(&key)?));
    rows.page(span, MAX_PAGE_BYTES).0.into_iter().filter_map(row).collect()
}
