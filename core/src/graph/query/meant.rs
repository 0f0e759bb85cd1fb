//! The one symbol that a name means, or the refusal that lists what it could mean, the likeliest first.
//!
//! Not here: how a name is read (`name`), and what it means elsewhere (`given_on`, `inherited`).

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::name;
use crate::ask::Reply;
use crate::error::Error;
use crate::graph::facts::Marks;
use crate::graph::kind::SymbolKind;
use crate::graph::links::{FileId, SymbolId};
use crate::memory::Memory;
use crate::order;
use crate::row::key::Room;

/// How often each is used is looked up where what could be meant stands in no more files than this.
const MOST_COUNTED: usize = 64;

impl Memory {
    /// The symbol that a name means, or what is needed first.
    pub(super) fn meant(&mut self, typed: &str) -> Result<Reply<SymbolId>, Error> {
        if let Some(ask) = self.need_meanings(typed) {
            return Ok(Reply::Ask(ask));
        }
        let mut found = match self.unless_unknown(name::symbols(&self.graph, typed))? {
            Reply::Ask(ask) => return Ok(Reply::Ask(ask)),
            Reply::Done(found) => found,
        };
        if found.is_empty() {
            if let Some(ask) = self.need(Room::Outline).or_else(|| self.need_some_edges()) {
                return Ok(Reply::Ask(ask));
            }
            found = self.elsewhere(typed);
        }
        let needed = match found.as_slice() {
            [only] => return Ok(Reply::Done(*only)),
            [] => None,
            _ => self.need_ends_around(&self.files_counted(&found)),
        };
        match needed {
            Some(ask) => Ok(Reply::Ask(ask)),
            None if found.is_empty() => Err(name::unknown(&self.graph, typed.trim())),
            None => {
                self.sort_by_likelihood(&mut found);
                Err(name::ambiguous(&self.graph, typed.trim(), &found))
            }
        }
    }

    /// The files of these symbols, where it is looked up how often each is used.
    fn files_counted(&self, symbols: &[SymbolId]) -> Vec<FileId> {
        let mut files: Vec<FileId> = symbols.iter().map(|&symbol| self.graph.symbol(symbol).file).collect();
        files.dedup();
        if files.len() <= MOST_COUNTED { files } else { Vec::new() }
    }

    /// One's own code before tests, and these before copies of others' code; what can be called and types before the rest;
    /// what is used more before what is used less.
    fn sort_by_likelihood(&mut self, symbols: &mut [SymbolId]) {
        let files = self.files_counted(symbols);
        let counts = !files.is_empty();
        self.edges_around(files);
        order::sort_by_key(symbols, |&symbol| {
            let at = self.graph.symbol(symbol);
            let file = self.graph.file(at.file);
            let is_test = file.is_test || at.marks.has(Marks::TEST);
            let is_value = matches!(at.kind, SymbolKind::Constant | SymbolKind::Variable | SymbolKind::Field);
            let n_uses = if counts { self.graph.in_edges(symbol).count() } else { 0 };
            (file.is_vendored, is_test, is_value, Reverse(n_uses))
        });
    }
}
