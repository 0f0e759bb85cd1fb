//! The layout of recaps: which messages are removed, and which message carries the recap of a run.
//!
//! No message is added, so that roles still alternate: a run begins with a message of the model, and the carrier has
//! the role of the run's last message. A carrier keeps the ids and names of its calls; their arguments and its other
//! texts become bare stubs. The layout follows from the parts and their marks, so that a conversation pushed anew is
//! laid out as before. Not here: which messages are recapped (`choose`), the text of a recap (`text`).

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::cost;
use super::super::formats;
use super::super::history::{History, Item};
use super::super::item::{BodyForm, ItemKind};
use super::super::stub;
use super::atoms::{Atom, Voice};

/// A run of recapped messages and the carrier of its recap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The indices of its parts.
    pub(crate) indices: Range<u32>,
    /// The indices of the parts whose messages remain.
    pub(crate) carrier: Range<u32>,
    /// The index of the part whose text is replaced by the recap.
    pub(crate) slot: u32,
}

/// The replacement of a part of a carrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CarrierPart {
    Recap,
    /// The part's bare stub.
    Stub,
    /// Nothing; the part is removed.
    Nothing,
    /// The part itself; it remains.
    Itself,
}

/// The runs of the atoms that `recapped` marks as recapped, with recaps in these slots.
pub(crate) fn recap_runs(atoms: &[Atom], recapped: &[bool], slots: &[u32]) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut at = 0;
    while at < atoms.len() {
        let n_recapped = recapped[at..].iter().take_while(|recapped| **recapped).count();
        runs.extend(trim_to_run(&atoms[at..at + n_recapped]).and_then(|atoms| run(atoms, slots)));
        at += n_recapped.max(1);
    }
    runs
}

/// The longest part of a range of atoms that can be a run: without it, roles still alternate.
pub(crate) fn trim_to_run(atoms: &[Atom]) -> Option<&[Atom]> {
    let start = atoms.iter().position(|atom| atom.first_voice == Voice::Model)?;
    let end = atoms.iter().rposition(|atom| !atom.has_user && matches!(atom.last_voice, Voice::Model | Voice::Tool))?;
    atoms.get(start..=end)
}

/// The run of these atoms; `None` unless the last one with a slot ends with the voice of the last atom.
fn run(atoms: &[Atom], slots: &[u32]) -> Option<Run> {
    let (first_atom, last_atom) = (atoms.first()?, atoms.last()?);
    let has_slot = |atom: &&Atom| slots.iter().any(|slot| atom.indices.contains(slot));
    let carrier = atoms.iter().rev().find(has_slot).filter(|carrier| carrier.last_voice == last_atom.last_voice)?;
    let slot = *slots.iter().find(|slot| carrier.indices.contains(slot))?;
    Some(Run { indices: first_atom.indices.start..last_atom.indices.end, carrier: carrier.indices.clone(), slot })
}

/// The index of the part of an atom that a recap can replace: if a tool speaks last, a result, else media in a result;
/// if the model speaks last, a text of the model. `None` if there is none, or the atom holds words of the user.
pub(crate) fn recap_slot(history: &History, atom: &Atom) -> Option<u32> {
    if atom.has_user || atom.first_voice != Voice::Model {
        return None;
    }
    let kinds: &[ItemKind] = match atom.last_voice {
        Voice::Model => &[ItemKind::Assistant],
        _ => &[ItemKind::ToolResult, ItemKind::Media],
    };
    let position_of = |kind: &ItemKind| {
        let fits = |item: &Item| item.pushed.kind == *kind && text_form(item).is_some() && has_speaker(item);
        atom.items(history).iter().position(fits)
    };
    Some(atom.indices.start + kinds.iter().find_map(position_of)? as u32)
}

/// Whether it is known who wrote a part; an image without a call may be the user's.
fn has_speaker(item: &Item) -> bool {
    item.pushed.kind != ItemKind::Media || item.partner.is_some()
}

/// The form in which a text replaces a part; `None` if no text can.
fn text_form(item: &Item) -> Option<BodyForm> {
    match (item.pushed.form, item.pushed.kind) {
        // The model's words are never pruned alone, and are a JSON string.
        (BodyForm::Fixed, ItemKind::Assistant) if !item.pushed.pointer.is_empty() => Some(BodyForm::Text),
        (BodyForm::Fixed | BodyForm::Drop, _) => None,
        (form, _) => Some(form),
    }
}

/// Whether a text can replace a part.
pub(crate) fn has_text_form(item: &Item) -> bool {
    text_form(item).is_some()
}

/// The replacement of a carrier's part after the prune with this number.
pub(crate) fn carrier_part(run: &Run, at: u32, item: &Item, prune: u32) -> CarrierPart {
    let is_pruned = item.prune_number.is_some_and(|pruned| pruned <= prune);
    match item.pushed.form {
        _ if at == run.slot => CarrierPart::Recap,
        BodyForm::Drop if is_pruned => CarrierPart::Nothing,
        _ if is_pruned && text_form(item).is_some() => CarrierPart::Stub,
        _ => CarrierPart::Itself,
    }
}

/// Whether a part of a carrier is not pruned yet, and its bare stub must replace it.
pub(crate) fn becomes_stub(item: &Item) -> bool {
    let is_written = text_form(item).is_some() && item.pushed.kind != ItemKind::User;
    item.prune_number.is_none() && is_written && item.tokens > stub_tokens(item)
}

/// The tokens of a part with its bare stub.
pub(crate) fn stub_tokens(item: &Item) -> u32 {
    text_tokens(item, &stub::bare_stub(item.id))
}

/// The tokens of a part that is replaced by a text.
pub(crate) fn text_tokens(item: &Item, text: &str) -> u32 {
    cost::written_tokens(text_form(item).unwrap_or(BodyForm::Fixed), text, &item.pushed, item.begins_response)
}

/// The JSON of a text that replaces a part; `None` if no text can.
pub(crate) fn replacement_text(item: &Item, text: &str) -> Option<String> {
    formats::replacement(text_form(item)?, text)
}

/// The tokens that remain of an atom that carries a recap, without that recap, whatever was pruned of the atom.
pub(crate) fn carrier_tokens(history: &History, atom: &Atom, slot: u32) -> u64 {
    let remaining_tokens = |(at, item): (u32, &Item)| match at == slot {
        true => u64::from(text_tokens(item, "")),
        false if text_form(item).is_some() => u64::from(item.tokens.min(stub_tokens(item))),
        false => u64::from(item.tokens),
    };
    (atom.indices.start..).zip(atom.items(history)).map(remaining_tokens).sum()
}
