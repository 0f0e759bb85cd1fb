//! How wasmtime runs the component: the one place that says so.
//!
//! Whoever precompiles the component includes this very file, because a precompiled artefact is valid for one release of
//! wasmtime and one configuration. Not here: the target and its CPU flags, which only the compiler can set.

use wasmtime::Config;

/// The configuration of both the compiler and the runtime.
pub fn config() -> Config {
    let mut config = Config::new();
    config
        .wasm_component_model(true)
        // A call is interrupted by a deadline in epochs, which costs half of what fuel does.
        .epoch_interruption(true)
        // One call at a time and nothing asynchronous: a call into the component is three times cheaper.
        .concurrency_support(false)
        // Relaxed instructions may answer differently on different machines.
        .wasm_relaxed_simd(false)
        // Maps code to source positions for backtraces, which the lean runtime does not make.
        .generate_address_map(false)
        // A memory of the host's own making cannot begin as a view of a file; the constants that it begins with are few.
        .memory_init_cow(false);
    config
}
