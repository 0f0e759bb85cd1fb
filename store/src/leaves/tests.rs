//! Scans for leaves as redb writes them, undamaged and damaged, and for pages that are not leaves.

use redb::Database;

use super::*;
use crate::commit::Commit;
use crate::image::Image;
use crate::tables::{commit, prepare};

/// A very long file of zeros that needs no disk space.
#[derive(Debug)]
struct Zeros;

impl StorageBackend for Zeros {
    fn len(&self) -> std::io::Result<u64> {
        Ok(64 << 30)
    }

    fn read(&self, _: u64, out: &mut [u8]) -> std::io::Result<()> {
        out.fill(0);
        Ok(())
    }

    fn set_len(&self, _: u64) -> std::io::Result<()> {
        Err(std::io::ErrorKind::ReadOnlyFilesystem.into())
    }

    fn sync_data(&self) -> std::io::Result<()> {
        Ok(())
    }

    fn write(&self, _: u64, _: &[u8]) -> std::io::Result<()> {
        Err(std::io::ErrorKind::ReadOnlyFilesystem.into())
    }
}

/// All rows of all leaves of a file, sorted.
fn rows_of(bytes: &[u8]) -> Vec<Row> {
    let (mut leaves, mut rows) = (Leaves::of(Image::of(bytes)).unwrap(), Vec::new());
    loop {
        match leaves.next_rows().unwrap() {
            none if none.is_empty() => break,
            some => rows.extend(some),
        }
    }
    rows.sort();
    rows
}

fn row(at: u32, n_bytes: usize) -> Row {
    (at.to_be_bytes().to_vec(), format!("{at} ").repeat(n_bytes).into_bytes())
}

/// A leaf of these rows, in redb's layout.
fn leaf(rows: &[Row]) -> Vec<u8> {
    let stored_values: Vec<Vec<u8>> = rows.iter().map(|(_, value)| [&[0], value.as_slice()].concat()).collect();
    let keys: Vec<&[u8]> = rows.iter().map(|(key, _)| key.as_slice()).collect();
    let parts: Vec<&[u8]> = keys.into_iter().chain(stored_values.iter().map(Vec::as_slice)).collect();
    let mut bytes = vec![1, 0];
    bytes.extend((rows.len() as u16).to_le_bytes());
    let mut end = LEAF_HEAD_BYTES + 8 * rows.len();
    for part in &parts {
        end += part.len();
        bytes.extend((end as u32).to_le_bytes());
    }
    bytes.extend(parts.concat());
    bytes.resize(bytes.len().next_multiple_of(PAGE_BYTES as usize), 0);
    bytes
}

/// Fails with a release of redb that has another layout of leaves.
#[test]
fn every_row_that_redb_writes_is_found() {
    let file = Image::default();
    let database = Database::builder().create_with_backend(file.clone()).unwrap();
    prepare(&database).unwrap();
    let rows: Vec<Row> = (0..300).map(|at| row(at, if at % 50 == 7 { 20_000 } else { at as usize % 30 })).collect();
    let put_rows = |from, rows: &[Row]| {
        let rows = rows.iter().map(|(key, value)| (key.clone(), Some(value.clone()))).collect();
        commit(&database, &Commit { from, to: from + 1, rows, ..Commit::default() }).unwrap();
    };
    put_rows(0, &rows);
    put_rows(1, &[(rows[3].0.clone(), b"anew".to_vec())]);
    drop(database);
    let found = rows_of(&file.bytes());
    let current_rows =
        rows.iter().map(|row| if row.0 == rows[3].0 { (row.0.clone(), b"anew".to_vec()) } else { row.clone() });
    for row in current_rows {
        assert!(found.contains(&row), "{:?}", row.0);
    }
}

#[test]
fn a_flipped_bit_of_a_leaf_takes_two_rows_at_most() {
    let rows: Vec<Row> = (0..60).map(|at| row(at, 4)).collect();
    let undamaged = leaf(&rows);
    assert_eq!(rows_of(&undamaged), rows);
    for at in 0..undamaged.len() {
        for bit in 0..8 {
            let mut bytes = undamaged.clone();
            bytes[at] ^= 1 << bit;
            let found = rows_of(&bytes);
            let n_lost = rows.iter().filter(|row| !found.contains(row)).count();
            assert!(n_lost <= 2, "byte {at} bit {bit}: {n_lost} of 60 are lost");
        }
    }
}

#[test]
fn a_scan_of_pages_that_are_no_leaves_ends_at_a_limit() {
    // Each page states a leaf of 16 MiB, for which the file is too short.
    let mut page = vec![0; PAGE_BYTES as usize];
    page[0] = LEAF_KIND;
    page[2] = 1;
    page[LEAF_HEAD_BYTES + 4..LEAF_HEAD_BYTES + 8].copy_from_slice(&(MAX_LEAF_BYTES as u32).to_le_bytes());
    let bytes = page.repeat(3_000);
    let mut leaves = Leaves::of(Image::of(&bytes)).unwrap();
    while !leaves.next_rows().unwrap().is_empty() {}
    assert!(!leaves.is_all(), "it is said that not all was read");
    // A file of 64 GiB, of which nothing was ever written.
    let mut leaves = Leaves::of(Zeros).unwrap();
    assert!(leaves.next_rows().unwrap().is_empty() && !leaves.is_all());
    for bytes in [vec![], vec![1], vec![0xff; 10_000], vec![1; 10_000]] {
        rows_of(&bytes);
    }
}
