//! Finds the record that an event became: by the event's own row, or after damage by the remains of the record.
//!
//! An event's own row is found by the whole hash of its id. A salvage writes a row by the part of the hash that is in
//! the record's id, for each tombstone and for each event whose record the salvage did not find. Both rows are found
//! whatever time the event gives. If only the record's row or tombstone is left, the event is known only if it gives
//! its original time. Not here: whether it has the same content (`compare`).

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::envelope::Parent;
use super::keyspace;
use super::rows::Rows;
use crate::base::id::{RecordId, hash_event};

/// The stored row of an event: which record it became.
#[derive(Clone, Copy, Debug, Encode, Decode)]
#[cbor(map)]
pub(crate) struct EventRow {
    #[n(0)]
    pub(crate) record: Parent,
}

/// The key of an event's own row.
pub(crate) fn event_key(tenant: &str, event_id: &str) -> Vec<u8> {
    keyspace::event_key(tenant, hash_event(tenant, event_id))
}

/// The keys of the rows that show an event to be known, given the id that its record would have.
pub(super) fn keys_of_event(tenant: &str, event_id: &str, id: RecordId) -> [Vec<u8>; 4] {
    let [record, tombstone] = remaining_keys(tenant, id);
    [event_key(tenant, event_id), keyspace::event_key_of(tenant, id), record, tombstone]
}

/// The ids of records that the rows of an event name: its own row, and the one that a salvage writes.
pub(super) fn ids_in_event_rows(
    rows: &Rows,
    tenant: &str,
    event_id: &str,
    id: RecordId,
) -> impl Iterator<Item = RecordId> {
    let [own, by_record, ..] = keys_of_event(tenant, event_id, id);
    [own, by_record].into_iter().filter_map(|key| Some(rows.read::<EventRow>(&key)?.record.id()))
}

/// The id of the record that an event became; `None` for a new event. With `is_for_ever`, for a kind that never
/// expires, an event is new also if neither its record nor a tombstone is left, because then damage took the record.
pub(super) fn record_of_event(
    rows: &Rows,
    (tenant, event_id): (&str, &str),
    id: RecordId,
    is_for_ever: bool,
) -> Option<RecordId> {
    let has_rows = |id: &RecordId| remaining_keys(tenant, *id).iter().any(|key| rows.value(key).is_some());
    let mut ids = ids_in_event_rows(rows, tenant, event_id, id);
    ids.find(|id| !is_for_ever || has_rows(id)).or_else(|| has_rows(&id).then_some(id))
}

/// The keys of a record and of its tombstone, of which one is left unless the record expired or was damaged.
pub(super) fn remaining_keys(tenant: &str, id: RecordId) -> [Vec<u8>; 2] {
    [keyspace::record_key(tenant, id), keyspace::tombstone_key(tenant, id)]
}

/// Writes the event's own row, and removes the row that a salvage made in its stead.
pub(super) fn write_event_row(rows: &mut Rows, tenant: &str, event_id: &str, id: RecordId) {
    rows.put(event_key(tenant, event_id), &EventRow { record: Parent::of(id) });
    rows.remove(keyspace::event_key_of(tenant, id));
}
