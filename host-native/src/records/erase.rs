//! Erasing: removes forgotten text from every file of a memory.
//!
//! The steps are ordered so that a crash at any point leaves a valid store, and erasing again completes them: waiting
//! batches are added, records are forgotten, windows delete their bodies, and the file is rewritten with live rows
//! only. At last copies, damaged files, drafts, lists of losses, refused batches and the progress of captures are
//! deleted. Not covered: free blocks of a disk, snapshots of a file system, the bytes of a window that a caller saved,
//! and a person's backups, which are reported. Not here: the choice of records, which is the caller's.

use std::path::PathBuf;

use super::ask::Live;
use super::backups::{self, Backup};
use super::forget::{Chosen, Forgotten, call_forget};
use super::known::VerifyScope;
use super::leftovers::{is_among, leftovers, remove_leftovers};
use super::place::Files;
use super::{Records, Settings, Store, now};
use crate::Error;
use crate::store::{Snapshot, StoreError};
use crate::wit::records::{ClearedWindows, Receipt};

/// The outcome of erasing, or of a dry run; it repeats no text of the records.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Erasure {
    /// A receipt for each id, or for each record of the selection.
    pub receipts: Vec<Receipt>,
    /// The number of further records that are forgotten because they were derived from these.
    pub n_derived: u32,
    /// The number of bodies of pruned parts that can no longer be restored.
    pub n_bodies: u64,
    /// Files that were rewritten.
    pub rewritten: Vec<PathBuf>,
    /// Files that were deleted: copies, damaged files, drafts, lists of losses, refused batches and the progress of
    /// captures.
    pub removed: Vec<PathBuf>,
    /// A person's backups of this memory, oldest first. They are not changed, and may contain what was erased.
    pub backups: Vec<Backup>,
}

impl Erasure {
    fn of(Forgotten { receipts, n_derived }: Forgotten) -> Erasure {
        Erasure { receipts, n_derived, ..Erasure::default() }
    }
}

impl Records {
    /// Forgets records, and removes all that was ever forgotten from the files of the memory; without ids, only the
    /// latter. Windows of the tenant lose their tasks and the bodies for restoring.
    ///
    /// # Errors
    /// As for [`Records::forget`]. After an error, erasing again completes the rest.
    pub fn erase(&mut self, ids: &[String]) -> Result<Erasure, Error> {
        self.erase_chosen(&ids.into())
    }

    /// As [`Records::erase`], for records chosen by ids or by a selection.
    ///
    /// # Errors
    /// As for [`Records::erase`].
    pub fn erase_chosen(&mut self, chosen: &Chosen) -> Result<Erasure, Error> {
        self.find_created_file()?;
        if self.has_no_files() {
            return Ok(Erasure::of(chosen.unknown()));
        }
        let now = now();
        self.with_salvage(|records| {
            records.check_undamaged(VerifyScope::Always)?;
            records.erase_once(chosen, now)
        })
    }

    fn erase_once(&mut self, chosen: &Chosen, now: i64) -> Result<Erasure, Error> {
        let _lock = self.take_lock()?;
        let mut erasure = Erasure::of(chosen.unknown());
        let store_exists = !self.is_store_missing();
        if store_exists {
            self.add_waiting(None, None)?;
            erasure = Erasure::of(self.forget_locked(chosen, now)?);
            erasure.n_bodies = self.clear_locked()?;
        }
        let Store::File(Some(file)) = &mut self.store else { return Ok(erasure) };
        if store_exists {
            file.view_locked()?;
            file.rewrite()?;
            erasure.rewritten.push(file.files().store.clone());
        }
        let (leftover_paths, backups) = leftovers_and_backups(file.files())?;
        erasure.removed = remove_leftovers(file.files(), leftover_paths).map_err(StoreError::from)?;
        Ok(Erasure { backups, ..erasure })
    }

    /// The result that [`Records::erase`] would have, without erasing anything.
    ///
    /// # Errors
    /// As for [`Records::forget`].
    pub fn would_erase(&mut self, chosen: &Chosen) -> Result<Erasure, Error> {
        let preview = if chosen.is_empty() { Forgotten::default() } else { self.would_forget(chosen)? };
        let preview = Erasure { n_bodies: self.would_clear()?, ..Erasure::of(preview) };
        let Store::File(Some(file)) = &self.store else { return Ok(preview) };
        let rewritten = Some(file.files().store.clone()).filter(|path| path.exists()).into_iter().collect();
        let (removed, backups) = leftovers_and_backups(file.files())?;
        Ok(Erasure { rewritten, removed, backups, ..preview })
    }

    /// Whether a memory on disk has no folder yet, so that no file can contain anything.
    fn has_no_files(&self) -> bool {
        match &self.store {
            Store::File(Some(file)) => !file.files().folder().exists(),
            Store::File(None) => true,
            Store::Nowhere(_) => false,
        }
    }

    fn forget_locked(&mut self, chosen: &Chosen, now: i64) -> Result<Forgotten, Error> {
        if chosen.is_empty() {
            return Ok(Forgotten::default());
        }
        let settings = self.settings.clone();
        Ok(self.write_locked(&mut |live, snapshot| call_forget(live, &settings, snapshot, chosen, now))?.into())
    }

    /// Clears the windows of the tenant in slices; returns the number of deleted bodies.
    fn clear_locked(&mut self) -> Result<u64, Error> {
        let settings = self.settings.clone();
        let (mut n_bodies, mut after) = (0, Vec::new());
        loop {
            let done = self.write_locked(&mut |live, snapshot| clear(live, &settings, snapshot, &after))?;
            n_bodies += u64::from(done.n_bodies);
            after = done.next;
            if after.is_empty() {
                return Ok(n_bodies);
            }
        }
    }

    fn would_clear(&mut self) -> Result<u64, Error> {
        let settings = self.settings.clone();
        self.read(|live, snapshot| {
            let (mut n_bodies, mut after) = (0, Vec::new());
            loop {
                let done = clear(live, &settings, snapshot, &after)?;
                n_bodies += u64::from(done.n_bodies);
                after = done.next;
                if after.is_empty() {
                    return Ok(n_bodies);
                }
            }
        })
    }
}

fn clear(live: &mut Live, settings: &Settings, snapshot: &dyn Snapshot, after: &[u8]) -> Result<ClearedWindows, Error> {
    live.ask(settings, snapshot, "records.clear-windows", |exports, store, resumed| {
        exports.scrubjay_memory_records().call_clear_windows(store, after, resumed)
    })
}

/// The leftovers beside a memory's file, and a person's backups, which may have any name.
fn leftovers_and_backups(files: &Files) -> Result<(Vec<PathBuf>, Vec<Backup>), Error> {
    let find_all = || {
        let backups = backups::read_all(&files.backups)?;
        let backup_paths: Vec<PathBuf> = backups.iter().map(|backup| backup.path.clone()).collect();
        let mut leftover_paths = leftovers(files)?;
        leftover_paths.retain(|path| !is_among(path, &backup_paths));
        Ok((leftover_paths, backups))
    };
    find_all().map_err(|error: std::io::Error| Error::Store(error.into()))
}
