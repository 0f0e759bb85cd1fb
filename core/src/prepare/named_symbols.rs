//! Symbols that a task names unambiguously: a member with its type (`Model.save`), the function at a line of a file.
//! They are shown before everything else.
//!
//! Not here: single words that may be names (`mentioned`), and the budget for them (`pick`).

use alloc::vec::Vec;

use super::listing::Listing;
use super::mentioned::Mentions;
use super::symbols::is_candidate;
use super::task::Task;
use crate::ask::Attempt;
use crate::graph::kind::SymbolKind;
use crate::graph::model::{Graph, SymbolId};
use crate::graph::space::GraphSpace;

/// Greatest number of such symbols: this many signatures fit small budgets, and the rest of a pasted log matters less.
const MAX_SYMBOLS: usize = 6;
/// Greatest number of qualified names that are looked up. It is low because an unknown name is searched for in all
/// modules.
const MAX_NAMES: usize = 12;
/// Number of meanings above which a name is ambiguous.
const MAX_MEANINGS: usize = 2;

/// A symbol that the task names unambiguously.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NamedSymbol {
    pub(crate) symbol: SymbolId,
    /// The line by which it is named; `None` if by its name.
    pub(crate) line: Option<u32>,
}

/// The symbols that a task names unambiguously, at most 6: by name in the order of the text, then by line, last first
/// as in a traceback. All edges must be loaded.
pub(crate) fn named_symbols(
    space: &mut GraphSpace,
    listing: &Listing,
    task: &Task,
    mentioned: &Mentions,
) -> Attempt<Vec<NamedSymbol>> {
    let mut named_symbols_found: Vec<NamedSymbol> = Vec::new();
    let qualified_names = task.names.iter().filter(|name| name.parts.len() > 1);
    for name in qualified_names.take(MAX_NAMES) {
        let mut meanings = space.meanings(&name.parts.join("."))?;
        meanings.retain(|&symbol| has_signature(&space.graph, symbol));
        let is_own = |&symbol: &SymbolId| !space.graph.file(space.graph.symbol(symbol).file).is_test;
        if meanings.iter().any(is_own) {
            meanings.retain(is_own);
        }
        if meanings.len() <= MAX_MEANINGS {
            named_symbols_found.extend(meanings.into_iter().map(|symbol| NamedSymbol { symbol, line: None }));
        }
    }
    for &(index, line) in mentioned.lines.iter().rev() {
        let file = space.graph.file(listing.files[index]);
        let contains_line = |&symbol: &SymbolId| {
            let at = space.graph.symbol(symbol);
            at.first_line <= line && line <= at.last_line && is_candidate(&space.graph, symbol)
        };
        // Symbols are in the order of the text: the last one around the line is the innermost.
        let innermost = file.symbols.iter().copied().rfind(contains_line);
        named_symbols_found.extend(innermost.map(|symbol| NamedSymbol { symbol, line: Some(line) }));
    }
    let mut seen_symbols: Vec<SymbolId> = Vec::new();
    named_symbols_found.retain(|named| {
        !seen_symbols.contains(&named.symbol) && {
            seen_symbols.push(named.symbol);
            true
        }
    });
    named_symbols_found.truncate(MAX_SYMBOLS);
    Ok(named_symbols_found)
}

/// Whether a symbol has a signature to show; files, modules, imports and blocks have none.
fn has_signature(graph: &Graph, symbol: SymbolId) -> bool {
    !matches!(graph.symbol(symbol).kind, SymbolKind::File | SymbolKind::Module | SymbolKind::Import | SymbolKind::Block)
}
