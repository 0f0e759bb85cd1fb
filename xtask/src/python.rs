//! The Python package: its generated sources, the wheel, and the environments that the wheel is tested in.

mod environment;
mod records;
mod wheel;

pub use wheel::{bytes as wheel_bytes, check as check_wheel, release, search_path};

use std::path::PathBuf;

use anyhow::{Context, ensure};

use crate::component::write_if_changed;
use crate::gate::Count;
use crate::workspace::Workspace;

/// `cargo xtask records`: writes the sources that follow from `wit/`.
pub fn write_records(workspace: &Workspace) -> anyhow::Result<()> {
    for (path, text) in records(workspace)? {
        let changed = write_if_changed(&path, text.as_bytes())?;
        println!("{} {}", path.display(), if changed { "written" } else { "up to date" });
    }
    Ok(())
}

/// Fails where what is committed is not what `wit/` says now.
pub fn check_records(workspace: &Workspace) -> anyhow::Result<Count> {
    for (path, text) in records(workspace)? {
        let here = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        ensure!(here == text, "{} is not what wit/ says: run `cargo xtask records`", path.display());
    }
    Ok(Count::success())
}

fn records(workspace: &Workspace) -> anyhow::Result<[(PathBuf, String); 3]> {
    let root = workspace.root();
    let written = records::write(&root.join("wit"))?;
    Ok([
        (root.join("bindings-python/python/scrubjay/records.py"), written.python),
        (root.join("bindings-python/src/generated.rs"), written.rust),
        (root.join("host-native/src/wit/generated.rs"), written.words),
    ])
}
