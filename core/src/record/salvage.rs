//! Salvage: the rows of a damaged store that can still be read, taken into a new one.
//!
//! What is truth is verified and kept as it is, in whatever format; what is derived is made again from it. Not here: how a
//! host reads a damaged file, and what becomes of that.

use alloc::collections::BTreeSet;
use alloc::string::String;

use super::add::Ordered;
use super::envelope::{FORMAT, Record};
use super::keyspace::{self, Keyspace, Kind};
use super::rows::{Call, Meta, Rows};
use super::space::RecordSpace;
use super::totals::Counts;
use crate::ask::{Attempt, Resumed, Row};
use crate::base::error::Error;
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
        let call = Call::of(self.generation, "salvage", parts);
        let tenants: BTreeSet<&str> = given.iter().filter_map(|row| Some(keyspace::parse(&row.key)?.1)).collect();
        let mut rows = call.rows(tenants.into_iter().map(keyspace::totals).collect(), resumed)?;
        let (mut n_records, mut n_damaged) = (0, 0);
        for row in given {
            match take(&mut rows, row) {
                Some(is_record) => n_records += u32::from(is_record),
                None => n_damaged += 1,
            }
        }
        Ok(Salvaged { effects: rows.effects(call), n_records, n_damaged })
    }
}

/// Takes a row in: whether it was a record, `None` if it is damaged. Of what is derived nothing is taken.
fn take(rows: &mut Rows, row: &Row) -> Option<bool> {
    let (keyspace, tenant) = keyspace::parse(&row.key)?;
    let tenant = String::from(tenant);
    match keyspace {
        Keyspace::Record => {
            let (record, format) = Record::open(&row.key, &row.value)?;
            let id = keyspace::id_at_end(&row.key)?;
            let ordered = Ordered { n_bytes: record.text.len() as u32 };
            for channel in ["", &record.channel] {
                rows.put(keyspace::order(&tenant, record.kind, channel, id), &ordered);
            }
            note_format(rows, format);
            let n_notes = u64::from(record.kind == Kind::Note);
            count(rows, &tenant, |counts| counts.n_notes += n_notes);
        }
        Keyspace::Event | Keyspace::Window | Keyspace::Pruned | Keyspace::Body | Keyspace::Snapshot => {
            seal::unseal(&row.key, &row.value)?;
        }
        Keyspace::Tombstone => {
            seal::unseal(&row.key, &row.value)?;
            count(rows, &tenant, |counts| counts.n_forgotten += 1);
        }
        Keyspace::Meta | Keyspace::Order | Keyspace::Totals | Keyspace::Upkeep => return Some(false),
    }
    rows.set(row.key.clone(), Some(row.value.clone()));
    Some(keyspace == Keyspace::Record)
}

fn count(rows: &mut Rows, tenant: &str, change: impl Fn(&mut Counts)) {
    let key = keyspace::totals(tenant);
    let mut counts: Counts = rows.read(&key).unwrap_or_default();
    change(&mut counts);
    rows.put(key, &counts);
}

fn note_format(rows: &mut Rows, format: u8) {
    let oldest = rows.meta().map_or(FORMAT, |meta| meta.oldest).min(format);
    rows.put(keyspace::meta(), &Meta { newest: FORMAT, oldest });
}
