//! Reads through checked pages return the written rows, or fail.

use std::collections::BTreeMap;

use redb::backends::FileBackend;
use redb::{Builder, ConcurrencyMode, Database, ReadOnlyDatabase};

use super::*;
use crate::commit::Commit;
use crate::fault::{Fault, fault, guarded};
use crate::image::Image;
use crate::tables::{View, commit, prepare};

const PAGE_BYTES: usize = 4_096;

type Rows = BTreeMap<Vec<u8>, Vec<u8>>;

/// A deterministic generator of pseudorandom numbers.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// A random change of some rows, including rows longer than a page; `rows` becomes the content after it.
fn change(rows: &mut Rows, from: u64, chance: &mut Chance) -> Commit {
    let mut change = Commit { from, to: from + 1, ..Commit::default() };
    for _ in 0..40 {
        let key = format!("key {:05}", chance.below(3_000)).into_bytes();
        let length = if chance.below(30) == 0 { chance.below(30_000) } else { chance.below(300) };
        let value = (chance.below(4) > 0).then(|| (0..length).map(|_| chance.below(256) as u8).collect::<Vec<u8>>());
        match &value {
            Some(value) => rows.insert(key.clone(), value.clone()),
            None => rows.remove(&key),
        };
        change.rows.insert(key, value);
    }
    change
}

fn read(database: &impl redb::ReadableDatabase) -> Result<Rows, Fault> {
    guarded(|| Ok::<_, Fault>(View::of(database)?.range(&[], &[0xff; 2], u32::MAX)?.rows.into_iter().collect()))
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(64 << 10).set_concurrency_mode(ConcurrencyMode::MultiWriter);
    builder
}

/// The bytes of a store after this many commits, its rows, and its bytes before the last three commits.
fn store_after(n_changes: u64) -> (Vec<u8>, Rows, Vec<u8>) {
    crate::fault::silence_damage();
    let (image, mut rows, mut chance) = (Image::default(), Rows::new(), Chance(1));
    let database = Builder::new().create_with_backend(image.clone()).unwrap();
    prepare(&database).unwrap();
    let mut earlier = Vec::new();
    for from in 0..n_changes {
        earlier = if from + 3 == n_changes { image.bytes() } else { earlier };
        commit(&database, &change(&mut rows, from, &mut chance)).unwrap();
    }
    database.close().unwrap();
    (image.bytes(), rows, earlier)
}

/// All rows of a store with these bytes, read through checked pages.
fn read_checked(bytes: &[u8]) -> Result<Rows, Fault> {
    guarded(|| read(&Builder::new().open_read_only_with_backend(CheckedFile::over(Image::of(bytes))).map_err(fault)?))
}

/// redb without checks returns the content of exchanged pages, or skips it, without an error.
#[test]
fn what_is_read_of_a_damaged_file_is_what_was_written_or_refused() {
    let (undamaged, rows, earlier_bytes) = store_after(60);
    assert_eq!(read_checked(&undamaged).unwrap(), rows);
    let n_pages = undamaged.len() / PAGE_BYTES;
    let copy_page = |bytes: &mut [u8], from: &[u8], page: usize, to: usize| {
        bytes[to * PAGE_BYTES..(to + 1) * PAGE_BYTES]
            .copy_from_slice(&from[page * PAGE_BYTES..(page + 1) * PAGE_BYTES]);
    };
    let (mut chance, mut n_refused) = (Chance(2), 0);
    for round in 0..1_200 {
        let mut bytes = undamaged.clone();
        match round % 4 {
            0 => {
                let at = chance.below(bytes.len());
                bytes[at] ^= if at == 9 { 2 } else { 1 << chance.below(8) };
            }
            1 => {
                let (one_page, other_page) = (chance.below(n_pages), chance.below(n_pages));
                copy_page(&mut bytes, &undamaged, one_page, other_page);
                copy_page(&mut bytes, &undamaged, other_page, one_page);
            }
            2 => {
                let page = 1 + chance.below(earlier_bytes.len().min(undamaged.len()) / PAGE_BYTES - 1);
                copy_page(&mut bytes, &earlier_bytes, page, page);
            }
            _ => bytes[PAGE_BYTES * chance.below(n_pages)..][..PAGE_BYTES].fill(0),
        }
        match read_checked(&bytes) {
            Ok(found) => assert!(found == rows, "{round}: {} of {} rows", found.len(), rows.len()),
            Err(_) => n_refused += 1,
        }
    }
    assert!(n_refused > 300, "{n_refused}");
}

/// Every page below the head must be checked: a row is found only through pages that were each compared.
#[test]
fn no_page_of_the_rows_is_passed_unchecked() {
    let (undamaged, ..) = store_after(20);
    let checked = CheckedFile::over(Image::of(&undamaged));
    let mut head = [0; 320];
    checked.read(0, &mut head).unwrap();
    let mut n_read = 0;
    loop {
        let next_page =
            { checked.expected().pages.iter().nth(n_read).map(|(at, (child, _))| (*at, 1 << (child.number >> 59))) };
        let Some((at, n_pages)) = next_page else { break };
        let n_known_pages = checked.expected().pages.len();
        checked.read(at, &mut vec![0; n_pages * PAGE_BYTES]).unwrap();
        // A new child may have any offset, so all pages are read once more.
        n_read = if checked.expected().pages.len() > n_known_pages { 0 } else { n_read + 1 };
    }
    assert!(n_read > 30, "{n_read}");
}

/// Two writers and a reader open one file as separate processes would. Checksums that one of them read before another
/// wrote must no longer apply.
#[test]
fn undamaged_pages_are_never_refused_to_writers_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.redb");
    let file = || {
        let file = std::fs::File::options().read(true).write(true).create(true).truncate(false).open(&path).unwrap();
        CheckedFile::over(FileBackend::new(file).unwrap())
    };
    let writer = || -> Database { builder().create_with_backend(file()).unwrap() };
    let first_writer = writer();
    prepare(&first_writer).unwrap();
    let mut writers = [first_writer, writer()];
    let reader: ReadOnlyDatabase = builder().open_read_only_with_backend(file()).unwrap();
    let (mut rows, mut chance, mut from) = (Rows::new(), Chance(3), 0);
    for round in 0..60 {
        let at = chance.below(2);
        for _ in 0..1 + chance.below(3) {
            commit(&writers[at], &change(&mut rows, from, &mut chance)).unwrap();
            from += 1;
        }
        if chance.below(20) == 0 {
            writers[at] = writer();
        }
        assert!(read(&reader).unwrap() == rows, "{round}");
        assert!(read(&writers[chance.below(2)]).unwrap() == rows, "{round}");
    }
}
