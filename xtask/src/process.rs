//! Runs other programs in a given folder, with errors that name the command; copies folders for them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

/// A command that runs in `folder`. A folder is required, so that no result depends on the working folder.
pub fn command(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder);
    command
}

/// A command of cargo: the one that runs this program, or the one on the path.
pub fn cargo(folder: &Path) -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), folder)
}

/// Runs a command with this program's standard streams; fails if it cannot start or does not succeed.
pub fn run(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("cannot start `{}`", command_text(command)))?;
    if !status.success() {
        bail!("`{}` failed with {status}", command_text(command));
    }
    Ok(())
}

/// Runs a command and returns its standard output; an error contains its standard error.
pub fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("cannot start `{}`", command_text(command)))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("`{}` failed with {}:\n{}", command_text(command), output.status, errors.trim_end());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Copies a file, or a folder with its content except entries named `target` or `.scrubjay`.
pub fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    let mut pending: Vec<(PathBuf, PathBuf)> = vec![(from.to_path_buf(), to.to_path_buf())];
    while let Some((from, to)) = pending.pop() {
        if !from.is_dir() {
            if let Some(folder) = to.parent() {
                std::fs::create_dir_all(folder)?;
            }
            std::fs::copy(&from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
            continue;
        }
        for entry in std::fs::read_dir(&from).with_context(|| format!("cannot read {}", from.display()))? {
            let name = entry?.file_name();
            if name != "target" && name != ".scrubjay" {
                pending.push((from.join(&name), to.join(&name)));
            }
        }
    }
    Ok(())
}

fn command_text(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
