//! Questions as people and agents type them: names with several meanings, words without quotes, many places in one
//! file, and answers without hits.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::common::{Project, code, program, stderr, stdout};

/// A project with three methods `save`, and a class and a method with the same name. A file of tests calls one of the
/// methods `save` often.
fn shop() -> Project {
    let calls: String = (1..=11).map(|i| format!("def test_{i}():\n    Shelf().save()\n\n\n")).collect();
    let project = Project::new(&[
        ("shop/shelf.py", "import requests\n\n\nclass Shelf:\n    def save(self):\n        return requests.get('a')\n"),
        (
            "shop/desk.py",
            "from shop.shelf import Shelf\n\n\nclass Desk:\n    def save(self):\n        Shelf().save()\n\n\ndef close():\n    Desk().save()\n",
        ),
        (
            "shop/names.py",
            "class Thing:\n    pass\n\n\nclass Part(Thing):\n    def Thing(self):\n        return self\n",
        ),
        ("tests/test_shelf.py", &format!("from shop.shelf import Shelf\n\n\n{calls}")),
        ("shop/__init__.py", ""),
        (
            "notes/spare.py",
            "class Shelf:\n    def save(self):\n        return reset_the_queries()\n\n\ndef reset_the_queries():\n    pass\n",
        ),
    ]);
    project.index();
    project
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&stdout(output)).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

fn piped(project: &Project, arguments: &[&str], input: &str) -> Output {
    let mut command: Command = program(project.path());
    let mut child =
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn each_meaning_of_a_name_is_answered_at_once() {
    let project = shop();
    let refused = project.run(&["show", "save"]);
    let words = stderr(&refused);
    assert_eq!(code(&refused), 1);
    assert!(words.contains("  shop/desk.py#Desk.save  (method, shop/desk.py:5)"), "{words}");
    assert!(words.contains("--kind") && words.contains("--file") && words.contains("--all"), "{words}");
    let kinds = json(&project.run(&["show", "save", "--json"]));
    assert_eq!(kinds["error"]["details"]["candidates"][0]["kind"], "method", "{kinds}");

    let all_meanings = project.run(&["callers", "save", "--all"]);
    assert_eq!(code(&all_meanings), 0, "{}", stderr(&all_meanings));
    let text = stdout(&all_meanings);
    let heads: Vec<&str> = text.lines().filter(|line| line.contains("  (method, ")).collect();
    assert_eq!(heads.len(), 3, "{text}");
    assert!(
        text.contains("shop/desk.py#Desk.save  (method, shop/desk.py:5)\nshop/desk.py:10  function close"),
        "{text}"
    );
    let answers = json(&project.run(&["callers", "save", "--all", "--json"]));
    assert_eq!((answers["answers"].as_array().unwrap().len(), &answers["n_meanings"]), (3, &Value::from(3)));
    let of_desk =
        answers["answers"].as_array().unwrap().iter().find(|one| one["symbol"]["id"] == "shop/desk.py#Desk.save");
    assert_eq!(of_desk.unwrap()["steps"][0]["symbol"]["name"], "close");
    // A meaning that nobody calls is among the answers, without steps.
    let unused =
        answers["answers"].as_array().unwrap().iter().find(|one| one["symbol"]["id"] == "notes/spare.py#Shelf.save");
    assert_eq!(unused.unwrap()["steps"], Value::Array(Vec::new()));
}

#[test]
fn every_command_that_takes_a_symbol_answers_for_each() {
    let project = shop();
    for command in ["callers", "callees", "refs", "impact", "tests", "hierarchy", "show"] {
        let answers = json(&project.run(&[command, "save", "--all", "--json"]));
        assert_eq!(answers["answers"].as_array().map(Vec::len), Some(3), "{command}: {answers}");
        assert!(answers["answers"].as_array().unwrap().iter().all(|one| one["symbol"]["name"] == "save"), "{command}");
    }
    let pairs = project.run(&["path", "close", "save", "--all"]);
    assert_eq!(code(&pairs), 0, "{}", stderr(&pairs));
    assert!(
        stdout(&pairs).contains("shop/desk.py#close to shop/desk.py#Desk.save\nshop/desk.py:10  method"),
        "{}",
        stdout(&pairs)
    );
    let one = json(&project.run(&["callers", "close", "--all", "--json"]));
    assert_eq!(one["n_meanings"], 1, "the shape does not depend on how many there are");
    assert_eq!(code(&project.run(&["hierarchy", "save", "--all"])), 3, "nothing found of any");
}

#[test]
fn a_kind_or_a_file_chooses_among_meanings() {
    let project = shop();
    let chosen = project.run(&["callers", "save", "--file", "shop/d"]);
    assert_eq!((code(&chosen), stdout(&chosen).contains("close")), (0, true), "{}", stderr(&chosen));
    assert!(stderr(&chosen).contains("callers of shop/desk.py#Desk.save"), "{}", stderr(&chosen));
    let below = program(&project.at("shop")).args(["callers", "save", "--file", "desk.py"]).output().unwrap();
    assert_eq!(stdout(&below), stdout(&chosen), "a path counts from the working folder");
    assert_eq!(code(&project.run(&["show", "Thing", "--kind", "class"])), 0);
    let no_class = project.run(&["callers", "save", "--kind", "class"]);
    assert_eq!(code(&no_class), 3);
    assert!(stderr(&no_class).contains("none of the 3 meanings of save"), "{}", stderr(&no_class));
    let around = project.run(&["export", "--format", "dot", "--around", "save", "--file", "shop/desk.py"]);
    assert!(code(&around) == 0 && stdout(&around).contains("close"), "{}", stderr(&around));
}

/// Once a hierarchy of a name offered 22 methods where one class was meant.
#[test]
fn a_hierarchy_is_of_the_types_of_a_name() {
    let project = shop();
    let types = project.run(&["hierarchy", "Thing"]);
    assert_eq!(code(&types), 0, "{}", stderr(&types));
    assert!(stdout(&types).contains("below: class Part"), "{}", stdout(&types));
    assert!(stderr(&types).contains("of 2 meanings of Thing shop/names.py#Thing is meant"), "{}", stderr(&types));
    assert!(stderr(&project.run(&["hierarchy", "Thing", "--kind", "method"])).contains("Part.Thing"));
    let still = project.run(&["hierarchy", "Shelf"]);
    assert!(code(&still) == 1 && stderr(&still).contains("notes/spare.py#Shelf"), "{}", stderr(&still));
}

#[test]
fn many_places_of_one_file_are_one_line_and_the_object_has_them_all() {
    let project = shop();
    let callers = project.run(&["callers", "shop/shelf.py#Shelf.save"]);
    let text = stdout(&callers);
    let of_tests: Vec<&str> = text.lines().filter(|line| line.starts_with("tests/")).collect();
    let line = "tests/test_shelf.py  11 calls: 5 test_1, 9 test_2, 13 test_3, 17 test_4, 21 test_5, 25 test_6, 29 test_7, 33 test_8, 3 more  (constructed 0.95)";
    assert_eq!(of_tests, [line], "{text}");
    assert!(text.contains("shop/desk.py:6  method Desk.save  (calls, constructed 0.95)\n"), "{text}");
    assert!(stderr(&callers).contains("--flat gives a line each"), "{}", stderr(&callers));
    let flat = project.run(&["callers", "shop/shelf.py#Shelf.save", "--flat"]);
    assert_eq!((stdout(&flat).lines().count(), stderr(&flat).contains("--flat")), (12, false), "{}", stdout(&flat));
    let all = json(&project.run(&["callers", "shop/shelf.py#Shelf.save", "--json"]));
    assert_eq!(all["steps"].as_array().unwrap().len(), 12);
    for command in ["refs", "impact", "tests"] {
        let text = stdout(&project.run(&[command, "shop/shelf.py#Shelf.save"]));
        assert!(text.contains("tests/test_shelf.py  11 "), "{command}: {text}");
    }
}

#[test]
fn words_need_no_quotes_and_a_dash_is_the_standard_input() {
    let project = shop();
    let found = project.run(&["find", "reset", "queries", "--limit", "5"]);
    assert!(stdout(&found).contains("reset_the_queries"), "{}", stderr(&found));
    assert_eq!(stdout(&found), stdout(&project.run(&["find", "reset queries", "--limit", "5"])));
    assert_eq!(stdout(&found), stdout(&piped(&project, &["find", "-", "--limit", "5"], "reset queries\n")));
    let task = ["prepare", "reset", "the", "queries", "--budget", "500"];
    let prepared = project.run(&task);
    assert!(stdout(&prepared).contains("def reset_the_queries"), "{}", stderr(&prepared));
    assert_eq!(stdout(&prepared), stdout(&project.run(&["prepare", "reset the queries", "--budget", "500"])));
    assert_eq!(
        stdout(&prepared),
        stdout(&piped(&project, &["prepare", "-", "--budget", "500"], "reset the queries\n"))
    );
    for empty in [&["find", "-"][..], &["prepare", "-"], &["remember", "-"]] {
        let refused = piped(&project, empty, " \n");
        assert_eq!(code(&refused), 2, "{empty:?}");
        let words = stderr(&refused);
        assert!(words.contains("the text is empty") && words.contains(&format!("scrubjay {}", empty[0])), "{words}");
    }
    assert_eq!(code(&project.run(&["prepare"])), 2);
}

#[test]
fn nothing_found_says_why_that_may_be_and_what_to_try() {
    let project = shop();
    let kinds = |output: &Output| -> Vec<String> {
        let answer = json(output);
        let hints = answer.get("hints").or_else(|| answer["error"]["details"].get("hints"));
        hints
            .unwrap_or(&Value::Null)
            .as_array()
            .into_iter()
            .flatten()
            .map(|hint| hint["kind"].as_str().unwrap().to_owned())
            .collect()
    };
    for (question, kind, words) in [
        (
            &["find", "Shelf", "--kind", "enum"][..],
            "filter",
            "fit without the filter by kind; try: scrubjay find Shelf",
        ),
        (&["find", "Shelf", "--in", "nowhere/"], "filter", "without the filter by path; try: scrubjay find Shelf"),
        (&["find", "requests"], "library", "requests comes from outside the index: shop/shelf.py:1 imports it"),
        (&["callers", "requests.post"], "library", "requests comes from outside the index"),
        (&["find", "zhelf"], "near_names", "names that come close: "),
        (&["callers", "close", "--min-confidence", "1"], "", ""),
        (
            &["callers", "shop/desk.py#Desk.save", "--min-confidence", "1"],
            "min_confidence",
            "1 is less sure; try: scrubjay callers shop/desk.py#Desk.save",
        ),
        (&["callers", "shop/names.py#Thing"], "not_called", "1 place names it without a call; try: scrubjay refs"),
        (&["tests", "shop/shelf.py#Shelf.save", "--min-confidence", "1"], "min_confidence", "less sure"),
        (&["path", "close", "Thing", "--depth", "2"], "", ""),
        (&["path", "shop/desk.py#Desk.save", "close"], "other_way", "the other way round 1 edge does so"),
    ] {
        let text = project.run(question);
        assert_ne!(code(&text), 0, "{question:?}");
        assert_eq!(stdout(&text), "", "{question:?}");
        let told = kinds(&project.run(&[question, &["--json"]].concat()));
        assert!(kind.is_empty() || told.iter().any(|one| one == kind), "{question:?}: {told:?}");
        assert!(stderr(&text).contains(words), "{question:?}: {}", stderr(&text));
    }
    // What is found needs no reasons.
    assert!(json(&project.run(&["find", "Shelf", "--json"])).get("hints").is_none());
}

#[test]
fn a_stale_index_is_a_reason_for_nothing_found_under_as_is() {
    let project = shop();
    project.write("shop/new.py", "def brand_new():\n    pass\n");
    let asked = project.run(&["find", "brand_new", "--as-is"]);
    assert_eq!(code(&asked), 3);
    assert!(
        stderr(&asked).contains("1 file changed since the index was made; try: scrubjay index"),
        "{}",
        stderr(&asked)
    );
    let empty = Project::new(&[("notes.txt", "nothing to read\n")]);
    empty.index();
    assert_eq!(code(&empty.run(&["find", "anything"])), 3);
}

/// Once the advice was a greater `--limit` where none is possible.
#[test]
fn the_end_of_an_answer_is_told_with_what_can_be_done() {
    let all: String = (0..1_100).map(|i| format!("def part_{i}():\n    pass\n\n\n")).collect();
    let project = Project::new(&[("parts.py", all.as_str())]);
    project.index();
    let few = project.run(&["find", "part", "--limit", "10"]);
    assert!(
        stderr(&few).contains("1 to 10 of 1,100; --skip 10 goes on, --limit gives more at once"),
        "{}",
        stderr(&few)
    );
    let limit = project.run(&["find", "part", "--limit", "1000"]);
    assert!(stderr(&limit).contains("--skip 1000 goes on, --in or --kind makes it less"), "{}", stderr(&limit));
    assert!(!stderr(&limit).contains("--limit"), "{}", stderr(&limit));
}

/// Once `impact` gave the same answer as `callers`.
#[test]
fn an_impact_goes_further_than_the_callers() {
    let project = shop();
    let help = |command: &str| {
        let help = stdout(&project.run(&[command, "--help"]));
        help.split_whitespace().collect::<Vec<&str>>().join(" ")
    };
    assert!(help("impact").contains("1 to 10 [default: 3]"), "{}", help("impact"));
    assert!(help("callers").contains("1 to 10 [default: 1]"), "{}", help("callers"));
    let reached = json(&project.run(&["impact", "shop/shelf.py#Shelf.save", "--json"]));
    assert!(reached["steps"].as_array().unwrap().iter().any(|step| step["symbol"]["name"] == "close"), "{reached}");
}

/// The text that a question shows on a terminal of so many columns. The program `script` provides the terminal.
#[cfg(target_os = "linux")]
fn on_terminal(project: &Project, columns: u32, environment: &[(&str, &str)], question: &str) -> String {
    let command = format!("stty cols {columns}; '{}' {question}", env!("CARGO_BIN_EXE_scrubjay"));
    let mut script = Command::new("script");
    script.args(["-qec", &command, "/dev/null"]).current_dir(project.path()).stdin(Stdio::null());
    script.env("TERM", "xterm").env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("CLICOLOR");
    let output = script.envs(environment.iter().copied()).output().unwrap();
    stdout(&output).replace("\r\n", "\n")
}

/// Once lines of `find` reached 400 characters.
#[test]
#[cfg(target_os = "linux")]
fn a_terminal_has_lines_of_its_width_in_colours_and_a_pipe_whole_plain_ones() {
    let long_signature: String = (0..20).map(|i| format!(", argument_{i}=None")).collect();
    let project = Project::new(&[(
        "wide.py",
        &format!("def wide(first{long_signature}):\n    return first\n\n\ndef narrow():\n    wide(1)\n"),
    )]);
    project.index();
    let piped = stdout(&project.run(&["find", "wide"]));
    assert!(piped.lines().any(|line| line.chars().count() > 300) && !piped.contains('\u{1b}'), "{piped}");
    let plain = on_terminal(&project, 60, &[("NO_COLOR", "1")], "find wide");
    assert!(plain.lines().all(|line| line.chars().count() <= 60), "{plain}");
    assert!(plain.contains("wide.py:1  function wide  def wide(first") && plain.contains('…'), "{plain}");
    let coloured = on_terminal(&project, 60, &[], "callers wide");
    assert!(coloured.contains("\u{1b}[35mwide.py\u{1b}[0m:\u{1b}[32m6\u{1b}[0m"), "{coloured:?}");
    assert!(coloured.contains("\u{1b}[2m(calls, lexical 0.99)\u{1b}[0m"), "{coloured:?}");
    assert!(!on_terminal(&project, 60, &[], "--color never callers wide").contains('\u{1b}'));
    // Sources and maps are not cut.
    assert!(on_terminal(&project, 60, &[], "--quiet show wide").contains("argument_19=None"));
    let forced = program(project.path()).args(["find", "wide"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(stdout(&forced).contains("\u{1b}[35m") && stdout(&forced).contains("argument_15"), "{forced:?}");
    let always = project.run(&["find", "wide", "--color", "always"]);
    assert_eq!(stdout(&always), stdout(&forced));
    assert!(!stdout(&project.run(&["find", "wide", "--color", "always", "--json"])).contains('\u{1b}'));
}

/// Once the path filled a line of callers at 40 columns, and the caller's name was cut.
#[test]
#[cfg(target_os = "linux")]
fn a_narrow_terminal_shows_the_name_of_each_line() {
    let path = "a_folder/with_a_long_name/and_another_one/below.py";
    let project = Project::new(&[(path, "def called():\n    pass\n\n\ndef caller():\n    called()\n")]);
    project.index();
    for question in ["callers called", "find caller"] {
        let lines = on_terminal(&project, 40, &[("NO_COLOR", "1")], &format!("--quiet {question}"));
        let line = lines.lines().find(|line| line.contains("function caller")).unwrap_or_else(|| panic!("{lines}"));
        assert!(line.chars().count() <= 40 && line.starts_with('…') && line.contains("below.py:"), "{lines}");
    }
}

/// Once `--min-confidence -1` was taken for an unknown option.
#[test]
fn a_number_below_its_limits_is_refused_with_the_limits() {
    let project = shop();
    for (option, limits) in
        [("--min-confidence", "write a number from 0 to 1"), ("--limit", "write a whole number from 1 to 1,000")]
    {
        let refused = project.run(&["callers", "close", option, "-1"]);
        assert!(code(&refused) == 2 && stderr(&refused).contains(limits), "{}", stderr(&refused));
    }
}

#[test]
fn an_outline_obeys_its_limit_and_a_format_may_have_hyphens() {
    let project = shop();
    let outline = project.run(&["show", "shop/names.py", "--limit", "2"]);
    assert_eq!(stdout(&outline).lines().count(), 2, "{}", stdout(&outline));
    assert!(stderr(&outline).contains("1 more symbol; --limit shows more"), "{}", stderr(&outline));
    assert_eq!(json(&project.run(&["show", "shop/names.py", "--limit", "2", "--json"]))["n_symbols"], 3);
    let messages = r#"[{"role":"user","content":"hello"}]"#;
    let pruned = piped(&project, &["window", "prune", "--format", "openai-chat"], messages);
    assert_eq!(code(&pruned), 0, "{}", stderr(&pruned));
}
