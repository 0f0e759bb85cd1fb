//! Resolves a name to one symbol, or to a few if a question can be answered for all of them. Otherwise the error lists
//! the candidates, the likeliest first.
//!
//! Not here: parsing a name (`name`), and re-exported and inherited names (`reexports`, `inherited`).

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::choice::MeaningFilter;
use super::name;
use crate::ask::Attempt;
use crate::base::sort;
use crate::graph::facts::Flags;
use crate::graph::kind::SymbolKind;
use crate::graph::model::{FileId, SymbolId};
use crate::graph::space::GraphSpace;

/// Greatest number of meanings of one name that one answer covers.
const MAX_ANSWERED_MEANINGS: usize = 5;
/// If the meanings of a name are in more files than this, their uses are not counted.
const MAX_COUNTED_FILES: usize = 64;

impl GraphSpace {
    /// Resolves a name to one symbol; an error if the name is unknown or has several meanings.
    pub(super) fn resolve(&mut self, typed: &str) -> Attempt<SymbolId> {
        self.resolve_among(typed, MeaningFilter::default())
    }

    /// Resolves a name to the single meaning that satisfies `choice`.
    pub(super) fn resolve_among(&mut self, typed: &str, choice: MeaningFilter<'_>) -> Attempt<SymbolId> {
        let meanings = self.meanings_by_likelihood(typed, choice)?;
        match meanings.as_slice() {
            [only] => Ok(*only),
            _ => Err(name::ambiguous_error(&self.graph, typed.trim(), &meanings).into()),
        }
    }

    /// Resolves a name to all meanings that satisfy `choice`, the likeliest first: at least one, at most
    /// [`MAX_ANSWERED_MEANINGS`]. More meanings are an error that lists them.
    pub(super) fn resolve_few(&mut self, typed: &str, choice: MeaningFilter<'_>) -> Attempt<Vec<SymbolId>> {
        let meanings = self.meanings_by_likelihood(typed, choice)?;
        match meanings.len() {
            1..=MAX_ANSWERED_MEANINGS => Ok(meanings),
            _ => Err(name::ambiguous_error(&self.graph, typed.trim(), &meanings).into()),
        }
    }

    /// All meanings of a name that satisfy `choice`, the likeliest first.
    fn meanings_by_likelihood(&mut self, typed: &str, choice: MeaningFilter<'_>) -> Attempt<Vec<SymbolId>> {
        self.need_meanings(typed)?;
        let mut meanings = self.unless_unknown(name::find_symbols(&self.graph, typed))?;
        if meanings.is_empty() {
            self.need_symbols_and_stored_edges()?;
            meanings = self.other_meanings(typed)?;
        }
        meanings = choice.filter(&self.graph, typed, meanings)?;
        match meanings.as_slice() {
            [_] => Ok(meanings),
            [] => Err(name::unknown_error(&self.graph, typed.trim()).into()),
            _ => {
                self.need_ends_around(&self.countable_files(&meanings))?;
                self.sort_by_likelihood(&mut meanings);
                Ok(meanings)
            }
        }
    }

    /// All symbols that a tail of a qualified name can refer to. All edges must be loaded.
    pub(crate) fn meanings(&mut self, typed: &str) -> Attempt<Vec<SymbolId>> {
        match name::meanings(&self.graph, typed) {
            found if found.is_empty() => self.other_meanings(typed),
            found => Ok(name::disambiguate(&self.graph, found)),
        }
    }

    /// The files of these symbols if they are few enough for counting uses; otherwise none.
    fn countable_files(&self, symbols: &[SymbolId]) -> Vec<FileId> {
        let mut files: Vec<FileId> = symbols.iter().map(|&symbol| self.graph.symbol(symbol).file).collect();
        files.dedup();
        if files.len() <= MAX_COUNTED_FILES { files } else { Vec::new() }
    }

    /// Sorts by likelihood: the project's code before tests, and tests before vendored code; then constants, variables
    /// and fields after all other symbols. If the symbols are in few files, the most used are first among equals.
    fn sort_by_likelihood(&mut self, symbols: &mut [SymbolId]) {
        let files = self.countable_files(symbols);
        let are_uses_counted = !files.is_empty();
        self.decode_edges_around(files);
        sort::sort_by_key(symbols, |&symbol| {
            let at = self.graph.symbol(symbol);
            let file = self.graph.file(at.file);
            let is_test = file.is_test || at.flags.has(Flags::TEST);
            let is_value = matches!(at.kind, SymbolKind::Constant | SymbolKind::Variable | SymbolKind::Field);
            let n_uses = if are_uses_counted { self.graph.in_edges(symbol).count() } else { 0 };
            (file.is_vendored, is_test, is_value, Reverse(n_uses))
        });
    }
}
