//! Builds the wheel, installs it as users do, and tests it.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::environment::{Environment, folder};
use crate::gate::{Count, OPTIONAL_FEATURES, count_tests, program};
use crate::notices::{self, Shipped};
use crate::process;
use crate::release::Target;
use crate::toolchain;
use crate::workspace::{LICENCE_FILES, Workspace};

/// The most bytes of the published wheel.
const MAX_BYTES: u64 = 10_000_000;
/// The most bytes of the tested wheel, whose code is less optimized and so larger.
const MAX_TESTED_BYTES: u64 = 15_000_000;
/// The platform tag of the published wheel: every Linux with glibc 2.17, which is of 2012, or newer.
const PORTABLE: &str = "manylinux_2_17";
/// The glibc version of [`PORTABLE`], as the linker names it.
pub const PORTABLE_GLIBC: &str = "2.17";
/// Example programs as users write them, relative to the package's folder.
const PROGRAMS: [&str; 2] = ["tests/example.py", "../examples/agent-loop/agent.py"];
/// The name of the environment in which the wheel is installed for tests.
pub const INSTALLED_ENVIRONMENT: &str = "installed";

/// The stage of the gate: builds the wheel for this machine, installs it without an index, and runs all its tests
/// except the scenarios.
pub fn check(workspace: &Workspace) -> anyhow::Result<Count> {
    let tools = Environment::tools(workspace)?;
    let component = workspace.component_dir();
    let host_target = Target { triple: toolchain::host_triple(workspace)?, component };
    let wheel = build(workspace, &tools, &host_target, (&OPTIONAL_FEATURES, MAX_TESTED_BYTES))?;
    let installed = install(workspace, &tools, &wheel)?;
    let program = program::build(workspace)?;
    let checks = workspace.root().join("bindings-python/tests");
    let mut python = installed.python(workspace.root());
    // The tools have DuckDB, which reads back the files that the wheel writes.
    python.arg(&checks).env("SCRUBJAY_PROGRAM", &program).env("SCRUBJAY_READER", tools.programs().join("python"));
    let count = count_tests(&mut python)?;
    let agents = Environment::agents(workspace)?;
    reinstall(workspace, &agents, &wheel)?;
    let in_agents = count_tests(agents.python(workspace.root()).arg(&checks).arg("agents"))?;
    check_types(workspace, &tools, &agents, &wheel)?;
    // The four checks: installed by pip, installed by uv, stubs, types.
    Ok([count, in_agents, Count { n_passed: 4, ..Count::default() }].into_iter().sum())
}

/// Runs long lives of LangChain and LangGraph agents under every budget, in the environment that `check` made.
pub fn long_lives(workspace: &Workspace) -> anyhow::Result<Count> {
    let mut python = Environment::agents(workspace)?.python(workspace.root());
    python.arg(workspace.root().join("bindings-python/tests")).args(["agents", "lives"]);
    count_tests(python.env("AGENT_LIVES", "all"))
}

/// The search path with which scenarios find a Python that has the wheel.
pub fn search_path(workspace: &Workspace) -> anyhow::Result<std::ffi::OsString> {
    Environment::existing(workspace, INSTALLED_ENVIRONMENT).search_path()
}

/// Builds the wheel to publish, optimized, for every Linux with glibc 2.17 or newer on the target's processor. A wheel
/// for this machine is also installed.
pub fn release(workspace: &Workspace, target: &Target) -> anyhow::Result<PathBuf> {
    let tools = Environment::release_tools(workspace)?;
    let portable = ["--profile", "wheel", "--zig", "--compatibility", PORTABLE, "--target", &target.triple];
    let wheel = build(workspace, &tools, target, (&portable, MAX_BYTES))?;
    let verdict = process::output(tools.python(workspace.root()).args(["-m", "auditwheel", "show"]).arg(&wheel))?;
    // auditwheel quotes the tag that it found; the wheel's name has the tag that was requested.
    ensure!(verdict.contains(&format!("\"{PORTABLE}_")), "the wheel is not for {PORTABLE}: {verdict}");
    if target.triple == toolchain::host_triple(workspace)? {
        install(workspace, &tools, &wheel)?;
    }
    Ok(wheel)
}

/// Builds a wheel with these arguments, prints its size, and fails if it is larger than `max_bytes`.
fn build(
    workspace: &Workspace,
    tools: &Environment,
    target: &Target,
    (arguments, max_bytes): (&[&str], u64),
) -> anyhow::Result<PathBuf> {
    // maturin takes only what lies in the package's own folder.
    let package = workspace.root().join("bindings-python");
    workspace.copy_licences(&package)?;
    notices::write(workspace, Shipped::Wheel, &target.triple, &package)?;
    let wheels = folder(workspace).join("wheels");
    if wheels.exists() {
        std::fs::remove_dir_all(&wheels).with_context(|| format!("cannot clear {}", wheels.display()))?;
    }
    let mut maturin = tools.program("maturin", &package);
    maturin.args(["build", "--quiet", "--strip", "--out"]).arg(&wheels).args(arguments);
    // maturin finds the programs that it calls in its own environment.
    maturin.env("PATH", tools.search_path()?).env("CARGO_TARGET_DIR", workspace.target_dir());
    process::run(maturin.env("SCRUBJAY_COMPONENT_DIR", &target.component))?;
    let wheel = built_wheel(workspace)?;
    let n_bytes = bytes(workspace)?;
    println!("{} has {:.1} MB", wheel.display(), n_bytes as f64 / 1e6);
    ensure!(n_bytes <= max_bytes, "the wheel is over {:.0} MB", max_bytes as f64 / 1e6);
    Ok(wheel)
}

/// The path of the wheel that was built last.
fn built_wheel(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let wheels = folder(workspace).join("wheels");
    let mut entries = std::fs::read_dir(&wheels).with_context(|| format!("cannot read {}", wheels.display()))?;
    Ok(entries.next().context("maturin has left no wheel")??.path())
}

/// The size in bytes of the wheel that was built last.
pub fn bytes(workspace: &Workspace) -> anyhow::Result<u64> {
    let wheel = built_wheel(workspace)?;
    Ok(std::fs::metadata(&wheel).with_context(|| format!("cannot read {}", wheel.display()))?.len())
}

/// Installs the wheel with pip and with uv into new environments, without an index, and imports it in each.
fn install(workspace: &Workspace, tools: &Environment, wheel: &Path) -> anyhow::Result<Environment> {
    let with_pip = Environment::clean(workspace, INSTALLED_ENVIRONMENT)?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"];
    process::run(with_pip.python(workspace.root()).args(pip).arg(wheel))?;
    let with_uv = Environment::clean(workspace, "with-uv")?;
    let uv = ["pip", "install", "--quiet", "--no-index", "--offline", "--no-cache", "--python"];
    let mut uv_program = tools.program("uv", workspace.root());
    process::run(uv_program.args(uv).arg(with_uv.programs().join("python")).arg(wheel))?;
    let version = format!("scrubjay {}\n", workspace.version()?);
    let mut uvx = tools.program("uvx", workspace.root());
    uvx.args(["--quiet", "--offline", "--no-cache", "--python"]).arg(with_uv.programs().join("python")).arg("--from");
    let answer = process::output(uvx.arg(wheel).args(["scrubjay", "--version"]))?;
    ensure!(answer == version, "uvx answers {answer}");
    for environment in [&with_pip, &with_uv] {
        let project = workspace.root().join("examples/embed-rust/project");
        let question =
            "import scrubjay; m = scrubjay.Memory.in_memory('.'); m.index(); print(m.find('add').hits[0].symbol.id)";
        let answer = process::output(environment.python(&project).args(["-c", question]))?;
        ensure!(answer.trim() == "shelf.py#Shelf.add", "the installed package answers {answer}");
        let list = "from importlib import metadata; print(*sorted(f.name for f in metadata.files('scrubjay')))";
        let files = process::output(environment.python(&project).args(["-c", list]))?;
        let has = |licence: &str| files.split_whitespace().any(|file| file == licence);
        ensure!(
            LICENCE_FILES.into_iter().chain([notices::NOTICES_FILE]).all(has),
            "the wheel lacks a licence or its notices: {files}"
        );
        let script = process::output(environment.program("scrubjay", &project).arg("--version"))?;
        ensure!(script == version, "the installed script answers {script}");
    }
    Ok(with_pip)
}

/// Checks the extension module's stubs against the module, the example programs against the package's types, and the
/// types of the package itself, beside the frameworks that it supports.
fn check_types(workspace: &Workspace, tools: &Environment, agents: &Environment, wheel: &Path) -> anyhow::Result<()> {
    let package = workspace.root().join("bindings-python");
    reinstall(workspace, tools, wheel)?;
    process::run(tools.python(&folder(workspace)).args(["-m", "mypy.stubtest", "scrubjay._native"]))?;
    let strict = ["-m", "mypy", "--strict", "--cache-dir"];
    let cache = folder(workspace).join("mypy");
    process::run(tools.python(&package).args(strict).arg(&cache).args(PROGRAMS))?;
    let mut mypy = tools.python(&folder(workspace));
    mypy.args(strict).arg(&cache).args(["-p", "scrubjay", "--python-executable"]);
    process::run(mypy.arg(agents.programs().join("python")))
}

/// Reinstalls the wheel in an existing environment.
fn reinstall(workspace: &Workspace, environment: &Environment, wheel: &Path) -> anyhow::Result<()> {
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--force-reinstall"];
    process::run(environment.python(workspace.root()).args(pip).arg(wheel))
}
