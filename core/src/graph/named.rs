//! Symbols by name: each name leads to its latest symbol, and each symbol to the one before.
//!
//! Promises that a symbol is found under the name it has now, and under no other. Not here: the symbols themselves (`links`).

use super::links::{Graph, NONE, SymbolId};
use super::names::NameId;

impl Graph {
    /// Live symbols with this bare name, in no order that lasts.
    pub fn named(&self, name: NameId) -> impl Iterator<Item = SymbolId> {
        let mut at = self.first_named.get(name.0 as usize).copied().unwrap_or(NONE);
        let all = core::iter::from_fn(move || {
            let symbol = self.symbols.get(at as usize)?;
            Some((SymbolId(core::mem::replace(&mut at, symbol.next_named)), symbol))
        });
        all.filter(|(_, symbol)| symbol.live()).map(|(id, _)| id)
    }

    /// Adds a symbol to those of a name.
    pub(super) fn add_name(&mut self, name: NameId, symbol: SymbolId) {
        let at = name.0 as usize;
        if self.first_named.len() <= at {
            self.first_named.resize(self.names.n_names().max(at + 1), NONE);
        }
        self.symbols[symbol.0 as usize].next_named = core::mem::replace(&mut self.first_named[at], symbol.0);
    }

    /// Takes a symbol out of those of a name. O(symbols of that name).
    pub(super) fn drop_name(&mut self, name: NameId, symbol: SymbolId) {
        let next = self.symbol(symbol).next_named;
        let mut at = self.first_named[name.0 as usize];
        if at == symbol.0 {
            self.first_named[name.0 as usize] = next;
            return;
        }
        while let Some(before) = self.symbols.get_mut(at as usize) {
            at = before.next_named;
            if at == symbol.0 {
                before.next_named = next;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::facts::Marks;
    use crate::graph::kind::SymbolKind;
    use crate::graph::links::{NewFile, NewSymbol};

    /// A file that was renamed (a Go package) went on being found under its old name alone.
    #[test]
    fn a_symbol_is_found_under_the_name_it_has_now() {
        let mut graph = Graph::default();
        let file = graph.add_file(NewFile { path: "a.go".into(), stored_id: 0, language: 0 });
        let new = |name| NewSymbol {
            slot: 0,
            name,
            parent: 0,
            kind: SymbolKind::File,
            first_line: 1,
            last_line: 1,
            tokens: 0,
            marks: Marks::default(),
        };
        for name in ["before", "after", "before", "last"] {
            let id = graph.names.intern(name);
            graph.set_symbols(file, &[new(id)]);
            for other in ["before", "after", "last"] {
                let found = graph.names.get(other).map_or(0, |id| graph.named(id).count());
                assert_eq!(found, usize::from(other == name), "{other} after {name}");
            }
        }
    }
}
