//! Writes generated files that are committed, and checks that they are up to date with `wit/`.
//!
//! Not here: their contents (`glue`, `records`).

use std::path::PathBuf;

use anyhow::{Context, ensure};

use crate::component::write_if_changed;
use crate::gate::Count;

/// Writes the files that differ, and prints which ones changed.
pub fn write(files: Vec<(PathBuf, String)>) -> anyhow::Result<()> {
    for (path, text) in files {
        let changed = write_if_changed(&path, text.as_bytes())?;
        println!("{} {}", path.display(), if changed { "written" } else { "up to date" });
    }
    Ok(())
}

/// Fails if a committed file differs from the generated one; `command` is the command that writes it.
pub fn check(files: Vec<(PathBuf, String)>, command: &str) -> anyhow::Result<Count> {
    for (path, text) in files {
        let text_on_disk = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        ensure!(text_on_disk == text, "{} is out of date: run `cargo xtask {command}`", path.display());
    }
    Ok(Count::success())
}
