//! The spool: batches of writers that found the lock held, a file for each. The next holder of the lock adds them.
//!
//! A batch is durable once [`put_batch`] returns: written, synced and renamed, with its folder synced. The component
//! computes its checksum. A refused batch is kept under another name, and reported. Not here: the lock.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::open;
use crate::store::holder::{Holder, Life};

/// The extension of a complete batch.
const BATCH_EXTENSION: &str = "batch";
/// The extension of a refused batch.
const REFUSED_EXTENSION: &str = "refused";
/// The extension of a batch that is being written.
const DRAFT_EXTENSION: &str = "draft";
/// Precedes the writer's numbers in the name of a draft.
const WRITER_PREFIX: &str = "of";
/// The most bytes of a batch: 8 MiB of text, and the other fields of up to 1,000 notes.
const MAX_BYTES: u64 = 32 << 20;

/// The most batches read at once: the component takes 1,000, and one may be the reader's own.
const MAX_BATCHES: usize = 999;

/// The most attempts to write a draft: a process that erases on another machine cannot see that its writer lives, and
/// deletes it.
const MAX_TRIES: usize = 3;

/// Writes a batch; returns the path of its file.
pub(super) fn put_batch(folder: &Path, batch: &[u8]) -> io::Result<PathBuf> {
    let mut n_tries = 1;
    loop {
        match put_once(folder, batch) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && n_tries < MAX_TRIES => n_tries += 1,
            result => return result,
        }
    }
}

fn put_once(folder: &Path, batch: &[u8]) -> io::Result<PathBuf> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    // Sorted by name, batches are sorted by time.
    let name = super::lock::unique(&folder.join(format!("{now:032x}")), WRITER_PREFIX);
    let (draft, batch_path) = (with_ending(&name, DRAFT_EXTENSION), with_ending(&name, BATCH_EXTENSION));
    open::write_private(&draft, batch)?;
    fs::rename(&draft, &batch_path)?;
    open::sync_folder(folder)?;
    Ok(batch_path)
}

/// The waiting batches, oldest first, up to `max_bytes` and to as many as fit into one call; at least one.
pub(super) fn waiting_batches(folder: &Path, max_bytes: usize) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
    let (mut batches, mut n_bytes) = (Vec::new(), 0);
    for path in batches_with_extension(folder, BATCH_EXTENSION)? {
        if batches.len() == MAX_BATCHES {
            break;
        }
        let Some(batch) = open::read_beginning(&path, MAX_BYTES)? else { continue };
        n_bytes += batch.len();
        if n_bytes > max_bytes && !batches.is_empty() {
            break;
        }
        batches.push((path, batch));
    }
    Ok(batches)
}

pub(super) fn n_waiting(folder: &Path) -> io::Result<usize> {
    Ok(batches_with_extension(folder, BATCH_EXTENSION)?.len())
}

/// Whether no batch waits; true also if the folder cannot be read.
pub(super) fn is_empty(folder: &Path) -> bool {
    batches_with_extension(folder, BATCH_EXTENSION).map_or(true, |batches| batches.is_empty())
}

/// Renames a batch that the component refused.
pub(super) fn refuse_batch(path: &Path) -> io::Result<()> {
    fs::rename(path, path.with_extension(REFUSED_EXTENSION))
}

/// Whether the batch with this path was refused.
pub(super) fn is_refused(path: &Path) -> bool {
    path.with_extension(REFUSED_EXTENSION).exists()
}

/// The paths of refused batches, oldest first.
pub(super) fn refused_batches(folder: &Path) -> io::Result<Vec<PathBuf>> {
    batches_with_extension(folder, REFUSED_EXTENSION)
}

/// Refused batches, and drafts of dead writers: files that may contain text but do not wait to be added.
pub(super) fn leftover_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = files(folder, REFUSED_EXTENSION)?;
    paths.extend(files(folder, DRAFT_EXTENSION)?.into_iter().filter(|path| !is_being_written(path)));
    Ok(paths)
}

/// Removes drafts of dead writers. Errors are ignored: such a file does no harm.
pub(super) fn remove_drafts_of_dead(folder: &Path) {
    for path in files(folder, DRAFT_EXTENSION).unwrap_or_default().into_iter().filter(|path| !is_being_written(path)) {
        let _ = open::remove(&path);
    }
}

/// Whether the process in a draft's name may still be writing it.
fn is_being_written(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut parts = name.split('.').skip_while(|part| *part != WRITER_PREFIX).skip(1);
    let mut number = || parts.next()?.parse::<u64>().ok();
    let (Some(pid), Some(started)) = (number(), number()) else { return false };
    let Ok(pid) = u32::try_from(pid) else { return false };
    Holder { pid, started, ..Holder::this_process() }.life() != Life::Dead
}

/// Removes a batch that was added to the store.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    open::remove(path)
}

/// The batches with an extension. Only regular files of a limited size are read, and no links.
fn batches_with_extension(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = files(folder, ending)?;
    found.retain(|path| path.metadata().is_ok_and(|found| found.len() <= MAX_BYTES));
    Ok(found)
}

/// The regular files with an extension, sorted by name.
fn files(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    open::check_folder(folder)?;
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry?;
        let is_batch = entry.path().extension().is_some_and(|found| found == ending);
        if is_batch && entry.metadata().is_ok_and(|found| found.is_file()) {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}
