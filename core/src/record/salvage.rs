//! Salvage: the rows of a damaged store that can still be read, taken into a new one.
//!
//! All rows are given three times, part by part: what was forgotten, so that nothing of it comes back; what is truth, which is
//! verified and kept, records in the newest format, while what is derived is made again from it; and what names a record that
//! the new store lacks. A row that is given twice, or was taken before, is taken once, and counted once. An event is known where
//! its record is kept or was forgotten, also if its own row could not be read; that of a record which is named as lost is not,
//! so that it can be told again, and of the others, which are over, it stays known by their ids. Not here: how a host reads a
//! damaged file, and what becomes of that.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::derived::{self, Needs, Of};
use super::envelope::{self, Parent, Record};
use super::gather::Gather;
use super::keyspace::{self, Keyspace};
use super::known::{self, EventRow};
use super::lost::{self, Lost};
use super::rows::{Call, Rows};
use super::space::RecordSpace;
use super::stored;
use super::totals::Counts;
use crate::ask::{Attempt, Resumed, Row};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::effects::Effects;
use crate::row::seal;

/// The most rows of one call, and the most bytes of them.
const MOST_ROWS: usize = 100_000;
const MOST_BYTES: usize = 32 << 20;

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
}

impl RecordSpace {
    /// Takes a part out of rows of a damaged store, of any tenant.
    pub(crate) fn salvage(&self, part: SalvagePart, given: &[Row], resumed: Option<Resumed>) -> Attempt<Salvaged> {
        Error::check_limit("rows", given.len(), MOST_ROWS)?;
        let n_bytes = given.iter().map(|row| row.key.len() + row.value.len()).sum();
        Error::check_limit("bytes of rows", n_bytes, MOST_BYTES)?;
        let parts = given.iter().flat_map(|row| [row.key.as_slice(), &row.value]);
        let call = Call::of(self.generation, "salvage", [[part as u8].as_slice()].into_iter().chain(parts));
        let gather = Gather::new(call, resumed)?;
        match part {
            SalvagePart::Forgotten => take_forgotten(gather, given),
            SalvagePart::Kept => take_kept(gather, given),
            SalvagePart::Lost => take_lost(gather, given),
        }
    }
}

/// Takes in that records were forgotten.
fn take_forgotten(mut gather: Gather, given: &[Row]) -> Attempt<Salvaged> {
    let read = given.iter().filter_map(|row| Some((row, read(row)?)));
    let read: Vec<(&Row, Read<'_>)> = read.filter(|(_, read)| read.keyspace == Keyspace::Tombstone).collect();
    let needs = read.iter().filter_map(|(row, read)| {
        let id = keyspace::id_at_end(&row.key)?;
        Some([row.key.clone(), keyspace::totals(read.tenant), keyspace::event_of(read.tenant, id)])
    });
    gather.keys(needs.flatten().collect())?;
    for (row, read) in read {
        let Some(id) = keyspace::id_at_end(&row.key).filter(|_| gather.rows.value(&row.key).is_none()) else {
            continue;
        };
        let key = keyspace::totals(read.tenant);
        let counts: Counts = gather.rows.read(&key).unwrap_or_default();
        gather.rows.put(key, &Counts { n_forgotten: counts.n_forgotten + 1, ..counts });
        gather.rows.set(row.key.clone(), Some(row.value.clone()));
        gather.rows.put(keyspace::event_of(read.tenant, id), &EventRow { record: Parent::of(id) });
    }
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
    follow_together(&mut gather, &kept)?;
    let (mut n_records, mut n_damaged) = (0, 0);
    for (row, read) in kept {
        n_records += u32::from(take(&mut gather.rows, row, read));
    }
    for key in damaged {
        if gather.rows.value(&key).is_none() {
            gather.rows.set(key, Some(Vec::new()));
            n_damaged += 1;
        }
    }
    Ok(Salvaged { effects: gather.effects()?, n_records, n_damaged, ..Salvaged::default() })
}

/// Names what is lost, and takes away by which it would count as known.
fn take_lost(mut gather: Gather, given: &[Row]) -> Attempt<Salvaged> {
    let (start, end) = keyspace::all_damaged();
    for key in gather.range(start, end)? {
        gather.rows.set(key, None);
    }
    let (lost, n_missing) = lost::named(&mut gather, given)?;
    Ok(Salvaged { effects: gather.effects()?, lost, n_missing, ..Salvaged::default() })
}

/// Loads what adding records depends on, and does what follows from them together.
fn follow_together(gather: &mut Gather, kept: &[(&Row, Read<'_>)]) -> Attempt<()> {
    let records: Vec<Of<'_>> = kept.iter().filter_map(|(_, read)| read.of()).collect();
    let mut needs = Needs::default();
    for of in &records {
        needs.keys.insert(keyspace::totals(of.tenant));
        derived::needs(*of, &mut needs);
    }
    gather.load(needs.keys, needs.ranges)?;
    derived::load_together(gather, &records)?;
    derived::add_together(&mut gather.rows, &records);
    Ok(())
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
    fn of(&self) -> Option<Of<'_>> {
        let (id, record) = self.record.as_ref()?;
        Some(Of { tenant: self.tenant, id: *id, record })
    }

    /// The key of the row that says that this record was forgotten.
    fn tombstone(&self) -> Option<Vec<u8>> {
        self.of().map(|of| keyspace::tombstone(of.tenant, of.id))
    }

    /// The rows that say what becomes of a row of this key.
    fn needs(&self, key: &[u8]) -> Vec<Vec<u8>> {
        let mut keys = vec![key.to_vec()];
        if let Some(Of { tenant, id, record }) = self.of() {
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
