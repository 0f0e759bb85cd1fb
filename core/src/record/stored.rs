//! Writes and removes records together with the rows derived from them.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::derived::{self, RecordRef, Sign, learn};
use super::envelope::{FORMAT, Record};
use super::keyspace::{self, Kind};
use super::rows::Rows;
use super::totals::TenantCounts;
use crate::base::id::RecordId;

/// The record with an id; `None` if there is none, or its row is damaged.
pub(crate) fn record_of(rows: &Rows, tenant: &str, id: RecordId) -> Option<Record> {
    let key = keyspace::record_key(tenant, id);
    Some(Record::open(&key, rows.value(&key)?)?.0)
}

/// Writes a record and the rows derived from it.
pub(super) fn put(rows: &mut Rows, tenant: &str, id: RecordId, record: Record) {
    let value = record.seal(&keyspace::record_key(tenant, id));
    let n_bytes = value.len();
    rows.set(keyspace::record_key(tenant, id), Some(value));
    write_derived(rows, tenant, id, &record, n_bytes);
}

/// Writes the rows derived from a record whose own row, of `n_bytes` bytes, is written already.
pub(super) fn write_derived(rows: &mut Rows, tenant: &str, id: RecordId, record: &Record, n_bytes: usize) {
    derived::apply(rows, RecordRef { tenant, id, record }, n_bytes as u32, Sign::Add);
}

/// Writes the rows that are derived from several new records together, before each record is written.
pub(super) fn add_together(rows: &mut Rows, all: &[RecordRef<'_>]) {
    derived::add_together(rows, all);
    count(rows, all, Sign::Add);
}

/// Removes records and the rows derived from them.
pub(super) fn remove_all(rows: &mut Rows, records: &[(&str, RecordId, &Record)]) {
    let (today, older) = by_format(rows, records);
    derived::remove_together(rows, &today, &older);
    records.iter().for_each(|(tenant, id, record)| remove(rows, tenant, *id, record));
    let all: Vec<RecordRef<'_>> =
        records.iter().map(|&(tenant, id, record)| RecordRef { tenant, id, record }).collect();
    count(rows, &all, Sign::Remove);
}

/// Replaces records by versions with another attribution, and updates the rows that depend on it. Nothing else of a
/// record may differ.
pub(super) fn replace_all(rows: &mut Rows, changed: BTreeMap<(String, RecordId), Record>) {
    let before = changed.into_iter().filter_map(|((tenant, id), after)| {
        let before = record_of(rows, &tenant, id)?;
        Some((tenant, id, before, after))
    });
    let all: Vec<(String, RecordId, Record, Record)> = before.collect();
    let of_before: Vec<(&str, RecordId, &Record)> =
        all.iter().map(|(tenant, id, before, _)| (tenant.as_str(), *id, before)).collect();
    let (today, older) = by_format(rows, &of_before);
    let ids_of_today: BTreeSet<(&str, RecordId)> = today.iter().map(|of| (of.tenant, of.id)).collect();
    let after = all.iter().map(|(tenant, id, _, after)| RecordRef { tenant, id: *id, record: after });
    let (after_today, after_older): (Vec<_>, Vec<_>) = after.partition(|of| ids_of_today.contains(&(of.tenant, of.id)));
    let older: Vec<(&str, RecordId, &Record)> = older.iter().map(|of| (of.tenant, of.id, of.record)).collect();
    remove_all(rows, &older);
    add_together(rows, &after_older);
    after_older.iter().for_each(|of| put(rows, of.tenant, of.id, of.record.clone()));
    for of in &after_today {
        let key = keyspace::record_key(of.tenant, of.id);
        let value = of.record.seal(&key);
        rows.set(key, Some(value));
    }
    derived::update_attributions(rows, &today, &after_today);
}

/// Splits records by the format of their rows: those of the newest format, and older ones.
fn by_format<'r>(rows: &Rows, records: &[(&'r str, RecordId, &'r Record)]) -> (Vec<RecordRef<'r>>, Vec<RecordRef<'r>>) {
    let is_of_today = |of: &RecordRef<'_>| {
        let key = keyspace::record_key(of.tenant, of.id);
        rows.value(&key).and_then(|value| Record::open(&key, value)).is_some_and(|(_, format)| format == FORMAT)
    };
    records.iter().map(|&(tenant, id, record)| RecordRef { tenant, id, record }).partition(is_of_today)
}

/// Removes a record and the rows derived from it alone.
fn remove(rows: &mut Rows, tenant: &str, id: RecordId, record: &Record) {
    rows.set(keyspace::record_key(tenant, id), None);
    let of = RecordRef { tenant, id, record };
    derived::apply(rows, of, 0, Sign::Remove);
    if !record.session.is_empty() {
        learn::unlearn(rows, of);
    }
}

/// Counts records that were removed because they expired, except learnings.
pub(super) fn count_expired(rows: &mut Rows, records: &[(&str, RecordId, &Record)]) {
    for (tenant, ..) in records.iter().filter(|(.., record)| record.kind != Kind::Learning) {
        let key = keyspace::totals_key(tenant);
        let counts: TenantCounts = rows.read(&key).unwrap_or_default();
        rows.put(key, &TenantCounts { n_expired: counts.n_expired + 1, ..counts });
    }
}

/// Updates the counts of each tenant for records that are added or removed.
fn count(rows: &mut Rows, all: &[RecordRef<'_>], sign: Sign) {
    let mut n_of: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for RecordRef { tenant, record, .. } in all {
        let (n_notes, n_records) = n_of.entry(tenant).or_default();
        *n_notes += u64::from(record.kind == Kind::Note);
        // Learnings are written with their window, which does not update this row.
        *n_records += u64::from(record.kind != Kind::Learning);
    }
    for (tenant, (n_notes, n_records)) in n_of {
        let key = keyspace::totals_key(tenant);
        let counts: TenantCounts = rows.read(&key).unwrap_or_default();
        let (n_notes, n_records) = (sign.count(counts.n_notes, n_notes), sign.count(counts.n_records, n_records));
        match (TenantCounts { n_notes, n_records, ..counts }) {
            // As if the tenant had never had a record.
            none if none == TenantCounts::default() => rows.set(key, None),
            some => rows.put(key, &some),
        }
    }
}
