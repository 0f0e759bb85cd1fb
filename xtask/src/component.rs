//! The component: the core compiled to WebAssembly and encoded with its interface.
//!
//! The result is checked: it is valid, has the world in `wit/`, and imports nothing.
//! Not here: the machine code made of it (`precompile`).

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use sha2::{Digest, Sha256};
use wasmparser::{Parser, Payload};
use wit_parser::{Resolve, WorldId};

use crate::mark;
use crate::order;
use crate::precompile;
use crate::process;
use crate::toolchain::{self, WASM_TARGET};
use crate::workspace::Workspace;

/// The worlds of the interface, each compiled to a component of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum World {
    /// The whole interface.
    Scrubjay,
    /// Only windows.
    Windows,
}

impl World {
    /// The name in the interface and in file names.
    pub fn name(self) -> &'static str {
        match self {
            World::Scrubjay => "scrubjay",
            World::Windows => "windows",
        }
    }

    /// The world with this name; `None` if there is none.
    pub fn named(name: &str) -> Option<World> {
        [World::Scrubjay, World::Windows].into_iter().find(|world| world.name() == name)
    }

    /// The cargo profile. Pages load the component for windows before their first request, so its profile optimizes for
    /// size.
    fn profile(self) -> &'static str {
        match self {
            World::Scrubjay => "component",
            World::Windows => "windows",
        }
    }

    /// Cargo's arguments for the features of the component's crate.
    fn features(self) -> &'static [&'static str] {
        match self {
            World::Scrubjay => &[],
            World::Windows => &["--no-default-features", "--features", "records"],
        }
    }
}

/// Options for building the core module.
pub struct Build<'a> {
    /// The checkout to build from.
    pub root: &'a Path,
    /// Cargo's target folder.
    pub target_dir: &'a Path,
    /// The world to build.
    pub world: World,
    /// Whether to keep the names of functions, for measuring.
    pub keeps_names: bool,
    /// The folder for cargo's downloads; `None` for cargo's default.
    pub cargo_home: Option<&'a Path>,
}

/// `cargo xtask component`: builds and encodes both components, precompiles the one with the whole interface, and
/// prints their sizes.
pub fn command(workspace: &Workspace) -> anyhow::Result<()> {
    let started = Instant::now();
    let (windows, component) = build_both(workspace)?;
    write_if_changed(&workspace.component_dir().join("windows.wasm"), &windows)?;
    println!("windows alone {} bytes", windows.len());
    write_for_machine(workspace, &component, started)
}

/// Builds only the component that the command line contains, without the one for windows, which pages load.
pub fn component_of_program(workspace: &Workspace) -> anyhow::Result<()> {
    let started = Instant::now();
    write_for_machine(workspace, &build(workspace, World::Scrubjay)?, started)
}

/// Writes a component to the folder from which the native host includes it, with machine code for this machine.
fn write_for_machine(workspace: &Workspace, component: &[u8], started: Instant) -> anyhow::Result<()> {
    let is_new =
        write_component(workspace, &workspace.component_dir(), component, &toolchain::host_triple(workspace)?)?;
    println!("{} in {:.1} s", if is_new { "made" } else { "up to date" }, started.elapsed().as_secs_f64());
    Ok(())
}

/// Writes a component and its machine code into a folder, and prints their sizes; returns whether any file is new.
fn write_component(workspace: &Workspace, folder: &Path, component: &[u8], triple: &str) -> anyhow::Result<bool> {
    let wasm = folder.join("scrubjay.wasm");
    let changed = write_if_changed(&wasm, component)?;
    let machine_code = precompile::ensure(folder, component, triple)?;
    write_hash_and_mark(workspace, folder, component)?;
    println!(
        "{} {} bytes, 0 imports, sha256 {}\n{} {} bytes, {}",
        relative_path(workspace, &wasm),
        component.len(),
        &sha256_hex(component)[..16],
        relative_path(workspace, &machine_code.path),
        machine_code.n_bytes,
        machine_code.triple,
    );
    Ok(changed || machine_code.is_new)
}

/// Builds both components, for windows and for everything, in parallel, since optimizing each uses one core.
fn build_both(workspace: &Workspace) -> anyhow::Result<(Vec<u8>, Vec<u8>)> {
    toolchain::ensure_wasm_target(workspace)?;
    std::thread::scope(|scope| {
        let windows = scope.spawn(|| build(workspace, World::Windows));
        let component = build(workspace, World::Scrubjay)?;
        let windows = windows.join().map_err(|_| anyhow::anyhow!("the build of windows alone panicked"))??;
        Ok((windows, component))
    })
}

/// `cargo xtask precompile --target TRIPLE`: writes the component and its machine code for another system into a
/// folder, which `SCRUBJAY_COMPONENT_DIR` may name when building for that system.
pub fn build_for_target(workspace: &Workspace, triple: &str) -> anyhow::Result<PathBuf> {
    let folder = workspace.component_dir().join(triple);
    write_component(workspace, &folder, &build(workspace, World::Scrubjay)?, triple)?;
    Ok(folder)
}

/// Writes the hash of a component and the mark of its indexes, which the build of the native host needs.
fn write_hash_and_mark(workspace: &Workspace, folder: &Path, component: &[u8]) -> anyhow::Result<()> {
    write_if_changed(&folder.join("scrubjay.sha256"), &Sha256::digest(component))?;
    mark::write(workspace, folder)?;
    Ok(())
}

/// Builds a component of this checkout, encodes and checks it.
pub fn build(workspace: &Workspace, world: World) -> anyhow::Result<Vec<u8>> {
    toolchain::ensure_wasm_target(workspace)?;
    let target_dir = workspace.wasm_target_dir();
    let root = workspace.root();
    let module = compile(&Build { root, target_dir: &target_dir, world, keeps_names: false, cargo_home: None })?;
    encode(&module)
}

/// Compiles the core to a WebAssembly module with cargo.
pub fn compile(build: &Build<'_>) -> anyhow::Result<Vec<u8>> {
    let mut cargo = process::cargo(build.root);
    cargo
        .args(["build", "--quiet", "-p", "scrubjay-component", "--target", WASM_TARGET])
        .args(["--profile", build.world.profile()])
        .args(build.world.features())
        .arg("--target-dir")
        .arg(build.target_dir)
        .env("CARGO_ENCODED_RUSTFLAGS", rust_flags(build)?)
        .env_remove("RUSTFLAGS");
    if build.keeps_names {
        let profile = build.world.profile().to_uppercase();
        cargo.env(format!("CARGO_PROFILE_{profile}_STRIP"), "debuginfo");
        cargo.env(format!("CARGO_PROFILE_{profile}_DEBUG"), "false");
    }
    if let Some(home) = build.cargo_home {
        cargo.env("CARGO_HOME", home);
    }
    process::run(&mut cargo)?;
    let module = build.target_dir.join(WASM_TARGET).join(build.world.profile()).join("scrubjay_component.wasm");
    std::fs::read(&module).with_context(|| format!("cannot read {}", module.display()))
}

/// Encodes a module as a component, with its functions in an order that suits gzip, and checks it.
pub fn encode(module: &[u8]) -> anyhow::Result<Vec<u8>> {
    encode_in_compiler_order(&order::order_functions(module)?)
}

/// As [`encode`], with the functions in the compiler's order, for measuring.
pub fn encode_in_compiler_order(module: &[u8]) -> anyhow::Result<Vec<u8>> {
    let component = wit_component::ComponentEncoder::default()
        .validate(true)
        .module(module)
        .context("the module carries no readable interface")?
        .encode()
        .context("the module does not fit its interface")?;
    let imports = imports_of_component(&component)?;
    ensure!(imports.is_empty(), "the component must import nothing, but imports {}", imports.join(", "));
    Ok(component)
}

/// Parses the `wit/` of a checkout, and selects a world.
pub fn parse_interface(root: &Path, world: World) -> anyhow::Result<(Resolve, WorldId)> {
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_dir(root.join("wit")).context("cannot read wit/")?;
    let world = resolve.select_world(&[package], Some(world.name())).context("wit/ lacks a world")?;
    Ok((resolve, world))
}

/// The names of a component's top-level imports.
pub fn imports_of_component(component: &[u8]) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    let mut depth = 0_u32;
    for payload in Parser::new(0).parse_all(component) {
        match payload.context("the component cannot be read")? {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::ComponentImportSection(section) if depth == 0 => {
                for import in section {
                    names.push(import?.name.name.to_owned());
                }
            }
            _ => {}
        }
    }
    Ok(names)
}

/// The SHA-256 of bytes, as hexadecimal digits.
pub fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a file unless it already has this content, so that build scripts that watch it do not run; returns whether it
/// was written.
pub fn write_if_changed(path: &Path, bytes: &[u8]) -> anyhow::Result<bool> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    let Some(folder) = path.parent() else { bail!("{} has no folder", path.display()) };
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    // Renamed into place: a build that reads it meanwhile sees the old file or the new one.
    let partial = path.with_extension("partial");
    std::fs::write(&partial, bytes).with_context(|| format!("cannot write {}", partial.display()))?;
    std::fs::rename(&partial, path).with_context(|| format!("cannot replace {}", path.display()))?;
    Ok(true)
}

/// The threshold for inlining functions: a third of the compiler's default. It makes the component a quarter smaller.
/// Optimizing for size would make it a twelfth smaller still, but a third slower to open.
const INLINING: &str = "-Cllvm-args=-inline-threshold=75";

fn rust_flags(build: &Build<'_>) -> anyhow::Result<String> {
    let mut flags = wasm_flags(build.root, build.cargo_home)?;
    if build.world == World::Scrubjay {
        flags.push(INLINING.to_owned());
    }
    Ok(flags.join("\x1f"))
}

/// Encodes numbers in as few bytes as they need; otherwise the linker leaves room for the largest.
const SHORT_NUMBERS: &str = "-Clink-arg=--compress-relocations";

/// Makes symbols name the types of generic functions, by which the report of sizes tells such functions apart.
const TYPED_SYMBOLS: &str = "-Csymbol-mangling-version=v0";

/// The flags for all WebAssembly modules: for small code, and for removing the machine's paths, so that every machine
/// builds the same bytes. `cargo_home`: the folder for cargo's downloads, if not the default.
pub fn wasm_flags(root: &Path, cargo_home: Option<&Path>) -> anyhow::Result<Vec<String>> {
    let home = match cargo_home {
        Some(home) => home.to_path_buf(),
        None => self::cargo_home()?,
    };
    let remap = |from: &Path, to: &str| format!("--remap-path-prefix={}={to}", from.display());
    let (library, library_name) = toolchain::library_sources(root)?;
    // Cargo gives sources of the workspace relative to its root, and dependencies by their full path.
    let paths = [remap(root, "/scrubjay"), remap(&home, "/cargo"), remap(&library, &library_name)];
    Ok(paths.into_iter().chain([SHORT_NUMBERS.to_owned(), TYPED_SYMBOLS.to_owned()]).collect())
}

fn cargo_home() -> anyhow::Result<PathBuf> {
    if let Some(home) = std::env::var_os("CARGO_HOME") {
        return Ok(home.into());
    }
    let home = std::env::home_dir().context("no home folder is known: set CARGO_HOME")?;
    Ok(home.join(".cargo"))
}

fn relative_path(workspace: &Workspace, path: &Path) -> String {
    path.strip_prefix(workspace.root()).unwrap_or(path).display().to_string()
}
