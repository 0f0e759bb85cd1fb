//! The files that an index run of a folder reads.

use std::error::Error;
use std::path::Path;

use scrubjay::files::root::Root;
use scrubjay::files::scope::Scope;
use scrubjay::files::walk::walk;
use scrubjay_core::graph::lang::{LANGUAGES, Language};
use scrubjay_core::graph::query::{Verdict, admit};

/// A file and its language.
pub(crate) struct Source {
    /// The path, relative to the folder.
    pub(crate) path: String,
    pub(crate) language: &'static Language,
}

/// The files that the engine admits and has a grammar for, sorted by path. All measurements use these.
pub(crate) fn sources(folder: &Path) -> Result<Vec<Source>, Box<dyn Error>> {
    let walked = walk(&Root::at(folder)?, &Scope::All).files;
    let entries = walked.iter().map(|file| (file.path.as_str(), u32::try_from(file.size).unwrap_or(u32::MAX)));
    let verdicts = admit(entries).map_err(|error| format!("{error:?}"))?;
    let admitted = walked.into_iter().zip(verdicts).filter_map(|(file, verdict)| {
        let Verdict::Read(name) = verdict else { return None };
        let language = LANGUAGES.iter().find(|language| language.name == name && !language.kinds.is_empty())?;
        Some(Source { path: file.path, language })
    });
    Ok(admitted.collect())
}
