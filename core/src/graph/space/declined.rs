//! Declined references by name: which files have how many of them.
//!
//! Filled when a file is linked, or from the rows of the file adjacency or of the edges, whichever are loaded first.
//! Not here: stored rows (`stored::declined`), and how the counts are used (`query::unresolved`).

use alloc::vec::Vec;

use super::GraphSpace;
use crate::ask::Attempt;
use crate::base::map::{Map, Set};
use crate::graph::model::FileId;
use crate::graph::stored::declined::{self, DeclinedCount, DeclinedPlace};
use crate::graph::stored::edges;
use crate::graph::stored::keyspace::Keyspace;

#[derive(Default)]
pub(super) struct DeclinedReferences {
    /// Counts by the hash of the name; files by their stored ids.
    by_name: Map<u32, Vec<(u32, DeclinedCount)>>,
    /// Files whose counts are loaded, by stored id.
    counted_files: Set<u32>,
    /// The declined references of files by stored id, in stored form; for reading, empty until all edges are decoded.
    places: Map<u32, Vec<u8>>,
}

impl DeclinedReferences {
    /// Sets the counts of a file, unless they were set before.
    pub(super) fn set_counts(&mut self, stored_id: u32, counts: impl IntoIterator<Item = DeclinedCount>) {
        if self.counted_files.insert(stored_id) {
            counts.into_iter().for_each(|count| self.by_name.entry(count.hash).or_default().push((stored_id, count)));
        }
    }

    /// Sets the stored declined references of a file; `None` if they are damaged.
    pub(super) fn set_places(&mut self, stored_id: u32, places: &[u8]) -> Option<()> {
        self.set_counts(stored_id, declined::counts(places)?);
        if !places.is_empty() {
            self.places.insert(stored_id, places.to_vec());
        }
        Some(())
    }

    /// Removes a file's places, because its edges have become invalid, and the counts of those places. Counts of a file
    /// without places stay.
    pub(super) fn forget(&mut self, stored_id: u32) {
        if !self.counted_files.remove(&stored_id) {
            return;
        }
        let Some(places) = self.places.remove(&stored_id) else { return };
        for count in declined::counts(&places).into_iter().flatten() {
            if let Some(files) = self.by_name.get_mut(&count.hash) {
                files.retain(|(file, _)| *file != stored_id);
            }
        }
    }

    /// The counts of a file; empty if its places are not loaded.
    pub(super) fn counts_of(&self, stored_id: u32) -> Vec<DeclinedCount> {
        self.places.get(&stored_id).and_then(|places| declined::counts(places)).unwrap_or_default()
    }
}

impl GraphSpace {
    /// The files with declined references of a name, given by its hash, with their counts, sorted by path. Complete
    /// once the file adjacency or all edges rows are loaded.
    pub(crate) fn files_declining(&self, hash: u32) -> Vec<(FileId, DeclinedCount)> {
        let files = self.declined.by_name.get(&hash).into_iter().flatten();
        let mut files: Vec<(FileId, DeclinedCount)> =
            files.filter_map(|(stored_id, count)| Some((self.graph.file_of_stored(*stored_id)?, *count))).collect();
        files.sort_unstable_by(|one, other| self.graph.order_of_paths(one.0, other.0));
        files
    }

    /// Asks for those edges rows of these files that were not requested yet: they contain the places of declined
    /// references.
    pub(crate) fn need_places(&self, files: &[FileId]) -> Attempt<()> {
        let is_missing = |file: &&FileId| {
            let is_read = self.declined.places.contains_key(&self.graph.file(**file).stored_id);
            !is_read && self.lazy_edges.row(**file).is_none() && !self.is_requested(**file)
        };
        let missing_files: Vec<FileId> = files.iter().filter(is_missing).copied().collect();
        match missing_files.len() {
            0 => Ok(()),
            n if self.are_many(n) => self.need(Keyspace::Edges),
            _ if self.is_loaded(Keyspace::Edges) => Ok(()),
            _ => Err(self.ask_of_files(Keyspace::Edges, missing_files).into()),
        }
    }

    /// Calls `take` with each name of a file's declined references and the places of that name.
    pub(crate) fn places_declined(&self, file: FileId, take: &mut impl FnMut(&str, Vec<DeclinedPlace>)) {
        let loaded_places = self.declined.places.get(&self.graph.file(file).stored_id).map(Vec::as_slice);
        let row = loaded_places.or_else(|| edges::declined_references(self.lazy_edges.row(file)?)).unwrap_or_default();
        // Damage inside a row is reported when the row is decoded.
        let _ = declined::read(row, take);
    }
}
