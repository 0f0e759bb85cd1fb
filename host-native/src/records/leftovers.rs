//! Finds files beside a memory's file that may hold some of its content: copies, damaged files, drafts of a process
//! that died, lists of losses, refused batches, and the progress of captures.
//!
//! Only names that hosts give are found, and only regular files. Not here: backups, which are a person's own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::place::{Files, folder_of};
use super::{captured, spool};
use crate::open::{self, sync_folder};
use crate::store::holder::{Holder, Life};

/// The suffixes of drafts that this host and JavaScript make, after the name of the original.
const DRAFT_WORDS: [&str; 5] = ["draft", "salvage", "salvaged", "restored", "erased"];
/// The suffixes of a lock or an id that was moved aside for inspection.
const ASIDE_WORDS: [&str; 2] = ["dead", "empty"];
/// The reasons in names of kept old files, each followed by a number.
const KEPT_PREFIXES: [&str; 3] = ["before-restore-", "before-", "damaged-"];

/// The suffix of the list of losses, after the name without its extension.
const LOSSES: &str = "losses";

/// The paths of leftovers. The caller holds the lock, so that nobody is making one of the memory's own.
pub(super) fn leftovers(files: &Files) -> io::Result<Vec<PathBuf>> {
    let mut found = spool::leftover_files(&files.spool)?;
    found.extend(captured::progress_files(files)?);
    let name = files.store.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = files.store.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let entries = match fs::read_dir(files.folder()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(found),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let is_ours = entry.file_name().to_str().is_some_and(|found| is_leftover(found, &name, &stem));
        if is_ours && entry.file_type()?.is_file() {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

/// Removes drafts beside a file, and unused locks, which dead processes left. Errors are ignored: such a file does no
/// harm.
pub(super) fn remove_drafts_of_dead(file: &Path) {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let entries = fs::read_dir(folder_of(file)).into_iter().flatten().filter_map(Result::ok);
    for entry in entries {
        let maker = entry.file_name().to_str().and_then(|name| maker_of(name, &stem));
        if maker.is_some_and(|maker| maker.life() == Life::Dead) {
            let _ = open::remove(&entry.path());
        }
    }
}

/// The process that makes a draft of this name; `None` if the name is not a draft's.
fn maker_of(name: &str, stem: &str) -> Option<Holder> {
    let mut parts = name.strip_prefix(stem)?.strip_prefix('.')?.split('.');
    parts.find(|part| DRAFT_WORDS.contains(part) || ASIDE_WORDS.contains(part))?;
    let (pid, started) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some(Holder { pid, started, ..Holder::this_process() })
}

/// Removes files, durably, and returns their paths.
pub(super) fn remove_leftovers(files: &Files, paths: Vec<PathBuf>) -> io::Result<Vec<PathBuf>> {
    for path in &paths {
        open::remove(path)?;
    }
    for folder in [files.folder(), &files.spool, &files.captured] {
        if folder.is_dir() {
            sync_folder(folder)?;
        }
    }
    Ok(paths)
}

/// Whether a file of this name contains data of the memory's file, old or current, or is a draft.
fn is_leftover(file_name: &str, store_name: &str, stem: &str) -> bool {
    if let Some(draft) = file_name.strip_prefix(store_name).and_then(|rest| rest.strip_prefix('.')) {
        return is_draft(draft);
    }
    let Some(moment) = file_name.strip_prefix(stem).and_then(|rest| rest.strip_prefix('.')) else { return false };
    if let Some(rest) = moment.strip_prefix(LOSSES) {
        return rest.is_empty() || rest.strip_prefix('.').is_some_and(is_draft);
    }
    let Some(rest) = KEPT_PREFIXES.iter().find_map(|kind| moment.strip_prefix(kind)) else { return false };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    match rest[digits..].strip_prefix(".redb") {
        Some("") => digits > 0,
        Some(draft) => digits > 0 && draft.strip_prefix('.').is_some_and(is_draft),
        None => false,
    }
}

fn is_draft(suffix: &str) -> bool {
    DRAFT_WORDS.iter().any(|kind| suffix.strip_prefix(kind).is_some_and(|holder| holder.starts_with('.')))
}

/// Whether a file is one of `others`, even under another name.
pub(super) fn is_among(path: &Path, others: &[PathBuf]) -> bool {
    let canonical_path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    others.iter().any(|other| *other == canonical_path || *other == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_dead_process_made_is_removed_whatever_it_made() {
        let folder = tempfile::tempdir().unwrap();
        let Holder { pid, started, .. } = Holder::this_process();
        let dead_names = [
            "memory.lock.draft.2147483632.1.0",
            "memory.lock.takeover.dead.2147483632.1.0",
            "memory.redb.erased.2147483632.1.0",
            "memory.redb.erased.2147483632.1.0.draft.2147483632.1.1",
            "memory.before-2.redb.draft.2147483632.1.0",
            "memory.redb.salvage.2147483632.1.0.k2j3",
            "memory.turn.draft.2147483632.1.0",
        ];
        let mut kept_names = vec![
            "memory.redb".to_owned(),
            "memory.lock".to_owned(),
            "memory.draft.of-mine".to_owned(),
            "memory.before-2.redb".to_owned(),
            "other.redb.draft.2147483632.1.0".to_owned(),
            format!("memory.lock.draft.{pid}.{started}.0"),
        ];
        for name in dead_names.iter().copied().chain(kept_names.iter().map(String::as_str)) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        remove_drafts_of_dead(&folder.path().join("memory.redb"));
        let left_names =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut left_names: Vec<String> = left_names.collect();
        left_names.sort();
        kept_names.sort();
        assert_eq!(left_names, kept_names);
    }

    #[test]
    fn only_what_a_host_names_so_is_left_over() {
        let leftover_names = [
            "memory.before-2.redb",
            "memory.before-restore-1700000000000.redb",
            "memory.damaged-1700000000000.redb",
            "memory.before-2.redb.draft.12.34.0",
            "memory.redb.draft.12.34.0",
            "memory.redb.erased.12.34.0",
            "memory.redb.erased.12.34.0.draft.12.34.1",
            "memory.redb.salvage.12.34.0.k2j3",
            "memory.losses",
            "memory.losses.draft.12.34.0",
        ];
        let other_names = [
            "memory.redb",
            "memory.lock",
            "memory.turn",
            "memory.backups",
            "memory.losses.old",
            "root",
            "memory.before-the-trip.redb",
            "memory.before-.redb",
            "memory.before-2.redb.gz",
            "memory.before-2",
            "memory.redb.drafts",
            "memory.redb.old",
            "memory2.before-2.redb",
            "other.damaged-1.redb",
        ];
        let is_leftover = |found: &str| is_leftover(found, "memory.redb", "memory");
        assert_eq!(leftover_names.into_iter().find(|found| !is_leftover(found)), None);
        assert_eq!(other_names.into_iter().find(|found| is_leftover(found)), None);
    }
}
