//! A harness as the tests play it: it writes transcripts as Claude Code does, and calls hooks at each step.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use jiff::Timestamp;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::program;

/// A user's home, with a project in it.
pub(crate) struct Home {
    folder: TempDir,
}

/// A session in progress.
pub(crate) struct Session<'h> {
    home: &'h Home,
    pub(crate) id: String,
    pub(crate) cwd: PathBuf,
    n_lines: usize,
}

impl Home {
    pub(crate) fn new() -> Home {
        let home = Home { folder: tempfile::tempdir().unwrap() };
        home.repository("shop");
        home
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The project's folder.
    pub(crate) fn shop(&self) -> PathBuf {
        self.path().join("shop")
    }

    /// Creates a repository with one commit.
    pub(crate) fn repository(&self, name: &str) -> PathBuf {
        let folder = self.path().join(name);
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::write(folder.join("src/cart.py"), "def total():\n    return 0\n").unwrap();
        for arguments in [&["init", "-q"][..], &["add", "."], &["commit", "-qm", "begin"]] {
            let mut git = Command::new("git");
            git.current_dir(&folder)
                .args(["-c", "init.defaultBranch=main", "-c", "user.name=n", "-c", "user.email=e@example.org"])
                .args(arguments);
            assert!(git.status().unwrap().success());
        }
        folder
    }

    /// The folder of the user's memories.
    pub(crate) fn data(&self) -> PathBuf {
        self.path().join("data")
    }

    /// The folder of the only memory.
    pub(crate) fn memory(&self) -> PathBuf {
        let mut projects = fs::read_dir(self.data().join("projects")).unwrap().map(|entry| entry.unwrap().path());
        let first = projects.next().unwrap();
        assert_eq!(projects.next(), None, "one memory");
        first
    }

    /// The program, to run in a folder as this user.
    pub(crate) fn program(&self, folder: &Path) -> Command {
        let mut command = program(folder);
        command.env("HOME", self.path()).env("SCRUBJAY_HOME", self.data());
        command.env_remove("CLAUDE_CONFIG_DIR").env_remove("CODEX_HOME").env_remove("SCRUBJAY_HOOKS");
        command
    }

    /// Runs the program in the project, and returns its answer as JSON.
    pub(crate) fn ask(&self, arguments: &[&str]) -> Value {
        let output = self.program(&self.shop()).args(arguments).arg("--json").output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{arguments:?}: {output:?}"))
    }

    pub(crate) fn session(&self, id: &str, cwd: &Path) -> Session<'_> {
        Session { home: self, id: id.to_owned(), cwd: cwd.to_owned(), n_lines: 0 }
    }
}

impl Session<'_> {
    /// The path of the transcript.
    pub(crate) fn transcript(&self) -> PathBuf {
        let munged = self.cwd.to_str().unwrap().replace(['/', '.'], "-");
        let folder = self.home.path().join(".claude/projects").join(munged);
        fs::create_dir_all(&folder).unwrap();
        folder.join(format!("{}.jsonl", self.id))
    }

    pub(crate) fn append(&self, text: &str) {
        let mut file = OpenOptions::new().create(true).append(true).open(self.transcript()).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    }

    /// A line of the transcript, without its line end.
    pub(crate) fn line(&mut self, kind: &str, content: &Value) -> String {
        self.n_lines += 1;
        // The current time, like that of the hooks, which may record failures of the same session.
        let time = Timestamp::now().strftime("%FT%T%.3fZ").to_string();
        json!({
            "type": kind, "uuid": format!("{}-{}", self.id, self.n_lines), "sessionId": self.id, "timestamp": time, "cwd": self.cwd,
            "gitBranch": "main", "version": "2.1.37", "message": { "role": kind, "content": content },
        })
        .to_string()
    }

    pub(crate) fn says(&mut self, kind: &str, content: &Value) {
        let line = self.line(kind, content);
        self.append(&(line + "\n"));
    }

    /// Writes a call of a tool, with its result.
    pub(crate) fn calls(&mut self, id: &str, tool: &str, input: &Value, gave: &str, failed: bool) {
        self.says("assistant", &json!([{ "type": "tool_use", "id": id, "name": tool, "input": input }]));
        let result = json!([{ "type": "tool_result", "tool_use_id": id, "content": gave, "is_error": failed }]);
        self.says("user", &result);
    }

    /// Calls a hook; `further_members` has the members that only this event has.
    pub(crate) fn hook(&self, event: &str, further_members: Value) -> Output {
        self.hook_with(event, &self.input(event, further_members))
    }

    pub(crate) fn hook_with(&self, event: &str, input: &str) -> Output {
        let mut command = self.home.program(&self.cwd);
        command.args(["hook", event]);
        run_with_input(command, input)
    }

    /// Calls a hook where no file can be longer than 4 KiB: the program finds no room for its store.
    pub(crate) fn hook_without_room(&self, event: &str, further_members: Value) -> Output {
        let hook = self.home.program(&self.cwd);
        let mut shell = Command::new("sh");
        shell.current_dir(&self.cwd).args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"]);
        shell.arg(hook.get_program()).args(["hook", event]);
        for (name, value) in hook.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        run_with_input(shell, &self.input(event, further_members))
    }

    fn input(&self, event: &str, further_members: Value) -> String {
        let mut input = json!({
            "session_id": self.id, "transcript_path": self.transcript(), "cwd": self.cwd, "hook_event_name": event,
        });
        input.as_object_mut().unwrap().extend(further_members.as_object().unwrap().clone());
        input.to_string()
    }

    /// The text that a hook gives the agent; empty: none. The hook must succeed.
    pub(crate) fn told(&self, event: &str, further_members: Value) -> String {
        let output = self.hook(event, further_members);
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{output:?}");
        if output.stdout.is_empty() {
            return String::new();
        }
        let said: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(said["hookSpecificOutput"]["hookEventName"], event);
        said["hookSpecificOutput"]["additionalContext"].as_str().unwrap().to_owned()
    }
}

/// Runs a command with a text on its standard input.
fn run_with_input(mut command: Command, input: &str) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}
