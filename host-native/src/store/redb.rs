//! The store as one redb file, the same on every host: one process writes, others read beside it.
//!
//! A commit is durable when it returns, and a file that was not closed opens in milliseconds. Not here: who may write, which
//! the lock says.

mod compact;

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use redb::{Builder, ConcurrencyMode, Database, ReadOnlyDatabase};
use scrubjay_store::{View, commit, fault, guarded, prepare};

use super::lock::allow_reading;
use super::{Commit, Page, Snapshot, Store, StoreError};
pub use scrubjay_store::silence_damage;

/// Bytes of pages kept in memory: enough for the inner pages, the system caches the rest.
const CACHE: usize = 32 << 20;

/// How thoroughly a file is looked at when it is opened for writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Trust a file that was closed.
    None,
    /// Verify the checksum of every page, which takes about a millisecond for each MB.
    Pages,
}

/// A store in a redb file.
pub struct RedbStore {
    path: PathBuf,
    file: Open,
}

enum Open {
    Writing(Database),
    Reading(Mutex<Reader>),
    /// It was closed to be opened anew, which failed.
    Closed,
}

struct Reader {
    database: ReadOnlyDatabase,
    identity: Option<Identity>,
}

impl RedbStore {
    /// Opens a store to read it, beside whoever writes; but not beside a host in JavaScript, which cannot see readers.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Locked`], [`StoreError::Unclosed`], [`StoreError::Damaged`],
    /// [`StoreError::Format`], or a fault of the file system.
    pub fn reading(path: &Path) -> Result<RedbStore, StoreError> {
        allow_reading(&path.with_extension("lock"))?;
        let reader = Reader::open(path)?;
        Ok(RedbStore { path: path.to_owned(), file: Open::Reading(Mutex::new(reader)) })
    }

    /// Opens a store to write it, and creates it where it is missing. The caller holds the lock.
    ///
    /// # Errors
    /// [`StoreError::ReadOnly`], [`StoreError::Full`], [`StoreError::Damaged`], [`StoreError::Format`], or a fault of the file
    /// system.
    pub fn writing(path: &Path, check: Check) -> Result<RedbStore, StoreError> {
        Ok(RedbStore { path: path.to_owned(), file: Open::Writing(open(path, check)?) })
    }

    /// Where its file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn view(&self) -> Result<View, StoreError> {
        match &self.file {
            Open::Writing(database) => Ok(View::of(database)?),
            Open::Reading(reader) => {
                allow_reading(&self.path.with_extension("lock"))?;
                let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
                // Compaction puts a new file in the place of the old one.
                if identity(&self.path) != reader.identity {
                    *reader = Reader::open(&self.path)?;
                }
                Ok(View::of(&reader.database)?)
            }
            Open::Closed => Err(StoreError::Closed),
        }
    }
}

impl Store for RedbStore {
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, StoreError> {
        Ok(Box::new(guarded(|| self.view())?))
    }

    fn commit(&self, change: &Commit) -> Result<(), StoreError> {
        let Open::Writing(database) = &self.file else { return Err(StoreError::ReadOnly(None)) };
        guarded(|| Ok(commit(database, change)?))
    }

    fn compact(&mut self) -> Result<(), StoreError> {
        let Open::Writing(database) = &self.file else { return Ok(()) };
        if !guarded(|| compact::is_wasteful(&self.path, database))? {
            return Ok(());
        }
        let new = compact::copy_beside(&self.path, database)?;
        self.file = Open::Closed;
        let replaced = compact::put_in_place(&new, &self.path);
        self.reopen()?;
        match replaced {
            // Where an open file is not replaced, somebody reads it: a later run finds it free.
            Err(StoreError::ReadOnly(_)) => Ok(std::fs::remove_file(new)?),
            replaced => replaced,
        }
    }

    fn reopen(&mut self) -> Result<(), StoreError> {
        if !matches!(self.file, Open::Reading(_)) {
            // The old file is closed first: two handles of one process would share its locks.
            self.file = Open::Closed;
            self.file = Open::Writing(open(&self.path, Check::None)?);
        }
        Ok(())
    }

    fn close(self: Box<Self>) -> Result<(), StoreError> {
        match self.file {
            Open::Writing(database) => match guarded(|| Ok(database.close().map_err(fault)?)) {
                // What was committed before the fault is durable.
                Err(StoreError::Closed) => Ok(()),
                closed => closed,
            },
            Open::Reading(_) | Open::Closed => Ok(()),
        }
    }
}

impl Snapshot for View {
    fn generation(&self) -> u64 {
        View::generation(self)
    }

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(View::get(self, key)?)
    }

    fn range(&self, start: &[u8], end: &[u8], most_bytes: u32) -> Result<Page, StoreError> {
        Ok(View::range(self, start, end, most_bytes)?)
    }

    fn scanned(&self, path: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        Ok(View::scanned(self, path)?)
    }

    fn mark(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(View::mark(self, name)?)
    }
}

impl Reader {
    fn open(path: &Path) -> Result<Reader, StoreError> {
        let identity = identity(path);
        let database = guarded(|| {
            builder().open_read_only(path).map_err(|error| match StoreError::from(fault(error)) {
                StoreError::Io(error) if error.kind() == io::ErrorKind::NotFound => {
                    StoreError::Missing { path: path.to_owned() }
                }
                other => other,
            })
        })?;
        Ok(Reader { database, identity })
    }
}

fn open(path: &Path, check: Check) -> Result<Database, StoreError> {
    if !path.try_exists()? {
        // Made beside its place first: a process that dies meanwhile leaves no half a store.
        let new = compact::make_beside(path, |new| {
            let database = builder().create(new).map_err(fault)?;
            prepare(&database)?;
            Ok(database.close().map_err(fault)?)
        })?;
        compact::put_in_place(&new, path)?;
    }
    // Opening for writing alters a file, and one of another format is left alone. Other faults may be mended by the open.
    let looked_at = Reader::open(path).and_then(|reader| guarded(|| Ok(View::of(&reader.database)?)));
    if let Err(error @ StoreError::Format { .. }) = looked_at {
        return Err(error);
    }
    guarded(|| Ok(builder().set_check_integrity_on_open(check == Check::Pages).open(path).map_err(fault)?))
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE).set_concurrency_mode(ConcurrencyMode::SingleWriter);
    builder
}

/// What tells a file from another one that took its place.
type Identity = (u64, u64);

fn identity(path: &Path) -> Option<Identity> {
    std::fs::metadata(path).ok().and_then(|metadata| numbers(&metadata))
}

#[cfg(unix)]
fn numbers(metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

/// Elsewhere its times tell: a reader opens a file again more often than it must.
#[cfg(not(unix))]
fn numbers(metadata: &Metadata) -> Option<Identity> {
    let ticks = |time: io::Result<std::time::SystemTime>| {
        Some(time.ok()?.duration_since(std::time::UNIX_EPOCH).ok()?.as_nanos() as u64)
    };
    Some((ticks(metadata.created())?, ticks(metadata.modified())?))
}
