//! The graph that `petgraph` is given says what the JSON of the export says.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use petgraph::graph::DiGraph;
use petgraph::visit::EdgeRef as _;
use scrubjay::Memory;
use scrubjay::petgraph::{SymbolEdge, SymbolNode};
use scrubjay::wit::Word as _;
use scrubjay::wit::graph::{ExportFormat, ExportQuestion};
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

/// Nodes and symbols in one form.
fn node(id: &Value, kind: &Value, path: &Value, first_line: &Value, last_line: &Value) -> String {
    json!([id, kind, path, first_line, last_line]).to_string()
}

fn nodes_of_json(files: &[Value]) -> BTreeSet<String> {
    let mut nodes = BTreeSet::new();
    for file in files {
        let path = &file["path"];
        nodes.insert(node(path, &json!("file"), path, &json!(1), &file["n_lines"]));
        let symbols = file["symbols"].as_array().unwrap().iter();
        let symbols = symbols.filter(|symbol| symbol["kind"] != "import" && symbol["kind"] != "block");
        nodes.extend(symbols.map(|at| node(&at["id"], &at["kind"], path, &at["first_line"], &at["last_line"])));
    }
    nodes
}

fn nodes_of(graph: &DiGraph<SymbolNode, SymbolEdge>) -> BTreeSet<String> {
    let of = |at: &SymbolNode| {
        let kind = at.kind.word();
        node(&json!(at.id), &json!(kind), &json!(at.path), &json!(at.first_line), &json!(at.last_line))
    };
    graph.node_weights().map(of).collect()
}

/// How often each edge is there.
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
