//! `cargo xtask records`: generates sources and documents from the interface, or from Python's classes; the gate
//! compares them.
//!
//! - Rust: the core's questions about records (`asked`), lists that macros of every host take (`lists`), the library's
//!   questions (`methods`) with their defaults and limits (`limits`), and its changes of records (`changes`).
//! - Python: the records (`python`), the questions and changes (`signatures`), and the asynchronous twins of its
//!   classes (`twins`).
//! - The component: words, limits and arguments of the tools (`lists`, `limits`, `tools`).
//! - Others: the tables of the scenarios' hosts (`stories`), the fields of the program's JSON (`fields`), and the tools
//!   for agents in each language (`tools`).
//!
//! Not here: JavaScript's package (`glue`).

mod asked;
mod changes;
mod fields;
mod limits;
mod lists;
mod methods;
mod names;
mod python;
mod signatures;
mod stories;
mod tools;
mod twins;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, ensure};

use crate::gate::Count;
use crate::generated;
use crate::process;
use crate::wit::{self, Definition, Type, Wit};
use crate::workspace::Workspace;

/// The folder of the Python package.
const PACKAGE: &str = "bindings-python/python/scrubjay";

/// Types that reach users outside of answers: in exceptions, in reports of index runs, and from changes.
const TYPES_BESIDE_ANSWERS: [&str; 20] = [
    "compaction",
    "model-request",
    "candidate",
    "imported-name",
    "skip-reason",
    "receipt",
    "window-opened",
    "pushed",
    "edit",
    "restored",
    "visible-item",
    "window-status",
    "snapshot-page",
    "snapshot-comparison",
    "recovered-window",
    "explanation",
    "learning-page",
    "window-page",
    "message-format",
    "body-form",
];

/// Writes the generated files.
pub fn command(workspace: &Workspace) -> anyhow::Result<()> {
    generated::write(files(workspace)?)?;
    generated::write(vec![twins(workspace)?])
}

/// Fails if a committed file differs from what would be generated.
pub fn check(workspace: &Workspace) -> anyhow::Result<Count> {
    generated::check(files(workspace)?, "records")?;
    generated::check(vec![twins(workspace)?], "records")
}

fn files(workspace: &Workspace) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let root = workspace.root();
    let wit = wit::read(&root.join("wit"))?;
    let document = root.join("cli/json.md");
    let old_document =
        std::fs::read_to_string(&document).with_context(|| format!("cannot read {}", document.display()))?;
    let (python, component) = (root.join(PACKAGE), root.join("core/component/src/tools"));
    let tools = tools::read(&root.join("wit/tools.json"), &wit)?;
    Ok(vec![
        (root.join("core/src/memory/questions.rs"), formatted(root, &asked::write(&wit))?),
        (root.join("host-native/src/wit/lists.rs"), formatted(root, &lists::write(&wit)?)?),
        (root.join("host-native/src/wit/limits.rs"), formatted(root, &limits::write(&wit, "crate::wit")?)?),
        (component.join("limits.rs"), formatted(root, &limits::write(&wit, "crate::tools::word")?)?),
        (component.join("words.rs"), formatted(root, &lists::write_words(&wit))?),
        (component.join("list.rs"), formatted(root, &tools::component::write(&tools))?),
        (root.join("host-native/src/questions/generated.rs"), formatted(root, &methods::write(&wit)?)?),
        (root.join("host-native/src/records/generated.rs"), formatted(root, &changes::write(&wit)?)?),
        (root.join("host-native/src/questions/defaults.rs"), formatted(root, &methods::write_defaults(&wit)?)?),
        (python.join("records.py"), python::write(&wit)?),
        (python.join("_questions.py"), signatures::questions(&wit)?),
        (python.join("_changes.py"), signatures::changes(&wit)?),
        (root.join("tests/hosts/questions.mjs"), stories::write(&wit)),
        (document, fields::write(&wit, &old_document)?),
        (root.join("cli/src/mcp/list.rs"), formatted(root, &tools::rust::write(&tools))?),
        (python.join("_tools.py"), tools::python::write(&tools)),
        (root.join("bindings-js/src/generated/tools.ts"), tools::schema::write(&tools)),
    ])
}

/// The asynchronous variants of Python's classes, generated from these classes. Some of the classes are generated too,
/// so their files are written first.
fn twins(workspace: &Workspace) -> anyhow::Result<(PathBuf, String)> {
    let package = workspace.root().join(PACKAGE);
    Ok((package.join("_twins.py"), twins::write(workspace.root(), &package)?))
}

/// The types in answers, and those that reach users in other ways.
fn answers(wit: &Wit) -> Vec<&Definition> {
    let mut types: Vec<Type> = wit.questions().map(|question| question.answer.clone()).collect();
    for one in wit.interfaces.iter().flat_map(|interface| &interface.types) {
        if TYPES_BESIDE_ANSWERS.contains(&one.name.as_str()) {
            types.push(Type::Named { interface: one.interface.clone(), name: one.name.clone() });
        }
    }
    wit.reach(&types)
}

/// The types in answers and in arguments.
fn answers_and_arguments(wit: &Wit) -> Vec<&Definition> {
    let arguments: Vec<Type> =
        wit.all_questions().flat_map(|question| question.arguments.iter().map(|one| one.ty.clone())).collect();
    let setting_types = wit.settings.iter().flat_map(|one| one.arguments.iter().map(|one| one.ty.clone()));
    let arguments: Vec<Type> = arguments.into_iter().chain(setting_types).collect();
    let (answers, reached) = (answers(wit), wit.reach(&arguments));
    let definitions = wit.interfaces.iter().flat_map(|interface| &interface.types);
    let is_in = |list: &[&Definition], one: &Definition| list.iter().any(|other| std::ptr::eq(*other, one));
    definitions.filter(|one| is_in(&answers, one) || is_in(&reached, one)).collect()
}

/// Rust source formatted by rustfmt.
fn formatted(root: &Path, source: &str) -> anyhow::Result<String> {
    let mut rustfmt = process::command("rustfmt", root);
    rustfmt.args(["--edition", "2024", "--quiet"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = rustfmt.spawn().context("cannot start `rustfmt`")?;
    child.stdin.take().context("rustfmt takes no text")?.write_all(source.as_bytes())?;
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "rustfmt does not take what is generated:\n{source}");
    Ok(String::from_utf8(output.stdout)?)
}
