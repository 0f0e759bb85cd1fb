//! The index of a folder as a cache: read at any time, written by one run at a time, and remade whenever it is invalid.
//!
//! The lock is held only during a run, so a watch blocks nobody between its runs. An index can always be remade: one
//! that is damaged, of another release or of another user is replaced by the next run, which reports that. Not here:
//! what a run writes.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::lock::{Lock, beside};
use super::place::Place;
use super::redb::{CheckScope, RedbStore};
use super::stamps::{META_STAMP, Stamps};
use super::{Store, StoreError, turns};
use crate::open;

/// The name of the meta value with the mark of the release that made the rows.
pub(crate) const META_MARK: &str = "mark";
/// How long a run waits for another one by default: the first index of a large repository takes minutes.
const PATIENCE: Duration = Duration::from_secs(600);

/// Why an index was remade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remade {
    /// The caller requested it.
    Asked,
    /// The index was not made by this user.
    Foreign,
    /// The index was damaged.
    Damaged,
    /// The index was made by a release whose rows differ.
    Release,
}

impl Remade {
    /// The stable name of the case, for programs.
    pub fn kind(self) -> &'static str {
        match self {
            Remade::Asked => "asked",
            Remade::Foreign => "foreign",
            Remade::Damaged => "damaged",
            Remade::Release => "release",
        }
    }
}

/// The index of a folder, with the options of the next run.
#[derive(Debug)]
pub(crate) struct OwnIndex {
    root: PathBuf,
    /// The place where it was last read or written.
    place: Place,
    stamps: Stamps,
    /// Whether this memory may make index runs.
    pub(crate) may_write: bool,
    /// Whether there was no index, so that one by another process is opened when it appears.
    pub(crate) awaits_index: bool,
    /// Whether the next run verifies every page.
    pub(crate) check: bool,
    /// Whether the next run remakes the index.
    pub(crate) rebuild: bool,
    /// How long a run waits for another one.
    pub(crate) patience: Duration,
    /// The lock, held during a run.
    lock: Option<Lock>,
}

/// The state at the beginning of a run.
pub(crate) struct StartedRun {
    pub(crate) store: RedbStore,
    pub(crate) remade: Option<Remade>,
    /// Whether every page was verified, on demand or because the last writer died.
    pub(crate) was_checked: bool,
}

impl OwnIndex {
    /// Finds the place of a folder's index, which need not exist; opens nothing.
    pub(crate) fn of(root: &Path) -> Result<OwnIndex, StoreError> {
        Ok(OwnIndex {
            root: root.to_owned(),
            place: Place::to_read(root)?,
            stamps: Stamps::of_user()?,
            may_write: false,
            awaits_index: false,
            check: false,
            rebuild: false,
            patience: PATIENCE,
            lock: None,
        })
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    pub(crate) fn exists(&self) -> bool {
        self.place.store().is_file()
    }

    /// Opens the index for reading. Uncommitted changes of a dead writer are rolled back, in a copy if the folder is
    /// read-only.
    pub(crate) fn reading(&mut self) -> Result<RedbStore, StoreError> {
        match self.open_unchanged() {
            Err(StoreError::Unclosed) => {
                match self.recover() {
                    Err(StoreError::Unclosed) => self.recover_copy()?,
                    recovered => recovered?,
                }
                self.open_unchanged()
            }
            store => store,
        }
    }

    /// Switches to a copy in the user's cache folder, in which uncommitted changes of a dead writer are rolled back.
    ///
    /// # Errors
    /// [`StoreError::Unclosed`] if the cache folder is not writable either; [`StoreError::Locked`] if another process
    /// is recovering it.
    fn recover_copy(&mut self) -> Result<(), StoreError> {
        let as_unclosed = |error| if matches!(error, StoreError::ReadOnly(_)) { StoreError::Unclosed } else { error };
        let place = Place::cached(&self.root)?.filter(|cached| *cached != self.place).ok_or(StoreError::Unclosed)?;
        place.prepare().map_err(as_unclosed)?;
        let Some(_lock) =
            Lock::wait(&place.lock(), PATIENCE, &mut |_| ControlFlow::Continue(())).map_err(as_unclosed)?
        else {
            return Err(StoreError::Unclosed);
        };
        let draft = place.store().with_extension("redb.new");
        open::remove(&draft)?;
        let result = open::copy(&self.place.store(), &draft).map_err(StoreError::from).and_then(|()| {
            Box::new(RedbStore::writing(&draft, CheckScope::Pages, Some(self.stamps.clone()))?).close()?;
            Ok(fs::rename(&draft, place.store())?)
        });
        if let Err(error) = result {
            let _ = open::remove(&draft);
            return Err(error);
        }
        turns::end_dead_turn(&place.store())?;
        self.place = place;
        Ok(())
    }

    /// Opens the index for reading, without changing anything.
    pub(crate) fn open_unchanged(&self) -> Result<RedbStore, StoreError> {
        RedbStore::reading(&self.place.store(), Some(self.stamps.clone()))
    }

    /// The index for reading, opened on first use.
    pub(crate) fn opened_on_first_use(&self) -> RedbStore {
        RedbStore::opened_on_first_use(&self.place.store(), Some(self.stamps.clone()))
    }

    /// Whether a reader may roll back uncommitted changes of a dead writer.
    pub(crate) fn may_recover(&self) -> bool {
        self.lock.is_none()
    }

    /// Rolls back uncommitted changes of a dead writer.
    ///
    /// # Errors
    /// [`StoreError::Unclosed`] if the index is not writable.
    pub(crate) fn recover(&self) -> Result<(), StoreError> {
        let as_unclosed = |error| if matches!(error, StoreError::ReadOnly(_)) { StoreError::Unclosed } else { error };
        let _lock = Lock::take(&self.place.lock()).map_err(as_unclosed)?;
        let path = self.place.store();
        Box::new(RedbStore::writing(&path, CheckScope::Pages, Some(self.stamps.clone())).map_err(as_unclosed)?)
            .close()?;
        turns::end_dead_turn(&path)
    }

    /// Whether a run must open the index: a check or rebuild was requested, there is no index, or another run is in
    /// progress or died.
    pub(crate) fn must_run(&self) -> bool {
        let lock = self.place.lock();
        let is_requested = self.check || self.rebuild;
        // A JavaScript lock that names nobody is left over too.
        is_requested || !self.exists() || beside(&lock).exists() || !matches!(Lock::holder(&lock), Ok(None))
    }

    /// Takes the lock for a run, and opens the index for writing, or creates it. While another process holds the lock,
    /// `tell` is called with its id; `None` if `tell` breaks.
    ///
    /// # Errors
    /// [`StoreError::Locked`], [`StoreError::Link`], [`StoreError::ReadOnly`], [`StoreError::DiskFull`], or a fault of
    /// the file system.
    pub(crate) fn begin(
        &mut self,
        mark: &[u8],
        tell: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> Result<Option<StartedRun>, StoreError> {
        let place = Place::to_write(&self.root)?;
        place.prepare()?;
        let Some(lock) = Lock::wait(&place.lock(), self.patience, tell)? else { return Ok(None) };
        // A writer that was killed while it remade the index left this file. It does no harm if it cannot be removed.
        let _ = open::remove(&place.store().with_extension("redb.new"));
        let was_checked = self.check || lock.is_after_crash();
        let (store, remade) =
            self.open(&place, if was_checked { CheckScope::Pages } else { CheckScope::None }, mark)?;
        turns::end_dead_turn(&place.store())?;
        self.place = place;
        self.lock = Some(lock);
        (self.awaits_index, self.check, self.rebuild) = (false, false, false);
        Ok(Some(StartedRun { store, remade, was_checked }))
    }

    /// Recreates the index during a run. The caller has closed the store that was open.
    pub(crate) fn make_again(&self) -> Result<RedbStore, StoreError> {
        self.make(&self.place)
    }

    /// Ends a run, whose store is closed, and opens the index for reading.
    pub(crate) fn end(&mut self) -> RedbStore {
        let store = self.open_unchanged().unwrap_or_else(|_| self.opened_on_first_use());
        self.lock = None;
        store
    }

    fn open(&self, place: &Place, check: CheckScope, mark: &[u8]) -> Result<(RedbStore, Option<Remade>), StoreError> {
        let stamps = || Some(self.stamps.clone());
        let remade = match RedbStore::writing(&place.store(), check, stamps()) {
            Err(StoreError::Missing { .. }) => None,
            _ if self.rebuild => Some(Remade::Asked),
            Ok(store) => match store.snapshot()?.meta(META_MARK)? {
                Some(stored_mark) if stored_mark != mark => Some(Remade::Release),
                _ => return Ok((store, None)),
            },
            Err(StoreError::Foreign { .. }) => Some(Remade::Foreign),
            Err(StoreError::Damaged(_)) => Some(Remade::Damaged),
            Err(StoreError::Format { .. }) => Some(Remade::Release),
            Err(error) => return Err(error),
        };
        Ok((self.make(place)?, remade))
    }

    fn make(&self, place: &Place) -> Result<RedbStore, StoreError> {
        let path = place.store();
        let former_stamp = RedbStore::reading(&path, None).and_then(|store| store.snapshot()?.meta(META_STAMP));
        RedbStore::make(&path, Some(&self.stamps.make(&self.root)?))?;
        if let Ok(Some(former_stamp)) = former_stamp {
            self.stamps.forget(&former_stamp, &self.root);
        }
        RedbStore::writing(&path, CheckScope::None, Some(self.stamps.clone()))
    }
}
