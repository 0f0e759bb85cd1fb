//! How symbols are called: by the names they stand in, and by ids that last.
//!
//! Not here: finding a symbol by such a name (`query::name`).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::kind::SymbolKind;
use super::links::{Graph, Symbol, SymbolId};

/// Bytes for `~n` behind an id; a longer one moves it.
const ROOM_OF_ORDINAL: usize = 4;

impl Graph {
    /// The name within its file, outermost first, joined with dots; anonymous blocks give their type's name.
    pub fn qualified_name(&self, symbol: SymbolId) -> String {
        self.name_after("", symbol)
    }

    /// The lasting id: a file's path, or `path#qualified.name` with `~n` for the n-th of that name in its file.
    pub fn lasting_id(&self, symbol: SymbolId) -> String {
        self.id_and_end(symbol).0
    }

    /// The lasting id, and where the names in it end.
    pub fn id_and_end(&self, symbol: SymbolId) -> (String, usize) {
        let path = &self.file(self.symbol(symbol).file).path;
        if self.symbol(symbol).kind == SymbolKind::File {
            return (String::from(&**path), path.len());
        }
        let mut id = self.name_after(path, symbol);
        let end = id.len();
        self.push_ordinal(symbol, &mut id);
        (id, end)
    }

    /// What stands behind the path in the lasting id.
    pub fn id_in_file(&self, symbol: SymbolId) -> String {
        let mut id = self.qualified_name(symbol);
        self.push_ordinal(symbol, &mut id);
        id
    }

    /// The qualified name, behind a path and its `#` where there is one. Every result of a question has several such texts, so
    /// each is written into room of its own length.
    fn name_after(&self, path: &str, symbol: SymbolId) -> String {
        // Few names have more parts than there is room for here, and to take room elsewhere costs as much as the rest.
        let (mut near, mut far) = ([""; 6], Vec::new());
        let (mut at, mut n_bytes, mut n_parts) = (symbol, path.len(), 0);
        loop {
            let Symbol { name, parent, .. } = *self.symbol(at);
            let part = self.names.text(name);
            n_bytes += part.len();
            match near.get_mut(n_parts) {
                Some(place) => *place = part,
                None => far.push(part),
            }
            n_parts += 1;
            if parent == at || self.symbol(parent).kind == SymbolKind::File {
                break;
            }
            at = parent;
        }
        let (mut joint, n_joints) = if path.is_empty() { ("", n_parts - 1) } else { ("#", n_parts) };
        // Exactly, because whoever is handed a text that has more room moves it.
        let room = if self.symbol(symbol).ordinal > 1 { ROOM_OF_ORDINAL } else { 0 };
        let mut text = String::with_capacity(n_bytes + n_joints + room);
        text.push_str(path);
        for part in far.iter().rev().chain(near[..n_parts.min(near.len())].iter().rev()) {
            text.push_str(joint);
            text.push_str(part);
            joint = ".";
        }
        text
    }

    fn push_ordinal(&self, symbol: SymbolId, id: &mut String) {
        let ordinal = self.symbol(symbol).ordinal;
        if ordinal > 1 {
            id.push('~');
            id.push_str(&ordinal.to_string());
        }
    }
}
