//! What was worked on.

use alloc::string::String;
use alloc::vec::Vec;

use super::check_page_limit;
use crate::ask::{Attempt, Resumed};
use crate::base::sort::sort_by;
use crate::record::derived::{CountRow, Counted, RankedTask, TaskRow, counts_of, range_of, ranked_tasks, task_key};
use crate::record::gather::Gather;
use crate::record::rows::Call;
use crate::record::{RecordSpace, TaskIntent, TaskStatus};

/// The most files and tools of a task that are shown.
const MAX_COUNTS: usize = 100;
/// More bytes than a row has that says where a task stands: two names of at most 128 bytes, and 64 others.
const RANKED_BYTES: u32 = 320;

/// The question of `tasks`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TasksQuestion {
    /// None given: active and paused.
    pub statuses: Vec<TaskStatus>,
    /// 1 to 1,000.
    pub limit: u32,
}

/// A name and how often it occurred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCount {
    /// The name.
    pub name: String,
    /// How often.
    pub n: u64,
}

/// A task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// How it stands.
    pub status: TaskStatus,
    /// What is to be done.
    pub description: String,
    /// What it is about.
    pub intent: Option<TaskIntent>,
    /// What came of it.
    pub outcome: String,
    /// The time of its first step.
    pub started: i64,
    /// The time of its newest step.
    pub changed: i64,
    /// The most often touched first.
    pub files: Vec<NamedCount>,
    /// In all.
    pub n_files: u32,
    /// The most often called first.
    pub tools: Vec<NamedCount>,
    /// In all.
    pub n_tools: u32,
}

/// Tasks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskPage {
    /// What was changed last comes first.
    pub tasks: Vec<Task>,
    /// There are more than these.
    pub has_more: bool,
}

impl RecordSpace {
    /// What was worked on.
    pub(crate) fn tasks(&self, question: &TasksQuestion, resumed: Option<Resumed>) -> Attempt<TaskPage> {
        check_page_limit(question.limit)?;
        let mut statuses = question.statuses.clone();
        if statuses.is_empty() {
            statuses = vec![TaskStatus::Active, TaskStatus::Paused];
        }
        sort_by(&mut statuses, Ord::cmp);
        statuses.dedup();
        let words: Vec<u8> = statuses.iter().map(|status| *status as u8).collect();
        let call = Call::of(self.generation, "tasks", [words.as_slice(), &question.limit.to_le_bytes()]);
        let mut gather = Gather::new(call, resumed)?;
        let page = self.tasks_in(&mut gather, &statuses, question.limit)?;
        gather.end()?;
        Ok(page)
    }

    /// The tasks that stand so, of which each is named once.
    pub(crate) fn tasks_in(&self, gather: &mut Gather, statuses: &[TaskStatus], limit: u32) -> Attempt<TaskPage> {
        let tenant = &self.owner.tenant;
        let ranges = statuses.iter().map(|status| range_of(ranked_tasks(tenant, *status))).collect();
        let mut names = Vec::new();
        for (keys, _) in gather.pages(ranges, (limit + 1) * RANKED_BYTES)? {
            names.extend(keys.iter().filter_map(|key| Some(gather.rows.read::<RankedTask>(key)?.name)));
        }
        gather.keys(names.iter().map(|name| task_key(tenant, name)).collect())?;
        let mut rows: Vec<TaskRow> =
            names.iter().filter_map(|name| gather.rows.read(&task_key(tenant, name))).collect();
        sort_by(&mut rows, |one, other| other.newest.cmp(&one.newest));
        let has_more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        let counted = [Counted::File, Counted::Tool];
        let ranges = rows.iter().flat_map(|row| counted.map(|one| range_of(counts_of(tenant, &row.name, one))));
        gather.load([].into(), ranges.collect())?;
        let tasks = rows.into_iter().map(|row| {
            let [files, tools] = counted.map(|one| counts(gather, counts_of(tenant, &row.name, one)));
            task(row, files, tools)
        });
        Ok(TaskPage { tasks: tasks.collect(), has_more })
    }
}

/// The greatest counts, and how many there are.
fn counts(gather: &Gather, prefix: Vec<u8>) -> (Vec<NamedCount>, u32) {
    let (start, end) = range_of(prefix);
    let rows = gather.rows.range(&start, &end).filter_map(|(key, _)| gather.rows.read::<CountRow>(key));
    let mut counts: Vec<NamedCount> = rows.map(|row| NamedCount { name: row.name, n: row.n }).collect();
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
