//! The rows of every page of a damaged file that looks like a leaf of a tree, whether or not anything in the file leads to it.
//!
//! A commit writes new pages and gives up those that they replace, whose bytes stay until they are used again: so what damage made
//! unreachable can be found, and also what is older than the last commit. A leaf is laid out as redb does it (`tree_store` of
//! redb 4): its kind in a byte, a byte that is free, the number of its rows in two; where each key ends, in four bytes each, then
//! where each value does; then all keys, then all values. Nothing of it is believed: a row is handed over wherever its ends are
//! possible, and what is read is bounded by the length of the file. Not here: which rows are whole, and of which table they are.

use redb::StorageBackend;

use crate::fault::Fault;
use crate::page::Row;
use crate::value::value;

/// The bytes of a page, at whose multiples leaves begin.
const PAGE: u64 = 4_096;
/// The kind of a leaf.
const KIND: u8 = 1;
/// The bytes before the ends of the keys.
const HEAD: usize = 4;
/// A leaf that has a long row is longer than a page. None is longer than this, and no row.
const MAX_LEAF: usize = 16 << 20;
/// The most impossible rows in a leaf, beyond which the page is taken for something else.
const MAX_IMPOSSIBLE: usize = 8;
/// Bytes that are read in all, for each byte of the file: pages within a long leaf may look like leaves of their own.
const MAX_READS: u64 = 8;
/// Pages of zeros on end, 256 MiB of them, behind which nothing is looked for: a file may be longer than any disk.
const MAX_BLANK: u64 = 1 << 16;
/// Bytes of rows that are handed over at once, and their number.
const MAX_BYTES: usize = 2 << 20;
const MAX_ROWS: usize = 50_000;

/// See the module.
pub struct Leaves<B> {
    file: B,
    n_bytes: u64,
    /// Where the next leaf may begin.
    at: u64,
    /// How many more bytes may be read.
    left: u64,
    /// How many pages before the next one are zeros.
    n_blank: u64,
}

impl<B: StorageBackend> Leaves<B> {
    /// The leaves of a file that nobody writes meanwhile. No byte of it changes.
    ///
    /// # Errors
    /// [`Fault::Io`].
    pub fn of(file: B) -> Result<Leaves<B>, Fault> {
        let n_bytes = file.len()?;
        let left = n_bytes.saturating_mul(MAX_READS).saturating_add(MAX_LEAF as u64);
        Ok(Leaves { file, n_bytes, at: 0, left, n_blank: 0 })
    }

    /// Whether the whole file was read, and not only as much of it as may be.
    pub fn is_all(&self) -> bool {
        self.at >= self.n_bytes
    }

    /// The next rows, some at a time; none behind the last ones. Some may be given twice.
    ///
    /// # Errors
    /// [`Fault::Io`].
    pub fn next_rows(&mut self) -> Result<Vec<Row>, Fault> {
        let (mut rows, mut n_bytes) = (Vec::new(), 0);
        while n_bytes < MAX_BYTES && rows.len() < MAX_ROWS && !self.is_over() {
            let leaf = self.leaf()?;
            self.n_blank = if leaf.iter().all(|byte| *byte == 0) { self.n_blank + 1 } else { 0 };
            each_row(&leaf, |key, stored| {
                let row = (key.to_vec(), value(stored).into_owned());
                n_bytes += row.0.len() + row.1.len();
                rows.push(row);
            });
            self.at += PAGE;
        }
        Ok(rows)
    }

    fn is_over(&self) -> bool {
        self.is_all() || self.left == 0 || self.n_blank > MAX_BLANK
    }

    /// The bytes of the leaf that may begin here, as many as it states.
    fn leaf(&mut self) -> Result<Vec<u8>, Fault> {
        let mut leaf = self.read(PAGE as usize)?;
        // What has not the kind of a leaf may be one all the same, but nothing that is long is read for it.
        if let Some(n_rows) = number_of_rows(&leaf).filter(|_| leaf[0] == KIND) {
            // As much as has the ends, and then as much as they say.
            self.lengthen(&mut leaf, HEAD + 8 * n_rows)?;
            let n_stated = end(&leaf, 2 * n_rows - 1).unwrap_or(0);
            self.lengthen(&mut leaf, n_stated)?;
        }
        Ok(leaf)
    }

    fn lengthen(&mut self, leaf: &mut Vec<u8>, n_bytes: usize) -> Result<(), Fault> {
        if n_bytes > leaf.len() && n_bytes <= MAX_LEAF {
            *leaf = self.read(n_bytes)?;
        }
        Ok(())
    }

    fn read(&mut self, n_bytes: usize) -> Result<Vec<u8>, Fault> {
        let n_bytes = (n_bytes as u64).min(self.n_bytes - self.at);
        self.left = self.left.saturating_sub(n_bytes);
        let mut bytes = vec![0; n_bytes as usize];
        self.file.read(self.at, &mut bytes)?;
        Ok(bytes)
    }
}

/// The number of rows that a leaf states; `None` for 0.
fn number_of_rows(leaf: &[u8]) -> Option<usize> {
    let stated = u16::from_le_bytes([*leaf.get(2)?, *leaf.get(3)?]);
    Some(stated.into()).filter(|&n_rows| n_rows > 0)
}

/// Where a key ends, or behind all keys a value.
fn end(leaf: &[u8], at: usize) -> Option<usize> {
    let bytes = leaf.get(HEAD + 4 * at..)?.first_chunk::<4>()?;
    Some(u32::from_le_bytes(*bytes) as usize)
}

/// Hands over the possible rows of a leaf. The stated number of rows is corrected if one flipped bit in it explains the
/// ends better.
fn each_row(leaf: &[u8], mut take: impl FnMut(&[u8], &[u8])) {
    let Some(stated) = number_of_rows(leaf) else { return };
    let mut flipped = (0..16).map(|bit| stated ^ (1 << bit)).filter(|&n_rows| n_rows > 0);
    let is_stated = n_impossible(leaf, stated) <= 1;
    let n_rows = if is_stated { None } else { flipped.find(|&n_rows| n_impossible(leaf, n_rows) == 0) };
    let n_rows = n_rows.unwrap_or(stated);
    let mut n_impossible = 0;
    for row in 0..n_rows {
        let start_of = |at: usize| if at == 0 { Some(HEAD + 8 * n_rows) } else { end(leaf, at - 1) };
        let part = |at: usize| leaf.get(start_of(at)?..end(leaf, at)?);
        match part(row).zip(part(n_rows + row)) {
            Some((key, stored)) => take(key, stored),
            None => n_impossible += 1,
        }
        if n_impossible > MAX_IMPOSSIBLE {
            return;
        }
    }
}

/// How many ends of a leaf with so many rows do not rise, two at most; two also where ends go on behind those.
fn n_impossible(leaf: &[u8], n_rows: usize) -> usize {
    let end_of = |at: usize| match at {
        0 => Some(HEAD + 8 * n_rows),
        at if at <= 2 * n_rows => end(leaf, at - 1),
        _ => Some(leaf.len()),
    };
    let rises = |at: &usize| end_of(*at).zip(end_of(at + 1)).is_some_and(|(start, end)| start <= end);
    let last = end(leaf, 2 * n_rows - 1);
    let depth_limited = last.zip(end(leaf, 2 * n_rows)).is_some_and(|(last, next)| (last..=leaf.len()).contains(&next));
    if depth_limited { 2 } else { (0..=2 * n_rows).filter(|at| !rises(at)).take(2).count() }
}

#[cfg(test)]
mod tests;
