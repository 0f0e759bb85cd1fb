//! `cargo xtask release`: builds everything to publish into one folder, with the hash of each file. Publishes nothing.
//!
//! Not here: trying the packed files where nothing else is installed (`artefacts`).

pub mod crates;
mod program;

use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::component::{self, World, sha256_hex, write_if_changed};
use crate::notices::{self, Shipped};
use crate::npm;
use crate::process;
use crate::python;
use crate::toolchain;
use crate::workspace::Workspace;

/// The hashes of all files, in the form that `sha256sum --check` reads.
const HASHES: &str = "SHA256SUMS";

/// The system of a release, with the folder of the component for it.
pub struct Target {
    pub triple: String,
    pub component: PathBuf,
}

/// Builds and packs everything for this machine's system, or for another target triple.
pub fn command(workspace: &Workspace, triple: Option<&str>) -> anyhow::Result<()> {
    let folder = self::folder(workspace);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    let target = target(workspace, triple)?;
    let program = program::build(workspace, &target)?;
    let mut files = vec![python::release(workspace, &target)?, program::archive(workspace, &program, &target)?];
    match npm::cli::pack(workspace, &program, &target.triple)? {
        Some(package) => files.push(package),
        None => println!("there is no npm package for {} yet", target.triple),
    }
    files.push(npm::build(workspace)?);
    files.push(pack_for_embedders(workspace)?);
    let crates = crates::pack(workspace)?;
    files.extend(crates.packed);
    files.push(crates.archive);
    gather(workspace, &files)
}

/// The folder of the release.
pub fn folder(workspace: &Workspace) -> PathBuf {
    workspace.root().join("target/artefacts")
}

/// `cargo xtask crates`: packs only the crates.
pub fn crates_only(workspace: &Workspace) -> anyhow::Result<()> {
    component::command(workspace)?;
    let crates = crates::pack(workspace)?;
    for file in crates.packed.iter().chain([&crates.archive]) {
        println!("{} {} bytes", relative_path(workspace, file), std::fs::metadata(file)?.len());
    }
    println!("cargo install --path {}/scrubjay-{}", crates.folder.display(), workspace.version()?);
    Ok(())
}

fn target(workspace: &Workspace, triple: Option<&str>) -> anyhow::Result<Target> {
    component::command(workspace)?;
    let host = toolchain::host_triple(workspace)?;
    Ok(match triple.filter(|triple| *triple != host) {
        Some(other) => Target { component: component::build_for_target(workspace, other)?, triple: other.to_owned() },
        None => Target { component: workspace.component_dir(), triple: host },
    })
}

/// Packs the component and its interface, for hosts that run it by themselves.
fn pack_for_embedders(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let area = workspace.root().join("target/embedding");
    let folder = area.join(format!("scrubjay-{}-component", workspace.version()?));
    for (world, name) in [(World::Scrubjay, "component.wasm"), (World::Windows, "windows-component.wasm")] {
        write_if_changed(&folder.join(name), &component::build(workspace, world)?)?;
    }
    process::copy(&workspace.root().join("wit"), &folder.join("wit"))?;
    workspace.copy_licences(&folder)?;
    notices::write(workspace, Shipped::Component, &toolchain::host_triple(workspace)?, &folder)?;
    archive(&folder, &area)
}

/// Packs a folder as one compressed file; the same content gives the same bytes.
pub fn archive(folder: &Path, out: &Path) -> anyhow::Result<PathBuf> {
    let name = folder.file_name().context("a folder without a name")?;
    let file = out.join(format!("{}.tar.gz", name.to_string_lossy()));
    let mut tar = process::command("tar", folder.parent().unwrap_or(folder));
    tar.args(["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner", "--mode=go=rX,u+rw,a-s"]);
    process::run(tar.args(["-I", "gzip -9n", "-cf"]).arg(&file).arg(name))?;
    Ok(file)
}

/// Copies the files into one folder, writes their hashes, and prints the list.
fn gather(workspace: &Workspace, files: &[PathBuf]) -> anyhow::Result<()> {
    let folder = folder(workspace);
    let mut hashes = String::new();
    for file in files {
        let name = file.file_name().context("a file without a name")?.to_string_lossy().into_owned();
        let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        write_if_changed(&folder.join(&name), &bytes)?;
        hashes.extend([&sha256_hex(&bytes), "  ", &name, "\n"]);
        println!("{:>9} bytes  {}", bytes.len(), relative_path(workspace, &folder.join(&name)));
    }
    write_if_changed(&folder.join(HASHES), hashes.as_bytes())?;
    Ok(())
}

fn relative_path(workspace: &Workspace, path: &Path) -> String {
    path.strip_prefix(workspace.root()).unwrap_or(path).display().to_string()
}
