//! The shortest chain of edges from one symbol to another.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::iter;

use super::containment::Containers;
use super::dispatch::DispatchCache;
use super::walk::{WalkStep, check_confidence, confidence_of};
use super::{Step, Symbol, check_depth};
use crate::ask::{Attempt, Resumed, Stop};
use crate::base::error::Error;
use crate::base::hint::Hint;
use crate::graph::kind::EdgeKind;
use crate::graph::model::{Edge, FileId, SymbolId};
use crate::graph::space::{GraphSpace, UnreadLanguage};

/// The two symbols that `path` connects, and the edges that it may follow.
#[derive(Clone, Debug, PartialEq)]
pub struct PathQuestion {
    /// The name of the first symbol, as typed.
    pub source: String,
    /// The name of the last symbol, as typed.
    pub target: String,
    /// Greatest length in edges: 1 to 10.
    pub depth: u32,
    /// Kinds of edges to follow. If empty, three searches follow one another until one finds a path: calls only; all
    /// kinds but containment; all kinds.
    pub kinds: Vec<EdgeKind>,
    /// Least confidence of each edge: 0.0 to 1.0.
    pub min_confidence: f64,
}

/// The answer to `path`.
#[derive(Clone, Debug, PartialEq)]
pub struct PathPage {
    /// The symbol that the first name resolved to.
    pub source: Symbol,
    /// The symbol that the second name resolved to.
    pub target: Symbol,
    /// From source to target; empty if there is no path.
    pub steps: Vec<Step>,
    /// Number of calls that may mean the target, on an unknown receiver; `None` if they are not counted.
    pub n_unresolved: Option<u32>,
    /// Number of files with such calls; 0 if they are not counted.
    pub n_unresolved_files: u32,
    /// Numbers of files in languages that are not parsed.
    pub unread: Vec<UnreadLanguage>,
    /// Possible reasons why there is no path; empty otherwise.
    pub hints: Vec<Hint>,
}

/// Restrictions on the edges of a path.
struct Limits<'a> {
    depth: u32,
    kinds: &'a [EdgeKind],
    min_confidence: f64,
}

impl Limits<'_> {
    fn follows(&self, kind: EdgeKind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }
}

/// The symbols at which a path may begin and end.
struct Ends {
    source: SymbolId,
    /// The source and all symbols inside it.
    sources: BTreeSet<SymbolId>,
    target: SymbolId,
    /// The target and all symbols inside it.
    targets: BTreeSet<SymbolId>,
}

/// A reached symbol, with the best chain of edges to it.
#[derive(Clone, Copy)]
struct Arrival {
    /// The last edge.
    step: WalkStep,
    /// Number of containment edges in the chain.
    n_contains: u32,
}

/// The reached symbols, each with the best of its shortest chains.
type Trail = BTreeMap<SymbolId, Arrival>;

/// The symbols of the current level, each with the confidence of its chain and its number of containment edges.
type Frontier = BTreeMap<SymbolId, (f64, u32)>;

impl GraphSpace {
    /// The shortest chain of edges between two symbols, or symbols inside them.
    ///
    /// Of several such chains, the one with the fewest containment edges wins, then the greatest product of
    /// confidences, then the first by path and line. O(edges within the depth); with containment O(symbols).
    pub(crate) fn path(&mut self, question: &PathQuestion, resumed: Option<Resumed>) -> Attempt<PathPage> {
        check_depth(question.depth)?;
        check_confidence(question.min_confidence)?;
        self.begin(resumed)?;
        let mut page = self.answer_path(question)?;
        if page.steps.is_empty() {
            let hints = self.hints_of_path(question, &page)?;
            page.hints = self.unless_incomplete(hints);
        }
        Ok(page)
    }

    /// The answer without hints on why there may be no path. Not inlined: the question and its hints share the code.
    #[inline(never)]
    pub(super) fn answer_path(&mut self, question: &PathQuestion) -> Attempt<PathPage> {
        self.need_symbols_and_stored_edges()?;
        let mut resolve_end = |argument, typed| match self.resolve(typed) {
            Err(Stop::Refused(Error::Invalid { why, .. })) => Err(Error::Invalid { argument, why }.into()),
            found => found,
        };
        let (source, target) = (resolve_end("source", &question.source)?, resolve_end("target", &question.target)?);
        let chain = self.chain(source, target, question)?;
        let symbols_on_path = [source, target].into_iter().chain(chain.iter().map(|step| step.target));
        self.need_details(symbols_on_path.map(|symbol| self.graph.symbol(symbol).file))?;
        let steps = self.steps(&chain);
        let unlisted_count = self.count_unlisted(target, false);
        let (n_unresolved, n_unresolved_files) = (unlisted_count.n_places, unlisted_count.n_files);
        let (source, target, unread) = (self.shown_symbol(source), self.shown_symbol(target), self.unread_languages());
        Ok(PathPage { source, target, steps, n_unresolved, n_unresolved_files, unread, hints: Vec::new() })
    }

    fn chain(&mut self, source: SymbolId, target: SymbolId, question: &PathQuestion) -> Attempt<Vec<WalkStep>> {
        let ends = Ends { source, sources: self.symbols_within(source), target, targets: self.symbols_within(target) };
        let mut limits =
            Limits { depth: question.depth, kinds: &question.kinds, min_confidence: question.min_confidence };
        if !limits.kinds.is_empty() {
            return self.shortest_chain(&ends, &limits);
        }
        let mut chain = Vec::new();
        for kinds in [&[EdgeKind::Calls], EdgeKind::STORED, &[]] {
            limits.kinds = kinds;
            chain = self.shortest_chain(&ends, &limits)?;
            if !chain.is_empty() {
                break;
            }
        }
        Ok(chain)
    }

    /// The shortest chain, by breadth-first search until a level contains a target; empty if there is none.
    fn shortest_chain(&mut self, ends: &Ends, limits: &Limits<'_>) -> Attempt<Vec<WalkStep>> {
        let containers = limits.follows(EdgeKind::Contains).then(|| Containers::of(&self.graph));
        let descent = containers.as_ref().map_or_else(Vec::new, |containers| self.descent(ends, containers));
        let mut trail = Trail::new();
        let mut dispatch_cache = DispatchCache::default();
        let mut front: Frontier = ends.sources.iter().map(|&symbol| (symbol, (1.0, 0))).collect();
        for depth in 1..=limits.depth {
            self.decode_edges_around(front.keys().map(|&symbol| self.graph.symbol(symbol).file).collect());
            let mut next_trail = self.next_level(&front, limits, depth, &mut dispatch_cache)?;
            if let Some(containers) = &containers {
                self.add_contained(&mut next_trail, &front, ends, containers, depth);
            }
            let arrivals = next_trail.values().filter(|arrival| ends.targets.contains(&arrival.step.target));
            if let Some(last_arrival) =
                arrivals.reduce(|best, arrival| if self.is_nearer(arrival, best) { arrival } else { best })
            {
                return Ok(self.chain_to(last_arrival.step, &trail));
            }
            if descent.len() == depth as usize {
                return Ok(descent);
            }
            next_trail.retain(|symbol, _| !trail.contains_key(symbol) && !ends.sources.contains(symbol));
            front = next_trail.iter().map(|(&symbol, at)| (symbol, (at.step.confidence, at.n_contains))).collect();
            trail.extend(next_trail);
            // A target inside the source may be deeper than everything that the source refers to.
            if front.is_empty() && descent.is_empty() {
                break;
            }
        }
        Ok(Vec::new())
    }

    /// The symbols to which the references of a level lead, each with its best edge.
    fn next_level(
        &mut self,
        front: &Frontier,
        limits: &Limits<'_>,
        depth: u32,
        dispatch_cache: &mut DispatchCache,
    ) -> Attempt<Trail> {
        let mut next_trail = Trail::new();
        for (&at, &(chain_confidence, n_contains)) in front {
            let edges: Vec<Edge> = self.graph.out_edges(at).filter(|edge| limits.follows(edge.kind)).copied().collect();
            for edge in edges {
                let overrides = self.targets_by_dispatch(&edge, dispatch_cache)?;
                let direct_target = (edge.target, None);
                for (end, overridden) in
                    iter::once(direct_target).chain(overrides.into_iter().map(|end| (end, Some(edge.target))))
                {
                    let edge_confidence = confidence_of(&edge, overridden);
                    if edge_confidence >= limits.min_confidence {
                        let step = WalkStep {
                            edge,
                            target: end,
                            source: at,
                            confidence: chain_confidence * edge_confidence,
                            depth,
                            overridden,
                        };
                        self.add_arrival(&mut next_trail, Arrival { step, n_contains });
                    }
                }
            }
        }
        Ok(next_trail)
    }

    /// Adds the symbols that those of a level contain. Skips symbols inside the source, where the search starts, and
    /// symbols inside the target.
    fn add_contained(
        &self,
        next_trail: &mut Trail,
        front: &Frontier,
        ends: &Ends,
        containers: &Containers,
        depth: u32,
    ) {
        let files: BTreeSet<FileId> =
            front.keys().flat_map(|&symbol| containers.files_of(&self.graph, symbol)).collect();
        for edge in files.into_iter().flat_map(|file| containers.edges_in(&self.graph, file)) {
            let Some(&(chain_confidence, n_contains)) = front.get(&edge.source) else { continue };
            if !ends.sources.contains(&edge.target) && !ends.targets.contains(&edge.source) {
                let (via, contained, confidence) = (edge.source, edge.target, chain_confidence * edge.confidence());
                let step = WalkStep { edge, target: contained, source: via, confidence, depth, overridden: None };
                self.add_arrival(next_trail, Arrival { step, n_contains: n_contains + 1 });
            }
        }
    }

    fn add_arrival(&self, next_trail: &mut Trail, arrival: Arrival) {
        if next_trail.get(&arrival.step.target).is_none_or(|known| self.is_nearer(&arrival, known)) {
            next_trail.insert(arrival.step.target, arrival);
        }
    }

    /// Whether a chain is better than another one of the same length: fewer containment edges, or as many and a
    /// greater confidence.
    fn is_nearer(&self, arrival: &Arrival, other: &Arrival) -> bool {
        match arrival.n_contains.cmp(&other.n_contains) {
            Ordering::Equal => self.is_better(&arrival.step, &other.step),
            order => order.is_lt(),
        }
    }

    /// The containment edges from the source to the target inside it; empty if the target is not inside the source.
    fn descent(&self, ends: &Ends, containers: &Containers) -> Vec<WalkStep> {
        let edges = containers.edges_down(&self.graph, ends.source, ends.target);
        let step = |(edge, depth): (Edge, u32)| {
            let confidence = edge.confidence();
            WalkStep { edge, target: edge.target, source: edge.source, confidence, depth, overridden: None }
        };
        edges.into_iter().zip(1..).map(step).collect()
    }

    /// The chain that ends with a step. Each step gets the confidence of its edge alone.
    fn chain_to(&self, last_step: WalkStep, trail: &Trail) -> Vec<WalkStep> {
        let mut chain = vec![last_step];
        let mut at = last_step.source;
        while let Some(&Arrival { step, .. }) = trail.get(&at).filter(|_| chain.len() < last_step.depth as usize) {
            at = step.source;
            chain.push(step);
        }
        chain.reverse();
        chain.iter_mut().for_each(|step| step.confidence = step.own_confidence());
        chain
    }
}

#[cfg(test)]
mod tests;
