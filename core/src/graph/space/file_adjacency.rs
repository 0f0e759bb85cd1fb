//! File adjacency, for reading: selects the edges rows that a question about some files needs.
//!
//! Every edges row that touches a file is loaded once [`GraphSpace::need_edges_touching`] asks for nothing more. If
//! the adjacency is missing or damaged, all edges rows are read. Not here: stored rows (`stored::file_adjacency`),
//! and when they are written (`name_index`).

use alloc::vec::Vec;

use super::GraphSpace;
use super::keyspaces::rows_of;
use crate::ask::{Answer, Attempt};
use crate::base::error::Error;
use crate::base::map::Set;
use crate::graph::model::FileId;
use crate::graph::stored::file_adjacency;
use crate::graph::stored::keyspace::Keyspace;

#[derive(Default)]
pub(super) struct FileAdjacency {
    /// The stored id of each linked file, and the end of the file's part of `others`.
    files: Vec<(u32, u32)>,
    /// The stored ids of the other files that each file's edges touch, one file's after another's.
    others: Vec<u32>,
    /// Files whose edges rows were requested.
    requested: Set<FileId>,
}

impl FileAdjacency {
    /// The number of linked files that the loaded rows list.
    pub(super) fn n_files(&self) -> u32 {
        self.files.len() as u32
    }

    /// The stored ids of the linked files that are in `files` or have an edge that touches a file in `files`.
    fn files_touching<'a>(&'a self, files: &Set<u32>) -> impl Iterator<Item = u32> + 'a {
        // A table, because it is consulted for every entry of the adjacency.
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

impl GraphSpace {
    /// Loads a row of the file adjacency.
    pub(super) fn ingest_adjacency(&mut self, payload: &[u8]) -> Option<()> {
        let GraphSpace { declined, file_adjacency: FileAdjacency { files, others, .. }, .. } = self;
        file_adjacency::read(payload, &mut |file| {
            others.extend(file.others);
            files.push((file.stored_id, others.len() as u32));
            declined.set_counts(file.stored_id, file.declined_counts);
        })
    }

    /// Asks for all edges rows that touch one of these files, given by stored ids.
    pub(super) fn need_edges_touching(&self, files: &Set<u32>) -> Attempt<()> {
        if !self.is_untouched(Keyspace::Edges) || !self.reads_little() {
            return self.need(Keyspace::Edges);
        }
        self.need(Keyspace::FileAdjacency)?;
        if !self.has_adjacency() {
            return self.need(Keyspace::Edges);
        }
        let homes = self.file_adjacency.files_touching(files).filter_map(|home| self.graph.file_of_stored(home));
        let homes: Vec<FileId> = homes.filter(|home| !self.file_adjacency.requested.contains(home)).collect();
        match homes.len() {
            0 => Ok(()),
            n if self.are_many(n) => self.need(Keyspace::Edges),
            _ => Err(self.ask_of_files(Keyspace::Edges, homes).into()),
        }
    }

    /// Whether the edges row of a file was requested.
    pub(super) fn is_requested(&self, file: FileId) -> bool {
        self.file_adjacency.requested.contains(&file)
    }

    /// Loads the edges rows of the files in `asked_ids`. A file without such a row has no edges.
    pub(super) fn take_edges(&mut self, asked_ids: &[u32], answers: Vec<Answer>) -> Result<(), Error> {
        for row in rows_of(Keyspace::Edges, answers)? {
            self.ingest(Keyspace::Edges, row)?;
        }
        let asked_ids = asked_ids.iter().filter_map(|&stored_id| self.graph.file_of_stored(stored_id));
        self.file_adjacency.requested.extend(asked_ids);
        Ok(())
    }
}
