//! A record with all that follows from it, as it comes and as it goes.

use alloc::vec::Vec;

use super::derived::{self, RecordRef, Sign, learn};
use super::envelope::{FORMAT, Record};
use super::keyspace::{self, Kind};
use super::rows::Rows;
use super::totals::Counts;
use crate::base::id::RecordId;

/// The record that a row holds; `None` if there is none, or it is damaged.
pub(crate) fn record_of(rows: &Rows, tenant: &str, id: RecordId) -> Option<Record> {
    let key = keyspace::record(tenant, id);
    Some(Record::open(&key, rows.value(&key)?)?.0)
}

/// Writes a record, and what follows from it.
pub(super) fn put(rows: &mut Rows, tenant: &str, id: RecordId, record: Record) {
    let value = record.clone().seal(&keyspace::record(tenant, id));
    let n_bytes = value.len();
    rows.set(keyspace::record(tenant, id), Some(value));
    follow(rows, tenant, id, &record, n_bytes);
}

/// Writes what follows from a record whose row, of so many bytes, is written already.
pub(super) fn follow(rows: &mut Rows, tenant: &str, id: RecordId, record: &Record, n_bytes: usize) {
    derived::apply(rows, RecordRef { tenant, id, record }, n_bytes as u32, Sign::Add);
    count(rows, tenant, record, Sign::Add);
}

/// Removes records, and what follows from them.
pub(super) fn remove_all(rows: &mut Rows, records: &[(&str, RecordId, &Record)]) {
    let (today, older) = by_format(rows, records);
    derived::remove_together(rows, &today, &older);
    records.iter().for_each(|(tenant, id, record)| remove(rows, tenant, *id, record));
}

/// Those of these records from which there follows what does so today, and those of older formats: see [`FORMAT`].
fn by_format<'r>(rows: &Rows, records: &[(&'r str, RecordId, &'r Record)]) -> (Vec<RecordRef<'r>>, Vec<RecordRef<'r>>) {
    let is_of_today = |of: &RecordRef<'_>| {
        let key = keyspace::record(of.tenant, of.id);
        rows.value(&key).and_then(|value| Record::open(&key, value)).is_some_and(|(_, format)| format == FORMAT)
    };
    records.iter().map(|&(tenant, id, record)| RecordRef { tenant, id, record }).partition(is_of_today)
}

/// Removes a record, and what follows from it alone.
fn remove(rows: &mut Rows, tenant: &str, id: RecordId, record: &Record) {
    rows.set(keyspace::record(tenant, id), None);
    let of = RecordRef { tenant, id, record };
    derived::apply(rows, of, 0, Sign::Remove);
    if !record.session.is_empty() {
        learn::unlearn(rows, of);
    }
    count(rows, tenant, record, Sign::Remove);
}

/// Counts records that were removed because they are over.
pub(super) fn count_expired(rows: &mut Rows, records: &[(&str, RecordId, &Record)]) {
    for (tenant, ..) in records.iter().filter(|(.., record)| record.kind != Kind::Learning) {
        let key = keyspace::totals(tenant);
        let counts: Counts = rows.read(&key).unwrap_or_default();
        rows.put(key, &Counts { n_expired: counts.n_expired + 1, ..counts });
    }
}

fn count(rows: &mut Rows, tenant: &str, record: &Record, sign: Sign) {
    let key = keyspace::totals(tenant);
    let counts: Counts = rows.read(&key).unwrap_or_default();
    let n_notes = sign.count(counts.n_notes, u64::from(record.kind == Kind::Note));
    // What a window learnt is written with the window, which does not know of this row.
    let n_records = sign.count(counts.n_records, u64::from(record.kind != Kind::Learning));
    match (Counts { n_notes, n_records, ..counts }) {
        // As if the tenant had never had a record.
        none if none == Counts::default() => rows.set(key, None),
        some => rows.put(key, &some),
    }
}
