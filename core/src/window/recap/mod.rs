//! Recaps: if stubs do not keep a long conversation within its budget, its oldest messages are removed. One of them
//! stays, and a recap of them all takes the place of one of its texts.
//!
//! A recap follows from the removed parts and the settings, and stays the same until the next prune. All recaps
//! together keep to a share of the budget, except for their first lines. The request remains valid. Recapped parts are
//! marked in their rows, so that a conversation pushed anew is laid out as before. Not here: stubs (`policy`), the rows
//! of a pruned part (`prune`).

mod atoms;
mod choose;
mod digest;
mod layout;
pub(super) mod listing;
mod quoted;
#[cfg(test)]
mod tests;
mod text;

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::history::{History, Item};
use super::item::{BodyForm, Edit};
use super::prune::edit;
use super::settings::Settings;
use super::signals::Signals;
use super::stub;
use crate::record::guard::Guard;

use atoms::Atom;
pub(crate) use choose::{RecapPlan, RecapPlanner, could_be_recapped};
use digest::Digest;
use layout::{CarrierPart, Run, carrier_part};
use quoted::QuoteSelection;
use text::RecapSource;

/// The least room of a recap, in tokens: enough for its first line.
const MIN_RECAP_TOKENS: u32 = 70;

/// A run of recapped messages and the text that replaces them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Recap {
    /// The messages that it replaces.
    run: Run,
    pub(crate) text: String,
    /// The content that the text is written from.
    digest: Digest,
}

impl Recap {
    /// The index of the part whose text it replaces.
    pub(crate) fn slot(&self) -> u32 {
        self.run.slot
    }

    /// Whether a part was recapped into it.
    pub(crate) fn holds(&self, at: u32) -> bool {
        self.run.indices.contains(&at)
    }

    /// The indices of the parts of the messages that carry it.
    pub(crate) fn carrier(&self) -> Range<usize> {
        self.run.carrier.start as usize..self.run.carrier.end as usize
    }

    /// Whether `others` has it in the same place with the same text.
    pub(crate) fn is_in(&self, others: &[Recap]) -> bool {
        others.iter().any(|other| other.run == self.run && other.text == self.text)
    }

    /// The index of the first message that it replaces.
    pub(crate) fn first_message(&self, history: &History) -> u32 {
        history.items[self.run.indices.start as usize].pushed.message
    }

    /// The remaining tokens of a part of its run. `becomes_stub`: a stub replaces the part from now on, if it is in the
    /// carrier.
    fn part_tokens(&self, at: u32, item: &Item, becomes_stub: bool) -> u32 {
        match carrier_part(&self.run, at, item, u32::MAX) {
            _ if !self.run.carrier.contains(&at) => 0,
            CarrierPart::Recap => layout::text_tokens(item, &self.text),
            CarrierPart::Itself if !becomes_stub => item.tokens_left,
            CarrierPart::Itself | CarrierPart::Stub => layout::stub_tokens(item),
            CarrierPart::Nothing => item.stub_tokens,
        }
    }
}

/// The inputs of laying out and writing recaps.
#[derive(Clone, Copy)]
pub(crate) struct RecapContext<'b> {
    pub(crate) history: &'b History,
    pub(crate) signals: &'b Signals,
    pub(crate) settings: &'b Settings,
    pub(crate) guard: Guard,
    /// The current recaps, whose digests are extended rather than made anew.
    pub(crate) recaps: &'b [Recap],
}

impl RecapContext<'_> {
    /// The recaps after the prune with the number `prune`, by the marks of the parts; `slots`: the indices of the parts
    /// whose text was replaced by recaps.
    pub(crate) fn lay_out(&self, prune: u32, slots: &[u32]) -> Vec<Recap> {
        let atoms = atoms::atoms(self.history);
        let may_be_recapped = |atom: &Atom| !atom.holds_goal_or_turn_start(self.history);
        let recapped: Vec<bool> =
            atoms.iter().map(|atom| may_be_recapped(atom) && self.was_recapped_by(atom, prune)).collect();
        self.write_recaps(&atoms, layout::recap_runs(&atoms, &recapped, slots))
    }

    /// Whether any part of an atom was recapped at the prune with this number, or before.
    fn was_recapped_by(&self, atom: &Atom, prune: u32) -> bool {
        atom.items(self.history).iter().any(|item| item.recapped_in.is_some_and(|recapped_in| recapped_in <= prune))
    }

    /// Writes the recaps of runs. Words of the user get their room first (`quoted`); the rest is shared equally.
    fn write_recaps(&self, atoms: &[Atom], runs: Vec<Run>) -> Vec<Recap> {
        let tokens_of_carrier = |run: &Run| {
            let carrier = atoms.iter().find(|atom| atom.indices == run.carrier);
            carrier.map_or(0, |atom| layout::carrier_tokens(self.history, atom, run.slot))
        };
        let in_u32 = |tokens: u64| u32::try_from(tokens).unwrap_or(u32::MAX);
        let all_carrier_tokens: u64 = runs.iter().map(tokens_of_carrier).sum();
        let recap_tokens = self.settings.recap_tokens();
        let digests: Vec<Digest> = runs.iter().map(|run| self.digest(run)).collect();
        let source = |(run, digest)| RecapSource { history: self.history, guard: self.guard, digest, run };
        let sources: Vec<RecapSource<'_>> = runs.iter().zip(&digests).map(source).collect();
        let quoted = QuoteSelection::choose(&sources, in_u32(recap_tokens));
        // In eighths of the share, so that a few new words do not change recaps at the beginning of the conversation.
        let quote_tokens = quoted.tokens.next_multiple_of(in_u32(recap_tokens / 8).max(1));
        let room = in_u32(recap_tokens.saturating_sub(all_carrier_tokens)).saturating_sub(quote_tokens)
            / runs.len().max(1) as u32;
        let texts: Vec<String> =
            sources.iter().map(|source| source.text(room.max(MIN_RECAP_TOKENS), &quoted)).collect();
        let recap = |((run, digest), text)| Recap { run, text, digest };
        runs.into_iter().zip(digests).zip(texts).map(recap).collect()
    }

    /// The digest of a run, extended from that of a current recap which begins at the same part, if there is one.
    fn digest(&self, run: &Run) -> Digest {
        let is_extendable = |recap: &&Recap| {
            recap.digest.indices.start == run.indices.start && recap.digest.indices.end <= run.indices.end
        };
        let current_digest = self.recaps.iter().find(is_extendable).map(|recap| recap.digest.clone());
        let mut digest = current_digest.unwrap_or_else(|| Digest::empty_at(run.indices.start));
        digest.extend(self.history, self.signals, run.indices.end);
        digest
    }
}

/// Whether a plan with these victims replaces a part of a carrier by its stub.
fn becomes_stub(victims: &[u32], at: u32, item: &Item) -> bool {
    victims.binary_search(&at).is_ok() || layout::becomes_stub(item)
}

/// The remaining tokens of every recapped part, by index. If a message can no longer be removed, as the conversation
/// was changed, its parts count as pruned. The last entry of an index counts. `victims`: indices pruned by a plan not
/// yet carried out, ascending.
pub(crate) fn costs(history: &History, recaps: &[Recap], victims: Option<&[u32]>) -> Vec<(usize, u32)> {
    let tokens_alone = |item: &Item| match item.stub.is_empty() || item.pushed.form == BodyForm::Fixed {
        true => item.tokens,
        false => item.stub_tokens,
    };
    let recapped_items = history.items.iter().enumerate().filter(|(_, item)| item.recapped_in.is_some());
    let mut costs: Vec<(usize, u32)> = recapped_items.map(|(at, item)| (at, tokens_alone(item))).collect();
    for recap in recaps {
        let indices = recap.run.indices.clone();
        costs.extend(indices.map(|at| {
            let item = &history.items[at as usize];
            (at as usize, recap.part_tokens(at, item, victims.is_some_and(|victims| becomes_stub(victims, at, item))))
        }));
    }
    costs
}

/// The change of a part by an edit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change<'h> {
    /// The part's stub replaces it; a part of the form `drop` is removed.
    Stub,
    /// The part's bare stub replaces it.
    BareStub,
    /// A recap replaces the part.
    Recap(&'h str),
    /// The part is removed.
    Removal,
    /// The part is the first of its message, which is removed whole.
    MessageRemoval,
}

impl Change<'_> {
    /// Whether a part is left out of its list.
    pub(crate) fn is_removal(self, item: &Item) -> bool {
        matches!(self, Change::Removal) || (matches!(self, Change::Stub) && item.pushed.form == BodyForm::Drop)
    }

    fn edit(self, item: &Item) -> Edit {
        let replacement = match self {
            Change::Stub => return edit(item),
            Change::BareStub => layout::replacement_text(item, &stub::bare_stub(item.id)),
            Change::Recap(text) => layout::replacement_text(item, text),
            Change::Removal | Change::MessageRemoval => None,
        };
        let pointer = if matches!(self, Change::MessageRemoval) { "" } else { &item.pushed.pointer };
        Edit { message: item.pushed.message, pointer: String::from(pointer), replacement, id: item.id.text() }
    }
}

/// The edits of the pushed messages after a prune, in conversation order; a removed message is named by its first part.
pub(crate) fn edits(history: &History, recaps: &[Recap], prune: u32) -> Vec<Edit> {
    changes(history, recaps, prune).into_iter().map(|(item, change)| change.edit(item)).collect()
}

/// The changed parts after a prune, in the order of their edits.
pub(crate) fn changes<'h>(history: &'h History, recaps: &'h [Recap], prune: u32) -> Vec<(&'h Item, Change<'h>)> {
    // After thousands of calls there are as many edits, at each request.
    let n_edits = history.items.iter().filter(|item| item.prune_number.is_some()).count();
    let mut changes = Vec::with_capacity(n_edits);
    let mut at = 0;
    for recap in recaps {
        let Run { indices, carrier, .. } = &recap.run;
        add_stubs(&history.items[at..indices.start as usize], prune, &mut changes);
        add_removals(&history.items[indices.start as usize..carrier.start as usize], &mut changes);
        changes.extend(carrier.clone().filter_map(|at| carrier_change(recap, at, &history.items[at as usize], prune)));
        add_removals(&history.items[carrier.end as usize..indices.end as usize], &mut changes);
        at = indices.end as usize;
    }
    add_stubs(&history.items[at..], prune, &mut changes);
    changes
}

/// Adds the pruned parts, which stubs replace.
fn add_stubs<'h>(items: &'h [Item], prune: u32, changes: &mut Vec<(&'h Item, Change<'h>)>) {
    let is_pruned = |item: &&Item| {
        let has_stub = !item.stub.is_empty() && item.pushed.form != BodyForm::Fixed;
        has_stub && item.prune_number.is_some_and(|pruned| pruned <= prune)
    };
    changes.extend(items.iter().filter(is_pruned).map(|item| (item, Change::Stub)));
}

/// Adds the removals of whole messages.
fn add_removals<'h>(items: &'h [Item], changes: &mut Vec<(&'h Item, Change<'h>)>) {
    let first_parts =
        items.chunk_by(|one, other| one.pushed.message == other.pushed.message).filter_map(<[Item]>::first);
    changes.extend(first_parts.map(|item| (item, Change::MessageRemoval)));
}

/// The change of a part of a carrier; `None` if it remains.
fn carrier_change<'h>(recap: &'h Recap, at: u32, item: &'h Item, prune: u32) -> Option<(&'h Item, Change<'h>)> {
    let change = match carrier_part(&recap.run, at, item, prune) {
        CarrierPart::Itself => return None,
        CarrierPart::Nothing => Change::Removal,
        CarrierPart::Stub | CarrierPart::Recap if !layout::has_text_form(item) => return None,
        CarrierPart::Stub => Change::BareStub,
        CarrierPart::Recap => Change::Recap(&recap.text),
    };
    Some((item, change))
}
