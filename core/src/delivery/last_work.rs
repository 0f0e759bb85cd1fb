//! Work that a session goes on with: what was asked last in an earlier session, the files that it changed last, and what
//! the agent said at its end.
//!
//! Nobody knows at a session's start what it will be about, so that this is told at its first prompt: the work that the
//! prompt names, or, where it only says to go on, the work that was left last. docs/delivery.md has the figures.

use alloc::borrow::Cow;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::asked::{AskedPrompt, Relation};
use super::item::{PieceDraft, PieceKind, beginning_of, shortened};
use super::question::DeliveryRequest;
use super::session_list::{listed_records, newest_sessions, of_kind};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::record::derived::words::recalled_text;
use crate::record::derived::{SessionRow, session_key};
use crate::record::envelope::Record;
use crate::record::event::{Body, Role};
use crate::record::keyspace::{Kind, Scope, scope_prefix};
use crate::record::rows::{Rows, Span};
use crate::record::stored::record_of;
use crate::record::{RecordSpace, Trust};
use crate::text::terms::n_talk_terms;

/// The most earlier sessions that are considered, the most recently active first.
const MAX_SESSIONS: usize = 8;
/// The most records of a session that are considered, newest first.
const MAX_RECORDS: usize = 512;
/// The most records of the asking session that are searched for a call.
const MAX_OWN_RECORDS: usize = 16;
/// The most bytes of a prompt that goes on with earlier work: a longer one brings along what it is about.
const MAX_GOING_ON_BYTES: usize = 1024;
/// The least terms of a turn that is a request; shorter ones agree or thank.
const MIN_TERMS: usize = 4;
/// The least terms of a request that is understood without the one before it.
const MIN_TERMS_ALONE: usize = 10;
/// The most touches of a session that are read, newest first.
const MAX_TOUCHES: usize = 64;
/// How many of the files that a session changed last show whether another one went on with its work.
const MAX_LAST_CHANGED: usize = 8;
/// The most changed files that are told.
const MAX_FILES: usize = 5;
/// The most bytes of what was asked before. Together these fit into the budget of a prompt in any script.
const MAX_LINE_BYTES: usize = 70;
/// The most bytes of the request, and of how it ended.
const MAX_REQUEST_BYTES: usize = 150;
/// The most bytes of the changed files.
const MAX_FILES_BYTES: usize = 110;
/// Branches on which the work of all others meets, so that what was done there last says little about what comes next.
const SHARED_BRANCHES: [&str; 4] = ["main", "master", "trunk", "develop"];

/// The last request of a session, with what followed.
pub(super) struct LastWork {
    request: (RecordId, Record),
    /// The request before it, if it says too little by itself.
    earlier_request: Option<String>,
    /// The first request of the session, if it is another one.
    first_request: Option<String>,
    /// The files that the session changed last, the newest first.
    files: Vec<String>,
    /// The last answer, if one followed.
    answer: Option<(RecordId, Record)>,
    /// Whether anything came of it: an answer, or the reading or change of a file.
    has_result: bool,
    relation: Relation,
}

impl RecordSpace {
    /// The earlier work with which the first prompt of a session goes on. A session that has called a tool is at its own
    /// work.
    pub(super) fn continued_work(
        &self,
        rows: &Rows,
        request: &DeliveryRequest<'_>,
        asked: &AskedPrompt,
    ) -> Result<Option<LastWork>, Error> {
        let own_records = self.records_of_session(rows, request.session, MAX_OWN_RECORDS);
        if request.text.len() > MAX_GOING_ON_BYTES || of_kind(&own_records, Kind::ToolCall).next().is_some() {
            return Ok(None);
        }
        let sessions = newest_sessions(rows, &self.owner.tenant, MAX_SESSIONS + 1).into_iter();
        let others = sessions.filter(|session| session != request.session);
        let works: Vec<LastWork> = others.filter_map(|session| self.last_work(rows, &session)).collect();
        rows.check_complete()?;
        let work = match asked.only_continues() {
            true => self.work_left(rows, works, request.branch),
            false => closest_work(works, asked),
        };
        rows.check_complete()?;
        // A request of which nothing came is no news.
        Ok(work.filter(|work| work.has_result))
    }

    /// The records of a session, newest first, with their kinds.
    fn records_of_session(&self, rows: &Rows, session: &str, limit: usize) -> Vec<(RecordId, Kind)> {
        listed_records(rows, &Span::from(scope_prefix(&self.owner.tenant, Scope::Session, session)), limit)
    }

    /// The last work of a session; `None` if nobody asked for anything in it.
    fn last_work(&self, rows: &Rows, session: &str) -> Option<LastWork> {
        let tenant = self.owner.tenant.as_str();
        let listed = self.records_of_session(rows, session, MAX_RECORDS);
        let turns = of_kind(&listed, Kind::Turn).filter_map(|id| Some((id, record_of(rows, tenant, id)?)));
        let (mut answer, mut is_asked) = (None, false);
        let mut requests = turns.filter_map(|(id, record)| {
            if is_request(&record) {
                is_asked = true;
                return Some((id, record));
            }
            if !is_asked {
                // What followed a shorter request is no answer to the one before it.
                answer = Some(record).filter(is_answer).map(|record| answer.take().unwrap_or((id, record)));
            }
            None
        });
        let (id, record) = requests.next()?;
        let asks_before = n_talk_terms(&recalled_text(&record)) < MIN_TERMS_ALONE;
        let earlier_requests = requests.take(usize::from(asks_before));
        let mut earlier_texts = earlier_requests.map(|(_, earlier)| recalled_text(&earlier).into_owned());
        let earlier_request = earlier_texts.find(|text| *text != recalled_text(&record));
        let is_other = |text: &String| *text != recalled_text(&record) && earlier_request.as_ref() != Some(text);
        let first_request = self.first_request(rows, session).filter(is_other);
        let files = self.changed_files(rows, of_kind(&listed, Kind::FileTouch), MAX_FILES);
        let closes = |answer: RecordId| {
            let next =
                listed.iter().rev().find(|(id, kind)| *id > answer && matches!(kind, Kind::Turn | Kind::ToolCall));
            next.is_none_or(|(_, kind)| *kind == Kind::Turn)
        };
        // What is followed by a call was said on the way, in a session that was cut off.
        let answer = answer.filter(|(answer, _)| *answer > id && closes(*answer));
        let has_result = answer.is_some() || of_kind(&listed, Kind::FileTouch).any(|touch| touch > id);
        Some(LastWork {
            request: (id, record),
            earlier_request,
            first_request,
            files,
            answer,
            has_result,
            relation: Relation::LeftLast,
        })
    }

    /// What a person asked for first in a session.
    fn first_request(&self, rows: &Rows, session: &str) -> Option<String> {
        let row: SessionRow = rows.read(&session_key(&self.owner.tenant, session))?;
        let record = record_of(rows, &self.owner.tenant, row.asked?.id())?;
        is_request(&record).then(|| recalled_text(&record).into_owned())
    }

    /// The work that was left last on a branch: of the last session, if that itself went on with the work before it.
    fn work_left(&self, rows: &Rows, mut works: Vec<LastWork>, branch: &str) -> Option<LastWork> {
        let (last, before) = works.split_first()?;
        let is_of_branch = |work: &LastWork| work.branch().is_empty() || work.branch() == branch;
        let is_known = !branch.is_empty() && !last.branch().is_empty();
        let is_alone = || works.iter().all(is_of_branch);
        let goes_on = !is_known || is_of_branch(last) && (!SHARED_BRANCHES.contains(&branch) || is_alone());
        (goes_on && self.went_on(rows, last, before)).then(|| works.swap_remove(0))
    }

    /// Whether a session changed a file that the session before it on the branch had changed last, or is the first.
    fn went_on(&self, rows: &Rows, last: &LastWork, before: &[LastWork]) -> bool {
        let same_branch = before.iter().filter(|work| work.branch() == last.branch());
        let mut changed_before = same_branch.map(|work| self.last_changed(rows, work.session(), MAX_LAST_CHANGED));
        let Some(changed_before) = changed_before.find(|files| !files.is_empty()) else { return true };
        let changed = self.last_changed(rows, last.session(), MAX_TOUCHES);
        changed_before.iter().any(|file| changed.contains(file))
    }

    /// The files that a session changed, at most `limit`, the newest first.
    fn last_changed(&self, rows: &Rows, session: &str, limit: usize) -> Vec<String> {
        let listed = self.records_of_session(rows, session, MAX_RECORDS);
        self.changed_files(rows, of_kind(&listed, Kind::FileTouch).take(MAX_TOUCHES), limit)
    }

    /// The files that these touches changed, each once, at most `limit`; no further touch is read then.
    fn changed_files(&self, rows: &Rows, touches: impl Iterator<Item = RecordId>, limit: usize) -> Vec<String> {
        let mut files: Vec<String> = Vec::new();
        for record in touches.filter_map(|id| record_of(rows, &self.owner.tenant, id)) {
            if let Some(Body::FileTouch(touch)) = record.body
                && touch.is_change()
                && !files.contains(&touch.path)
            {
                files.push(touch.path);
            }
            if files.len() == limit {
                break;
            }
        }
        files
    }
}

impl LastWork {
    fn session(&self) -> &str {
        &self.request.1.session
    }

    fn branch(&self) -> &str {
        &self.request.1.branch
    }

    /// Whether the pieces quote a record.
    pub(super) fn quotes(&self, id: RecordId) -> bool {
        self.request.0 == id || self.answer.as_ref().is_some_and(|(answer, _)| *answer == id)
    }

    /// What was asked and answered, and the files.
    fn text(&self) -> String {
        let (_, request) = &self.request;
        let answer = self.answer.as_ref().map(|(_, answer)| recalled_text(answer));
        let before = [&self.first_request, &self.earlier_request].map(|text| text.as_deref().map(Cow::Borrowed));
        let texts = before.into_iter().chain([Some(recalled_text(request)), answer]).flatten();
        let texts = texts.map(|text| beginning_of(&text));
        texts.chain(self.files.iter().cloned()).collect::<Vec<String>>().join("\n")
    }

    /// The request with what came of it.
    pub(super) fn piece(&self) -> PieceDraft {
        let (id, record) = &self.request;
        let item = PieceDraft::of(
            *id,
            record,
            PieceKind::PastWork,
            self.relation.why(),
            &shortened(&recalled_text(record), MAX_REQUEST_BYTES),
        );
        let trust = self.answer.iter().map(|(_, answer)| answer.trust()).fold(item.trust, Ord::min);
        let lines = [
            ("asked first", self.first_request.as_deref().map(line_of)),
            ("asked before that", self.earlier_request.as_deref().map(line_of)),
            ("changed", Some(shortened(&self.files.join(", "), MAX_FILES_BYTES)).filter(|files| !files.is_empty())),
            (
                "ended with",
                self.answer.as_ref().map(|(_, answer)| shortened(&recalled_text(answer), MAX_REQUEST_BYTES)),
            ),
        ];
        let labelled_lines = lines.into_iter().filter_map(|(label, text)| Some((label.to_string(), text?))).collect();
        PieceDraft { trust, labelled_lines, ..item }
    }
}

/// The work that is most related to a prompt, if any is; of equal ones the newest.
fn closest_work(works: Vec<LastWork>, asked: &AskedPrompt) -> Option<LastWork> {
    let related = |work: LastWork| Some(LastWork { relation: asked.relation_to(&work.text())?, ..work });
    let works = works.into_iter().filter_map(related);
    works.reduce(|best, other| if other.relation > best.relation { other } else { best })
}

/// The beginning of what was asked before.
fn line_of(text: &str) -> String {
    shortened(text, MAX_LINE_BYTES)
}

fn is_answer(record: &Record) -> bool {
    let is_of_agent = matches!(&record.body, Some(Body::Turn(turn)) if turn.role == Role::Assistant);
    is_of_agent && record.trust() > Trust::Untrusted
}

/// Whether a turn is a request in the user's place.
fn is_request(record: &Record) -> bool {
    let is_of_user = matches!(&record.body, Some(Body::Turn(turn)) if turn.role == Role::User);
    is_of_user && record.trust() > Trust::Untrusted && n_talk_terms(&recalled_text(record)) >= MIN_TERMS
}
