//! Chooses which messages are replaced by recaps, and when.
//!
//! Recaps are due in a prune that leaves more stubs than their share of the budget, or more tokens than a prune
//! may leave. Work of the agent is recapped first, oldest first. If that is not enough, or makes more runs than their
//! recaps have room for, messages with words of the user follow, from the beginning. Never recapped: the user's first
//! and last words, the beginning of the current turn, the live plan, pinned parts, instructions, calls in flight and
//! the newest steps. Not here: the text of a recap.

use alloc::vec::Vec;

use super::super::history::{History, Item};
use super::super::item::{BodyForm, ItemKind};
use super::super::policy::{MAX_REMAINING_SHARE, N_RECENT};
use super::super::settings::{Policy, Settings};
use super::atoms::{self, Atom, Voice};
use super::layout::{self, Run};
use super::{MIN_RECAP_TOKENS, Recap, RecapContext};

/// How much of their share of the budget stubs may take after recapping: little enough to make recapping rare, and
/// enough to leave some old messages as they are.
const STUB_TARGET_SHARE: f64 = 0.5;
/// The least tokens that a run between two user messages must free; the recap of a smaller run costs about as much as
/// the run, and says less.
const MIN_FREED: u64 = 4 * MIN_RECAP_TOKENS as u64;
/// The least room of a recap, as a multiple of `MIN_RECAP_TOKENS`; below it, runs are merged.
const ROOM_FACTOR: u64 = 2;
/// The most attempts at a choice. If one does not meet the budget, recaps included, the next one recaps more.
const MAX_ATTEMPTS: u32 = 4;

/// The messages that recaps replace after a prune.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RecapPlan {
    /// Indices of the parts that are newly recapped, pruned before or not; ascending.
    pub(crate) parts: Vec<u32>,
    /// All recaps after the prune.
    pub(crate) recaps: Vec<Recap>,
    /// The estimated tokens of the whole conversation after the prune.
    pub(crate) tokens: u64,
}

/// The inputs for choosing which messages are recapped.
pub(crate) struct RecapPlanner<'c> {
    /// The conversation and the recaps so far.
    pub(crate) context: RecapContext<'c>,
    /// Indices of the parts that are pruned now, ascending.
    pub(crate) victims: &'c [u32],
    /// The tokens that the prune leaves without new recaps, corrected by the provider's count.
    pub(crate) tokens: u64,
    /// The tokens that the prune should leave.
    pub(crate) target: u32,
    /// The tokens at which a prune begins.
    pub(crate) budget: u32,
}

/// Whether any message could be newly recapped. O(parts).
pub(crate) fn could_be_recapped(history: &History, recaps: &[Recap], settings: &Settings) -> bool {
    if !fits_first_line(settings) || settings.policy == Policy::Unbounded {
        return false;
    }
    let is_in_recap = |atom: &Atom| recaps.iter().any(|recap| recap.holds(atom.indices.start));
    atoms::atoms(history).iter().any(|atom| !is_in_recap(atom) && may_be_recapped(history, settings, atom))
}

/// Whether the first line of a recap fits into the share of recaps; otherwise nothing is recapped.
fn fits_first_line(settings: &Settings) -> bool {
    settings.recap_tokens() >= u64::from(MIN_RECAP_TOKENS)
}

/// Whether an atom may be recapped.
fn may_be_recapped(history: &History, settings: &Settings, atom: &Atom) -> bool {
    let stays = |(at, item): (u32, &Item)| {
        let is_in_flight = item.pushed.kind == ItemKind::Call && item.partner.is_none();
        // Nothing is kept of it that could be restored.
        let is_lost = item.pushed.kind == ItemKind::Other && item.n_body_bytes() == 0 && !settings.caller_keeps;
        item.pushed.is_pinned
            || item.is_too_large
            || is_in_flight
            || is_lost
            || history.is_live_plan(at as usize)
            || item.step + N_RECENT >= history.n_steps
    };
    matches!(atom.first_voice, Voice::Model | Voice::Tool | Voice::User | Voice::Aside)
        && !atom.holds_goal_or_turn_start(history)
        && !(atom.indices.start..).zip(atom.items(history)).any(stays)
}

/// The state of an atom before the choice.
struct AtomState {
    /// Whether it may be recapped now.
    may_be_recapped: bool,
    /// Whether it is recapped already.
    is_recapped: bool,
    /// The tokens of the atom after the prune.
    tokens: u64,
    stub_tokens: u64,
}

impl RecapPlanner<'_> {
    /// The plan of what to recap; `None` if recaps are not due, not possible, or would not save tokens.
    pub(crate) fn choose(&self) -> Option<RecapPlan> {
        let share = self.context.settings.recap_tokens();
        if !fits_first_line(self.context.settings) {
            return None;
        }
        let atoms = atoms::atoms(self.context.history);
        let candidates = self.atom_states(&atoms);
        let stub_tokens: u64 = candidates.iter().map(|one| one.stub_tokens).sum();
        let max_left = f64::from(self.budget) * MAX_REMAINING_SHARE;
        let (has_stubs, has_tokens) = (stub_tokens > share, self.tokens as f64 > max_left);
        let mut target = RecapTarget {
            stubs: if has_stubs { (share as f64 * STUB_TARGET_SHARE) as u64 } else { u64::MAX },
            tokens: if has_tokens { u64::from(self.target) } else { u64::MAX },
            n_runs: usize::try_from(share / (ROOM_FACTOR * u64::from(MIN_RECAP_TOKENS))).unwrap_or(usize::MAX).max(1),
        };
        if !has_stubs && !has_tokens {
            return None;
        }
        let mut best_plan = None;
        for attempt in 1..=MAX_ATTEMPTS {
            let removed = self.removed_atoms(&atoms, &candidates, &target, stub_tokens)?;
            let recap_plan = self.recap_plan(&atoms, &candidates, removed);
            let freed_tokens = self.context.history.tokens().saturating_sub(recap_plan.tokens);
            let is_met = self.tokens_before().saturating_sub(freed_tokens) <= u64::from(self.budget);
            // If little is removed, its recaps may cost more than it did.
            let has_new_recap = recap_plan.recaps.iter().any(|recap| !recap.is_in(self.context.recaps));
            let saves_tokens = has_new_recap && recap_plan.tokens < self.tokens_of_stubs_alone();
            best_plan = Some(recap_plan).filter(|_| saves_tokens).or(best_plan);
            if is_met {
                break;
            }
            target.tokens = if attempt + 1 < MAX_ATTEMPTS { target.tokens.min(u64::from(self.target)) / 2 } else { 0 };
        }
        best_plan
    }

    /// The tokens before the prune, corrected by the provider's count.
    fn tokens_before(&self) -> u64 {
        let items = self.victims.iter().map(|&at| &self.context.history.items[at as usize]);
        self.tokens + items.map(|item| u64::from(item.tokens.saturating_sub(item.stub_tokens))).sum::<u64>()
    }

    /// The estimated tokens of the conversation after the prune without new recaps.
    fn tokens_of_stubs_alone(&self) -> u64 {
        (self.context.history.tokens() + self.tokens).saturating_sub(self.tokens_before())
    }

    fn atom_states(&self, atoms: &[Atom]) -> Vec<AtomState> {
        let history = self.context.history;
        let mut victims = self.victims.iter().peekable();
        let mut runs = self.context.recaps.iter().map(|recap| &recap.run.indices).peekable();
        let mut state = |atom: &Atom| {
            while runs.next_if(|run| run.end <= atom.indices.start).is_some() {}
            let is_recapped = runs.peek().is_some_and(|run| run.contains(&atom.indices.start));
            let (mut tokens, mut stub_tokens) = (0, 0);
            for (at, item) in (atom.indices.start..).zip(atom.items(history)) {
                let is_victim = victims.next_if_eq(&&at).is_some();
                let part_tokens = u64::from(if is_victim { item.stub_tokens } else { item.tokens_left });
                tokens += part_tokens;
                stub_tokens += if (is_victim || item.prune_number.is_some()) && !is_recapped { part_tokens } else { 0 };
            }
            let may_be_recapped = !is_recapped && may_be_recapped(history, self.context.settings, atom);
            AtomState { may_be_recapped, is_recapped, tokens, stub_tokens }
        };
        atoms.iter().map(&mut state).collect()
    }

    /// For each atom, whether it is recapped after the choice; `None` if no atom is newly recapped.
    fn removed_atoms(
        &self,
        atoms: &[Atom],
        candidates: &[AtomState],
        target: &RecapTarget,
        stub_tokens: u64,
    ) -> Option<Vec<bool>> {
        let removed: Vec<bool> = candidates.iter().map(|candidate| candidate.is_recapped).collect();
        let recap_tokens: u64 =
            candidates.iter().filter(|candidate| candidate.is_recapped).map(|candidate| candidate.tokens).sum();
        let mut selection = Selection {
            atoms,
            candidates,
            n_runs: (0..removed.len()).filter(|at| removed[*at] && (*at == 0 || !removed[*at - 1])).count(),
            removed,
            // The recaps that are to come cost at most their share.
            tokens: self.tokens + self.context.settings.recap_tokens().saturating_sub(recap_tokens),
            stub_tokens,
        };
        selection.remove_agent_work(target);
        if !selection.meets(target) {
            selection.remove_from_start(target);
        }
        selection
            .removed
            .iter()
            .zip(candidates)
            .any(|(removed, candidate)| *removed && !candidate.is_recapped)
            .then_some(selection.removed)
    }

    /// The plan for a choice of atoms; runs without a possible carrier stay as they are.
    fn recap_plan(&self, atoms: &[Atom], candidates: &[AtomState], removed: Vec<bool>) -> RecapPlan {
        let history = self.context.history;
        let mut slots = Vec::new();
        let mut recapped = vec![false; atoms.len()];
        let mut at = 0;
        while at < atoms.len() {
            let n_removed = removed[at..].iter().take_while(|removed| **removed).count();
            if let Some((range, slot)) = self.choose_carrier(atoms, candidates, at..at + n_removed) {
                slots.push(slot);
                range.for_each(|at| recapped[at] = true);
            } else {
                (at..at + n_removed).for_each(|at| recapped[at] = candidates[at].is_recapped);
                slots.extend(self.slots_in(atoms, at..at + n_removed));
            }
            at += n_removed.max(1);
        }
        let recaps = self.context.write_recaps(atoms, layout::recap_runs(atoms, &recapped, &slots));
        let mut parts = Vec::new();
        for recap in &recaps {
            parts.extend(
                recap.run.indices.clone().filter(|at| leaves_with_run(&recap.run, *at, &history.items[*at as usize])),
            );
        }
        let tokens_of_run = |run: &Run| -> u64 {
            let indices = run.indices.start as usize..run.indices.end as usize;
            history.items[indices].iter().map(|item| u64::from(item.tokens_left)).sum()
        };
        let is_in_run = |at: u32| recaps.iter().any(|recap| recap.run.indices.contains(&at));
        let other_victims = self.victims.iter().filter(|at| !is_in_run(**at)).map(|at| &history.items[*at as usize]);
        let freed_tokens: u64 =
            other_victims.map(|item| u64::from(item.tokens.saturating_sub(item.stub_tokens))).sum::<u64>()
                + recaps.iter().map(|recap| tokens_of_run(&recap.run)).sum::<u64>();
        let cost = |recap: &Recap| -> u64 {
            let part_cost = |at: u32| {
                let item = &history.items[at as usize];
                u64::from(recap.part_tokens(at, item, super::becomes_stub(self.victims, at, item)))
            };
            recap.run.carrier.clone().map(part_cost).sum()
        };
        let added_tokens: u64 = recaps.iter().map(cost).sum();
        RecapPlan { parts, tokens: (history.tokens() + added_tokens).saturating_sub(freed_tokens), recaps }
    }

    /// The slots of existing recaps within a range of atoms.
    fn slots_in(&self, atoms: &[Atom], range: core::ops::Range<usize>) -> Vec<u32> {
        let slots = self.context.recaps.iter().map(Recap::slot);
        slots.filter(|slot| atoms[range.clone()].iter().any(|atom| atom.indices.contains(slot))).collect()
    }

    /// The atoms of a run that can be recapped, and the slot of their recap. The slot is a failed result only if there
    /// is no other; else it is in the atom of which least would remain, the newest among equals.
    fn choose_carrier(
        &self,
        atoms: &[Atom],
        candidates: &[AtomState],
        range: core::ops::Range<usize>,
    ) -> Option<(core::ops::Range<usize>, u32)> {
        let mut remaining_atoms = &atoms[range.clone()];
        while let Some(run) = layout::trim_to_run(remaining_atoms) {
            let start = range.start + remaining_atoms.iter().position(|atom| atom == &run[0])?;
            let last_voice = run.last()?.last_voice;
            let carriers = (start..start + run.len()).filter_map(|at| {
                let is_new = !candidates[at].is_recapped;
                let carries = || self.context.recaps.iter().any(|recap| atoms[at].indices.contains(&recap.slot()));
                let slot = layout::recap_slot(self.context.history, &atoms[at])
                    .filter(|_| atoms[at].last_voice == last_voice)?;
                (is_new || carries()).then_some((at, slot))
            });
            let carriers: Vec<(usize, u32)> = carriers.collect();
            if let Some((_, slot)) = self.cheapest_carrier(atoms, self.thinking_carriers(atoms, carriers)) {
                return Some((start..start + run.len(), slot));
            }
            remaining_atoms = &remaining_atoms[..start - range.start + run.len() - 1];
            // An atom that was recapped before keeps its recap.
            if candidates[range.start + remaining_atoms.len()].is_recapped {
                return None;
            }
        }
        None
    }

    /// Restricts the carriers to those that begin with unpruned thinking of the unfinished tool loop, if there are any.
    fn thinking_carriers(&self, atoms: &[Atom], carriers: Vec<(usize, u32)>) -> Vec<(usize, u32)> {
        let history = self.context.history;
        let turn_start = history.last_turn().unwrap_or(0);
        let begins_with_thinking = |(at, _): &(usize, u32)| {
            let item = &history.items[atoms[*at].indices.start as usize];
            let is_thought = item.pushed.kind == ItemKind::Thinking && item.pushed.form == BodyForm::Drop;
            atoms[*at].indices.start > turn_start && is_thought && item.prune_number.is_none()
        };
        match carriers.iter().any(begins_with_thinking) {
            true => carriers.into_iter().filter(begins_with_thinking).collect(),
            false => carriers,
        }
    }

    /// The carrier of which least remains, the newest of equal ones; one whose slot is a failed result comes last.
    fn cheapest_carrier(&self, atoms: &[Atom], carriers: Vec<(usize, u32)>) -> Option<(usize, u32)> {
        let history = self.context.history;
        let cost = |(at, slot): &(usize, u32)| {
            let tokens = layout::carrier_tokens(history, &atoms[*at], *slot);
            // A recap in the place of a failed result would look like an error of the tool.
            (history.items[*slot as usize].pushed.is_error, tokens, usize::MAX - at)
        };
        carriers.into_iter().min_by_key(cost)
    }
}

/// Whether a part is recapped with its run, and was not before; of the carrier, only replaced parts count.
fn leaves_with_run(run: &Run, at: u32, item: &Item) -> bool {
    let is_replaced =
        !run.carrier.contains(&at) || at == run.slot || item.prune_number.is_some() || layout::becomes_stub(item);
    item.recapped_in.is_none() && is_replaced
}

/// The target of a choice.
struct RecapTarget {
    /// The most tokens of stubs.
    stubs: u64,
    /// The most tokens of the conversation.
    tokens: u64,
    /// The most runs.
    n_runs: usize,
}

/// The atoms chosen so far, and the state of the conversation without them.
struct Selection<'c> {
    atoms: &'c [Atom],
    candidates: &'c [AtomState],
    /// For each atom, whether it is recapped.
    removed: Vec<bool>,
    /// The number of runs of removed atoms.
    n_runs: usize,
    /// The tokens of the conversation so far.
    tokens: u64,
    /// The tokens of the remaining stubs.
    stub_tokens: u64,
}

impl Selection<'_> {
    /// Whether tokens, stubs and runs are within the target.
    fn meets(&self, target: &RecapTarget) -> bool {
        self.frees_enough(target) && self.n_runs <= target.n_runs
    }

    /// Whether tokens and stubs are within the target.
    fn frees_enough(&self, target: &RecapTarget) -> bool {
        self.tokens <= target.tokens && self.stub_tokens <= target.stubs
    }

    /// Removes an atom, and updates the counts of runs, tokens and stubs.
    fn remove(&mut self, at: usize) {
        let neighbours = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        let n_beside = neighbours.filter(|at| self.removed.get(*at).is_some_and(|removed| *removed)).count();
        self.n_runs = (self.n_runs + 1).saturating_sub(n_beside);
        self.removed[at] = true;
        self.tokens = self.tokens.saturating_sub(self.candidates[at].tokens);
        self.stub_tokens = self.stub_tokens.saturating_sub(self.candidates[at].stub_tokens);
    }

    /// Removes work of the agent, oldest first, until tokens and stubs are within the target. A small stretch of it is
    /// skipped, unless it extends a run.
    fn remove_agent_work(&mut self, target: &RecapTarget) {
        let is_removable = |at: usize| self.candidates[at].may_be_recapped && !self.atoms[at].has_user;
        let stretches: Vec<Vec<usize>> = runs_where(self.atoms.len(), |at| is_removable(at) || self.removed[at]);
        for stretch in stretches {
            if self.frees_enough(target) {
                return;
            }
            let not_removed: Vec<usize> = stretch.iter().copied().filter(|at| !self.removed[*at]).collect();
            let tokens: u64 = not_removed.iter().map(|at| self.candidates[*at].tokens).sum();
            if tokens < MIN_FREED && not_removed.len() == stretch.len() {
                continue;
            }
            for at in not_removed {
                if self.frees_enough(target) {
                    return;
                }
                self.remove(at);
            }
        }
    }

    /// Removes every atom that may be recapped, from the beginning, until the target is met.
    fn remove_from_start(&mut self, target: &RecapTarget) {
        for at in 0..self.atoms.len() {
            if self.meets(target) {
                return;
            }
            if self.candidates[at].may_be_recapped && !self.removed[at] {
                self.remove(at);
            }
        }
    }
}

/// The maximal runs of consecutive numbers below `end` that satisfy a predicate.
fn runs_where(end: usize, fits: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut stretches = Vec::new();
    let mut current_run: Vec<usize> = Vec::new();
    for at in 0..=end {
        if at < end && fits(at) {
            current_run.push(at);
        } else if !current_run.is_empty() {
            stretches.push(core::mem::take(&mut current_run));
        }
    }
    stretches
}
