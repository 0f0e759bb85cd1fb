//! Copies a memory's live rows to a new file: a backup, or the memory before a change to a newer format.

use std::path::Path;

use scrubjay_store::View;

use super::ask::{Live, wait_for_lock};
use super::change::commit_of;
use super::damaged_file::DamagedFile;
use super::file::{MemoryFile, check_new, open_other, open_unwritten};
use super::forget::{Chosen, MAX_IDS, call_forget, forgotten_in};
use super::known::VerifyScope;
use super::lock::unique;
use super::place::Files;
use super::{Records, Settings, Store, backups};
use crate::Error;
use crate::answer::Effective as _;
use crate::open;
use crate::store::{Snapshot, StoreError};
use crate::wit::records::RecordTotals;
use crate::wit::types::{self, InvalidArgument, Row};

/// The number of bytes of the end of a range over all keys, more than any key has.
const MAX_KEY_BYTES: usize = 1_201;
/// The bytes of rows that are examined at once.
const SLICE_BYTES: u32 = 8 << 20;
/// The rows that are passed to the component at once; it accepts twice as many.
const MAX_ROWS: usize = 50_000;

impl Records {
    /// Copies the live rows to a new file, which is complete when this returns. Its path is noted beside the memory,
    /// unless that is on a read-only disk, so that [`Records::erase`] can report it.
    ///
    /// # Errors
    /// [`Error::Store`] of either file, also if the memory is damaged; [`StoreError::Missing`] if nothing was ever
    /// recorded;
    /// `AlreadyExists` if there is a file of this name.
    /// [`Error::Refused`] as invalid if the records were opened for one tenant, because a copy contains those of all
    /// tenants.
    pub fn backup(&mut self, to: &Path) -> Result<(), Error> {
        self.check_all_tenants()?;
        self.check_store_exists()?;
        let Store::File(Some(file)) = &mut self.store else { return Err(Error::Store(StoreError::Closed)) };
        let lock = match wait_for_lock(file) {
            // On a read-only disk a backup needs no lock: nobody writes there, and nothing is erased.
            Err(Error::Store(StoreError::ReadOnly(_))) => None,
            lock => Some(lock?),
        };
        file.verify(VerifyScope::Always, lock.is_some())?;
        file.check_project_if_readable()?;
        check_new(to)?;
        if lock.is_some() {
            // Noted before the copy exists: erasing could not report a copy that nobody noted.
            backups::note(&file.files().backups, to, super::now()).map_err(StoreError::from)?;
        }
        Ok(file.copy_to(to)?)
    }

    /// Replaces these records by a backup, and returns how many records of the backup stay forgotten. The current file
    /// is kept under a name with the time. What was forgotten in it since the backup stays forgotten; in a damaged
    /// file, as far as it can be read ([`Records::unreadable`]).
    ///
    /// # Errors
    /// [`Error::Store`] of either file, also if the backup is damaged or incomplete; others as for [`Records::forget`],
    /// and as for [`Records::backup`] if opened for one tenant. Then nothing has changed.
    pub fn restore(&mut self, from: &Path) -> Result<u64, Error> {
        self.check_all_tenants()?;
        let _lock = wait_for_lock(self.file()?)?;
        let draft = self.file()?.draft_of(from)?;
        let kept_path = self.file()?.files().kept_path(&format!("before-restore-{}", super::now()));
        let restored = self.keep_forgotten(&draft).and_then(|n_forgotten| {
            self.file()?.replace(&draft, &kept_path)?;
            Ok(n_forgotten)
        });
        if restored.is_err() {
            // It holds the backup's words and is of no use.
            let _ = open::remove(&draft);
        }
        restored
    }

    /// Forgets in a draft what was forgotten in the file that it replaces; returns the number of records. The caller
    /// holds the lock.
    fn keep_forgotten(&mut self, draft: &Path) -> Result<u64, Error> {
        let file = self.file()?;
        match file.verify(VerifyScope::Always, true) {
            Ok(()) if !file.files().store.try_exists().map_err(StoreError::from)? => Ok(0),
            Ok(()) => {
                // The old file is kept beside the backup as it is: it is not even opened for writing.
                file.abandon();
                let old_database = open_unwritten(&file.files().store.clone())?;
                self.forget_in(draft, &View::of(&old_database).map_err(StoreError::from)?)
            }
            Err(StoreError::Damaged(_)) => self.keep_remains(draft),
            // The file is of a newer release, and its tombstones cannot be read; whoever restores a backup knows that.
            Err(StoreError::Format { .. }) => Ok(0),
            Err(error) => Err(Error::Store(error)),
        }
    }

    /// As [`Self::keep_forgotten`], if that file is damaged: reads what can be salvaged of it through a temporary file.
    fn keep_remains(&mut self, draft: &Path) -> Result<u64, Error> {
        let file = self.file()?;
        file.abandon();
        let path = file.files().store.clone();
        let damaged = DamagedFile::of(&path)?;
        let saved = unique(&path, "salvaged");
        let result = self.fill_draft(&saved, &damaged, &mut |_| {}).and_then(|_| {
            let database = open_other(&saved)?;
            self.forget_in(draft, &View::of(&database).map_err(StoreError::from)?)
        });
        let _ = open::remove(&saved);
        result
    }

    /// As [`Self::keep_forgotten`], with a snapshot of the file that is replaced.
    fn forget_in(&mut self, draft: &Path, old_snapshot: &dyn Snapshot) -> Result<u64, Error> {
        let (settings, live, now) = (&self.settings, &mut self.live, super::now());
        let mut draft = MemoryFile::new(Files::of(draft));
        let ids = forgotten_in(live, settings, old_snapshot, &draft.view_locked()?, now)?;
        for ids in ids.chunks(MAX_IDS) {
            let chosen = Chosen::Ids(ids.to_vec());
            let done = call_forget(live, settings, &draft.view_locked()?, &chosen, now)?;
            draft.commit(&commit_of(done.effects()))?;
        }
        let n_imported = import_tombstones(live, settings, old_snapshot, &mut draft)?;
        if !ids.is_empty() || n_imported > 0 {
            // Forgotten records may have been erased here: no byte of them comes back with the backup.
            draft.rewrite()?;
        }
        Ok(ids.len() as u64)
    }

    /// Fails if the owner is limited to one tenant, for operations on the records of all tenants.
    fn check_all_tenants(&self) -> Result<(), Error> {
        if self.settings.owner.tenant.is_empty() {
            return Ok(());
        }
        let why = "a backup has the records of all tenants: open the memory without one".to_owned();
        Err(Error::Refused(types::Error::Invalid(InvalidArgument { argument: "tenant".to_owned(), why })))
    }

    /// Copies the memory before the first change that writes a newer format, which older releases refuse. An existing
    /// copy stays: it is complete, and cannot be made again. The caller holds the lock.
    pub(super) fn keep_older_copy(&mut self) -> Result<(), Error> {
        let Store::File(Some(file)) = &mut self.store else { return Ok(()) };
        let (settings, live) = (&self.settings, &mut self.live);
        file.once_per_opening(|file| {
            let view = file.view_locked()?;
            let RecordTotals { stored_format, newest_format, .. } =
                live.ask(settings, &view, "records.totals", |exports, store, resumed| {
                    exports.scrubjay_memory_records().call_totals(store, resumed)
                })?;
            let copy = file.files().kept_path(&format!("before-{newest_format}"));
            match (1..newest_format).contains(&stored_format) && copy.symlink_metadata().is_err() {
                true => Ok(file.copy_to(&copy)?),
                false => Ok(()),
            }
        })
    }
}

/// Imports the tombstones of the file to be replaced into a draft, also of records that the backup never had; returns
/// how many rows changed. Goes over the rows twice, because the row of an event is imported after that of its record.
fn import_tombstones(
    live: &mut Live,
    settings: &Settings,
    old_snapshot: &dyn Snapshot,
    draft: &mut MemoryFile,
) -> Result<u64, Error> {
    let mut n_imported = 0;
    for _ in 0..2 {
        let mut start = Vec::new();
        loop {
            let page = old_snapshot.range(&start, &[u8::MAX; MAX_KEY_BYTES], SLICE_BYTES)?;
            let rows: Vec<Row> = page.rows.into_iter().map(|(key, value)| Row { key, value }).collect();
            let Some(last) = rows.last() else { break };
            start = [last.key.as_slice(), &[0]].concat();
            for rows in rows.chunks(MAX_ROWS) {
                let view = draft.view_locked()?;
                let done = live.ask(settings, &view, "records.import-tombstones", |exports, store, resumed| {
                    exports.scrubjay_memory_records().call_import_tombstones(store, rows, resumed)
                })?;
                drop(view);
                if done.n_imported > 0 {
                    draft.commit(&commit_of(done.effects()))?;
                    n_imported += u64::from(done.n_imported);
                }
            }
            if page.complete {
                break;
            }
        }
    }
    Ok(n_imported)
}
