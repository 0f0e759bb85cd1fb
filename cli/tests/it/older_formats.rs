//! A memory that an older release wrote: its file is copied before the first change in a newer format.

use std::fs;
use std::path::{Path, PathBuf};

use redb::Database;
use scrubjay::records::{Place, Records, Settings};
use scrubjay::wit::records::{Fate, NotesQuestion};
use scrubjay_store::{Commit, Row, View, commit, prepare};
use serde_json::Value;

use crate::common;
use crate::common::{Project, stdout};

/// Rows of the first format, as its release wrote them.
const ROWS: &str = include_str!("../../../core/formats/records-1.rows");

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()).collect()
}

fn older_rows() -> Vec<Row> {
    let row = |line: &str| line.split_once(' ').map(|(key, value)| (bytes(key), bytes(value))).unwrap();
    ROWS.lines().map(row).collect()
}

/// Writes a memory's file in the first format.
fn write_older(path: &Path) {
    let database = Database::create(path).unwrap();
    prepare(&database).unwrap();
    let mut change = Commit::from(0);
    assert!(change.add(0, 3, [], older_rows()));
    commit(&database, &change).unwrap();
    database.close().unwrap();
}

fn rows_of(path: &Path) -> Vec<Row> {
    View::of(&Database::open(path).unwrap()).unwrap().range(&[], &[0xff; 2], u32::MAX).unwrap().rows
}

fn open(path: &Path) -> Records {
    Records::open(Place::File(path.to_owned()), Settings::default()).unwrap()
}

/// The copies beside a memory's file.
fn copies(path: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|found| found != path && found.extension().is_some_and(|ending| ending == "redb")).collect()
}

/// Erasing makes a copy too, before its first write in the newer format, and removes it.
#[test]
fn erasing_takes_the_older_state_along() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.redb");
    write_older(&path);
    let mut records = open(&path);
    let note = records.notes(&NotesQuestion::default()).unwrap().notes.remove(0);
    let holds =
        |path: &Path| fs::read(path).unwrap().windows(note.text.len()).any(|found| found == note.text.as_bytes());
    assert!(holds(&path), "{}", note.text);
    let erasure = records.erase(std::slice::from_ref(&note.id)).unwrap();
    assert_eq!(
        (erasure.receipts[0].fate, erasure.removed),
        (Fate::Forgotten, vec![folder.path().join("memory.before-3.redb")])
    );
    assert_eq!((copies(&path), holds(&path)), (Vec::new(), false));
    assert_eq!(open(&path).totals().unwrap().n_notes, 2);
}

#[test]
fn a_memory_of_an_older_format_is_kept_as_it_was_before_the_first_newer_write_and_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.redb");
    write_older(&path);
    let mut records = open(&path);
    assert_eq!(records.totals().unwrap().n_notes, 3);
    assert!(copies(&path).is_empty(), "who only reads keeps nothing");
    records.record(&[Records::note("a newer one").unwrap()]).unwrap();
    let copy = folder.path().join("memory.before-3.redb");
    assert_eq!((copies(&path), records.on_disk().unwrap().kept), (vec![copy.clone()], vec![copy.clone()]));
    assert_eq!(rows_of(&copy), older_rows());
    let copy_bytes = fs::read(&copy).unwrap();
    records.record(&[Records::note("and another").unwrap()]).unwrap();
    open(&path).record(&[Records::note("of another process").unwrap()]).unwrap();
    assert_eq!((copies(&path), fs::read(&copy).unwrap() == copy_bytes), (vec![copy.clone()], true));
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&copy).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
    // The copy is a memory like any other, and restoring it puts the older state back.
    records.restore(&copy).unwrap();
    let totals = records.totals().unwrap();
    assert_eq!((totals.n_notes, totals.stored_format), (3, 1));
}

#[test]
fn forgetting_and_upkeep_keep_the_older_state_too() {
    for change in [upkeep, forget_one] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memory.redb");
        write_older(&path);
        change(&mut open(&path));
        assert_eq!(rows_of(&folder.path().join("memory.before-3.redb")), older_rows());
    }
}

fn upkeep(records: &mut Records) {
    assert_eq!(records.upkeep(100).unwrap().n_rewritten, 3);
    assert!(records.upkeep(100).unwrap().is_done);
}

fn forget_one(records: &mut Records) {
    records.forget(&["018bcfe5-6800-7525-b9df-ffbca3937010".to_owned()]).unwrap();
}

#[test]
fn what_lies_in_the_place_of_the_copy_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.redb");
    write_older(&path);
    let copy = folder.path().join("memory.before-3.redb");
    fs::write(&copy, "somebody else's").unwrap();
    open(&path).record(&[Records::note("a newer one").unwrap()]).unwrap();
    assert_eq!(fs::read_to_string(&copy).unwrap(), "somebody else's");
}

#[test]
fn a_memory_that_begins_in_the_newest_format_has_no_copy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.redb");
    let mut records = open(&path);
    records.record(&[Records::note("a").unwrap()]).unwrap();
    records.record(&[Records::note("b").unwrap()]).unwrap();
    open(&path).upkeep(100).unwrap();
    assert_eq!(copies(&path), [] as [PathBuf; 0]);
}

#[test]
fn status_and_doctor_name_the_copy_and_delete_takes_it_along() {
    let project = Project::new(&[("a.py", "def f():\n    pass\n")]);
    let home = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        common::program(project.path()).env("SCRUBJAY_HOME", home.path()).args(arguments).output().unwrap()
    };
    assert_eq!(run(&["index"]).status.code(), Some(0));
    run(&["remember", "makes the folder"]);
    let status = || -> Value { serde_json::from_str(&stdout(&run(&["--json", "memory", "status"]))).unwrap() };
    let path = PathBuf::from(status()["path"].as_str().unwrap());
    fs::remove_file(&path).unwrap();
    write_older(&path);
    assert_eq!(status()["kept"], serde_json::json!([]));
    run(&["remember", "a newer one"]);
    let copy = path.with_extension("before-3.redb");
    assert_eq!(status()["kept"], serde_json::json!([copy]));
    let name = copy.display().to_string();
    for told in [run(&["memory", "status"]), run(&["doctor"])] {
        assert!(stdout(&told).contains(&name), "{}", stdout(&told));
        assert_eq!(told.status.code(), Some(0));
    }
    let id = path.parent().unwrap().file_name().unwrap().to_str().unwrap();
    assert_eq!(run(&["memory", "delete", id, "--yes"]).status.code(), Some(0));
    assert!(!copy.exists());
}
