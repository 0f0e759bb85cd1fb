//! Salvage: the rows of a damaged store that can still be read, taken into a new one.
//!
//! All rows are given three times, part by part: what was forgotten, so that nothing of it comes back; what is truth, which is
//! verified and kept, records in the newest format, while what is derived is made again from it; and what names a record that
//! the new store lacks. A row that is given twice, or was taken before, is taken once. Not here: how a host reads a damaged
//! file, and what becomes of that.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::derived::{self, Needs, Of, Sign};
use super::envelope::Record;
use super::gather::Gather;
use super::keyspace::{self, Keyspace};
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
        let mut gather = Gather::new(call, resumed)?;
        match part {
            SalvagePart::Forgotten => take_forgotten(gather, given),
            SalvagePart::Kept => take_kept(gather, given),
            SalvagePart::Lost => {
                let (lost, n_missing) = lost::named(&mut gather, given)?;
                Ok(Salvaged { effects: gather.effects()?, lost, n_missing, ..Salvaged::default() })
            }
        }
    }
}

/// Takes in that records were forgotten.
fn take_forgotten(mut gather: Gather, given: &[Row]) -> Attempt<Salvaged> {
    let read = given.iter().filter_map(|row| Some((row, read(row)?)));
    let read: Vec<(&Row, Read<'_>)> = read.filter(|(_, read)| read.keyspace == Keyspace::Tombstone).collect();
    let needs = read.iter().flat_map(|(row, read)| [row.key.clone(), keyspace::totals(read.tenant)]);
    gather.keys(needs.collect())?;
    for (row, read) in read {
        if gather.rows.value(&row.key).is_some() {
            continue;
        }
        let key = keyspace::totals(read.tenant);
        let counts: Counts = gather.rows.read(&key).unwrap_or_default();
        gather.rows.put(key, &Counts { n_forgotten: counts.n_forgotten + 1, ..counts });
        gather.rows.set(row.key.clone(), Some(row.value.clone()));
    }
    Ok(Salvaged { effects: gather.effects()?, ..Salvaged::default() })
}

/// Takes in what is truth, and what follows from it.
fn take_kept(mut gather: Gather, given: &[Row]) -> Attempt<Salvaged> {
    let read: Vec<Option<Read<'_>>> = given.iter().map(read).collect();
    let n_damaged = read.iter().filter(|read| read.is_none()).count() as u32;
    let kept = given.iter().zip(read).filter_map(|(row, read)| Some((row, read?)));
    let kept = kept.filter(|(_, read)| !read.keyspace.is_derived() && read.keyspace != Keyspace::Tombstone);
    let mut kept: Vec<(&Row, Read<'_>)> = kept.collect();
    gather.keys(kept.iter().flat_map(|(row, read)| [Some(row.key.clone()), read.tombstone()]).flatten().collect())?;
    let mut taken = BTreeSet::new();
    kept.retain(|(row, read)| {
        let is_known = |key: &[u8]| gather.rows.value(key).is_some();
        !is_known(&row.key) && !read.tombstone().is_some_and(|key| is_known(&key)) && taken.insert(row.key.as_slice())
    });
    follow_together(&mut gather, &kept)?;
    let mut n_records = 0;
    for (row, read) in kept {
        n_records += u32::from(take(&mut gather.rows, row, read));
    }
    Ok(Salvaged { effects: gather.effects()?, n_records, n_damaged, ..Salvaged::default() })
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
    derived::load_together(gather, &records, Sign::Add)?;
    derived::apply_together(&mut gather.rows, &records, Sign::Add);
    Ok(())
}

/// What a row is, where it is whole.
struct Read<'r> {
    keyspace: Keyspace,
    tenant: &'r str,
    record: Option<(RecordId, Record)>,
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
}

fn read(row: &Row) -> Option<Read<'_>> {
    let (keyspace, tenant) = keyspace::parse(&row.key)?;
    let record = match keyspace {
        Keyspace::Record => {
            let (record, _) = Record::open(&row.key, &row.value)?;
            Some((keyspace::id_at_end(&row.key)?, record))
        }
        _ if keyspace.is_derived() => None,
        _ => {
            seal::unseal(&row.key, &row.value)?;
            None
        }
    };
    Some(Read { keyspace, tenant, record })
}

/// Takes a row in; whether it was a record.
fn take(rows: &mut Rows, row: &Row, read: Read<'_>) -> bool {
    match read.record {
        Some((id, record)) => {
            stored::put(rows, read.tenant, id, record);
            true
        }
        None => {
            rows.set(row.key.clone(), Some(row.value.clone()));
            false
        }
    }
}
