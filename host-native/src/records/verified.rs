//! The result of the last verification of a long memory: a small file beside it, so that a list of memories need not
//! read them all.
//!
//! It is ignored once the file has changed, and nothing else relies on it. Not here: verifying (`damage`).

use std::path::Path;
use std::time::UNIX_EPOCH;

use super::known::{FileIdentity, FileStamp, state};
use super::place::Files;
use crate::open;

/// The most bytes read of the note.
const MAX_BYTES: u64 = 4 << 10;
const WHOLE: &str = "whole";
const DAMAGED: &str = "damaged";

/// Stores the result of a verification, ignoring errors.
pub(super) fn note(files: &Files, found_state: (FileIdentity, FileStamp), damage: Option<&str>) {
    let result = if damage.is_some() { DAMAGED } else { WHOLE };
    let _ =
        open::replace_unsynced(&note_path(&files.store), format!("{} {result}\n", in_words(found_state)).as_bytes());
}

/// Whether the last verification found damage; `None` if the file was written since, or was never verified.
pub(super) fn last_result(store: &Path) -> Option<bool> {
    let state_now = state(store).ok()??;
    let text = open::read_text(&note_path(store), MAX_BYTES).ok()??;
    match text.trim_end().rsplit_once(' ')? {
        (state_in_words, result) if state_in_words == in_words(state_now) => Some(result != WHOLE),
        _ => None,
    }
}

/// The path of the stored result.
fn note_path(store: &Path) -> std::path::PathBuf {
    store.with_extension("verified")
}

fn in_words(((device, number), (n_bytes, written)): (FileIdentity, FileStamp)) -> String {
    let written = written.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map_or(0, |since| since.as_nanos());
    format!("{device} {number} {n_bytes} {written}")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn what_was_found_holds_until_the_file_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let store: PathBuf = folder.path().join("memory.redb");
        fs::write(&store, "something").unwrap();
        let files = Files::of(&store);
        assert_eq!(last_result(&store), None);
        for damage in [None, Some("a page")] {
            note(&files, state(&store).unwrap().unwrap(), damage);
            assert_eq!(last_result(&store), Some(damage.is_some()));
        }
        fs::write(&store, "something else").unwrap();
        assert_eq!(last_result(&store), None);
        fs::write(note_path(&store), "\u{1}").unwrap();
        assert_eq!(last_result(&store), None);
    }
}
