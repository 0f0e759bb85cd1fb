//! Machine code of the component beside it on disk, made again only where something has changed that it hangs on.
//!
//! Not here: how it is compiled and how the runtime is set up, which the build of a package shares with us.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::component::{hex, write_if_changed};

use ahead::{compile, features};

#[path = "../../host-native/build/precompile.rs"]
mod ahead;
#[path = "../../host-native/src/guest/config.rs"]
mod runtime;

/// Read at build time, so that a change of the shared file makes a new stamp.
const RUNTIME_SOURCE: &str = include_str!("../../host-native/src/guest/config.rs");
const LOCK_FILE: &str = include_str!("../Cargo.lock");
/// How to have compilers for other processors than this machine's, which nothing else needs.
const ALL: &str = "cargo run --manifest-path xtask/Cargo.toml --target-dir target/xtask --features all-arch --";

/// Machine code on disk.
pub struct MachineCode {
    pub path: PathBuf,
    pub n_bytes: u64,
    /// The target it was made for.
    pub triple: String,
    /// It was made just now.
    pub fresh: bool,
}

/// Makes `scrubjay.cwasm` in a folder, unless the stamp there says that it is already the right one.
pub fn ensure(folder: &Path, component: &[u8], triple: &str) -> anyhow::Result<MachineCode> {
    let path = folder.join("scrubjay.cwasm");
    let stamp_path = folder.join("scrubjay.stamp");
    let stamp = stamp(component, triple)?;
    let fresh = !path.exists() || std::fs::read_to_string(&stamp_path).ok().as_deref() != Some(stamp.as_str());
    if fresh {
        let code = compile(runtime::config(), component, triple).map_err(|error| {
            anyhow!("cannot compile the component for {triple}: {error:#}\nFor other processors than this one's: {ALL} precompile --target {triple}")
        })?;
        write_if_changed(&path, &code)?;
        write_if_changed(&stamp_path, stamp.as_bytes())?;
    }
    let n_bytes = std::fs::metadata(&path).with_context(|| format!("cannot read {}", path.display()))?.len();
    Ok(MachineCode { path, n_bytes, triple: triple.to_owned(), fresh })
}

/// What the machine code hangs on, as text.
fn stamp(component: &[u8], triple: &str) -> anyhow::Result<String> {
    let release = wasmtime_release().context("xtask's lock file names no wasmtime")?;
    Ok(format!(
        "component {}\nruntime {}\nwasmtime {release}\ntarget {triple}\nfeatures {}\n",
        hex(component),
        hex(RUNTIME_SOURCE.as_bytes()),
        features(triple).map_err(|error| anyhow!("{error}"))?.join(" "),
    ))
}

fn wasmtime_release() -> Option<&'static str> {
    let entry = LOCK_FILE.split("[[package]]").find(|entry| entry.contains("\nname = \"wasmtime\"\n"))?;
    entry.lines().find_map(|line| line.strip_prefix("version = \""))?.strip_suffix('"')
}
