//! Builds and tests examples that use the npm package in a browser: the page `examples/web` and the extension
//! `examples/vscode`.
//!
//! Not here: the package itself, which must be built before (`npm`).

use std::path::PathBuf;

use crate::gate::{Count, count};
use crate::npm;
use crate::process;
use crate::workspace::Workspace;

const PAGE: &str = "examples/web";
const EXTENSION: &str = "examples/vscode";

/// `cargo xtask web`: builds the package and the page, and serves the page on this machine until it is stopped.
pub fn command(workspace: &Workspace) -> anyhow::Result<()> {
    npm::build(workspace)?;
    let page = build(workspace, PAGE)?;
    process::run(process::command("node", &page).arg("serve.mjs"))
}

/// A stage: builds the page and tests it in Chromium; after `npm::prepare`.
pub fn test_page(workspace: &Workspace) -> anyhow::Result<Count> {
    test(workspace, PAGE)
}

/// A stage: builds the editor's extension and tests it; after `npm::prepare`.
pub fn test_extension(workspace: &Workspace) -> anyhow::Result<Count> {
    test(workspace, EXTENSION)
}

fn test(workspace: &Workspace, example: &str) -> anyhow::Result<Count> {
    let folder = build(workspace, example)?;
    count::count_tests(process::command("npm", &folder).args(["test", "--silent"]))
}

/// Builds an example with the versions in its lock file; returns its folder.
fn build(workspace: &Workspace, example: &str) -> anyhow::Result<PathBuf> {
    let folder = workspace.root().join(example);
    npm::install(&folder)?;
    process::run(process::command("npm", &folder).args(["run", "build", "--silent"]))?;
    Ok(folder)
}
