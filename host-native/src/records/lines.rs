//! Whole memories as lines: out of one and into another.

use std::io;

use super::{Recorded, Records, now};
use crate::Error;
use crate::store::StoreError;
use crate::wit::episodes::ExportLinesQuestion;
use crate::wit::records::{PackedImport, RefusedLine};

/// Exported lines that were taken in.
#[derive(Clone, Debug)]
pub struct Imported {
    /// One for each event, in their order.
    pub taken: Vec<Recorded>,
    /// What was left out.
    pub refused: Vec<RefusedLine>,
    /// To be given with the lines that follow.
    pub state: String,
    /// The trailer was read, and the lines before it are as they were written.
    pub is_whole: bool,
}

impl Records {
    /// Hands over all records as lines, a slice at a time; how many were left out, because their rows are damaged. What is
    /// recorded meanwhile may be among them.
    ///
    /// # Errors
    /// As for [`Records::record`]; [`Error::Store`] with what `take` fails with.
    pub fn export(&mut self, take: &mut dyn FnMut(&str) -> io::Result<()>) -> Result<u64, Error> {
        let (mut n_damaged, mut question) = (0, ExportLinesQuestion { after: String::new() });
        loop {
            let slice = self.export_lines(&question)?;
            take(&slice.text).map_err(|error| Error::Store(StoreError::from(error)))?;
            n_damaged += u64::from(slice.n_damaged);
            if slice.next.is_empty() {
                return Ok(n_damaged);
            }
            question.after = slice.next;
        }
    }

    /// Takes in up to 1,000 lines that [`Records::export`] wrote, the last one whole. `state`: empty for the first ones, else what
    /// the ones before gave.
    ///
    /// # Errors
    /// As for [`Records::record`]; [`Error::Refused`] for a trailer that does not fit the lines before it.
    pub fn import_lines(&mut self, lines: &str, state: &str) -> Result<Imported, Error> {
        let (settings, now) = (self.settings.clone(), now());
        let PackedImport { packed, refused, state, is_whole } =
            self.live.call(&settings, "records.pack-import", |exports, store| {
                exports.scrubjay_memory_records().call_pack_import(store, lines, state, now)
            })?;
        let taken = match packed.ids.is_empty() {
            true => Vec::new(),
            false => self.mending(|records| records.keep(&packed))?,
        };
        Ok(Imported { taken, refused, state, is_whole })
    }
}
