//! The memory that a command queries, and the conversion of typed text to its paths and names.

use std::path::{Path, PathBuf};

use scrubjay::files::root::Root;
use scrubjay::{Error, Memory, locate};

use crate::Fault;
use crate::index;
use crate::index::fresh::{self, Staleness};
use crate::output::Output;

/// The memory to query, and the working folder.
pub(crate) struct Context {
    pub(crate) memory: Memory,
    pub(crate) folder: PathBuf,
    /// How the index differs from the folder's current state.
    pub(crate) staleness: Staleness,
}

impl Context {
    /// A context for a memory that its owner keeps open and up to date, with the memory's folder as the working folder.
    pub(crate) fn for_memory(memory: Memory) -> Context {
        let folder = memory.root().path().to_owned();
        Context { memory, folder, staleness: Staleness::default() }
    }

    pub(crate) fn into_memory(self) -> Memory {
        self.memory
    }

    pub(crate) fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    pub(crate) fn of(root: Option<PathBuf>, as_is: bool, output: &Output) -> Result<Context, Fault> {
        let folder = std::env::current_dir().map_err(Fault::NoFolder)?;
        let root = match root {
            Some(root) => root,
            None => match locate(&folder) {
                Err(Error::NotIndexed { .. }) if !as_is => index::default_folder(&folder)?,
                located => located?,
            },
        };
        let mut memory = if as_is { Memory::reading(&root)? } else { index::open_complete(&root, output)? };
        let staleness = if as_is { Staleness::unknown() } else { fresh::freshen(&mut memory)? };
        let mut context = Context { memory, folder, staleness: Staleness::default() };
        context.note_staleness(staleness, output)?;
        Ok(context)
    }

    /// Stores and reports how the index differs from the folder, and whether it covers the whole folder.
    pub(crate) fn note_staleness(&mut self, staleness: Staleness, output: &Output) -> Result<(), Fault> {
        self.staleness = staleness;
        self.staleness.add_extent(&self.memory)?;
        self.staleness.tell(output);
        Ok(())
    }

    /// Converts text that was typed in this working folder.
    pub(crate) fn typed(&self) -> TypedPaths<'_> {
        TypedPaths { root: self.memory.root(), folder: &self.folder }
    }
}

/// Converts paths and names that were typed in a working folder.
#[derive(Clone, Copy)]
pub(crate) struct TypedPaths<'p> {
    pub(crate) root: &'p Root,
    pub(crate) folder: &'p Path,
}

impl TypedPaths<'_> {
    /// Converts a typed path to one relative to the root, as answers have it.
    ///
    /// The typed path is relative to the working folder. If it exists only below the root, it is relative to the root.
    pub(crate) fn path(self, typed: &str) -> Result<String, Fault> {
        let root = self.root;
        let slashed = typed.replace('\\', "/");
        let is_there = |folder: &Path| folder.join(typed).exists() || folder.join(&slashed).exists();
        let from_root = || root.inside(root.path(), typed.as_ref());
        if !is_there(self.folder) && is_there(root.path()) {
            return Ok(from_root()?);
        }
        match root.inside(self.folder, typed.as_ref()) {
            Err(Error::OutsideRoot { .. }) if is_there(root.path()) => Ok(from_root()?),
            inside => Ok(inside?),
        }
    }

    /// Converts a typed path prefix. An existing folder or file is converted as by [`TypedPaths::path`]; other text
    /// stays.
    ///
    /// An empty prefix means the whole project, whatever the working folder. `.` and `..` mean the files in that
    /// folder.
    pub(crate) fn prefix(self, typed: &str) -> String {
        if typed.is_empty() {
            return String::new();
        }
        let folder = typed.strip_suffix(['/', '\\']);
        let is_inside = folder.is_some()
            || matches!(typed.rsplit(['/', '\\']).next(), Some("." | ".."))
            || Path::new(typed).is_absolute() && Path::new(typed).is_dir();
        match self.path(folder.unwrap_or(typed)) {
            Ok(path) if path.is_empty() && is_inside => path,
            Ok(path) if !path.is_empty() && self.root.path().join(&path).exists() => {
                path + if is_inside { "/" } else { "" }
            }
            _ => typed.to_owned(),
        }
    }

    /// Converts a typed name. A file's path in it, alone or before a colon and a line, is converted as by
    /// [`TypedPaths::path`].
    pub(crate) fn name(self, typed: &str) -> String {
        let is_file = |path: &str| {
            self.folder.join(path).is_file()
                || path.contains('\\') && self.folder.join(path.replace('\\', "/")).is_file()
        };
        let (path, line) = match typed.rsplit_once(':') {
            Some((path, line)) if line.bytes().all(|digit| digit.is_ascii_digit()) && is_file(path) => (path, line),
            _ if is_file(typed) => (typed, ""),
            _ => return typed.to_owned(),
        };
        match self.path(path) {
            Ok(path) if line.is_empty() => path,
            Ok(path) => format!("{path}:{line}"),
            Err(_) => typed.to_owned(),
        }
    }
}
