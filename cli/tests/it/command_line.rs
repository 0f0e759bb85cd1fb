//! The program as people and scripts meet it.

use std::process::Stdio;

use serde_json::Value;

use crate::common::{Project, code, program, stderr, stdout};

fn library() -> Project {
    let project = Project::new(&[
        (
            "library/store.py",
            "class Store:\n    \"\"\"Keeps books.\"\"\"\n\n    def get(self, title):\n        return self.books[title]\n\n\n\
             def open_store():\n    store = Store()\n    store.get('a')\n    return store\n",
        ),
        (
            "library/desk.py",
            "from library.store import open_store\n\n\ndef lend():\n    return open_store().get('b')\n",
        ),
        ("library/shelf.py", "class Shelf:\n    def get(self):\n        return None\n"),
        ("library/card.py", "class Card:\n    pass\n\n\nclass Guest(Card):\n    pass\n"),
        ("library/__init__.py", ""),
    ]);
    project.index();
    project
}

#[test]
fn answers_go_to_the_output_and_talk_to_the_error_output() {
    let project = library();
    let callers = project.run(&["callers", "open_store"]);
    assert_eq!(code(&callers), 0, "{}", stderr(&callers));
    assert!(stdout(&callers).starts_with("library/desk.py:5  function lend"), "{}", stdout(&callers));
    assert_eq!(stderr(&callers), "callers of library/store.py#open_store\n");
    assert_eq!(stderr(&project.run(&["callers", "open_store", "--quiet"])), "");
}

#[test]
fn the_exit_code_tells_what_came_of_it() {
    let project = library();
    assert_eq!(code(&project.run(&["find", "Store"])), 0);
    assert_eq!(code(&project.run(&["find", "zzzzzz"])), 3);
    assert_eq!(code(&project.run(&["callers", "zzzzzz"])), 3);
    assert_eq!(code(&project.run(&["callers", "lend"])), 3);
    assert_eq!(code(&project.run(&["find"])), 2);
    assert_eq!(code(&project.run(&["find", "Store", "--limit", "0"])), 2);
    assert_eq!(code(&project.run(&["find", ""])), 2);
    assert_eq!(code(&project.run(&["show", "/etc/hostname"])), 1);
    assert_eq!(code(&Project::new(&[]).run(&["find", "Store"])), 3);
}

#[test]
fn a_name_that_nothing_has_comes_with_advice() {
    let project = library();
    assert!(stderr(&project.run(&["callers", "open_stor"])).contains("did you mean: "));
    let none = "error: nothing is called zzzzzz\n  try: scrubjay find TEXT, with a part of the name\n";
    assert_eq!(stderr(&project.run(&["callers", "zzzzzz"])), none);
}

#[test]
fn a_usage_error_is_an_object_too_where_json_is_wanted() {
    let project = library();
    for arguments in
        [["--json", "find"].as_slice(), &["--json", "find", "Store", "--kind", "nope"], &["nope", "--json"]]
    {
        let output = project.run(arguments);
        let error: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!((code(&output), error["error"]["code"].as_str()), (2, Some("usage")), "{arguments:?}");
        assert!(stderr(&output).starts_with("error: "), "{}", stderr(&output));
    }
}

#[test]
fn a_path_in_both_folders_is_below_the_root_that_is_named() {
    let (project, here) = (library(), library());
    let root = project.path().to_str().unwrap();
    let output = here.run(&["--root", root, "show", "library/store.py"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("class Store"), "{}", stdout(&output));
}

#[test]
fn a_prefix_counts_from_the_working_folder_as_every_path_does() {
    let project = library();
    let run_below = |arguments: &[&str]| program(&project.at("library")).args(arguments).output().unwrap();
    assert!(stdout(&run_below(&["find", "open_store", "--in", "store.py"])).contains("library/store.py"));
    assert_eq!(code(&run_below(&["find", "open_store", "--in", "shelf.py"])), 3);
    assert!(stdout(&project.run(&["find", "open_store", "--in", "library/"])).contains("library/store.py"));
    assert!(stdout(&project.run(&["find", "open_store", "--in", "library\\"])).contains("library/store.py"));
    assert!(stdout(&project.run(&["find", "open_store", "--in", "library/st"])).contains("library/store.py"));
}

#[test]
fn from_a_folder_below_questions_are_about_the_whole_project() {
    let project = library();
    project.write("outside.py", "def far_away():\n    return 1\n");
    project.index();
    let text_below = |arguments: &[&str]| stdout(&program(&project.at("library")).args(arguments).output().unwrap());
    for arguments in [&["export"][..], &["find", "far_away"], &["map"], &["status"], &["callers", "open_store"]] {
        assert_eq!(text_below(arguments), stdout(&project.run(arguments)), "{arguments:?}");
    }
    assert!(text_below(&["find", "far_away"]).contains("outside.py"));
    project.write("library_of_others.py", "def far_away():\n    return 1\n");
    project.index();
    let here = text_below(&["export", "--in", "."]);
    assert!(
        here.contains("library/store.py") && !here.contains("outside.py") && !here.contains("library_of_others.py")
    );
    assert_eq!(stdout(&project.run(&["export", "--in", "."])), stdout(&project.run(&["export"])));
    assert_eq!(text_below(&["export", "--in", ".."]), stdout(&project.run(&["export"])));
}

#[test]
fn an_index_inside_another_says_that_it_hides_it() {
    let project = library();
    let inner = project.run(&["index", "library"]);
    assert!(stderr(&inner).contains("note: this folder gets an index of its own"), "{}", stderr(&inner));
    assert!(!stderr(&project.run(&["index", "library"])).contains("note: "), "it has one now");
}

/// Once the suggestion for `search` was `watch`; before there was a command `recall`, the suggestion for it was
/// `callers`.
#[test]
fn a_command_of_another_program_leads_to_the_one_that_does_it_here() {
    let project = library();
    for (typed, meant) in [("search", "'find', 'recall'"), ("remind", "'recall', 'notes'"), ("references", "'refs'")] {
        let refused = project.run(&[typed, "Shelf"]);
        assert!(code(&refused) == 2 && stderr(&refused).contains(meant), "{typed}: {}", stderr(&refused));
    }
    assert!(
        stderr(&project.run(&["calers", "Shelf"])).contains("'callers'"),
        "what is near in spelling is found as before"
    );
}

#[test]
fn files_that_are_named_like_secrets_are_named_by_the_status() {
    let project = Project::new(&[("a.py", "A = 1\n"), ("conf/id_rsa", "x"), ("deploy.pem", "x")]);
    project.index();
    let status = project.run(&["status"]);
    assert!(stdout(&status).contains("conf/id_rsa, deploy.pem"), "{}", stdout(&status));
    let status: Value = serde_json::from_str(&stdout(&project.run(&["status", "--json"]))).unwrap();
    assert_eq!(status["secret"], serde_json::json!(["conf/id_rsa", "deploy.pem"]));
}

#[test]
fn a_folder_below_the_top_of_a_repository_says_what_is_left_out() {
    let project =
        Project::new(&[("part/a.py", "A = 1\n"), ("b.py", "B = 2\n"), (".git/HEAD", "ref: refs/heads/main\n")]);
    let part = program(&project.at("part")).arg("index").output().unwrap();
    let top = project.path().canonicalize().unwrap();
    let words = format!(
        "note: only this folder of the repository {0} is indexed; for all of it: scrubjay index {0}\n",
        top.display()
    );
    assert!(stderr(&part).contains(&words), "{}", stderr(&part));
    assert!(!stderr(&program(&project.at("part")).arg("index").output().unwrap()).contains("note: "), "it has one now");
    assert!(!stderr(&project.run(&["index"])).contains("note: "));
}

#[test]
fn a_path_that_leads_nowhere_says_whether_it_leads_back() {
    let project = library();
    let path = project.run(&["path", "lend", "Store.get"]);
    assert_eq!(code(&path), 0, "{}", stderr(&path));
    assert!(stdout(&path).contains("method library/store.py#Store.get"), "{}", stdout(&path));
    let back = project.run(&["path", "Store.get", "lend"]);
    assert_eq!((code(&back), stdout(&back).as_str()), (3, ""));
    assert!(stderr(&back).contains("the other way round"), "{}", stderr(&back));
    let nowhere = project.run(&["path", "Shelf", "Card"]);
    assert_eq!(code(&nowhere), 3);
    assert!(stderr(&nowhere).contains("nothing leads there within 10 edges"), "{}", stderr(&nowhere));
    assert_eq!(code(&project.run(&["path", "lend", "Store.get", "--depth", "11"])), 2);
}

#[test]
fn a_hierarchy_tells_above_from_below() {
    let project = library();
    let supertypes = stdout(&project.run(&["hierarchy", "Guest"]));
    assert_eq!(supertypes, "library/card.py:5  above: class Card  (inherits, lexical 0.99)\n");
    let subtypes = stdout(&project.run(&["hierarchy", "Card"]));
    assert_eq!(subtypes, "library/card.py:5  below: class Guest  (inherits, lexical 0.99)\n");
    assert_eq!(code(&project.run(&["hierarchy", "Shelf"])), 3);
}

#[test]
fn a_name_with_several_meanings_lists_them() {
    let project = library();
    let ambiguous = project.run(&["show", "get", "--json"]);
    assert_eq!(code(&ambiguous), 1);
    for id in ["library/store.py#Store.get", "library/shelf.py#Shelf.get"] {
        assert!(stderr(&ambiguous).contains(id), "{}", stderr(&ambiguous));
        assert_eq!(code(&project.run(&["refs", id])) % 3, 0);
    }
    let error: serde_json::Value = serde_json::from_str(&stdout(&ambiguous)).unwrap();
    assert_eq!(error["error"]["code"], "ambiguous");
    assert_eq!(error["error"]["details"]["candidates"].as_array().unwrap().len(), 2);
}

#[test]
fn an_unknown_name_gets_suggestions() {
    let unknown = library().run(&["callers", "open_stor"]);
    assert!(stderr(&unknown).contains("did you mean: "), "{}", stderr(&unknown));
}

#[test]
fn every_answer_as_json_is_one_object() {
    let project = library();
    let questions: [&[&str]; 13] = [
        &["find", "Store"],
        &["show", "library/store.py"],
        &["callers", "open_store"],
        &["callees", "lend"],
        &["deps", "library/desk.py"],
        &["dependents", "library/store.py"],
        &["refs", "open_store"],
        &["path", "lend", "Store.get"],
        &["hierarchy", "Card"],
        &["impact", "Store.get"],
        &["map", "--budget", "500"],
        &["prepare", "lend a book twice"],
        &["status"],
    ];
    for arguments in questions {
        let output = project.run(&[arguments, &["--json"]].concat());
        assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
        let value: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert!(value.is_object(), "{arguments:?}");
    }
}

#[test]
fn a_place_and_a_path_are_meant_from_the_working_folder() {
    let project = library();
    let folder = project.at("library");
    let run_from_folder = |arguments: &[&str]| program(&folder).args(arguments).output().unwrap();
    assert!(stderr(&run_from_folder(&["callers", "store.py:8"])).contains("library/store.py#open_store"));
    assert!(stdout(&run_from_folder(&["show", "desk.py"])).contains("def lend()"));
    assert!(
        stdout(&run_from_folder(&["show", "library/desk.py"])).contains("def lend()"),
        "paths as answers show them work too"
    );
    assert!(stdout(&run_from_folder(&["dependents", "store.py"])).contains("library/desk.py"));
    assert_eq!(code(&run_from_folder(&["show", "../../elsewhere.py"])), 1);
}

#[test]
fn prepared_code_is_quoted_with_its_place() {
    let project = library();
    let prepared = project.run(&["prepare", "open_store should count the books", "--budget", "300"]);
    assert_eq!(code(&prepared), 0, "{}", stderr(&prepared));
    assert!(stdout(&prepared).contains("library/store.py"), "{}", stdout(&prepared));
    assert!(stdout(&prepared).contains("def open_store():"), "{}", stdout(&prepared));
    let reasons = project.run(&["prepare", "open_store should count the books", "--why"]);
    assert!(stdout(&reasons).contains("library/store.py:8-11  source"), "{}", stdout(&reasons));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let project = Project::of_size(300);
    project.index();
    let mut child = program(project.path())
        .args(["find", "work", "--limit", "1000", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
}

#[test]
#[cfg(target_os = "linux")]
fn an_answer_that_cannot_be_written_is_an_error() {
    let project = library();
    for arguments in [&["--help"][..], &["--version"], &["find", "Store"], &["completions", "bash"], &["watch"]] {
        let full_device = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = program(project.path()).args(arguments).stdout(full_device).output().unwrap();
        assert_eq!(code(&output), 1, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("the answer cannot be written"), "{arguments:?}: {}", stderr(&output));
        assert_eq!(std::fs::read(project.at(".scrubjay/index.lock")).unwrap(), b"", "{arguments:?}");
    }
}

#[test]
fn doctor_says_what_holds_and_what_to_do() {
    let project = library();
    let well = project.run(&["doctor"]);
    assert_eq!(code(&well), 0, "{}", stdout(&well));
    assert!(stdout(&well).lines().all(|line| line.starts_with("ok  ")), "{}", stdout(&well));
    project.remove(".scrubjay/.gitignore");
    let ill: serde_json::Value = {
        let output = project.run(&["doctor", "--json"]);
        assert_eq!(code(&output), 1);
        serde_json::from_str(&stdout(&output)).unwrap()
    };
    let bad_findings: Vec<&serde_json::Value> =
        ill["findings"].as_array().unwrap().iter().filter(|finding| finding["ok"] == false).collect();
    assert_eq!(
        (ill["ok"].as_bool(), bad_findings.len(), bad_findings[0]["name"].as_str()),
        (Some(false), 1, Some("git"))
    );
    project.write(".scrubjay/index.redb", "not a store");
    let broken = project.run(&["doctor"]);
    assert_eq!(code(&broken), 1);
    assert!(stdout(&broken).contains("try: scrubjay index --rebuild"), "{}", stdout(&broken));
    assert_eq!(code(&Project::new(&[]).run(&["doctor"])), 1);
}

#[test]
fn history_tells_what_changes_together() {
    let project = library();
    assert_eq!(code(&project.run(&["history", "library/desk.py"])), 1, "no repository");
    let git = |arguments: &[&str]| {
        let mut git = std::process::Command::new("git");
        git.current_dir(project.path()).args(["-c", "user.name=a", "-c", "user.email=a@example.org"]).args(arguments);
        assert!(git.output().unwrap().status.success(), "{arguments:?}");
    };
    git(&["init", "-q"]);
    for text in ["one", "two", "three"] {
        project.write("library/desk.py", format!("# {text}\n"));
        project.write("library/shelf.py", format!("# {text}\n"));
        git(&["add", "."]);
        git(&["commit", "-qm", text]);
    }
    project.write("library/desk.py", "# four\n");
    git(&["commit", "-qam", "four"]);
    let history = project.run(&["history", "library/desk.py"]);
    assert_eq!(stdout(&history), "library/shelf.py  (3 times together, 3 in all, 1.00)\n", "{}", stderr(&history));
    assert!(stderr(&history).contains("changed by 4 commits"), "{}", stderr(&history));
    assert_eq!(code(&project.run(&["history", "library/store.py"])), 3);
    // Once the error said that no commit had changed a file that does not exist.
    let near = project.run(&["history", "desk.py"]);
    assert_eq!(code(&near), 3);
    let words = "error: no commit that git tells of changed desk.py\n  did you mean: library/desk.py\n";
    assert_eq!(stderr(&near), words);
    assert!(stderr(&project.run(&["history", "nowhere.py"])).contains("there is no such file"));
    project.write("library/new.py", "A = 1\n");
    assert!(stderr(&project.run(&["history", "library/new.py"])).contains("it is new, ignored, or"));
    assert_eq!(code(&project.run(&["history", "../elsewhere.py"])), 1);
}

#[test]
fn every_shell_completes_commands() {
    let project = Project::new(&[]);
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = project.run(&["completions", shell]);
        assert_eq!(code(&script), 0);
        assert!(stdout(&script).contains("dependents"), "{shell}");
    }
    assert_eq!(code(&project.run(&["completions", "cmd"])), 2);
}

#[test]
#[cfg(not(windows))]
fn paths_of_windows_are_understood_and_drives_refused() {
    let project = library();
    assert!(stdout(&project.run(&["show", "library\\store.py"])).contains("class Store"));
    assert!(stdout(&project.run(&["callers", "library\\store.py:8"])).contains("library/desk.py:5"));
    let drive = project.run(&["show", "C:\\library\\store.py"]);
    assert_eq!(code(&drive), 1);
    assert!(stderr(&drive).contains("C:\\library\\store.py"), "{}", stderr(&drive));
}

/// Once a file could set the title of a terminal, and make the terminal type an answer.
#[test]
#[cfg(target_os = "linux")]
fn what_files_say_and_what_is_typed_is_spelled_out_on_a_terminal_and_in_a_pipe() {
    let title = "def control(a=\"\x1b]0;pwned\x07\u{202e}\u{9b}\"):\n    return a\n";
    let project = Project::new(&[("turned\u{202e}.py", title)]);
    project.index();
    for (question, is_quoted) in [
        ("find control", false),
        ("show turned\u{202e}.py", true),
        ("map", false),
        ("prepare control", true),
        ("show no\u{1b}.py", true),
        ("find \u{1b} --x\u{1b}", true),
    ] {
        let words: Vec<&str> = question.split(' ').collect();
        let piped = project.run(&words);
        let command = format!(
            "'{}' {}",
            env!("CARGO_BIN_EXE_scrubjay"),
            words.iter().map(|word| format!("'{word}' ")).collect::<String>()
        );
        let mut terminal = std::process::Command::new("script");
        let watched = terminal
            .args(["-qec", &command, "/dev/null"])
            .env("NO_COLOR", "1")
            .current_dir(project.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let (piped, watched) = (stdout(&piped) + &stderr(&piped), stdout(&watched));
        let is_obeyed = |text: &str| text.contains(['\u{1b}', '\u{9b}', '\u{7}', '\u{202e}']);
        assert!(!is_obeyed(&piped) && !is_obeyed(&watched), "{question}: {piped:?} {watched:?}");
        assert!(!is_quoted || piped.contains("\\u{") && watched.contains("\\u{"), "{question}: {watched:?}");
    }
}

#[test]
fn nothing_is_coloured_where_nobody_watches() {
    let project = library();
    for arguments in [&["--help"][..], &["find", "Store"], &["callers", "nothing"], &["nonsense"], &["index"]] {
        let output = project.run(arguments);
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "{arguments:?}");
    }
}

#[test]
fn every_command_shows_an_example() {
    let project = Project::new(&[]);
    let commands = [
        "index",
        "find",
        "show",
        "callers",
        "callees",
        "deps",
        "dependents",
        "refs",
        "impact",
        "map",
        "prepare",
        "path",
        "hierarchy",
        "init",
        "watch",
        "export",
        "history",
        "doctor",
        "completions",
    ];
    for command in commands {
        let help = stdout(&project.run(&[command, "--help"]));
        assert!(help.contains(&format!("  scrubjay {command}")) || help.contains("  scrubjay callers"), "{command}");
    }
    assert!(stdout(&project.run(&["--help"])).contains("3 nothing found"));
}

#[test]
fn several_folders_are_indexed_as_the_one_that_holds_them() {
    let project = Project::new(&[("one/src/a.py", "A = 1\n"), ("two/b.py", "B = 2\n")]);
    let refused = project.run(&["index", "one/src", "two"]);
    assert_eq!(code(&refused), 2);
    let common = project.path().canonicalize().unwrap();
    assert!(stderr(&refused).contains(&format!("try: scrubjay index {}\n", common.display())), "{}", stderr(&refused));
    let apart = stderr(&project.run(&["index", "one", "/"]));
    assert!(apart.contains("for each by itself"), "{apart}");
    assert!(!project.at(".scrubjay").exists() && !project.at("two/.scrubjay").exists());
}

#[test]
#[cfg(not(windows))]
fn paths_with_a_number_sign_are_understood_and_drawn() {
    let project = Project::new(&[
        (
            "c#/reader.py",
            "class Reader:\n    def read(self):\n        self.open()\n\n    def open(self):\n        pass\n",
        ),
        ("c#2/a.py", "def a():\n    pass\n"),
    ]);
    project.index();
    let callers = project.run(&["callers", "c#/reader.py#Reader.open"]);
    assert!(stdout(&callers).starts_with("c#/reader.py:3  method Reader.read"), "{}", stdout(&callers));
    let around = stdout(&project.run(&["export", "--format", "graphml", "--around", "c#/reader.py"]));
    assert!(around.contains("<data key=\"path\">c#/reader.py</data>"), "{around}");
    assert!(around.contains("source=\"c#/reader.py#Reader.read\"") && !around.contains("c#2"), "{around}");
}

/// Once the answer was that nothing has this name, with the advice to index.
#[test]
fn a_file_that_was_left_out_is_told_of_with_its_reason() {
    let project = library();
    project.write("latin.py", b"x = '\xe9'\n");
    project.write("notes.txt", "notes\n");
    project.index();
    for (path, why) in [("latin.py", "it is not UTF-8"), ("notes.txt", "it is in no language that is read")] {
        for command in ["show", "deps"] {
            let asked = project.run(&[command, path]);
            let words = format!("error: {path} is left out of the index\n  why: {why}\n");
            assert_eq!((code(&asked), stderr(&asked)), (3, words));
        }
    }
    let again: serde_json::Value = serde_json::from_str(&stdout(&project.run(&["index", "--json"]))).unwrap();
    assert_eq!(again["n_not_utf8"], 1, "{again}");
    assert!(stderr(&project.run(&["index"])).contains("1 not UTF-8"));
}

#[test]
fn a_name_where_a_file_is_wanted_leads_to_its_file() {
    let project = library();
    for name in ["Store", "Store.get"] {
        let asked = project.run(&["dependents", name]);
        let words =
            format!("error: {name} is no file, and a file is asked for\n  it is called so in: library/store.py\n");
        assert_eq!((code(&asked), stderr(&asked)), (3, words));
    }
}

#[test]
fn an_unknown_focus_is_reported() {
    let project = library();
    for (question, note) in [
        (&["map", "--focus", "nope"][..], "note: nope means nothing here: it is not in focus\n"),
        // Once the note was that nothing has this name.
        (&["prepare", "lend a book", "--focus", "Store"], "note: Store is no file here: it is not in focus\n"),
    ] {
        let asked = project.run(question);
        assert_eq!(code(&asked), 0);
        assert!(stderr(&asked).contains(note), "{}", stderr(&asked));
    }
    let known = [&["map", "--focus", "Store", "--focus", "get", "--focus", "library/desk.py"][..]];
    known.iter().for_each(|question| assert!(!stderr(&project.run(question)).contains("note: ")));
}

#[test]
fn an_option_that_is_out_of_bounds_is_named_as_typed() {
    let project = library();
    for min_confidence in ["2", "-0.1", "NaN", "much"] {
        let asked = project.run(&["callers", "lend", &format!("--min-confidence={min_confidence}")]);
        assert_eq!(code(&asked), 2);
        assert!(stderr(&asked).contains("--min-confidence"), "{}", stderr(&asked));
    }
    assert!(stdout(&project.run(&["help", "find"])).contains("scrubjay find Session"));
}

#[test]
fn a_file_is_no_folder_with_an_index_of_its_own() {
    let project = library();
    let asked = project.run(&["index", "library/store.py"]);
    assert_eq!(code(&asked), 1);
    assert!(!stderr(&asked).contains("note: "), "{}", stderr(&asked));
}

/// Once `doctor` said right after an edit that nothing is stale.
#[test]
fn doctor_compares_files_with_the_index_and_names_paths_that_cannot_be_used() {
    let project = library();
    #[cfg(unix)]
    project.write("odd\x01.py", "A = 1\n");
    project.index();
    #[cfg(unix)]
    assert!(stdout(&project.run(&["doctor"])).contains("1 cannot be used: odd\\u{1}.py"));
    assert_eq!(code(&project.run(&["doctor"])), 0);
    project.write("library/shelf.py", "class Bench:\n    pass\n");
    project.write("new.py", "B = 1\n");
    project.remove("library/card.py");
    // Files that no run would read are not stale.
    project.write("notes.txt", "Notes\n");
    project.write("picture.png", "no picture");
    let doctor = project.run(&["doctor"]);
    assert_eq!(code(&doctor), 1);
    let stale = "3: library/card.py, library/shelf.py, new.py\n               try: scrubjay index\n";
    assert!(stdout(&doctor).contains(stale), "{}", stdout(&doctor));
    assert_eq!(stderr(&project.run(&["status"])).matches("1 files").count(), 0);
}
