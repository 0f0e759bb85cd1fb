//! Batches of writers that found the lock held: a file for each, taken in by whoever holds the lock next.
//!
//! A batch is durable once [`put`] returns: written, synced, renamed, and the folder synced. Its checksum is the
//! component's. What is refused when it is taken in is kept aside, and told. Not here: the lock.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The ending of a batch that is whole, and of one that was refused.
const WHOLE: &str = "batch";
const REFUSED: &str = "refused";
/// The longest batch: 8 MiB of text, and the rest of up to 1,000 notes.
const MOST_BYTES: u64 = 32 << 20;

/// The most batches that are read at once: the component takes 1,000, and one may be the reader's own.
const MOST_BATCHES: usize = 999;

/// Writes a batch; the path of its file.
pub(super) fn put(folder: &Path, batch: &[u8]) -> io::Result<PathBuf> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    // In the order of their names they are in that of their times.
    let name = super::lock::unique(&folder.join(format!("{now:032x}")), "of");
    let (draft, whole) = (with_ending(&name, "draft"), with_ending(&name, WHOLE));
    let mut file = private(&draft)?;
    file.write_all(batch)?;
    file.sync_all()?;
    fs::rename(&draft, &whole)?;
    super::file::sync(folder)?;
    Ok(whole)
}

/// The batches that wait, oldest first, until they are this many bytes or as many as fit into one call; at least one.
pub(super) fn waiting(folder: &Path, most_bytes: usize) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
    let (mut batches, mut n_bytes) = (Vec::new(), 0);
    for path in listed(folder, WHOLE)? {
        if batches.len() == MOST_BATCHES {
            break;
        }
        let batch = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            batch => batch?,
        };
        n_bytes += batch.len();
        if n_bytes > most_bytes && !batches.is_empty() {
            break;
        }
        batches.push((path, batch));
    }
    Ok(batches)
}

/// How many batches wait.
pub(super) fn n_waiting(folder: &Path) -> io::Result<usize> {
    Ok(listed(folder, WHOLE)?.len())
}

/// Whether any batch waits.
pub(super) fn is_empty(folder: &Path) -> bool {
    listed(folder, WHOLE).map_or(true, |batches| batches.is_empty())
}

/// Sets a batch aside that was refused.
pub(super) fn refuse(path: &Path) -> io::Result<()> {
    fs::rename(path, path.with_extension(REFUSED))
}

/// Whether a batch that waited was refused.
pub(super) fn is_refused(path: &Path) -> bool {
    path.with_extension(REFUSED).exists()
}

/// The batches that were refused.
pub(super) fn refused(folder: &Path) -> io::Result<Vec<PathBuf>> {
    listed(folder, REFUSED)
}

/// Removes a batch that is in the store.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn listed(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let is_batch = entry.path().extension().is_some_and(|found| found == ending);
        // Nothing else than we write is read: no link, no pipe, nothing huge.
        if is_batch && entry.metadata().is_ok_and(|found| found.is_file() && found.len() <= MOST_BYTES) {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// A new file that only this user can read.
fn private(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
