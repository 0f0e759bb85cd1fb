//! Accuracy: the memory's answers compared with an oracle.
//!
//!     measure accuracy calls LANGUAGE DIR BELOW INDEX   calls and definitions below DIR/BELOW, compared with a SCIP index
//!     measure accuracy runtime DIR BELOW FACTS          imports and superclasses in Python, compared with the interpreter
//!     measure accuracy pycg DIR [DIR]                   call graphs of small Python programs, scored for each DIR separately
//!     measure accuracy denied DIR …                     whether empty answers about these projects deny existing uses
//!     measure accuracy instrument DIR BELOW             makes the JavaScript of a copy report which calls run
//!     measure accuracy ran DIR BELOW COPY               calls that ran in an instrumented copy, compared with edges
//!     measure accuracy localise FILE REPOS              the files that `prepare` ranks for real tasks
//!     measure accuracy commits N REPOS                  makes such tasks from commits, N of each repository in a folder
//!
//! `types.go` in this folder writes the index of Go, and `interpreter.py` the facts of Python.
//!
//! Lines that begin with `score`, `strategy`, `sure`, `ranked` and `aside` are figures, which the bench command reads.
//! Lines that begin with `wrong`, `missing` and `unjudged` name the items that were counted. The core is run natively:
//! stories ensure that the component gives the same edges.

mod bm25;
mod calls;
mod commits;
mod definitions;
mod denied;
mod graph;
mod localise;
mod project;
mod pycg;
mod ran;
mod runtime;
mod scip;
mod score;
mod sites;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;

use scrubjay_core::graph::lang::LANGUAGES;
use scrubjay_core::graph::manifest::Kind;

use crate::Outcome;

/// `measure accuracy`, with its arguments.
pub(crate) fn measure(words: &[&str]) -> Outcome {
    match *words {
        ["calls", language, folder, below, index] => {
            calls::measure(language, Path::new(folder), below, Path::new(index))
        }
        ["runtime", folder, below, facts] => runtime::measure(Path::new(folder), below, Path::new(facts)),
        ["pycg", folder] => pycg::measure(Path::new(folder), None),
        ["pycg", folder, further] => pycg::measure(Path::new(folder), Some(Path::new(further))),
        ["instrument", folder, below] => ran::instrument(Path::new(folder), below),
        ["ran", folder, below, copy] => ran::judge(Path::new(folder), below, Path::new(copy)),
        ["denied", ref folders @ ..] if !folders.is_empty() => denied::measure(folders),
        ["localise", file, repositories] => localise::measure(Path::new(file), Path::new(repositories)),
        ["commits", n_each, repositories] => commits::measure(n_each.parse()?, Path::new(repositories)),
        _ => {
            Err("usage: measure accuracy calls LANGUAGE DIR BELOW INDEX | runtime DIR BELOW FACTS | pycg DIR [DIR] | denied DIR … | instrument DIR BELOW | ran DIR BELOW COPY | \
                  localise FILE REPOS | commits N REPOS"
                .into())
        }
    }
}

/// Texts by path, relative to the folder: files of these languages below `folder/below`, without regard to ignore rules.
fn texts(folder: &Path, below: &str, languages: &[&str]) -> Result<BTreeMap<String, String>, Box<dyn Error>> {
    let endings: BTreeSet<&str> = LANGUAGES
        .iter()
        .filter(|language| languages.contains(&language.name))
        .flat_map(|language| language.extensions)
        .copied()
        .collect();
    let texts =
        files(folder, below, &|name| name.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(ending)))?;
    if texts.is_empty() { Err(format!("no sources below {}", folder.join(below).display()).into()) } else { Ok(texts) }
}

/// As [`texts`], for manifests, which are indexed with the sources but never judged.
fn manifests(folder: &Path, below: &str) -> Result<BTreeMap<String, String>, Box<dyn Error>> {
    files(folder, below, &|name| Kind::of(name).is_some())
}

fn files(
    folder: &Path,
    below: &str,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Result<BTreeMap<String, String>, Box<dyn Error>> {
    let (mut texts, mut pending) = (BTreeMap::new(), vec![folder.join(below)]);
    while let Some(at) = pending.pop() {
        for entry in std::fs::read_dir(&at).map_err(|error| format!("cannot read {}: {error}", at.display()))? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() {
                pending.push(path);
            } else if is_wanted(name)
                && let Ok(text) = String::from_utf8(std::fs::read(&path)?)
            {
                let inside = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
                texts.insert(inside, text);
            }
        }
    }
    Ok(texts)
}
