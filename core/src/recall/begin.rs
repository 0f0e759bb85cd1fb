//! The beginning of a session: the likely files, open tasks and failures of recent sessions, notes that fit the first
//! message, and past work like it.
//!
//! Past work is ranked by the weighting `work`, and returned only if its own request fits the message: a long session
//! has some words of every message. Notes and requests that anybody may have written are left out, because an agent
//! reads the answer before anything else.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::choose::is_outdated;
use super::filter::{Filter, kind_of};
use super::question::{RecallQuestion, Search};
use super::weighting::Weighting;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::lexical::Entry;
use crate::record::derived::words::recalled_text;
use crate::record::derived::{ListRow, TaskRow, task_key};
use crate::record::envelope::Record;
use crate::record::event::Body;
use crate::record::keyspace::{self, Kind, Scope, ordered_id};
use crate::record::kinds::DecisionStatus;
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;
use crate::record::stored::record_of;
use crate::record::totals::TenantCounts;
use crate::record::{RecordSpace, Trust};
use crate::session::{BeginQuestion, Beginning, FittingNote, LookBack, PastError, PastWork, RecentWork};

/// The most bytes of a message.
const MAX_MESSAGE_BYTES: usize = 65_536;
/// The most notes, lessons and decisions that are returned for a message.
const MAX_NOTES: u32 = 5;
/// Without a message: the number of the newest notes, and of the newest decisions in force, that are returned.
const MAX_NEWEST: usize = 3;
/// Without a message: the number of the newest notes, and of the newest decisions, that are examined.
const MAX_LOOKED_AT: usize = 50;
/// The least fit of past work: less than of a hit, as a session that begins wants any lead.
const MIN_LEAD_FIT: f64 = 0.18;
/// The most past sessions and tasks.
const MAX_PAST: usize = 3;
/// The most errors of each piece of past work.
const MAX_ERRORS: usize = 3;
/// The number of a past session's newest records that are examined.
const MAX_OF_SESSION: u32 = 1_000;
/// The assumed bytes of a row in a session's list of records, by which a number of rows is requested.
const ORDER_BYTES: u32 = 128;
/// The most bytes of a past session's tool calls that are read.
const MAX_CALL_BYTES: u32 = 1 << 20;
/// The most bytes of a text in the answer.
const MAX_TEXT: usize = 300;

impl RecordSpace {
    /// Finds the files, tasks, failures, notes and past work that a new session should begin with.
    pub(crate) fn begin_session(&self, question: &BeginQuestion, resumed: Option<Resumed>) -> Attempt<Beginning> {
        let BeginQuestion { message, limit, now } = question;
        if !(1..=100).contains(limit) {
            return Err(Error::invalid("limit", "from 1 to 100").into());
        }
        Error::check_limit("bytes of a message", message.len(), MAX_MESSAGE_BYTES)?;
        let now = Timestamp::checked("now", *now)?;
        let arguments = [message.as_bytes(), &limit.to_le_bytes(), &question.now.to_le_bytes()];
        let call = Call::of(self.generation, "session.begin", arguments);
        call.answer(resumed, |rows| self.suggest_beginning(rows, message, (*limit as usize, LookBack::WIDE), now))
    }

    /// Suggestions for a session that begins with this message, which may be empty. At most `limit` files are named;
    /// `reach` limits how many of the newest records are considered.
    pub(crate) fn suggest_beginning(
        &self,
        rows: &Rows,
        message: &str,
        (limit, reach): (usize, LookBack),
        now: Timestamp,
    ) -> Result<Beginning, Error> {
        // Words first: their rows are few, and each further round reads all of them again.
        let (notes, past_work) = match message.trim().is_empty() {
            true => (self.newest_notes(rows), Vec::new()),
            false => self.fitting(rows, message, now)?,
        };
        rows.check_complete()?;
        let RecentWork { mut files, tasks, errors, has_more_errors } = self.recent_work(rows, message, reach, now);
        let mended = self.mended(rows, message).into_iter().map(|(_, mended)| mended).collect();
        let counts: TenantCounts = rows.read(&keyspace::totals_key(&self.owner.tenant)).unwrap_or_default();
        let TenantCounts { n_notes, n_records, .. } = counts;
        let n_files = files.len() as u32;
        files.truncate(limit);
        let (tasks, has_more_tasks) = (tasks.tasks, tasks.has_more);
        Ok(Beginning {
            files,
            n_files,
            tasks,
            has_more_tasks,
            errors,
            has_more_errors,
            mended,
            notes,
            past: past_work,
            n_notes,
            n_records,
        })
    }

    /// The newest notes, then the newest decisions in force.
    fn newest_notes(&self, rows: &Rows) -> Vec<FittingNote> {
        let tenant = self.owner.tenant.as_str();
        let is_in_force = |id: RecordId, record: &Record| match &record.body {
            Some(Body::Decision(decision)) => {
                decision.status == DecisionStatus::Accepted && !is_outdated(rows, tenant, id, record)
            }
            _ => true,
        };
        let newest_of_kind = |kind: Kind| {
            let ids = self.newest_not_imported(rows, kind, MAX_LOOKED_AT, u64::MAX);
            let records = ids.into_iter().filter_map(|id| Some((id, record_of(rows, tenant, id)?)));
            let trusted = records.filter(|(id, record)| record.trust() > Trust::Untrusted && is_in_force(*id, record));
            trusted.map(|(id, record)| fitting_note(id, &record, None)).take(MAX_NEWEST).collect::<Vec<FittingNote>>()
        };
        [newest_of_kind(Kind::Note), newest_of_kind(Kind::Decision)].concat()
    }

    /// Notes that fit a message, and past work like it, each best first.
    fn fitting(&self, rows: &Rows, message: &str, now: Timestamp) -> Result<(Vec<FittingNote>, Vec<PastWork>), Error> {
        let of_notes =
            RecallQuestion::excluding_untrusted(vec![Kind::Note, Kind::Lesson, Kind::Decision], MAX_NOTES, now);
        let of_work =
            RecallQuestion { kinds: vec![Kind::Turn, Kind::TaskStep], weighting: Weighting::Work, ..of_notes.clone() };
        let search = self.search(rows, message, now)?;
        let notes = self.choose_hits(rows, &search, &self.filter(rows, &of_notes), &of_notes);
        let past_work = self.past_work(rows, &search, &of_work, MAX_PAST).into_iter().map(|found| found.work).collect();
        rows.check_complete()?;
        let tenant = self.owner.tenant.as_str();
        let note = |(id, score): (String, f64)| {
            let id = RecordId::parse(&id)?;
            Some(fitting_note(id, &record_of(rows, tenant, id)?, Some(score)))
        };
        let hits = notes?.hits.into_iter().map(|hit| (hit.event.id, hit.score));
        Ok((hits.filter_map(note).collect(), past_work))
    }

    /// Past sessions and tasks whose request fits the search, best first, at most `limit`.
    pub(super) fn past_work(
        &self,
        rows: &Rows,
        search: &Search<'_>,
        question: &RecallQuestion,
        limit: usize,
    ) -> Vec<FoundWork> {
        let filter = self.filter(rows, question);
        let requests = search.requests(&filter);
        // Before the ranking is known, nothing is read of a single piece of work.
        let Ok(ranked) = self.rank_matches(rows, search, &filter, question) else { return Vec::new() };
        let (mut works, mut request_ids): (Vec<FoundWork>, _) = (Vec::new(), BTreeSet::new());
        for candidate in &ranked.candidates {
            if works.len() == limit {
                break;
            }
            let request = requests.get(&work_of(candidate.group, candidate.id)).filter(|request| request.fits(search));
            if let Some(request) = request
                && request_ids.insert(request.id)
                && let Some(work) = self.past_work_of(rows, request.id, candidate.score)
            {
                match works.iter_mut().find(|other| is_same_work(&other.work, &work)) {
                    Some(similar_work) => similar_work.n_alike += 1,
                    None => works.push(FoundWork { work, fit: request.fit(search), n_alike: 0 }),
                }
            }
        }
        works
    }

    /// The past work that a record requested; `None` if the record is no request.
    fn past_work_of(&self, rows: &Rows, id: RecordId, score: f64) -> Option<PastWork> {
        let tenant = self.owner.tenant.as_str();
        let record = record_of(rows, tenant, id)?;
        let request = match &record.body {
            Some(Body::Turn(turn)) => &turn.text,
            Some(Body::TaskStep(step)) => &step.description,
            _ => return None,
        };
        let request = request.split_whitespace().collect::<Vec<&str>>().join(" ");
        let (step, errors) = self.task_and_errors_of(rows, &record);
        let name = if record.task.is_empty() { step.unwrap_or_default() } else { record.task };
        let task = if name.is_empty() { None } else { rows.read::<TaskRow>(&task_key(tenant, &name)) };
        Some(PastWork {
            id: id.text(),
            time: record.time.milliseconds(),
            session: record.session,
            score,
            asked: beginning_of(if request.is_empty() { &name } else { &request }),
            status: task.as_ref().map(|task| task.status),
            outcome: task.map_or_else(String::new, |task| beginning_of(&task.outcome)),
            task: name,
            errors,
        })
    }

    /// The task of the newest step in a request's session, and unfixed errors of the session's calls, at most
    /// [`MAX_ERRORS`]. If the request has no session, the records of its task are taken instead.
    fn task_and_errors_of(&self, rows: &Rows, record: &Record) -> (Option<String>, Vec<PastError>) {
        let mut n_bytes = 0;
        let (mut step, mut calls) = (None, Vec::new());
        for (id, row) in self.records_of_work(rows, record) {
            if row.kind == Some(Kind::TaskStep) && step.is_none() {
                step = record_of(rows, &self.owner.tenant, id).map(|step| step.task);
            }
            if row.kind == Some(Kind::ToolCall) {
                n_bytes += row.n_bytes;
                calls.extend((n_bytes <= MAX_CALL_BYTES).then_some(id));
            }
        }
        (step, self.unmended_errors(rows, &calls, MAX_ERRORS))
    }

    /// The newest records in a record's session, or without a session in its task.
    pub(super) fn records_of_work(&self, rows: &Rows, record: &Record) -> Vec<(RecordId, ListRow)> {
        let (scope, name) = match (record.session.as_str(), record.task.as_str()) {
            ("", "") => return Vec::new(),
            ("", task) => (Scope::Task, task),
            (session, _) => (Scope::Session, session),
        };
        let span = Span::from(keyspace::scope_prefix(&self.owner.tenant, scope, name));
        let (keys, _) = rows.page(&span, MAX_OF_SESSION * ORDER_BYTES);
        keys.iter().filter_map(|key| Some((ordered_id(key)?, rows.read::<ListRow>(key)?))).collect()
    }
}

/// Past work that a search found.
pub(super) struct FoundWork {
    pub(super) work: PastWork,
    /// The share of the search's words in the request of the work, weighted by rarity; from 0 to 1.
    pub(super) fit: f64,
    /// How many more pieces of work were for the same task or requested in the same words.
    pub(super) n_alike: u32,
}

/// The identity of a piece of work: the group of its session or conversation, or a record that belongs to neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Work {
    Group(u64),
    Record(RecordId),
}

fn work_of(group: u64, id: RecordId) -> Work {
    if group == 0 { Work::Record(id) } else { Work::Group(group) }
}

/// The request of a piece of work: the person's turn or the task step that contains the most of a search.
#[derive(Clone, Copy, Debug)]
struct Request {
    id: RecordId,
    /// A bit for each term of the search that the request has, by the term's index.
    terms: u128,
    has_exact: bool,
}

impl Request {
    fn fits(&self, search: &Search<'_>) -> bool {
        self.fit(search) >= MIN_LEAD_FIT
    }

    fn fit(&self, search: &Search<'_>) -> f64 {
        if self.has_exact { 1.0 } else { search.matches.fit(self.terms) }
    }
}

impl Search<'_> {
    /// The request of each piece of work; the oldest if several contain equally much of the search.
    fn requests(&self, filter: &Filter<'_>) -> BTreeMap<Work, Request> {
        let mut matched_requests: BTreeMap<(Work, RecordId), Request> = BTreeMap::new();
        let (n_terms, n_words) = (self.query.terms.len() as u32, self.matches.rarity.len() as u32);
        let mut groups = self.index.groups_from_first();
        for matched in &self.matches.documents {
            let group = groups.of(matched.at);
            let entry = self.index.entry(matched.at).filter(|entry| filter.admits(&self.index, matched.at, entry));
            let Some(entry) = entry.filter(asks_for_work) else { continue };
            let request = matched_requests.entry((work_of(group, entry.id), entry.id)).or_insert(Request {
                id: entry.id,
                terms: 0,
                has_exact: false,
            });
            for (feature, _) in self.matches.features(*matched) {
                request.terms |= if *feature < n_terms { 1 << feature } else { 0 };
                request.has_exact |= *feature >= n_words;
            }
        }
        let mut requests: BTreeMap<Work, Request> = BTreeMap::new();
        for ((work, _), request) in matched_requests {
            let best = requests.entry(work).or_insert(request);
            if request.fit(self) > best.fit(self) {
                *best = request;
            }
        }
        requests
    }
}

fn asks_for_work(entry: &Entry) -> bool {
    entry.flags.is_turn() && entry.flags.is_human() || kind_of(entry) == Some(Kind::TaskStep)
}

/// Whether two pieces of work were for the same task or requested in the same words.
fn is_same_work(one: &PastWork, other: &PastWork) -> bool {
    one.asked == other.asked || !one.task.is_empty() && one.task == other.task
}

fn fitting_note(id: RecordId, record: &Record, score: Option<f64>) -> FittingNote {
    let (kind, trust, time) = (record.kind, record.trust(), record.time.milliseconds());
    FittingNote { id: id.text(), kind, time, trust, score, text: beginning_of(&recalled_text(record)) }
}

/// The beginning of a text, at most [`MAX_TEXT`] bytes.
fn beginning_of(text: &str) -> String {
    let text = text.trim();
    String::from(&text[..text.floor_char_boundary(MAX_TEXT)])
}
