//! Verifies damaged copies of small stores: all damage is found, unless it changes nothing.

use std::collections::BTreeMap;

use redb::Database;

use super::*;
use crate::commit::Commit;
use crate::image::Image;
use crate::page::Row;
use crate::remains::{DamagedFileRows, ReadCounts, open_damaged};
use crate::tables::{META, commit, prepare};

const PAGE_BYTES: usize = 4_096;

/// A deterministic generator of pseudorandom numbers.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// The bytes and the rows of a store in which `n_rows` rows were put and a tenth of them deleted. If `is_closed` is
/// false, the bytes are those after a crash.
fn store_after(n_rows: usize, is_closed: bool) -> (Vec<u8>, BTreeMap<Vec<u8>, Vec<u8>>) {
    crate::fault::silence_damage();
    let image = Image::default();
    let database = Database::builder().create_with_backend(image.clone()).unwrap();
    prepare(&database).unwrap();
    let mut rows = BTreeMap::new();
    for first_row in (0..n_rows).step_by(20) {
        let mut change = Commit::from(first_row as u64 / 20);
        change.to = change.from + 1;
        for at in first_row..first_row + 20 {
            let (key, value) = (format!("key {:06}", at * 37 % n_rows).into_bytes(), format!("{at} ").repeat(at % 90));
            rows.insert(key.clone(), value.clone().into_bytes());
            change.rows.insert(key, Some(value.into_bytes()));
            if at % 10 == 9 {
                let deleted_key = format!("key {:06}", (at - 9) * 37 % n_rows).into_bytes();
                rows.remove(&deleted_key);
                change.rows.insert(deleted_key, None);
            }
        }
        commit(&database, &change).unwrap();
    }
    let bytes = image.bytes();
    database.close().unwrap();
    (if is_closed { image.bytes() } else { bytes }, rows)
}

/// The rows that a reader without checks sees.
fn read_unchecked(bytes: &[u8]) -> Result<BTreeMap<Vec<u8>, Vec<u8>>, Fault> {
    guarded(|| {
        let database = open_damaged(Image::of(bytes))?;
        Ok(View::of(&database)?.range(&[], &[0xff; 2], u32::MAX)?.rows.into_iter().collect())
    })
}

/// All rows that can be salvaged, and the counts after reading; `None` if the file cannot be opened.
fn salvaged(bytes: &[u8]) -> Option<(Vec<Row>, ReadCounts)> {
    let mut rows = Vec::new();
    let remains = DamagedFileRows::of(|| Ok::<_, Fault>(Image::of(bytes))).ok()?;
    let counts = remains.each(|batch| {
        rows.extend(batch);
        Ok::<(), ()>(())
    });
    Some((rows, counts.unwrap()))
}

/// The number of damaged files in which damage is found, and of rows that remain in them; no damage may be missed.
fn verify_all(all_rows: &BTreeMap<Vec<u8>, Vec<u8>>, damaged_files: impl Iterator<Item = Vec<u8>>) -> (usize, usize) {
    let (mut n_found, mut n_remaining) = (0, 0);
    for bytes in damaged_files {
        match verify(Image::of(&bytes)) {
            Ok(()) => {
                assert_eq!(read_unchecked(&bytes).unwrap(), *all_rows, "a store that is not the same counts as whole");
            }
            Err(Fault::Damaged(_)) => {
                n_found += 1;
                let (rows, _) = salvaged(&bytes).unwrap_or_default();
                assert!(rows.len() <= 4 * all_rows.len(), "{} rows of {}", rows.len(), all_rows.len());
                let remaining: BTreeMap<Vec<u8>, Vec<u8>> = rows.into_iter().collect();
                n_remaining += remaining.iter().filter(|(key, value)| all_rows.get(*key) == Some(value)).count();
            }
            Err(other) => panic!("{other}"),
        }
    }
    (n_found, n_remaining)
}

/// Without verification, one flipped bit may hide a page of rows from every reader, without an error.
#[test]
fn a_flipped_bit_is_found_or_changes_nothing_and_most_rows_remain() {
    let (bytes, all_rows) = store_after(600, true);
    let mut chance = Chance(1);
    // The flag that says which of the last two commits counts is under no checksum, and a crash leaves it either way.
    let flipped_files = (0..600).map(|_| {
        let mut flipped = bytes.clone();
        let at = chance.below(bytes.len());
        flipped[at] ^= if at == 9 { 2 } else { 1 << chance.below(8) };
        flipped
    });
    let (n_found, n_remaining) = verify_all(&all_rows, flipped_files);
    assert!(n_found > 50, "{n_found}");
    assert!(n_remaining > n_found * all_rows.len() * 8 / 10, "{n_remaining} rows after {n_found}");
}

/// Without verification, two exchanged pages may give a third of the rows, all rows in an old state, or endless rows.
#[test]
fn exchanged_pages_are_found_or_change_nothing() {
    let (bytes, all_rows) = store_after(600, true);
    let n_pages = bytes.len() / PAGE_BYTES;
    let mut chance = Chance(2);
    let swapped_files = (0..600).map(|_| {
        let (one_page, other_page) = (chance.below(n_pages), chance.below(n_pages));
        let mut swapped = bytes.clone();
        swapped[one_page * PAGE_BYTES..(one_page + 1) * PAGE_BYTES]
            .copy_from_slice(&bytes[other_page * PAGE_BYTES..(other_page + 1) * PAGE_BYTES]);
        swapped[other_page * PAGE_BYTES..(other_page + 1) * PAGE_BYTES]
            .copy_from_slice(&bytes[one_page * PAGE_BYTES..(one_page + 1) * PAGE_BYTES]);
        swapped
    });
    let (n_found, n_remaining) = verify_all(&all_rows, swapped_files);
    assert!(n_found > 50 && n_remaining > n_found * all_rows.len() / 2, "{n_remaining} rows after {n_found}");
}

#[test]
fn a_file_that_was_cut_is_found_and_what_lies_before_the_cut_remains() {
    let (bytes, all_rows) = store_after(600, true);
    let mut chance = Chance(3);
    let cut_files = (0..100).map(|_| bytes[..chance.below(bytes.len())].to_vec()).chain([Vec::new()]);
    let (n_found, n_remaining) = verify_all(&all_rows, cut_files);
    assert_eq!(n_found, 101);
    assert!(n_remaining > 10 * all_rows.len(), "{n_remaining}");
}

#[test]
fn a_crash_is_no_damage_and_no_byte_is_written() {
    for is_closed in [true, false] {
        let (bytes, all_rows) = store_after(200, is_closed);
        let image = Image::of(&bytes);
        verify(image.clone()).unwrap();
        assert_eq!(image.bytes(), bytes);
        assert_eq!(read_unchecked(&bytes).unwrap(), all_rows);
    }
}

/// A reader must not take the commit before the last one for the last.
#[test]
fn a_head_that_hides_the_last_commit_is_found() {
    let (mut bytes, all_rows) = store_after(200, true);
    bytes[9] ^= 8;
    assert!(matches!(verify(Image::of(&bytes)), Err(Fault::Damaged(_))));
    let found: BTreeMap<Vec<u8>, Vec<u8>> = salvaged(&bytes).unwrap().0.into_iter().collect();
    assert_eq!(found, all_rows);
}

/// Rows behind an invalid page must not be left out.
#[test]
fn only_the_rows_of_a_page_that_cannot_be_read_are_missing() {
    let (bytes, all_rows) = store_after(600, true);
    let mut n_short = 0;
    for page in 1..bytes.len() / PAGE_BYTES {
        let mut damaged = bytes.clone();
        damaged[page * PAGE_BYTES..(page + 1) * PAGE_BYTES].fill(0x5a);
        let Some((rows, counts)) = salvaged(&damaged) else { continue };
        let n_rows = rows.into_iter().collect::<BTreeMap<_, _>>().len();
        if n_rows < all_rows.len() && n_rows > 0 {
            n_short += 1;
            assert_eq!(counts.n_unread, Some((all_rows.len() - n_rows) as u64), "page {page}");
        }
    }
    assert!(n_short > 5, "{n_short}");
}

/// A store with this format number.
fn of_format(format: u64) -> Image {
    let image = Image::of(&store_after(600, true).0);
    let database = Database::builder().create_with_backend(image.clone()).unwrap();
    let transaction = database.begin_write().unwrap();
    transaction.open_table(META).unwrap().insert("format", &format.to_le_bytes()[..]).unwrap();
    transaction.commit().unwrap();
    database.close().unwrap();
    image
}

/// Values of an older layout, which are never compressed, must not be decompressed.
#[test]
fn a_damaged_store_of_another_layout_is_refused_and_a_flipped_number_of_this_one_is_not() {
    for format in [1, 2 ^ 7, 9, 300] {
        let found = DamagedFileRows::of(|| Ok::<_, Fault>(of_format(format)));
        assert!(matches!(found, Err(Fault::Format { found, known: 2 }) if found == format), "{format}");
    }
    for format in [2, 2 ^ 1, 2 ^ 2, 2 ^ (1 << 40)] {
        let found = DamagedFileRows::of(|| Ok::<_, Fault>(of_format(format)));
        let mut n_rows = 0;
        let counts = found.unwrap().each(|rows| {
            n_rows += rows.len();
            Ok::<(), ()>(())
        });
        assert!(counts.unwrap().n_rows > 100 && n_rows > 100, "{format}");
    }
}

#[test]
fn a_reader_of_exchanged_pages_never_goes_back() {
    let (bytes, _) = store_after(600, true);
    let n_pages = bytes.len() / PAGE_BYTES;
    let mut chance = Chance(4);
    let mut n_refused = 0;
    for _ in 0..600 {
        let (one_page, other_page) = (1 + chance.below(n_pages - 1), 1 + chance.below(n_pages - 1));
        let mut swapped = bytes.clone();
        swapped.copy_within(other_page * PAGE_BYTES..(other_page + 1) * PAGE_BYTES, one_page * PAGE_BYTES);
        let Ok(database) = guarded(|| open_damaged(Image::of(&swapped))) else { continue };
        let Ok(view) = guarded(|| View::of(&database)) else { continue };
        let (mut start, mut n_reads) = (Vec::new(), 0);
        loop {
            match view.range(&start, &[0xff; 2], 2_000) {
                Ok(page) if page.rows.is_empty() => break,
                Ok(page) => {
                    let last_key = page.rows.last().unwrap().0.clone();
                    assert!(page.rows.is_sorted_by(|one, next| one.0 < next.0) && last_key >= start);
                    start = [last_key.as_slice(), &[0]].concat();
                }
                Err(_) => {
                    n_refused += 1;
                    break;
                }
            }
            n_reads += 1;
            assert!(n_reads < 1_000, "it never ends");
        }
    }
    assert!(n_refused > 10, "{n_refused}");
}
