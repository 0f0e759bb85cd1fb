//! Chooses a symbol to ask about.

use std::collections::BTreeMap;

use conformance::story::Edge;

/// The id of a symbol with many calls: of the symbols with at least `at_least` edges of calls, the one with the fewest;
/// if there are none, the one with the most. Empty without calls. `text` is the canonical text of a graph.
pub(crate) fn called_by_many(text: &str, at_least: u32) -> String {
    let mut n_calls: BTreeMap<String, u32> = BTreeMap::new();
    for edge in Edge::all_in(text) {
        if edge.kind == "calls" {
            *n_calls.entry(edge.target).or_default() += 1;
        }
    }
    let called_enough = n_calls.iter().filter(|(_, n_calls)| **n_calls >= at_least);
    let least_called =
        called_enough.min_by_key(|(_, n_calls)| **n_calls).or_else(|| n_calls.iter().max_by_key(|(_, n)| **n));
    least_called.map(|(id, _)| id.clone()).unwrap_or_default()
}
