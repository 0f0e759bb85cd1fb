//! What the build needs of the machine's Rust: its host triple, and the WebAssembly target.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::process;
use crate::workspace::Workspace;

/// The target of the component: it has no system interface at all, which is what keeps imports out.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// The triple that the machine's rustc builds for by default.
pub fn host_triple(workspace: &Workspace) -> anyhow::Result<String> {
    said_by_rustc(workspace.root(), "host: ")
}

/// Where the sources of the standard library lie if they are installed, and what the compiler calls them if they are not.
pub fn library_sources(root: &Path) -> anyhow::Result<(PathBuf, String)> {
    let sources = sysroot(root)?.join("lib/rustlib/src/rust");
    Ok((sources, format!("/rustc/{}", said_by_rustc(root, "commit-hash: ")?)))
}

/// Where the compiler and what belongs to it are installed.
pub fn sysroot(root: &Path) -> anyhow::Result<PathBuf> {
    Ok(process::output(rustc(root).args(["--print", "sysroot"]))?.trim().into())
}

/// What `rustc -vV` says behind a word.
fn said_by_rustc(root: &Path, word: &str) -> anyhow::Result<String> {
    let said = process::output(rustc(root).arg("-vV"))?;
    let line = said.lines().find_map(|line| line.strip_prefix(word));
    Ok(line.with_context(|| format!("`rustc -vV` does not say `{word}`"))?.to_owned())
}

/// Makes sure that the WebAssembly target is installed, with rustup where it is missing.
pub fn ensure_wasm_target(workspace: &Workspace) -> anyhow::Result<()> {
    if has_wasm_target(workspace)? {
        return Ok(());
    }
    let mut rustup = process::command("rustup", workspace.root());
    if process::output(rustup.arg("--version")).is_err() {
        bail!(
            "this Rust has no {WASM_TARGET} target, and rustup is not here to add it.\n\
             Install Rust from https://rustup.rs, or your distribution's package with this target, then try again."
        );
    }
    eprintln!("installing the {WASM_TARGET} target with rustup");
    process::run(process::command("rustup", workspace.root()).args(["target", "add", WASM_TARGET]))
        .with_context(|| format!("rustup could not add {WASM_TARGET}: is the network reachable?"))
}

/// Makes sure that `cargo <name>` works, with rustup's component of it where it is missing.
pub fn ensure_cargo_tool(workspace: &Workspace, name: &str, component: &str) -> anyhow::Result<()> {
    if process::output(process::cargo(workspace.root()).args([name, "--version"])).is_ok() {
        return Ok(());
    }
    eprintln!("installing {component} with rustup");
    process::run(process::command("rustup", workspace.root()).args(["component", "add", component]))
        .with_context(|| format!("`cargo {name}` is missing, and rustup could not add {component}"))
}

/// Makes sure that clang is there: it compiles the grammars for the modules of the JavaScript package, which the system's own C
/// compiler cannot.
pub fn ensure_clang(workspace: &Workspace) -> anyhow::Result<()> {
    ensure_program(workspace, "clang", "clang")
}

/// Makes sure that a program is there, with its package of Debian's where it is missing.
pub fn ensure_program(workspace: &Workspace, name: &str, package: &str) -> anyhow::Result<()> {
    if process::output(process::command(name, workspace.root()).arg("--version")).is_ok() {
        return Ok(());
    }
    eprintln!("installing {package} with apt-get");
    let install = format!("apt-get update -q && apt-get install -q -y --no-install-recommends {package}");
    let as_root = format!("if [ \"$(id -u)\" -eq 0 ]; then sh -c '{install}'; else sudo sh -c '{install}'; fi");
    process::run(process::command("sh", workspace.root()).args(["-c", &as_root]))
        .with_context(|| format!("{name} is missing and apt-get could not install it: install it, then try again"))
}

/// A target is installed when its standard library lies in the sysroot.
fn has_wasm_target(workspace: &Workspace) -> anyhow::Result<bool> {
    let folder = process::output(rustc(workspace.root()).args(["--print", "target-libdir", "--target", WASM_TARGET]))?;
    let Ok(entries) = std::fs::read_dir(Path::new(folder.trim())) else { return Ok(false) };
    Ok(entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-")))
}

fn rustc(root: &Path) -> std::process::Command {
    process::command(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()), root)
}
