//! The canonical text of the graph, with a line for each file, symbol and edge: equal for equal graphs, however they
//! were built.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use crate::base::map::Map;
use crate::base::sort;
use crate::graph::lang::LANGUAGES;
use crate::graph::model::{Edge, FileId, Graph, SymbolId};

/// Greatest size in bytes of the ids in one file's edges, if these are listed. The largest hand-written files have a
/// quarter of it.
const MAX_EDGE_BYTES: usize = 64 << 20;

/// The text of one file: its own line, its symbols by qualified name and position, and its edges by line, without
/// containment.
pub(crate) fn file_text(graph: &Graph, file: FileId) -> String {
    let mut text = file_head_line(graph, file);
    symbols(graph, file).iter().for_each(|(_, line)| text.push_str(line));
    edges(graph, file, &[]).iter().for_each(|(_, line)| text.push_str(line));
    text.push_str(&closing_lines(graph, file, &[]));
    text
}

/// The line of the file itself.
pub(crate) fn file_head_line(graph: &Graph, file: FileId) -> String {
    let node = graph.file(file);
    let language = LANGUAGES[usize::from(node.language)].name;
    let errors = if node.has_errors { " errors" } else { "" };
    let state = if node.is_linked { "" } else { " to-link" };
    format!("file {} {language} {} lines {}{errors}{state}\n", node.path, node.n_lines, hexadecimal(&node.hash))
}

/// A file's symbols, except the file itself, each with its line; by qualified name and position.
pub(crate) fn symbols(graph: &Graph, file: FileId) -> Vec<(SymbolId, String)> {
    let symbol_lines = graph.file(file).symbols.iter().skip(1).map(|&symbol| {
        let node = graph.symbol(symbol);
        let line =
            format!("  {} {} {}-{}\n", node.kind.word(), graph.id_in_file(symbol), node.first_line, node.last_line);
        (graph.qualified_name(symbol), node.index, symbol, line)
    });
    let mut symbol_lines: Vec<(String, u32, SymbolId, String)> = symbol_lines.collect();
    sort::sort_by(&mut symbol_lines, |one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
    symbol_lines.into_iter().map(|(_, _, symbol, line)| (symbol, line)).collect()
}

/// The number of edges that are not listed, of a file's edges and the edges `more_edges`: 0 or all of them.
///
/// No edge is listed if the ids in the edges are too long together, because the text would exhaust memory.
pub(crate) fn n_unlisted(graph: &Graph, file: FileId, more_edges: &[Edge]) -> usize {
    let mut lengths = Map::default();
    let mut n_bytes = 0_usize;
    for edge in graph.edges_in(file).chain(more_edges) {
        let n_id_bytes =
            graph.estimated_id_len(edge.source, &mut lengths) + graph.estimated_id_len(edge.target, &mut lengths);
        n_bytes = n_bytes.saturating_add(n_id_bytes);
    }
    if n_bytes > MAX_EDGE_BYTES { graph.edges_in(file).count() + more_edges.len() } else { 0 }
}

/// The listed edges of a file and the edges `more_edges`, each with its text; sorted by line number, then by text.
pub(crate) fn edges(graph: &Graph, file: FileId, more_edges: &[Edge]) -> Vec<(Edge, String)> {
    if n_unlisted(graph, file, more_edges) > 0 {
        return Vec::new();
    }
    let all_edges = graph.edges_in(file).chain(more_edges);
    let mut edge_lines: Vec<(Edge, String)> = all_edges.map(|edge| (*edge, edge_line(graph, edge))).collect();
    sort::sort_by(&mut edge_lines, |one, other| (one.0.line, &one.1).cmp(&(other.0.line, &other.1)));
    edge_lines
}

fn edge_line(graph: &Graph, edge: &Edge) -> String {
    let (source, target) = (graph.lasting_id(edge.source), graph.lasting_id(edge.target));
    format!("  {}: {source} {} {target} ({})\n", edge.line, edge.kind.word(), edge.strategy.word())
}

/// The lines after a file's edges: the number of references without a target, the number of unlisted edges if there are
/// any, and the modules outside the project.
pub(crate) fn closing_lines(graph: &Graph, file: FileId, more_edges: &[Edge]) -> String {
    let node = graph.file(file);
    let mut text = format!("  {} unlinked\n", node.n_unlinked);
    if let n_unlisted @ 1.. = n_unlisted(graph, file, more_edges) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {n_unlisted} edges between names too long to be listed");
    }
    for (module, line) in &node.externals {
        let _ = writeln!(text, "  {line}: outside {module}");
    }
    text
}

/// Bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
