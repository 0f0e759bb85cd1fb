//! Edges that no question has needed yet: for reading, edges rows stay as they are stored, and what touches the files of a
//! question is taken out of them.
//!
//! Promises that an edge is in the graph once at most, and that every edge is there after [`Memory::need_edges`]. For writing
//! nothing is folded. Not here: how a row becomes edges (`ingest`).

use alloc::vec::Vec;

use super::Memory;
use crate::ask::{Ask, Row};
use crate::graph::links::FileId;
use crate::map::Set;
use crate::order;
use crate::row::edges::{self, StoredEdge};
use crate::row::key::{self, Room};

/// Around more files than this at once it is cheaper to unfold everything than to look for edges in every row.
const MOST_AROUND: usize = 64;

/// Edges rows as they are stored.
#[derive(Default)]
pub(super) struct Folded {
    rows: Vec<(FileId, Vec<u8>)>,
    /// Files whose rows are in `rows`, or were.
    kept: Set<FileId>,
    /// Stored numbers of the files around which every edge is in the graph.
    around: Set<u32>,
}

impl Folded {
    /// Keeps a row for later, once.
    pub(super) fn keep(&mut self, home: FileId, payload: &[u8]) {
        if self.kept.insert(home) {
            self.rows.push((home, payload.to_vec()));
        }
    }

    /// Whether every row was unfolded.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl Memory {
    /// What to ask for before every symbol and every edge is there.
    pub(crate) fn need_edges(&mut self) -> Option<Ask> {
        let ask = self.need(Room::Outline).or_else(|| self.need(Room::Edges));
        if ask.is_none() {
            self.unfold_all();
        }
        ask
    }

    /// What to ask for before [`Memory::edges_around`] can be called.
    pub(crate) fn need_some_edges(&self) -> Option<Ask> {
        self.need(Room::Edges)
    }

    /// What to ask for before the edges around these files can be taken out of their rows: the rows, and what they join.
    pub(crate) fn need_ends_around(&self, files: &[FileId]) -> Option<Ask> {
        if self.is_loaded(Room::Edges) && self.folded.is_empty() {
            return None;
        }
        let new = self.new_around(files);
        if new.is_empty() {
            return None;
        }
        if new.len() > MOST_AROUND {
            return self.need(Room::Outline).or_else(|| self.need(Room::Edges));
        }
        if let Some(ask) = self.need_edges_touching(&new) {
            return Some(ask);
        }
        if self.is_loaded(Room::Outline) || self.folded.is_empty() {
            return None;
        }
        let mut ends: Set<u32> = Set::default();
        for (_, payload) in &self.folded.rows {
            if edges::touches(payload, &new) != Some(true) {
                continue;
            }
            // A row that is damaged within is told of where it is unfolded.
            let _ = edges::read(payload, &mut |edge| {
                let both = [edge.source_file, edge.target_file];
                if both.iter().any(|end| new.contains(end)) {
                    ends.extend(both);
                }
            });
        }
        self.need_outlines(ends.into_iter().filter_map(|end| self.graph.file_of_stored(end)))
    }

    /// Makes the edges from and to the symbols of these files known. What they join must have been asked for.
    pub(crate) fn edges_around(&mut self, files: Vec<FileId>) {
        if self.folded.is_empty() {
            return;
        }
        let new = self.new_around(&files);
        if new.len() > MOST_AROUND {
            return self.unfold_all();
        }
        if !new.is_empty() {
            self.unfold_around(new);
        }
    }

    /// Stored numbers of those files around which not every edge is in the graph.
    fn new_around(&self, files: &[FileId]) -> Set<u32> {
        let stored = files.iter().map(|&file| self.graph.file(file).stored_id);
        stored.filter(|number| !self.folded.around.contains(number)).collect()
    }

    fn unfold_around(&mut self, new: Set<u32>) {
        let Folded { rows, kept, around } = core::mem::take(&mut self.folded);
        let mut damaged = Vec::new();
        for (home, payload) in &rows {
            if edges::touches(payload, &new) == Some(false) {
                continue;
            }
            let is_new = |edge: &StoredEdge| {
                let ends = [edge.source_file, edge.target_file];
                ends.iter().any(|end| new.contains(end)) && !ends.iter().any(|end| around.contains(end))
            };
            match self.read_edges(payload, &is_new) {
                Some(read) if read.head.home == self.graph.file(*home).stored_id => {
                    self.graph.add_loose_edges(*home, read.edges.into_iter());
                }
                Some(_) => {}
                None => damaged.push(*home),
            }
        }
        damaged.iter().for_each(|&home| self.damaged_edges(home));
        self.folded = Folded { rows, kept, around: &around | &new };
    }

    fn unfold_all(&mut self) {
        let Folded { mut rows, kept, around } = core::mem::take(&mut self.folded);
        self.folded.kept = kept;
        if !around.is_empty() {
            self.graph.forget_edges();
        }
        // Some may have been asked for before the others.
        order::sort_by_key(&mut rows, |row| row.0);
        for (home, payload) in rows {
            if self.ingest_edges(home, &payload).is_none() {
                self.damaged_edges(home);
            }
        }
    }

    /// A row that is damaged within leaves its file unlinked.
    fn damaged_edges(&mut self, home: FileId) {
        let key = key::key(Room::Edges, &self.graph.file(home).path);
        self.damaged(&Row { key, value: Vec::new() });
    }
}
