//! Tests packed artefacts installed as users install them, and used as their pages say; `tests/hosts/installed/` has
//! the uses.
//!
//! `check` is the light form for the gate, with the program and the wheel of earlier stages. `cargo xtask artefacts`
//! does the same with what a release would publish, in a Debian system with only Node and Python (`debian`), and lets
//! cargo install the crate outside the checkout.

mod debian;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, ensure};

use crate::gate::{Count, count_tests, program};
use crate::npm;
use crate::process;
use crate::python::{self, environment::Environment};
use crate::release::{self, crates};
use crate::toolchain;
use crate::workspace::{LICENCE_FILES, Workspace};

/// The project that is indexed.
const PROJECT: &str = "examples/embed-rust/project";
/// The folder of the programs that use the installed packages.
const USES: &str = "tests/hosts/installed";
/// The page of the npm package, whose examples are run.
const NPM_PAGE: &str = "bindings-js/README.md";
/// The page of the wheel, whose examples are run.
const WHEEL_PAGE: &str = "bindings-python/README.md";
/// Files that the crate must contain to be built without a checkout.
const IN_CRATE: [&str; 5] =
    ["component/scrubjay.wasm", "component/index.mark", "wit/world.wit", "README.md", crate::notices::NOTICES_FILE];

/// The stage of the gate. Earlier stages must have made the npm package and the wheel.
pub fn check(workspace: &Workspace) -> anyhow::Result<Count> {
    let triple = toolchain::host_triple(workspace)?;
    let mut counts = vec![packed_crates(workspace)?];
    let root = workspace.root();
    if let Some(platform) = npm::cli::pack(workspace, &program::build(workspace)?, &triple)? {
        let mut node = process::command("node", root);
        node.arg(format!("{USES}/npm.mjs")).args([&npm::packed(workspace)?, &platform]);
        counts.push(count_tests(node.args([NPM_PAGE, PROJECT]))?);
    }
    let mut python = Environment::existing(workspace, python::INSTALLED_ENVIRONMENT).python(root);
    counts.push(count_tests(python.arg(format!("{USES}/wheel.py")).args([WHEEL_PAGE, PROJECT]))?);
    Ok(counts.into_iter().sum())
}

/// Packs the crates, and checks that the library's crate contains what its build needs. [`artefacts`] builds it.
fn packed_crates(workspace: &Workspace) -> anyhow::Result<Count> {
    let crates = crates::pack(workspace)?;
    let folder = crates.folder.join(format!("scrubjay-{}", workspace.version()?));
    for name in IN_CRATE.iter().chain(&LICENCE_FILES) {
        ensure!(folder.join(name).is_file(), "the crate lacks {name}");
    }
    println!("the crate brings along what it is built of ... ok");
    Ok(Count::success())
}

/// The part of a release to test.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Everything,
    /// The npm packages, the wheel and the program, in Debian.
    Packages,
    /// The crate, which takes as long as its build.
    Crate,
}

/// `cargo xtask artefacts`: tests the output of `cargo xtask release` where nothing else is installed.
pub fn artefacts(workspace: &Workspace, part: Part) -> anyhow::Result<Count> {
    let folder = release::folder(workspace);
    process::run(process::command("sha256sum", &folder).args(["--check", "--quiet", "SHA256SUMS"]))
        .context("`cargo xtask release` must have been run before")?;
    let mut counts = Vec::new();
    if part != Part::Crate {
        let started = Instant::now();
        counts.push(debian::check(workspace, &folder)?);
        println!("in Debian: {:.1} min", started.elapsed().as_secs_f64() / 60.0);
    }
    if part != Part::Packages {
        counts.push(installed_by_cargo(workspace, &folder)?);
    }
    Ok(counts.into_iter().sum())
}

/// Installs the program from the archive of all crates, outside the checkout and with only cargo's own settings, and uses
/// it.
fn installed_by_cargo(workspace: &Workspace, folder: &Path) -> anyhow::Result<Count> {
    let area = std::env::temp_dir().join(format!("scrubjay-crate-{}", std::process::id()));
    std::fs::create_dir_all(&area)?;
    let version = workspace.version()?;
    let name = format!("scrubjay-{version}-crates");
    process::run(process::command("tar", &area).arg("-xzf").arg(folder.join(format!("{name}.tar.gz"))))?;
    let started = Instant::now();
    let mut cargo = process::cargo(&area);
    for variable in ["SCRUBJAY_COMPONENT_DIR", "CARGO_MANIFEST_DIR", "CARGO_TARGET_DIR", "RUSTFLAGS"] {
        cargo.env_remove(variable);
    }
    cargo.args(["install", "--quiet", "--root", "installed", "--path"]);
    process::run(cargo.arg(format!("{name}/scrubjay-cli-{version}")))?;
    let program = area.join("installed/bin/scrubjay");
    let minutes = started.elapsed().as_secs_f64() / 60.0;
    println!("cargo install: {minutes:.1} min, {:.1} MB", std::fs::metadata(&program)?.len() as f64 / 1e6);
    let answer = find_with(workspace, &program, &area)?;
    std::fs::remove_dir_all(&area).with_context(|| format!("cannot clear {}", area.display()))?;
    ensure!(answer.starts_with("shelf.py:10  method Shelf.add"), "the program that cargo installed answers {answer}");
    Ok(Count::success())
}

/// Indexes a copy of the example's project with a program, and returns what the program finds for `add`.
fn find_with(workspace: &Workspace, program: &Path, area: &Path) -> anyhow::Result<String> {
    let project: PathBuf = area.join("project");
    process::copy(&workspace.root().join(PROJECT), &project)?;
    let run = |words: &[&str]| {
        process::output(process::command(program, &project).args(words).env("SCRUBJAY_HOME", area.join("home")))
    };
    run(&["index"])?;
    run(&["find", "add"])
}
