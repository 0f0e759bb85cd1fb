//! The files of a folder that neither git nor a `.scrubjayignore` ignores, with their sizes and times, sorted by path.
//!
//! Symbolic links are not followed, so nothing outside the root is found and no loop is possible. `.git` and `.scrubjay`
//! are left out. Not here: which of the files are wanted, which only the component says.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use ignore::{DirEntry, WalkBuilder, WalkState};

use super::case;
use super::root::{Root, name};
use super::scope::{Scope, is_below};

/// The name of files with further rules, in the form of `.gitignore` and stronger: `!name` brings back what git ignores.
const IGNORE_FILE: &str = ".scrubjayignore";

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

impl Walked {
    /// The path is, or lies below, what the system refused: whether it is there is not known.
    pub fn is_out_of_reach(&self, path: &str) -> bool {
        let refused = self.unreachable.iter().filter(|(_, why)| matches!(why, Unreachable::Refused(_)));
        refused.into_iter().any(|(folder, _)| is_below(path, folder))
    }
}

/// Why a walk could not take a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// Its name is not Unicode.
    NotUnicode,
    /// The system refused it, in its own words.
    Refused(String),
}

/// Walks the folder, or the part in scope, once; on all processors, because a walk is mostly waiting for the system.
pub fn walk(root: &Root, scope: &Scope) -> Walked {
    let walked = Mutex::new(Walked::default());
    walker(root.path(), scope).build_parallel().run(|| {
        Box::new(|entry| {
            let met = met(root.path(), entry);
            let mut walked = walked.lock().unwrap_or_else(PoisonError::into_inner);
            match met {
                Some(Ok(found)) => walked.files.push(found),
                Some(Err(unreachable)) => walked.unreachable.push(unreachable),
                None => {}
            }
            WalkState::Continue
        })
    });
    let mut walked = walked.into_inner().unwrap_or_else(PoisonError::into_inner);
    walked.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walked.unreachable.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    walked
}

fn walker(root: &Path, scope: &Scope) -> WalkBuilder {
    let (above, scope) = (root.to_owned(), scope.clone());
    // A folder that is in no repository obeys its own `.gitignore` files, not those of the folders above it.
    let in_repository = in_repository(root);
    let mut walker = WalkBuilder::new(root);
    walker
        .hidden(false)
        .ignore(false)
        .add_custom_ignore_filename(IGNORE_FILE)
        .ignore_case_insensitive(case::is_ignored(root))
        .parents(in_repository)
        .require_git(in_repository)
        .follow_links(false)
        .threads(std::thread::available_parallelism().map_or(1, usize::from))
        .filter_entry(move |entry| {
            let is_ours = matches!(entry.file_name().to_str(), Some(".git" | ".scrubjay"));
            !is_ours && (scope == Scope::All || inside(&above, entry).is_none_or(|path| scope.leads_through(&path)))
        });
    walker
}

fn in_repository(root: &Path) -> bool {
    root.ancestors().any(|folder| folder.join(".git").exists())
}

/// The inside name of what a walk met; none where it is not Unicode.
fn inside(root: &Path, entry: &DirEntry) -> Option<String> {
    name(entry.path().strip_prefix(root).ok()?)
}

/// What a walk says of one thing it met; none for folders, links and the like.
fn met(root: &Path, entry: Result<DirEntry, ignore::Error>) -> Option<Result<Found, (String, Unreachable)>> {
    let refused = |path: String, error: &ignore::Error| Err((path, Unreachable::Refused(error.to_string())));
    let entry = match entry {
        Ok(entry) => entry,
        Err(error) => {
            let (path, error) = placed(&error);
            let path = path.and_then(|path| path.strip_prefix(root).ok()).map(Path::to_string_lossy);
            return Some(refused(path.unwrap_or_default().into_owned(), error));
        }
    };
    if !entry.file_type().is_some_and(|kind| kind.is_file()) {
        return None;
    }
    let Some(path) = inside(root, &entry) else {
        let shown = entry.path().strip_prefix(root).unwrap_or(entry.path()).to_string_lossy();
        return Some(Err((shown.into_owned(), Unreachable::NotUnicode)));
    };
    Some(match entry.metadata() {
        Ok(metadata) => {
            let modified = metadata.modified().map_or(0, nanoseconds);
            Ok(Found { path, size: metadata.len(), modified })
        }
        Err(error) => refused(path, placed(&error).1),
    })
}

/// The path that a failure of the walk is about, and the failure itself.
fn placed(error: &ignore::Error) -> (Option<&Path>, &ignore::Error) {
    match error {
        ignore::Error::WithPath { path, err } => (placed(err).0.or(Some(path)), placed(err).1),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => placed(err),
        _ => (None, error),
    }
}

/// Nanoseconds since 1970; what lies outside the years 1678 to 2262 becomes the nearest end.
pub(crate) fn nanoseconds(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |n| -n),
    }
}
