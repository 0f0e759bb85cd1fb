//! Machine code of the component on disk, which is remade only if its inputs have changed.
//!
//! Not here: how it is compiled and how the runtime is set up, which the build of a package shares with us.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::component::{sha256_hex, write_if_changed};

use ahead::{compile, features};

#[path = "../../host-native/build/precompile.rs"]
mod ahead;
#[path = "../../host-native/src/guest/config.rs"]
mod runtime;

/// The source of the runtime's configuration, included so that changing it changes the stamp.
const RUNTIME_SOURCE: &str = include_str!("../../host-native/src/guest/config.rs");
const LOCK_FILE: &str = include_str!("../Cargo.lock");
/// The command with compilers for other processors, which are not built otherwise.
const COMMAND_FOR_ALL_PROCESSORS: &str =
    "cargo run --manifest-path xtask/Cargo.toml --target-dir target/xtask --features all-arch --";

/// Machine code on disk.
pub struct MachineCode {
    pub path: PathBuf,
    pub n_bytes: u64,
    /// The target triple that it was compiled for.
    pub triple: String,
    /// Whether it was compiled just now.
    pub is_new: bool,
}

/// Compiles `scrubjay.cwasm` into a folder, unless the stamp there says that it is up to date.
pub fn ensure(folder: &Path, component: &[u8], triple: &str) -> anyhow::Result<MachineCode> {
    let path = folder.join("scrubjay.cwasm");
    let stamp_path = folder.join("scrubjay.stamp");
    let stamp = stamp(component, triple)?;
    let is_new = !path.exists() || std::fs::read_to_string(&stamp_path).ok().as_deref() != Some(stamp.as_str());
    if is_new {
        let code = compile(runtime::config(), component, triple).map_err(|error| {
            anyhow!("cannot compile the component for {triple}: {error:#}\nFor other processors than this one's: {COMMAND_FOR_ALL_PROCESSORS} precompile --target {triple}")
        })?;
        write_if_changed(&path, &code)?;
        write_if_changed(&stamp_path, stamp.as_bytes())?;
    }
    let n_bytes = std::fs::metadata(&path).with_context(|| format!("cannot read {}", path.display()))?.len();
    Ok(MachineCode { path, n_bytes, triple: triple.to_owned(), is_new })
}

/// The inputs of the machine code as text, to notice changes.
fn stamp(component: &[u8], triple: &str) -> anyhow::Result<String> {
    let release = wasmtime_release().context("xtask's lock file names no wasmtime")?;
    Ok(format!(
        "component {}\nruntime {}\nwasmtime {release}\ntarget {triple}\nfeatures {}\n",
        sha256_hex(component),
        sha256_hex(RUNTIME_SOURCE.as_bytes()),
        features(triple).map_err(|error| anyhow!("{error}"))?.join(" "),
    ))
}

fn wasmtime_release() -> Option<&'static str> {
    let entry = LOCK_FILE.split("[[package]]").find(|entry| entry.contains("\nname = \"wasmtime\"\n"))?;
    entry.lines().find_map(|line| line.strip_prefix("version = \""))?.strip_suffix('"')
}
