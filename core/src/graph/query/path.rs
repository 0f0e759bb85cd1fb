//! The shortest chain of edges from one symbol to another.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::iter;

use super::dispatch::Overrides;
use super::walk::{Reached, check_confidence, confidence_of};
use super::{Step, Symbol, check_depth};
use crate::ask::{Attempt, Resumed, Stop};
use crate::base::error::Error;
use crate::base::hint::Hint;
use crate::graph::kind::EdgeKind;
use crate::graph::model::{Edge, SymbolId};
use crate::graph::space::{GraphSpace, UnreadLanguage};

/// The arguments of a question for the path between two symbols.
#[derive(Clone, Debug, PartialEq)]
pub struct PathQuestion {
    /// The name of the first symbol, as typed.
    pub source: String,
    /// The name of the last symbol, as typed.
    pub target: String,
    /// The greatest length, in edges: 1 to 10.
    pub depth: u32,
    /// Only edges of these kinds; if empty, calls, or all kinds if no calls lead there.
    pub kinds: Vec<EdgeKind>,
    /// The least confidence of each edge: 0.0 to 1.0.
    pub min_confidence: f64,
}

/// A chain of edges.
#[derive(Clone, Debug, PartialEq)]
pub struct PathPage {
    /// The symbol that the first name resolved to.
    pub source: Symbol,
    /// The symbol that the second name resolved to.
    pub target: Symbol,
    /// From source to target; empty if there is no path.
    pub steps: Vec<Step>,
    /// How many calls may be of the target, on a receiver that is not known; `None` if they are not counted.
    pub n_unresolved: Option<u32>,
    /// In how many files.
    pub n_unresolved_files: u32,
    /// Files of languages that are not read.
    pub unread: Vec<UnreadLanguage>,
    /// If there is no path: why that may be.
    pub hints: Vec<Hint>,
}

/// Restrictions on the edges of a path.
struct Limits<'a> {
    depth: u32,
    kinds: &'a [EdgeKind],
    min_confidence: f64,
}

/// Each symbol reached, with the edge by which it was reached first.
type Trail = BTreeMap<SymbolId, Reached>;

impl GraphSpace {
    /// The shortest chain of edges from a symbol, or a symbol inside it, to another, or a symbol inside that. Among
    /// shortest chains, the one with the greatest product of confidences, then the first by path and line. O(edges
    /// within the depth).
    pub(crate) fn path(&mut self, question: &PathQuestion, resumed: Option<Resumed>) -> Attempt<PathPage> {
        check_depth(question.depth)?;
        check_confidence(question.min_confidence)?;
        self.begin(resumed)?;
        let mut page = self.joined(question)?;
        if page.steps.is_empty() {
            let hints = self.hints_of_path(question, &page)?;
            page.hints = self.unless_part(hints);
        }
        Ok(page)
    }

    /// The chain between two symbols, without a word on why there may be none. One copy serves the question and its hints.
    #[inline(never)]
    pub(super) fn joined(&mut self, question: &PathQuestion) -> Attempt<PathPage> {
        self.need_symbols_and_stored_edges()?;
        let mut end = |argument, typed| match self.resolve(typed) {
            Err(Stop::Refused(Error::Invalid { why, .. })) => Err(Error::Invalid { argument, why }.into()),
            found => found,
        };
        let (source, target) = (end("source", &question.source)?, end("target", &question.target)?);
        let chain = self.chain(source, target, question)?;
        let ends = [source, target].into_iter().chain(chain.iter().map(|step| step.to));
        self.need_details(ends.map(|symbol| self.graph.symbol(symbol).file))?;
        let steps = self.steps(&chain);
        let unlisted = self.unlisted(target, false);
        let (n_unresolved, n_unresolved_files) = (unlisted.n_places, unlisted.n_files);
        let (source, target, unread) = (self.shown(source), self.shown(target), self.unread_languages());
        Ok(PathPage { source, target, steps, n_unresolved, n_unresolved_files, unread, hints: Vec::new() })
    }

    fn chain(&mut self, source: SymbolId, target: SymbolId, question: &PathQuestion) -> Attempt<Vec<Reached>> {
        let (from, to) = (self.within(source), self.within(target));
        let mut limits =
            Limits { depth: question.depth, kinds: &question.kinds, min_confidence: question.min_confidence };
        if !limits.kinds.is_empty() {
            return self.shortest(&from, &to, &limits);
        }
        limits.kinds = &[EdgeKind::Calls];
        let calls = self.shortest(&from, &to, &limits)?;
        limits.kinds = &[];
        if calls.is_empty() { self.shortest(&from, &to, &limits) } else { Ok(calls) }
    }

    /// Breadth-first search, until a level contains a target.
    fn shortest(
        &mut self,
        from: &BTreeSet<SymbolId>,
        to: &BTreeSet<SymbolId>,
        limits: &Limits<'_>,
    ) -> Attempt<Vec<Reached>> {
        let mut trail = Trail::new();
        let mut known = Overrides::default();
        let mut front: Vec<(SymbolId, f64)> = from.iter().map(|&symbol| (symbol, 1.0)).collect();
        for depth in 1..=limits.depth {
            self.edges_around(front.iter().map(|&(symbol, _)| self.graph.symbol(symbol).file).collect());
            let next = self.level(&front, limits, depth, &mut known)?;
            let arrived = next.values().filter(|step| to.contains(&step.to));
            if let Some(last) = arrived.reduce(|best, step| if self.is_better(step, best) { step } else { best }) {
                return Ok(self.back(*last, &trail));
            }
            let is_new = |(symbol, _): &(SymbolId, Reached)| !trail.contains_key(symbol) && !from.contains(symbol);
            let new: Vec<(SymbolId, Reached)> = next.into_iter().filter(is_new).collect();
            front = new.iter().map(|&(symbol, step)| (symbol, step.confidence)).collect();
            trail.extend(new);
            if front.is_empty() {
                break;
            }
        }
        Ok(Vec::new())
    }

    /// The symbols reached by the edges of a level, each by its most confident edge.
    fn level(
        &mut self,
        front: &[(SymbolId, f64)],
        limits: &Limits<'_>,
        depth: u32,
        known: &mut Overrides,
    ) -> Attempt<Trail> {
        let mut next = Trail::new();
        for &(at, so_far) in front {
            let is_asked = |edge: &&Edge| limits.kinds.is_empty() || limits.kinds.contains(&edge.kind);
            let edges: Vec<Edge> = self.graph.out_edges(at).filter(is_asked).copied().collect();
            for edge in edges {
                let overrides = self.targets_by_dispatch(&edge, known)?;
                let direct = (edge.target, None);
                for (to, overridden) in
                    iter::once(direct).chain(overrides.into_iter().map(|to| (to, Some(edge.target))))
                {
                    let own = confidence_of(&edge, overridden);
                    let step = Reached { edge, to, via: at, confidence: so_far * own, depth, overridden };
                    if own >= limits.min_confidence && next.get(&to).is_none_or(|known| self.is_better(&step, known)) {
                        next.insert(to, step);
                    }
                }
            }
        }
        Ok(next)
    }

    /// The chain that ends with a step. Each of its edges has its own confidence.
    fn back(&self, last: Reached, trail: &Trail) -> Vec<Reached> {
        let mut chain = vec![last];
        let mut at = last.via;
        while let Some(&step) = trail.get(&at).filter(|_| chain.len() < last.depth as usize) {
            at = step.via;
            chain.push(step);
        }
        chain.reverse();
        chain.iter_mut().for_each(|step| step.confidence = step.own_confidence());
        chain
    }
}
