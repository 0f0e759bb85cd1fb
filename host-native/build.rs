//! Finds the component that the library includes, its machine code and its hash, and the mark of its indexes.
//!
//! In a checkout `cargo xtask component` has made all four. A package brings them along, with machine code for the
//! systems that it was released for; for others the component is compiled here.

use std::path::{Path, PathBuf};

/// The runtime's configuration, for which machine code is made.
#[cfg(any(feature = "precompile", not(all(target_os = "linux", target_arch = "x86_64"))))]
#[allow(unreachable_pub, reason = "the same file is part of others")]
#[path = "src/guest/config.rs"]
mod config;
#[cfg(any(feature = "precompile", not(all(target_os = "linux", target_arch = "x86_64"))))]
#[allow(unreachable_pub, reason = "the same file is part of others")]
#[path = "build/precompile.rs"]
mod precompile;

/// The paths of the files that the library includes.
struct Parts {
    component: PathBuf,
    machine_code: PathBuf,
    hash: PathBuf,
    mark: PathBuf,
}

fn main() {
    println!("cargo::rerun-if-env-changed=SCRUBJAY_COMPONENT_DIR");
    match parts() {
        Ok(parts) => parts.pass_to_compiler(),
        Err(error) => println!("cargo::error={error}"),
    }
}

fn parts() -> Result<Parts, String> {
    let package = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let brought = package.join("component");
    if let Some(folder) = std::env::var_os("SCRUBJAY_COMPONENT_DIR") {
        return made(Path::new(&folder));
    }
    if brought.is_dir() { packaged(&brought) } else { made(&package.join("../target/component")) }
}

/// The files that `cargo xtask component` made in a checkout.
fn made(folder: &Path) -> Result<Parts, String> {
    let file = |name: &str| {
        let path = folder.join(name);
        println!("cargo::rerun-if-changed={}", path.display());
        let is_there = path.is_file();
        is_there
            .then_some(path.clone())
            .ok_or_else(|| format!("{} is missing: run `cargo xtask component` in the checkout first", path.display()))
    };
    Ok(Parts {
        component: file("scrubjay.wasm")?,
        machine_code: file("scrubjay.cwasm")?,
        hash: file("scrubjay.sha256")?,
        mark: file("index.mark")?,
    })
}

/// The files of a package. Without machine code for the target, or with `precompile`, the component is compiled.
fn packaged(folder: &Path) -> Result<Parts, String> {
    let component = folder.join("scrubjay.wasm");
    let system = format!("{}-{}", variable("CARGO_CFG_TARGET_ARCH")?, variable("CARGO_CFG_TARGET_OS")?);
    let brought = folder.join(format!("{system}.cwasm"));
    let fits = brought.is_file() && std::env::var_os("CARGO_FEATURE_PRECOMPILE").is_none();
    let machine_code = if fits { brought } else { compiled(&component)? };
    Ok(Parts { component, machine_code, hash: folder.join("scrubjay.sha256"), mark: folder.join("index.mark") })
}

/// Compiles the component for the target of this build, and writes the machine code to `OUT_DIR`.
fn compiled(component: &Path) -> Result<PathBuf, String> {
    let triple = variable("TARGET")?;
    let bytes = std::fs::read(component).map_err(|error| format!("cannot read {}: {error}", component.display()))?;
    let code = machine_code(&bytes, &triple)
        .map_err(|error| format!("the package has no machine code for {triple}, and none could be made: {error}"))?;
    let path = PathBuf::from(variable("OUT_DIR")?).join("scrubjay.cwasm");
    std::fs::write(&path, code).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    Ok(path)
}

#[cfg(any(feature = "precompile", not(all(target_os = "linux", target_arch = "x86_64"))))]
fn machine_code(component: &[u8], triple: &str) -> Result<Vec<u8>, String> {
    precompile::compile(config::config(), component, triple).map_err(|error| format!("{error:#}"))
}

#[cfg(all(not(feature = "precompile"), target_os = "linux", target_arch = "x86_64"))]
fn machine_code(_: &[u8], _: &str) -> Result<Vec<u8>, String> {
    Err("build it with the feature `precompile`, which brings the compiler".to_owned())
}

fn variable(name: &str) -> Result<String, String> {
    std::env::var(name).map_err(|_| format!("cargo has not set {name}"))
}

impl Parts {
    /// Passes the paths to the compiler as environment variables.
    fn pass_to_compiler(&self) {
        println!("cargo::rustc-env=SCRUBJAY_COMPONENT={}", self.component.display());
        println!("cargo::rustc-env=SCRUBJAY_MACHINE_CODE={}", self.machine_code.display());
        println!("cargo::rustc-env=SCRUBJAY_COMPONENT_HASH={}", self.hash.display());
        println!("cargo::rustc-env=SCRUBJAY_INDEX_MARK={}", self.mark.display());
    }
}
