//! `cargo xtask bench mcp [--source DIR]`: an agent's wait for `scrubjay mcp`: from the start to the first answer, for
//! a later question, and for a question after an edit.
//!
//! The client is a few lines over pipes, so that no other work is measured. The project is indexed first. Wall-clock
//! time is measured, since the client does nothing else.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use super::figures::milliseconds;
use super::{Programs, source, table};
use crate::process;
use crate::workspace::Workspace;

/// The number of starts of the server.
const N_STARTS: usize = 21;
/// The number of questions to one server.
const N_QUESTIONS: usize = 101;
/// The number of edits, each followed by a question whose answer must include the edit.
const N_EDITS: usize = 21;
const PROTOCOL: &str = "2025-11-25";

/// A minimal client, with the server that it started.
struct Client {
    server: Child,
    input: ChildStdin,
    lines: BufReader<ChildStdout>,
    n_sent: u64,
}

/// Measures, and writes the table into `docs/costs.md`.
pub fn command(workspace: &Workspace, programs: &Programs, source_folder: Option<&Path>) -> anyhow::Result<()> {
    let project = source::prepare(workspace, source_folder)?;
    std::fs::write(project.join("zq_asked.py"), source_with_callers(0)).context("cannot write into the copy")?;
    process::run(process::command(&programs.scrubjay, &project).args(["index", "."]))?;

    let mut starts = Vec::new();
    for _ in 0..N_STARTS {
        let began = Instant::now();
        let mut client = Client::start(&programs.scrubjay, &project)?;
        client.callers()?;
        starts.push(began.elapsed());
    }
    let mut client = Client::start(&programs.scrubjay, &project)?;
    let (mut questions, mut edits) = (Vec::new(), Vec::new());
    client.callers()?;
    for _ in 0..N_QUESTIONS {
        let began = Instant::now();
        client.callers()?;
        questions.push(began.elapsed());
    }
    for n in 1..=N_EDITS {
        std::fs::write(project.join("zq_asked.py"), source_with_callers(n)).context("cannot write into the copy")?;
        let began = Instant::now();
        let answer = client.callers()?;
        edits.push(began.elapsed());
        ensure!(
            answer.contains(&format!("caller_{}", n - 1)),
            "the answer after an edit does not know of it: {answer}"
        );
    }
    let rows = rows(&[
        ("start to first answer", starts, "60 ms"),
        ("a question after that", questions, "30 ms"),
        ("a question after an edit", edits, "100 ms"),
    ]);
    let n_files =
        process::output(process::command("git", &project).args(["ls-files", "--others", "--exclude=.scrubjay"]))
            .map_or(0, |files| files.lines().count());
    let rows = format!("{rows}\nOver {n_files} files on {}.\n", table::describe_machine());
    println!("\n{rows}");
    table::write(workspace, ("docs/costs.md", "mcp"), "cargo xtask bench mcp", &rows)
}

/// A file with `n` functions that call the function in the question.
fn source_with_callers(n: usize) -> String {
    let mut text = String::from("def zq_asked():\n    return 1\n");
    for at in 0..n {
        _ = write!(text, "\n\ndef caller_{at}():\n    return zq_asked()\n");
    }
    text
}

fn rows(measured: &[(&str, Vec<Duration>, &str)]) -> String {
    let mut rows = String::from("| what | median | worst | goal |\n|---|---|---|---|\n");
    for (what, times, goal) in measured {
        let mut times = times.clone();
        times.sort_unstable();
        let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
        _ = writeln!(rows, "| {what} | {:.1} ms | {:.1} ms | {goal} |", milliseconds(median), milliseconds(worst));
    }
    rows
}

impl Client {
    fn start(program: &Path, project: &Path) -> anyhow::Result<Client> {
        let mut command = process::command(program, project);
        command.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.spawn().context("the server does not start")?;
        let (input, output) = (server.stdin.take(), server.stdout.take());
        let lines = BufReader::new(output.context("the server has no output")?);
        let mut client = Client { server, input: input.context("the server has no input")?, lines, n_sent: 0 };
        let info = json!({ "name": "bench", "version": "1" });
        client.ask("initialize", json!({ "protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": info }))?;
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        Ok(client)
    }

    /// Asks for the callers of `zq_asked`, the function in the edited file.
    fn callers(&mut self) -> anyhow::Result<String> {
        let arguments = json!({ "name": "callers", "arguments": { "name": "zq_asked" } });
        let answer = self.ask("tools/call", arguments)?;
        ensure!(answer["result"]["isError"] == json!(false), "the server refuses a question: {answer}");
        Ok(answer["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned())
    }

    fn ask(&mut self, method: &str, params: Value) -> anyhow::Result<Value> {
        self.n_sent += 1;
        let id = self.n_sent;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        loop {
            let mut line = String::new();
            ensure!(self.lines.read_line(&mut line)? > 0, "the server ended");
            let message: Value = serde_json::from_str(&line).context("the server wrote no message")?;
            if message["id"] == json!(id) {
                return Ok(message);
            }
        }
    }

    fn send(&mut self, message: &Value) -> anyhow::Result<()> {
        writeln!(self.input, "{message}")?;
        Ok(self.input.flush()?)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
