//! Turns: writes by a host that does not see readers, such as JavaScript, and may overwrite pages that are being read.
//!
//! Such a writer marks the beginning and the end of its turn in a file beside the store, with a random number for each
//! turn. A reader waits for the end of a turn; what it read is from one commit if the file has the same text
//! afterwards. Not here: who may write.

use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::StoreError;
use super::holder::{Holder, Life, field};
use crate::open;

/// How long a reader waits for the end of a turn.
const PATIENCE: Duration = Duration::from_secs(1);
/// The interval between two checks for the end of a turn.
const PAUSE: Duration = Duration::from_millis(10);
/// The most bytes that are read of a file of turns or of a lock, far more than the lines of a holder have.
pub(crate) const MAX_TEXT_BYTES: u64 = 4 << 10;

/// The path of a store's file of turns.
pub(super) fn file(store: &Path) -> PathBuf {
    store.with_extension("turn")
}

/// The text of the file of turns or of a lock, up to a limit; `None` if it does not exist.
pub(super) fn text(path: &Path) -> io::Result<Option<String>> {
    open::read_text(path, MAX_TEXT_BYTES)
}

/// Fails during a turn. Returns the text of the file, which every turn changes; `None` if there never was a turn.
///
/// # Errors
/// [`StoreError::Locked`] with the writer; [`StoreError::Unclosed`] if it died.
pub(super) fn check_no_turn(path: &Path) -> Result<Option<String>, StoreError> {
    let Some(text) = text(path)? else { return Ok(None) };
    if !is_turn(&text) {
        return Ok(Some(text));
    }
    let holder = Holder::from_lines(&text);
    match holder.as_ref().map(Holder::life) {
        None | Some(Life::Dead) => Err(StoreError::Unclosed),
        Some(life) => Err(StoreError::Locked { path: path.to_owned(), holder, judged: life == Life::Alive }),
    }
}

/// As [`check_no_turn`], but waits a moment for the end of a turn; the turn of a small edit is short.
///
/// # Errors
/// As for [`check_no_turn`].
pub(super) fn wait_to_read(path: &Path) -> Result<Option<String>, StoreError> {
    let began = Instant::now();
    loop {
        match check_no_turn(path) {
            Err(StoreError::Locked { judged: true, .. }) if began.elapsed() < PATIENCE => thread::sleep(PAUSE),
            result => return result,
        }
    }
}

/// Marks the turn of a dead writer as ended. The caller holds the lock and has rolled back uncommitted changes.
///
/// # Errors
/// Errors of the file system.
pub(super) fn end_dead_turn(store: &Path) -> Result<(), StoreError> {
    let path = file(store);
    if !text(&path)?.is_some_and(|text| is_turn(&text)) {
        return Ok(());
    }
    let mut number = [0; 8];
    getrandom::fill(&mut number).map_err(|error| StoreError::Io(io::Error::other(error)))?;
    let draft = path.with_extension("turn.new");
    Ok(open::replace(&path, &draft, format!("turn={:x}\n", u64::from_le_bytes(number)).as_bytes())?)
}

fn is_turn(text: &str) -> bool {
    field(text, "readers") == Some("none")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn readers_are_refused_during_a_turn_and_of_a_dead_writer_the_store_must_be_recovered() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("index.redb");
        let path = file(&store);
        assert_eq!(check_no_turn(&path).unwrap(), None, "there never was a turn");
        let this_process = Holder::this_process();
        fs::write(&path, this_process.to_lines() + "readers=none\nturn=1\n").unwrap();
        let refused = check_no_turn(&path);
        assert!(
            matches!(refused, Err(StoreError::Locked { holder: Some(found), judged: true, .. }) if found == this_process)
        );
        for dead in [Holder { pid: 0x7fff_fff0, ..this_process }.to_lines(), String::new()] {
            fs::write(&path, dead + "readers=none\nturn=1\n").unwrap();
            assert!(matches!(check_no_turn(&path), Err(StoreError::Unclosed)));
            end_dead_turn(&store).unwrap();
            let ended = check_no_turn(&path).unwrap().unwrap();
            assert!(ended.starts_with("turn="), "{ended}");
            end_dead_turn(&store).unwrap();
            assert_eq!(text(&path).unwrap(), Some(ended), "there is nothing to settle");
        }
    }
}
