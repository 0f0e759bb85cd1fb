//! A symbol as it is shown.

use alloc::borrow::ToOwned;
use alloc::string::String;

use crate::graph::facts::Detail;
use crate::graph::kind::SymbolKind;
use crate::graph::links::SymbolId;
use crate::memory::Memory;

/// A symbol; the WIT's `graph.symbol`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Lasting.
    pub id: String,
    /// Bare.
    pub name: String,
    /// Within its file.
    pub qualified_name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// Its file.
    pub path: String,
    /// 1-based.
    pub first_line: u32,
    /// 1-based, included.
    pub last_line: u32,
    /// One line.
    pub signature: String,
    /// The first paragraph of its documentation.
    pub doc: String,
    /// Estimated tokens of its text.
    pub tokens: u32,
}

impl Memory {
    /// A symbol as it is shown. Its file's details must have been asked for; without them it has no signature.
    pub(crate) fn shown(&self, symbol: SymbolId) -> Symbol {
        let at = self.graph.symbol(symbol);
        let file = self.graph.file(at.file);
        let Detail { signature, doc } = self.detail(symbol);
        let (id, qualified_name) = self.graph.id_and_name(symbol);
        let name = if at.kind == SymbolKind::File { base_name(&file.path) } else { self.graph.names.text(at.name) };
        Symbol {
            id,
            name: name.to_owned(),
            qualified_name,
            kind: at.kind,
            path: file.path.clone(),
            first_line: at.first_line,
            last_line: at.last_line,
            signature,
            doc,
            tokens: at.tokens,
        }
    }

    /// A symbol's signature and doc, as far as they are loaded.
    pub(crate) fn detail(&self, symbol: SymbolId) -> Detail {
        let at = self.graph.symbol(symbol);
        let details = self.details_of(at.file);
        details.and_then(|details| details.get(at.place as usize)).cloned().unwrap_or_default()
    }
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
