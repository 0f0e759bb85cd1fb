//! Ordinals of symbols that share a qualified name within a file.
//!
//! Symbols are counted in source order, so a file of any size takes one pass.

use alloc::vec::Vec;

use super::names::NameId;
use crate::base::map::Map;
use crate::graph::kind::SymbolKind;

/// Counts the symbols of one file by qualified name.
pub(super) struct Ordinals {
    /// For a scope and a name: the scope that the name opens, and the number of symbols of that name so far.
    by_scope_and_name: Map<(u32, NameId), (u32, u32)>,
    /// The scope that each symbol opens. Symbols with the same qualified name share the scope of the first.
    scopes: Vec<u32>,
}

impl Ordinals {
    /// An empty counter with capacity for the symbols of a file.
    pub(super) fn of(n_symbols: usize) -> Ordinals {
        let by_scope_and_name = Map::with_capacity_and_hasher(n_symbols, Default::default());
        Ordinals { by_scope_and_name, scopes: Vec::with_capacity(n_symbols) }
    }

    /// The ordinal of the next symbol, from 1. The first symbol is the file itself, and parents come before their
    /// children. Blocks and the file itself do not count.
    pub(super) fn next(&mut self, parent: u32, name: NameId, kind: SymbolKind) -> u32 {
        let index = self.scopes.len() as u32;
        if kind == SymbolKind::File {
            self.scopes.push(index);
            return 1;
        }
        let outer_scope = self.scopes.get(parent as usize).copied().unwrap_or(0);
        let (scope, n_before) = self.by_scope_and_name.entry((outer_scope, name)).or_insert((index, 0));
        self.scopes.push(*scope);
        let ordinal = *n_before + 1;
        if kind != SymbolKind::Block {
            *n_before = ordinal;
        }
        ordinal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_counted_across_all_blocks_of_its_type() {
        use SymbolKind::*;
        let (class, method) = (NameId(1), NameId(2));
        let mut ordinals = Ordinals::of(7);
        let symbols = [
            (0, NameId(0), File),
            (0, class, Class),
            (1, method, Method),
            (0, class, Block),
            (3, method, Method),
            (0, method, Function),
            (0, class, Class),
        ];
        let counts = symbols.map(|(parent, name, kind)| ordinals.next(parent, name, kind));
        assert_eq!(counts, [1, 1, 1, 2, 2, 1, 2]);
    }
}
