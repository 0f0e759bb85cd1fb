//! The WebAssembly modules that the JavaScript package loads beside the component: a parser for each language, and the store.
//!
//! Plain modules of `wasm32-unknown-unknown`: their glue is a file of TypeScript each, so no generator is run. The grammars are C,
//! which clang compiles. Not here: the component, and the package around all of it.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::component::{remapped, write_if_changed};
use crate::process;
use crate::toolchain::{self, WASM_TARGET};
use crate::workspace::Workspace;

const PARSER: &str = "scrubjay-parser";
const STORE: &str = "scrubjay-store-module";

/// `cargo xtask modules`: builds all of them and says how large they are.
pub fn command(workspace: &Workspace) -> anyhow::Result<()> {
    let folder = workspace.root().join("bindings-js/dist");
    for module in build(workspace, &folder)? {
        let bytes = std::fs::metadata(&module).with_context(|| format!("cannot read {}", module.display()))?.len();
        println!("{} {bytes} bytes", module.strip_prefix(workspace.root()).unwrap_or(&module).display());
    }
    Ok(())
}

/// Builds `store/store.wasm` and `parsers/<language>.wasm` into a folder. Installs what they need where it is missing.
pub fn build(workspace: &Workspace, folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    toolchain::ensure_wasm_target(workspace)?;
    toolchain::ensure_clang(workspace)?;
    let metadata = metadata(workspace)?;
    let mut made = vec![folder.join("store/store.wasm")];
    write_if_changed(&made[0], &compile(workspace, &metadata, STORE, &[])?)?;
    for language in languages(&metadata)? {
        let module = folder.join("parsers").join(format!("{language}.wasm"));
        write_if_changed(&module, &compile(workspace, &metadata, PARSER, &["--features", &language])?)?;
        made.push(module);
    }
    Ok(made)
}

fn metadata(workspace: &Workspace) -> anyhow::Result<Value> {
    let mut cargo = process::cargo(workspace.root());
    let said = process::output(cargo.args(["metadata", "--format-version", "1", "--quiet"]))?;
    serde_json::from_str(&said).context("cargo's metadata cannot be read")
}

fn package<'a>(metadata: &'a Value, name: &str) -> anyhow::Result<&'a Value> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    packages.into_iter().find(|package| package["name"] == name).with_context(|| format!("there is no package {name}"))
}

/// The parser module has a feature for each language, and no other.
fn languages(metadata: &Value) -> anyhow::Result<Vec<String>> {
    let features = package(metadata, PARSER)?["features"].as_object().context("the parser module has no features")?;
    Ok(features.keys().cloned().collect())
}

fn compile(workspace: &Workspace, metadata: &Value, name: &str, features: &[&str]) -> anyhow::Result<Vec<u8>> {
    let target_dir = workspace.wasm_target_dir();
    let mut cargo = process::cargo(workspace.root());
    cargo
        .args(["build", "--quiet", "-p", name, "--target", WASM_TARGET, "--profile", "component", "--target-dir"])
        .arg(&target_dir)
        .args(features)
        .env("CARGO_ENCODED_RUSTFLAGS", remapped(workspace.root(), None)?.join("\x1f"))
        .env_remove("RUSTFLAGS")
        .env(format!("CC_{}", WASM_TARGET.replace('-', "_")), "clang")
        .env(format!("CFLAGS_{}", WASM_TARGET.replace('-', "_")), c_flags(metadata)?);
    process::run(&mut cargo)?;
    let module = target_dir.join(WASM_TARGET).join("component").join(format!("{}.wasm", name.replace('-', "_")));
    std::fs::read(&module).with_context(|| format!("cannot read {}", module.display()))
}

/// The target has no C library. The parser brings the few functions that grammars call; this is where their headers are.
fn c_flags(metadata: &Value) -> anyhow::Result<String> {
    let manifest = package(metadata, "tree-sitter-language")?["manifest_path"].as_str().unwrap_or_default();
    let headers = Path::new(manifest).with_file_name("wasm").join("include");
    if !headers.join("stdlib.h").is_file() {
        bail!("the parser's C headers for {WASM_TARGET} are not at {}", headers.display());
    }
    Ok(format!("-I{}", headers.display()))
}
