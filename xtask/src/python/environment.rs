//! Python environments below `target/python/`: one with the tools to build and check the wheel, one with the frameworks
//! that use it, and empty ones to install it into.

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
    /// The environment with the tools of `bindings-python/requirements.txt`, which is made anew if that file has
    /// changed.
    pub fn tools(workspace: &Workspace) -> anyhow::Result<Environment> {
        Environment::with_requirements(workspace, "tools", "requirements.txt")
    }

    /// The environment with the frameworks of `bindings-python/requirements-agents.txt`, which is made anew if that
    /// file has changed.
    pub fn agents(workspace: &Workspace) -> anyhow::Result<Environment> {
        Environment::with_requirements(workspace, "with-agents", "requirements-agents.txt")
    }

    fn with_requirements(workspace: &Workspace, name: &str, list: &str) -> anyhow::Result<Environment> {
        let environment = Environment::existing(workspace, name);
        let list = Requirements::read(workspace, list)?;
        if list.is_in(&environment) { Ok(environment) } else { list.install(Environment::clean(workspace, name)?) }
    }

    /// The environment of tools, with those of `bindings-python/requirements-release.txt` added.
    pub fn release_tools(workspace: &Workspace) -> anyhow::Result<Environment> {
        let tools = Environment::tools(workspace)?;
        let list = Requirements::read(workspace, "requirements-release.txt")?;
        if list.is_in(&tools) { Ok(tools) } else { list.install(tools) }
    }

    /// A new, empty environment.
    pub fn clean(workspace: &Workspace, name: &str) -> anyhow::Result<Environment> {
        let folder = folder(workspace).join(name);
        process::run(process::command("python3", workspace.root()).args(["-m", "venv", "--clear"]).arg(&folder))
            .context("Python from 3.10 on is needed, with its module `venv` (Debian: python3-venv)")?;
        Ok(Environment { folder })
    }

    /// The existing environment of this name.
    pub fn existing(workspace: &Workspace, name: &str) -> Environment {
        Environment { folder: folder(workspace).join(name) }
    }

    /// The folder of its programs.
    pub fn programs(&self) -> PathBuf {
        self.folder.join("bin")
    }

    /// A search path that begins with the folder of its programs.
    pub fn search_path(&self) -> anyhow::Result<std::ffi::OsString> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let places = std::iter::once(self.programs()).chain(std::env::split_paths(&path));
        std::env::join_paths(places).context("the search path cannot be extended")
    }

    /// A command of one of its programs, to run in `place`.
    pub fn program(&self, name: &str, place: &Path) -> Command {
        process::command(self.programs().join(name), place)
    }

    /// A command of its Python, which sees only packages of the environment, and writes no compiled files into the
    /// sources.
    pub fn python(&self, place: &Path) -> Command {
        let mut python = self.program("python", place);
        python.env_remove("PYTHONPATH").env("PYTHONDONTWRITEBYTECODE", "1");
        python
    }
}

/// A file of required packages for pip.
struct Requirements {
    path: PathBuf,
    text: String,
}

impl Requirements {
    fn read(workspace: &Workspace, name: &str) -> anyhow::Result<Requirements> {
        let path = workspace.root().join("bindings-python").join(name);
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Requirements { path, text })
    }

    /// The path of the copy that an environment keeps of the list when it installs it.
    fn note_path(&self, environment: &Environment) -> PathBuf {
        environment.folder.join(self.path.file_name().unwrap_or_default())
    }

    fn is_in(&self, environment: &Environment) -> bool {
        std::fs::read_to_string(self.note_path(environment)).is_ok_and(|noted| noted == self.text)
    }

    fn install(&self, environment: Environment) -> anyhow::Result<Environment> {
        let place = self.path.parent().unwrap_or(Path::new("."));
        process::run(environment.python(place).args(["-m", "pip", "install", "--quiet", "-r"]).arg(&self.path))?;
        std::fs::write(self.note_path(&environment), &self.text).context("cannot note what is installed")?;
        Ok(environment)
    }
}

/// The folder of all environments.
pub fn folder(workspace: &Workspace) -> PathBuf {
    workspace.root().join("target/python")
}
