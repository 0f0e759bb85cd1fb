//! What the rows of a damaged store name that a new one lacks: by the keys of rows that are not whole, and by the orders in
//! which records are listed.
//!
//! Not here: taking rows in (`salvage`), and how a loss is told.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::envelope;
use super::gather::Gather;
use super::keyspace::{self, Keyspace, Kind};
use super::known::{self, EventRow};
use super::rows::Rows;
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
    fn left(&self) -> Vec<Vec<u8>> {
        match self.of {
            Ok(id) => known::left(self.tenant, id).into(),
            Err(key) => vec![key.to_vec()],
        }
    }

    /// What makes the event of a record that is not there count as known.
    fn event(&self) -> Option<Vec<u8>> {
        Some(keyspace::event_of(self.tenant, self.of.ok()?))
    }

    fn keys(&self) -> Vec<Vec<u8>> {
        self.left().into_iter().chain(self.event()).collect()
    }
}

/// What these rows name and the open store lacks, whose events are known no longer, and by how many records more than was said
/// before their counts exceed its own.
pub(super) fn named(gather: &mut Gather, given: &[Row]) -> Attempt<(Vec<Lost>, u64)> {
    let named: Vec<Named<'_>> = given.iter().filter_map(named_by).collect();
    let mut counted: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
    for (key, n_stated) in given.iter().filter_map(counted_by) {
        let most = counted.entry(key).or_default();
        *most = n_stated.max(*most);
    }
    let keys: BTreeSet<Vec<u8>> = named.iter().flat_map(Named::keys).collect();
    gather.keys(keys.into_iter().chain(counted.keys().cloned()).collect())?;
    let is_missing = |named: &&Named<'_>| named.left().iter().all(|key| gather.rows.value(key).is_none());
    let missing: Vec<&Named<'_>> = named.iter().filter(is_missing).collect();
    for (key, id) in missing.iter().filter_map(|named| Some((named.event()?, named.of.ok()?))) {
        if gather.rows.read(&key).is_some_and(|row: EventRow| row.record.id() == id) {
            gather.rows.set(key, None);
        }
    }
    let lost = missing.into_iter().map(|named| named.lost.clone()).collect();
    let missing = counted.into_iter().map(|(key, n_stated)| count_missing(&mut gather.rows, key, n_stated));
    Ok((lost, missing.sum()))
}

/// By how many records more than was said before the new store has less than were stated.
fn count_missing(rows: &mut Rows, key: Vec<u8>, n_stated: u64) -> u64 {
    let counts: Counts = rows.read(&key).unwrap_or_default();
    let n_more = n_stated.saturating_sub(counts.n_records + counts.n_missing);
    if n_more > 0 {
        rows.put(key, &Counts { n_missing: counts.n_missing + n_more, ..counts });
    }
    n_more
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
