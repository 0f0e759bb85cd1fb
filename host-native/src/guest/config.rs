//! The configuration of wasmtime, in one place.
//!
//! The code that precompiles the component includes this file, because a precompiled artefact is valid for one version
//! of wasmtime and one configuration. Not here: the target and its CPU flags, which only the compiler can set.

use wasmtime::Config;

/// The configuration of both the compiler and the runtime.
pub fn config() -> Config {
    let mut config = Config::new();
    config
        .wasm_component_model(true)
        // Calls are interrupted at a deadline in epochs, which costs half as much as fuel.
        .epoch_interruption(true)
        // One call at a time and nothing asynchronous, which makes calls into the component three times cheaper.
        .concurrency_support(false)
        // Relaxed instructions may give different results on different machines.
        .wasm_relaxed_simd(false)
        // Maps code to source positions for backtraces, which the lean runtime does not make.
        .generate_address_map(false)
        // A memory created by the host cannot start as a mapping of a file; its initial data is small.
        .memory_init_cow(false);
    config
}
