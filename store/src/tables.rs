//! The tables of a file: rows, scan entries, and meta values (format, generation, and the host's).

use std::borrow::Cow;

use redb::{AccessGuard, Database, ReadOnlyTable, ReadableDatabase, ReadableTable, TableDefinition, WriteTransaction};

use crate::commit::Commit;
use crate::fault::{Fault, fault, guarded};
use crate::page::{Page, SizeBudget};
use crate::runs;
use crate::value::decode_value;

/// Version of the layout of the tables; rows have a format of their own. A damaged file whose version differs from this
/// one in one or two bits is read as this one, unless [`OLDER_FORMATS`] lists its version.
pub(crate) const FORMAT_VERSION: u64 = 2;
/// Earlier versions of the layout, in which values are stored verbatim.
pub(crate) const OLDER_FORMATS: [u64; 1] = [1];
/// The component's rows, with values in the form of the module `value`.
pub(crate) const ROWS: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("rows");
/// The host's scan entry of each file, by path.
pub(crate) const SCAN_ENTRIES: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("scanned");
/// The format, the generation, and the host's meta values.
pub(crate) const META: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("meta");
const META_FORMAT: &str = "format";
const META_GENERATION: &str = "generation";
/// Name of the meta value with the project's id.
const META_PROJECT: &str = "project";

/// Begins a transaction whose commit lets an unclosed file open without a full scan. All write transactions must begin
/// here, because whether a scan is needed depends on the last commit.
pub(crate) fn begin(database: &Database) -> Result<WriteTransaction, Fault> {
    let mut transaction = database.begin_write().map_err(fault)?;
    transaction.set_quick_repair(true);
    Ok(transaction)
}

/// Creates the tables of a new file.
///
/// # Errors
/// A [`Fault`] of writing.
pub fn prepare(database: &Database) -> Result<(), Fault> {
    let transaction = begin(database)?;
    {
        let mut meta = transaction.open_table(META).map_err(fault)?;
        meta.insert(META_FORMAT, &FORMAT_VERSION.to_le_bytes()[..]).map_err(fault)?;
        meta.insert(META_GENERATION, &0u64.to_le_bytes()[..]).map_err(fault)?;
        transaction.open_table(ROWS).map_err(fault)?;
        transaction.open_table(SCAN_ENTRIES).map_err(fault)?;
    }
    transaction.commit().map_err(fault)
}

/// A number in [`META`]; `None` if it was never set.
///
/// # Errors
/// A [`Fault`] of reading; [`Fault::Damaged`] if it is not a number.
pub(crate) fn meta_number(
    meta: &impl ReadableTable<&'static str, &'static [u8]>,
    name: &str,
) -> Result<Option<u64>, Fault> {
    let Some(value) = meta.get(name).map_err(fault)? else { return Ok(None) };
    let bytes = value.value().try_into().map_err(|_| Fault::Damaged(format!("{name} is not a number")))?;
    Ok(Some(u64::from_le_bytes(bytes)))
}

/// Fails if the layout of the tables is not [`FORMAT_VERSION`], also if it is an older one.
///
/// # Errors
/// [`Fault::Format`], or a [`Fault`] of reading.
pub(crate) fn check_format(meta: &impl ReadableTable<&'static str, &'static [u8]>) -> Result<(), Fault> {
    match meta_number(meta, META_FORMAT)?.unwrap_or(0) {
        FORMAT_VERSION => Ok(()),
        found => Err(Fault::Format { found, known: FORMAT_VERSION }),
    }
}

/// Commits a change durably if the file is at the generation that it starts from.
///
/// # Errors
///
/// [`Fault::Conflict`], which changes nothing, or a [`Fault`] of writing. If the last bytes fail to be written, the
/// change may still be found when the file is opened again.
pub fn commit(database: &Database, change: &Commit) -> Result<(), Fault> {
    let transaction = begin(database)?;
    write_commit(&transaction, change)?;
    transaction.commit().map_err(fault)
}

fn write_commit(transaction: &WriteTransaction, change: &Commit) -> Result<(), Fault> {
    let mut meta = transaction.open_table(META).map_err(fault)?;
    let generation = meta_number(&meta, META_GENERATION)?.unwrap_or(0);
    if generation != change.from {
        return Err(Fault::Conflict { expected: change.from, found: generation });
    }
    meta.insert(META_GENERATION, &change.to.to_le_bytes()[..]).map_err(fault)?;
    for (name, value) in &change.meta {
        meta.insert(name.as_str(), value.as_slice()).map_err(fault)?;
    }
    let mut rows = transaction.open_table(ROWS).map_err(fault)?;
    runs::write_runs(&mut rows, &change.rows)?;
    let mut scan_table = transaction.open_table(SCAN_ENTRIES).map_err(fault)?;
    for (path, entry) in &change.scanned {
        match entry {
            Some(entry) => scan_table.insert(path.as_str(), entry.as_slice()).map(drop),
            None => scan_table.remove(path.as_str()).map(drop),
        }
        .map_err(fault)?;
    }
    Ok(())
}

/// Stores that a file is the memory of this project; fails if it states that it is the memory of another one.
///
/// # Errors
///
/// [`Fault::OtherProject`], [`Fault::Format`], or a [`Fault`] of reading or writing.
pub fn claim(database: &Database, project: &str) -> Result<(), Fault> {
    if View::of(database)?.belongs_to(project)? { Ok(()) } else { set_project(database, Some(project)) }
}

/// Stores that a file is the memory of this project, or of none, replacing what was stored.
///
/// # Errors
///
/// A [`Fault`] of writing.
pub fn set_project(database: &Database, project: Option<&str>) -> Result<(), Fault> {
    let transaction = begin(database)?;
    {
        let mut meta = transaction.open_table(META).map_err(fault)?;
        match project {
            Some(project) => meta.insert(META_PROJECT, project.as_bytes()).map(drop),
            None => meta.remove(META_PROJECT).map(drop),
        }
        .map_err(fault)?;
    }
    transaction.commit().map_err(fault)
}

/// Whether a possibly damaged file states that it is this project's memory; false if it states no project.
///
/// Only the table of meta values need be readable. An id of the same length that differs in one or two bits counts as
/// the same.
///
/// # Errors
///
/// [`Fault::OtherProject`], or a [`Fault`] of reading.
pub fn names_project(database: &impl ReadableDatabase, project: &str) -> Result<bool, Fault> {
    let n_bits = |stored_project: &[u8]| {
        stored_project.iter().zip(project.as_bytes()).map(|(one, other)| (one ^ other).count_ones()).sum()
    };
    let is_same =
        |stored_project: &[u8]| stored_project.len() == project.len() && (0..=2_u32).contains(&n_bits(stored_project));
    let stored_project = guarded(|| {
        let meta = database.begin_read().map_err(fault)?.open_table(META).map_err(fault)?;
        Ok::<_, Fault>(meta.get(META_PROJECT).map_err(fault)?.map(|stored_project| stored_project.value().to_vec()))
    })?;
    if stored_project.as_deref().is_some_and(is_same) { Ok(true) } else { is_project(stored_project, project) }
}

fn is_project(stored_project: Option<Vec<u8>>, project: &str) -> Result<bool, Fault> {
    match stored_project {
        None => Ok(false),
        Some(stored_project) if stored_project == project.as_bytes() => Ok(true),
        Some(stored_project) => Err(Fault::OtherProject {
            project: project.to_owned(),
            found: String::from_utf8_lossy(&stored_project).into_owned(),
        }),
    }
}

/// Whether a key may follow in a range: above the previous one and within the range. In a file with exchanged pages, a
/// range may otherwise yield rows without end.
fn may_follow(previous: Option<&AccessGuard<'_, &'static [u8]>>, key: &[u8], start: &[u8], end: &[u8]) -> bool {
    let follows = previous.map_or(start <= key, |previous| previous.value() < key);
    follows && key < end
}

/// The range of paths below a folder: its start (inclusive), and its end (exclusive). The end is `None` for the empty
/// path, below which all paths are.
pub fn folder_range(folder: &str) -> (String, Option<String>) {
    match folder {
        "" => (String::new(), None),
        // `0` is the character after `/`.
        _ => (format!("{folder}/"), Some(format!("{folder}0"))),
    }
}

/// A snapshot of a store: a read transaction.
pub struct View {
    generation: u64,
    rows: ReadOnlyTable<&'static [u8], &'static [u8]>,
    scanned: ReadOnlyTable<&'static str, &'static [u8]>,
    meta: ReadOnlyTable<&'static str, &'static [u8]>,
}

impl View {
    /// A snapshot of the current state, unaffected by later commits.
    ///
    /// # Errors
    /// [`Fault::Format`], or a [`Fault`] of reading.
    pub fn of(database: &impl ReadableDatabase) -> Result<View, Fault> {
        let transaction = database.begin_read().map_err(fault)?;
        let meta = transaction.open_table(META).map_err(fault)?;
        check_format(&meta)?;
        let generation = meta_number(&meta, META_GENERATION)?.unwrap_or(0);
        let rows = transaction.open_table(ROWS).map_err(fault)?;
        let scanned = transaction.open_table(SCAN_ENTRIES).map_err(fault)?;
        Ok(View { generation, rows, scanned, meta })
    }

    /// The generation of the store when the snapshot was taken.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Whether the file states that it is the memory of this project; false if it states no project.
    ///
    /// # Errors
    ///
    /// [`Fault::OtherProject`], or a [`Fault`] of reading.
    pub fn belongs_to(&self, project: &str) -> Result<bool, Fault> {
        is_project(self.meta(META_PROJECT)?, project)
    }

    /// The value of a row; `None` if there is no such row.
    ///
    /// # Errors
    ///
    /// A [`Fault`] of reading.
    pub fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        guarded(|| Ok(self.rows.get(key).map_err(fault)?.map(|found| decode_value(found.value()).into_owned())))
    }

    /// Rows from `start` (inclusive) to `end` (exclusive), up to `max_bytes`: see [`crate::page()`].
    ///
    /// # Errors
    /// A [`Fault`] of reading.
    pub fn range(&self, start: &[u8], end: &[u8], max_bytes: u32) -> Result<Page, Fault> {
        let mut rows = Vec::new();
        let complete = self.each(start, end, max_bytes, |key, value| rows.push((key.to_vec(), value.into_owned())))?;
        Ok(Page { rows, complete })
    }

    /// As [`range`](Self::range), calling `take` with each row, borrowed from the file if possible. Returns whether
    /// these are all rows of the range.
    ///
    /// # Errors
    ///
    /// A [`Fault`] of reading.
    pub fn each(
        &self,
        start: &[u8],
        end: &[u8],
        max_bytes: u32,
        mut take: impl FnMut(&[u8], Cow<'_, [u8]>),
    ) -> Result<bool, Fault> {
        if start >= end {
            return Ok(true);
        }
        guarded(|| {
            let (mut budget, mut previous) = (SizeBudget::of(max_bytes), None);
            for row in self.rows.range::<&[u8]>(start..end).map_err(fault)? {
                let (row, stored) = row.map_err(fault)?;
                let (key, value) = (row.value(), decode_value(stored.value()));
                if !may_follow(previous.as_ref(), key, start, end) {
                    return Err(Fault::Damaged("its rows are out of order".to_owned()));
                }
                if !budget.take(key, &value) {
                    return Ok(false);
                }
                take(key, value);
                previous = Some(row);
            }
            Ok(true)
        })
    }

    /// The scan entries of a file, or of all files below a folder, sorted by path; an empty path means all.
    ///
    /// # Errors
    /// A [`Fault`] of reading.
    pub fn scanned(&self, path: &str) -> Result<Vec<(String, Vec<u8>)>, Fault> {
        guarded(|| {
            let mut found_entries: Vec<(String, Vec<u8>)> = Vec::new();
            if let Some(entry) = self.scanned.get(path).map_err(fault)? {
                found_entries.push((path.to_owned(), entry.value().to_vec()));
            }
            let (start, end) = folder_range(path);
            let entries = match &end {
                Some(end) => self.scanned.range(start.as_str()..end.as_str()),
                None => self.scanned.iter(),
            };
            for entry in entries.map_err(fault)? {
                let (path, entry) = entry.map_err(fault)?;
                found_entries.push((path.value().to_owned(), entry.value().to_vec()));
            }
            Ok(found_entries)
        })
    }

    /// A meta value of the host; `None` if it is not set.
    ///
    /// # Errors
    /// A [`Fault`] of reading.
    pub fn meta(&self, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        guarded(|| Ok(self.meta.get(name).map_err(fault)?.map(|value| value.value().to_vec())))
    }
}
