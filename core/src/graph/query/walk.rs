//! Walks from a symbol along edges: callers, callees, references, impact and tests.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::choice::MeaningFilter;
use super::{MAX_DEPTH, Symbol, check_depth, check_page_limit, check_skip, dispatch, page};
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::hint::Hint;
use crate::base::sort;
use crate::graph::facts::Flags;
use crate::graph::kind::{EdgeKind, Strategy, SymbolKind};
use crate::graph::model::{Edge, FileId, SymbolId};
use crate::graph::space::{GraphSpace, UnreadLanguage};

/// Greatest number of steps that one walk collects.
const MAX_STEPS: usize = 100_000;

/// Greatest number of symbols returned by [`GraphSpace::symbols_leading_to`].
const MAX_LEADING_SYMBOLS: usize = 100;

/// The symbol from which a walk starts, and bounds on the walk.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WalkQuestion {
    /// The name of the symbol, as typed.
    pub name: String,
    /// Greatest depth in edges: 1 to 10.
    pub depth: u32,
    /// Greatest number of results: 1 to 1,000.
    pub limit: u32,
    /// Least confidence of a step: 0.0 to 1.0.
    pub min_confidence: f64,
    /// Number of results to skip: at most 100,000.
    pub skip: u32,
    /// Restricts the meanings of the name to these kinds; all if empty.
    pub kinds: Vec<SymbolKind>,
    /// Restricts the meanings of the name to files whose path starts with this.
    pub path_prefix: String,
}

/// The symbol whose tests are asked for, and bounds on the walk.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TestsQuestion {
    /// The name of the symbol, as typed.
    pub name: String,
    /// Greatest number of calls between a test and the symbol: 1 to 10.
    pub depth: u32,
    /// Greatest number of results: 1 to 1,000.
    pub limit: u32,
    /// Least confidence of a step: 0.0 to 1.0.
    pub min_confidence: f64,
    /// Number of results to skip: at most 100,000.
    pub skip: u32,
    /// Restricts the meanings of the name to these kinds; all if empty.
    pub kinds: Vec<SymbolKind>,
    /// Restricts the meanings of the name to files whose path starts with this.
    pub path_prefix: String,
}

/// A reached symbol, with the edge that led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// With signature and documentation.
    pub symbol: Symbol,
    /// The id of the symbol at the other end of the edge.
    pub via: Arc<str>,
    /// The kind of the edge between `symbol` and `via`.
    pub edge: EdgeKind,
    /// How the edge's target was resolved.
    pub strategy: Strategy,
    /// The confidence of the edge; in `impact` and `tests` the product along the way.
    pub confidence: f64,
    /// The path of the file that contains the edge.
    pub path: Arc<str>,
    /// The line of the reference, 1-based.
    pub line: u32,
    /// The distance from the start of the walk.
    pub depth: u32,
    /// The id of the member that the call names, if `symbol` overrides or implements that member.
    pub overridden: Option<Arc<str>>,
}

/// The result of a walk.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkPage {
    /// The symbol that the name resolved to, or the likeliest of several.
    pub symbol: Symbol,
    /// All meanings of an ambiguous name, the likeliest first; the answer is for all of them. Empty if there is one.
    pub meanings: Vec<Symbol>,
    /// By depth, then tests last, then decreasing confidence, then path and line.
    pub steps: Vec<Step>,
    /// The total number, before `skip` and `limit`.
    pub n_steps: u32,
    /// Whether the walk stopped although there was more to reach; false for walks with a depth of 1.
    pub depth_limited: bool,
    /// Number of further places that may refer to the symbol, on an unknown receiver; `None` if they are not counted.
    /// In `callees` it is the number of unresolved calls in the symbol.
    pub n_unresolved: Option<u32>,
    /// Number of files with such places; 0 if they are not counted.
    pub n_unresolved_files: u32,
    /// Numbers of files in languages that are not parsed.
    pub unread: Vec<UnreadLanguage>,
    /// Possible reasons why no step is returned; empty otherwise.
    pub hints: Vec<Hint>,
}

/// The kind of walk: which edges it follows, and in which direction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WalkKind {
    Callers,
    Callees,
    References,
    Impact,
    Tests,
}

impl WalkKind {
    /// The name of the question in the WIT.
    pub(super) fn question(self) -> &'static str {
        match self {
            WalkKind::Callers => "callers",
            WalkKind::Callees => "callees",
            WalkKind::References => "references",
            WalkKind::Impact => "impact",
            WalkKind::Tests => "tests",
        }
    }

    /// Whether each symbol is reached once, with the product of confidences along the way.
    fn is_transitive(self) -> bool {
        matches!(self, WalkKind::Impact | WalkKind::Tests)
    }

    /// The step along an edge from a reached symbol, given the confidence of reaching it.
    fn step(
        self,
        (at, chain_confidence): (SymbolId, f64),
        (edge, overridden): (Edge, Option<SymbolId>),
        depth: u32,
    ) -> WalkStep {
        let own_confidence = confidence_of(&edge, overridden);
        let confidence = if self.is_transitive() { chain_confidence * own_confidence } else { own_confidence };
        let reached = if self == WalkKind::Callees { edge.target } else { edge.source };
        WalkStep { edge, target: reached, source: at, confidence, depth, overridden }
    }
}

/// A step of a walk: an edge and the symbol that it leads to.
#[derive(Clone, Copy)]
pub(super) struct WalkStep {
    pub(super) edge: Edge,
    pub(super) target: SymbolId,
    pub(super) source: SymbolId,
    pub(super) confidence: f64,
    pub(super) depth: u32,
    /// The member that the call names, if `target` overrides or implements that member.
    pub(super) overridden: Option<SymbolId>,
}

impl WalkStep {
    /// The confidence of the edge alone, without the steps before it.
    pub(super) fn own_confidence(&self) -> f64 {
        confidence_of(&self.edge, self.overridden)
    }
}

/// The confidence of an edge. It is lower if the call reaches an override of the member it names.
pub(super) fn confidence_of(edge: &Edge, overridden: Option<SymbolId>) -> f64 {
    edge.confidence() * overridden.map_or(1.0, |_| dispatch::CONFIDENCE)
}

/// Checks depth, limit, skip and confidence of a question.
pub(super) fn check_walk(question: &WalkQuestion) -> Result<(), Error> {
    check_depth(question.depth)?;
    check_page_limit(question.limit)?;
    check_skip(question.skip)?;
    check_confidence(question.min_confidence)
}

pub(super) fn check_confidence(min: f64) -> Result<(), Error> {
    if (0.0..=1.0).contains(&min) { Ok(()) } else { Err(Error::invalid("min-confidence", "0.0 to 1.0")) }
}

impl GraphSpace {
    pub(crate) fn callers(&mut self, question: &WalkQuestion, resumed: Option<Resumed>) -> Attempt<WalkPage> {
        self.walk(question, WalkKind::Callers, resumed)
    }

    pub(crate) fn callees(&mut self, question: &WalkQuestion, resumed: Option<Resumed>) -> Attempt<WalkPage> {
        self.walk(question, WalkKind::Callees, resumed)
    }

    /// All references to a symbol. `depth` must be 1.
    pub(crate) fn references(&mut self, question: &WalkQuestion, resumed: Option<Resumed>) -> Attempt<WalkPage> {
        if question.depth != 1 {
            return Err(Error::invalid("depth", "references are one step away: 1").into());
        }
        self.walk(question, WalkKind::References, resumed)
    }

    /// The symbols that a change of a symbol can affect; confidence is the product along the way.
    pub(crate) fn impact(&mut self, question: &WalkQuestion, resumed: Option<Resumed>) -> Attempt<WalkPage> {
        self.walk(question, WalkKind::Impact, resumed)
    }

    /// The tests that reach a symbol through calls; confidence is the product along the way.
    pub(crate) fn tests(&mut self, question: &TestsQuestion, resumed: Option<Resumed>) -> Attempt<WalkPage> {
        let TestsQuestion { name, depth, limit, min_confidence, skip, kinds, path_prefix } = question.clone();
        let question = WalkQuestion { name, depth, limit, min_confidence, skip, kinds, path_prefix };
        self.walk(&question, WalkKind::Tests, resumed)
    }

    fn walk(&mut self, question: &WalkQuestion, walk_kind: WalkKind, resumed: Option<Resumed>) -> Attempt<WalkPage> {
        check_walk(question)?;
        let texts = self.take_texts(resumed)?;
        let mut page = self.answer_walk(question, walk_kind)?;
        if page.steps.is_empty() {
            page.hints = self.hints_of_list((page.n_steps, question.skip), |space| {
                space.hints_of_walk(question, walk_kind, &page, texts)
            })?;
        }
        Ok(page)
    }

    /// The answer without hints on why it may be empty. Not inlined: the question and its hints share the code.
    #[inline(never)]
    pub(super) fn answer_walk(&mut self, question: &WalkQuestion, walk_kind: WalkKind) -> Attempt<WalkPage> {
        // A walk beyond the direct neighbours passes through many files.
        if question.depth > 1 {
            self.need_symbols_and_stored_edges()?;
        } else {
            self.need_files()?;
        }
        let starts = self.resolve_few(&question.name, MeaningFilter::of(&question.kinds, &question.path_prefix)?)?;
        let (mut reached_steps, depth_limited) = self.search(&starts, walk_kind, question)?;
        let n_steps = reached_steps.len() as u32;
        self.sort_reached(&mut reached_steps);
        page(&mut reached_steps, question.skip, question.limit);
        let files = reached_steps
            .iter()
            .map(|step| step.target)
            .chain(starts.iter().copied())
            .map(|symbol| self.graph.symbol(symbol).file);
        self.need_details(files)?;
        let unlisted_count = match walk_kind {
            WalkKind::Callees => self.count_unlisted_within(&starts),
            WalkKind::Callers | WalkKind::Tests => self.count_unlisted_of(&starts, false),
            WalkKind::References | WalkKind::Impact => self.count_unlisted_of(&starts, true),
        };
        let meanings = if starts.len() > 1 { starts.as_slice() } else { &[] };
        Ok(WalkPage {
            symbol: self.shown_symbol(starts[0]),
            meanings: meanings.iter().map(|&meaning| self.shown_symbol(meaning)).collect(),
            steps: self.steps(&reached_steps),
            n_steps,
            depth_limited,
            n_unresolved: unlisted_count.n_places,
            n_unresolved_files: unlisted_count.n_files,
            unread: self.unread_languages(),
            hints: Vec::new(),
        })
    }

    /// Breadth-first search. Each symbol is reached once, by its most confident edge; direct callers, callees and
    /// references are reached once per position. The flag tells whether there is more to reach; it is false for a depth
    /// of 1.
    fn search(
        &mut self,
        starts: &[SymbolId],
        walk_kind: WalkKind,
        question: &WalkQuestion,
    ) -> Attempt<(Vec<WalkStep>, bool)> {
        let mut seen_symbols: BTreeSet<SymbolId> = match walk_kind.is_transitive() {
            true => starts.iter().flat_map(|&start| self.symbols_within(start)).collect(),
            false => starts.iter().copied().collect(),
        };
        let mut front: Vec<(SymbolId, f64)> = seen_symbols.iter().map(|&seed| (seed, 1.0)).collect();
        let (mut reached_steps, mut passed_steps) = (Vec::with_capacity(question.limit as usize), Vec::new());
        for depth in 1..=question.depth {
            let files: Vec<FileId> = front.iter().map(|&(symbol, _)| self.graph.symbol(symbol).file).collect();
            self.need_ends_around(&files)?;
            self.decode_edges_around(files);
            let takes_every_position = !walk_kind.is_transitive() && depth == 1;
            let is_last_depth = depth == question.depth;
            let mut next_steps: BTreeMap<SymbolId, WalkStep> = BTreeMap::new();
            for &front_symbol in &front {
                for edge in self.edges_of(front_symbol.0, walk_kind, depth)? {
                    let step = walk_kind.step(front_symbol, edge, depth);
                    if step.confidence < question.min_confidence {
                        continue;
                    }
                    let target = step.target;
                    if takes_every_position {
                        reached_steps.push(step);
                    }
                    if takes_every_position && is_last_depth {
                        continue;
                    }
                    if !seen_symbols.contains(&target)
                        && next_steps.get(&target).is_none_or(|known| self.is_better(&step, known))
                    {
                        next_steps.insert(target, step);
                    }
                }
            }
            let is_end = |step: &WalkStep| walk_kind == WalkKind::Tests && self.is_test(step.target);
            front =
                next_steps.values().filter(|step| !is_end(step)).map(|step| (step.target, step.confidence)).collect();
            seen_symbols.extend(next_steps.keys());
            if !takes_every_position {
                let is_result = |step: &WalkStep| walk_kind != WalkKind::Tests || self.is_test(step.target);
                let (results, other_steps): (Vec<WalkStep>, Vec<WalkStep>) =
                    next_steps.into_values().partition(is_result);
                reached_steps.extend(results);
                passed_steps.extend(other_steps.into_iter().filter(|step| self.is_in_test(step.target)));
            }
            if front.is_empty() || reached_steps.len() >= MAX_STEPS {
                break;
            }
        }
        for step in passed_steps {
            if !self.is_called(step.target)? {
                reached_steps.push(step);
            }
        }
        let depth_limited = question.depth > 1
            && (reached_steps.len() > MAX_STEPS || self.leads_further(&front, &seen_symbols, walk_kind, question)?);
        reached_steps.truncate(MAX_STEPS);
        Ok((reached_steps, depth_limited))
    }

    /// A symbol and the first symbols that lead to it, directly or not.
    pub(super) fn symbols_leading_to(&mut self, start: SymbolId) -> Attempt<Vec<SymbolId>> {
        let question = WalkQuestion { depth: MAX_DEPTH, limit: MAX_LEADING_SYMBOLS as u32, ..WalkQuestion::default() };
        let (mut reached_steps, _) = self.search(&[start], WalkKind::Impact, &question)?;
        self.sort_reached(&mut reached_steps);
        Ok([start]
            .into_iter()
            .chain(reached_steps.into_iter().map(|step| step.target))
            .take(MAX_LEADING_SYMBOLS)
            .collect())
    }

    /// Whether another symbol calls a symbol. Code in test files that nothing calls, such as a fixture, is run by the
    /// test runner.
    fn is_called(&mut self, at: SymbolId) -> Attempt<bool> {
        let file = self.graph.symbol(at).file;
        self.need_ends_around(&[file])?;
        self.decode_edges_around(vec![file]);
        Ok(self.edges_of(at, WalkKind::Tests, MAX_DEPTH)?.iter().any(|(edge, _)| edge.source != at))
    }

    /// Whether a walk that ended at these symbols would reach further ones.
    fn leads_further(
        &mut self,
        front: &[(SymbolId, f64)],
        seen_symbols: &BTreeSet<SymbolId>,
        walk_kind: WalkKind,
        question: &WalkQuestion,
    ) -> Attempt<bool> {
        let depth = question.depth + 1;
        for &front_symbol in front {
            let file = self.graph.symbol(front_symbol.0).file;
            self.need_ends_around(&[file])?;
            self.decode_edges_around(vec![file]);
            let mut steps = self
                .edges_of(front_symbol.0, walk_kind, depth)?
                .into_iter()
                .map(|edge| walk_kind.step(front_symbol, edge, depth));
            if steps.any(|step| step.confidence >= question.min_confidence && !seen_symbols.contains(&step.target)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The edges that a walk follows from a symbol. Calls that reach it by dynamic dispatch come with the member that
    /// they name.
    fn edges_of(&mut self, at: SymbolId, walk_kind: WalkKind, depth: u32) -> Attempt<Vec<(Edge, Option<SymbolId>)>> {
        let mut edges: Vec<_> = self.stored_edges(at, walk_kind).map(|edge| (*edge, None)).collect();
        if matches!(walk_kind, WalkKind::Callers | WalkKind::Impact | WalkKind::Tests) {
            let dispatched_calls = self.calls_by_dispatch(at)?;
            edges.extend(dispatched_calls.into_iter().map(|(edge, named)| (edge, Some(named))));
        }
        // An override must keep the contract of the symbol asked for; but an override of a caller does not call that
        // symbol.
        if walk_kind == WalkKind::Impact && depth == 1 {
            let overrides = self.overrides(at)?;
            for WalkStep { mut edge, target: overriding, .. } in overrides {
                (edge.source, edge.target) = (overriding, at);
                edges.push((edge, None));
            }
        }
        Ok(edges)
    }

    /// Whether a symbol is a test or in a test file.
    fn is_in_test(&self, symbol: SymbolId) -> bool {
        let at = self.graph.symbol(symbol);
        at.flags.has(Flags::TEST) || self.graph.file(at.file).is_test
    }

    /// Whether a symbol is a test in its language, or a test file, which stands for its code outside functions.
    fn is_test(&self, symbol: SymbolId) -> bool {
        let at = self.graph.symbol(symbol);
        at.flags.has(Flags::TEST) || at.kind == SymbolKind::File && self.graph.file(at.file).is_test
    }

    /// Sorts by depth, then tests last, then decreasing confidence, then position.
    pub(super) fn sort_reached(&self, reached_steps: &mut [WalkStep]) {
        let rank = |step: &WalkStep| (step.depth, self.is_in_test(step.target));
        let by_confidence = |one: &WalkStep, other: &WalkStep| {
            rank(one).cmp(&rank(other)).then(other.confidence.total_cmp(&one.confidence))
        };
        sort::sort_by(reached_steps, |one, other| {
            by_confidence(one, other).then_with(|| self.order_of_positions(one, other))
        });
    }

    /// Whether a step has a greater confidence than another one, or the same and an earlier position.
    pub(super) fn is_better(&self, step: &WalkStep, other: &WalkStep) -> bool {
        let by_confidence = step.confidence.total_cmp(&other.confidence);
        by_confidence.then_with(|| self.order_of_positions(other, step)).is_gt()
    }

    /// A symbol and all symbols inside it.
    pub(super) fn symbols_within(&self, start: SymbolId) -> BTreeSet<SymbolId> {
        let mut symbols = BTreeSet::from([start]);
        // A parent precedes its children.
        for &symbol in &self.graph.file(self.graph.symbol(start).file).symbols {
            if symbols.contains(&self.graph.symbol(symbol).parent) {
                symbols.insert(symbol);
            }
        }
        symbols
    }

    fn stored_edges(&self, at: SymbolId, walk_kind: WalkKind) -> impl Iterator<Item = &Edge> {
        let (is_outward, takes_only_calls) = match walk_kind {
            WalkKind::Callers | WalkKind::Tests => (false, true),
            WalkKind::Callees => (true, true),
            WalkKind::References | WalkKind::Impact => (false, false),
        };
        let outgoing = is_outward.then(|| self.graph.out_edges(at)).into_iter().flatten();
        let incoming = (!is_outward).then(|| self.graph.in_edges(at)).into_iter().flatten();
        outgoing.chain(incoming).filter(move |edge| !takes_only_calls || edge.kind == EdgeKind::Calls)
    }

    /// The order of steps with equal confidence: by the position of the edge, then by its ends.
    fn order_of_positions(&self, one: &WalkStep, other: &WalkStep) -> Ordering {
        let path_order = self.graph.order_of_paths(one.edge.home, other.edge.home);
        path_order
            .then_with(|| (one.edge.line, one.edge.kind).cmp(&(other.edge.line, other.edge.kind)))
            .then_with(|| self.order_of_ids(one.target, other.target))
            .then_with(|| self.order_of_ids(one.source, other.source))
    }

    pub(super) fn steps(&self, reached_steps: &[WalkStep]) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::with_capacity(reached_steps.len());
        for (at, step) in reached_steps.iter().enumerate() {
            // Consecutive steps often have the same source.
            let via = match steps.last() {
                Some(last) if reached_steps[at - 1].source == step.source => Arc::clone(&last.via),
                _ => self.graph.lasting_id(step.source).into(),
            };
            steps.push(self.step(step, via));
        }
        steps
    }

    fn step(&self, step: &WalkStep, via: Arc<str>) -> Step {
        Step {
            symbol: self.shown_symbol(step.target),
            via,
            edge: step.edge.kind,
            strategy: step.edge.strategy,
            confidence: step.confidence,
            path: Arc::clone(&self.graph.file(step.edge.home).path),
            line: step.edge.line,
            depth: step.depth,
            overridden: step.overridden.map(|named| self.graph.lasting_id(named).into()),
        }
    }
}
