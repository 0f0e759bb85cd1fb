//! Paths over containment, in a shop of a few made-up files.

use super::*;
use crate::graph::kind::Strategy;
use crate::prepare::testing::TestWorld;

const CONTAINS: &[EdgeKind] = &[EdgeKind::Contains];
const CALLS_AND_CONTAINS: &[EdgeKind] = &[EdgeKind::Calls, EdgeKind::Contains];

fn world() -> TestWorld {
    let files = [
        ("app.py", "def main():\n    1\n\ndef helper():\n    2\n\ndef idle():\n    3\n"),
        ("shelf.py", "class Shelf:\n    def take(self):\n        1\n\n    def put(self):\n        2\n"),
        ("store.py", "def fetch():\n    1\n"),
    ];
    let calls = [
        ("app.py#main", "shelf.py#Shelf"),
        ("app.py#main", "app.py#helper"),
        ("app.py#helper", "shelf.py#Shelf.put"),
        ("shelf.py#Shelf.take", "store.py#fetch"),
    ];
    TestWorld::new(&files, &calls)
}

/// A chain as `kind id kind id …`.
fn path(world: &TestWorld, source: &str, target: &str, kinds: &[EdgeKind], depth: u32) -> String {
    let (source, target, kinds) = (source.to_owned(), target.to_owned(), kinds.to_vec());
    let question = PathQuestion { source, target, depth, kinds, min_confidence: 0.0 };
    let mut space = world.space();
    let page = world.run(|resumed| space.path(&question, resumed)).unwrap();
    let steps: Vec<String> = page.steps.iter().map(|at| format!("{} {}", at.edge.word(), at.symbol.id)).collect();
    steps.join(" ")
}

#[test]
fn a_file_reaches_its_class_and_a_class_its_method() {
    let world = world();
    let containments = "contains shelf.py#Shelf contains shelf.py#Shelf.take";
    assert_eq!(path(&world, "shelf.py", "Shelf.take", &[], 10), containments);
    assert_eq!(path(&world, "shelf.py", "Shelf.take", CONTAINS, 2), containments);
    assert_eq!(path(&world, "Shelf", "Shelf.take", &[], 10), "contains shelf.py#Shelf.take");
    assert_eq!(path(&world, "Shelf.take", "Shelf", &[], 10), "");
    assert_eq!(path(&world, "Shelf", "shelf.py", &[], 10), "");
    assert_eq!(path(&world, "Shelf", "Shelf", &[], 10), "");
}

#[test]
fn what_a_class_contains_leads_on_where_calls_alone_do_not() {
    let world = world();
    let chain = "calls shelf.py#Shelf contains shelf.py#Shelf.take calls store.py#fetch";
    assert_eq!(path(&world, "main", "fetch", &[], 10), chain);
    assert_eq!(path(&world, "main", "fetch", CALLS_AND_CONTAINS, 3), chain);
    assert_eq!(path(&world, "main", "fetch", CALLS_AND_CONTAINS, 2), "");
    assert_eq!(path(&world, "main", "fetch", &[EdgeKind::Calls], 10), "");
    assert_eq!(path(&world, "main", "fetch", CONTAINS, 10), "");
    // A class stands for what is inside it.
    assert_eq!(path(&world, "Shelf", "fetch", &[], 10), "calls store.py#fetch");
}

/// By confidence alone, the chain over a containment edge would win: its confidence is 1.
#[test]
fn of_equally_long_chains_the_one_with_fewer_containments_wins() {
    let world = world();
    let calls = "calls app.py#helper calls shelf.py#Shelf.put";
    assert_eq!(path(&world, "main", "Shelf.put", CALLS_AND_CONTAINS, 10), calls);
    assert_eq!(
        path(&world, "main", "Shelf.take", CALLS_AND_CONTAINS, 10),
        "calls shelf.py#Shelf contains shelf.py#Shelf.take"
    );
}

#[test]
fn the_step_of_a_containment_stands_where_the_contained_one_begins_and_is_sure() {
    let world = world();
    let (source, target) = ("shelf.py".to_owned(), "Shelf.put".to_owned());
    let question = PathQuestion { source, target, depth: 10, kinds: CONTAINS.to_vec(), min_confidence: 1.0 };
    let mut space = world.space();
    let page = world.run(|resumed| space.path(&question, resumed)).unwrap();
    let steps: Vec<_> = page.steps.iter().map(|at| (&*at.via, &*at.path, at.line, at.depth)).collect();
    assert_eq!(steps, [("shelf.py", "shelf.py", 1, 1), ("shelf.py#Shelf", "shelf.py", 5, 2)]);
    assert!(page.steps.iter().all(|step| step.strategy == Strategy::Lexical && step.confidence >= 1.0));
}

#[test]
fn a_chain_of_containments_ends_at_the_depth() {
    let name = |at: usize| format!("Part{at}");
    let text: String = (1..=11).map(|at| format!("{}class {}:\n", " ".repeat(at - 1), name(at))).collect();
    let world = TestWorld::new(&[("deep.py", &text)], &[]);
    let chain = path(&world, "deep.py", &name(10), &[], 10);
    assert_eq!(chain.matches("contains").count(), 10);
    assert!(chain.ends_with("Part9.Part10"), "{chain}");
    for (target, depth) in [(11, 10), (10, 9)] {
        assert_eq!(path(&world, "deep.py", &name(target), &[], depth), "");
        assert_eq!(path(&world, "deep.py", &name(target), CONTAINS, depth), "");
    }
    assert_eq!(path(&world, &name(1), &name(11), CONTAINS, 10).matches("contains").count(), 10);
}

/// A search of the file's symbols for each symbol would take quadratic time.
#[test]
fn a_file_of_very_many_symbols_is_looked_through_once_a_level() {
    let text: String = (0..20_000).map(|at| format!("class C{at}:\n    def m{at}(self):\n        1\n")).collect();
    let world = TestWorld::new(&[("a.py", "def main():\n    1\n"), ("wide.py", &text)], &[("a.py#main", "wide.py#C7")]);
    assert_eq!(path(&world, "main", "C7.m7", &[], 10), "calls wide.py#C7 contains wide.py#C7.m7");
    assert_eq!(path(&world, "wide.py", "main", &[], 10), "");
    assert_eq!(path(&world, "wide.py", "m19999", &[], 10).matches("contains").count(), 2);
}
