//! The program `scrubjay`, built for what runs it in the gate.

use std::path::PathBuf;

use crate::process;
use crate::workspace::Workspace;

/// Builds the program and says where it is. It is built beside the wheel's extension module: alone, dependencies would have
/// other features, and the runtime would be compiled once more.
pub fn build(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let packages = ["-p", "scrubjay", "-p", "scrubjay-python", "--bin", "scrubjay"];
    process::run(process::cargo(workspace.root()).args(["build", "--quiet"]).args(packages))?;
    Ok(workspace.target_dir().join("debug/scrubjay"))
}
