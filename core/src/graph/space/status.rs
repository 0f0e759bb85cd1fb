//! The status of a code graph: its counts and its damaged rows.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::{GraphSpace, UnreadLanguage};
use crate::ask::{Attempt, Resumed};
use crate::effects::DamagedRow;
use crate::graph::lang::LANGUAGES;

/// The state of a code graph, counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The number of times the store was written.
    pub generation: u64,
    /// The number of source files; manifests and documents do not count.
    pub n_files: u32,
    /// The number of files that are not linked.
    pub n_to_link: u32,
    /// The number of definitions and imports; files do not count.
    pub n_symbols: u32,
    /// The number of stored edges; containment does not count.
    pub n_edges: u32,
    /// The number of imports and references whose target is external or unknown.
    pub n_unlinked: u32,
    /// The languages that have files, sorted by name.
    pub languages: Vec<LanguageStatus>,
    /// Numbers of files in languages that are not parsed.
    pub unread: Vec<UnreadLanguage>,
    /// The number of source files with a vendored path.
    pub n_vendored: u32,
    /// The number of source files with syntax errors.
    pub n_with_errors: u32,
    /// The memory that the graph takes in this instance, in bytes, estimated from its lengths.
    pub live_bytes: u32,
    /// Rows that failed their check or were missing since opening, and were not rewritten or deleted since.
    pub damaged: Vec<DamagedRow>,
}

/// The files of one language.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LanguageStatus {
    /// The language's name in the component's interface.
    pub language: String,
    /// The number of source files in the language.
    pub n_files: u32,
    /// The lines of these files together; saturates at the maximum.
    pub n_lines: u32,
    /// The bytes of these files together; saturates at the maximum.
    pub n_bytes: u32,
}

impl GraphSpace {
    /// The state of the graph. Needs all edges.
    pub(crate) fn status(&mut self, resumed: Option<Resumed>) -> Attempt<Status> {
        self.resume(resumed)?;
        self.need_edges()?;
        let mut languages: BTreeMap<&str, LanguageStatus> = BTreeMap::new();
        let (mut n_unlinked, mut n_vendored, mut n_with_errors) = (0, 0, 0);
        for (_, file) in self.graph.files() {
            let name = LANGUAGES[file.language as usize].name;
            let language = languages.entry(name).or_default();
            language.n_files += 1;
            language.n_lines = language.n_lines.saturating_add(file.n_lines);
            language.n_bytes = language.n_bytes.saturating_add(file.n_bytes);
            n_unlinked += file.n_unlinked;
            n_vendored += u32::from(file.is_vendored);
            n_with_errors += u32::from(file.has_errors);
        }
        let language_statuses =
            languages.into_iter().map(|(name, status)| LanguageStatus { language: name.to_owned(), ..status });
        Ok(Status {
            generation: self.generation,
            n_files: self.graph.n_files() as u32,
            n_to_link: self.n_to_link(),
            n_symbols: self.graph.n_symbols() as u32,
            n_edges: self.graph.n_edges() as u32,
            n_unlinked,
            languages: language_statuses.collect(),
            unread: self.unread_languages(),
            n_vendored,
            n_with_errors,
            live_bytes: u32::try_from(self.graph.live_bytes()).unwrap_or(u32::MAX),
            damaged: self.damaged.clone(),
        })
    }
}
