//! Names of symbols: qualified names and lasting ids.
//!
//! Not here: finding a symbol by such a name (`query::name`).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Graph, Symbol, SymbolId};
use crate::base::map::Map;
use crate::graph::kind::SymbolKind;

/// Bytes reserved for the suffix `~n` of an id; a longer suffix reallocates.
const ORDINAL_RESERVE: usize = 4;

impl Graph {
    /// The qualified name within the file: outermost name first, joined with dots. A block contributes the name of its
    /// type.
    pub(crate) fn qualified_name(&self, symbol: SymbolId) -> String {
        self.name_after_path("", symbol)
    }

    /// The lasting id: the path of a file, or `path#qualified.name`. From the second symbol of that name in the file
    /// on, `~n` follows.
    pub(crate) fn lasting_id(&self, symbol: SymbolId) -> String {
        self.id_and_end(symbol).0
    }

    /// The lasting id, and the byte offset at which its names end and its ordinal begins.
    pub(crate) fn id_and_end(&self, symbol: SymbolId) -> (String, usize) {
        let path = &self.file(self.symbol(symbol).file).path;
        if self.symbol(symbol).kind == SymbolKind::File {
            return (String::from(&**path), path.len());
        }
        let mut id = self.name_after_path(path, symbol);
        let end = id.len();
        self.push_ordinal(symbol, &mut id);
        (id, end)
    }

    /// The part of the lasting id after the path and `#`.
    pub(crate) fn id_in_file(&self, symbol: SymbolId) -> String {
        let mut id = self.qualified_name(symbol);
        self.push_ordinal(symbol, &mut id);
        id
    }

    /// The qualified name, after `path` and `#` unless `path` is empty. Allocated once, because every answer contains
    /// several.
    fn name_after_path(&self, path: &str, symbol: SymbolId) -> String {
        // Few names have more than six parts. Collecting all parts on the heap would cost as much as everything else
        // here.
        let (mut inner_parts, mut outer_parts) = ([""; 6], Vec::new());
        let (mut at, mut n_bytes, mut n_parts) = (symbol, path.len(), 0);
        loop {
            let Symbol { name, parent, .. } = *self.symbol(at);
            let part = self.names.text(name);
            n_bytes += part.len();
            match inner_parts.get_mut(n_parts) {
                Some(index) => *index = part,
                None => outer_parts.push(part),
            }
            n_parts += 1;
            if parent == at || self.symbol(parent).kind == SymbolKind::File {
                break;
            }
            at = parent;
        }
        let (mut separator, n_separators) = if path.is_empty() { ("", n_parts - 1) } else { ("#", n_parts) };
        // The exact length, because callers that store the text would reallocate a text with spare capacity.
        let reserve = if self.symbol(symbol).ordinal > 1 { ORDINAL_RESERVE } else { 0 };
        let mut text = String::with_capacity(n_bytes + n_separators + reserve);
        text.push_str(path);
        for part in outer_parts.iter().rev().chain(inner_parts[..n_parts.min(inner_parts.len())].iter().rev()) {
            text.push_str(separator);
            text.push_str(part);
            separator = ".";
        }
        text
    }

    /// Approximate length in bytes of the lasting id, computed without building it. `lengths` caches the lengths of
    /// outer names between calls.
    pub(crate) fn estimated_id_len(&self, symbol: SymbolId, lengths: &mut Map<SymbolId, usize>) -> usize {
        let (mut uncounted, mut at) = (Vec::new(), symbol);
        let mut n_bytes = loop {
            let Symbol { parent, file, .. } = *self.symbol(at);
            if let Some(&known_len) = lengths.get(&at) {
                break known_len;
            }
            if parent == at || self.symbol(at).kind == SymbolKind::File {
                break self.file(file).path.len();
            }
            uncounted.push(at);
            at = parent;
        };
        while let Some(at) = uncounted.pop() {
            n_bytes += 1 + self.names.text(self.symbol(at).name).len();
            lengths.insert(at, n_bytes);
        }
        n_bytes
    }

    fn push_ordinal(&self, symbol: SymbolId, id: &mut String) {
        let ordinal = self.symbol(symbol).ordinal;
        if ordinal > 1 {
            id.push('~');
            id.push_str(&ordinal.to_string());
        }
    }
}
