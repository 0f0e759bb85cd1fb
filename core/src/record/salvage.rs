//! Salvage: the rows of a damaged store that can still be read, taken into a new one.
//!
//! What is truth is verified and kept, records in the newest format; what is derived is made again from it. Not here: how a
//! host reads a damaged file, and what becomes of that.

use alloc::vec::Vec;

use super::derived::{self, Needs, Of, Sign};
use super::envelope::Record;
use super::gather::Gather;
use super::keyspace::{self, Keyspace};
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

/// What was taken in.
#[derive(Clone, Debug, PartialEq)]
pub struct Salvaged {
    /// To be committed to the new store.
    pub effects: Effects,
    /// Records that are whole.
    pub n_records: u32,
    /// Rows of records, events and tombstones that are not.
    pub n_damaged: u32,
}

impl RecordSpace {
    /// Takes in rows of a damaged store, of any tenant, each once.
    pub(crate) fn salvage(&self, given: &[Row], resumed: Option<Resumed>) -> Attempt<Salvaged> {
        Error::check_limit("rows", given.len(), MOST_ROWS)?;
        let n_bytes = given.iter().map(|row| row.key.len() + row.value.len()).sum();
        Error::check_limit("bytes of rows", n_bytes, MOST_BYTES)?;
        let parts = given.iter().flat_map(|row| [row.key.as_slice(), &row.value]);
        let mut gather = Gather::new(Call::of(self.generation, "salvage", parts), resumed)?;
        let read: Vec<Option<Read<'_>>> = given.iter().map(read).collect();
        let mut needs = Needs::default();
        for read in read.iter().flatten() {
            needs.keys.insert(keyspace::totals(read.tenant));
            if let Some((id, record)) = &read.record {
                derived::needs(Of { tenant: read.tenant, id: *id, record }, &mut needs);
            }
        }
        gather.load(needs.keys, needs.ranges)?;
        let records = read.iter().flatten().filter_map(|read| {
            let (id, record) = read.record.as_ref()?;
            Some(Of { tenant: read.tenant, id: *id, record })
        });
        let records: Vec<Of<'_>> = records.collect();
        derived::load_together(&mut gather, &records, Sign::Add)?;
        derived::apply_together(&mut gather.rows, &records, Sign::Add);
        let (mut n_records, mut n_damaged) = (0, 0);
        for (row, read) in given.iter().zip(read) {
            match read {
                Some(read) => n_records += u32::from(take(&mut gather.rows, row, read)),
                None => n_damaged += 1,
            }
        }
        Ok(Salvaged { effects: gather.effects()?, n_records, n_damaged })
    }
}

/// What a row is, where it is whole.
struct Read<'r> {
    keyspace: Keyspace,
    tenant: &'r str,
    record: Option<(RecordId, Record)>,
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

/// Takes a row in; whether it was a record. Of what is derived nothing is taken.
fn take(rows: &mut Rows, row: &Row, read: Read<'_>) -> bool {
    let Read { keyspace, tenant, record } = read;
    if keyspace.is_derived() {
        return false;
    }
    if keyspace == Keyspace::Tombstone {
        let key = keyspace::totals(tenant);
        let counts: Counts = rows.read(&key).unwrap_or_default();
        rows.put(key, &Counts { n_forgotten: counts.n_forgotten + 1, ..counts });
    }
    match record {
        Some((id, record)) => {
            stored::put(rows, tenant, id, record);
            true
        }
        None => {
            rows.set(row.key.clone(), Some(row.value.clone()));
            false
        }
    }
}
