//! Names as people type them, where not every outline is read: what is asked for before it is known what they mean.
//!
//! Not here: what they mean (`name`, `meant`).

use alloc::vec::Vec;

use super::name;
use crate::ask::{Ask, Reply};
use crate::error::Error;
use crate::graph::links::FileId;
use crate::memory::Memory;
use crate::row::key::Room;

impl Memory {
    /// What to ask for before every symbol is there that a name can mean.
    pub(super) fn need_meanings(&mut self, typed: &str) -> Option<Ask> {
        if let Some(ask) = self.need_files() {
            return Some(ask);
        }
        let name = typed.trim();
        let file = name::file_of_id(&self.graph, name);
        let ending = file.is_none().then(|| self.files_ending(name));
        if let Some(ask) = self.need_outlines(file.into_iter().chain(ending.into_iter().flatten())) {
            return Some(ask);
        }
        let last = name::parts(name).pop().filter(|_| file.is_none());
        last.and_then(|last| self.need_defined(last))
    }

    /// The file that a path means.
    pub(super) fn file_named(&self, typed: &str) -> Result<Reply<FileId>, Error> {
        match self.need_files().or_else(|| self.need_outlines(self.files_ending(typed.trim()))) {
            Some(ask) => Ok(Reply::Ask(ask)),
            None => self.unless_unknown(name::file(&self.graph, typed)),
        }
    }

    /// The files that a path, its end, or either with a place behind it can mean.
    pub(super) fn files_ending<'a>(&'a self, typed: &'a str) -> impl Iterator<Item = FileId> + 'a {
        let mut ends = vec![typed];
        // A line, and a column.
        for _ in 0..2 {
            ends.extend(ends[ends.len() - 1].rsplit_once(':').map(|(path, _)| path));
        }
        let ends: Vec<&str> = ends.iter().map(|end| end.trim().trim_start_matches("./")).collect();
        let is_meant = move |path: &str| {
            let before = |end: &str| path.strip_suffix(end).filter(|before| before.is_empty() || before.ends_with('/'));
            ends.iter().any(|end| !end.is_empty() && before(end).is_some())
        };
        self.graph.files().filter(move |(_, file)| is_meant(&file.path)).map(|(id, _)| id)
    }

    /// What is said of an unknown name tells of such as come close, and those may stand in any file.
    pub(super) fn unless_unknown<T>(&self, meant: Result<T, Error>) -> Result<Reply<T>, Error> {
        match (meant, self.need(Room::Outline)) {
            (Err(Error::Unknown { .. }), Some(ask)) => Ok(Reply::Ask(ask)),
            (meant, _) => meant.map(Reply::Done),
        }
    }
}
