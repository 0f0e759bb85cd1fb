//! Compaction: removes the oldest entries of a context, and keeps their content as data and as a summary.
//!
//! Entries are removed first by their number, then by their tokens, and never between a call and its result. Repeated
//! facts and long-completed tasks are removed too. No model is asked here: a model's summary comes in as an argument,
//! and is checked.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value as Json;

use super::cut::safe_cuts;
use super::document::Members;
use super::space::drop_first;
use super::stored::{NumberedEntry, SessionHead, SessionRows};
use super::survived::Survived;
use super::{summary, versions};
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::time::Timestamp;
use crate::effects::Effects;
use crate::record::RecordSpace;
use crate::record::rows::Rows;
use crate::window::NewItem;

/// An hour in milliseconds.
const HOUR: i64 = 3_600_000;
/// Times from this number on are in milliseconds, smaller ones in seconds.
const MIN_MILLISECONDS: f64 = 1e11;
/// The maximum of a setting.
const MAX_SETTING: u32 = 100_000_000;

/// The limits that start a compaction, and the entries and tasks that remain after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompactionSettings {
    /// The most entries before a compaction.
    pub max_entries: u32,
    /// The number of newest entries that remain: more where no cut is safe, fewer if they have too many tokens.
    pub keep_entries: u32,
    /// The most tokens before a compaction.
    pub max_tokens: u32,
    /// How long a completed task remains after its last update, in hours.
    pub task_hours: u32,
    /// Whether to compact even within the limits.
    pub is_manual: bool,
}

impl Default for CompactionSettings {
    fn default() -> CompactionSettings {
        CompactionSettings { max_entries: 50, keep_entries: 30, max_tokens: 100_000, task_hours: 24, is_manual: false }
    }
}

impl CompactionSettings {
    pub(super) fn check(self) -> Result<CompactionSettings, Error> {
        let CompactionSettings { max_entries, keep_entries, max_tokens, task_hours, .. } = self;
        for (name, value) in [("max-entries", max_entries), ("keep-entries", keep_entries), ("max-tokens", max_tokens)]
        {
            if !(1..=MAX_SETTING).contains(&value) {
                return Err(Error::invalid(name, "from 1 to 100,000,000"));
            }
        }
        match task_hours > 876_000 {
            true => Err(Error::invalid("task-hours", "from 0 to 876,000")),
            false => Ok(self),
        }
    }

    /// The settings as bytes for a ticket.
    pub(super) fn ticket_bytes(self) -> Vec<u8> {
        let numbers =
            [self.max_entries, self.keep_entries, self.max_tokens, self.task_hours, u32::from(self.is_manual)];
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }
}

/// The limit or the demand by which entries were removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompactionTrigger {
    /// No entries were removed.
    None,
    /// The history had too many entries.
    Entries,
    /// The entries had too many tokens.
    Tokens,
    /// The caller demanded a compaction within the limits.
    Manual,
}

impl CompactionTrigger {
    fn word(self) -> &'static str {
        match self {
            CompactionTrigger::None => "",
            CompactionTrigger::Entries => "entries",
            CompactionTrigger::Tokens => "tokens",
            CompactionTrigger::Manual => "manual",
        }
    }
}

/// The rows of a compaction, which must be committed, and its report.
#[derive(Clone, Debug, PartialEq)]
pub struct Compacted {
    /// The rows that the host must commit.
    pub effects: Effects,
    /// If nothing was removed, the version is the one before and the summary is empty.
    pub report: Compaction,
}

/// How many entries, facts and tasks a compaction removed, and the size of the history after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compaction {
    /// `None` if at most facts and tasks were removed.
    pub trigger: CompactionTrigger,
    /// The number of entries removed.
    pub n_removed: u32,
    /// The number of entries left.
    pub n_entries: u32,
    /// The number of repeated facts removed.
    pub n_facts_removed: u32,
    /// The number of completed tasks removed.
    pub n_tasks_removed: u32,
    /// The tokens of the history before.
    pub tokens_before: u64,
    /// The tokens of the history after; above the limit if no safe cut is left, as in a call with a large result.
    pub tokens_after: u64,
    /// The version of the context after the compaction.
    pub version: u64,
    /// The text added to the long-term summary.
    pub summary: String,
    /// The bytes of the long-term summary's oldest lines that were removed.
    pub n_summary_bytes_left_out: u64,
}

/// The entries to remove, and why.
pub(super) struct Plan {
    pub(super) trigger: CompactionTrigger,
    /// The parts of each entry to remove, oldest first.
    pub(super) leaving_entries: Vec<Vec<NewItem>>,
}

impl Plan {
    /// The bytes of all texts to remove.
    pub(super) fn n_bytes(&self) -> usize {
        self.leaving_entries.iter().flatten().map(|item| item.text.len()).sum()
    }
}

/// Decides which entries are removed.
pub(super) fn plan_compaction(entries: &[NumberedEntry], settings: CompactionSettings) -> Plan {
    let mut items: Vec<Vec<NewItem>> = Vec::new();
    let is_long = entries.len() > settings.max_entries as usize;
    let tokens: u64 = entries.iter().map(|(_, entry)| u64::from(entry.tokens)).sum();
    if !is_long && !settings.is_manual && tokens <= u64::from(settings.max_tokens) {
        return Plan { trigger: CompactionTrigger::None, leaving_entries: items };
    }
    items.extend(entries.iter().map(|(_, entry)| entry.items()));
    let is_safe = safe_cuts(&items);
    let (mut cut, mut trigger) = (0, CompactionTrigger::None);
    if is_long || settings.is_manual {
        cut = last_safe(&is_safe, entries.len().saturating_sub(settings.keep_entries as usize));
        trigger = if is_long { CompactionTrigger::Entries } else { CompactionTrigger::Manual };
    }
    // Each round removes the oldest half of what is left, so that the next compaction is not due at once.
    while tokens_of(&entries[cut..]) > u64::from(settings.max_tokens) {
        let next_cut = last_safe(&is_safe, cut + (entries.len() - cut).div_ceil(2)).max(first_safe(&is_safe, cut + 1));
        if next_cut <= cut || next_cut >= entries.len() {
            break;
        }
        (cut, trigger) =
            (next_cut, if trigger == CompactionTrigger::None { CompactionTrigger::Tokens } else { trigger });
    }
    items.truncate(cut);
    Plan { trigger: if cut == 0 { CompactionTrigger::None } else { trigger }, leaving_entries: items }
}

fn tokens_of(entries: &[NumberedEntry]) -> u64 {
    entries.iter().map(|(_, entry)| u64::from(entry.tokens)).sum()
}

/// The last safe cut up to `limit`; 0 if there is none.
fn last_safe(is_safe: &[bool], limit: usize) -> usize {
    (0..=limit.min(is_safe.len() - 1)).rev().find(|at| is_safe[*at]).unwrap_or(0)
}

/// The first safe cut from `min` on; the end if there is none.
fn first_safe(is_safe: &[bool], min: usize) -> usize {
    (min..is_safe.len()).find(|at| is_safe[*at]).unwrap_or(is_safe.len())
}

impl RecordSpace {
    /// Compacts the context of a session: removes entries if a limit is exceeded or `is_manual` is set, and repeated
    /// facts and old tasks in any case. `given`: a summary of the removed entries; `None`: one by rule.
    pub(crate) fn compact_session(
        &self,
        id: &str,
        settings: CompactionSettings,
        given: Option<&[u8]>,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Attempt<Compacted> {
        let (settings, now) = (settings.check()?, Timestamp::checked("now", now)?);
        let (numbers, time) = (settings.ticket_bytes(), now.milliseconds().to_le_bytes());
        let parts = [numbers.as_slice(), &time, &[u8::from(given.is_some())], given.unwrap_or_default()];
        let (call, session) = self.session_call(("session.compact", id), &parts, expected)?;
        let (report, effects) = call.change(resumed, |rows| {
            let before = session.require(rows, session.head(rows, expected)?)?;
            self.compacted(rows, session, before, (settings, given), now)
        })?;
        Ok(Compacted { effects, report })
    }

    /// Writes the context after a compaction.
    fn compacted(
        &self,
        rows: &mut Rows,
        session: SessionRows<'_>,
        old_head: SessionHead,
        (settings, given_summary): (CompactionSettings, Option<&[u8]>),
        now: Timestamp,
    ) -> Result<Compaction, Error> {
        let (entries, _) = session.entries_of(rows, &old_head);
        rows.check_complete()?;
        let plan = plan_compaction(&entries, settings);
        let mut members = old_head.members();
        let (n_facts_removed, n_tasks_removed) =
            (drop_repeated_facts(&mut members), drop_old_tasks(&mut members, now, settings.task_hours));
        let is_changed = !plan.leaving_entries.is_empty() || n_facts_removed + n_tasks_removed > 0;
        // If no entry leaves, no text limits the length of a given summary.
        let n_bytes = if plan.leaving_entries.is_empty() { usize::MAX } else { plan.n_bytes() };
        let given_summary = given_summary.map(|text| summary::check_summary(text, n_bytes)).transpose()?;
        let (tokens_before, version) = (old_head.tokens, old_head.version);
        let mut head = SessionHead { version: version + 1, used: now, ..old_head.clone() };
        if is_changed {
            let until = if plan.trigger == CompactionTrigger::None { "manual" } else { plan.trigger.word() };
            versions::keep_version(rows, session, old_head, until);
            rows.check_complete()?;
        }
        let mut new_summary =
            given_summary.unwrap_or_else(|| summary::extract_summary(&plan.leaving_entries, self.guard()));
        self.guard().apply_to_text("summary", &mut new_summary)?;
        let Plan { trigger, leaving_entries } = plan;
        let mut report = Compaction {
            trigger,
            n_removed: leaving_entries.len() as u32,
            n_entries: (entries.len() - leaving_entries.len()) as u32,
            n_facts_removed,
            n_tasks_removed,
            tokens_before,
            tokens_after: tokens_before,
            version,
            summary: String::new(),
            n_summary_bytes_left_out: 0,
        };
        if !is_changed {
            return Ok(report);
        }
        if !leaving_entries.is_empty() {
            drop_first(rows, session, &mut head, &entries[..leaving_entries.len()]);
            let survived = Survived::of(members.json("survived"), &self.project, self.guard());
            report.n_summary_bytes_left_out = write_survivors(&mut members, leaving_entries, &new_summary, survived);
            report.summary = new_summary;
        }
        head.members = members.text();
        (report.tokens_after, report.version) = (head.tokens, head.version);
        session.put(rows, &head);
        Ok(report)
    }
}

/// Stores the content of the removed entries; returns the bytes of the long-term summary that were removed.
fn write_survivors(
    members: &mut Members,
    leaving_entries: Vec<Vec<NewItem>>,
    new_summary: &str,
    mut survived: Survived,
) -> u64 {
    leaving_entries.into_iter().for_each(|items| survived.add_entry(items));
    members.set_json("survived", survived.json());
    let (summary, n_left_out) = summary::append_summary(&members.text_of("long_term_summary"), new_summary);
    members.set_text("long_term_summary", &summary);
    n_left_out as u64
}

/// Removes facts equal to an earlier one, white space aside; returns their number.
fn drop_repeated_facts(members: &mut Members) -> u32 {
    let Some(Json::Array(mut facts)) = members.json("facts") else { return 0 };
    let n_before = facts.len();
    let mut known_facts = alloc::collections::BTreeSet::new();
    facts.retain(|fact| match fact {
        Json::String(text) => known_facts.insert(text.split_whitespace().collect::<Vec<&str>>().join(" ")),
        _ => true,
    });
    let n_removed = (n_before - facts.len()) as u32;
    if n_removed > 0 {
        members.set_json("facts", Json::Array(facts));
    }
    n_removed
}

/// Removes completed tasks whose last update is more than `hours` ago; returns their number.
fn drop_old_tasks(members: &mut Members, now: Timestamp, hours: u32) -> u32 {
    let Some(Json::Array(mut tasks)) = members.json("active_tasks") else { return 0 };
    let n_before = tasks.len();
    let is_old = |task: &Json| {
        let is_completed =
            task.get("status").and_then(Json::as_str).is_some_and(|word| word.eq_ignore_ascii_case("completed"));
        let updated_at = task.get("updated_at").and_then(Json::as_f64);
        let updated_at = updated_at.map(|date| if date.abs() < MIN_MILLISECONDS { date * 1_000.0 } else { date });
        is_completed
            && updated_at.is_some_and(|date| now.milliseconds().saturating_sub(date as i64) > i64::from(hours) * HOUR)
    };
    tasks.retain(|task| !is_old(task));
    let n_removed = (n_before - tasks.len()) as u32;
    if n_removed > 0 {
        members.set_json("active_tasks", Json::Array(tasks));
    }
    n_removed
}
