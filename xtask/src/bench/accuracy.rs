//! `cargo xtask bench accuracy`: how many edges are right, and how many are missing, by oracles that know.
//!
//! What registries give is fetched once, below `target/bench/accuracy`: a TypeScript project and two Rust crates with the
//! indexers that resolve their names, and a Python package with the interpreter that imports it. `--pycg DIR` adds the
//! PyCG benchmark, `--localise FILE --repos DIR` real issues with the files that mended them; the program `measure` tells
//! their layouts. Everything it judged wrong or missing is written beside the download; the table goes into the README.

mod figures;
mod oracles;
mod table;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::table as readme;
use crate::workspace::Workspace;
use crate::{component, process};
use figures::Figures;
use oracles::Oracles;

/// What to measure beside what registries give.
#[derive(Default)]
struct Given<'a> {
    pycg: Option<&'a str>,
    localise: Option<&'a str>,
    repositories: Option<&'a str>,
}

/// `cargo xtask bench accuracy`, with its arguments.
pub fn command(workspace: &Workspace, arguments: &[&str]) -> anyhow::Result<()> {
    let given = given(arguments)?;
    // The library carries the component, which plays no part here: any that was built will do.
    if !workspace.component_dir().join("scrubjay.cwasm").exists() {
        component::command(workspace)?;
    }
    let mut build = process::cargo(workspace.root());
    process::run(build.args(["build", "--quiet", "-p", "conformance", "--bin", "measure"]))?;
    let program = workspace.target_dir().join(format!("debug/measure{}", std::env::consts::EXE_SUFFIX));
    let runs = Runs { program, area: workspace.root().join("target/bench/accuracy") };
    std::fs::create_dir_all(&runs.area).context("cannot make the folder for downloads")?;
    let measured = runs.measure_all(workspace, &given)?;
    let table = table::of(&measured);
    println!("\n{table}\n{}", table::strategies(&measured));
    println!("what was judged wrong or missing is in {}", runs.area.display());
    readme::write(workspace, "accuracy", "cargo xtask bench accuracy", &table)
}

fn given<'a>(arguments: &[&'a str]) -> anyhow::Result<Given<'a>> {
    let mut given = Given::default();
    let mut rest = arguments;
    while let [name, value, after @ ..] = rest {
        match *name {
            "--pycg" => given.pycg = Some(value),
            "--localise" => given.localise = Some(value),
            "--repos" => given.repositories = Some(value),
            _ => break,
        }
        rest = after;
    }
    if !rest.is_empty() || given.localise.is_some() != given.repositories.is_some() {
        bail!("usage: cargo xtask bench accuracy [--pycg DIR] [--localise FILE --repos DIR]");
    }
    Ok(given)
}

/// One corpus and what was measured on it.
pub struct Measured {
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
    fn measure_all(&self, workspace: &Workspace, given: &Given<'_>) -> anyhow::Result<Vec<Measured>> {
        let mut all = Vec::new();
        if let Some(folder) = given.pycg {
            let figures = self.measure("pycg", &["pycg", folder])?;
            all.push(Measured { corpus: "PyCG", oracle: "its call graphs", language: "Python", figures });
        }
        let oracles = Oracles::new(workspace, &self.area);
        let (package, facts) = oracles.python()?;
        let figures = self.measure("django", &["runtime", text(&package)?, "django", text(&facts)?])?;
        all.push(Measured { corpus: oracles::DJANGO, oracle: "the interpreter", language: "Python", figures });
        let (project, index) = oracles.typescript()?;
        let figures = self.measure("rxjs", &["calls", "typescript", text(&project)?, "src", text(&index)?])?;
        all.push(Measured { corpus: oracles::RXJS, oracle: "scip-typescript", language: "TypeScript", figures });
        for (corpus, name, version) in oracles::CRATES {
            let (project, index) = oracles.rust(name, version)?;
            let figures = self.measure(name, &["calls", "rust", text(&project)?, "src", text(&index)?])?;
            all.push(Measured { corpus, oracle: "rust-analyzer", language: "Rust", figures });
        }
        if let (Some(file), Some(repositories)) = (given.localise, given.repositories) {
            let figures = self.measure("localise", &["localise", file, repositories])?;
            all.push(Measured { corpus: "issues", oracle: "the files that mended them", language: "Python", figures });
        }
        Ok(all)
    }

    /// Runs the measuring program, keeps all that it said, and reads its figures.
    fn measure(&self, name: &str, arguments: &[&str]) -> anyhow::Result<Figures> {
        println!("measuring: {name}");
        // Paths that were given are relative to where the user stands, and so is the program run there.
        let here = std::env::current_dir().context("the current folder is gone")?;
        let said = process::output(process::command(&self.program, &here).arg("accuracy").args(arguments))?;
        std::fs::write(self.area.join(format!("{name}.txt")), &said).context("cannot write what was judged")?;
        Ok(Figures::read(&said))
    }
}

fn text(path: &Path) -> anyhow::Result<&str> {
    path.to_str().with_context(|| format!("{} is not Unicode", path.display()))
}
