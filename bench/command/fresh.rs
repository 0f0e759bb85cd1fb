//! `cargo xtask bench fresh`: the time of the first question after an edit, in folders of 3,000 and of 100,000 files.
//!
//! The folders are generated below `target/bench/fresh`: packages of modules that import and call each other. Each
//! figure is the median of several edits. Each edit adds a function for which the question asks, so that a stale answer
//! fails the run.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use super::figures::milliseconds;
use super::{Programs, table};
use crate::process;
use crate::workspace::Workspace;

/// The numbers of files, each with the goal for the time of the whole question.
const FOLDERS: [(usize, &str); 2] = [(3_000, "100 ms"), (100_000, "1,000 ms")];
/// The number of modules in a package.
const PACKAGE_SIZE: usize = 50;
/// The number of edits for each figure.
const N_EDITS: usize = 5;

/// `cargo xtask bench fresh`; `sizes` replaces the sizes of folders.
pub fn command(workspace: &Workspace, programs: &Programs, sizes: &[&str]) -> anyhow::Result<()> {
    let mut rows = String::from(
        "| files | a question that finds nothing changed, a process | the next question after an edit: a process | in a running process | of this the edit is taken in | goal |\n|---|---|---|---|---|---|\n",
    );
    let given_sizes: Vec<usize> =
        sizes.iter().map(|size| size.parse()).collect::<Result<_, _>>().context("a number of files")?;
    let folders: Vec<(usize, &str)> = if given_sizes.is_empty() {
        FOLDERS.to_vec()
    } else {
        given_sizes.into_iter().map(|n_files| (n_files, "")).collect()
    };
    for (n_files, goal) in folders {
        let folder = workspace.root().join(format!("target/bench/fresh/{n_files}"));
        generate(&folder, n_files)?;
        println!("indexing {n_files} files");
        process::run(process::command(&programs.scrubjay, &folder).args(["index", "."]))?;
        let row = measure(programs, &folder, n_files)?;
        _ = writeln!(rows, "{row} {goal} |");
    }
    println!("\n{rows}");
    if !sizes.is_empty() {
        return Ok(());
    }
    let machine = table::describe_machine();
    let rows = format!("{rows}\nMedians of {N_EDITS} edits on {machine}.\n");
    table::write(workspace, ("docs/costs.md", "fresh"), "cargo xtask bench fresh", &rows)
}

fn measure(programs: &Programs, folder: &Path, n_files: usize) -> anyhow::Result<String> {
    let ask = |name: &str| -> anyhow::Result<Duration> {
        let began = Instant::now();
        let answer =
            process::output(process::command(&programs.scrubjay, folder).args(["find", name, "--limit", "1"]))?;
        let took = began.elapsed();
        ensure!(answer.contains(name), "the question for {name} answers {answer:?}");
        Ok(took)
    };
    let mut unchanged = Vec::new();
    let mut edited = Vec::new();
    for edit in 0..N_EDITS {
        unchanged.push(ask("part_0")?);
        let name = add_function(&module(folder, n_files / 2), edit)?;
        edited.push(ask(&name)?);
    }
    let output = process::output(
        process::command(&programs.measure, folder).args(["fresh"]).arg(folder).arg(module(folder, 1)),
    )?;
    let figure = |name: &str| -> anyhow::Result<f64> {
        let line = output
            .lines()
            .find_map(|line| line.strip_prefix(name))
            .with_context(|| format!("no {name} in {output}"))?;
        Ok(line.trim().parse()?)
    };
    let (running, taken_in) = (figure("fresh_ms ")?, figure("freshen_ms ")?);
    let middle = |mut times: Vec<Duration>| {
        times.sort_unstable();
        milliseconds(times[times.len() / 2])
    };
    Ok(format!(
        "| {n_files} | {:.0} ms | {:.0} ms | {running:.0} ms | {taken_in:.0} ms |",
        middle(unchanged),
        middle(edited)
    ))
}

/// Generates files with a few functions each, the first of which calls one in the previous file.
fn generate(folder: &Path, n_files: usize) -> anyhow::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    for number in 0..n_files {
        let path = module(folder, number);
        if number % PACKAGE_SIZE == 0 {
            fs::create_dir_all(path.parent().context("a module has a folder")?)?;
        }
        fs::write(&path, text(number)).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn module(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("package_{}/module_{number}.py", number / PACKAGE_SIZE))
}

fn text(number: usize) -> String {
    let previous = number.saturating_sub(1);
    let package = previous / PACKAGE_SIZE;
    let mut text = format!(
        "from package_{package}.module_{previous} import part_{previous}\n\n\ndef part_{number}(book):\n    return part_{previous}(book)\n"
    );
    for place in 0..6 {
        _ = write!(
            text,
            "\n\ndef shelf_{number}_{place}(book):\n    \"\"\"Where book {place} stands.\"\"\"\n    return part_{number}(book) + {place}\n"
        );
    }
    text
}

fn add_function(path: &Path, edit: usize) -> anyhow::Result<String> {
    let mut text = fs::read_to_string(path)?;
    // No two runs of this command make the same name.
    let name = format!("edited_{edit}_{}", text.len());
    _ = write!(text, "\n\ndef {name}(book):\n    return book\n");
    fs::write(path, text)?;
    Ok(name)
}
