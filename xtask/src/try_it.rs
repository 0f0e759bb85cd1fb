//! `cargo xtask try [PATH]`: from a checkout to a first answer, on a machine with Rust and little else.
//!
//! Installs and builds what is missing, indexes a repository, and prints example questions. Sends nothing of the
//! repository to other machines.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, bail};

use crate::workspace::Workspace;
use crate::{component, process, toolchain};

/// An example task that fits any repository.
const TASK: &str = "How are errors reported to the user, and which tests cover it?";

/// The program's exit code for an empty answer.
const FOUND_NOTHING: i32 = 3;

/// The file name of the program.
#[cfg(windows)]
const PROGRAM: &str = "scrubjay.exe";
#[cfg(not(windows))]
const PROGRAM: &str = "scrubjay";
/// The environment variable with the folder of a user's data.
const HOME: &str = "SCRUBJAY_HOME";
/// The value of [`HOME`] that `.cargo/config.toml` sets for tests.
const HOME_OF_TESTS: &str = "target/home";

/// `cargo xtask try`: indexes PATH, or this repository; `--install` puts the program on the search path.
pub fn command(workspace: &Workspace, words: &[&str]) -> anyhow::Result<()> {
    let (wants_install, path) = match words {
        [] => (false, None),
        ["--install"] => (true, None),
        [path] => (false, Some(*path)),
        [path, "--install"] | ["--install", path] => (true, Some(*path)),
        _ => bail!("usage: cargo xtask try [PATH] [--install]"),
    };
    let project = project(workspace, path)?;
    let started = Instant::now();
    let step = |number: u32, what: &str| println!("\n== {number} of 5, {:.1} min: {what}", minutes(started));

    step(1, "looking for what the build needs");
    ensure_c_compiler(workspace)?;
    toolchain::ensure_wasm_target(workspace)?;
    step(2, "building the component");
    component::component_of_program(workspace)?;
    step(3, "building the command line");
    let mut scrubjay = strip_program(workspace, &build_program(workspace)?)?;
    if wants_install {
        scrubjay = install(workspace, &scrubjay)?;
    }

    step(4, &format!("indexing {}", project.display()));
    let run_scrubjay = |words: &[&str]| process::run(as_user(process::command(&scrubjay, &project)).args(words));
    run_scrubjay(&["index", "."])?;

    step(5, "a repository map in 800 tokens, and the context for a task in 1,500");
    run_scrubjay(&["map", "--budget", "800"])?;
    println!("\ntask: {TASK}\n");
    let status = as_user(process::command(&scrubjay, &project)).args(["prepare", TASK, "--budget", "1500"]).status()?;
    match status.code() {
        Some(0) => {}
        Some(FOUND_NOTHING) => {
            println!("none of its files has words of this task: `scrubjay prepare` takes one of yours")
        }
        _ => bail!("scrubjay prepare failed: {status}"),
    }
    sum_up(&scrubjay, &project, minutes(started));
    Ok(())
}

/// A command as the user will run it: without cargo's setting of the data folder for tests, under which an index would
/// count as somebody else's.
fn as_user(mut program: Command) -> Command {
    if std::env::var_os(HOME).is_some_and(|home| Path::new(&home).ends_with(HOME_OF_TESTS)) {
        program.env_remove(HOME);
    }
    program
}

fn project(workspace: &Workspace, path: Option<&str>) -> anyhow::Result<PathBuf> {
    let Some(path) = path else { return Ok(workspace.root().to_path_buf()) };
    let project = Path::new(path).canonicalize().with_context(|| format!("cannot open {path}"))?;
    if !project.is_dir() {
        bail!("{path} is not a folder");
    }
    Ok(project)
}

/// Fails with advice if there is no C compiler: the grammars are C.
fn ensure_c_compiler(workspace: &Workspace) -> anyhow::Result<()> {
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    if process::output(process::command(compiler, workspace.root()).arg("--version")).is_ok() {
        return Ok(());
    }
    bail!(
        "no C compiler was found, and the grammars are written in C. Install one, then try again:\n\
         Debian, Ubuntu   sudo apt-get install build-essential\n\
         Fedora           sudo dnf install gcc\n\
         macOS            xcode-select --install"
    )
}

/// Builds the program with cargo's progress shown; returns its path.
fn build_program(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let mut cargo: Command = process::cargo(workspace.root());
    cargo.args(["build", "-p", "scrubjay-cli", "--bin", "scrubjay"]);
    process::run(&mut cargo)?;
    Ok(workspace.target_dir().join("debug").join(format!("scrubjay{}", std::env::consts::EXE_SUFFIX)))
}

/// Copies the program without debug information, which is more than half of it.
fn strip_program(workspace: &Workspace, built: &Path) -> anyhow::Result<PathBuf> {
    let program = workspace.target_dir().join(PROGRAM);
    let triple = toolchain::host_triple(workspace)?;
    let rust_objcopy = toolchain::sysroot(workspace.root())?.join("lib/rustlib").join(triple).join("bin/rust-objcopy");
    let tools = [(rust_objcopy.into_os_string(), "--strip-all"), ("strip".into(), "-o")];
    for (tool, option) in tools {
        let mut strip = process::command(tool, workspace.root());
        match option {
            "-o" => strip.arg(option).arg(&program).arg(built),
            _ => strip.arg(option).arg(built).arg(&program),
        };
        if process::output(&mut strip).is_ok() {
            return Ok(program);
        }
    }
    // The program as it was built works as well, and is larger.
    process::copy(built, &program)?;
    Ok(program)
}

/// Copies the program to the folder of cargo's programs; returns its new path.
fn install(workspace: &Workspace, program: &Path) -> anyhow::Result<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let folder = home.context("no home folder is known: set CARGO_HOME")?.join("bin");
    let installed = folder.join(PROGRAM);
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    // A program that is running may be replaced, and not written to.
    let draft = workspace.target_dir().join(format!("{PROGRAM}.new"));
    process::copy(program, &draft)?;
    if std::fs::rename(&draft, &installed).is_err() {
        process::copy(program, &installed)?;
    }
    let is_on_path = std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|one| one == folder));
    if !is_on_path {
        println!("note: {} is in no folder of PATH: add {}", installed.display(), folder.display());
    }
    Ok(installed)
}

fn sum_up(scrubjay: &Path, project: &Path, minutes: f64) {
    let (program, project) = (scrubjay.display(), project.display());
    println!(
        "\n== done in {minutes:.1} min. Go on in {project}, with

  {program} init                sets up your agents: past sessions, hooks, a server
  {program} find TEXT           symbols by name or words
  {program} callers NAME        who calls it
  {program} impact NAME         what a change of it can reach
  {program} deps FILE           what a file depends on
  {program} prepare \"TASK\"      the code that a task needs
  {program} --help              everything else

After an edit, `{program} index` brings the memory up to date. To begin anew, delete {project}/.scrubjay."
    );
}

fn minutes(started: Instant) -> f64 {
    started.elapsed().as_secs_f64() / 60.0
}
