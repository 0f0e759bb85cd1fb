//! The files of a folder that neither git nor a `.scrubjayignore` ignores, with their sizes and times, sorted by path.
//!
//! Symbolic links are not followed, so nothing outside the root is found and no loop is possible. `.git` and
//! `.scrubjay` are left out. Not here: which files are wanted, which the component decides.

use std::ffi::OsStr;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::folder::{Folder, Kind};
use super::ignored::{Ignored, Notes};
use super::root::Root;
use super::rules::Rules;
use super::scope::{Scope, is_below};

/// How often the caller is asked whether to continue.
const ASK: Duration = Duration::from_millis(250);

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
    /// Paths that could not be accessed or named, and files of ignore rules that do not hold wholly; in displayable form, and why.
    pub unreachable: Vec<(String, Unreachable)>,
}

impl Walked {
    /// Whether a path is equal to or below one that the system refused, so that its existence is unknown.
    pub fn is_out_of_reach(&self, path: &str) -> bool {
        let refused = self.unreachable.iter().filter(|(_, why)| matches!(why, Unreachable::Refused(_)));
        refused.into_iter().any(|(folder, _)| is_below(path, folder))
    }

    fn add(&mut self, mut other: Walked) {
        self.files.append(&mut other.files);
        self.unreachable.append(&mut other.unreachable);
    }

    fn add_notes(&mut self, notes: Notes) {
        self.unreachable.extend(notes.into_iter().map(|(path, why)| (path, Unreachable::Refused(why))));
    }
}

/// Why a walk could not include a file or folder, or not all of its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// Its name is not Unicode.
    NotUnicode,
    /// The system refused it, with this message; or it is beyond a limit, which the message names.
    Refused(String),
}

/// Said of a path that many costly rules are about: it is left out, because rules may be meant to keep secrets out.
const UNDECIDED: &str = "the ignore rules take too long to decide about it";

/// Walks the folder, or the part in scope.
pub fn walk(root: &Root, scope: &Scope) -> Walked {
    walk_while(root, scope, &mut |_| ControlFlow::Continue(())).unwrap_or_default()
}

/// Walks on all processors, because a walk mostly waits for the system. `go_on` is told often how many files were found; `None` if it
/// breaks.
pub fn walk_while(root: &Root, scope: &Scope, go_on: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Option<Walked> {
    if let Some(texts) = root.texts() {
        let held = texts.iter().filter(|(path, _)| scope.holds(path));
        let found = held.map(|(path, text)| Found { path: path.clone(), size: text.len() as u64, modified: 0 });
        return Some(Walked { files: found.collect(), unreachable: Vec::new() });
    }
    let mut walked = Walked::default();
    let mut notes = Notes::new();
    let (ignored, rules) = Ignored::above(root.path(), &mut notes);
    walked.add_notes(notes);
    let pending = vec![Pending { below: String::new(), rules }];
    let walk = Walk {
        root,
        scope,
        ignored,
        state: Mutex::new(State { pending, n_busy: 0 }),
        moved: Condvar::new(),
        ended: Condvar::new(),
        n_files: AtomicU64::new(0),
        is_stopped: AtomicBool::new(false),
    };
    let n_threads = thread::available_parallelism().map_or(1, usize::from);
    let parts = thread::scope(|scope| {
        let workers: Vec<_> = (0..n_threads).map(|_| scope.spawn(|| walk.work())).collect();
        walk.wait(go_on);
        workers.into_iter().map(thread::ScopedJoinHandle::join).collect::<Vec<_>>()
    });
    for part in parts {
        walked.add(part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
    }
    if walk.is_stopped.into_inner() {
        return None;
    }
    walked.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walked.unreachable.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Some(walked)
}

/// A folder to visit, by its inside name, and the rules of those above it.
struct Pending {
    below: String,
    rules: Rules,
}

struct State {
    /// The last is visited first, so that few are waiting.
    pending: Vec<Pending>,
    /// Folders that are being visited.
    n_busy: usize,
}

impl State {
    fn is_done(&self) -> bool {
        self.pending.is_empty() && self.n_busy == 0
    }
}

/// What the threads of a walk share.
struct Walk<'a> {
    root: &'a Root,
    scope: &'a Scope,
    ignored: Ignored<'a>,
    state: Mutex<State>,
    /// Notified when folders were added, the last one was visited, or the walk is stopped.
    moved: Condvar,
    /// Notified when the last one was visited.
    ended: Condvar,
    n_files: AtomicU64,
    is_stopped: AtomicBool,
}

/// Counts a folder as visited, even after a panic.
struct Busy<'a>(&'a Walk<'a>);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.n_busy -= 1;
        self.0.moved.notify_all();
        if state.is_done() {
            self.0.ended.notify_all();
        }
    }
}

impl Walk<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the end, and asks meanwhile whether to continue.
    fn wait(&self, go_on: &mut dyn FnMut(u64) -> ControlFlow<()>) {
        loop {
            let waited = self.ended.wait_timeout_while(self.lock(), ASK, |state| !state.is_done());
            let (state, waited) = waited.unwrap_or_else(PoisonError::into_inner);
            if !waited.timed_out() {
                return;
            }
            drop(state);
            if go_on(self.n_files.load(Ordering::Relaxed)).is_break() {
                self.is_stopped.store(true, Ordering::Relaxed);
                self.moved.notify_all();
                return;
            }
        }
    }

    /// Visits folder after folder.
    fn work(&self) -> Walked {
        let mut walked = Walked::default();
        while let Some(pending) = self.next() {
            let _busy = Busy(self);
            let folders = self.visit(&pending, &mut walked);
            self.lock().pending.extend(folders);
        }
        walked
    }

    /// The next folder; `None` if all were visited, or the walk is stopped.
    fn next(&self) -> Option<Pending> {
        let mut state = self.lock();
        loop {
            if state.is_done() || self.is_stopped() {
                return None;
            }
            if let Some(pending) = state.pending.pop() {
                state.n_busy += 1;
                return Some(pending);
            }
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Adds the files of a folder, and gives the folders in it.
    fn visit(&self, Pending { below, rules }: &Pending, walked: &mut Walked) -> Vec<Pending> {
        let opened = Folder::open(self.root.path(), below).and_then(|folder| Ok((folder.items()?, folder)));
        let (items, folder) = match opened {
            Ok(opened) => opened,
            Err(error) if is_gone(&error) && !below.is_empty() => return Vec::new(),
            Err(error) => {
                walked.unreachable.push((below.clone(), Unreachable::Refused(error.to_string())));
                return Vec::new();
            }
        };
        let holds = |name: &str| items.iter().any(|(own, _)| own == name);
        let mut notes = Notes::new();
        let rules = self.ignored.of(below, rules, holds, &mut notes);
        walked.add_notes(notes);
        let mut folders = Vec::new();
        for (name, kind) in &items {
            if self.is_stopped() {
                return Vec::new();
            }
            let path = joined(below, name);
            let is_folder = *kind == Kind::Folder;
            if *kind == Kind::Other
                || matches!(name.to_str(), Some(".git" | ".scrubjay"))
                || !self.scope.leads_through(&path)
            {
                continue;
            }
            match rules.ignores(&path, is_folder) {
                Ok(true) => {}
                Err(_) => walked.unreachable.push((path, Unreachable::Refused(UNDECIDED.to_owned()))),
                Ok(false) if name.to_str().is_none() => walked.unreachable.push((path, Unreachable::NotUnicode)),
                Ok(false) if is_folder => folders.push(Pending { below: path, rules: rules.clone() }),
                Ok(false) => self.look(&folder, &name.to_string_lossy(), path, walked),
            }
        }
        folders
    }

    fn look(&self, folder: &Folder, name: &str, path: String, walked: &mut Walked) {
        match folder.look(name) {
            Ok(Some((size, modified))) => {
                self.n_files.fetch_add(1, Ordering::Relaxed);
                walked.files.push(Found { path, size, modified });
            }
            // It was deleted, or replaced by something else, since the folder was listed.
            Ok(None) => {}
            Err(error) if is_gone(&error) => {}
            Err(error) => walked.unreachable.push((path, Unreachable::Refused(error.to_string()))),
        }
    }
}

fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// The inside name of an item of a folder; what is not Unicode is replaced in it.
fn joined(below: &str, name: &OsStr) -> String {
    let name = name.to_string_lossy();
    if below.is_empty() { name.into_owned() } else { format!("{below}/{name}") }
}

/// Nanoseconds since 1970; times outside the years 1678 to 2262 are clamped.
pub(crate) fn nanoseconds(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |n| -n),
    }
}
