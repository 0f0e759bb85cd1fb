//! Containment in graphs built symbol by symbol, without parsing.

use super::*;
use crate::graph::facts::Flags;
use crate::graph::model::{NewFile, NewSymbol};

/// A file: its path, and the kind, name and index of the parent of each symbol; the first is the file itself.
type ListedFile<'a> = (&'a str, &'a [(SymbolKind, &'a str, u32)]);

fn graph(files: &[ListedFile<'_>]) -> Graph {
    let mut graph = Graph::default();
    for (at, (path, symbols)) in (0..).zip(files) {
        let rules = match path.rsplit_once('.').map(|(_, ending)| ending) {
            Some("rs") => Rules::Rust,
            Some("go") => Rules::Go,
            _ => Rules::Ecmascript,
        };
        let language = LANGUAGES.iter().position(|language| language.rules == rules).unwrap() as u8;
        let file = graph.add_file(NewFile { path: (*path).into(), stored_id: at, language });
        let file_itself = (SymbolKind::File, *path, 0);
        let all_symbols = [file_itself].into_iter().chain(symbols.iter().copied());
        let new_symbols: Vec<NewSymbol> = (0..)
            .zip(all_symbols)
            .map(|(slot, (kind, name, parent))| NewSymbol {
                slot,
                name: graph.names.intern(name),
                parent,
                kind,
                first_line: slot + 1,
                last_line: slot + 1,
                tokens: 0,
                flags: Flags::default(),
            })
            .collect();
        graph.set_symbols(file, &new_symbols);
    }
    graph
}

/// All containments as `container contained line`.
fn containments(graph: &Graph) -> Vec<String> {
    let containers = Containers::of(graph);
    let edges = graph.files().flat_map(|(file, _)| containers.edges_in(graph, file));
    edges.map(|at| format!("{} {} {}", graph.lasting_id(at.source), graph.lasting_id(at.target), at.line)).collect()
}

use SymbolKind::{Block, Class, Function, Import, Method, Variable};

#[test]
fn what_a_block_beside_its_type_holds_is_contained_by_the_type() {
    let symbols: &[_] = &[(Block, "Dog", 0), (Method, "speak", 1), (Class, "Dog", 0), (Import, "fmt", 0)];
    let expected = ["src/a.rs#Dog src/a.rs#Dog.speak 3", "src/a.rs src/a.rs#Dog 4"];
    assert_eq!(containments(&graph(&[("src/a.rs", symbols)])), expected);
    let symbols: &[_] = &[(Variable, "app", 0), (Block, "app", 0), (Method, "send", 2)];
    assert_eq!(containments(&graph(&[("a.js", symbols)])), ["a.js a.js#app 2", "a.js#app a.js#app.send 4"]);
}

#[test]
fn a_block_in_another_file_extends_the_only_type_of_its_crate_or_package() {
    let (class, block): (&[_], &[_]) = (&[(Class, "Dog", 0)], &[(Block, "Dog", 0), (Method, "speak", 1)]);
    let last_containment = |files: &[ListedFile<'_>]| containments(&graph(files)).pop().unwrap();
    let same_crate = last_containment(&[("one/src/a.rs", class), ("one/src/deep/b.rs", block)]);
    assert_eq!(same_crate, "one/src/a.rs#Dog one/src/deep/b.rs#Dog.speak 3");
    let other_crate = last_containment(&[("one/src/a.rs", class), ("two/src/b.rs", block)]);
    assert_eq!(other_crate, "two/src/b.rs two/src/b.rs#Dog.speak 3");
    let two_types = last_containment(&[("one/src/a.rs", class), ("one/src/b.rs", class), ("one/src/c.rs", block)]);
    assert_eq!(two_types, "one/src/c.rs one/src/c.rs#Dog.speak 3");
    let same_package = last_containment(&[("zoo/a.go", class), ("zoo/b.go", block)]);
    assert_eq!(same_package, "zoo/a.go#Dog zoo/b.go#Dog.speak 3");
    let other_package = last_containment(&[("zoo/a.go", class), ("zoo/in/b.go", block)]);
    assert_eq!(other_package, "zoo/in/b.go zoo/in/b.go#Dog.speak 3");
}

/// A regression: the block seemed to extend a type that only one of its functions knows, and was inside itself.
#[test]
fn nothing_is_inside_itself() {
    let symbols: &[_] = &[
        (Block, "One", 0),
        (Function, "f", 1),
        (Class, "Two", 2),
        (Block, "Two", 0),
        (Function, "g", 4),
        (Class, "One", 5),
    ];
    let graph = graph(&[("src/a.rs", symbols)]);
    let containers = Containers::of(&graph);
    for (_, file) in graph.files() {
        for &symbol in &file.symbols {
            let outer = core::iter::successors(Some(symbol), |&at| containers.container(&graph, at));
            assert!(outer.take(9).count() < 9);
        }
    }
    assert!(containments(&graph).contains(&"src/a.rs src/a.rs#One.f 3".to_owned()));
}

#[test]
fn a_symbol_whose_parent_is_lost_is_contained_by_nothing() {
    let graph = graph(&[("src/a.rs", &[(Class, "Dog", 9), (Block, "Cat", 9), (Method, "speak", 2)])]);
    assert_eq!(containments(&graph), Vec::<String>::new());
    let file = graph.file_of("src/a.rs").unwrap();
    let speak = *graph.file(file).symbols.last().unwrap();
    assert!(Containers::of(&graph).edges_down(&graph, graph.root(file), speak).is_empty());
}
