//! Tasks, the last changed first.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::check_page_limit;
use crate::ask::{Attempt, Resumed};
use crate::base::sort::sort_by;
use crate::base::time::Timestamp;
use crate::record::derived::{
    CountRow, DAY, RankedTask, TaskCountKind, TaskRow, ranked_tasks_prefix, task_counts_prefix, task_key,
};
use crate::record::envelope;
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;
use crate::record::to_do::session_of_to_do;
use crate::record::{RecordSpace, TaskIntent, TaskStatus};

/// The most files of a task that are returned, and the most tools.
const MAX_COUNTS: usize = 100;
/// The tasks that are looked through for the beginning of a session, as a multiple of those wanted.
const LOOK_BACK: u32 = 10;
/// How long an agent's to-do that nobody changes is at hand, in milliseconds: a week.
const MAX_TO_DO_AGE: i64 = 7 * DAY;
/// The most bytes of a row in the ranking of tasks: the tenant's and the task's names of at most 128 bytes each, and 64
/// others.
const RANKED_BYTES: u32 = 320;

/// Filters of a list of tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TasksQuestion {
    /// Only tasks of these statuses; empty: of active and paused ones.
    pub statuses: Vec<TaskStatus>,
    /// The most tasks to return, 1 to 1,000.
    pub limit: u32,
}

/// A counted file or tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCount {
    /// The path of the file, or the name of the tool.
    pub name: String,
    /// The number of touches or observed edits of the file, or of calls of the tool.
    pub n: u64,
}

/// A task, as its steps state it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The task's name, as its steps gave it.
    pub name: String,
    /// The status that the newest step states.
    pub status: TaskStatus,
    /// The work to do, in words.
    pub description: String,
    /// The kind of work; `None` if no step states it.
    pub intent: Option<TaskIntent>,
    /// The outcome, in words; empty if no step states it.
    pub outcome: String,
    /// The time of its first step, in milliseconds since 1970.
    pub started: i64,
    /// The time of its newest step, in milliseconds since 1970.
    pub changed: i64,
    /// The files touched for it, the most often touched first; at most 100.
    pub files: Vec<NamedCount>,
    /// The number of all files touched for it.
    pub n_files: u32,
    /// The tools called for it, the most often called first; at most 100.
    pub tools: Vec<NamedCount>,
    /// The number of all tools called for it.
    pub n_tools: u32,
}

/// The tasks that changed last, at most as many as were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskPage {
    /// The tasks, the last changed first.
    pub tasks: Vec<Task>,
    /// Whether there are more tasks.
    pub has_more: bool,
}

impl RecordSpace {
    pub(crate) fn tasks(&self, question: &TasksQuestion, resumed: Option<Resumed>) -> Attempt<TaskPage> {
        check_page_limit(question.limit)?;
        let mut statuses = question.statuses.clone();
        if statuses.is_empty() {
            statuses = vec![TaskStatus::Active, TaskStatus::Paused];
        }
        sort_by(&mut statuses, Ord::cmp);
        statuses.dedup();
        let status_bytes: Vec<u8> = statuses.iter().map(|status| *status as u8).collect();
        let call = Call::of(self.generation, "tasks", [status_bytes.as_slice(), &question.limit.to_le_bytes()]);
        call.answer(resumed, |rows| Ok(self.tasks_in(rows, &statuses, question.limit)))
    }

    /// The tasks with these statuses, which are distinct; the last changed first, at most `limit`.
    fn tasks_in(&self, rows: &Rows, statuses: &[TaskStatus], limit: u32) -> TaskPage {
        self.task_page(rows, self.newest_tasks(rows, statuses, limit + 1), limit)
    }

    /// The open tasks for the beginning of a session, the last changed first, at most `limit`. Of the to-dos of one
    /// session's agent the last changed stands for all, so that a long list leaves room for other tasks, and none that
    /// nobody changed for a week: whoever ends a session seldom ends its list.
    pub(crate) fn tasks_at_hand(&self, rows: &Rows, limit: u32, now: Timestamp) -> TaskPage {
        let statuses = [TaskStatus::Active, TaskStatus::Paused];
        let mut task_rows = self.newest_tasks(rows, &statuses, limit * LOOK_BACK);
        let mut listing_sessions: BTreeSet<String> = BTreeSet::new();
        task_rows.retain(|task| {
            let age = now.milliseconds() - task.newest.id().time().milliseconds();
            session_of_to_do(&task.name)
                .is_none_or(|session| listing_sessions.insert(String::from(session)) && age <= MAX_TO_DO_AGE)
        });
        self.task_page(rows, task_rows, limit)
    }

    /// The last changed tasks with these statuses, about `limit` of each.
    fn newest_tasks(&self, rows: &Rows, statuses: &[TaskStatus], limit: u32) -> Vec<TaskRow> {
        let tenant = &self.owner.tenant;
        let mut task_rows: Vec<TaskRow> = Vec::new();
        for status in statuses {
            let (keys, _) = rows.page(&Span::from(ranked_tasks_prefix(tenant, *status)), limit * RANKED_BYTES);
            let names = keys.iter().filter_map(|key| Some(rows.read::<RankedTask>(key)?.name));
            task_rows.extend(names.filter_map(|name| rows.read::<TaskRow>(&task_key(tenant, &name))));
        }
        sort_by(&mut task_rows, |one, other| other.newest.cmp(&one.newest));
        task_rows
    }

    /// The first of these tasks, with their counts.
    fn task_page(&self, rows: &Rows, mut task_rows: Vec<TaskRow>, limit: u32) -> TaskPage {
        let tenant = &self.owner.tenant;
        let has_more = task_rows.len() > limit as usize;
        task_rows.truncate(limit as usize);
        let tasks = task_rows.into_iter().map(|row| {
            let [files, tools] = [TaskCountKind::File, TaskCountKind::Tool]
                .map(|one| counts(rows, task_counts_prefix(tenant, &row.name, one)));
            task(row, files, tools)
        });
        TaskPage { tasks: tasks.collect(), has_more }
    }
}

/// The names with the greatest counts, at most [`MAX_COUNTS`], and how many names there are.
fn counts(rows: &Rows, prefix: Vec<u8>) -> (Vec<NamedCount>, u32) {
    let span = Span::from(prefix);
    let count_rows = rows.all(&span).filter_map(|(key, value)| envelope::read::<CountRow>(key, value));
    let mut counts: Vec<NamedCount> = count_rows.map(|row| NamedCount { name: row.name, n: row.n }).collect();
    sort_by(&mut counts, |one, other| other.n.cmp(&one.n).then_with(|| one.name.cmp(&other.name)));
    let n = counts.len() as u32;
    counts.truncate(MAX_COUNTS);
    (counts, n)
}

fn task(row: TaskRow, (files, n_files): (Vec<NamedCount>, u32), (tools, n_tools): (Vec<NamedCount>, u32)) -> Task {
    Task {
        started: row.first.id().time().milliseconds(),
        changed: row.newest.id().time().milliseconds(),
        name: row.name,
        status: row.status,
        description: row.description,
        intent: row.intent,
        outcome: row.outcome,
        files,
        n_files,
        tools,
        n_tools,
    }
}
