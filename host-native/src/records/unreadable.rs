//! Counts what cannot be read of a damaged memory before a backup replaces it: only readable tombstones keep forgotten
//! records from coming back with the backup.
//!
//! Nothing is changed or stored. Not here: salvaging what can be read (`salvage`).

use super::Records;
use super::damaged_file::DamagedFile;
use crate::Error;
use crate::store::memory::MemoryStore;
use crate::store::{Store as _, StoreError};
use crate::wit::records::{SalvagePart, Salvaged};
use crate::wit::types::Row;

/// The part of a damaged memory that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The number of rows that cannot be read; `None` if unknown, as when nothing can be read.
    pub n_unread: Option<u64>,
    /// The number of rows that can be read but are damaged.
    pub n_damaged: u64,
    /// Whether only the state before the last change can be read.
    pub is_older: bool,
}

impl Records {
    /// Verifies the whole file, and counts what cannot be read if it is damaged; `None` if it is undamaged, or if all
    /// of its rows can be read all the same. Forgotten records may come back with a backup ([`Records::restore`]) if
    /// their tombstones cannot be read here.
    ///
    /// # Errors
    /// [`Error::Store`], except for damage.
    pub fn unreadable(&mut self) -> Result<Option<Unreadable>, Error> {
        let Some(damage) = self.verify()? else { return Ok(None) };
        let damaged = match DamagedFile::of(&damage.path) {
            Ok(damaged) if damaged.has_trees() => damaged,
            Ok(_) | Err(StoreError::Format { .. }) => {
                return Ok(Some(Unreadable { n_unread: None, n_damaged: 0, is_older: false }));
            }
            Err(error) => return Err(error.into()),
        };
        let (settings, nothing, mut n_damaged) = (self.settings.clone(), MemoryStore::default(), 0);
        let reading = damaged.each(|rows| -> Result<(), Error> {
            let rows: Vec<Row> = rows.into_iter().map(|(key, value)| Row { key, value }).collect();
            let Salvaged { n_damaged: some, .. } =
                self.live.ask(&settings, &*nothing.snapshot()?, "records.salvage", |exports, store, resumed| {
                    exports.scrubjay_memory_records().call_salvage(store, SalvagePart::Kept, false, &rows, resumed)
                })?;
            n_damaged += u64::from(some);
            Ok(())
        })?;
        let unreadable = Unreadable { n_unread: reading.n_unread, n_damaged, is_older: damaged.is_older() };
        let is_all_read = unreadable == Unreadable { n_unread: Some(0), n_damaged: 0, is_older: false };
        Ok((!is_all_read).then_some(unreadable))
    }
}
