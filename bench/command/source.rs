//! The repository that is measured: a copy that the measurements may change.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::process;
use crate::workspace::Workspace;

/// The package that is measured if no folder is given: 2,800 Python files.
const PACKAGE: &str = "Django==5.2.1";

/// Makes a fresh copy of the given folder, or of the package's sources.
pub fn prepare(workspace: &Workspace, given_folder: Option<&Path>) -> anyhow::Result<PathBuf> {
    let area = workspace.root().join("target/bench");
    let original = match given_folder {
        Some(folder) => folder.canonicalize().with_context(|| format!("cannot open {}", folder.display()))?,
        None => downloaded_sources(workspace)?,
    };
    let project = area.join("project");
    if project.exists() {
        std::fs::remove_dir_all(&project).with_context(|| format!("cannot clear {}", project.display()))?;
    }
    process::copy(&original, &project)?;
    // Without this the ignore rules of the checkout around the copy would count.
    std::fs::create_dir_all(project.join(".git")).context("cannot mark the copy as a repository")?;
    Ok(project)
}

/// The unpacked sources of the package, for use if no folder is given.
pub fn downloaded_sources(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    download(&workspace.root().join("target/bench/download"))
}

/// Unpacks the sources of the package, downloaded once.
fn download(folder: &Path) -> anyhow::Result<PathBuf> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    if let Some(unpacked) = unpacked_folder(folder) {
        return Ok(unpacked);
    }
    let pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", PACKAGE];
    process::run(process::command("python3", folder).args(pip))
        .context("the sources could not be downloaded; give a folder with --source")?;
    let archive = std::fs::read_dir(folder)?.flatten().map(|entry| entry.path()).find(|path| path.is_file());
    let archive = archive.context("pip left no archive")?;
    process::run(process::command("tar", folder).arg("-xzf").arg(archive))?;
    let unpacked = unpacked_folder(folder);
    ensure!(unpacked.is_some(), "the archive holds no folder");
    unpacked.context("the archive holds no folder")
}

fn unpacked_folder(folder: &Path) -> Option<PathBuf> {
    std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).find(|path| path.is_dir())
}
