//! `cargo xtask bench [--source DIR]`: what everything costs, measured on a real repository.
//! `cargo xtask bench accuracy` holds edges against oracles instead, and `cargo xtask bench languages` indexes a sample of each
//! language; see the modules of these names.
//! `cargo xtask bench records` measures notes, and has the long runs of killed and of many writers; `bench records power` cuts the
//! power of a file system, see `power`.
//! `cargo xtask bench damage SEED` has damaged copies of memories meet commands: 2,000 flipped bits, 2,000 exchanges of pages and 200
//! cuts of one of a megabyte (`cli/tests/it/damage.rs`), and 300 copies of one of 9 MiB and 100 of one over 64 MiB, which follow
//! from the seed, every question and a change (`cli/tests/it/damage_at_size.rs`): fifty times what the gate runs of these tests.
//! `cargo xtask bench hostile` indexes files that were made to be costly, and fails where they are; see `hostile`.
//! `cargo xtask bench window` replays recorded sessions under policies of the context window; see `window`.
//! `cargo xtask bench session` lives recorded sessions through contexts of sessions; see `session`.
//! `cargo xtask bench recall` asks questions over all that was recorded, beside SQLite's full-text search; see `recall`.
//! `cargo xtask bench episodes` records an agent's work and asks about it, beside SQLite and DuckDB; see `episodes`.
//! `cargo xtask bench size` records ordinary events and says what they take of a disk; see `size`.
//! `cargo xtask bench mcp` measures what an agent waits for over the Model Context Protocol; see `mcp`.
//! `cargo xtask bench fresh` measures the next question after an edit, in folders of 3,000 and 100,000 files; see `fresh`.
//! `cargo xtask bench fit` measures `fit` of a window on each host; see `fit`.
//! `cargo xtask bench modules DIST` measures the modules of store and parsers beside another build; see `modules`.
//! `cargo xtask bench hosts` measures JavaScript and Python beside the native host; see `hosts`.
//!
//! Every figure is a median of several runs on this machine, unless it says otherwise. Figures that are compared come
//! from the same run, because absolute times on a shared machine say little. The programs are built as they are
//! released: assertions would slow the native side, and not the component. The table goes into `docs/costs.md`, between
//! its markers, with the commit.

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
    let given = match arguments {
        [] => None,
        ["--source", folder] => Some(Path::new(*folder)),
        ["languages"] => {
            component::command(workspace)?;
            return languages::command(workspace, &Programs::build(workspace)?);
        }
        ["mcp", rest @ ..] => {
            let given = match rest {
                [] => None,
                ["--source", folder] => Some(Path::new(*folder)),
                _ => bail!("usage: cargo xtask bench mcp [--source DIR]"),
            };
            component::command(workspace)?;
            return mcp::command(workspace, &Programs::build(workspace)?, given);
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
        ["modules", other] => return modules::command(workspace, Path::new(other)),
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
    let project = source::prepare(workspace, given)?;
    let figures = Figures::measure(workspace, &programs, &project)?;
    let table = table::rows(&figures);
    println!("\n{table}");
    table::write(workspace, ("docs/costs.md", "bench"), "cargo xtask bench", &table)
}

/// The folder of the scripts by which other hosts measure themselves. They find the npm package and its peers where the
/// tests have them installed.
fn hosts_folder(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let folder = workspace.root().join("bench/hosts");
    let installed = folder.join("node_modules");
    #[cfg(unix)]
    if !installed.exists() {
        std::os::unix::fs::symlink("../../tests/hosts/node_modules", &installed)?;
    }
    Ok(folder)
}

/// The programs that are measured, and that measure.
pub struct Programs {
    pub scrubjay: PathBuf,
    pub measure: PathBuf,
    /// Writes and reads notes, for others to watch and kill.
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
