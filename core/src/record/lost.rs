//! What a damaged store had that a new one lacks: named by the keys of rows that are not whole, by the orders in which records are
//! listed and by the rows of their events; and counted by the newest counts.
//!
//! Not here: taking rows in (`salvage`), and how a loss is told.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::envelope;
use super::fields::Word as _;
use super::keyspace::{self, Keyspace, Kind};
use super::known::{self, EventRow};
use super::rows::{Rows, Span};
use super::totals::Counts;
use crate::ask::Row;
use crate::base::id::RecordId;
use crate::row::seal;

/// Something that a damaged store had, and that could not be taken into a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The kind of the lost row: the kind of a record, `record` where that is not known, `window`, `pruned`, `body`,
    /// `snapshot`, `session`, `session_entries` or `session_version`.
    pub kind: String,
    /// The id of the record, or the name of the window or session.
    pub id: String,
    /// When it happened, in milliseconds since 1970; of a record alone.
    pub time: Option<i64>,
    /// Whose it is.
    pub tenant: String,
}

/// A record or a row that a row of a damaged store names.
struct Named<'r> {
    lost: Lost,
    tenant: &'r str,
    /// A record by its id, or a row by its key.
    of: Result<RecordId, &'r [u8]>,
    /// It is named by the row of its event.
    is_by_event: bool,
}

impl Named<'_> {
    /// The keys by which the new store shows that it is not lost: it has one of them.
    fn left(&self) -> Vec<Vec<u8>> {
        match self.of {
            Ok(id) => known::left(self.tenant, id).into(),
            Err(key) => vec![key.to_vec()],
        }
    }

    /// The key of the row that makes the event of a missing record count as known.
    fn event(&self) -> Option<Vec<u8>> {
        Some(keyspace::event_of(self.tenant, self.of.ok()?))
    }
}

/// Notes the newest counts of each tenant that these rows state.
pub(super) fn note_stated(rows: &mut Rows, given: &[Row]) {
    for (tenant, counts) in given.iter().filter_map(stated) {
        let key = keyspace::stated(tenant);
        let newest: Option<Counts> = rows.read(&key);
        if newest.is_none_or(|newest| newest.age() < counts.age()) {
            rows.put(key, &counts);
        }
    }
}

/// The counts of a tenant that a row has.
fn stated(row: &Row) -> Option<(&str, Counts)> {
    let (Keyspace::Totals, tenant) = keyspace::parse(&row.key)? else { return None };
    Some((tenant, envelope::read(&row.key, &row.value)?))
}

/// By how many records, and by how many forgotten ones, the noted counts exceed what was taken in. Deletes the notes,
/// so that this is counted once.
pub(super) fn count(rows: &mut Rows) -> (u64, u64) {
    let (start, end) = keyspace::of_salvage();
    let noted: Vec<Vec<u8>> = rows.all(&Span { start, end }).map(|(key, _)| key.to_vec()).collect();
    let tenants: Vec<String> = noted.iter().filter_map(|key| Some(keyspace::stated_of(key)?.to_owned())).collect();
    let (mut n_missing, mut n_tombstones_missing) = (0, 0);
    for tenant in tenants {
        let Some(stated) = rows.read::<Counts>(&keyspace::stated(&tenant)) else { continue };
        let key = keyspace::totals(&tenant);
        let counts: Counts = rows.read(&key).unwrap_or_default();
        let n_less = stated.n_records.saturating_sub(counts.n_records);
        n_missing += n_less;
        n_tombstones_missing += stated.n_forgotten.saturating_sub(counts.n_forgotten);
        match (Counts { n_missing: n_less, n_expired: stated.n_expired, ..counts }) {
            none if none == Counts::default() => {}
            some => rows.put(key, &some),
        }
    }
    noted.into_iter().for_each(|key| rows.set(key, None));
    (n_missing, n_tombstones_missing)
}

/// What these rows name and the open store lacks, whose events are known no longer. How many records it lacks stands in its
/// counts. Of scattered rows those of records count alone: windows and sessions may have been closed since.
pub(super) fn named(rows: &mut Rows, given: &[Row], is_scattered: bool) -> Vec<Lost> {
    let named = given.iter().filter_map(named_by).filter(|named| !is_scattered || named.of.is_ok());
    let named: Vec<Named<'_>> = named.collect();
    let is_missing = |named: &Named<'_>| {
        let is_left = named.left().iter().any(|key| rows.value(key).is_some());
        !is_left && !may_be_over(rows, named)
    };
    let missing: Vec<Named<'_>> = named.into_iter().filter(is_missing).collect();
    for (key, id) in missing.iter().filter_map(|named| Some((named.event()?, named.of.ok()?))) {
        if rows.read(&key).is_some_and(|row: EventRow| row.record.id() == id) {
            rows.set(key, None);
        }
    }
    missing.into_iter().map(|named| named.lost).collect()
}

/// Whether what is named may have been over before: pages that nothing leads to still have it. Where something was over, what
/// names a record is believed only if records are missing, and the row of an event, which stays for ever, never is.
fn may_be_over(rows: &Rows, named: &Named<'_>) -> bool {
    let counts: Counts = rows.read(&keyspace::totals(named.tenant)).unwrap_or_default();
    let is_counted = named.of.is_ok() && named.lost.kind != Kind::Learning.word();
    is_counted && counts.n_expired > 0 && (counts.n_missing == 0 || named.is_by_event)
}

fn named_by(row: &Row) -> Option<Named<'_>> {
    let (keyspace, tenant) = keyspace::parse(&row.key)?;
    let of_record = |kind: &str, id: RecordId| {
        let time = Some(id.time().milliseconds());
        let lost = Lost { kind: kind.into(), id: id.text(), time, tenant: tenant.into() };
        Some(Named { lost, tenant, of: Ok(id), is_by_event: keyspace == Keyspace::Event })
    };
    let of_name = |kind: &str, name: &[u8]| {
        let id = String::from_utf8_lossy(name).into_owned();
        let lost = Lost { kind: kind.into(), id, time: None, tenant: tenant.into() };
        Some(Named { lost, tenant, of: Err(&row.key), is_by_event: false })
    };
    let rest = row.key.get(2 + tenant.len()..)?;
    match keyspace {
        // A tombstone that was not taken in is a record whose key was damaged.
        Keyspace::Record | Keyspace::Tombstone => of_record("record", keyspace::id_at_end(&row.key)?),
        Keyspace::Event => of_record("record", envelope::read::<EventRow>(&row.key, &row.value)?.record.id()),
        Keyspace::Order => {
            let kind = ordered(rest)?;
            seal::unseal(&row.key, &row.value)?;
            of_record(kind.word(), keyspace::ordered_id(&row.key)?)
        }
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

/// The kind of an order over all channels, given its key behind the tenant; every record is listed in one such order.
fn ordered(rest: &[u8]) -> Option<Kind> {
    let (&[kind, n_channel], id) = rest.split_first_chunk::<2>()?;
    let is_of_all = n_channel == 0 && id.len() == 16;
    Kind::ALL.iter().copied().find(|known| *known as u8 == kind).filter(|_| is_of_all)
}

/// The name whose length stands before it.
fn named_first(rest: &[u8]) -> Option<&[u8]> {
    let (&length, rest) = rest.split_first()?;
    rest.get(..usize::from(length))
}
