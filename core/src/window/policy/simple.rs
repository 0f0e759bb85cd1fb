//! Policies that look at one property: the newest results, the last use, the position.

use alloc::vec::Vec;

use super::super::item::ItemKind;
use super::PruneInput;

/// The units of all results but the newest `keep_last`, however many tokens that frees; the rule of several vendors.
pub(super) fn all_but_newest(case: &PruneInput<'_>) -> Vec<usize> {
    let is_result = |at: usize| case.history.items[at].pushed.kind == ItemKind::ToolResult;
    let results = (0..case.history.items.len()).rev().filter(|at| is_result(*at));
    let Some(prune_start) = results.take(case.settings.keep_last as usize).last() else {
        // None is kept.
        return (0..case.units.len()).filter(|number| is_result(case.units[*number].first() as usize)).collect();
    };
    let leaves = |number: &usize| {
        let at = case.units[*number].first() as usize;
        is_result(at) && at < prune_start
    };
    (0..case.units.len()).filter(leaves).collect()
}

/// Values a part by the step of its last use: least recently used first.
pub(super) fn value_by_last_use(case: &PruneInput<'_>, at: u32, tell: &mut dyn FnMut(&'static str, f64)) -> f64 {
    let last = f64::from(case.signals.of(at).last_asked_step);
    tell("last-use", last);
    last
}

/// Values a part by its position: oldest first.
pub(super) fn value_by_position(at: u32, tell: &mut dyn FnMut(&'static str, f64)) -> f64 {
    tell("place", f64::from(at));
    f64::from(at)
}
