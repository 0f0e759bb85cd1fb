//! Finds the project of a Gemini CLI transcript by its path, `tmp/PROJECT/chats/FILE`, as the transcript does not name
//! the project.
//!
//! The folder PROJECT has a file with the project's path. Older versions kept all short names in one list. Versions
//! before those named the folder by the hash of the project's path.

use std::path::{Path, PathBuf};

use scrubjay::records::roots;
use serde_json::Value;

/// The name of the folder with a project's transcripts.
pub(super) const CHATS_FOLDER: &str = "chats";
/// The file in a project's folder with the project's path.
const ROOT_FILE: &str = ".project_root";
/// The list of projects' short names, beside `tmp`.
const PROJECTS_FILE: &str = "projects.json";
/// The most bytes read of one of these files.
const MAX_BYTES: u64 = 1 << 20;

/// The folder of the project that a transcript belongs to, if the harness's files name it.
pub(super) fn project_folder(transcript: &Path) -> Option<PathBuf> {
    let project = project_of(transcript)?;
    let text = |path: PathBuf| scrubjay::open::read_text(&path, MAX_BYTES).ok().flatten();
    if let Some(root) = text(project.join(ROOT_FILE)) {
        return Some(PathBuf::from(root.trim()));
    }
    let list: Value = serde_json::from_str(&text(project.parent()?.parent()?.join(PROJECTS_FILE))?).ok()?;
    let name = project.file_name()?.to_str()?;
    let is_own = |(_, short): &(&String, &Value)| short.as_str() == Some(name);
    list["projects"].as_object()?.iter().find(is_own).map(|(root, _)| PathBuf::from(root))
}

/// The spelling of `root` whose hash names the folder PROJECT; `None`: no spelling has this hash, or there is no such
/// folder.
pub(super) fn root_by_hash(transcript: &Path, root: &Path) -> Option<PathBuf> {
    let project = project_of(transcript)?;
    let name = project.file_name()?.to_str()?;
    let hash = |root: &String| scrubjay::files::hash::hash(root.as_bytes()).map(|byte| format!("{byte:02x}")).concat();
    roots(root).into_iter().find(|root| hash(root) == name).map(PathBuf::from)
}

fn project_of(transcript: &Path) -> Option<&Path> {
    let is_chats = |folder: &&Path| folder.file_name().is_some_and(|name| name == CHATS_FOLDER);
    transcript.ancestors().skip(1).find(is_chats)?.parent()
}
