//! What a file holds.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Symbol;
use crate::ask::{Reply, Resumed};
use crate::error::Error;
use crate::graph::facts::Marks;
use crate::graph::kind::SymbolKind;
use crate::graph::lang::LANGUAGES;
use crate::graph::links::SymbolId;
use crate::memory::Memory;
use crate::order;

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The file.
    pub path: String,
    /// Its language's name.
    pub language: String,
    /// SHA-256 of it as indexed.
    pub hash: [u8; 32],
    /// 0 for an empty file.
    pub n_lines: u32,
    /// The grammar found errors.
    pub has_errors: bool,
    /// In the order of the file.
    pub symbols: Vec<Outlined>,
}

/// A symbol and how deep it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlined {
    /// The symbol.
    pub symbol: Symbol,
    /// 0 for what stands directly in the file.
    pub depth: u32,
}

impl Memory {
    /// The symbols of one file. Lambdas, closures and blocks are left out; what stands in them is not.
    pub fn outline(&mut self, path: &str, resumed: Option<Resumed>) -> Result<Reply<Outline>, Error> {
        self.resume(resumed)?;
        let file = match self.file_named(path)? {
            Reply::Ask(ask) => return Ok(Reply::Ask(ask)),
            Reply::Done(file) => file,
        };
        if let Some(ask) = self.need_details([file].into_iter()) {
            return Ok(Reply::Ask(ask));
        }
        let entry = self.graph.file(file);
        let mut shown: Vec<SymbolId> =
            entry.symbols[1..].iter().copied().filter(|&symbol| self.is_shown(symbol)).collect();
        order::sort_by_key(&mut shown, |&symbol| {
            let at = self.graph.symbol(symbol);
            (at.first_line, at.kind != SymbolKind::Import, at.place)
        });
        let outlined = |&symbol: &SymbolId| Outlined { symbol: self.shown(symbol), depth: self.depth(symbol) };
        Ok(Reply::Done(Outline {
            path: entry.path.to_string(),
            language: LANGUAGES[entry.language as usize].name.to_owned(),
            hash: entry.hash,
            n_lines: entry.n_lines,
            has_errors: entry.has_errors,
            symbols: shown.iter().map(outlined).collect(),
        }))
    }

    /// Whether a symbol has a name of its own.
    pub(crate) fn is_shown(&self, symbol: SymbolId) -> bool {
        let at = self.graph.symbol(symbol);
        at.kind != SymbolKind::Block && !at.marks.has(Marks::ANONYMOUS)
    }

    fn depth(&self, symbol: SymbolId) -> u32 {
        let mut depth = 0;
        let mut at = self.graph.symbol(symbol).parent;
        while self.graph.symbol(at).kind != SymbolKind::File {
            depth += u32::from(self.is_shown(at));
            at = self.graph.symbol(at).parent;
        }
        depth
    }
}
