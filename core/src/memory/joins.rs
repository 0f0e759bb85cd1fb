//! Joins: for reading, which edges rows are read around the files of a question.
//!
//! Promises that every edges row is kept that can touch a file, once [`Memory::need_edges_touching`] asks for nothing more. What is
//! missing or damaged of the joins has every edges row read. Not here: how joins are stored (`row::joins`), and when they are
//! written (`directory`).

use alloc::vec::Vec;

use super::Memory;
use super::rooms::rows_of;
use crate::ask::{Answer, Ask};
use crate::error::Error;
use crate::graph::links::FileId;
use crate::map::Set;
use crate::row::joins;
use crate::row::key::Room;

/// See the module.
#[derive(Default)]
pub(super) struct Joins {
    /// Each linked file's stored number, and where the others end that its edges touch.
    files: Vec<(u32, u32)>,
    others: Vec<u32>,
    /// Files whose edges rows were asked for.
    asked: Set<FileId>,
}

impl Joins {
    /// How many files are listed.
    pub(super) fn n_files(&self) -> u32 {
        self.files.len() as u32
    }

    /// The stored numbers of the files with edges that touch one of these.
    fn touching<'a>(&'a self, files: &Set<u32>) -> impl Iterator<Item = u32> + 'a {
        // Looked at once for every file that any other touches.
        let mut is_asked = vec![false; files.iter().max().map_or(0, |&last| last as usize + 1)];
        files.iter().for_each(|&file| is_asked[file as usize] = true);
        let contains = move |file: u32| is_asked.get(file as usize) == Some(&true);
        let mut start = 0;
        self.files.iter().filter_map(move |&(home, end)| {
            let others = &self.others[start..end as usize];
            start = end as usize;
            (contains(home) || others.iter().any(|&other| contains(other))).then_some(home)
        })
    }
}

impl Memory {
    /// Takes a row of the joins in.
    pub(super) fn ingest_joins(&mut self, payload: &[u8]) -> Option<()> {
        let Joins { files, others, .. } = &mut self.joins;
        joins::read(payload, &mut |home, touched| {
            others.extend(touched);
            files.push((home, others.len() as u32));
        })
    }

    /// What to ask for before every edges row is kept that touches one of these files, by their stored numbers.
    pub(super) fn need_edges_touching(&self, files: &Set<u32>) -> Option<Ask> {
        if !self.is_untouched(Room::Edges) || !self.reads_little() {
            return self.need(Room::Edges);
        }
        if let Some(ask) = self.need(Room::Joins) {
            return Some(ask);
        }
        if !self.has_joins() {
            return self.need(Room::Edges);
        }
        let homes = self.joins.touching(files).filter_map(|home| self.graph.file_of_stored(home));
        let homes: Vec<FileId> = homes.filter(|home| !self.joins.asked.contains(home)).collect();
        match homes.len() {
            0 => None,
            n if self.are_many(n) => self.need(Room::Edges),
            _ => Some(self.ask_of_files(Room::Edges, homes)),
        }
    }

    /// Takes edges rows that were asked for by their files. A file without one has no edges.
    pub(super) fn take_edges(&mut self, asked: &[u8], answers: Vec<Answer>) -> Result<(), Error> {
        for row in rows_of(Room::Edges, answers)? {
            self.ingest(Room::Edges, row)?;
        }
        let asked = asked.as_chunks::<4>().0.iter().map(|stored_id| u32::from_le_bytes(*stored_id));
        self.joins.asked.extend(asked.filter_map(|stored_id| self.graph.file_of_stored(stored_id)));
        Ok(())
    }
}
