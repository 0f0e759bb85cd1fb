//! The interface of a host for scenarios: it takes steps on a folder of files and answers in JSON.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

/// A host under test. It plays one scenario after the other.
pub trait Host {
    /// The name in reports.
    fn name(&self) -> &'static str;

    /// Begins a scenario with a new, empty memory.
    ///
    /// # Errors
    /// Errors of the file system, and of the host's start.
    fn begin(&mut self) -> io::Result<()>;

    /// Takes a step: `noun.verb` with its arguments. A refusal is an answer too: `{"error": …}`.
    fn call(&mut self, step: &str, arguments: &Value, folder: &Folder) -> Value;
}

/// Whether a host failed to answer a step: it is gone, does not know the step, has no open window for it, or failed with an error
/// of its own. Refusals of the interface are answers.
pub fn is_unanswered(answer: &Value) -> bool {
    let has = |name: &str| !answer[name].is_null();
    has("fault") || has("no_such_step") || has("no_window_for") || !answer["error"]["host"].is_null()
}

/// The answer to a step that the host does not know.
pub(crate) fn no_such_step(step: &str) -> Value {
    json!({ "no_such_step": step })
}

/// The answer to a step about a window where none is open.
pub(crate) fn no_window_for(step: &str) -> Value {
    json!({ "no_window_for": step })
}

/// The files of a scenario, on disk and in memory.
pub struct Folder {
    disk: TempDir,
    texts: BTreeMap<String, String>,
}

impl Folder {
    /// An empty folder, removed when dropped.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn new() -> io::Result<Folder> {
        Ok(Folder { disk: tempfile::tempdir()?, texts: BTreeMap::new() })
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.disk.path()
    }

    /// The text of each file, by its path relative to the folder.
    pub fn texts(&self) -> &BTreeMap<String, String> {
        &self.texts
    }

    /// Writes a new or existing file.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn write(&mut self, path: &str, text: &str) -> io::Result<()> {
        let full_path = self.path().join(path);
        full_path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(full_path, text)?;
        self.texts.insert(path.to_owned(), text.to_owned());
        Ok(())
    }

    /// Removes a file.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn remove(&mut self, path: &str) -> io::Result<()> {
        std::fs::remove_file(self.path().join(path))?;
        self.texts.remove(path);
        Ok(())
    }
}
