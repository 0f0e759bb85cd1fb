//! Files that commands write from `wit/` and that are committed: written where they differ, and held to be what would be written.
//!
//! Not here: their contents (`glue`, `records`).

use std::path::PathBuf;

use anyhow::{Context, ensure};

use crate::component::write_if_changed;
use crate::gate::Count;

/// Writes files, and says of each whether it changed.
pub fn write(files: Vec<(PathBuf, String)>) -> anyhow::Result<()> {
    for (path, text) in files {
        let changed = write_if_changed(&path, text.as_bytes())?;
        println!("{} {}", path.display(), if changed { "written" } else { "up to date" });
    }
    Ok(())
}

/// Fails if a committed file differs from what `wit/` yields now; `command` is the one that writes it.
pub fn check(files: Vec<(PathBuf, String)>, command: &str) -> anyhow::Result<Count> {
    for (path, text) in files {
        let here = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        ensure!(here == text, "{} is out of date: run `cargo xtask {command}`", path.display());
    }
    Ok(Count::success())
}
