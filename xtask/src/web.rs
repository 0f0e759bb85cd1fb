//! The web page of `examples/web`: built over the npm package, served, and driven by its tests in Chromium.
//!
//! Not here: the package itself, which must be built before (`npm`).

use std::path::PathBuf;

use crate::gate::{Count, count};
use crate::npm;
use crate::process;
use crate::workspace::Workspace;

/// `cargo xtask web`: builds the package and the page, and serves it on this machine until it is stopped.
pub fn command(workspace: &Workspace) -> anyhow::Result<()> {
    npm::build(workspace)?;
    build(workspace)?;
    process::run(process::command("node", &folder(workspace)).arg("serve.mjs"))
}

/// A stage: builds the page and runs its tests. `npm::prepare` comes before.
pub fn test(workspace: &Workspace) -> anyhow::Result<Count> {
    build(workspace)?;
    count::tests(process::command("npm", &folder(workspace)).args(["test", "--silent"]))
}

fn build(workspace: &Workspace) -> anyhow::Result<()> {
    let folder = folder(workspace);
    npm::install(&folder)?;
    process::run(process::command("npm", &folder).args(["run", "build", "--silent"]))
}

fn folder(workspace: &Workspace) -> PathBuf {
    workspace.root().join("examples/web")
}
