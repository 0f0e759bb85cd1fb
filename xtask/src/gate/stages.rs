//! The stages of the gate, the cheap ones first.

use std::process::Command;

use anyhow::{Context, ensure};

use super::count::{self, Count};
use super::pages;
use crate::toolchain::WASM_TARGET;
use crate::workspace::Workspace;
use crate::{
    component, forms, glue, history, installed, licences, mismatches, modules, notices, npm, process, protocol, python,
    records, reproducible, tidy, toolchain, web,
};

/// One stage: its name, and the function that runs it. An error counts as one failure.
pub struct Stage {
    pub name: &'static str,
    pub run: fn(&Workspace) -> anyhow::Result<Count>,
}

/// Packages that are built only for WebAssembly.
const MODULES: [&str; 3] = ["scrubjay-component", "scrubjay-parser", "scrubjay-store-module"];

/// Cargo arguments that exclude these packages.
fn without_modules() -> impl Iterator<Item = &'static str> {
    MODULES.into_iter().flat_map(|module| ["--exclude", module])
}

/// Cargo arguments that enable the library's optional features. Wheel, program and tests are built with them, so that the
/// library is compiled once.
pub const OPTIONAL_FEATURES: [&str; 2] = ["--features", "scrubjay-cli/petgraph"];

/// All stages of the gate, in their order.
pub const ALL: [Stage; 19] = [
    Stage { name: "toolchain", run: ensure_tools },
    Stage { name: "format", run: format },
    Stage { name: "tidy", run: tidy::check },
    Stage { name: "licences", run: licences::check },
    Stage { name: "third-party notices", run: notices::check },
    Stage { name: "glue", run: glue::check },
    Stage { name: "records", run: records::check },
    Stage { name: "component", run: build_component },
    Stage { name: "lints", run: lints },
    Stage { name: "npm package", run: npm::prepare },
    Stage { name: "wheel", run: python::check_wheel },
    Stage { name: "installed packages", run: installed::check },
    Stage { name: "tests", run: unit_and_conformance },
    Stage { name: "npm package's users", run: npm::test },
    Stage { name: "web page", run: web::test_page },
    Stage { name: "history of commits", run: history::check },
    Stage { name: "doc tests", run: doc_tests },
    Stage { name: "embedder's example", run: run_embedders_example },
    Stage { name: "examples of the README and the guide", run: pages::check },
];

/// Stages that are slow and seldom fail; they run before a release, and on request.
pub const NIGHTLY: [Stage; 7] = [
    Stage { name: "lints of other features", run: lints_of_other_features },
    Stage { name: "long stories", run: long_stories },
    Stage { name: "long lives of agents", run: long_lives },
    Stage { name: "protocol's own suite", run: protocol::test },
    Stage { name: "extension for VS Code", run: web::test_extension },
    Stage { name: "mismatches at the door", run: mismatches::check },
    Stage { name: "reproducible build", run: check_same_bytes },
];

/// The hosts outside the test process; an earlier stage prepares each.
const HOSTS: [&str; 3] = ["node", "chromium", "python"];

/// Environment variables with the lengths of `long_stories`; that of conversations applies to each of five formats.
const LONG_RUN_VARIABLES: [(&str, &str); 7] = [
    ("STORIES", "1000"),
    ("COMPONENT_STORIES", "250"),
    ("NODE_STORIES", "250"),
    ("PROBES", "10000"),
    ("RECALL_STORES", "1000"),
    ("LIVES", "20000"),
    ("LONG_CALLS", "2000"),
];

/// Other workspaces, relative to the root.
const OTHER_WORKSPACES: [&str; 3] = ["xtask", "examples/embed-rust", forms::FOLDER];

fn ensure_tools(workspace: &Workspace) -> anyhow::Result<Count> {
    toolchain::ensure_wasm_target(workspace)?;
    toolchain::ensure_cargo_tool(workspace, "fmt", "rustfmt")?;
    toolchain::ensure_cargo_tool(workspace, "clippy", "clippy")?;
    Ok(Count::success())
}

fn format(workspace: &Workspace) -> anyhow::Result<Count> {
    process::run(process::cargo(workspace.root()).args(["fmt", "--all", "--check"]))?;
    for folder in OTHER_WORKSPACES {
        process::run(process::cargo(&workspace.root().join(folder)).args(["fmt", "--check"]))?;
    }
    Ok(Count::success())
}

fn build_component(workspace: &Workspace) -> anyhow::Result<Count> {
    component::command(workspace)?;
    Ok(Count::success())
}

fn lints(workspace: &Workspace) -> anyhow::Result<Count> {
    let strict = ["--", "-D", "warnings"];
    let mut native = process::cargo(workspace.root());
    native.args(["clippy", "--quiet", "--workspace", "--all-targets"]).args(OPTIONAL_FEATURES).args(without_modules());
    lint(native.args(strict))?;
    let mut wasm = process::cargo(workspace.root());
    wasm.args(["clippy", "--quiet", "-p", "scrubjay-component", "--target", WASM_TARGET, "--profile", "component"]);
    lint(wasm.arg("--target-dir").arg(workspace.wasm_target_dir()).args(strict))?;
    modules::lint(workspace)?;
    lint_workspaces(workspace, &["xtask", forms::FOLDER])
}

/// Runs clippy, which says nothing but what it finds: that is the error, so that the summary repeats it.
fn lint(clippy: &mut Command) -> anyhow::Result<()> {
    process::output(clippy).map(drop)
}

fn lint_workspaces(workspace: &Workspace, folders: &[&str]) -> anyhow::Result<Count> {
    for folder in folders {
        let mut cargo = process::cargo(&workspace.root().join(folder));
        cargo.args(["clippy", "--quiet", "--all-targets", "--target-dir"]).arg(workspace.tools_target_dir());
        lint(cargo.args(["--", "-D", "warnings"]))?;
    }
    Ok(Count::success())
}

/// Lints packages with fewer features than the stage `lints` does, and another workspace.
fn lints_of_other_features(workspace: &Workspace) -> anyhow::Result<Count> {
    let strict = ["--", "-D", "warnings"];
    let mut library_lints = process::cargo(workspace.root());
    lint(library_lints.args(["clippy", "--quiet", "-p", "scrubjay", "--all-targets"]).args(strict))?;
    let mut without_features = process::cargo(workspace.root());
    without_features.args([
        "clippy",
        "--quiet",
        "-p",
        "scrubjay-core",
        "-p",
        "scrubjay-component",
        "--no-default-features",
    ]);
    without_features.args(["--target", WASM_TARGET, "--profile", "component"]);
    lint(without_features.arg("--target-dir").arg(workspace.wasm_target_dir()).args(strict))?;
    lint_workspaces(workspace, &["examples/embed-rust"])
}

/// Runs random stories, stores, conversations and damaged copies, at least ten times as many as the gate.
fn long_stories(workspace: &Workspace) -> anyhow::Result<Count> {
    let mut stories = process::cargo(workspace.root());
    stories.args(["test", "-p", "conformance", "--no-fail-fast", "--test", "it", "--", "--nocapture"]);
    stories.args(["random_stories::", "recall::", "windows::"]);
    stories
        .envs(LONG_RUN_VARIABLES.iter().copied())
        .env("HOSTS", HOSTS.join(","))
        .env("PATH", python::search_path(workspace)?);
    let mut copies = process::cargo(workspace.root());
    copies.args(["test", "-p", "scrubjay-cli", "--test", "it", "restoring::"]).env("SPOILT_COPIES", "60");
    Ok([count::count_tests(&mut stories)?, count::count_tests(&mut copies)?].into_iter().sum())
}

/// Runs agents of hundreds of steps under every budget; the gate runs only those with the smallest.
fn long_lives(workspace: &Workspace) -> anyhow::Result<Count> {
    Ok([npm::long_lives(workspace)?, python::long_lives(workspace)?].into_iter().sum())
}

fn unit_and_conformance(workspace: &Workspace) -> anyhow::Result<Count> {
    let mut xtask_tests = process::cargo(&workspace.root().join("xtask"));
    xtask_tests.args(["test", "--quiet", "--target-dir"]).arg(workspace.tools_target_dir());
    let mut workspace_tests = process::cargo(workspace.root());
    workspace_tests
        .args(["test", "--workspace", "--all-targets", "--no-fail-fast"])
        .args(OPTIONAL_FEATURES)
        .args(without_modules());
    workspace_tests.env("HOSTS", HOSTS.join(",")).env("PATH", python::search_path(workspace)?);
    Ok([count::count_tests(&mut xtask_tests)?, count::count_tests(&mut workspace_tests)?].into_iter().sum())
}

fn doc_tests(workspace: &Workspace) -> anyhow::Result<Count> {
    let mut cargo = process::cargo(workspace.root());
    cargo.args(["test", "--workspace", "--doc", "--no-fail-fast"]).args(OPTIONAL_FEATURES);
    count::count_tests(cargo.args(without_modules()))
}

/// Runs the embedding example on a folder of its own, and checks its output.
fn run_embedders_example(workspace: &Workspace) -> anyhow::Result<Count> {
    let example = workspace.root().join("examples/embed-rust");
    let component = workspace.component_dir().join("scrubjay.wasm");
    let mut cargo = process::cargo(&example);
    cargo.args(["run", "--quiet", "--target-dir"]).arg(workspace.tools_target_dir()).arg("--").arg(component);
    let answer = process::output(cargo.args(["project", "Shelf.add", "Books are added twice: fix Shelf.add"]))?;
    print!("{answer}");
    ensure!(answer.contains("shop.py"), "the example did not find the caller of Shelf.add in shop.py");
    ensure!(answer.contains("def add"), "the example's context does not hold the method that its task names");
    let source = example.join("src/main.rs");
    let n_lines = std::fs::read_to_string(&source).context("cannot read the example")?.lines().count();
    ensure!(n_lines < 120, "the example has grown to {n_lines} lines: a host must fit in 120");
    Ok(Count { n_passed: 2, ..Count::default() })
}

fn check_same_bytes(workspace: &Workspace) -> anyhow::Result<Count> {
    reproducible::command(workspace)?;
    Ok(Count::success())
}
