//! Machine code of the component, compiled ahead of time for a kind of processor.
//!
//! Promises the same bytes for the same component, target and runtime: the target and its processor features are named,
//! never taken from the machine that happens to build. Both the project's commands and the build script include this file.

use wasmtime::{Config, Engine, Error};

/// Every x86-64 machine of the last fifteen years has these (the level called x86-64-v2).
const X86_64_FEATURES: [&str; 6] = ["has_sse3", "has_ssse3", "has_sse41", "has_sse42", "has_popcnt", "has_cmpxchg16b"];

/// Compiles `component` for `triple`, with the processor features that [`features`] lists.
pub fn compile(mut config: Config, component: &[u8], triple: &str) -> wasmtime::Result<Vec<u8>> {
    config.target(triple)?;
    for feature in features(triple)? {
        // SAFETY: wrong features would make code that the processor refuses; the runtime checks each before it loads.
        unsafe { config.cranelift_flag_enable(feature) };
    }
    Engine::new(&config)?.precompile_component(component)
}

/// The processor features that machine code for `triple` may use. Fails for all but x86-64 and 64-bit ARM.
pub fn features(triple: &str) -> wasmtime::Result<&'static [&'static str]> {
    match triple.split('-').next() {
        Some("x86_64") => Ok(&X86_64_FEATURES),
        // The baseline of 64-bit ARM has all that the component needs.
        Some("aarch64" | "arm64") => Ok(&[]),
        _ => {
            Err(Error::msg(format!("no processor features are chosen for {triple} yet: x86_64 and aarch64 are known")))
        }
    }
}
