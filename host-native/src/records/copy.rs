//! A copy of a memory's live rows in a new file: a backup, and the memory as it was before a newer format.

use std::path::Path;

use super::ask::held;
use super::file::check_new;
use super::{Records, Store, backups};
use crate::Error;
use crate::store::StoreError;
use crate::wit::records::RecordTotals;

impl Records {
    /// Copies the live rows into a new file, which is whole once this returns. Where it lies is noted beside the memory, so that
    /// [`Records::erase`] can name it.
    ///
    /// # Errors
    /// [`Error::Store`]: of either file; `AlreadyExists` if there is a file of this name.
    pub fn backup(&mut self, to: &Path) -> Result<(), Error> {
        let Store::File(Some(file)) = &mut self.store else {
            return Err(Error::Store(StoreError::Missing { path: to.to_owned() }));
        };
        let _lock = held(file)?;
        file.view_locked()?;
        check_new(to)?;
        // Before it is there: one that nobody knows of could not be named when something is erased.
        backups::note(&file.files().backups, to, super::now()).map_err(StoreError::from)?;
        Ok(file.copy_to(to)?)
    }

    /// Puts a backup in the place of these records. What is there now is kept beside, under a name with the time.
    ///
    /// # Errors
    /// [`Error::Store`]: of either file. Then nothing has changed.
    pub fn restore(&mut self, from: &Path) -> Result<(), Error> {
        let file = self.file()?;
        let _lock = held(file)?;
        Ok(file.replace_by(from, super::now())?)
    }

    /// Keeps the memory as it is, if the next change is the first that writes a newer format, which older releases refuse.
    /// A copy that is there already stays: it is whole, and nothing of it can be made again. The caller holds the lock.
    pub(super) fn keep_older(&mut self) -> Result<(), Error> {
        let Store::File(Some(file)) = &mut self.store else { return Ok(()) };
        let (settings, live) = (&self.settings, &mut self.live);
        file.once(|file| {
            let view = file.view_locked()?;
            let RecordTotals { stored_format, newest_format, .. } =
                live.ask(settings, &view, "records.totals", |exports, store, resumed| {
                    exports.scrubjay_memory_records().call_totals(store, resumed)
                })?;
            let copy = file.files().beside(&format!("before-{newest_format}"));
            match (1..newest_format).contains(&stored_format) && copy.symlink_metadata().is_err() {
                true => Ok(file.copy_to(&copy)?),
                false => Ok(()),
            }
        })
    }
}
