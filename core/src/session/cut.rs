//! Safe cuts of a history: nowhere between a call and its result.
//!
//! A call without a result prevents no cut after it, unless the call is in the newest response, whose results may still
//! come. A result without an id belongs to the entry before it.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::window::{ItemKind, NewItem};

/// For each index from 0 to the number of entries: whether the entries before it may be removed.
pub(super) fn safe_cuts(entries: &[Vec<NewItem>]) -> Vec<bool> {
    let mut hold_changes = vec![0i32; entries.len() + 2];
    // No cut is safe from just after the entry `first` to just before the entry `last`.
    let mut hold = |first: usize, last: usize| {
        hold_changes[first + 1] += 1;
        hold_changes[last + 1] -= 1;
    };
    let mut calls: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, items) in entries.iter().enumerate() {
        for item in items.iter().filter(|item| matches!(item.kind, ItemKind::Call | ItemKind::ToolResult)) {
            match (item.kind, item.call_id.as_str()) {
                (ItemKind::Call, "") => {}
                (ItemKind::Call, id) => drop(calls.insert(id, at)),
                (_, "") if at > 0 => hold(at - 1, at),
                (_, id) => {
                    if let Some(call) = calls.remove(id) {
                        hold(call, at);
                    }
                }
            }
        }
    }
    let newest_of_model = entries.iter().rposition(|items| items.iter().any(|item| item.kind.is_from_model()));
    if let Some(first_open_call) = calls.into_values().filter(|at| Some(*at) >= newest_of_model).min() {
        hold(first_open_call, entries.len());
    }
    let mut n_held = 0;
    let mut is_safe = |change: &i32| {
        n_held += change;
        n_held == 0
    };
    hold_changes[..=entries.len()].iter().map(&mut is_safe).collect()
}
