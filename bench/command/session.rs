//! `cargo xtask bench session [--traces FILE] [--speed true]`: what compactions preserve of recorded sessions, how well
//! files are ranked after compactions and before new sessions, and the time that a context takes.
//!
//! The recordings stay where they are; only totals are written to `docs/session.md`.

use anyhow::bail;

use super::table;
use crate::workspace::Workspace;
use crate::{component, process};

/// `cargo xtask bench session` with its arguments.
pub fn command(workspace: &Workspace, arguments: &[&str]) -> anyhow::Result<()> {
    let mut wanted_sections = Vec::new();
    for option in arguments.chunks(2) {
        match *option {
            ["--traces", file] => wanted_sections.push(("recorded", file)),
            ["--speed", "true"] => wanted_sections.push(("speed", "--speed")),
            _ => bail!("usage: cargo xtask bench session [--traces FILE] [--speed true]"),
        }
    }
    // Only speed is measured through the component.
    if wanted_sections.iter().any(|(section, _)| *section == "speed") {
        component::command(workspace)?;
    }
    let mut build = process::cargo(workspace.root());
    process::run(build.args(["build", "--quiet", "-p", "bench", "--bin", "measure"]))?;
    let program = workspace.target_dir().join(format!("debug/measure{}", std::env::consts::EXE_SUFFIX));
    for (section, word) in wanted_sections {
        let mut command = std::process::Command::new(&program);
        let text = process::output(command.args(["session", word]))?;
        println!("{text}");
        let place = ("docs/session.md", section);
        table::write(workspace, place, "cargo xtask bench session", &format!("{}\n\n", text.trim()))?;
    }
    Ok(())
}
