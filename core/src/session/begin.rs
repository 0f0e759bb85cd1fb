//! What a new session should begin with: files that it will likely touch, tasks that are open, what failed last.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::likely::{Past, likely};
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::episode::Task;
use crate::record::derived::{Aim, Ordered};
use crate::record::event::{Body, Role, TaskStatus};
use crate::record::keyspace::{self, Kind, ordered_id};
use crate::record::project::is_of_project;
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;
use crate::record::stored::record_of;
use crate::record::totals::Counts;
use crate::record::{FileOperation, RecordSpace};
use crate::text::error_line::first_error_line;
use crate::window::NamedFactor;

/// The newest touches that are looked at: those of some 150 recorded sessions.
const MAX_TOUCHES: usize = 5_000;
/// The newest turns, of which each session's first one by its user says what it was asked.
const MAX_TURNS: usize = 2_000;
/// Bytes of their records: a turn may hold a file.
const MAX_TURN_BYTES: u64 = 4 << 20;
/// The newest calls.
const MAX_CALLS: usize = 2_000;
/// How many times as many places in an order are looked at, as what was imported is passed over.
const MAX_PASSED_OVER: usize = 4;
/// Bytes of a row in the order of a kind, at most.
const ORDER_BYTES: usize = 128;
/// The most tasks.
const MAX_TASKS: u32 = 20;
/// The most errors.
const MAX_ERRORS: usize = 5;
/// The most bytes of a message.
const MAX_MESSAGE_BYTES: usize = 65_536;
/// The question of `begin`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BeginQuestion {
    /// What the session is asked to do, as far as it is known.
    pub message: String,
    /// How many files at most, 1 to 100.
    pub limit: u32,
}

/// A file that a session will likely touch.
#[derive(Clone, Debug, PartialEq)]
pub struct LikelyFile {
    /// Its path.
    pub path: String,
    /// What it is ordered by: the sum of the factors.
    pub score: f64,
    /// `recency` and `frequency` of the sessions that touched it, how `similar` what they were asked is to the message, `words` that
    /// its path shares with it, and that it is `named` there.
    pub factors: Vec<NamedFactor>,
}

/// A call that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastError {
    /// Of its record.
    pub id: String,
    /// When.
    pub time: i64,
    /// In which session; empty: none.
    pub session: String,
    /// The tool.
    pub tool: String,
    /// The line that names the error.
    pub error: String,
}

/// What a session should begin with.
#[derive(Clone, Debug, PartialEq)]
pub struct Beginning {
    /// Best first.
    pub files: Vec<LikelyFile>,
    /// Of how many.
    pub n_files: u32,
    /// Active and paused, newest first: at most 20.
    pub tasks: Vec<Task>,
    /// There are more.
    pub has_more_tasks: bool,
    /// Newest first, each once: at most 5.
    pub errors: Vec<PastError>,
    /// There are more.
    pub has_more_errors: bool,
    /// Notes that were recorded.
    pub n_notes: u64,
    /// Records of every kind, notes among them.
    pub n_records: u64,
}

impl RecordSpace {
    /// What a new session should begin with.
    pub(crate) fn begin_session(&self, question: &BeginQuestion, resumed: Option<Resumed>) -> Attempt<Beginning> {
        let BeginQuestion { message, limit } = question;
        if !(1..=100).contains(limit) {
            return Err(Error::invalid("limit", "from 1 to 100").into());
        }
        Error::check_limit("bytes of a message", message.len(), MAX_MESSAGE_BYTES)?;
        let call = Call::of(self.generation, "session.begin", [message.as_bytes(), &limit.to_le_bytes()]);
        let (past, mut errors, tasks, counts) = call.answer(resumed, |rows| {
            let touches = self.newest(rows, Kind::FileTouch, MAX_TOUCHES, u64::MAX);
            let turns = self.newest(rows, Kind::Turn, MAX_TURNS, MAX_TURN_BYTES);
            let calls = self.newest(rows, Kind::ToolCall, MAX_CALLS, u64::MAX);
            let tasks = self.tasks_in(rows, &[TaskStatus::Active, TaskStatus::Paused], MAX_TASKS);
            let counts: Counts = rows.read(&keyspace::totals(&self.owner.tenant)).unwrap_or_default();
            rows.check_complete()?;
            Ok((self.past(rows, &touches, &turns), self.errors(rows, &calls), tasks, counts))
        })?;
        let Counts { n_notes, n_records, .. } = counts;
        let mut files = likely(&past, message);
        let n_files = files.len() as u32;
        files.truncate(*limit as usize);
        let has_more_errors = errors.len() > MAX_ERRORS;
        errors.truncate(MAX_ERRORS);
        let (tasks, has_more_tasks) = (tasks.tasks, tasks.has_more);
        Ok(Beginning { files, n_files, tasks, has_more_tasks, errors, has_more_errors, n_notes, n_records })
    }

    /// The newest records of a kind that were not imported: as many as there may be, of so many bytes.
    fn newest(&self, rows: &Rows, kind: Kind, limit: usize, max_bytes: u64) -> Vec<RecordId> {
        let tenant = self.owner.tenant.as_str();
        let mut left = Span::from(keyspace::orders(tenant, kind, ""));
        let (mut ids, mut n_bytes, mut n_pages) = (Vec::new(), 0, 0);
        while left.start < left.end && n_pages < MAX_PASSED_OVER {
            let (keys, is_all) = rows.page(&left, (limit * ORDER_BYTES) as u32);
            let listed = keys.iter().filter_map(|key| Some((ordered_id(key)?, rows.read::<Ordered>(key)?)));
            for (id, row) in listed.filter(|(_, row)| !row.is_imported) {
                n_bytes += u64::from(row.n_bytes);
                if ids.len() < limit && n_bytes <= max_bytes {
                    ids.push(id);
                }
            }
            let is_full = ids.len() == limit || n_bytes > max_bytes;
            left.start = match keys.last() {
                Some(last) if !is_all && !is_full => [last.as_slice(), &[0]].concat(),
                _ => left.end.clone(),
            };
            n_pages += 1;
        }
        ids.retain(|id| rows.value(&keyspace::record(tenant, *id)).is_some());
        ids
    }

    /// The sessions of touches and turns, which come newest first. What was touched in none counts as one session.
    fn past(&self, rows: &Rows, touches: &[RecordId], turns: &[RecordId]) -> Vec<Past> {
        let tenant = self.owner.tenant.as_str();
        let mut sessions: Vec<Past> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for record in touches.iter().filter_map(|id| record_of(rows, tenant, *id)) {
            let Some(Body::FileTouch(touch)) = record.body else { continue };
            // What was not there cannot be touched again, and a search names a folder.
            let is_likely = touch.success && touch.operation != FileOperation::Search && is_of_project(&touch.path);
            if !is_likely {
                continue;
            }
            let place = *places.entry(record.session).or_insert(sessions.len());
            if place == sessions.len() {
                sessions.push(Past::default());
            }
            *sessions[place].files.entry(touch.path).or_default() += 1;
        }
        for record in turns.iter().filter_map(|id| record_of(rows, tenant, *id)) {
            let Some(Body::Turn(turn)) = record.body else { continue };
            // The oldest one comes last, and stays.
            if let (Role::User, Some(place)) = (turn.role, places.get(&record.session))
                && !record.session.is_empty()
            {
                sessions[*place].asked = turn.text;
            }
        }
        sessions
    }

    /// The newest errors that no later success with the same aim mended, and one more where there are more.
    fn errors(&self, rows: &Rows, calls: &[RecordId]) -> Vec<PastError> {
        let (mut known, mut mended) = (BTreeSet::new(), BTreeSet::new());
        let error = |id: &RecordId| {
            let record = record_of(rows, &self.owner.tenant, *id)?;
            let Some(Body::ToolCall(call)) = record.body else { return None };
            let aim = Aim::of(&call);
            if call.success == Some(true) {
                mended.insert(aim);
                return None;
            }
            let is_open = call.failed() && !mended.contains(&aim);
            let error = String::from(first_error_line(if call.error.is_empty() { &call.output } else { &call.error }));
            let is_new = is_open && !error.is_empty() && known.insert((call.tool.clone(), error.clone()));
            let (time, session) = (record.time.milliseconds(), record.session);
            is_new.then_some(PastError { id: id.text(), time, session, tool: call.tool, error })
        };
        calls.iter().filter_map(error).take(MAX_ERRORS + 1).collect()
    }
}
