//! `cargo xtask bench modules DIST`: the costs of the modules of store and parsers, beside another build of the package:
//! bytes, first load, one more instance, a commit of 10,000 rows, and a parse. DIST is the `dist` of the other build.
//!
//! The builds are measured by turns in one run of Node (`bench/hosts/modules.mjs`).

use std::path::Path;

use crate::workspace::Workspace;
use crate::{component, npm, process};

/// The files to parse: one for each kind of grammar.
const SOURCES: [&str; 3] =
    ["bindings-python/python/scrubjay/memory.py", "bindings-js/src/local.ts", "host-native/src/memory.rs"];

/// Measures this build beside `other_build`, and prints a line for each measure: before, after, ratio.
pub fn command(workspace: &Workspace, other_build: &Path) -> anyhow::Result<()> {
    component::command(workspace)?;
    npm::prepare(workspace)?;
    let root = workspace.root();
    let mut trees = process::cargo(root);
    trees.args(["run", "--quiet", "-p", "conformance", "--bin", "trees", "--", "languages"]);
    let languages = workspace.target_dir().join("languages.json");
    std::fs::write(&languages, process::output(&mut trees)?)?;
    let mut node = process::command("node", root);
    node.args(["--expose-gc", "bench/hosts/modules.mjs"])
        .arg(&languages)
        .arg(other_build)
        .arg(root.join("bindings-js/dist"));
    print!("{}", process::output(node.args(SOURCES))?);
    Ok(())
}
