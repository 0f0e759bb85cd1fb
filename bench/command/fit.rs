//! `cargo xtask bench fit`: the cost of a window's `fit` on each host, with two new messages in a long conversation.
//!
//! JavaScript and Python measure themselves by a script in `bench/hosts`, with the package as users install it, and
//! Rust by a program (`bench/fit/main.rs`).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Context as _;

use super::figures::parse_lines;
use super::{hosts_folder, table};
use crate::workspace::Workspace;
use crate::{component, npm, process, python};

/// The lengths of conversations, as the scripts name them.
const SIZES: [&str; 2] = ["1000", "10000"];
/// The kinds of windows, as the scripts name them. Rust has no `immutable`: its messages are one text.
const WINDOWS: [&str; 4] = ["room", "pruned", "room_immutable", "pruned_immutable"];

/// Measures all, and writes the table into `docs/costs.md`.
pub fn command(workspace: &Workspace) -> anyhow::Result<()> {
    component::command(workspace)?;
    npm::prepare(workspace)?;
    python::check_wheel(workspace)?;
    let folder = hosts_folder(workspace)?;
    let mut python = process::command("python3", &folder);
    python.arg("fit.py").env("PATH", python::search_path(workspace)?);
    let javascript = process::output(process::command("node", &folder).arg("fit.mjs"))?;
    let mut cargo = process::cargo(workspace.root());
    cargo.args(["run", "--release", "--quiet", "-p", "bench", "--bin", "fit"]);
    let rust = process::output(&mut cargo)?;
    let python = process::output(&mut python)?;
    let rows = [("Rust", rust, ["", ""]), ("Node", javascript, ["", ""]), ("Python", python, ["10 ms", "60 ms"])];
    let mut text = String::from(
        "| host | messages | room for all | most was pruned | `immutable`, room for all | `immutable`, most was pruned | goal |\n|---|---|---|---|---|---|---|\n",
    );
    for (host, output, goals) in &rows {
        let figures: BTreeMap<String, String> = parse_lines(output).collect();
        for (size, goal) in SIZES.iter().zip(goals) {
            _ = write!(text, "| {host} | {size} |");
            for window in WINDOWS {
                let times = figures.get(&format!("{window}_{size}"));
                if times.is_none() && *host == "Rust" && window.ends_with("immutable") {
                    text.push_str("  |");
                    continue;
                }
                let times = times.and_then(|times| times.split_once(' '));
                let (median, least) = times.with_context(|| format!("{host} did not say {window}_{size}"))?;
                _ = write!(text, " {median} ms ({least}) |");
            }
            _ = writeln!(text, " {goal} |");
        }
    }
    _ = writeln!(text, "\nThe median of 7 steps, and the least, {}.", table::describe_machine());
    println!("{text}");
    table::write(workspace, ("docs/costs.md", "fit"), "cargo xtask bench fit", &text)
}
