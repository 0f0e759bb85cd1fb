//! The baselines of the reference evaluator, and the reverse greedy oracle.

use std::collections::{BTreeMap, BTreeSet};

use super::demand::Demands;
use super::replay::{Pruned, Pruner, REFERENCE_STUB_TOKENS, State};
use super::trace::{Kind, Part, Segment};

/// The rule of a baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    None,
    Fifo,
    KeepThree,
    MaskTen,
    Largest,
    Lru,
    Gdsf,
    StructLru,
    Overlap,
    OverlapStruct,
    FirstScore,
    Oracle,
    ReverseOracle,
}

/// All rules, by their names in the tables.
pub(super) const RULES: [(&str, Rule); 13] = [
    ("none", Rule::None),
    ("fifo", Rule::Fifo),
    ("keep3", Rule::KeepThree),
    ("mask10", Rule::MaskTen),
    ("largest", Rule::Largest),
    ("lru", Rule::Lru),
    ("gdsf", Rule::Gdsf),
    ("struct+lru", Rule::StructLru),
    ("relev", Rule::Overlap),
    ("relev+struct", Rule::OverlapStruct),
    ("whole-parts", Rule::FirstScore),
    ("oracle", Rule::Oracle),
    ("reverse oracle", Rule::ReverseOracle),
];

/// A baseline at one budget.
pub(super) struct Baseline<'s> {
    rule: Rule,
    budget: u32,
    low: f64,
    /// For each part, the index of the part that supersedes it; `None` if none does.
    superseded: Vec<Option<usize>>,
    /// For `Rule::Oracle`, the steps that demand each part; empty for other rules.
    wanted_steps: Vec<Vec<usize>>,
    demands: &'s Demands,
}

impl<'s> Baseline<'s> {
    pub(super) fn new(rule: Rule, (budget, low): (u32, f64), segment: &Segment, demands: &'s Demands) -> Baseline<'s> {
        let superseded = superseded(segment);
        let wanted_steps = if rule == Rule::Oracle { wanted_steps(segment, demands) } else { Vec::new() };
        Baseline { rule, budget, low, superseded, wanted_steps, demands }
    }

    fn is_superseded(&self, at: usize, n_before: usize) -> bool {
        self.superseded[at].is_some_and(|superseding_at| superseding_at < n_before)
    }

    fn order(&self, state: &State<'_>, step: usize) -> Vec<usize> {
        let n_before = state.segment.ends[step];
        let parts = &state.segment.parts;
        let is_of_kind = |part: &Part| match self.rule {
            Rule::KeepThree => part.kind == Kind::Result,
            _ => matches!(part.kind, Kind::Result | Kind::Call | Kind::Think),
        };
        let is_candidate = |at: &usize| {
            let part = &parts[*at];
            is_of_kind(part) && state.is_live[*at] && !state.is_gone[*at] && part.tokens > REFERENCE_STUB_TOKENS * 3
        };
        let mut order: Vec<usize> = (0..n_before).filter(is_candidate).collect();
        let is_superseded = |at: usize| self.is_superseded(at, n_before);
        let tokens = |at: usize| f64::from(parts[at].tokens);
        match self.rule {
            Rule::KeepThree => order.truncate(order.len().saturating_sub(3)),
            Rule::Largest => order.sort_by_key(|at| std::cmp::Reverse(parts[*at].tokens)),
            Rule::Lru => order.sort_by_key(|at| state.last_used[*at]),
            Rule::StructLru => order.sort_by_key(|at| (!is_superseded(*at), state.last_used[*at])),
            Rule::Gdsf => by_value(&mut order, |at| {
                f64::from(state.uses[at]) * (-((step - state.last_used[at]) as f64) / 30.0).exp() / tokens(at).powf(0.5)
            }),
            Rule::Oracle => by_value(&mut order, |at| {
                let later_steps =
                    &self.wanted_steps[at][self.wanted_steps[at].partition_point(|wanted_step| *wanted_step < step)..];
                // Parts that nobody wants go first, the largest before all.
                if later_steps.is_empty() { -tokens(at) } else { later_steps.len() as f64 / tokens(at) }
            }),
            Rule::Overlap | Rule::OverlapStruct => {
                let focus = focus(state, step);
                by_value(&mut order, |at| {
                    let part = &parts[at];
                    let overlap: u32 = part
                        .names
                        .iter()
                        .chain(&part.tails)
                        .filter_map(|word| focus.get(word))
                        .map(|n| *n.min(&2))
                        .sum();
                    let recency = (-((step - state.last_used[at]) as f64) / 25.0).exp() * 2.0;
                    let mut value = recency + f64::from(overlap).ln_1p() + 0.5 * f64::from(state.uses[at] - 1).ln_1p();
                    value *= match part.kind {
                        Kind::Think => 0.3,
                        Kind::Call => 0.8,
                        _ => 1.0,
                    };
                    if self.rule == Rule::OverlapStruct && is_superseded(at) {
                        value *= 0.2;
                    }
                    value / tokens(at).powf(0.35)
                });
            }
            _ => {}
        }
        order
    }

    /// Removes the parts with the lowest value as a whole, even a call without its result, as the first prototype did.
    fn remove_lowest(&self, state: &mut State<'_>, step: usize, need: i64) -> Pruned {
        let n_before = state.segment.ends[step];
        let parts = &state.segment.parts;
        let now = parts[..n_before].last().map_or(0.0, minutes);
        let weight = |kind| match kind {
            Kind::Result => 0.8,
            Kind::Call => 1.2,
            Kind::Text | Kind::Think => 0.9,
            Kind::User | Kind::Compact | Kind::Meta => 1.5,
        };
        let mut order: Vec<usize> = (0..n_before).filter(|at| !state.is_gone[*at]).collect();
        by_value(&mut order, |at| (-((now - minutes(&parts[at])).max(0.0) / 60.0)).exp() * weight(parts[at].kind));
        let (mut first_removed, mut removed) = (None, 0);
        for at in order {
            if removed >= need {
                break;
            }
            state.is_gone[at] = true;
            removed += i64::from(parts[at].tokens);
            first_removed = Some(first_removed.map_or(at, |first_removed: usize| first_removed.min(at)));
        }
        let ids = |kind| -> BTreeSet<&str> {
            let of_kind = (0..n_before).filter(|at| parts[*at].kind == kind && !state.is_gone[*at]);
            of_kind.map(|at| parts[at].id.as_str()).collect()
        };
        Pruned { first: first_removed, is_orphaning: ids(Kind::Call) != ids(Kind::Result), ..Pruned::default() }
    }
}

impl Pruner for Baseline<'_> {
    fn prune_before(&mut self, state: &mut State<'_>, step: usize, total: u64) -> Option<Pruned> {
        let n_before = state.segment.ends[step];
        if self.rule == Rule::MaskTen {
            let results = (0..n_before).filter(|at| state.segment.parts[*at].kind == Kind::Result);
            let results: Vec<usize> = results.collect();
            let masked = &results[..results.len().saturating_sub(10)];
            let first_masked = masked.iter().copied().find(|at| state.is_live[*at]);
            masked.iter().for_each(|at| state.stub(*at));
            return first_masked.map(|first_masked| Pruned { first: Some(first_masked), ..Pruned::default() });
        }
        if self.rule == Rule::None || total <= u64::from(self.budget) {
            return None;
        }
        let need = total as i64 - (f64::from(self.budget) * self.low) as i64;
        if self.rule == Rule::FirstScore {
            return Some(self.remove_lowest(state, step, need));
        }
        let order = match self.rule {
            Rule::ReverseOracle => super::oracle::order(state, self.demands, step, need),
            _ => self.order(state, step),
        };
        let need = if self.rule == Rule::KeepThree { i64::MAX } else { need };
        let (mut first_stubbed, mut freed) = (None, 0);
        for at in order {
            if freed >= need {
                break;
            }
            if state.segment.parts[at].step + 1 >= step {
                continue;
            }
            state.stub(at);
            freed += i64::from(state.segment.parts[at].tokens) - i64::from(state.stubs[at].tokens);
            first_stubbed = Some(first_stubbed.map_or(at, |first_stubbed: usize| first_stubbed.min(at)));
        }
        Some(Pruned { first: first_stubbed, ..Pruned::default() })
    }
}

fn minutes(part: &Part) -> f64 {
    part.time as f64 / 60_000.0
}

/// Sorts parts by rising value; parts of equal value keep their order.
fn by_value(order: &mut [usize], value: impl Fn(usize) -> f64) {
    order.sort_by(|a, b| value(*a).total_cmp(&value(*b)));
}

/// How often each name and each end of a path occurs in recent texts, thoughts, calls and user's parts: those that are
/// among the last 40 parts and at most four steps old.
fn focus(state: &State<'_>, step: usize) -> BTreeMap<u32, u32> {
    let n_before = state.segment.ends[step];
    let mut focus = BTreeMap::new();
    for part in &state.segment.parts[n_before.saturating_sub(40)..n_before] {
        if matches!(part.kind, Kind::Text | Kind::Think | Kind::Call | Kind::User) && part.step + 4 >= step {
            for word in part.names.iter().chain(&part.tails) {
                *focus.entry(*word).or_insert(0) += 1;
            }
        }
    }
    focus
}

/// For each result, the index of the result that supersedes it: the next one of an equal call. Failed results and
/// results of edits supersede themselves. `None` for all other parts.
fn superseded(segment: &Segment) -> Vec<Option<usize>> {
    let mut superseding_parts = vec![None; segment.parts.len()];
    let mut last_by_key: BTreeMap<String, usize> = BTreeMap::new();
    for (at, part) in segment.parts.iter().enumerate() {
        let Some(call) = part.call.map(|call| &segment.parts[call]) else { continue };
        let input = &call.input;
        let value = |name: &str| input.get(name).map(ToString::to_string).unwrap_or_default();
        match call.tool.as_str() {
            "Edit" | "edit" | "Write" | "write" => superseding_parts[at] = Some(at),
            tool => {
                let key = match tool {
                    "Read" | "read" => {
                        let path = if input.contains_key("file_path") { value("file_path") } else { value("path") };
                        format!("\n{path}\n{}\n{}", value("offset"), value("limit"))
                    }
                    _ => format!("{tool}\n{}", serde_json::Value::Object(input.clone())),
                };
                if let Some(earlier_at) = last_by_key.insert(key, at)
                    && superseding_parts[earlier_at].is_none()
                {
                    superseding_parts[earlier_at] = Some(at);
                }
            }
        }
        if part.is_error {
            superseding_parts[at] = Some(at);
        }
    }
    superseding_parts
}

/// For each part, the steps with a demand that is assigned to the part. Of the parts that can serve a demand, the one
/// that serves most demands for its size gets it.
fn wanted_steps(segment: &Segment, demands: &Demands) -> Vec<Vec<usize>> {
    let mut n_served = vec![0_u32; segment.parts.len()];
    for demand in demands.by_step.iter().flatten() {
        demand.support.iter().for_each(|at| n_served[*at] += 1);
    }
    let mut steps_by_part = vec![Vec::new(); segment.parts.len()];
    for (step, demands) in demands.by_step.iter().enumerate() {
        for demand in demands {
            let density = |at: usize| f64::from(n_served[at]) / f64::from(segment.parts[at].tokens + 20);
            let best = demand.support.iter().copied().max_by(|a, b| density(*a).total_cmp(&density(*b)).then(a.cmp(b)));
            best.into_iter().for_each(|best| steps_by_part[best].push(step));
        }
    }
    steps_by_part
}
