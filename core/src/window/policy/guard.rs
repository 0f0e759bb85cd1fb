//! Decides when a prune is due, its target and where it begins, and estimates its saving.
//!
//! Providers cache the beginning of a request and charge a tenth for reading it; everything after the first change is
//! written again. So prunes are few and deep, and begin no earlier than pays off. Not here: which parts are pruned (the
//! policies).

use alloc::vec::Vec;

use super::super::history::History;
use super::super::settings::{Policy, Settings};
use super::units::Unit;
use super::{PruneContext, PruneInput};
use crate::base::sort::sort_by_number;

/// The greatest share of the budget that a prune aims to leave, even if many parts are new.
pub(in super::super) const MAX_REMAINING_SHARE: f64 = 0.9;
/// The greatest and the least age, in steps, of parts whose tokens `evidence` adds to its target: new parts are usually
/// used next.
const FRESH_STEPS: (u32, u32) = (3, 2);
/// With a cold cache, the share of the budget from which on a prune is made, since it would cost more later.
const COLD_SHARE: f64 = 0.85;
/// The number of requests assumed to follow a prune. On recorded sessions, values from 20 to 40 did equally well.
const EXPECTED_REQUESTS: f64 = 30.0;
/// What a prune by `five-factor` frees, as a share of the tokens of the request; part of that policy's definition.
const FIVE_FACTOR_FREED_SHARE: f64 = 0.3;
/// The least share of the budget that an optional prune must free to be worth the edits.
const MIN_FREED_SHARE: f64 = 0.05;
/// The largest share of the freed tokens that the prefix guard may give back. A larger one would make the next prune
/// follow too soon.
const MAX_SPARED_SHARE: f64 = 0.1;

/// The tokens that a prune should leave.
pub(super) fn target_tokens(history: &History, settings: &Settings, prune_context: &PruneContext) -> u32 {
    let is_fresh = |step: u32| {
        let age = history.n_steps.saturating_sub(step);
        (FRESH_STEPS.1..=FRESH_STEPS.0).contains(&age)
    };
    let newest_items = history.items.iter().rev().take_while(|item| item.step + FRESH_STEPS.0 >= history.n_steps);
    let fresh_tokens: u32 = newest_items.filter(|item| is_fresh(item.step)).map(|item| item.tokens_left).sum();
    let budget = f64::from(prune_context.budget);
    let max_left = match settings.policy {
        Policy::Evidence => budget * settings.low + f64::from(fresh_tokens),
        Policy::FiveFactor => prune_context.tokens as f64 * (1.0 - FIVE_FACTOR_FREED_SHARE),
        _ => budget * settings.low,
    };
    max_left.min(budget * MAX_REMAINING_SHARE) as u32
}

/// Whether the request exceeds both the target and the budget; with a cold cache a share of the budget is enough. The
/// policy `unbounded` prunes nothing.
pub(super) fn is_due(settings: &Settings, prune_context: &PruneContext, target: u32) -> bool {
    let is_early = prune_context.is_cold && prune_context.tokens as f64 > f64::from(prune_context.budget) * COLD_SHARE;
    settings.policy != Policy::Unbounded
        && prune_context.tokens > u64::from(target)
        && (prune_context.tokens > u64::from(prune_context.budget) || is_early)
}

/// The tokens that remain if all of these units are pruned.
pub(super) fn floor_tokens(units: &[Unit], prune_context: &PruneContext) -> u64 {
    prune_context.tokens.saturating_sub(units.iter().map(|unit| u64::from(unit.freed_tokens)).sum())
}

/// The lowest target of `evidence`: halfway between the floor and the budget, if the floor is below the budget. A lower
/// target would prune a little at every request. In any other case 0.
pub(super) fn lowest_target(floor: u64, settings: &Settings, prune_context: &PruneContext) -> u32 {
    match settings.policy {
        Policy::Evidence if floor < u64::from(prune_context.budget) => {
            ((floor + u64::from(prune_context.budget)) / 2) as u32
        }
        _ => 0,
    }
}

/// Whether a prune that frees this many tokens is made: always over the budget, else only if it frees enough.
pub(in super::super) fn is_worth_pruning(freed_tokens: u32, prune_context: &PruneContext) -> bool {
    prune_context.tokens > u64::from(prune_context.budget)
        || f64::from(freed_tokens) >= f64::from(prune_context.budget) * MIN_FREED_SHARE
}

/// The index of the part at which a prune begins. Chosen parts before it are spared, since keeping the cached prefix
/// saves more; 0: none is spared.
pub(super) fn prune_start(input: &PruneInput<'_>, chosen: &[usize]) -> u32 {
    if input.prune_context.is_cold || input.settings.policy != Policy::Evidence {
        return 0;
    }
    let mut chosen: Vec<&Unit> = chosen.iter().map(|number| &input.units[*number]).collect();
    sort_by_number(&mut chosen, |unit| unit.first());
    let max_lost_tokens = chosen.iter().map(|unit| f64::from(unit.freed_tokens)).sum::<f64>() * MAX_SPARED_SHARE;
    let write_surcharge = input.settings.cache_write - input.settings.cache_read;
    let (mut best_gain, mut start) = (0.0, 0);
    let (mut cached_tokens, mut lost_tokens) = (0.0, 0.0);
    for (unit, next_unit) in chosen.iter().zip(chosen.iter().skip(1)) {
        cached_tokens += edited_tokens(input.history, unit.first(), next_unit.first());
        lost_tokens += f64::from(unit.freed_tokens);
        let gain = write_surcharge * cached_tokens - input.settings.cache_read * EXPECTED_REQUESTS * lost_tokens;
        if lost_tokens > max_lost_tokens {
            break;
        }
        if gain > best_gain {
            (best_gain, start) = (gain, next_unit.first());
        }
    }
    start
}

/// The tokens of the parts in a range of indices, as they are edited now.
fn edited_tokens(history: &History, from: u32, to: u32) -> f64 {
    history.items[from as usize..to as usize].iter().map(|item| f64::from(item.tokens_left)).sum()
}

/// The expected saving of a prune, in uncached tokens: later requests read less, but the text after the first change is
/// written once more.
pub(in super::super) fn expected_saving(
    (history, settings, prune_context): (&History, &Settings, &PruneContext),
    first_changed: Option<u32>,
    freed_tokens: u32,
) -> f64 {
    let Some(first_part) = first_changed else { return 0.0 };
    let tokens_after = edited_tokens(history, first_part, history.items.len() as u32) - f64::from(freed_tokens);
    let rewritten_tokens = if prune_context.is_cold { 0.0 } else { tokens_after.max(0.0) };
    let write_surcharge = settings.cache_write - settings.cache_read;
    settings.cache_read * f64::from(freed_tokens) * EXPECTED_REQUESTS - write_surcharge * rewritten_tokens
}
