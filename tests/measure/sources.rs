//! The files that an index of a folder reads.

use std::error::Error;
use std::path::Path;

use scrubjay::files::parse::MOST_BYTES;
use scrubjay::files::root::Root;
use scrubjay::files::scope::Scope;
use scrubjay::files::walk::walk;
use scrubjay_core::graph::lang::{LANGUAGES, Language};

/// A file, and the language it is in.
pub(crate) struct Source {
    /// Relative to the folder.
    pub(crate) path: String,
    pub(crate) language: &'static Language,
}

/// In the order of their paths: files of a known language that are not too large.
pub(crate) fn sources(folder: &Path) -> Result<Vec<Source>, Box<dyn Error>> {
    let walked = walk(&Root::at(folder)?, &Scope::All);
    let files = walked.files.into_iter().filter(|file| file.size <= MOST_BYTES);
    Ok(files.filter_map(|file| language(&file.path).map(|language| Source { path: file.path, language })).collect())
}

fn language(path: &str) -> Option<&'static Language> {
    let ending = path.rsplit_once('.')?.1;
    LANGUAGES.iter().find(|language| language.extensions.contains(&ending))
}
