//! Which record an event became: by a row of its own, and where damage took that, by what else is known of it.
//!
//! A row of its own is found by the whole hash of the event's id. A salvage that reads no such row knows the event still by as much
//! of the hash as stands in the id of its record, at whatever time it is told again. Where the row of a record or its tombstone is
//! all that is left, the event is known by that, if it is told with its time. Not here: whether it says the same (`add`).

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::envelope::Parent;
use super::keyspace;
use super::rows::Rows;
use crate::base::id::{RecordId, hash_event};

/// The stored row of an event.
#[derive(Clone, Copy, Debug, Encode, Decode)]
#[cbor(map)]
pub(crate) struct EventRow {
    #[n(0)]
    pub(crate) record: Parent,
}

/// The key of an event's own row.
pub(crate) fn event_key(tenant: &str, event_id: &str) -> Vec<u8> {
    keyspace::event(tenant, hash_event(tenant, event_id))
}

/// The rows by which an event is known that would be a record of this id.
pub(super) fn keys(tenant: &str, event_id: &str, id: RecordId) -> [Vec<u8>; 4] {
    let [record, tombstone] = left(tenant, id);
    [event_key(tenant, event_id), keyspace::event_of(tenant, id), record, tombstone]
}

/// The records that rows name for an event.
pub(super) fn named(rows: &Rows, tenant: &str, event_id: &str, id: RecordId) -> impl Iterator<Item = RecordId> {
    let [own, by_record, ..] = keys(tenant, event_id, id);
    [own, by_record].into_iter().filter_map(|key| Some(rows.read::<EventRow>(&key)?.record.id()))
}

/// The record that an event became; `None` for a new event. Where those are gone it is over; of a kind that goes only where it is forgotten, damage has taken it.
pub(super) fn became(
    rows: &Rows,
    (tenant, event_id): (&str, &str),
    id: RecordId,
    is_for_ever: bool,
) -> Option<RecordId> {
    let is_left = |id: &RecordId| left(tenant, *id).iter().any(|key| rows.value(key).is_some());
    let mut named = named(rows, tenant, event_id, id);
    named.find(|id| !is_for_ever || is_left(id)).or_else(|| is_left(&id).then_some(id))
}

/// The keys of a record's row and of its tombstone.
pub(super) fn left(tenant: &str, id: RecordId) -> [Vec<u8>; 2] {
    [keyspace::record(tenant, id), keyspace::tombstone(tenant, id)]
}

/// Notes which record an event became.
pub(super) fn note(rows: &mut Rows, tenant: &str, event_id: &str, id: RecordId) {
    rows.put(event_key(tenant, event_id), &EventRow { record: Parent::of(id) });
    rows.remove(keyspace::event_of(tenant, id));
}
