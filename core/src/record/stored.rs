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
pub(super) fn add_together(rows: &mut Rows, record_refs: &[RecordRef<'_>]) {
    derived::add_together(rows, record_refs);
    count(rows, record_refs, Sign::Add);
}

/// Removes records and the rows derived from them.
pub(super) fn remove_all(rows: &mut Rows, records: &[(&str, RecordId, &Record)]) {
    let (current, older) = split_by_format(rows, records);
    derived::remove_together(rows, &current, &older);
    records.iter().for_each(|(tenant, id, record)| remove(rows, tenant, *id, record));
    let record_refs: Vec<RecordRef<'_>> =
        records.iter().map(|&(tenant, id, record)| RecordRef { tenant, id, record }).collect();
    count(rows, &record_refs, Sign::Remove);
}

/// Replaces records by versions with another attribution, and updates the rows that depend on it. Nothing else of a
/// record may differ.
pub(super) fn replace_all(rows: &mut Rows, changed: BTreeMap<(String, RecordId), Record>) {
    let versions = changed.into_iter().filter_map(|((tenant, id), after)| {
        let before = record_of(rows, &tenant, id)?;
        Some((tenant, id, before, after))
    });
    let versions: Vec<(String, RecordId, Record, Record)> = versions.collect();
    let records_before: Vec<(&str, RecordId, &Record)> =
        versions.iter().map(|(tenant, id, before, _)| (tenant.as_str(), *id, before)).collect();
    let (current, older) = split_by_format(rows, &records_before);
    let current_ids: BTreeSet<(&str, RecordId)> =
        current.iter().map(|record_ref| (record_ref.tenant, record_ref.id)).collect();
    let after = versions.iter().map(|(tenant, id, _, after)| RecordRef { tenant, id: *id, record: after });
    let (after_current, after_older): (Vec<_>, Vec<_>) =
        after.partition(|record_ref| current_ids.contains(&(record_ref.tenant, record_ref.id)));
    let older: Vec<(&str, RecordId, &Record)> =
        older.iter().map(|record_ref| (record_ref.tenant, record_ref.id, record_ref.record)).collect();
    remove_all(rows, &older);
    add_together(rows, &after_older);
    after_older.iter().for_each(|record_ref| put(rows, record_ref.tenant, record_ref.id, record_ref.record.clone()));
    for record_ref in &after_current {
        let key = keyspace::record_key(record_ref.tenant, record_ref.id);
        let value = record_ref.record.seal(&key);
        rows.set(key, Some(value));
    }
    derived::update_attributions(rows, &current, &after_current);
}

/// Replaces records by versions that have more of their fields. A record of an older format stays as it is.
pub(super) fn complete_all(rows: &mut Rows, completed: BTreeMap<(String, RecordId), Record>) {
    for ((tenant, id), after) in completed {
        let key = keyspace::record_key(&tenant, id);
        let Some((before, FORMAT)) = rows.value(&key).and_then(|value| Record::open(&key, value)) else { continue };
        let value = after.seal(&key);
        let n_bytes = value.len() as u32;
        rows.set(key, Some(value));
        let [before, after] = [&before, &after].map(|record| RecordRef { tenant: &tenant, id, record });
        derived::update_completed(rows, before, after, n_bytes);
    }
}

/// Splits records by the format of their rows: those of the newest format, and older ones.
fn split_by_format<'r>(
    rows: &Rows,
    records: &[(&'r str, RecordId, &'r Record)],
) -> (Vec<RecordRef<'r>>, Vec<RecordRef<'r>>) {
    let is_current = |of: &RecordRef<'_>| {
        let key = keyspace::record_key(of.tenant, of.id);
        rows.value(&key).and_then(|value| Record::open(&key, value)).is_some_and(|(_, format)| format == FORMAT)
    };
    records.iter().map(|&(tenant, id, record)| RecordRef { tenant, id, record }).partition(is_current)
}

/// Removes a record and the rows derived from it alone.
fn remove(rows: &mut Rows, tenant: &str, id: RecordId, record: &Record) {
    rows.set(keyspace::record_key(tenant, id), None);
    let record_ref = RecordRef { tenant, id, record };
    derived::apply(rows, record_ref, 0, Sign::Remove);
    if !record.session.is_empty() {
        learn::unlearn(rows, record_ref);
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
fn count(rows: &mut Rows, record_refs: &[RecordRef<'_>], sign: Sign) {
    let mut counts_by_tenant: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for RecordRef { tenant, record, .. } in record_refs {
        let (n_notes, n_records) = counts_by_tenant.entry(tenant).or_default();
        *n_notes += u64::from(record.kind == Kind::Note);
        // Learnings are written with their window, which does not update this row.
        *n_records += u64::from(record.kind != Kind::Learning);
    }
    for (tenant, (n_notes, n_records)) in counts_by_tenant {
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
