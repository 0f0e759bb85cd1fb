//! Empty answers and unknown names: an answer says why it is empty and what that does not prove. An unknown name may be
//! in files that are not read.

use serde_json::Value;

use crate::common::{Project, code, stderr, stdout};

fn shop() -> Project {
    let project = Project::new(&[
        ("shop/__init__.py", ""),
        ("shop/shelf.py", "class Shelf:\n    def add(self):\n        return 1\n\n\ndef alone():\n    return 2\n"),
        ("shop/desk.py", "from . import shelf\n\n\ndef use():\n    return shelf.alone()\n"),
        ("shop/empty.py", "# Nothing yet.\n"),
        ("native/fast.cpp", "class Fast {};\n"),
    ]);
    project.index();
    project
}

fn json(project: &Project, question: &[&str]) -> Value {
    let output = project.run(&[question, &["--json"]].concat());
    serde_json::from_str(&stdout(&output)).unwrap_or_else(|error| panic!("{question:?}: {error}: {output:?}"))
}

fn kinds(hints: &Value) -> Vec<&str> {
    hints.as_array().into_iter().flatten().map(|hint| hint["kind"].as_str().unwrap()).collect()
}

/// Once an empty list of callers said "nothing found" and no more, and a function that a framework calls was taken for
/// dead code.
#[test]
fn an_answer_that_has_nothing_says_why() {
    let project = shop();
    for (question, kind, words) in [
        (&["callers", "use"][..], "no_uses", "by a framework or by a name made at run time"),
        (&["refs", "use"], "no_uses", "nothing that is read names it"),
        (&["impact", "use"], "no_uses", "nothing that is read names it"),
        (&["impact", "shop/desk.py"], "no_uses", "no file that is read imports it"),
        (&["callees", "alone"], "no_calls", "it calls nothing that is read"),
        (&["tests", "alone"], "no_tests", "try: scrubjay callers shop/shelf.py#alone"),
        (&["hierarchy", "Shelf"], "no_types", "nothing that is read inherits it"),
        (&["hierarchy", "Shelf.add"], "no_types", "nothing that is read overrides it"),
        (&["hierarchy", "alone"], "no_types", "only types and their members"),
        (&["deps", "shop/shelf.py"], "no_imports", "it imports and uses nothing"),
        (&["dependents", "shop/desk.py"], "no_uses", "it may be run by itself"),
        (&["find", "zzzqqq"], "no_match", "try: scrubjay map"),
        (&["find", "."], "no_match", "no letter and no digit"),
        (&["prepare", "zzzqqq"], "no_match", "names of symbols, paths and error lines"),
        (&["show", "shop/empty.py"], "no_symbols", "it defines nothing"),
        (&["path", "alone", "use", "--depth", "1"], "other_way", "the other way round"),
        (&["path", "Shelf", "use", "--depth", "1"], "no_path", "nothing leads there within 1 edge\n"),
        (&["callers", "alone", "--skip", "9"], "end", "nothing behind 9: 1 is all there is"),
    ] {
        let text = project.run(question);
        assert_eq!(code(&text), 3, "{question:?}: {}", stderr(&text));
        assert!(stderr(&text).contains(words), "{question:?}: {}", stderr(&text));
        let answer = json(&project, question);
        assert!(kinds(&answer["hints"]).contains(&kind), "{question:?}: {answer}");
    }
    let empty = Project::new(&[("a.cs", "class A {}\n")]);
    empty.index();
    for question in [&["map"][..], &["find", "A"], &["prepare", "A"]] {
        let answer = json(&empty, question);
        assert_eq!(kinds(&answer["hints"]), ["nothing_indexed"], "{question:?}: {answer}");
        assert!(stderr(&empty.run(question)).contains("1 file of C#"), "{question:?}");
    }
}

/// Once `callers Fast` said that nothing has this name, in a folder with a class of that name in C++.
#[test]
fn a_name_that_nothing_has_may_be_in_what_is_not_read() {
    let project = shop();
    for command in ["callers", "refs", "show", "impact"] {
        let unknown = project.run(&[command, "Fastest"]);
        let words = "it may be in what is not read: 1 file of C++";
        assert!(stderr(&unknown).contains(words), "{command}: {}", stderr(&unknown));
        let error = &json(&project, &[command, "Fastest"])["error"]["details"];
        assert_eq!((kinds(&error["hints"]), &error["unread"][0]["language"]), (vec!["unread"], &Value::from("C++")));
    }
    for command in ["impact", "callers", "show", "deps"] {
        let left_out = project.run(&[command, "native/fast.cpp"]);
        let words = "error: native/fast.cpp is left out of the index\n  why: it is in no language that is read\n";
        assert_eq!((code(&left_out), stderr(&left_out).as_str()), (3, words), "{command}");
    }
}

/// Once `show src` said that nothing has the name src.
#[test]
fn a_folder_is_told_to_be_one() {
    let project = shop();
    for command in ["show", "deps", "callers", "impact"] {
        let folder = project.run(&[command, "shop"]);
        assert_eq!(code(&folder), 3, "{command}");
        let words = stderr(&folder);
        assert!(words.contains("shop is a folder") && words.contains("try: scrubjay map\n"), "{words}");
        assert!(words.contains("scrubjay find TEXT --in shop/"), "{words}");
    }
    assert!(stderr(&project.run(&["history", "shop"])).contains("shop is a folder"));
    assert!(stderr(&project.run(&["history", ""])).contains("that is the whole folder"));
}

/// Once a misspelt member of the project's own module was said to come from outside.
#[test]
fn a_file_of_the_project_is_no_library() {
    let project = shop();
    let words = stderr(&project.run(&["callers", "shelf.alonne"]));
    assert!(!words.contains("outside the index") && words.contains("did you mean"), "{words}");
}

/// Once `export --kind class` exported the whole graph without a message.
#[test]
fn a_choice_without_a_name_is_refused() {
    let project = shop();
    let refused = project.run(&["export", "--kind", "class"]);
    assert_eq!((code(&refused), stdout(&refused).as_str()), (2, ""));
    assert!(stderr(&refused).contains("--around NAME"), "{}", stderr(&refused));
}
