//! Salvage of a damaged memory: what can be read is taken into a new file, and the damaged one is kept beside.
//!
//! A file of which nothing can be read is left as it is: it may be no memory at all. Not here: which rows are whole, which the
//! component says.

use std::path::{Path, PathBuf};

use redb::{Database, ReadableDatabase};
use scrubjay_store::{View, guarded};

use super::ask::held;
use super::file::{open_file, open_to_read};
use super::lock::unique;
use super::{Records, Store, now};
use crate::Error;
use crate::open;
use crate::store::{Commit, Row, StoreError};
use crate::wit::types;

/// Bytes of rows that are read and taken in at once: at most 70,000 rows, of which a call of the component takes 100,000.
const MOST_BYTES: u32 = 2 << 20;
/// What every store begins with: another file, however large, is none.
const MAGIC: &[u8] = b"redb\x1A\x0A\xA9\x0D\x0A";
/// Ends every key.
const END: [u8; 2] = [0xff; 2];

/// What became of a damaged memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Salvage {
    /// The damaged file, which is kept.
    pub kept: PathBuf,
    /// Records that are in the new one.
    pub n_records: u64,
    /// Rows that were read and are not whole. Those that could not be read are not counted.
    pub n_damaged: u64,
}

impl Records {
    /// What a call since the opening has salvaged.
    pub fn salvaged(&self) -> Option<&Salvage> {
        self.salvaged.as_ref()
    }

    /// Calls, and where the file is damaged salvages it, once, and calls again.
    pub(super) fn mending<T>(&mut self, mut call: impl FnMut(&mut Records) -> Result<T, Error>) -> Result<T, Error> {
        match call(self) {
            Err(Error::Store(StoreError::Damaged(how))) if self.salvaged.is_none() => match self.salvage()? {
                true => call(self),
                false => Err(Error::Store(StoreError::Damaged(how))),
            },
            result => result,
        }
    }

    /// Whether the file can be used again: it was salvaged, by this process or by another one.
    fn salvage(&mut self) -> Result<bool, Error> {
        let Store::File(Some(file)) = &mut self.store else { return Ok(false) };
        let _lock = held(file)?;
        file.abandon();
        let path = file.files().store.clone();
        if !open::beginning(&path, MAGIC.len() as u64).map_err(StoreError::from)?.is_some_and(|bytes| bytes == MAGIC) {
            return Ok(false);
        }
        let copy = unique(&path, "salvage");
        let found = open::copy(&path, &copy).map_err(StoreError::from).and_then(|()| read(&copy));
        // A copy that stays is of no use to anybody.
        let _ = open::remove(&copy);
        let (rows, is_whole) = found?;
        if is_whole {
            return Ok(true);
        }
        if rows.is_empty() {
            return Ok(false);
        }
        let draft = unique(&path, "salvaged");
        super::file::make(&draft, scrubjay_store::prepare)?;
        let (n_records, n_damaged) = self.fill(&draft, &rows)?;
        let Store::File(Some(file)) = &mut self.store else { return Ok(false) };
        let kept = file.files().beside(&format!("damaged-{}", now()));
        file.replace(&draft, &kept)?;
        self.salvaged = Some(Salvage { kept, n_records, n_damaged });
        Ok(true)
    }

    /// Takes rows into a new file: how many records, and how many rows that are not whole.
    fn fill(&mut self, draft: &Path, rows: &[Row]) -> Result<(u64, u64), Error> {
        let settings = self.settings.clone();
        let database = open_file(draft)?;
        let (mut n_records, mut n_damaged) = (0, 0);
        for slice in slices(rows) {
            let given: Vec<types::Row> =
                slice.iter().map(|(key, value)| types::Row { key: key.clone(), value: value.clone() }).collect();
            let view = View::of(&database).map_err(StoreError::from)?;
            let salvaged = self.live.ask(&settings, &view, "records.salvage", |exports, store, resumed| {
                exports.scrubjay_memory_records().call_salvage(store, &given, resumed)
            })?;
            let effects = salvaged.effects;
            let mut change = Commit::from(effects.from_generation);
            let puts = effects.puts.into_iter().map(|row| (row.key, row.value));
            if change.add(effects.from_generation, effects.to_generation, effects.deletes, puts) && !change.is_empty() {
                guarded(|| Ok::<_, StoreError>(scrubjay_store::commit(&database, &change)?))?;
            }
            n_records += u64::from(salvaged.n_records);
            n_damaged += u64::from(salvaged.n_damaged);
        }
        guarded(|| Ok::<_, StoreError>(database.close().map_err(scrubjay_store::fault)?))?;
        Ok((n_records, n_damaged))
    }
}

/// Rows in slices of some bytes, at least one each.
fn slices(rows: &[Row]) -> Vec<&[Row]> {
    let (mut slices, mut first, mut n_bytes) = (Vec::new(), 0, 0);
    for (at, (key, value)) in rows.iter().enumerate() {
        n_bytes += key.len() + value.len();
        if n_bytes > MOST_BYTES as usize && at > first {
            slices.push(&rows[first..at]);
            (first, n_bytes) = (at, key.len() + value.len());
        }
    }
    slices.extend((first < rows.len()).then_some(&rows[first..]));
    slices
}

/// The rows of a file that can be read, and whether these are all.
fn read(path: &Path) -> Result<(Vec<Row>, bool), StoreError> {
    if let Ok(reader) = open_to_read(open::to_read(path)?) {
        return Ok(rows_of(&reader));
    }
    // One whose writer died must be opened for writing, which is why this is a copy.
    match open_file(path) {
        Ok(database) => Ok(finished(database)),
        Err(_) => Ok((Vec::new(), false)),
    }
}

fn finished(database: Database) -> (Vec<Row>, bool) {
    let found = rows_of(&database);
    let _: Result<(), StoreError> = guarded(|| {
        drop(database);
        Ok(())
    });
    found
}

fn rows_of(database: &impl ReadableDatabase) -> (Vec<Row>, bool) {
    let Ok(view) = guarded(|| Ok::<_, StoreError>(View::of(database)?)) else { return (Vec::new(), false) };
    let (mut rows, mut is_whole, mut next): (Vec<Row>, bool, Vec<u8>) = (Vec::new(), true, Vec::new());
    let mut most_bytes = MOST_BYTES;
    loop {
        let Ok(page) = guarded(|| Ok::<_, StoreError>(view.range(&next, &END, most_bytes)?)) else {
            is_whole = false;
            // Ever less up to the damage, and then on behind it.
            if most_bytes > 1 {
                most_bytes /= 2;
                continue;
            }
            most_bytes = MOST_BYTES;
            match behind(&view, &next) {
                Some(start) => next = start,
                None => return (rows, is_whole),
            }
            continue;
        };
        if let Some((key, _)) = page.rows.last() {
            next = [key.as_slice(), &[0]].concat();
        }
        let is_last = page.complete || page.rows.is_empty();
        rows.extend(page.rows);
        if is_last {
            return (rows, is_whole);
        }
    }
}

/// The nearest key behind a place that cannot be read, from which something can.
fn behind(view: &View, place: &[u8]) -> Option<Vec<u8>> {
    (1..=place.len()).rev().find_map(|length| {
        let mut probe = place[..length].to_vec();
        let last = probe.last_mut()?;
        *last = last.checked_add(1)?;
        let readable = guarded(|| Ok::<_, StoreError>(view.range(&probe, &END, 1)?)).is_ok();
        readable.then_some(probe)
    })
}
