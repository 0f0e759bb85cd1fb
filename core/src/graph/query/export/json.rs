//! The graph as JSON: one object, written file by file.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::Frame;
use super::part::ExportedPart;
use crate::graph::lang::LANGUAGES;
use crate::graph::model::{Edge, FileId, Graph, SymbolId};
use crate::graph::query::Symbol;
use crate::graph::space::GraphSpace;
use crate::graph::stored::canonical;

pub(super) const FRAME: Frame = Frame { before: "{\"files\":[", between: ",", after: "\n]}\n" };
/// The frame for an index that is not complete: the object begins with `"incomplete":true`.
pub(super) const INCOMPLETE_FRAME: Frame = Frame { before: "{\"incomplete\":true,\"files\":[", ..FRAME };

/// The JSON object for a file, and the number of its edges. A file outside the part has no details, and only edges and
/// symbols of the part. `None` if nothing in the file belongs to the part.
pub(super) fn file_json(space: &GraphSpace, part: &ExportedPart, file: FileId) -> Option<(String, u32)> {
    let graph = &space.graph;
    let symbols = canonical::symbols(graph, file);
    let symbols = symbols.iter().filter(|(symbol, _)| part.contains_symbol(graph, *symbol));
    let symbols: Vec<String> = symbols.map(|(symbol, _)| symbol_object(space, *symbol)).collect();
    let containments = part.containments(graph, file);
    let edges = canonical::edges(graph, file, &containments);
    let edges = edges.iter().filter(|(edge, _)| part.contains_edge(graph, edge));
    let edges: Vec<String> = edges.map(|(edge, _)| edge_object(graph, edge)).collect();
    let is_in_part = part.contains_file(graph, file);
    if !is_in_part && symbols.is_empty() && edges.is_empty() {
        return None;
    }
    let node = graph.file(file);
    let mut object = format!("\n{{\"path\":{}", quoted_string(&node.path));
    if is_in_part {
        let language = language(graph, file);
        let hash = canonical::hexadecimal(&node.hash);
        // Writing to a String cannot fail.
        let _ = write!(
            object,
            ",\"language\":\"{language}\",\"n_lines\":{},\"hash\":\"{hash}\",\"has_errors\":{},\"to_link\":{}",
            node.n_lines, node.has_errors, !node.is_linked
        );
        let Symbol { signature, doc, tokens, .. } = space.shown_symbol(graph.root(file));
        let [signature, doc] = [&*signature, &*doc].map(quoted_string);
        let _ = write!(object, ",\"signature\":{signature},\"doc\":{doc},\"tokens\":{tokens}");
    }
    let mut external_modules = Vec::new();
    if is_in_part && part.is_of_files() {
        let _ = write!(object, ",\"n_unlinked\":{}", node.n_unlinked);
        if let n_unlisted @ 1.. = canonical::n_unlisted(graph, file, &containments) {
            let _ = write!(object, ",\"n_unlisted\":{n_unlisted}");
        }
        let module =
            |(module, line): &(String, u32)| format!("{{\"module\":{},\"line\":{line}}}", quoted_string(module));
        external_modules = node.externals.iter().map(module).collect();
    }
    let n_edges = edges.len() as u32;
    for (name, items) in [("symbols", symbols), ("edges", edges), ("outside", external_modules)] {
        let _ = write!(object, ",\"{name}\":[{}]", items.join(","));
    }
    object.push('}');
    Some((object, n_edges))
}

/// The JSON object for a symbol: its details, and the id of its parent.
fn symbol_object(space: &GraphSpace, symbol: SymbolId) -> String {
    let (graph, shown_symbol) = (&space.graph, space.shown_symbol(symbol));
    let at = graph.symbol(symbol);
    let (kind, language) = (snake_case(at.kind.word()), language(graph, at.file));
    let [id, name, qualified_name, path, signature, doc, parent] = [
        &graph.lasting_id(symbol),
        shown_symbol.name(),
        shown_symbol.qualified_name(),
        shown_symbol.path(),
        &*shown_symbol.signature,
        &*shown_symbol.doc,
        &graph.lasting_id(at.parent),
    ]
    .map(quoted_string);
    format!(
        "{{\"id\":{id},\"name\":{name},\"qualified_name\":{qualified_name},\"kind\":\"{kind}\",\"path\":{path},\
         \"language\":\"{language}\",\"first_line\":{},\"last_line\":{},\"signature\":{signature},\"doc\":{doc},\"tokens\":{},\"parent\":{parent}}}",
        at.first_line, at.last_line, at.tokens
    )
}

fn language(graph: &Graph, file: FileId) -> &'static str {
    LANGUAGES[usize::from(graph.file(file).language)].name
}

fn edge_object(graph: &Graph, edge: &Edge) -> String {
    let (source, target) =
        (quoted_string(&graph.lasting_id(edge.source)), quoted_string(&graph.lasting_id(edge.target)));
    let (kind, strategy) = (edge.kind.word(), snake_case(edge.strategy.word()));
    let confidence = confidence_json(edge);
    format!(
        "{{\"source\":{source},\"target\":{target},\"edge\":\"{kind}\",\"strategy\":\"{strategy}\",\
         \"confidence\":{confidence},\"line\":{}}}",
        edge.line
    )
}

/// An edge's confidence with two decimals; all are whole hundredths.
pub(super) fn confidence_json(edge: &Edge) -> String {
    hundredths(edge.confidence())
}

fn hundredths(share: f64) -> String {
    let hundredths = libm::round(share * 100.0) as u32;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// A word of the interface in snake case, as used in JSON.
pub(in crate::graph::query) fn snake_case(word: &str) -> String {
    word.replace('-', "_")
}

/// A text as a quoted JSON string.
pub(in crate::graph::query) fn quoted_string(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\0'..' ' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::kind::Strategy;

    #[test]
    fn texts_are_escaped_and_confidences_are_hundredths() {
        assert_eq!(quoted_string("a \"b\" \\ \n ä"), "\"a \\\"b\\\" \\\\ \\u000a ä\"");
        for &strategy in Strategy::ALL {
            let parsed: f64 = hundredths(strategy.confidence()).parse().unwrap();
            assert!((parsed - strategy.confidence()).abs() < f64::EPSILON, "{strategy:?}");
        }
        assert_eq!(hundredths(1.0), "1.00");
    }
}
