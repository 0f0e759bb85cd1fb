//! Rows on demand: which keyspaces are loaded, which rows to request from the host, and how answers are loaded.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use super::GraphSpace;
use crate::ask::{Answer, Ask, Attempt, KeyRange, Request, Resumed, Row, RowPage, Ticket, Wanted};
use crate::base::error::Error;
use crate::base::sort;
use crate::effects::DamagedRow;
use crate::graph::model::FileId;
use crate::graph::stored::keyspace::{self, Keyspace};

/// Greatest size in bytes of the rows that a request for a range of keys asks for.
const MAX_ANSWER_BYTES: u32 = 1 << 18;
/// The most files whose details may stay loaded between questions.
const MAX_FILES_WITH_DETAILS: usize = 4_096;
/// The most files whose rows are requested at once, because the ticket lists each of them.
const MAX_REQUESTED_FILES: usize = 1_000;
/// Greatest number of answers to one ask.
const MAX_ANSWERS: usize = 1_000;
/// Greatest number of symbols to reserve memory for, whatever a row says: 15 MB with their names.
const MAX_RESERVED_SYMBOLS: usize = 1 << 18;

/// How far a keyspace is loaded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum Progress {
    #[default]
    Untouched,
    /// Rows before this key are loaded.
    UpTo(Vec<u8>),
    Loaded,
}

impl GraphSpace {
    /// Asks for the rows of a keyspace, unless all are loaded.
    pub(crate) fn need(&self, keyspace: Keyspace) -> Attempt<()> {
        let (first_key, end) = keyspace::range(keyspace);
        let start = match &self.progress[keyspace_index(keyspace)] {
            Progress::Loaded => return Ok(()),
            Progress::Untouched => first_key,
            Progress::UpTo(next_key) => next_key.clone(),
        };
        let request = Request::Range(KeyRange { start, end, max_bytes: MAX_ANSWER_BYTES });
        Err(self.ask(vec![request], Wanted::Keyspace(keyspace as u8)).into())
    }

    /// Asks for the details of these files that are not loaded; if there are many, in several rounds.
    pub(crate) fn need_details(&self, files: impl Iterator<Item = FileId>) -> Attempt<()> {
        self.missing_details(files).map_or(Ok(()), |ask| Err(ask.into()))
    }

    /// The request for the details of these files that are not loaded; `None` if all are.
    pub(crate) fn missing_details(&self, files: impl Iterator<Item = FileId>) -> Option<Ask> {
        let missing_files: Vec<FileId> = files.filter(|file| !self.details.contains_key(file)).collect();
        (!missing_files.is_empty()).then(|| self.ask_of_files(Keyspace::Details, missing_files))
    }

    /// A request for the rows of a keyspace that belong to these files. If there are many files, only the rows of some
    /// are requested.
    pub(super) fn ask_of_files(&self, keyspace: Keyspace, mut files: Vec<FileId>) -> Ask {
        sort::sort(&mut files);
        files.dedup();
        files.truncate(MAX_REQUESTED_FILES);
        let files = || files.iter().map(|&file| self.graph.file(file));
        let mut keys: Vec<Vec<u8>> = files().map(|file| keyspace::key(keyspace, &file.path)).collect();
        sort::sort(&mut keys);
        let stored_ids = files().map(|file| file.stored_id).collect();
        self.ask(vec![Request::Keys(keys)], Wanted::Files(keyspace as u8, stored_ids))
    }

    /// An ask whose ticket names this generation.
    pub(crate) fn ask(&self, requests: Vec<Request>, wanted: Wanted) -> Ask {
        Ask { requests, ticket: Ticket { generation: self.generation, wanted }.encode() }
    }

    /// The request that a ticket names. An error if the ticket is of another generation.
    pub(crate) fn decode_ticket(&self, ticket: &[u8]) -> Result<Wanted, Error> {
        let Ticket { generation, wanted } = Ticket::decode(ticket)?;
        if generation == self.generation { Ok(wanted) } else { Err(Error::Stale) }
    }

    /// Drops the loaded details if there are many; every question calls it at its start.
    pub(crate) fn forget_details(&mut self) {
        if self.details.len() > MAX_FILES_WITH_DETAILS {
            self.details.clear();
        }
    }

    /// Loads the answers to a request. If they do not match the request, it is an error that changes nothing.
    pub(crate) fn take(&mut self, resumed: Resumed) -> Result<(), Error> {
        let wanted = self.decode_ticket(&resumed.ticket)?;
        Error::check_limit("answers", resumed.answers.len(), MAX_ANSWERS)?;
        match wanted {
            Wanted::Keyspace(byte) => self.take_keyspace(keyspace_of_byte(byte)?, resumed.answers),
            Wanted::Head => self.take_head(resumed.answers),
            Wanted::Files(byte, asked_ids) => match keyspace_of_byte(byte)? {
                Keyspace::Details => self.take_details(&asked_ids, resumed.answers),
                Keyspace::Edges => self.take_edges(&asked_ids, resumed.answers),
                Keyspace::Outline => self.take_outlines(&asked_ids, resumed.answers),
                _ => Err(Ticket::unknown()),
            },
            // A question that asks for texts processes the answers itself.
            Wanted::Plan { .. } | Wanted::Named { .. } => Err(Ticket::unknown()),
            // Only calls about records ask for these.
            Wanted::Rows { .. } => Err(Ticket::unknown()),
        }
    }

    fn take_keyspace(&mut self, keyspace: Keyspace, answers: Vec<Answer>) -> Result<(), Error> {
        let (rows, complete) = only_rows(answers)?;
        let (first_key, end) = keyspace::range(keyspace);
        let mut next_key = match &self.progress[keyspace_index(keyspace)] {
            Progress::Loaded => return Ok(()),
            Progress::Untouched => first_key,
            Progress::UpTo(next_key) => next_key.clone(),
        };
        for row in &rows {
            if row.key < next_key || row.key >= end {
                return Err(Error::invalid("answers", "a row outside the range asked for, or out of order"));
            }
            next_key.clone_from(&row.key);
            next_key.push(0);
        }
        if !complete && rows.is_empty() {
            return Err(Error::invalid("answers", "an incomplete answer without a row"));
        }
        if self.progress[keyspace_index(keyspace)] == Progress::Untouched {
            self.reserve(keyspace);
        }
        self.count_rows(keyspace, rows.len());
        for row in rows {
            self.ingest(keyspace, row)?;
        }
        if complete {
            self.check_rows(keyspace);
        }
        self.progress[keyspace_index(keyspace)] = if complete { Progress::Loaded } else { Progress::UpTo(next_key) };
        match keyspace {
            Keyspace::NameIndex if complete => self.check_name_index(),
            Keyspace::Outline if complete => self.forget_all_unread(),
            _ => {}
        }
        Ok(())
    }

    /// Reserves the memory that a keyspace's rows need, to avoid reallocation.
    fn reserve(&mut self, keyspace: Keyspace) {
        let n_symbols = (self.n_symbols_stored as usize).min(MAX_RESERVED_SYMBOLS);
        if keyspace == Keyspace::Outline {
            self.graph.reserve_symbols(n_symbols);
        }
        if matches!(keyspace, Keyspace::NameIndex | Keyspace::Outline) && self.graph.n_files() == 0 {
            // Large projects have two to three symbols per name.
            self.graph.names.reserve(n_symbols / 2);
        }
    }

    /// Loads details. A requested file without a readable row is reported and counts as loaded, so that it is not
    /// requested again.
    fn take_details(&mut self, asked_ids: &[u32], answers: Vec<Answer>) -> Result<(), Error> {
        for row in rows_of(Keyspace::Details, answers)? {
            self.ingest(Keyspace::Details, row)?;
        }
        for &stored_id in asked_ids {
            let file = self.graph.file_of_stored(stored_id);
            if let Some(file) = file.filter(|file| !self.details.contains_key(file)) {
                self.report_missing_row(Keyspace::Details, file);
                self.details.insert(file, Vec::new());
            }
        }
        Ok(())
    }

    /// Whether no row of a keyspace is loaded yet.
    pub(super) fn is_untouched(&self, keyspace: Keyspace) -> bool {
        self.progress[keyspace_index(keyspace)] == Progress::Untouched
    }

    /// Whether all rows of a keyspace are loaded.
    pub(super) fn is_loaded(&self, keyspace: Keyspace) -> bool {
        self.progress[keyspace_index(keyspace)] == Progress::Loaded
    }

    /// Reports a row as damaged, once.
    pub(super) fn report_damaged(&mut self, row: &Row) {
        let file_key = keyspace::parse(&row.key).filter(|&(keyspace, path)| {
            !matches!(keyspace, Keyspace::NameIndex | Keyspace::FileAdjacency) && !path.is_empty()
        });
        let path = file_key.map(|(_, path)| path.to_owned());
        let damaged_row = DamagedRow { key: row.key.clone(), path };
        if !self.damaged.contains(&damaged_row) {
            self.damaged.push(damaged_row);
        }
    }
}

fn keyspace_index(keyspace: Keyspace) -> usize {
    Keyspace::ALL.iter().position(|&known| known == keyspace).unwrap_or_default()
}

/// The keyspace with the byte in a ticket.
fn keyspace_of_byte(byte: u8) -> Result<Keyspace, Error> {
    Keyspace::ALL.into_iter().find(|&known| known as u8 == byte).ok_or_else(Ticket::unknown)
}

/// The rows of an answer, all of which must belong to one keyspace.
pub(super) fn rows_of(keyspace: Keyspace, answers: Vec<Answer>) -> Result<Vec<Row>, Error> {
    let (rows, _) = only_rows(answers)?;
    let is_of_keyspace = |row: &Row| keyspace::parse(&row.key).is_some_and(|(found, _)| found == keyspace);
    match rows.iter().all(is_of_keyspace) {
        true => Ok(rows),
        false => Err(Error::invalid("answers", "a row that was not asked for")),
    }
}

fn only_rows(answers: Vec<Answer>) -> Result<(Vec<Row>, bool), Error> {
    match <[Answer; 1]>::try_from(answers) {
        Ok([Answer::Rows(RowPage { rows, complete })]) => Ok((rows, complete)),
        _ => Err(Error::invalid("answers", "one answer with rows was asked for")),
    }
}

#[cfg(test)]
mod tests {
    use crate::graph::stored::keyspace::{Keyspace, key};
    use crate::prepare::testing::TestWorld;

    #[test]
    fn without_a_details_row_only_the_signature_is_missing_from_the_answer() {
        let mut world = TestWorld::new(&[("a.py", "def f\n")], &[]);
        world.rows.remove(&key(Keyspace::Details, "a.py"));
        let mut space = world.space();
        let outline = world.run(|resumed| space.outline("a.py", resumed)).unwrap();
        assert_eq!((outline.symbols[0].symbol.name(), &*outline.symbols[0].symbol.signature), ("f", ""));
    }
}
