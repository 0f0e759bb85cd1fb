//! Checks that the component's interface is matched by name. It makes wrong changes on a copy of the sources, one at a
//! time. Each would let one side read something else than the other wrote, and none may compile.
//!
//! Only the WIT has the order of members and cases, and both sides are generated from it, so no change of order is
//! tried.
//! Not here: what a conversion does with a value, which tests compare.

use std::path::Path;

use anyhow::{Context, ensure};

use crate::component::write_if_changed;
use crate::gate::Count;
use crate::process;
use crate::toolchain::WASM_TARGET;
use crate::workspace::Workspace;

/// A wrong change of one file, and the text that the compiler's error must contain.
struct Mismatch {
    what: &'static str,
    file: &'static str,
    right: &'static str,
    wrong: &'static str,
    in_error: &'static str,
}

/// All wrong changes.
const ALL: [Mismatch; 12] = [
    Mismatch {
        what: "one of two counts has another name",
        file: "wit/memory.wit",
        right: "n-to-link: u32,\n    /// Files that must",
        wrong: "n-unlinked: u32,\n    /// Files that must",
        in_error: "n_unlinked",
    },
    Mismatch {
        what: "one of two limits has another name",
        file: "wit/types.wit",
        right: "    limit: u64,",
        wrong: "    allowed: u64,",
        in_error: "limit",
    },
    Mismatch {
        what: "one of two flags that come in is missing",
        file: "wit/memory.wit",
        right: "    cut-short: bool,",
        wrong: "",
        in_error: "cut_short",
    },
    Mismatch {
        what: "a number is wider",
        file: "wit/graph.wit",
        right: "    line: u32,\n    /// Files between",
        wrong: "    line: u64,\n    /// Files between",
        in_error: "u32",
    },
    Mismatch {
        what: "a case that comes in is new",
        file: "wit/graph.wit",
        right: "    inherits,\n    implements,",
        wrong: "    inherits,\n    overrides,\n    implements,",
        in_error: "Overrides",
    },
    Mismatch {
        what: "a case that goes out is missing",
        file: "wit/graph.wit",
        right: "    /// Over 4 MiB, or of prose over 1 MiB.\n    size,",
        wrong: "",
        in_error: "Size",
    },
    Mismatch {
        what: "a case has another name",
        file: "wit/graph.wit",
        right: "    field-type,",
        wrong: "    member-type,",
        in_error: "FieldType",
    },
    Mismatch {
        what: "a case with content has another name",
        file: "wit/types.wit",
        right: "    span(file-span),",
        wrong: "    lines(file-span),",
        in_error: "Lines",
    },
    Mismatch {
        what: "two arguments are exchanged",
        file: "wit/memory.wit",
        right: "now: timestamp, entropy: list<u8>",
        wrong: "entropy: list<u8>, now: timestamp",
        in_error: "apply",
    },
    Mismatch {
        what: "a member is not converted",
        file: "core/component/src/convert.rs",
        right: "{ what: text, actual: same, limit: same }",
        wrong: "{ what: text, actual: same }",
        in_error: "limit",
    },
    Mismatch {
        what: "a member is converted in another's place",
        file: "core/component/src/door/code.rs",
        right: "source: into, target: into, steps: list",
        wrong: "source: into, source: into, steps: list",
        in_error: "source",
    },
    Mismatch {
        what: "a type is taken for another",
        file: "core/component/src/bindings.rs",
        right: "file-question\": crate::facade::FileQuestion",
        wrong: "file-question\": crate::facade::WalkQuestion",
        in_error: "WalkQuestion",
    },
];

/// The packages of the component.
const MEMBERS: [&str; 2] = ["core", "core/component"];
/// The folders with the sources of these packages.
const SOURCES: [&str; 2] = ["wit", "core"];

/// Tries every change, and the unchanged copy; one check each.
pub fn check(workspace: &Workspace) -> anyhow::Result<Count> {
    let copy = workspace.root().join("target/mismatches");
    workspace.copy_part(&copy, &MEMBERS, &SOURCES)?;
    compile(workspace, &copy).context("the door does not compile as it is")?;
    let mut count = Count::success();
    for mismatch in &ALL {
        let refused = is_refused(workspace, &copy, mismatch)?;
        println!("{} ... {}", mismatch.what, if refused { "ok" } else { "FAILED" });
        count = [count, if refused { Count::success() } else { Count::failure() }].into_iter().sum();
    }
    Ok(count)
}

/// Makes a change, checks whether the compiler refuses it for the expected reason, and reverts it.
fn is_refused(workspace: &Workspace, copy: &Path, mismatch: &Mismatch) -> anyhow::Result<bool> {
    let Mismatch { what, file, right, wrong, in_error } = mismatch;
    let path = copy.join(file);
    let original = std::fs::read_to_string(&path).with_context(|| format!("cannot read {file}"))?;
    ensure!(original.matches(right).count() == 1, "{what}: {file} must have one place that says\n{right}");
    write_if_changed(&path, original.replace(right, wrong).as_bytes())?;
    let compiled = compile(workspace, copy);
    write_if_changed(&path, original.as_bytes())?;
    Ok(compiled.is_err_and(|error| format!("{error:#}").contains(in_error)))
}

/// Compiles the component's interface; an error holds the compiler's output.
fn compile(workspace: &Workspace, copy: &Path) -> anyhow::Result<()> {
    let mut cargo = process::cargo(copy);
    cargo.args(["check", "--quiet", "-p", "scrubjay-component", "--target", WASM_TARGET, "--profile", "component"]);
    process::output(cargo.arg("--target-dir").arg(workspace.wasm_target_dir()))?;
    Ok(())
}
