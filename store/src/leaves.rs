//! Scans a damaged file for pages that look like leaves of a tree, whether or not anything leads to them, and returns
//! their rows.
//!
//! A commit writes new pages and frees the ones that they replace. Freed pages keep their bytes until they are reused:
//! so rows that nothing leads to can be found, and also some that are older than the last commit.
//!
//! The layout of a leaf in redb 4 (`tree_store`): kind (1 byte), unused (1), number of rows (2); the end of each key
//! and then of each value (4 each); all keys, all values. Nothing is trusted: a row is returned wherever its ends are
//! possible, and reads are bounded by the length of the file. Not here: which rows are valid, and of which table they
//! are.

use redb::StorageBackend;

use crate::fault::Fault;
use crate::page::Row;
use crate::value::decode_value;

/// Length of a page in bytes; leaves begin at multiples of it.
const PAGE_BYTES: u64 = 4_096;
/// Value of the kind byte of a leaf.
const LEAF_KIND: u8 = 1;
/// Number of bytes before the ends of the keys.
const LEAF_HEAD_BYTES: usize = 4;
/// Greatest length in bytes of a leaf, which is longer than a page only with a long row.
const MAX_LEAF_BYTES: usize = 16 << 20;
/// Number of impossible rows in a leaf above which no more of its rows are read.
const MAX_IMPOSSIBLE: usize = 8;
/// Limit of the bytes read, as a multiple of the file's length; [`MAX_LEAF_BYTES`] are added to it. Pages within a long
/// leaf may look like leaves of their own, and are read again.
const MAX_READ_FACTOR: u64 = 8;
/// Number of consecutive zero pages (256 MiB) after which the scan ends: a sparse file may be longer than any disk.
const MAX_BLANK_PAGES: u64 = 1 << 16;
/// Number of bytes, and number of rows, at which a batch is full.
const BATCH_BYTES: usize = 2 << 20;
const BATCH_ROWS: usize = 50_000;

/// A scan of a damaged file for leaves.
pub struct Leaves<B> {
    file: B,
    n_bytes: u64,
    /// Offset at which the next leaf may begin.
    offset: u64,
    /// Number of bytes that may still be read.
    bytes_left: u64,
    /// The number of zero pages right before `offset`.
    n_blank: u64,
}

impl<B: StorageBackend> Leaves<B> {
    /// Begins the scan of a file that nobody writes meanwhile; the file is only read.
    ///
    /// # Errors
    /// [`Fault::Io`].
    pub fn of(file: B) -> Result<Leaves<B>, Fault> {
        let n_bytes = file.len()?;
        let max_read_bytes = n_bytes.saturating_mul(MAX_READ_FACTOR).saturating_add(MAX_LEAF_BYTES as u64);
        Ok(Leaves { file, n_bytes, offset: 0, bytes_left: max_read_bytes, n_blank: 0 })
    }

    /// Whether the whole file was scanned; false if the scan ended at a limit.
    pub fn is_all(&self) -> bool {
        self.offset >= self.n_bytes
    }

    /// The next batch of rows; empty at the end. Rows may be repeated.
    ///
    /// # Errors
    ///
    /// [`Fault::Io`].
    pub fn next_rows(&mut self) -> Result<Vec<Row>, Fault> {
        let (mut rows, mut n_bytes) = (Vec::new(), 0);
        while n_bytes < BATCH_BYTES && rows.len() < BATCH_ROWS && !self.is_finished() {
            let leaf = self.leaf()?;
            self.n_blank = if leaf.iter().all(|byte| *byte == 0) { self.n_blank + 1 } else { 0 };
            each_row(&leaf, |key, stored| {
                let row = (key.to_vec(), decode_value(stored).into_owned());
                n_bytes += row.0.len() + row.1.len();
                rows.push(row);
            });
            self.offset += PAGE_BYTES;
        }
        Ok(rows)
    }

    fn is_finished(&self) -> bool {
        self.is_all() || self.bytes_left == 0 || self.n_blank > MAX_BLANK_PAGES
    }

    /// The page at `offset`, or all bytes of the leaf that may begin there, if it states at most [`MAX_LEAF_BYTES`].
    fn leaf(&mut self) -> Result<Vec<u8>, Fault> {
        let mut leaf = self.read(PAGE_BYTES as usize)?;
        // A page of another kind may be a damaged leaf, but no long leaf is read for it.
        if let Some(n_rows) = number_of_rows(&leaf).filter(|_| leaf[0] == LEAF_KIND) {
            // Reads as far as the ends, and then as far as they state.
            self.lengthen(&mut leaf, LEAF_HEAD_BYTES + 8 * n_rows)?;
            let n_stated = row_end(&leaf, 2 * n_rows - 1).unwrap_or(0);
            self.lengthen(&mut leaf, n_stated)?;
        }
        Ok(leaf)
    }

    fn lengthen(&mut self, leaf: &mut Vec<u8>, n_bytes: usize) -> Result<(), Fault> {
        if n_bytes > leaf.len() && n_bytes <= MAX_LEAF_BYTES {
            *leaf = self.read(n_bytes)?;
        }
        Ok(())
    }

    fn read(&mut self, n_bytes: usize) -> Result<Vec<u8>, Fault> {
        let n_bytes = (n_bytes as u64).min(self.n_bytes - self.offset);
        self.bytes_left = self.bytes_left.saturating_sub(n_bytes);
        let mut bytes = vec![0; n_bytes as usize];
        self.file.read(self.offset, &mut bytes)?;
        Ok(bytes)
    }
}

/// The number of rows that a leaf states; `None` for 0, or if the leaf is too short.
fn number_of_rows(leaf: &[u8]) -> Option<usize> {
    let stated = u16::from_le_bytes([*leaf.get(2)?, *leaf.get(3)?]);
    Some(stated.into()).filter(|&n_rows| n_rows > 0)
}

/// The offset at which a row's key ends, or a value if `at` counts on after all keys; `None` if the leaf is too short.
fn row_end(leaf: &[u8], at: usize) -> Option<usize> {
    let bytes = leaf.get(LEAF_HEAD_BYTES + 4 * at..)?.first_chunk::<4>()?;
    Some(u32::from_le_bytes(*bytes) as usize)
}

/// Calls `take` with the key and the stored value of each possible row of a leaf. The stated number of rows may be
/// damaged: if two or more ends do not ascend with it, and all ascend with one bit of it flipped, the flipped number is
/// used.
fn each_row(leaf: &[u8], mut take: impl FnMut(&[u8], &[u8])) {
    let Some(stated_rows) = number_of_rows(leaf) else { return };
    let mut flipped_counts = (0..16).map(|bit| stated_rows ^ (1 << bit)).filter(|&n_rows| n_rows > 0);
    let is_stated_valid = n_unordered_ends(leaf, stated_rows) <= 1;
    let n_rows =
        if is_stated_valid { None } else { flipped_counts.find(|&n_rows| n_unordered_ends(leaf, n_rows) == 0) };
    let n_rows = n_rows.unwrap_or(stated_rows);
    let mut n_impossible = 0;
    for row in 0..n_rows {
        let start_of = |at: usize| if at == 0 { Some(LEAF_HEAD_BYTES + 8 * n_rows) } else { row_end(leaf, at - 1) };
        let part = |at: usize| leaf.get(start_of(at)?..row_end(leaf, at)?);
        match part(row).zip(part(n_rows + row)) {
            Some((key, stored)) => take(key, stored),
            None => n_impossible += 1,
        }
        if n_impossible > MAX_IMPOSSIBLE {
            return;
        }
    }
}

/// The number of ends that do not ascend if a leaf has `n_rows` rows, counted up to two. Also two if what follows the
/// last end may be one more end.
fn n_unordered_ends(leaf: &[u8], n_rows: usize) -> usize {
    let end_of = |at: usize| match at {
        0 => Some(LEAF_HEAD_BYTES + 8 * n_rows),
        at if at <= 2 * n_rows => row_end(leaf, at - 1),
        _ => Some(leaf.len()),
    };
    let rises = |at: &usize| end_of(*at).zip(end_of(at + 1)).is_some_and(|(start, end)| start <= end);
    let last_end = row_end(leaf, 2 * n_rows - 1);
    let may_have_more_ends =
        last_end.zip(row_end(leaf, 2 * n_rows)).is_some_and(|(last_end, next)| (last_end..=leaf.len()).contains(&next));
    if may_have_more_ends { 2 } else { (0..=2 * n_rows).filter(|at| !rises(at)).take(2).count() }
}

#[cfg(test)]
mod tests;
