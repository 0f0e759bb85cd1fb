//! When a prune is due, how deep it goes, where it may begin, and what it saves.
//!
//! A provider keeps the beginning of a request that it has seen, and reads it for a tenth; whatever stands after the first change
//! is written again. So few, deep prunes, and none that begins earlier than it pays. Not here: whose turn it is (the policies).

use alloc::collections::BTreeSet;

use super::super::history::History;
use super::super::settings::{Policy, Settings};
use super::{Case, Moment};

/// A prune leaves at most this share of the budget, however much of it is new.
const MOST_LEFT: f64 = 0.9;
/// Parts of these steps before the request, from and to, are not counted against the target: they are new, and mostly used next.
const FRESH_STEPS: (u32, u32) = (3, 2);
/// With a cold cache a prune is made from this share of the budget on, because later it would cost more.
const COLD_SHARE: f64 = 0.85;
/// Requests that are likely to follow a prune; recorded sessions of a Go repository, where 20 to 40 did alike.
const LATER_REQUESTS: f64 = 30.0;

/// What a prune is expected to save, in tokens at the price of one without a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Saving {
    /// Later requests that were counted on.
    pub later: f64,
    /// The tokens that are written again because what is before them changes.
    pub rewritten: u32,
    /// What the later requests save, less what is written again.
    pub expected: f64,
}

/// The tokens that a prune is to leave.
pub(super) fn target(history: &History, settings: &Settings, moment: &Moment) -> u32 {
    let is_fresh = |step: u32| {
        let age = history.n_steps.saturating_sub(step);
        (FRESH_STEPS.1..=FRESH_STEPS.0).contains(&age)
    };
    let newest = history.items.iter().rev().take_while(|item| item.step + FRESH_STEPS.0 >= history.n_steps);
    let fresh: u32 = newest.filter(|item| item.pruned.is_none() && is_fresh(item.step)).map(|item| item.tokens).sum();
    let budget = f64::from(moment.budget);
    let fresh = if settings.policy == Policy::Evidence { f64::from(fresh) } else { 0.0 };
    (budget * MOST_LEFT).min(budget * settings.low + fresh) as u32
}

/// Whether anything is pruned now.
pub(super) fn is_due(settings: &Settings, moment: &Moment, target: u32) -> bool {
    let is_early = moment.is_cold && f64::from(moment.tokens) > f64::from(moment.budget) * COLD_SHARE;
    settings.policy != Policy::Unbounded && moment.tokens > target && (moment.tokens > moment.budget || is_early)
}

/// The place before which nothing is to be changed: with the first units spared, what is not written again is worth more than what
/// they free. None: no unit is spared.
pub(super) fn kept_from(case: &Case<'_>, chosen: &BTreeSet<usize>) -> Option<u32> {
    if case.moment.is_cold || case.settings.policy != Policy::Evidence {
        return None;
    }
    let write = case.settings.cache_write - case.settings.cache_read;
    let mut best = (0.0, None);
    let (mut saved, mut lost, mut at) = (0.0, 0.0, 0);
    let mut leaving = None;
    for number in chosen {
        let unit = &case.units[*number];
        // What is visible between the unit before and this one.
        let from = if leaving.is_none() { unit.first() } else { at };
        saved += visible(case.history, from, unit.first());
        at = unit.first();
        if let Some(freed) = leaving {
            lost += f64::from(freed);
            let gain = write * saved - case.settings.cache_read * LATER_REQUESTS * lost;
            if gain > best.0 {
                best = (gain, Some(unit.first()));
            }
        }
        leaving = Some(unit.freed);
    }
    best.1
}

/// The tokens of what is visible from a place up to another.
fn visible(history: &History, from: u32, to: u32) -> f64 {
    let items = &history.items[from as usize..to as usize];
    items.iter().filter(|item| item.pruned.is_none()).map(|item| f64::from(item.tokens)).sum()
}

/// What a prune saves.
pub(super) fn saving(case: &Case<'_>, first_changed: Option<u32>, freed: u32) -> Saving {
    let Some(first) = first_changed else { return Saving::default() };
    let after = visible(case.history, first, case.history.items.len() as u32) as u32;
    let rewritten = if case.moment.is_cold { 0 } else { after.saturating_sub(freed) };
    let write = case.settings.cache_write - case.settings.cache_read;
    let expected = case.settings.cache_read * f64::from(freed) * LATER_REQUESTS - write * f64::from(rewritten);
    Saving { later: LATER_REQUESTS, rewritten, expected }
}
