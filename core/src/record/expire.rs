//! Expiry: removes values whose lifetime has ended, and records of talk and actions that are older than the retention
//! in the settings.
//!
//! An expired record leaves no tombstone. Its event stays known, so that it is not added again, and records derived
//! from it stay until they expire themselves. Not here: forgetting, which a person orders.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::derived::{DAY, key_value_scope};
use super::envelope::Record;
use super::event::Body;
use super::keyspace::{self, Keyspace, Kind, Scope, end_of};
use super::kinds::Retention;
use super::rows::{Rows, Span};
use super::space::RecordSpace;
use super::stored::{self, record_of};
use super::upkeep::UpkeepSlice;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::effects::Effects;

/// The approximate bytes of a stored record, by which the size of a slice is estimated.
const RECORD_BYTES: u32 = 512;

/// The position at which the last slice ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
struct Position {
    /// The key of the next record to check against the retention; records before it are of kinds that the retention
    /// never removes.
    #[n(0)]
    #[cbor(with = "minicbor::bytes")]
    next_record: Vec<u8>,
    /// The key of the next value to check; empty at the beginning of a round over all values.
    #[n(1)]
    #[cbor(with = "minicbor::bytes")]
    next_value: Vec<u8>,
}

impl RecordSpace {
    /// Expires up to about `budget` records of the tenant; returns the slice of upkeep that it did.
    pub(super) fn expire(&self, rows: &mut Rows, now: Timestamp, budget: u32) -> UpkeepSlice {
        let tenant = self.owner.tenant.as_str();
        let key = position_key(tenant);
        let before: Position = rows.read(&key).unwrap_or_default();
        let mut position = before.clone();
        let (mut expired_ids, is_all_old) = self.past_retention(rows, now, budget, &mut position);
        let (values, is_all_values) = self.ended_values(rows, now, budget, &mut position);
        expired_ids.extend(values);
        let records: Vec<(RecordId, Record)> =
            expired_ids.into_iter().filter_map(|id| Some((id, record_of(rows, tenant, id)?))).collect();
        let expired: Vec<(&str, RecordId, &Record)> =
            records.iter().map(|(id, record)| (tenant, *id, record)).collect();
        stored::remove_all(rows, &expired);
        stored::count_expired(rows, &expired);
        if position != before {
            rows.put(key, &position);
        }
        let is_done = is_all_old && is_all_values;
        UpkeepSlice {
            effects: Effects::default(),
            n_rewritten: 0,
            n_expired: records.len() as u32,
            n_masked: 0,
            is_done,
        }
    }

    /// The next records that are past the retention and of a kind that expires; and whether no more are left to check.
    fn past_retention(
        &self,
        rows: &Rows,
        now: Timestamp,
        budget: u32,
        position: &mut Position,
    ) -> (Vec<RecordId>, bool) {
        let days = i64::from(self.settings.retention_days);
        let cutoff = Timestamp::checked("now", now.milliseconds() - days * DAY);
        let (Ok(cutoff), 1..) = (cutoff, days) else { return (Vec::new(), true) };
        let tenant = self.owner.tenant.as_str();
        let (oldest_key, _) = keyspace::records_since(tenant, RecordId::least_at(Timestamp::default()));
        let (end, _) = keyspace::records_since(tenant, RecordId::least_at(cutoff));
        let start = position.next_record.clone().max(oldest_key);
        if start >= end {
            return (Vec::new(), true);
        }
        let (keys, is_all) = rows.page(&Span { start, end: end.clone() }, budget * RECORD_BYTES);
        position.next_record = match keys.last() {
            Some(last) if !is_all => [last.as_slice(), &[0]].concat(),
            _ => end,
        };
        let ids = keys.iter().filter_map(|key| keyspace::id_at_end(key));
        let is_expired = |id: &RecordId| record_of(rows, tenant, *id).is_some_and(|record| expires(record.kind));
        (ids.filter(is_expired).collect(), is_all)
    }

    /// The next values whose lifetime has ended, with the older values of their keys; and whether no more are left to
    /// check.
    fn ended_values(&self, rows: &Rows, now: Timestamp, budget: u32, position: &mut Position) -> (Vec<RecordId>, bool) {
        let tenant = self.owner.tenant.as_str();
        let order = keyspace::list_prefix(tenant, Kind::WorkingValue, "");
        let start = position.next_value.clone().max(order.clone());
        let (keys, is_all) = rows.page(&Span { start, end: end_of(order) }, budget * RECORD_BYTES / 8);
        position.next_value = match keys.last() {
            Some(last) if !is_all => [last.as_slice(), &[0]].concat(),
            _ => Vec::new(),
        };
        let ids = keys.iter().filter_map(|key| keyspace::ordered_id(key));
        let has_ended = |id: &RecordId| match record_of(rows, tenant, *id) {
            Some(Record { body: Some(Body::WorkingValue(value)), time, .. }) => {
                time.milliseconds() + i64::from(value.lifetime) <= now.milliseconds()
            }
            _ => false,
        };
        let ended: BTreeSet<RecordId> = ids.filter(has_ended).collect();
        (self.with_older_values(rows, ended).into_iter().collect(), is_all)
    }

    /// Ended values together with the older values of the same keys, which would become the newest otherwise.
    fn with_older_values(&self, rows: &Rows, ended: BTreeSet<RecordId>) -> BTreeSet<RecordId> {
        let tenant = self.owner.tenant.as_str();
        let older_ids = ended.iter().filter_map(|newest| {
            let name = key_value_scope(&record_of(rows, tenant, *newest)?)?;
            let values = Span::from(keyspace::scope_prefix(tenant, Scope::KeyValue, &name));
            let ids = rows.all(&values).filter_map(|(key, _)| keyspace::ordered_id(key));
            Some(ids.filter(|id| id < newest).collect::<Vec<RecordId>>())
        });
        let older_ids: Vec<RecordId> = older_ids.flatten().collect();
        ended.into_iter().chain(older_ids).collect()
    }
}

/// The key of the row that holds the position of the last slice.
pub(super) fn position_key(tenant: &str) -> Vec<u8> {
    keyspace::row_key(Keyspace::Expiry, tenant, [])
}

/// Moves the position back to a record that is added before the position, if the record's kind expires.
pub(super) fn rewind_for(rows: &mut Rows, tenant: &str, id: RecordId, kind: Kind) {
    let (key, record_key) = (position_key(tenant), keyspace::record_key(tenant, id));
    let Some(position) = rows.read::<Position>(&key) else { return };
    if expires(kind) && record_key < position.next_record {
        rows.put(key, &Position { next_record: record_key, ..position });
    }
}

/// Whether records of a kind expire by the retention of the settings.
fn expires(kind: Kind) -> bool {
    kind.retention() == Retention::Days
}
