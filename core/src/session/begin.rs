//! What a new session should begin with: files that it will likely touch, tasks that are open, what failed last.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::put_back::STEPS;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::sort::sort_by;
use crate::episode::Task;
use crate::record::event::{Body, TaskStatus};
use crate::record::gather::Gather;
use crate::record::keyspace::{self, Kind, end_of, ordered_id};
use crate::record::rows::Call;
use crate::record::stored::record_of;
use crate::record::{FileOperation, RecordSpace};
use crate::text::error_line::first_error_line;
use crate::text::terms::term_set;
use crate::window::NamedFactor;

/// The newest touches, and the newest calls, that are looked at.
const MOST_LOOKED_AT: usize = 2_000;
/// Bytes of their rows in the order of their kind.
const MOST_BYTES: u32 = 256 << 10;
/// The most tasks.
const MOST_TASKS: u32 = 20;
/// The most errors.
const MOST_ERRORS: usize = 5;
/// The most bytes of a message.
const MOST_MESSAGE_BYTES: usize = 65_536;
/// What a path that shares all its words with the message gains, in touches of just now.
const WORDS: f64 = 3.0;

/// The question of `begin`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BeginQuestion {
    /// What the session is asked to do, as far as it is known.
    pub message: String,
    /// How many files at most, 1 to 100.
    pub most: u32,
}

/// A file that a session will likely touch.
#[derive(Clone, Debug, PartialEq)]
pub struct LikelyFile {
    /// Its path.
    pub path: String,
    /// What it is ordered by: the sum of the factors.
    pub score: f64,
    /// `recency` of its touches, `words` that it shares with the message.
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
    /// Active and paused, newest first: at most 20.
    pub tasks: Vec<Task>,
    /// Newest first, each once: at most 5.
    pub errors: Vec<PastError>,
}

impl RecordSpace {
    /// What a new session should begin with.
    pub(crate) fn begin_session(&self, question: &BeginQuestion, resumed: Option<Resumed>) -> Attempt<Beginning> {
        let BeginQuestion { message, most } = question;
        if !(1..=100).contains(most) {
            return Err(Error::invalid("most", "from 1 to 100").into());
        }
        Error::check_limit("bytes of a message", message.len(), MOST_MESSAGE_BYTES)?;
        let call = Call::of(self.generation, "session.begin", [message.as_bytes(), &most.to_le_bytes()]);
        let mut gather = Gather::new(call, resumed)?;
        let touches = self.newest(&mut gather, Kind::FileTouch)?;
        let calls = self.newest(&mut gather, Kind::ToolCall)?;
        let tasks = self.tasks_in(&mut gather, &[TaskStatus::Active, TaskStatus::Paused], MOST_TASKS)?.tasks;
        gather.end()?;
        let mut files = self.likely(&gather, &touches, message);
        files.truncate(*most as usize);
        Ok(Beginning { files, tasks, errors: self.errors(&gather, &calls) })
    }

    /// The newest records of a kind, loaded.
    fn newest(&self, gather: &mut Gather, kind: Kind) -> Attempt<Vec<RecordId>> {
        let tenant = self.owner.tenant.as_str();
        let prefix = keyspace::orders(tenant, kind, "");
        let (keys, _) = gather.page(prefix.clone(), end_of(prefix), MOST_BYTES)?;
        let ids: Vec<RecordId> = keys.iter().filter_map(|key| ordered_id(key)).take(MOST_LOOKED_AT).collect();
        gather.keys(ids.iter().map(|id| keyspace::record(tenant, *id)).collect())?;
        Ok(ids)
    }

    fn likely(&self, gather: &Gather, touches: &[RecordId], message: &str) -> Vec<LikelyFile> {
        let tenant = self.owner.tenant.as_str();
        let asked = term_set(message);
        let mut recency: BTreeMap<String, f64> = BTreeMap::new();
        for (age, id) in touches.iter().enumerate() {
            let Some(Body::FileTouch(touch)) = record_of(&gather.rows, tenant, *id).and_then(|record| record.body)
            else {
                continue;
            };
            if touch.success && touch.operation != FileOperation::Search {
                *recency.entry(touch.path).or_default() += libm::exp(-(age as f64) / STEPS);
            }
        }
        let mut files: Vec<LikelyFile> = recency
            .into_iter()
            .map(|(path, recency)| {
                let own = term_set(&path);
                let n_shared = own.iter().filter(|word| asked.contains(word)).count();
                let share = if own.is_empty() { 0.0 } else { n_shared as f64 / own.len() as f64 };
                let factors: Vec<NamedFactor> = [("recency", recency), ("words", WORDS * share)]
                    .into_iter()
                    .filter(|(_, value)| *value > 0.0)
                    .map(|(name, value)| NamedFactor { name: name.into(), value })
                    .collect();
                LikelyFile { path, score: factors.iter().map(|factor| factor.value).sum(), factors }
            })
            .collect();
        sort_by(&mut files, |one, other| other.score.total_cmp(&one.score).then_with(|| one.path.cmp(&other.path)));
        files
    }

    fn errors(&self, gather: &Gather, calls: &[RecordId]) -> Vec<PastError> {
        let mut known = BTreeSet::new();
        let error = |id: &RecordId| {
            let record = record_of(&gather.rows, &self.owner.tenant, *id)?;
            let Some(Body::ToolCall(call)) = record.body else { return None };
            let error = String::from(first_error_line(if call.error.is_empty() { &call.output } else { &call.error }));
            let is_new = !call.success && !error.is_empty() && known.insert((call.tool.clone(), error.clone()));
            let (time, session) = (record.time.milliseconds(), record.session);
            is_new.then_some(PastError { id: id.text(), time, session, tool: call.tool, error })
        };
        calls.iter().filter_map(error).take(MOST_ERRORS).collect()
    }
}
