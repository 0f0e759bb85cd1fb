//! What is known of the files that the graph does not hold, of who made it, and of how much there is: for `status` and `doctor`,
//! and beside answers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::SystemTime;

use super::plan::Plan;
use super::{MAKER, MARK_MAKER, MARK_UNSETTLED, skip_reason};
use crate::files::scan::{Entry, Failure, Fate};
use crate::files::scope::Scope;
use crate::files::walk::{nanoseconds, walk};
use crate::wit::graph::SkipReason;
use crate::{Error, Memory};

/// The files beside the graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The rows were made by the component of this release; otherwise the next run makes them again.
    pub same_maker: bool,
    /// How many files the component does not want, by the number of its reason: see [`super::skip_reason`].
    pub skipped: BTreeMap<u8, u64>,
    /// Of these, the files whose path cannot be used, by path.
    pub unusable: Vec<String>,
    /// Files that are not UTF-8, by path.
    pub not_utf8: Vec<String>,
    /// Files that failed and are not tried again before they change, by path.
    pub failed: Vec<(String, Failure)>,
    /// Files whose rows must be made again, by path.
    pub stale: Vec<String>,
}

/// Why the graph holds nothing of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// The component does not want it.
    Skipped(SkipReason),
    /// It is not UTF-8.
    NotUtf8,
    /// It failed, and is not tried again before it changes.
    Failed(Failure),
}

/// How much of the folder the store answers for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// No run has committed anything yet.
    Nothing,
    /// A run goes on, or was cut short: some files may be missing, or not be linked.
    Part,
    /// What the last run found.
    Whole,
}

impl Memory {
    /// How much of the folder the store answers for.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn extent(&self) -> Result<Extent, Error> {
        let (is_empty, is_part) = self.read(|snapshot| {
            let is_part = snapshot.mark(MARK_UNSETTLED)?.is_some_and(|mark| mark == [1]);
            // What makes the rows is noted before there is a row.
            Ok((snapshot.mark(MARK_MAKER)?.is_none() || is_part && snapshot.generation() == 0, is_part))
        })?;
        Ok(match (is_empty, is_part) {
            (true, _) => Extent::Nothing,
            (_, true) => Extent::Part,
            _ => Extent::Whole,
        })
    }

    /// Why the graph holds nothing of a file that is there; none where nothing is remembered of it, or it is in the graph.
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
            Some(Fate::Failed { .. } | Fate::Stale | Fate::Indexed(_)) | None => None,
        })
    }

    /// Files that are new, changed or gone since the last run, by path: what the next one looks at.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn changed(&self) -> Result<Vec<String>, Error> {
        let mut entries = self.read(|snapshot| snapshot.scanned(""))?;
        let walked = walk(&self.root, &Scope::All);
        entries.sort_unstable();
        let mut plan = Plan::new(&walked, &entries, true);
        let now = nanoseconds(SystemTime::now());
        let _ = plan.compare_hashes(&self.root, now, &mut || ControlFlow::Continue(()));
        let changed = plan.changed.iter().map(|changed| changed.found.path.clone());
        let mut paths: Vec<String> = changed.chain(plan.gone.iter().cloned()).collect();
        paths.sort_unstable();
        Ok(paths)
    }

    /// What the last run knew of the files that the graph does not hold.
    ///
    /// # Errors
    /// As for [`Memory::find`].
    pub fn known(&self) -> Result<Known, Error> {
        let (maker, entries) = self.read(|snapshot| Ok((snapshot.mark(MARK_MAKER)?, snapshot.scanned("")?)))?;
        let same_maker = maker.is_some_and(|maker| maker == *MAKER);
        let mut known = Known { same_maker, ..Known::default() };
        for (path, bytes) in entries {
            match Entry::decode(&bytes).map(|entry| entry.fate) {
                Some(Fate::Skipped(reason)) => {
                    *known.skipped.entry(reason).or_default() += 1;
                    if reason == SkipReason::Path as u8 {
                        known.unusable.push(path);
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
