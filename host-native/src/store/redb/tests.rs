//! Readers of a store that is being written.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::*;
use crate::store::holder::Holder;

fn change(from: u64) -> Commit {
    let mut change = Commit::from(from);
    assert!(change.add(from, from + 1, Vec::new(), [(vec![1], vec![0; 5_000])].into_iter()));
    change
}

fn new_store(folder: &tempfile::TempDir) -> (PathBuf, RedbStore) {
    let path = folder.path().join("index.redb");
    RedbStore::make(&path, None).unwrap();
    let writer = RedbStore::writing(&path, CheckScope::None, None).unwrap();
    (path, writer)
}

/// A regression: a reader that considered the store unchanged continued to answer from before the commit.
#[test]
fn a_commit_is_visible_to_readers_and_its_writer_as_soon_as_it_returns() {
    let folder = tempfile::tempdir().unwrap();
    let (path, writer) = new_store(&folder);
    let reader = RedbStore::reading(&path, None).unwrap();
    assert!(!reader.is_at(0), "nobody has looked yet");
    for at in 0..50 {
        assert_eq!(reader.snapshot().unwrap().generation(), at);
        assert_eq!(reader.is_at(at), cfg!(target_os = "linux"));
        writer.commit(&change(at)).unwrap();
        assert!(!reader.is_at(at) && !reader.is_at(at + 1), "{at}");
        assert!(!writer.is_at(at) && writer.is_at(at + 1), "{at}");
    }
    assert!(writer.commit(&change(7)).is_err());
    assert!(!writer.is_at(50), "after a commit that failed the store is looked at");
}

#[test]
fn a_reader_next_to_a_busy_writer_never_takes_an_old_state_for_the_current_one() {
    let folder = tempfile::tempdir().unwrap();
    let (path, writer) = new_store(&folder);
    let (committed, done) = (AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let writer = writer;
            for at in 0..150 {
                writer.commit(&change(at)).unwrap();
                committed.store(at + 1, Ordering::SeqCst);
            }
            done.store(true, Ordering::SeqCst);
        });
        let reader = RedbStore::reading(&path, None).unwrap();
        while !done.load(Ordering::SeqCst) {
            let generation = reader.snapshot().unwrap().generation();
            for _ in 0..20 {
                let committed_before = committed.load(Ordering::SeqCst);
                assert!(
                    !reader.is_at(generation) || generation >= committed_before,
                    "{committed_before} came after {generation}"
                );
            }
        }
    });
}

#[test]
fn next_to_a_writer_that_cannot_see_readers_only_loaded_data_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let (path, writer) = new_store(&folder);
    let reader = RedbStore::reading(&path, None).unwrap();
    reader.snapshot().unwrap();
    std::fs::write(turns::file(&path), Holder::this_process().to_lines() + "readers=none\n").unwrap();
    assert_eq!(reader.is_at(0), cfg!(target_os = "linux"), "nothing was committed, and nothing is read");
    writer.commit(&change(0)).unwrap();
    assert!(!reader.is_at(0) && !reader.is_at(1));
    assert!(matches!(reader.snapshot(), Err(StoreError::Locked { .. })));
}

/// A regression: overwritten pages may contain anything, and were taken for an answer or for damage.
#[test]
fn data_read_during_the_turn_of_a_writer_that_cannot_see_readers_is_detected() {
    let folder = tempfile::tempdir().unwrap();
    let (path, writer) = new_store(&folder);
    let reader = RedbStore::reading(&path, None).unwrap();
    let write_turn = |text: &str| std::fs::write(turns::file(&path), text).unwrap();
    for (earlier_turn, later_turn) in
        [(None, "turn=1\n"), (Some("turn=1\n"), "turn=2\n"), (Some("turn=2\n"), "readers=none\nturn=3\n")]
    {
        earlier_turn.iter().for_each(|earlier_turn| write_turn(earlier_turn));
        let at = reader.snapshot().unwrap().generation();
        assert!(reader.unchanged());
        writer.commit(&change(at)).unwrap();
        assert!(reader.unchanged(), "whoever writes without a turn sees readers");
        write_turn(later_turn);
        assert!(!reader.unchanged());
    }
}

/// A regression: the store was taken for that of a dead writer, and the caller was told that a live one holds it.
#[test]
fn a_store_that_cannot_be_opened_because_a_turn_began_is_opened_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.redb");
    let n_looks = Cell::new(0);
    let begin_turn = |turn: &'static str| {
        n_looks.set(n_looks.get() + 1);
        std::fs::write(turns::file(&path), turn).unwrap();
        Err(StoreError::Unclosed)
    };
    let opened =
        between_turns(&path, |_| if n_looks.get() < 3 { begin_turn(["1", "2", "3"][n_looks.get()]) } else { Ok(()) });
    assert!(opened.is_ok());
    n_looks.set(0);
    assert!(matches!(between_turns(&path, |_| begin_turn("3")), Err(StoreError::Unclosed)));
    assert_eq!(n_looks.get(), 1, "no turn began");
}

#[test]
fn a_file_that_replaces_the_store_is_another_store() {
    let folder = tempfile::tempdir().unwrap();
    let (path, writer) = new_store(&folder);
    Box::new(writer).close().unwrap();
    let copy = folder.path().join("copy.redb");
    std::fs::copy(&path, &copy).unwrap();
    let reader = RedbStore::reading(&path, None).unwrap();
    reader.snapshot().unwrap();
    assert_eq!(reader.is_at(0), cfg!(target_os = "linux"));
    std::fs::rename(&copy, &path).unwrap();
    assert!(!reader.is_at(0), "though every byte of it is the same");
}
