//! The store as one redb file, the same on all hosts: one process writes while others read.
//!
//! A commit is durable when it returns, and a file that was not closed opens in milliseconds. Not here: who may write,
//! which the lock decides.

mod compact;
mod head;

use std::cell::Cell;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use redb::{Builder, ConcurrencyMode, Database, ReadOnlyDatabase};
use scrubjay_store::{View, commit, fault, guarded, prepare};

use self::head::{Front, Head};
use super::lock::{text, wait_to_read};
use super::{Commit, Page, Snapshot, Store, StoreError};
pub use scrubjay_store::silence_damage;

/// Bytes of pages kept in memory: enough for the inner pages, as the system caches the rest.
const CACHE: usize = 32 << 20;

/// The most tries to read a store that is written meanwhile.
const MOST_LOOKS: usize = 10;

/// How thoroughly a file is checked when it is opened for writing.
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
    /// Whether it was opened for reading.
    reads: bool,
    /// The last known generation. For a store opened for writing it is valid until a commit fails, because nothing else
    /// can write.
    generation: Cell<Option<u64>>,
}

enum Open {
    Writing(Database),
    Reading(Box<Mutex<Reader>>),
    /// It is closed, or opening it again failed.
    Closed,
}

struct Reader {
    database: ReadOnlyDatabase,
    identity: Option<Identity>,
    front: Option<Front>,
    /// The head of the file, read before the generation.
    seen: Option<Head>,
    /// The content of the lock file at that time.
    said: Option<String>,
}

impl RedbStore {
    /// Opens a store for reading while others may write, except during the turn of a JavaScript host, which cannot see
    /// readers.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Locked`], [`StoreError::Unclosed`], [`StoreError::Damaged`],
    /// [`StoreError::Format`], or a fault of the file system.
    pub fn reading(path: &Path) -> Result<RedbStore, StoreError> {
        let reader = between_turns(path, |_| Reader::open(path))?;
        Ok(RedbStore::of(path, true, Open::Reading(Box::new(Mutex::new(reader)))))
    }

    /// Opens a store for writing, and creates it if it does not exist. The caller must hold the lock.
    ///
    /// # Errors
    /// [`StoreError::ReadOnly`], [`StoreError::DiskFull`], [`StoreError::Damaged`], [`StoreError::Format`], or a fault of
    /// the file system.
    pub fn writing(path: &Path, check: Check) -> Result<RedbStore, StoreError> {
        Ok(RedbStore::of(path, false, Open::Writing(open(path, check)?)))
    }

    fn of(path: &Path, reads: bool, file: Open) -> RedbStore {
        RedbStore { path: path.to_owned(), file, reads, generation: Cell::new(None) }
    }

    /// The path of its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Closes the file and ignores errors: closing writes, and redb may panic on a damaged file.
    fn let_go(&mut self) {
        let file = std::mem::replace(&mut self.file, Open::Closed);
        let _: Result<(), StoreError> = guarded(|| {
            drop(file);
            Ok(())
        });
    }

    fn view(&self) -> Result<View, StoreError> {
        match &self.file {
            Open::Writing(database) => Ok(View::of(database)?),
            Open::Reading(reader) => between_turns(&self.path, |said| {
                let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
                // Compaction replaces the file.
                if identity(&self.path) != reader.identity {
                    *reader = Reader::open(&self.path)?;
                }
                reader.seen = reader.front.as_ref().and_then(Front::settled_head);
                reader.said = said.clone();
                Ok(View::of(&reader.database)?)
            }),
            Open::Closed => Err(StoreError::Closed),
        }
    }
}

impl Drop for RedbStore {
    fn drop(&mut self) {
        self.let_go();
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

    fn stood_still(&self) -> bool {
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
        self.let_go();
        let replaced = compact::put_in_place(&new, &self.path);
        self.reopen()?;
        match replaced {
            // If an open file cannot be replaced, somebody is reading it; a later run will succeed.
            Err(StoreError::ReadOnly(_)) => Ok(std::fs::remove_file(new)?),
            replaced => replaced,
        }
    }

    fn reopen(&mut self) -> Result<(), StoreError> {
        // The old file is closed first, because two handles of one process would share its locks.
        self.let_go();
        self.file = match self.reads {
            true => Open::Reading(Box::new(Mutex::new(Reader::open(&self.path)?))),
            false => Open::Writing(open(&self.path, Check::None)?),
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

    fn range(&self, start: &[u8], end: &[u8], most_bytes: u32) -> Result<Page, StoreError> {
        Ok(View::range(self, start, end, most_bytes)?)
    }

    fn scanned(&self, path: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        Ok(View::scanned(self, path)?)
    }

    fn meta(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(View::meta(self, name)?)
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
        Ok(Reader { database, identity, front: Front::of(path, identity), seen: None, said: None })
    }

    /// Whether no writer that cannot see readers was active: nothing was committed at all, or only by the holder of the
    /// lock, which sees them. If the lock was free before and is free now, a whole turn may have passed between.
    fn was_left_alone(&self, path: &Path) -> bool {
        let is_told = self.said.is_some() || self.front.is_none();
        self.is_as_seen(path) || (is_told && text(&lock(path)).is_ok_and(|says| says == self.said))
    }

    /// Whether nothing was committed since the generation was read, and the file was not replaced.
    fn is_as_seen(&self, path: &Path) -> bool {
        let head = || self.front.as_ref().and_then(Front::head);
        self.seen.is_some() && identity(path) == self.identity && head() == self.seen
    }
}

fn open(path: &Path, check: Check) -> Result<Database, StoreError> {
    if !path.try_exists()? {
        // Created next to its path first, so that a process that dies meanwhile leaves no partial store.
        let new = compact::make_beside(path, |new| {
            let database = builder().create(new).map_err(fault)?;
            prepare(&database)?;
            Ok(database.close().map_err(fault)?)
        })?;
        compact::put_in_place(&new, path)?;
    }
    // Opening for writing changes a file, and one of another format must not be changed. Other faults may be repaired
    // by opening it.
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

/// Reads a store when it may be read. If a turn begins meanwhile, its file may contain anything: a read that fails
/// during a turn is tried again.
fn between_turns<T>(path: &Path, look: impl Fn(&Option<String>) -> Result<T, StoreError>) -> Result<T, StoreError> {
    let lock = lock(path);
    for _ in 1..MOST_LOOKS {
        let said = wait_to_read(&lock)?;
        match guarded(|| look(&said)) {
            Err(_) if text(&lock)? != said => {}
            looked => return looked,
        }
    }
    look(&wait_to_read(&lock)?)
}

/// The lock of a store, next to it.
fn lock(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

/// Distinguishes a file from another one that replaced it.
type Identity = (u64, u64);

fn identity(path: &Path) -> Option<Identity> {
    std::fs::metadata(path).ok().and_then(|metadata| numbers(&metadata))
}

#[cfg(unix)]
fn numbers(metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

/// On other systems its times are used: a reader reopens a file more often than necessary.
#[cfg(not(unix))]
fn numbers(metadata: &Metadata) -> Option<Identity> {
    let ticks = |time: io::Result<std::time::SystemTime>| {
        Some(time.ok()?.duration_since(std::time::UNIX_EPOCH).ok()?.as_nanos() as u64)
    };
    Some((ticks(metadata.created())?, ticks(metadata.modified())?))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    use super::*;

    fn change(from: u64) -> Commit {
        let mut change = Commit::from(from);
        assert!(change.add(from, from + 1, Vec::new(), [(vec![1], vec![0; 5_000])].into_iter()));
        change
    }

    fn store(folder: &tempfile::TempDir) -> (PathBuf, RedbStore) {
        let path = folder.path().join("store.redb");
        let writer = RedbStore::writing(&path, Check::None).unwrap();
        (path, writer)
    }

    /// A regression: a reader that considered the store unchanged continued to answer from before the commit.
    #[test]
    fn a_commit_is_visible_to_readers_and_its_writer_as_soon_as_it_returns() {
        let folder = tempfile::tempdir().unwrap();
        let (path, writer) = store(&folder);
        let reader = RedbStore::reading(&path).unwrap();
        assert!(!reader.is_at(0), "nobody has looked yet");
        for at in 0..50 {
            assert_eq!(reader.snapshot().unwrap().generation(), at);
            assert_eq!(reader.is_at(at), cfg!(target_os = "linux"));
            writer.commit(&change(at)).unwrap();
            assert!(!reader.is_at(at) && !reader.is_at(at + 1), "{at}");
            assert!(!writer.is_at(at) && writer.is_at(at + 1), "{at}");
        }
        assert!(writer.commit(&change(7)).is_err());
        assert!(!writer.is_at(50), "after a commit that failed the store is looked at");
    }

    #[test]
    fn a_reader_next_to_a_busy_writer_never_takes_an_old_state_for_the_current_one() {
        let folder = tempfile::tempdir().unwrap();
        let (path, writer) = store(&folder);
        let (committed, done) = (AtomicU64::new(0), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let writer = writer;
                for at in 0..150 {
                    writer.commit(&change(at)).unwrap();
                    committed.store(at + 1, Ordering::SeqCst);
                }
                done.store(true, Ordering::SeqCst);
            });
            let reader = RedbStore::reading(&path).unwrap();
            while !done.load(Ordering::SeqCst) {
                let generation = reader.snapshot().unwrap().generation();
                for _ in 0..20 {
                    let before = committed.load(Ordering::SeqCst);
                    assert!(!reader.is_at(generation) || generation >= before, "{before} came after {generation}");
                }
            }
        });
    }

    #[test]
    fn next_to_a_writer_that_cannot_see_readers_only_loaded_data_is_answered() {
        let folder = tempfile::tempdir().unwrap();
        let (path, writer) = store(&folder);
        let reader = RedbStore::reading(&path).unwrap();
        reader.snapshot().unwrap();
        std::fs::write(lock(&path), "readers=none\n").unwrap();
        assert_eq!(reader.is_at(0), cfg!(target_os = "linux"), "nothing was committed, and nothing is read");
        writer.commit(&change(0)).unwrap();
        assert!(!reader.is_at(0) && !reader.is_at(1));
        assert!(matches!(reader.snapshot(), Err(StoreError::Locked { .. })));
    }

    /// A regression: overwritten pages may contain anything, and were taken for an answer or for damage.
    #[test]
    fn data_read_during_the_turn_of_a_writer_that_cannot_see_readers_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let (path, writer) = store(&folder);
        let reader = RedbStore::reading(&path).unwrap();
        let says = |text: &str| std::fs::write(lock(&path), text).unwrap();
        for (before, after) in [("turn=1\n", "turn=2\n"), ("turn=2\n", "readers=none\nturn=3\n")] {
            says(before);
            let at = reader.snapshot().unwrap().generation();
            assert!(reader.stood_still());
            writer.commit(&change(at)).unwrap();
            assert!(reader.stood_still(), "whoever holds the lock and has had no turn sees readers");
            says(after);
            assert!(!reader.stood_still());
        }
        std::fs::remove_file(lock(&path)).unwrap();
        let at = reader.snapshot().unwrap().generation();
        assert!(reader.stood_still());
        writer.commit(&change(at)).unwrap();
        assert_eq!(reader.stood_still(), cfg!(not(target_os = "linux")), "a turn may lie between");
    }

    /// A regression: the store was taken for that of a dead writer, and the caller was told that a live one holds it.
    #[test]
    fn a_store_that_cannot_be_opened_because_a_turn_began_is_opened_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.redb");
        let n_looks = Cell::new(0);
        let look = |turn: &'static str| {
            n_looks.set(n_looks.get() + 1);
            std::fs::write(lock(&path), turn).unwrap();
            Err(StoreError::Unclosed)
        };
        let opened =
            between_turns(&path, |_| if n_looks.get() < 3 { look(["1", "2", "3"][n_looks.get()]) } else { Ok(()) });
        assert!(opened.is_ok());
        n_looks.set(0);
        assert!(matches!(between_turns(&path, |_| look("3")), Err(StoreError::Unclosed)));
        assert_eq!(n_looks.get(), 1, "no turn began");
    }

    #[test]
    fn a_file_that_replaces_the_store_is_another_store() {
        let folder = tempfile::tempdir().unwrap();
        let (path, writer) = store(&folder);
        Box::new(writer).close().unwrap();
        let copy = folder.path().join("copy.redb");
        std::fs::copy(&path, &copy).unwrap();
        let reader = RedbStore::reading(&path).unwrap();
        reader.snapshot().unwrap();
        assert_eq!(reader.is_at(0), cfg!(target_os = "linux"));
        std::fs::rename(&copy, &path).unwrap();
        assert!(!reader.is_at(0), "though every byte of it is the same");
    }
}
