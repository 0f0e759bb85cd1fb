//! Detects missing rows: a store whose pages were lost or exchanged may read without errors.
//!
//! The rows read are compared with those that must exist: the name index lists the files, and the meta row counts
//! them. A missing row is reported as damaged, with its file where known, so that the file is parsed again. Not here:
//! rows that fail their check (`ingest`).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{GraphSpace, Purpose};
use crate::effects::DamagedRow;
use crate::graph::model::FileId;
use crate::graph::stored::keyspace::{self, Keyspace};

#[derive(Default)]
pub(super) struct ExpectedRows {
    /// Number of files, each of which has an outline; 0 if unknown.
    pub(super) n_files: u32,
    /// Number of files that have edges.
    pub(super) n_linked: u32,
    /// Number of documents, each of which has a row.
    pub(super) n_documents: u32,
    /// Paths of the files in the name index; for writing only.
    pub(super) listed_paths: Vec<String>,
    /// Numbers of rows of outlines, edges and sections in the answers for whole keyspaces so far, including damaged
    /// ones.
    n_outlines: u32,
    n_edges: u32,
    n_sections: u32,
}

impl GraphSpace {
    /// Counts the rows of an answer for a whole keyspace.
    pub(super) fn count_rows(&mut self, keyspace: Keyspace, n_rows: usize) {
        match keyspace {
            Keyspace::Outline => self.expected.n_outlines += n_rows as u32,
            Keyspace::Edges => self.expected.n_edges += n_rows as u32,
            Keyspace::Sections => self.expected.n_sections += n_rows as u32,
            _ => {}
        }
    }

    /// Reports missing rows, once all rows of a keyspace are read.
    pub(super) fn check_rows(&mut self, keyspace: Keyspace) {
        match keyspace {
            Keyspace::Outline => self.check_outlines(),
            Keyspace::Words => {
                let files_without_row =
                    self.graph.files().map(|(file, _)| file).filter(|file| !self.words.contains_key(file));
                let files_without_row: Vec<FileId> = files_without_row.collect();
                files_without_row.into_iter().for_each(|file| self.report_missing_row(keyspace, file));
            }
            Keyspace::Edges if self.expected.n_edges < self.expected.n_linked => self.report_missing(keyspace, ""),
            Keyspace::Sections if self.expected.n_sections < self.expected.n_documents => {
                self.report_missing(keyspace, "")
            }
            _ => {}
        }
    }

    fn check_outlines(&mut self) {
        let listed_paths = core::mem::take(&mut self.expected.listed_paths);
        let missing_paths: Vec<String> = match self.purpose {
            Purpose::Writing => listed_paths.into_iter().filter(|path| self.graph.file_of(path).is_none()).collect(),
            Purpose::Reading => {
                let unread_files = self.graph.files().filter(|(_, file)| file.symbols.is_empty());
                unread_files.map(|(_, file)| file.path.to_string()).collect()
            }
        };
        missing_paths.iter().for_each(|path| self.report_missing(Keyspace::Outline, path));
        if self.expected.n_outlines + (missing_paths.len() as u32) < self.expected.n_files {
            self.report_missing(Keyspace::Outline, "");
        }
    }

    pub(super) fn report_missing_row(&mut self, keyspace: Keyspace, file: FileId) {
        let path = self.graph.file(file).path.clone();
        self.report_missing(keyspace, &path);
    }

    /// Reports a missing row. An empty path means that the row's file is unknown.
    fn report_missing(&mut self, keyspace: Keyspace, path: &str) {
        let path_of_row = (!path.is_empty()).then(|| path.to_string());
        let damaged_row = DamagedRow { key: keyspace::key(keyspace, path), path: path_of_row };
        if !self.damaged.contains(&damaged_row) {
            self.damaged.push(damaged_row);
        }
    }
}
