//! The store as one redb file, the same on all hosts: one process writes while others read.
//!
//! A commit is durable when it returns, and a file that was not closed opens in milliseconds. Not here: who may write,
//! which the lock decides.

mod compact;
mod head;

use std::cell::Cell;
use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use redb::backends::FileBackend;
use redb::{Builder, ConcurrencyMode, Database, ReadOnlyDatabase};
use scrubjay_store::{Fault, View, commit, fault, guarded, prepare};

use self::head::{Head, HeadFile};
use super::stamps::{META_STAMP, Stamp, Stamps};
use super::turns::{self, text, wait_to_read};
use super::{Commit, Page, Snapshot, Store, StoreError};
use crate::open;
pub use scrubjay_store::silence_damage;

/// The bytes of cached pages: enough for inner pages, as the system caches the rest.
const CACHE_BYTES: usize = 32 << 20;

/// The most attempts to read a store that is being written.
const MAX_ATTEMPTS: usize = 10;

/// How thoroughly a file is checked when it is opened for writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckScope {
    /// Trust a file that was closed.
    None,
    /// Verify the checksum of every page, which takes about a millisecond for each MB.
    Pages,
}

/// A store in a redb file.
pub struct RedbStore {
    path: PathBuf,
    /// The stamps of which the file must have one; `None` if the caller vouches for the file.
    stamps: Option<Stamps>,
    file: Open,
    /// Whether it was opened for reading.
    reads: bool,
    /// The last known generation. For a store opened for writing it is valid until a commit fails, because nothing else
    /// can write.
    generation: Cell<Option<u64>>,
}

enum Open {
    Writing(Database),
    Reading(Box<Mutex<Reader>>),
    /// The file is closed, or reopening it failed.
    Closed,
}

struct Reader {
    database: ReadOnlyDatabase,
    identity: Option<Identity>,
    head_file: Option<HeadFile>,
    /// The head of the file, read before the generation.
    seen_head: Option<Head>,
    /// The text in the file of turns at that time.
    turn_text: Option<String>,
}

impl RedbStore {
    /// Opens a store for reading while others may write, except during the turn of a JavaScript host, which does not
    /// see readers. With `stamps`, the store must have one of them.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Foreign`], [`StoreError::Locked`], [`StoreError::Unclosed`],
    /// [`StoreError::Damaged`], [`StoreError::Format`], or a fault of the file system.
    pub fn reading(path: &Path, stamps: Option<Stamps>) -> Result<RedbStore, StoreError> {
        let mut store = RedbStore::opened_on_first_use(path, stamps);
        store.reopen()?;
        Ok(store)
    }

    /// A store for reading, opened on first use.
    pub(crate) fn opened_on_first_use(path: &Path, stamps: Option<Stamps>) -> RedbStore {
        RedbStore { path: path.to_owned(), stamps, file: Open::Closed, reads: true, generation: Cell::new(None) }
    }

    /// Opens a store for writing. The caller must hold the lock. With `stamps`, the store must have one of them.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Foreign`], [`StoreError::ReadOnly`], [`StoreError::DiskFull`],
    /// [`StoreError::Damaged`], [`StoreError::Format`], or a fault of the file system.
    pub fn writing(path: &Path, check: CheckScope, stamps: Option<Stamps>) -> Result<RedbStore, StoreError> {
        let file = Open::Writing(to_write(path, check, stamps.as_ref())?);
        Ok(RedbStore { path: path.to_owned(), stamps, file, reads: false, generation: Cell::new(None) })
    }

    /// Creates a new store, replacing any existing file. The caller must hold the lock.
    ///
    /// # Errors
    /// [`StoreError::ReadOnly`], [`StoreError::DiskFull`], or a fault of the file system.
    pub fn make(path: &Path, stamp: Option<&Stamp>) -> Result<(), StoreError> {
        // Beside its path first, so that a process that dies meanwhile leaves no partial store.
        let new = compact::make_beside(path, &builder(), |_, database| {
            prepare(database)?;
            if let Some(stamp) = stamp {
                let mut first_commit = Commit::from(0);
                first_commit.meta.insert(META_STAMP.to_owned(), stamp.to_vec());
                commit(database, &first_commit)?;
            }
            Ok(())
        })?;
        compact::put_in_place(&new, path)
    }

    /// The path as given; another file may replace the opened one.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Closes the file and ignores errors; closing writes, and redb may panic on a damaged file.
    fn close_quietly(&mut self) {
        let file = std::mem::replace(&mut self.file, Open::Closed);
        let _: Result<(), StoreError> = guarded(|| {
            drop(file);
            Ok(())
        });
    }

    fn view(&self) -> Result<View, StoreError> {
        match &self.file {
            Open::Writing(database) => Ok(View::of(database)?),
            Open::Reading(reader) => between_turns(&self.path, |turn_text| {
                let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
                // Compaction replaces the file.
                if identity(&self.path) != reader.identity {
                    *reader = Reader::open(&self.path, self.stamps.as_ref())?;
                }
                reader.seen_head = reader.head_file.as_ref().and_then(HeadFile::settled_head);
                reader.turn_text = turn_text.clone();
                Ok(View::of(&reader.database)?)
            }),
            Open::Closed => Err(StoreError::Closed),
        }
    }
}

impl Drop for RedbStore {
    fn drop(&mut self) {
        self.close_quietly();
    }
}

impl Store for RedbStore {
    fn snapshot(&self) -> Result<Box<dyn Snapshot>, StoreError> {
        self.generation.set(None);
        let view = guarded(|| self.view())?;
        self.generation.set(Some(view.generation()));
        Ok(Box::new(view))
    }

    fn is_at(&self, generation: u64) -> bool {
        let is_known = self.generation.get() == Some(generation);
        is_known
            && match &self.file {
                Open::Writing(_) => true,
                Open::Reading(reader) => {
                    // A writer that cannot see readers does no harm, because nothing is read.
                    reader.lock().unwrap_or_else(PoisonError::into_inner).is_as_seen(&self.path)
                }
                Open::Closed => false,
            }
    }

    fn unchanged(&self) -> bool {
        match &self.file {
            Open::Writing(_) => true,
            Open::Reading(reader) => reader.lock().unwrap_or_else(PoisonError::into_inner).was_left_alone(&self.path),
            Open::Closed => false,
        }
    }

    fn commit(&self, change: &Commit) -> Result<(), StoreError> {
        let Open::Writing(database) = &self.file else { return Err(StoreError::ReadOnly(None)) };
        self.generation.set(None);
        guarded(|| commit(database, change).map_err(StoreError::from))?;
        self.generation.set(Some(change.to));
        Ok(())
    }

    fn compact(&mut self) -> Result<(), StoreError> {
        let Open::Writing(database) = &self.file else { return Ok(()) };
        if !guarded(|| compact::is_wasteful(&self.path, database))? {
            return Ok(());
        }
        let new = compact::copy_beside(&self.path, database)?;
        self.close_quietly();
        let replaced = compact::put_in_place(&new, &self.path);
        self.reopen()?;
        match replaced {
            // If an open file cannot be replaced, somebody is reading it; a later run will succeed.
            Err(StoreError::ReadOnly(_)) => Ok(open::remove(&new)?),
            replaced => replaced,
        }
    }

    fn reopen(&mut self) -> Result<(), StoreError> {
        // The old file is closed first, because two handles of one process would share its locks.
        self.close_quietly();
        self.file = match self.reads {
            true => {
                let reader = between_turns(&self.path, |_| Reader::open(&self.path, self.stamps.as_ref()))?;
                Open::Reading(Box::new(Mutex::new(reader)))
            }
            false => Open::Writing(to_write(&self.path, CheckScope::None, self.stamps.as_ref())?),
        };
        Ok(())
    }

    fn close(mut self: Box<Self>) -> Result<(), StoreError> {
        match std::mem::replace(&mut self.file, Open::Closed) {
            Open::Writing(database) => match guarded(|| Ok(database.close().map_err(fault)?)) {
                // Commits before the fault are durable.
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

    fn range(&self, start: &[u8], end: &[u8], max_bytes: u32) -> Result<Page, StoreError> {
        Ok(View::range(self, start, end, max_bytes)?)
    }

    fn scanned(&self, path: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        Ok(View::scanned(self, path)?)
    }

    fn meta(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(View::meta(self, name)?)
    }
}

impl Reader {
    fn open(path: &Path, stamps: Option<&Stamps>) -> Result<Reader, StoreError> {
        let identity = identity(path);
        let database = guarded(|| {
            let backend = FileBackend::new(opened_file(open::to_read(path), path)?).map_err(fault)?;
            Ok::<_, StoreError>(builder().open_read_only_with_backend(backend).map_err(fault)?)
        })?;
        if let Some(stamps) = stamps {
            check_stamp(path, stamps, || View::of(&database))?;
        }
        Ok(Reader { database, identity, head_file: HeadFile::of(path, identity), seen_head: None, turn_text: None })
    }

    /// Whether the pages that were read are still those of one commit: the store is as it was seen, or its file of turns
    /// is. In a turn a host that cannot see readers, such as JavaScript, may overwrite pages that are being read.
    fn was_left_alone(&self, path: &Path) -> bool {
        self.is_as_seen(path) || text(&turns::file(path)).is_ok_and(|text| text == self.turn_text)
    }

    /// Whether nothing was committed since the generation was read, and the file was not replaced.
    fn is_as_seen(&self, path: &Path) -> bool {
        let head = || self.head_file.as_ref().and_then(HeadFile::head);
        self.seen_head.is_some() && identity(path) == self.identity && head() == self.seen_head
    }
}

/// Fails unless this user made the store.
fn check_stamp(path: &Path, stamps: &Stamps, view: impl Fn() -> Result<View, Fault>) -> Result<(), StoreError> {
    let stamp = guarded(|| Ok::<_, StoreError>(view()?.meta(META_STAMP)?))?;
    match stamps.know(stamp.as_deref()) {
        true => Ok(()),
        false => Err(StoreError::Foreign { path: path.to_owned() }),
    }
}

/// The opened file; if it does not exist, the error is that the store is missing.
fn opened_file(file: io::Result<File>, path: &Path) -> Result<File, StoreError> {
    file.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => StoreError::Missing { path: path.to_owned() },
        _ => error.into(),
    })
}

fn to_write(path: &Path, check: CheckScope, stamps: Option<&Stamps>) -> Result<Database, StoreError> {
    // Opening for writing changes a file, and one of another format or of somebody else must not be changed. Other
    // faults may be repaired by opening it.
    let opened = Reader::open(path, stamps).and_then(|reader| guarded(|| Ok(View::of(&reader.database)?)));
    if let Err(error @ (StoreError::Format { .. } | StoreError::Missing { .. } | StoreError::Foreign { .. })) = opened {
        return Err(error);
    }
    let file = opened_file(open::to_write(path), path)?;
    if file.metadata()?.len() == 0 {
        // redb would turn an empty file into a new store without rows.
        return Err(StoreError::Damaged("it is empty".to_owned()));
    }
    let database = guarded(|| {
        let backend = FileBackend::new(file).map_err(fault)?;
        let opened = builder().set_check_integrity_on_open(check == CheckScope::Pages).create_with_backend(backend);
        opened.map_err(|error| StoreError::from(fault(error)))
    })?;
    if let Some(stamps) = stamps {
        check_stamp(path, stamps, || View::of(&database))?;
    }
    Ok(database)
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES).set_concurrency_mode(ConcurrencyMode::SingleWriter);
    builder
}

/// Reads a store outside of turns. If a turn begins meanwhile, the file may contain anything, so a read that fails
/// during a turn is repeated.
fn between_turns<T>(path: &Path, read: impl Fn(&Option<String>) -> Result<T, StoreError>) -> Result<T, StoreError> {
    let turns = turns::file(path);
    for _ in 1..MAX_ATTEMPTS {
        let turn_text = wait_to_read(&turns)?;
        match guarded(|| read(&turn_text)) {
            Err(_) if text(&turns)? != turn_text => {}
            result => return result,
        }
    }
    read(&wait_to_read(&turns)?)
}

/// The identity of a file, which changes if another file replaces it.
type Identity = (u64, u64);

fn identity(path: &Path) -> Option<Identity> {
    std::fs::metadata(path).ok().and_then(|metadata| identity_of(&metadata))
}

#[cfg(unix)]
fn identity_of(metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

/// Uses the file's times on other systems, so a reader reopens a file more often than necessary.
#[cfg(not(unix))]
fn identity_of(metadata: &Metadata) -> Option<Identity> {
    let ticks = |time: io::Result<std::time::SystemTime>| {
        Some(time.ok()?.duration_since(std::time::UNIX_EPOCH).ok()?.as_nanos() as u64)
    };
    Some((ticks(metadata.created())?, ticks(metadata.modified())?))
}

#[cfg(test)]
mod tests;
