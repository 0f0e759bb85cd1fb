//! The parts of the machine's Rust that the build needs: its host triple, and the WebAssembly target.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::process;
use crate::workspace::Workspace;

/// The target of the component: it has no system interface, so the component can have no imports.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// The default target triple of the machine's rustc.
pub fn host_triple(workspace: &Workspace) -> anyhow::Result<String> {
    said_by_rustc(workspace.root(), "host: ")
}

/// The folder of the standard library's sources, which need not be installed, and the path that the compiler writes
/// instead of it if they are not.
pub fn library_sources(root: &Path) -> anyhow::Result<(PathBuf, String)> {
    let sources = sysroot(root)?.join("lib/rustlib/src/rust");
    Ok((sources, format!("/rustc/{}", said_by_rustc(root, "commit-hash: ")?)))
}

/// The folder in which the compiler is installed.
pub fn sysroot(root: &Path) -> anyhow::Result<PathBuf> {
    Ok(process::output(rustc(root).args(["--print", "sysroot"]))?.trim().into())
}

/// The value behind a word in the output of `rustc -vV`.
fn said_by_rustc(root: &Path, word: &str) -> anyhow::Result<String> {
    let version_text = process::output(rustc(root).arg("-vV"))?;
    let line = version_text.lines().find_map(|line| line.strip_prefix(word));
    Ok(line.with_context(|| format!("`rustc -vV` does not say `{word}`"))?.to_owned())
}

/// Installs the WebAssembly target with rustup if it is missing.
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

/// Installs the rustup component for `cargo <name>` if the command does not work.
pub fn ensure_cargo_tool(workspace: &Workspace, name: &str, component: &str) -> anyhow::Result<()> {
    if process::output(process::cargo(workspace.root()).args([name, "--version"])).is_ok() {
        return Ok(());
    }
    eprintln!("installing {component} with rustup");
    process::run(process::command("rustup", workspace.root()).args(["component", "add", component]))
        .with_context(|| format!("`cargo {name}` is missing, and rustup could not add {component}"))
}

/// Installs clang if it is missing: it compiles the grammars to WebAssembly, which the system's own C compiler cannot.
pub fn ensure_clang(workspace: &Workspace) -> anyhow::Result<()> {
    ensure_program(workspace, "clang", "clang")
}

/// Installs a Debian package if its program is missing.
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

/// Whether the WebAssembly target is installed: its standard library is in the sysroot.
fn has_wasm_target(workspace: &Workspace) -> anyhow::Result<bool> {
    let folder = process::output(rustc(workspace.root()).args(["--print", "target-libdir", "--target", WASM_TARGET]))?;
    let Ok(entries) = std::fs::read_dir(Path::new(folder.trim())) else { return Ok(false) };
    Ok(entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-")))
}

fn rustc(root: &Path) -> std::process::Command {
    process::command(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()), root)
}
