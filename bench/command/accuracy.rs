//! `cargo xtask bench accuracy`: how many edges are right and how many are missing, according to oracles.
//!
//! Each language has sources from its registry, fetched once to `target/bench/accuracy` with the indexers that resolve
//! their names; Python has a package with the interpreter that imports it. Every edge that is judged wrong or missing
//! is written to a file beside the download. The table goes into `docs/accuracy.md`, and a short one into
//! `docs/guide/limits.md`.
//!
//! `--pycg DIR` adds the PyCG benchmark, and `--pycg-further DIR` more of its cases, which are scored apart.
//! `--localise FILE --repos DIR` adds real issues with the files that fixed them. `--commits N --history DIR` adds,
//! from each git repository in a folder, N commits that fix an issue; their messages are the tasks. The program
//! `measure` describes these layouts, and how it selects commits. `--only NAME` measures one corpus and writes no table.

mod corpora;
mod figures;
mod oracles;
mod table;

use std::ffi::OsStr;
use std::path::PathBuf;

use anyhow::{Context, bail};

use super::table as documents;
use crate::workspace::Workspace;
use crate::{component, process};
use corpora::{CORPORA, Corpus};
use figures::Figures;
use oracles::Oracles;

/// What to measure: corpora besides those from registries, or one corpus alone.
#[derive(Default)]
struct AccuracyOptions<'a> {
    pycg: Option<&'a str>,
    pycg_further: Option<&'a str>,
    localise: Option<&'a str>,
    repositories: Option<&'a str>,
    commits: Option<&'a str>,
    history: Option<&'a str>,
    /// The only corpus to measure; `None` for all.
    only: Option<&'a str>,
}

impl AccuracyOptions<'_> {
    fn wants(&self, name: &str) -> bool {
        self.only.is_none_or(|only| only == name)
    }
}

/// `cargo xtask bench accuracy` with its arguments.
pub fn command(workspace: &Workspace, arguments: &[&str]) -> anyhow::Result<()> {
    let options = parse_arguments(arguments)?;
    // The library contains the component, which is not measured: any build of it will do.
    if !workspace.component_dir().join("scrubjay.cwasm").exists() {
        component::command(workspace)?;
    }
    let mut build = process::cargo(workspace.root());
    process::run(build.args(["build", "--quiet", "-p", "bench", "--bin", "measure"]))?;
    let program = workspace.target_dir().join(format!("debug/measure{}", std::env::consts::EXE_SUFFIX));
    let runs = Runs { program, area: workspace.root().join("target/bench/accuracy") };
    std::fs::create_dir_all(&runs.area).context("cannot make the folder for downloads")?;
    let measured = runs.measure_all(workspace, &options)?;
    let table = table::full_table(&measured);
    println!("\n{table}\n{}", table::strategy_table(&measured));
    println!("what was judged wrong or missing is in {}", runs.area.display());
    if options.only.is_some() {
        return Ok(());
    }
    let command = "cargo xtask bench accuracy";
    documents::write(workspace, ("docs/accuracy.md", "accuracy"), command, &table)?;
    documents::write(workspace, ("docs/guide/limits.md", "accuracy"), command, &table::short_table(&measured))
}

fn parse_arguments<'a>(arguments: &[&'a str]) -> anyhow::Result<AccuracyOptions<'a>> {
    let mut options = AccuracyOptions::default();
    let mut remaining = arguments;
    while let [name, value, following @ ..] = remaining {
        match *name {
            "--pycg" => options.pycg = Some(value),
            "--pycg-further" => options.pycg_further = Some(value),
            "--localise" => options.localise = Some(value),
            "--repos" => options.repositories = Some(value),
            "--commits" => options.commits = Some(value),
            "--history" => options.history = Some(value),
            "--only" => options.only = Some(value),
            _ => break,
        }
        remaining = following;
    }
    let lacks_pycg = options.pycg_further.is_some() && options.pycg.is_none();
    let lacks_half_a_pair = options.localise.is_some() != options.repositories.is_some()
        || options.commits.is_some() != options.history.is_some();
    if !remaining.is_empty() || lacks_pycg || lacks_half_a_pair {
        bail!(
            "usage: cargo xtask bench accuracy [--pycg DIR [--pycg-further DIR]] [--localise FILE --repos DIR] \
             [--commits N --history DIR] [--only NAME]"
        );
    }
    let optional_corpora = [("pycg", options.pycg), ("localise", options.localise), ("commits", options.commits)];
    let given_corpora = optional_corpora.iter().filter(|(_, folder)| folder.is_some()).map(|&(name, _)| name);
    let known_names: Vec<&str> = CORPORA.iter().map(|corpus| corpus.name).chain(given_corpora).collect();
    if let Some(only) = options.only.filter(|only| !known_names.contains(only)) {
        bail!(
            "{only} is not known: --only takes one of {}; pycg, localise and commits need their own options",
            known_names.join(", ")
        );
    }
    Ok(options)
}

/// The figures of one corpus, with the columns that name it in the tables.
pub struct CorpusFigures {
    pub corpus: &'static str,
    pub oracle: &'static str,
    pub language: &'static str,
    pub figures: Figures,
}

struct Runs {
    program: PathBuf,
    area: PathBuf,
}

impl Runs {
    fn measure_all(&self, workspace: &Workspace, options: &AccuracyOptions<'_>) -> anyhow::Result<Vec<CorpusFigures>> {
        let mut measured = Vec::new();
        if let Some(folder) = options.pycg.filter(|_| options.wants("pycg")) {
            let arguments: Vec<&str> = ["pycg", folder].into_iter().chain(options.pycg_further).collect();
            let figures = self.measure("pycg", &arguments)?;
            measured.push(CorpusFigures { corpus: "PyCG", oracle: "its call graphs", language: "Python", figures });
        }
        let oracles = Oracles::new(workspace, &self.area);
        for Corpus { name, title: shown, oracle, language, ask } in CORPORA {
            if options.wants(name) {
                let figures = self.measure(name, &ask(&oracles)?)?;
                measured.push(CorpusFigures { corpus: shown, oracle, language, figures });
            }
        }
        if let (Some(file), Some(repositories), true) =
            (options.localise, options.repositories, options.wants("localise"))
        {
            let figures = self.measure("localise", &["localise", file, repositories])?;
            measured.push(CorpusFigures {
                corpus: "issues",
                oracle: "the files that mended them",
                language: "Python",
                figures,
            });
        }
        if let (Some(n_each), Some(folder), true) = (options.commits, options.history, options.wants("commits")) {
            let tasks = self.area.join("commits.json");
            std::fs::write(&tasks, self.program_output(&["commits", n_each, folder])?)
                .context("cannot write the tasks")?;
            let figures = self.measure("commits", &[OsStr::new("localise"), tasks.as_os_str(), OsStr::new(folder)])?;
            measured.push(CorpusFigures {
                corpus: "commits",
                oracle: "the files that they change",
                language: "all",
                figures,
            });
        }
        Ok(measured)
    }

    /// Runs the measuring program, stores its output, and parses its figures.
    fn measure(&self, name: &str, arguments: &[impl AsRef<OsStr>]) -> anyhow::Result<Figures> {
        println!("measuring: {name}");
        let output = self.program_output(arguments)?;
        std::fs::write(self.area.join(format!("{name}.txt")), &output).context("cannot write what was judged")?;
        Ok(Figures::read(&output))
    }

    /// The output of the measuring program, run with these arguments.
    fn program_output(&self, arguments: &[impl AsRef<OsStr>]) -> anyhow::Result<String> {
        // Given paths are relative to the user's current folder, so the program runs there.
        let current_dir = std::env::current_dir().context("the current folder is gone")?;
        process::output(process::command(&self.program, &current_dir).arg("accuracy").args(arguments))
    }
}
