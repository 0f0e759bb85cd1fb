//! Questions about past work, as people and agents ask them: from a folder, with the paths that they know.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use scrubjay::{Memory, Write};
use serde_json::{Value, json};

use crate::common;
use crate::common::{Project, stdout};

/// A project, and a folder for the user's data.
struct Desk {
    project: Project,
    home: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        Desk { project: Project::new(&[("src/a.py", "A = 1\n")]), home: tempfile::tempdir().unwrap() }
    }

    fn run_in(&self, folder: &Path, arguments: &[&str]) -> Output {
        common::program(folder).env("SCRUBJAY_HOME", self.home.path()).args(arguments).output().unwrap()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.run_in(self.project.path(), arguments)
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&stdout(&self.run(&[&["--json"], arguments].concat()))).unwrap()
    }

    fn record(&self, events: &[Value]) -> Output {
        let lines: Vec<String> = events.iter().map(Value::to_string).collect();
        self.project.write("events.jsonl", lines.join("\n"));
        self.run(&["record", "events.jsonl"])
    }

    fn git(&self, arguments: &[&str]) {
        let mut git = Command::new("git");
        git.current_dir(self.project.path()).args(["-c", "user.name=A. Other", "-c", "user.email=a@example.com"]);
        assert!(git.args(arguments).status().unwrap().success(), "{arguments:?}");
    }
}

fn said(output: &Output) -> String {
    stdout(output) + &String::from_utf8_lossy(&output.stderr)
}

fn edit(path: &str) -> Value {
    json!({ "kind": "file_touch", "path": path, "operation": "edit", "session": "s" })
}

#[test]
fn a_file_is_found_by_its_absolute_path_and_by_its_name_from_any_folder() {
    let desk = Desk::new();
    let absolute = desk.project.at("src/a.py");
    let absolute = absolute.to_str().unwrap();
    assert_eq!(desk.record(&[edit(absolute)]).status.code(), Some(0));
    for (folder, path) in
        [("", absolute), ("", "src/a.py"), ("", "a.py"), ("src", "a.py"), ("src", "../src/a.py"), ("src", "src/a.py")]
    {
        let found = desk.run_in(&desk.project.at(folder), &["--json", "work", "file", path]);
        let found: Value = serde_json::from_str(&stdout(&found)).unwrap();
        assert_eq!((&found["path"], &found["n_touches"]), (&json!("src/a.py"), &json!(1)), "{path} in {folder:?}");
    }
    assert_eq!(desk.json(&["session", "begin"])["files"][0]["path"], "src/a.py");
}

#[cfg(unix)]
#[test]
fn a_project_is_the_same_under_the_name_of_a_link() {
    let desk = Desk::new();
    let link = desk.home.path().join("link");
    std::os::unix::fs::symlink(desk.project.path(), &link).unwrap();
    let named = link.join("src/a.py");
    desk.project.write("events.jsonl", edit(named.to_str().unwrap()).to_string());
    let mut program = common::program(&link);
    program.env("SCRUBJAY_HOME", desk.home.path()).env("PWD", &link).args(["record", "events.jsonl"]);
    assert_eq!(program.output().unwrap().status.code(), Some(0));
    assert_eq!(desk.json(&["work", "file", "src/a.py"])["n_touches"], 1);
}

/// Once a memory that was opened by a link took all paths through that link for paths outside the project.
#[cfg(unix)]
#[test]
fn a_memory_that_was_opened_by_a_link_knows_its_folder_by_that_name_too() {
    let desk = Desk::new();
    let link = desk.home.path().join("link");
    std::os::unix::fs::symlink(desk.project.path(), &link).unwrap();
    for memory in [Memory::writing(&link, Write::default()), Memory::in_memory(&link)] {
        let roots = memory.unwrap().roots();
        for named in [link.as_path(), &desk.project.path().canonicalize().unwrap()] {
            assert!(roots.iter().any(|root| Path::new(root) == named), "{roots:?} lack {}", named.display());
        }
    }
    assert!(Memory::of_texts([("a.py".to_owned(), String::new())].into()).unwrap().roots().is_empty());
}

#[test]
fn a_path_out_of_the_project_is_refused_and_one_elsewhere_is_not_proposed() {
    let desk = Desk::new();
    let refused = desk.record(&[edit("../../.ssh/id_rsa")]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(said(&refused).contains("\"../../.ssh/id_rsa\": it leads out of the project"), "{}", said(&refused));
    desk.record(&[edit("/etc/hosts")]);
    assert_eq!(desk.json(&["work", "file", "/etc/hosts"])["n_touches"], 1);
    let begun = desk.run(&["session", "begin"]);
    assert_eq!(begun.status.code(), Some(3));
    assert!(said(&begun).contains("1 other record recorded"), "{}", said(&begun));
}

#[test]
fn commits_are_others_work_beside_ones_own() {
    let desk = Desk::new();
    desk.git(&["init", "-q"]);
    for at in 0..3 {
        desk.project.write("src/a.py", format!("A = {at}\n"));
        desk.project.write("src/b.py", format!("B = {at}\n"));
        desk.git(&["add", "src"]);
        desk.git(&["commit", "-qm", &format!("both {at}")]);
    }
    desk.run(&["work", "seed"]);
    let begun = desk.run(&["session", "begin"]);
    assert_eq!(begun.status.code(), Some(3), "{}", said(&begun));
    desk.record(&[edit("src/a.py")]);
    let file = desk.json(&["work", "file", "src/a.py"]);
    assert_eq!((&file["n_touches"], &file["n_imported"]), (&json!(1), &json!(3)));
    let words = said(&desk.run(&["work", "file", "src/a.py"]));
    assert!(words.contains("1 touch: 1 edit; 3 edits were imported, as from commits"), "{words}");
    assert_eq!(desk.run(&["work", "tasks", "--status", "completed"]).status.code(), Some(3), "no commit is a task");
    let pair = &desk.json(&["work", "together"])["pairs"][0];
    assert_eq!((&pair["n"], &pair["n_imported"]), (&json!(3), &json!(3)));
    let events = desk.json(&["work", "events", "--metadata", "author=A. Other"]);
    let events = events["events"].as_array().unwrap();
    assert_eq!(events.len(), 6);
    assert!(events.iter().all(|one| one["event"]["origin"] == "imported"), "{events:?}");
    assert!(events.iter().any(|one| one["event"]["body"]["value"]["why"] == "both 2"), "{events:?}");
}

/// Once `work seed` recorded nothing there, and failed.
#[test]
fn a_project_that_an_older_release_seeded_is_seeded_again() {
    let mut desk = Desk::new();
    desk.git(&["init", "-q"]);
    desk.git(&["add", "src"]);
    desk.git(&["commit", "-qm", "the first"]);
    desk.run(&["work", "seed"]);
    let event = desk.json(&["work", "events"])["events"][0]["event"].clone();
    desk.home = tempfile::tempdir().unwrap();
    let older = json!({
        "kind": "file_touch", "path": "src/a.py", "operation": "edit", "success": true, "event_id": event["event_id"],
        "origin": "imported", "task": event["task"], "time": event["time"],
    });
    assert_eq!(desk.record(&[older]).status.code(), Some(0));
    let again = desk.run(&["work", "seed"]);
    assert_eq!(again.status.code(), Some(0), "{}", said(&again));
    assert_eq!(desk.json(&["work", "file", "src/a.py"])["n_imported"], 1);
}

/// Once a name with two dots was taken for a path with a step upwards, and looked for in the working folder only.
#[test]
fn a_name_with_two_dots_in_it_is_found_from_any_folder() {
    let desk = Desk::new();
    desk.record(&[edit("lib/a..b.py")]);
    let found = desk.run_in(&desk.project.at("src"), &["--json", "work", "file", "a..b.py"]);
    let found: Value = serde_json::from_str(&stdout(&found)).unwrap();
    assert_eq!((&found["path"], &found["n_touches"]), (&json!("lib/a..b.py"), &json!(1)));
}

/// Once a call that a person refused was reported as failed.
#[test]
fn a_refused_call_is_shown_as_refused() {
    let desk = Desk::new();
    let error = "The user doesn't want to proceed with this tool use.";
    desk.record(&[json!({ "kind": "tool_call", "tool": "bash", "success": false, "error": error })]);
    let words = said(&desk.run(&["work", "events"]));
    assert!(words.contains("bash was refused"), "{words}");
}

#[test]
fn a_missing_file_that_a_note_names_is_reported() {
    let desk = Desk::new();
    let kept = desk.run(&["remember", "--at", "src/nosuch.py", "it was moved"]);
    assert_eq!(kept.status.code(), Some(0), "words are never lost");
    assert!(said(&kept).contains("there is no file src/nosuch.py"), "{}", said(&kept));
    let there = desk.run(&["remember", "--at", "src/a.py", "it is here"]);
    assert!(!said(&there).contains("there is no file"), "{}", said(&there));
}

#[test]
fn a_session_that_is_not_known_is_an_error_with_the_names_that_are_like_it() {
    let desk = Desk::new();
    desk.project.write("entries.json", r#"[{"role":"user","content":"hello"}]"#);
    assert_eq!(desk.run(&["session", "append", "login-fix", "entries.json"]).status.code(), Some(0));
    for command in [vec!["show", "login-fx"], vec!["versions", "login-fx"], vec!["compare", "login-fx", "1"]] {
        let refused = desk.run(&[&["session"], command.as_slice()].concat());
        assert_eq!(refused.status.code(), Some(3), "{command:?}");
        assert!(
            said(&refused).contains("login-fix") && !said(&refused).contains("recent_history"),
            "{}",
            said(&refused)
        );
    }
    let nothing = desk.run(&["forget", "--session", "login-fx", "--yes"]);
    assert_eq!(nothing.status.code(), Some(3));
    assert!(said(&nothing).contains("nothing is forgotten"), "{}", said(&nothing));
}

/// Once a misspelt name was answered as if nothing had happened.
#[test]
fn a_name_of_which_nothing_is_recorded_is_an_error_with_the_names_that_are_like_it() {
    let desk = Desk::new();
    desk.record(&[json!({ "kind": "tool_call", "tool": "bash", "session": "login-fix", "task": "mend-it", "channel": "frontend" })]);
    for (command, wrong_name, right_name) in [
        ("work events --session", "login-fx", "login-fix"),
        ("work events --task", "mend-itt", "mend-it"),
        ("work events --tool", "bsh", "bash"),
        ("session reread", "login-fx", "login-fix"),
    ] {
        let words: Vec<&str> = command.split(' ').chain([wrong_name]).collect();
        let refused = desk.run(&words);
        assert_eq!(refused.status.code(), Some(3), "{words:?}");
        assert!(said(&refused).contains(&format!("did you mean: {right_name}\n")), "{words:?}: {}", said(&refused));
        let error = desk.json(&words)["error"].clone();
        assert_eq!(
            (&error["code"], &error["details"]["suggestions"]),
            (&json!("unknown"), &json!([right_name])),
            "{words:?}"
        );
    }
    let unlike = said(&desk.run(&["work", "events", "--conversation", "nobody"]));
    assert!(unlike.contains("nothing is called nobody\n  try: scrubjay work events"), "{unlike}");
    let known = desk.run(&["work", "events", "--session", "login-fix", "--kind", "note"]);
    assert!(known.status.code() == Some(3) && !said(&known).contains("is called"), "{}", said(&known));
}

#[test]
fn what_happened_on_a_branch_is_listed_and_a_turn_says_who_took_it() {
    let desk = Desk::new();
    let turn = json!({ "kind": "turn", "conversation": "c", "text": "shall we?", "speaker": "Ada", "branch": "main" });
    desk.record(&[turn, json!({ "kind": "turn", "conversation": "c", "text": "of no branch" })]);
    desk.run(&["remember", "--branch", "fix/login", "retries need a bound"]);
    let main = said(&desk.run(&["work", "events", "--branch", "main"]));
    assert!(main.contains("turn, branch main") && main.contains("Ada (user): shall we?"), "{main}");
    assert!(!main.contains("of no branch") && !main.contains("retries"), "{main}");
    let notes = desk.json(&["work", "events", "--branch", "fix/login"]);
    let notes = notes["events"].as_array().unwrap();
    assert_eq!((notes.len(), &notes[0]["event"]["branch"]), (1, &json!("fix/login")), "{notes:?}");
    assert_eq!(desk.run(&["work", "events", "--branch", "new"]).status.code(), Some(3));
}

#[test]
fn what_is_remembered_in_a_checkout_says_its_branch_and_its_commit_and_who_had_the_memory_open() {
    let desk = Desk::new();
    std::fs::write(desk.home.path().join("config.json"), json!({ "principal": "ada" }).to_string()).unwrap();
    desk.git(&["init", "-q", "-b", "main"]);
    desk.git(&["commit", "-q", "--allow-empty", "-m", "first"]);
    desk.run(&["remember", "retries need a bound"]);
    desk.run(&["remember", "--event", "e1", "told again, whenever"]);
    let events = desk.json(&["work", "events", "--branch", "main"]);
    let [only] = events["events"].as_array().unwrap().as_slice() else { panic!("{events}") };
    let commit = only["event"]["commit"].as_str().unwrap();
    assert!(commit.len() == 40 && only["principal"] == "ada", "{only}");
    let listed = said(&desk.run(&["work", "events", "--commit", commit]));
    assert!(listed.contains(&format!("branch main, commit {}, by ada", &commit[..12])), "{listed}");
    assert!(!listed.contains(commit) && !listed.contains("told again"), "{listed}");
    desk.git(&["checkout", "-q", "--detach"]);
    desk.run(&["remember", "of no branch"]);
    let detached = said(&desk.run(&["recall", "branch", "--commit", commit]));
    assert!(detached.contains("of no branch"), "{detached}");
    assert_eq!(desk.run(&["work", "events", "--commit", &commit[..12]]).status.code(), Some(2));
    for list in [&["notes"][..], &["log"]] {
        assert!(said(&desk.run(list)).contains("by ada"), "{list:?}");
    }
}

#[test]
fn days_of_tools_are_named_and_times_are_read_in_words() {
    let desk = Desk::new();
    desk.record(&[json!({ "kind": "tool_call", "tool": "bash" })]);
    let tools = said(&desk.run(&["work", "tools"]));
    assert!(tools.contains("1 unknown") && tools.contains("7 days of UTC"), "{tools}");
    for (since, n) in [("today", 1), ("yesterday", 1), ("7d", 1), ("2020-01-01T00:00:00+02:00", 1)] {
        let events = desk.json(&["work", "events", "--since", since]);
        assert_eq!(events["events"].as_array().unwrap().len(), n, "{since}");
    }
    let seconds = desk.record(&[json!({ "kind": "note", "text": "x", "time": 1_764_079_200 })]);
    assert!(said(&seconds).contains("are seconds"), "{}", said(&seconds));
}

/// The last midnight, in milliseconds since 1970, for clocks that are `hours` hours ahead of UTC.
fn midnight(hours: i64) -> i64 {
    let now = scrubjay::records::now() + hours * 3_600_000;
    now.div_euclid(86_400_000) * 86_400_000 - hours * 3_600_000
}

#[test]
fn a_day_is_one_of_the_zone_that_the_machine_is_in() {
    // POSIX counts west of Greenwich.
    for (zone, hours) in [("AAA+12", -12), ("BBB-14", 14), ("UTC0", 0)] {
        let desk = Desk::new();
        let note = |id: &str, time: i64| json!({ "kind": "note", "event_id": id, "time": time, "text": id });
        let first = midnight(hours);
        desk.record(&[note("of_yesterday", first - 1_000), note("of_today", first)]);
        let run = |arguments: &[&str]| {
            let mut program = common::program(desk.project.path());
            program.env("SCRUBJAY_HOME", desk.home.path()).env("TZ", zone);
            let answer = stdout(&program.args(["--json"]).args(arguments).output().unwrap());
            serde_json::from_str::<Value>(&answer).unwrap()
        };
        let told = |answer: &Value| -> Vec<String> {
            answer["entries"].as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(told(&run(&["log", "today"])), ["of_today"], "{zone}");
        assert_eq!(told(&run(&["log", "yesterday"])), ["of_yesterday"], "{zone}");
        assert_eq!(told(&run(&["log"])).len(), 2, "{zone}");
        assert_eq!(run(&["work", "events", "--since", "today"])["events"].as_array().unwrap().len(), 1, "{zone}");
        let recalled = run(&["recall", "what", "did", "I", "do", "yesterday"]);
        assert_eq!(recalled["hits"][0]["event"]["event"]["event_id"], "of_yesterday", "{zone}: {recalled}");
        assert_eq!(recalled["since"], json!(first - 86_400_000), "{zone}");
    }
}

#[test]
fn a_zone_that_is_not_known_is_told() {
    let desk = Desk::new();
    let told = |zone: &str| {
        let mut program = common::program(desk.project.path());
        let output = program.env("SCRUBJAY_HOME", desk.home.path()).env("TZ", zone).args(["log", "today"]).output();
        String::from_utf8(output.unwrap().stderr).unwrap().contains("TZ")
    };
    assert_eq!([told("Mars/Olympus"), told("AAA+12"), told("")], [true, false, false]);
}

#[test]
fn the_log_has_a_line_for_each_event_with_an_id_that_other_commands_take() {
    let desk = Desk::new();
    let at = |time: &str, mut event: Value| {
        event["time"] = json!(format!("2026-11-03T{time}Z"));
        event["session"] = json!("s");
        event
    };
    let call = |command: &str, success: bool, error: &str| {
        let parameters = json!({ "command": command });
        json!({ "kind": "tool_call", "tool": "bash", "parameters": parameters, "success": success, "error": error })
    };
    desk.record(&[
        at("09:00:00", json!({ "kind": "turn", "conversation": "c", "text": "Make it work\non Node 20" })),
        at("09:01:00", edit("src/a.py")),
        at("09:02:00", call("node test.js", false, "Error: the tests need Node 20")),
        at("09:03:00", call("nvm use 20 && node test.js", true, "")),
    ]);
    let told = said(&desk.run(&["log", "2026-11-03"]));
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "2026-11-03, Tuesday");
    assert!(
        lines[1].starts_with("  09:02  failed   bash node test.js: Error: the tests need Node 20 (mended later)"),
        "{told}"
    );
    assert!(lines[2].starts_with("  09:01  done     changed src/a.py"), "{told}");
    assert!(lines[3].starts_with("  09:00  asked    Make it work  "), "{told}");
    let id = lines[3].rsplit("  ").next().unwrap().trim();
    assert!(said(&desk.run(&["memory", "why", id])).contains("Make it work"), "{id}");
    let nothing = desk.run(&["log", "2026-11-04"]);
    assert_eq!(nothing.status.code(), Some(3));
    assert!(said(&nothing).contains("on 2026-11-04: `scrubjay capture`"), "{}", said(&nothing));
    assert!(said(&desk.run(&["work", "tasks"])).contains("`scrubjay capture`"));
    let wrong = said(&desk.run(&["log", "when", "it", "rains"]));
    assert!(wrong.contains("last week"), "{wrong}");
}

const NET: &str = "class Client:\n    def retry(self):\n        pass\n\n\ndef fetch():\n    return Client().retry()\n";

/// A project with an index, and with notes about a file and symbols in it.
fn spoken_of() -> Desk {
    let desk = Desk::new();
    desk.project.write("src/net.py", NET);
    desk.project.write("src/far.py", "def far():\n    pass\n");
    assert!(desk.run(&["index"]).status.success());
    let at = |id: &str, time: &str, text: &str, symbol: &str| {
        let anchor = json!({ "path": "src/net.py", "symbol": symbol });
        json!({ "kind": "note", "event_id": id, "time": time, "text": text, "anchors": [anchor] })
    };
    let long_text = format!("never retry\nmore than {}", "very ".repeat(40));
    let recorded = desk.record(&[
        at("1", "2026-01-01T00:00:00Z", "one client for all", ""),
        at("2", "2026-01-02T00:00:00Z", &long_text, "src/net.py#Client.retry"),
        at("3", "2026-01-03T00:00:00Z", "\"fetch\" is\nfor tests", "src/net.py#fetch"),
        json!({ "kind": "note", "event_id": "4", "text": "says a page", "origin": "tool", "anchors": [{ "path": "src/net.py" }] }),
        json!({ "kind": "file_touch", "path": "src/net.py", "operation": "edit", "session": "s" }),
    ]);
    assert!(recorded.status.success(), "{}", said(&recorded));
    desk
}

#[test]
fn what_notes_say_of_a_file_or_symbol_is_told_in_one_line_beside_an_answer_about_it() {
    let desk = spoken_of();
    let told = |arguments: &[&str]| {
        let output = desk.run(arguments);
        assert!(output.status.success(), "{}", said(&output));
        let lines = common::stderr(&output);
        let line = lines.lines().find(|line| line.contains("of this")).unwrap_or_default().to_owned();
        assert!(!stdout(&output).contains("of this"), "the answer is as it was");
        line
    };
    let of_file = "3 notes speak of this: scrubjay recall src/net.py; the newest one: \"'fetch' is for tests\"";
    assert_eq!(told(&["show", "src/net.py"]), of_file);
    assert_eq!(told(&["work", "file", "src/net.py"]), of_file);
    for arguments in [&["show", "retry"], &["callers", "retry"]] {
        let line = told(arguments);
        assert!(
            line.starts_with("2 notes speak of this: scrubjay recall src/net.py; the newest one: \"never"),
            "{line}"
        );
        assert!(line.ends_with(" …\"") && line.len() < 220, "{line}");
    }
    assert_eq!(
        told(&["show", "Client"]).split(':').next(),
        Some("2 notes speak of this"),
        "of the class and its members"
    );
    assert_eq!(told(&["show", "src/far.py"]), "");
    let recalled = stdout(&desk.run(&["recall", "src/net.py"]));
    assert!(recalled.contains("one client for all") && recalled.contains("for tests"), "{recalled}");
}

#[test]
fn answers_about_code_are_as_before_where_the_memory_does_not_open_or_has_nothing() {
    let desk = spoken_of();
    let callers = || {
        let output = desk.run(&["callers", "retry"]);
        assert!(output.status.success(), "{}", said(&output));
        (stdout(&output), common::stderr(&output).contains("of this"))
    };
    let (told, is_said) = callers();
    assert!(is_said && told.contains("fetch"), "{told}");
    let memory = stores(desk.home.path());
    assert_eq!(memory.len(), 1, "{memory:?}");
    std::fs::write(&memory[0], "no store at all").unwrap();
    assert_eq!(callers(), (told.clone(), false));
    std::fs::remove_file(&memory[0]).unwrap();
    assert_eq!(callers(), (told, false));
    assert!(stores(desk.home.path()).is_empty(), "none is made");
}

/// The store files below a folder.
fn stores(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let is_store = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "redb");
    files.into_iter().filter(is_store).chain(folders.iter().flat_map(|folder| stores(folder))).collect()
}
