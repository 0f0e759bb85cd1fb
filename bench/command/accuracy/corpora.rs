//! The corpora on which accuracy is measured: sources in each language from registries, each with its oracle.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::oracles::{self, Oracles};

/// Sources, with the oracle that resolves their names.
pub struct Corpus {
    /// The name for `--only`, and of the file of results.
    pub name: &'static str,
    /// The title in the table.
    pub title: &'static str,
    pub oracle: &'static str,
    pub language: &'static str,
    /// Fetches the sources and runs the oracle, if that was not done yet; returns the arguments for the measuring
    /// program.
    pub ask: fn(&Oracles<'_>) -> anyhow::Result<Vec<String>>,
}

/// All corpora, in the order of the table.
pub const CORPORA: [Corpus; 10] = [
    Corpus {
        name: "django",
        title: "Django 5.2.1",
        oracle: "the interpreter",
        language: "Python",
        ask: |oracles| {
            let (package, facts) = oracles.python()?;
            Ok(vec!["runtime".to_owned(), text(&package)?, "django".to_owned(), text(&facts)?])
        },
    },
    Corpus {
        name: "rxjs",
        title: "rxjs 7.8.1",
        oracle: "scip-typescript",
        language: "TypeScript",
        ask: |oracles| calls("typescript", "src", oracles.npm("rxjs@7.8.1", None)?),
    },
    // Every file imports from one barrel, which exports everything of every file.
    Corpus {
        name: "mobx",
        title: "mobx 6.13.5",
        oracle: "scip-typescript",
        language: "TypeScript",
        ask: |oracles| calls("typescript", "src", oracles.npm("mobx@6.13.5", Some(("src", oracles::AS_BUNDLER)))?),
    },
    // Two projects in plain JavaScript, published as they are written: one of modules and classes whose fields and results
    // tell their types, and one in CommonJS, whose functions are exported in objects and required under other names.
    Corpus {
        name: "three",
        title: "three 0.170.0",
        oracle: "scip-typescript",
        language: "JavaScript",
        ask: |oracles| calls("javascript", "src", oracles.npm("three@0.170.0", Some(("src", oracles::AS_NODE)))?),
    },
    Corpus {
        name: "eslint",
        title: "eslint 9.15.0",
        oracle: "scip-typescript",
        language: "JavaScript",
        ask: |oracles| calls("javascript", "lib", oracles.npm("eslint@9.15.0", Some(("lib", oracles::AS_NODE)))?),
    },
    Corpus {
        name: "tools",
        title: "golang.org/x/tools",
        oracle: "go/types",
        language: "Go",
        ask: |oracles| calls("go", "", oracles.go("golang-golang-x-tools-dev", "golang.org/x/tools")?),
    },
    Corpus {
        name: "petgraph",
        title: "petgraph 0.8.3",
        oracle: "rust-analyzer",
        language: "Rust",
        ask: |oracles| calls("rust", "src", oracles.rust(oracles::CRATES[0])?),
    },
    Corpus {
        name: "ignore",
        title: "ignore 0.4.34",
        oracle: "rust-analyzer",
        language: "Rust",
        ask: |oracles| calls("rust", "src", oracles.rust(oracles::CRATES[1])?),
    },
    Corpus {
        name: "rayon",
        title: "rayon 1.12.0",
        oracle: "rust-analyzer",
        language: "Rust",
        ask: |oracles| calls("rust", "src", oracles.rust(oracles::CRATES[2])?),
    },
    Corpus {
        name: "serde_json",
        title: "serde_json 1.0.154",
        oracle: "rust-analyzer",
        language: "Rust",
        ask: |oracles| calls("rust", "src", oracles.rust(oracles::CRATES[3])?),
    },
];

/// Arguments for the measuring program: it compares the calls in a folder of a project with the oracle's index.
fn calls(language: &str, subfolder: &str, (project, index): (PathBuf, PathBuf)) -> anyhow::Result<Vec<String>> {
    Ok(vec!["calls".to_owned(), language.to_owned(), text(&project)?, subfolder.to_owned(), text(&index)?])
}

fn text(path: &Path) -> anyhow::Result<String> {
    path.to_str().map(str::to_owned).with_context(|| format!("{} is not Unicode", path.display()))
}
