//! Replays of recorded sessions, as a person runs them.

use std::process::Output;

use serde_json::{Value, json};

use crate::common;
use crate::common::{Project, stderr, stdout};

const ERROR: &str = "error[E0382]: borrow of moved value: `lines`";

/// A project whose memory has two days: an error is mended by an edit, and comes again on the next day.
struct Desk {
    project: Project,
    home: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        Desk { project: Project::new(&[("src/a.py", "A = 1\n")]), home: tempfile::tempdir().unwrap() }
    }

    fn of_two_days() -> Desk {
        let desk = Desk::new();
        let build = |session: &str, time: u64, error: &str| {
            let parameters = json!({ "command": "cargo build" });
            json!({ "kind": "tool_call", "session": session, "time": time, "tool": "Bash", "parameters": parameters, "success": error.is_empty(), "error": error })
        };
        let edit = |session: &str, time: u64| json!({ "kind": "file_touch", "session": session, "time": time, "path": "src/cut.rs", "operation": "edit" });
        let (monday, tuesday) = (1_700_000_000_000, 1_700_090_000_000);
        let events = [
            build("monday", monday, ERROR),
            edit("monday", monday + 60_000),
            build("monday", monday + 120_000, ""),
            build("tuesday", tuesday, ERROR),
            edit("tuesday", tuesday + 60_000),
        ];
        desk.project.write("events.jsonl", events.map(|event| event.to_string()).join("\n"));
        assert_eq!(desk.run(&["record", "events.jsonl"]).status.code(), Some(0));
        desk
    }

    fn run(&self, arguments: &[&str]) -> Output {
        common::program(self.project.path()).env("SCRUBJAY_HOME", self.home.path()).args(arguments).output().unwrap()
    }
}

#[test]
fn what_a_session_would_have_been_told_is_shown_with_what_it_did() {
    let desk = Desk::of_two_days();
    let output = desk.run(&["backtest", "--setting", "moments=failure"]);
    let text = stdout(&output);
    assert!(text.starts_with("2 sessions replayed, with 5 records\n"), "{text}");
    let line: Vec<&str> = text.lines().find(|line| line.starts_with("failure")).unwrap().split_whitespace().collect();
    assert_eq!(line[..6], ["failure", "2", "1", "1", "1", "0"], "{text}");
    assert!(text.contains("  failure, session tuesday: opened, edited\n    > mended before"), "{text}");
    assert_eq!(output.status.code(), Some(0));
    let few = desk.run(&["backtest", "--limit", "0", "--sessions", "1"]);
    assert!(stdout(&few).starts_with("1 session replayed, with 2 records\n") && !stdout(&few).contains('>'), "{few:?}");
}

#[test]
fn json_has_every_piece_and_nothing_is_stored() {
    let desk = Desk::of_two_days();
    let status = stdout(&desk.run(&["memory", "status", "--json"]));
    let output = desk.run(&["backtest", "--json", "--limit", "0"]);
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let fix = report["pieces"].as_array().unwrap().iter().find(|piece| piece["moment"] == "failure").unwrap();
    assert_eq!((&fix["kind"], &fix["is_edited"], &fix["is_repeated"]), (&json!("fix"), &json!(true), &json!(false)));
    assert_eq!(stdout(&desk.run(&["memory", "status", "--json"])), status);
    assert!(stdout(&desk.run(&["delivered"])).is_empty(), "what was replayed was told to nobody");
}

#[test]
fn an_empty_memory_and_a_setting_that_is_none_are_told() {
    let desk = Desk::new();
    let output = desk.run(&["backtest"]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(3), ""));
    assert!(stderr(&output).contains("scrubjay capture"), "{}", stderr(&output));
    for (setting, why) in [
        ("budget", "write a name and a value, as budget=300"),
        ("budget=many", "write a whole number from 0 to 1,000,000"),
        ("tokens=5", "there are budget, start_budget and moments"),
        ("moments=noon", "write moments, with commas: start, prompt, before_edit, before_read, failure"),
        ("moments=", "write moments, with commas"),
    ] {
        let output = desk.run(&["backtest", "--setting", setting]);
        assert_eq!(output.status.code(), Some(2), "{setting}");
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
    }
}
