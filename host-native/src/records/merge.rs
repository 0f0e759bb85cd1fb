//! Merges the records of another memory's file into this one.
//!
//! The file is only read; batches in its spool are not merged. Records are imported like exported lines, so each is
//! added once, and what was forgotten here stays forgotten.

use std::path::Path;

use scrubjay_store::View;

use super::ask::Live;
use super::damage::verify;
use super::file::open_other;
use super::forget::{Chosen, MAX_IDS};
use super::known::VerifyScope;
use super::{Records, State};
use crate::Error;
use crate::store::StoreError;
use crate::wit::episodes::ExportLinesQuestion;
use crate::wit::records::{Fate, RefusedLine};

/// The outcome of merging another memory's records.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    /// The number of records that are new here.
    pub n_added: u64,
    /// The number of records that were known here and are not forgotten, adopted ones included.
    pub n_known: u64,
    /// The number of known records that were untrusted imports, and now count as the owner's own.
    pub n_adopted: u64,
    /// The number of records that were forgotten here, and stay so.
    pub n_forgotten: u64,
    /// The number of records that wait in the spool, because another process writes.
    pub n_waiting: u64,
    /// Records that were refused, each with the number of its line in an export of the other memory.
    pub refused: Vec<(u64, RefusedLine)>,
    /// The number of records of the other memory that cannot be read.
    pub n_damaged: u64,
}

impl Records {
    /// Merges the records of another memory's file. They count as untrusted imports, unless `is_mine`: then they are
    /// the owner's own, with their origin and their trust, up to the owner's trust, including ones imported before.
    /// Both files are verified first.
    ///
    /// # Errors
    /// [`Error::Refused`] for `is_mine` if the speaker is not a person (`settings.owner.speaker`).
    /// [`Error::Store`] of either file: a damaged one is refused before anything is merged; others as for
    /// [`Records::record`]. What was merged before an error stays.
    pub fn merge(&mut self, from: &Path, is_mine: bool) -> Result<Merged, Error> {
        verify(from)?;
        self.with_salvage(|records| records.check_undamaged(VerifyScope::Always))?;
        let database = open_other(from)?;
        let view = View::of(&database).map_err(StoreError::from)?;
        let (settings, mut reader) = (self.settings.clone(), Live::default());
        let (mut merged, mut state, mut n_lines) = (Merged::default(), String::new(), 0);
        let mut question = ExportLinesQuestion { after: String::new(), is_damaged: false };
        loop {
            let slice = reader.ask(&settings, &view, "episodes.export-lines", |exports, store, resumed| {
                exports.scrubjay_memory_episodes().call_export_lines(store, &question, resumed)
            })?;
            merged.n_damaged += u64::from(slice.n_damaged);
            let lines: Vec<&str> = slice.text.lines().collect();
            for lines in lines.chunks(MAX_IDS) {
                state = self.merge_lines((lines, is_mine), &state, n_lines, &mut merged)?;
                n_lines += lines.len() as u64;
            }
            if slice.next.is_empty() {
                return Ok(merged);
            }
            question.after = slice.next;
        }
    }

    fn merge_lines(
        &mut self,
        (lines, is_mine): (&[&str], bool),
        state: &str,
        n_lines_before: u64,
        merged: &mut Merged,
    ) -> Result<String, Error> {
        let imported = self.import_lines(&(lines.join("\n") + "\n"), state, is_mine)?;
        let mut known_ids = Vec::new();
        for record in imported.taken {
            match record.state {
                State::Added => merged.n_added += 1,
                State::Waiting => merged.n_waiting += 1,
                State::Known => known_ids.push(record.id),
                State::Adopted => {
                    merged.n_adopted += 1;
                    known_ids.push(record.id);
                }
            }
        }
        let fates = self.fates(known_ids)?;
        let n_forgotten = fates.iter().filter(|fate| **fate == Fate::AlreadyForgotten).count() as u64;
        merged.n_forgotten += n_forgotten;
        merged.n_known += fates.len() as u64 - n_forgotten;
        merged.refused.extend(imported.refused.into_iter().map(|line| (n_lines_before + u64::from(line.line), line)));
        Ok(imported.state)
    }

    /// The fates that these known records would have if they were forgotten. In batches, because everything derived
    /// from them is loaded too.
    fn fates(&mut self, ids: Vec<String>) -> Result<Vec<Fate>, Error> {
        let mut fates = Vec::new();
        for ids in ids.chunks(MAX_FATES) {
            let preview = self.would_forget(&Chosen::Ids(ids.to_vec()))?;
            fates.extend(preview.receipts.into_iter().map(|receipt| receipt.fate));
        }
        Ok(fates)
    }
}

/// The number of records that are looked up at once.
const MAX_FATES: usize = 100;
