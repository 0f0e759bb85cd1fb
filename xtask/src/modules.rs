//! The WebAssembly modules that the JavaScript package loads besides the component: a parser for each language, and the
//! store.
//!
//! They are plain modules for `wasm32-unknown-unknown`: the glue of each is a file of TypeScript, without a generator.
//! The grammars are C, which clang compiles. Not here: the component, and the package around them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::component::{wasm_flags, write_if_changed};
use crate::order;
use crate::packages::Packages;
use crate::process;
use crate::toolchain::{self, WASM_TARGET};
use crate::workspace::Workspace;

const PARSER: &str = "scrubjay-parser";
const STORE: &str = "scrubjay-store-module";

/// The cargo profile of parsers, which are optimized for speed.
const FAST: &str = "component";
/// The cargo profile of the store, which waits for its file anyway and is optimized for size.
const SMALL: &str = "module";

/// `cargo xtask modules`: builds all modules and prints their sizes.
pub fn command(workspace: &Workspace) -> anyhow::Result<()> {
    let folder = workspace.root().join("bindings-js/dist");
    for module in build(workspace, &folder)? {
        let bytes = std::fs::metadata(&module).with_context(|| format!("cannot read {}", module.display()))?.len();
        println!("{} {bytes} bytes", module.strip_prefix(workspace.root()).unwrap_or(&module).display());
    }
    Ok(())
}

/// Builds `store/store.wasm` and `parsers/<language>.wasm` into a folder. Installs missing tools.
pub fn build(workspace: &Workspace, folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    toolchain::ensure_wasm_target(workspace)?;
    toolchain::ensure_clang(workspace)?;
    let packages = Packages::of(workspace.root())?;
    let mut made = vec![folder.join("store/store.wasm")];
    write_if_changed(&made[0], &order::order_functions(&compile(workspace, &packages, SMALL, STORE, &[])?)?)?;
    // The parser module has a feature for each language, and no other.
    for language in packages.features(PARSER)? {
        let module = folder.join("parsers").join(format!("{language}.wasm"));
        write_if_changed(&module, &compile(workspace, &packages, FAST, PARSER, &["--features", &language])?)?;
        made.push(module);
    }
    Ok(made)
}

fn compile(
    workspace: &Workspace,
    packages: &Packages,
    profile: &str,
    name: &str,
    features: &[&str],
) -> anyhow::Result<Vec<u8>> {
    process::run(cargo(workspace, packages, "build")?.args(["-p", name, "--profile", profile]).args(features))?;
    let folder = workspace.wasm_target_dir().join(WASM_TARGET).join(profile);
    let module = folder.join(format!("{}.wasm", name.replace('-', "_")));
    std::fs::read(&module).with_context(|| format!("cannot read {}", module.display()))
}

/// Lints the packages of the modules; a warning is an error.
pub fn lint(workspace: &Workspace) -> anyhow::Result<()> {
    toolchain::ensure_clang(workspace)?;
    let packages = Packages::of(workspace.root())?;
    for (profile, name, features) in [(SMALL, STORE, [].as_slice()), (FAST, PARSER, &["--features", "python"])] {
        let mut clippy = cargo(workspace, &packages, "clippy")?;
        clippy.args(["-p", name, "--profile", profile]).args(features).args(["--", "-D", "warnings"]);
        process::run(&mut clippy)?;
    }
    Ok(())
}

/// A cargo command set up for the target.
fn cargo(workspace: &Workspace, packages: &Packages, verb: &str) -> anyhow::Result<Command> {
    let target = WASM_TARGET.replace('-', "_");
    let mut cargo = process::cargo(workspace.root());
    cargo
        .args([verb, "--quiet", "--target", WASM_TARGET, "--target-dir"])
        .arg(workspace.wasm_target_dir())
        .env("CARGO_ENCODED_RUSTFLAGS", wasm_flags(workspace.root(), None)?.join("\x1f"))
        .env_remove("RUSTFLAGS")
        .env(format!("CC_{target}"), "clang")
        .env(format!("CFLAGS_{target}"), c_flags(packages)?);
    Ok(cargo)
}

/// Flags for the C compiler with the headers of the few functions that grammars call: the target has no C library.
fn c_flags(packages: &Packages) -> anyhow::Result<String> {
    let headers = packages.folder("tree-sitter-language")?.join("wasm/include");
    if !headers.join("stdlib.h").is_file() {
        bail!("the parser's C headers for {WASM_TARGET} are not at {}", headers.display());
    }
    Ok(format!("-I{}", headers.display()))
}
