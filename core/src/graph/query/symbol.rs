//! Symbols as they appear in answers.

use alloc::string::String;
use alloc::sync::Arc;
use core::ops::Range;

use crate::graph::facts::Detail;
use crate::graph::kind::SymbolKind;
use crate::graph::model::SymbolId;
use crate::graph::space::GraphSpace;

/// A symbol in an answer; the WIT's `graph.symbol`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The lasting id: the path, and `#` with the qualified name, as in `src/app.py#Session.get`. From the second
    /// symbol of that name in the file on, `~n` follows.
    pub id: String,
    /// Length in bytes of the path in the id.
    path_len: usize,
    /// The range of the unqualified name in the id.
    name: Range<usize>,
    /// A Rust `impl` block is shown as a class.
    pub kind: SymbolKind,
    /// 1-based.
    pub first_line: u32,
    /// 1-based, included.
    pub last_line: u32,
    /// One line, without the body; empty if there is none.
    pub signature: Arc<str>,
    /// The first paragraph of the symbol's documentation; empty if there is none.
    pub doc: Arc<str>,
    /// The estimated number of tokens in its source.
    pub tokens: u32,
}

impl Symbol {
    /// The unqualified name.
    pub fn name(&self) -> &str {
        &self.id[self.name.clone()]
    }

    /// The qualified name within the file; for the file itself, its file name.
    pub fn qualified_name(&self) -> &str {
        self.id.get(self.path_len + 1..self.name.end).unwrap_or(self.name())
    }

    /// The path of its file.
    pub fn path(&self) -> &str {
        &self.id[..self.path_len]
    }
}

impl GraphSpace {
    /// A symbol as it appears in answers. Signature and doc are empty if the details of its file are not loaded.
    pub(crate) fn shown_symbol(&self, symbol: SymbolId) -> Symbol {
        let at = self.graph.symbol(symbol);
        let file = self.graph.file(at.file);
        let Detail { signature, doc } = self.detail(symbol);
        let (id, name_end) = self.graph.id_and_end(symbol);
        let name = if at.kind == SymbolKind::File { base_name(&file.path) } else { self.graph.names.text(at.name) };
        Symbol {
            id,
            path_len: file.path.len(),
            name: name_end - name.len()..name_end,
            // A Rust block represents the type that it extends.
            kind: if at.kind == SymbolKind::Block { SymbolKind::Class } else { at.kind },
            first_line: at.first_line,
            last_line: at.last_line,
            signature,
            doc,
            tokens: at.tokens,
        }
    }

    /// The signature and doc of a symbol; empty if they are not loaded.
    pub(crate) fn detail(&self, symbol: SymbolId) -> Detail<Arc<str>> {
        let at = self.graph.symbol(symbol);
        let details = self.details_of(at.file);
        details.and_then(|details| details.get(at.index as usize)).cloned().unwrap_or_default()
    }
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
