//! Policies that look at one property: the newest results, the last use, the position.

use alloc::vec::Vec;

use super::super::item::ItemKind;
use super::PruneInput;

/// The units of all results but the newest `keep_last`, however many tokens that frees; several vendors have this rule.
pub(super) fn all_but_newest(input: &PruneInput<'_>) -> Vec<usize> {
    let is_result = |at: usize| input.history.items[at].pushed.kind == ItemKind::ToolResult;
    let results = (0..input.history.items.len()).rev().filter(|at| is_result(*at));
    let Some(prune_start) = results.take(input.settings.keep_last as usize).last() else {
        // None is kept.
        return (0..input.units.len()).filter(|number| is_result(input.units[*number].first() as usize)).collect();
    };
    let leaves = |number: &usize| {
        let at = input.units[*number].first() as usize;
        is_result(at) && at < prune_start
    };
    (0..input.units.len()).filter(leaves).collect()
}

/// Values a part by the step of its last use: least recently used first.
pub(super) fn value_by_last_use(
    input: &PruneInput<'_>,
    at: u32,
    report_factor: &mut dyn FnMut(&'static str, f64),
) -> f64 {
    let last = f64::from(input.signals.of(at).last_asked_step);
    report_factor("last-use", last);
    last
}

/// Values a part by its position: oldest first.
pub(super) fn value_by_position(at: u32, report_factor: &mut dyn FnMut(&'static str, f64)) -> f64 {
    report_factor("place", f64::from(at));
    f64::from(at)
}
