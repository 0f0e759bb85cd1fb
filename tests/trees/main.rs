//! Prints the results of the native host's parser, with which other hosts are compared.
//!
//!     trees languages         the languages as JSON: name, endings, kinds, fields
//!     trees stories DIR       writes every file of every story into DIR
//!     trees files DIR         one line a file: SHA-256 of its words, its flags, its language, its path
//!     trees walk DIR          every file that is found, each followed by a zero byte
//!     trees time DIR          how long parsing all of it takes on one processor

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use conformance::story::{Block, Story};
use scrubjay::files::hash::hash;
use scrubjay::files::root::Root;
use scrubjay::files::scope::Scope;
use scrubjay::files::walk::walk;
use scrubjay_core::graph::lang::{LANGUAGES, Language};
use scrubjay_parsing::{Parser, Tree};
use serde_json::{Value, json};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["languages"] => {
            println!("{}", languages());
            Ok(())
        }
        ["stories", folder] => stories(Path::new(folder)),
        ["files", folder] => files(Path::new(folder)),
        ["walk", folder] => found(Path::new(folder)),
        ["time", folder] => time(Path::new(folder)),
        _ => Err("usage: trees languages | stories DIR | files DIR | walk DIR | time DIR".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The languages in the form of `graph.languages`.
fn languages() -> Value {
    let one = |language: &Language| {
        let kind = |kind: &scrubjay_core::graph::lang::NodeKind| json!({"name": kind.name, "named": kind.named, "leaf": kind.leaf});
        let kinds: Vec<Value> = language.kinds.iter().map(kind).collect();
        json!({"name": language.name, "extensions": language.extensions, "kinds": kinds, "fields": language.fields})
    };
    LANGUAGES.iter().map(one).collect()
}

/// Writes each scenario to a folder of its own. A file that a story changes is written once for each of its texts.
fn stories(to: &Path) -> Result<(), Box<dyn Error>> {
    let mut pending = vec![conformance::root().join("tests/scenarios")];
    let mut n_scenarios = 0;
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            let entries: Result<Vec<PathBuf>, _> =
                path.read_dir()?.map(|entry| entry.map(|entry| entry.path())).collect();
            pending.extend(entries?);
            continue;
        }
        let story =
            Story::parse(&std::fs::read_to_string(&path)?).map_err(|error| format!("{}: {error:?}", path.display()))?;
        for scenario in &story.scenarios {
            n_scenarios += 1;
            write_files(&to.join(n_scenarios.to_string()), &scenario.blocks)?;
        }
    }
    Ok(())
}

fn write_files(to: &Path, blocks: &[Block]) -> Result<(), Box<dyn Error>> {
    for (place, block) in blocks.iter().enumerate() {
        if let Block::File { path, text } = block {
            let path = to.join(place.to_string()).join(path);
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder)?;
            }
            std::fs::write(path, text)?;
        }
    }
    Ok(())
}

fn files(folder: &Path) -> Result<(), Box<dyn Error>> {
    each_tree(folder, |path, language, _, tree| {
        let bytes: Vec<u8> = tree.nodes.iter().flat_map(|word| word.to_le_bytes()).collect();
        let digits: String = hash(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let flags = u8::from(tree.has_errors) | u8::from(tree.cut_short) << 1;
        println!("{digits} {flags} {language} {path}");
    })
}

fn found(folder: &Path) -> Result<(), Box<dyn Error>> {
    for file in walk(&Root::at(folder)?, &Scope::All).files {
        print!("{}\0", file.path);
    }
    Ok(())
}

fn time(folder: &Path) -> Result<(), Box<dyn Error>> {
    let (mut n_bytes, mut took) = (0, Duration::ZERO);
    each_tree(folder, |_, _, (bytes, parsing), _| {
        n_bytes += bytes;
        took += parsing;
    })?;
    println!("{} bytes, {:.0} ms", n_bytes, took.as_secs_f64() * 1e3);
    Ok(())
}

/// Parses every file of a known language that is UTF-8, in the order of their paths.
fn each_tree(folder: &Path, mut see: impl FnMut(&str, &str, (usize, Duration), Tree)) -> Result<(), Box<dyn Error>> {
    let mut parsers: BTreeMap<&str, Parser> = BTreeMap::new();
    for file in walk(&Root::at(folder)?, &Scope::All).files {
        let Some(language) = language(&file.path) else { continue };
        let Ok(text) = std::fs::read_to_string(folder.join(&file.path)) else { continue };
        if !parsers.contains_key(language.name) {
            parsers.insert(language.name, parser(language)?);
        }
        let Some(parser) = parsers.get_mut(language.name) else { continue };
        let started = Instant::now();
        let tree = parser.parse(&text, &mut || started.elapsed()).ok_or("parsing took too long")?;
        see(&file.path, language.name, (text.len(), started.elapsed()), tree);
    }
    Ok(())
}

fn parser(language: &Language) -> Result<Parser, Box<dyn Error>> {
    let kinds = language.kinds.iter().map(|kind| (kind.name, kind.named, kind.leaf));
    let made = scrubjay_parsing::Language::new(language.name, kinds, language.fields.iter().copied());
    Ok(made.and_then(|made| made.parser()).map_err(|refusal| format!("{}: {refusal:?}", language.name))?)
}

fn language(path: &str) -> Option<&'static Language> {
    let ending = path.rsplit_once('.')?.1;
    LANGUAGES.iter().find(|language| language.extensions.contains(&ending))
}
