//! Downloads packages from registries, each once, into a folder of its own.

use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::process;

/// The files of an npm package, named with its version, without its dependencies.
pub fn npm(area: &Path, package: &str) -> anyhow::Result<PathBuf> {
    let folder = area.join(package.replace('@', "-"));
    if !folder.join("package").is_dir() {
        std::fs::create_dir_all(&folder)?;
        let archive = process::output(process::command("npm", &folder).args(["pack", "--silent", package]))
            .context("the package could not be fetched: install Node with npm")?;
        process::run(process::command("tar", &folder).arg("-xzf").arg(archive.trim()))?;
    }
    Ok(folder.join("package"))
}

/// Downloads and unpacks a Debian package. Returns the folder with its files, which takes the place of `/`.
pub fn debian(area: &Path, package: &str) -> anyhow::Result<PathBuf> {
    let folder = area.join(package);
    let files = folder.join("files");
    if !files.is_dir() {
        std::fs::create_dir_all(&folder)?;
        process::run(process::command("apt-get", &folder).args(["download", "--quiet", package]))
            .context("the package could not be fetched: run `apt-get update`, on Debian or its kin")?;
        let archive = std::fs::read_dir(&folder)?.flatten().map(|entry| entry.path()).find(|path| path.is_file());
        let archive = archive.context("apt-get left no archive")?;
        process::run(process::command("dpkg-deb", &folder).arg("-x").arg(archive).arg(&files))?;
    }
    Ok(files)
}
