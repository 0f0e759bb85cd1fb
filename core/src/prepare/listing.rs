//! All live files in the order of their paths, which gives the indexes of per-file arrays.

use alloc::vec::Vec;

use crate::graph::model::{FileId, Graph};

pub(crate) struct Listing {
    /// In the order of their paths.
    pub(crate) files: Vec<FileId>,
    indexes: Vec<u32>,
}

impl Listing {
    /// O(files).
    pub(crate) fn of(graph: &Graph) -> Listing {
        let files: Vec<FileId> = graph.files().map(|(file, _)| file).collect();
        let mut indexes = vec![u32::MAX; files.iter().map(|file| file.0 as usize + 1).max().unwrap_or(0)];
        for (index, file) in (0..).zip(&files) {
            indexes[file.0 as usize] = index;
        }
        Listing { files, indexes }
    }

    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }

    /// The index of a live file.
    pub(crate) fn index(&self, file: FileId) -> usize {
        self.indexes[file.0 as usize] as usize
    }
}
