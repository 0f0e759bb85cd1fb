//! Adding batches: each note once for its event, however often it is told.
//!
//! A batch is taken whole or not at all. What a forgotten note's event says again stays forgotten.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::batch::{Batch, BatchNote, unpack};
use super::envelope::{Parent, Record};
use super::keyspace::{self, Kind};
use super::rows::{Call, Rows};
use super::space::RecordSpace;
use super::totals::Counts;
use super::trust::Trust;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::{RecordId, hash_event};
use crate::effects::Effects;

/// The most batches in one call, and the most bytes of them.
const MOST_BATCHES: usize = 1_000;
const MOST_BYTES: usize = 32 << 20;

/// What adding did.
#[derive(Clone, Debug, PartialEq)]
pub struct Additions {
    /// To be committed.
    pub effects: Effects,
    /// One for each batch, in their order.
    pub outcomes: Vec<Outcome>,
}

/// What became of a batch.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It was taken: one for each of its notes.
    Taken(Vec<Added>),
    /// Nothing of it was taken.
    Refused(Error),
}

/// A note that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    /// Its id.
    pub id: String,
    /// False if its event was known already, also if it was forgotten since.
    pub is_new: bool,
}

/// The stored row of an event.
#[derive(Clone, Copy, Debug, Encode, Decode)]
#[cbor(map)]
pub(crate) struct Event {
    #[n(0)]
    pub(crate) record: Parent,
}

/// The stored row of a record's place in an order.
#[derive(Clone, Copy, Debug, Encode, Decode)]
#[cbor(map)]
pub(crate) struct Ordered {
    /// The bytes of its text.
    #[n(0)]
    pub(crate) n_bytes: u32,
}

impl RecordSpace {
    /// Adds batches that were packed, of any tenant.
    pub(crate) fn add(&self, batches: &[Vec<u8>], resumed: Option<Resumed>) -> Attempt<Additions> {
        Error::check_limit("batches", batches.len(), MOST_BATCHES)?;
        Error::check_limit("bytes of batches", batches.iter().map(Vec::len).sum(), MOST_BYTES)?;
        let unpacked: Vec<Result<Batch, Error>> = batches.iter().map(|bytes| unpack(bytes)).collect();
        let keys = unpacked.iter().flatten().flat_map(keys).collect();
        let call = Call::of(self.generation, "add", batches.iter().map(Vec::as_slice));
        let mut rows = call.rows(keys, resumed)?;
        let mut take = |batch: Result<Batch, Error>| match batch.and_then(|batch| take(&mut rows, &batch)) {
            Ok(added) => Outcome::Taken(added),
            Err(error) => Outcome::Refused(error),
        };
        let outcomes = unpacked.into_iter().map(&mut take).collect();
        Ok(Additions { effects: rows.effects(call), outcomes })
    }
}

/// The rows that adding a batch depends on.
fn keys(batch: &Batch) -> BTreeSet<Vec<u8>> {
    let tenant = &batch.tenant;
    let mut keys = BTreeSet::from([keyspace::totals(tenant)]);
    for note in &batch.notes {
        keys.insert(keyspace::event(tenant, hash_event(tenant, &note.event_id)));
        keys.extend(note.parents.iter().map(|parent| keyspace::record(tenant, parent.id())));
    }
    keys
}

/// Takes a batch whole, or refuses it and leaves the rows as they are: nothing is written before all is known.
fn take(rows: &mut Rows, batch: &Batch) -> Result<Vec<Added>, Error> {
    let trusts = batch.notes.iter().map(|note| trust(rows, batch, note)).collect::<Result<Vec<_>, _>>()?;
    let notes = batch.notes.iter().zip(trusts);
    let added: Vec<Added> = notes.map(|(note, trust)| add_note(rows, batch, note, trust)).collect();
    let n_new = added.iter().filter(|added| added.is_new).count();
    if n_new > 0 {
        let key = keyspace::totals(&batch.tenant);
        let counts: Counts = rows.read(&key).unwrap_or_default();
        rows.put(key, &Counts { n_notes: counts.n_notes + n_new as u64, ..counts });
    }
    Ok(added)
}

fn add_note(rows: &mut Rows, batch: &Batch, note: &BatchNote, trust: Trust) -> Added {
    let tenant = &batch.tenant;
    let event_key = keyspace::event(tenant, hash_event(tenant, &note.event_id));
    if let Some(Event { record }) = rows.read(&event_key) {
        return Added { id: record.id().text(), is_new: false };
    }
    let id = batch.id(note);
    let ordered = Ordered { n_bytes: note.text.len() as u32 };
    for channel in ["", &note.channel] {
        rows.put(keyspace::order(tenant, Kind::Note, channel, id), &ordered);
    }
    let key = keyspace::record(tenant, id);
    let value = record(batch, note, trust).seal(&key);
    rows.set(key, Some(value));
    rows.put(event_key, &Event { record: Parent::of(id) });
    Added { id: id.text(), is_new: true }
}

/// The least of what the owner, the origin and the parents allow.
fn trust(rows: &Rows, batch: &Batch, note: &BatchNote) -> Result<Trust, Error> {
    let mut trust = note.origin.trust().min(batch.most_trust);
    for parent in &note.parents {
        trust = trust.min(trust_of(rows, &batch.tenant, parent.id())?);
    }
    Ok(trust)
}

fn trust_of(rows: &Rows, tenant: &str, parent: RecordId) -> Result<Trust, Error> {
    let key = keyspace::record(tenant, parent);
    let record = rows.value(&key).and_then(|value| Record::open(&key, value));
    let unknown = || Error::Unknown { name: parent.text(), suggestions: Vec::new() };
    record.map(|(record, _)| record.trust()).ok_or_else(unknown)
}

fn record(batch: &Batch, note: &BatchNote, trust: Trust) -> Record {
    let note = note.clone();
    Record {
        kind: Kind::Note,
        time: note.time,
        recorded: batch.recorded,
        origin: note.origin,
        event_id: note.event_id,
        channel: note.channel,
        principal: batch.principal.clone(),
        session: note.session,
        text: note.text,
        trust: Some(trust),
        parents: note.parents,
        anchors: note.anchors,
        learning: None,
    }
}
