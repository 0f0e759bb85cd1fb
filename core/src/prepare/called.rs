//! Functions called by a symbol that the task names unambiguously: a change of the symbol needs them next.
//!
//! Small functions come first, so that a large one does not keep others out. Not here: the budget for them (`pick`).

use alloc::vec::Vec;

use super::symbols::is_candidate;
use crate::base::sort;
use crate::graph::kind::EdgeKind;
use crate::graph::model::{Edge, Graph, SymbolId};

/// Greatest number of called functions for one symbol.
const MAX_CALLED: usize = 12;
/// Least confidence of a followed call.
const MIN_CONFIDENCE: f64 = 0.7;

/// The smallest symbols that a symbol calls by edges of sufficient confidence, the smallest first. None is in a file of
/// tests or a vendored file.
pub(super) fn callees(graph: &Graph, symbol: SymbolId) -> Vec<SymbolId> {
    let is_sure = |edge: &&Edge| {
        edge.kind == EdgeKind::Calls && edge.strategy.confidence() >= MIN_CONFIDENCE && edge.target != symbol
    };
    let mut called: Vec<SymbolId> = graph.out_edges(symbol).filter(is_sure).map(|edge| edge.target).collect();
    called.retain(|&target| {
        let file = graph.file(graph.symbol(target).file);
        is_candidate(graph, target) && !file.is_test && !file.is_vendored
    });
    sort::sort_by(&mut called, |&one, &other| {
        let [one, other] = [one, other].map(|symbol| graph.symbol(symbol));
        let by_size = one.tokens.cmp(&other.tokens);
        by_size.then_with(|| graph.order_of_paths(one.file, other.file)).then(one.index.cmp(&other.index))
    });
    called.dedup();
    called.truncate(MAX_CALLED);
    called
}
