//! Sessions: how many records each has, which turns name it, and when it was last active, by a record or a change of its
//! context.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{ListRow, RecordRef, Sign};
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::record::envelope::{self, Parent, Record};
use crate::record::event::{Body, Role};
use crate::record::keyspace::{self, Keyspace, Kind, Scope, hash_name};
use crate::record::rows::{Rows, Span};
use crate::record::stored::record_of;

/// The byte of the ranking of sessions among the ranked rows.
const RANK: u8 = b's';

/// The activity of a session. A session that has neither a context nor a record that shows activity has no row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct SessionRow {
    #[n(0)]
    pub(crate) name: String,
    /// The number of the session's records that show activity.
    #[n(1)]
    pub(crate) n_records: u64,
    #[n(2)]
    pub(crate) first: Option<Parent>,
    #[n(3)]
    pub(crate) newest: Option<Parent>,
    /// When the session's context was last changed; `None` if it has none.
    #[n(4)]
    pub(crate) context_changed: Option<Timestamp>,
    /// The first turn of a user.
    #[n(5)]
    pub(crate) asked: Option<Parent>,
    /// The newest turn that states a title.
    #[n(6)]
    pub(crate) titled: Option<Parent>,
}

/// A session in the ranking by activity.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct RankedSession {
    #[n(0)]
    pub(crate) name: String,
}

/// The part of the row of a session's context that tells when it was last changed.
#[derive(Decode)]
#[cbor(map)]
struct ContextRow {
    #[n(1)]
    context_changed: Timestamp,
}

impl SessionRow {
    /// The later of the newest record and the last change of the context.
    pub(crate) fn active(&self) -> Timestamp {
        let recorded = self.newest.map(|newest| newest.id().time());
        recorded.max(self.context_changed).unwrap_or_default()
    }

    fn is_empty(&self) -> bool {
        self.n_records == 0 && self.context_changed.is_none()
    }
}

pub(crate) fn session_key(tenant: &str, name: &str) -> Vec<u8> {
    keyspace::row_key(Keyspace::Run, tenant, [hash_name(name).as_slice()])
}

/// The span of all sessions of a tenant in the ranking, the most recently active first.
pub(crate) fn ranked_sessions_span(tenant: &str) -> Span {
    keyspace::row_key(Keyspace::Ranked, tenant, [&[RANK][..]]).into()
}

/// The key in the ranking of a session that was last active at this time.
pub(crate) fn session_rank_key(tenant: &str, active: Timestamp, name: &str) -> Vec<u8> {
    let newest_first = (!active.milliseconds()).to_be_bytes();
    keyspace::row_key(Keyspace::Ranked, tenant, [&[RANK][..], &newest_first, &hash_name(name)])
}

/// The turns among some records that give a session its title.
#[derive(Default)]
struct NamingTurns {
    asked: Option<Parent>,
    titled: Option<Parent>,
}

impl NamingTurns {
    fn note(&mut self, id: RecordId, record: &Record) {
        let Some(Body::Turn(turn)) = &record.body else { return };
        let this_record = Some(Parent::of(id));
        if turn.role == Role::User {
            self.asked = self.asked.into_iter().chain(this_record).min();
        }
        if !turn.title.is_empty() {
            self.titled = self.titled.max(this_record);
        }
    }
}

/// Updates the rows of sessions for records that are added or removed together.
pub(crate) fn apply(rows: &mut Rows, record_refs: &[RecordRef<'_>], sign: Sign) {
    let mut sessions: BTreeMap<(&str, &str), (BTreeSet<RecordId>, NamingTurns)> = BTreeMap::new();
    for RecordRef { tenant, id, record } in record_refs {
        if !record.session.is_empty() && record.kind.is_work() {
            let (ids, naming) = sessions.entry((tenant, &record.session)).or_default();
            ids.insert(*id);
            naming.note(*id, record);
        }
    }
    for ((tenant, name), (ids, naming)) in sessions {
        update_row(rows, tenant, name, |rows, row| {
            row.n_records = sign.count(row.n_records, ids.len() as u64);
            let first_and_newest = [ids.first(), ids.last()].map(|end| end.copied().map(Parent::of));
            match sign {
                Sign::Add => {
                    row.first = row.first.into_iter().chain(first_and_newest[0]).min();
                    row.newest = row.newest.max(first_and_newest[1]);
                    row.asked = row.asked.into_iter().chain(naming.asked).min();
                    row.titled = row.titled.max(naming.titled);
                }
                Sign::Remove if row.first == first_and_newest[0] || row.newest == first_and_newest[1] => {
                    (row.newest, row.first) = newest_and_first_without(rows, tenant, name, &ids);
                }
                Sign::Remove => {}
            }
            let is_named_by = |turn: Option<Parent>| turn.is_some_and(|turn| ids.contains(&turn.id()));
            if sign == Sign::Remove && (is_named_by(row.asked) || is_named_by(row.titled)) {
                NamingTurns { asked: row.asked, titled: row.titled } = naming_turns_without(rows, tenant, name, &ids);
            }
        });
    }
}

/// Notes when the context of a session was changed; `None` notes that it has none.
pub(crate) fn note_context(rows: &mut Rows, tenant: &str, name: &str, context_changed: Option<Timestamp>) {
    update_row(rows, tenant, name, |_, row| row.context_changed = context_changed);
}

/// Notes when a session's context was changed, from the row of the context that is copied into this store.
pub(crate) fn note_context_row(rows: &mut Rows, tenant: &str, key: &[u8], value: &[u8]) {
    let name = key.get(keyspace::tenant_prefix(Keyspace::Session, tenant).len()..);
    let name = name.and_then(|name| core::str::from_utf8(name).ok());
    if let (Some(name), Some(ContextRow { context_changed })) = (name, envelope::read(key, value)) {
        note_context(rows, tenant, name, Some(context_changed));
    }
}

fn update_row(rows: &mut Rows, tenant: &str, name: &str, change: impl FnOnce(&Rows, &mut SessionRow)) {
    let key = session_key(tenant, name);
    let before: Option<SessionRow> = rows.read(&key);
    let mut after = before.clone().unwrap_or_default();
    after.name = String::from(name);
    change(rows, &mut after);
    if let Some(before) = before {
        rows.set(session_rank_key(tenant, before.active(), name), None);
    }
    match after.is_empty() {
        true => rows.set(key, None),
        false => {
            rows.put(session_rank_key(tenant, after.active(), name), &RankedSession { name: after.name.clone() });
            rows.put(key, &after);
        }
    }
}

/// The newest and the first of a session's records that show activity, leaving out `removed_ids`; `None` if none is
/// left.
fn newest_and_first_without(
    rows: &Rows,
    tenant: &str,
    name: &str,
    removed_ids: &BTreeSet<RecordId>,
) -> (Option<Parent>, Option<Parent>) {
    let span = Span::from(keyspace::scope_prefix(tenant, Scope::Session, name));
    let is_counted = |key: &[u8]| rows.read(key).is_some_and(|listed: ListRow| listed.kind.is_none_or(Kind::is_work));
    let ids = rows.all(&span).filter(|(key, _)| is_counted(key)).filter_map(|(key, _)| keyspace::ordered_id(key));
    let mut remaining = ids.filter(|id| !removed_ids.contains(id)).map(Parent::of);
    let newest = remaining.next();
    (newest, remaining.last().or(newest))
}

/// The turns that give a session its title, leaving out `removed_ids`.
fn naming_turns_without(rows: &Rows, tenant: &str, name: &str, removed_ids: &BTreeSet<RecordId>) -> NamingTurns {
    let span = Span::from(keyspace::scope_prefix(tenant, Scope::Session, name));
    let is_turn = |key: &[u8]| rows.read(key).is_some_and(|listed: ListRow| listed.kind == Some(Kind::Turn));
    let ids = rows.all(&span).filter(|(key, _)| is_turn(key)).filter_map(|(key, _)| keyspace::ordered_id(key));
    let mut naming = NamingTurns::default();
    for id in ids.filter(|id| !removed_ids.contains(id)) {
        if let Some(record) = record_of(rows, tenant, id) {
            naming.note(id, &record);
        }
    }
    naming
}
