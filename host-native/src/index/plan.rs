//! Plans an index run, from two sorted lists: the existing files, and their scan entries.
//!
//! Not here: carrying out the plan.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::unread::Unread;
use crate::files::hash::hash;
use crate::files::parse::MAX_FILE_BYTES;
use crate::files::pipeline::in_order;
use crate::files::root::Root;
use crate::files::scan::{Entry, Failure, Fate, Verdict};
use crate::files::walk::{Found, Walked};
use crate::wit::graph::SkipReason;

/// The most bytes read at once to compare hashes.
const MAX_IN_FLIGHT: u64 = 16 << 20;

/// A file that is new, changed, or must be read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChangedFile<'a> {
    pub(super) found: &'a Found,
    /// Whether the store has rows of the file.
    pub(super) is_stored: bool,
}

/// The work of a run: files by what must be done with them.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    walked: &'a Walked,
    /// Unchanged files.
    pub(super) unchanged: Vec<&'a Found>,
    /// Unchanged files that the component skipped, by the number of the reason.
    pub(super) skipped: BTreeMap<u8, u64>,
    /// Unchanged files that were skipped because their language is not read.
    pub(super) unread: Unread,
    /// The number of unchanged files that are not UTF-8.
    pub(super) n_not_utf8: u64,
    /// Unchanged files that failed before, with the failure, and whether the store has rows of them.
    pub(super) failed: Vec<(&'a Found, Failure, bool)>,
    /// Unchanged files that failed before and are tried again, by path: the number of tries left if they fail again.
    pub(super) retried: BTreeMap<String, u8>,
    /// Files that are new, changed or must be read again, sorted by path.
    pub(super) changed: Vec<ChangedFile<'a>>,
    /// Paths that the walk did not find and that have rows in the store, sorted.
    pub(super) gone_paths: Vec<String>,
    /// Other entries to put, or to delete with `None`; no rows change with them.
    pub(super) entries: Vec<(String, Option<Entry>)>,
    doubtful_files: Vec<(&'a Found, Entry)>,
}

impl<'a> Plan<'a> {
    /// Compares the files with the entries, both sorted by path. If another release made the entries, every file counts
    /// as changed.
    pub(super) fn new(walked: &'a Walked, entries: &[(String, Vec<u8>)], same_engine: bool) -> Plan<'a> {
        let mut plan = Plan {
            walked,
            unchanged: Vec::new(),
            skipped: BTreeMap::new(),
            unread: Unread::default(),
            n_not_utf8: 0,
            failed: Vec::new(),
            retried: BTreeMap::new(),
            changed: Vec::new(),
            gone_paths: Vec::new(),
            entries: Vec::new(),
            doubtful_files: Vec::new(),
        };
        let mut files = walked.files.iter().peekable();
        for (path, bytes) in entries {
            while let Some(found) = files.next_if(|found| found.path < *path) {
                plan.changed.push(ChangedFile { found, is_stored: false });
            }
            let entry = Entry::decode(bytes);
            match files.next_if(|found| found.path == *path) {
                Some(found) if same_engine => plan.compare(found, entry),
                Some(found) => plan.make_again(found, entry),
                // Whether it is gone is unknown, so its rows are kept.
                None if walked.is_out_of_reach(path) => plan.keep_out_of_reach(path, entry, same_engine),
                None if entry.is_some_and(|entry| !entry.has_rows()) => plan.entries.push((path.clone(), None)),
                None => plan.gone_paths.push(path.clone()),
            }
        }
        plan.changed.extend(files.map(|found| ChangedFile { found, is_stored: false }));
        plan
    }

    fn compare(&mut self, found: &'a Found, entry: Option<Entry>) {
        let verdict = entry.as_ref().map_or(Verdict::Changed, |entry| entry.compare(found));
        match (verdict, entry) {
            (Verdict::Same, Some(Entry { fate: Fate::Skipped(reason), .. })) => {
                *self.skipped.entry(reason).or_default() += 1;
                if reason == SkipReason::Language as u8 {
                    self.unread.count(&found.path);
                }
            }
            (Verdict::Same, entry) => self.keep(found, entry.map(|entry| entry.fate)),
            (Verdict::Doubtful, Some(entry)) => self.doubtful_files.push((found, entry)),
            (_, entry) => {
                self.changed.push(ChangedFile { found, is_stored: entry.is_none_or(|entry| entry.has_rows()) })
            }
        }
    }

    fn keep(&mut self, found: &'a Found, fate: Option<Fate>) {
        match fate {
            Some(Fate::Failed { has_rows, tries_left: tries_left @ 1.., .. }) => {
                self.retried.insert(found.path.clone(), tries_left - 1);
                self.changed.push(ChangedFile { found, is_stored: has_rows });
            }
            Some(Fate::Failed { failure, has_rows, .. }) => self.failed.push((found, failure, has_rows)),
            Some(Fate::NotUtf8(_)) => {
                self.n_not_utf8 += 1;
                self.unchanged.push(found);
            }
            _ => self.unchanged.push(found),
        }
    }

    /// Keeps the entry of a file that cannot be accessed; if another release made its rows, marks them to be remade
    /// later.
    fn keep_out_of_reach(&mut self, path: &str, entry: Option<Entry>, same_engine: bool) {
        if let Some(entry) = entry.filter(|entry| !same_engine && entry.has_rows()) {
            self.entries.push((path.to_owned(), Some(Entry { fate: Fate::Stale, ..entry })));
        }
    }

    fn make_again(&mut self, found: &'a Found, entry: Option<Entry>) {
        let is_stored = entry.as_ref().is_none_or(Entry::has_rows);
        let stale = entry.filter(|_| is_stored).map(|entry| Entry { fate: Fate::Stale, ..entry });
        self.entries.push((found.path.clone(), stale));
        self.changed.push(ChangedFile { found, is_stored });
    }

    /// Reads the files of which size and time are inconclusive, and compares their hashes; calls `go_on` after each.
    pub(super) fn compare_hashes(
        &mut self,
        root: &Root,
        scanned: i64,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let doubtful_files = std::mem::take(&mut self.doubtful_files);
        let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut flow = ControlFlow::Continue(());
        in_order(
            &doubtful_files,
            n_threads,
            MAX_IN_FLIGHT,
            |(found, _)| found.size,
            || (),
            |(), (found, _)| root.read(&found.path, MAX_FILE_BYTES).ok().map(|bytes| hash(&bytes)),
            |(found, entry), hash| {
                if hash.is_some() && hash.as_ref() == entry.hash() {
                    self.keep(found, Some(entry.fate.clone()));
                    let entry = Entry::new(found, entry.fate.clone(), scanned);
                    self.entries.push((found.path.clone(), Some(entry)));
                } else {
                    self.changed.push(ChangedFile { found, is_stored: entry.has_rows() });
                }
                flow = go_on();
                flow
            },
        );
        self.changed.sort_unstable_by(|a, b| a.found.path.cmp(&b.found.path));
        flow
    }

    /// Plans to read unchanged files again, because their rows are damaged, and to remove the rows of deleted ones.
    pub(super) fn read_again(&mut self, paths: &[String]) {
        let files = &self.walked.files;
        let is_there = |path: &String| files.binary_search_by(|found| found.path.cmp(path)).is_ok();
        let without_file = paths.iter().filter(|path| !is_there(path) && !self.walked.is_out_of_reach(path)).cloned();
        self.gone_paths.extend(without_file);
        self.gone_paths.sort_unstable();
        self.gone_paths.dedup();
        let paths: BTreeSet<&String> = paths.iter().collect();
        let (mut to_read_again, unchanged): (Vec<&Found>, Vec<&Found>) =
            self.unchanged.iter().partition(|found| paths.contains(&found.path));
        self.unchanged = unchanged;
        // The rows of files that failed otherwise are of an earlier version.
        let is_lost = |(found, failure, _): &(&Found, Failure, bool)| {
            *failure == Failure::Quarantined && paths.contains(&found.path)
        };
        to_read_again.extend(self.failed.extract_if(.., |failed| is_lost(failed)).map(|(found, ..)| found));
        self.changed.extend(to_read_again.into_iter().map(|found| ChangedFile { found, is_stored: true }));
        self.changed.sort_unstable_by(|a, b| a.found.path.cmp(&b.found.path));
    }

    /// Plans to read all files again that failed before.
    pub(super) fn try_again(&mut self) {
        let failed = std::mem::take(&mut self.failed).into_iter();
        self.changed.extend(failed.map(|(found, _, is_stored)| ChangedFile { found, is_stored }));
        self.changed.sort_unstable_by(|a, b| a.found.path.cmp(&b.found.path));
    }

    /// The number of new, changed and deleted files, without those that only get another try after a failure.
    pub(super) fn n_changed(&self) -> u64 {
        let is_tried_again = |changed: &&ChangedFile<'_>| self.retried.contains_key(&changed.found.path);
        (self.changed.len() - self.changed.iter().filter(is_tried_again).count() + self.gone_paths.len()) as u64
    }

    /// Whether there is nothing to do.
    pub(super) fn is_settled(&self) -> bool {
        self.is_idle() && self.entries.is_empty()
    }

    /// Whether there is nothing for the component to do.
    pub(super) fn is_idle(&self) -> bool {
        self.changed.is_empty() && self.gone_paths.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{BTreeMap, ChangedFile, Entry, Failure, Fate, Found, Plan, Walked};
    use crate::files::walk::Unreachable;

    #[test]
    fn files_in_an_inaccessible_folder_are_not_gone() {
        let walked = Walked {
            unreachable: vec![("closed".to_owned(), Unreachable::Refused("no".to_owned()))],
            ..Walked::default()
        };
        let entries = ["closed/a.py", "closed.py", "closed/b/c.py"].map(|path| (path.to_owned(), Vec::new()));
        let mut plan = Plan::new(&walked, &entries, true);
        assert_eq!(plan.gone_paths, ["closed.py"]);
        plan.read_again(&["closed/a.py", "closed.py", "unknown.py"].map(str::to_owned));
        assert_eq!(plan.gone_paths, ["closed.py", "unknown.py"]);
    }

    #[test]
    fn a_file_without_links_whose_rows_are_damaged_is_read_again_but_not_one_that_was_refused() {
        let found = |path: &str| Found { path: path.to_owned(), size: 1, modified: 1 };
        let walked = Walked { files: vec![found("refused.py"), found("quarantined.py")], ..Walked::default() };
        let failed = |failure| Fate::Failed { hash: [7; 32], failure, has_rows: true, tries_left: 0 };
        let fates = [failed(Failure::Refused), failed(Failure::Quarantined)];
        let entry = |(found, fate): (&Found, Fate)| {
            let entry = Entry { size: 1, modified: 1, racy: false, fate };
            (found.path.clone(), entry.encode())
        };
        let entries: Vec<_> = walked.files.iter().zip(fates).map(entry).collect();
        let mut plan = Plan::new(&walked, &entries, true);
        plan.read_again(&["refused.py", "quarantined.py"].map(str::to_owned));
        assert_eq!(plan.changed, [ChangedFile { found: &walked.files[1], is_stored: true }]);
        assert_eq!(plan.failed, [(&walked.files[0], Failure::Refused, true)]);
    }

    #[test]
    fn a_file_that_took_too_long_is_tried_again_so_often_and_no_more() {
        let found = |path: &str| Found { path: path.to_owned(), size: 1, modified: 1 };
        let walked = Walked { files: ["never", "once", "twice"].map(found).to_vec(), ..Walked::default() };
        let entry = |(found, tries_left): (&Found, u8)| {
            let fate =
                Fate::Failed { hash: [7; 32], failure: Failure::TimedOut, has_rows: tries_left == 1, tries_left };
            (found.path.clone(), Entry { size: 1, modified: 1, racy: false, fate }.encode())
        };
        let entries: Vec<_> = walked.files.iter().zip(0..).map(entry).collect();
        let plan = Plan::new(&walked, &entries, true);
        let [never, once, twice] = &walked.files[..] else { panic!("three files were found") };
        assert_eq!(plan.failed, [(never, Failure::TimedOut, false)]);
        assert_eq!(
            plan.changed,
            [ChangedFile { found: once, is_stored: true }, ChangedFile { found: twice, is_stored: false }]
        );
        assert_eq!(plan.retried, BTreeMap::from([("once".to_owned(), 0), ("twice".to_owned(), 1)]));
    }

    #[test]
    fn rows_by_another_component_for_an_inaccessible_file_are_not_taken_for_those_of_this_one() {
        let unreachable = vec![("closed".to_owned(), Unreachable::Refused("no".to_owned()))];
        let walked = Walked { unreachable, ..Walked::default() };
        let found = Found { path: "closed/a.py".to_owned(), size: 1, modified: 1 };
        let stored_entry = Entry::new(&found, Fate::Indexed([7; 32]), 2);
        let entries = [(found.path.clone(), stored_entry.encode())];
        let stale = Entry { fate: Fate::Stale, ..stored_entry };
        assert_eq!(Plan::new(&walked, &entries, false).entries, [(found.path, Some(stale))]);
        assert_eq!(Plan::new(&walked, &entries, true).entries, []);
    }
}
