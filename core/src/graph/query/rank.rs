//! Ranks symbols by importance: personalised PageRank, by power iteration over a flat array of edges.
//!
//! A symbol ranks high if much of the code leads to it, and higher if the symbols in focus lead to it. Sums run in the
//! order of paths and positions, so equal graphs rank equally however they were built. Tests are not ranked, unless one
//! of them is in focus; they only influence where walks restart. Not here: how ranks are displayed (`query::map`).

use alloc::vec::Vec;

use crate::graph::kind::{EdgeKind, SymbolKind};
use crate::graph::model::{Graph, SymbolId};

/// Probability that a walk follows a reference instead of restarting (Brin and Page, 1998).
const DAMPING: f64 = 0.85;
/// Number of iterations. In Django 5.2 these give 197 of the 200 symbols that rank highest after 60 iterations.
const N_ROUNDS: usize = 12;
/// Share of restarts at symbols in focus, if there are any.
const FOCUS_SHARE: f64 = 0.7;
/// Restart weight that each test distributes among the symbols it refers to; each ranked symbol has 1 of its own.
const TEST_VOTE: f64 = 0.25;
/// Weight of the reference from a member to its type, in thousandths of a call: members make their type important.
const MEMBER_WEIGHT: u32 = 300;

/// The weight of an edge, in thousandths of a call.
const fn weight(kind: EdgeKind) -> u32 {
    match kind {
        EdgeKind::Calls | EdgeKind::Inherits | EdgeKind::Implements => 1_000,
        EdgeKind::References => 700,
        EdgeKind::Uses => 500,
        EdgeKind::Imports => 400,
        // A contained symbol does not refer to its container.
        EdgeKind::Contains => 0,
    }
}

/// The rank of every live symbol; ranks add up to 1. Symbols of tests may have rank 0.
pub(crate) struct Ranks {
    by_symbol: Vec<f64>,
}

impl Ranks {
    /// The rank of a symbol; 0 for a removed one.
    pub(crate) fn of(&self, symbol: SymbolId) -> f64 {
        self.by_symbol.get(symbol.0 as usize).copied().unwrap_or(0.0)
    }
}

/// Ranks all live symbols; those of test files only if a symbol of a test file is in focus. The symbol of a file in
/// `focus` stands for everything in the file. O(rounds x (symbols + edges)).
pub(crate) fn rank(graph: &Graph, focus: &[SymbolId]) -> Ranks {
    let is_in_test = |symbol: &SymbolId| graph.file(graph.symbol(*symbol).file).is_test;
    let order = RankOrder::of(graph, focus.iter().any(is_in_test));
    let references = References::of(graph, &order);
    let restarts = restart_distribution(graph, &order, focus);
    let mut ranks = restarts.clone();
    for _ in 0..N_ROUNDS {
        ranks = references.iterate(&ranks, &restarts);
    }
    let mut by_symbol = vec![0.0; graph.symbols_end()];
    for (symbol, rank) in order.symbols.iter().zip(ranks) {
        by_symbol[symbol.0 as usize] = rank;
    }
    Ranks { by_symbol }
}

/// The ranked symbols by path and position, and each symbol's index among them.
struct RankOrder {
    symbols: Vec<SymbolId>,
    /// By symbol id; [`UNRANKED`] for symbols that are not ranked.
    indexes: Vec<u32>,
}

const UNRANKED: u32 = u32::MAX;

impl RankOrder {
    fn of(graph: &Graph, with_tests: bool) -> RankOrder {
        let files = graph.files().filter(|(_, file)| with_tests || !file.is_test);
        let symbols: Vec<SymbolId> = files.flat_map(|(_, file)| file.symbols.iter().copied()).collect();
        let mut indexes = vec![UNRANKED; graph.symbols_end()];
        for (index, symbol) in (0..).zip(&symbols) {
            indexes[symbol.0 as usize] = index;
        }
        RankOrder { symbols, indexes }
    }

    fn index(&self, symbol: SymbolId) -> u32 {
        self.indexes[symbol.0 as usize]
    }
}

/// The restart distribution: a probability for each symbol of the order.
fn restart_distribution(graph: &Graph, order: &RankOrder, focus: &[SymbolId]) -> Vec<f64> {
    let mut restarts: Vec<f64> =
        votes(graph, order).into_iter().map(|votes| 1.0 + TEST_VOTE * votes as f64 / f64::from(VOTE)).collect();
    scale_to(&mut restarts, 1.0);
    let mut focus_weights = vec![0.0; restarts.len()];
    for &symbol in focus.iter().filter(|&&symbol| graph.symbol(symbol).is_existing()) {
        let symbols = match graph.symbol(symbol).kind {
            SymbolKind::File => graph.file(graph.symbol(symbol).file).symbols.as_slice(),
            _ => core::slice::from_ref(&symbol),
        };
        let share = 1.0 / symbols.len() as f64;
        symbols.iter().for_each(|&symbol| focus_weights[order.index(symbol) as usize] += share);
    }
    if scale_to(&mut focus_weights, FOCUS_SHARE) {
        restarts
            .iter_mut()
            .zip(focus_weights)
            .for_each(|(restart, focus_weight)| *restart = *restart * (1.0 - FOCUS_SHARE) + focus_weight);
    }
    restarts
}

/// One vote as an integer, so that the order of summation does not matter.
const VOTE: u32 = 1_000_000;

/// The votes that each ranked symbol gets: every unranked symbol divides one vote among its references.
fn votes(graph: &Graph, order: &RankOrder) -> Vec<u64> {
    let mut votes = vec![0; order.symbols.len()];
    let unranked = graph.files().flat_map(|(_, file)| &file.symbols).filter(|symbol| order.index(**symbol) == UNRANKED);
    for &symbol in unranked {
        let targets =
            || graph.out_edges(symbol).map(|edge| order.index(edge.target)).filter(|&index| index != UNRANKED);
        let share = u64::from(VOTE) / targets().count().max(1) as u64;
        targets().for_each(|index| votes[index as usize] += share);
    }
    votes
}

/// Scales `values` to the sum `total`; false if they are all zero.
fn scale_to(values: &mut [f64], total: f64) -> bool {
    let sum: f64 = values.iter().sum();
    if sum <= 0.0 {
        return false;
    }
    values.iter_mut().for_each(|value| *value *= total / sum);
    true
}

/// An edge between indexes of a [`RankOrder`].
#[derive(Clone, Copy)]
struct Reference {
    source: u32,
    target: u32,
    weight: u32,
}

/// The references between ranked symbols, sorted by target and then source; each pair of symbols occurs once.
struct References {
    /// For each target, the index in `sources` of its first source; then the number of sources.
    starts: Vec<u32>,
    sources: Vec<u32>,
    /// For each item of `sources`, the probability that a walk at the source follows this reference.
    shares: Vec<f64>,
    /// Symbols without references, from which a walk restarts.
    sinks: Vec<u32>,
}

impl References {
    fn of(graph: &Graph, order: &RankOrder) -> References {
        let n_symbols = order.symbols.len();
        let edges =
            sorted_by(sorted_by(all_references(graph, order), n_symbols, |edge| edge.source), n_symbols, |edge| {
                edge.target
            });
        let mut references =
            References { starts: vec![0; n_symbols + 1], sources: Vec::new(), shares: Vec::new(), sinks: Vec::new() };
        let mut out_totals = vec![0.0; n_symbols];
        for pair in edges.chunk_by(|a, b| (a.target, a.source) == (b.target, b.source)) {
            // The tenth call between the same two symbols matters less than the first.
            let weight = libm::sqrt(pair.iter().map(|edge| f64::from(edge.weight)).sum::<f64>());
            out_totals[pair[0].source as usize] += weight;
            references.starts[pair[0].target as usize + 1] += 1;
            references.sources.push(pair[0].source);
            references.shares.push(weight);
        }
        for target in 0..n_symbols {
            references.starts[target + 1] += references.starts[target];
        }
        for (source, share) in references.sources.iter().zip(&mut references.shares) {
            *share /= out_totals[*source as usize];
        }
        references.sinks = (0..n_symbols as u32).filter(|&source| out_totals[source as usize] <= 0.0).collect();
        references
    }

    /// One iteration: the ranks that follow from `ranks`.
    fn iterate(&self, ranks: &[f64], restarts: &[f64]) -> Vec<f64> {
        let ended_rank: f64 = self.sinks.iter().map(|&source| ranks[source as usize]).sum();
        let restart_share = 1.0 - DAMPING + DAMPING * ended_rank;
        let incoming_rank = |edges: &[u32]| -> f64 {
            let edges = edges[0] as usize..edges[1] as usize;
            let sources = self.sources[edges.clone()].iter();
            sources.zip(&self.shares[edges]).map(|(&source, share)| ranks[source as usize] * share).sum()
        };
        self.starts
            .windows(2)
            .zip(restarts)
            .map(|(edges, restart)| restart_share * restart + DAMPING * incoming_rank(edges))
            .collect()
    }
}

fn all_references(graph: &Graph, order: &RankOrder) -> Vec<Reference> {
    let mut references = Vec::with_capacity(graph.n_edges() + order.symbols.len());
    for edge in graph.edges().filter(|edge| edge.source != edge.target) {
        let (source, target) = (order.index(edge.source), order.index(edge.target));
        if source != UNRANKED && target != UNRANKED {
            let weight = (f64::from(weight(edge.kind)) * edge.strategy.confidence()) as u32;
            references.push(Reference { source, target, weight });
        }
    }
    for &symbol in &order.symbols {
        let parent = graph.symbol(symbol).parent;
        if parent != symbol && graph.symbol(parent).kind != SymbolKind::File {
            references.push(Reference {
                source: order.index(symbol),
                target: order.index(parent),
                weight: MEMBER_WEIGHT,
            });
        }
    }
    references
}

/// Sorts stably by a key below `n_keys`. O(edges + keys).
fn sorted_by(edges: Vec<Reference>, n_keys: usize, key: fn(&Reference) -> u32) -> Vec<Reference> {
    let mut next_indexes = vec![0u32; n_keys + 1];
    for edge in &edges {
        next_indexes[key(edge) as usize + 1] += 1;
    }
    for at in 0..n_keys {
        next_indexes[at + 1] += next_indexes[at];
    }
    let mut sorted_edges = edges.clone();
    for edge in edges {
        let index = &mut next_indexes[key(&edge) as usize];
        sorted_edges[*index as usize] = edge;
        *index += 1;
    }
    sorted_edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::space::GraphSpace;
    use crate::prepare::testing::TestWorld;

    const FILES: [(&str, &str); 2] = [
        ("a.py", "def main():\n    1\n\nclass Tool:\n    def run(self):\n        2\n"),
        ("b.py", "def parse():\n    3\n\ndef log():\n    4\n\ndef idle():\n    5\n"),
    ];
    const CALLS: [(&str, &str); 4] = [
        ("a.py#main", "b.py#parse"),
        ("a.py#main", "b.py#log"),
        ("b.py#parse", "b.py#log"),
        ("a.py#Tool.run", "b.py#log"),
    ];

    fn symbol_named(space: &GraphSpace, name: &str) -> SymbolId {
        let name = space.graph.names.get(name).unwrap();
        space.graph.symbols_named(name).next().unwrap()
    }

    fn ranks_of_symbols(space: &GraphSpace, focus: &[&str]) -> Vec<f64> {
        let focus: Vec<SymbolId> = focus.iter().map(|name| symbol_named(space, name)).collect();
        let ranks = rank(&space.graph, &focus);
        ["log", "parse", "idle", "Tool", "run"].map(|name| ranks.of(symbol_named(space, name))).to_vec()
    }

    #[test]
    fn symbols_that_more_code_refers_to_rank_higher() {
        let space = TestWorld::new(&FILES, &CALLS).linked();
        let [log, parse, idle, tool, run] = ranks_of_symbols(&space, &[])[..] else { unreachable!() };
        assert!(log > parse && parse > idle);
        assert!(tool > run, "a type is as important as what it holds");
    }

    #[test]
    fn symbols_that_the_focus_refers_to_rank_higher() {
        let space = TestWorld::new(&FILES, &CALLS).linked();
        let (plain_ranks, focused_ranks) = (ranks_of_symbols(&space, &[]), ranks_of_symbols(&space, &["idle"]));
        assert!(focused_ranks[2] > plain_ranks[2] && focused_ranks[2] > focused_ranks[0]);
        assert!(ranks_of_symbols(&space, &["main"])[1] > plain_ranks[1]);
        let file = space.graph.root(space.graph.file_of("b.py").unwrap());
        assert!(rank(&space.graph, &[file]).of(symbol_named(&space, "idle")) > plain_ranks[2]);
    }

    #[test]
    fn ranks_add_up_to_1_and_do_not_depend_on_the_order_of_edges() {
        let space = TestWorld::new(&FILES, &CALLS).linked();
        let ranks = rank(&space.graph, &[]);
        assert!((ranks.by_symbol.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let mut calls = CALLS;
        calls.reverse();
        assert_eq!(rank(&TestWorld::new(&FILES, &calls).linked().graph, &[]).by_symbol, ranks.by_symbol);
    }

    #[test]
    fn a_test_votes_for_what_it_calls_and_is_ranked_only_in_focus() {
        let tests = ("tests/test_b.py", "def test_idle():\n    6\n");
        let calls = [CALLS[0], CALLS[1], CALLS[2], CALLS[3], ("tests/test_b.py#test_idle", "b.py#idle")];
        let space = TestWorld::new(&[FILES[0], FILES[1], tests], &calls).linked();
        assert!(ranks_of_symbols(&space, &[])[2] > ranks_of_symbols(&TestWorld::new(&FILES, &CALLS).linked(), &[])[2]);
        let test = symbol_named(&space, "test_idle");
        assert!(rank(&space.graph, &[]).of(test) <= 0.0 && rank(&space.graph, &[test]).of(test) > 0.0);
    }

    #[test]
    fn an_empty_graph_has_no_ranks() {
        assert_eq!(rank(&TestWorld::new(&[], &[]).linked().graph, &[]).by_symbol, Vec::<f64>::new());
    }
}
