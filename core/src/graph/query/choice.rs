//! Which meanings of a name are asked for, where it has several.

use alloc::string::String;
use alloc::vec::Vec;

use super::check_path_prefix;
use crate::ask::Attempt;
use crate::base::error::Error;
use crate::graph::kind::SymbolKind;
use crate::graph::model::{Graph, SymbolId};

/// The most meanings that are suggested where none of them is asked for.
const MAX_SUGGESTIONS: usize = 5;

/// Restrictions on the meanings of a name.
#[derive(Clone, Copy, Default)]
pub(super) struct Choice<'a> {
    kinds: &'a [SymbolKind],
    path_prefix: &'a str,
}

impl<'a> Choice<'a> {
    /// Only these kinds, if there are any, in files whose path begins so.
    pub(super) fn of(kinds: &'a [SymbolKind], path_prefix: &'a str) -> Attempt<Choice<'a>> {
        check_path_prefix(path_prefix)?;
        Ok(Choice { kinds, path_prefix })
    }

    /// Keeps the meanings that are asked for; if there are none, the others are suggested.
    pub(super) fn among(self, graph: &Graph, typed: &str, found: Vec<SymbolId>) -> Attempt<Vec<SymbolId>> {
        let (asked, others): (Vec<SymbolId>, Vec<SymbolId>) =
            found.into_iter().partition(|&symbol| self.holds(graph, symbol));
        if asked.is_empty() && !others.is_empty() {
            let suggestions: Vec<String> =
                others.iter().take(MAX_SUGGESTIONS).map(|&symbol| graph.lasting_id(symbol)).collect();
            return Err(Error::unknown(typed.trim(), suggestions).into());
        }
        Ok(asked)
    }

    fn holds(self, graph: &Graph, symbol: SymbolId) -> bool {
        let at = graph.symbol(symbol);
        let is_of_kind = self.kinds.is_empty() || self.kinds.contains(&at.kind);
        is_of_kind && graph.file(at.file).path.starts_with(self.path_prefix)
    }
}
