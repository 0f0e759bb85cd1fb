//! What lies beside a memory's file and may hold what was in it: copies, damaged files, drafts of a process that died, what names
//! losses, and batches that were refused.
//!
//! Only what hosts name so is found, and nothing that is no ordinary file. Not here: backups, which are a person's own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::file::sync;
use super::place::Files;
use super::spool;

/// What a file is called while it is made, after the name that it is made from: by either host.
const DRAFTS: [&str; 5] = ["draft", "salvage", "salvaged", "restored", "erased"];
/// The moments at which a file is kept as it was, each followed by a number.
const MOMENTS: [&str; 3] = ["before-restore-", "before-", "damaged-"];

/// The file with what was lost, after the name without its ending.
const LOSSES: &str = "losses";

/// The files, by their names. The caller holds the lock, so that nobody is making one of the memory's own.
pub(super) fn leftovers(files: &Files) -> io::Result<Vec<PathBuf>> {
    let mut found = spool::left(&files.spool)?;
    let name = files.store.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = files.store.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let entries = match fs::read_dir(files.folder()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(found),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let is_ours = entry.file_name().to_str().is_some_and(|found| is_left(found, &name, &stem));
        if is_ours && entry.file_type()?.is_file() {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

/// Removes files, durably: those that were there.
pub(super) fn remove(files: &Files, paths: Vec<PathBuf>) -> io::Result<Vec<PathBuf>> {
    for path in &paths {
        spool::remove(path)?;
    }
    for folder in [files.folder(), &files.spool] {
        if folder.is_dir() {
            sync(folder)?;
        }
    }
    Ok(paths)
}

/// Whether a file of this name holds what the memory's file has or had, or is a draft of such a one.
fn is_left(found: &str, name: &str, stem: &str) -> bool {
    if let Some(draft) = found.strip_prefix(name).and_then(|rest| rest.strip_prefix('.')) {
        return is_draft(draft);
    }
    let Some(moment) = found.strip_prefix(stem).and_then(|rest| rest.strip_prefix('.')) else { return false };
    if let Some(rest) = moment.strip_prefix(LOSSES) {
        return rest.is_empty() || rest.strip_prefix('.').is_some_and(is_draft);
    }
    let Some(rest) = MOMENTS.iter().find_map(|kind| moment.strip_prefix(kind)) else { return false };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    match rest[digits..].strip_prefix(".redb") {
        Some("") => digits > 0,
        Some(draft) => digits > 0 && draft.strip_prefix('.').is_some_and(is_draft),
        None => false,
    }
}

fn is_draft(rest: &str) -> bool {
    DRAFTS.iter().any(|kind| rest.strip_prefix(kind).is_some_and(|holder| holder.starts_with('.')))
}

/// Whether a file is one of these, under whatever name.
pub(super) fn is_among(path: &Path, others: &[PathBuf]) -> bool {
    let own = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    others.iter().any(|other| *other == own || *other == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_host_names_so_is_left_over() {
        let ours = [
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
        let others = [
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
        let is_left = |found: &str| is_left(found, "memory.redb", "memory");
        assert_eq!(ours.into_iter().find(|found| !is_left(found)), None);
        assert_eq!(others.into_iter().find(|found| is_left(found)), None);
    }
}
