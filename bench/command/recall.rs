//! `cargo xtask bench recall [--locomo FILE] [--sessions FILE] [--later FILE] [--traces FILE]`: how well questions find records,
//! beside the newest first, plain BM25 and SQLite's full-text search in the same run.
//!
//! Without files only the notes are asked about. FILE is a file of sets (LoCoMo's conversations, or the output of
//! `bench/measure/recall/transcripts.py` for recorded sessions), or recorded sessions as for `bench session`. With both
//! conversations and later sessions, the questions of each are asked of the other, too. Only totals are written to
//! `docs/recall.md`, no texts.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::table;
use crate::process;
use crate::workspace::Workspace;

const USAGE: &str = "usage: cargo xtask bench recall [--locomo FILE] [--sessions FILE] [--later FILE] [--traces FILE]";

/// `cargo xtask bench recall` with its arguments.
pub fn command(workspace: &Workspace, arguments: &[&str]) -> anyhow::Result<()> {
    let mut wanted_sets = vec![("notes", "")];
    for option in arguments.chunks(2) {
        match *option {
            ["--locomo", file] => wanted_sets.push(("locomo", file)),
            ["--sessions", file] => wanted_sets.push(("sessions", file)),
            ["--later", file] => wanted_sets.push(("later", file)),
            ["--traces", file] => wanted_sets.push(("tasks", file)),
            _ => bail!("{USAGE}"),
        }
    }
    let mut build = process::cargo(workspace.root());
    process::run(build.args(["build", "--release", "--quiet", "-p", "bench", "--bin", "measure"]))?;
    let bench = Bench::new(workspace)?;
    let file_of = |kind| wanted_sets.iter().find(|(wanted_kind, _)| *wanted_kind == kind).map(|(_, file)| *file);
    let elsewhere = file_of("later").zip(file_of("locomo"));
    for (kind, file) in wanted_sets.iter().copied().chain(elsewhere.map(|_| ("elsewhere", ""))) {
        let measured = match elsewhere.filter(|_| kind == "elsewhere") {
            Some((later, locomo)) => bench.measure_elsewhere(later, locomo),
            None => bench.measure(kind, file),
        };
        let text = measured.with_context(|| format!("{kind} could not be measured"))?;
        println!("{text}");
        let text = format!("{}\n\nOn {}. ", text.trim(), table::describe_machine());
        table::write(workspace, ("docs/recall.md", kind), "cargo xtask bench recall", &text)?;
    }
    std::fs::remove_dir_all(&bench.folder)?;
    Ok(())
}

/// The measuring program, with a folder for files shared with SQLite's script.
struct Bench<'w> {
    workspace: &'w Workspace,
    program: PathBuf,
    folder: PathBuf,
}

impl Bench<'_> {
    fn new(workspace: &Workspace) -> anyhow::Result<Bench<'_>> {
        let program = workspace.target_dir().join(format!("release/measure{}", std::env::consts::EXE_SUFFIX));
        let folder = workspace.root().join("target/bench-recall");
        std::fs::create_dir_all(&folder)?;
        Ok(Bench { workspace, program, folder })
    }

    /// The tables for one kind of sets. For `notes` and `tasks` the file of sets is made first.
    fn measure(&self, kind: &str, file: &str) -> anyhow::Result<String> {
        let sets = match kind {
            "notes" => self.sets(kind, &["notes"])?,
            "tasks" => self.sets(kind, &["tasks", file])?,
            _ => PathBuf::from(file),
        };
        let ranks = self.folder.join(format!("{kind}.ranks.json"));
        let mut python = process::command("python3", &self.workspace.root().join("bench/hosts"));
        process::run(python.arg("fts5.py").arg(std::path::absolute(&sets)?).arg(&ranks))?;
        let mut measure = self.recall();
        process::output(measure.args(["score", kind]).arg(&sets).arg(&ranks))
    }

    /// How often the questions of each file are answered by the texts of the other.
    fn measure_elsewhere(&self, later: &str, locomo: &str) -> anyhow::Result<String> {
        process::output(self.recall().args(["elsewhere", later, locomo]))
    }

    fn sets(&self, kind: &str, arguments: &[&str]) -> anyhow::Result<PathBuf> {
        let file = self.folder.join(format!("{kind}.json"));
        std::fs::write(&file, process::output(self.recall().arg("sets").args(arguments))?)?;
        Ok(file)
    }

    fn recall(&self) -> std::process::Command {
        let mut command = process::command(&self.program, Path::new("."));
        command.arg("recall");
        command
    }
}
