//! Listings of folders that are kept from one walk to the next, so that unchanged folders need not be listed and judged
//! again.
//!
//! A folder's stamp changes with the names in it, not with its files, so each file is still looked at; and its listing holds only
//! under the rules that it was made under, whose files are still read. A folder that changed so lately that the clock could hide another
//! change is listed again, and so is every folder of a file system that is not known to keep stamps. Not here: walking.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::Arc;

use super::folder::{Folder, Stamp, device};
use super::rules::Rules;
use super::scan::COARSE_CLOCK;

/// The listings of the last walk, by the inside names of their folders.
#[derive(Default)]
pub(crate) struct Listings(BTreeMap<String, Arc<Listing>>);

/// What is in a folder and not ignored.
pub(super) struct Listing {
    /// The stamp of the folder before it was listed; `None` if it tells nothing, or if something was left out for
    /// another reason than rules.
    pub(super) stamp: Option<Stamp>,
    /// The rules of the folder and of those above it.
    pub(super) rules: Rules,
    /// Names in it that may hold rules.
    pub(super) of_rules: Vec<OsString>,
    /// Whether a tool fills the folder: then nothing else in it counts.
    pub(super) is_installed: bool,
    /// Names of files, and of folders.
    pub(super) files: Vec<String>,
    pub(super) folders: Vec<String>,
}

impl Listing {
    pub(super) fn holds(&self, name: &str) -> bool {
        self.of_rules.iter().any(|own| own == OsStr::new(name))
    }
}

impl Listings {
    pub(super) fn get(&self, below: &str) -> Option<&Arc<Listing>> {
        self.0.get(below)
    }
}

impl FromIterator<(String, Arc<Listing>)> for Listings {
    fn from_iter<I: IntoIterator<Item = (String, Arc<Listing>)>>(listings: I) -> Listings {
        Listings(listings.into_iter().collect())
    }
}

/// The stamps that can be trusted: those of one file system, from before a time.
#[derive(Clone, Copy)]
pub(super) struct Trust {
    device: u64,
    before: i64,
}

impl Trust {
    /// The stamps that can be trusted in a walk that begins `now`, in nanoseconds since 1970; `None` if none can.
    pub(super) fn at(root: &Path, now: i64) -> Option<Trust> {
        Some(Trust { device: device(root)?, before: now.saturating_sub(COARSE_CLOCK) })
    }

    /// The stamp of a folder that is not listed yet, if it can be trusted.
    pub(super) fn stamp(self, folder: &Folder) -> Option<Stamp> {
        let is_trusted = |stamp: &Stamp| stamp.device == self.device && stamp.modified.max(stamp.changed) < self.before;
        folder.stamp().filter(is_trusted)
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
