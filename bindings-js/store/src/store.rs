//! An open store: opening it, and its operations.
//!
//! The first write opens an existing store for writing, and [`Open::put_in_order`] reopens it for reading. A caller
//! that only reads changes no byte of a file that was closed, and waits for no disk.

use redb::{Builder, ConcurrencyMode, Database, ReadOnlyDatabase, StorageBackend};
use scrubjay_store::{
    CheckedFile, DamagedFileRows, Fault, Fence, FencedFile, INDEX_GROWTH, Leaves, View, fault, is_wasteful,
    note_compacted,
};

use crate::Refusal;
use crate::create::{create_store, store_missing};
use crate::file::File;
use crate::packed::{change, key, put_row};

/// The size of redb's cache of pages in bytes. It is small because WebAssembly memory never shrinks.
const CACHE_BYTES: usize = 16 << 20;

/// The file of a store that only this instance has open.
const OWN_FILE: File = File { is_shared: false, is_damaged: false };
/// The file of a store that another writer may have open.
const SHARED_FILE: File = File { is_shared: true, is_damaged: false };
/// A damaged file, of which the readable rows are read.
const DAMAGED_FILE: File = File { is_shared: true, is_damaged: true };

/// An open store, and the snapshot from which it answers until the next commit or refresh.
pub(crate) struct Open {
    /// `None` once the database was closed, as by a fault.
    database: Option<OpenDatabase>,
    /// The snapshot; `None` until it is needed, and while the store is written.
    view: Option<View>,
    /// Whether another writer may be active; then nothing may be written here.
    is_shared: bool,
}

enum OpenDatabase {
    Writing(Database, Fence),
    Reading(ReadOnlyDatabase),
}

impl Open {
    /// Opens the file as its only user. With `check`, or after the last user died, it is opened for writing at once.
    pub(crate) fn new(create: bool, check: bool) -> Result<Open, Refusal> {
        if store_missing(&OWN_FILE)? {
            if !create {
                return Err(Refusal::Missing);
            }
            create_store(&OWN_FILE)?;
        }
        if !check {
            match read(CheckedFile::over(OWN_FILE), false) {
                Err(Fault::Unclosed) => {}
                opened => return Ok(opened?),
            }
        }
        // After a crash redb itself checks the last commit, and falls back to the one before.
        let (database, fence) = write(OWN_FILE, check)?;
        // Refuses a file of another format without writing to it.
        let view = Some(View::of(&database)?);
        Ok(Open { database: Some(OpenDatabase::Writing(database, fence)), view, is_shared: false })
    }

    /// Opens the file while others may write it. Their commits become visible when the generation is requested.
    pub(crate) fn reading() -> Result<Open, Refusal> {
        if store_missing(&SHARED_FILE)? {
            return Err(Refusal::Missing);
        }
        // Checksums are not verified: a page that is being written does not match its own.
        Ok(read(SHARED_FILE, true)?)
    }

    /// The snapshot of the last commit or refresh.
    fn view(&mut self) -> Result<&View, Refusal> {
        let view = match (self.view.take(), &self.database) {
            (Some(view), _) => view,
            (None, Some(OpenDatabase::Writing(database, _))) => View::of(database)?,
            (None, Some(OpenDatabase::Reading(database))) => View::of(database)?,
            (None, None) => return Err(Fault::Closed.into()),
        };
        Ok(self.view.insert(view))
    }

    /// The database for writing. Drops the snapshot. Refused if others may be writing.
    fn writing(&mut self) -> Result<&mut Database, Refusal> {
        // redb cannot reuse pages that a snapshot refers to.
        self.view = None;
        if let (Some(OpenDatabase::Reading(_)), false) = (&self.database, self.is_shared) {
            let (database, fence) = write(CheckedFile::over(OWN_FILE), false)?;
            self.database = Some(OpenDatabase::Writing(database, fence));
        }
        match &mut self.database {
            Some(OpenDatabase::Writing(database, _)) => Ok(database),
            Some(OpenDatabase::Reading(_)) => Err(Refusal::Invalid),
            None => Err(Fault::Closed.into()),
        }
    }

    /// Closes a store that was opened for writing, so that its file is consistent for others, and continues reading.
    pub(crate) fn put_in_order(&mut self) -> Result<(), Refusal> {
        if let Some(OpenDatabase::Writing(..)) = self.database {
            self.shut()?;
            *self = read(CheckedFile::over(OWN_FILE), false)?;
        }
        Ok(())
    }

    pub(crate) fn generation(&mut self) -> Result<u64, Refusal> {
        if self.is_shared {
            self.view = None;
        }
        Ok(self.view()?.generation())
    }

    pub(crate) fn get(&mut self, mut keys: &[u8], rows: &mut Vec<u8>) -> Result<(), Refusal> {
        while !keys.is_empty() {
            let key = key(&mut keys).ok_or(Refusal::Invalid)?;
            if let Some(value) = self.view()?.get(key)? {
                put_row(rows, key, &value);
            }
        }
        Ok(())
    }

    /// Appends the rows of a range to the answer, up to `max_bytes`. True if the answer is complete.
    pub(crate) fn range(
        &mut self,
        start: &[u8],
        end: &[u8],
        max_bytes: u32,
        rows: &mut Vec<u8>,
    ) -> Result<bool, Refusal> {
        Ok(self.view()?.each(start, end, max_bytes, |key, value| put_row(rows, key, &value))?)
    }

    pub(crate) fn scanned(&mut self, rows: &mut Vec<u8>) -> Result<(), Refusal> {
        self.view()?.scanned("")?.iter().for_each(|(path, entry)| put_row(rows, path.as_bytes(), entry));
        Ok(())
    }

    pub(crate) fn meta(&mut self, name: &str) -> Result<Option<Vec<u8>>, Refusal> {
        Ok(self.view()?.meta(name)?)
    }

    pub(crate) fn commit(&mut self, input: &[u8]) -> Result<(), Refusal> {
        let change = change(input).ok_or(Refusal::Invalid)?;
        let outcome = scrubjay_store::commit(self.writing()?, &change);
        if let Err(Fault::Damaged(_)) = outcome {
            self.close_damaged();
        }
        Ok(outcome?)
    }

    /// Closes a file that turned out to be damaged. If nothing was committed since the file was opened, it gets back
    /// the header that it had then.
    fn close_damaged(&mut self) {
        self.view = None;
        if let Some(OpenDatabase::Writing(database, fence)) = self.database.take() {
            fence.shut();
            drop(database);
            // If that fails, the file stays marked as being written.
            let _ = fence.restore_head(&OWN_FILE);
        }
    }

    /// Whether the file belongs to a project. With `write` a file without a project is assigned to it.
    pub(crate) fn claim(&mut self, project: &str, write: bool) -> Result<bool, Refusal> {
        if write {
            scrubjay_store::claim(self.writing()?, project)?;
        }
        Ok(self.view()?.belongs_to(project)?)
    }

    pub(crate) fn compact(&mut self) -> Result<(), Refusal> {
        let database = self.writing()?;
        if is_wasteful(database, min_used()?, INDEX_GROWTH)? {
            // Moved pages get new checksums, which would hide damage, so all pages are verified first.
            verify()?;
            database.compact().map_err(fault)?;
            // The first call may let the file grow again; the second one stores the resulting size.
            note_compacted(database, min_used()?)?;
            note_compacted(database, min_used()?)?;
        }
        Ok(())
    }

    pub(crate) fn close(mut self) -> Result<(), Refusal> {
        self.shut()
    }

    fn shut(&mut self) -> Result<(), Refusal> {
        self.view = None;
        match self.database.take() {
            Some(OpenDatabase::Writing(database, _)) => Ok(database.close().map_err(fault)?),
            Some(OpenDatabase::Reading(database)) => Ok(database.close().map_err(fault)?),
            None => Ok(()),
        }
    }
}

/// Checks every page of the file against its checksum.
pub(crate) fn verify() -> Result<(), Refusal> {
    Ok(scrubjay_store::verify(OWN_FILE)?)
}

/// Opens the trees of a damaged file, at its last commit, or, if `is_older`, at the one before.
pub(crate) fn remains(is_older: bool) -> Result<DamagedFileRows, Refusal> {
    Ok(DamagedFileRows::at(|| Ok(DAMAGED_FILE), is_older)?)
}

/// Opens a damaged file to read the rows of all its pages.
pub(crate) fn leaves() -> Result<Leaves<File>, Refusal> {
    Ok(Leaves::of(OWN_FILE)?)
}

/// A lower bound of the used bytes of the file: redb doubles the length of a file that is full.
fn min_used() -> Result<u64, Fault> {
    Ok(OWN_FILE.len()? / 2)
}

fn read(file: impl StorageBackend, is_shared: bool) -> Result<Open, Fault> {
    let database = builder().open_read_only_with_backend(file).map_err(fault)?;
    let view = Some(View::of(&database)?);
    Ok(Open { database: Some(OpenDatabase::Reading(database)), view, is_shared })
}

fn write(file: impl StorageBackend, check: bool) -> Result<(Database, Fence), Fault> {
    let fence = Fence::default();
    let file = FencedFile::new(file, fence.clone())?;
    let database = builder().set_check_integrity_on_open(check).create_with_backend(file).map_err(fault)?;
    Ok((database, fence))
}

/// The options for opening a database that one process writes and any number of others read.
fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES).set_concurrency_mode(ConcurrencyMode::SingleWriter);
    builder
}
