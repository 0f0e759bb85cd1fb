//! Rows on demand: which rooms are loaded, what to ask the host for, and taking its answers.
//!
//! A ticket says what was asked; it holds no state of its own. It is checked like anything that comes from outside.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use super::{DamagedRow, Memory};
use crate::ask::{Answer, Ask, KeyRange, Request, Resumed, Row};
use crate::error::Error;
use crate::graph::links::FileId;
use crate::order;
use crate::row::key::{self, Room};

/// The most bytes of rows in one answer.
const MOST_ANSWER_BYTES: u32 = 1 << 18;
/// The most files whose details are kept between questions.
const MOST_DETAILED: usize = 4_096;
/// The most files whose details are asked for at once: a ticket names each.
const MOST_ASKED: usize = 1_000;
/// The most answers to one ask.
const MOST_ANSWERS: usize = 1_000;
/// Symbols whose room is taken at once, whatever a row says: 15 MB with their names.
const MOST_RESERVED: usize = 1 << 18;

/// How far a room is loaded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum Progress {
    #[default]
    Untouched,
    /// The next key to load.
    Upto(Vec<u8>),
    Loaded,
}

const ROOM: u8 = 1;
const FILES: u8 = 2;
const HEAD: u8 = 3;

impl Memory {
    /// What to ask for before a room's rows can be used; none once they are loaded.
    pub(crate) fn need(&self, room: Room) -> Option<Ask> {
        let (first, end) = key::range(room);
        let start = match &self.progress[place(room)] {
            Progress::Loaded => return None,
            Progress::Untouched => first,
            Progress::Upto(next) => next.clone(),
        };
        let request = Request::Range(KeyRange { start, end, most_bytes: MOST_ANSWER_BYTES });
        Some(Ask { requests: vec![request], ticket: self.ticket(ROOM, room as u8) })
    }

    /// What to ask for before the details of these files can be read; where they are many, only some of them at a time.
    pub(crate) fn need_details(&self, files: impl Iterator<Item = FileId>) -> Option<Ask> {
        let missing: Vec<FileId> = files.filter(|file| !self.details.contains_key(file)).collect();
        (!missing.is_empty()).then(|| self.ask_of_files(Room::Details, missing))
    }

    /// Asks for the rows of a room that belong to these files; where they are many, only for some of them.
    pub(super) fn ask_of_files(&self, room: Room, mut files: Vec<FileId>) -> Ask {
        order::sort(&mut files);
        files.dedup();
        let mut keys = Vec::with_capacity(files.len());
        let mut ticket = self.ticket(FILES, room as u8);
        for file in files.into_iter().take(MOST_ASKED).map(|file| self.graph.file(file)) {
            keys.push(key::key(room, &file.path));
            ticket.extend(file.stored_id.to_le_bytes());
        }
        order::sort(&mut keys);
        Ask { requests: vec![Request::Keys(keys)], ticket }
    }

    /// Asks for the row that a key names.
    pub(super) fn ask_of_directory(&self, key: Vec<u8>) -> Ask {
        Ask { requests: vec![Request::Keys(vec![key])], ticket: self.ticket(HEAD, 0) }
    }

    /// Forgets details once there are many. Called at the start of a question, so that one question's stay together.
    pub(crate) fn forget_details(&mut self) {
        if self.details.len() > MOST_DETAILED {
            self.details.clear();
        }
    }

    fn ticket(&self, kind: u8, room: u8) -> Vec<u8> {
        let mut ticket = self.generation.to_le_bytes().to_vec();
        ticket.extend([kind, room]);
        ticket
    }

    /// Takes the answers to an ask. Nothing is changed where they do not fit it.
    pub(crate) fn take(&mut self, resumed: Resumed) -> Result<(), Error> {
        let bad_ticket = || Error::invalid("ticket", "not one that this memory gave");
        let (generation, rest) = resumed.ticket.split_first_chunk::<8>().ok_or_else(bad_ticket)?;
        if u64::from_le_bytes(*generation) != self.generation {
            return Err(Error::Stale);
        }
        Error::check_limit("answers", resumed.answers.len(), MOST_ANSWERS)?;
        match *rest {
            [ROOM, room] => {
                let room = Room::ALL.into_iter().find(|&known| known as u8 == room).ok_or_else(bad_ticket)?;
                self.take_room(room, resumed.answers)
            }
            [HEAD, 0] => self.take_head(resumed.answers),
            [FILES, room, ref asked @ ..] if room == Room::Details as u8 => self.take_details(asked, resumed.answers),
            [FILES, room, ref asked @ ..] if room == Room::Edges as u8 => self.take_edges(asked, resumed.answers),
            [FILES, room, ref asked @ ..] if room == Room::Outline as u8 => self.take_outlines(asked, resumed.answers),
            _ => Err(bad_ticket()),
        }
    }

    fn take_room(&mut self, room: Room, answers: Vec<Answer>) -> Result<(), Error> {
        let (rows, complete) = only_rows(answers)?;
        let (first, end) = key::range(room);
        let mut next = match &self.progress[place(room)] {
            Progress::Loaded => return Ok(()),
            Progress::Untouched => first,
            Progress::Upto(next) => next.clone(),
        };
        for row in &rows {
            if row.key < next || row.key >= end {
                return Err(Error::invalid("answers", "a row outside the range asked for, or out of order"));
            }
            next.clone_from(&row.key);
            next.push(0);
        }
        if !complete && rows.is_empty() {
            return Err(Error::invalid("answers", "an incomplete answer without a row"));
        }
        if self.progress[place(room)] == Progress::Untouched {
            self.reserve(room);
        }
        for row in rows {
            self.ingest(room, row)?;
        }
        self.progress[place(room)] = if complete { Progress::Loaded } else { Progress::Upto(next) };
        match room {
            Room::Directory if complete => self.judge_directory(),
            Room::Outline if complete => self.forget_all_unread(),
            _ => {}
        }
        Ok(())
    }

    /// Takes the room that a room's rows are known to need, so that what is read in is not moved while it grows.
    fn reserve(&mut self, room: Room) {
        let n_symbols = (self.n_symbols_stored as usize).min(MOST_RESERVED);
        if room == Room::Outline {
            self.graph.reserve_symbols(n_symbols);
        }
        if matches!(room, Room::Directory | Room::Outline) && self.graph.n_files() == 0 {
            // Large projects have two to three symbols to a name.
            self.graph.names.reserve(n_symbols / 2);
        }
    }

    /// Takes details in. A file that was asked for and has none is known to have none: it is not asked for again.
    fn take_details(&mut self, asked: &[u8], answers: Vec<Answer>) -> Result<(), Error> {
        for row in rows_of(Room::Details, answers)? {
            self.ingest(Room::Details, row)?;
        }
        for stored_id in asked.as_chunks::<4>().0 {
            if let Some(file) = self.graph.file_of_stored(u32::from_le_bytes(*stored_id)) {
                self.details.entry(file).or_default();
            }
        }
        Ok(())
    }

    /// Whether none of a room's rows was asked for.
    pub(super) fn is_untouched(&self, room: Room) -> bool {
        self.progress[place(room)] == Progress::Untouched
    }

    /// Whether a room's rows are in.
    pub(super) fn is_loaded(&self, room: Room) -> bool {
        self.progress[place(room)] == Progress::Loaded
    }

    /// Leaves a row out, and tells of it.
    pub(super) fn damaged(&mut self, row: &Row) {
        let of_file = key::parse(&row.key)
            .filter(|&(room, path)| !matches!(room, Room::Directory | Room::Joins) && !path.is_empty());
        let path = of_file.map(|(_, path)| path.to_owned());
        let damaged = DamagedRow { key: row.key.clone(), path };
        if !self.damaged.contains(&damaged) {
            self.damaged.push(damaged);
        }
    }
}

fn place(room: Room) -> usize {
    Room::ALL.iter().position(|&known| known == room).unwrap_or_default()
}

/// The rows of an answer that may hold those of one room alone.
pub(super) fn rows_of(room: Room, answers: Vec<Answer>) -> Result<Vec<Row>, Error> {
    let (rows, _) = only_rows(answers)?;
    let is_of_room = |row: &Row| key::parse(&row.key).is_some_and(|(found, _)| found == room);
    match rows.iter().all(is_of_room) {
        true => Ok(rows),
        false => Err(Error::invalid("answers", "a row that was not asked for")),
    }
}

fn only_rows(answers: Vec<Answer>) -> Result<(Vec<Row>, bool), Error> {
    match <[Answer; 1]>::try_from(answers) {
        Ok([Answer::Rows { rows, complete }]) => Ok((rows, complete)),
        _ => Err(Error::invalid("answers", "one answer with rows was asked for")),
    }
}

#[cfg(test)]
mod tests {
    use crate::recall::testing::World;
    use crate::row::key::{Room, key};

    #[test]
    fn a_missing_details_row_costs_the_signature_and_not_the_answer() {
        let mut world = World::new(&[("a.py", "def f\n")], &[]);
        world.rows.remove(&key(Room::Details, "a.py"));
        let mut memory = world.memory();
        let outline = world.settle(|resumed| memory.outline("a.py", resumed)).unwrap();
        assert_eq!((outline.symbols[0].symbol.name(), &*outline.symbols[0].symbol.signature), ("f", ""));
    }
}
