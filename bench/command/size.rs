//! `cargo xtask bench size [N]`: the disk space of a memory with N ordinary events, beside the same events as JSON
//! lines.
//!
//! `bench/episodes/size.rs` generates the events from a seed, and describes them. The native host, as released,
//! records them from lines, a thousand at once, and does upkeep afterwards. The greatest size at any time counts,
//! including drafts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Context;

use super::table;
use crate::process;
use crate::workspace::Workspace;

/// The default number of events.
const N_EVENTS: u32 = 100_000;
/// The figures in the table: name, description and goal.
const FIGURES: [(&str, &str, &str); 4] = [
    ("highest", "disk against JSON lines, at any time while they are recorded", "2.5x"),
    ("recorded", "the same once they are recorded", ""),
    ("after_upkeep", "the same after upkeep", "1.6x"),
    ("events_per_second", "events recorded a second", "12,000"),
];

/// `cargo xtask bench size` with its arguments; the component must be built.
pub fn command(workspace: &Workspace, arguments: &[&str]) -> anyhow::Result<()> {
    let n = match arguments {
        [] => N_EVENTS,
        [n] => n.parse().context("usage: cargo xtask bench size [N]")?,
        _ => anyhow::bail!("usage: cargo xtask bench size [N]"),
    };
    let mut cargo = process::cargo(workspace.root());
    cargo.args(["build", "--release", "-p", "bench", "--bin", "episodes"]);
    process::run(&mut cargo).context("the program to measure could not be built")?;
    let folder = workspace.root().join("target/bench-size");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    let program = workspace.target_dir().join("release/episodes").with_extension(std::env::consts::EXE_EXTENSION);
    let mut command = process::command(program, workspace.root());
    let output = process::output(command.arg("size").arg(&folder).arg(n.to_string()))?;
    std::fs::remove_dir_all(&folder)?;
    println!("{output}");
    let figures: BTreeMap<&str, &str> = output.lines().filter_map(|line| line.split_once(' ')).collect();
    let mut text = String::from("| what | measured | goal |\n|---|---|---|\n");
    for (name, what, goal) in FIGURES {
        let value = figures.get(name).with_context(|| format!("{name} was not measured"))?;
        let unit = if name == "events_per_second" { "" } else { "x" };
        let _ = writeln!(text, "| {what} | {value}{unit} | {goal} |");
    }
    let _ = writeln!(text, "\n{n} events. On {}.", table::describe_machine());
    let name = if n == N_EVENTS { String::new() } else { format!(" {n}") };
    table::write(workspace, ("docs/costs.md", "size"), &format!("cargo xtask bench size{name}"), &text)
}
