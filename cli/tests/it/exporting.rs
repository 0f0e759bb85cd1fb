//! The formats of `export`: the programs for a format can read it, and all formats describe the same graph.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::{Project, code, stderr, stdout};

fn project() -> Project {
    let project = Project::with_odd_names();
    project.index();
    project
}

fn export(project: &Project, arguments: &[&str]) -> String {
    let output = project.run(&[&["export"], arguments].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    stdout(&output)
}

/// Edges as (source, kind, target), once each.
type Edges = BTreeSet<(String, String, String)>;

fn edges_of_json(json: &Value) -> Edges {
    let files = json["files"].as_array().unwrap().iter();
    let edges = files.flat_map(|file| file["edges"].as_array().unwrap());
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    edges.map(|edge| (text(&edge["source"]), text(&edge["edge"]), text(&edge["target"]))).collect()
}

/// The edges to draw if a box stands for each file: symbols inside the box need no edge `contains` from the file.
fn edges_beside_boxes(json: &Value) -> Edges {
    let files: BTreeSet<&str> =
        json["files"].as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap()).collect();
    let is_drawn = |edge: &(String, String, String)| edge.1 != "contains" || !files.contains(edge.0.as_str());
    edges_of_json(json).into_iter().filter(is_drawn).collect()
}

fn ids_of_json(json: &Value) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for file in json["files"].as_array().unwrap() {
        ids.insert(file["path"].as_str().unwrap().to_owned());
        let drawn = |symbol: &&Value| symbol["kind"] != "import" && symbol["kind"] != "block";
        let symbols = file["symbols"].as_array().unwrap().iter().filter(drawn);
        ids.extend(symbols.map(|symbol| symbol["id"].as_str().unwrap().to_owned()));
    }
    ids
}

#[test]
fn the_text_is_the_canonical_one() {
    let project = project();
    assert_eq!(export(&project, &[]), project.graph());
}

#[test]
fn json_holds_every_symbol_and_edge() {
    let project = project();
    let json: Value = serde_json::from_str(&export(&project, &["--json"])).unwrap();
    assert_eq!(json["files"].as_array().unwrap().len(), 4);
    let call = ("who calls me/a & \"b\".py#run", "calls", "lib.py#Child.save");
    assert!(edges_of_json(&json).contains(&(call.0.to_owned(), call.1.to_owned(), call.2.to_owned())));
    let contains = |source: &str, target: &str| (source.to_owned(), "contains".to_owned(), target.to_owned());
    assert!(edges_of_json(&json).contains(&contains("lib.py", "lib.py#Child")));
    assert!(edges_of_json(&json).contains(&contains("lib.py#Child", "lib.py#Child.save")));
    let edges = json["files"].as_array().unwrap().iter().flat_map(|file| file["edges"].as_array().unwrap());
    // Containment is in no count of edges.
    let n_edges = edges.filter(|edge| edge["edge"] != "contains").count();
    let status: Value = serde_json::from_str(&stdout(&project.run(&["status", "--json"]))).unwrap();
    assert_eq!(status["n_edges"], n_edges);
    assert_eq!(export(&project, &["--format", "json"]), export(&project, &["--json"]));
}

#[test]
fn graphml_is_well_formed_and_says_what_json_says() {
    let project = project();
    let json: Value = serde_json::from_str(&export(&project, &["--json"])).unwrap();
    let graphml = export(&project, &["--format", "graphml"]);
    let document = roxmltree::Document::parse(&graphml).unwrap();
    let named = |name: &'static str| {
        document.descendants().filter(move |node| node.has_tag_name(("http://graphml.graphdrawing.org/xmlns", name)))
    };
    let ids: BTreeSet<String> = named("node").map(|node| node.attribute("id").unwrap().to_owned()).collect();
    assert_eq!(ids, ids_of_json(&json));
    let edge = |edge: roxmltree::Node<'_, '_>| {
        let kind = edge.children().find(|data| data.attribute("key") == Some("edge")).unwrap();
        let end = |name| edge.attribute(name).unwrap().to_owned();
        (end("source"), kind.text().unwrap().to_owned(), end("target"))
    };
    assert_eq!(named("edge").map(edge).collect::<Edges>(), edges_of_json(&json));
}

#[test]
fn dot_is_balanced_and_says_what_json_says() {
    let project = project();
    let json: Value = serde_json::from_str(&export(&project, &["--json"])).unwrap();
    let dot = export(&project, &["--format", "dot"]);
    let (mut ids, mut edges) = (BTreeSet::new(), Edges::new());
    let mut depth = 0;
    for line in dot.lines().map(str::trim) {
        depth += i32::from(line.ends_with('{')) - i32::from(line == "}");
        match strings(line).as_slice() {
            [source, target, kind] if line.contains("\" -> \"") => {
                edges.insert((source.clone(), kind.clone(), target.clone()));
            }
            [id, _label, _tooltip] => {
                ids.insert(id.clone());
            }
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    assert_eq!(ids, ids_of_json(&json));
    assert_eq!(edges, edges_beside_boxes(&json));
}

/// The quoted strings of a line of DOT.
fn strings(line: &str) -> Vec<String> {
    let (mut strings, mut open_string, mut escaped) = (Vec::new(), None::<String>, false);
    for letter in line.chars() {
        match (&mut open_string, letter) {
            (Some(text), _) if escaped => {
                text.push(letter);
                escaped = false;
            }
            (Some(_), '\\') => escaped = true,
            (Some(_), '"') => strings.extend(open_string.take()),
            (Some(text), _) => text.push(letter),
            (None, '"') => open_string = Some(String::new()),
            (None, _) => {}
        }
    }
    assert_eq!(open_string, None, "{line}");
    strings
}

#[test]
fn mermaid_declares_each_node_that_an_edge_joins() {
    let project = project();
    let json: Value = serde_json::from_str(&export(&project, &["--json"])).unwrap();
    let mermaid = export(&project, &["--format", "mermaid"]);
    assert!(mermaid.starts_with("flowchart LR\n"));
    let (mut nodes, mut n_edges, mut open, mut n_contains) = (BTreeSet::new(), 0, 0, 0);
    for line in mermaid.lines().skip(1).map(str::trim) {
        if let Some((name, label)) = line.split_once("[\"") {
            let quoted_label = label.strip_suffix("\"]").unwrap();
            assert!(!quoted_label.contains(['"', '<', '>', '&']), "{line}");
            open += i32::from(name.starts_with("subgraph "));
            nodes.insert(name.to_owned());
        } else if let Some((source, rest)) = line.split_once(" -->|") {
            let (_, target) = rest.split_once("| ").unwrap();
            assert!(nodes.contains(source) && nodes.contains(target), "{line}");
            n_edges += usize::from(!rest.starts_with("contains|"));
            n_contains += usize::from(rest.starts_with("contains|"));
        } else {
            assert_eq!(line, "end");
            open -= 1;
        }
    }
    assert_eq!(open, 0);
    let edges = json["files"].as_array().unwrap().iter().flat_map(|file| file["edges"].as_array().unwrap());
    assert_eq!(n_edges, edges.filter(|edge| edge["edge"] != "contains").count());
    let beside = edges_beside_boxes(&json);
    assert_eq!(n_contains, beside.iter().filter(|(_, kind, _)| kind == "contains").count());
    assert!(n_contains > 0);
}

#[test]
fn a_part_holds_only_what_was_asked_for() {
    let project = project();
    let ids = |arguments: &[&str]| {
        let json: Value = serde_json::from_str(&export(&project, &[&["--json"], arguments].concat())).unwrap();
        ids_of_json(&json)
    };
    let around = ids(&["--around", "Child"]);
    assert!(around.contains("lib.py#helper") && around.contains("who calls me/a & \"b\".py#run"), "{around:?}");
    assert!(!around.contains("far.py#far") && !around.contains("web/a<b>.ts#Page"), "{around:?}");
    assert!(ids(&["--around", "far"]).iter().all(|id| id.starts_with("far.py")));
    assert!(ids(&["--in", "web/"]).iter().all(|id| id.starts_with("web/")));
    assert_eq!(ids(&["--in", "web/"]), ids(&["--path-prefix", "web/"]));
    assert_eq!(code(&project.run(&["export", "--in", "nowhere/"])), 3);
    assert_eq!(code(&project.run(&["export", "--around", "nobody"])), 3);
    assert_eq!(code(&project.run(&["export", "--around", "far", "--in", "web/"])), 2);
}
