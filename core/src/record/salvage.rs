//! Salvage: copies into a new store those rows of a damaged store that can still be read.
//!
//! Rows are given in three parts. Tombstones come first, so that nothing forgotten comes back. Then come all other rows
//! that are not derived; they are verified and written in the newest format, with the rows derived from them. Last come
//! rows that point to records that the new store lacks. A row that is given twice is taken and counted once. From pages
//! that the file no longer refers to, only records are taken, as other rows there may have been deleted. A tombstone
//! counts wherever in the file it is found, even if only its key is left. Of several counts of a tenant the newest are
//! used.
//!
//! An event is known if its record is kept or forgotten, even if its own row could not be read. The event of a lost
//! record is unknown, so that it can be added again; the event of an expired record stays known by the record's id. Not
//! here: how a host reads a damaged file and replaces it.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::adopt;
use super::derived::{self, RecordRef};
use super::envelope::{self, Parent, Record};
use super::forget::Tombstone;
use super::keyspace::{self, Keyspace, Kind};
use super::known::{self, EventRow};
use super::lost::{self, Lost};
use super::rows::Rows;
use super::run::Call;
use super::space::RecordSpace;
use super::stored;
use super::totals::TenantCounts;
use crate::ask::{Attempt, Resumed, Row};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::effects::Effects;
use crate::row::seal;

/// The most rows of one call.
const MAX_ROWS: usize = 100_000;
/// The most bytes of all rows of one call together.
const MAX_BYTES: usize = 32 << 20;

/// The part of a damaged store's rows that a call takes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SalvagePart {
    /// Tombstones, and the newest counts.
    Forgotten,
    /// All other rows that are not derived.
    Kept,
    /// Rows that point to records or rows that the new store lacks.
    Lost,
}

/// The rows that one call takes in, and the losses that it finds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Salvaged {
    /// The rows to commit to the new store.
    pub effects: Effects,
    /// The number of records that were taken in.
    pub n_records: u32,
    /// The number of rows that are damaged, or are no rows of records at all.
    pub n_damaged: u32,
    /// The records and rows that the new store lacks, each listed once for every row that points to it.
    pub lost: Vec<Lost>,
    /// By how many records the counts of the damaged store exceed those of the new one.
    pub n_missing: u64,
    /// By how many tombstones the damaged store's counts exceed the new one's: so many forgotten records may come back.
    pub n_tombstones_missing: u64,
}

impl RecordSpace {
    /// Takes one part of the readable rows of a damaged store, of any tenant, into this store. `is_scattered`: the rows
    /// are from pages that the file no longer refers to.
    pub(crate) fn salvage(
        &self,
        (part, is_scattered): (SalvagePart, bool),
        damaged_rows: &[Row],
        resumed: Option<Resumed>,
    ) -> Attempt<Salvaged> {
        Error::check_limit("rows", damaged_rows.len(), MAX_ROWS)?;
        let n_bytes = damaged_rows.iter().map(|row| row.key.len() + row.value.len()).sum();
        Error::check_limit("bytes of rows", n_bytes, MAX_BYTES)?;
        let parts = damaged_rows.iter().flat_map(|row| [row.key.as_slice(), &row.value]);
        let call = Call::of(
            self.generation,
            "salvage",
            [[part as u8, is_scattered.into()].as_slice()].into_iter().chain(parts),
        );
        let (salvaged, effects) = call.change(resumed, |rows| {
            Ok(match part {
                SalvagePart::Forgotten => take_forgotten(rows, damaged_rows),
                SalvagePart::Kept if is_scattered => take_scattered(rows, damaged_rows),
                SalvagePart::Kept => take_kept(rows, damaged_rows),
                SalvagePart::Lost => take_lost(rows, damaged_rows, is_scattered),
            })
        })?;
        Ok(Salvaged { effects, ..salvaged })
    }
}

/// Takes in tombstones, and notes the newest counts.
fn take_forgotten(rows: &mut Rows, damaged_rows: &[Row]) -> Salvaged {
    for (row, tenant, id) in damaged_rows.iter().filter_map(parse_tombstone) {
        if rows.value(&row.key).is_some() {
            continue;
        }
        let key = keyspace::totals_key(tenant);
        let counts: TenantCounts = rows.read(&key).unwrap_or_default();
        rows.put(key, &TenantCounts { n_forgotten: counts.n_forgotten + 1, ..counts });
        match seal::unseal(&row.key, &row.value) {
            Some(_) => rows.set(row.key.clone(), Some(row.value.clone())),
            None => rows.put(row.key.clone(), &Tombstone::default()),
        }
        rows.put(keyspace::event_key_of(tenant, id), &EventRow { record: Parent::of(id) });
    }
    lost::note_counts(rows, damaged_rows);
    Salvaged::default()
}

/// Takes in rows that are not derived, with the rows derived from them.
fn take_kept(rows: &mut Rows, damaged_rows: &[Row]) -> Salvaged {
    let parsed: Vec<Option<ParsedRow<'_>>> = damaged_rows.iter().map(parse_row).collect();
    let damage_marks = damaged_rows.iter().zip(&parsed).filter(|(_, parsed)| parsed.is_none());
    let damage_marks: BTreeSet<Vec<u8>> = damage_marks.map(|(row, _)| keyspace::damage_mark_key(&row.key)).collect();
    let kept_rows = damaged_rows.iter().zip(parsed).filter_map(|(row, parsed)| Some((row, parsed?)));
    let kept_rows =
        kept_rows.filter(|(_, parsed)| !parsed.keyspace.is_derived() && parsed.keyspace != Keyspace::Tombstone);
    let mut taken_keys = BTreeSet::new();
    let mut kept_rows: Vec<(&Row, ParsedRow<'_>)> = kept_rows.collect();
    kept_rows.retain(|(row, parsed)| {
        let is_known = |key: &[u8]| rows.value(key).is_some();
        let is_forgotten = parsed.tombstone_key().is_some_and(|key| is_known(&key));
        !is_known(&row.key) && !is_forgotten && taken_keys.insert(row.key.as_slice())
    });
    // How the row of an event is taken in depends on its record.
    kept_rows.sort_by_key(|(_, parsed)| parsed.record.is_none());
    let (n_records, mut n_damaged) = (take_all(rows, kept_rows), 0);
    for key in damage_marks {
        if rows.value(&key).is_none() {
            rows.set(key, Some(Vec::new()));
            n_damaged += 1;
        }
    }
    Salvaged { n_records, n_damaged, ..Salvaged::default() }
}

/// Takes in whole records from anywhere in the file; of two versions of a note the later one.
fn take_scattered(rows: &mut Rows, damaged_rows: &[Row]) -> Salvaged {
    let parsed = damaged_rows.iter().filter_map(|row| Some((row, parse_row(row)?)));
    // Learnings are deleted with their window and leave no tombstone: scattered ones may be deleted ones.
    let is_record =
        |parsed: &ParsedRow<'_>| parsed.record.as_ref().is_some_and(|(_, record)| record.kind != Kind::Learning);
    let mut records: Vec<(&Row, ParsedRow<'_>)> = parsed.filter(|(_, parsed)| is_record(parsed)).collect();
    records.sort_by_key(|(row, parsed)| (&row.key, Reverse(parsed.updated())));
    records.dedup_by_key(|(row, _)| &row.key);
    let stored_version =
        |parsed: &ParsedRow<'_>| parsed.record_ref().and_then(|of| stored::record_of(rows, of.tenant, of.id));
    records.retain(|(_, parsed)| {
        let is_older = stored_version(parsed).is_some_and(|stored_version| parsed.updated() <= stored_version.updated);
        let is_forgotten = parsed.tombstone_key().is_some_and(|key| rows.value(&key).is_some());
        !is_older && !is_forgotten
    });
    let older_versions: Vec<(&str, RecordId, Record)> = records
        .iter()
        .filter_map(|(_, parsed)| parsed.record_ref().and_then(|of| Some((of.tenant, of.id, stored_version(parsed)?))))
        .collect();
    let older_versions: Vec<(&str, RecordId, &Record)> =
        older_versions.iter().map(|(tenant, id, record)| (*tenant, *id, record)).collect();
    stored::remove_all(rows, &older_versions);
    let n_older = older_versions.len() as u32;
    let n_records = take_all(rows, records);
    Salvaged { n_records: n_records - n_older, ..Salvaged::default() }
}

/// Lists lost records and rows, and deletes the rows by which the events of lost records would still be known.
fn take_lost(rows: &mut Rows, damaged_rows: &[Row], is_scattered: bool) -> Salvaged {
    let (n_missing, n_tombstones_missing) = lost::count_missing(rows);
    let lost = lost::find_lost(rows, damaged_rows, is_scattered);
    Salvaged { lost, n_missing, n_tombstones_missing, ..Salvaged::default() }
}

/// Takes in rows together, with the rows derived from all of them; returns how many records were among them.
fn take_all(rows: &mut Rows, mut parsed_rows: Vec<(&Row, ParsedRow<'_>)>) -> u32 {
    for (_, ParsedRow { tenant, record, .. }) in &mut parsed_rows {
        record.iter_mut().for_each(|(_, record)| adopt::undo_forgotten_adoptions(rows, tenant, record));
    }
    let records: Vec<RecordRef<'_>> = parsed_rows.iter().filter_map(|(_, parsed)| parsed.record_ref()).collect();
    stored::add_together(rows, &records);
    parsed_rows.into_iter().map(|(row, parsed)| u32::from(take(rows, row, parsed))).sum()
}

/// The row, tenant and record of a tombstone, even if its value is damaged. `None` for a record whose key became a
/// tombstone's by a flipped bit.
fn parse_tombstone(row: &Row) -> Option<(&Row, &str, RecordId)> {
    let (Keyspace::Tombstone, tenant) = keyspace::parse(&row.key)? else { return None };
    let id = keyspace::id_at_end(&row.key)?;
    let is_record = Record::open(&keyspace::record_key(tenant, id), &row.value).is_some();
    (!is_record).then_some((row, tenant, id))
}

/// The content of a row that is not damaged.
struct ParsedRow<'r> {
    keyspace: Keyspace,
    tenant: &'r str,
    record: Option<(RecordId, Record)>,
    /// The id of the record that an event became; `None` for a row of any other keyspace.
    event: Option<RecordId>,
}

impl ParsedRow<'_> {
    fn record_ref(&self) -> Option<RecordRef<'_>> {
        let (id, record) = self.record.as_ref()?;
        Some(RecordRef { tenant: self.tenant, id: *id, record })
    }

    /// When its record was last updated; `None` if never, or if it is no record.
    fn updated(&self) -> Option<Timestamp> {
        self.record.as_ref()?.1.updated
    }

    /// The key of the tombstone that its record would have; `None` if it is no record.
    fn tombstone_key(&self) -> Option<Vec<u8>> {
        self.record_ref().map(|of| keyspace::tombstone_key(of.tenant, of.id))
    }
}

fn parse_row(row: &Row) -> Option<ParsedRow<'_>> {
    let (keyspace, tenant) = keyspace::parse(&row.key)?;
    let mut parsed = ParsedRow { keyspace, tenant, record: None, event: None };
    match keyspace {
        Keyspace::Record => {
            let (record, _) = Record::open(&row.key, &row.value)?;
            parsed.record = Some((keyspace::id_at_end(&row.key)?, record));
        }
        Keyspace::Event => {
            let EventRow { record } = envelope::read(&row.key, &row.value)?;
            parsed.event = Some(record.id());
        }
        _ if keyspace.is_derived() => {}
        _ => {
            seal::unseal(&row.key, &row.value)?;
        }
    }
    Some(parsed)
}

/// Takes in a row; returns whether it was a record.
fn take(rows: &mut Rows, row: &Row, ParsedRow { keyspace, tenant, record, event }: ParsedRow<'_>) -> bool {
    if keyspace == Keyspace::Session {
        derived::note_context_row(rows, tenant, &row.key, &row.value);
    }
    if let Some((id, record)) = record {
        if rows.read::<EventRow>(&known::event_key(tenant, &record.event_id)).is_none() {
            known::write_event_row(rows, tenant, &record.event_id, id);
        }
        stored::put(rows, tenant, id, record);
        return true;
    }
    let event_row_key = event.map(|id| (id, keyspace::event_key_of(tenant, id)));
    match event_row_key {
        Some((id, key)) if known::remaining_keys(tenant, id).iter().all(|key| rows.value(key).is_none()) => {
            rows.put(key, &EventRow { record: Parent::of(id) });
        }
        event_row_key => {
            event_row_key.into_iter().for_each(|(_, key)| rows.remove(key));
            rows.set(row.key.clone(), Some(row.value.clone()));
        }
    }
    false
}
