//! Writes a file for a person under a temporary name until it is complete.

use scrubjay::open;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use crate::Fault;

/// A new file that has a temporary name until it is complete.
pub(crate) struct DraftFile<'g> {
    file: &'g Path,
    draft: PathBuf,
}

impl DraftFile<'_> {
    pub(crate) fn of(file: &Path) -> DraftFile<'_> {
        let mut draft = file.to_owned().into_os_string();
        draft.push(format!(".draft.{}", process::id()));
        DraftFile { file, draft: draft.into() }
    }

    pub(crate) fn create(&self) -> Result<File, Fault> {
        let fault = |error| Fault::UnwritableFile(self.file.to_owned(), error);
        match self.file.symlink_metadata() {
            Ok(_) => Err(fault(io::ErrorKind::AlreadyExists.into())),
            Err(_) => open::create_private(&self.draft).map_err(fault),
        }
    }

    /// Renames the draft to the name of the file.
    pub(crate) fn finish(&self) -> Result<(), Fault> {
        fs::rename(&self.draft, self.file).map_err(|error| Fault::UnwritableFile(self.file.to_owned(), error))
    }
}

impl Drop for DraftFile<'_> {
    fn drop(&mut self) {
        // The draft is gone after `finish`, or was never made.
        let _ = open::remove(&self.draft);
    }
}
