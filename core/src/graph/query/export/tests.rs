//! Containment in each export format, and the properties of a symbol in JSON.

use super::*;
use crate::prepare::testing::TestWorld;

fn export(format: ExportFormat, around: &str) -> ExportPage {
    let files = [
        ("app.py", "def main():\n    1\n"),
        ("shelf.py", "\"Shelves.\"\nclass Shelf:\n    def take(self):\n        \"Takes it.\"\n"),
    ];
    let world = TestWorld::new(&files, &[("app.py#main", "shelf.py#Shelf.take")]);
    let question = ExportQuestion { format, around: around.to_owned(), ..ExportQuestion::default() };
    let mut space = world.space();
    world.run(|resumed| space.export(&question, resumed)).unwrap()
}

#[test]
fn text_and_graphml_have_every_containment() {
    let page = export(ExportFormat::Text, "");
    let edges: Vec<&str> = page.text.lines().filter(|line| line.ends_with(')')).collect();
    let expected = [
        "  1: app.py contains app.py#main (lexical)",
        "  1: app.py#main calls shelf.py#Shelf.take (imported)",
        "  2: shelf.py contains shelf.py#Shelf (lexical)",
        "  3: shelf.py#Shelf contains shelf.py#Shelf.take (lexical)",
    ];
    assert_eq!((edges.as_slice(), page.n_edges), (expected.as_slice(), 4));
    let page = export(ExportFormat::Graphml, "");
    let edge =
        "<data key=\"edge\">contains</data><data key=\"strategy\">lexical</data><data key=\"confidence\">1.00</data>";
    assert_eq!((page.text.matches(edge).count(), page.n_edges), (3, 4));
}

#[test]
fn a_box_stands_for_what_its_file_contains() {
    let page = export(ExportFormat::Dot, "");
    let edge = "  \"shelf.py#Shelf\" -> \"shelf.py#Shelf.take\" [label=\"contains\", style=dotted];\n";
    assert!(page.text.contains(edge) && page.text.matches("contains").count() == 1, "{}", page.text);
    let page = export(ExportFormat::Mermaid, "");
    assert_eq!((page.text.matches("-->|contains|").count(), page.n_edges), (1, 2));
}

#[test]
fn what_is_around_a_symbol_is_not_what_its_file_contains() {
    let page = export(ExportFormat::Text, "Shelf.take");
    assert!(page.text.contains("app.py#main calls") && !page.text.contains("contains"), "{}", page.text);
    let page = export(ExportFormat::Text, "Shelf");
    assert!(page.text.contains("shelf.py#Shelf contains shelf.py#Shelf.take"), "{}", page.text);
}

#[test]
fn a_node_of_json_has_all_that_answers_say_of_a_symbol() {
    let json: serde_json::Value = serde_json::from_str(&export(ExportFormat::Json, "").text).unwrap();
    let file = &json["files"][1];
    assert!(file["tokens"].as_u64().unwrap() > 0 && file["signature"].is_string() && file["doc"].is_string());
    let take = serde_json::json!({
        "id": "shelf.py#Shelf.take", "name": "take", "qualified_name": "Shelf.take", "kind": "method",
        "path": "shelf.py", "language": "python", "first_line": 3, "last_line": 4, "signature": "def take(self)",
        "doc": "Takes it.", "tokens": file["symbols"][1]["tokens"], "parent": "shelf.py#Shelf",
    });
    assert_eq!(file["symbols"][1], take);
    let contains = serde_json::json!({
        "source": "shelf.py#Shelf", "target": "shelf.py#Shelf.take", "edge": "contains", "strategy": "lexical",
        "confidence": 1.0, "line": 3,
    });
    assert_eq!(file["edges"][1], contains);
}
