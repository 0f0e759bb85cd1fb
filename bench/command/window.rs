//! `cargo xtask bench window [--traces FILE] [--said FILE] [--speed FILE] [--tokens FILE]`: measures what policies of
//! the context window preserve of recorded sessions, and at what cost; whether a person's words in results stay readable to
//! the end; the time that a window takes; and the error of estimated tokens.
//!
//! Only totals are written to `docs/window.md`, no texts. With any other option of `measure window`, figures are printed and
//! nothing is written. Constants may be chosen only by the sessions of `--part tune`.

use anyhow::bail;

use super::table;
use crate::workspace::Workspace;
use crate::{component, process};

/// The number of steps of a joined conversation, whose tokens are more than ten times the measured budgets.
const LONG_LIFE: &str = "400";

pub fn command(workspace: &Workspace, arguments: &[&str]) -> anyhow::Result<()> {
    let (mut traces, mut said_file, mut speed, mut tokens) = (None, None, None, None);
    let (mut lives, mut options) = (Vec::new(), Vec::new());
    for option in arguments.chunks(2) {
        match *option {
            ["--traces", file] => traces = Some(file),
            ["--said", file] => said_file = Some(file),
            ["--speed", file] => speed = Some(file),
            ["--tokens", file] => tokens = Some(file),
            ["--lives", what] => lives.push(what),
            [name, value] => options.extend([name, value]),
            _ => bail!(
                "usage: cargo xtask bench window [--traces FILE] [--said FILE] [--speed FILE] [--tokens FILE] [--lives N|FILE]… [--part tune] [--only NAME] …"
            ),
        }
    }
    // Only speed is measured through the component; for all else any build of it will do.
    if speed.is_some() || !workspace.component_dir().join("scrubjay.cwasm").exists() {
        component::command(workspace)?;
    }
    let mut build = process::cargo(workspace.root());
    process::run(build.args(["build", "--quiet", "-p", "bench", "--bin", "measure"]))?;
    let program = workspace.target_dir().join(format!("debug/measure{}", std::env::consts::EXE_SUFFIX));
    let measure = |words: &[&str]| {
        let mut command = std::process::Command::new(&program);
        process::output(command.arg("window").args(words))
    };
    let mut sections = Vec::new();
    if let Some(file) = traces {
        match options.as_slice() {
            [] => {
                sections.push(("aside", measure(&[file, "--part", "aside"])?));
                sections.push(("all", measure(&[file])?));
                let arguments = [file, "--joined", LONG_LIFE, "--only", "ours: evidence"];
                sections.push(("joined", measure(&arguments)?));
            }
            options => println!("{}", measure(&[&[file], options].concat())?),
        }
    }
    let lives_lines = lives.iter().map(|what| measure(&["--lives", what])).collect::<anyhow::Result<Vec<String>>>()?;
    if !lives_lines.is_empty() {
        sections.push(("lives", lives_lines.iter().map(|line| format!("- {line}")).collect()));
    }
    if let Some(file) = said_file {
        sections.push(("said", measure(&["--said", file])?));
        sections.push(("usage", measure(&["--usage", file])?));
    }
    if let Some(file) = speed {
        sections.push(("speed", measure(&["--speed", file])?));
    }
    if let Some(file) = tokens {
        sections.push(("tokens", measure(&["--tokens", file])?));
    }
    for (section, text) in sections {
        println!("{text}");
        table::write(
            workspace,
            ("docs/window.md", section),
            "cargo xtask bench window",
            &format!("{}\n\n", text.trim()),
        )?;
    }
    Ok(())
}
