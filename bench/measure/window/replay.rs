//! Replays a segment under a budget. Before each request a pruner may change the conversation; then the cost of the
//! request and its visible demands are counted. The rules are those of the reference evaluator, except that stubs may
//! contain words.

use std::collections::BTreeMap;

use super::demand::{Demand, Demands, WordKind};
use super::trace::Segment;

/// Prices relative to a token without a cache: of one read from the prompt cache, and of one written into it.
const READ: f64 = 0.1;
const WRITE: f64 = 1.25;
/// The milliseconds for which a provider keeps an unused cache.
const LIFETIME: u64 = 300_000;
/// The tokens of a stub without an outline, in the reference evaluator.
pub(super) const REFERENCE_STUB_TOKENS: u32 = 10;

/// The stub of a part: its tokens, and the ascending numbers of its words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stub {
    pub(super) tokens: u32,
    pub(super) words: Vec<u32>,
}

/// The visible state of a segment.
pub(super) struct State<'s> {
    pub(super) segment: &'s Segment,
    pub(super) demands: &'s Demands,
    pub(super) is_live: Vec<bool>,
    /// Parts that were removed completely, without a stub.
    pub(super) is_gone: Vec<bool>,
    pub(super) stubs: &'s [Stub],
    /// Texts that replace the prepared stubs: the pruner's own stubs, and recaps.
    pub(super) replacements: BTreeMap<usize, Stub>,
    /// For each part, the last step that demanded one of its words while the part was whole, or else the part's own
    /// step; and the number of such demands plus one.
    pub(super) last_used: Vec<usize>,
    pub(super) uses: Vec<u32>,
}

impl State<'_> {
    pub(super) fn size(&self, at: usize) -> u32 {
        match (self.is_gone[at], self.is_live[at]) {
            (true, _) => 0,
            (false, true) => self.segment.parts[at].tokens,
            (false, false) => self.stub_of(at).tokens,
        }
    }

    pub(super) fn total(&self, n_parts: usize) -> u64 {
        (0..n_parts).map(|at| u64::from(self.size(at))).sum()
    }

    pub(super) fn stub(&mut self, at: usize) {
        self.is_live[at] = false;
    }

    pub(super) fn stub_of(&self, at: usize) -> &Stub {
        self.replacements.get(&at).unwrap_or(&self.stubs[at])
    }

    fn holds(&self, at: usize, demand: &Demand) -> bool {
        !self.is_gone[at] && (self.is_live[at] || self.stub_of(at).words.binary_search(&demand.word).is_ok())
    }
}

/// A policy. Before the request of each step it gets the tokens of all earlier parts, and returns what it pruned.
pub(super) trait Pruner {
    fn prune_before(&mut self, state: &mut State<'_>, step: usize, total: u64) -> Option<Pruned>;
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pruned {
    pub(super) first: Option<usize>,
    pub(super) is_orphaning: bool,
    /// The expected saving in tokens at the price without a cache, and the number of freed tokens.
    pub(super) expected_saving: f64,
    pub(super) freed: u64,
}

/// The counts of a replay.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) hits: u64,
    pub(super) misses: u64,
    pub(super) line_hits: u64,
    pub(super) line_misses: u64,
    pub(super) tokens: u64,
    pub(super) cost: f64,
    /// The cost if the cache expires after five minutes; the reference evaluator has no such figure.
    pub(super) expiring_cost: f64,
    pub(super) prunes: u64,
    /// Prunes within two requests of the previous one.
    pub(super) n_hasty_prunes: u64,
    pub(super) n_requests: u64,
    /// Requests above the budget.
    pub(super) n_over_budget: u64,
    pub(super) n_orphaning_prunes: u64,
    pub(super) steps: u64,
    pub(super) missed_steps: u64,
    /// The expected saving of all prunes, and their actual saving up to the end of the segment.
    pub(super) expected_saving: f64,
    pub(super) actual_saving: f64,
}

impl Tally {
    pub(super) fn add(&mut self, other: &Tally) {
        self.hits += other.hits;
        self.misses += other.misses;
        self.line_hits += other.line_hits;
        self.line_misses += other.line_misses;
        self.tokens += other.tokens;
        self.cost += other.cost;
        self.expiring_cost += other.expiring_cost;
        self.prunes += other.prunes;
        self.n_hasty_prunes += other.n_hasty_prunes;
        self.n_requests += other.n_requests;
        self.n_over_budget += other.n_over_budget;
        self.n_orphaning_prunes += other.n_orphaning_prunes;
        self.steps += other.steps;
        self.missed_steps += other.missed_steps;
        self.expected_saving += other.expected_saving;
        self.actual_saving += other.actual_saving;
    }

    pub(super) fn miss_share(&self) -> f64 {
        self.missed_steps as f64 / self.steps.max(1) as f64
    }
}

pub(super) fn replay(
    segment: &Segment,
    demands: &Demands,
    stubs: &[Stub],
    budget: u32,
    pruner: &mut dyn Pruner,
) -> Tally {
    let n_parts = segment.parts.len();
    let mut state = State {
        segment,
        demands,
        is_live: vec![true; n_parts],
        is_gone: vec![false; n_parts],
        stubs,
        replacements: BTreeMap::new(),
        last_used: segment.parts.iter().map(|part| part.step).collect(),
        uses: vec![1; n_parts],
    };
    let (mut tally, mut total_before, mut last_prune) = (Tally::default(), 0, None);
    for step in 0..segment.n_steps {
        let n_before = segment.ends[step];
        let unpruned = state.total(n_before);
        let pruned = pruner.prune_before(&mut state, step, unpruned);
        let total = state.total(n_before);
        let cached_tokens = match pruned.and_then(|pruned| pruned.first) {
            None => total.min(total_before),
            Some(first) => state.total(first),
        };
        tally.tokens += total;
        tally.cost += cost(cached_tokens, total);
        tally.n_requests += 1;
        tally.n_over_budget += u64::from(total > u64::from(budget));
        if pruned.is_some() {
            tally.prunes += 1;
            tally.n_hasty_prunes += u64::from(last_prune.is_some_and(|last_step| step - last_step <= 2));
            last_prune = Some(step);
        }
        if let Some(pruned) = pruned {
            // Without the prune the rewritten tokens would have been read, and so would the freed ones, now and later.
            let n_later = (segment.n_steps - step) as f64;
            let rewritten = total.saturating_sub(cached_tokens + (unpruned - total_before));
            tally.expected_saving += pruned.expected_saving;
            tally.actual_saving += READ * pruned.freed as f64 * n_later - (WRITE - READ) * rewritten as f64;
        }
        let is_expired = idle(segment, step) > LIFETIME;
        tally.expiring_cost += if is_expired { WRITE * total as f64 } else { cost(cached_tokens, total) };
        tally.n_orphaning_prunes += u64::from(pruned.is_some_and(|pruned| pruned.is_orphaning));
        total_before = total;
        count_step(&mut tally, &mut state, step);
    }
    tally
}

fn cost(cached_tokens: u64, total: u64) -> f64 {
    READ * cached_tokens as f64 + WRITE * (total - cached_tokens) as f64
}

/// The milliseconds between the request of a step and the previous one.
fn idle(segment: &Segment, step: usize) -> u64 {
    let time = |step: usize| segment.parts.get(segment.ends[step]).map_or(0, |part| part.time);
    if step == 0 { 0 } else { (time(step) - time(step - 1)).max(0) as u64 }
}

fn count_step(tally: &mut Tally, state: &mut State<'_>, step: usize) {
    let demands = &state.demands.by_step[step];
    if demands.is_empty() {
        return;
    }
    let mut is_missed = false;
    for demand in demands {
        let is_held = demand.support.iter().any(|at| state.holds(*at, demand));
        let is_line = demand.what == WordKind::Line;
        if is_held {
            for at in &demand.support {
                if state.is_live[*at] && !state.is_gone[*at] {
                    state.last_used[*at] = step;
                    state.uses[*at] += 1;
                }
            }
            tally.hits += 1;
            tally.line_hits += u64::from(is_line);
        } else {
            is_missed = true;
            tally.misses += 1;
            tally.line_misses += u64::from(is_line);
        }
    }
    tally.steps += 1;
    tally.missed_steps += u64::from(is_missed);
}
