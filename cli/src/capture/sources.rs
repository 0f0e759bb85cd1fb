//! Finds transcripts in the folders of harnesses, by file names alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use scrubjay::wit::capture::Harness;

use super::gemini_cli;

/// The deepest nesting of transcripts in a harness's folder.
const MAX_DEPTH: usize = 6;

#[derive(Clone, Debug)]
pub(super) struct FoundTranscript {
    /// The harness that wrote it; `None`: only its first lines can tell.
    pub(super) harness: Option<Harness>,
    pub(super) path: PathBuf,
    /// The project's folder, if files of the harness beside the transcript name it.
    pub(super) folder: Option<PathBuf>,
    pub(super) changed: SystemTime,
}

/// The folders in which a harness keeps its transcripts, whether they exist or not.
pub(super) fn transcript_folders(harness: Harness, home: Option<&Path>) -> Vec<PathBuf> {
    // A variable stands for the harness's own folder, and for Gemini CLI for the home in which that is.
    let (variable, default_folder, subfolders): (_, _, &[&str]) = match harness {
        Harness::ClaudeCode => ("CLAUDE_CONFIG_DIR", ".claude", &["projects"]),
        Harness::Codex => ("CODEX_HOME", ".codex", &["sessions", "archived_sessions"]),
        Harness::GeminiCli => ("GEMINI_CLI_HOME", "", &[".gemini/tmp"]),
        Harness::Pi => ("PI_CODING_AGENT_DIR", ".pi/agent", &["sessions"]),
        // A program keeps its own where it likes.
        Harness::Messages => return Vec::new(),
    };
    let configured_folder = std::env::var_os(variable).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let base = configured_folder.or_else(|| home.map(|home| home.join(default_folder)));
    base.iter().flat_map(|base| subfolders.iter().map(|subfolder| base.join(subfolder))).collect()
}

/// The transcripts at a path or below it, oldest first, so that they are recorded in that order.
pub(super) fn find_transcripts(harness: Option<Harness>, path: &Path) -> std::io::Result<Vec<FoundTranscript>> {
    let mut found = Vec::new();
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        walk(harness, path, MAX_DEPTH, &mut found)?;
    } else {
        found.extend(from_file(harness, path.to_owned(), &metadata));
    }
    found.sort_by(|one, other| (one.changed, &one.path).cmp(&(other.changed, &other.path)));
    Ok(found)
}

fn walk(
    harness: Option<Harness>,
    folder: &Path,
    depth: usize,
    found: &mut Vec<FoundTranscript>,
) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        // Through no link: a transcript lies where its harness wrote it.
        let kind = entry.file_type()?;
        if kind.is_dir() && depth > 0 {
            // A folder that cannot be read is skipped.
            let _ = walk(harness, &path, depth - 1, found);
        } else if kind.is_file() && is_transcript(harness, &path) {
            found.extend(entry.metadata().ok().and_then(|metadata| from_file(harness, path, &metadata)));
        }
    }
    Ok(())
}

fn from_file(harness: Option<Harness>, path: PathBuf, metadata: &fs::Metadata) -> Option<FoundTranscript> {
    let changed = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    let folder = gemini_cli::project_folder(&path);
    metadata.is_file().then_some(FoundTranscript { harness, path, folder, changed })
}

/// Whether a harness may have written a file, by its name and folder.
fn is_transcript(harness: Option<Harness>, path: &Path) -> bool {
    let has_extension = |ending: &str| path.extension().is_some_and(|own| own == ending);
    let is_chat = || path.components().any(|part| part.as_os_str() == gemini_cli::CHATS_FOLDER);
    let is_of_gemini = || (has_extension("json") || has_extension("jsonl")) && is_chat();
    match harness {
        Some(Harness::GeminiCli) => is_of_gemini(),
        Some(_) => has_extension("jsonl"),
        None => has_extension("jsonl") || is_of_gemini(),
    }
}
