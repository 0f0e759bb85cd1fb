//! The corpora that accuracy is measured on: sources of each language from registries, each with the oracle that knows
//! them.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::oracles::{self, Oracles};

/// Sources, and who knows what their names mean.
pub struct Corpus {
    /// As `--only` names it, and as what was judged is kept.
    pub name: &'static str,
    /// As the table shows it.
    pub shown: &'static str,
    pub oracle: &'static str,
    pub language: &'static str,
    /// Fetches the sources and asks the oracle, where that is not done yet: what the measuring program is then given.
    pub ask: fn(&Oracles<'_>) -> anyhow::Result<Vec<String>>,
}

/// In the order of the table.
pub const CORPORA: [Corpus; 10] = [
    Corpus {
        name: "django",
        shown: "Django 5.2.1",
        oracle: "the interpreter",
        language: "Python",
        ask: |oracles| {
            let (package, facts) = oracles.python()?;
            Ok(vec!["runtime".to_owned(), text(&package)?, "django".to_owned(), text(&facts)?])
        },
    },
    Corpus {
        name: "rxjs",
        shown: "rxjs 7.8.1",
        oracle: "scip-typescript",
        language: "TypeScript",
        ask: |oracles| calls("typescript", "src", oracles.npm("rxjs@7.8.1", None)?),
    },
    // Every file takes what it needs from one barrel, which takes all of every file.
    Corpus {
        name: "mobx",
        shown: "mobx 6.13.5",
        oracle: "scip-typescript",
        language: "TypeScript",
        ask: |oracles| calls("typescript", "src", oracles.npm("mobx@6.13.5", Some(("src", oracles::AS_BUNDLER)))?),
    },
    // Two plain ones, both written by hand and published as they are written: modules and classes of today, whose fields and
    // results tell what they hold; and CommonJS, whose functions are exported in objects and required under other names.
    Corpus {
        name: "three",
        shown: "three 0.170.0",
        oracle: "scip-typescript",
        language: "JavaScript",
        ask: |oracles| calls("javascript", "src", oracles.npm("three@0.170.0", Some(("src", oracles::AS_NODE)))?),
    },
    Corpus {
        name: "eslint",
        shown: "eslint 9.15.0",
        oracle: "scip-typescript",
        language: "JavaScript",
        ask: |oracles| calls("javascript", "lib", oracles.npm("eslint@9.15.0", Some(("lib", oracles::AS_NODE)))?),
    },
    Corpus {
        name: "tools",
        shown: "golang.org/x/tools",
        oracle: "go/types",
        language: "Go",
        ask: |oracles| calls("go", "", oracles.go("golang-golang-x-tools-dev", "golang.org/x/tools")?),
    },
    Corpus {
        name: "petgraph",
        shown: "petgraph 0.8.3",
        oracle: "rust-analyzer",
        language: "Rust",
        ask: |oracles| calls("rust", "src", oracles.rust(oracles::CRATES[0])?),
    },
    Corpus {
        name: "ignore",
        shown: "ignore 0.4.34",
        oracle: "rust-analyzer",
        language: "Rust",
        ask: |oracles| calls("rust", "src", oracles.rust(oracles::CRATES[1])?),
    },
    Corpus {
        name: "rayon",
        shown: "rayon 1.12.0",
        oracle: "rust-analyzer",
        language: "Rust",
        ask: |oracles| calls("rust", "src", oracles.rust(oracles::CRATES[2])?),
    },
    Corpus {
        name: "serde_json",
        shown: "serde_json 1.0.154",
        oracle: "rust-analyzer",
        language: "Rust",
        ask: |oracles| calls("rust", "src", oracles.rust(oracles::CRATES[3])?),
    },
];

/// Calls of sources below a folder of their project, against an index.
fn calls(language: &str, below: &str, (project, index): (PathBuf, PathBuf)) -> anyhow::Result<Vec<String>> {
    Ok(vec!["calls".to_owned(), language.to_owned(), text(&project)?, below.to_owned(), text(&index)?])
}

fn text(path: &Path) -> anyhow::Result<String> {
    path.to_str().map(str::to_owned).with_context(|| format!("{} is not Unicode", path.display()))
}
