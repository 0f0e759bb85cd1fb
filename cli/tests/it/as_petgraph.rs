//! The graph for `petgraph` equals the JSON of the export.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use petgraph::graph::DiGraph;
use petgraph::visit::EdgeRef as _;
use scrubjay::Memory;
use scrubjay::petgraph::{SymbolEdge, SymbolNode};
use scrubjay::wit::Word as _;
use scrubjay::wit::graph::{EdgeKind, ExportFormat, ExportQuestion, Strategy, SymbolKind};
use serde_json::{Value, json};

use crate::common::Project;

fn memory(project: &Project) -> Memory {
    let mut memory = Memory::in_memory(project.path()).unwrap();
    memory.index(&mut |_| ControlFlow::Continue(())).unwrap();
    memory
}

fn exported(memory: &mut Memory) -> Vec<Value> {
    let question = ExportQuestion { format: ExportFormat::Json, ..ExportQuestion::default() };
    let json: Value = serde_json::from_str(&memory.export_whole(&question).unwrap()).unwrap();
    json["files"].as_array().unwrap().clone()
}

/// The compared fields of a node, in this order; its parent is compared separately.
const FIELDS: [&str; 11] = [
    "id",
    "name",
    "qualified_name",
    "kind",
    "path",
    "language",
    "first_line",
    "last_line",
    "signature",
    "doc",
    "tokens",
];

/// The nodes of the export as texts, one for each file and symbol. Imports and blocks are left out.
fn nodes_of_json(files: &[Value]) -> BTreeSet<String> {
    let form = |node: &Value| FIELDS.map(|field| node[field].clone());
    let mut nodes = BTreeSet::new();
    for file in files {
        let mut of_file = file.clone();
        let name = file["path"].as_str().unwrap().rsplit('/').next().unwrap();
        for (field, value) in [
            ("id", file["path"].clone()),
            ("name", json!(name)),
            ("qualified_name", json!(name)),
            ("kind", json!("file")),
            ("first_line", json!(1)),
            ("last_line", file["n_lines"].clone()),
        ] {
            of_file[field] = value;
        }
        nodes.insert(json!(form(&of_file)).to_string());
        let symbols = file["symbols"].as_array().unwrap().iter();
        let symbols = symbols.filter(|symbol| symbol["kind"] != "import" && symbol["kind"] != "block");
        nodes.extend(symbols.map(|symbol| json!(form(symbol)).to_string()));
    }
    nodes
}

fn nodes_of(graph: &DiGraph<SymbolNode, SymbolEdge>) -> BTreeSet<String> {
    let symbol_at = |at: &SymbolNode| {
        json!([
            at.id,
            at.name,
            at.qualified_name,
            at.kind.word(),
            at.path,
            at.language,
            at.first_line,
            at.last_line,
            at.signature,
            at.doc,
            at.tokens
        ])
        .to_string()
    };
    graph.node_weights().map(symbol_at).collect()
}

/// How often each edge occurs.
fn counted(edges: impl Iterator<Item = Value>) -> BTreeMap<String, usize> {
    let mut counted = BTreeMap::new();
    edges.for_each(|edge| *counted.entry(edge.to_string()).or_default() += 1);
    counted
}

fn edges_of_json(files: &[Value]) -> BTreeMap<String, usize> {
    let edges = files.iter().flat_map(|file| file["edges"].as_array().unwrap());
    let fields = ["source", "target", "edge", "strategy", "confidence", "line"];
    counted(edges.map(|edge| fields.iter().map(|&field| edge[field].clone()).collect()))
}

fn edges_of(graph: &DiGraph<SymbolNode, SymbolEdge>) -> BTreeMap<String, usize> {
    counted(graph.edge_references().map(|edge| {
        let (source, target, at) = (&graph[edge.source()].id, &graph[edge.target()].id, edge.weight());
        json!([source, target, at.kind.word(), at.strategy.word(), at.confidence, at.line])
    }))
}

#[test]
fn nodes_and_edges_are_those_of_the_json() {
    let project = Project::with_odd_names();
    project.write(
        "shapes.rs",
        "use std::fmt;\n\nstruct Dot;\n\nimpl Dot {\n    fn draw(&self) {\n        self.draw()\n    }\n}\n",
    );
    project.write("empty.py", "");
    let mut memory = memory(&project);
    let (graph, files) = (memory.petgraph().unwrap(), exported(&mut memory));
    let kinds = files.iter().flat_map(|file| file["symbols"].as_array().unwrap()).map(|symbol| &symbol["kind"]);
    assert!(kinds.clone().any(|kind| kind == "import") && kinds.clone().any(|kind| kind == "block"));
    assert_eq!(nodes_of(&graph), nodes_of_json(&files));
    assert_eq!(graph.node_count(), nodes_of(&graph).len());
    assert_eq!(edges_of(&graph), edges_of_json(&files));
    assert!(graph.edge_count() > 0);
}

/// Once a method in an `impl` of another file had a parent that was no node.
#[test]
fn each_node_but_a_file_is_contained_by_its_parent() {
    let project = Project::with_odd_names();
    project.write("src/dot.rs", "/// A point.\npub struct Dot;\n");
    project.write("src/draw.rs", "use crate::dot::Dot;\n\nimpl Dot {\n    /// Draws it.\n    fn draw(&self) {}\n}\n");
    let graph = memory(&project).petgraph().unwrap();
    let mut parents: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for edge in graph.edge_references().filter(|edge| edge.weight().kind == EdgeKind::Contains) {
        let (source, target, at) = (&graph[edge.source()], &graph[edge.target()], edge.weight());
        assert_eq!((at.strategy, at.line), (Strategy::Lexical, target.first_line), "{}", target.id);
        assert!(at.confidence >= 1.0, "{}", target.id);
        parents.entry(&target.id).or_default().push(&source.id);
    }
    for node in graph.node_weights() {
        let parent_id: Vec<&str> = node.parent.as_deref().into_iter().collect();
        assert_eq!(parents.get(node.id.as_str()).cloned().unwrap_or_default(), parent_id, "{}", node.id);
        assert_eq!(parent_id.is_empty(), node.kind == SymbolKind::File, "{}", node.id);
    }
    let draw = graph.node_weights().find(|node| node.name == "draw").unwrap();
    assert_eq!(draw.parent.as_deref(), Some("src/dot.rs#Dot"));
    assert_eq!((draw.language.as_str(), draw.doc.as_str()), ("rust", "Draws it."));
    assert!(draw.tokens > 0 && draw.signature.contains("fn draw"));
}

#[test]
fn nodes_stand_by_path_and_line_and_equal_graphs_have_equal_indexes() {
    let project = Project::with_odd_names();
    let graph = memory(&project).petgraph().unwrap();
    let order: Vec<_> = graph.node_weights().map(|node| (&node.path, node.id != node.path, node.first_line)).collect();
    assert!(order.is_sorted(), "{order:?}");
    project.index();
    let again = Memory::reading(project.path()).unwrap().petgraph().unwrap();
    assert!(graph.node_weights().eq(again.node_weights()));
    assert!(graph.edge_weights().eq(again.edge_weights()));
}

#[test]
fn nothing_indexed_is_an_empty_graph() {
    assert_eq!(memory(&Project::new(&[])).petgraph().unwrap().node_count(), 0);
}
