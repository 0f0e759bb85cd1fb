//! Salvages a damaged memory: copies readable, undamaged rows to a new file, keeps the damaged one beside it, and lists
//! the losses. Pages that nothing in the file refers to are read too: they contain rows that damage hid, and tombstones
//! for records in an older page that damage brought back.
//!
//! A call that changes records salvages, and so does [`Records::repair`]; reading does not, nor does a change if
//! [`Settings::mends`](super::Settings) is false. Of two processes one salvages, and the other uses the result. A file
//! of which nothing can be read is left alone: it may not be a memory at all. Not here: which rows are undamaged, which
//! the component decides, and how a damaged file is read (`damaged_file`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use redb::Database;
use scrubjay_store::{Row, View, guarded};

use super::ask::wait_for_lock;
use super::damage::with_file_name;
use super::damaged_file::DamagedFile;
use super::file::{MemoryFile, open_file};
use super::known::VerifyScope;
use super::lock::unique;
use super::{Place, Records, Store, losses, now};
use crate::Error;
use crate::open;
use crate::store::{Commit, StoreError};
use crate::wit::records::{Lost, SalvagePart, Salvaged};
use crate::wit::types;

/// The passes of a salvage, in their order: tombstones first, losses last.
const PARTS: [SalvagePart; 3] = [SalvagePart::Forgotten, SalvagePart::Kept, SalvagePart::Lost];

/// The outcome of salvaging a damaged memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Salvage {
    /// The path of the damaged file, which is kept until something is erased.
    pub kept: PathBuf,
    /// The time of the salvage, in milliseconds since 1970.
    pub time: i64,
    /// The number of records in the new file.
    pub n_records: u64,
    /// The number of rows that were read but are damaged.
    pub n_damaged: u64,
    /// The number of rows that could not be read, tombstones possibly among them; `None` if unknown.
    pub n_unread: Option<u64>,
    /// Whether nothing of the last commit could be read, so that the new file has an earlier state.
    pub is_older: bool,
    /// The losses that are known by name, oldest first; in the stored list, at most 1,000.
    pub lost: Vec<Lost>,
    /// The number of lost tombstones: an import or a backup may bring these forgotten records back.
    pub n_tombstones_lost: u64,
    /// The number of all losses: named losses, records that were counted but not named, and lost tombstones.
    pub n_lost: u64,
}

/// The counts of a salvage in progress.
#[derive(Default)]
pub(super) struct SalvageCounts {
    n_records: u64,
    n_damaged: u64,
    n_missing: u64,
    n_tombstones_missing: u64,
    /// The number of rows in the new file.
    n_written: usize,
    /// Losses by kind (empty for a record), tenant and id.
    lost: BTreeMap<(String, String, String), Lost>,
    n_unread: Option<u64>,
}

impl Records {
    /// The salvage that a call has done since the records were opened, if any.
    pub fn salvaged(&self) -> Option<&Salvage> {
        self.salvaged.as_ref()
    }

    /// Verifies the whole file, and salvages it if it is damaged; returns the outcome, or `None` if it is undamaged.
    /// `progress` is called with the number of rows read so far; a salvage reads the rows in several passes, which all
    /// count.
    ///
    /// # Errors
    /// [`Error::Store`]: [`StoreError::Damaged`] if nothing of the file can be read, which then stays as it is;
    /// [`StoreError::Missing`] if a named file does not exist.
    pub fn repair(&mut self, progress: &mut dyn FnMut(u64)) -> Result<Option<Salvage>, Error> {
        self.find_created_file()?;
        if let Place::File(_) = self.place {
            self.check_store_exists()?;
        }
        if self.is_store_missing() {
            return Ok(None);
        }
        self.salvaged = None;
        let salvaged = self.salvage(progress);
        self.note_damage();
        salvaged?;
        Ok(self.salvaged.clone())
    }

    /// The losses from salvages, oldest first, until [`Records::saw_losses`] is called.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn losses(&self) -> Result<Vec<Salvage>, Error> {
        let Store::File(Some(file)) = &self.store else { return Ok(Vec::new()) };
        Ok(losses::read_all(&file.files().losses).map_err(StoreError::from)?)
    }

    /// Deletes the list of losses, because a person has seen it; returns whether there was one.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn saw_losses(&mut self) -> Result<bool, Error> {
        let Store::File(Some(file)) = &self.store else { return Ok(false) };
        let list = file.files().losses.clone();
        if !list.try_exists().map_err(StoreError::from)? {
            return Ok(false);
        }
        let _lock = wait_for_lock(file)?;
        open::remove(&list).map_err(StoreError::from)?;
        Ok(true)
    }

    /// Calls a function; if the file is damaged and the settings allow its repair, salvages it and calls again.
    pub(super) fn with_salvage<T>(
        &mut self,
        mut call: impl FnMut(&mut Records) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let result = match call(self) {
            Err(Error::Store(StoreError::Damaged(_))) if self.settings.mends => {
                self.salvage(&mut |_| {}).and_then(|()| call(self))
            }
            result => result,
        };
        self.note_damage();
        result
    }

    /// Salvages the file if it is damaged; another process may already have done so.
    fn salvage(&mut self, progress: &mut dyn FnMut(u64)) -> Result<(), Error> {
        let Store::File(Some(file)) = &mut self.store else { return Ok(()) };
        let _lock = wait_for_lock(file)?;
        file.close_damaged();
        file.check_project_if_readable()?;
        match file.verify(VerifyScope::Always, true) {
            Err(StoreError::Damaged(_)) => {}
            verified => return Ok(verified?),
        }
        let path = file.files().store.clone();
        let damaged = DamagedFile::of(&path)?;
        let draft = unique(&path, "salvaged");
        let result = self.fill_draft(&draft, &damaged, progress).and_then(|tally| match tally.n_written {
            0 if !damaged.has_trees() => {
                Err(with_file_name(&path, StoreError::Damaged("nothing of it can be read".to_owned())).into())
            }
            _ => self.replace_damaged(&draft, &damaged, tally),
        });
        if result.is_err() {
            // What is left of it is of no use to anybody.
            let _ = open::remove(&draft);
        }
        result
    }

    /// Creates a new file with the rows that can be read and are undamaged.
    pub(super) fn fill_draft(
        &mut self,
        draft: &Path,
        damaged: &DamagedFile,
        progress: &mut dyn FnMut(u64),
    ) -> Result<SalvageCounts, Error> {
        super::file::make_file(draft, scrubjay_store::prepare)?;
        let database = open_file(draft)?;
        let (mut tally, mut n_read) = (SalvageCounts::default(), 0);
        for part in PARTS {
            let mut take = |rows: Vec<Row>, is_scattered: bool, tally: &mut SalvageCounts| {
                n_read += rows.len() as u64;
                progress(n_read);
                self.fill(&database, (part, is_scattered), rows, tally)
            };
            let read_counts = damaged.each(|rows| take(rows, false, &mut tally))?;
            // Without trees, scattered rows count like rows of trees, for tombstones and for losses.
            let is_scattered = part == SalvagePart::Kept || damaged.has_trees();
            let is_complete = damaged.each_scattered(|rows| take(rows, is_scattered, &mut tally))?;
            tally.n_unread = read_counts.n_unread.filter(|_| is_complete);
            if n_read == 0 {
                // A file may be long and blank.
                break;
            }
        }
        guarded(|| Ok::<_, StoreError>(database.close().map_err(scrubjay_store::fault)?))?;
        Ok(tally)
    }

    /// Passes rows to the component, commits its effects to the new file, and counts.
    fn fill(
        &mut self,
        database: &Database,
        (part, is_scattered): (SalvagePart, bool),
        rows: Vec<Row>,
        tally: &mut SalvageCounts,
    ) -> Result<(), Error> {
        let settings = self.settings.clone();
        let wit_rows: Vec<types::Row> = rows.into_iter().map(|(key, value)| types::Row { key, value }).collect();
        let view = View::of(database).map_err(StoreError::from)?;
        let salvaged = self.live.ask(&settings, &view, "records.salvage", |exports, store, resumed| {
            exports.scrubjay_memory_records().call_salvage(store, part, is_scattered, &wit_rows, resumed)
        })?;
        drop(view);
        let Salvaged { effects, n_records, n_damaged, lost, n_missing, n_tombstones_missing } = salvaged;
        let change: Commit = super::change::commit_of(&effects);
        if !change.is_empty() {
            guarded(|| Ok::<_, StoreError>(scrubjay_store::commit(database, &change)?))?;
        }
        tally.n_records += u64::from(n_records);
        tally.n_damaged += u64::from(n_damaged);
        tally.n_missing += n_missing;
        tally.n_tombstones_missing += n_tombstones_missing;
        tally.n_written += change.rows.len();
        lost.into_iter().for_each(|lost| tally.add_loss(lost));
        Ok(())
    }

    /// Replaces the damaged file by the new one, keeps the damaged file, and notes the losses.
    fn replace_damaged(&mut self, draft: &Path, damaged: &DamagedFile, tally: SalvageCounts) -> Result<(), Error> {
        let Store::File(Some(file)) = &mut self.store else { return Ok(()) };
        let salvage = tally.report(kept_name(file)?, now(), damaged.is_older());
        // Noted before the file is replaced: after a crash in between the list names a loss that did not happen.
        let list = file.files().losses.clone();
        let earlier_salvages = losses::note(&list, &salvage).map_err(StoreError::from)?;
        file.replace(draft, &salvage.kept).inspect_err(|_| losses::withdraw(&list, &earlier_salvages))?;
        self.salvaged = Some(salvage);
        Ok(())
    }
}

impl SalvageCounts {
    /// Counts a loss once. A loss known only as `record` is replaced if its kind becomes known.
    fn add_loss(&mut self, loss: Lost) {
        let is_record = loss.time.is_some();
        let kind = if is_record { String::new() } else { loss.kind.clone() };
        let key = (kind, loss.tenant.clone(), loss.id.clone());
        let is_better = self.lost.get(&key).is_none_or(|known| known.kind == "record");
        if is_better {
            self.lost.insert(key, loss);
        }
    }

    fn report(self, kept: PathBuf, time: i64, is_older: bool) -> Salvage {
        let mut lost: Vec<Lost> = self.lost.into_values().collect();
        lost.sort_by(|one, other| (one.time, &one.id).cmp(&(other.time, &other.id)));
        // No count includes the learnings of windows.
        let n_counted = lost.iter().filter(|one| one.time.is_some() && one.kind != "learning").count() as u64;
        Salvage {
            kept,
            time,
            n_records: self.n_records,
            n_damaged: self.n_damaged,
            n_unread: self.n_unread,
            is_older,
            n_tombstones_lost: self.n_tombstones_missing,
            n_lost: lost.len() as u64 + self.n_missing.saturating_sub(n_counted) + self.n_tombstones_missing,
            lost,
        }
    }
}

/// An unused name for the damaged file.
fn kept_name(file: &MemoryFile) -> Result<PathBuf, StoreError> {
    let mut moment = now();
    loop {
        let kept = file.files().kept_path(&format!("damaged-{moment}"));
        match kept.symlink_metadata() {
            Ok(_) => moment += 1,
            Err(_) => return Ok(kept),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(kind: &str, id: &str, time: Option<i64>, tenant: &str) -> Lost {
        Lost { kind: kind.into(), id: id.into(), time, tenant: tenant.into() }
    }

    /// Windows of two tenants with the same name must count as two losses.
    #[test]
    fn each_loss_counts_once_and_apart_from_those_of_others() {
        let mut tally = SalvageCounts::default();
        for _ in 0..2 {
            tally.add_loss(lost("window", "main", None, "me"));
            tally.add_loss(lost("window", "main", None, "you"));
            tally.add_loss(lost("record", "1", Some(5), "me"));
            tally.add_loss(lost("note", "1", Some(5), "me"));
        }
        let report = tally.report(PathBuf::new(), 0, false);
        let named: Vec<(&str, &str)> = report.lost.iter().map(|one| (&*one.kind, &*one.tenant)).collect();
        assert_eq!((named, report.n_lost), (vec![("window", "me"), ("window", "you"), ("note", "me")], 3));
    }
}
