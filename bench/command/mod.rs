//! `cargo xtask bench [--source DIR]`: the costs of everything, measured on a real repository.
//! `cargo xtask bench accuracy` compares edges with oracles, and `cargo xtask bench languages` indexes a sample of each language;
//! see the modules of these names.
//! `cargo xtask bench records` measures notes, and has long runs of killed writers and of many writers. `cargo xtask bench records
//! power` cuts the power of a file system; see `power`.
//! `cargo xtask bench damage [SEED]` runs commands on damaged copies of memories. Of a memory of a megabyte there are 2,000 copies
//! with flipped bits, 2,000 with exchanged pages and 200 that are cut (`cli/tests/it/damage.rs`). Of a memory of 9 MiB there are 300
//! copies, and of one over 64 MiB 100, which follow from the seed; each gets every question and a change
//! (`cli/tests/it/damage_at_size.rs`). The gate runs a fiftieth of these.
//! `cargo xtask bench hostile` indexes files that were made to be costly, and fails if one is too costly; see `hostile`.
//! `cargo xtask bench window` replays recorded sessions under policies of the context window; see `window`.
//! `cargo xtask bench session` appends recorded sessions to contexts of sessions; see `session`.
//! `cargo xtask bench recall` asks questions about all records, beside SQLite's full-text search; see `recall`.
//! `cargo xtask bench episodes` records an agent's work and asks about it, beside SQLite and DuckDB; see `episodes`.
//! `cargo xtask bench size` measures the disk space of ordinary events; see `size`.
//! `cargo xtask bench mcp` measures an agent's wait over the Model Context Protocol; see `mcp`.
//! `cargo xtask bench fresh` measures the next question after an edit, in folders of 3,000 and 100,000 files; see `fresh`.
//! `cargo xtask bench fit` measures `fit` of a window on each host; see `fit`.
//! `cargo xtask bench modules DIST` measures the modules of store and parsers beside another build; see `modules`.
//! `cargo xtask bench hosts` measures JavaScript and Python beside the native host; see `hosts`.
//!
//! Every figure is a median of several runs on this machine, unless its module states otherwise. Compared figures come from the
//! same run, because absolute times on a shared machine say little. Programs are built as they are released: assertions
//! would slow the native side, but not the component. The table goes into `docs/costs.md`, between its markers, with the
//! commit.

mod accuracy;
mod capture;
mod child;
mod episodes;
mod fetch;
mod figures;
mod fit;
mod fresh;
mod hostile;
mod hosts;
mod languages;
mod mcp;
mod mixed;
mod modules;
#[cfg(target_os = "linux")]
mod power;
mod recall;
mod records;
mod session;
mod size;
mod source;
mod table;
mod window;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::workspace::Workspace;
use crate::{component, process};
use figures::Figures;

/// `cargo xtask bench` with its arguments.
pub fn command(workspace: &Workspace, arguments: &[&str]) -> anyhow::Result<()> {
    let given_folder = match arguments {
        [] => None,
        ["--source", folder] => Some(Path::new(*folder)),
        ["languages"] => {
            component::command(workspace)?;
            return languages::command(workspace, &Programs::build(workspace)?);
        }
        ["mcp", rest @ ..] => {
            let given_folder = match rest {
                [] => None,
                ["--source", folder] => Some(Path::new(*folder)),
                _ => bail!("usage: cargo xtask bench mcp [--source DIR]"),
            };
            component::command(workspace)?;
            return mcp::command(workspace, &Programs::build(workspace)?, given_folder);
        }
        ["records", "stories"] => {
            component::command(workspace)?;
            return records::stories(workspace);
        }
        ["records", rest @ ..] => {
            component::command(workspace)?;
            return records::command(workspace, &Programs::build(workspace)?, rest);
        }
        ["damage", rest @ ..] => {
            let seed = match rest {
                [] => "1",
                [seed] if seed.parse::<u64>().is_ok() => seed,
                _ => bail!("usage: cargo xtask bench damage [SEED]"),
            };
            component::command(workspace)?;
            let mut cargo = process::cargo(workspace.root());
            cargo.args(["test", "-p", "scrubjay-cli", "--test", "it", "--no-fail-fast", "--", "--nocapture", "damage"]);
            cargo.env("SCRUBJAY_DAMAGE", "50").env("SCRUBJAY_DAMAGE_COPIES", "300").env("SCRUBJAY_DAMAGE_SEED", seed);
            return process::run(&mut cargo);
        }
        ["hostile", names @ ..] => {
            component::command(workspace)?;
            return hostile::command(workspace, &Programs::build(workspace)?, names);
        }
        ["fresh", sizes @ ..] => {
            component::command(workspace)?;
            return fresh::command(workspace, &Programs::build(workspace)?, sizes);
        }
        ["capture", rest @ ..] => {
            component::command(workspace)?;
            return capture::command(workspace, rest);
        }
        ["episodes", rest @ ..] => {
            component::command(workspace)?;
            return episodes::command(workspace, rest);
        }
        ["size", rest @ ..] => {
            component::command(workspace)?;
            return size::command(workspace, rest);
        }
        ["fit"] => return fit::command(workspace),
        ["modules", other_build] => return modules::command(workspace, Path::new(other_build)),
        ["hosts", rest @ ..] => return hosts::command(workspace, rest),
        ["accuracy", rest @ ..] => return accuracy::command(workspace, rest),
        ["recall", rest @ ..] => return recall::command(workspace, rest),
        ["session", rest @ ..] => return session::command(workspace, rest),
        ["window", rest @ ..] => return window::command(workspace, rest),
        _ => bail!(
            "usage: cargo xtask bench [--source DIR], or cargo xtask bench capture|damage|fit|fresh|hosts|hostile|accuracy|languages|mcp|modules|records|recall|episodes|size|window"
        ),
    };
    component::command(workspace)?;
    let programs = Programs::build(workspace)?;
    let project = source::prepare(workspace, given_folder)?;
    let figures = Figures::measure(workspace, &programs, &project)?;
    let table = table::rows(&figures);
    println!("\n{table}");
    table::write(workspace, ("docs/costs.md", "bench"), "cargo xtask bench", &table)
}

/// The folder of the scripts by which other hosts measure themselves. The npm package and its peers are those that the
/// tests installed.
fn hosts_folder(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let folder = workspace.root().join("bench/hosts");
    let installed = folder.join("node_modules");
    #[cfg(unix)]
    if !installed.exists() {
        std::os::unix::fs::symlink("../../tests/hosts/node_modules", &installed)?;
    }
    Ok(folder)
}

/// The measured programs, and those that measure.
pub struct Programs {
    pub scrubjay: PathBuf,
    pub measure: PathBuf,
    /// The program that writes and reads notes while others watch or kill it.
    pub writers: PathBuf,
}

impl Programs {
    fn build(workspace: &Workspace) -> anyhow::Result<Programs> {
        let mut cargo = process::cargo(workspace.root());
        cargo.args(["build", "--release", "-p", "scrubjay-cli", "-p", "bench", "-p", "conformance"]);
        cargo.args(["--bin", "scrubjay", "--bin", "measure", "--bin", "writers"]);
        process::run(&mut cargo).context("the programs to measure could not be built")?;
        let program =
            |name: &str| workspace.target_dir().join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        Ok(Programs { scrubjay: program("scrubjay"), measure: program("measure"), writers: program("writers") })
    }
}
