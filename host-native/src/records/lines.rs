//! Whole memories as lines: out of one and into another, also out of another server's; and the records of a kind as a table.

use std::io;

use super::{Recorded, Records, now};
use crate::Error;
use crate::store::StoreError;
use crate::wit::episodes::{EventKind, ExportCsvQuestion, ExportLinesQuestion};
use crate::wit::records::{PackedImport, PackedReference, RefusedLine};

/// The outcome of a batch of exported lines.
#[derive(Clone, Debug)]
pub struct Imported {
    /// One for each event, in their order.
    pub taken: Vec<Recorded>,
    /// Lines that were left out.
    pub refused: Vec<RefusedLine>,
    /// The state to pass with the lines that follow.
    pub state: String,
    /// The trailer was read, and the lines before it are as they were written.
    pub is_whole: bool,
}

impl Records {
    /// Hands over all records as lines, a slice at a time; how many were left out, because their rows are damaged. The whole file is
    /// verified first, and read in one view. Of one that is damaged, as [`Records::damage`] says then, what can be read is handed over,
    /// with a trailer that says so, and how much is missing beside those that were counted cannot be told.
    ///
    /// # Errors
    /// As for [`Records::record`]; [`Error::Store`] with what `take` fails with.
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

    /// Hands over the records of a kind as comma-separated values, a slice at a time, the names of the columns first; how many
    /// records of any kind were left out, because their rows are damaged. A table has no place to say so: it is no whole one where
    /// any were, or where [`Records::damage`] says afterwards that the file is damaged.
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

    /// Takes in up to 1,000 lines that [`Records::export`] wrote, the last one whole. `state`: empty for the first ones, else what
    /// the ones before gave. The records come from an import, untrusted, whatever they say of who spoke. `is_mine`: they are
    /// this memory's owner's own, and are believed, also those that were imported before ([`State::Adopted`](super::State)). A line
    /// that is refused is left out alone, also a trailer that does not fit. Before the first of them the whole file is verified.
    ///
    /// # Errors
    /// As for [`Records::record`], of all lines together; [`Error::Refused`] of what is called one's own where no person speaks
    /// (`settings.owner.speaker`).
    pub fn import_lines(&mut self, lines: &str, state: &str, is_mine: bool) -> Result<Imported, Error> {
        if state.is_empty() {
            self.whole_before_adding()?;
        }
        let (settings, now) = (self.settings.clone(), now());
        let PackedImport { packed, refused, state, is_whole } =
            self.live.call(&settings, "records.pack-import", |exports, store| {
                exports.scrubjay_memory_records().call_pack_import(store, lines, state, is_mine, now)
            })?;
        let (taken, refused) = self.kept(&packed, refused)?;
        Ok(Imported { taken, refused, state, is_whole })
    }

    /// Takes in lines of the Model Context Protocol's reference memory server, at most 16 MiB, the last one whole: each observation
    /// and each relation as a note, which is added once however often it is taken in. What became of the notes in their order,
    /// and which lines were left out.
    ///
    /// # Errors
    /// As for [`Records::record`].
    pub fn import_reference(&mut self, lines: &str) -> Result<(Vec<Recorded>, Vec<RefusedLine>), Error> {
        self.whole_before_adding()?;
        let (mut taken, mut left_out, mut after) = (Vec::new(), Vec::new(), String::new());
        let (settings, now) = (self.settings.clone(), now());
        loop {
            let PackedReference { packed, refused, next } =
                self.live.call(&settings, "records.pack-reference", |exports, store| {
                    exports.scrubjay_memory_records().call_pack_reference(store, lines, &after, now)
                })?;
            let (some, refused) = self.kept(&packed, refused)?;
            taken.extend(some);
            left_out.extend(refused);
            if next.is_empty() {
                return Ok((taken, left_out));
            }
            after = next;
        }
    }
}
