//! `cargo xtask bench languages`: a first index of a sample of each language, beside a bare parallel parse of the same files.
//!
//! Samples come from the registries of their languages, and are kept below `target/bench/languages`. Rust's sample is a part of
//! the compiler for WebAssembly on which these commands depend.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::figures::{milliseconds, parse_lines};
use super::{Programs, child, fetch, source, table};
use crate::packages::Packages;
use crate::process;
use crate::workspace::Workspace;

/// Fetches a sample, which it may store in a folder; returns the sample's folder.
type Fetch = fn(&Workspace, &Path) -> anyhow::Result<PathBuf>;

/// The language, the name and the fetch function of each sample.
const SAMPLES: [(&str, &str, Fetch); 5] = [
    ("Go", "golang.org/x/tools, Debian's package", |_, area| fetch::debian(area, "golang-golang-x-tools-dev")),
    ("JavaScript", "three 0.170.0", |_, area| fetch::npm(area, "three@0.170.0")),
    ("Python", "Django 5.2.1", |workspace, _| source::downloaded_sources(workspace)),
    ("Rust", "cranelift-codegen", |workspace, _| {
        Packages::of(&workspace.root().join("xtask"))?.folder("cranelift-codegen")
    }),
    ("TypeScript", "rxjs 7.8.1", |_, area| fetch::npm(area, "rxjs@7.8.1")),
];

/// Measures every sample, and writes the table into `docs/costs.md`.
pub fn command(workspace: &Workspace, programs: &Programs) -> anyhow::Result<()> {
    let area = workspace.root().join("target/bench/languages");
    std::fs::create_dir_all(&area).with_context(|| format!("cannot make {}", area.display()))?;
    let mut rows = String::from(
        "| language | sample | files, MB | first index, CPU against a bare parse | goal |\n|---|---|---|---|---|\n",
    );
    for (language, name, fetch) in SAMPLES {
        println!("measuring: {name}");
        let project = source::prepare(workspace, Some(&fetch(workspace, &area)?))?;
        let (size, ratio) = measure(programs, &project)?;
        _ = writeln!(rows, "| {language} | {name} | {size} | {ratio} | 2x |");
    }
    println!("\n{rows}");
    table::write(workspace, ("docs/costs.md", "languages"), "cargo xtask bench languages", &(rows + "\n"))
}

fn measure(programs: &Programs, project: &Path) -> anyhow::Result<(String, String)> {
    let parse_command = || {
        let mut command = process::command(&programs.measure, project);
        command.arg("parse").arg(project);
        command
    };
    let measured: BTreeMap<String, String> = parse_lines(&process::output(&mut parse_command())?).collect();
    let number = |name: &str| measured.get(name).and_then(|value| value.parse().ok()).unwrap_or(f64::NAN);
    let store = project.join(".scrubjay");
    let clear =
        || if store.exists() { std::fs::remove_dir_all(&store).context("cannot clear the store") } else { Ok(()) };
    let index_command = || {
        let mut command = process::command(&programs.scrubjay, project);
        command.args(["index", "."]);
        command
    };
    let (parse, index) = child::median_of_pairs(parse_command, clear, index_command)?;
    let (index, parse) = (milliseconds(index.cpu), milliseconds(parse.cpu));
    let size = format!("{}, {:.1}", number("files"), number("bytes") / 1e6);
    Ok((size, format!("{:.2}x ({index:.0} ms against {parse:.0} ms)", index / parse)))
}
