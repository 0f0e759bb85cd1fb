//! The entries about projects in the user's data folder, and the decision which memory a folder has.
//!
//! Entries and marks are written under one lock, the mark first; if a process dies in between, the same decision
//! follows from what is there. Readers also update entries, if the lock is free.
//! Not here: the decision itself (`scrubjay_store::whose`), and what is seen of a folder (`site`).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use scrubjay_store::whose::{Answer, Entry, Facts, MemoryDecision, MemoryEntry, NewIds, judge};

use super::leftovers::remove_drafts_of_dead;
use super::lock::{Lock, LockAttempt, unique};
use super::place::{PROJECTS_FOLDER, ROOT_FILE, folder, projects};
use super::project::{ProjectId, digits};
use super::site::ObservedFolder;
use crate::store::StoreError;
use crate::{home, open};

/// The entry's file in the folder of a project's memory.
const ENTRY_FILE: &str = "whose";
/// The lock of all entries, in the user's data folder.
const LOCK_FILE: &str = "whose.lock";
/// How long to wait for a lock holder that cannot be checked.
const PATIENCE: Duration = Duration::from_millis(200);
/// The most bytes of an entry.
const MAX_ENTRY_BYTES: u64 = 64 << 10;
const MAX_ROOT_FILE_BYTES: u64 = 16 << 10;

/// A decision which memory a folder has, with the observed folder.
pub(super) struct Decision {
    pub(super) plan: MemoryDecision,
    site: ObservedFolder,
}

/// Decides which memory a folder has, without writing anything. `guess` is an earlier result: if it is still right, no
/// other entry is read.
///
/// # Errors
/// [`StoreError::Link`]; those of the file system.
pub(super) fn decide(root: &Path, guess: Option<&ProjectId>) -> Result<Decision, StoreError> {
    let mut sites = ObservedFolder::enclosing(root)?;
    let seen: Vec<_> = sites.iter().map(|site| site.seen.clone()).collect();
    let fresh = NewIds { id: random_digits()?, mark: random_digits()? };
    let guessed_memory = guess.map(read_entry).transpose()?.map(|kept| vec![kept]);
    let is_right = |plan: &MemoryDecision| !plan.is_new() && plan.is_settled();
    let plan = match guessed_memory.map(|kept| plan_for(&seen, &kept, &fresh)).filter(is_right) {
        Some(plan) => plan,
        None => plan_for(&seen, &all_entries()?, &fresh),
    };
    let at = sites.iter().position(|site| site.seen.path == plan.path).unwrap_or(0);
    Ok(Decision { plan, site: sites.swap_remove(at) })
}

fn plan_for(seen: &[scrubjay_store::whose::ObservedPath], kept: &[MemoryEntry], fresh: &NewIds) -> MemoryDecision {
    let mut observed = Vec::new();
    loop {
        match judge(Facts { seen, kept, observed: &observed, fresh }) {
            Answer::Plan(plan) => return *plan,
            Answer::Look(path) => {
                let folder_there = ObservedFolder::at(Path::new(&path)).map(|site| site.seen);
                observed.push((path, folder_there));
            }
        }
    }
}

/// The memory that a folder has; `None` if it has none. Updates its entry if the lock is free.
///
/// # Errors
/// As for [`decide`].
pub(super) fn find(root: &Path, guess: Option<&ProjectId>) -> Result<Option<ProjectId>, StoreError> {
    let decided = decide(root, guess)?;
    let Some(id) = ProjectId::parse(&decided.plan.id).filter(|_| !decided.plan.is_new()) else { return Ok(None) };
    if !decided.plan.is_settled()
        && let Ok(LockAttempt::Held(_lock)) = Lock::try_take(&lock()?)
    {
        // The result does not depend on this update: the data folder may be read-only.
        let _ = decide(root, Some(&id)).and_then(|now| carry_out(&now));
    }
    Ok(Some(id))
}

/// The memory that a folder has, which is created if there is none. `knows_why_new`: the user knows why it is new.
///
/// # Errors
/// As for [`decide`]; [`StoreError::Locked`].
pub(super) fn find_or_make(
    root: &Path,
    guess: Option<&ProjectId>,
    knows_why_new: bool,
) -> Result<ProjectId, StoreError> {
    let mut decided = decide(root, guess)?;
    if !decided.plan.is_settled() {
        let _lock = take_lock()?;
        decided = decide(root, guess)?;
        if let Some(entry) = decided.plan.entry.as_mut().filter(|_| knows_why_new) {
            entry.notice = None;
        }
        carry_out(&decided)?;
    }
    ProjectId::parse(&decided.plan.id).ok_or(StoreError::Closed)
}

/// Assigns a memory to a folder; the folder's previous memory then belongs to no folder.
///
/// # Errors
/// As for [`find_or_make`].
pub(super) fn attach(id: &ProjectId, root: &Path) -> Result<(), StoreError> {
    let _lock = take_lock()?;
    let Decision { mut plan, site } = decide(root, None)?;
    let former_id = ProjectId::parse(&plan.id).filter(|former_id| !plan.is_new() && former_id != id);
    let mark = random_digits()?;
    plan.entry = Some(Entry::of(id.as_str(), &site.seen, Some(mark.clone())));
    plan.mark = Some(mark);
    plan.id = id.as_str().to_owned();
    // The new memory is the folder's by entry and mark before the previous memory loses it.
    carry_out(&Decision { plan, site })?;
    former_id.map_or(Ok(()), |former_id| write(&Entry::without_folder(former_id.as_str())))
}

/// Removes the notice from the entry of a folder's memory, because the user has seen it.
///
/// # Errors
/// As for [`find_or_make`].
pub(super) fn dismiss_notice(root: &Path) -> Result<(), StoreError> {
    let Some(id) = find(root, None)? else { return Ok(()) };
    if read_entry(&id)?.entry.is_none_or(|entry| entry.notice.is_none()) {
        return Ok(());
    }
    let _lock = take_lock()?;
    read_entry(&id)?.entry.map_or(Ok(()), |entry| write(&Entry { notice: None, ..entry }))
}

/// Reads the entry of a memory. One that cannot be read counts as damaged.
///
/// # Errors
/// Errors of the file system.
pub(super) fn read_entry(id: &ProjectId) -> Result<MemoryEntry, StoreError> {
    let folder = folder(id)?;
    let (text, is_readable) = match open::read_beginning(&folder.join(ENTRY_FILE), MAX_ENTRY_BYTES + 1) {
        Ok(text) => (text, true),
        // Anything but a file in its place counts as damage, which does not hinder other projects.
        Err(_) => (Some(Vec::new()), false),
    };
    let needs_root = text.as_ref().is_none_or(|text| !text.windows(5).any(|part| part == b"path "));
    // No path has a NUL: what was damaged names no folder.
    let root = || {
        open::read_text(&folder.join(ROOT_FILE), MAX_ROOT_FILE_BYTES).ok().flatten().filter(|root| !root.contains('\0'))
    };
    let root = if needs_root { root() } else { None };
    let mut kept = MemoryEntry::of(id.as_str(), text.as_deref(), root.as_deref());
    kept.is_damaged |= !is_readable;
    Ok(kept)
}

/// Whether the folder at a path has this memory, according to all entries.
pub(super) fn has_memory(id: &ProjectId, path: &Path, memories: &[MemoryEntry]) -> bool {
    let fresh = NewIds { id: String::new(), mark: String::new() };
    ObservedFolder::at(path).is_some_and(|site| plan_for(&[site.seen], memories, &fresh).id == id.as_str())
}

/// Reads the entries of all projects.
pub(super) fn all_entries() -> Result<Vec<MemoryEntry>, StoreError> {
    ids()?.iter().map(read_entry).collect()
}

/// The ids of all existing memories.
pub(super) fn ids() -> io::Result<Vec<ProjectId>> {
    let entries = match fs::read_dir(projects()?) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut ids = Vec::new();
    for entry in entries {
        let entry = entry?;
        let id = entry.file_name().to_str().and_then(ProjectId::parse);
        ids.extend(id.filter(|_| entry.file_type().is_ok_and(|kind| kind.is_dir())));
    }
    ids.sort();
    Ok(ids)
}

/// Writes the mark and the entry of a decision. The caller holds the lock.
fn carry_out(Decision { plan, site }: &Decision) -> Result<(), StoreError> {
    let is_marked = match &plan.mark {
        Some(mark) => site.write_mark(mark)?,
        None => true,
    };
    match &plan.entry {
        Some(entry) if is_marked => write(entry),
        Some(entry) => write(&entry.without_mark()),
        None => Ok(()),
    }
}

fn write(entry: &Entry) -> Result<(), StoreError> {
    let Some(id) = ProjectId::parse(&entry.id) else { return Ok(()) };
    open::create_folders(&home::data_folder()?, &Path::new(PROJECTS_FOLDER).join(id.as_str()))?;
    let file = folder(&id)?.join(ENTRY_FILE);
    remove_drafts_of_dead(&file);
    Ok(open::replace(&file, &unique(&file, "draft"), entry.to_string().as_bytes())?)
}

fn take_lock() -> Result<Lock, StoreError> {
    let path = lock()?;
    open::create_folders(&home::data_folder()?, Path::new(PROJECTS_FOLDER))?;
    remove_drafts_of_dead(&path);
    match Lock::wait(&path, PATIENCE)? {
        LockAttempt::Held(lock) => Ok(lock),
        LockAttempt::Busy(holder) => {
            let judged = holder.as_ref().is_some_and(|holder| holder.life() != crate::store::holder::Life::Unknown);
            Err(StoreError::Locked { path, holder, judged })
        }
    }
}

fn lock() -> io::Result<PathBuf> {
    Ok(home::data_folder()?.join(LOCK_FILE))
}

/// 128 random bits as hexadecimal digits.
fn random_digits() -> io::Result<String> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).map_err(io::Error::other)?;
    Ok(digits(&bits))
}
