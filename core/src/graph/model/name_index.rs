//! Symbols by name, as linked lists: each name leads to its latest symbol, and each symbol to the previous one.
//!
//! A symbol is found under its current name and no other. Not here: the symbols themselves (`model`).

use super::names::NameId;
use super::{Graph, LIST_END, SymbolId};

impl Graph {
    /// Live symbols with this bare name, in unspecified order.
    pub(crate) fn symbols_named(&self, name: NameId) -> impl Iterator<Item = SymbolId> {
        let mut at = self.first_named.get(name.0 as usize).copied().unwrap_or(LIST_END);
        let list = core::iter::from_fn(move || {
            let symbol = self.symbols.get(at as usize)?;
            Some((SymbolId(core::mem::replace(&mut at, symbol.next_named)), symbol))
        });
        list.filter(|(_, symbol)| symbol.is_existing()).map(|(id, _)| id)
    }

    /// The symbol becomes the first in the list of the name.
    pub(super) fn add_name(&mut self, name: NameId, symbol: SymbolId) {
        let at = name.0 as usize;
        if self.first_named.len() <= at {
            self.first_named.resize(self.names.n_names().max(at + 1), LIST_END);
        }
        self.symbols[symbol.0 as usize].next_named = core::mem::replace(&mut self.first_named[at], symbol.0);
    }

    /// Removes a symbol from the list of a name. O(symbols of that name).
    pub(super) fn drop_name(&mut self, name: NameId, symbol: SymbolId) {
        let next = self.symbol(symbol).next_named;
        let mut at = self.first_named[name.0 as usize];
        if at == symbol.0 {
            self.first_named[name.0 as usize] = next;
            return;
        }
        while let Some(previous) = self.symbols.get_mut(at as usize) {
            at = previous.next_named;
            if at == symbol.0 {
                previous.next_named = next;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::facts::Flags;
    use crate::graph::kind::SymbolKind;
    use crate::graph::model::{NewFile, NewSymbol};

    /// A regression: a file that changed its name (a Go package) was still found under its old name only.
    #[test]
    fn a_symbol_is_found_under_its_current_name() {
        let mut graph = Graph::default();
        let file = graph.add_file(NewFile { path: "a.go".into(), stored_id: 0, language: 0 });
        let file_symbol = |name| NewSymbol {
            slot: 0,
            name,
            parent: 0,
            kind: SymbolKind::File,
            first_line: 1,
            last_line: 1,
            tokens: 0,
            flags: Flags::default(),
        };
        for name in ["before", "after", "before", "last"] {
            let id = graph.names.intern(name);
            graph.set_symbols(file, &[file_symbol(id)]);
            for queried in ["before", "after", "last"] {
                let n_found = graph.names.get(queried).map_or(0, |id| graph.symbols_named(id).count());
                assert_eq!(n_found, usize::from(queried == name), "{queried} after {name}");
            }
        }
    }
}
