//! Units: parts that can only be pruned together, either a single part or the thinking of a whole tool loop.

use alloc::vec::Vec;

use super::super::cost;
use super::super::history::History;
use super::super::item::{BodyForm, ItemKind};
use crate::base::sort::sort_by_number;

/// The least tokens that the stub of a part must save to be worth an edit.
const MIN_FREED_TOKENS: u32 = 20;
/// The least tokens of a call that is pruned, unless the budget demands more: a model that sees its own calls as stubs
/// starts to write stubs.
pub(super) const MIN_CALL_TOKENS: u32 = 100;

/// Parts that are pruned together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    /// Indices of its parts, ascending, at least one.
    pub(super) indices: Vec<u32>,
    /// The tokens that pruning it saves.
    pub(super) freed_tokens: u32,
}

impl Unit {
    /// The index of its first part.
    pub(super) fn first(&self) -> u32 {
        self.indices[0]
    }
}

/// All units that can be pruned and whose stubs save enough, in conversation order. Parts of the last `n_recent` steps,
/// and calls whose text has fewer than `min_call` tokens, are excluded.
pub(super) fn prunable_units(history: &History, n_recent: u32, min_call: u32) -> Vec<Unit> {
    let mut units = Vec::new();
    // The thinking of the current tool loop, and whether all of it may be pruned.
    let mut thinking = ThinkingLoop::default();
    for (at, item) in history.items.iter().enumerate() {
        if item.pushed.kind == ItemKind::User {
            thinking.finish(&mut units);
        }
        if item.pushed.form == BodyForm::Drop {
            if item.prune_number.is_none() {
                thinking.is_whole &= history.is_candidate(at, n_recent);
                thinking.unit.indices.push(at as u32);
                thinking.unit.freed_tokens += item.tokens.saturating_sub(item.stub_tokens);
            }
            continue;
        }
        let text_tokens = || item.tokens.saturating_sub(cost::overhead(&item.pushed, item.begins_response));
        let is_small_call = item.pushed.kind == ItemKind::Call && text_tokens() < min_call;
        if is_small_call || !history.is_candidate(at, n_recent) {
            continue;
        }
        let freed_tokens = item.tokens.saturating_sub(item.stub_tokens);
        if freed_tokens >= MIN_FREED_TOKENS {
            units.push(Unit { indices: vec![at as u32], freed_tokens });
        }
    }
    // Thinking of a loop that is not over stays.
    sort_by_number(&mut units, Unit::first);
    units
}

/// The thinking of one tool loop.
struct ThinkingLoop {
    unit: Unit,
    /// Whether all thinking of the loop can be pruned.
    is_whole: bool,
}

impl Default for ThinkingLoop {
    fn default() -> ThinkingLoop {
        ThinkingLoop { unit: Unit { indices: Vec::new(), freed_tokens: 0 }, is_whole: true }
    }
}

impl ThinkingLoop {
    /// Ends the loop; adds its unit if it is whole.
    fn finish(&mut self, units: &mut Vec<Unit>) {
        let ThinkingLoop { unit, is_whole } = core::mem::take(self);
        if is_whole && unit.freed_tokens >= MIN_FREED_TOKENS {
            units.push(unit);
        }
    }
}
