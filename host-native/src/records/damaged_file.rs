//! Reads what is readable of a damaged memory's file: rows in its trees, and rows in pages that no tree reaches.
//!
//! The file is not changed. Not here: which rows are undamaged, and what becomes of them.

use std::path::{Path, PathBuf};

use scrubjay_store::{DamagedFileRows, Fault, Leaves, ReadCounts, Row};

use super::damage::with_file_name;
use super::file::file_backend;
use crate::Error;
use crate::store::StoreError;

/// A damaged file of a memory, open for reading.
pub(super) struct DamagedFile {
    path: PathBuf,
    /// The readable trees; `None` if there are none.
    trees: Option<DamagedFileRows>,
}

impl DamagedFile {
    /// Opens a damaged file, also one without a readable tree.
    ///
    /// # Errors
    /// [`StoreError::Format`]; others of opening it.
    pub(super) fn of(path: &Path) -> Result<DamagedFile, StoreError> {
        let trees = match DamagedFileRows::of(|| file_backend(path)) {
            Ok(remains) => Some(remains),
            Err(Fault::Damaged(_)) => None,
            Err(fault) => return Err(with_file_name(path, fault.into())),
        };
        Ok(DamagedFile { path: path.to_owned(), trees })
    }

    /// Whether the trees are of an earlier commit, because those of the last one cannot be read.
    pub(super) fn is_older(&self) -> bool {
        self.trees.as_ref().is_some_and(DamagedFileRows::is_older)
    }

    /// Whether a tree can be read; without one, all rows are scattered.
    pub(super) fn has_trees(&self) -> bool {
        self.trees.is_some()
    }

    /// Passes on the rows in the trees, some at a time.
    pub(super) fn each(&self, take: impl FnMut(Vec<Row>) -> Result<(), Error>) -> Result<ReadCounts, Error> {
        self.trees.as_ref().map_or(Ok(ReadCounts::default()), |trees| trees.each(take))
    }

    /// Passes on the rows in all pages, reachable or not; returns whether the whole file was scanned.
    pub(super) fn each_scattered(&self, mut take: impl FnMut(Vec<Row>) -> Result<(), Error>) -> Result<bool, Error> {
        let file = file_backend(&self.path).map_err(StoreError::from)?;
        let mut leaves = Leaves::of(file).map_err(StoreError::from)?;
        loop {
            match leaves.next_rows().map_err(StoreError::from)? {
                none if none.is_empty() => return Ok(leaves.is_all()),
                rows => take(rows)?,
            }
        }
    }
}
