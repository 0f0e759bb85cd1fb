//! Lists of several pages: unresolved places after the certain ones, and names with more meanings than one answer
//! covers.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::common::client::{Client, text};
use crate::common::{Project, code, stderr, stdout};

/// A project with a method that three functions call. 25 more places may call this method, or another one of the same
/// name.
fn counter() -> Project {
    let known_callers: String =
        (0..3).map(|at| format!("\n\ndef known_{at}():\n    return Counter().tally()\n")).collect();
    let unknown_callers: String =
        (0..25).map(|at| format!("def maybe_{at}(it):\n    return it.tally()\n\n\n")).collect();
    let project = Project::new(&[
        ("counter.py", &format!("class Counter:\n    def tally(self):\n        return 1\n{known_callers}")),
        ("other.py", "class Other:\n    def tally(self):\n        return 2\n"),
        ("uses.py", &unknown_callers),
    ]);
    project.index();
    project
}

fn page(project: &Project, question: &[&str]) -> Value {
    serde_json::from_str(&stdout(&project.run(&[question, &["--json"]].concat()))).unwrap()
}

/// Once each page had the same first unresolved places, and those after 1,000 could not be reached.
#[test]
fn places_that_may_name_a_symbol_are_numbered_behind_those_that_do() {
    let project = counter();
    for command in ["callers", "refs", "impact", "hierarchy"] {
        let (mut n_steps, mut places) = (0, Vec::new());
        for skip in (0..30).step_by(5) {
            let page = page(
                &project,
                &[command, "Counter.tally", "--unresolved", "--limit", "5", "--skip", &skip.to_string()],
            );
            let n_certain = ["steps", "above", "below"].map(|list| page[list].as_array().map_or(0, Vec::len));
            let unresolved = page["unresolved"].as_array().unwrap();
            assert!(n_certain.iter().sum::<usize>() + unresolved.len() <= 5, "{page}");
            n_steps += n_certain.iter().sum::<usize>();
            places.extend(unresolved.iter().map(|place| place["line"].as_u64().unwrap()));
        }
        let distinct_places: BTreeSet<u64> = places.iter().copied().collect();
        assert_eq!(
            (n_steps, places.len(), distinct_places.len()),
            (if command == "hierarchy" { 0 } else { 3 }, 25, 25),
            "{command}"
        );
    }
    let first = project.run(&["callers", "Counter.tally", "--unresolved", "--limit", "5"]);
    let words = stderr(&first);
    assert!(words.contains("1 to 5 of 28; --skip 5 goes on"), "{words}");
    assert!(words.contains("25 places are on a receiver that is not known, behind the others"), "{words}");
    let last = project.run(&["callers", "Counter.tally", "--unresolved", "--skip", "25"]);
    assert!(code(&last) == 0 && stderr(&last).contains("26 to 28 of 28\n"), "{}", stderr(&last));
    let behind = project.run(&["callers", "Counter.tally", "--unresolved", "--skip", "28"]);
    assert!(code(&behind) == 3 && stderr(&behind).contains("nothing behind 28: 28 are all"), "{}", stderr(&behind));
}

/// Unresolved places of a name such as `append` are not counted beside a list, because nearly all are uses of the
/// language's own lists and sets.
#[test]
fn a_name_that_types_of_the_language_have_too_is_listed_where_that_is_asked_for() {
    let project = Project::new(&[
        (
            "shelf.py",
            "class Shelf:\n    def append(self):\n        return 1\n\n\ndef known():\n    return Shelf().append()\n",
        ),
        ("uses.py", "def maybe(it):\n    return it.append()\n\n\ndef again(it):\n    it.append()\n"),
    ]);
    project.index();
    let plain = project.run(&["callers", "Shelf.append"]);
    assert!(stderr(&plain).contains("have such a member too; --unresolved lists them"), "{}", stderr(&plain));
    let listed = project.run(&["callers", "Shelf.append", "--unresolved", "--limit", "2"]);
    assert!(stderr(&listed).contains("1 to 2 of 3; --skip 2 goes on"), "{}", stderr(&listed));
    assert_eq!(page(&project, &["callers", "Shelf.append", "--unresolved", "--limit", "1"])["n_unresolved"], 2);
    assert_eq!(page(&project, &["callers", "Shelf.append"])["n_unresolved"], Value::Null);
}

#[test]
fn an_agent_goes_on_in_the_same_way() {
    let project = counter();
    let mut client = Client::begun(project.path(), &["--structured"]);
    let answer = client.call("callers", json!({ "name": "Counter.tally", "unresolved": true, "limit": 5, "skip": 5 }));
    assert!(text(&answer).contains("6 to 10 of 28; `skip` 10 goes on"), "{}", text(&answer));
    assert_eq!(answer["result"]["structuredContent"]["unresolved"].as_array().unwrap().len(), 5);
}

/// Once the message "`--unresolved` lists them" came from commands that refuse `--unresolved`.
#[test]
fn the_command_that_is_advised_for_unresolved_places_lists_them() {
    let project = counter();
    let advice = "`scrubjay callers counter.py#Counter.tally --unresolved` lists them";
    for question in [&["tests", "Counter.tally"][..], &["path", "known_0", "Counter.tally"]] {
        let words = stderr(&project.run(question));
        assert!(words.contains(advice), "{question:?}: {words}");
    }
    assert!(stderr(&project.run(&["callers", "Counter.tally"])).contains("; --unresolved lists them"));
    let words = stderr(&project.run(&["callees", "maybe_0"]));
    assert!(words.contains("its source does: scrubjay show uses.py#maybe_0"), "{words}");
    let mut client = Client::begun(project.path(), &[]);
    for (tool, arguments) in [
        ("path", json!({ "source": "known_0", "target": "Counter.tally" })),
        ("impact", json!({ "name": "Counter.tally" })),
        ("callers", json!({ "name": "Counter.tally" })),
    ] {
        let answer = text(&client.call(tool, arguments));
        let advice = r#"callers(name="counter.py#Counter.tally", unresolved=true) lists them"#;
        assert!(answer.contains(advice), "{tool}: {answer}");
    }
    let answer = client.call("callers", json!({ "name": "maybe_0", "direction": "callees", "unresolved": true }));
    assert_eq!(text(&answer), "error: `unresolved` does not go with `direction` callees\n");
}

/// A project with 30 methods of one name, each in its own file.
fn crowd() -> Project {
    let project = Project::new(&[]);
    for at in 0..30 {
        project
            .write(&format!("part_{at}.py"), format!("class Part{at}:\n    def crowd(self):\n        return {at}\n"));
    }
    project.write("run.py", "def crowd():\n    return 0\n\n\ndef run():\n    return crowd()\n");
    project.index();
    project
}

/// Once 20 of 28 meanings were answered for, and no question reached the others.
#[test]
fn every_meaning_of_a_name_is_answered() {
    let project = crowd();
    let all = page(&project, &["show", "crowd", "--all"]);
    let ids: BTreeSet<&str> =
        all["answers"].as_array().unwrap().iter().map(|one| one["symbol"]["id"].as_str().unwrap()).collect();
    assert_eq!((ids.len(), &all["n_meanings"]), (31, &json!(31)));
    let mut client = Client::begun(project.path(), &[]);
    let answer = text(&client.call("callers", json!({ "name": "crowd", "all": true })));
    assert!(answer.contains("20 of 31 meanings of crowd; `file` chooses among them"), "{answer}");
    let answer = client.call("show", json!({ "name": "crowd", "file": "part_29.py" }));
    assert!(text(&answer).contains("return 29"), "{answer}");
    for tool in ["callers", "references", "impact"] {
        let answer = client.call(tool, json!({ "name": "crowd", "file": "run.py" }));
        assert!(text(&answer).contains("run.py"), "{tool}: {answer}");
    }
    let answer = client.call("callers", json!({ "name": "crowd" }));
    assert!(text(&answer).contains("or `file`, or `all`, which answers for each"), "{answer}");
}

/// Once the command advised `--kind` and `--file`, and refused them.
#[test]
fn both_ends_of_a_path_are_chosen_among_their_meanings() {
    let project = crowd();
    let refused = project.run(&["path", "run", "crowd"]);
    assert!(stderr(&refused).contains("--kind KIND, --file PREFIX"), "{}", stderr(&refused));
    for choice in [["--kind", "function"], ["--file", "run.py"]] {
        let found = project.run(&["path", "run", "crowd", choice[0], choice[1]]);
        assert!(code(&found) == 0 && stdout(&found).contains("run.py:6"), "{choice:?}: {}", stderr(&found));
    }
    let none = project.run(&["path", "run", "crowd", "--kind", "enum"]);
    assert!(stderr(&none).contains("none of the 31 meanings of crowd"), "{}", stderr(&none));
    assert_eq!(code(&project.run(&["path", "run", "crowd", "--all", "--kind", "function"])), 0);
}
