//! Lazy edges, for reading: edges rows are kept in stored form, and only edges that touch the files of a question are
//! decoded.
//!
//! The graph has an edge at most once, and has all edges after [`GraphSpace::need_edges`]. For writing, all edges are
//! decoded at once. Not here: decoding a row (`ingest`).

use alloc::vec::Vec;

use super::GraphSpace;
use crate::ask::{Attempt, Row};
use crate::base::map::Set;
use crate::base::sort;
use crate::graph::model::FileId;
use crate::graph::stored::edges::{self, StoredEdge};
use crate::graph::stored::keyspace::{self, Keyspace};

/// Number of files above which decoding all edges is cheaper than searching every row.
const MAX_DECODED_FILES: usize = 64;

/// Edges rows in their stored form.
#[derive(Default)]
pub(super) struct LazyEdges {
    rows: Vec<(FileId, Vec<u8>)>,
    /// Files whose rows are in `rows`, or were until all edges were decoded.
    kept_files: Set<FileId>,
    /// Stored ids of files all of whose edges are in the graph.
    decoded_files: Set<u32>,
}

impl LazyEdges {
    /// Keeps a row for later, unless a row of that file was kept before.
    pub(super) fn keep(&mut self, home: FileId, payload: &[u8]) {
        if self.kept_files.insert(home) {
            self.rows.push((home, payload.to_vec()));
        }
    }

    /// The row of a file, if it is kept.
    pub(super) fn row(&self, home: FileId) -> Option<&[u8]> {
        self.rows.iter().find(|(file, _)| *file == home).map(|(_, row)| row.as_slice())
    }

    /// Whether no row is left to decode.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl GraphSpace {
    /// Asks for all symbols and edges, and decodes the edges.
    pub(crate) fn need_edges(&mut self) -> Attempt<()> {
        self.need_symbols_and_stored_edges()?;
        self.load_all_edges();
        Ok(())
    }

    /// Asks for all symbols and edges rows. Once it asks for nothing more, [`GraphSpace::decode_edges_around`] works
    /// for any file.
    pub(crate) fn need_symbols_and_stored_edges(&self) -> Attempt<()> {
        self.need(Keyspace::Outline)?;
        self.need(Keyspace::Edges)
    }

    /// Asks for the edges rows that touch these files, and for the outlines of the files at the edges' other ends. Once
    /// it asks for nothing more, [`GraphSpace::decode_edges_around`] works for these files.
    pub(crate) fn need_ends_around(&self, files: &[FileId]) -> Attempt<()> {
        if self.is_loaded(Keyspace::Edges) && self.lazy_edges.is_empty() {
            return Ok(());
        }
        let new_files = self.undecoded_files(files);
        if new_files.is_empty() {
            return Ok(());
        }
        if new_files.len() > MAX_DECODED_FILES {
            return self.need_symbols_and_stored_edges();
        }
        self.need_edges_touching(&new_files)?;
        if self.is_loaded(Keyspace::Outline) || self.lazy_edges.is_empty() {
            return Ok(());
        }
        let mut end_files: Set<u32> = Set::default();
        for (_, payload) in &self.lazy_edges.rows {
            if edges::touches(payload, &new_files) != Some(true) {
                continue;
            }
            // Damage inside a row is reported when the row is decoded.
            let _ = edges::read(payload, &mut |edge| {
                let edge_files = [edge.source_file, edge.target_file];
                if edge_files.iter().any(|end| new_files.contains(end)) {
                    end_files.extend(edge_files);
                }
            });
        }
        self.need_outlines(end_files.into_iter().filter_map(|end| self.graph.file_of_stored(end)))
    }

    /// Adds the edges from and to the symbols of these files to the graph. The outlines of the files at the edges' ends
    /// must be loaded.
    pub(crate) fn decode_edges_around(&mut self, files: Vec<FileId>) {
        if self.lazy_edges.is_empty() {
            return;
        }
        let new_files = self.undecoded_files(&files);
        if new_files.len() > MAX_DECODED_FILES {
            return self.load_all_edges();
        }
        if !new_files.is_empty() {
            self.load_edges_around(new_files);
        }
    }

    /// Stored ids of those files whose edges are not decoded yet.
    fn undecoded_files(&self, files: &[FileId]) -> Set<u32> {
        let stored_ids = files.iter().map(|&file| self.graph.file(file).stored_id);
        stored_ids.filter(|number| !self.lazy_edges.decoded_files.contains(number)).collect()
    }

    fn load_edges_around(&mut self, new_files: Set<u32>) {
        let LazyEdges { rows, kept_files, decoded_files } = core::mem::take(&mut self.lazy_edges);
        let mut damaged_homes = Vec::new();
        for (home, payload) in &rows {
            if edges::touches(payload, &new_files) == Some(false) {
                continue;
            }
            let is_new = |edge: &StoredEdge| {
                let ends = [edge.source_file, edge.target_file];
                ends.iter().any(|end| new_files.contains(end)) && !ends.iter().any(|end| decoded_files.contains(end))
            };
            match self.read_edges(payload, &is_new) {
                Some(decoded) if decoded.head.home == self.graph.file(*home).stored_id => {
                    self.graph.add_loose_edges(*home, decoded.edges.into_iter());
                    // The import targets of other files may not be loaded.
                    if new_files.contains(&decoded.head.home) {
                        self.ingest_imports(*home, &decoded.head.imports);
                    }
                }
                Some(_) => {}
                None => damaged_homes.push(*home),
            }
        }
        damaged_homes.iter().for_each(|&home| self.report_damaged_edges(home));
        self.lazy_edges = LazyEdges { rows, kept_files, decoded_files: &decoded_files | &new_files };
    }

    fn load_all_edges(&mut self) {
        let LazyEdges { mut rows, kept_files, decoded_files } = core::mem::take(&mut self.lazy_edges);
        self.lazy_edges.kept_files = kept_files;
        if !decoded_files.is_empty() {
            self.graph.forget_edges();
        }
        // The rows may have been requested in another order.
        sort::sort_by_key(&mut rows, |row| row.0);
        for (home, payload) in rows {
            if self.ingest_edges(home, &payload).is_none() {
                self.report_damaged_edges(home);
            }
        }
    }

    /// Reports the edges row of a file as damaged.
    fn report_damaged_edges(&mut self, home: FileId) {
        let key = keyspace::key(Keyspace::Edges, &self.graph.file(home).path);
        self.report_damaged(&Row { key, value: Vec::new() });
    }
}
