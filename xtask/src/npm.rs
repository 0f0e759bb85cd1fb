//! The npm package: everything in `bindings-js/dist`, and the tarball that users install.
//!
//! The core module is copied unchanged from the component, so JavaScript runs the same bytes as every other host. Not
//! here: building the other modules (`modules`), and the glue (`glue`).

pub mod cli;

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use wasmparser::{Parser, Payload};

use crate::component::{self, World, write_if_changed};
use crate::forms;
use crate::gate::{Count, count};
use crate::mark;
use crate::modules;
use crate::notices::{self, Shipped};
use crate::process;
use crate::toolchain::{self, WASM_TARGET};
use crate::workspace::Workspace;

/// The number of test files that run at once: Node's default leaves one core free, so two cores would run one file.
const AT_ONCE: &str = "--test-concurrency=2";
const QUIET: [&str; 4] = ["--no-audit", "--no-fund", "--loglevel", "error"];
/// The folder of the JavaScript hosts' adapters and of the consumers.
const HOSTS: &str = "tests/hosts";
/// The folder of consumers in other runtimes, which a command of its own runs.
const RUNTIMES: &str = "tests/hosts/runtimes";

/// `cargo xtask npm`: builds and packs the package, and prints the path of the tarball.
pub fn command(workspace: &Workspace) -> anyhow::Result<()> {
    let tarball = build(workspace)?;
    let n_bytes = std::fs::metadata(&tarball).with_context(|| format!("cannot read {}", tarball.display()))?.len();
    println!("{} {n_bytes} bytes", tarball.strip_prefix(workspace.root()).unwrap_or(&tarball).display());
    process::run(process::command("node", &workspace.root().join("bindings-js")).arg("size.mjs"))
}

/// Builds and packs the package; returns the path of the tarball.
pub fn build(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let folder = workspace.root().join("bindings-js");
    take_out_core(workspace)?;
    modules::build(workspace)?;
    ensure!(
        process::output(process::command("npm", &folder).arg("--version")).is_ok(),
        "Node is missing: install Node 20 or newer, with npm"
    );
    install(&folder)?;
    process::run(process::command("npm", &folder).args(["run", "build", "--silent"]))?;
    notices::write(workspace, Shipped::Modules, WASM_TARGET, &folder)?;
    pack(&folder, &workspace.root().join("target/npm"))
}

/// Packs a folder; returns the path of the tarball.
fn pack(folder: &Path, out: &Path) -> anyhow::Result<PathBuf> {
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let mut pack = process::command("npm", folder);
    let output = process::output(pack.args(["pack", "--silent", "--pack-destination"]).arg(out))?;
    let name = output.lines().last().context("npm packed nothing")?.trim();
    Ok(out.join(name))
}

/// Installs the versions in a folder's lock file. `npm ci` would refuse a lock file without binaries for other systems.
pub fn install(folder: &Path) -> anyhow::Result<()> {
    process::run(process::command("npm", folder).args(["install", "--no-save"]).args(QUIET))
}

/// A stage: builds and packs, and installs the tarball for the adapters and consumers. One check.
pub fn prepare(workspace: &Workspace) -> anyhow::Result<Count> {
    toolchain::ensure_program(workspace, "chromium", "chromium")?;
    let tarball = build(workspace)?;
    forms::build(workspace)?;
    let hosts = workspace.root().join(HOSTS);
    install(&hosts)?;
    process::run(process::command("npm", &hosts).args(["install", "--no-save"]).args(QUIET).arg(&tarball))?;
    let folder = workspace.root().join("bindings-js/dist");
    for name in
        ["scrubjay.wasm", "windows.wasm", "store/store.wasm", "parsers/python.wasm", "generated/glue.js", "node.cjs"]
    {
        println!("{name}: {} bytes", std::fs::metadata(folder.join(name)).with_context(|| name)?.len());
    }
    println!("{}: {} bytes", tarball.display(), std::fs::metadata(&tarball)?.len());
    Ok(Count::success())
}

/// A stage: runs the package's own tests, then the programs that use the tarball; after `prepare`.
pub fn test(workspace: &Workspace) -> anyhow::Result<Count> {
    let mut package_tests = process::command("node", &workspace.root().join("bindings-js"));
    let own_count = count::count_tests(package_tests.args(["--test", "--test-reporter=tap", AT_ONCE, "test/"]))?;
    let tarball = packed(workspace)?;
    let mut consumers = process::command("node", &workspace.root().join(HOSTS));
    let consumers = count::count_tests(consumers.arg("consumers/run.mjs").arg(tarball))?;
    Ok([own_count, consumers].into_iter().sum())
}

/// Runs long lives of AI SDK agents under every budget, and all stories of folders; after `prepare`.
pub fn long_lives(workspace: &Workspace) -> anyhow::Result<Count> {
    let mut node = process::command("node", &workspace.root().join("bindings-js"));
    node.args(["--test", "--test-reporter=tap", "test/lives.test.mjs", "test/whose.test.mjs"]);
    count::count_tests(node.env("AGENT_LIVES", "all").env("FOLDER_STORIES", "all"))
}

/// `cargo xtask consumers [WORD]`: tests the package in frameworks and runtimes that are slow or large, and so not in
/// the gate.
pub fn consumers(workspace: &Workspace, word: Option<&str>) -> anyhow::Result<Count> {
    prepare(workspace)?;
    let folder = workspace.root().join(RUNTIMES);
    install(&folder)?;
    let mut npm = process::command("npm", &folder);
    process::run(npm.args(["install", "--no-save"]).args(QUIET).arg(packed(workspace)?))?;
    count::count_tests(process::command("node", &folder).arg("run.mjs").args(word))
}

/// The path of the tarball for this version.
pub fn packed(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let manifest =
        std::fs::read(workspace.root().join("bindings-js/package.json")).context("the package has no manifest")?;
    let manifest: serde_json::Value =
        serde_json::from_slice(&manifest).context("the package's manifest cannot be read")?;
    let version = manifest["version"].as_str().context("the package has no version")?;
    Ok(workspace.root().join(format!("target/npm/scrubjay-{version}.tgz")))
}

/// Writes the core modules, the component with its interface, and the mark of its indexes.
fn take_out_core(workspace: &Workspace) -> anyhow::Result<()> {
    let folder = workspace.root().join("bindings-js");
    for world in [World::Scrubjay, World::Windows] {
        let component = component::build(workspace, world)?;
        let name = format!("dist/{}.wasm", world.name());
        write_if_changed(&folder.join(name), core_module(&component)?)?;
        if world == World::Scrubjay {
            write_if_changed(&folder.join("dist/component.wasm"), &component)?;
        }
    }
    copy_interface(workspace, &folder.join("dist/wit"))?;
    write_if_changed(&folder.join("src/generated/mark.ts"), mark_file(&mark::mark_of(workspace.root())?).as_bytes())?;
    Ok(())
}

/// Copies the interface, for hosts that embed the component by themselves.
fn copy_interface(workspace: &Workspace, to: &Path) -> anyhow::Result<()> {
    for file in std::fs::read_dir(workspace.root().join("wit")).context("cannot list wit/")? {
        let file = file.context("cannot list wit/")?;
        let text = std::fs::read(file.path()).with_context(|| format!("cannot read {}", file.path().display()))?;
        write_if_changed(&to.join(file.file_name()), &text)?;
    }
    Ok(())
}

/// The only core module of a component.
pub fn core_module(component: &[u8]) -> anyhow::Result<&[u8]> {
    let mut found = Vec::new();
    for payload in Parser::new(0).parse_all(component) {
        if let Payload::ModuleSection { unchecked_range, .. } = payload.context("the component cannot be read")? {
            found.push(unchecked_range);
        }
    }
    ensure!(found.len() == 1, "the component holds {} core modules: the glue knows one", found.len());
    let (start, end) = (found[0].start as usize, found[0].end as usize);
    component.get(start..end).context("the core module goes past the end")
}

/// The source file with the mark, by which an index identifies the release that made it.
fn mark_file(mark: &mark::Mark) -> String {
    let bytes: Vec<String> = mark.iter().map(u8::to_string).collect();
    let bytes = bytes.join(", ");
    format!(
        "// Generated by `cargo xtask npm`: the hash of what determines the rows of an index.\n\nexport const INDEX_MARK = Uint8Array.of({bytes});\n"
    )
}
