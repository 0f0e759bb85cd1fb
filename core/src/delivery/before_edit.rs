//! Before a file is changed: what is anchored to it, which errors its edits mended, and what failed after it was changed last.
//!
//! By the file as it is recorded, and by no likeness.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::failure::{MAX_FIXES, is_telling, newest_fixes};
use super::item::{Item, PieceKind};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::episode::newest_of;
use crate::recall::is_outdated;
use crate::record::RecordSpace;
use crate::record::derived::{Aim, Ordered, learn};
use crate::record::event::{Body, FileTouch, Observation, ToolCall};
use crate::record::keyspace::{self, Kind, Scope, ordered_id};
use crate::record::rows::{Rows, Span};
use crate::record::stored::record_of;
use crate::session::PastError;
use crate::text::error_line::first_error_line;

/// The newest of each that are looked at: what is anchored to a file, its touches, and the sessions of these.
const MAX_ANCHORED: u32 = 8;
const MAX_TOUCHES: u32 = 24;
const MAX_SESSIONS: usize = 3;
/// How long after a change, in milliseconds, a failure may be due to it; and the most records of that time that are
/// looked at.
const AFTER: i64 = 3_600_000;
const MAX_AFTER: usize = 48;
/// Bytes of a row in the order of a session, at most.
const ORDER_BYTES: u32 = 128;

/// A change of a file.
struct Change {
    id: RecordId,
    session: String,
}

impl RecordSpace {
    /// The pieces to tell of a file, by its recorded path; one list for each kind, from the most to the least important
    /// piece.
    pub(super) fn of_file(&self, rows: &Rows, path: &str, session: &str) -> Result<Vec<Vec<Item>>, Error> {
        let tenant = self.owner.tenant.as_str();
        let why = |_: &Observation| format!("An edit of {path} mended this error before.");
        let mended = newest_of(rows, tenant, Scope::Mended, path, MAX_FIXES);
        let fixes = newest_fixes(rows, tenant, &mended, &why).into_iter().map(|(_, item)| item).collect();
        Ok(vec![self.failed_after(rows, path, session)?, fixes, self.anchored_to(rows, path)])
    }

    fn anchored_to(&self, rows: &Rows, path: &str) -> Vec<Item> {
        let tenant = self.owner.tenant.as_str();
        let ids = newest_of(rows, tenant, Scope::Anchor, path, MAX_ANCHORED);
        let item = |id: RecordId| {
            let record = record_of(rows, tenant, id)?;
            let why = format!("It is anchored to {path}.");
            (!is_outdated(rows, tenant, id, &record)).then(|| Item::of_kept(id, &record, why))
        };
        ids.into_iter().filter_map(item).collect()
    }

    /// Failures after the newest changes of a file in other sessions that nothing has mended, neither there nor since.
    fn failed_after(&self, rows: &Rows, path: &str, session: &str) -> Result<Vec<Item>, Error> {
        let changes = self.last_changes(rows, path, session);
        let after: Vec<Vec<(RecordId, Kind)>> = changes.iter().map(|change| self.records_after(rows, change)).collect();
        rows.check_complete()?;
        let items = changes.iter().zip(&after).flat_map(|(change, after)| self.failures_of(rows, path, change, after));
        Ok(items.collect())
    }

    /// The newest change of a file in each of the sessions that changed it last.
    fn last_changes(&self, rows: &Rows, path: &str, session: &str) -> Vec<Change> {
        let tenant = self.owner.tenant.as_str();
        let mut known: BTreeSet<String> = [String::new(), String::from(session)].into();
        let touched = newest_of(rows, tenant, Scope::Path, path, MAX_TOUCHES);
        let records = touched.into_iter().filter_map(|id| Some((id, record_of(rows, tenant, id)?)));
        let changes = records.filter_map(|(id, record)| {
            let is_change = touched_file(record.body.as_ref()?).is_some_and(is_change);
            (is_change && known.insert(record.session.clone())).then_some(Change { id, session: record.session })
        });
        changes.take(MAX_SESSIONS).collect()
    }

    /// The calls and touches of a session in the time after a change, newest first.
    fn records_after(&self, rows: &Rows, Change { id, session }: &Change) -> Vec<(RecordId, Kind)> {
        let prefix = keyspace::scope(&self.owner.tenant, Scope::Session, session);
        let end = Timestamp::checked("time", id.time().milliseconds() + AFTER).unwrap_or(id.time());
        let key = |id: RecordId| [prefix.as_slice(), &id.newest_first()].concat();
        let span = Span { start: key(RecordId::greatest_at(end)), end: key(*id) };
        let (keys, _) = rows.page(&span, MAX_AFTER as u32 * ORDER_BYTES);
        let listed =
            keys.iter().take(MAX_AFTER).filter_map(|key| Some((ordered_id(key)?, rows.read::<Ordered>(key)?.kind?)));
        listed.filter(|(_, kind)| matches!(kind, Kind::ToolCall | Kind::FileTouch)).collect()
    }

    fn failures_of(&self, rows: &Rows, path: &str, change: &Change, after: &[(RecordId, Kind)]) -> Vec<Item> {
        let tenant = self.owner.tenant.as_str();
        let of_kind = |kind: Kind| after.iter().filter(move |(_, of)| *of == kind).map(|(id, _)| *id);
        let calls: Vec<RecordId> = of_kind(Kind::ToolCall).collect();
        // From here on another file may be what made a call fail.
        let is_other = |id: &RecordId| {
            let record = record_of(rows, tenant, *id);
            let touch = record.as_ref().and_then(|record| touched_file(record.body.as_ref()?));
            touch.is_some_and(|touch| is_change(touch) && touch.path != path)
        };
        let other = of_kind(Kind::FileTouch).filter(is_other).last();
        let item = |error: &PastError| {
            let id = RecordId::parse(&error.id)?;
            let record = record_of(rows, tenant, id)?;
            let Some(Body::ToolCall(call)) = &record.body else { return None };
            let is_command = Aim::of(call).subject != call.tool;
            let is_right_after = is_command && is_telling(&error.error) && other.is_none_or(|other| id < other);
            let is_of_file = is_right_after || self.names(call, path);
            let why = format!(
                "It failed after {path} was changed in session {}, and nothing mended it there.",
                change.session
            );
            let is_open = is_of_file && !is_mended(rows, tenant, id, &error.error);
            is_open.then(|| Item::of(id, &record, PieceKind::Failure, why, &error.error))
        };
        self.errors(rows, &calls, MAX_AFTER).iter().filter_map(item).collect()
    }

    /// Whether a call was about a file, or its error names it.
    fn names(&self, call: &ToolCall, path: &str) -> bool {
        let about = Aim::of(call).about;
        let said = if call.error.is_empty() { &call.output } else { &call.error };
        !about.is_empty() && self.project.path(&about).is_ok_and(|about| about == path) || said.contains(path)
    }
}

/// Whether an error was mended after a call failed with it.
fn is_mended(rows: &Rows, tenant: &str, failed: RecordId, error: &str) -> bool {
    newest_of(rows, tenant, Scope::Fix, &learn::signature(error), 1).first().is_some_and(|fix| *fix > failed)
}

fn touched_file(body: &Body) -> Option<&FileTouch> {
    if let Body::FileTouch(touch) = body { Some(touch) } else { None }
}

fn is_change(touch: &FileTouch) -> bool {
    touch.success && touch.operation.changes()
}

/// The line of a call that names its error.
pub(super) fn error_of(call: &ToolCall) -> &str {
    first_error_line(if call.error.is_empty() { &call.output } else { &call.error })
}
