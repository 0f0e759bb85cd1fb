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
    /// A count after `by` is added or taken away.
    pub(crate) fn count(self, n: u64, by: u64) -> u64 {
        match self {
            Sign::Add => n.saturating_add(by),
            Sign::Remove => n.saturating_sub(by),
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
pub(crate) fn derive_for_older(rows: &mut Rows, all: &[RecordRef<'_>]) {
    pairs::apply(rows, all, Sign::Add);
    sessions::apply(rows, all, Sign::Add);
    all.iter().for_each(|of| indexes::apply_again(rows, *of));
    touches(all).for_each(|(of, touch)| files::recount_imported(rows, of, touch));
}

/// Undoes what records derived together, in today's and older formats. The caller then removes each record.
pub(crate) fn remove_together(rows: &mut Rows, today: &[RecordRef<'_>], older: &[RecordRef<'_>]) {
    pairs::apply(rows, today, Sign::Remove);
    sessions::apply(rows, today, Sign::Remove);
    words::remove(rows, &[today, older].concat());
    touches(older).for_each(|(of, touch)| files::recount_imported(rows, of, touch));
    if rows.has_older() {
        format_2::remove(rows, today);
        format_2::remove(rows, older);
    }
}

/// Updates the rows that depend on the attribution of records, after the records are written.
/// `before` and `after` hold the same records in the same order, equal but for their attribution.
pub(crate) fn update_attributions(rows: &mut Rows, before: &[RecordRef<'_>], after: &[RecordRef<'_>]) {
    let (moved_before, moved_after) = (imported_in_one(before, after), imported_in_one(after, before));
    pairs::apply(rows, &moved_before, Sign::Remove);
    pairs::apply(rows, &moved_after, Sign::Add);
    touches(&moved_before).for_each(|(of, touch)| files::apply(rows, of, touch, Sign::Remove));
    touches(&moved_after).for_each(|(of, touch)| files::apply(rows, of, touch, Sign::Add));
    for (before, after) in before.iter().zip(after) {
        let n_bytes = rows.value(&keyspace::record_key(after.tenant, after.id)).map_or(0, <[u8]>::len);
        // The keys of working values and of the profile depend on the principal.
        for (of, n_bytes, sign) in [(*before, 0, Sign::Remove), (*after, n_bytes, Sign::Add)] {
            indexes::apply(rows, of, n_bytes as u32, sign);
            key_values::apply(rows, of, sign);
        }
    }
    words::update_attributions(rows, after);
}

/// The records of `all` that are imported while their version in `others` is not, or the reverse.
fn imported_in_one<'r>(all: &[RecordRef<'r>], others: &[RecordRef<'_>]) -> Vec<RecordRef<'r>> {
    let is_imported = |of: &RecordRef<'_>| of.record.origin == Origin::Imported;
    let both = all.iter().zip(others).filter(|(of, other)| is_imported(of) != is_imported(other));
    both.map(|(of, _)| *of).collect()
}

/// The file touches among records.
fn touches<'r>(all: &[RecordRef<'r>]) -> impl Iterator<Item = (RecordRef<'r>, &'r FileTouch)> {
    all.iter().filter_map(|of| match &of.record.body {
        Some(Body::FileTouch(touch)) => Some((*of, touch)),
        _ => None,
    })
}

/// Derives rows from several records together, before each of them is added.
pub(crate) fn add_together(rows: &mut Rows, all: &[RecordRef<'_>]) {
    pairs::apply(rows, all, Sign::Add);
    sessions::apply(rows, all, Sign::Add);
    words::add(rows, all);
}

/// Derives rows from a single record, or undoes that.
pub(crate) fn apply(rows: &mut Rows, of: RecordRef<'_>, n_bytes: u32, sign: Sign) {
    indexes::apply(rows, of, n_bytes, sign);
    match &of.record.body {
        Some(Body::ToolCall(call)) => {
            tools::apply(rows, of, call, sign);
            tasks::count(rows, of, tasks::TaskCountKind::Tool, &call.tool, sign);
        }
        Some(Body::FileTouch(touch)) => {
            files::apply(rows, of, touch, sign);
            tasks::count(rows, of, tasks::TaskCountKind::File, &touch.path, sign);
        }
        Some(Body::TaskStep(step)) => tasks::apply(rows, of, step, sign),
        Some(Body::StrategyUse(used)) => tallies::apply(rows, of, used, sign),
        Some(Body::WorkingValue(_) | Body::ProfileValue(_) | Body::Decision(_)) => key_values::apply(rows, of, sign),
        Some(Body::Observation(seen)) => patterns::apply(rows, of, seen, sign),
        _ => {}
    }
}
