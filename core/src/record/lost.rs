//! What the rows of a damaged store name that a new one lacks: by the keys of rows that are not whole, and by the orders in
//! which records are listed.
//!
//! Not here: taking rows in (`salvage`), and how a loss is told.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::envelope;
use super::gather::Gather;
use super::keyspace::{self, Keyspace, Kind};
use super::totals::Counts;
use super::written::kind_word;
use crate::ask::{Attempt, Row};
use crate::base::id::RecordId;
use crate::row::seal;

/// Something that a damaged store had, and that could not be taken into a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// What it is: the kind of a record, `record` where that is not known, `tombstone` for what says that a record was forgotten,
    /// `window`, `pruned`, `body`, `snapshot`, `session`, `session_entries` or `session_version`.
    pub kind: String,
    /// The id of the record, or the name of the window or session.
    pub id: String,
    /// When it happened, in milliseconds since 1970; of a record alone.
    pub time: Option<i64>,
    /// Whose it is.
    pub tenant: String,
}

/// What a row names.
struct Named<'r> {
    lost: Lost,
    tenant: &'r str,
    /// A record by its id, or a row by its key.
    of: Result<RecordId, &'r [u8]>,
}

impl Named<'_> {
    /// What the new store has, where it is not lost.
    fn keys(&self) -> Vec<Vec<u8>> {
        match self.of {
            Ok(id) => vec![keyspace::record(self.tenant, id), keyspace::tombstone(self.tenant, id)],
            Err(key) => vec![key.to_vec()],
        }
    }
}

/// What these rows name and the open store lacks, and by how many records their counts exceed its own.
pub(super) fn named(gather: &mut Gather, given: &[Row]) -> Attempt<(Vec<Lost>, u64)> {
    let named: Vec<Named<'_>> = given.iter().filter_map(named_by).collect();
    let counted: Vec<(Vec<u8>, u64)> = given.iter().filter_map(counted_by).collect();
    let keys: BTreeSet<Vec<u8>> = named.iter().flat_map(Named::keys).collect();
    gather.keys(keys.into_iter().chain(counted.iter().map(|(key, _)| key.clone())).collect())?;
    let is_missing = |named: &Named<'_>| named.keys().iter().all(|key| gather.rows.value(key).is_none());
    let lost = named.into_iter().filter(is_missing).map(|named| named.lost).collect();
    let missing = counted.iter().map(|(key, n_stated)| {
        let Counts { n_records, .. } = gather.rows.read(key).unwrap_or_default();
        n_stated.saturating_sub(n_records)
    });
    Ok((lost, missing.sum()))
}

fn named_by(row: &Row) -> Option<Named<'_>> {
    let (keyspace, tenant) = keyspace::parse(&row.key)?;
    let of_record = |kind: &str, id: RecordId| {
        let time = Some(id.time().milliseconds());
        let lost = Lost { kind: kind.into(), id: id.text(), time, tenant: tenant.into() };
        Some(Named { lost, tenant, of: Ok(id) })
    };
    let of_name = |kind: &str, name: &[u8]| {
        let id = String::from_utf8_lossy(name).into_owned();
        let lost = Lost { kind: kind.into(), id, time: None, tenant: tenant.into() };
        Some(Named { lost, tenant, of: Err(&row.key) })
    };
    let rest = row.key.get(2 + tenant.len()..)?;
    match keyspace {
        Keyspace::Record => of_record("record", keyspace::id_at_end(&row.key)?),
        Keyspace::Order => {
            let kind = ordered(rest)?;
            seal::unseal(&row.key, &row.value)?;
            of_record(kind_word(kind), keyspace::ordered_id(&row.key)?)
        }
        Keyspace::Tombstone => of_name("tombstone", keyspace::id_at_end(&row.key)?.text().as_bytes()),
        Keyspace::Window => of_name("window", rest),
        Keyspace::Session => of_name("session", rest),
        Keyspace::Pruned => of_name("pruned", named_first(rest)?),
        Keyspace::Body => of_name("body", named_first(rest)?),
        Keyspace::Snapshot => of_name("snapshot", named_first(rest)?),
        Keyspace::SessionEntries => of_name("session_entries", named_first(rest)?),
        Keyspace::SessionVersion => of_name("session_version", named_first(rest)?),
        _ => None,
    }
}

/// The kind of an order of all channels, of which every record is in one.
fn ordered(rest: &[u8]) -> Option<Kind> {
    let (&[kind, n_channel], id) = rest.split_first_chunk::<2>()?;
    let is_of_all = n_channel == 0 && id.len() == 16;
    Kind::ALL.into_iter().find(|known| *known as u8 == kind).filter(|_| is_of_all)
}

/// The name whose length stands before it.
fn named_first(rest: &[u8]) -> Option<&[u8]> {
    let (&length, rest) = rest.split_first()?;
    rest.get(..usize::from(length))
}

/// The key of the counts of a tenant, and how many records they state.
fn counted_by(row: &Row) -> Option<(Vec<u8>, u64)> {
    let is_of_counts = keyspace::parse(&row.key)?.0 == Keyspace::Totals;
    let Counts { n_records, .. } = envelope::read(&row.key, &row.value).filter(|_| is_of_counts)?;
    Some((row.key.clone(), n_records))
}
