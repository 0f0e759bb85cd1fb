//! The conversation so far: its parts in their order, the steps they belong to, which call a result answers.
//!
//! A *step* is one response of the model: what comes after it, up to the next one, belongs to it.

use alloc::string::String;
use alloc::vec::Vec;

use super::item::{Form, ItemKind, NewItem};
use crate::base::map::Map;

/// A part that was pushed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) new: NewItem,
    /// What tells it from every other, and survives a new start: it follows from kind, tool, call and text.
    pub(crate) id: ItemId,
    pub(crate) step: u32,
    pub(crate) tokens: u32,
    /// The call of a result, or the result of a call.
    pub(crate) partner: Option<u32>,
    /// The number of the prune that took it; none: it is visible.
    pub(crate) pruned: Option<u32>,
}

/// See [`Item::id`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ItemId(pub(crate) u64);

impl core::fmt::Display for ItemId {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    pub(crate) items: Vec<Item>,
    /// Responses so far; the step of what comes next before the model answers is the last one's.
    pub(crate) n_steps: u32,
    last_response: Option<u32>,
    calls: Map<String, u32>,
}

impl History {
    /// Takes a part in, which is visible.
    pub(crate) fn push(&mut self, new: NewItem, id: ItemId, tokens: u32) {
        if new.kind.is_of_model() && self.last_response != Some(new.response) {
            self.n_steps += 1;
            self.last_response = Some(new.response);
        }
        let at = self.items.len() as u32;
        let partner = self.join(&new, at);
        let step = self.n_steps.saturating_sub(1);
        self.items.push(Item { new, id, step, tokens, partner, pruned: None });
    }

    /// Joins a result with its call.
    fn join(&mut self, new: &NewItem, at: u32) -> Option<u32> {
        match new.kind {
            ItemKind::Call => {
                self.calls.insert(new.call_id.clone(), at);
                None
            }
            ItemKind::ToolResult => {
                let call = self.calls.get(&new.call_id).copied()?;
                self.items[call as usize].partner = Some(at);
                Some(call)
            }
            _ => None,
        }
    }

    /// Whether a part may be pruned now: of a kind and form that allow it, visible, not pinned, and older than the last
    /// `n_recent` steps; a call in flight, whose result is not here, never.
    pub(crate) fn is_candidate(&self, at: usize, n_recent: u32) -> bool {
        let item = &self.items[at];
        let is_settled = item.new.kind != ItemKind::Call || item.partner.is_some();
        item.pruned.is_none()
            && item.new.kind.is_prunable()
            && !matches!(item.new.form, Form::Fixed)
            && !item.new.is_pinned
            && is_settled
            && item.step + n_recent < self.n_steps
    }
}
