//! `cargo xtask bench hostile [CASE ...]`: first indexes of files that were made to be costly, by the program and by
//! Node.
//!
//! Each case is a folder that is generated and removed. Fails if a case exceeds the limits of time or memory on either
//! host. The module `cases` describes and generates the files.

mod cases;

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, ensure};

use super::child::{self, ResourceUse};
use super::table;
use super::{Programs, hosts_folder};
use crate::workspace::Workspace;
use crate::{npm, process};
use cases::{CASES, Case};

/// The greatest time of a first index of hostile files: as long as people wait before they look for the cause.
const MAX_SECONDS: f64 = 10.0;
/// The greatest memory of a first index of hostile files: what a small machine can spare.
const MAX_MEGABYTES: f64 = 500.0;

/// `cargo xtask bench hostile` for the named cases, or for all without names.
pub fn command(workspace: &Workspace, programs: &Programs, names: &[&str]) -> anyhow::Result<()> {
    let is_known = |name: &&str| CASES.iter().any(|case| case.name == *name);
    ensure!(names.iter().all(is_known), "there are {}", CASES.map(|case| case.name).join(", "));
    npm::prepare(workspace)?;
    let chosen_cases = CASES.iter().filter(|case| names.is_empty() || names.contains(&case.name));
    let (mut rows, mut over_limits) = (String::from("| files | program | Node |\n|---|---|---|\n"), Vec::new());
    for case in chosen_cases {
        println!("measuring: {}", case.name);
        let measured = measure(workspace, programs, case)?;
        let resource_texts = measured.map(resources_text);
        println!("{}: {}", case.name, resource_texts.join("; Node "));
        _ = writeln!(rows, "| {} | {} | {} |", case.description, resource_texts[0], resource_texts[1]);
        // Legitimate work has no limit of time, only one of memory.
        if measured.iter().any(|resources| {
            !case.is_work && seconds(*resources) > MAX_SECONDS || megabytes(*resources) > MAX_MEGABYTES
        }) {
            over_limits.push(case.name);
        }
    }
    let text = format!("{rows}\nMeasured once each, on {}.\n", table::describe_machine());
    println!("\n{text}");
    if names.is_empty() {
        table::write(workspace, ("docs/costs.md", "hostile"), "cargo xtask bench hostile", &text)?;
    }
    ensure!(over_limits.is_empty(), "over {MAX_SECONDS} s or {MAX_MEGABYTES} MB: {}", over_limits.join(", "));
    Ok(())
}

/// The resources that the program and Node use for a case.
fn measure(workspace: &Workspace, programs: &Programs, case: &Case) -> anyhow::Result<[ResourceUse; 2]> {
    let folder = workspace.target_dir().join("hostile").join(case.name);
    clear(&folder)?;
    (case.make)(&folder).with_context(|| format!("the files of {} could not be made", case.name))?;
    let program = child::run(process::command(&programs.scrubjay, &folder).args(["index", "."]))?;
    clear(&folder.join(".scrubjay"))?;
    let mut node = process::command("node", &hosts_folder(workspace)?);
    let node = child::run(node.arg("index.mjs").arg(&folder))?;
    clear(&folder)?;
    Ok([program, node])
}

fn clear(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() { std::fs::remove_dir_all(folder).context("cannot clear a folder") } else { Ok(()) }
}

fn resources_text(resources: ResourceUse) -> String {
    format!("{:.1} s, {:.0} MB", seconds(resources), megabytes(resources))
}

fn seconds(resources: ResourceUse) -> f64 {
    resources.wall.as_secs_f64()
}

fn megabytes(resources: ResourceUse) -> f64 {
    resources.peak as f64 / 1e6
}
