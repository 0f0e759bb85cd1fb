//! The outline of a file: its symbols in order.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Symbol;
use super::hints::outline_hints;
use crate::ask::{Attempt, Resumed};
use crate::base::hint::Hint;
use crate::base::sort;
use crate::graph::facts::Flags;
use crate::graph::kind::SymbolKind;
use crate::graph::lang::LANGUAGES;
use crate::graph::model::SymbolId;
use crate::graph::space::GraphSpace;

/// The answer to `outline`: the named symbols of one file.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The file's path.
    pub path: String,
    /// The name of its language.
    pub language: String,
    /// SHA-256 of the file as indexed.
    pub hash: [u8; 32],
    /// 0 for an empty file.
    pub n_lines: u32,
    /// Whether the parser found syntax errors.
    pub has_errors: bool,
    /// In source order.
    pub symbols: Vec<Outlined>,
    /// Possible reasons why there is no symbol; empty otherwise.
    pub hints: Vec<Hint>,
}

/// A symbol in an outline, with its nesting depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlined {
    /// With signature and documentation.
    pub symbol: Symbol,
    /// 0 for symbols at the top level of the file.
    pub depth: u32,
}

impl GraphSpace {
    /// The outline of a file. Lambdas, closures and blocks are left out; the symbols inside them are not.
    pub(crate) fn outline(&mut self, path: &str, resumed: Option<Resumed>) -> Attempt<Outline> {
        self.begin(resumed)?;
        let file = self.file_named(path)?;
        self.need_details([file].into_iter())?;
        let node = self.graph.file(file);
        let mut shown_symbols: Vec<SymbolId> =
            node.symbols[1..].iter().copied().filter(|&symbol| self.is_shown(symbol)).collect();
        sort::sort_by_key(&mut shown_symbols, |&symbol| {
            let at = self.graph.symbol(symbol);
            (at.first_line, at.kind != SymbolKind::Import, at.index)
        });
        let outlined = |&symbol: &SymbolId| Outlined { symbol: self.shown_symbol(symbol), depth: self.depth(symbol) };
        Ok(Outline {
            path: node.path.to_string(),
            language: LANGUAGES[node.language as usize].name.to_owned(),
            hash: node.hash,
            n_lines: node.n_lines,
            has_errors: node.has_errors,
            symbols: shown_symbols.iter().map(outlined).collect(),
            hints: if shown_symbols.is_empty() { outline_hints() } else { Vec::new() },
        })
    }

    /// Whether a symbol is listed: it is no block and has a name of its own.
    pub(crate) fn is_shown(&self, symbol: SymbolId) -> bool {
        let at = self.graph.symbol(symbol);
        at.kind != SymbolKind::Block && !at.flags.has(Flags::ANONYMOUS)
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
