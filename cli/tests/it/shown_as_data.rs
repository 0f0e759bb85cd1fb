//! Records and projects are shown as data. Whatever is planted in them, no output has a character that a terminal, an
//! editor or a model obeys, and no planted text begins a line.
//!
//! The commands are those in the program's own help, so that a new one without a case here fails.

#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::client::{Client, text};
use crate::common::talk;
use crate::common::{program, stdout};

/// The text that must begin no line.
const PLANTED: &str = "PLANTED";
/// A text with line ends, and with characters that are obeyed.
const EVIL: &str = "evil\u{1b}[2J\u{9b}31m\u{7f}\u{8}\u{202e}\u{2066}\u{2028}\u{2029}\u{200b}\u{feff}\u{e0041}\r\nPLANTED\nPLANTED error: x\n  try: x\t.";
/// A text like [`EVIL`] for names, which have no control characters.
const NAME: &str = "evil\u{202e}\u{2066}\u{2028}PLANTED\u{200b}\u{feff}\u{e0041}";
/// A text like [`EVIL`] for paths on this disk.
const FILE: &str = "evil\u{1b}[2J\u{7f}\u{202e}\u{2028}\u{200b}\nPLANTED.py";

/// A project with hostile path, files and symbols, and with a memory full of hostile texts.
struct Planted {
    folder: TempDir,
    home: TempDir,
    /// The id of a note.
    note: String,
    /// The id of a part that a window pruned.
    part: String,
}

impl Planted {
    fn new() -> Planted {
        let (folder, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let mut planted = Planted { folder, home, note: String::new(), part: String::new() };
        let root = planted.root();
        fs::create_dir_all(root.join("src")).unwrap();
        let source = "# \u{1b}[2J\u{202e} a comment\r\ndef evil(a='\u{1b}[2J\u{202e}', b='''\nPLANTED'''):\n    \
                      \"\"\"Says\u{1b}[2J \u{202e}\n    PLANTED\n    ```\n    error: no\"\"\"\n    return other()\n\n\ndef other():\n    return evil()\n";
        for name in ["src/a.py", "src/b.py", FILE] {
            fs::write(root.join(name), source).unwrap();
        }
        fs::write(root.join("src/evil\u{1b}[2J\nPLANTED\u{202e}.txt"), "x").unwrap();
        let git = |arguments: &[&str]| {
            let mut git = Command::new("git");
            git.current_dir(&root).args(["-c", "user.name=a", "-c", "user.email=a@example.com"]).args(arguments);
            assert!(git.stdout(Stdio::null()).status().unwrap().success(), "{arguments:?}");
        };
        git(&["init", "-q"]);
        for round in 0..2 {
            fs::write(root.join("src/a.py"), format!("{source}# {round}\n")).unwrap();
            fs::write(root.join(FILE), format!("{source}# {round}\n")).unwrap();
            git(&["add", "."]);
            git(&["commit", "-qm", EVIL]);
        }
        planted.said(&["index"], "");
        planted.record();
        planted.converse();
        planted
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("evil\u{1b}[2J\u{202e}\u{200b}\nPLANTED")
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = program(&self.root());
        command.env("SCRUBJAY_HOME", self.home.path()).env("TERM", "xterm").args(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// The output of a command and its messages, if both go to a pipe.
    fn piped(&self, words: &[&str], input: &str) -> (String, String) {
        let output = talked(self.command(words), input);
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    }

    /// The output of a command on a terminal, which `script` provides.
    fn terminal_output(&self, words: &[&str], input: &str) -> String {
        let quoted = |word: &str| format!("'{}'", word.replace('\'', r"'\''"));
        let line: Vec<String> = [env!("CARGO_BIN_EXE_scrubjay")].iter().chain(words).map(|word| quoted(word)).collect();
        let file = self.home.path().join("typed");
        fs::write(&file, input).unwrap();
        let line = format!("{} < {}", line.join(" "), quoted(file.to_str().unwrap()));
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).current_dir(self.root()).stdin(Stdio::null());
        script.env("SCRUBJAY_HOME", self.home.path()).env("TERM", "xterm").env_remove("NO_COLOR");
        String::from_utf8(script.output().unwrap().stdout).unwrap()
    }

    fn said(&self, words: &[&str], input: &str) -> String {
        let output = talked(self.command(words), input);
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        stdout(&output)
    }

    /// Plants records of every kind.
    fn record(&mut self) {
        self.note = self
            .said(&["remember", "--channel", NAME, "--session", NAME, "--at", "src/a.py", EVIL], "")
            .trim()
            .to_owned();
        let with_common_members = |event: Value| {
            let mut event = event;
            for name in ["session", "branch", "task", "channel"] {
                event[name] = json!(NAME);
            }
            event["metadata"] = json!({ NAME: EVIL });
            format!("{event}\n")
        };
        let lines = [
            json!({ "kind": "turn", "conversation": NAME, "speaker": NAME, "text": EVIL }),
            json!({ "kind": "task_step", "description": EVIL, "outcome": EVIL, "status": "active" }),
            json!({ "kind": "tool_call", "tool": NAME, "parameters": { "command": EVIL }, "output": EVIL, "error": EVIL, "success": false }),
            json!({ "kind": "file_touch", "path": NAME, "operation": "edit", "why": EVIL, "change": EVIL }),
            json!({ "kind": "file_touch", "path": "src/a.py", "operation": "edit", "why": EVIL, "change": EVIL }),
            json!({ "kind": "tool_call", "tool": NAME, "parameters": { "command": EVIL }, "success": true }),
            json!({
                "kind": "decision", "title": NAME, "choice": EVIL, "context": EVIL, "rationale": EVIL, "revisit_if": EVIL,
                "status": "superseded", "superseded_by": NAME, "anchors": [{ "path": "src/a.py", "symbol": NAME }],
            }),
            json!({ "kind": "lesson", "topic": "workflow", "subject": EVIL, "text": EVIL }),
            json!({ "kind": "thought", "conversation": NAME, "text": EVIL }),
            json!({ "kind": "delivery", "moment": "prompt", "why": EVIL, "about": EVIL, "parents": [self.note] }),
            json!({ "kind": "strategy", "description": EVIL, "context": EVIL, "task_type": NAME, "tools": [NAME] }),
            json!({ "kind": "working_value", "conversation": NAME, "key": NAME, "value": EVIL, "lifetime": 3_600_000 }),
            json!({ "kind": "profile_value", "key": NAME, "value": EVIL }),
        ];
        self.said(&["record"], &lines.map(with_common_members).concat());
        let document = json!({
            "goal": EVIL, "facts": [EVIL], NAME: EVIL,
            "recent_history": [{ "role": "user", "content": EVIL }, { "role": "assistant", "content": EVIL }],
        });
        for round in 0..2 {
            let mut document = document.clone();
            document["goal"] = json!(format!("{EVIL}{round}"));
            self.said(&["session", "save", NAME], &document.to_string());
        }
    }

    /// Fills a window until it prunes, twice.
    fn converse(&mut self) {
        let mut messages = talk::talk(40);
        for message in messages.iter_mut() {
            for block in message["content"].as_array_mut().into_iter().flatten() {
                if block["type"] == "tool_result" {
                    block["content"] = json!(format!("Error: {EVIL}\n{}", block["content"].as_str().unwrap()));
                    block["is_error"] = json!(true);
                }
                if block["type"] == "tool_use" {
                    block["input"] = json!({ "path": NAME, "note": EVIL, "n": block["id"] });
                }
            }
        }
        let first_half = json!(messages[..61].to_vec()).to_string();
        for messages_given in [first_half, self.messages_with(&messages)] {
            self.said(
                &[
                    "window",
                    "prune",
                    "--format",
                    "anthropic",
                    "--window",
                    NAME,
                    "--task",
                    NAME,
                    "--max-tokens",
                    "12000",
                ],
                &messages_given,
            );
        }
        let explained: Value =
            serde_json::from_str(&self.said(&["--json", "window", "explain", "--window", NAME], "")).unwrap();
        let pruned = explained["items"].as_array().unwrap().iter().find(|item| item["fate"] == "pruned").unwrap();
        self.part = pruned["id"].as_str().unwrap().to_owned();
    }

    fn messages_with(&self, messages: &[Value]) -> String {
        let text = json!(messages).to_string();
        fs::write(self.home.path().join("messages.json"), &text).unwrap();
        text
    }

    /// A transcript with a hostile path and hostile texts, of which some lines cannot be read.
    fn transcript(&self) -> String {
        let path = self.home.path().join(format!("{NAME}.jsonl"));
        let line = json!({
            "type": "user", "uuid": EVIL, "sessionId": NAME, "timestamp": "2026-11-20T10:00:00Z", "cwd": NAME, "gitBranch": NAME,
            "message": { "content": EVIL },
        });
        fs::write(&path, format!("{line}\n{{\"{EVIL}\n{line}\n")).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// The input of a hook at any step of another session.
    fn hook_input(&self, session: &str, transcript: &str) -> String {
        let call = json!({ "file_path": "src/a.py", "command": EVIL });
        json!({
            "session_id": session, "transcript_path": transcript, "cwd": self.root(), "source": "startup", "prompt": EVIL, "error": EVIL,
            "tool_name": NAME, "tool_use_id": EVIL, "tool_input": call,
        })
        .to_string()
    }

    fn messages(&self) -> String {
        fs::read_to_string(self.home.path().join("messages.json")).unwrap()
    }
}

fn talked(mut command: Command, input: &str) -> std::process::Output {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A command that is refused does not read its input to the end.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// The commands without subcommands, as the help lists them.
fn commands(below: &[String]) -> Vec<Vec<String>> {
    let help = program(Path::new(".")).args(below).arg("--help").output().unwrap();
    let help = stdout(&help);
    let listed = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let names = listed.lines().take_while(|line| !line.trim().is_empty()).filter_map(|line| {
        let name = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' '))?.split_whitespace().next()?;
        (name != "help").then(|| name.to_owned())
    });
    let found: Vec<Vec<String>> = names.flat_map(|name| commands(&[below, &[name]].concat())).collect();
    if found.is_empty() { vec![below.to_vec()] } else { found }
}

/// The arguments and inputs with which a command is run. An empty list: it is not run here, for the reason in a
/// comment. `None`: the command has no case.
fn cases_of(command: &str, planted: &Planted) -> Option<Vec<(Vec<String>, String)>> {
    let lines = json!({ "text": EVIL, "tool": EVIL, EVIL: EVIL }).to_string() + "\n\u{1b}[2J\n";
    let file = planted.home.path().join("export.jsonl");
    let (file, messages) = (file.to_str().unwrap().to_owned(), planted.messages());
    let transcript = planted.transcript();
    let (note, part) = (planted.note.as_str(), planted.part.as_str());
    let words: Vec<Vec<&str>> = match command {
        "index" | "status" | "doctor" | "notes" | "memory list" | "memory status" | "memory repair"
        | "memory upkeep" | "work tools" | "work events" | "work patterns" | "work strategies" | "work decisions"
        | "work profile" | "work seed" | "session list" | "window list" => vec![vec![]],
        "log" => vec![vec![], vec!["today"], vec![EVIL], vec!["--session", NAME], vec!["--session", EVIL]],
        "find" => vec![vec!["evil"], vec![EVIL]],
        "show" => vec![vec!["src/b.py"], vec![EVIL]],
        "callers" | "callees" | "refs" | "impact" | "tests" | "hierarchy" => {
            vec![vec!["src/a.py#evil"], vec!["other", "--all"], vec!["other"], vec![EVIL]]
        }
        "deps" | "dependents" | "history" => vec![vec!["src/a.py"], vec![FILE], vec![EVIL]],
        "path" => vec![vec!["src/a.py#evil", "src/a.py#other"], vec![EVIL, "other"]],
        "map" => vec![vec![], vec!["--focus", EVIL]],
        "prepare" => vec![vec![EVIL, "--why"], vec!["mend evil", "--focus", EVIL]],
        "remember" => {
            vec![vec![EVIL], vec!["x", "--parent", EVIL], vec!["x", "--at", EVIL], vec!["x", "--channel", EVIL]]
        }
        "forget" | "memory why" | "note get" => vec![vec![note], vec![EVIL]],
        "note update" => vec![vec![note, EVIL], vec![EVIL, "x"]],
        "record" => vec![vec![]],
        "capture" => vec![vec![EVIL], vec![&transcript]],
        "recall" => vec![
            vec![EVIL, "--weak", "--why", "--around=2"],
            vec!["evil", "--why", "--limit", "100", "--per-session", "0"],
            vec!["evil", "--session", EVIL],
        ],
        "hook" => ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUseFailure", "Stop", EVIL]
            .map(|event| vec![event])
            .into(),
        "backtest" => vec![vec![], vec!["--setting", "moments=start"]],
        "delivered" => vec![vec![], vec!["--session", NAME], vec!["--session", EVIL]],
        "memory import" => vec![vec!["-"], vec!["-", "--format", "mcp"], vec![EVIL]],
        "memory export" => vec![vec![EVIL]],
        "memory backup" | "memory restore" | "memory merge" => vec![vec![FILE], vec![EVIL, "--memory", EVIL]],
        "memory attach" | "memory delete" => vec![vec![EVIL]],
        "memory erase" => vec![vec!["--dry-run"], vec![]],
        "work file" => vec![vec!["src/a.py"], vec![NAME], vec![EVIL]],
        "work together" => vec![vec!["--min-occasions", "1"]],
        "work last" => vec![vec!["evil"], vec!["src"]],
        "work tasks" => vec![vec![], vec!["--status", EVIL]],
        "work working-memory" => vec![vec![NAME, "--channel", NAME], vec![EVIL]],
        "session show" | "session versions" | "session reread" | "session delete" => vec![vec![NAME], vec![EVIL]],
        "session begin" => vec![vec![], vec![EVIL]],
        "session save" | "session append" => vec![vec![EVIL], vec![NAME]],
        "session compact" | "session summarise" => vec![vec![NAME, "--now", "--keep-entries", "1"], vec![EVIL]],
        "session compare" => vec![vec![NAME, "1", "2"], vec![EVIL, "1", "2"]],
        "session fork" => vec![vec![NAME, EVIL], vec![EVIL, NAME]],
        "session failures" => vec![vec![], vec!["--session", EVIL], vec!["--tool", NAME]],
        "session recover" => vec![vec![NAME, "1"], vec![EVIL, "1"]],
        "window learnings" | "window snapshots" => vec![vec!["--window", NAME], vec!["--window", EVIL]],
        "window explain" => {
            vec![
                vec!["--window", NAME],
                vec!["--window", NAME, "--factors"],
                vec![part, "--window", NAME],
                vec!["--window", EVIL],
            ]
        }
        "window snapshot" => vec![vec!["--window", NAME, "--format", "anthropic"]],
        "window restore" => vec![vec![EVIL, "--window", NAME], vec![part, "--window", EVIL]],
        "window status" => vec![vec!["--window", NAME, "--format", "anthropic"], vec!["--window", EVIL]],
        "window what-if" => vec![vec!["--max-tokens", "12000"]],
        "window compare" => vec![vec!["1", "2", "--window", NAME], vec!["1", "2", "--window", EVIL]],
        "window pin" => vec![vec![part, "--window", NAME], vec![EVIL, "--window", NAME]],
        "window end" => vec![vec!["--window", EVIL]],
        "window replay" => vec![vec![EVIL]],
        "init" => vec![vec!["--dry-run", "--claude"]],
        "mcp" => vec![vec!["--tools"]],
        // What programs read, byte by byte: graphs and messages. Terminals are looked at below.
        "export" | "window prune" | "window recover" | "window prepare" => return Some(Vec::new()),
        // It runs until it is ended; what it says are the lines of `index`.
        "watch" => return Some(Vec::new()),
        // A script that is the same for everybody.
        "completions" => return Some(Vec::new()),
        _ => return None,
    };
    let input = match command {
        _ if command.starts_with("window") => messages,
        "hook" => planted.hook_input("new", &transcript),
        "memory import" => fs::read_to_string(file).unwrap_or_default() + &lines,
        _ => lines,
    };
    let whole = |rest: Vec<&str>| command.split(' ').chain(rest).map(str::to_owned).collect();
    Some(words.into_iter().map(|rest| (whole(rest), input.clone())).collect())
}

/// What is wrong with an output; `None`: nothing.
fn fault(text: &str, is_source: bool) -> Option<String> {
    let is_raw = |char: &char| {
        char.is_control() && !matches!(char, '\n')
            || matches!(
                char,
                '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}'
            )
    };
    if let Some(char) = text.chars().filter(|char| !(is_source && *char == '\t')).find(is_raw) {
        return Some(format!("{char:?} is raw in {text:?}"));
    }
    let line = text.lines().find(|line| !is_source && (line.starts_with(PLANTED) || line.starts_with("  try: x")));
    line.map(|line| format!("{line:?} begins a line of {text:?}"))
}

/// The text on a terminal without our own colours and line ends, and with replaced lines on lines of their own.
fn unpainted(text: &str) -> String {
    let mut text = text.replace("\r\n", "\n").replace("\r\u{1b}[?7l", "").replace("\u{1b}[K\u{1b}[?7h", "\n");
    while let Some(at) = text.find("\u{1b}[") {
        let after_escape = &text[at + 2..];
        let end = after_escape.find(|char: char| !char.is_ascii_digit() && char != ';').unwrap_or(after_escape.len());
        if !after_escape[end..].starts_with('m') {
            break;
        }
        text.replace_range(at..at + 2 + end + 1, "");
    }
    text
}

#[test]
fn no_command_prints_an_obeyed_character_or_a_planted_line() {
    let planted = Planted::new();
    let export = planted.said(&["memory", "export"], "");
    fs::write(planted.home.path().join("export.jsonl"), export).unwrap();
    let told = planted.piped(&["hook", "SessionStart"], &planted.hook_input("newer", "")).0;
    assert!(told.contains("evil"), "a session is told of what was planted: {told:?}");
    let mut faults = Vec::new();
    let all_commands = commands(&[]);
    assert!(all_commands.len() > 50, "{all_commands:?}");
    for command in all_commands {
        let command = command.join(" ");
        let Some(asked) = cases_of(&command, &planted) else { panic!("say above what `{command}` is to be asked") };
        for (words, input) in asked {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let is_source = matches!(words[0], "show" | "prepare" | "map");
            let (out, err) = planted.piped(&words, &input);
            for (stream, text) in [("stdout", &out), ("stderr", &err)] {
                faults.extend(fault(text, is_source).map(|why| format!("{words:?} piped, {stream}: {why}")));
            }
            let on_screen = unpainted(&planted.terminal_output(&words, &input));
            faults.extend(fault(&on_screen, is_source).map(|why| format!("{words:?} on a terminal: {why}")));
            let (json, _) = planted.piped(&[&["--json"], &words[..]].concat(), &input);
            faults.extend(fault(&json, true).map(|why| format!("{words:?} in JSON: {why}")));
            let is_json = json.trim().is_empty() || serde_json::from_str::<Value>(&json).is_ok();
            assert!(is_json || command == "completions", "{words:?}: {json}");
        }
    }
    // What programs read keeps every byte in a pipe, and none that a terminal obeys.
    let part = planted.part.clone();
    for (words, input) in [
        (vec!["export"], String::new()),
        (vec!["export", "--format", "json"], String::new()),
        (vec!["export", "--json"], String::new()),
        (vec!["export", "--format", "graphml", "--json"], String::new()),
        (vec!["export", "--format", "dot", "--json"], String::new()),
        (vec!["export", "--format", "mermaid", "--json"], String::new()),
        (vec!["window", "prune", "--format", "anthropic", "--max-tokens", "12000", "--json"], planted.messages()),
        (vec!["memory", "export"], String::new()),
        (vec!["memory", "export", "--format", "csv", "--kind", "note"], String::new()),
        (vec!["window", "restore", &part, "--window", NAME], String::new()),
        (vec!["window", "prune", "--format", "anthropic", "--max-tokens", "12000"], planted.messages()),
        (vec!["window", "recover", "1", "--window", NAME], planted.messages()),
    ] {
        let on_screen = unpainted(&planted.terminal_output(&words, &input));
        faults.extend(fault(&on_screen, true).map(|why| format!("{words:?} on a terminal: {why}")));
    }
    let on_terminal = unpainted(&planted.terminal_output(&["export", "--json"], ""));
    assert!(serde_json::from_str::<Value>(&on_terminal).is_ok(), "it says the same: {on_terminal}");
    let restored = planted.piped(&["window", "restore", &part, "--window", NAME], "").0;
    assert!(restored.contains("\u{1b}[2J"), "what is restored has every byte: {restored:?}");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn no_tool_gives_a_model_an_obeyed_character_or_a_planted_line() {
    let planted = Planted::new();
    let (root, part, note) = (planted.root(), planted.part.clone(), planted.note.clone());
    // Each line that is heard is looked at too, with what only programs read.
    let mut client = Client::begun(&root, &["--structured"]);
    let listed = client.ask("tools/list", json!({}))["result"]["tools"].clone();
    let tools: BTreeSet<String> =
        listed.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
    client.call("remember", json!({ "text": EVIL, "channel": NAME, "at": ["src/a.py"] }));
    let calls = [
        ("find", vec![json!({ "text": "evil" }), json!({ "text": EVIL })]),
        ("show", vec![json!({ "name": "src/a.py#evil" }), json!({ "name": "src/a.py" }), json!({ "name": EVIL })]),
        (
            "callers",
            vec![
                json!({ "name": "src/a.py#evil" }),
                json!({ "name": "other", "all": true }),
                json!({ "name": "other" }),
            ],
        ),
        ("references", vec![json!({ "name": "src/a.py#evil" }), json!({ "name": EVIL })]),
        ("impact", vec![json!({ "name": "src/a.py#evil" }), json!({ "name": "src/a.py" })]),
        ("path", vec![json!({ "source": "src/a.py#evil", "target": "src/a.py#other" })]),
        ("map", vec![json!({}), json!({ "focus": [EVIL] })]),
        ("prepare", vec![json!({ "task": EVIL }), json!({ "task": "evil", "focus": [EVIL] })]),
        ("remember", vec![json!({ "text": "x", "channel": EVIL }), json!({ EVIL: EVIL })]),
        (
            "recall",
            vec![
                json!({ "query": "evil", "around": 2 }),
                json!({ "query": EVIL }),
                json!({ "query": "evil", "since": EVIL }),
            ],
        ),
        ("notes", vec![json!({}), json!({ "since": EVIL }), json!({ "after": EVIL })]),
        (
            "work",
            ["file", "together", "last", "tools", "tasks", EVIL]
                .map(|of| json!({ "question": of, "of": "evil" }))
                .to_vec(),
        ),
        ("session", ["begin", "reread"].map(|of| json!({ "question": of, "of": NAME })).to_vec()),
        ("restore", vec![json!({ "id": part }), json!({ "id": EVIL })]),
        ("hierarchy", vec![json!({ "name": "src/a.py#evil" }), json!({ "name": EVIL })]),
        ("tests", vec![json!({ "name": "src/a.py#evil" }), json!({ "name": EVIL })]),
        ("dependencies", vec![json!({ "path": "src/a.py" }), json!({ "path": FILE }), json!({ "path": EVIL })]),
        ("dependents", vec![json!({ "path": "src/a.py" }), json!({ "path": FILE }), json!({ "path": EVIL })]),
        ("update", vec![json!({ "id": note, "text": EVIL }), json!({ "id": EVIL, "text": "x" })]),
        ("forget", vec![json!({ "id": note }), json!({ "id": EVIL })]),
    ];
    let asked: BTreeSet<String> = calls.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(asked, tools, "each tool is asked above");
    let mut faults = Vec::new();
    for (name, all) in calls {
        let is_source = matches!(name, "show" | "prepare" | "map" | "restore");
        for given in all {
            let answer = text(&client.call(name, given.clone()));
            faults.extend(fault(&answer, is_source).map(|why| format!("{name} {given}: {why}")));
        }
    }
    let shown = text(&client.call("show", json!({ "name": "src/a.py#evil" })));
    let fence = shown.lines().find(|line| line.starts_with("```")).unwrap_or_default();
    let source_lines: Vec<&str> = shown.lines().skip_while(|line| !line.starts_with("```")).skip(1).collect();
    let end = source_lines.iter().position(|line| *line == fence).unwrap_or_default();
    assert!(
        source_lines[..end].iter().any(|line| line.starts_with(PLANTED)),
        "the source stands in its fence: {shown}"
    );
    assert!(fence.len() > 3, "the source has a run of three itself: {shown}");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert_eq!(client.end(), Some(0));
}
