//! The WebAssembly modules that the JavaScript package loads besides the component: a parser for each language, and the
//! store.
//!
//! They are modules for `wasm32-unknown-unknown`, with the glue of `wasm-bindgen`. The grammars are C, which clang
//! compiles. Not here: the component, and the package around them.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, bail, ensure};

use crate::bindgen::{Door, door};
use crate::component::{wasm_flags, write_if_changed};
use crate::order;
use crate::packages::Packages;
use crate::process;
use crate::toolchain::{self, WASM_TARGET};
use crate::workspace::Workspace;

const PARSER: &str = "scrubjay-parser";
const STORE: &str = "scrubjay-store-module";

/// The cargo profile of parsers, which are optimized for speed.
const PARSER_PROFILE: &str = "component";
/// The cargo profile of the store, which waits for its file anyway and is optimized for size.
const STORE_PROFILE: &str = "module";

/// Strips less than the profiles do: `wasm-bindgen` reads the features of the target from a section, and strips the
/// rest.
const STRIP_DEBUGINFO: &str = "-Cstrip=debuginfo";

/// `cargo xtask modules`: builds all modules and prints their sizes.
pub fn command(workspace: &Workspace) -> anyhow::Result<()> {
    for module in build(workspace)? {
        let bytes = std::fs::metadata(&module).with_context(|| format!("cannot read {}", module.display()))?.len();
        println!("{} {bytes} bytes", module.strip_prefix(workspace.root()).unwrap_or(&module).display());
    }
    Ok(())
}

/// Builds `store/store.wasm` and `parsers/<language>.wasm` into the package's `dist/`, with the glue of both. The
/// types of the glue go to the package's `src/`. Installs missing tools.
pub fn build(workspace: &Workspace) -> anyhow::Result<Vec<PathBuf>> {
    toolchain::ensure_wasm_target(workspace)?;
    toolchain::ensure_clang(workspace)?;
    let packages = Packages::of(workspace.root())?;
    let dist = workspace.root().join("bindings-js/dist");
    let mut paths = vec![dist.join("store/store.wasm")];
    let store = door("store", compile(workspace, &packages, STORE_PROFILE, STORE, &[])?)?;
    write_if_changed(&paths[0], &order::order_functions(&store.module)?)?;
    write_glue(workspace, "store", &store)?;
    // The parser module has a feature for each language, and no other.
    let mut glue: Option<Door> = None;
    for language in packages.features(PARSER)? {
        let parser =
            door("parser", compile(workspace, &packages, PARSER_PROFILE, PARSER, &["--features", &language])?)?;
        let module = dist.join("parsers").join(format!("{language}.wasm"));
        write_if_changed(&module, &parser.module)?;
        paths.push(module);
        match &glue {
            Some(glue) => {
                ensure!(glue.script == parser.script, "the glue of the parser of {language} is not that of the others")
            }
            None => write_glue(workspace, "parser", glue.insert(parser))?,
        }
    }
    Ok(paths)
}

fn write_glue(workspace: &Workspace, name: &str, door: &Door) -> anyhow::Result<()> {
    let folder = workspace.root().join("bindings-js");
    write_if_changed(&folder.join(format!("dist/generated/bindgen/{name}.js")), door.script.as_bytes())?;
    write_if_changed(&folder.join(format!("src/generated/bindgen/{name}.d.ts")), door.types.as_bytes())?;
    Ok(())
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
    for (profile, name, features) in
        [(STORE_PROFILE, STORE, [].as_slice()), (PARSER_PROFILE, PARSER, &["--features", "python"])]
    {
        let mut clippy = cargo(workspace, &packages, "clippy")?;
        clippy.args(["-p", name, "--profile", profile]).args(features).args(["--", "-D", "warnings"]);
        process::run(&mut clippy)?;
    }
    Ok(())
}

/// A cargo command set up for the target.
fn cargo(workspace: &Workspace, packages: &Packages, verb: &str) -> anyhow::Result<Command> {
    let target = WASM_TARGET.replace('-', "_");
    let mut flags = wasm_flags(workspace.root(), None)?;
    flags.push(STRIP_DEBUGINFO.to_owned());
    let mut cargo = process::cargo(workspace.root());
    cargo
        .args([verb, "--quiet", "--target", WASM_TARGET, "--target-dir"])
        .arg(workspace.wasm_target_dir())
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
        .env_remove("RUSTFLAGS")
        .env(format!("CC_{target}"), "clang")
        .env(format!("CFLAGS_{target}"), c_flags(packages)?);
    Ok(cargo)
}

/// Flags by which the C compiler finds the headers of the few functions that grammars call: the target has no C
/// library.
fn c_flags(packages: &Packages) -> anyhow::Result<String> {
    let headers = packages.folder("tree-sitter-language")?.join("wasm/include");
    if !headers.join("stdlib.h").is_file() {
        bail!("the parser's C headers for {WASM_TARGET} are not at {}", headers.display());
    }
    Ok(format!("-I{}", headers.display()))
}
