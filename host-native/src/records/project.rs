//! Which project a folder belongs to: 128 random bits, kept where a checkout does not take them along and cleaning does
//! not take them away.
//!
//! In git's folder, which all worktrees share and no clone copies; without git in `.scrubjay`. Where nothing may be
//! written the id follows from the folder's path. Promises that nothing which a repository contains leads to another
//! project's id. Not here: what is kept of a project (`place`).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::leftovers::remove_of_dead;
use super::lock::unique;
use crate::files::git;
use crate::files::hash::hash;
use crate::open;
use crate::store::StoreError;
use crate::store::place::{FOLDER, hide_from_git};
use crate::store::reach;

/// The id's file in git's folder, and in ours.
const IN_GIT: &str = "scrubjay-id";
const IN_OURS: &str = "id";
/// More bytes than an id has; a file that has as many says none.
const MAX_BYTES: u64 = 4_096;

/// The id of a project: 32 hexadecimal digits, so that it can be the name of a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProjectId(String);

impl ProjectId {
    /// Reads an id.
    pub fn parse(text: &str) -> Option<ProjectId> {
        let text = text.trim();
        let is_id = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        is_id.then(|| ProjectId(text.to_owned()))
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id of the project that a folder belongs to, if it has one.
    ///
    /// # Errors
    /// [`StoreError::Link`] if something else is in the place of the id's file; [`StoreError::NoId`] if that says no id, or nothing
    /// where a memory was used; those of the file system.
    pub fn find(root: &Path) -> Result<Option<ProjectId>, StoreError> {
        for file in files(root) {
            match said(&file)? {
                Said::Id(id) => return Ok(Some(id)),
                Said::Nothing => refuse_loss(file, false)?,
                Said::NoId => refuse_loss(file, true)?,
                Said::NoFile => {}
            }
        }
        let by_path = ProjectId::of_path(root);
        Ok(super::place::is_kept(&by_path)?.then_some(by_path))
    }

    /// The same, which is made if there is none.
    ///
    /// # Errors
    /// As for [`ProjectId::find`].
    pub fn find_or_make(root: &Path) -> Result<ProjectId, StoreError> {
        if let Some(id) = ProjectId::find(root)? {
            return Ok(id);
        }
        let mut bits = [0; 16];
        getrandom::fill(&mut bits).map_err(io::Error::other)?;
        let id = ProjectId(hex(&bits));
        match id.write(root) {
            Ok(()) => Ok(ProjectId::find(root)?.unwrap_or(id)),
            Err(StoreError::ReadOnly(_)) => Ok(ProjectId::of_path(root)),
            Err(error) => Err(error),
        }
    }

    /// The id that is written in a folder or its repository, if one is.
    ///
    /// # Errors
    /// [`StoreError::Link`]; those of the file system.
    pub(super) fn said_in(root: &Path) -> Result<Option<ProjectId>, StoreError> {
        for file in files(root) {
            if let Said::Id(id) = said(&file)? {
                return Ok(Some(id));
            }
        }
        let by_path = ProjectId::of_path(root);
        Ok(super::place::is_kept(&by_path)?.then_some(by_path))
    }

    /// Makes this the id of the project that a folder belongs to.
    ///
    /// # Errors
    /// As for [`ProjectId::find`].
    pub fn attach(&self, root: &Path) -> Result<(), StoreError> {
        files(root).iter().try_for_each(|file| open::remove(file))?;
        self.write(root)
    }

    /// Writes the id, unless another process has just done so.
    fn write(&self, root: &Path) -> Result<(), StoreError> {
        let file = &files(root)[0];
        if let Some(folder) = file.parent().filter(|folder| folder.ends_with(FOLDER)) {
            match fs::create_dir(folder) {
                Ok(()) => hide_from_git(folder)?,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => open::only_folder(folder)?,
                // Without the folder its files would be missing, which says nothing of why.
                Err(error) => return Err(error.into()),
            }
        }
        remove_of_dead(file);
        remove_empty(file)?;
        // Whole or not at all, and the first one stays.
        let (draft, line) = (unique(file, "draft"), format!("{}\n", self.0));
        open::write(&draft, line.as_bytes())?;
        let linked = fs::hard_link(&draft, file);
        open::remove(&draft)?;
        let written = match linked {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            // For a file system without hard links.
            Err(_) => open::write(file, line.as_bytes()),
            Ok(()) => Ok(()),
        };
        Ok(written?)
    }

    fn of_path(root: &Path) -> ProjectId {
        ProjectId(hex(&hash(root.as_os_str().as_encoded_bytes())[..16]))
    }
}

/// What a file with an id says.
enum Said {
    Id(ProjectId),
    /// It is empty, as after the power went while it was written.
    Nothing,
    /// It has something else in it.
    NoId,
    NoFile,
}

/// Reads a file with an id.
///
/// # Errors
/// [`StoreError::Link`]; those of the file system.
fn said(file: &Path) -> Result<Said, StoreError> {
    let folder = file.parent().unwrap_or(file);
    // `.git` and `.scrubjay` may have been brought along.
    if folder.symlink_metadata().is_err() {
        return Ok(Said::NoFile);
    }
    open::only_folder(folder)?;
    let Some(bytes) = open::beginning(file, MAX_BYTES)? else { return Ok(Said::NoFile) };
    if bytes.iter().all(u8::is_ascii_whitespace) && bytes.len() < MAX_BYTES as usize {
        return Ok(Said::Nothing);
    }
    let id = std::str::from_utf8(&bytes).ok().and_then(ProjectId::parse);
    Ok(id.map_or(Said::NoId, Said::Id))
}

/// Refuses to go on without the id of a file, if something else is in it, or a memory was used that it may have named.
fn refuse_loss(file: PathBuf, has_other: bool) -> Result<(), StoreError> {
    match used_with(&file) {
        known if known.is_empty() && !has_other => Ok(()),
        known => Err(StoreError::NoId { path: file, known }),
    }
}

/// The ids of the memories that were used last in a folder whose id stands in this file.
fn used_with(file: &Path) -> Vec<String> {
    let is_of = |root: &Path| files(root).iter().any(|one| one == file);
    let kept = super::place::known_projects().unwrap_or_default().into_iter();
    kept.filter(|one| one.root.as_deref().is_some_and(is_of)).map(|one| one.id.0).collect()
}

/// Removes a file that is empty. It is moved aside before it is looked at again, because another process may have done the same and
/// written its id meanwhile, which is put back.
fn remove_empty(file: &Path) -> Result<(), StoreError> {
    if !matches!(said(file)?, Said::Nothing) {
        return Ok(());
    }
    let aside = unique(file, "empty");
    match fs::rename(file, &aside) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        renamed => renamed?,
    }
    if !matches!(said(&aside)?, Said::Nothing) {
        let _ = fs::hard_link(&aside, file);
    }
    Ok(open::remove(&aside)?)
}

/// The folder of a project under each of its names: as it is given, as the shell names it, without links, and where a worktree
/// belongs to a checkout, that one.
pub fn roots(root: &Path) -> Vec<String> {
    let mut names: Vec<PathBuf> = Vec::new();
    names.extend(std::path::absolute(root).ok());
    let real = root.canonicalize().ok();
    names.extend(real.as_deref().and_then(in_shell));
    names.extend(real);
    let shared = git::repository(root).filter(|git| git.ends_with(".git"));
    names.extend(shared.and_then(|git| Some(git.parent()?.to_owned())));
    let mut told: Vec<String> = Vec::new();
    for name in names.iter().filter_map(|name| name.to_str()) {
        if !told.iter().any(|known| known == name) {
            told.push(name.to_owned());
        }
    }
    told
}

/// A folder above the working folder by the name that the shell has for it, which may lead through links.
fn in_shell(root: &Path) -> Option<PathBuf> {
    let here = PathBuf::from(std::env::var_os("PWD")?);
    let below = here.canonicalize().ok()?.strip_prefix(root).ok()?.components().count();
    let root_in_shell = here.ancestors().nth(below)?;
    (root_in_shell.canonicalize().ok()? == root).then(|| root_in_shell.to_owned())
}

/// Where the id of a folder's project may stand: first where a new one is written.
fn files(root: &Path) -> Vec<PathBuf> {
    let reached = reach::folders(root, reach::home().as_deref());
    let in_git = reached.last().and_then(|top| git::repository(top)).map(|git| git.join(IN_GIT));
    let is_ours = |folder: &&Path| folder.join(FOLDER).symlink_metadata().is_ok_and(|found| found.is_dir());
    let top = reached.iter().copied().find(is_ours).unwrap_or(root);
    in_git.into_iter().chain([top.join(FOLDER).join(IN_OURS)]).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
