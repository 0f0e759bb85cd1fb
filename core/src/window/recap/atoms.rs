//! Atoms: messages that can only be recapped together, such as a response's calls with their results and thinking.
//!
//! Atoms follow from the parts alone, in every format. Not here: which atoms are recapped (`choose`).

use alloc::vec::Vec;
use core::ops::Range;

use super::super::history::{History, Item, UserWords};
use super::super::item::ItemKind;

/// The speaker of a message, derived from its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Voice {
    Model,
    Tool,
    User,
    /// A program; the role of the message is unknown.
    Aside,
    /// Instructions, summaries or a task's state: never recapped.
    Fixed,
    /// Unknown: never recapped, unless it belongs to a response of the model.
    Unknown,
}

/// Whole messages that stay or are recapped together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Atom {
    /// The indices of its parts.
    pub(crate) indices: Range<u32>,
    /// The speaker of its first message.
    pub(crate) first_voice: Voice,
    /// The speaker of its last message.
    pub(crate) last_voice: Voice,
    /// Whether it holds words of the user, also within results, or a summary of them.
    pub(crate) has_user: bool,
    /// Whether a message in it has the role `user`, whoever wrote that.
    has_user_role: bool,
    /// The number of the response that its last message belongs to.
    response: Option<u32>,
}

impl Atom {
    pub(crate) fn items<'h>(&self, history: &'h History) -> &'h [Item] {
        &history.items[self.indices.start as usize..self.indices.end as usize]
    }

    /// Whether it holds the user's first or last words, or the beginning of the current turn, which are never recapped.
    /// Without its beginning, a turn would continue the one before, whose thinking may be pruned: providers refuse a
    /// current turn that lacks a part of its thinking.
    pub(crate) fn holds_goal_or_turn_start(&self, history: &History) -> bool {
        let kept_parts = history.goal_and_last().into_iter().chain([history.last_turn()]);
        kept_parts.flatten().any(|at| self.indices.contains(&at))
    }

    /// Appends the next atom.
    fn append(&mut self, other: &Atom) {
        let is_same = other.response.is_some() && self.response == other.response;
        let known_voice = |voice| match voice {
            Voice::Unknown if is_same => Voice::Model,
            Voice::Unknown => Voice::Fixed,
            voice => voice,
        };
        self.first_voice = match (self.first_voice, known_voice(other.first_voice)) {
            (Voice::Fixed, _) | (_, Voice::Fixed) => Voice::Fixed,
            (Voice::Unknown, voice) if is_same => voice,
            (first_voice, _) => first_voice,
        };
        self.indices.end = other.indices.end;
        (self.last_voice, self.response) = (known_voice(other.last_voice), other.response);
        self.has_user |= other.has_user;
        self.has_user_role |= other.has_user_role;
    }
}

/// The atoms of a conversation, in order. O(parts).
pub(crate) fn atoms(history: &History) -> Vec<Atom> {
    let mut atoms: Vec<Atom> = Vec::new();
    let mut start = 0;
    for items in history.items.chunk_by(|one, other| one.pushed.message == other.pushed.message) {
        let atom = message_atom(items, start);
        start = atom.indices.end;
        let calls =
            items.iter().filter(|item| item.pushed.kind == ItemKind::ToolResult).filter_map(|item| item.partner);
        let first_call = calls.min().unwrap_or(u32::MAX);
        let continues_response = |last: &Atom| atom.response.is_some() && last.response == atom.response;
        if atoms.last().is_some_and(|last| last.indices.end > first_call || continues_response(last)) {
            merge_back(&mut atoms, &atom, first_call);
        } else {
            atoms.push(atom);
        }
    }
    atoms
}

/// Merges a message into the last atom, and with it all atoms since the first call that the message answers.
fn merge_back(atoms: &mut Vec<Atom>, atom: &Atom, first_call: u32) {
    let first = atoms.partition_point(|atom| atom.indices.end <= first_call).min(atoms.len() - 1);
    let later_atoms: Vec<Atom> = atoms.drain(first + 1..).collect();
    if let Some(merged_atom) = atoms.last_mut() {
        later_atoms.iter().chain([atom]).for_each(|part| merged_atom.append(part));
    }
}

/// The atom of a single message, whose first part has the index `start`.
fn message_atom(items: &[Item], start: u32) -> Atom {
    let has_kind = |kinds: &[ItemKind]| items.iter().any(|item| kinds.contains(&item.pushed.kind));
    let has_user = items.iter().any(|item| item.user_words != UserWords::None);
    let has_user_role = has_kind(&[ItemKind::User]);
    let voice = if has_kind(&[ItemKind::System, ItemKind::TaskState, ItemKind::Summary]) {
        Voice::Fixed
    } else if items.iter().any(|item| item.pushed.kind.is_from_model()) {
        Voice::Model
    } else if has_kind(&[ItemKind::ToolResult]) {
        Voice::Tool
    } else if has_user_role || has_kind(&[ItemKind::Media]) {
        Voice::User
    } else if has_kind(&[ItemKind::Code, ItemKind::GraphQuery]) {
        Voice::Aside
    } else {
        Voice::Unknown
    };
    // Parts of unknown type may belong to a response too.
    let last_of_model =
        items.iter().rev().find(|item| item.pushed.kind.is_from_model() || item.pushed.kind == ItemKind::Other);
    let response = last_of_model.filter(|_| !has_user_role).map(|item| item.pushed.response);
    Atom {
        indices: start..start + items.len() as u32,
        first_voice: voice,
        last_voice: voice,
        has_user,
        has_user_role,
        response,
    }
}
