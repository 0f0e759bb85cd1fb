//! Known forms of secrets in all input: none is left on the disk, and the texts around them are still found.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use crate::common::planted::{Planted, find_left, planted};
use crate::common::{code, program, stderr, stdout};

/// A user's data folder, with a policy about secrets, and a memory in it.
struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    fn new(policy: &str) -> Home {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("config.json"), json!({ "secrets": policy }).to_string()).unwrap();
        Home { folder }
    }

    fn memory(&self) -> PathBuf {
        self.folder.path().join("memory.redb")
    }

    fn run(&self, words: &[&str], input: &str) -> Output {
        let mut command = program(self.folder.path());
        command.env("SCRUBJAY_HOME", self.folder.path()).args(words).arg("--memory").arg(self.memory());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // A command that is refused does not read its input to the end.
        drop(stdin.write_all(input.as_bytes()));
        drop(stdin);
        child.wait_with_output().unwrap()
    }

    fn json(&self, words: &[&str], input: &str) -> Value {
        let output = self.run(&[words, &["--json"]].concat(), input);
        serde_json::from_str(&stdout(&output)).unwrap_or_else(|error| panic!("{error}: {words:?} {output:?}"))
    }

    /// Records events with a secret in a text or in one of their names.
    fn record(&self, planted: &[Planted]) -> Output {
        let mut lines = String::new();
        for (nth, Planted { said, .. }) in planted.iter().enumerate() {
            for mut event in [texts(said), names(said)].concat() {
                let id = format!("{nth} {}", lines.len());
                event.as_object_mut().unwrap().entry("event_id").or_insert(json!(id));
                lines.push_str(&format!("{event}\n"));
            }
        }
        self.run(&["record"], &lines)
    }
}

fn texts(said: &str) -> Vec<Value> {
    let escaped = format!("{said:?} \\/ \u{e9}");
    vec![
        json!({ "kind": "note", "text": said, "metadata": { "a": [said], "b": { said: escaped } } }),
        json!({ "kind": "turn", "conversation": "c", "text": format!("it is {said}.") }),
        json!({ "kind": "tool_call", "tool": "bash", "parameters": { "command": said, "env": { "KEY": said } } }),
        json!({ "kind": "tool_call", "tool": "bash", "success": false, "output": said, "error": said }),
        json!({ "kind": "file_touch", "path": "a.py", "operation": "edit", "why": said, "change": said }),
        json!({ "kind": "task_step", "task": "t", "description": said, "outcome": said }),
        json!({ "kind": "strategy", "description": said, "context": said }),
        json!({ "kind": "working_value", "conversation": "c", "key": "k", "value": said }),
        json!({ "kind": "profile_value", "key": "k", "value": said }),
    ]
}

fn names(said: &str) -> Vec<Value> {
    let anchors = json!([{ "path": format!("{said}.py"), "symbol": said }]);
    vec![
        json!({ "kind": "note", "text": "in a session", "session": said }),
        json!({ "kind": "note", "text": "in a channel", "channel": said }),
        json!({ "kind": "note", "text": "of an event", "event_id": said }),
        json!({ "kind": "note", "text": "about a place", "anchors": anchors }),
        json!({ "kind": "note", "text": "with a member", "metadata": { said: 1, "of": said } }),
        json!({ "kind": "note", "text": "on a branch", "branch": said }),
        json!({ "kind": "turn", "text": "by somebody", "conversation": "c", "speaker": said }),
        json!({ "kind": "turn", "text": "in a conversation", "conversation": said }),
        json!({ "kind": "tool_call", "tool": said }),
        json!({ "kind": "file_touch", "path": said, "operation": "read" }),
        json!({ "kind": "task_step", "task": said, "description": "of a task" }),
        json!({ "kind": "strategy", "description": "with names", "task_type": said, "tools": [said] }),
        json!({ "kind": "working_value", "conversation": said, "key": said, "value": "v" }),
        json!({ "kind": "profile_value", "key": said, "value": "v" }),
    ]
}

/// A conversation with all secrets in its results and arguments, and in the names of its tools.
fn conversation(planted: &[Planted]) -> Vec<Value> {
    let mut messages = vec![json!({ "role": "user", "content": "Find out why the login fails." })];
    for (step, Planted { said, .. }) in planted.iter().enumerate() {
        let (id, words) = (format!("toolu_{step}"), "some words of a long result\n".repeat(40));
        let input = json!({ "command": format!("deploy {said}"), "body": words });
        let result = format!("{words}class {said}\nerror: no access with {said}\n{words}def f({said}):\n{said}");
        let name = if step % 2 == 0 { "bash".to_owned() } else { format!("tool {said}") };
        let call = json!({ "type": "tool_use", "id": id, "name": name, "input": input });
        let result = json!({ "type": "tool_result", "tool_use_id": id, "is_error": true, "content": result });
        messages.push(json!({ "role": "assistant", "content": [call] }));
        messages.push(json!({ "role": "user", "content": [result] }));
    }
    for _ in 0..8 {
        messages.push(json!({ "role": "assistant", "content": "On it." }));
        messages.push(json!({ "role": "user", "content": "Go on." }));
    }
    messages
}

const PRUNE: [&str; 8] = ["window", "prune", "--format", "anthropic", "--max-tokens", "12000", "--policy", "lru"];

/// Whether a text can name a session or window: these have a greatest length, and no slash.
fn is_name(said: &str) -> bool {
    said.len() <= 128 && !said.contains('/')
}

/// Once names, windows and contexts kept secrets unmasked: 41 of 42 were in the memory's file.
#[test]
fn none_of_forty_secrets_is_on_the_disk_where_they_are_masked() {
    let (home, planted) = (Home::new("mask"), planted());
    assert!(planted.len() >= 40, "{}", planted.len());
    home.record(&planted);
    let text = json!(conversation(&planted)).to_string();
    let pruned = home.json(&[&PRUNE[..], &["--window", "w"]].concat(), &text);
    assert!(pruned["n_pruned"].as_u64().unwrap() > 60, "{}", pruned["n_pruned"]);
    for Planted { said, secret } in planted.iter().filter(|one| is_name(&one.said)) {
        home.run(&[&PRUNE[..], &["--window", said]].concat(), &text);
        let entries = json!([{ "role": "user", "content": said }, { "role": "tool", "name": said, "content": said }]);
        let appended = home.run(&["session", "append", said], &entries.to_string());
        assert_eq!(code(&appended), 0, "{}", stderr(&appended));
        let shown = home.run(&["session", "show", said], "");
        assert!(stdout(&shown).contains("[masked: ") && !stdout(&shown).contains(secret), "{}", stdout(&shown));
        let document = json!({ "session_id": said, "facts": [said], "system_state": { said: said } });
        let saved = home.run(&["session", "save", said], &document.to_string());
        assert_eq!(code(&saved), 0, "{}", stderr(&saved));
        home.run(&["session", "compact", said, "--now", "--keep-entries", "1"], "");
    }
    assert_eq!(find_left(home.folder.path(), &planted), []);
}

#[test]
fn none_of_forty_secrets_is_on_the_disk_where_they_are_refused() {
    let (home, planted) = (Home::new("refuse"), planted());
    let told = home.record(&planted);
    assert_eq!((code(&told), stdout(&told).trim()), (1, "0 events recorded, 1,104 refused"), "each line holds one");
    let text = json!(conversation(&planted)).to_string();
    let pruned = home.json(&[&PRUNE[..], &["--window", "w"]].concat(), &text);
    assert!(pruned["n_pruned"].as_u64().unwrap() > 60, "{}", pruned["n_pruned"]);
    for Planted { said, .. } in planted.iter().filter(|one| is_name(&one.said)) {
        let windowed = home.run(&[&PRUNE[..], &["--window", said]].concat(), &text);
        assert!(code(&windowed) == 2 && stderr(&windowed).contains("window"), "{}", stderr(&windowed));
        let appended = home.run(&["session", "append", said], "[]");
        assert!(code(&appended) == 2 && stderr(&appended).contains("id"), "{}", stderr(&appended));
        let entries = json!([{ "role": "user", "content": said }]);
        assert_eq!(code(&home.run(&["session", "append", "s"], &entries.to_string())), 2);
        assert_eq!(code(&home.run(&["session", "save", "s"], &json!({ said: 1 }).to_string())), 2);
        assert_eq!(code(&home.run(&["remember", said], "")), 2);
    }
    assert_eq!(find_left(home.folder.path(), &planted), []);
}

/// The id of the pruned result with the first secret.
fn first_result(edited: &Value) -> String {
    let edit = edited["edits"].as_array().unwrap().iter().find(|edit| edit["message"] == 2).unwrap();
    edit["id"].as_str().unwrap().to_owned()
}

#[test]
fn what_another_process_restores_says_that_it_is_masked_or_was_not_kept() {
    let planted = planted();
    let text = json!(conversation(&planted)).to_string();
    let prune = [&PRUNE[..], &["--window", "w"]].concat();
    let home = Home::new("mask");
    let id = first_result(&home.json(&prune, &text));
    let restore = ["window", "restore", &id, "--window", "w"];
    let restored = home.json(&restore, "");
    assert_eq!(restored["is_masked"], true);
    let held = restored["text"].as_str().unwrap();
    assert!(held.contains("error: no access with [masked: aws-key]"), "{held}");
    assert_eq!(serde_json::from_str::<String>(restored["original"].as_str().unwrap()).unwrap(), held);
    let words = home.run(&restore, "");
    assert!(stderr(&words).contains("masked before it was kept"), "{}", stderr(&words));

    let home = Home::new("refuse");
    assert_eq!(first_result(&home.json(&prune, &text)), id);
    let refused = home.run(&restore, "");
    assert!(code(&refused) == 3 && stderr(&refused).contains("held a secret"), "{}", stderr(&refused));

    let home = Home::new("keep");
    assert_eq!(first_result(&home.json(&prune, &text)), id);
    let restored = home.json(&restore, "");
    assert_eq!(restored["is_masked"], false, "{restored}");
    assert!(restored["text"].as_str().unwrap().contains(&planted[0].secret), "{restored}");
}

/// A name is stored masked, and a question with the unmasked name must still find it.
#[test]
fn a_record_named_by_a_secret_is_found_by_it_and_recorded_once() {
    let (home, planted) = (Home::new("mask"), planted());
    let said = &planted[3].said;
    let lines = names(said).iter().map(|event| format!("{event}\n")).collect::<String>();
    home.run(&["record"], &lines);
    let mut named = names(said).remove(0);
    named["event_id"] = json!("told twice");
    let again = home.json(&["record"], &format!("{named}\n{named}\n"));
    assert!(again.to_string().contains("known"), "{again}");
    let by_secret = home.run(&["record"], &format!("{}\n", names(said)[2]));
    assert!(code(&by_secret) == 1 && stderr(&by_secret).contains("holds what looks like a secret"), "{by_secret:?}");
    let found = |option: &str| home.json(&["work", "events", option, said], "")["events"].as_array().unwrap().len();
    for option in ["--session", "--branch", "--channel", "--conversation", "--tool", "--task"] {
        assert!(found(option) > 0, "{option}");
    }
    let member = format!("of={said}");
    let events = home.json(&["work", "events", "--metadata", &member], "");
    assert_eq!(events["events"].as_array().unwrap().len(), 1, "{events}");
    let file = home.json(&["work", "file", said], "");
    assert_eq!(file["touches"].as_array().unwrap().len(), 1, "{file}");
}
