//! Export formats of programs that draw or analyse graphs: DOT, Mermaid, GraphML.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use core::fmt::Write as _;

use super::json::{confidence_json, snake_case};
use super::part::ExportedPart;
use crate::graph::kind::{EdgeKind, SymbolKind};
use crate::graph::model::{Edge, FileId, Graph, SymbolId};
use crate::graph::query::containment::is_displayed;
use crate::graph::stored::canonical;

/// A format in which nodes and edges are drawn; its functions return the pieces of the text.
pub(super) trait Drawing {
    fn begin(&self) -> String;
    /// Begins the nodes of a file.
    fn begin_file(&self, file: FileId, path: &str) -> String;
    fn node(&self, node: &Node<'_>) -> String;
    fn end_file(&self) -> &'static str;
    /// Whether a file's nodes are inside a box, so that no containment edges from the file are needed.
    fn has_boxes(&self) -> bool;
    fn edge(&self, graph: &Graph, edge: &Edge) -> String;
    fn end(&self) -> &'static str;
}

pub(super) struct Node<'a> {
    symbol: SymbolId,
    kind: SymbolKind,
    id: String,
    /// The part of the id after the path and `#`; for a file, its path.
    name: String,
    path: &'a str,
}

/// The nodes of a file; empty if none of them belongs to the exported part.
pub(super) fn draw_nodes(graph: &Graph, part: &ExportedPart, file: FileId, drawing: &dyn Drawing) -> String {
    if !part.contains_file(graph, file) {
        return String::new();
    }
    let path = &*graph.file(file).path;
    let root = graph.root(file);
    let mut text = drawing.begin_file(file, path);
    if part.contains_symbol(graph, root) {
        let kind = SymbolKind::File;
        text.push_str(&drawing.node(&Node { symbol: root, kind, id: path.to_string(), name: path.to_string(), path }));
    }
    for (symbol, _) in canonical::symbols(graph, file) {
        if is_displayed(graph, symbol) && part.contains_symbol(graph, symbol) {
            let (id, name) = (graph.lasting_id(symbol), graph.id_in_file(symbol));
            text.push_str(&drawing.node(&Node { symbol, kind: graph.symbol(symbol).kind, id, name, path }));
        }
    }
    text.push_str(drawing.end_file());
    text
}

/// The edges of the exported part that belong to a file, containments too unless a box shows them, and their number.
pub(super) fn draw_edges(graph: &Graph, part: &ExportedPart, file: FileId, drawing: &dyn Drawing) -> (String, u32) {
    let (mut text, mut n_edges) = (String::new(), 0);
    let mut containments = part.containments(graph, file);
    if drawing.has_boxes() {
        containments.retain(|edge| graph.symbol(edge.source).kind != SymbolKind::File);
    }
    let edges = canonical::edges(graph, file, &containments);
    for (edge, _) in edges.iter().filter(|(edge, _)| part.contains_edge(graph, edge)) {
        text.push_str(&drawing.edge(graph, edge));
        n_edges += 1;
    }
    (text, n_edges)
}

/// Graphviz's DOT, with a box for each file. Older releases of Graphviz fail on boxes without `newrank`.
pub(super) struct Dot;

impl Drawing for Dot {
    fn begin(&self) -> String {
        "digraph scrubjay {\n  rankdir=LR;\n  newrank=true;\n  node [shape=box, fontname=\"sans-serif\"];\n".to_string()
    }

    fn begin_file(&self, _: FileId, path: &str) -> String {
        let path = escape_dot(path);
        format!("  subgraph \"cluster_{path}\" {{\n    label=\"{path}\";\n")
    }

    fn node(&self, node: &Node<'_>) -> String {
        let shape = if node.kind == SymbolKind::File { ", shape=note" } else { "" };
        let (id, name, kind) = (escape_dot(&node.id), escape_dot(&node.name), node.kind.word());
        format!("    \"{id}\" [label=\"{name}\", tooltip=\"{kind}\"{shape}];\n")
    }

    fn end_file(&self) -> &'static str {
        "  }\n"
    }

    fn has_boxes(&self) -> bool {
        true
    }

    fn edge(&self, graph: &Graph, edge: &Edge) -> String {
        let style = match edge.kind {
            EdgeKind::Calls => "solid",
            EdgeKind::Inherits | EdgeKind::Implements => "bold",
            EdgeKind::Imports | EdgeKind::Uses | EdgeKind::References => "dashed",
            EdgeKind::Contains => "dotted",
        };
        let (source, target) = (escape_dot(&graph.lasting_id(edge.source)), escape_dot(&graph.lasting_id(edge.target)));
        format!("  \"{source}\" -> \"{target}\" [label=\"{}\", style={style}];\n", edge.kind.word())
    }

    fn end(&self) -> &'static str {
        "}\n"
    }
}

fn escape_dot(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// Mermaid's flowchart. Boxes and nodes are numbered, because Mermaid needs short names.
pub(super) struct Mermaid {
    files: BTreeMap<FileId, usize>,
    numbers: BTreeMap<SymbolId, usize>,
}

impl Mermaid {
    /// Numbers the files by path, and the nodes by path and position.
    pub(super) fn of(graph: &Graph, part: &ExportedPart) -> Mermaid {
        let symbols = graph.files().flat_map(|(_, file)| &file.symbols).copied();
        let drawn_symbols =
            symbols.filter(|&symbol| is_displayed(graph, symbol) && part.contains_symbol(graph, symbol));
        let files = graph.files().map(|(file, _)| file).zip(1..).collect();
        Mermaid { files, numbers: drawn_symbols.zip(0..).collect() }
    }
}

impl Drawing for Mermaid {
    fn begin(&self) -> String {
        "flowchart LR\n".to_string()
    }

    fn begin_file(&self, file: FileId, path: &str) -> String {
        let number = self.files.get(&file).copied().unwrap_or_default();
        format!("  subgraph f{number} [\"{}\"]\n", escape_mermaid(path))
    }

    fn node(&self, node: &Node<'_>) -> String {
        let number = self.numbers.get(&node.symbol).copied().unwrap_or_default();
        format!("    n{number}[\"{}\"]\n", escape_mermaid(&node.name))
    }

    fn end_file(&self) -> &'static str {
        "  end\n"
    }

    fn has_boxes(&self) -> bool {
        true
    }

    fn edge(&self, _: &Graph, edge: &Edge) -> String {
        match (self.numbers.get(&edge.source), self.numbers.get(&edge.target)) {
            (Some(source), Some(target)) => format!("  n{source} -->|{}| n{target}\n", edge.kind.word()),
            _ => String::new(),
        }
    }

    fn end(&self) -> &'static str {
        ""
    }
}

fn escape_mermaid(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' | '#' | '&' | '<' | '>' | '`' | ';' => {
                // Writing to a String cannot fail.
                let _ = write!(escaped, "#{};", u32::from(letter));
            }
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// GraphML, without boxes: containments are edges.
pub(super) struct GraphMl;

impl Drawing for GraphMl {
    fn begin(&self) -> String {
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                        <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
            .to_string();
        for (element, name, kind) in [
            ("node", "kind", "string"),
            ("node", "name", "string"),
            ("node", "path", "string"),
            ("edge", "edge", "string"),
            ("edge", "strategy", "string"),
            ("edge", "confidence", "double"),
            ("edge", "line", "int"),
        ] {
            let _ =
                writeln!(text, "  <key id=\"{name}\" for=\"{element}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>");
        }
        text.push_str("  <graph id=\"scrubjay\" edgedefault=\"directed\">\n");
        text
    }

    fn begin_file(&self, _: FileId, _: &str) -> String {
        String::new()
    }

    fn node(&self, node: &Node<'_>) -> String {
        let (id, name, path) = (escape_xml(&node.id), escape_xml(&node.name), escape_xml(node.path));
        let kind = snake_case(node.kind.word());
        format!(
            "    <node id=\"{id}\"><data key=\"kind\">{kind}</data><data key=\"name\">{name}</data>\
             <data key=\"path\">{path}</data></node>\n",
        )
    }

    fn end_file(&self) -> &'static str {
        ""
    }

    fn has_boxes(&self) -> bool {
        false
    }

    fn edge(&self, graph: &Graph, edge: &Edge) -> String {
        format!(
            "    <edge source=\"{}\" target=\"{}\"><data key=\"edge\">{}</data><data key=\"strategy\">{}</data>\
             <data key=\"confidence\">{}</data><data key=\"line\">{}</data></edge>\n",
            escape_xml(&graph.lasting_id(edge.source)),
            escape_xml(&graph.lasting_id(edge.target)),
            edge.kind.word(),
            snake_case(edge.strategy.word()),
            confidence_json(edge),
            edge.line,
        )
    }

    fn end(&self) -> &'static str {
        "  </graph>\n</graphml>\n"
    }
}

/// A text escaped for XML, without control characters, which XML cannot represent.
fn escape_xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' => escaped.push_str("&#9;"),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}
