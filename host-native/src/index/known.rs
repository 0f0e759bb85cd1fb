//! What is known of the files that the graph does not hold, and of who made it: for `status` and `doctor`.

use std::collections::BTreeMap;

use super::{MAKER, MARK_MAKER};
use crate::files::scan::{Entry, Failure, Fate};
use crate::{Error, Memory};

/// The files beside the graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The rows were made by the component of this release; otherwise the next run makes them again.
    pub same_maker: bool,
    /// How many files the component does not want, by the number of its reason: see [`super::skip_reason`].
    pub skipped: BTreeMap<u8, u64>,
    /// Files that are not UTF-8, by path.
    pub not_utf8: Vec<String>,
    /// Files that failed and are not tried again before they change, by path.
    pub failed: Vec<(String, Failure)>,
    /// Files whose rows must be made again, by path.
    pub stale: Vec<String>,
}

impl Memory {
    /// What the last run knew of the files that the graph does not hold.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn known(&self) -> Result<Known, Error> {
        let snapshot = self.store.snapshot()?;
        let same_maker = snapshot.mark(MARK_MAKER)?.is_some_and(|mark| mark == *MAKER);
        let mut known = Known { same_maker, ..Known::default() };
        for (path, bytes) in snapshot.scanned("")? {
            match Entry::decode(&bytes).map(|entry| entry.fate) {
                Some(Fate::Skipped(reason)) => *known.skipped.entry(reason).or_default() += 1,
                Some(Fate::NotUtf8(_)) => known.not_utf8.push(path),
                Some(Fate::Failed { failure, .. }) => known.failed.push((path, failure)),
                Some(Fate::Stale) | None => known.stale.push(path),
                Some(Fate::Indexed(_)) => {}
            }
        }
        Ok(known)
    }
}
