//! Transcripts in the folders of harnesses: which are found, to which project they belong, and which harness wrote
//! them.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{self, Project, code, stderr, stdout};

/// A project, and a home in which each of four harnesses has a transcript of a session in the project, with one turn of
/// the user.
struct Home {
    project: Project,
    home: TempDir,
}

impl Home {
    fn new() -> Home {
        let home = Home { project: Project::new(&[(".git/HEAD", "")]), home: tempfile::tempdir().unwrap() };
        let root = home.project.path().canonicalize().unwrap();
        let time = "2026-11-20T10:00:00.000Z";
        home.write(
            ".claude/projects/-x/1.jsonl",
            &[json!({
                "type": "user", "uuid": "u1", "sessionId": "s1", "timestamp": time, "cwd": root,
                "message": { "role": "user", "content": "said to claude" },
            })],
        );
        home.write(
            ".codex/sessions/2026/11/20/rollout-1.jsonl",
            &[
                json!({ "timestamp": time, "type": "session_meta", "payload": { "id": "s2", "cwd": root } }),
                json!({ "timestamp": time, "type": "event_msg", "payload": { "type": "user_message", "message": "said to codex" } }),
            ],
        );
        let gemini = |id: &str, text: &str| {
            vec![
                json!({ "sessionId": id, "projectHash": "h" }),
                json!({ "id": id, "timestamp": time, "type": "user", "content": text }),
            ]
        };
        home.write(".gemini/tmp/shop/chats/session-1.jsonl", &gemini("s3", "said to gemini"));
        fs::write(home.home.path().join(".gemini/tmp/shop/.project_root"), root.to_str().unwrap()).unwrap();
        home.write(".gemini/tmp/other/chats/session-2.jsonl", &gemini("s4", "said elsewhere"));
        fs::write(
            home.home.path().join(".gemini/projects.json"),
            json!({ "projects": { "/else": "other" } }).to_string(),
        )
        .unwrap();
        home.write(
            ".pi/agent/sessions/--x--/1.jsonl",
            &[
                json!({ "type": "session", "id": "s5", "timestamp": time, "cwd": root }),
                json!({ "type": "message", "id": "e1", "timestamp": time, "message": { "role": "user", "content": "said to pi" } }),
            ],
        );
        home
    }

    fn write(&self, path: &str, lines: &[Value]) {
        let path = self.home.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let home = self.home.path();
        let mut program = common::program(self.project.path());
        for variable in ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "PI_CODING_AGENT_DIR"] {
            program.env_remove(variable);
        }
        program.env("HOME", home).env("USERPROFILE", home).env("SCRUBJAY_HOME", home.join("own"));
        program.args(arguments).output().unwrap()
    }

    fn capture(&self, arguments: &[&str]) -> Value {
        let output = self.run(&[&["--json", "capture"], arguments].concat());
        serde_json::from_str(&stdout(&output)).unwrap_or_else(|error| panic!("{error}: {}", stderr(&output)))
    }

    fn at(&self, path: &str) -> String {
        self.home.path().join(path).to_str().unwrap().to_owned()
    }
}

#[test]
fn what_harnesses_kept_of_a_project_is_found_and_taken_in_once() {
    let home = Home::new();
    let first_run = home.capture(&[]);
    assert_eq!((&first_run["n_added"], &first_run["n_elsewhere"]), (&json!(4), &json!(1)), "{first_run}");
    for said in ["said to claude", "said to codex", "said to gemini", "said to pi"] {
        let found = stdout(&home.run(&["recall", said]));
        assert!(found.contains(said), "{said}: {found}");
    }
    let second_run = home.capture(&[]);
    assert_eq!((&second_run["n_added"], &second_run["n_lines"]), (&json!(0), &json!(0)), "{second_run}");
    let one = home.capture(&["--harness", "codex", "--dry-run"]);
    assert_eq!(one["n_transcripts"], 1, "{one}");
}

#[test]
fn the_first_lines_of_a_file_tell_who_wrote_it() {
    let home = Home::new();
    let paths = [
        ".claude/projects/-x/1.jsonl",
        ".codex/sessions/2026/11/20/rollout-1.jsonl",
        ".gemini/tmp/other/chats/session-2.jsonl",
        ".pi/agent/sessions",
    ]
    .map(|path| home.at(path));
    let taken = home.capture(&paths.each_ref().map(String::as_str));
    assert_eq!((&taken["n_added"], &taken["n_refused"]), (&json!(4), &json!(0)), "{taken}");
}

#[test]
fn a_file_that_no_harness_wrote_is_told_and_keeps_no_other_from_being_read() {
    let home = Home::new();
    home.write("notes.jsonl", &[json!({ "hello": "there" })]);
    let output = home.run(&["capture", &home.at("notes.jsonl"), &home.at(".codex/sessions")]);
    assert!(stderr(&output).contains("no line tells who wrote it"), "{}", stderr(&output));
    assert!(stdout(&output).contains("1 event recorded"), "{}", stdout(&output));
    assert_ne!(code(&output), 0);
}

/// A message of a document may be longer than the bytes that are read of a file at once.
#[test]
fn a_document_is_taken_in_whole_however_long_its_messages_are() {
    let home = Home::new();
    let message = |id: u32, said: &str| json!({ "id": format!("{id:036}"), "timestamp": "2026-11-20T10:00:00.000Z", "type": "user", "content": said });
    let messages = [message(1, "short"), message(2, &"long ".repeat(1 << 20)), message(3, "the end")];
    let messages = serde_json::to_string_pretty(&messages).unwrap();
    let document = format!("{{\n  \"sessionId\": \"s6\",\n  \"projectHash\": \"h\",\n  \"messages\": {messages}\n}}");
    let path = home.home.path().join("session.json");
    fs::write(&path, document).unwrap();
    let taken = home.capture(&[path_of(&path)]);
    assert_eq!((&taken["n_added"], &taken["n_refused"]), (&json!(3), &json!(0)), "{taken}");
}

fn path_of(path: &Path) -> &str {
    path.to_str().unwrap()
}
