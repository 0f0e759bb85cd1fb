//! Salvage: the rows of a damaged store that can still be read, taken into a new one.
//!
//! Rows are given part by part: what was forgotten, so that nothing of it comes back; what is truth, which is verified and kept,
//! records in the newest format, while what is derived is made again from it; and what names a record that the new store lacks. A row that is given twice, or was taken before, is taken once, and counted
//! once. Of pages that nothing leads to, which may have been given up, records alone are taken. Forgetting only grows, so that a tombstone counts wherever it lies, and if all that is left of it is its key. Of counts
//! those count that were written last.
//!
//! An event is known where its record is kept or was forgotten, also if its own row could not be read; that of a record which is
//! lost is not, so that it can be told again, and of the others, which are over, it stays known by their ids. Not here: how a
//! host reads a damaged file, and what becomes of that.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::derived::{self, Needs, RecordRef};
use super::envelope::{self, Parent, Record};
use super::forget::Tombstone;
use super::gather::Gather;
use super::keyspace::{self, Keyspace, Kind};
use super::known::{self, EventRow};
use super::lost::{self, Lost};
use super::rows::{Call, Rows};
use super::space::RecordSpace;
use super::stored;
use super::totals::Counts;
use crate::ask::{Attempt, Resumed, Row};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::effects::Effects;
use crate::row::seal;

/// The most rows of one call, and the most bytes of them.
const MAX_ROWS: usize = 100_000;
const MAX_BYTES: usize = 32 << 20;

/// What is looked for among the rows of a damaged store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SalvagePart {
    /// What was forgotten.
    Forgotten,
    /// What is truth, but for that.
    Kept,
    /// The names of what the new store lacks.
    Lost,
}

/// What was taken in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Salvaged {
    /// To be committed to the new store.
    pub effects: Effects,
    /// Records that are whole.
    pub n_records: u32,
    /// Rows that are truth and not whole, or no rows of records at all.
    pub n_damaged: u32,
    /// What is named and missing. Something that several rows name is among them several times.
    pub lost: Vec<Lost>,
    /// By how many records the stored counts exceed what the new store has.
    pub n_missing: u64,
    /// By how many forgotten records they do: those may come back.
    pub n_tombstones_missing: u64,
}

impl RecordSpace {
    /// Takes a part out of rows of a damaged store, of any tenant; they are scattered where nothing in it leads to them any more.
    pub(crate) fn salvage(
        &self,
        (part, is_scattered): (SalvagePart, bool),
        given: &[Row],
        resumed: Option<Resumed>,
    ) -> Attempt<Salvaged> {
        Error::check_limit("rows", given.len(), MAX_ROWS)?;
        let n_bytes = given.iter().map(|row| row.key.len() + row.value.len()).sum();
        Error::check_limit("bytes of rows", n_bytes, MAX_BYTES)?;
        let parts = given.iter().flat_map(|row| [row.key.as_slice(), &row.value]);
        let call = Call::of(
            self.generation,
            "salvage",
            [[part as u8, is_scattered.into()].as_slice()].into_iter().chain(parts),
        );
        let gather = Gather::new(call, resumed)?;
        match part {
            SalvagePart::Forgotten => take_forgotten(gather, given),
            SalvagePart::Kept if is_scattered => take_scattered(gather, given),
            SalvagePart::Kept => take_kept(gather, given),
            SalvagePart::Lost => take_lost(gather, given, is_scattered),
        }
    }
}

/// Takes in that records were forgotten, and notes how much there was at last.
fn take_forgotten(mut gather: Gather, given: &[Row]) -> Attempt<Salvaged> {
    let forgotten: Vec<(&Row, &str, RecordId)> = given.iter().filter_map(forgotten).collect();
    let needs = forgotten
        .iter()
        .flat_map(|&(row, tenant, id)| [row.key.clone(), keyspace::totals(tenant), keyspace::event_of(tenant, id)]);
    gather.keys(needs.chain(lost::needs(given)).collect())?;
    for (row, tenant, id) in forgotten {
        if gather.rows.value(&row.key).is_some() {
            continue;
        }
        let key = keyspace::totals(tenant);
        let counts: Counts = gather.rows.read(&key).unwrap_or_default();
        gather.rows.put(key, &Counts { n_forgotten: counts.n_forgotten + 1, ..counts });
        match seal::unseal(&row.key, &row.value) {
            Some(_) => gather.rows.set(row.key.clone(), Some(row.value.clone())),
            None => gather.rows.put(row.key.clone(), &Tombstone::default()),
        }
        gather.rows.put(keyspace::event_of(tenant, id), &EventRow { record: Parent::of(id) });
    }
    lost::note_stated(&mut gather.rows, given);
    Ok(Salvaged { effects: gather.effects()?, ..Salvaged::default() })
}

/// Takes in what is truth, and what follows from it.
fn take_kept(mut gather: Gather, given: &[Row]) -> Attempt<Salvaged> {
    let read: Vec<Option<Read<'_>>> = given.iter().map(read).collect();
    let damaged = given.iter().zip(&read).filter(|(_, read)| read.is_none());
    let damaged: BTreeSet<Vec<u8>> = damaged.map(|(row, _)| keyspace::damaged(&row.key)).collect();
    let kept = given.iter().zip(read).filter_map(|(row, read)| Some((row, read?)));
    let kept = kept.filter(|(_, read)| !read.keyspace.is_derived() && read.keyspace != Keyspace::Tombstone);
    let mut kept: Vec<(&Row, Read<'_>)> = kept.collect();
    gather.keys(kept.iter().flat_map(|(row, read)| read.needs(&row.key)).chain(damaged.iter().cloned()).collect())?;
    let mut taken = BTreeSet::new();
    kept.retain(|(row, read)| {
        let is_known = |key: &[u8]| gather.rows.value(key).is_some();
        !is_known(&row.key) && !read.tombstone().is_some_and(|key| is_known(&key)) && taken.insert(row.key.as_slice())
    });
    // What becomes of an event depends on its record.
    kept.sort_by_key(|(_, read)| read.record.is_none());
    load_together(&mut gather, &kept)?;
    let (n_records, mut n_damaged) = (take_all(&mut gather.rows, kept), 0);
    for key in damaged {
        if gather.rows.value(&key).is_none() {
            gather.rows.set(key, Some(Vec::new()));
            n_damaged += 1;
        }
    }
    Ok(Salvaged { effects: gather.effects()?, n_records, n_damaged, ..Salvaged::default() })
}

/// Takes in records that are whole, wherever they lay: of two versions of a note the one that was written later.
fn take_scattered(mut gather: Gather, given: &[Row]) -> Attempt<Salvaged> {
    let read = given.iter().filter_map(|row| Some((row, read(row)?)));
    // What a window learnt goes with the window, and nothing tells that it went.
    let is_record = |read: &Read<'_>| read.record.as_ref().is_some_and(|(_, record)| record.kind != Kind::Learning);
    let mut records: Vec<(&Row, Read<'_>)> = read.filter(|(_, read)| is_record(read)).collect();
    records.sort_by_key(|(row, read)| (&row.key, Reverse(read.updated())));
    records.dedup_by_key(|(row, _)| &row.key);
    gather.keys(records.iter().flat_map(|(row, read)| read.needs(&row.key)).collect())?;
    let here = |read: &Read<'_>| read.of().and_then(|of| stored::record_of(&gather.rows, of.tenant, of.id));
    records.retain(|(_, read)| {
        let is_older = here(read).is_some_and(|here| read.updated() <= here.updated);
        !is_older && read.tombstone().is_none_or(|key| gather.rows.value(&key).is_none())
    });
    let older: Vec<(&str, RecordId, Record)> =
        records.iter().filter_map(|(_, read)| read.of().and_then(|of| Some((of.tenant, of.id, here(read)?)))).collect();
    let older: Vec<(&str, RecordId, &Record)> =
        older.iter().map(|(tenant, id, record)| (*tenant, *id, record)).collect();
    stored::load_to_remove(&mut gather, &older)?;
    load_together(&mut gather, &records)?;
    stored::remove_all(&mut gather.rows, &older);
    let n_older = older.len() as u32;
    let n_records = take_all(&mut gather.rows, records);
    Ok(Salvaged { effects: gather.effects()?, n_records: n_records - n_older, ..Salvaged::default() })
}

/// Names what is lost, and takes away by which it would count as known.
fn take_lost(mut gather: Gather, given: &[Row], is_scattered: bool) -> Attempt<Salvaged> {
    let (n_missing, n_tombstones_missing) = lost::count(&mut gather)?;
    let lost = lost::named(&mut gather, given, is_scattered)?;
    Ok(Salvaged { effects: gather.effects()?, lost, n_missing, n_tombstones_missing, ..Salvaged::default() })
}

/// Loads what adding records depends on.
fn load_together(gather: &mut Gather, kept: &[(&Row, Read<'_>)]) -> Attempt<()> {
    let records: Vec<RecordRef<'_>> = kept.iter().filter_map(|(_, read)| read.of()).collect();
    let mut needs = Needs::default();
    for of in &records {
        needs.keys.insert(keyspace::totals(of.tenant));
        derived::needs(*of, &mut needs);
    }
    gather.load(needs.keys, needs.ranges)?;
    derived::load_together(gather, &records)
}

/// Takes rows in, and does what follows from all of them together; how many records they are.
fn take_all(rows: &mut Rows, kept: Vec<(&Row, Read<'_>)>) -> u32 {
    let records: Vec<RecordRef<'_>> = kept.iter().filter_map(|(_, read)| read.of()).collect();
    derived::add_together(rows, &records);
    kept.into_iter().map(|(row, read)| u32::from(take(rows, row, read))).sum()
}

/// The record that a row says to be forgotten; also if the row is not whole, but is no record whose key a flipped bit made one of
/// a tombstone.
fn forgotten(row: &Row) -> Option<(&Row, &str, RecordId)> {
    let (Keyspace::Tombstone, tenant) = keyspace::parse(&row.key)? else { return None };
    let id = keyspace::id_at_end(&row.key)?;
    let is_record = Record::open(&keyspace::record(tenant, id), &row.value).is_some();
    (!is_record).then_some((row, tenant, id))
}

/// What a row is, where it is whole.
struct Read<'r> {
    keyspace: Keyspace,
    tenant: &'r str,
    record: Option<(RecordId, Record)>,
    /// The record that an event became.
    event: Option<RecordId>,
}

impl Read<'_> {
    fn of(&self) -> Option<RecordRef<'_>> {
        let (id, record) = self.record.as_ref()?;
        Some(RecordRef { tenant: self.tenant, id: *id, record })
    }

    /// When it was written anew, if it was.
    fn updated(&self) -> Option<Timestamp> {
        self.record.as_ref()?.1.updated
    }

    /// The key of the row that says that this record was forgotten.
    fn tombstone(&self) -> Option<Vec<u8>> {
        self.of().map(|of| keyspace::tombstone(of.tenant, of.id))
    }

    /// The rows that say what becomes of a row of this key.
    fn needs(&self, key: &[u8]) -> Vec<Vec<u8>> {
        let mut keys = vec![key.to_vec()];
        if let Some(RecordRef { tenant, id, record }) = self.of() {
            keys.extend(known::keys(tenant, &record.event_id, id));
        }
        if let Some(id) = self.event {
            keys.extend(known::left(self.tenant, id));
            keys.push(keyspace::event_of(self.tenant, id));
        }
        keys
    }
}

fn read(row: &Row) -> Option<Read<'_>> {
    let (keyspace, tenant) = keyspace::parse(&row.key)?;
    let mut read = Read { keyspace, tenant, record: None, event: None };
    match keyspace {
        Keyspace::Record => {
            let (record, _) = Record::open(&row.key, &row.value)?;
            read.record = Some((keyspace::id_at_end(&row.key)?, record));
        }
        Keyspace::Event => {
            let EventRow { record } = envelope::read(&row.key, &row.value)?;
            read.event = Some(record.id());
        }
        _ if keyspace.is_derived() => {}
        _ => {
            seal::unseal(&row.key, &row.value)?;
        }
    }
    Some(read)
}

/// Takes a row in; whether it was a record.
fn take(rows: &mut Rows, row: &Row, Read { tenant, record, event, .. }: Read<'_>) -> bool {
    if let Some((id, record)) = record {
        if rows.read::<EventRow>(&known::event_key(tenant, &record.event_id)).is_none() {
            known::note(rows, tenant, &record.event_id, id);
        }
        stored::put(rows, tenant, id, record);
        return true;
    }
    let by_record = event.map(|id| (id, keyspace::event_of(tenant, id)));
    match by_record {
        Some((id, key)) if known::left(tenant, id).iter().all(|key| rows.value(key).is_none()) => {
            rows.put(key, &EventRow { record: Parent::of(id) });
        }
        by_record => {
            by_record.into_iter().for_each(|(_, key)| rows.remove(key));
            rows.set(row.key.clone(), Some(row.value.clone()));
        }
    }
    false
}
