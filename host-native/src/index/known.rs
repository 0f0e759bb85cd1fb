//! Which files are not in the graph, whether this release made the rows, and how much of the folder they cover; for
//! `status`, `doctor` and answers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::SystemTime;

use super::bounds::excluded_and_installed;
use super::plan::Plan;
use super::{INDEX_MARK, MAX_LISTED, META_TO_LINK, skip_reason, to_listed};
use crate::files::scan::{Entry, Failure, Fate};
use crate::files::scope::Scope;
use crate::files::walk::{nanoseconds, walk_within};
use crate::store::META_MARK;
use crate::wit::graph::{ListedFile, SkipReason, Verdict};
use crate::{Error, Memory};

/// The files that are not in the graph, or whose rows are out of date, and what is excluded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Whether this release would make the same rows; if not, the next run remakes them.
    pub same_engine: bool,
    /// The number of files that the component skips, by the number of its reason: see [`super::skip_reason`].
    pub skipped: BTreeMap<u8, u64>,
    /// Skipped files whose paths the component does not accept, sorted by path.
    pub unusable: Vec<String>,
    /// Skipped files with names of secrets, such as keys, sorted by path.
    pub secret: Vec<String>,
    /// Files that are not UTF-8, sorted by path.
    pub not_utf8: Vec<String>,
    /// Files that failed, sorted by path. Those that took too long are tried again by at most two later runs, all
    /// others only after a change.
    pub failed: Vec<(String, Failure)>,
    /// Files whose rows must be remade, or whose entries cannot be read, sorted by path.
    pub stale: Vec<String>,
    /// Installed folders, which were not entered: the first 100, sorted by path.
    pub installed: Vec<String>,
    /// The number of all installed folders.
    pub n_installed: u64,
    /// The patterns by which files are excluded.
    pub exclude: Vec<String>,
}

/// Why a file is not in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// The component skips the file, for this reason.
    Skipped(SkipReason),
    /// One of the caller's patterns excludes the file.
    Excluded,
    /// The file is in an installed folder.
    Installed,
    /// The file is not UTF-8.
    NotUtf8,
    /// The file failed, and the store has no rows of it.
    Failed(Failure),
}

/// How much of the folder the store covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// No run has committed yet.
    Nothing,
    /// A run is in progress or was interrupted: some files may be missing or not linked.
    Part,
    /// The store covers everything that the last run found.
    Whole,
}

impl Memory {
    /// How much of the folder the store covers.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn extent(&self) -> Result<Extent, Error> {
        let (is_empty, is_part) = self.read(|snapshot| {
            let is_part = snapshot.meta(META_TO_LINK)?.is_some_and(|value| value == [1]);
            // The mark is stored before any row.
            Ok((snapshot.meta(META_MARK)?.is_none() || is_part && snapshot.generation() == 0, is_part))
        })?;
        Ok(match (is_empty, is_part) {
            (true, _) => Extent::Nothing,
            (_, true) => Extent::Part,
            _ => Extent::Whole,
        })
    }

    /// Why an existing file is not in the graph; `None` if it is in the graph, or if nothing is known about it.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn left_out(&self, path: &str) -> Result<Option<LeftOut>, Error> {
        let entries = self.read(|snapshot| snapshot.scanned(path))?;
        let bytes = entries.iter().find(|(known, _)| known == path).map(|(_, bytes)| bytes);
        Ok(match bytes.and_then(|bytes| Entry::decode(bytes)).map(|entry| entry.fate) {
            Some(Fate::Skipped(reason)) => Some(LeftOut::Skipped(skip_reason(reason))),
            Some(Fate::NotUtf8(_)) => Some(LeftOut::NotUtf8),
            Some(Fate::Failed { failure, has_rows: false, .. }) => Some(LeftOut::Failed(failure)),
            Some(Fate::Failed { .. } | Fate::Stale | Fate::Indexed(_)) => None,
            None => self.out_of_bounds(path)?,
        })
    }

    /// The reason why the last run did not find a file that has no entry; `None` if unknown.
    fn out_of_bounds(&self, path: &str) -> Result<Option<LeftOut>, Error> {
        let bounds = self.known_bounds()?;
        let (installed, ..) = self.read(excluded_and_installed)?;
        let is_in = |folder: &String| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        Ok(match () {
            () if bounds.excludes(path) => Some(LeftOut::Excluded),
            () if installed.iter().any(is_in) => Some(LeftOut::Installed),
            () => None,
        })
    }

    /// The files that the next run considers, sorted by path: those that are new, changed or deleted since the last
    /// run, and those that it tries again after a failure.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn changed(&self) -> Result<Vec<String>, Error> {
        Ok(self.differing()?.into_iter().map(|(file, _)| file.path).collect())
    }

    /// The files of [`Memory::changed`] with their sizes, and whether the store has rows of them.
    fn differing(&self) -> Result<Vec<(ListedFile, bool)>, Error> {
        let mut entries = self.read(|snapshot| snapshot.scanned(""))?;
        let walked = walk_within(&self.root, &Scope::All, &self.known_bounds()?);
        entries.sort_unstable();
        let mut plan = Plan::new(&walked, &entries, true);
        let now = nanoseconds(SystemTime::now());
        let _ = plan.compare_hashes(&self.root, now, &mut || ControlFlow::Continue(()));
        let changed = plan.changed.iter().map(|changed| (to_listed(changed.found), changed.is_stored));
        // A deleted file in the plan had rows.
        let gone_files = plan.gone_paths.iter().map(|path| (ListedFile { path: path.clone(), size: 0 }, true));
        let mut changes: Vec<(ListedFile, bool)> = changed.chain(gone_files).collect();
        changes.sort_unstable_by(|(one, _), (other, _)| one.path.cmp(&other.path));
        Ok(changes)
    }

    /// The files of [`Memory::changed`] that affect answers, because the component wants them or the store has rows of
    /// them; sorted by path.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn outdated(&mut self) -> Result<Vec<String>, Error> {
        let (stored_files, new_files): (Vec<_>, Vec<_>) =
            self.differing()?.into_iter().partition(|(_, is_stored)| *is_stored);
        let mut paths: Vec<String> = stored_files.into_iter().map(|(file, _)| file.path).collect();
        let new_files: Vec<ListedFile> = new_files.into_iter().map(|(file, _)| file).collect();
        let mut instance = self.live.empty_instance()?;
        for chunk in new_files.chunks(MAX_LISTED) {
            let verdicts = instance
                .call("graph.admit", |exports, store| exports.scrubjay_memory_graph().call_admit(store, chunk))?
                .map_err(Error::Refused)?;
            let read = chunk.iter().zip(verdicts).filter(|(_, verdict)| matches!(verdict, Verdict::Read(_)));
            paths.extend(read.map(|(file, _)| file.path.clone()));
        }
        paths.sort_unstable();
        Ok(paths)
    }

    /// The state of the files that were not in the graph after the last run.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn known(&self) -> Result<Known, Error> {
        let (mark, entries, (installed, n_installed, exclude)) = self.read(|snapshot| {
            Ok((snapshot.meta(META_MARK)?, snapshot.scanned("")?, excluded_and_installed(snapshot)?))
        })?;
        let same_engine = mark.is_some_and(|mark| mark == INDEX_MARK);
        let mut known = Known { same_engine, installed, n_installed, exclude, ..Known::default() };
        for (path, bytes) in entries {
            match Entry::decode(&bytes).map(|entry| entry.fate) {
                Some(Fate::Skipped(reason)) => {
                    *known.skipped.entry(reason).or_default() += 1;
                    match skip_reason(reason) {
                        SkipReason::Path => known.unusable.push(path),
                        SkipReason::Secret => known.secret.push(path),
                        _ => {}
                    }
                }
                Some(Fate::NotUtf8(_)) => known.not_utf8.push(path),
                Some(Fate::Failed { failure, .. }) => known.failed.push((path, failure)),
                Some(Fate::Stale) | None => known.stale.push(path),
                Some(Fate::Indexed(_)) => {}
            }
        }
        Ok(known)
    }
}
