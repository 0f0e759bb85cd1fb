//! The hints of empty answers, in a shop of a few made-up files.

mod nameless;

use super::*;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::graph::kind::SymbolKind;
use crate::graph::query::{FileQuestion, FindQuestion, PathQuestion, TestsQuestion, WalkQuestion};
use crate::prepare::testing::TestWorld;

fn world() -> TestWorld {
    let files = [
        ("shop/desk.py", "def sell():\n    1\n\ndef idle():\n    2\n"),
        ("shop/shelf.py", "class Shelf:\n    def take(self):\n        1\n"),
        ("shop/store.py", "def fetch():\n    1\n"),
        ("tests/test_desk.py", "def test_sell():\n    1\n"),
        ("shop/empty.py", ""),
    ];
    let calls = [
        ("tests/test_desk.py#test_sell", "shop/desk.py#sell"),
        ("shop/desk.py#sell", "shop/shelf.py#Shelf.take"),
        ("shop/shelf.py#Shelf.take", "shop/store.py#fetch"),
    ];
    TestWorld::new(&files, &calls)
}

/// The kind, the words and the next question of each hint that an answer gives.
fn hints_of<T>(
    world: &TestWorld,
    mut ask: impl FnMut(&mut GraphSpace, Option<Resumed>) -> Attempt<T>,
    hints: impl Fn(T) -> Vec<Hint>,
) -> Vec<(HintKind, String, String)> {
    let mut space = world.space();
    let answer = world.run(|resumed| ask(&mut space, resumed)).unwrap();
    let question_text = |next: NextQuestion| {
        let arguments = next.arguments.iter().map(|one| format!("{}={}", one.name, one.value));
        format!("{}({})", next.question, arguments.collect::<Vec<String>>().join(", "))
    };
    hints(answer).into_iter().map(|one| (one.kind, one.why, one.next.map(question_text).unwrap_or_default())).collect()
}

fn find_hints(text: &str, kinds: &[SymbolKind], path_prefix: &str, skip: u32) -> Vec<(HintKind, String, String)> {
    let (text, kinds, path_prefix) = (text.to_owned(), kinds.to_vec(), path_prefix.to_owned());
    let question = FindQuestion { text, kinds, path_prefix, limit: 5, explain: false, skip };
    hints_of(&world(), |space, resumed| space.find(&question, resumed), |page| page.hints)
}

fn walk(name: &str, min_confidence: f64) -> WalkQuestion {
    WalkQuestion { name: name.to_owned(), depth: 1, limit: 9, min_confidence, ..WalkQuestion::default() }
}

/// Asserts the hints. Each expected one has its kind, words that it contains, and the question to ask next.
fn assert_hints(hints: &[(HintKind, String, String)], expected: &[(HintKind, &str, &str)]) {
    let fits = hints.len() == expected.len()
        && hints
            .iter()
            .zip(expected)
            .all(|(one, (kind, words, next))| one.0 == *kind && one.1.contains(words) && one.2 == *next);
    assert!(fits, "{hints:?}\n{expected:?}");
}

#[test]
fn what_is_not_found_may_be_behind_a_filter_or_under_another_name() {
    assert_hints(&find_hints("sell", &[], "", 0), &[]);
    assert_hints(&find_hints("sell", &[], "", 7), &[(HintKind::End, "nothing behind 7: 2 are all there are", "")]);
    let filters = "2 fit without the filter by kind and path";
    assert_hints(
        &find_hints("sell", &[SymbolKind::Class], "none/", 0),
        &[(HintKind::Filter, filters, "find(text=\"sell\")")],
    );
    assert_hints(
        &find_hints("Shlf", &[], "", 0),
        &[(HintKind::NearNames, "names that come close: Shelf", "find(text=\"Shelf\")")],
    );
    assert_hints(&find_hints("zzzqqq", &[], "", 0), &[(HintKind::NoMatch, "no name, signature or comment", "map()")]);
    assert_hints(&find_hints("::", &[], "", 0), &[(HintKind::NoMatch, "no letter and no digit", "map()")]);
}

#[test]
fn a_walk_that_finds_nothing_says_what_that_does_not_prove() {
    let callers = |question: WalkQuestion| {
        hints_of(&world(), |space, resumed| space.callers(&question, resumed), |page| page.hints)
    };
    assert_hints(&callers(walk("sell", 0.0)), &[]);
    let next = "callers(name=\"shop/desk.py#sell\")";
    assert_hints(&callers(walk("sell", 1.0)), &[(HintKind::MinConfidence, "1 is less sure", next)]);
    assert_hints(&callers(walk("idle", 0.0)), &[(HintKind::NoUses, "made at run time", "find(text=\"idle\")")]);
    let callees = hints_of(&world(), |space, resumed| space.callees(&walk("idle", 0.0), resumed), |page| page.hints);
    assert_hints(
        &callees,
        &[(HintKind::NoCalls, "it calls nothing that is read", "source(name=\"shop/desk.py#idle\")")],
    );
    let tests = |name: &str, depth| {
        let question = TestsQuestion { name: name.to_owned(), depth, limit: 9, ..TestsQuestion::default() };
        hints_of(&world(), |space, resumed| space.tests(&question, resumed), |page| page.hints)
    };
    let deepest = "tests(name=\"shop/store.py#fetch\", depth=10)";
    assert_hints(&tests("fetch", 2), &[(HintKind::Depth, "1 test is further away", deepest)]);
    assert_hints(&tests("idle", 2), &[(HintKind::NoTests, "no chain of calls", "callers(name=\"shop/desk.py#idle\")")]);
    let hierarchy_hints =
        hints_of(&world(), |space, resumed| space.hierarchy(&walk("Shelf", 0.0), resumed), |page| page.hints);
    assert_hints(
        &hierarchy_hints,
        &[(HintKind::NoTypes, "it inherits nothing", "references(name=\"shop/shelf.py#Shelf\")")],
    );
}

#[test]
fn a_path_that_leads_nowhere_may_lead_back_or_be_filtered() {
    let path = |source: &str, target: &str, min_confidence| {
        let (source, target) = (source.to_owned(), target.to_owned());
        let question = PathQuestion { source, target, depth: 3, kinds: Vec::new(), min_confidence };
        hints_of(&world(), |space, resumed| space.path(&question, resumed), |page| page.hints)
    };
    assert_hints(&path("sell", "fetch", 0.0), &[]);
    let other_way = "nothing leads there; the other way round 2 edges do so";
    assert_hints(
        &path("fetch", "sell", 0.0),
        &[(HintKind::OtherWay, other_way, "path(source=\"sell\", target=\"fetch\")")],
    );
    assert_hints(&path("idle", "sell", 0.0), &[(HintKind::NoPath, "within 3 edges", "")]);
    let filtered = "2 edges lead there without the filter by confidence";
    let next = "path(source=\"sell\", target=\"fetch\")";
    assert_hints(
        &path("sell", "fetch", 1.0),
        &[(HintKind::Filter, filtered, next), (HintKind::NoPath, "within 3 edges", "")],
    );
}

#[test]
fn a_file_says_what_its_emptiness_means() {
    let outline = hints_of(&world(), |space, resumed| space.outline("shop/empty.py", resumed), |page| page.hints);
    assert_hints(&outline, &[(HintKind::NoSymbols, "it defines nothing", "")]);
    let question = |path: &str| FileQuestion { path: path.to_owned(), depth: 1, limit: 9, skip: 0 };
    let dependency_hints = |path: &str| {
        hints_of(&world(), |space, resumed| space.dependencies(&question(path), resumed), |page| page.hints)
    };
    assert_hints(&dependency_hints("shop/desk.py"), &[]);
    assert_hints(
        &dependency_hints("shop/empty.py"),
        &[(HintKind::NoImports, "neither a file", "outline(path=\"shop/empty.py\")")],
    );
    let dependent_hints =
        hints_of(&world(), |space, resumed| space.dependents(&question("shop/empty.py"), resumed), |page| page.hints);
    assert_hints(&dependent_hints, &[(HintKind::NoUses, "loaded by a framework", "impact(name=\"shop/empty.py\")")]);
}

#[test]
fn a_name_of_many_meanings_is_refused_with_what_each_is() {
    let texts: Vec<(String, &str)> =
        (0..101).map(|at| (format!("p/{at:03}.py"), "class Part:\n    def crowd(self):\n        1\n")).collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let world = TestWorld::new(&files, &[]);
    let mut space = world.space();
    let refused = world.run(|resumed| space.callers(&walk("crowd", 0.0), resumed));
    let Err(Error::Ambiguous { candidates, n_candidates: 101, .. }) = refused else { panic!("{refused:?}") };
    assert_eq!(candidates.len(), 100);
    assert!(candidates.iter().all(|one| one.kind == "method" && one.first_line == 2), "{candidates:?}");
}
