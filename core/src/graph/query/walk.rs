//! The surroundings of a symbol: callers, callees, references, impact.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Symbol, check_depth, check_most};
use crate::ask::{Reply, Resumed};
use crate::error::Error;
use crate::graph::kind::{EdgeKind, Strategy};
use crate::graph::links::{Edge, FileId, SymbolId};
use crate::memory::Memory;
use crate::order;
use crate::row::key::Room;

/// The most symbols that one walk reaches.
const MOST_REACHED: usize = 100_000;

/// A question about the surroundings of a symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkQuestion {
    /// As people type it.
    pub name: String,
    /// 1 to 10.
    pub depth: u32,
    /// 1 to 1,000.
    pub most: u32,
    /// 0.0 to 1.0.
    pub least_confidence: f64,
}

/// One symbol reached, with the edge that led there.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The symbol.
    pub symbol: Symbol,
    /// The id at the other end of the edge.
    pub via: Arc<str>,
    /// What the edge says.
    pub edge: EdgeKind,
    /// How its target was found.
    pub strategy: Strategy,
    /// How far to trust it.
    pub confidence: f64,
    /// Where the edge stands.
    pub path: Arc<str>,
    /// 1-based.
    pub line: u32,
    /// From the symbol asked for.
    pub depth: u32,
}

/// The result of a walk.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkPage {
    /// What the name was taken to mean.
    pub symbol: Symbol,
    /// By depth, then falling confidence, then path and line.
    pub steps: Vec<Step>,
    /// How many there are in all.
    pub n_steps: u32,
}

/// Which edges a walk follows, and to which end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Callers,
    Callees,
    References,
    Impact,
}

/// An edge on the way.
#[derive(Clone, Copy)]
pub(super) struct Reached {
    pub(super) edge: Edge,
    pub(super) to: SymbolId,
    pub(super) via: SymbolId,
    pub(super) confidence: f64,
    pub(super) depth: u32,
}

/// Checks the limits of a question.
pub(super) fn check_walk(question: &WalkQuestion) -> Result<(), Error> {
    check_depth(question.depth)?;
    check_most(question.most)?;
    check_confidence(question.least_confidence)
}

pub(super) fn check_confidence(least: f64) -> Result<(), Error> {
    if (0.0..=1.0).contains(&least) { Ok(()) } else { Err(Error::invalid("least-confidence", "0.0 to 1.0")) }
}

impl Memory {
    /// Who calls it.
    pub fn callers(&mut self, question: &WalkQuestion, resumed: Option<Resumed>) -> Result<Reply<WalkPage>, Error> {
        self.walk(question, Way::Callers, resumed)
    }

    /// What it calls.
    pub fn callees(&mut self, question: &WalkQuestion, resumed: Option<Resumed>) -> Result<Reply<WalkPage>, Error> {
        self.walk(question, Way::Callees, resumed)
    }

    /// Every place that names it. `depth` must be 1.
    pub fn references(&mut self, question: &WalkQuestion, resumed: Option<Resumed>) -> Result<Reply<WalkPage>, Error> {
        if question.depth != 1 {
            return Err(Error::invalid("depth", "references are one step away: 1"));
        }
        self.walk(question, Way::References, resumed)
    }

    /// What a change of it can reach; confidence is the product along the way.
    pub fn impact(&mut self, question: &WalkQuestion, resumed: Option<Resumed>) -> Result<Reply<WalkPage>, Error> {
        self.walk(question, Way::Impact, resumed)
    }

    fn walk(&mut self, question: &WalkQuestion, way: Way, resumed: Option<Resumed>) -> Result<Reply<WalkPage>, Error> {
        check_walk(question)?;
        self.resume(resumed)?;
        // Who goes further than to the neighbours comes through many files.
        let all = || self.need(Room::Outline).or_else(|| self.need_some_edges());
        if let Some(ask) = if question.depth > 1 { all() } else { self.need_files() } {
            return Ok(Reply::Ask(ask));
        }
        let start = match self.meant(&question.name)? {
            Reply::Ask(ask) => return Ok(Reply::Ask(ask)),
            Reply::Done(symbol) => symbol,
        };
        let mut reached = match self.reach(start, way, question) {
            Reply::Ask(ask) => return Ok(Reply::Ask(ask)),
            Reply::Done(reached) => reached,
        };
        let n_steps = reached.len() as u32;
        self.sort_reached(&mut reached);
        reached.truncate(question.most as usize);
        let files = reached.iter().map(|step| step.to).chain([start]).map(|symbol| self.graph.symbol(symbol).file);
        if let Some(ask) = self.need_details(files) {
            return Ok(Reply::Ask(ask));
        }
        Ok(Reply::Done(WalkPage { symbol: self.shown(start), steps: self.steps(&reached), n_steps }))
    }

    /// Breadth first: each symbol once, by its surest edge (references: each place once).
    fn reach(&mut self, start: SymbolId, way: Way, question: &WalkQuestion) -> Reply<Vec<Reached>> {
        let mut seen = if way == Way::Impact { self.within(start) } else { BTreeSet::from([start]) };
        let mut front: Vec<(SymbolId, f64)> = seen.iter().map(|&seed| (seed, 1.0)).collect();
        let mut reached = Vec::with_capacity(question.most as usize);
        for depth in 1..=question.depth {
            let files: Vec<FileId> = front.iter().map(|&(symbol, _)| self.graph.symbol(symbol).file).collect();
            if let Some(ask) = self.need_ends_around(&files) {
                return Reply::Ask(ask);
            }
            self.edges_around(files);
            let every_place = way != Way::Impact && depth == 1;
            let is_last = depth == question.depth;
            let mut next: BTreeMap<SymbolId, Reached> = BTreeMap::new();
            for &(at, so_far) in &front {
                for edge in self.edges_along(at, way) {
                    let own = edge.strategy.confidence();
                    let confidence = if way == Way::Impact { so_far * own } else { own };
                    if confidence < question.least_confidence {
                        continue;
                    }
                    let to = if way == Way::Callees { edge.target } else { edge.source };
                    let step = Reached { edge: *edge, to, via: at, confidence, depth };
                    if every_place {
                        reached.push(step);
                    }
                    if every_place && is_last {
                        continue;
                    }
                    if !seen.contains(&to) && next.get(&to).is_none_or(|known| self.is_better(&step, known)) {
                        next.insert(to, step);
                    }
                }
            }
            front = next.values().map(|step| (step.to, step.confidence)).collect();
            seen.extend(next.keys());
            if !every_place {
                reached.extend(next.into_values());
            }
            if front.is_empty() || reached.len() >= MOST_REACHED {
                break;
            }
        }
        reached.truncate(MOST_REACHED);
        Reply::Done(reached)
    }

    /// By depth, then falling confidence, then place.
    pub(super) fn sort_reached(&self, reached: &mut [Reached]) {
        let by_surety = |one: &Reached, other: &Reached| {
            one.depth.cmp(&other.depth).then(other.confidence.total_cmp(&one.confidence))
        };
        order::sort_by(reached, |one, other| by_surety(one, other).then_with(|| self.order_of_places(one, other)));
    }

    /// Whether a step is surer than another, or as sure and stands before it.
    pub(super) fn is_better(&self, step: &Reached, known: &Reached) -> bool {
        let surer = step.confidence.total_cmp(&known.confidence);
        surer.then_with(|| self.order_of_places(known, step)).is_gt()
    }

    /// A symbol and what stands inside it.
    pub(super) fn within(&self, start: SymbolId) -> BTreeSet<SymbolId> {
        let mut within = BTreeSet::from([start]);
        // A parent stands before its children.
        for &symbol in &self.graph.file(self.graph.symbol(start).file).symbols {
            if within.contains(&self.graph.symbol(symbol).parent) {
                within.insert(symbol);
            }
        }
        within
    }

    fn edges_along(&self, at: SymbolId, way: Way) -> impl Iterator<Item = &Edge> {
        let (out, calls_alone) = match way {
            Way::Callers => (false, true),
            Way::Callees => (true, true),
            Way::References | Way::Impact => (false, false),
        };
        let from = out.then(|| self.graph.out_edges(at)).into_iter().flatten();
        let to = (!out).then(|| self.graph.in_edges(at)).into_iter().flatten();
        from.chain(to).filter(move |edge| !calls_alone || edge.kind == EdgeKind::Calls)
    }

    /// What orders steps that are equally sure: where the edge stands, then what it joins.
    fn order_of_places(&self, one: &Reached, other: &Reached) -> Ordering {
        let homes = self.graph.order_of_paths(one.edge.home, other.edge.home);
        homes
            .then_with(|| (one.edge.line, one.edge.kind).cmp(&(other.edge.line, other.edge.kind)))
            .then_with(|| self.order(one.to, other.to))
            .then_with(|| self.order(one.via, other.via))
    }

    pub(super) fn steps(&self, reached: &[Reached]) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::with_capacity(reached.len());
        for (at, step) in reached.iter().enumerate() {
            // Steps from one symbol mostly stand together.
            let via = match steps.last() {
                Some(last) if reached[at - 1].via == step.via => Arc::clone(&last.via),
                _ => self.graph.lasting_id(step.via).into(),
            };
            steps.push(self.step(step, via));
        }
        steps
    }

    fn step(&self, step: &Reached, via: Arc<str>) -> Step {
        Step {
            symbol: self.shown(step.to),
            via,
            edge: step.edge.kind,
            strategy: step.edge.strategy,
            confidence: step.confidence,
            path: Arc::clone(&self.graph.file(step.edge.home).path),
            line: step.edge.line,
            depth: step.depth,
        }
    }
}
