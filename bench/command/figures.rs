//! Measures everything for the main table, in an order in which no measurement affects a later one.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;

use super::Programs;
use super::child::{self, ResourceUse};
use crate::process;
use crate::workspace::Workspace;

const TASK: &str = "How are errors reported to the user, and which tests cover it?";

/// The measured figures, from which the main table is made.
pub struct Figures {
    /// Resources of the bare parse.
    pub parse: ResourceUse,
    /// Resources of a first index run.
    pub cold: ResourceUse,
    /// Resources of an index run without changes.
    pub unchanged: ResourceUse,
    /// Resources of a process that finds symbols by name.
    pub find: ResourceUse,
    /// Resources of a process that lists callers.
    pub callers: ResourceUse,
    /// Resources of a process that prepares context.
    pub prepare: ResourceUse,
    /// The output of the measuring program, by name.
    pub printed: BTreeMap<String, String>,
    /// The bytes of the component.
    pub component: u64,
    /// The bytes of the store after a first index run.
    pub store: u64,
}

impl Figures {
    /// Measures everything on a copy of a repository, whose files the measurements change.
    pub fn measure(workspace: &Workspace, programs: &Programs, project: &Path) -> anyhow::Result<Figures> {
        let store = project.join(".scrubjay");
        let clear =
            || if store.exists() { std::fs::remove_dir_all(&store).context("cannot clear the store") } else { Ok(()) };
        let scrubjay = |words: &[&str]| {
            let mut command = process::command(&programs.scrubjay, project);
            command.args(words);
            command
        };
        let mut printed = BTreeMap::new();
        let measuring = |what: &str| {
            println!("measuring: {what}");
            process::output(process::command(&programs.measure, project).arg(what).arg(project))
        };

        println!("measuring: first index beside a bare parse");
        printed.extend(parse_lines(&measuring("parse")?));
        let parse_again = || {
            let mut command = process::command(&programs.measure, project);
            command.arg("parse").arg(project);
            command
        };
        let (parse, cold) = child::median_of_pairs(parse_again, clear, || scrubjay(&["index", "."]))?;
        let size_of = |path: &Path| std::fs::metadata(path).map(|metadata| metadata.len()).unwrap_or(0);
        let store_bytes = on_disk(&store.join("index.redb"));
        let again = child::median_of_runs(9, || Ok(()), || scrubjay(&["index", "."]))?;

        printed.extend(parse_lines(&measuring("questions")?));
        let name = printed.get("callers_of").cloned().unwrap_or_default();
        let find = child::median_of_runs(9, || Ok(()), || scrubjay(&["find", "get"]))?;
        let callers = child::median_of_runs(9, || Ok(()), || scrubjay(&["callers", &name]))?;
        let prepare = child::median_of_runs(9, || Ok(()), || scrubjay(&["prepare", TASK]))?;
        printed.extend(parse_lines(&measuring("engines")?));
        printed.extend(parse_lines(&measuring("memory")?));
        printed.extend(parse_lines(&measuring("edits")?));
        let component = size_of(&workspace.component_dir().join("scrubjay.wasm"));
        Ok(Figures { parse, cold, unchanged: again, find, callers, prepare, printed, component, store: store_bytes })
    }

    /// A figure of the measuring program by name; NaN if it was not printed.
    pub fn printed_number(&self, name: &str) -> f64 {
        self.printed.get(name).and_then(|value| value.parse().ok()).unwrap_or(f64::NAN)
    }
}

/// The bytes of disk that a file occupies, which may be fewer than its length.
fn on_disk(path: &Path) -> u64 {
    let Ok(metadata) = std::fs::metadata(path) else { return 0 };
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::blocks(&metadata) * 512;
    #[cfg(not(unix))]
    metadata.len()
}

/// A duration in milliseconds.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Parses the output of a program as names and values.
pub fn parse_lines(output: &str) -> impl Iterator<Item = (String, String)> + '_ {
    output.lines().filter_map(|line| line.split_once(' ')).map(|(name, value)| (name.to_owned(), value.to_owned()))
}
