//! The work that a session may go on with: what was asked last, the files that were changed for it, what the agent said
//! at its end, and what still fails.
//!
//! A session may go on with the last one's work if both are on the same branch, other than one on which all work meets,
//! and if the last one went on with the work before it on that branch. docs/delivery.md has the figures.

use alloc::borrow::Cow;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::item::{PieceDraft, PieceKind, beginning_of};
use super::question::DeliveryRequest;
use super::session_list::{listed_records, of_kind};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::record::RecordSpace;
use crate::record::derived::words::recalled_text;
use crate::record::envelope::Record;
use crate::record::event::{Body, Role};
use crate::record::keyspace::{self, Kind, Scope};
use crate::record::rows::{Rows, Span};
use crate::record::stored::record_of;
use crate::text::terms::talk_terms;

/// The most turns that are searched for a request, newest first.
const MAX_TURNS: usize = 64;
/// The least terms of a turn that is a request; shorter ones agree or thank.
const MIN_TERMS: usize = 4;
/// The least terms of a request that is understood without the one before it.
const MIN_TERMS_ALONE: usize = 10;
/// The most records after the request that are considered, newest first.
const MAX_RECORDS: usize = 512;
/// The most touches of a session that are read, newest first.
const MAX_TOUCHES: usize = 64;
/// The most sessions before the last one in which changed files are looked for.
const MAX_SESSIONS_BEFORE: usize = 3;
/// How many of the files that a session changed last show whether another one went on with its work.
const MAX_LAST_CHANGED: usize = 8;
/// The most changed files that are told.
const MAX_FILES: usize = 5;
/// The most failures that are told.
const MAX_FAILURES: usize = 2;
/// Branches on which the work of all others meets, so that what was done there last says little about what comes next.
const SHARED_BRANCHES: [&str; 4] = ["main", "master", "trunk", "develop"];

/// A request in a session, with what followed.
struct LastWork {
    request: (RecordId, Record),
    /// The request before it, if it says too little by itself.
    earlier_request: Option<String>,
    /// The records of the session after the request, newest first.
    later_records: Vec<(RecordId, Kind)>,
}

impl RecordSpace {
    /// The pieces about the work that a session may go on with: the request, then failures; empty if it is other work.
    /// `None` if nobody asked for anything in another session.
    pub(super) fn last_work_pieces(
        &self,
        rows: &Rows,
        request: &DeliveryRequest<'_>,
    ) -> Result<Option<[Vec<PieceDraft>; 2]>, Error> {
        let turns = self.turns_of_others(rows, request);
        let last = turns.iter().position(|(_, record)| n_terms_of_request(record) >= MIN_TERMS);
        rows.check_complete()?;
        let Some(last) = last else { return Ok(None) };
        let is_going_on = goes_on(request.branch, &turns[last].1, &turns) && self.went_on(rows, &turns[last].1, &turns);
        rows.check_complete()?;
        if !is_going_on {
            return Ok(Some([Vec::new(), Vec::new()]));
        }
        let work = self.work_of(rows, &turns[last..]);
        rows.check_complete()?;
        Ok(Some([alloc::vec![self.request_piece(rows, &work)], self.failures_of(rows, &work)]))
    }

    /// The newest turns of other sessions.
    fn turns_of_others(&self, rows: &Rows, request: &DeliveryRequest<'_>) -> Vec<(RecordId, Record)> {
        let turns = self.newest_not_imported(rows, Kind::Turn, MAX_TURNS, u64::MAX).into_iter();
        let turns = turns.filter_map(|id| Some((id, record_of(rows, &self.owner.tenant, id)?)));
        turns.filter(|(_, record)| !record.session.is_empty() && record.session != request.session).collect()
    }

    /// The work that was asked for by the first of these turns, which are the newest.
    fn work_of(&self, rows: &Rows, turns: &[(RecordId, Record)]) -> LastWork {
        let (id, last) = &turns[0];
        let is_vague = n_terms_of_request(last) < MIN_TERMS_ALONE;
        let is_earlier =
            |record: &&Record| is_vague && record.session == last.session && n_terms_of_request(record) >= MIN_TERMS;
        let earlier_requests = turns[1..].iter().map(|(_, record)| record).filter(is_earlier);
        let mut earlier_texts = earlier_requests.map(recalled_text);
        let prefix = keyspace::scope_prefix(&self.owner.tenant, Scope::Session, &last.session);
        let end = [prefix.as_slice(), &id.newest_first()].concat();
        LastWork {
            earlier_request: earlier_texts.find(|text| *text != recalled_text(last)).map(Cow::into_owned),
            later_records: listed_records(rows, &Span { start: prefix, end }, MAX_RECORDS),
            request: (*id, last.clone()),
        }
    }

    /// Whether the last session changed a file that the session before it on the branch had changed last, or is the first.
    fn went_on(&self, rows: &Rows, last: &Record, turns: &[(RecordId, Record)]) -> bool {
        let is_before = |record: &&Record| record.session != last.session && record.branch == last.branch;
        let mut sessions: Vec<&str> = Vec::new();
        for record in turns.iter().map(|(_, record)| record).filter(is_before) {
            if !sessions.contains(&record.session.as_str()) {
                sessions.push(&record.session);
            }
        }
        let sessions = sessions.into_iter().take(MAX_SESSIONS_BEFORE);
        let mut changed_before = sessions.map(|session| self.last_changed(rows, session, MAX_LAST_CHANGED));
        let Some(changed_before) = changed_before.find(|files| !files.is_empty()) else { return true };
        let changed = self.last_changed(rows, &last.session, MAX_TOUCHES);
        changed_before.iter().any(|file| changed.contains(file))
    }

    /// The files that a session changed, at most `limit`, the newest first.
    fn last_changed(&self, rows: &Rows, session: &str, limit: usize) -> Vec<String> {
        let span = Span::from(keyspace::scope_prefix(&self.owner.tenant, Scope::Session, session));
        let listed = listed_records(rows, &span, MAX_RECORDS);
        self.changed_files(rows, of_kind(&listed, Kind::FileTouch).take(MAX_TOUCHES), limit)
    }

    /// The files that these touches changed, each once, at most `limit`.
    fn changed_files(&self, rows: &Rows, touches: impl Iterator<Item = RecordId>, limit: usize) -> Vec<String> {
        let mut files: Vec<String> = Vec::new();
        for record in touches.filter_map(|id| record_of(rows, &self.owner.tenant, id)) {
            if let Some(Body::FileTouch(touch)) = record.body
                && touch.is_change()
                && !files.contains(&touch.path)
                && files.len() < limit
            {
                files.push(touch.path);
            }
        }
        files
    }

    /// The request with what came of it.
    fn request_piece(&self, rows: &Rows, work: &LastWork) -> PieceDraft {
        let tenant = self.owner.tenant.as_str();
        let files = self.changed_files(rows, of_kind(&work.later_records, Kind::FileTouch), MAX_FILES);
        let is_answer =
            |record: &Record| matches!(&record.body, Some(Body::Turn(turn)) if turn.role == Role::Assistant);
        let last_answer =
            of_kind(&work.later_records, Kind::Turn).filter_map(|id| record_of(rows, tenant, id)).find(is_answer);
        let (id, record) = &work.request;
        let why = "It was asked for last, in another session.".to_string();
        let item = PieceDraft::of(*id, record, PieceKind::PastWork, why, &recalled_text(record));
        let trust = last_answer.iter().map(Record::trust).fold(item.trust, Ord::min);
        let ended_with = last_answer.map(|answer| beginning_of(&recalled_text(&answer)));
        let lines = [
            ("asked before that", work.earlier_request.as_deref().map(beginning_of)),
            ("changed", Some(files.join(", ")).filter(|files| !files.is_empty())),
            ("ended with", ended_with),
        ];
        let labelled_lines = lines.into_iter().filter_map(|(label, text)| Some((label.to_string(), text?))).collect();
        PieceDraft { trust, labelled_lines, ..item }
    }

    /// What failed after the request and was not mended.
    fn failures_of(&self, rows: &Rows, work: &LastWork) -> Vec<PieceDraft> {
        let calls = of_kind(&work.later_records, Kind::ToolCall);
        let errors = self.unmended_errors(rows, &calls.collect::<Vec<_>>(), MAX_RECORDS);
        errors.iter().filter_map(|error| self.failure_piece(rows, error)).take(MAX_FAILURES).collect()
    }
}

/// Whether a session on a branch may go on with the work of the last one. `turns` are the newest of other sessions.
fn goes_on(branch: &str, last: &Record, turns: &[(RecordId, Record)]) -> bool {
    let is_of_branch = |record: &Record| record.branch.is_empty() || record.branch == branch;
    let is_known = !branch.is_empty() && !last.branch.is_empty();
    let is_alone = || turns.iter().all(|(_, record)| is_of_branch(record));
    !is_known || is_of_branch(last) && (!SHARED_BRANCHES.contains(&branch) || is_alone())
}

/// The number of terms of a person's request; 0 for other records.
fn n_terms_of_request(record: &Record) -> usize {
    let mut n_terms = 0;
    if matches!(&record.body, Some(Body::Turn(turn)) if turn.role == Role::User) {
        talk_terms(&recalled_text(record), &mut |_| n_terms += 1);
    }
    n_terms
}
