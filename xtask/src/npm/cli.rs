//! The program as npm packages: one for each platform, which the package `scrubjay` depends on and runs.

use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::notices::{self, Shipped};
use crate::process;
use crate::workspace::Workspace;

/// The package for each target triple, as the name of its folder in `bindings-js/`.
const PACKAGES: [(&str, &str); 1] = [("x86_64-unknown-linux-gnu", "cli-linux-x64")];

/// Packs a program; `None` if there is no npm package for the target.
pub fn pack(workspace: &Workspace, program: &Path, triple: &str) -> anyhow::Result<Option<PathBuf>> {
    let Some((_, name)) = PACKAGES.iter().find(|(system, _)| *system == triple) else { return Ok(None) };
    let out = workspace.root().join("target/npm");
    let folder = out.join(name);
    process::copy(&workspace.root().join("bindings-js").join(name), &folder)?;
    process::copy(program, &folder.join("bin/scrubjay"))?;
    workspace.copy_licences(&folder)?;
    notices::write(workspace, Shipped::Program, triple, &folder)?;
    super::pack(&folder, &out).with_context(|| format!("cannot pack {name}")).map(Some)
}
