//! The files of a folder that git would not ignore, with their sizes and times, sorted by path.
//!
//! Symbolic links are not followed, so nothing outside the root is found and no loop is possible. `.git` and `.scrubjay`
//! are left out. Not here: which of the files are wanted, which only the component says.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use ignore::{DirEntry, WalkBuilder};

use super::root::{Root, name};

/// A file as the walk found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Relative to the root, with `/`.
    pub path: String,
    /// Bytes.
    pub size: u64,
    /// When it was last changed: nanoseconds since 1970, negative before.
    pub modified: i64,
}

/// What a walk found.
#[derive(Debug, Default)]
pub struct Walked {
    /// Sorted by path, byte by byte.
    pub files: Vec<Found>,
    /// What could not be reached or named: a path as well as it can be shown, and why.
    pub unreachable: Vec<(String, Unreachable)>,
}

/// Why a walk could not take a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// Its name is not Unicode.
    NotUnicode,
    /// The system refused it, in its own words.
    Refused(String),
}

/// Walks the folder once.
pub fn walk(root: &Root) -> Walked {
    let mut walked = Walked::default();
    for entry in walker(root.path()).build() {
        match entry {
            Ok(entry) => take(&mut walked, root.path(), &entry),
            Err(error) => walked.unreachable.push((String::new(), Unreachable::Refused(error.to_string()))),
        }
    }
    walked.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walked
}

fn walker(root: &Path) -> WalkBuilder {
    let mut walker = WalkBuilder::new(root);
    walker
        .hidden(false)
        .ignore(false)
        // A folder that is no repository obeys its own `.gitignore` files, not those of the folders above it.
        .parents(in_repository(root))
        .require_git(false)
        .follow_links(false)
        .filter_entry(|entry| !matches!(entry.file_name().to_str(), Some(".git" | ".scrubjay")));
    walker
}

fn in_repository(root: &Path) -> bool {
    root.ancestors().any(|folder| folder.join(".git").exists())
}

fn take(walked: &mut Walked, root: &Path, entry: &DirEntry) {
    if !entry.file_type().is_some_and(|kind| kind.is_file()) {
        return;
    }
    let relative = entry.path().strip_prefix(root).unwrap_or(entry.path());
    let Some(path) = name(relative) else {
        walked.unreachable.push((relative.to_string_lossy().into_owned(), Unreachable::NotUnicode));
        return;
    };
    match entry.metadata() {
        Ok(metadata) => {
            let modified = metadata.modified().map_or(0, nanoseconds);
            walked.files.push(Found { path, size: metadata.len(), modified });
        }
        Err(error) => walked.unreachable.push((path, Unreachable::Refused(error.to_string()))),
    }
}

/// Nanoseconds since 1970; what lies outside the years 1678 to 2262 becomes the nearest end.
pub(crate) fn nanoseconds(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |n| -n),
    }
}
