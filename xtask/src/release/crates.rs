//! Packs the crates for a registry, by cargo, with the component included.
//!
//! A folder contains all of them unpacked too. From it `cargo install --path` works without a registry, because the
//! folder's settings say that the crates are next to each other.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::archive;
use crate::component::write_if_changed;
use crate::notices::{self, Shipped};
use crate::process;
use crate::toolchain;
use crate::workspace::Workspace;

/// The crates to pack; the last one is the crate that depends on the others.
const CRATES: [(&str, &str); 4] = [
    ("store", "scrubjay-store"),
    ("parsing", "scrubjay-parsing"),
    ("host-native", "scrubjay"),
    ("cli", "scrubjay-cli"),
];
/// A folder that must exist next to the crates, because their tests name it.
const CORE_FOLDER: &str = "core";
/// The name of the machine code that is packed, as `host-native/build.rs` expects it.
const MACHINE_CODE: &str = "x86_64-linux.cwasm";

/// The packed crates on disk.
pub struct PackedCrates {
    /// The path of each crate as cargo packed it.
    pub packed: Vec<PathBuf>,
    /// The folder with all crates unpacked.
    pub folder: PathBuf,
    /// The archive of that folder.
    pub archive: PathBuf,
}

/// Packs the crates, with the component as it was built last.
pub fn pack(workspace: &Workspace) -> anyhow::Result<PackedCrates> {
    let area = workspace.root().join("target/crates");
    let stage = area.join("stage");
    let folders: Vec<&str> = CRATES.iter().map(|(folder, _)| *folder).chain([CORE_FOLDER]).collect();
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
    Ok(PackedCrates { packed, folder, archive })
}

/// Copies the files that a complete package needs next to the sources.
fn bring(workspace: &Workspace, stage: &Path) -> anyhow::Result<()> {
    for (folder, _) in CRATES {
        workspace.copy_licences(&stage.join(folder))?;
    }
    let library = stage.join("host-native");
    let triple = toolchain::host_triple(workspace)?;
    notices::write(workspace, Shipped::Component, &triple, &library)?;
    let component_dir = workspace.component_dir();
    for name in ["scrubjay.wasm", "scrubjay.sha256", "index.mark"] {
        process::copy(&component_dir.join(name), &library.join("component").join(name))?;
    }
    if triple.starts_with("x86_64") && triple.contains("linux") {
        process::copy(&component_dir.join("scrubjay.cwasm"), &library.join("component").join(MACHINE_CODE))?;
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
        format!("# Where the crates find each other.\n[patch.crates-io]\n{}", found.take(3).collect::<String>());
    write_if_changed(&folder.join(".cargo/config.toml"), settings.as_bytes())?;
    Ok(())
}
