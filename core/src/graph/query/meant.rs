//! The one symbol that a name means, or the refusal that lists what it could mean, the likeliest first.
//!
//! Not here: how a name is read (`name`).

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::name;
use crate::error::Error;
use crate::graph::facts::Marks;
use crate::graph::kind::SymbolKind;
use crate::graph::links::SymbolId;
use crate::memory::Memory;
use crate::order;

/// How often each is used is looked up where what could be meant stands in no more files than this.
const MOST_COUNTED: usize = 64;

impl Memory {
    /// The symbol that a name means. Edges must have been asked for.
    pub(super) fn meant(&mut self, typed: &str) -> Result<SymbolId, Error> {
        let mut found = name::symbols(&self.graph, typed)?;
        match found.as_slice() {
            [] => Err(name::unknown(&self.graph, typed.trim())),
            [only] => Ok(*only),
            _ => {
                self.sort_by_likelihood(&mut found);
                Err(name::ambiguous(&self.graph, typed.trim(), &found))
            }
        }
    }

    /// One's own code before tests, and these before copies of others' code; what can be called and types before the rest;
    /// what is used more before what is used less.
    fn sort_by_likelihood(&mut self, symbols: &mut [SymbolId]) {
        let mut files: Vec<_> = symbols.iter().map(|&symbol| self.graph.symbol(symbol).file).collect();
        files.dedup();
        let counts = files.len() <= MOST_COUNTED;
        if counts {
            self.edges_around(files);
        }
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
