//! `cargo xtask picture`: draws `docs/session.svg`, in which a second session knows the first, from the program's
//! actual output.
//!
//! It simulates a harness in a new project: the first session writes a transcript and calls hooks, and the second one
//! gets deliveries. Each command and its output become lines of the picture; ids and times are those of the run.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::process;
use crate::workspace::Workspace;

const PICTURE: &str = "docs/session.svg";
/// The most characters in a line.
const COLUMNS: usize = 104;
/// The width of a character, in pixels.
const LETTER: f64 = 7.8;
/// The height of a line, in pixels.
const LINE: usize = 18;
const ERROR: &str = "Exit code 1\nImportError: cannot import name 'rate' from 'shop.cart'";

/// The kinds of lines in the picture.
#[derive(Clone, Copy)]
enum Kind {
    Comment,
    Typed,
    Said,
}

/// `cargo xtask picture`: builds the program, plays both sessions and writes the picture. The component must be built.
pub fn command(workspace: &Workspace) -> anyhow::Result<()> {
    let mut cargo = process::cargo(workspace.root());
    process::run(cargo.args(["build", "-p", "scrubjay-cli", "--bin", "scrubjay"]))?;
    let home = workspace.target_dir().join("picture");
    if home.exists() {
        fs::remove_dir_all(&home)?;
    }
    let play = Play::new(&home, workspace.target_dir().join("debug/scrubjay"))?;
    let lines = play_sessions(&play)?;
    fs::write(workspace.root().join(PICTURE), drawn(&lines))?;
    println!("{PICTURE} is drawn");
    Ok(fs::remove_dir_all(&home)?)
}

/// A simulated user with a project, whose commands become lines of the picture.
struct Play {
    home: PathBuf,
    project: PathBuf,
    program: PathBuf,
}

fn play_sessions(play: &Play) -> anyhow::Result<Vec<(Kind, String)>> {
    let mut lines = Vec::new();
    play.run(&mut lines, &["init", "--claude", "--yes"])?;
    comment(
        &mut lines,
        "Monday: an agent meets an error, mends it, and goes home. Nobody asks it to remember anything.",
    );
    play.first_session()?;
    play.run(&mut lines, &["remember", "prices are whole cents, never floats", "--at", "src/cart.py"])?;
    comment(&mut lines, "Tuesday: a new session begins, and is told");
    play.hook(&mut lines, "SessionStart", json!({ "source": "startup" }))?;
    comment(&mut lines, "\"let the checkout round the total after the discount\": that goes on with Monday's work");
    let prompt = "let the checkout round the total after the discount";
    play.hook(&mut lines, "UserPromptSubmit", json!({ "prompt": prompt }))?;
    comment(&mut lines, "The test fails as it did on Monday, and it is told");
    let input = json!({ "command": "pytest tests/test_cart.py" });
    let failure = json!({ "tool_name": "Bash", "tool_input": input, "tool_use_id": "t9", "error": ERROR });
    play.hook(&mut lines, "PostToolUseFailure", failure)?;
    comment(&mut lines, "\"thanks, commit it\": nothing is told");
    play.hook(&mut lines, "UserPromptSubmit", json!({ "prompt": "thanks, commit it" }))?;
    play.run(&mut lines, &["delivered"])?;
    Ok(lines)
}

fn comment(lines: &mut Vec<(Kind, String)>, text: &str) {
    lines.push((Kind::Comment, String::new()));
    lines.push((Kind::Comment, format!("# {text}")));
}

impl Play {
    fn new(home: &Path, program: PathBuf) -> anyhow::Result<Play> {
        let project = home.join("shop");
        fs::create_dir_all(project.join("src"))?;
        fs::write(project.join("src/cart.py"), "def total():\n    return 0\n")?;
        process::run(process::command("git", &project).args(["init", "-q"]))?;
        Ok(Play { home: home.to_owned(), project, program })
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = process::command(&self.program, &self.project);
        // Found on the search path, the program is called by its name, and no path of this machine is drawn.
        let folders = self.program.parent().into_iter().map(Path::to_owned);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths(folders.chain(std::env::split_paths(&path))).unwrap_or(path);
        command.env("PATH", path).env("HOME", &self.home).env("SCRUBJAY_HOME", self.home.join("data")).args(words);
        command
    }

    /// Runs a command, and adds it and its output as lines.
    fn run(&self, lines: &mut Vec<(Kind, String)>, words: &[&str]) -> anyhow::Result<()> {
        let quoted =
            words.iter().map(|word| if word.contains(' ') { format!("\"{word}\"") } else { (*word).to_owned() });
        lines.push((Kind::Typed, format!("$ scrubjay {}", quoted.collect::<Vec<_>>().join(" "))));
        let output = self.command(words).output()?;
        ensure!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        let output_text = String::from_utf8_lossy(&output.stdout).into_owned();
        lines.extend(output_text.lines().map(|line| (Kind::Said, line.to_owned())));
        Ok(())
    }

    /// Calls a hook of the second session, and adds what the agent is told as lines.
    fn hook(&self, lines: &mut Vec<(Kind, String)>, event: &str, input: Value) -> anyhow::Result<()> {
        let told_text = self.call_hook(event, "tuesday", input)?;
        let told_lines = told_text.lines().filter(|line| !line.contains("scrubjay-memory"));
        lines.extend(told_lines.map(|line| (Kind::Said, line.to_owned())));
        Ok(())
    }

    fn call_hook(&self, event: &str, session: &str, mut input: Value) -> anyhow::Result<String> {
        input["session_id"] = session.into();
        input["hook_event_name"] = event.into();
        input["cwd"] = self.project.to_string_lossy().into();
        input["transcript_path"] = self.home.join(format!("{session}.jsonl")).to_string_lossy().into();
        let mut child = self.command(&["hook", event]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        child.stdin.take().context("no input")?.write_all(input.to_string().as_bytes())?;
        let output = child.wait_with_output()?;
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        Ok(answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default().to_owned())
    }

    fn first_session(&self) -> anyhow::Result<()> {
        let tool_use = |id: &str, name: &str, input: Value| json!([{ "type": "tool_use", "id": id, "name": name, "input": input }]);
        let tool_result = |id: &str, text: &str, failed: bool| json!([{ "type": "tool_result", "tool_use_id": id, "content": text, "is_error": failed }]);
        let test = json!({ "command": "pytest tests/test_cart.py" });
        let edit =
            json!({ "file_path": self.project.join("src/cart.py"), "old_string": "0", "new_string": "rate = 1" });
        let messages = [
            ("user", json!("why does the checkout total ignore the discount rate?")),
            ("assistant", tool_use("t1", "Bash", test.clone())),
            ("user", tool_result("t1", ERROR, true)),
            ("assistant", tool_use("t2", "Edit", edit)),
            ("user", tool_result("t2", "done", false)),
            ("assistant", tool_use("t3", "Bash", test)),
            ("user", tool_result("t3", "1 passed", false)),
            (
                "assistant",
                json!([{ "type": "text", "text": "The total ignored the rate because cart.py did not export it. It does now, and the test passes." }]),
            ),
        ];
        let lines = messages.into_iter().zip(0..).map(|((kind, content), n)| {
            let line = json!({
                "type": kind, "uuid": format!("u{n}"), "sessionId": "monday", "timestamp": format!("2026-11-23T10:00:0{n}Z"),
                "cwd": self.project, "message": { "role": kind, "content": content },
            });
            format!("{line}\n")
        });
        fs::write(self.home.join("monday.jsonl"), lines.collect::<String>())?;
        self.call_hook("Stop", "monday", json!({})).map(drop)
    }
}

/// The picture: the lines as in a terminal, as SVG.
fn drawn(lines: &[(Kind, String)]) -> String {
    let shown: Vec<(Kind, String)> =
        lines.iter().flat_map(|(kind, line)| wrapped_lines(line).into_iter().map(|part| (*kind, part))).collect();
    let (width, height) = ((COLUMNS as f64 * LETTER) as usize + 32, shown.len() * LINE + 32);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"A second session that knows the first\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#16181d\"/>\n\
         <g font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, monospace\" font-size=\"13\" xml:space=\"preserve\">\n"
    );
    for ((kind, line), n) in shown.iter().zip(1..) {
        let colour = match kind {
            Kind::Comment => "#8b93a7",
            Kind::Typed => "#ffffff",
            Kind::Said => "#9ad1a5",
        };
        let escaped = line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let _ = writeln!(svg, "<text x=\"16\" y=\"{}\" fill=\"{colour}\">{escaped}</text>", n * LINE + 12);
    }
    svg + "</g>\n</svg>\n"
}

/// A line split into parts that fit, all but the first indented.
fn wrapped_lines(line: &str) -> Vec<String> {
    let indented = line.len() - line.trim_start().len();
    let mut parts = vec![" ".repeat(indented)];
    for word in line.trim_start().split(' ') {
        let last = parts.last_mut().map(|last| last.chars().count()).unwrap_or_default();
        if last > 0 && last + 1 + word.chars().count() > COLUMNS {
            parts.push(format!("    {word}"));
        } else if let Some(last) = parts.last_mut() {
            if !last.trim().is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    parts
}
