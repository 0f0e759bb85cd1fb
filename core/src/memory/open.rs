//! Opening: which rooms are loaded first.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::{DamagedRow, Memory, Purpose};
use crate::ask::{Reply, Resumed};
use crate::error::Error;
use crate::row::key::Room;

/// The result of opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Files in the graph.
    pub n_files: u32,
    /// Files whose links are not made yet.
    pub n_unsettled: u32,
    /// Rows that were damaged: their files must be parsed again.
    pub damaged: Vec<DamagedRow>,
}

impl Memory {
    /// Opens at a generation; without `resumed`, starts anew. A store without rows opens empty.
    pub fn open(&mut self, purpose: Purpose, at: u64, resumed: Option<Resumed>) -> Result<Reply<Opened>, Error> {
        match resumed {
            None => *self = Memory::empty(purpose, at),
            Some(_) if (purpose, at) != (self.purpose, self.generation) => return Err(Error::Stale),
            Some(resumed) => self.take(resumed)?,
        }
        let needed = match purpose {
            Purpose::Reading => self.need(Room::Meta).or_else(|| self.need_head()),
            Purpose::Writing => {
                let files = [Room::Meta, Room::Directory, Room::Joins, Room::Outline];
                let facts = [Room::Manifest, Room::Facts, Room::Trace, Room::Edges];
                files.into_iter().chain(facts).find_map(|room| self.need(room))
            }
        };
        if let Some(ask) = needed {
            return Ok(Reply::Ask(ask));
        }
        if purpose == Purpose::Writing {
            self.drop_unreadable();
            self.compare_directory();
        }
        let (n_files, n_unsettled) = (self.n_files(), self.n_unsettled());
        Ok(Reply::Done(Opened { n_files, n_unsettled, damaged: self.damaged.clone() }))
    }

    /// The start of every read: takes what came back.
    pub(crate) fn resume(&mut self, resumed: Option<Resumed>) -> Result<(), Error> {
        match resumed {
            Some(resumed) => self.take(resumed),
            None => {
                self.forget_details();
                self.count_question();
                Ok(())
            }
        }
    }

    /// Files whose links are not made: known from the graph once edges are loaded, else as it was stored.
    pub(super) fn n_unsettled(&self) -> u32 {
        if !self.is_loaded(Room::Edges) || !self.folded.is_empty() {
            return self.n_unsettled_stored;
        }
        self.graph.files().filter(|(_, file)| !file.linked).count() as u32
    }

    /// For writing every file needs its facts: one whose facts are damaged is as good as gone until it is parsed again.
    fn drop_unreadable(&mut self) {
        let without: Vec<_> = self.graph.files().map(|(id, _)| id).filter(|&id| self.code.file(id).is_none()).collect();
        for file in without {
            let path = self.graph.file(file).path.clone();
            let damaged = DamagedRow { key: crate::row::key::key(Room::Facts, &path), path: Some(path.to_string()) };
            if !self.damaged.iter().any(|known| known.path.as_deref() == Some(&*path)) {
                self.damaged.push(damaged);
            }
            self.forget_file(file);
        }
    }
}
