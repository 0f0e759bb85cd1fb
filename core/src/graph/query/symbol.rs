//! A symbol as it is shown.

use alloc::string::String;
use alloc::sync::Arc;
use core::ops::Range;

use crate::graph::facts::Detail;
use crate::graph::kind::SymbolKind;
use crate::graph::links::SymbolId;
use crate::memory::Memory;

/// A symbol; the WIT's `graph.symbol`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Lasting. The path and the names are parts of it.
    pub id: String,
    /// Bytes of the path in the id.
    n_path: usize,
    /// Where the bare name stands in the id.
    name: Range<usize>,
    /// What it is.
    pub kind: SymbolKind,
    /// 1-based.
    pub first_line: u32,
    /// 1-based, included.
    pub last_line: u32,
    /// One line.
    pub signature: Arc<str>,
    /// The first paragraph of its documentation.
    pub doc: Arc<str>,
    /// Estimated tokens of its text.
    pub tokens: u32,
}

impl Symbol {
    /// Bare.
    pub fn name(&self) -> &str {
        &self.id[self.name.clone()]
    }

    /// Within its file; empty for the file itself.
    pub fn qualified_name(&self) -> &str {
        self.id.get(self.n_path + 1..self.name.end).unwrap_or_default()
    }

    /// Its file.
    pub fn path(&self) -> &str {
        &self.id[..self.n_path]
    }
}

impl Memory {
    /// A symbol as it is shown. Its file's details must have been asked for; without them it has no signature.
    pub(crate) fn shown(&self, symbol: SymbolId) -> Symbol {
        let at = self.graph.symbol(symbol);
        let file = self.graph.file(at.file);
        let Detail { signature, doc } = self.detail(symbol);
        let (id, end) = self.graph.id_and_end(symbol);
        let name = if at.kind == SymbolKind::File { base_name(&file.path) } else { self.graph.names.text(at.name) };
        Symbol {
            id,
            n_path: file.path.len(),
            name: end - name.len()..end,
            kind: at.kind,
            first_line: at.first_line,
            last_line: at.last_line,
            signature,
            doc,
            tokens: at.tokens,
        }
    }

    /// A symbol's signature and doc, as far as they are loaded.
    pub(crate) fn detail(&self, symbol: SymbolId) -> Detail<Arc<str>> {
        let at = self.graph.symbol(symbol);
        let details = self.details_of(at.file);
        details.and_then(|details| details.get(at.place as usize)).cloned().unwrap_or_default()
    }
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
