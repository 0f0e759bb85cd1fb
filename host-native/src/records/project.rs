//! The id of a project's memory, and the paths of the project's folder.
//!
//! An id is 128 random bits. This release writes it only into the user's data folder; older ones also wrote it into
//! projects, or derived it from a path. Not here: which memory a folder has (`registry`), and the files of a project's
//! memory (`place`).

use std::path::{Path, PathBuf};

use super::registry;
use crate::files::git;
use crate::files::hash::hash;
use crate::store::StoreError;

/// The id of a project: 32 hexadecimal digits, so that it can be the name of a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProjectId(String);

impl ProjectId {
    /// Parses an id; `None` if it is malformed.
    pub fn parse(text: &str) -> Option<ProjectId> {
        let text = text.trim();
        let is_id = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        is_id.then(|| ProjectId(text.to_owned()))
    }

    /// The 32 hexadecimal digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Makes this the memory of the project around a folder. The project's previous memory then belongs to no folder.
    ///
    /// # Errors
    /// [`StoreError::Link`] if another kind of file has the name of one of ours; [`StoreError::Locked`]; errors of the
    /// file system.
    pub fn attach(&self, root: &Path) -> Result<(), StoreError> {
        registry::attach(self, root)
    }

    /// The id that releases without marks gave to a read-only project, derived from its path.
    pub(super) fn of_path(root: &Path) -> ProjectId {
        ProjectId(digits(&hash(root.as_os_str().as_encoded_bytes())[..16]))
    }
}

/// The paths of a project's folder: as given, as the shell has it, with links resolved, and, for a worktree, that of
/// the repository's main work tree.
pub fn roots(root: &Path) -> Vec<String> {
    let mut names: Vec<PathBuf> = Vec::new();
    names.extend(std::path::absolute(root).ok());
    let canonical_root = root.canonicalize().ok();
    names.extend(canonical_root.as_deref().and_then(in_shell));
    names.extend(canonical_root);
    let repository = git::project(root).filter(|project| project.git.ends_with(".git"));
    names.extend(repository.map(|project| project.root));
    let mut paths: Vec<String> = Vec::new();
    for name in names.iter().filter_map(|name| name.to_str()) {
        if !paths.iter().any(|known| known == name) {
            paths.push(name.to_owned());
        }
    }
    paths
}

/// The path of a folder as the shell has it, possibly through links; `None` unless the folder is the working folder or
/// contains it.
fn in_shell(root: &Path) -> Option<PathBuf> {
    let shell_folder = PathBuf::from(std::env::var_os("PWD")?);
    let n_below = shell_folder.canonicalize().ok()?.strip_prefix(root).ok()?.components().count();
    let root_in_shell = shell_folder.ancestors().nth(n_below)?;
    (root_in_shell.canonicalize().ok()? == root).then(|| root_in_shell.to_owned())
}

/// Bytes as hexadecimal digits.
pub(super) fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
