//! Listings of folders that are kept between walks, so that unchanged folders need not be listed and checked against
//! rules again.
//!
//! A folder's stamp changes with its names, not with the content of its files, so each file is still examined. A
//! listing is valid only under the rules with which it was made, and ignore files are still read. A folder is listed
//! again if it changed so recently that the clock could hide another change, or if its file system may not update
//! stamps. Not here: walking.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::Arc;

use super::folder::{Folder, FolderStamp, device};
use super::rules::Rules;
use super::scan::COARSE_CLOCK;

/// The listings of the last walk, by the paths of the folders relative to the root.
#[derive(Default)]
pub(crate) struct Listings(BTreeMap<String, Arc<Listing>>);

/// The entries of a folder that are not ignored.
pub(super) struct Listing {
    /// The folder's stamp from before it was listed; `None` if it cannot be trusted, or if an entry was left out for
    /// another reason than rules.
    pub(super) stamp: Option<FolderStamp>,
    /// The rules that apply in the folder, from it and from folders above.
    pub(super) rules: Rules,
    /// The names in the folder that may contain rules.
    pub(super) rule_files: Vec<OsString>,
    /// Whether it is an installed folder; then the names are not listed.
    pub(super) is_installed: bool,
    /// The names of files that no rule ignores.
    pub(super) files: Vec<String>,
    /// The names of subfolders that no rule ignores.
    pub(super) folders: Vec<String>,
}

impl Listing {
    pub(super) fn holds(&self, name: &str) -> bool {
        self.rule_files.iter().any(|own| own == OsStr::new(name))
    }
}

impl Listings {
    pub(super) fn get(&self, inside_name: &str) -> Option<&Arc<Listing>> {
        self.0.get(inside_name)
    }
}

impl FromIterator<(String, Arc<Listing>)> for Listings {
    fn from_iter<I: IntoIterator<Item = (String, Arc<Listing>)>>(listings: I) -> Listings {
        Listings(listings.into_iter().collect())
    }
}

/// Which stamps can be trusted: those of one file system, from before a time in nanoseconds since 1970.
#[derive(Clone, Copy)]
pub(super) struct Trust {
    device: u64,
    before: i64,
}

impl Trust {
    /// The condition in a walk that begins at `now`, in nanoseconds since 1970; `None` if no stamp can be trusted.
    pub(super) fn at(root: &Path, now: i64) -> Option<Trust> {
        Some(Trust { device: device(root)?, before: now.saturating_sub(COARSE_CLOCK) })
    }

    /// The stamp of a folder, read before it is listed; `None` if it cannot be trusted.
    pub(super) fn stamp(self, folder: &Folder) -> Option<FolderStamp> {
        let is_trusted =
            |stamp: &FolderStamp| stamp.device == self.device && stamp.modified.max(stamp.changed) < self.before;
        folder.stamp().filter(is_trusted)
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
