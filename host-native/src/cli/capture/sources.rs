//! Where harnesses keep what they write down, on this machine. Nothing is read here but the names in folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use scrubjay::wit::capture::Harness;

/// How deep transcripts lie in a harness's folder at most.
const MAX_DEPTH: usize = 6;

/// A transcript that was found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) harness: Harness,
    pub(super) path: PathBuf,
    pub(super) changed: SystemTime,
}

/// The folders in which a harness keeps its transcripts; those that are not there too.
pub(super) fn folders(harness: Harness, home: Option<&Path>) -> Vec<PathBuf> {
    let (variable, own, below) = match harness {
        Harness::ClaudeCode => ("CLAUDE_CONFIG_DIR", ".claude", "projects"),
    };
    let given = std::env::var_os(variable).filter(|given| !given.is_empty()).map(PathBuf::from);
    let base = given.or_else(|| home.map(|home| home.join(own)));
    base.into_iter().map(|base| base.join(below)).collect()
}

/// The transcripts below a folder, or the one that a path names; oldest first, so that what came later is recorded later.
pub(super) fn found(harness: Harness, path: &Path) -> std::io::Result<Vec<Found>> {
    let mut found = Vec::new();
    let known = fs::metadata(path)?;
    if known.is_dir() {
        walk(harness, path, MAX_DEPTH, &mut found)?;
    } else {
        found.extend(of(harness, path.to_owned(), &known));
    }
    found.sort_by(|one, other| (one.changed, &one.path).cmp(&(other.changed, &other.path)));
    Ok(found)
}

fn walk(harness: Harness, folder: &Path, depth: usize, found: &mut Vec<Found>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        // Through no link: a transcript lies where its harness wrote it.
        let kind = entry.file_type()?;
        if kind.is_dir() && depth > 0 {
            // A folder that may not be read keeps no other from being.
            let _ = walk(harness, &path, depth - 1, found);
        } else if kind.is_file() && is_transcript(harness, &path) {
            found.extend(entry.metadata().ok().and_then(|known| of(harness, path, &known)));
        }
    }
    Ok(())
}

fn of(harness: Harness, path: PathBuf, known: &fs::Metadata) -> Option<Found> {
    let changed = known.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    known.is_file().then(|| Found { harness, path, changed })
}

fn is_transcript(harness: Harness, path: &Path) -> bool {
    match harness {
        Harness::ClaudeCode => path.extension().is_some_and(|ending| ending == "jsonl"),
    }
}
