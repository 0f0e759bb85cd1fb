//! An export has the records of one file, whatever replaces the file meanwhile. No trailer confirms a mixture of two
//! files.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use scrubjay::Error;
use scrubjay::records::{FileState, Place, Records, Settings};
use scrubjay::wit::records::{Event, NotesQuestion};
use serde_json::Value;
use tempfile::TempDir;

const PAGE: usize = 4_096;
/// The number of notes in a memory, whose export takes several slices.
const N_NOTES: usize = 1_500;
const N_LETTERS: usize = 4_000;

fn open(path: &Path) -> Records {
    Records::open(Place::File(path.to_owned()), Settings::default()).unwrap()
}

/// A memory in the file `name`, each of whose notes begins with `name`. The file is too long to be verified at each
/// opening.
fn memory(folder: &TempDir, name: &str) -> PathBuf {
    let path = folder.path().join(name);
    let mut random = name.len() as u64;
    let mut letters = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b' ' + ((random >> 33) % 94) as u8)
    };
    let mut records = open(&path);
    for first in (0..N_NOTES).step_by(500) {
        let note = |at: usize, text: String| Event {
            event_id: format!("{name}{at}"),
            time: at as i64,
            ..Records::note(format!("{name} {at} {text}")).unwrap()
        };
        let notes: Vec<Event> =
            (first..first + 500).map(|at| note(at, (0..N_LETTERS).map(|_| letters()).collect())).collect();
        records.record(&notes).unwrap();
    }
    path
}

/// The text and the result of an export; `do_meanwhile` runs after the first slice.
fn exported(records: &mut Records, do_meanwhile: impl FnOnce()) -> (String, Result<u64, Error>) {
    let (mut text, mut do_meanwhile) = (String::new(), Some(do_meanwhile));
    let result = records.export(&mut |lines| {
        text.push_str(lines);
        if let Some(do_meanwhile) = do_meanwhile.take() {
            do_meanwhile();
        }
        Ok::<(), io::Error>(())
    });
    (text, result)
}

fn trailer(text: &str) -> Value {
    text.lines().last().and_then(|line| serde_json::from_str::<Value>(line).ok()).unwrap_or_default()["trailer"].clone()
}

#[test]
fn an_export_of_a_file_that_is_replaced_meanwhile_is_of_the_one_that_was_verified() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (memory(&folder, "one.redb"), memory(&folder, "another.redb"));
    let (text, result) = exported(&mut open(&one), || fs::rename(&other, &one).unwrap());
    assert_eq!(result.unwrap(), 0);
    let ids: BTreeSet<&str> = text.lines().collect();
    assert_eq!(ids.len(), N_NOTES + 1);
    assert!(text.lines().take(N_NOTES).all(|line| line.contains("\"text\":\"one.redb ")));
    assert_eq!(trailer(&text)["n_lines"], N_NOTES);
    assert!(trailer(&text)["hash"].is_string());
}

#[test]
fn nothing_vouches_for_an_export_of_a_file_that_is_written_over_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (memory(&folder, "one.redb"), memory(&folder, "another.redb"));
    let bytes = fs::read(&other).unwrap();
    let (text, result) = exported(&mut open(&one), || fs::write(&one, &bytes).unwrap());
    assert!(result.is_err(), "{} {:?}", trailer(&text), result);
    assert!(trailer(&text).is_null());
}

#[test]
fn an_export_of_a_file_that_is_damaged_meanwhile_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let one = memory(&folder, "one.redb");
    let intact_bytes = fs::read(&one).unwrap();
    // One byte of each page is changed. Only the second half of these pages goes into the file.
    let spoilt: Vec<u8> =
        intact_bytes.iter().enumerate().map(|(at, byte)| if at % PAGE == 100 { !byte } else { *byte }).collect();
    let mut records = open(&one);
    let (text, result) = exported(&mut records, || {
        let mut first_half = intact_bytes[..intact_bytes.len() / 2].to_vec();
        first_half.extend(&spoilt[intact_bytes.len() / 2..]);
        fs::write(&one, first_half).unwrap();
    });
    assert!(trailer(&text).is_null(), "{} {result:?}", trailer(&text));
    assert!(records.damage().is_some());
}

/// Once a question opened the file for writing, which mixed damaged pages with those of a new commit.
#[test]
fn a_question_leaves_a_damaged_file_of_a_dead_writer_as_it_is() {
    const FLAGS: usize = 9;
    const IS_OPEN: u8 = 2;
    let folder = tempfile::tempdir().unwrap();
    let one = memory(&folder, "one.redb");
    let mut bytes = fs::read(&one).unwrap();
    bytes[FLAGS] |= IS_OPEN;
    let middle = bytes.len() / 2;
    bytes[middle..middle + 64 * PAGE].fill(7);
    fs::write(&one, &bytes).unwrap();
    let mut records = open(&one);
    records.notes(&NotesQuestion { limit: 20, ..NotesQuestion::default() }).unwrap();
    assert!(records.damage().is_some());
    drop(records);
    assert_eq!(fs::read(&one).unwrap(), bytes);
}

/// Once a list of memories read none of the long ones, and showed none of them as damaged.
#[test]
fn what_was_found_of_a_long_memory_is_known_until_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let one = memory(&folder, "one.redb");
    assert_eq!(open(&one).file_state().unwrap(), FileState::Unverified);
    assert_eq!(open(&one).verify().unwrap(), None);
    assert_eq!(open(&one).file_state().unwrap(), FileState::Whole);
    let mut bytes = fs::read(&one).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 64 * PAGE].fill(7);
    fs::write(&one, &bytes).unwrap();
    assert_eq!(open(&one).file_state().unwrap(), FileState::Unverified);
    assert!(open(&one).verify().unwrap().is_some());
    assert_eq!(open(&one).file_state().unwrap(), FileState::Damaged);
    assert_eq!(fs::read(&one).unwrap(), bytes);
}
