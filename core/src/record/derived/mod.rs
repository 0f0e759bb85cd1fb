//! Derived rows: the lists that records are in, and running aggregates.
//!
//! Derived rows are a function of the set of records, whatever order they came in. Removing a record undoes all that
//! adding it did. So nothing is counted by a pass over all records, and nothing of a forgotten record is left.
//! Observations are an exception: they are learnt from the order of events (`learn`), and are records of their own.

mod aim;
mod days;
mod files;
mod format_2;
mod indexes;
mod key_values;
mod pairs;
mod paths;
mod patterns;
mod sessions;
mod tallies;
mod tasks;
mod tools;

pub(crate) mod learn;
pub(crate) mod words;

pub(crate) use aim::Aim;
pub(crate) use days::{DAY, confidence, day_of};
pub(crate) use files::{FileRow, file_key};
pub(crate) use indexes::{ListRow, anchored_paths};
pub(crate) use key_values::{
    KeyValueRow, KeyValueScope, key_value_key, key_values_prefix, scope_of as key_value_scope,
};
pub(crate) use pairs::{CoEditRow, RankedCoEdit, pairs_prefix, ranked_pairs_prefix};
pub(crate) use paths::{PathsRow, paths_prefix};
pub(crate) use patterns::{PatternRow, pattern_key, ranked_patterns_prefix};
pub(crate) use sessions::{
    RankedSession, SessionRow, note_context, note_context_row, ranked_sessions_span, session_key, session_rank_key,
};
pub(crate) use tallies::{Tally, tally_key};
pub(crate) use tasks::{
    CountRow, RankedTask, TaskCountKind, TaskRow, ranked_tasks_prefix, task_counts_prefix, task_key,
};
pub(crate) use tools::{ToolDay, tool_of, tools_between};

use alloc::vec::Vec;

use super::envelope::Record;
use super::event::{Body, FileTouch};
use super::keyspace;
use super::rows::Rows;
use super::trust::Origin;
use crate::base::id::RecordId;

/// Whether a record is added or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Add,
    Remove,
}

impl Sign {
    /// A count after `difference` is added or taken away.
    pub(crate) fn count(self, n: u64, difference: u64) -> u64 {
        match self {
            Sign::Add => n.saturating_add(difference),
            Sign::Remove => n.saturating_sub(difference),
        }
    }
}

/// A record, with the tenant and the id from its key.
#[derive(Clone, Copy)]
pub(crate) struct RecordRef<'r> {
    pub(crate) tenant: &'r str,
    pub(crate) id: RecordId,
    pub(crate) record: &'r Record,
}

/// Adds the rows that today's format derives and older formats did not, for records of an older format.
pub(crate) fn derive_for_older(rows: &mut Rows, record_refs: &[RecordRef<'_>]) {
    pairs::apply(rows, record_refs, Sign::Add);
    sessions::apply(rows, record_refs, Sign::Add);
    record_refs.iter().for_each(|record_ref| indexes::apply_again(rows, *record_ref));
    touches(record_refs).for_each(|(record_ref, touch)| files::recount_imported(rows, record_ref, touch));
}

/// Undoes what records derived together, in today's and older formats. The caller then removes each record.
pub(crate) fn remove_together(rows: &mut Rows, current: &[RecordRef<'_>], older: &[RecordRef<'_>]) {
    pairs::apply(rows, current, Sign::Remove);
    sessions::apply(rows, current, Sign::Remove);
    words::remove(rows, &[current, older].concat());
    touches(older).for_each(|(record_ref, touch)| files::recount_imported(rows, record_ref, touch));
    if rows.has_older() {
        format_2::remove(rows, current);
        format_2::remove(rows, older);
    }
}

/// Updates the rows that depend on the attribution of records, after the records are written.
/// `before` and `after` hold the same records in the same order, equal but for their attribution.
pub(crate) fn update_attributions(rows: &mut Rows, before: &[RecordRef<'_>], after: &[RecordRef<'_>]) {
    let (moved_before, moved_after) = (imported_in_one(before, after), imported_in_one(after, before));
    pairs::apply(rows, &moved_before, Sign::Remove);
    pairs::apply(rows, &moved_after, Sign::Add);
    touches(&moved_before).for_each(|(record_ref, touch)| files::apply(rows, record_ref, touch, Sign::Remove));
    touches(&moved_after).for_each(|(record_ref, touch)| files::apply(rows, record_ref, touch, Sign::Add));
    for (before, after) in before.iter().zip(after) {
        let n_bytes = rows.value(&keyspace::record_key(after.tenant, after.id)).map_or(0, <[u8]>::len);
        // The keys of working values and of the profile depend on the principal.
        for (record_ref, n_bytes, sign) in [(*before, 0, Sign::Remove), (*after, n_bytes, Sign::Add)] {
            indexes::apply(rows, record_ref, n_bytes as u32, sign);
            key_values::apply(rows, record_ref, sign);
        }
    }
    words::update_attributions(rows, after);
}

/// Updates the rows that depend on what a completed record gained: the lists that it is in, and the sums of its tool.
pub(crate) fn update_completed(rows: &mut Rows, before: RecordRef<'_>, after: RecordRef<'_>, n_bytes: u32) {
    for (record_ref, n_bytes, sign) in [(before, 0, Sign::Remove), (after, n_bytes, Sign::Add)] {
        indexes::apply(rows, record_ref, n_bytes, sign);
        if let Some(Body::ToolCall(call)) = &record_ref.record.body {
            tools::apply(rows, record_ref, call, sign);
        }
    }
}

/// The records of `record_refs` that are imported while their version in `others` is not, or the reverse.
fn imported_in_one<'r>(record_refs: &[RecordRef<'r>], others: &[RecordRef<'_>]) -> Vec<RecordRef<'r>> {
    let is_imported = |record_ref: &RecordRef<'_>| record_ref.record.origin == Origin::Imported;
    let moved =
        record_refs.iter().zip(others).filter(|(record_ref, other)| is_imported(record_ref) != is_imported(other));
    moved.map(|(record_ref, _)| *record_ref).collect()
}

/// The file touches among records.
fn touches<'r>(record_refs: &[RecordRef<'r>]) -> impl Iterator<Item = (RecordRef<'r>, &'r FileTouch)> {
    record_refs.iter().filter_map(|record_ref| match &record_ref.record.body {
        Some(Body::FileTouch(touch)) => Some((*record_ref, touch)),
        _ => None,
    })
}

/// Derives rows from several records together, before each of them is added.
pub(crate) fn add_together(rows: &mut Rows, record_refs: &[RecordRef<'_>]) {
    pairs::apply(rows, record_refs, Sign::Add);
    sessions::apply(rows, record_refs, Sign::Add);
    words::add(rows, record_refs);
}

/// Derives rows from a single record, or undoes that.
pub(crate) fn apply(rows: &mut Rows, record_ref: RecordRef<'_>, n_bytes: u32, sign: Sign) {
    indexes::apply(rows, record_ref, n_bytes, sign);
    match &record_ref.record.body {
        Some(Body::ToolCall(call)) => {
            tools::apply(rows, record_ref, call, sign);
            tasks::count(rows, record_ref, tasks::TaskCountKind::Tool, &call.tool, sign);
        }
        Some(Body::FileTouch(touch)) => {
            files::apply(rows, record_ref, touch, sign);
            tasks::count(rows, record_ref, tasks::TaskCountKind::File, &touch.path, sign);
        }
        Some(Body::TaskStep(step)) => tasks::apply(rows, record_ref, step, sign),
        Some(Body::StrategyUse(strategy_use)) => tallies::apply(rows, record_ref, strategy_use, sign),
        Some(Body::WorkingValue(_) | Body::ProfileValue(_) | Body::Decision(_)) => {
            key_values::apply(rows, record_ref, sign)
        }
        Some(Body::Observation(observation)) => patterns::apply(rows, record_ref, observation, sign),
        _ => {}
    }
}
