//! Restricts the meanings of an ambiguous name to those that a question asks for.

use alloc::string::String;
use alloc::vec::Vec;

use super::check_path_prefix;
use crate::ask::Attempt;
use crate::base::error::Error;
use crate::graph::kind::SymbolKind;
use crate::graph::model::{Graph, SymbolId};

/// Greatest number of meanings that are suggested if none fits.
const MAX_SUGGESTIONS: usize = 5;

#[derive(Clone, Copy, Default)]
pub(super) struct MeaningFilter<'a> {
    kinds: &'a [SymbolKind],
    path_prefix: &'a str,
}

impl<'a> MeaningFilter<'a> {
    /// Restricts to these kinds, unless empty, and to files whose path begins with `path_prefix`.
    pub(super) fn of(kinds: &'a [SymbolKind], path_prefix: &'a str) -> Attempt<MeaningFilter<'a>> {
        check_path_prefix(path_prefix)?;
        Ok(MeaningFilter { kinds, path_prefix })
    }

    /// The meanings that fit the restrictions. If there are meanings and none fits, an error suggests some of them.
    pub(super) fn filter(self, graph: &Graph, typed_name: &str, meanings: Vec<SymbolId>) -> Attempt<Vec<SymbolId>> {
        let (fitting, rejected): (Vec<SymbolId>, Vec<SymbolId>) =
            meanings.into_iter().partition(|&symbol| self.accepts(graph, symbol));
        if fitting.is_empty() && !rejected.is_empty() {
            let suggestions: Vec<String> =
                rejected.iter().take(MAX_SUGGESTIONS).map(|&symbol| graph.lasting_id(symbol)).collect();
            return Err(Error::unknown(typed_name.trim(), suggestions).into());
        }
        Ok(fitting)
    }

    fn accepts(self, graph: &Graph, symbol: SymbolId) -> bool {
        let symbol = graph.symbol(symbol);
        let is_of_kind = self.kinds.is_empty() || self.kinds.contains(&symbol.kind);
        is_of_kind && graph.file(symbol.file).path.starts_with(self.path_prefix)
    }
}
