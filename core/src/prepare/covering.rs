//! Tests of the code chosen for a task.
//!
//! Test files that call into the best files are read, because symbols are chosen only after reading. Tests are shown if
//! they call a chosen symbol or one of its callers. Not here: the budget for them (`pick`).

use alloc::vec::Vec;

use super::files::ScoredFile;
use crate::base::sort;
use crate::graph::facts::Flags;
use crate::graph::kind::EdgeKind;
use crate::graph::model::{FileId, Graph, SymbolId};

/// Number of best files whose tests are searched for.
const MAX_COVERED: usize = 3;
/// Greatest number of test files that are read.
const MAX_TEST_FILES: usize = 3;
/// Greatest number of calls that are followed backwards in one step.
const MAX_CALLERS: usize = 200;

/// The test files with the most calls into the best non-test files, most first.
pub(super) fn test_files(graph: &Graph, ranked: &[ScoredFile]) -> Vec<FileId> {
    let best_files = ranked.iter().filter(|file| !graph.file(file.file).is_test).take(MAX_COVERED);
    let symbols = best_files.flat_map(|file| &graph.file(file.file).symbols);
    let callers = symbols.flat_map(|&symbol| callers(graph, symbol)).map(|caller| graph.symbol(caller).file);
    let mut files: Vec<FileId> = callers.filter(|&file| graph.file(file).is_test).collect();
    sort::sort_by(&mut files, |&one, &other| graph.order_of_paths(one, other));
    let mut counted_files: Vec<(usize, FileId)> =
        files.chunk_by(|one, other| one == other).map(|same| (same.len(), same[0])).collect();
    // The sort is stable: equal counts stay by path.
    sort::sort_by_key(&mut counted_files, |&(n_calls, _)| core::cmp::Reverse(n_calls));
    counted_files.into_iter().take(MAX_TEST_FILES).map(|(_, file)| file).collect()
}

/// Tests that call a symbol, then tests that call one of its callers, both by path and position.
pub(super) fn tests_of(graph: &Graph, symbol: SymbolId) -> Vec<SymbolId> {
    let order = |one: &SymbolId, other: &SymbolId| {
        let (one, other) = (graph.symbol(*one), graph.symbol(*other));
        graph.order_of_paths(one.file, other.file).then(one.index.cmp(&other.index))
    };
    let (mut tests, mut current_symbols) = (Vec::new(), vec![symbol]);
    for _ in 0..2 {
        let mut reached_symbols: Vec<SymbolId> =
            current_symbols.iter().flat_map(|&at| callers(graph, at)).take(MAX_CALLERS).collect();
        sort::sort_by(&mut reached_symbols, order);
        reached_symbols.dedup();
        let is_test = |&at: &SymbolId| graph.symbol(at).flags.has(Flags::TEST);
        tests.extend(reached_symbols.iter().copied().filter(is_test));
        current_symbols = reached_symbols.into_iter().filter(|at| !is_test(at)).collect();
    }
    tests
}

fn callers(graph: &Graph, symbol: SymbolId) -> impl Iterator<Item = SymbolId> {
    graph.in_edges(symbol).filter(|edge| edge.kind == EdgeKind::Calls).map(|edge| edge.source)
}
