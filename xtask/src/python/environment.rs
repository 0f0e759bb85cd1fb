//! Environments of Python below `target/python/`: one with the tools that make and check the wheel, one with the
//! frameworks that it is used in, and clean ones to install it into.

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
        Environment::listed(workspace, "tools", "requirements.txt")
    }

    /// The frameworks of `bindings-python/requirements-agents.txt`, kept as the tools are.
    pub fn agents(workspace: &Workspace) -> anyhow::Result<Environment> {
        Environment::listed(workspace, "with-agents", "requirements-agents.txt")
    }

    fn listed(workspace: &Workspace, name: &str, list: &str) -> anyhow::Result<Environment> {
        let environment = Environment::existing(workspace, name);
        let list = List::read(workspace, list)?;
        if list.is_in(&environment) { Ok(environment) } else { list.install(Environment::clean(workspace, name)?) }
    }

    /// The tools, and those of `bindings-python/requirements-release.txt` beside them.
    pub fn release_tools(workspace: &Workspace) -> anyhow::Result<Environment> {
        let tools = Environment::tools(workspace)?;
        let list = List::read(workspace, "requirements-release.txt")?;
        if list.is_in(&tools) { Ok(tools) } else { list.install(tools) }
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

    /// The search path with its programs first.
    pub fn search_path(&self) -> anyhow::Result<std::ffi::OsString> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let places = std::iter::once(self.programs()).chain(std::env::split_paths(&path));
        std::env::join_paths(places).context("the search path cannot be extended")
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

/// A list of packages, as pip reads it.
struct List {
    path: PathBuf,
    text: String,
}

impl List {
    fn read(workspace: &Workspace, name: &str) -> anyhow::Result<List> {
        let path = workspace.root().join("bindings-python").join(name);
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(List { path, text })
    }

    /// Where an environment notes that this list is installed: what it was then.
    fn note(&self, environment: &Environment) -> PathBuf {
        environment.folder.join(self.path.file_name().unwrap_or_default())
    }

    fn is_in(&self, environment: &Environment) -> bool {
        std::fs::read_to_string(self.note(environment)).is_ok_and(|noted| noted == self.text)
    }

    fn install(&self, environment: Environment) -> anyhow::Result<Environment> {
        let place = self.path.parent().unwrap_or(Path::new("."));
        process::run(environment.python(place).args(["-m", "pip", "install", "--quiet", "-r"]).arg(&self.path))?;
        std::fs::write(self.note(&environment), &self.text).context("cannot note what is installed")?;
        Ok(environment)
    }
}

/// Where all of them are.
pub fn folder(workspace: &Workspace) -> PathBuf {
    workspace.root().join("target/python")
}
