//! The log: requests, work, failures, decisions and notes, a line for each, newest first.
//!
//! A line of work stands for all files that were changed after one request, a line of a failure for all equal failures
//! after it. Reads are left out, and so is what others did according to imports. Not here: what a time in words means
//! (`text::when`).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::events::{EventsQuestion, fits_question, list_prefixes, next_ids, page_start};
use super::{NameKind, check_page_limit};
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::base::zone::{Zone, ZoneOffset};
use crate::record::derived::Aim;
use crate::record::envelope::Record;
use crate::record::event::{Body, FileOperation, FileTouch, Role, TaskStatus, TaskStep, ToolCall};
use crate::record::guard::{Guard, MaskNames};
use crate::record::keyspace::{self, Kind};
use crate::record::rows::Rows;
use crate::record::run::Call;
use crate::record::{Origin, RecordSpace};
use crate::text::error_line::first_error_line;
use crate::text::when::{TimeSpan, time_span};

/// The kinds of records that lines are made of.
const KINDS: [Kind; 7] =
    [Kind::Note, Kind::Turn, Kind::ToolCall, Kind::FileTouch, Kind::TaskStep, Kind::Decision, Kind::Lesson];
/// About how many records a round examines from each list that it reads.
const RECORDS_PER_ROUND: u32 = 500;
/// A page ends with the round in which the number of examined records reaches this one.
pub(crate) const MAX_EXAMINED_RECORDS: usize = 5_000;
/// A page ends with the round in which the examined records reach this many bytes.
const MAX_BYTES: usize = 24 << 20;
/// The most bytes of a line's text, without its `…`. A text that names changed files is not cut.
const MAX_TEXT_BYTES: usize = 200;
/// The most files that the text of a line names.
const MAX_NAMED: usize = 3;
/// The most files that are listed with a line.
const MAX_FILES: usize = 100;
/// The fewest bytes of an abbreviated id: those of its time, and the hyphen among them.
const SHORT_ID_BYTES: usize = 13;

/// The time and the session whose lines to list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LogQuestion {
    /// A time in words, such as `yesterday`; empty: any time.
    pub when: String,
    /// Only lines of this session; empty: of all.
    pub session: String,
    /// The most lines to return, 1 to 1,000.
    pub limit: u32,
    /// The `next` of the page before; empty: begin at the newest.
    pub after: String,
    /// The offsets of the time zone from UTC, by which days begin and end; empty: UTC.
    pub zone: Vec<ZoneOffset>,
    /// The time of the question, in milliseconds since 1970.
    pub now: i64,
}

/// The kind of a line. It follows from the kind of the records that the line stands for, and from their outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogKind {
    /// A person asked for something.
    Asked,
    /// Files were changed, or a task was completed.
    Done,
    /// A call failed, or a task was given up.
    Failed,
    /// Something was decided.
    Decided,
    /// A note or a lesson was recorded.
    Noted,
}

/// A line for one record, for equal failures, or for the files that were changed after one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The id of the newest record that the line stands for.
    pub id: String,
    /// A beginning of the id that no other examined record shares.
    pub short_id: String,
    /// When the newest record of the line happened, in milliseconds since 1970.
    pub time: i64,
    /// The kind of the line, which decides how its text is made and whether files are listed.
    pub kind: LogKind,
    /// The text, without line breaks.
    pub text: String,
    /// The session; empty: none.
    pub session: String,
    /// The task; empty: none.
    pub task: String,
    /// Who had the memory open when the newest record of the line was recorded; empty if unknown.
    pub principal: String,
    /// The files that were changed; only for `Done`.
    pub files: Vec<String>,
    /// The number of records that the line stands for.
    pub n: u32,
    /// Whether a failure was fixed: an examined call that came later had the same aim and succeeded.
    pub is_mended: bool,
}

/// A page of the log. It ends at its limit of lines, or after 5,000 records or 24 MiB were examined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogPage {
    /// The lines, newest first.
    pub entries: Vec<LogEntry>,
    /// The beginning of the time that the question names, in milliseconds since 1970; `None`: any time.
    pub since: Option<i64>,
    /// The end of that time, which is not included; `None`: open.
    pub until: Option<i64>,
    /// The number of records left out because their rows are damaged or missing.
    pub n_damaged: u32,
    /// The id after which to go on; empty at the end.
    pub next: String,
}

/// A time in words, with the zone in which it is meant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadTimeQuestion {
    /// A time in words, such as `yesterday`.
    pub written: String,
    /// The offsets of the time zone from UTC, by which days begin and end; empty: UTC.
    pub zone: Vec<ZoneOffset>,
    /// The time of the question, in milliseconds since 1970.
    pub now: i64,
}

impl MaskNames for LogQuestion {
    fn mask(&mut self, guard: Guard) {
        guard.mask_name(&mut self.session);
    }
}

impl MaskNames for ReadTimeQuestion {
    fn mask(&mut self, _: Guard) {}
}

impl RecordSpace {
    /// The span of a time in words.
    pub(crate) fn read_time(&self, question: &ReadTimeQuestion, resumed: Option<Resumed>) -> Attempt<TimeSpan> {
        let ReadTimeQuestion { written, zone, now } = question;
        let now = Timestamp::checked("now", *now)?;
        let span = time_span("written", written, now, Zone::checked(zone)?)?;
        Call::of(self.generation, "read_time", [written.as_bytes()]).answer(resumed, |_| Ok(span))
    }

    /// Lists requests, work done, failures, decisions and notes. If there is no line, a session without any record or
    /// context is refused.
    pub(crate) fn log(&self, question: &LogQuestion, resumed: Option<Resumed>) -> Attempt<LogPage> {
        check_page_limit(question.limit)?;
        let now = Timestamp::checked("now", question.now)?;
        let zone = Zone::checked(&question.zone)?;
        let span = match question.when.trim().is_empty() {
            true => None,
            false => Some(time_span("when", &question.when, now, zone)?),
        };
        let events = EventsQuestion {
            kinds: KINDS.to_vec(),
            session: question.session.clone(),
            since: span.map(|span| span.since),
            until: span.and_then(|span| span.until),
            limit: RECORDS_PER_ROUND,
            after: question.after.clone(),
            ..EventsQuestion::default()
        };
        let call = self.page_call("log", &events)?;
        call.answer(resumed, |rows| {
            let page = self.newest_entries(rows, &events, question.limit as usize, &|_| true)?;
            if page.entries.is_empty() && page.next.is_empty() {
                self.check_named(rows, NameKind::Session, &events.session)?;
            }
            Ok(LogPage { since: events.since, until: events.until, ..page })
        })
    }

    /// The newest lines of the records that match the question and that `admits` admits.
    pub(crate) fn newest_entries(
        &self,
        rows: &Rows,
        question: &EventsQuestion,
        limit: usize,
        admits: &dyn Fn(&Record) -> bool,
    ) -> Result<LogPage, Error> {
        let tenant = self.owner.tenant.as_str();
        let sources = list_prefixes(tenant, question);
        let mut lines = Lines::default();
        let (mut page, mut last_id) = (LogPage::default(), page_start(question)?);
        let (mut n_examined, mut n_bytes) = (0, 0);
        loop {
            let (ids, horizon) = next_ids(rows, &sources, question, last_id, RECORDS_PER_ROUND)?;
            let keys: Vec<Vec<u8>> = ids.iter().map(|id| keyspace::record_key(tenant, *id)).collect();
            let values: Vec<Option<&[u8]>> = keys.iter().map(|key| rows.value(key)).collect();
            rows.check_complete()?;
            for (id, (key, value)) in ids.iter().zip(keys.iter().zip(values)) {
                n_bytes += value.map_or(0, <[u8]>::len);
                let has_room = match value.and_then(|value| Record::open(key, value)) {
                    Some((record, _)) if !fits_question(question, &record) || !admits(&record) => true,
                    Some((record, _)) => lines.add(*id, &record, limit),
                    None => {
                        page.n_damaged += 1;
                        true
                    }
                };
                // The record that needs a line beyond the limit begins the next page.
                if !has_room {
                    page.next = last_id.map_or_else(String::new, RecordId::text);
                    page.entries = lines.entries();
                    return Ok(page);
                }
                last_id = Some(*id);
            }
            n_examined += ids.len();
            if horizon.is_none() || n_examined >= MAX_EXAMINED_RECORDS || n_bytes >= MAX_BYTES {
                page.next = horizon.map_or_else(String::new, RecordId::text);
                page.entries = lines.entries();
                return Ok(page);
            }
            last_id = horizon;
        }
    }
}

/// Lines of the log under construction, from records that come newest first.
#[derive(Default)]
struct Lines {
    entries: Vec<LogEntry>,
    /// For each session the index of its line of work, until the request before the work is read.
    work_entries: BTreeMap<String, usize>,
    /// For each session, aim and error the index of the line that collects such failures.
    failure_entries: BTreeMap<(String, Aim, String), usize>,
    /// The aims of successful calls that are newer than the record being read.
    achieved_aims: BTreeSet<Aim>,
    /// For each short beginning of an id the number of examined records whose ids begin with it.
    n_by_short_id: BTreeMap<String, u32>,
}

impl Lines {
    /// Adds a record to its line, or as a new line. Returns false, and adds no line, if there would be more lines than
    /// `limit`.
    fn add(&mut self, id: RecordId, record: &Record, limit: usize) -> bool {
        *self.n_by_short_id.entry(id.text()[..SHORT_ID_BYTES].to_string()).or_default() += 1;
        let n_before = self.entries.len();
        let is_full = n_before >= limit;
        let line = |kind, text: &str| LogEntry {
            id: id.text(),
            short_id: String::new(),
            time: record.time.milliseconds(),
            kind,
            text: one_line(text),
            session: record.session.clone(),
            task: record.task.clone(),
            principal: record.principal.clone(),
            files: Vec::new(),
            n: 1,
            is_mended: false,
        };
        let entry = match &record.body {
            None if record.kind == Kind::Note => Some(line(LogKind::Noted, &record.text)),
            Some(Body::Turn(turn)) if turn.role == Role::User => {
                let entry = line(LogKind::Asked, &turn.text);
                (!is_full).then(|| self.close(&record.session));
                Some(entry)
            }
            Some(Body::Decision(decision)) => {
                Some(line(LogKind::Decided, &format!("{}: {}", decision.title, decision.choice)))
            }
            Some(Body::Lesson(lesson)) => Some(line(LogKind::Noted, &lesson.text)),
            Some(Body::TaskStep(step)) => kind_of_step(step).map(|kind| line(kind, text_of_step(step, &record.task))),
            Some(Body::FileTouch(touch)) if is_own_change(touch, record.origin) => self
                .add_touch(&record.session, &touch.path)
                .then(|| LogEntry { files: vec![touch.path.clone()], ..line(LogKind::Done, "") }),
            Some(Body::ToolCall(call)) if record.origin != Origin::Imported => {
                self.add_call(&record.session, call).then(|| LogEntry {
                    is_mended: self.achieved_aims.contains(&Aim::of(call)),
                    ..line(LogKind::Failed, &failure_text(call))
                })
            }
            _ => None,
        };
        let Some(entry) = entry.filter(|entry| !entry.text.is_empty() || !entry.files.is_empty()) else { return true };
        if is_full {
            return false;
        }
        match (&record.body, entry.kind) {
            (Some(Body::FileTouch(_)), _) => _ = self.work_entries.insert(record.session.clone(), n_before),
            (Some(Body::ToolCall(call)), _) => {
                _ = self.failure_entries.insert(failure_key(&record.session, call), n_before)
            }
            _ => {}
        }
        self.entries.push(entry);
        true
    }

    /// Ends the lines of work and failures of a session: an older record belongs to an earlier request.
    fn close(&mut self, session: &str) {
        self.work_entries.remove(session);
        self.failure_entries.retain(|(of, ..), _| of != session);
    }

    /// Adds a touch to the session's line of work; returns true if there is none, so that a new line is needed.
    fn add_touch(&mut self, session: &str, path: &str) -> bool {
        let Some(entry) = self.work_entries.get(session).and_then(|at| self.entries.get_mut(*at)) else { return true };
        entry.n += 1;
        if entry.files.len() < MAX_FILES && !entry.files.iter().any(|listed| listed == path) {
            entry.files.push(path.to_string());
        }
        false
    }

    /// Adds a failed call to the line of equal failures, or notes the aims of a success. Returns true if the failure
    /// needs a new line.
    fn add_call(&mut self, session: &str, call: &ToolCall) -> bool {
        if call.success == Some(true) {
            self.achieved_aims.extend(Aim::achieved_aims(call));
        }
        if !call.failed() {
            return false;
        }
        match self.failure_entries.get(&failure_key(session, call)).and_then(|at| self.entries.get_mut(*at)) {
            Some(entry) => {
                entry.n += 1;
                false
            }
            None => true,
        }
    }

    /// The lines, now with short ids, and with texts for changed files.
    fn entries(mut self) -> Vec<LogEntry> {
        for entry in &mut self.entries {
            let is_unique = self.n_by_short_id.get(&entry.id[..SHORT_ID_BYTES]).is_none_or(|n| *n == 1);
            // Ids of the same millisecond are told apart by their hash.
            entry.short_id = entry.id[..if is_unique { SHORT_ID_BYTES } else { SHORT_ID_BYTES + 10 }].to_string();
            if entry.text.is_empty() {
                entry.text = changed_files_text(&entry.files);
            }
        }
        self.entries
    }
}

fn failure_key(session: &str, call: &ToolCall) -> (String, Aim, String) {
    (session.to_string(), Aim::of(call), first_error_line(call.error_text()).to_string())
}

/// Whether a touch changed or renamed a file, and was not imported.
fn is_own_change(touch: &FileTouch, origin: Origin) -> bool {
    touch.success
        && (touch.operation.changes() || touch.operation == FileOperation::Rename)
        && origin != Origin::Imported
}

fn kind_of_step(step: &TaskStep) -> Option<LogKind> {
    match step.status {
        TaskStatus::Completed => Some(LogKind::Done),
        TaskStatus::Failed => Some(LogKind::Failed),
        TaskStatus::Active | TaskStatus::Paused => None,
    }
}

fn text_of_step<'s>(step: &'s TaskStep, task: &'s str) -> &'s str {
    [step.outcome.as_str(), &step.description, task].into_iter().find(|said| !said.is_empty()).unwrap_or_default()
}

/// The text of a failure: the call, then the first line of its error.
fn failure_text(call: &ToolCall) -> String {
    let action = Aim::command_or_file(call);
    let action = if action.is_empty() { call.tool.clone() } else { format!("{} {action}", call.tool) };
    match first_error_line(call.error_text()) {
        "" => action,
        error => format!("{action}: {error}"),
    }
}

/// The text for changed files: `changed a.rs, b.rs, c.rs and 2 more`.
fn changed_files_text(files: &[String]) -> String {
    let first_names = files.iter().take(MAX_NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match files.len().saturating_sub(MAX_NAMED) {
        0 => format!("changed {first_names}"),
        n => format!("changed {first_names} and {n} more"),
    }
}

/// The first line that is not blank, cut to [`MAX_TEXT_BYTES`]; empty if there is none.
fn one_line(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let end = line.floor_char_boundary(MAX_TEXT_BYTES);
    let ellipsis = if end < line.len() { "…" } else { "" };
    format!("{}{ellipsis}", line[..end].trim_end())
}
