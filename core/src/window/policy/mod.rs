//! Who leaves, in which order and how many.
//!
//! A policy gives each part that may leave a value, made of named factors; the lowest leave until the target is met, and the prefix
//! guard spares those whose leaving would cost more than it saves. A function of the conversation, what is known of it, the
//! settings and the moment. Promises: what `History::is_candidate` refuses never leaves; no more leaves than the target demands,
//! but for the last one; equal values leave in the order of their places.
//! Not here: what is known of a part (`signals`), what is left of it (`stub`).

mod evidence;
mod five_factor;
mod guard;
mod simple;
#[cfg(test)]
pub(crate) mod stories;
mod units;

use alloc::collections::{BTreeSet, BinaryHeap};
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

use super::history::History;
use super::settings::{Policy, Settings};
use super::signals::{Signals, Uniqueness};
use crate::base::score::Factor;
pub use guard::Saving;
use units::Unit;

/// The steps before the request that are not pruned, while the budget can be met without them.
const N_RECENT: [u32; 2] = [2, 1];

/// When it is decided, and for what.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Moment {
    /// Milliseconds since 1970.
    pub(crate) now: i64,
    /// The tokens of the request as it stands.
    pub(crate) tokens: u32,
    /// The most tokens it may have.
    pub(crate) budget: u32,
    /// The provider has dropped its prompt cache, so that all is written again in any case.
    pub(crate) is_cold: bool,
    /// The task that is worked on; empty: none.
    pub(crate) task: alloc::string::String,
    /// Whether the factors of each value are wanted.
    pub(crate) explain: bool,
}

/// What became of a part that could have left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Kept,
    Pruned,
    /// It was among the lowest, but to prune it so near the beginning would cost more than it saves.
    Spared,
}

/// A part that could have left, and why it did or not.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Judged {
    pub(crate) at: u32,
    pub(crate) value: f64,
    /// What the value is the product of; empty where that was not asked for.
    pub(crate) factors: Vec<Factor>,
    pub(crate) fate: Fate,
}

/// What is to be pruned.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Plan {
    /// Ascending.
    pub(crate) victims: Vec<u32>,
    /// Ascending by place.
    pub(crate) judged: Vec<Judged>,
    /// The tokens that the prune was to leave.
    pub(crate) target: u32,
    pub(crate) first_changed: Option<u32>,
    /// The tokens that are saved.
    pub(crate) freed: u32,
    pub(crate) saving: Saving,
}

/// The budget cannot be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Floor {
    /// The least tokens that can be reached.
    pub(crate) least: u32,
}

/// What is to be pruned before the next request. Nothing, as long as nothing is due.
pub(crate) fn plan(
    history: &History,
    signals: &Signals,
    settings: &Settings,
    moment: &Moment,
) -> Result<Plan, Floor> {
    let target = guard::target(history, settings, moment);
    if !guard::is_due(settings, moment, target) {
        return Ok(Plan { target, ..Plan::default() });
    }
    let mut least = moment.tokens;
    for n_recent in N_RECENT {
        let case = Case { history, signals, settings, moment, units: units::of(history, signals, n_recent) };
        least = moment.tokens.saturating_sub(case.units.iter().map(|unit| unit.freed).sum());
        if least <= moment.budget {
            return Ok(case.plan(target));
        }
    }
    Err(Floor { least })
}

/// What a plan is made from.
struct Case<'c> {
    history: &'c History,
    signals: &'c Signals,
    settings: &'c Settings,
    moment: &'c Moment,
    units: Vec<Unit>,
}

impl Case<'_> {
    fn plan(&self, target: u32) -> Plan {
        let need = self.moment.tokens - target.min(self.moment.tokens);
        let mut scores = self.scores();
        let (chosen, spared) = match self.settings.policy {
            Policy::KeepLast => (simple::all_but_newest(self), BTreeSet::new()),
            _ => self.lowest(&mut scores, need),
        };
        let mut judged = Vec::new();
        for (number, unit) in self.units.iter().enumerate() {
            let fate = match (chosen.contains(&number), spared.contains(&number)) {
                (true, _) => Fate::Pruned,
                (false, true) => Fate::Spared,
                (false, false) => Fate::Kept,
            };
            let mut factors = Vec::new();
            if self.moment.explain {
                scores.value(number, &mut |name, value| factors.push(Factor { name, value }));
            }
            let value = scores.value(number, &mut |_, _| {});
            judged.extend(unit.places.iter().map(|at| Judged { at: *at, value, factors: factors.clone(), fate }));
        }
        judged.sort_by_key(|judged| judged.at);
        let pruned = judged.iter().filter(|judged| judged.fate == Fate::Pruned);
        let victims: Vec<u32> = pruned.map(|judged| judged.at).collect();
        let freed = chosen.iter().map(|number| self.units[*number].freed).sum();
        let first_changed = victims.first().copied();
        let saving = guard::saving(self, first_changed, freed);
        Plan { victims, judged, target, first_changed, freed, saving }
    }

    fn scores(&self) -> Scores<'_> {
        let rule = match self.settings.policy {
            Policy::Evidence => Rule::Evidence(evidence::Evidence::new(self)),
            Policy::FiveFactor => Rule::FiveFactor,
            Policy::Lru => Rule::Lru,
            Policy::KeepLast | Policy::Unbounded => Rule::Place,
        };
        Scores { case: self, rule, uniqueness: Uniqueness::new(self.signals) }
    }

    /// The lowest units that free so much, and those among them that the guard spares; others take their place.
    fn lowest(&self, scores: &mut Scores<'_>, need: u32) -> (BTreeSet<usize>, BTreeSet<usize>) {
        let numbers = 0..self.units.len();
        let mut queue: BinaryHeap<_> = numbers.map(|number| Reverse(Entry(scores.quiet(number), number))).collect();
        let (mut chosen, mut spared, mut freed) = (BTreeSet::new(), BTreeSet::new(), 0_u32);
        // Once the guard has moved the first change, nothing before it is taken.
        let mut from = 0;
        for is_last in [false, true] {
            while freed < need {
                let Some(Reverse(Entry(value, number))) = queue.pop() else { break };
                if self.units[number].first() < from {
                    spared.insert(number);
                    continue;
                }
                let now = scores.quiet(number);
                if now.total_cmp(&value) == Ordering::Greater {
                    // What held the same has left since: it is worth more now.
                    queue.push(Reverse(Entry(now, number)));
                    continue;
                }
                chosen.insert(number);
                freed += self.units[number].freed;
                scores.leave(number);
            }
            if is_last {
                break;
            }
            let Some(kept_from) = guard::kept_from(self, &chosen) else { break };
            from = kept_from;
            let (before, after) = chosen.iter().partition(|number| self.units[**number].first() < from);
            (spared, chosen) = (before, after);
            freed = chosen.iter().map(|number| self.units[*number].freed).sum();
        }
        self.meet_budget(scores, &mut chosen, &mut spared, freed);
        (chosen, spared)
    }

    /// Where what the guard left does not meet the budget, those that it spared leave all the same, the lowest first.
    fn meet_budget(
        &self,
        scores: &Scores<'_>,
        chosen: &mut BTreeSet<usize>,
        spared: &mut BTreeSet<usize>,
        mut freed: u32,
    ) {
        let mut rest: Vec<_> = spared.iter().map(|number| (scores.quiet(*number), *number)).collect();
        rest.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (_, number) in rest {
            if self.moment.tokens.saturating_sub(freed) <= self.moment.budget {
                return;
            }
            freed += self.units[number].freed;
            spared.remove(&number);
            chosen.insert(number);
        }
    }
}

enum Rule {
    Evidence(evidence::Evidence),
    FiveFactor,
    Lru,
    Place,
}

/// The values of a case's units, while some of them leave.
struct Scores<'c> {
    case: &'c Case<'c>,
    rule: Rule,
    uniqueness: Uniqueness<'c>,
}

impl Scores<'_> {
    /// The value of a unit, which is the highest of its parts'; the factors of the first part are told.
    fn value(&self, number: usize, tell: &mut dyn FnMut(&'static str, f64)) -> f64 {
        let places = &self.case.units[number].places;
        let first = self.of_part(places[0], tell);
        places[1..].iter().map(|at| self.of_part(*at, &mut |_, _| {})).fold(first, f64::max)
    }

    fn quiet(&self, number: usize) -> f64 {
        self.value(number, &mut |_, _| {})
    }

    fn of_part(&self, at: u32, tell: &mut dyn FnMut(&'static str, f64)) -> f64 {
        match &self.rule {
            Rule::Evidence(evidence) => evidence.value(self.case, at, self.uniqueness.n_unique(at), tell),
            Rule::FiveFactor => five_factor::value(self.case, at, tell),
            Rule::Lru => simple::last_use(self.case, at, tell),
            Rule::Place => simple::place(at, tell),
        }
    }

    fn leave(&mut self, number: usize) {
        if matches!(self.rule, Rule::Evidence(_)) {
            self.case.units[number].places.iter().for_each(|at| self.uniqueness.leave(*at));
        }
    }
}

/// A value and the number of its unit, in order.
struct Entry(f64, usize);

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> Ordering {
        self.0.total_cmp(&other.0).then(self.1.cmp(&other.1))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}
