//! `cargo xtask bench episodes [N]`: the costs of recording an agent's work and of asking about it, beside SQLite and
//! DuckDB.
//!
//! `bench/episodes/main.rs` makes a million tool calls and a million touches of files (or N of each) from a seed. The
//! native host, as released, records them in groups of 64, and is asked about them. Both databases have the same events
//! in three tables (touches, calls, steps) of plain columns. SQLite has an index for each question; DuckDB has none, as
//! it scans columns. The SQL is in `bench/hosts/peers.py`.
//!
//! The questions are file-history, co-edits of all files and of one, last-touches of a recent part of a path, of a rare
//! one and of one that no path has, tool-stats of seven days, and tasks. Both databases compute pairs when they are
//! asked: two files that were edited for the same task, for at least three tasks. Each question is asked on an open,
//! warm connection, and the median counts. The command fails if an answer differs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use super::figures::milliseconds;
use super::{child, table};
use crate::process;
use crate::python::environment::Environment;
use crate::workspace::Workspace;

/// The number of tool calls, and of touches of files.
const N_EACH: u32 = 1_000_000;
/// The number of tool calls, and of touches, in the store that a new process opens to answer one question.
const N_SMALL: u32 = 45_000;
/// The number of tool calls, and of touches, that the core alone adds to rows in memory.
const N_CORE: u32 = 30_000;
const QUESTIONS: [(&str, &str); 8] = [
    ("file_history", "file-history of the file that is touched most"),
    ("co_edits", "co-edits of all files"),
    ("co_edits_of", "co-edits of one file"),
    ("last_recent", "last-touches of a part of a path that is recent"),
    ("last_rare", "the same of one that is rare"),
    ("last_none", "the same of one that no path has"),
    ("tool_stats", "tool-stats of 7 days"),
    ("tasks", "tasks"),
];

/// `cargo xtask bench episodes` with its arguments; the component must be built.
pub fn command(workspace: &Workspace, arguments: &[&str]) -> anyhow::Result<()> {
    let n = match arguments {
        [] => N_EACH,
        [n] => n.parse().context("usage: cargo xtask bench episodes [N]")?,
        _ => anyhow::bail!("usage: cargo xtask bench episodes [N]"),
    };
    let mut cargo = process::cargo(workspace.root());
    cargo.args(["build", "--release", "-p", "scrubjay-cli", "-p", "bench", "--bin", "scrubjay", "--bin", "episodes"]);
    process::run(&mut cargo).context("the programs to measure could not be built")?;
    let folder = workspace.root().join("target/bench-episodes");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    let figures = measure(workspace, &folder, n)?;
    let text = rows(&figures, n);
    std::fs::remove_dir_all(&folder)?;
    println!("\n{text}");
    let name = if n == N_EACH { String::new() } else { format!(" {n}") };
    table::write(workspace, ("docs/costs.md", "episodes"), &format!("cargo xtask bench episodes{name}"), &text)
}

/// Measured figures by name.
type Figures = BTreeMap<String, f64>;

fn measure(workspace: &Workspace, folder: &Path, n: u32) -> anyhow::Result<Figures> {
    let release = workspace.target_dir().join("release");
    let program = |name: &str| release.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let episodes = |words: &[&str]| {
        let mut command = process::command(program("episodes"), folder);
        command.args(words);
        command
    };
    let scrubjay = |words: &[&str]| {
        let mut command = process::command(program("scrubjay"), folder);
        command.args(words);
        command
    };
    let (n, mut figures) = (n.to_string(), Figures::new());
    println!("measuring: {n} tool calls and as many touches, in groups of 64");
    figures.extend(numbers(&process::output(&mut episodes(&["fill", "all.redb", &n]))?));
    figures.extend(numbers(&process::output(&mut episodes(&["core", &N_CORE.to_string()]))?));
    println!("measuring: the export");
    process::run(&mut scrubjay(&["memory", "export", "all.jsonl", "--memory", "all.redb"]))?;
    figures.insert("store_bytes".to_owned(), disk_bytes(&folder.join("all.redb"))?);
    figures.insert("export_bytes".to_owned(), std::fs::metadata(folder.join("all.jsonl"))?.len() as f64);
    std::fs::remove_file(folder.join("all.jsonl"))?;
    println!("measuring: a whole process");
    process::run(&mut episodes(&["fill", "small.redb", &N_SMALL.to_string()]))?;
    // No question about tools: it is about the last days, and these events are older.
    let whole_process = || scrubjay(&["work", "tasks", "--memory", "small.redb"]);
    figures.insert("whole_ms".to_owned(), milliseconds(child::median_of_runs(15, || Ok(()), whole_process)?.wall));
    println!("measuring: the questions, beside SQLite and DuckDB");
    process::run(&mut episodes(&["lines", "lines.jsonl", &n]))?;
    let answers = process::output(&mut episodes(&["ask", "all.redb", &n]))?;
    std::fs::write(folder.join("answers.jsonl"), answers)?;
    let script = workspace.root().join("bench/hosts/peers.py");
    let mut peers = peers(workspace)?;
    peers.current_dir(folder).arg(script).args(["lines.jsonl", "answers.jsonl", "."]);
    figures.extend(numbers(&process::output(&mut peers)?));
    Ok(figures)
}

/// A command of Python with DuckDB; SQLite is a part of Python.
fn peers(workspace: &Workspace) -> anyhow::Result<Command> {
    let environment = Environment::clean(workspace, "peers")?;
    let mut pip = environment.python(workspace.root());
    process::run(pip.args(["-m", "pip", "install", "--quiet", "duckdb==1.4.5"]))?;
    Ok(environment.python(workspace.root()))
}

fn numbers(output: &str) -> impl Iterator<Item = (String, f64)> + '_ {
    output
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?)))
}

/// The bytes of disk that a file occupies, which may be fewer than its length.
fn disk_bytes(path: &PathBuf) -> anyhow::Result<f64> {
    let metadata = std::fs::metadata(path)?;
    #[cfg(unix)]
    return Ok(std::os::unix::fs::MetadataExt::blocks(&metadata) as f64 * 512.0);
    #[cfg(not(unix))]
    Ok(metadata.len() as f64)
}

fn rows(figures: &Figures, n: u32) -> String {
    let figure = |name: &str| figures.get(name).copied().unwrap_or(f64::NAN);
    let mut text = String::from("| question | Scrubjay | SQLite | DuckDB | goal |\n|---|---|---|---|---|\n");
    for (name, what) in QUESTIONS {
        let our_time = figure(&format!("scrubjay_{name}_us"));
        let peer_time = |peer: &str| {
            let time = figure(&format!("{peer}_{name}_us"));
            format!("{} ({:.2}x)", duration_text(time), time / our_time)
        };
        _ = writeln!(
            text,
            "| {what} | {} | {} | {} | 1 ms, and least |",
            duration_text(our_time),
            peer_time("sqlite"),
            peer_time("duckdb")
        );
    }
    text.push_str("\n| what | measured | goal |\n|---|---|---|\n");
    let events = [
        ("one event in groups of 64: CPU", format!("{:.0} µs", figure("cpu_us")), "15 µs"),
        ("the same, durable, as it is waited for", format!("{:.0} µs", figure("wait_us")), "150 µs"),
        (
            "of this the core alone, native, its rows in a map; its calls for a group",
            format!("{:.0} µs; {:.1}", figure("core_add_us"), figure("core_rounds")),
            "",
        ),
        (
            "rows and bytes of rows for an event, before compression",
            format!("{:.1}, {:.0}", figure("core_rows"), figure("core_row_bytes")),
            "",
        ),
        ("`scrubjay work tasks` of 100,000 events, a whole process", format!("{:.0} ms", figure("whole_ms")), "60 ms"),
        (
            "the store against its export",
            format!("{:.2}x ({:.0} MB)", figure("store_bytes") / figure("export_bytes"), figure("store_bytes") / 1e6),
            "1.2x",
        ),
        (
            "SQLite, DuckDB against the export",
            format!(
                "{:.2}x, {:.2}x",
                figure("sqlite_bytes") / figure("export_bytes"),
                figure("duckdb_bytes") / figure("export_bytes")
            ),
            "",
        ),
    ];
    for (what, value, goal) in events {
        _ = writeln!(text, "| {what} | {value} | {goal} |");
    }
    _ = writeln!(
        text,
        "\nOver {n} tool calls, {n} touches of files and 10000 steps of tasks, on {}.",
        table::describe_machine()
    );
    text
}

fn duration_text(microseconds: f64) -> String {
    if microseconds < 1_000.0 { format!("{microseconds:.0} µs") } else { format!("{:.1} ms", microseconds / 1e3) }
}
