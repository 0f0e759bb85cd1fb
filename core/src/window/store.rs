//! What of a window is kept: its rows in the memory store, or in a map where there is none.
//!
//! A live part has no row: the caller keeps its messages. What was pruned has one, and its bytes another, so that they can be
//! restored, and a conversation that is pushed again to a new instance is edited as before.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::history::ItemId;
use super::item::BodyForm;
use crate::ask::{Attempt, KeyRange, Resumed, Row, RowPage, Ticket, Wanted};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::sort;
use crate::base::time::Timestamp;
use crate::effects::Effects;
use crate::record::envelope::{self, Record};
use crate::record::keyspace::{self, Keyspace, Kind, end_of, ordered_id};
use crate::record::rows::{Call, Rows, record_keys};

/// The most bytes of rows that are read at once.
const MAX_PAGE_BYTES: u32 = 32 << 20;
/// More bytes than the value of a row of an order has.
const MAX_ORDERED_BYTES: usize = 32;

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
    pub(super) secret: HeldSecret,
}

/// What became of a body that held a secret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(index_only)]
pub(super) enum HeldSecret {
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
    /// What the model read.
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

    pub(super) fn range_of(&self, keyspace: Keyspace) -> KeyRange {
        let start = keyspace::of_window(keyspace, &self.tenant, &self.name);
        KeyRange { end: end_of(start.clone()), start, max_bytes: MAX_PAGE_BYTES }
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

    /// The rows of these keys.
    pub(super) fn rows(&self, call: Call, keys: BTreeSet<Vec<u8>>, resumed: Option<Resumed>) -> Attempt<Rows> {
        let Backend::Map(map) = &self.backend else { return call.rows(keys, resumed) };
        Ok(single(map, keys)?)
    }

    /// The rows of a range, and those of these keys.
    pub(super) fn range(
        &self,
        call: Call,
        range: KeyRange,
        keys: BTreeSet<Vec<u8>>,
        resumed: Option<Resumed>,
    ) -> Attempt<(RowPage, Rows)> {
        if let Backend::Map(map) = &self.backend {
            let rows = map.range(range.start..range.end);
            let rows = rows.map(|(key, value)| Row { key: key.clone(), value: value.clone() }).collect();
            return Ok((RowPage { rows, complete: true }, single(map, keys)?));
        }
        let Some(Resumed { ticket, answers }) = resumed else { return Err(call.ask_range(range, keys)) };
        match call.asked(&ticket)? {
            Wanted::Range(_) => Ok(call.range(&range, keys, answers)?),
            _ => Err(Ticket::unknown().into()),
        }
    }

    /// Writes the row of a window that lies in this instance.
    pub(super) fn keep_state(&mut self, state: &State) {
        let (call, key) = (self.call("window.report-usage", &[]), self.state_key());
        // Rows that could be read when the window was opened can be read now.
        if let Backend::Map(map) = &self.backend
            && let Ok(mut rows) = single(map, sort::set([key.clone()]))
        {
            rows.put(key, state);
            self.commit(call, rows);
        }
    }

    /// What was written, for the store to commit; a map has it at once, and then there is nothing to commit.
    pub(super) fn commit(&mut self, call: Call, rows: Rows) -> Effects {
        let effects = rows.effects(call);
        let Backend::Map(map) = &mut self.backend else { return effects };
        for key in &effects.deletes {
            map.remove(key);
        }
        map.extend(effects.puts.into_iter().map(|row| (row.key, row.value)));
        Effects::default()
    }
}

fn single(map: &BTreeMap<Vec<u8>, Vec<u8>>, mut keys: BTreeSet<Vec<u8>>) -> Result<Rows, Error> {
    keys.insert(keyspace::meta());
    let given = keys.iter().filter_map(|key| Some(Row { key: key.clone(), value: map.get(key)?.clone() })).collect();
    Rows::of(keys, given)
}

impl WindowStore {
    /// The newest records of a kind and channel.
    pub(super) fn listed(
        &self,
        call: Call,
        (kind, channel): (Kind, &str),
        limit: u32,
        resumed: Option<Resumed>,
    ) -> Attempt<Vec<(RecordId, Record)>> {
        let start = keyspace::orders(&self.tenant, kind, channel);
        let max_bytes = (limit as usize * (start.len() + 16 + MAX_ORDERED_BYTES)) as u32;
        let range = KeyRange { end: end_of(start.clone()), start, max_bytes };
        let first = |page: &RowPage| -> Vec<RecordId> {
            page.rows.iter().filter_map(|row| ordered_id(&row.key)).take(limit as usize).collect()
        };
        let (ids, rows) = match &self.backend {
            Backend::Map(map) => {
                let ids = first(&self.range(call, range, BTreeSet::new(), None)?.0);
                let rows = single(map, sort::set(record_keys(&self.tenant, &ids)))?;
                (ids, rows)
            }
            Backend::Store(_) => {
                let beside = (self.tenant.as_str(), keyspace::meta());
                let (ids, _, rows) = call.records(range, beside, |page| (first(page), false), resumed)?;
                (ids, rows)
            }
        };
        let record = |id: RecordId| {
            let key = keyspace::record(&self.tenant, id);
            Some((id, Record::open(&key, rows.value(&key)?)?.0))
        };
        Ok(ids.into_iter().filter_map(record).collect())
    }
}

/// The parts that the rows of a range are of.
pub(super) fn read_pruned(page: &RowPage) -> impl Iterator<Item = (ItemId, PrunedRow)> {
    page.rows.iter().filter_map(|row| {
        let id = ItemId(u64::from_be_bytes(*row.key.last_chunk::<8>()?));
        Some((id, envelope::read(&row.key, &row.value)?))
    })
}
