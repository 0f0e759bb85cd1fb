//! Every file of the memory in the order of paths, by place: what all per-file arrays of a question run along.

use alloc::vec::Vec;

use crate::graph::links::{FileId, Graph};

/// The live files, and the place of each.
pub(crate) struct Listing {
    /// By path.
    pub(crate) files: Vec<FileId>,
    places: Vec<u32>,
}

impl Listing {
    /// Lists the live files. O(files).
    pub(crate) fn of(graph: &Graph) -> Listing {
        let files: Vec<FileId> = graph.files().map(|(file, _)| file).collect();
        let mut places = vec![u32::MAX; files.iter().map(|file| file.0 as usize + 1).max().unwrap_or(0)];
        for (place, file) in (0..).zip(&files) {
            places[file.0 as usize] = place;
        }
        Listing { files, places }
    }

    /// How many files there are.
    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }

    /// The place of a live file.
    pub(crate) fn place(&self, file: FileId) -> usize {
        self.places[file.0 as usize] as usize
    }
}
