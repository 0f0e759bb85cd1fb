//! Trees that no grammar makes: a call is answered in bounded time and memory, whatever tree it gets, and no file
//! prevents answers about the others.

use conformance::engine::{Engine, Engines, Guests, Natives, exported, opened};
use conformance::parse::Parsers;
use conformance::rows::Rows;
use scrubjay_core::graph::lang::{LANGUAGES, Language};
use scrubjay_core::memory::{Change, ParsedFile, Purpose};

/// The levels that a packed word can represent.
const MAX_LEVELS: u32 = 1 << 16;

fn language(name: &str) -> &'static Language {
    LANGUAGES.iter().find(|language| language.name == name).unwrap()
}

/// The number of a kind, as a packed word has it.
fn kind(language: &Language, name: &str) -> u32 {
    language.kinds.iter().position(|kind| kind.name == name).unwrap() as u32 + 1
}

/// The number of a field, as a packed word has it.
fn field(language: &Language, name: &str) -> u32 {
    language.fields.iter().position(|field| *field == name).unwrap() as u32 + 1
}

fn file(language: &Language, text: &str, nodes: Vec<u32>) -> Change {
    Change::Parsed(ParsedFile {
        path: "a.any".to_owned(),
        hash: vec![7; 32],
        language: language.name.to_owned(),
        text: text.to_owned(),
        nodes,
        has_errors: false,
        cut_short: false,
    })
}

/// A node over the whole of a text.
fn node(text: &str, kind: u32, field: u32, depth: u32) -> [u32; 3] {
    [kind | field << 10 | depth << 16, 0, text.len() as u32]
}

/// Applies one file and links it; returns whether it was accepted.
fn take(engine: &mut dyn Engine, change: Change) -> bool {
    let effects = engine.apply(&[change], &[7; 16]).unwrap();
    engine.link(10).unwrap();
    effects.refused.is_empty()
}

#[test]
fn a_file_without_nodes_is_taken_in_every_language() {
    for engines in [&Natives as &dyn Engines, &Guests::load().unwrap()] {
        let mut engine = opened(engines, Purpose::Writing, &Rows::default()).unwrap();
        for language in LANGUAGES {
            for text in ["", "ab", "\n", "class A {}\n"] {
                assert!(take(&mut *engine, file(language, text, Vec::new())), "{} {text:?}", language.name);
            }
        }
    }
}

#[test]
fn trees_of_one_kind_are_taken_in_every_language() {
    let mut engine = opened(&Natives, Purpose::Writing, &Rows::default()).unwrap();
    let text = "name";
    for language in LANGUAGES {
        let fields = 0..=language.fields.len() as u32;
        for (kind, field) in
            (1..=language.kinds.len() as u32).flat_map(|kind| fields.clone().map(move |field| (kind, field)))
        {
            let nested_nodes = (0..60).flat_map(|depth| node(text, kind, field, depth)).collect();
            let sibling_nodes = (0..60).flat_map(|at| node(text, kind, field, u32::from(at > 0))).collect();
            for nodes in [node(text, kind, field, 0).to_vec(), nested_nodes, sibling_nodes] {
                assert!(take(&mut *engine, file(language, text, nodes)), "{} {kind} {field}", language.name);
            }
        }
    }
}

/// A regression: a climb from the innermost node to a root that is its own parent never ended.
#[test]
fn a_climb_ends_at_the_root() {
    let (go, python, text) = (language("go"), language("python"), "name");
    let key = field(go, "key");
    let [element, keyed, name] = ["literal_element", "keyed_element", "identifier"].map(|name| kind(go, name));
    let of_go =
        [node(text, element, 0, 0), node(text, keyed, 0, 1), node(text, element, key, 2), node(text, name, 0, 3)];
    let [assignment, dictionary, subscript, value] =
        ["assignment", "dictionary", "subscript", "identifier"].map(|name| kind(python, name));
    let [right_field, left_field, value_field] = ["right", "left", "value"].map(|name| field(python, name));
    let of_python = [
        node(text, assignment, right_field, 0),
        node(text, value, left_field, 1),
        node(text, subscript, right_field, 1),
        node(text, dictionary, value_field, 2),
        node(text, value, 0, 2),
        node(text, dictionary, right_field, 1),
    ];
    let guests = Guests::load().unwrap();
    let mut engine = opened(&guests, Purpose::Writing, &Rows::default()).unwrap();
    assert!(take(&mut *engine, file(go, text, of_go.concat())));
    assert!(take(&mut *engine, file(python, text, of_python.concat())));
}

/// A regression: each nested target was walked through once for each target around it.
#[test]
fn the_deepest_targets_are_walked_through_once() {
    let (python, text) = (language("python"), "name");
    let [target, name] = ["as_pattern_target", "identifier"].map(|name| kind(python, name));
    let levels = (0..MAX_LEVELS - 1).flat_map(|depth| [node(text, target, 0, depth), node(text, name, 0, depth + 1)]);
    let guests = Guests::load().unwrap();
    let mut engine = opened(&guests, Purpose::Writing, &Rows::default()).unwrap();
    assert!(take(&mut *engine, file(python, text, levels.flatten().collect())));
}

/// Once the export of all files ran out of memory over one file: all qualified names of nested classes together grow
/// with the square of the depth.
#[test]
fn a_file_whose_names_nest_without_end_is_refused_and_keeps_no_other_out() {
    let guests = Guests::load().unwrap();
    for (language, class, name, body) in [
        ("python", "class_definition", "identifier", "block"),
        ("typescript", "class_declaration", "type_identifier", "class_body"),
        ("rust", "mod_item", "identifier", "declaration_list"),
    ] {
        let (language, mut rows) = (self::language(language), Rows::default());
        let [class, name, body] = [class, name, body].map(|name| kind(language, name));
        let [of_name, of_body] = ["name", "body"].map(|name| field(language, name));
        let text = "N".repeat(40);
        let nested = |n: u32| {
            let level = |at| {
                let class_nodes = [node(&text, class, 0, 2 * at), node(&text, name, of_name, 2 * at + 1)];
                [class_nodes[0], class_nodes[1], node(&text, body, of_body, 2 * at + 1)].concat()
            };
            file(language, &text, (0..n).flat_map(level).collect())
        };
        let mut engine = opened(&guests, Purpose::Writing, &rows).unwrap();
        assert!(!take(&mut *engine, nested(MAX_LEVELS / 2 - 1)), "{}", language.name);
        let fine_file = Parsers::new().change("fine.py", "def fine(): pass\n").unwrap();
        assert!(rows.commit(&engine.apply(&[nested(500), fine_file], &[7; 16]).unwrap()));
        assert!(rows.commit(&engine.link(10).unwrap().0));
        let text = exported(&mut *engine, &rows).unwrap();
        assert!(text.contains("function fine 1-1") && text.lines().count() >= 503, "{}", language.name);
    }
}

/// Once the ids at both ends of each edge made the text of one file longer than the component's memory.
#[test]
fn edges_between_endless_names_are_counted_instead_of_listed() {
    let long_name = "a".repeat(250);
    let nested_functions: String = (0..300).map(|at| format!("function {long_name}{at}() {{")).collect();
    let calls = "f();\n".repeat(20_000);
    let text = format!("function f() {{}}\n{nested_functions}\n{calls}{}\n", "}".repeat(300));
    let guests = Guests::load().unwrap();
    let mut rows = Rows::default();
    let mut engine = opened(&guests, Purpose::Writing, &rows).unwrap();
    let mut parsers = Parsers::new();
    let files = [("a.js", text.as_str()), ("fine.py", "def fine(): other()\ndef other(): pass\n")];
    let changes: Vec<Change> = files.iter().filter_map(|(path, text)| parsers.change(path, text)).collect();
    assert!(rows.commit(&engine.apply(&changes, &[7; 16]).unwrap()));
    assert!(rows.commit(&engine.link(10).unwrap().0));
    let text = exported(&mut *engine, &rows).unwrap();
    // The calls, and the functions that the file or one another contain.
    assert!(text.contains("  20301 edges between names too long to be listed\n"));
    assert!(!text.contains("a.js contains"));
    assert!(text.contains("fine.py contains fine.py#fine"));
    assert!(text.contains("fine.py#fine calls fine.py#other"));
}
