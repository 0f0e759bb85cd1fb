//! What is known of the files that the graph does not hold, of who made it, and of how much there is: for `status` and `doctor`,
//! and beside answers.

use std::collections::BTreeMap;

use super::{MAKER, MARK_MAKER, MARK_UNSETTLED};
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
    /// [`Error::Store`].
    pub fn extent(&self) -> Result<Extent, Error> {
        let snapshot = self.store.snapshot()?;
        let is_part = snapshot.mark(MARK_UNSETTLED)?.is_some_and(|mark| mark == [1]);
        // What makes the rows is noted before there is a row.
        let is_empty = snapshot.mark(MARK_MAKER)?.is_none() || is_part && snapshot.generation() == 0;
        Ok(match (is_empty, is_part) {
            (true, _) => Extent::Nothing,
            (_, true) => Extent::Part,
            _ => Extent::Whole,
        })
    }

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
