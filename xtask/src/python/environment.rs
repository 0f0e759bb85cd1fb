//! Environments of Python below `target/python/`: one with the tools that make and check the wheel, and clean ones to install
//! it into.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use crate::process;
use crate::workspace::Workspace;

/// A virtual environment.
pub struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// The tools of `bindings-python/requirements.txt`, installed again only when that file has changed.
    pub fn tools(workspace: &Workspace) -> anyhow::Result<Environment> {
        let listed = workspace.root().join("bindings-python/requirements.txt");
        let wanted = std::fs::read_to_string(&listed).with_context(|| format!("cannot read {}", listed.display()))?;
        let tools = Environment { folder: folder(workspace).join("tools") };
        let installed = tools.folder.join("installed.txt");
        if std::fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
            return Ok(tools);
        }
        let tools = Environment::clean(workspace, "tools")?;
        process::run(tools.python(workspace.root()).args(["-m", "pip", "install", "--quiet", "-r"]).arg(&listed))?;
        std::fs::write(&installed, wanted).context("cannot note what is installed")?;
        Ok(tools)
    }

    /// A new one with nothing in it.
    pub fn clean(workspace: &Workspace, name: &str) -> anyhow::Result<Environment> {
        let folder = folder(workspace).join(name);
        process::run(process::command("python3", workspace.root()).args(["-m", "venv", "--clear"]).arg(&folder))
            .context("Python from 3.10 on is needed, with its module `venv` (Debian: python3-venv)")?;
        Ok(Environment { folder })
    }

    /// The one of this name, as it was left.
    pub fn existing(workspace: &Workspace, name: &str) -> Environment {
        Environment { folder: folder(workspace).join(name) }
    }

    /// Where its programs are.
    pub fn programs(&self) -> PathBuf {
        self.folder.join("bin")
    }

    /// One of its programs, to be run in `place`.
    pub fn program(&self, name: &str, place: &Path) -> Command {
        process::command(self.programs().join(name), place)
    }

    /// Its Python. It sees nothing but what is installed in it, and leaves no compiled files in the sources.
    pub fn python(&self, place: &Path) -> Command {
        let mut python = self.program("python", place);
        python.env_remove("PYTHONPATH").env("PYTHONDONTWRITEBYTECODE", "1");
        python
    }
}

/// Where all of them are.
pub fn folder(workspace: &Workspace) -> PathBuf {
    workspace.root().join("target/python")
}
