//! `cargo xtask bench hosts [--source DIR]`: the costs of the JavaScript and Python hosts beside the native one, on one
//! repository and one store.
//!
//! Each host measures itself by a script in `bench/hosts`, with the package as users install it. Indexing is
//! compared by CPU time, as the native host uses all cores and JavaScript one.

mod table;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::child::{self, ResourceUse};
use super::figures::parse_lines;
use super::{Programs, hosts_folder, source};
use crate::workspace::Workspace;
use crate::{component, npm, process, python};

/// The number of processes that each answer one question; the median counts.
const N_FIRST: usize = 9;

/// `cargo xtask bench hosts` with its arguments.
pub fn command(workspace: &Workspace, arguments: &[&str]) -> anyhow::Result<()> {
    let source_folder = match arguments {
        [] => None,
        ["--source", folder] => Some(Path::new(*folder)),
        _ => bail!("usage: cargo xtask bench hosts [--source DIR]"),
    };
    component::command(workspace)?;
    npm::prepare(workspace)?;
    python::check_wheel(workspace)?;
    let programs = Programs::build(workspace)?;
    let project = source::prepare(workspace, source_folder)?;
    let figures = Hosts { workspace, programs, project }.measure()?;
    let table = table::rows(&figures);
    println!("\n{table}");
    super::table::write(workspace, ("docs/costs.md", "hosts"), "cargo xtask bench hosts", &table)
}

/// The resources of a first native index, and all printed figures by name.
struct Figures {
    native: ResourceUse,
    values: BTreeMap<String, f64>,
}

impl Figures {
    /// A figure by name; NaN if it was not printed.
    fn value(&self, name: &str) -> f64 {
        self.values.get(name).copied().unwrap_or(f64::NAN)
    }
}

struct Hosts<'a> {
    workspace: &'a Workspace,
    programs: Programs,
    project: PathBuf,
}

impl Hosts<'_> {
    /// Measures all hosts. Leaves the store of the native host, about which questions are asked.
    fn measure(&self) -> anyhow::Result<Figures> {
        let mut values = BTreeMap::new();
        self.clear()?;
        values.extend(self.node("index.mjs", None)?);
        values.extend(self.node("chromium.mjs", None)?);
        println!("measuring: the native index");
        let index = || {
            let mut index = process::command(&self.programs.scrubjay, &self.project);
            index.args(["index", "."]);
            index
        };
        let native = child::median_of_runs(3, || self.clear(), index)?;
        println!("measuring: questions");
        let mut rust = process::command(&self.programs.measure, &self.project);
        let output = process::output(rust.arg("questions").arg(&self.project))?;
        let callee = output.lines().find_map(|line| line.strip_prefix("callers_of ")).context("nothing is called")?;
        values.extend(numbers(&output));
        values.extend(self.node("questions.mjs", Some(callee))?);
        values.extend(self.python(callee)?);
        values.extend(self.first_answer_medians(callee)?);
        values.extend(self.node("sizes.mjs", None)?);
        values.insert("wheel_bytes".to_owned(), python::wheel_bytes(self.workspace)? as f64);
        Ok(Figures { native, values })
    }

    fn clear(&self) -> anyhow::Result<()> {
        let store = self.project.join(".scrubjay");
        if store.exists() { std::fs::remove_dir_all(store).context("cannot clear the store") } else { Ok(()) }
    }

    fn node(&self, script: &str, callee: Option<&str>) -> anyhow::Result<Vec<(String, f64)>> {
        println!("measuring: {script}");
        let mut node = process::command("node", &hosts_folder(self.workspace)?);
        node.arg(script).arg(&self.project).args(callee.map(OsStr::new));
        Ok(numbers(&process::output(&mut node)?))
    }

    fn python(&self, callee: &str) -> anyhow::Result<Vec<(String, f64)>> {
        println!("measuring: questions.py");
        let mut python = process::command("python3", &self.workspace.root().join("bench/hosts"));
        python.arg("questions.py").arg(&self.project).arg(callee).env("PATH", python::search_path(self.workspace)?);
        Ok(numbers(&process::output(&mut python)?))
    }

    /// The median of each figure over several processes that each answer one question.
    fn first_answer_medians(&self, callee: &str) -> anyhow::Result<Vec<(String, f64)>> {
        let mut values_by_name: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for _ in 0..N_FIRST {
            for (name, value) in self.node("first.mjs", Some(callee))? {
                values_by_name.entry(name).or_default().push(value);
            }
        }
        let middle = |mut values: Vec<f64>| {
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        };
        Ok(values_by_name.into_iter().map(|(name, values)| (name, middle(values))).collect())
    }
}

fn numbers(output: &str) -> Vec<(String, f64)> {
    parse_lines(output).filter_map(|(name, value)| Some((name, value.parse().ok()?))).collect()
}
