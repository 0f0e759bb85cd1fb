//! Machine code of the component, made ahead of time for this machine's kind of processor.
//!
//! Promises the same bytes for the same component, target and runtime: the target and its processor features are named,
//! never taken from the machine that happens to build. Not here: how the runtime is set up, which the host shares with us.

use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use wasmtime::Engine;

use crate::component::{hex, write_if_changed};
use crate::toolchain;
use crate::workspace::Workspace;

#[path = "../../host-native/src/guest/config.rs"]
mod runtime;

/// Read at build time, so that a change of the shared file makes a new stamp.
const RUNTIME_SOURCE: &str = include_str!("../../host-native/src/guest/config.rs");
const LOCK_FILE: &str = include_str!("../Cargo.lock");

/// Every x86-64 machine of the last fifteen years has these (the level called x86-64-v2).
const X86_64_FEATURES: [&str; 6] = ["has_sse3", "has_ssse3", "has_sse41", "has_sse42", "has_popcnt", "has_cmpxchg16b"];

/// Machine code on disk.
pub struct MachineCode {
    pub path: PathBuf,
    pub n_bytes: u64,
    /// The target it was made for.
    pub triple: String,
    /// It was made just now.
    pub fresh: bool,
}

/// Makes `scrubjay.cwasm` beside the component, unless its stamp says that it is already the right one.
pub fn ensure(workspace: &Workspace, component: &[u8]) -> anyhow::Result<MachineCode> {
    let triple = toolchain::host_triple(workspace)?;
    let path = workspace.component_dir().join("scrubjay.cwasm");
    let stamp_path = workspace.component_dir().join("scrubjay.stamp");
    let stamp = stamp(component, &triple)?;
    let fresh = !path.exists() || std::fs::read_to_string(&stamp_path).ok().as_deref() != Some(stamp.as_str());
    if fresh {
        let code = compile(component, &triple)?;
        write_if_changed(&path, &code)?;
        write_if_changed(&stamp_path, stamp.as_bytes())?;
    }
    let n_bytes = std::fs::metadata(&path).with_context(|| format!("cannot read {}", path.display()))?.len();
    Ok(MachineCode { path, n_bytes, triple, fresh })
}

/// Compiles for `triple`, and checks that the runtime here accepts the result.
fn compile(component: &[u8], triple: &str) -> anyhow::Result<Vec<u8>> {
    let mut config = runtime::config();
    config.target(triple).map_err(|error| anyhow!("the compiler does not know {triple}: {error}"))?;
    for feature in features(triple)? {
        // SAFETY: wrong features would make code that the processor refuses; the runtime checks each before it loads.
        unsafe { config.cranelift_flag_enable(feature) };
    }
    let engine = Engine::new(&config).map_err(|error| anyhow!("cannot set up the compiler: {error:#}"))?;
    engine.precompile_component(component).map_err(|error| anyhow!("cannot compile the component: {error:#}"))
}

fn features(triple: &str) -> anyhow::Result<&'static [&'static str]> {
    match triple.split('-').next() {
        Some("x86_64") => Ok(&X86_64_FEATURES),
        // The baseline of 64-bit ARM has all that the component needs.
        Some("aarch64") => Ok(&[]),
        _ => bail!("no processor features are chosen for {triple} yet: x86_64 and aarch64 are known"),
    }
}

/// What the machine code hangs on, as text.
fn stamp(component: &[u8], triple: &str) -> anyhow::Result<String> {
    let release = wasmtime_release().context("xtask's lock file names no wasmtime")?;
    Ok(format!(
        "component {}\nruntime {}\nwasmtime {release}\ntarget {triple}\nfeatures {}\n",
        hex(component),
        hex(RUNTIME_SOURCE.as_bytes()),
        features(triple)?.join(" "),
    ))
}

fn wasmtime_release() -> Option<&'static str> {
    let entry = LOCK_FILE.split("[[package]]").find(|entry| entry.contains("\nname = \"wasmtime\"\n"))?;
    entry.lines().find_map(|line| line.strip_prefix("version = \""))?.strip_suffix('"')
}
