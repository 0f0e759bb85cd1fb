//! Before a file is read or changed: records anchored to it, errors that its edits mended, and failures after its last
//! changes.
//!
//! Files are compared by their recorded paths, not by similarity.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::failure::{MAX_FIXES, is_distinctive, is_of_harness, mended_failure_piece, unmended_piece};
use super::item::PieceDraft;
use super::question::DeliveryRequest;
use super::session_list::{listed_records, of_kind};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::episode::newest_of;
use crate::recall::is_outdated;
use crate::record::RecordSpace;
use crate::record::derived::{Aim, DAY, learn};
use crate::record::event::{Body, FileTouch};
use crate::record::keyspace::{self, Kind, Scope};
use crate::record::rows::{Rows, Span};
use crate::record::stored::record_of;
use crate::session::{MendedFailure, PastError, checks_project, is_about_command};
use crate::text::error_line::begins_error;

/// The most records anchored to a file that are considered, newest first.
const MAX_ANCHORED: u32 = 8;
/// The most touches of a file that are considered, newest first.
const MAX_TOUCHES: u32 = 24;
/// The most sessions with such touches that are considered, newest first.
const MAX_SESSIONS: usize = 3;
/// The least sessions in which an error was mended by edits of a file for it to be told before an edit.
const MIN_SESSIONS: usize = 2;
/// How long after a change a failure is attributed to it, in milliseconds.
const FAILURE_WINDOW: i64 = 3_600_000;
/// How old a change may be for what failed after it to be told, in milliseconds: a week.
const MAX_FAILURE_AGE: i64 = 7 * DAY;
/// The most records within [`FAILURE_WINDOW`] that are considered.
const MAX_LATER_RECORDS: usize = 48;

/// The newest change of a file in a session.
struct Change {
    /// The id of the touch.
    id: RecordId,
    /// The session that made the change.
    session: String,
}

impl RecordSpace {
    /// The pieces about a file, by its recorded path: a list for each kind, most important first.
    pub(super) fn file_pieces(
        &self,
        rows: &Rows,
        path: &str,
        request: &DeliveryRequest<'_>,
    ) -> Result<Vec<Vec<PieceDraft>>, Error> {
        let tenant = self.owner.tenant.as_str();
        let fixes = fixes_by_edits(rows, tenant, path);
        Ok(vec![self.failures_after_changes(rows, path, request)?, fixes, self.anchored_to(rows, path)])
    }

    /// Of the newest records anchored to a file, those that are not outdated.
    fn anchored_to(&self, rows: &Rows, path: &str) -> Vec<PieceDraft> {
        let tenant = self.owner.tenant.as_str();
        let ids = newest_of(rows, tenant, Scope::Anchor, path, MAX_ANCHORED);
        let item = |id: RecordId| {
            let record = record_of(rows, tenant, id)?;
            let why = format!("It is anchored to {path}.");
            (!is_outdated(rows, tenant, id, &record)).then(|| PieceDraft::for_kept(id, &record, why))
        };
        ids.into_iter().filter_map(item).collect()
    }

    /// Unmended failures after the newest changes of a file in other sessions.
    fn failures_after_changes(
        &self,
        rows: &Rows,
        path: &str,
        request: &DeliveryRequest<'_>,
    ) -> Result<Vec<PieceDraft>, Error> {
        let mut changes = self.last_changes(rows, path, request.session);
        changes.retain(|change| request.now.milliseconds() - change.id.time().milliseconds() <= MAX_FAILURE_AGE);
        let later_records: Vec<Vec<(RecordId, Kind)>> =
            changes.iter().map(|change| self.records_after(rows, change)).collect();
        rows.check_complete()?;
        let items = changes
            .iter()
            .zip(&later_records)
            .flat_map(|(change, later_records)| self.failures_after_change(rows, path, change, later_records));
        Ok(items.collect())
    }

    /// The newest change of a file in each of the last [`MAX_SESSIONS`] sessions that changed it, except `session`.
    fn last_changes(&self, rows: &Rows, path: &str, session: &str) -> Vec<Change> {
        let tenant = self.owner.tenant.as_str();
        let mut known_sessions: BTreeSet<String> = [String::new(), String::from(session)].into();
        let touch_ids = newest_of(rows, tenant, Scope::Path, path, MAX_TOUCHES);
        let records = touch_ids.into_iter().filter_map(|id| Some((id, record_of(rows, tenant, id)?)));
        let changes = records.filter_map(|(id, record)| {
            let is_change = file_touch(record.body.as_ref()?).is_some_and(FileTouch::is_change);
            (is_change && known_sessions.insert(record.session.clone()))
                .then_some(Change { id, session: record.session })
        });
        changes.take(MAX_SESSIONS).collect()
    }

    /// The calls and touches of a session within `FAILURE_WINDOW` after a change, newest first.
    fn records_after(&self, rows: &Rows, Change { id, session }: &Change) -> Vec<(RecordId, Kind)> {
        let prefix = keyspace::scope_prefix(&self.owner.tenant, Scope::Session, session);
        let end = Timestamp::checked("time", id.time().milliseconds() + FAILURE_WINDOW).unwrap_or(id.time());
        let key = |id: RecordId| [prefix.as_slice(), &id.newest_first()].concat();
        let span = Span { start: key(RecordId::greatest_at(end)), end: key(*id) };
        let listed = listed_records(rows, &span, MAX_LATER_RECORDS).into_iter();
        listed.filter(|(_, kind)| matches!(kind, Kind::ToolCall | Kind::FileTouch)).collect()
    }

    /// The failures among these records that are about the file, or directly follow its change.
    fn failures_after_change(
        &self,
        rows: &Rows,
        path: &str,
        change: &Change,
        later_records: &[(RecordId, Kind)],
    ) -> Vec<PieceDraft> {
        let tenant = self.owner.tenant.as_str();
        let calls: Vec<RecordId> = of_kind(later_records, Kind::ToolCall).collect();
        // From this touch on, the change of another file may be what made a call fail.
        let is_other_change = |id: &RecordId| {
            let record = record_of(rows, tenant, *id);
            let touch = record.as_ref().and_then(|record| file_touch(record.body.as_ref()?));
            touch.is_some_and(|touch| touch.is_change() && touch.path != path)
        };
        let other_change = of_kind(later_records, Kind::FileTouch).filter(is_other_change).last();
        let item = |error: &PastError| {
            let id = RecordId::parse(&error.id)?;
            let record = record_of(rows, tenant, id)?;
            let Some(Body::ToolCall(call)) = &record.body else { return None };
            let command = Aim::command_or_file(call);
            if is_of_harness(call) || !checks_project(&command) {
                return None;
            }
            let is_command = Aim::of(call).subject != call.tool;
            // What else fails just then may have other reasons, as a wrong option.
            let is_right_after = is_command
                && is_distinctive(&error.error)
                && begins_error(&error.error)
                && !is_about_command(&error.error, &command)
                && other_change.is_none_or(|other_change| id < other_change);
            let is_of_file = is_right_after || call.error_text().contains(path);
            let why = format!(
                "It failed after {path} was changed in session {}, and nothing mended it there.",
                change.session
            );
            let is_unmended = is_of_file && !is_mended(rows, tenant, id, &error.error);
            is_unmended.then(|| unmended_piece((id, &record, call), why, &error.error))
        };
        self.unmended_errors(rows, &calls, MAX_LATER_RECORDS).iter().filter_map(item).collect()
    }
}

/// The newest fix of each error that edits of a file mended in [`MIN_SESSIONS`] sessions; what failed once need not come
/// again.
fn fixes_by_edits(rows: &Rows, tenant: &str, path: &str) -> Vec<PieceDraft> {
    let mending = |id: RecordId| {
        let mending = MendedFailure::of(rows, tenant, id)?.into_told()?;
        let Some(Body::ToolCall(call)) = &mending.failed_record.1.body else { return None };
        (!is_of_harness(call)).then_some(mending)
    };
    let mut by_signature: BTreeMap<String, Vec<MendedFailure>> = BTreeMap::new();
    for mending in newest_of(rows, tenant, Scope::Mended, path, MAX_FIXES).into_iter().filter_map(mending) {
        by_signature.entry(mending.observation.signature.clone()).or_default().push(mending);
    }
    let piece = |mendings: Vec<MendedFailure>| {
        let sessions: BTreeSet<&str> = mendings.iter().map(|one| one.failed_record.1.session.as_str()).collect();
        let why = format!("Edits of {path} mended this error in {} sessions.", sessions.len());
        (sessions.len() >= MIN_SESSIONS).then(|| mended_failure_piece(mendings.first()?, why)).flatten()
    };
    by_signature.into_values().filter_map(piece).collect()
}

/// Whether an error was mended after a call failed with it.
fn is_mended(rows: &Rows, tenant: &str, failed_call: RecordId, error: &str) -> bool {
    newest_of(rows, tenant, Scope::Fix, &learn::signature(error), 1).first().is_some_and(|fix| *fix > failed_call)
}

/// The touch of a record; `None` for other records.
fn file_touch(body: &Body) -> Option<&FileTouch> {
    if let Body::FileTouch(touch) = body { Some(touch) } else { None }
}
