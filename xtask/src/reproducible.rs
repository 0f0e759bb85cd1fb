//! Checks that the component's bytes depend only on its sources: two builds in different folders, with different cargo
//! homes and no shared files, must have one hash.

use std::path::Path;

use anyhow::{Context, bail};

use crate::component::{self, Build, World, sha256_hex};
use crate::process;
use crate::toolchain;
use crate::workspace::Workspace;

/// The sources of the component, relative to the root; including all members of the workspace, because cargo reads
/// them.
const SOURCES: [&str; 13] = [
    "Cargo.toml",
    "Cargo.lock",
    "wit",
    "bench",
    "cli",
    "core",
    "parsing",
    "store",
    "host-native",
    "bindings-js/parser",
    "bindings-js/store",
    "bindings-python",
    "tests",
];

/// `cargo xtask reproducible`: builds twice and prints the hash.
pub fn command(workspace: &Workspace) -> anyhow::Result<()> {
    let hash = prove(workspace)?;
    println!("two builds in different folders and cargo homes agree: sha256 {hash}");
    Ok(())
}

/// Builds twice, and returns the common hash.
pub fn prove(workspace: &Workspace) -> anyhow::Result<String> {
    toolchain::ensure_wasm_target(workspace)?;
    let area = workspace.root().join("target/reproducible");
    let first = build_in(workspace, &area.join("one"))?;
    let second = build_in(workspace, &area.join("the-other-with-a-longer-name"))?;
    if first != second {
        bail!("the same sources gave {first} and {second}: a path or an order of the machine leaks into the component");
    }
    Ok(first)
}

/// Copies the sources to `folder`, builds there with a new cargo home, and returns the component's hash.
fn build_in(workspace: &Workspace, folder: &Path) -> anyhow::Result<String> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    let root = folder.join("checkout");
    for source in SOURCES {
        process::copy(&workspace.root().join(source), &root.join(source))?;
    }
    let build = Build {
        root: &root,
        target_dir: &folder.join("output"),
        world: World::Scrubjay,
        keeps_names: false,
        cargo_home: Some(&folder.join("cargo-home")),
    };
    let component = component::encode(&component::compile(&build)?)?;
    Ok(sha256_hex(&component))
}
