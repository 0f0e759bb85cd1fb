//! The crates as a registry would have them: packed by cargo, the component along.
//!
//! Beside the packed ones there is a folder with all of them unpacked, from which `cargo install --path` works without a registry
//! that has them: its settings say that the crates are found beside each other.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::archive;
use crate::component::write_if_changed;
use crate::notices::{self, Shipped};
use crate::process;
use crate::toolchain;
use crate::workspace::Workspace;

/// What is packed, the crate that the others are for last.
const CRATES: [(&str, &str); 3] =
    [("store", "scrubjay-store"), ("parsing", "scrubjay-parsing"), ("host-native", "scrubjay")];
/// What these are beside in a checkout: tests of theirs name it.
const BESIDE: &str = "core";
/// The system that machine code is packed for, as `host-native/build.rs` looks for it.
const MACHINE_CODE: &str = "x86_64-linux.cwasm";

/// Crates on disk.
pub struct Crates {
    /// Each as cargo packs it.
    pub packed: Vec<PathBuf>,
    /// All of them unpacked.
    pub folder: PathBuf,
    /// That folder as one file.
    pub archive: PathBuf,
}

/// Packs them, with the component that lies beside.
pub fn pack(workspace: &Workspace) -> anyhow::Result<Crates> {
    let area = workspace.root().join("target/crates");
    let stage = area.join("stage");
    let folders: Vec<&str> = CRATES.iter().map(|(folder, _)| *folder).chain([BESIDE]).collect();
    workspace.copy_part(&stage, &folders, &folders)?;
    bring(workspace, &stage)?;
    let mut cargo = process::cargo(&stage);
    cargo.args(["package", "--quiet", "--no-verify", "--allow-dirty", "--target-dir"]).arg(area.join("cargo"));
    process::run(cargo.args(CRATES.iter().flat_map(|(_, name)| ["-p", name])))?;
    let version = workspace.version()?;
    let packed = CRATES.iter().map(|(_, name)| area.join(format!("cargo/package/{name}-{version}.crate"))).collect();
    let folder = area.join(format!("scrubjay-{version}-crates"));
    unpack(&packed, &folder, &version)?;
    let archive = archive(&folder, &area)?;
    Ok(Crates { packed, folder, archive })
}

/// Puts beside the sources what a package needs to be whole.
fn bring(workspace: &Workspace, stage: &Path) -> anyhow::Result<()> {
    for (folder, _) in CRATES {
        workspace.copy_licences(&stage.join(folder))?;
    }
    let library = stage.join("host-native");
    let triple = toolchain::host_triple(workspace)?;
    notices::write(workspace, Shipped::Component, &triple, &library)?;
    let made = workspace.component_dir();
    for name in ["scrubjay.wasm", "scrubjay.sha256", "index.mark"] {
        process::copy(&made.join(name), &library.join("component").join(name))?;
    }
    if triple.starts_with("x86_64") && triple.contains("linux") {
        process::copy(&made.join("scrubjay.cwasm"), &library.join("component").join(MACHINE_CODE))?;
    }
    Ok(())
}

fn unpack(packed: &Vec<PathBuf>, folder: &Path, version: &str) -> anyhow::Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    std::fs::create_dir_all(folder)?;
    for file in packed {
        process::run(process::command("tar", folder).arg("-xzf").arg(file))?;
    }
    let found = CRATES.iter().map(|(_, name)| format!("{name} = {{ path = \"{name}-{version}\" }}\n"));
    let settings =
        format!("# Where the crates find each other.\n[patch.crates-io]\n{}", found.take(2).collect::<String>());
    write_if_changed(&folder.join(".cargo/config.toml"), settings.as_bytes())?;
    Ok(())
}
