//! The component of `tests/forms`, which uses every form that a type may have, and its glue: the JavaScript package's
//! tests call it through this project's glue and through that of another generator.
//!
//! Not here: the calls (`bindings-js/test/forms.test.mjs`).

use anyhow::Context;
use wit_parser::Resolve;

use crate::component::write_if_changed;
use crate::glue;
use crate::npm::core_module;
use crate::process;
use crate::toolchain::{self, WASM_TARGET};
use crate::workspace::Workspace;

/// The workspace of the component, relative to the root.
pub const FOLDER: &str = "tests/forms";
/// The output folder, relative to the root.
const OUT: &str = "target/forms";
/// The path of the glue's runtime, relative to the generated files.
const RUNTIME: &str = "../../../bindings-js/src/guest/abi.js";

/// Builds the component, and writes its core module and its glue into the output folder.
pub fn build(workspace: &Workspace) -> anyhow::Result<()> {
    toolchain::ensure_wasm_target(workspace)?;
    let (folder, out) = (workspace.root().join(FOLDER), workspace.root().join(OUT));
    let mut cargo = process::cargo(&folder);
    cargo.args(["build", "--quiet", "--release", "--locked", "--target", WASM_TARGET, "--target-dir"]);
    process::run(cargo.arg(workspace.wasm_target_dir()).env_remove("RUSTFLAGS"))?;
    let module = workspace.wasm_target_dir().join(WASM_TARGET).join("release/scrubjay_forms.wasm");
    let module = std::fs::read(&module).with_context(|| format!("cannot read {}", module.display()))?;
    let component = wit_component::ComponentEncoder::default().validate(true).module(&module)?.encode()?;
    write_if_changed(&out.join("forms.core.wasm"), core_module(&component)?)?;
    write_if_changed(&out.join("forms.wasm"), &component)?;
    write_if_changed(&out.join("package.json"), b"{ \"type\": \"module\" }\n")?;
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_dir(folder.join("wit")).context("cannot read the forms")?;
    let world = resolve.select_world(&[package], None).context("the forms must have one world")?;
    for (name, text) in glue::files(resolve, world, RUNTIME)? {
        write_if_changed(&out.join("generated").join(name), text.as_bytes())?;
    }
    Ok(())
}
