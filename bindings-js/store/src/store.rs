//! An open store: opening it, and its operations.
//!
//! An existing store is opened for writing only when something is written, and until [`Open::put_in_order`]. A caller
//! that only reads changes no byte of it and waits for no disk.

use redb::{Builder, ConcurrencyMode, Database, ReadOnlyDatabase, StorageBackend};
use scrubjay_store::{
    Checked, Fault, Fence, Fenced, INDEX_GROWTH, Leaves, Remains, View, fault, is_wasteful, note_compacted,
};

use crate::Refusal;
use crate::create::{create_store, store_missing};
use crate::file::File;
use crate::packed::{change, key, put_row};

/// Bytes of pages kept in memory, which never shrinks again.
const CACHE: usize = 16 << 20;

/// The file as its only owner uses it.
const OWN: File = File { is_shared: false, is_damaged: false };
/// The file while others may write it.
const SHARED: File = File { is_shared: true, is_damaged: false };
/// The file of which is read what can be.
const DAMAGED: File = File { is_shared: true, is_damaged: true };

/// A store, and the view that questions are answered from until the next commit or the next refresh.
pub(crate) struct Open {
    /// `None` after a fault that closed it.
    database: Option<Opened>,
    view: Option<View>,
    /// Whether another writer may be active; then nothing may be written here.
    is_shared: bool,
}

enum Opened {
    Writing(Database, Fence),
    Reading(ReadOnlyDatabase),
}

impl Open {
    /// Opens it as its owner. With `check`, or after the last owner died, it is opened for writing at once.
    pub(crate) fn new(create: bool, check: bool) -> Result<Open, Refusal> {
        if store_missing(&OWN)? {
            if !create {
                return Err(Refusal::Missing);
            }
            create_store(&OWN)?;
        }
        if !check {
            match read(Checked::over(OWN), false) {
                Err(Fault::Unclosed) => {}
                opened => return Ok(opened?),
            }
        }
        // What a crash left is for redb to judge, which falls back on the commit before.
        let (database, fence) = write(OWN, check)?;
        // Detects a file of another format, without writing to it.
        let view = Some(View::of(&database)?);
        Ok(Open { database: Some(Opened::Writing(database, fence)), view, is_shared: false })
    }

    /// Opens it while others may write; their commits become visible when the generation is requested.
    pub(crate) fn reading() -> Result<Open, Refusal> {
        if store_missing(&SHARED)? {
            return Err(Refusal::Missing);
        }
        // Pages that are being written are as nobody states them.
        Ok(read(SHARED, true)?)
    }

    /// The store as of the last commit or refresh.
    fn view(&mut self) -> Result<&View, Refusal> {
        let view = match (self.view.take(), &self.database) {
            (Some(view), _) => view,
            (None, Some(Opened::Writing(database, _))) => View::of(database)?,
            (None, Some(Opened::Reading(database))) => View::of(database)?,
            (None, None) => return Err(Fault::Closed.into()),
        };
        Ok(self.view.insert(view))
    }

    /// The database, if it may be written.
    fn writing(&mut self) -> Result<&mut Database, Refusal> {
        // Pages that a view refers to cannot be reused.
        self.view = None;
        if let (Some(Opened::Reading(_)), false) = (&self.database, self.is_shared) {
            let (database, fence) = write(Checked::over(OWN), false)?;
            self.database = Some(Opened::Writing(database, fence));
        }
        match &mut self.database {
            Some(Opened::Writing(database, _)) => Ok(database),
            Some(Opened::Reading(_)) => Err(Refusal::Invalid),
            None => Err(Fault::Closed.into()),
        }
    }

    /// Closes a store that was opened for writing, so that its file is consistent for others, and continues reading.
    pub(crate) fn put_in_order(&mut self) -> Result<(), Refusal> {
        if let Some(Opened::Writing(..)) = self.database {
            self.shut()?;
            *self = read(Checked::over(OWN), false)?;
        }
        Ok(())
    }

    pub(crate) fn generation(&mut self) -> Result<u64, Refusal> {
        if self.is_shared {
            self.view = None;
        }
        Ok(self.view()?.generation())
    }

    pub(crate) fn get(&mut self, mut input: &[u8], output: &mut Vec<u8>) -> Result<(), Refusal> {
        while !input.is_empty() {
            let key = key(&mut input).ok_or(Refusal::Invalid)?;
            if let Some(value) = self.view()?.get(key)? {
                put_row(output, key, &value);
            }
        }
        Ok(())
    }

    /// True if the answer is complete.
    pub(crate) fn range(&mut self, mut input: &[u8], max_bytes: u32, output: &mut Vec<u8>) -> Result<bool, Refusal> {
        let (start, end) = (key(&mut input).ok_or(Refusal::Invalid)?, key(&mut input).ok_or(Refusal::Invalid)?);
        Ok(self.view()?.each(start, end, max_bytes, |key, value| put_row(output, key, &value))?)
    }

    pub(crate) fn scanned(&mut self, output: &mut Vec<u8>) -> Result<(), Refusal> {
        self.view()?.scanned("")?.iter().for_each(|(path, entry)| put_row(output, path.as_bytes(), entry));
        Ok(())
    }

    pub(crate) fn meta(&mut self, mut input: &[u8], output: &mut Vec<u8>) -> Result<(), Refusal> {
        let name = key(&mut input).ok_or(Refusal::Invalid)?;
        let text = std::str::from_utf8(name).map_err(|_| Refusal::Invalid)?;
        if let Some(value) = self.view()?.meta(text)? {
            put_row(output, name, &value);
        }
        Ok(())
    }

    pub(crate) fn commit(&mut self, input: &[u8]) -> Result<(), Refusal> {
        let change = change(input).ok_or(Refusal::Invalid)?;
        let committed = scrubjay_store::commit(self.writing()?, &change);
        if let Err(Fault::Damaged(_)) = committed {
            self.recoil();
        }
        Ok(committed?)
    }

    /// Closes a file that turned out to be damaged as it was when it was opened, unless more was written to it since.
    fn recoil(&mut self) {
        self.view = None;
        if let Some(Opened::Writing(database, fence)) = self.database.take() {
            fence.shut();
            drop(database);
            // Where that fails, the damaged file is kept with the mark of one that was being written.
            let _ = fence.restore_head(&OWN);
        }
    }

    /// True if it is this project's.
    pub(crate) fn claim(&mut self, mut input: &[u8], write: bool) -> Result<bool, Refusal> {
        let project = key(&mut input).and_then(|id| std::str::from_utf8(id).ok()).ok_or(Refusal::Invalid)?;
        if write {
            scrubjay_store::claim(self.writing()?, project)?;
        }
        Ok(self.view()?.is_of(project)?)
    }

    pub(crate) fn compact(&mut self) -> Result<(), Refusal> {
        let database = self.writing()?;
        if is_wasteful(database, min_used()?, INDEX_GROWTH)? {
            // What is moved has new checksums, under which damage would pass for what was written.
            verify()?;
            database.compact().map_err(fault)?;
            // The first call makes the file grow again; the second one stores the resulting size.
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
            Some(Opened::Writing(database, _)) => Ok(database.close().map_err(fault)?),
            Some(Opened::Reading(database)) => Ok(database.close().map_err(fault)?),
            None => Ok(()),
        }
    }
}

/// Verifies every page of the file.
pub(crate) fn verify() -> Result<(), Refusal> {
    Ok(scrubjay_store::verify(OWN)?)
}

/// What remains of a damaged file.
pub(crate) fn remains(is_older: bool) -> Result<Remains, Refusal> {
    Ok(Remains::at(|| Ok(DAMAGED), is_older)?)
}

/// The rows of its pages, whatever leads to them.
pub(crate) fn leaves() -> Result<Leaves<File>, Refusal> {
    Ok(Leaves::of(OWN)?)
}

/// The bytes of the file that are certainly used: redb doubles a file that has become too small, and unwritten parts
/// occupy no space.
fn min_used() -> Result<u64, Fault> {
    Ok(OWN.len()? / 2)
}

fn read(file: impl StorageBackend, is_shared: bool) -> Result<Open, Fault> {
    let database = builder().open_read_only_with_backend(file).map_err(fault)?;
    let view = Some(View::of(&database)?);
    Ok(Open { database: Some(Opened::Reading(database)), view, is_shared })
}

fn write(file: impl StorageBackend, check: bool) -> Result<(Database, Fence), Fault> {
    let fence = Fence::default();
    let file = Fenced::new(file, fence.clone())?;
    let database = builder().set_check_integrity_on_open(check).create_with_backend(file).map_err(fault)?;
    Ok((database, fence))
}

/// One process writes, and any number of others read.
fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE).set_concurrency_mode(ConcurrencyMode::SingleWriter);
    builder
}
