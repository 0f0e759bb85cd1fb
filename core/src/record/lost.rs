//! Finds the records and rows that a damaged store had and a new one lacks. Keys of damaged rows, lists of records and
//! rows of events name them. The newest counts tell how many records are lost.
//!
//! Not here: taking rows in (`salvage`), and how a loss is reported.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::envelope;
use super::fields::WordEnum as _;
use super::keyspace::{self, Keyspace, Kind};
use super::known::{self, EventRow};
use super::rows::{Rows, Span};
use super::totals::TenantCounts;
use crate::ask::Row;
use crate::base::id::RecordId;
use crate::row::seal;

/// Something that a damaged store had and a salvage could not save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The kind of the lost record, or `record` if that is not known; for other rows `window`, `pruned`, `body`,
    /// `snapshot`, `session`, `session_entries` or `session_version`.
    pub kind: String,
    /// The id of the record, or the name of the window or session.
    pub id: String,
    /// When its event happened, in milliseconds since 1970; `None` for a row that is no record.
    pub time: Option<i64>,
    /// The tenant that it belonged to.
    pub tenant: String,
}

/// A record or row that a row of a damaged store mentions.
struct Mention<'r> {
    lost: Lost,
    tenant: &'r str,
    /// The id of the record, or the key of the row.
    target: Result<RecordId, &'r [u8]>,
    /// Whether the row of the record's event points to it.
    is_by_event: bool,
}

impl Mention<'_> {
    /// The keys of which the new store has at least one, unless the mentioned record or row is lost or has expired.
    fn evidence_keys(&self) -> Vec<Vec<u8>> {
        match self.target {
            Ok(id) => known::remaining_keys(self.tenant, id).into(),
            Err(key) => vec![key.to_vec()],
        }
    }

    /// The key of the row by which the event of a missing record would still be known; `None` unless it is a record.
    fn event_key(&self) -> Option<Vec<u8>> {
        Some(keyspace::event_key_of(self.tenant, self.target.ok()?))
    }
}

/// Stores the newest counts of each tenant that these rows have, for a later comparison.
pub(super) fn note_counts(rows: &mut Rows, salvaged_rows: &[Row]) {
    for (tenant, counts) in salvaged_rows.iter().filter_map(counts_in) {
        let key = keyspace::stated_counts_key(tenant);
        let noted_counts: Option<TenantCounts> = rows.read(&key);
        if noted_counts.is_none_or(|noted_counts| noted_counts.age() < counts.age()) {
            rows.put(key, &counts);
        }
    }
}

/// The tenant and the counts in a row of counts; `None` for any other row.
fn counts_in(row: &Row) -> Option<(&str, TenantCounts)> {
    let (Keyspace::Totals, tenant) = keyspace::parse(&row.key)? else { return None };
    Some((tenant, envelope::read(&row.key, &row.value)?))
}

/// The numbers of missing records and tombstones, by the newest counts. Deletes all that a salvage noted, so that the
/// missing ones are counted once.
pub(super) fn count_missing(rows: &mut Rows) -> (u64, u64) {
    let (start, end) = keyspace::salvage_range();
    let noted_keys: Vec<Vec<u8>> = rows.all(&Span { start, end }).map(|(key, _)| key.to_vec()).collect();
    let tenants: Vec<String> =
        noted_keys.iter().filter_map(|key| Some(keyspace::tenant_of_stated_counts(key)?.to_owned())).collect();
    let (mut n_missing, mut n_tombstones_missing) = (0, 0);
    for tenant in tenants {
        let Some(stated_counts) = rows.read::<TenantCounts>(&keyspace::stated_counts_key(&tenant)) else { continue };
        let key = keyspace::totals_key(&tenant);
        let counts: TenantCounts = rows.read(&key).unwrap_or_default();
        let n_less = stated_counts.n_records.saturating_sub(counts.n_records);
        n_missing += n_less;
        n_tombstones_missing += stated_counts.n_forgotten.saturating_sub(counts.n_forgotten);
        match (TenantCounts { n_missing: n_less, n_expired: stated_counts.n_expired, ..counts }) {
            none if none == TenantCounts::default() => {}
            some => rows.put(key, &some),
        }
    }
    noted_keys.into_iter().for_each(|key| rows.set(key, None));
    (n_missing, n_tombstones_missing)
}

/// Finds the records and rows that these rows point to and the open store lacks, and makes the events of these records
/// unknown. Scattered rows count only if they point to records: windows and sessions may have been closed since.
pub(super) fn find_lost(rows: &mut Rows, salvaged_rows: &[Row], is_scattered: bool) -> Vec<Lost> {
    let mentions =
        salvaged_rows.iter().filter_map(mention_in).filter(|mention| !is_scattered || mention.target.is_ok());
    let mentions: Vec<Mention<'_>> = mentions.collect();
    let is_missing = |mention: &Mention<'_>| {
        let is_left = mention.evidence_keys().iter().any(|key| rows.value(key).is_some());
        !is_left && !may_have_expired(rows, mention)
    };
    let missing: Vec<Mention<'_>> = mentions.into_iter().filter(is_missing).collect();
    for (key, id) in missing.iter().filter_map(|mention| Some((mention.event_key()?, mention.target.ok()?))) {
        if rows.read(&key).is_some_and(|row: EventRow| row.record.id() == id) {
            rows.set(key, None);
        }
    }
    missing.into_iter().map(|mention| mention.lost).collect()
}

/// Whether a missing record may have expired before the damage: the tenant has expired records, and either its counts
/// show no missing record, or the row of an event, which expiry keeps, mentions the record. Learnings and rows that are
/// no records never count as expired.
fn may_have_expired(rows: &Rows, mention: &Mention<'_>) -> bool {
    let counts: TenantCounts = rows.read(&keyspace::totals_key(mention.tenant)).unwrap_or_default();
    let is_counted = mention.target.is_ok() && mention.lost.kind != Kind::Learning.word();
    is_counted && counts.n_expired > 0 && (counts.n_missing == 0 || mention.is_by_event)
}

/// The record or row to which a row of a damaged store points; `None` if it points to nothing, or if the value that
/// points to it is damaged.
fn mention_in(row: &Row) -> Option<Mention<'_>> {
    let (keyspace, tenant) = keyspace::parse(&row.key)?;
    let record_mention = |kind: &str, id: RecordId| {
        let time = Some(id.time().milliseconds());
        let lost = Lost { kind: kind.into(), id: id.text(), time, tenant: tenant.into() };
        Some(Mention { lost, tenant, target: Ok(id), is_by_event: keyspace == Keyspace::Event })
    };
    let name_mention = |kind: &str, name: &[u8]| {
        let id = String::from_utf8_lossy(name).into_owned();
        let lost = Lost { kind: kind.into(), id, time: None, tenant: tenant.into() };
        Some(Mention { lost, tenant, target: Err(&row.key), is_by_event: false })
    };
    let key_rest = row.key.get(2 + tenant.len()..)?;
    match keyspace {
        // A tombstone that was not taken in is a record whose key was damaged.
        Keyspace::Record | Keyspace::Tombstone => record_mention("record", keyspace::id_at_end(&row.key)?),
        Keyspace::Event => record_mention("record", envelope::read::<EventRow>(&row.key, &row.value)?.record.id()),
        Keyspace::Order => {
            let kind = kind_of_list_key(key_rest)?;
            seal::unseal(&row.key, &row.value)?;
            record_mention(kind.word(), keyspace::ordered_id(&row.key)?)
        }
        Keyspace::Window => name_mention("window", key_rest),
        Keyspace::Session => name_mention("session", key_rest),
        Keyspace::Pruned => name_mention("pruned", length_prefixed_name(key_rest)?),
        Keyspace::Body => name_mention("body", length_prefixed_name(key_rest)?),
        Keyspace::Snapshot => name_mention("snapshot", length_prefixed_name(key_rest)?),
        Keyspace::SessionEntries => name_mention("session_entries", length_prefixed_name(key_rest)?),
        Keyspace::SessionVersion => name_mention("session_version", length_prefixed_name(key_rest)?),
        _ => None,
    }
}

/// The kind of a key in the list over all channels, given the key after its tenant; `None` for a list of one channel.
fn kind_of_list_key(key_rest: &[u8]) -> Option<Kind> {
    let (&[kind, n_channel], id) = key_rest.split_first_chunk::<2>()?;
    let is_of_all_channels = n_channel == 0 && id.len() == 16;
    Kind::ALL.iter().copied().find(|known| *known as u8 == kind).filter(|_| is_of_all_channels)
}

/// A name that is preceded by its length.
fn length_prefixed_name(bytes: &[u8]) -> Option<&[u8]> {
    let (&length, bytes) = bytes.split_first()?;
    bytes.get(..usize::from(length))
}
