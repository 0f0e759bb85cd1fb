//! `cargo xtask bench capture FOLDER`: the costs of capturing transcripts and of hooks, and what hooks would have told
//! agents.
//!
//! FOLDER has transcripts of Claude Code of one project. The program is a build like that of `cargo xtask try`. One process
//! captures all transcripts. `scrubjay backtest` replays the newest sessions, and hooks are asked at prompts to which nothing
//! fits (`bench/measure/delivery/prompts.txt`). Then each hook runs as a process, as a harness runs it, on this memory with
//! 100,000 more records.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::{child, table};
use crate::process;
use crate::workspace::Workspace;

/// The number of sessions that are replayed.
const N_REPLAYED: usize = 50;
/// The number of times that each hook is called.
const N_HOOKS: usize = 100;
/// The number of records that are added before hooks are measured.
const N_RECORDS: usize = 100_000;
/// The number of files that these records touch.
const N_FILES: usize = 3_000;
const PROMPTS: &str = "bench/measure/delivery/prompts.txt";

/// `cargo xtask bench capture` with its arguments; the component must be built.
pub fn command(workspace: &Workspace, arguments: &[&str]) -> anyhow::Result<()> {
    let [transcripts] = arguments else { bail!("usage: cargo xtask bench capture FOLDER") };
    let transcripts = Path::new(transcripts).canonicalize().with_context(|| format!("cannot open {transcripts}"))?;
    let mut cargo = process::cargo(workspace.root());
    process::run(cargo.args(["build", "-p", "scrubjay-cli", "--bin", "scrubjay"]))?;
    let program = workspace.target_dir().join("debug").join(format!("scrubjay{}", std::env::consts::EXE_SUFFIX));
    let folder = workspace.root().join("target/bench-capture");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut text = String::from("| what | figure | goal |\n|---|---|---|\n");
    let user = User::new(&folder.join("all"), &program)?;
    let sessions = sessions(&transcripts)?;
    measure_capture(&user, &transcripts, &mut text)?;
    measure_deliveries(&user, workspace, &mut text)?;
    measure_hooks(&user, &sessions, &mut text)?;
    let _ = writeln!(text, "\n{}.", table::describe_machine());
    println!("\n{text}");
    fs::remove_dir_all(&folder)?;
    table::write(workspace, ("docs/delivery.md", "capture"), "cargo xtask bench capture FOLDER", &text)
}

/// A user with a project and an empty memory.
struct User {
    home: PathBuf,
    project: PathBuf,
    program: PathBuf,
}

impl User {
    fn new(home: &Path, program: &Path) -> anyhow::Result<User> {
        let project = home.join("project");
        fs::create_dir_all(&project)?;
        process::run(process::command("git", &project).args(["init", "-q"]))?;
        Ok(User { home: home.to_owned(), project, program: program.to_owned() })
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = process::command(&self.program, &self.project);
        command.env("HOME", &self.home).env("SCRUBJAY_HOME", self.home.join("data")).args(words);
        command
    }

    fn ask(&self, words: &[&str]) -> anyhow::Result<Value> {
        let output = self.command(words).arg("--json").output()?;
        Ok(serde_json::from_slice(&output.stdout)?)
    }

    /// Calls a hook; returns its duration and what the agent is told.
    fn hook(&self, event: &str, input: &Value) -> anyhow::Result<(Duration, String)> {
        let file = self.home.join("given.json");
        let mut input = input.clone();
        input["hook_event_name"] = event.into();
        input["cwd"] = self.project.to_string_lossy().into();
        fs::write(&file, input.to_string())?;
        let began = Instant::now();
        let output = self.command(&["hook", event]).stdin(Stdio::from(File::open(&file)?)).output()?;
        let took = began.elapsed();
        if !output.status.success() || !output.stderr.is_empty() {
            bail!("{event}: {}", String::from_utf8_lossy(&output.stderr));
        }
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let context = answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default();
        Ok((took, context.to_owned()))
    }
}

fn measure_capture(user: &User, transcripts: &Path, text: &mut String) -> anyhow::Result<()> {
    let dry_counts = user.ask(&["capture", &transcripts.to_string_lossy(), "--dry-run"])?;
    let (n_bytes, n_events) = (number(&dry_counts, "n_bytes"), number(&dry_counts, "n_added"));
    let resources = child::run(&mut user.command(&["capture", &transcripts.to_string_lossy(), "--quiet"]))?;
    let seconds = resources.wall.as_secs_f64();
    let stored = number(&user.ask(&["memory", "status"])?, "n_bytes");
    let mb = |bytes: f64| bytes / 1e6;
    let mut row = |what: &str, figure: String, goal: &str| _ = writeln!(text, "| {what} | {figure} | {goal} |");
    row("transcripts, events", format!("{:.0} MB, {n_events:.0}", mb(n_bytes)), "");
    row(
        "capture, whole process",
        format!("{:.1} s: {:.0} MB/s, {:.0} events/s", seconds, mb(n_bytes) / seconds, n_events / seconds),
        "50 MB/s, 8,000 events/s",
    );
    row("memory", format!("{:.0} MB", mb(resources.peak as f64)), "200 MB");
    row("store against transcripts", format!("{:.2}x", stored / n_bytes), "0.5x");
    Ok(())
}

fn measure_hooks(user: &User, sessions: &[Session], text: &mut String) -> anyhow::Result<()> {
    let lines = (0..N_RECORDS).map(|n| {
        let (file, session) = (n % N_FILES, n / 100);
        let line = match n % 4 {
            0 => json!({ "kind": "file_touch", "path": format!("src/part{}/file{file}.go", file % 40), "operation": "edit" }),
            1 => json!({ "kind": "tool_call", "tool": "Bash", "parameters": { "command": format!("go test ./part{}", file % 40) }, "success": n % 8 != 1, "error": if n % 8 == 1 { format!("part{}/file{file}.go: undefined: name{}", file % 40, n % 700) } else { String::new() } }),
            2 => json!({ "kind": "turn", "conversation": format!("made{session}"), "role": "assistant", "text": format!("The handler of part {} returned name{} twice, so that file{file} was written again.", file % 40, n % 700) }),
            _ => json!({ "kind": "turn", "conversation": format!("made{session}"), "role": "user", "text": format!("Mend what part {} does with name{}", file % 40, n % 700) }),
        };
        let mut line = line;
        line["session"] = format!("made{session}").into();
        format!("{line}\n")
    });
    let file = user.home.join("made.jsonl");
    fs::write(&file, lines.collect::<String>())?;
    child::run(&mut user.command(&["record", &file.to_string_lossy()]))?;
    child::run(&mut user.command(&["memory", "upkeep"]))?;
    let edited = user.project.join("src/part7/file7.go");
    let session = sessions.first().context("there is no session")?;
    // Paths of the recorded project become paths of this one.
    let transcript = fs::read_to_string(&session.path)?.replace(&session.folder, &user.project.to_string_lossy());
    let kinds: [(&str, &str, Value, &str); 4] = [
        (
            "before an edit",
            "PreToolUse",
            json!({ "tool_name": "Edit", "tool_input": { "file_path": edited } }),
            "30, 80 ms",
        ),
        (
            "after a failure",
            "PostToolUseFailure",
            json!({ "tool_name": "Bash", "tool_input": { "command": "go test ./part7" }, "error": "part7/file7.go: undefined: name7" }),
            "30, 80 ms",
        ),
        (
            "at a prompt",
            "UserPromptSubmit",
            json!({ "prompt": "why does the handler of part 7 write the file again for name7?" }),
            "70, 150 ms",
        ),
        ("at the start", "SessionStart", json!({ "source": "startup" }), "150, 300 ms"),
    ];
    let mut row = |what: &str, figure: String, goal: &str| _ = writeln!(text, "| {what} | {figure} | {goal} |");
    for (what, event, hook_input, goal) in kinds {
        let mut durations = Vec::new();
        for n in 0..N_HOOKS {
            // Each session has its own transcript, which grows by a line at each call.
            let transcript_path = user.home.join(format!("{event}.jsonl"));
            let mut transcript_file = OpenOptions::new().create(true).append(true).open(&transcript_path)?;
            transcript_file.write_all(transcript.lines().nth(n).unwrap_or("{}").as_bytes())?;
            transcript_file.write_all(b"\n")?;
            let mut input = hook_input.clone();
            input["session_id"] = format!("{event}{n}").into();
            input["tool_use_id"] = format!("{event}{n}").into();
            input["transcript_path"] = transcript_path.to_string_lossy().into();
            durations.push(user.hook(event, &input)?.0);
        }
        durations.sort_unstable();
        let milliseconds_at =
            |part: f64| durations[((durations.len() - 1) as f64 * part).round() as usize].as_secs_f64() * 1e3;
        row(
            &format!("hook {what}, whole process: p50, p99 of {N_HOOKS}"),
            format!("{:.0}, {:.0} ms", milliseconds_at(0.5), milliseconds_at(0.99)),
            goal,
        );
    }
    Ok(())
}

/// What the newest sessions would have been told, and used; and what is told at prompts to which nothing fits.
fn measure_deliveries(user: &User, workspace: &Workspace, text: &mut String) -> anyhow::Result<()> {
    let began = Instant::now();
    let report = user.ask(&["backtest", "--sessions", &N_REPLAYED.to_string()])?;
    let took = began.elapsed().as_secs_f64();
    let mut row = |what: &str, figure: String, goal: &str| _ = writeln!(text, "| {what} | {figure} | {goal} |");
    row(
        &format!("backtest of the newest {} sessions, {} records", report["n_sessions"], report["n_events"]),
        format!("{took:.1} s"),
        "60 s for 50",
    );
    for counts in report["moments"].as_array().into_iter().flatten() {
        let n = |name: &str| counts[name].as_u64().unwrap_or_default();
        let moment = counts["moment"].as_str().unwrap_or_default().replace('_', " ");
        row(&format!("{moment}: told, of {} moments", n("n_moments")), share(n("n_told"), n("n_moments")), "");
        row(
            &format!("{moment}: used, of {} pieces; error repeated", n("n_pieces")),
            format!("{}; {}", share(n("n_used"), n("n_pieces")), n("n_repeated")),
            "",
        );
    }
    let prompts = fs::read_to_string(workspace.root().join(PROMPTS))?;
    let prompts: Vec<&str> = prompts.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let mut n_fired = 0;
    for (n, prompt) in prompts.iter().enumerate() {
        let input = json!({ "session_id": format!("probe{n}"), "prompt": prompt });
        n_fired += u64::from(!user.hook("UserPromptSubmit", &input)?.1.is_empty());
    }
    row("told at prompts of chatter or without an answer", format!("{n_fired} of {}", prompts.len()), "4 of 40");
    Ok(())
}

/// A recorded session.
struct Session {
    path: PathBuf,
    /// The folder in which the session began.
    folder: String,
}

/// The recorded sessions, ordered by their beginnings.
fn sessions(transcripts: &Path) -> anyhow::Result<Vec<Session>> {
    let mut sessions = Vec::new();
    for entry in fs::read_dir(transcripts)? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?;
        let member = |name: &str| {
            let entries = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
            entries.take(50).find_map(|line| Some(line[name].as_str()?.to_owned()))
        };
        if let (Some(time), Some(folder)) = (member("timestamp"), member("cwd")) {
            sessions.push((time, Session { path, folder }));
        }
    }
    sessions.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(sessions.into_iter().map(|(_, session)| session).collect())
}

/// A share as text, with its 95 % interval (Wilson, 1927).
fn share(n: u64, n_all: u64) -> String {
    if n_all == 0 {
        return "none".to_owned();
    }
    let (n, total, z) = (n as f64, n_all as f64, 1.96_f64);
    let (part, square) = (n / total, z * z);
    let middle = (part + square / (2.0 * total)) / (1.0 + square / total);
    let half_width = z / (1.0 + square / total) * (part * (1.0 - part) / total + square / (4.0 * total * total)).sqrt();
    format!(
        "{n:.0} of {n_all}: {:.0} % [{:.0}, {:.0}]",
        100.0 * part,
        100.0 * (middle - half_width).max(0.0),
        100.0 * (middle + half_width)
    )
}

fn number(answer: &Value, name: &str) -> f64 {
    answer[name].as_f64().unwrap_or_default()
}
