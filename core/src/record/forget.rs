//! Forgetting: a record is removed, and a tombstone without its content remains.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::adopt;
use super::derived::note_context;
use super::envelope::Record;
use super::id_prefix::{check_id, resolve_id};
use super::keyspace::{self, Kind, Scope};
use super::rows::{Rows, Span};
use super::run::Call;
use super::space::RecordSpace;
use super::stored::{self, record_of};
use super::totals::TenantCounts;
use super::trust::Origin;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::effects::Effects;

/// The most ids in one call.
const MAX_IDS: usize = 1_000;
/// The most rounds of a call: each level of derived records takes a round.
const MAX_ROUNDS: u32 = 1_000;
/// The most records that one call forgets, derived ones included.
const MAX_FORGOTTEN: usize = 100_000;

/// The rows and receipts of one call that forgets; the host still has to commit the rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Forgetting {
    /// The rows to commit.
    pub effects: Effects,
    /// One for each id, in the order given; for a rollback one for each record of the selection.
    pub receipts: Vec<Receipt>,
    /// The number of further records that were forgotten because they were derived from these.
    pub n_derived: u32,
}

/// The outcome of forgetting one record, without anything of its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The record's id, in the form that this memory writes.
    pub id: String,
    /// Whether this call forgot the record, an earlier one did, or there is none.
    pub fate: Fate,
}

/// The fate of a record that a caller asked to forget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was there, and is forgotten now.
    Forgotten,
    /// It was forgotten before.
    AlreadyForgotten,
    /// There is neither a record nor a tombstone: the record never was, it expired, or damage took it.
    Unknown,
}

/// When and by whom a record was forgotten. If a salvage finds only the key of a tombstone, both fields are empty.
#[derive(Clone, Debug, Default, Encode, Decode)]
#[cbor(map)]
pub(super) struct Tombstone {
    #[n(0)]
    time: Timestamp,
    #[n(1)]
    #[cbor(default)]
    principal: String,
}

/// Selects the records to forget: those that match all of the fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Only records of this session; empty: of any.
    pub session: String,
    /// Only records of this principal; empty: of any.
    pub principal: String,
    /// Only records of this channel; empty: of any.
    pub channel: String,
    /// Only records of this origin; `None`: of any.
    pub origin: Option<Origin>,
    /// Only records of events at this time or later, in milliseconds since 1970; `None`: at any time.
    pub since: Option<i64>,
}

/// Removes the context of a session, with its history and its versions.
pub(crate) fn forget_context(rows: &mut Rows, tenant: &str, session: &str) {
    let head = keyspace::session_context_key(tenant, session);
    let parts = keyspace::session_prefixes(tenant, session).map(Span::from);
    let keys: Vec<Vec<u8>> = parts.iter().flat_map(|part| rows.all(part)).map(|(key, _)| key.to_vec()).collect();
    if rows.value(&head).is_none() {
        return;
    }
    keys.into_iter().chain([head]).for_each(|key| rows.set(key, None));
    note_context(rows, tenant, session, None);
}

impl RecordSpace {
    /// Forgets records, and all records that were derived from them.
    pub(crate) fn forget(&self, ids: &[String], now: i64, resumed: Option<Resumed>) -> Attempt<Forgetting> {
        Error::check_limit("ids", ids.len(), MAX_IDS)?;
        let now = Timestamp::checked("now", now)?;
        ids.iter().try_for_each(|id| check_id("ids", id))?;
        let time = now.milliseconds().to_le_bytes();
        let parts = ids.iter().map(String::as_bytes).chain([time.as_slice()]);
        let call = Call::of(self.generation, "forget", parts).with_rounds(MAX_ROUNDS);
        let (forgetting, effects) = call.change(resumed, |rows| {
            let resolved_ids = ids.iter().map(|id| resolve_id(rows, &self.owner.tenant, "ids", id));
            let resolved_ids = resolved_ids.collect::<Result<_, _>>()?;
            self.forget_all(rows, resolved_ids, now)
        })?;
        Ok(Forgetting { effects, ..forgetting })
    }

    /// Forgets the records of a selection, and all records that were derived from them. If the selection has only a
    /// session, the context of that session is removed as well.
    pub(crate) fn rollback(&self, selection: &Selection, now: i64, resumed: Option<Resumed>) -> Attempt<Forgetting> {
        let now = Timestamp::checked("now", now)?;
        let Selection { session, principal, channel, origin, since } = selection;
        if *selection == Selection::default() {
            return Err(Error::invalid("selection", "it is empty: everything would be forgotten").into());
        }
        let first = since.map_or(Ok(Timestamp::default()), |since| Timestamp::checked("since", since))?;
        let numbers = [now.milliseconds(), first.milliseconds()].map(i64::to_le_bytes);
        let origin_byte = [origin.map_or(u8::MAX, |origin| origin as u8), u8::from(since.is_some())];
        let parts = [session.as_bytes(), principal.as_bytes(), channel.as_bytes(), &origin_byte];
        let parts = parts.into_iter().chain(numbers.iter().map(<[u8; 8]>::as_slice));
        let call = Call::of(self.generation, "rollback", parts).with_rounds(MAX_ROUNDS);
        let (forgetting, effects) = call.change(resumed, |rows| {
            let ids = self.select(rows, selection, first);
            if *selection == (Selection { session: session.clone(), ..Selection::default() }) {
                forget_context(rows, &self.owner.tenant, session);
            }
            self.forget_all(rows, ids, now)
        })?;
        Ok(Forgetting { effects, ..forgetting })
    }

    /// The ids of the selected records. It looks in the selection's session, or without one among all records since
    /// `earliest`.
    fn select(&self, rows: &Rows, selection: &Selection, earliest: Timestamp) -> Vec<RecordId> {
        let tenant = &self.owner.tenant;
        let ids: Vec<RecordId> = if selection.session.is_empty() {
            let (start, end) = keyspace::records_since(tenant, RecordId::least_at(earliest));
            rows.all(&Span { start, end }).filter_map(|(key, _)| keyspace::id_at_end(key)).collect()
        } else {
            let session_span = Span::from(keyspace::scope_prefix(tenant, Scope::Session, &selection.session));
            rows.all(&session_span).filter_map(|(key, _)| keyspace::ordered_id(key)).collect()
        };
        let is_selected = |record: Record| {
            (selection.session.is_empty() || record.session == selection.session)
                && (selection.principal.is_empty() || record.principal == selection.principal)
                && (selection.channel.is_empty() || record.channel == selection.channel)
                && selection.origin.is_none_or(|origin| record.origin == origin)
                && record.time >= earliest
        };
        ids.into_iter().filter(|id| record_of(rows, tenant, *id).is_some_and(is_selected)).collect()
    }

    fn forget_all(&self, rows: &mut Rows, ids: Vec<RecordId>, now: Timestamp) -> Result<Forgetting, Error> {
        let tenant = self.owner.tenant.as_str();
        let to_forget = self.with_descendants(rows, &ids)?;
        let fate = |id: &RecordId| match rows.value(&keyspace::tombstone_key(tenant, *id)) {
            _ if to_forget.contains_key(id) => Fate::Forgotten,
            Some(_) => Fate::AlreadyForgotten,
            None => Fate::Unknown,
        };
        let receipts: Vec<Receipt> = ids.iter().map(|id| Receipt { id: id.text(), fate: fate(id) }).collect();
        let named_ids: BTreeSet<RecordId> = ids.into_iter().collect();
        let n_derived = to_forget.keys().filter(|id| !named_ids.contains(id)).count() as u32;
        let records: Vec<(&str, RecordId, &Record)> =
            to_forget.iter().filter_map(|(id, record)| Some((tenant, *id, record.as_ref()?))).collect();
        stored::remove_all(rows, &records);
        let may_be_adoption =
            |record: &Option<Record>| record.as_ref().is_none_or(|record| record.kind == Kind::Adoption);
        let adoptions = to_forget.iter().filter(|(_, record)| may_be_adoption(record)).map(|(id, _)| *id);
        adopt::undo_adoptions(rows, tenant, adoptions, |id| to_forget.contains_key(id))?;
        for (id, record) in &to_forget {
            self.forget_one(rows, *id, record.is_some(), now);
        }
        Ok(Forgetting { effects: Effects::default(), receipts, n_derived })
    }

    /// The existing records with these ids, and all records derived from them; `None` for a damaged one.
    fn with_descendants(&self, rows: &Rows, ids: &[RecordId]) -> Result<BTreeMap<RecordId, Option<Record>>, Error> {
        let tenant = &self.owner.tenant;
        let mut records = BTreeMap::new();
        let mut unvisited: Vec<RecordId> = ids.to_vec();
        while let Some(id) = unvisited.pop() {
            // Children are read together with the record, before it is known whether the record exists.
            let scope = Span::from(keyspace::scope_prefix(tenant, Scope::Parent, &id.text()));
            let children = rows.all(&scope).filter_map(|(key, _)| keyspace::ordered_id(key));
            if records.contains_key(&id) || rows.value(&keyspace::record_key(tenant, id)).is_none() {
                continue;
            }
            records.insert(id, record_of(rows, tenant, id));
            Error::check_limit("records to forget at once: name fewer, or a later time", records.len(), MAX_FORGOTTEN)?;
            unvisited.extend(children.filter(|id| !records.contains_key(id)));
        }
        Ok(records)
    }

    fn forget_one(&self, rows: &mut Rows, id: RecordId, is_readable: bool, now: Timestamp) {
        let tenant = &self.owner.tenant;
        if !is_readable {
            // A damaged record has no known kind or lists: only its row and its place in the list of notes are removed.
            rows.set(keyspace::record_key(tenant, id), None);
            rows.set(keyspace::list_key(tenant, Kind::Note, "", id), None);
        }
        let tombstone = Tombstone { time: now, principal: self.owner.principal.clone() };
        rows.put(keyspace::tombstone_key(tenant, id), &tombstone);
        let totals = keyspace::totals_key(tenant);
        let counts: TenantCounts = rows.read(&totals).unwrap_or_default();
        rows.put(totals, &TenantCounts { n_forgotten: counts.n_forgotten + 1, ..counts });
    }
}
