//! Finds the component that the library carries and the mark of an index that it makes, and says how to make them where they
//! are missing.

use std::path::PathBuf;

fn main() {
    let folder = std::env::var_os("SCRUBJAY_COMPONENT_DIR").map(PathBuf::from);
    println!("cargo::rerun-if-env-changed=SCRUBJAY_COMPONENT_DIR");
    let Some(folder) = folder else {
        println!("cargo::error=SCRUBJAY_COMPONENT_DIR is not set: build within the workspace");
        return;
    };
    for name in ["scrubjay.wasm", "scrubjay.cwasm", "index.mark"] {
        let file = folder.join(name);
        println!("cargo::rerun-if-changed={}", file.display());
        if !file.is_file() {
            println!("cargo::error={} is missing: run `cargo xtask component` first", file.display());
        }
    }
}
