//! The code graph as a graph of the crate `petgraph`, for its algorithms; requires the feature `petgraph`.
//!
//! Nodes are ordered by path and then by line, so that equal graphs have equal indexes. There is an edge for each
//! position of each edge in the memory, including `contains`. Imports and blocks that extend a type, which the JSON of
//! the export lists too, are not nodes, because no edge ends at them. Not here: how the graph is made, and the format
//! of the JSON (`cli/json.md`).
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use petgraph::algo::{astar, page_rank};
//! use scrubjay::Memory;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! std::fs::write(folder.join("lib.py"), "def read():\n    pass\n\n\ndef load():\n    read()\n")?;
//! std::fs::write(folder.join("app.py"), "from lib import load\n\n\ndef main():\n    load()\n")?;
//! let mut memory = Memory::in_memory(folder)?;
//! memory.index(&mut |_| ControlFlow::Continue(()))?;
//! let graph = memory.petgraph()?;
//!
//! let node = |id: &str| graph.node_indices().find(|&node| graph[node].id == id);
//! let (main, read) = (node("app.py#main").ok_or("no main")?, node("lib.py#read").ok_or("no read")?);
//! let (_, path) = astar(&graph, main, |at| at == read, |_| 1, |_| 0).ok_or("no path")?;
//! let ids: Vec<&str> = path.iter().map(|&at| graph[at].id.as_str()).collect();
//! assert_eq!(ids, ["app.py#main", "lib.py#load", "lib.py#read"]);
//!
//! let ranks: Vec<f64> = page_rank(&graph, 0.85, 20);
//! assert!(ranks[read.index()] > ranks[main.index()]);
//! # Ok(())
//! # }
//! ```

use std::cmp::Reverse;
use std::collections::HashMap;

use ::petgraph::graph::{DiGraph, NodeIndex};
use serde_json::Value;

use crate::wit::Word;
use crate::wit::graph::{EdgeKind, ExportFormat, ExportQuestion, Strategy, SymbolKind};
use crate::{Error, Memory};

/// Kinds of entries in the export that are neither symbols nor nodes.
const NO_NODES: [&str; 2] = ["import", "block"];

/// A file or a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolNode {
    /// The stable id: `path#qualified.name` as in answers; for a file its path.
    pub id: String,
    /// The kind of symbol; [`SymbolKind::File`] for a file, which represents the code outside any definition.
    pub kind: SymbolKind,
    /// The bare name; for a file its name without folders.
    pub name: String,
    /// The name within its file: `Class.method`; for a file as `name`.
    pub qualified_name: String,
    /// The path of the file.
    pub path: String,
    /// The language of the file.
    pub language: String,
    /// The declaration on one line, at most 400 bytes.
    pub signature: String,
    /// The first paragraph of its documentation, at most 400 bytes; empty if there is none.
    pub doc: String,
    /// Estimated tokens of its source text.
    pub tokens: u32,
    /// The id of the containing symbol, the source of an edge of [`EdgeKind::Contains`] to this one; `None` for a file.
    pub parent: Option<String>,
    /// The first line, from 1.
    pub first_line: u32,
    /// The last line, inclusive; for a file, the number of its lines.
    pub last_line: u32,
}

/// A relation between two symbols, at one position.
#[derive(Clone, Debug, PartialEq)]
pub struct SymbolEdge {
    /// The relation of source to target.
    pub kind: EdgeKind,
    /// How the target of the edge was resolved.
    pub strategy: Strategy,
    /// The confidence of the resolution: 0.0 to 1.0.
    pub confidence: f64,
    /// The line of the reference in the file of the source symbol, from 1; for [`EdgeKind::Contains`] the first line
    /// of the contained symbol.
    pub line: u32,
}

type CodeGraph = DiGraph<SymbolNode, SymbolEdge>;

impl Memory {
    /// The whole graph: a node for each file and symbol, and an edge for each position of an edge. See
    /// [`crate::petgraph`] for the order and an example.
    ///
    /// # Errors
    /// As for [`Memory::find`], and [`Error::Contract`].
    pub fn petgraph(&mut self) -> Result<CodeGraph, Error> {
        let question = ExportQuestion { format: ExportFormat::Json, ..ExportQuestion::default() };
        build_graph(&self.export_whole(&question)?)
    }
}

/// Builds the graph from the JSON of an export.
fn build_graph(text: &str) -> Result<CodeGraph, Error> {
    let json: Value = serde_json::from_str(text).map_err(|_| broken("it is no JSON"))?;
    let files = list(&json, "files")?;
    let mut nodes = Vec::new();
    for file in files {
        add_nodes(file, &mut nodes)?;
    }
    nodes.sort_by(|one, other| sort_key(one).cmp(&sort_key(other)));
    let n_edges = files.iter().map(|file| list(file, "edges").map_or(0, Vec::len)).sum();
    let mut graph = DiGraph::with_capacity(nodes.len(), n_edges);
    let mut indexes = HashMap::with_capacity(nodes.len());
    for node in nodes {
        let id = node.id.clone();
        if indexes.insert(id, graph.add_node(node)).is_some() {
            return Err(broken("two symbols have one id"));
        }
    }
    for edge in files.iter().map(|file| list(file, "edges")) {
        edge?.iter().try_for_each(|edge| add_edge(edge, &indexes, &mut graph))?;
    }
    Ok(graph)
}

/// The sort key: path and lines; outer before inner symbols, and a file before its symbols.
fn sort_key(node: &SymbolNode) -> (&str, bool, u32, Reverse<u32>, &str) {
    (&node.path, node.kind != SymbolKind::File, node.first_line, Reverse(node.last_line), &node.id)
}

/// Adds the nodes for a file and its symbols.
fn add_nodes(file: &Value, nodes: &mut Vec<SymbolNode>) -> Result<(), Error> {
    let path = text(file, "path")?;
    let name = path.rsplit('/').next().unwrap_or(path);
    nodes.push(SymbolNode {
        id: path.to_owned(),
        kind: SymbolKind::File,
        name: name.to_owned(),
        qualified_name: name.to_owned(),
        path: path.to_owned(),
        language: text(file, "language")?.to_owned(),
        signature: text(file, "signature")?.to_owned(),
        doc: text(file, "doc")?.to_owned(),
        tokens: number(file, "tokens")?,
        parent: None,
        first_line: 1,
        last_line: number(file, "n_lines")?,
    });
    for symbol in list(file, "symbols")? {
        if !NO_NODES.contains(&text(symbol, "kind")?) {
            nodes.push(node(symbol)?);
        }
    }
    Ok(())
}

fn node(symbol: &Value) -> Result<SymbolNode, Error> {
    Ok(SymbolNode {
        id: text(symbol, "id")?.to_owned(),
        kind: word(symbol, "kind")?,
        name: text(symbol, "name")?.to_owned(),
        qualified_name: text(symbol, "qualified_name")?.to_owned(),
        path: text(symbol, "path")?.to_owned(),
        language: text(symbol, "language")?.to_owned(),
        signature: text(symbol, "signature")?.to_owned(),
        doc: text(symbol, "doc")?.to_owned(),
        tokens: number(symbol, "tokens")?,
        parent: Some(text(symbol, "parent")?.to_owned()),
        first_line: number(symbol, "first_line")?,
        last_line: number(symbol, "last_line")?,
    })
}

fn add_edge(edge: &Value, indexes: &HashMap<String, NodeIndex>, graph: &mut CodeGraph) -> Result<(), Error> {
    let end = |name| {
        let index = indexes.get(text(edge, name)?).copied();
        index.ok_or_else(|| broken("an edge ends at what is no symbol"))
    };
    let weight = SymbolEdge {
        kind: word(edge, "edge")?,
        strategy: word(edge, "strategy")?,
        confidence: edge["confidence"].as_f64().ok_or_else(|| broken("a confidence is missing"))?,
        line: number(edge, "line")?,
    };
    let (source, target) = (end("source")?, end("target")?);
    if weight.kind == EdgeKind::Contains {
        // In the JSON the parent of a member may be a block, which is no node.
        graph[target].parent = Some(graph[source].id.clone());
    }
    graph.add_edge(source, target, weight);
    Ok(())
}

fn list<'a>(object: &'a Value, field: &str) -> Result<&'a Vec<Value>, Error> {
    object[field].as_array().ok_or_else(|| broken("a list is missing"))
}

fn text<'a>(object: &'a Value, field: &str) -> Result<&'a str, Error> {
    object[field].as_str().ok_or_else(|| broken("a text is missing"))
}

fn number(object: &Value, field: &str) -> Result<u32, Error> {
    let number = object[field].as_u64().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| broken("a number is missing"))
}

fn word<W: Word>(object: &Value, field: &str) -> Result<W, Error> {
    W::named(text(object, field)?).ok_or_else(|| broken("a word is not known"))
}

fn broken(what: &'static str) -> Error {
    Error::Contract { call: "graph.export", what }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn export(target: &str) -> String {
        let symbol = concat!(
            r#"{"id":"a.py#f","name":"f","qualified_name":"f","kind":"function","path":"a.py","language":"python","#,
            r#""first_line":1,"last_line":2,"signature":"def f()","doc":"","tokens":5,"parent":"a.py"}"#
        );
        let edge = r#""edge":"calls","strategy":"lexical","confidence":0.95,"line":2"#;
        format!(
            r#"{{"files":[{{"path":"a.py","language":"python","n_lines":2,"signature":"","doc":"","tokens":5,
               "symbols":[{symbol}],"edges":[{{"source":"a.py","target":"{target}",{edge}}}]}}]}}"#
        )
    }

    #[test]
    fn an_edge_to_what_is_no_node_is_a_broken_contract() {
        assert_eq!(build_graph(&export("a.py#f")).unwrap().edge_count(), 1);
        assert!(matches!(build_graph(&export("a.py#g")), Err(Error::Contract { call: "graph.export", .. })));
        assert!(matches!(build_graph("{"), Err(Error::Contract { .. })));
        assert!(matches!(build_graph("{}"), Err(Error::Contract { .. })));
    }
}
