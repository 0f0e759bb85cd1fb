//! Builds the program `scrubjay` for stages of the gate that run it.

use std::path::PathBuf;

use super::OPTIONAL_FEATURES;
use crate::process;
use crate::workspace::Workspace;

/// Builds the program and returns its path. It is built together with the wheel's extension module: alone, its
/// dependencies would have other features, and the runtime would be compiled twice.
pub fn build(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let packages = ["-p", "scrubjay-cli", "-p", "scrubjay-python", "--bin", "scrubjay"];
    process::run(process::cargo(workspace.root()).args(["build", "--quiet"]).args(packages).args(OPTIONAL_FEATURES))?;
    Ok(workspace.target_dir().join("debug/scrubjay"))
}
