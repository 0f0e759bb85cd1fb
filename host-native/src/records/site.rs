//! Observes a folder that a memory may belong to (its path, its git folder, the identities and marks of both), and writes
//! its mark.
//!
//! Files that a repository or an archive may contain are opened as untrusted: through no link, without blocking, up to
//! a size limit.
//! Not here: which memory follows from that, which `scrubjay_store::whose` decides.

use std::io;
use std::path::{Path, PathBuf};

use scrubjay_store::whose::{Evidence, Identity, Kind, ObservedPath};

use super::leftovers::remove_drafts_of_dead;
use super::lock::unique;
use super::project::ProjectId;
use crate::files::git;
use crate::files::root::canonical;
use crate::open;
use crate::store::StoreError;
use crate::store::place::{INDEX_FOLDER, hide_from_git};
use crate::store::reach;

/// The names of our files in the git folder: the mark, and the id that older releases wrote.
const NAMES_IN_GIT: [&str; 2] = ["scrubjay-mark", "scrubjay-id"];
/// The names of our files in a project's `.scrubjay` folder: the mark, and the id that older releases wrote.
const NAMES_IN_OURS: [&str; 2] = ["mark", "id"];
/// The most bytes of such a file; a longer one is ignored.
const MAX_BYTES: u64 = 4_096;

/// An observed folder, with the path of its mark.
pub(super) struct ObservedFolder {
    pub(super) seen: ObservedPath,
    mark: PathBuf,
}

impl ObservedFolder {
    /// The folder and its ancestors within the project's reach; for a repository only its top.
    ///
    /// # Errors
    /// [`StoreError::Link`] if another kind of file has the name of one of ours; errors of the file system.
    pub(super) fn enclosing(root: &Path) -> Result<Vec<ObservedFolder>, StoreError> {
        let home = reach::home();
        let folders_in_reach = reach::folders(root, home.as_deref());
        if let Some(repository) = folders_in_reach.last().and_then(|top| git::project(top)) {
            return Ok(vec![ObservedFolder::of(&repository.root, Some(&repository.git), true)?]);
        }
        let mut sites = Vec::new();
        for folder in folders_in_reach {
            let site = ObservedFolder::of(folder, None, folder == root)?;
            let has_ours = site.seen.has_ours;
            sites.push(site);
            if has_ours {
                break;
            }
        }
        Ok(sites)
    }

    /// The observation at a recorded path; `None` if nothing is there, or if it cannot be examined.
    pub(super) fn at(path: &Path) -> Option<ObservedFolder> {
        let root = canonical(path).ok()?;
        ObservedFolder::enclosing(&root).ok()?.into_iter().next()
    }

    fn of(root: &Path, git: Option<&Path>, is_asked: bool) -> Result<ObservedFolder, StoreError> {
        let our_folder = root.join(INDEX_FOLDER);
        let mut older_ids = Vec::new();
        let git_evidence = match git {
            Some(git) => Some(evidence(git, git, NAMES_IN_GIT, &mut older_ids)?),
            None => None,
        };
        let has_ours = our_folder.symlink_metadata().is_ok_and(|found| found.is_dir());
        // Above the folder that was asked for, a `.scrubjay` that is no folder is not ours.
        let folder = match has_ours || is_asked {
            true => evidence(root, &our_folder, NAMES_IN_OURS, &mut older_ids)?,
            false => Evidence { identity: identity(root)?, mark: None },
        };
        older_ids.push(ProjectId::of_path(root).as_str().to_owned());
        let path = root.to_string_lossy().into_owned();
        let mark = git.map_or_else(|| our_folder.join(NAMES_IN_OURS[0]), |git| git.join(NAMES_IN_GIT[0]));
        Ok(ObservedFolder { seen: ObservedPath { path, git: git_evidence, folder, has_ours, older_ids }, mark })
    }

    /// Writes a mark, replacing any other. False if the folder is not writable.
    ///
    /// # Errors
    /// [`StoreError::Link`]; those of the file system.
    pub(super) fn write_mark(&self, mark: &str) -> Result<bool, StoreError> {
        match self.write(mark) {
            Err(StoreError::ReadOnly(_)) => Ok(false),
            result => result.map(|()| true),
        }
    }

    fn write(&self, mark: &str) -> Result<(), StoreError> {
        if self.seen.kind() == Kind::Folder
            && let Some(folder) = self.mark.parent()
        {
            match std::fs::create_dir(folder) {
                Ok(()) => hide_from_git(folder)?,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => open::check_folder(folder)?,
                Err(error) => return Err(error.into()),
            }
        }
        remove_drafts_of_dead(&self.mark);
        Ok(open::replace(&self.mark, &unique(&self.mark, "draft"), format!("{mark}\n").as_bytes())?)
    }
}

/// The evidence for `thing`, a folder or a git folder: its identity, and the mark in `folder`, which has our files.
///
/// If `folder` has a project's id of an older release, that id is added to `older_ids`.
fn evidence(
    thing: &Path,
    folder: &Path,
    names: [&str; 2],
    older_ids: &mut Vec<String>,
) -> Result<Evidence, StoreError> {
    let identity = identity(thing)?;
    // `.git` and `.scrubjay` may have been brought along.
    if folder.symlink_metadata().is_err() {
        return Ok(Evidence { identity, mark: None });
    }
    open::check_folder(folder)?;
    let digits_in = |name: &str| -> io::Result<Option<String>> {
        let bytes = open::read_beginning(&folder.join(name), MAX_BYTES)?.unwrap_or_default();
        let text = std::str::from_utf8(&bytes).ok().and_then(ProjectId::parse);
        Ok(text.map(|digits| digits.as_str().to_owned()))
    };
    older_ids.extend(digits_in(names[1])?);
    Ok(Evidence { identity, mark: digits_in(names[0])? })
}

/// The identity of a folder, which no other folder has; `None` if the system provides none.
#[cfg(unix)]
fn identity(folder: &Path) -> io::Result<Option<Identity>> {
    use std::os::unix::fs::MetadataExt;
    let metadata = folder.symlink_metadata()?;
    let since = |time: std::time::SystemTime| time.duration_since(std::time::UNIX_EPOCH).ok();
    let born = metadata.created().ok().and_then(since).map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(0));
    Ok(Identity::of(metadata.dev(), metadata.ino(), born))
}

/// Other systems provide no lasting identity that every host can read.
#[cfg(not(unix))]
fn identity(_: &Path) -> io::Result<Option<Identity>> {
    Ok(None)
}
