//! How the memory stands.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::{DamagedRow, Memory};
use crate::ask::{Reply, Resumed};
use crate::error::Error;
use crate::graph::lang::LANGUAGES;

/// How the memory stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// How many times the store was written.
    pub generation: u64,
    /// Files.
    pub n_files: u32,
    /// Files whose links are not made yet.
    pub n_unsettled: u32,
    /// Symbols, files left out.
    pub n_symbols: u32,
    /// Edges, containment left out.
    pub n_edges: u32,
    /// References whose target is outside or unknown.
    pub n_unlinked: u32,
    /// By name.
    pub languages: Vec<LanguageStatus>,
    /// Files of them that are copies of other people's code.
    pub n_vendored: u32,
    /// Files the grammar found errors in.
    pub n_with_errors: u32,
    /// Estimated bytes in use.
    pub live_bytes: u32,
    /// Rows that failed their check since opening, and were not written anew or deleted since.
    pub damaged: Vec<DamagedRow>,
}

/// One language's share.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LanguageStatus {
    /// Its name.
    pub language: String,
    /// Files.
    pub n_files: u32,
    /// Lines.
    pub n_lines: u32,
    /// Bytes; stops at the greatest number.
    pub n_bytes: u32,
}

impl Memory {
    /// How the memory stands. Needs the edges.
    pub fn status(&mut self, resumed: Option<Resumed>) -> Result<Reply<Status>, Error> {
        self.resume(resumed)?;
        if let Some(ask) = self.need_edges() {
            return Ok(Reply::Ask(ask));
        }
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
        let named = languages.into_iter().map(|(name, status)| LanguageStatus { language: name.to_owned(), ..status });
        Ok(Reply::Done(Status {
            generation: self.generation,
            n_files: self.graph.n_files() as u32,
            n_unsettled: self.n_unsettled(),
            n_symbols: self.graph.n_symbols() as u32,
            n_edges: self.graph.n_edges() as u32,
            n_unlinked,
            languages: named.collect(),
            n_vendored,
            n_with_errors,
            live_bytes: u32::try_from(self.graph.live_bytes()).unwrap_or(u32::MAX),
            damaged: self.damaged.clone(),
        }))
    }
}
