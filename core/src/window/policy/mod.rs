//! Chooses which parts are pruned, and in which order.
//!
//! A policy values each candidate by named factors; the lowest are pruned until the target is met. The prefix guard
//! spares those whose removal would cost more than it saves. A plan is a pure function of the conversation, its
//! signals, the settings and the moment. Only candidates (`History::is_candidate`) are pruned, and except by
//! `keep-last` none after the target is met. Equal values are pruned in conversation order.
//!
//! Not here: the signals of a part (`signals`), its stub (`stub`).

mod evidence;
mod five_factor;
#[cfg(test)]
pub(crate) mod fixtures;
mod guard;
mod simple;
#[cfg(test)]
mod tests;
mod units;

use alloc::collections::BinaryHeap;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

use super::history::History;
use super::last_resort::Cut;
use super::recap::RecapPlan;
use super::settings::{Policy, Settings};
use super::signals::{Signals, Uniqueness};
use crate::base::score::Factor;
use crate::base::sort::{sort, sort_by_number};
pub(super) use guard::{MAX_REMAINING_SHARE, expected_saving, is_worth_pruning};
use units::Unit;

/// The number of the newest steps that are never pruned here, since the model has not seen their results yet. Their
/// parts are cut only if the token limit cannot be met otherwise (`last_resort`).
pub(super) const N_RECENT: u32 = 1;
/// The number of kept units whose factors are reported, lowest values first.
const N_COMPARED: usize = 50;

/// The circumstances of a prune.
#[derive(Clone, Debug)]
pub(crate) struct PruneContext {
    /// In milliseconds since 1970.
    pub(crate) now: i64,
    /// The tokens of the request, corrected by the provider's count.
    pub(crate) tokens: u64,
    /// The tokens at which a prune begins.
    pub(crate) budget: u32,
    /// Whether the prompt cache has expired.
    pub(crate) is_cold: bool,
    /// The current task; may be empty.
    pub(crate) task: String,
}

/// The outcome of a prune for a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It stays.
    Kept,
    /// It is pruned.
    Pruned,
    /// It was among the lowest, but pruning it would lose cached text that is worth more.
    Spared,
}

/// A candidate with its value and fate.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JudgedItem {
    /// The index of the part in the conversation.
    pub(crate) index: u32,
    /// The value; the lowest are pruned first.
    pub(crate) value: f64,
    /// The factors of the value; empty beyond the first `N_COMPARED` kept units.
    pub(crate) factors: Vec<Factor>,
    pub(crate) fate: Fate,
}

/// The choices of one prune, before anything is changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Plan {
    /// Indices of the parts to prune, ascending.
    pub(crate) victims: Vec<u32>,
    /// Every candidate: the pruned ones, then the spared ones, then the kept ones, lowest value first. Cut parts come
    /// last.
    pub(crate) judged_items: Vec<JudgedItem>,
    /// The tokens that the prune should leave.
    pub(crate) target: u32,
    /// The tokens that the prune frees.
    pub(crate) freed_tokens: u32,
    /// The expected saving, in uncached tokens.
    pub(crate) saving: f64,
    /// The messages that recaps replace after this prune.
    pub(crate) recap_plan: Option<RecapPlan>,
    /// Cuts in the newest step, if nothing else is enough.
    pub(crate) cuts: Vec<Cut>,
}

impl Plan {
    /// Whether the plan changes nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.victims.is_empty() && self.recap_plan.is_none() && self.cuts.is_empty()
    }

    /// Indices of all parts that are pruned, recapped or cut, ascending, each once.
    pub(crate) fn indices(&self) -> Vec<u32> {
        let recapped = self.recap_plan.iter().flat_map(|recap_plan| &recap_plan.parts);
        let cuts = self.cuts.iter().map(|cut| &cut.index);
        let mut indices: Vec<u32> = self.victims.iter().chain(recapped).chain(cuts).copied().collect();
        sort_by_number(&mut indices, |at| *at);
        indices.dedup();
        indices
    }
}

/// Plans the prune before the next request: empty if none is due, and with all candidates if fewer do not meet the
/// target.
pub(crate) fn plan(history: &History, signals: &Signals, settings: &Settings, prune_context: &PruneContext) -> Plan {
    match PruneInput::if_due(history, signals, settings, prune_context) {
        Some((input, target)) => input.plan(target),
        None => Plan::default(),
    }
}

/// The tokens that a prune should leave; `None` if no prune is due.
pub(crate) fn target_if_due(history: &History, settings: &Settings, prune_context: &PruneContext) -> Option<u32> {
    let target = guard::target_tokens(history, settings, prune_context);
    guard::is_due(settings, prune_context, target).then_some(target)
}

/// Whether [`plan`] would prune anything, at a small part of its cost.
pub(crate) fn would_prune(
    history: &History,
    signals: &Signals,
    settings: &Settings,
    prune_context: &PruneContext,
) -> bool {
    PruneInput::if_due(history, signals, settings, prune_context).is_some_and(|(input, _)| match settings.policy {
        Policy::KeepLast => !simple::all_but_newest(&input).is_empty(),
        _ => !input.units.is_empty(),
    })
}

/// The inputs of a plan.
struct PruneInput<'c> {
    history: &'c History,
    signals: &'c Signals,
    settings: &'c Settings,
    prune_context: &'c PruneContext,
    /// The units that can be pruned, in conversation order.
    units: Vec<Unit>,
}

/// Indices of the units to prune and to spare.
#[derive(Debug, Default)]
struct Choice {
    /// The units to prune, lowest value first.
    chosen: Vec<usize>,
    /// The units that the prefix guard spared, in the same order.
    spared: Vec<usize>,
    /// The tokens that `chosen` frees.
    freed_tokens: u32,
}

impl<'c> PruneInput<'c> {
    /// The input and its target; `None` if no prune is due.
    fn if_due(
        history: &'c History,
        signals: &'c Signals,
        settings: &'c Settings,
        prune_context: &'c PruneContext,
    ) -> Option<(PruneInput<'c>, u32)> {
        let target = target_if_due(history, settings, prune_context)?;
        let mut units = units::prunable_units(history, N_RECENT, units::MIN_CALL_TOKENS);
        let mut floor = guard::floor_tokens(&units, prune_context);
        if floor > u64::from(prune_context.budget) {
            // Small calls are pruned too if the budget cannot be met otherwise.
            units = units::prunable_units(history, N_RECENT, 0);
            floor = guard::floor_tokens(&units, prune_context);
        }
        let target = target.max(guard::lowest_target(floor, settings, prune_context));
        Some((PruneInput { history, signals, settings, prune_context, units }, target))
    }
}

impl PruneInput<'_> {
    fn plan(&self, target: u32) -> Plan {
        let mut scores = self.unit_values();
        let choice = match self.settings.policy {
            Policy::KeepLast => self.choice_of(simple::all_but_newest(self)),
            _ => self.choose_lowest(&mut scores, target),
        };
        let judged_items = self.judge(&scores, &choice);
        let pruned = judged_items.iter().filter(|judged| judged.fate == Fate::Pruned);
        let mut victims: Vec<u32> = pruned.map(|judged| judged.index).collect();
        sort_by_number(&mut victims, |at| *at);
        let circumstances = (self.history, self.settings, self.prune_context);
        let saving = guard::expected_saving(circumstances, victims.first().copied(), choice.freed_tokens);
        Plan {
            victims,
            judged_items,
            target,
            freed_tokens: choice.freed_tokens,
            saving,
            recap_plan: None,
            cuts: Vec::new(),
        }
    }

    /// The choice to prune exactly these units.
    fn choice_of(&self, chosen: Vec<usize>) -> Choice {
        let freed_tokens = chosen.iter().map(|number| self.units[*number].freed_tokens).sum();
        Choice { chosen, spared: Vec::new(), freed_tokens }
    }

    /// All candidates with their values and fates.
    fn judge(&self, scores: &UnitValues<'_>, choice: &Choice) -> Vec<JudgedItem> {
        let mut fates = vec![Fate::Kept; self.units.len()];
        choice.chosen.iter().for_each(|number| fates[*number] = Fate::Pruned);
        choice.spared.iter().for_each(|number| fates[*number] = Fate::Spared);
        let kept_numbers = (0..self.units.len()).filter(|number| fates[*number] == Fate::Kept);
        let mut kept_units: Vec<ScoredUnit> =
            kept_numbers.map(|number| ScoredUnit(scores.unit_value(number, &mut |_, _| {}), number)).collect();
        sort(&mut kept_units);
        let n_explained = choice.chosen.len() + choice.spared.len() + N_COMPARED;
        let ordered_numbers =
            choice.chosen.iter().chain(&choice.spared).copied().chain(kept_units.into_iter().map(|entry| entry.1));
        let mut judged = Vec::new();
        for (place, number) in ordered_numbers.enumerate() {
            let mut factors = Vec::new();
            let mut report_factor = |name, value| {
                if place < n_explained {
                    factors.push(Factor { name, value });
                }
            };
            let value = scores.unit_value(number, &mut report_factor);
            let indices = &self.units[number].indices;
            judged.extend(indices.iter().map(|at| JudgedItem {
                index: *at,
                value,
                factors: factors.clone(),
                fate: fates[number],
            }));
        }
        judged
    }

    /// The values of all units under the policy.
    fn unit_values(&self) -> UnitValues<'_> {
        let rule = match self.settings.policy {
            Policy::Evidence => Rule::Evidence(evidence::Evidence::new(self)),
            Policy::FiveFactor => Rule::FiveFactor,
            Policy::Lru => Rule::Lru,
            Policy::KeepLast | Policy::Unbounded => Rule::Position,
        };
        UnitValues { input: self, rule, uniqueness: Uniqueness::new(self.signals) }
    }

    /// Chooses the units of the lowest values until the target is met, without those that the prefix guard spares.
    fn choose_lowest(&self, scores: &mut UnitValues<'_>, target: u32) -> Choice {
        let exceeds =
            |freed_tokens: u32, limit: u32| self.prune_context.tokens > u64::from(limit) + u64::from(freed_tokens);
        let numbers = 0..self.units.len();
        let mut queue: BinaryHeap<_> = numbers.map(|number| Reverse(scores.scored_unit(number))).collect();
        let mut choice = Choice::default();
        while exceeds(choice.freed_tokens, target) {
            let Some(Reverse(entry)) = queue.pop() else { break };
            let current = scores.scored_unit(entry.1);
            if current > entry {
                // A unit with the same lines was chosen since: this one is worth more now.
                queue.push(Reverse(current));
                continue;
            }
            choice.chosen.push(entry.1);
            choice.freed_tokens += self.units[entry.1].freed_tokens;
            scores.remove(entry.1);
        }
        let start = guard::prune_start(self, &choice.chosen);
        let (spared, chosen) = choice.chosen.iter().partition(|number| self.units[**number].first() < start);
        (choice.spared, choice.chosen) = (spared, chosen);
        choice.freed_tokens -= choice.spared.iter().map(|number| self.units[*number].freed_tokens).sum::<u32>();
        if exceeds(choice.freed_tokens, self.prune_context.budget) {
            // No unit is spared if the budget would not be met.
            choice.chosen.append(&mut choice.spared);
            choice = self.choice_of(choice.chosen);
        }
        choice
    }
}

/// The rule that values parts.
enum Rule {
    Evidence(evidence::Evidence),
    FiveFactor,
    Lru,
    /// By position in the conversation.
    Position,
}

/// The values of units while some of them are removed.
struct UnitValues<'c> {
    input: &'c PruneInput<'c>,
    rule: Rule,
    /// The unique lines of the remaining parts.
    uniqueness: Uniqueness<'c>,
}

impl UnitValues<'_> {
    /// The value of a unit: the highest value of its parts. `report_factor` gets the factors of the first part.
    fn unit_value(&self, number: usize, report_factor: &mut dyn FnMut(&'static str, f64)) -> f64 {
        let indices = &self.input.units[number].indices;
        let first_value = self.part_value(indices[0], report_factor);
        indices[1..].iter().map(|at| self.part_value(*at, &mut |_, _| {})).fold(first_value, f64::max)
    }

    /// A unit with its current value.
    fn scored_unit(&self, number: usize) -> ScoredUnit {
        ScoredUnit(self.unit_value(number, &mut |_, _| {}), number)
    }

    /// The value of a part; `report_factor` gets its factors.
    fn part_value(&self, at: u32, report_factor: &mut dyn FnMut(&'static str, f64)) -> f64 {
        match &self.rule {
            Rule::Evidence(evidence) => evidence.value(self.input, at, self.uniqueness.n_unique(at), report_factor),
            Rule::FiveFactor => five_factor::value(self.input, at, report_factor),
            Rule::Lru => simple::value_by_last_use(self.input, at, report_factor),
            Rule::Position => simple::value_by_position(at, report_factor),
        }
    }

    /// Removes a unit, which may make lines of others unique.
    fn remove(&mut self, number: usize) {
        if matches!(self.rule, Rule::Evidence(_)) {
            self.input.units[number].indices.iter().for_each(|at| self.uniqueness.remove(*at));
        }
    }
}

/// A value and the index of its unit, ordered.
struct ScoredUnit(f64, usize);

impl Ord for ScoredUnit {
    fn cmp(&self, other: &ScoredUnit) -> Ordering {
        self.0.total_cmp(&other.0).then(self.1.cmp(&other.1))
    }
}

impl PartialOrd for ScoredUnit {
    fn partial_cmp(&self, other: &ScoredUnit) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for ScoredUnit {
    fn eq(&self, other: &ScoredUnit) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for ScoredUnit {}
