//! The model's answers to questions about many records, each counted anew from the list of all records.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use scrubjay_core::episode::{
    CoEdit, CoEditsQuestion, NamedCount, Pattern, PatternsQuestion, RankedStrategy, StrategiesQuestion, Task,
    TasksQuestion, ToolStat, ToolStatsQuestion,
};
use scrubjay_core::record::{Event, EventBody, FileOperation, Origin, TaskStatus, TaskStep, ToolCall};

use super::model::{DAY, Held, Tenant, stored};

/// The most files and tools that are shown of a task, and the most files of a pattern.
const MAX_COUNTS: usize = 100;
const MAX_FILES: usize = 16;
/// The most files that are counted for a pattern.
const MAX_COUNTED_FILES: usize = 64;

fn day(time: i64) -> i64 {
    time / DAY * DAY
}

/// For each pair of files the occasions on which both were edited: the day of each, and whether it was imported.
type Pairs = BTreeMap<(String, String), Vec<(i64, bool)>>;

impl Tenant {
    fn steps(&self) -> BTreeMap<&String, Vec<(&Held, &TaskStep)>> {
        let mut tasks = BTreeMap::<_, Vec<_>>::new();
        for held in self.records.values() {
            if let EventBody::TaskStep(step) = &held.event.body {
                tasks.entry(&held.event.task).or_default().push((held, step));
            }
        }
        tasks
    }

    /// The tasks with one of the statuses, the last changed first.
    pub fn tasks(&self, question: &TasksQuestion) -> Vec<Task> {
        let mut tasks = Vec::new();
        for (name, steps) in self.steps() {
            let (first, (newest, last)) = (steps[0].0, steps[steps.len() - 1]);
            let asked_for = match question.statuses.is_empty() {
                true => &[TaskStatus::Active, TaskStatus::Paused][..],
                false => &question.statuses,
            };
            if !asked_for.contains(&last.status) {
                continue;
            }
            let newest_text = |text: fn(&TaskStep) -> &String| {
                let found = steps.iter().rev().map(|(_, step)| text(step)).find(|text| !text.is_empty());
                found.cloned().unwrap_or_default()
            };
            let events = || self.records.values().map(|held| &held.event).filter(|event| event.task == *name);
            let files = events().filter_map(|event| match &event.body {
                EventBody::FileTouch(touch) => Some(&touch.path),
                _ => None,
            });
            let tools = events().filter_map(|event| match &event.body {
                EventBody::ToolCall(call) => Some(&call.tool),
                _ => None,
            });
            let top = |counts: Vec<NamedCount>| counts.into_iter().take(MAX_COUNTS).collect();
            let (files, tools) = (Tenant::counted(files), Tenant::counted(tools));
            let (n_files, n_tools) = (files.len() as u32, tools.len() as u32);
            let task = Task {
                name: name.clone(),
                status: last.status,
                description: newest_text(|step| &step.description),
                intent: steps.iter().rev().find_map(|(_, step)| step.intent),
                outcome: newest_text(|step| &step.outcome),
                started: first.event.time,
                changed: newest.event.time,
                files: top(files),
                n_files,
                tools: top(tools),
                n_tools,
            };
            tasks.push((newest.id.clone(), task));
        }
        tasks.sort_by_key(|(newest, _)| Reverse(newest.clone()));
        tasks.into_iter().map(|(_, task)| task).collect()
    }

    /// The statistics of tools, and the start of the days that they count.
    pub fn tool_stats(&self, question: &ToolStatsQuestion) -> (Vec<ToolStat>, i64) {
        let since = (question.now / DAY - i64::from(question.days) + 1).max(0) * DAY;
        let (end, channel) = (day(question.now) + DAY, stored(&question.channel));
        let mut calls = BTreeMap::<&String, Vec<&ToolCall>>::new();
        for held in self.records.values() {
            let EventBody::ToolCall(call) = &held.event.body else { continue };
            let is_asked = (channel.is_empty() || channel == held.event.channel)
                && (question.intent.is_none() || question.intent == held.intent)
                && (since..end).contains(&held.event.time);
            if is_asked {
                calls.entry(&call.tool).or_default().push(call);
            }
        }
        let mut stats: Vec<ToolStat> = calls.into_iter().map(|(tool, calls)| stat(tool, &calls)).collect();
        stats.sort_by_key(|stat| Reverse(stat.n_calls));
        (stats, since)
    }

    /// The strategies that match a question, the best first.
    pub fn strategies(&self, question: &StrategiesQuestion) -> Vec<RankedStrategy> {
        let ranked = |held: &Held| {
            let EventBody::Strategy(plan) = &held.event.body else { return None };
            let uses = || {
                self.records.values().filter_map(|other| match &other.event.body {
                    EventBody::StrategyUse(used) if used.strategy == held.id => Some((used.success, other.event.time)),
                    _ => None,
                })
            };
            let last_used = uses().map(|(_, time)| time).max();
            let uses = uses().map(|(success, _)| success);
            let (successes, failures): (Vec<bool>, Vec<bool>) = uses.partition(|success| *success);
            let (n_successes, n_failures) = (successes.len() as u64, failures.len() as u64);
            Some(RankedStrategy {
                id: held.id.clone(),
                description: plan.description.clone(),
                context: plan.context.clone(),
                task_type: plan.task_type.clone(),
                tools: plan.tools.clone(),
                channel: held.event.channel.clone(),
                trust: held.trust,
                n_successes,
                n_failures,
                last_used,
                score: (n_successes + 1) as f64 / (n_successes + n_failures + 2) as f64,
            })
        };
        let is_asked = |strategy: &RankedStrategy| {
            let channel = strategy.channel.as_str();
            (question.task_type.is_empty() || stored(&question.task_type) == strategy.task_type)
                && (question.channel.is_empty() || channel == stored(&question.channel) || channel == "_global")
        };
        let mut strategies: Vec<RankedStrategy> = self.records.values().filter_map(ranked).filter(is_asked).collect();
        strategies.sort_by(|one, other| other.score.total_cmp(&one.score).then_with(|| one.id.cmp(&other.id)));
        strategies
    }

    fn pairs(&self) -> Pairs {
        let mut occasions = BTreeMap::<_, BTreeMap<&String, i64>>::new();
        for held in self.records.values() {
            let EventBody::FileTouch(touch) = &held.event.body else { continue };
            let is_edit = touch.success && matches!(touch.operation, FileOperation::Write | FileOperation::Edit);
            if !is_edit || touch.path.starts_with('/') {
                continue;
            }
            let Event { task, session, time, origin, .. } = &held.event;
            let occasion = match (task.is_empty(), session.is_empty()) {
                (false, _) => (Some(task), None, None),
                (true, false) => (None, Some(session), None),
                (true, true) => (None, None, Some(day(*time))),
            };
            let files = occasions.entry((occasion, *origin == Origin::Imported)).or_default();
            let first_day = files.entry(&touch.path).or_insert(day(*time));
            *first_day = day(*time).min(*first_day);
        }
        let mut pairs = Pairs::new();
        for ((_, is_imported), files) in occasions {
            for (nth, (path, first_day)) in files.iter().enumerate() {
                for (other, other_first_day) in files.iter().skip(nth + 1) {
                    let pair = pairs.entry(((*path).clone(), (*other).clone())).or_default();
                    pair.push((*first_day.max(other_first_day), is_imported));
                }
            }
        }
        pairs
    }

    /// The pairs that match a question, by their number of occasions, then by their names.
    pub fn co_edits(&self, question: &CoEditsQuestion) -> Vec<CoEdit> {
        let path = if question.path.is_empty() { String::new() } else { self.meant_path(&question.path) };
        let mut co_edits = Vec::new();
        for ((one, other), occasions) in self.pairs() {
            let n = occasions.len() as u64;
            let n_imported = occasions.iter().filter(|(_, is_imported)| *is_imported).count() as u64;
            let days = || occasions.iter().map(|(day, _)| *day);
            let (first_day, last_day) = (days().min(), days().max());
            let (path, other) = match path.is_empty() || path == one {
                true => (one, other),
                false if path == other => (other, one),
                false => continue,
            };
            if n >= u64::from(question.min_occasions) {
                let (first_day, last_day) = (first_day.unwrap_or(0), last_day.unwrap_or(0));
                co_edits.push(CoEdit {
                    path,
                    other,
                    n,
                    n_imported,
                    confidence: n as f64 / (n + 2) as f64,
                    first_day,
                    last_day,
                });
            }
        }
        co_edits
            .sort_by(|one, two| two.n.cmp(&one.n).then_with(|| (&one.path, &one.other).cmp(&(&two.path, &two.other))));
        co_edits
    }

    /// The patterns that match a question, the most frequent first.
    pub fn patterns(&self, question: &PatternsQuestion) -> Vec<Pattern> {
        let (mut by_pattern, subject) = (BTreeMap::<_, Vec<_>>::new(), stored(&question.subject));
        for held in self.records.values() {
            let Some(pattern_seen) = &held.seen else { continue };
            if question.kind.is_none_or(|kind| kind == pattern_seen.kind) && pattern_seen.subject.starts_with(&subject)
            {
                by_pattern
                    .entry((pattern_seen.kind, &pattern_seen.subject, &pattern_seen.signature))
                    .or_default()
                    .push((held, pattern_seen));
            }
        }
        let pattern =
            |((kind, subject, signature), occurrences): ((_, &String, &String), Vec<(&Held, &super::model::Seen)>)| {
                let days: BTreeSet<i64> = occurrences.iter().map(|(held, _)| day(held.event.time)).collect();
                let mut files = Tenant::counted(occurrences.iter().flat_map(|(_, seen)| &seen.files));
                let n_files = files.len().min(MAX_COUNTED_FILES) as u32;
                files.truncate(MAX_FILES);
                let n = occurrences.len() as u64;
                Pattern {
                    kind,
                    subject: subject.clone(),
                    signature: signature.clone(),
                    files,
                    n_files,
                    n,
                    confidence: n as f64 / (n + 2) as f64,
                    first_day: days.first().copied().unwrap_or(0),
                    last_day: days.last().copied().unwrap_or(0),
                }
            };
        let mut patterns: Vec<Pattern> = by_pattern.into_iter().map(pattern).collect();
        patterns.sort_by_key(|pattern| Reverse(pattern.n));
        patterns
    }
}

fn stat(tool: &str, calls: &[&ToolCall]) -> ToolStat {
    let mean = |field: fn(&ToolCall) -> Option<u32>| {
        let values: Vec<u64> = calls.iter().filter_map(|call| field(call)).map(u64::from).collect();
        (!values.is_empty()).then(|| values.iter().sum::<u64>() as f64 / values.len() as f64)
    };
    let n = |is: fn(&&&ToolCall) -> bool| calls.iter().filter(is).count() as u64;
    let (n_successes, n_failures) =
        (n(|call| call.success == Some(true)), n(|call| call.success == Some(false) && !call.refused));
    ToolStat {
        tool: tool.to_owned(),
        n_calls: calls.len() as u64,
        n_successes,
        n_failures,
        n_refused: n(|call| call.refused),
        n_unknown: n(|call| call.success.is_none() && !call.refused),
        success_rate: match n_successes + n_failures {
            0 => None,
            n_ended => Some(n_successes as f64 / n_ended as f64),
        },
        mean_duration: mean(|call| call.duration),
        mean_context_tokens: mean(|call| call.context_tokens),
    }
}
