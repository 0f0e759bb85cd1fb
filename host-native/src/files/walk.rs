//! The files of a folder that neither git nor a `.scrubjayignore` ignores, with their sizes and times, sorted by path.
//!
//! Symbolic links are not followed, so nothing outside the root is found and no loop is possible. `.git` and
//! `.scrubjay` are left out. Patterns are those of the crate `ignore`, which differs from git in rare ones: classes as
//! `[[:alpha:]]`, braces, a tab at a line's end, brackets without an end. `bindings-js/test/gitignore.test.mjs` names all
//! that are known, and looks for others. Not here: which files are wanted, which the component decides.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use ignore::{DirEntry, WalkBuilder, WalkState};

use super::case;
use super::root::{Root, name};
use super::scope::{Scope, is_below};

/// The name of files with additional rules, in the form of `.gitignore` and with precedence over it: `!name` includes
/// what git ignores.
const IGNORE_FILE: &str = ".scrubjayignore";

/// A file found by the walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Relative to the root, with `/`.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// The time of the last change, in nanoseconds since 1970, negative before.
    pub modified: i64,
}

/// The result of a walk.
#[derive(Debug, Default)]
pub struct Walked {
    /// Sorted by path, bytewise.
    pub files: Vec<Found>,
    /// Paths that could not be accessed or named, in displayable form, and why.
    pub unreachable: Vec<(String, Unreachable)>,
}

impl Walked {
    /// Whether a path is equal to or below one that the system refused, so that its existence is unknown.
    pub fn is_out_of_reach(&self, path: &str) -> bool {
        let refused = self.unreachable.iter().filter(|(_, why)| matches!(why, Unreachable::Refused(_)));
        refused.into_iter().any(|(folder, _)| is_below(path, folder))
    }
}

/// Why a walk could not include a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// Its name is not Unicode.
    NotUnicode,
    /// The system refused it, with this message.
    Refused(String),
}

/// Walks the folder, or the part in scope, on all processors, because a walk mostly waits for the system.
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
    // A folder outside of any repository uses its own `.gitignore` files, not those of the folders above it.
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

/// The inside name of a walked file; `None` if it is not Unicode.
fn inside(root: &Path, entry: &DirEntry) -> Option<String> {
    name(entry.path().strip_prefix(root).ok()?)
}

/// The result for one walked item; `None` for folders, links and the like.
fn met(root: &Path, entry: Result<DirEntry, ignore::Error>) -> Option<Result<Found, (String, Unreachable)>> {
    let refused = |path: String, error: &ignore::Error| Err((path, Unreachable::Refused(error.to_string())));
    let entry = match entry {
        Ok(entry) => entry,
        Err(error) => {
            let (path, error) = path_of(&error);
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
        Err(error) => refused(path, path_of(&error).1),
    })
}

/// The path that an error of the walk is about, and the error without it.
fn path_of(error: &ignore::Error) -> (Option<&Path>, &ignore::Error) {
    match error {
        ignore::Error::WithPath { path, err } => (path_of(err).0.or(Some(path)), path_of(err).1),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        _ => (None, error),
    }
}

/// Nanoseconds since 1970; times outside the years 1678 to 2262 are clamped.
pub(crate) fn nanoseconds(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |n| -n),
    }
}
