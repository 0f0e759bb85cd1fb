//! Walks a folder: its files that neither git nor a `.scrubjayignore` ignores, with sizes and times, sorted by path.
//!
//! Symbolic links are not followed, so nothing outside the root is found and no loop is possible. `.git` and
//! `.scrubjay` are left out. Installed folders other than the root are reported but not entered. Not here: which of the
//! files are wanted, which the component decides.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::exclude::Exclude;
use super::folder::{Folder, FolderStamp, Kind};
use super::ignored::{IgnoreFiles, Notes, may_hold_rules};
use super::installed::Installed;
use super::listing::{Listing, Listings, Trust};
use super::root::Root;
use super::rules::Rules;
use super::scope::{Scope, is_below};

/// The interval at which the caller is asked whether to continue.
const ASK_INTERVAL: Duration = Duration::from_millis(250);

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
    /// Paths that could not be accessed or named, and ignore files with unused rules: in displayable form, with the
    /// reason.
    pub unreachable: Vec<(String, Unreachable)>,
    /// Installed folders, which were not entered; sorted.
    pub installed: Vec<String>,
}

/// The limits of a walk besides ignore files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bounds {
    /// The component's list of installed folders.
    pub(crate) installed: Arc<Installed>,
    /// The caller's exclusions.
    pub(crate) exclude: Exclude,
}

impl Bounds {
    /// Whether the caller excludes a file, by its inside name; false if checking takes too many steps.
    pub(crate) fn excludes(&self, path: &str) -> bool {
        let mut rules = Rules::none(false);
        rules.exclude(&self.exclude);
        matches!(rules.ignores_below(path), Ok(true))
    }
}

impl Walked {
    /// Whether a path is equal to or below one that the system refused, so that its existence is unknown.
    pub(crate) fn is_out_of_reach(&self, path: &str) -> bool {
        let refused = self.unreachable.iter().filter(|(_, why)| matches!(why, Unreachable::Refused(_)));
        refused.into_iter().any(|(folder, _)| is_below(path, folder))
    }

    fn add(&mut self, mut other: Walked) {
        self.files.append(&mut other.files);
        self.unreachable.append(&mut other.unreachable);
        self.installed.append(&mut other.installed);
    }

    fn add_notes(&mut self, notes: Notes) {
        self.unreachable.extend(notes.into_iter().map(|(path, why)| (path, Unreachable::Refused(why))));
    }
}

/// Why a walk could not include a file or folder, or not all of its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// The name is not Unicode.
    NotUnicode,
    /// The system reported this error, or the path exceeds a limit that the text names.
    Refused(String),
}

/// The message for a path whose rules take too many steps to check. Such a path is left out, since its rules may be
/// there to keep secrets out.
const UNDECIDED: &str = "the ignore rules take too long to decide about it";

/// Walks the folder, or the part in scope; only ignore files limit it.
pub fn walk(root: &Root, scope: &Scope) -> Walked {
    walk_within(root, scope, &Bounds::default())
}

/// As [`walk`], within the caller's bounds.
pub(crate) fn walk_within(root: &Root, scope: &Scope, bounds: &Bounds) -> Walked {
    walk_while(root, scope, bounds, &mut |_| ControlFlow::Continue(())).unwrap_or_default()
}

/// Walks with all processors, because a walk mostly waits for the system. `go_on` is called every 250 ms with the
/// number of files found so far; the result is `None` if it breaks.
pub(crate) fn walk_while(
    root: &Root,
    scope: &Scope,
    bounds: &Bounds,
    go_on: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Option<Walked> {
    let part = walk_after(root, scope, bounds, (&Listings::default(), None), go_on)?;
    Some(part.walked)
}

/// Walks the whole folder, but lists only folders that changed since the walk that made `listings`; the result is the
/// same. `now` is the current time, or one shortly before it, in nanoseconds since 1970.
pub(crate) fn walk_again(
    root: &Root,
    bounds: &Bounds,
    listings: &mut Listings,
    now: i64,
    go_on: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Option<Walked> {
    let trust = Trust::at(root.path(), now);
    let part = walk_after(root, &Scope::All, bounds, (listings, trust), go_on)?;
    *listings = part.listings.into_iter().collect();
    Some(part.walked)
}

/// The findings of one thread: files, and listings for the next walk.
#[derive(Default)]
struct Part {
    walked: Walked,
    listings: Vec<(String, Arc<Listing>)>,
}

fn walk_after(
    root: &Root,
    scope: &Scope,
    bounds: &Bounds,
    (listings, trust): (&Listings, Option<Trust>),
    go_on: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Option<Part> {
    if let Some(texts) = root.texts() {
        let walked = walk_texts(texts, scope, bounds);
        return Some(Part { walked, ..Part::default() });
    }
    let mut notes = Notes::new();
    let (ignore_files, rules) = IgnoreFiles::above(root.path(), &bounds.exclude, &mut notes);
    let pending = vec![Pending { inside_name: String::new(), rules }];
    let walk = Walk {
        root,
        scope,
        installed: &bounds.installed,
        ignore_files,
        listings,
        trust,
        state: Mutex::new(State { pending, n_busy: 0 }),
        state_changed: Condvar::new(),
        all_visited: Condvar::new(),
        n_waiting: AtomicUsize::new(0),
        n_files: AtomicU64::new(0),
        is_stopped: AtomicBool::new(false),
    };
    let mut part = walk.walk_all(go_on)?;
    part.walked.add_notes(notes);
    part.walked.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    part.walked.unreachable.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    part.walked.installed.sort_unstable();
    Some(part)
}

/// The result for a folder of texts in memory: only the caller's exclusions leave files out, no ignore files.
fn walk_texts(texts: &BTreeMap<String, String>, scope: &Scope, bounds: &Bounds) -> Walked {
    let mut rules = Rules::none(false);
    rules.exclude(&bounds.exclude);
    let mut walked = Walked::default();
    for (path, text) in texts.iter().filter(|(path, _)| scope.holds(path)) {
        match rules.ignores_below(path) {
            Ok(true) => {}
            Ok(false) => walked.files.push(Found { path: path.clone(), size: text.len() as u64, modified: 0 }),
            Err(_) => walked.unreachable.push((path.clone(), Unreachable::Refused(UNDECIDED.to_owned()))),
        }
    }
    walked
}

/// A folder to visit, by its inside name, with the rules of the folders above it.
struct Pending {
    inside_name: String,
    rules: Rules,
}

struct State {
    /// Folders that any thread may take, with all below them.
    pending: Vec<Pending>,
    /// The number of threads that are visiting folders.
    n_busy: usize,
}

impl State {
    fn is_done(&self) -> bool {
        self.pending.is_empty() && self.n_busy == 0
    }
}

/// The state that the threads of a walk share.
struct Walk<'a> {
    root: &'a Root,
    scope: &'a Scope,
    installed: &'a Installed,
    ignore_files: IgnoreFiles<'a>,
    /// The listings of the previous walk.
    listings: &'a Listings,
    /// `None` if nothing is kept for the next walk.
    trust: Option<Trust>,
    state: Mutex<State>,
    /// Notified when folders were added, the last folder was visited, or the walk is stopped.
    state_changed: Condvar,
    /// Notified when the last folder was visited.
    all_visited: Condvar,
    /// The number of threads that wait for a folder.
    n_waiting: AtomicUsize,
    n_files: AtomicU64,
    is_stopped: AtomicBool,
}

/// Marks a thread as busy until it is dropped, even by a panic.
struct Busy<'a>(&'a Walk<'a>);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.n_busy -= 1;
        self.0.state_changed.notify_all();
        if state.is_done() {
            self.0.all_visited.notify_all();
        }
    }
}

impl Walk<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The combined findings of all threads, unordered; `None` if the walk was stopped.
    fn walk_all(&self, go_on: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Option<Part> {
        let n_threads = thread::available_parallelism().map_or(1, usize::from);
        let parts = thread::scope(|scope| {
            let workers: Vec<_> = (0..n_threads).map(|_| scope.spawn(|| self.work())).collect();
            self.wait(go_on);
            workers.into_iter().map(thread::ScopedJoinHandle::join).collect::<Vec<_>>()
        });
        let mut combined = Part::default();
        for part in parts {
            let part = part.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            combined.walked.add(part.walked);
            combined.listings.extend(part.listings);
        }
        (!self.is_stopped()).then_some(combined)
    }

    /// Waits for the end of the walk, and asks the caller meanwhile whether to continue.
    fn wait(&self, go_on: &mut dyn FnMut(u64) -> ControlFlow<()>) {
        loop {
            let waited = self.all_visited.wait_timeout_while(self.lock(), ASK_INTERVAL, |state| !state.is_done());
            let (state, waited) = waited.unwrap_or_else(PoisonError::into_inner);
            if !waited.timed_out() {
                return;
            }
            drop(state);
            if go_on(self.n_files.load(Ordering::Relaxed)).is_break() {
                self.is_stopped.store(true, Ordering::Relaxed);
                self.state_changed.notify_all();
                return;
            }
        }
    }

    /// Visits folders until none is left; returns the findings of this thread.
    fn work(&self) -> Part {
        let mut part = Part::default();
        while let Some(first_folder) = self.next() {
            let _busy = Busy(self);
            // The last folder is visited first, so that few folders wait.
            let mut own_folders = vec![first_folder];
            while let Some(pending) = own_folders.pop() {
                if self.is_stopped() {
                    break;
                }
                self.visit(pending, &mut part, &mut own_folders);
                self.share(&mut own_folders);
            }
        }
        part
    }

    /// Takes the next folder; `None` if all were visited or the walk is stopped.
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
            self.n_waiting.fetch_add(1, Ordering::Relaxed);
            state = self.state_changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            self.n_waiting.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Gives half of a thread's folders to idle threads, if there are any. Otherwise threads do not synchronize: that
    /// would take longer than visiting a folder.
    fn share(&self, own_folders: &mut Vec<Pending>) {
        if own_folders.len() > 1 && self.n_waiting.load(Ordering::Relaxed) > 0 {
            let n_half = own_folders.len() / 2;
            self.lock().pending.extend(own_folders.drain(..n_half));
            self.state_changed.notify_all();
        }
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Adds the files in a folder to `part`, and its subfolders to `folders`.
    fn visit(&self, Pending { inside_name, rules }: Pending, part: &mut Part, folders: &mut Vec<Pending>) {
        if !inside_name.is_empty() && self.installed.is_named(&inside_name) {
            return part.walked.installed.push(inside_name);
        }
        let opened = Folder::open(self.root.path(), &inside_name);
        let listed = opened
            .and_then(|mut folder| Ok((self.listing(&mut folder, &inside_name, &rules, &mut part.walked)?, folder)));
        let (listing, folder) = match listed {
            Ok(listed) => listed,
            Err(error) if is_gone(&error) && !inside_name.is_empty() => return,
            Err(error) => return part.walked.unreachable.push((inside_name, Unreachable::Refused(error.to_string()))),
        };
        if listing.is_installed {
            part.walked.installed.push(inside_name.clone());
        }
        for name in &listing.files {
            self.add_file(&folder, name, entry_name(&inside_name, name), &mut part.walked);
        }
        let pending = |name| Pending { inside_name: entry_name(&inside_name, name), rules: listing.rules.clone() };
        folders.extend(listing.folders.iter().map(|name| pending(name)));
        if listing.stamp.is_some() {
            part.listings.push((inside_name, listing));
        }
    }

    /// The listing of a folder: the stored one if it is still valid, else a new one.
    fn listing(
        &self,
        folder: &mut Folder,
        inside_name: &str,
        above: &Rules,
        walked: &mut Walked,
    ) -> io::Result<Arc<Listing>> {
        let stamp = self.trust.and_then(|trust| trust.stamp(folder));
        match stamp.and_then(|stamp| self.previous_listing(stamp, inside_name, above, walked)) {
            Some(listing) => Ok(listing),
            None => Ok(Arc::new(self.list(folder, stamp, inside_name, above, walked)?)),
        }
    }

    /// The listing of the previous walk; `None` if the folder's names or rules have changed.
    fn previous_listing(
        &self,
        stamp: FolderStamp,
        inside_name: &str,
        above: &Rules,
        walked: &mut Walked,
    ) -> Option<Arc<Listing>> {
        let listing = self.listings.get(inside_name).filter(|listing| listing.stamp == Some(stamp))?;
        let mut notes = Notes::new();
        let rules = self.ignore_files.of(inside_name, above, |name| listing.holds(name), &mut notes);
        if !rules.are_same(&listing.rules) {
            return None;
        }
        walked.add_notes(notes);
        Some(Arc::clone(listing))
    }

    /// Lists a folder, and leaves out what its rules ignore.
    fn list(
        &self,
        folder: &mut Folder,
        stamp: Option<FolderStamp>,
        inside_name: &str,
        above: &Rules,
        walked: &mut Walked,
    ) -> io::Result<Listing> {
        let items = folder.items()?;
        let (rules, rule_files, files, folders) = (above.clone(), Vec::new(), Vec::new(), Vec::new());
        let is_installed = !inside_name.is_empty() && self.is_marked(inside_name, &items);
        let mut listing = Listing { stamp, rules, rule_files, is_installed, files, folders };
        if is_installed {
            return Ok(listing);
        }
        listing.rule_files = items.iter().map(|(name, _)| name).filter(|name| may_hold_rules(name)).cloned().collect();
        let mut notes = Notes::new();
        let rules = self.ignore_files.of(inside_name, above, |name| listing.holds(name), &mut notes);
        walked.add_notes(notes);
        // Equal rules are kept from the last walk, so that those of folders below compare equal by their address.
        let rules_before = self
            .listings
            .get(inside_name)
            .map(|listing| &listing.rules)
            .filter(|rules_before| rules_before.are_same(&rules));
        listing.rules = rules_before.cloned().unwrap_or(rules);
        for (name, kind) in items {
            if self.is_stopped() {
                break;
            }
            if kind != Kind::Other && !matches!(name.to_str(), Some(".git" | ".scrubjay")) {
                self.add_entry(name, kind == Kind::Folder, inside_name, &mut listing, walked);
            }
        }
        Ok(listing)
    }

    /// Whether an entry in a folder marks it as an installed folder.
    fn is_marked(&self, inside_name: &str, items: &[(OsString, Kind)]) -> bool {
        let mut holds = items.iter().filter(|(_, kind)| *kind != Kind::Other).filter_map(|(name, _)| name.to_str());
        holds.any(|name| self.installed.is_marked(inside_name, name))
    }

    /// Adds an entry of a folder to its listing, unless the entry is ignored or out of scope. Reports an entry whose
    /// name is not Unicode, or for which the rules take too many steps.
    fn add_entry(
        &self,
        name: OsString,
        is_folder: bool,
        inside_name: &str,
        listing: &mut Listing,
        walked: &mut Walked,
    ) {
        let path = entry_name(inside_name, &name.to_string_lossy());
        if !self.scope.leads_through(&path) {
            return;
        }
        let why = match (listing.rules.ignores(&path, is_folder), name.into_string()) {
            (Ok(true), _) => return,
            (Ok(false), Ok(name)) if is_folder => return listing.folders.push(name),
            (Ok(false), Ok(name)) => return listing.files.push(name),
            (Ok(false), Err(_)) => Unreachable::NotUnicode,
            (Err(_), _) => Unreachable::Refused(UNDECIDED.to_owned()),
        };
        walked.unreachable.push((path, why));
        listing.stamp = None;
    }

    fn add_file(&self, folder: &Folder, name: &str, path: String, walked: &mut Walked) {
        match folder.size_and_time(name) {
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

/// The inside name of an entry in a folder.
fn entry_name(inside_name: &str, name: &str) -> String {
    if inside_name.is_empty() { name.to_owned() } else { [inside_name, "/", name].concat() }
}

/// Nanoseconds since 1970; times outside the years 1678 to 2262 are clamped.
pub(crate) fn nanoseconds(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(since_epoch) => i64::try_from(since_epoch.as_nanos()).unwrap_or(i64::MAX),
        Err(before_epoch) => i64::try_from(before_epoch.duration().as_nanos()).map_or(i64::MIN, |n| -n),
    }
}
