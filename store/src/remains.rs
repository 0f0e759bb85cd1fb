//! Salvages the rows of a damaged file: reads past damaged parts, in the order of the pages.
//!
//! Nothing in the pages is trusted: neither the order of keys, nor that a page occurs once, nor any length. Rows of up
//! to 16 MiB are returned as found, and reads are bounded by the length of the file. Only rows of the last commit are
//! read, or of the one before if nothing of the last can be read. The file is never written. Not here: which rows are
//! valid.

use redb::{
    Builder, ConcurrencyMode, Range, ReadOnlyDatabase, ReadOnlyTable, ReadableDatabase, ReadableTableMetadata,
    StorageBackend,
};

use crate::fault::{Fault, fault, guarded};
use crate::head;
use crate::overlay::Overlay;
use crate::page::{Row, SizeBudget};
use crate::tables::{META, OLDER_FORMATS, ROWS, check_format};
use crate::value::decode_value;

/// Size of redb's page cache in bytes.
const CACHE_BYTES: usize = 4 << 20;
/// Number of bytes above which a batch is full, and number of rows at which it is full.
const BATCH_BYTES: usize = 2 << 20;
const BATCH_ROWS: usize = 50_000;
/// Greatest length of a row in bytes.
const MAX_ROW_BYTES: usize = 16 << 20;
/// Greatest number of look-ups for the end of damage: a constant, and an addition for each page of the file.
const LOOKUP_LIMITS: (u64, u64) = (4_000, 16);
/// Greatest number of bytes of a key that are tried to find the end of damage.
const MAX_KEY_BYTES: usize = 320;
/// Length of a page in bytes.
const PAGE_BYTES: u64 = 4_096;

/// The readable rows of a damaged file.
pub struct DamagedFileRows {
    rows: ReadOnlyTable<&'static [u8], &'static [u8]>,
    n_bytes: u64,
    /// Number of rows that the file states; `None` if unreadable.
    n_stated: Option<u64>,
    /// Whether the rows are from the commit before the last one.
    is_older: bool,
    _database: ReadOnlyDatabase,
}

/// The counts after reading a damaged file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadCounts {
    /// Number of rows that were read.
    pub n_rows: u64,
    /// The number of rows that the file states, less `n_rows`; 0 if more were read, and `None` if the stated number is
    /// unreadable.
    pub n_unread: Option<u64>,
}

type Rows<'r> = Range<'r, &'static [u8], &'static [u8]>;

/// Opens a damaged file at its last commit. The file is never written.
///
/// # Errors
///
/// [`Fault::Damaged`]; others of opening it.
pub fn open_damaged(file: impl StorageBackend) -> Result<ReadOnlyDatabase, Fault> {
    guarded(|| open_at_commit(file, false))
}

fn open_at_commit(file: impl StorageBackend, is_older: bool) -> Result<ReadOnlyDatabase, Fault> {
    let overlay = Overlay::over(file)?;
    head::repair_head(&overlay, is_older)?;
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES).set_concurrency_mode(ConcurrencyMode::MultiWriter);
    builder.open_read_only_with_backend(overlay).map_err(fault)
}

impl DamagedFileRows {
    /// Opens a damaged file at its last commit, or at the one before if nothing of the last can be read. `open` is
    /// called again for each attempt.
    ///
    /// # Errors
    ///
    /// [`Fault::Damaged`] if nothing of it can be read; [`Fault::Format`]; others of opening it.
    pub fn of<B: StorageBackend>(open: impl Fn() -> Result<B, Fault>) -> Result<DamagedFileRows, Fault> {
        let current = DamagedFileRows::at(&open, false);
        match current {
            Ok(remains) if remains.has_rows() => Ok(remains),
            Err(Fault::Format { found, known }) => Err(Fault::Format { found, known }),
            current => match DamagedFileRows::at(&open, true) {
                Ok(older) if older.has_rows() => Ok(older),
                _ => current.and_then(|remains| if remains.is_empty() { Ok(remains) } else { Err(unreadable_error()) }),
            },
        }
    }

    /// Opens a damaged file at its last commit, or with `is_older` at the one before; for a host in which a panic
    /// cannot be caught.
    ///
    /// # Errors
    ///
    /// [`Fault::Format`]; others of opening the file, and of reading that commit.
    pub fn at<B: StorageBackend>(
        open: impl Fn() -> Result<B, Fault>,
        is_older: bool,
    ) -> Result<DamagedFileRows, Fault> {
        guarded(|| {
            // A format that cannot be read, or that differs from a known one by a bit or two, is taken for the known
            // one. It is read in an opening of its own, because after a failed read redb reads no more of a file.
            let format = guarded(|| {
                let transaction = open_at_commit(open()?, is_older)?.begin_read().map_err(fault)?;
                check_format(&transaction.open_table(META).map_err(fault)?)
            });
            if let Err(Fault::Format { found, known }) = format
                && ((found ^ known).count_ones() > 2 || OLDER_FORMATS.contains(&found))
            {
                return Err(Fault::Format { found, known });
            }
            let file = open()?;
            let n_bytes = file.len()?;
            let database = open_at_commit(file, is_older)?;
            let rows = database.begin_read().map_err(fault)?.open_table(ROWS).map_err(fault)?;
            let n_stated = guarded(|| rows.len().map_err(fault)).ok();
            Ok(DamagedFileRows { rows, n_bytes, n_stated, is_older, _database: database })
        })
    }

    /// The number of rows that the file states; `None` if unreadable.
    pub fn n_stated(&self) -> Option<u64> {
        self.n_stated
    }

    /// Calls `take` with rows from the key `start` on, except the first `skip`, in the order of the pages: up to
    /// `max_bytes`, but at least one if there is one.
    ///
    /// Returns false if the limit was reached, true if no row follows. For a host that searches for the end of damage
    /// itself.
    ///
    /// # Errors
    ///
    /// A [`Fault`] of reading.
    pub fn some(&self, start: &[u8], skip: u64, max_bytes: u32, mut take: impl FnMut(Row)) -> Result<bool, Fault> {
        let (mut rows, mut budget) = (self.rows_from(start)?, SizeBudget::of(max_bytes));
        for _ in 0..skip {
            next_row(&mut rows)?;
        }
        while let Some((row, _)) = next_row(&mut rows)? {
            if !budget.take(&row.0, &row.1) {
                return Ok(false);
            }
            take(row);
            // The next row may be damaged; reading it would fail the call, and lose this row.
            if budget.is_full() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the rows are from the commit before the last one.
    pub fn is_older(&self) -> bool {
        self.is_older
    }

    fn is_empty(&self) -> bool {
        self.n_stated == Some(0)
    }

    fn has_rows(&self) -> bool {
        let mut lookups_left = self.max_lookups();
        let first = guarded(|| self.rows_from(&[])?.next().transpose().map_err(fault).map(|row| row.is_some()));
        first.unwrap_or_else(|_| {
            self.key_after_damage(&[], &mut lookups_left).is_some_and(|start| self.is_readable(&start))
        })
    }

    fn max_lookups(&self) -> u64 {
        LOOKUP_LIMITS.0 + self.n_bytes / PAGE_BYTES * LOOKUP_LIMITS.1
    }

    /// Calls `take` with all readable rows in batches. Rows may be repeated.
    ///
    /// # Errors
    ///
    /// Errors of `take`.
    pub fn each<E>(&self, mut take: impl FnMut(Vec<Row>) -> Result<(), E>) -> Result<ReadCounts, E> {
        let (mut lookups_left, mut n_rows, mut bytes_left) =
            (self.max_lookups(), 0, 2 * self.n_bytes + BATCH_BYTES as u64);
        let (mut batch, mut n_batch): (Vec<Row>, usize) = (Vec::new(), 0);
        let mut start = Some(Vec::new());
        while let Some(mut from_key) = start.take() {
            let mut rows = guarded(|| self.rows_from(&from_key)).ok();
            while let Some(found) = rows.as_mut().map(next_row) {
                let (row, n_stored) = match found {
                    Ok(Some(found)) => found,
                    Ok(None) => break,
                    Err(_) => {
                        rows = None;
                        continue;
                    }
                };
                let Some(fewer) = bytes_left.checked_sub(n_stored) else { break };
                bytes_left = fewer;
                n_rows += 1;
                from_key = [row.0.as_slice(), &[0]].concat();
                n_batch += row.0.len() + row.1.len();
                batch.push(row);
                if n_batch > BATCH_BYTES || batch.len() == BATCH_ROWS {
                    n_batch = 0;
                    take(std::mem::take(&mut batch))?;
                }
            }
            if rows.is_none() {
                start = self.key_after_damage(&from_key, &mut lookups_left);
            }
        }
        if !batch.is_empty() {
            take(batch)?;
        }
        Ok(ReadCounts { n_rows, n_unread: self.n_stated.map(|stated| stated.saturating_sub(n_rows)) })
    }

    fn rows_from(&self, start: &[u8]) -> Result<Rows<'static>, Fault> {
        self.rows.range::<&[u8]>(start..).map_err(fault)
    }

    fn is_readable(&self, start: &[u8]) -> bool {
        guarded(|| self.rows_from(start)?.next().transpose().map_err(fault).map(drop)).is_ok()
    }

    /// The nearest key after `damaged_key`, which is unreadable, from which on rows can be read; `None` if none is found,
    /// or if `lookups_left` runs out. The key is built byte by byte, because keys after the damage can be looked up.
    fn key_after_damage(&self, damaged_key: &[u8], lookups_left: &mut u64) -> Option<Vec<u8>> {
        let (mut found_key, mut prefix) = (None, Vec::new());
        while prefix.len() < MAX_KEY_BYTES.min(damaged_key.len() + 16) {
            let (mut low, mut high) = (0u16, 256u16);
            while low < high {
                *lookups_left = lookups_left.checked_sub(1)?;
                let middle = (low + high) / 2;
                let key = [prefix.as_slice(), &[middle as u8]].concat();
                match key.as_slice() > damaged_key && self.is_readable(&key) {
                    true => high = middle,
                    false => low = middle + 1,
                }
            }
            if high < 256 {
                found_key = Some([prefix.as_slice(), &[high as u8]].concat());
            }
            match high {
                0 => return found_key,
                upper => prefix.push((upper - 1) as u8),
            }
        }
        found_key
    }
}

/// The next row, with its length in the file in bytes; rows that are too long are skipped.
fn next_row(rows: &mut Rows<'static>) -> Result<Option<(Row, u64)>, Fault> {
    guarded(|| {
        for row in rows {
            let (key, stored) = row.map_err(fault)?;
            let (key, stored) = (key.value(), stored.value());
            let value = decode_value(stored);
            if key.len() + value.len() <= MAX_ROW_BYTES {
                return Ok(Some(((key.to_vec(), value.into_owned()), (key.len() + stored.len()) as u64)));
            }
        }
        Ok(None)
    })
}

fn unreadable_error() -> Fault {
    Fault::Damaged("nothing of it can be read".to_owned())
}
