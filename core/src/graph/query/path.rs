//! The shortest chain of edges from one symbol to another.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::walk::{Reached, check_confidence};
use super::{Step, Symbol, check_depth};
use crate::ask::{Reply, Resumed};
use crate::error::Error;
use crate::graph::kind::EdgeKind;
use crate::graph::links::SymbolId;
use crate::memory::Memory;
use crate::row::key::Room;

/// A question about how one symbol leads to another.
#[derive(Clone, Debug, PartialEq)]
pub struct PathQuestion {
    /// Where the chain begins, as people type it.
    pub source: String,
    /// Where it ends, as people type it.
    pub target: String,
    /// The most edges: 1 to 10.
    pub depth: u32,
    /// Only edges of these kinds; none given: calls, or where no calls lead there, all.
    pub kinds: Vec<EdgeKind>,
    /// 0.0 to 1.0.
    pub least_confidence: f64,
}

/// A chain of edges.
#[derive(Clone, Debug, PartialEq)]
pub struct PathPage {
    /// What the first name was taken to mean.
    pub source: Symbol,
    /// What the second name was taken to mean.
    pub target: Symbol,
    /// From source to target; empty where no chain leads there.
    pub steps: Vec<Step>,
}

/// What a chain may be made of.
struct Limits<'a> {
    depth: u32,
    kinds: &'a [EdgeKind],
    least_confidence: f64,
}

/// Each symbol that was reached, by the edge that first led there.
type Trail = BTreeMap<SymbolId, Reached>;

impl Memory {
    /// The shortest chain of edges from one symbol, or what stands inside it, to another, or what stands inside that.
    /// Of several the one whose confidences have the greatest product, then the one that stands first in path and line.
    /// O(edges within the depth).
    pub fn path(&mut self, question: &PathQuestion, resumed: Option<Resumed>) -> Result<Reply<PathPage>, Error> {
        check_depth(question.depth)?;
        check_confidence(question.least_confidence)?;
        self.resume(resumed)?;
        if let Some(ask) = self.need(Room::Outline).or_else(|| self.need_some_edges()) {
            return Ok(Reply::Ask(ask));
        }
        let mut end = |argument, typed| match self.meant(typed) {
            Err(Error::Invalid { why, .. }) => Err(Error::Invalid { argument, why }),
            found => found,
        };
        let (source, target) = match (end("source", &question.source)?, end("target", &question.target)?) {
            (Reply::Done(source), Reply::Done(target)) => (source, target),
            (Reply::Ask(ask), _) | (_, Reply::Ask(ask)) => return Ok(Reply::Ask(ask)),
        };
        let chain = self.chain(source, target, question);
        let ends = [source, target].into_iter().chain(chain.iter().map(|step| step.to));
        if let Some(ask) = self.need_details(ends.map(|symbol| self.graph.symbol(symbol).file)) {
            return Ok(Reply::Ask(ask));
        }
        let steps = self.steps(&chain);
        Ok(Reply::Done(PathPage { source: self.shown(source), target: self.shown(target), steps }))
    }

    fn chain(&mut self, source: SymbolId, target: SymbolId, question: &PathQuestion) -> Vec<Reached> {
        let (from, to) = (self.within(source), self.within(target));
        let mut limits =
            Limits { depth: question.depth, kinds: &question.kinds, least_confidence: question.least_confidence };
        if !limits.kinds.is_empty() {
            return self.shortest(&from, &to, &limits);
        }
        limits.kinds = &[EdgeKind::Calls];
        let calls = self.shortest(&from, &to, &limits);
        limits.kinds = &[];
        if calls.is_empty() { self.shortest(&from, &to, &limits) } else { calls }
    }

    /// Breadth first, until a level holds one of the targets.
    fn shortest(&mut self, from: &BTreeSet<SymbolId>, to: &BTreeSet<SymbolId>, limits: &Limits<'_>) -> Vec<Reached> {
        let mut trail = Trail::new();
        let mut front: Vec<(SymbolId, f64)> = from.iter().map(|&symbol| (symbol, 1.0)).collect();
        for depth in 1..=limits.depth {
            self.edges_around(front.iter().map(|&(symbol, _)| self.graph.symbol(symbol).file).collect());
            let next = self.level(&front, limits, depth);
            let arrived = next.values().filter(|step| to.contains(&step.to));
            if let Some(last) = arrived.reduce(|best, step| if self.is_better(step, best) { step } else { best }) {
                return self.back(*last, &trail);
            }
            let is_new = |(symbol, _): &(SymbolId, Reached)| !trail.contains_key(symbol) && !from.contains(symbol);
            let new: Vec<(SymbolId, Reached)> = next.into_iter().filter(is_new).collect();
            front = new.iter().map(|&(symbol, step)| (symbol, step.confidence)).collect();
            trail.extend(new);
            if front.is_empty() {
                break;
            }
        }
        Vec::new()
    }

    /// What the edges of a level lead to, each by the surest way.
    fn level(&self, front: &[(SymbolId, f64)], limits: &Limits<'_>, depth: u32) -> Trail {
        let mut next = Trail::new();
        for &(at, so_far) in front {
            for edge in self.graph.out_edges(at) {
                let own = edge.strategy.confidence();
                if own < limits.least_confidence || !limits.kinds.is_empty() && !limits.kinds.contains(&edge.kind) {
                    continue;
                }
                let step = Reached { edge: *edge, to: edge.target, via: at, confidence: so_far * own, depth };
                if next.get(&step.to).is_none_or(|known| self.is_better(&step, known)) {
                    next.insert(step.to, step);
                }
            }
        }
        next
    }

    /// The chain that ends in a step, each of its edges with its own confidence.
    fn back(&self, last: Reached, trail: &Trail) -> Vec<Reached> {
        let mut chain = vec![last];
        let mut at = last.via;
        while let Some(&step) = trail.get(&at).filter(|_| chain.len() < last.depth as usize) {
            at = step.via;
            chain.push(step);
        }
        chain.reverse();
        chain.iter_mut().for_each(|step| step.confidence = step.edge.strategy.confidence());
        chain
    }
}
