//! A Debian system without a compiler and without a network, in which packages are installed and used.
//!
//! It is Debian's smallest system with Python; Node is this machine's. debootstrap creates it once, below `target/`.
//! Needs Linux and root.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::{NPM_PAGE, PROJECT, USES, WHEEL_PAGE};
use crate::gate::{Count, count_tests};
use crate::process;
use crate::toolchain;
use crate::workspace::Workspace;

const RELEASE: &str = "bookworm";
const PACKAGES: &str = "--include=libstdc++6,python3,python3-venv";
/// The folder of the tested files, relative to the system's root.
const PLACE: &str = "try";

/// The script that runs inside; first it checks that there is no compiler.
const SCRIPT: &str = r#"
set -eu
export PATH=/opt/node/bin:/usr/bin:/bin HOME=/try LANG=C.UTF-8
cd /try
for name in cc gcc clang tcc rustc cargo; do
  if command -v "$name"; then echo "the system has $name"; exit 1; fi
done
echo "glibc $(ldd --version | head -n 1 | grep -o '[0-9.]*$'), node $(node --version), $(python3 --version)"
node uses/npm.mjs scrubjay-[0-9]*.tgz scrubjay-cli-*.tgz pages/npm/README.md project || failed=1
python3 -m venv --clear venv
venv/bin/pip install --quiet --disable-pip-version-check --no-index scrubjay-*.whl
venv/bin/python uses/wheel.py pages/wheel/README.md project || failed=1
tar -xzf scrubjay-*-linux-gnu.tar.gz
scrubjay-*-linux-gnu/scrubjay --version
exit "${failed:-0}"
"#;

/// Installs and uses the npm packages, the wheel and the program of a release.
pub fn check(workspace: &Workspace, artefacts: &Path) -> anyhow::Result<Count> {
    let root = system(workspace)?;
    bring_node(workspace, &root)?;
    let place = root.join(PLACE);
    if place.exists() {
        std::fs::remove_dir_all(&place).with_context(|| format!("cannot clear {}", place.display()))?;
    }
    let copy_in = |from: &str, to: &str| process::copy(&workspace.root().join(from), &place.join(to));
    process::copy(artefacts, &place)?;
    copy_in(USES, "uses")?;
    copy_in(PROJECT, "project")?;
    for (page, to) in [(NPM_PAGE, "npm"), (WHEEL_PAGE, "wheel")] {
        copy_in(page, &format!("pages/{to}/README.md"))?;
    }
    copy_in("bindings-js/package.json", "pages/npm/package.json")?;
    let mut container = process::command("unshare", workspace.root());
    container
        .args(["--mount", "--net", "--pid", "--fork"])
        .arg(format!("--mount-proc={}", root.join("proc").display()));
    count_tests(
        container
            .arg("chroot")
            .arg(&root)
            .args(["/bin/sh", "-c", SCRIPT])
            .env_clear()
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"),
    )
}

/// The folder of the system, which is created if it is missing.
fn system(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let root = workspace.root().join("target/debian");
    let marker = root.join("made-by-debootstrap");
    if marker.is_file() {
        return Ok(root);
    }
    toolchain::ensure_program(workspace, "debootstrap", "debootstrap")?;
    println!("making a Debian system in {}", root.display());
    let mut debootstrap = process::command("debootstrap", workspace.root());
    process::output(debootstrap.args(["--variant=minbase", PACKAGES, RELEASE]).arg(&root))
        .context("a Debian system cannot be made: root's rights are needed, and Debian's mirror")?;
    std::fs::write(&marker, RELEASE)?;
    Ok(root)
}

/// Copies this machine's Node and npm into the system.
fn bring_node(workspace: &Workspace, root: &Path) -> anyhow::Result<()> {
    let said = |program: &str, words: &[&str]| {
        process::output(process::command(program, workspace.root()).args(words)).map(|said| said.trim().to_owned())
    };
    let node = PathBuf::from(said("node", &["-p", "process.execPath"])?);
    let npm = PathBuf::from(said("npm", &["root", "--global"])?).join("npm");
    ensure!(npm.is_dir(), "npm is not at {}", npm.display());
    let node_folder = root.join("opt/node");
    if node_folder.exists() {
        std::fs::remove_dir_all(&node_folder)?;
    }
    process::copy(&node, &node_folder.join("bin/node"))?;
    process::copy(&npm, &node_folder.join("lib/node_modules/npm"))?;
    for name in ["npm", "npx"] {
        let program = format!("../lib/node_modules/npm/bin/{name}-cli.js");
        process::run(process::command("ln", &node_folder.join("bin")).args(["-s", &program, name]))?;
    }
    Ok(())
}
