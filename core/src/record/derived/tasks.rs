//! Tasks: the state of each by its steps, and counts of the files and tools that it used.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{RecordRef, Sign};
use crate::base::id::RecordId;
use crate::record::envelope::{Parent, Record};
use crate::record::event::{Body, TaskIntent, TaskStatus, TaskStep};
use crate::record::keyspace::{self, Keyspace, Scope, hash_name};
use crate::record::rows::{Rows, Span};

/// The byte of the ranking of tasks among the ranked rows.
const RANK: u8 = b't';

/// The state of a task, which follows from its steps alone. Without a step there is no row.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct TaskRow {
    #[n(0)]
    pub(crate) name: String,
    #[n(1)]
    pub(crate) status: TaskStatus,
    #[n(2)]
    pub(crate) description: String,
    #[n(3)]
    pub(crate) intent: Option<TaskIntent>,
    #[n(4)]
    pub(crate) outcome: String,
    /// The step that happened first.
    #[n(5)]
    pub(crate) first: Parent,
    /// The step that happened last; its status is that of the task.
    #[n(6)]
    pub(crate) newest: Parent,
    /// The newest steps that state the description, the intent and the outcome, in this order; `None` if no step does.
    #[n(7)]
    pub(crate) stated_by: [Option<Parent>; 3],
}

/// A task in the ranking of all tasks of one status.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct RankedTask {
    #[n(0)]
    pub(crate) name: String,
}

/// The things that are counted for a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum TaskCountKind {
    File = 0,
    Tool = 1,
}

/// How often a file was touched or a tool called for a task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct CountRow {
    #[n(0)]
    pub(crate) name: String,
    #[n(1)]
    pub(crate) n: u64,
}

pub(crate) fn task_key(tenant: &str, name: &str) -> Vec<u8> {
    keyspace::row_key(Keyspace::Task, tenant, [hash_name(name).as_slice()])
}

/// The prefix of the keys of the tasks with a status in the ranking, the last changed first.
pub(crate) fn ranked_tasks_prefix(tenant: &str, status: TaskStatus) -> Vec<u8> {
    keyspace::row_key(Keyspace::Ranked, tenant, [&[RANK, status as u8][..]])
}

/// The prefix of the keys of a task's counts of files or tools.
pub(crate) fn task_counts_prefix(tenant: &str, task: &str, counted: TaskCountKind) -> Vec<u8> {
    keyspace::row_key(Keyspace::TaskCount, tenant, [hash_name(task).as_slice(), &[counted as u8]])
}

fn count_key(record_ref: RecordRef<'_>, count_kind: TaskCountKind, name: &str) -> Vec<u8> {
    [task_counts_prefix(record_ref.tenant, &record_ref.record.task, count_kind).as_slice(), &hash_name(name)].concat()
}

/// Counts a touch or a call for its task.
pub(super) fn count(rows: &mut Rows, record_ref: RecordRef<'_>, count_kind: TaskCountKind, name: &str, sign: Sign) {
    if record_ref.record.task.is_empty() {
        return;
    }
    let key = count_key(record_ref, count_kind, name);
    let row: CountRow = rows.read(&key).unwrap_or_default();
    match sign.count(row.n, 1) {
        0 => rows.set(key, None),
        n => rows.put(key, &CountRow { name: String::from(name), n }),
    }
}

/// Updates the row of a task as a step is added or removed.
pub(super) fn apply(rows: &mut Rows, record_ref: RecordRef<'_>, step: &TaskStep, sign: Sign) {
    let key = task_key(record_ref.tenant, &record_ref.record.task);
    let before: Option<TaskRow> = rows.read(&key);
    let after = match sign {
        Sign::Add => Some(row_with(before.clone(), record_ref.id, &record_ref.record.task, step)),
        Sign::Remove => row_without(rows, record_ref),
    };
    let rank_key = |task: &TaskRow| {
        [ranked_tasks_prefix(record_ref.tenant, task.status).as_slice(), &task.newest.id().newest_first()].concat()
    };
    if let Some(before) = &before {
        rows.set(rank_key(before), None);
    }
    match after {
        Some(task) => {
            rows.put(rank_key(&task), &RankedTask { name: task.name.clone() });
            rows.put(key, &task);
        }
        None => rows.set(key, None),
    }
}

/// A task's row with one more step, which may have happened before others.
fn row_with(before: Option<TaskRow>, id: RecordId, name: &str, step: &TaskStep) -> TaskRow {
    let step_ref = Parent::of(id);
    let mut task = before.unwrap_or_else(|| TaskRow {
        name: String::from(name),
        status: step.status,
        description: String::new(),
        intent: None,
        outcome: String::new(),
        first: step_ref,
        newest: step_ref,
        stated_by: [None; 3],
    });
    task.first = task.first.min(step_ref);
    if task.newest <= step_ref {
        (task.newest, task.status) = (step_ref, step.status);
    }
    let is_newer = |stated: Option<Parent>, has_value: bool| has_value && stated.is_none_or(|stated| stated < step_ref);
    if is_newer(task.stated_by[0], !step.description.is_empty()) {
        (task.stated_by[0], task.description) = (Some(step_ref), step.description.clone());
    }
    if is_newer(task.stated_by[1], step.intent.is_some()) {
        (task.stated_by[1], task.intent) = (Some(step_ref), step.intent);
    }
    if is_newer(task.stated_by[2], !step.outcome.is_empty()) {
        (task.stated_by[2], task.outcome) = (Some(step_ref), step.outcome.clone());
    }
    task
}

/// A task's row without a step, computed from the steps that are left; `None` if there are none.
fn row_without(rows: &Rows, record_ref: RecordRef<'_>) -> Option<TaskRow> {
    let steps = Span::from(keyspace::scope_prefix(record_ref.tenant, Scope::Step, &record_ref.record.task));
    let ids = rows.all(&steps).filter_map(|(key, _)| keyspace::ordered_id(key));
    ids.filter(|id| *id != record_ref.id).fold(None, |task, id| {
        let key = keyspace::record_key(record_ref.tenant, id);
        let step = rows.value(&key).and_then(|value| Record::open(&key, value)).and_then(|(record, _)| record.body);
        match step {
            Some(Body::TaskStep(step)) => Some(row_with(task, id, &record_ref.record.task, &step)),
            // A damaged step is skipped: the row follows from the other steps.
            _ => task,
        }
    })
}
