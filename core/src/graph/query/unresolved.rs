//! Unresolved references: places with a symbol's name but without an edge, mostly because a receiver's type is
//! unknown.
//!
//! Edges are made only to known targets, so lists of callers and references lack these places. An answer with such a
//! list also gives the number of these places; the question `unresolved` lists them.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::choice::MeaningFilter;
use super::{Symbol, check_page_limit, check_skip, page};
use crate::ask::{Attempt, Resumed};
use crate::graph::kind::{EdgeKind, SymbolKind};
use crate::graph::lang::LANGUAGES;
use crate::graph::model::names::hash_name;
use crate::graph::model::{FileId, SymbolId};
use crate::graph::space::{GraphSpace, UnreadLanguage};
use crate::graph::stored::declined::DeclinedCount;

/// The symbol whose possible uses without an edge are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct UnresolvedQuestion {
    /// The name of the symbol, as typed.
    pub name: String,
    /// Greatest number of places: 1 to 1,000.
    pub limit: u32,
    /// Number of results to skip: at most 100,000.
    pub skip: u32,
    /// Restricts the meanings of the name to these kinds; all if empty.
    pub kinds: Vec<SymbolKind>,
    /// Restricts the meanings of the name to files whose path starts with this.
    pub path_prefix: String,
}

/// A place that may refer to the symbol, without an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnresolvedPlace {
    /// The id of the symbol that contains the place.
    pub symbol: Arc<str>,
    /// `Calls` or `Uses`.
    pub edge: EdgeKind,
    /// The path of the file that contains the place.
    pub path: Arc<str>,
    /// 1-based.
    pub line: u32,
}

/// The answer to `unresolved`.
#[derive(Clone, Debug, PartialEq)]
pub struct UnresolvedPage {
    /// The symbol that the name resolved to.
    pub symbol: Symbol,
    /// The places, sorted by path and line.
    pub places: Vec<UnresolvedPlace>,
    /// Total number of places; `None` if they are not counted.
    pub n_places: Option<u32>,
    /// Number of files with places that are counted.
    pub n_files: u32,
    /// Numbers of files in languages that are not parsed.
    pub unread: Vec<UnreadLanguage>,
}

/// Number of places that may refer to a symbol but are not in a list of edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UnlistedCount {
    /// `None` if they are not counted.
    pub(super) n_places: Option<u32>,
    pub(super) n_files: u32,
}

impl GraphSpace {
    /// The places that may refer to a symbol.
    pub(crate) fn unresolved(
        &mut self,
        question: &UnresolvedQuestion,
        resumed: Option<Resumed>,
    ) -> Attempt<UnresolvedPage> {
        check_page_limit(question.limit)?;
        check_skip(question.skip)?;
        self.begin(resumed)?;
        self.need_files()?;
        // All meanings have the same name, and so the same places.
        let start = self.resolve_few(&question.name, MeaningFilter::of(&question.kinds, &question.path_prefix)?)?[0];
        self.need_ends_around(&[self.graph.symbol(start).file])?;
        let UnlistedCount { n_places, n_files } = self.count_declined(start, true);
        let mut n_left = question.skip as usize + question.limit as usize;
        let mut files: Vec<FileId> = Vec::new();
        for (file, n) in self.files_declining_symbol(start, true) {
            if n_left == 0 {
                break;
            }
            files.push(file);
            n_left = n_left.saturating_sub(n as usize);
        }
        self.need_places(&files)?;
        self.need_outlines(files.iter().copied())?;
        self.need_details([self.graph.symbol(start).file].into_iter())?;
        let name = self.name_of(start);
        let mut places = Vec::new();
        for file in files {
            let mut file_places = Vec::new();
            self.places_declined(file, &mut |member, places| {
                if member == name {
                    file_places = places;
                }
            });
            file_places.sort_unstable_by_key(|place| (place.line, place.source));
            let node = self.graph.file(file);
            places.extend(file_places.into_iter().map(|place| {
                UnresolvedPlace {
                    symbol: self
                        .graph
                        .lasting_id(node.slots.get(place.source as usize).copied().unwrap_or(node.symbols[0]))
                        .into(),
                    edge: if place.is_call { EdgeKind::Calls } else { EdgeKind::Uses },
                    path: Arc::clone(&node.path),
                    line: place.line,
                }
            }));
        }
        page(&mut places, question.skip, question.limit);
        Ok(UnresolvedPage {
            symbol: self.shown_symbol(start),
            places,
            n_places,
            n_files,
            unread: self.unread_languages(),
        })
    }

    /// The number of places that may refer to a symbol: calls, and uses if `with_uses`.
    ///
    /// Not counted for members that the language's own types have too, since most places mean those types. The edges
    /// around the symbol's file must be loaded.
    pub(super) fn count_unlisted(&self, symbol: SymbolId, with_uses: bool) -> UnlistedCount {
        let language = &LANGUAGES[self.graph.file(self.graph.symbol(symbol).file).language as usize];
        if (language.is_own_member)(&self.name_of(symbol)) {
            return UnlistedCount { n_places: None, n_files: 0 };
        }
        self.count_declined(symbol, with_uses)
    }

    /// As [`count_unlisted`](Self::count_unlisted), for several symbols with one name. Places are counted once for all
    /// symbols in languages that share names, as JavaScript and TypeScript do.
    pub(super) fn count_unlisted_of(&self, symbols: &[SymbolId], with_uses: bool) -> UnlistedCount {
        let rules =
            |symbol: SymbolId| LANGUAGES[self.graph.file(self.graph.symbol(symbol).file).language as usize].rules;
        let mut total = UnlistedCount { n_places: Some(0), n_files: 0 };
        let mut counted_rules = Vec::new();
        for &symbol in symbols {
            if !counted_rules.contains(&rules(symbol)) {
                counted_rules.push(rules(symbol));
                let UnlistedCount { n_places, n_files } = self.count_unlisted(symbol, with_uses);
                total.n_places = total.n_places.zip(n_places).map(|(total, n)| total + n);
                total.n_files += n_files;
            }
        }
        total
    }

    /// The number of unresolved places in other files that have the name of any definition in this file.
    pub(super) fn n_declined_outside(&self, file: FileId) -> u32 {
        let mut names: Vec<SymbolId> =
            self.graph.file(file).symbols.iter().copied().filter(|&symbol| self.is_shown(symbol)).collect();
        crate::base::sort::sort_by_key(&mut names, |&symbol| self.graph.symbol(symbol).name.0);
        names.dedup_by_key(|symbol| self.graph.symbol(*symbol).name);
        let other_files =
            |symbol: SymbolId| self.files_declining_symbol(symbol, true).into_iter().filter(|(of, _)| *of != file);
        names.into_iter().flat_map(other_files).fold(0, |all, (_, n)| all.saturating_add(n))
    }

    /// Whether no unresolved place has the name of a symbol.
    pub(super) fn has_no_declined_reference(&mut self, id: &str) -> Attempt<bool> {
        let symbol = self.resolve(id)?;
        Ok(self.count_declined(symbol, true).n_places == Some(0))
    }

    fn count_declined(&self, symbol: SymbolId, with_uses: bool) -> UnlistedCount {
        let files = self.files_declining_symbol(symbol, with_uses);
        UnlistedCount { n_places: Some(files.iter().map(|(_, n)| n).sum()), n_files: files.len() as u32 }
    }

    /// The number of unresolved calls directly in these symbols, except of members that the language's own types have.
    pub(super) fn count_unlisted_within(&self, symbols: &[SymbolId]) -> UnlistedCount {
        let mut total = UnlistedCount { n_places: Some(0), n_files: 0 };
        for &symbol in symbols {
            let at = self.graph.symbol(symbol);
            let is_own_member = LANGUAGES[self.graph.file(at.file).language as usize].is_own_member;
            let mut n = 0;
            self.places_declined(at.file, &mut |member, places| {
                if is_own_member(member) {
                    return;
                }
                n += places.iter().filter(|place| place.is_call && place.source == at.slot).count() as u32;
            });
            total = UnlistedCount {
                n_places: total.n_places.map(|total| total + n),
                n_files: total.n_files + u32::from(n > 0),
            };
        }
        total
    }

    /// The files with unresolved places of a symbol's name, each with the number of places. Only files in languages
    /// that share names with the symbol's.
    fn files_declining_symbol(&self, symbol: SymbolId, with_uses: bool) -> Vec<(FileId, u32)> {
        if self.graph.symbol(symbol).kind == SymbolKind::File {
            return Vec::new();
        }
        let rules = |file: FileId| LANGUAGES[self.graph.file(file).language as usize].rules;
        let own_rules = rules(self.graph.symbol(symbol).file);
        let files = self.files_declining(hash_name(&self.name_of(symbol))).into_iter();
        let counted_files = files
            .map(|(file, DeclinedCount { n_calls, n_uses, .. })| (file, n_calls + if with_uses { n_uses } else { 0 }));
        counted_files.filter(|(file, n)| *n > 0 && rules(*file) == own_rules).collect()
    }

    fn name_of(&self, symbol: SymbolId) -> String {
        self.graph.names.text(self.graph.symbol(symbol).name).into()
    }
}
