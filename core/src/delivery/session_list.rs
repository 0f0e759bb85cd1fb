//! The newest sessions, and the records of each, by their lists.

use alloc::string::String;
use alloc::vec::Vec;

use crate::base::id::RecordId;
use crate::record::derived::{ListRow, RankedSession, SessionRow, ranked_sessions_span, session_key};
use crate::record::keyspace::{Kind, ordered_id};
use crate::record::rows::{Rows, Span};
use crate::record::subagent::parent_of_subagent;

/// An upper bound of the bytes of a row in a session's list of records.
const MAX_ORDER_ROW_BYTES: u32 = 128;
/// The sessions that are looked through for those that are wanted, as a multiple of these.
const LOOK_BACK: usize = 8;
/// An upper bound of the bytes of a row that ranks a session.
const MAX_RANK_ROW_BYTES: usize = 512;

/// The first records of a span of a session's list, which has the newest first, with their kinds; at most `limit`.
pub(super) fn listed_records(rows: &Rows, span: &Span, limit: usize) -> Vec<(RecordId, Kind)> {
    let (keys, _) = rows.page(span, limit as u32 * MAX_ORDER_ROW_BYTES);
    let listed = keys.iter().take(limit);
    listed.filter_map(|key| Some((ordered_id(key)?, rows.read::<ListRow>(key)?.kind?))).collect()
}

/// The records of a kind among listed ones.
pub(super) fn of_kind(listed: &[(RecordId, Kind)], kind: Kind) -> impl Iterator<Item = RecordId> {
    listed.iter().filter(move |(_, record_kind)| *record_kind == kind).map(|(id, _)| *id)
}

/// The names of the most recently active sessions, at most `limit`, without those of subagents, whose work is that of the
/// session that started them.
pub(super) fn newest_sessions(rows: &Rows, tenant: &str, limit: usize) -> Vec<String> {
    let span = ranked_sessions_span(tenant);
    let ranked = rows.first(&span, limit * LOOK_BACK, MAX_RANK_ROW_BYTES).take(limit * LOOK_BACK);
    let names = ranked.filter_map(|(key, _)| Some(rows.read::<RankedSession>(key)?.name));
    names.filter(|name| !is_of_subagent(rows, tenant, name)).take(limit).collect()
}

/// Whether a session is of a subagent: its name begins with that of another session and a colon.
fn is_of_subagent(rows: &Rows, tenant: &str, name: &str) -> bool {
    let is_session = |parent: &str| rows.read::<SessionRow>(&session_key(tenant, parent)).is_some();
    parent_of_subagent(name).is_some_and(is_session)
}
