//! Suggestions for a new session that need no search for words: likely files, open tasks, last failures.
//!
//! Not here: notes and past work (`recall::begin`, which combines everything).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::likely::{PastSession, likely_files};
use super::mended::{MendedError, MessageTopic};
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::episode::{Task, TaskPage};
use crate::record::derived::{Aim, ListRow};
use crate::record::event::{Body, Role, TaskStatus};
use crate::record::keyspace::{self, Kind, ordered_id};
use crate::record::project::is_in_project;
use crate::record::rows::{Rows, Span};
use crate::record::stored::record_of;
use crate::record::{FileOperation, RecordSpace, Trust};
use crate::text::error_line::first_error_line;
use crate::window::NamedFactor;

/// How many of the newest records are considered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LookBack {
    /// Touches of files.
    touches: usize,
    /// Turns; the first of the user in a session is its request.
    turns: usize,
    /// Tool calls.
    calls: usize,
}

impl LookBack {
    /// About 150 sessions.
    pub(crate) const WIDE: LookBack = LookBack { touches: 5_000, turns: 2_000, calls: 2_000 };
    /// The calls of about 15 sessions, for callers that must not wait and need no files.
    pub(crate) const NEAR: LookBack = LookBack { touches: 0, turns: 0, calls: 200 };
}

/// The most bytes of turns that are read.
const MAX_TURN_BYTES: u64 = 4 << 20;
/// The most rows of a list that are read, as a multiple of the records wanted, since imported records are skipped.
const SKIP_FACTOR: usize = 4;
/// An upper bound of the bytes of a row in the list of a kind's records.
const MAX_ORDER_ROW_BYTES: usize = 128;
/// The most tasks in an answer.
const MAX_TASKS: u32 = 20;
/// The most errors in an answer.
const MAX_ERRORS: usize = 5;

/// The request of a new session, for which suggestions are looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BeginQuestion {
    /// The request of the session; may be empty.
    pub message: String,
    /// The most files, 1 to 100.
    pub limit: u32,
    /// The current time, in milliseconds since 1970.
    pub now: i64,
}

/// A file that a session will likely touch.
#[derive(Clone, Debug, PartialEq)]
pub struct LikelyFile {
    /// Relative to the project and with slashes.
    pub path: String,
    /// The sum of the factors, by which files are ranked.
    pub score: f64,
    /// `recency` and `frequency` of the sessions that touched it, how `similar` their requests are to the message,
    /// `words` shared with its path, and whether it is `named`.
    pub factors: Vec<NamedFactor>,
}

/// A call that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastError {
    /// The id of its record.
    pub id: String,
    /// When the call was made, in milliseconds since 1970.
    pub time: i64,
    /// The session; may be empty.
    pub session: String,
    /// The tool that was called.
    pub tool: String,
    /// The line that names the error.
    pub error: String,
}

/// A note, lesson or decision that fits the message.
#[derive(Clone, Debug, PartialEq)]
pub struct FittingNote {
    /// The id of its record.
    pub id: String,
    /// Note, lesson or decision.
    pub kind: Kind,
    /// When it was noted, learnt or decided, in milliseconds since 1970.
    pub time: i64,
    /// How far the record may be relied on.
    pub trust: Trust,
    /// How well it fits the message; `None` without a message.
    pub score: Option<f64>,
    /// The first 300 bytes of the record's text.
    pub text: String,
}

/// A session or task with a request similar to the message.
#[derive(Clone, Debug, PartialEq)]
pub struct PastWork {
    /// The id of the record with the request.
    pub id: String,
    /// When it was requested, in milliseconds since 1970.
    pub time: i64,
    /// The session; may be empty.
    pub session: String,
    /// The task; may be empty.
    pub task: String,
    /// The similarity to the message, higher for newer work.
    pub score: f64,
    /// The first 300 bytes of the request, on one line.
    pub asked: String,
    /// The status of the task; `None` without a task.
    pub status: Option<TaskStatus>,
    /// The first 300 bytes of the task's outcome; may be empty.
    pub outcome: String,
    /// The unmended failures of the work, newest first: at most 3.
    pub errors: Vec<PastError>,
}

/// The suggestions for a new session.
#[derive(Clone, Debug, PartialEq)]
pub struct Beginning {
    /// Likely files, best first.
    pub files: Vec<LikelyFile>,
    /// The number of all likely files.
    pub n_files: u32,
    /// Active and paused tasks, newest first: at most 20.
    pub tasks: Vec<Task>,
    /// Whether there are more tasks.
    pub has_more_tasks: bool,
    /// Unmended errors, newest first, each once: at most 5. With a message that states a request, those that share a
    /// word with it.
    pub errors: Vec<PastError>,
    /// Whether there are more errors.
    pub has_more_errors: bool,
    /// Mended failures that share a word with the message, newest first: at most 3.
    pub mended: Vec<MendedError>,
    /// Notes that fit the message, best first: at most 5. Without a message the newest notes, then the newest decisions
    /// in force, at most 3 of each.
    pub notes: Vec<FittingNote>,
    /// Past work similar to the message, best first: at most 3.
    pub past: Vec<PastWork>,
    /// The number of the tenant's notes in all channels.
    pub n_notes: u64,
    /// The number of the tenant's records of every kind, except learnings of windows.
    pub n_records: u64,
}

/// The suggestions that need no search for words.
pub(crate) struct RecentWork {
    /// Best first.
    pub(crate) files: Vec<LikelyFile>,
    pub(crate) tasks: TaskPage,
    /// Unmended errors, newest first.
    pub(crate) errors: Vec<PastError>,
    pub(crate) has_more_errors: bool,
}

impl RecordSpace {
    /// The suggestions for a session with this message.
    pub(crate) fn recent_work(&self, rows: &Rows, message: &str, reach: LookBack, now: Timestamp) -> RecentWork {
        let touches = self.newest_not_imported(rows, Kind::FileTouch, reach.touches, u64::MAX);
        let turns = self.newest_not_imported(rows, Kind::Turn, reach.turns, MAX_TURN_BYTES);
        let tasks = self.tasks_at_hand(rows, MAX_TASKS, now);
        let (past, mut errors) =
            (self.past_sessions(rows, &touches, &turns), self.last_failures(rows, usize::MAX, reach));
        let topic = MessageTopic::of(message);
        errors.retain(|error| topic.concerns(rows, &self.owner.tenant, error));
        // Files are only ranked once all rows are loaded.
        let files = if rows.check_complete().is_ok() { likely_files(&past, message) } else { Vec::new() };
        let has_more_errors = errors.len() > MAX_ERRORS;
        errors.truncate(MAX_ERRORS);
        RecentWork { files, tasks, errors, has_more_errors }
    }

    /// The unmended failures among the newest calls, newest first; at most `limit`.
    pub(super) fn last_failures(&self, rows: &Rows, limit: usize, reach: LookBack) -> Vec<PastError> {
        self.unmended_errors(rows, &self.newest_not_imported(rows, Kind::ToolCall, reach.calls, u64::MAX), limit)
    }

    /// The newest records of a kind that were not imported: at most `limit`, of at most `max_bytes` together.
    pub(crate) fn newest_not_imported(&self, rows: &Rows, kind: Kind, limit: usize, max_bytes: u64) -> Vec<RecordId> {
        if limit == 0 {
            return Vec::new();
        }
        let tenant = self.owner.tenant.as_str();
        let mut unread_span = Span::from(keyspace::list_prefix(tenant, kind, ""));
        let (mut ids, mut n_bytes, mut n_pages) = (Vec::new(), 0, 0);
        while unread_span.start < unread_span.end && n_pages < SKIP_FACTOR {
            let (keys, is_all) = rows.page(&unread_span, (limit * MAX_ORDER_ROW_BYTES) as u32);
            let listed_rows = keys.iter().filter_map(|key| Some((ordered_id(key)?, rows.read::<ListRow>(key)?)));
            for (id, row) in listed_rows.filter(|(_, row)| !row.is_imported) {
                n_bytes += u64::from(row.n_bytes);
                if ids.len() < limit && n_bytes <= max_bytes {
                    ids.push(id);
                }
            }
            let is_full = ids.len() == limit || n_bytes > max_bytes;
            unread_span.start = match keys.last() {
                Some(last_key) if !is_all && !is_full => [last_key.as_slice(), &[0]].concat(),
                _ => unread_span.end.clone(),
            };
            n_pages += 1;
        }
        ids.retain(|id| rows.value(&keyspace::record_key(tenant, *id)).is_some());
        ids
    }

    /// The sessions of touches and turns, which are given newest first; touches without a session form one session.
    fn past_sessions(&self, rows: &Rows, touches: &[RecordId], turns: &[RecordId]) -> Vec<PastSession> {
        let tenant = self.owner.tenant.as_str();
        let mut sessions: Vec<PastSession> = Vec::new();
        let mut session_indices: BTreeMap<String, usize> = BTreeMap::new();
        for record in touches.iter().filter_map(|id| record_of(rows, tenant, *id)) {
            let Some(Body::FileTouch(touch)) = record.body else { continue };
            // What was not there cannot be touched again, and a search names a folder.
            let is_likely = touch.success && touch.operation != FileOperation::Search && is_in_project(&touch.path);
            if !is_likely {
                continue;
            }
            let session_index = *session_indices.entry(record.session).or_insert(sessions.len());
            if session_index == sessions.len() {
                sessions.push(PastSession::default());
            }
            *sessions[session_index].files.entry(touch.path).or_default() += 1;
        }
        for record in turns.iter().filter_map(|id| record_of(rows, tenant, *id)) {
            let Some(Body::Turn(turn)) = record.body else { continue };
            // The oldest turn of a session comes last, and its text stays.
            if let (Role::User, Some(session_index)) = (turn.role, session_indices.get(&record.session))
                && !record.session.is_empty()
            {
                sessions[*session_index].request = turn.text;
            }
        }
        sessions
    }

    /// The errors of calls that no later success with the same aim mended: each line of a tool once, at most `limit`.
    /// The calls are given newest first.
    pub(crate) fn unmended_errors(&self, rows: &Rows, calls: &[RecordId], limit: usize) -> Vec<PastError> {
        let (mut known_errors, mut achieved_aims) = (BTreeSet::new(), BTreeSet::new());
        let error = |id: &RecordId| {
            let record = record_of(rows, &self.owner.tenant, *id)?;
            let Some(Body::ToolCall(call)) = record.body else { return None };
            if call.success == Some(true) {
                achieved_aims.extend(Aim::achieved_aims(&call));
                return None;
            }
            let is_unmended = call.failed() && !achieved_aims.contains(&Aim::of(&call));
            let error = String::from(first_error_line(call.error_text()));
            let is_new = is_unmended && !error.is_empty() && known_errors.insert((call.tool.clone(), error.clone()));
            let (time, session) = (record.time.milliseconds(), record.session);
            is_new.then_some(PastError { id: id.text(), time, session, tool: call.tool, error })
        };
        calls.iter().filter_map(error).take(limit).collect()
    }
}
