//! Exports and imports whole memories as lines, imports from another memory server, and exports records of one kind as
//! a table.

use std::io;

use super::{Recorded, Records, now};
use crate::Error;
use crate::store::StoreError;
use crate::wit::episodes::{EventKind, ExportCsvQuestion, ExportLinesQuestion};
use crate::wit::records::{PackedImport, PackedReference, RefusedLine};

/// The outcome of importing some lines of an export.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The outcome of each event, in order.
    pub taken: Vec<Recorded>,
    /// Lines that were left out, with reasons.
    pub refused: Vec<RefusedLine>,
    /// The state to pass with the next lines.
    pub state: String,
    /// Whether the trailer was read, and the lines before it are complete and unchanged.
    pub is_whole: bool,
}

impl Records {
    /// Passes on all records as lines, a slice at a time; returns how many were left out because their rows are
    /// damaged. The whole file is verified first and read in one view. From a damaged one, which [`Records::damage`]
    /// reports, the readable records are passed on, with a trailer that says so; it is then unknown how many more are
    /// missing.
    ///
    /// # Errors
    /// As for [`Records::record`]; [`Error::Store`] with an error of `take`.
    pub fn export(&mut self, take: &mut dyn FnMut(&str) -> io::Result<()>) -> Result<u64, Error> {
        let (mut n_damaged, mut question) = (0, ExportLinesQuestion { after: String::new(), is_damaged: false });
        let settings = self.settings.clone();
        self.read_whole(|live, snapshot, is_damaged| {
            question.is_damaged = is_damaged;
            let slice = live.ask(&settings, snapshot, "episodes.export-lines", |exports, store, resumed| {
                exports.scrubjay_memory_episodes().call_export_lines(store, &question, resumed)
            })?;
            n_damaged += u64::from(slice.n_damaged);
            take(&slice.text).map_err(|error| Error::Store(StoreError::from(error)))?;
            question.after = slice.next;
            Ok(question.after.is_empty())
        })?;
        Ok(n_damaged)
    }

    /// Passes on the records of one kind as comma-separated values, a slice at a time, with the column names first;
    /// returns how many records of any kind were left out because their rows are damaged. The table is incomplete if
    /// any were left out, or if [`Records::damage`] reports damage afterwards.
    ///
    /// # Errors
    /// As for [`Records::export`].
    pub fn export_table(
        &mut self,
        kind: EventKind,
        take: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> Result<u64, Error> {
        let (mut n_damaged, mut question) = (0, ExportCsvQuestion { kind, after: String::new() });
        let settings = self.settings.clone();
        self.read_whole(|live, snapshot, _| {
            let slice = live.ask(&settings, snapshot, "episodes.export-csv", |exports, store, resumed| {
                exports.scrubjay_memory_episodes().call_export_csv(store, &question, resumed)
            })?;
            take(&slice.text).map_err(|error| Error::Store(StoreError::from(error)))?;
            n_damaged += u64::from(slice.n_damaged);
            question.after = slice.next;
            Ok(question.after.is_empty())
        })?;
        Ok(n_damaged)
    }

    /// Imports up to 1,000 lines that [`Records::export`] wrote; the last one must be complete. `state` is empty for
    /// the first lines, else the state from the previous call. The records count as untrusted imports, unless
    /// `is_mine`: then they are the owner's own, with the origin and the trust of the line, up to the owner's trust.
    /// That includes ones imported before ([`State::Adopted`](super::State)). A refused line, even the trailer, does
    /// not affect the others. The first call verifies the whole file.
    ///
    /// # Errors
    /// As for [`Records::record`], for errors that concern all lines; [`Error::Refused`] for `is_mine` if the speaker
    /// is not a person (`settings.owner.speaker`).
    pub fn import_lines(&mut self, lines: &str, state: &str, is_mine: bool) -> Result<Imported, Error> {
        if state.is_empty() {
            self.repair_before_adding()?;
        }
        let (settings, now) = (self.settings.clone(), now());
        let PackedImport { packed, refused, state, is_whole } =
            self.live.call(&settings, "records.pack-import", |exports, store| {
                exports.scrubjay_memory_records().call_pack_import(store, lines, state, is_mine, now)
            })?;
        let (taken, refused) = self.record_batch(&packed, refused)?;
        Ok(Imported { taken, refused, state, is_whole })
    }

    /// Imports lines of the Model Context Protocol's reference memory server, at most 16 MiB; the last one must be
    /// complete. Each observation and each relation becomes a note, which is added once, however often it is imported.
    /// Returns the outcome of each note, in order, and the refused lines.
    ///
    /// # Errors
    /// As for [`Records::record`].
    pub fn import_reference(&mut self, lines: &str) -> Result<(Vec<Recorded>, Vec<RefusedLine>), Error> {
        self.repair_before_adding()?;
        let (mut taken, mut left_out, mut after) = (Vec::new(), Vec::new(), String::new());
        let (settings, now) = (self.settings.clone(), now());
        loop {
            let PackedReference { packed, refused, next } =
                self.live.call(&settings, "records.pack-reference", |exports, store| {
                    exports.scrubjay_memory_records().call_pack_reference(store, lines, &after, now)
                })?;
            let (recorded, refused) = self.record_batch(&packed, refused)?;
            taken.extend(recorded);
            left_out.extend(refused);
            if next.is_empty() {
                return Ok((taken, left_out));
            }
            after = next;
        }
    }
}
