//! Reminders for a task, within a budget: past work like it, notes that fit, open tasks and values of the user's
//! profile. The answer also has the files that the past work touched, which are likely to matter again.
//!
//! Reminders are found in the same way as the beginning of a session (`begin`). Weak fits and untrusted records are
//! left out, because an agent reads them before it does anything. The best of each kind come first, so that a small
//! budget has some of each.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::begin::FoundWork;
use super::question::{RecallHit, RecallQuestion, Recalled};
use super::reminder::{DraftReminder, Reminder, ReminderKind, is_open};
use super::weighting::Weighting;
use crate::ask::{Attempt, Resumed};
use crate::base::beside::{WeightedPath, check_errors};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::sort;
use crate::base::time::Timestamp;
use crate::episode::HeldValue;
use crate::record::derived::{TaskRow, task_key};
use crate::record::event::Body;
use crate::record::guard::{Guard, MaskNames};
use crate::record::keyspace::Kind;
use crate::record::project::is_in_project;
use crate::record::rows::Rows;
use crate::record::run::Call;
use crate::record::stored::record_of;
use crate::record::{FileOperation, RecordSpace, Trust};
use crate::text::tokens::{Cost, estimate_tokens};

/// The most bytes of a task.
const MAX_TASK_BYTES: usize = 64 << 10;
/// The allowed budgets, in estimated tokens.
const BUDGETS: core::ops::RangeInclusive<u32> = 64..=1_000_000;
/// The most pieces of past work.
const MAX_LIMIT: u32 = 10;
/// The most notes, decisions and lessons together.
const MAX_NOTES: u32 = 5;
/// The most open tasks.
const MAX_TASKS: u32 = 3;
/// The most values of the profile.
const MAX_VALUES: usize = 10;
/// The most likely files.
const MAX_LIKELY: usize = 20;
/// The number of the newest touches of each piece of past work that are examined.
const MAX_TOUCHES: usize = 200;
/// The weight of a file that the past work only read; 1 if it changed the file.
const READ_ONLY_WEIGHT: f64 = 0.5;

/// The task for which `remind` looks for records, and the budget for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemindQuestion {
    /// The work to do, in words.
    pub task: String,
    /// The texts of errors at hand, which are searched for like the task.
    pub errors: Vec<String>,
    /// The most tokens of all reminders together, estimated: 64 to 1,000,000.
    pub budget: u32,
    /// The most pieces of past work, up to 10.
    pub limit: u32,
    /// The time of the question, in milliseconds since 1970.
    pub now: i64,
}

/// Records that a task calls to mind, as quotations for its context.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reminders {
    /// The reminders: the best of each kind, then the second best of each.
    pub pieces: Vec<Reminder>,
    /// The reminders as one text, each followed by an empty line.
    pub text: String,
    /// The estimated tokens of `text`, which never exceed the budget.
    pub tokens: u32,
    /// How many reminders were left out because they exceed the budget.
    pub n_left_out: u32,
    /// The files that the past work touched, the likeliest first.
    pub likely: Vec<WeightedPath>,
    /// Whether reminders may be missing, because records are not indexed yet or the index is damaged.
    pub is_incomplete: bool,
}

impl MaskNames for RemindQuestion {
    fn mask(&mut self, guard: Guard) {
        guard.mask_name(&mut self.task);
        self.errors.iter_mut().for_each(|error| guard.mask_name(error));
    }
}

impl RecordSpace {
    pub(crate) fn remind(&self, question: &RemindQuestion, resumed: Option<Resumed>) -> Attempt<Reminders> {
        check(question)?;
        let now = Timestamp::checked("now", question.now)?;
        let call = Call::of(self.generation, "remind", [alloc::format!("{question:?}").as_bytes()]);
        call.answer(resumed, |rows| self.reminders(rows, question, now))
    }

    fn reminders(&self, rows: &Rows, question: &RemindQuestion, now: Timestamp) -> Result<Reminders, Error> {
        let RemindQuestion { task, errors, budget, limit, .. } = question;
        // Each by itself: the words of a long error would make what fits the task seem to fit weakly.
        let texts = [task.clone(), errors.join("\n")].into_iter().filter(|text| !text.trim().is_empty());
        let fitting_records: Vec<FittingRecords> =
            texts.map(|text| self.fitting_text(rows, &text, *limit, now)).collect::<Result<_, Error>>()?;
        let FittingRecords { works, notes, steps, is_incomplete } =
            FittingRecords::merged(fitting_records, *limit as usize);
        let (likely, values) = (self.likely_files(rows, &works), self.drafts_of_values(rows));
        let is_open = |draft: &DraftReminder| draft.kind == ReminderKind::OpenTask;
        let (mut open_tasks, past_work): (Vec<DraftReminder>, Vec<DraftReminder>) =
            self.drafts_of_works(rows, &works).into_iter().partition(is_open);
        open_tasks.extend(self.drafts_of_tasks(rows, &steps, &works));
        rows.check_complete()?;
        let kinds = vec![past_work, notes.iter().filter_map(DraftReminder::of_note).collect(), open_tasks, values];
        Ok(Reminders { likely, is_incomplete, ..fill_budget(merge_equal(interleave(kinds)), *budget) })
    }

    /// Finds the past work, the notes and the steps of tasks that fit a text, each best first.
    fn fitting_text(&self, rows: &Rows, text: &str, limit: u32, now: Timestamp) -> Result<FittingRecords, Error> {
        let of_notes =
            RecallQuestion::excluding_untrusted(vec![Kind::Note, Kind::Lesson, Kind::Decision], MAX_NOTES, now);
        let of_tasks = RecallQuestion::excluding_untrusted(vec![Kind::TaskStep], MAX_TASKS, now);
        let of_work = RecallQuestion::excluding_untrusted(vec![Kind::Turn, Kind::TaskStep], 1, now);
        let of_work = RecallQuestion { weighting: Weighting::Work, ..of_work };
        let search = self.search(rows, text, now)?;
        let hits = |question: &RecallQuestion| self.choose_hits(rows, &search, &self.filter(rows, question), question);
        let works = self.past_work(rows, &search, &of_work, limit as usize);
        let (notes, steps) = (hits(&of_notes), hits(&of_tasks));
        rows.check_complete()?;
        let (Recalled { hits: notes, is_incomplete, .. }, Recalled { hits: steps, .. }) = (notes?, steps?);
        Ok(FittingRecords { works, notes, steps, is_incomplete })
    }

    fn drafts_of_works(&self, rows: &Rows, works: &[FoundWork]) -> Vec<DraftReminder> {
        let draft = |found_work: &FoundWork| {
            let id = RecordId::parse(&found_work.work.id)?;
            Some(DraftReminder::of_work(id, record_of(rows, &self.owner.tenant, id)?.trust(), found_work))
        };
        works.iter().filter_map(draft).collect()
    }

    /// Open tasks of which a step fits, unless past work for them is among `works`.
    fn drafts_of_tasks(&self, rows: &Rows, steps: &[RecallHit], works: &[FoundWork]) -> Vec<DraftReminder> {
        let draft = |hit: &RecallHit| {
            let task: TaskRow = rows.read(&task_key(&self.owner.tenant, &hit.event.event.task))?;
            let has_past_work = works.iter().any(|found| found.work.task == task.name);
            if is_open(task.status) && !has_past_work { DraftReminder::of_task(hit, &task) } else { None }
        };
        steps.iter().filter_map(draft).collect()
    }

    /// The newest values of the profile that are not untrusted.
    fn drafts_of_values(&self, rows: &Rows) -> Vec<DraftReminder> {
        let mut values = self.profile_values(rows);
        sort::sort_by(&mut values, |one, other| other.time.cmp(&one.time).then_with(|| one.key.cmp(&other.key)));
        let draft = |value: &HeldValue| {
            let id = RecordId::parse(&value.id)?;
            let trust = record_of(rows, &self.owner.tenant, id)?.trust();
            (trust > Trust::Untrusted).then(|| DraftReminder::of_value(id, trust, value))
        };
        values.iter().filter_map(draft).take(MAX_VALUES).collect()
    }

    /// The files that past work touched, the likeliest first.
    fn likely_files(&self, rows: &Rows, works: &[FoundWork]) -> Vec<WeightedPath> {
        let best_score = works.iter().map(|found_work| found_work.work.score).fold(0.0, f64::max);
        let mut weights: BTreeMap<String, f64> = BTreeMap::new();
        for found_work in works.iter().filter(|found_work| found_work.work.score > 0.0) {
            for (path, weight) in self.touched_in(rows, &found_work.work.id) {
                *weights.entry(path).or_default() += weight * found_work.work.score / best_score;
            }
        }
        let mut likely_files: Vec<WeightedPath> =
            weights.into_iter().map(|(path, weight)| WeightedPath { path, weight }).collect();
        // Stable: of those that weigh the same the paths are in their order.
        sort::sort_by(&mut likely_files, |one, other| other.weight.total_cmp(&one.weight));
        likely_files.truncate(MAX_LIKELY);
        likely_files
    }

    /// The files that were touched in the work which a record requested, each with a weight: 1 if it was changed, else
    /// [`READ_ONLY_WEIGHT`].
    fn touched_in(&self, rows: &Rows, id: &str) -> BTreeMap<String, f64> {
        let mut weights_by_path: BTreeMap<String, f64> = BTreeMap::new();
        let tenant = self.owner.tenant.as_str();
        let record = RecordId::parse(id).and_then(|id| record_of(rows, tenant, id));
        let Some(record) = record else { return weights_by_path };
        let of_work = self.records_of_work(rows, &record).into_iter();
        let touches = of_work.filter(|(_, row)| row.kind == Some(Kind::FileTouch)).take(MAX_TOUCHES);
        for touch in touches.filter_map(|(id, _)| record_of(rows, tenant, id)) {
            let Some(Body::FileTouch(touch)) = touch.body else { continue };
            // What was not there is touched by nobody, and a search names a folder.
            if touch.success && touch.operation != FileOperation::Search && is_in_project(&touch.path) {
                let weight = if touch.operation.changes() { 1.0 } else { READ_ONLY_WEIGHT };
                let max_weight = weights_by_path.entry(touch.path).or_default();
                *max_weight = max_weight.max(weight);
            }
        }
        weights_by_path
    }
}

/// The records that fit a text, each list best first.
struct FittingRecords {
    works: Vec<FoundWork>,
    notes: Vec<RecallHit>,
    /// Records of steps of tasks.
    steps: Vec<RecallHit>,
    is_incomplete: bool,
}

impl FittingRecords {
    /// Merges the records that fit several texts: the best of each text, then the second best, each record once.
    fn merged(records_of_texts: Vec<FittingRecords>, limit: usize) -> FittingRecords {
        let is_incomplete = records_of_texts.iter().any(|records| records.is_incomplete);
        let (mut works, mut notes, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for records in records_of_texts {
            works.push(records.works);
            notes.push(records.notes);
            steps.push(records.steps);
        }
        let id_of_hit = |hit: &RecallHit| hit.event.id.clone();
        FittingRecords {
            works: first_distinct(interleave(works), limit, |found| found.work.id.clone()),
            notes: first_distinct(interleave(notes), MAX_NOTES as usize, id_of_hit),
            steps: first_distinct(interleave(steps), MAX_TASKS as usize, id_of_hit),
            is_incomplete,
        }
    }
}

/// The first entries, at most `limit`; of entries with the same id only the first counts.
fn first_distinct<T>(mut entries: Vec<T>, limit: usize, id: impl Fn(&T) -> String) -> Vec<T> {
    let mut known_ids = BTreeSet::new();
    entries.retain(|one| known_ids.insert(id(one)));
    entries.truncate(limit);
    entries
}

/// The first entry of each list, then the second of each, and so on.
pub(crate) fn interleave<T>(lists: Vec<Vec<T>>) -> Vec<T> {
    let mut lists: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    let mut interleaved = Vec::new();
    loop {
        let n_before = interleaved.len();
        lists.iter_mut().for_each(|list| interleaved.extend(list.next()));
        if interleaved.len() == n_before {
            return interleaved;
        }
    }
}

/// Merges reminders with the same content, white space ignored, and counts those that were merged into the first.
fn merge_equal(drafts: Vec<DraftReminder>) -> Vec<DraftReminder> {
    let mut merged: Vec<DraftReminder> = Vec::new();
    let mut index_by_content: BTreeMap<String, usize> = BTreeMap::new();
    for draft in drafts {
        let content = draft.content.split_whitespace().collect::<Vec<&str>>().join(" ");
        match index_by_content.get(&content) {
            Some(at) => merged[*at].n_alike += 1 + draft.n_alike,
            None => {
                index_by_content.insert(content, merged.len());
                merged.push(draft);
            }
        }
    }
    merged
}

/// Adds reminders in order while the budget lasts; one that exceeds it is left out, and a shorter one may follow.
fn fill_budget(drafts: Vec<DraftReminder>, budget: u32) -> Reminders {
    let mut reminders = Reminders::default();
    let mut budget_left = Cost::of_tokens(budget);
    for piece in drafts.into_iter().map(DraftReminder::reminder) {
        match budget_left.minus(Cost::of(&piece.text) + Cost::of("\n")) {
            Some(remaining_budget) => {
                budget_left = remaining_budget;
                reminders.text.push_str(&piece.text);
                reminders.text.push('\n');
                reminders.pieces.push(piece);
            }
            None => reminders.n_left_out += 1,
        }
    }
    reminders.tokens = estimate_tokens(&reminders.text);
    reminders
}

fn check(question: &RemindQuestion) -> Result<(), Error> {
    let RemindQuestion { task, errors, budget, limit, .. } = question;
    if task.trim().is_empty() {
        return Err(Error::invalid("task", "it is empty: say in words what is to be done"));
    }
    Error::check_limit("bytes of a task", task.len(), MAX_TASK_BYTES)?;
    check_errors(errors)?;
    if !BUDGETS.contains(budget) {
        return Err(Error::invalid("budget", "64 to 1,000,000 tokens"));
    }
    if *limit > MAX_LIMIT {
        return Err(Error::invalid("limit", "from 0 to 10"));
    }
    Ok(())
}
