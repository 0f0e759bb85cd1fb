//! Members under the names of types that inherit them: `Class.method`, where only a type above the class has the method.
//!
//! Not here: members by where they stand (`name`), and types by the modules that give them on (`given_on`).

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::hierarchy::{Way, is_type};
use super::{WalkQuestion, name};
use crate::graph::links::{Graph, SymbolId};
use crate::graph::names::NameId;
use crate::memory::Memory;

/// The most types of one name that are looked at.
const MOST_TYPES: usize = 64;
/// How far above a type is looked.
const MOST_DEPTH: u32 = 10;

impl Memory {
    /// What a name means that stands nowhere under itself: what modules give on, or else what types inherit, by path and place.
    /// Edges must have been asked for.
    pub(super) fn elsewhere(&mut self, typed: &str) -> Vec<SymbolId> {
        let found = self.given_on(typed);
        if found.is_empty() { self.inherited(typed) } else { found }
    }

    /// The members of the last name that types of the names before it have from the nearest types above them.
    fn inherited(&mut self, typed: &str) -> Vec<SymbolId> {
        let parts = name::parts(typed.trim());
        let Some((&member, front)) = parts.split_last() else { return Vec::new() };
        let Some(member) = self.graph.names.get(member) else { return Vec::new() };
        let mut types = self.types_called(front);
        types.truncate(MOST_TYPES);
        let found: BTreeSet<SymbolId> = types.into_iter().flat_map(|one| self.members_above(one, member)).collect();
        name::told_apart(&self.graph, found.into_iter().collect())
    }

    /// The types that these names mean, by path and place.
    fn types_called(&mut self, names: &[&str]) -> Vec<SymbolId> {
        let Some((last, before)) = names.split_last() else { return Vec::new() };
        let Some(last) = self.graph.names.get(last) else { return Vec::new() };
        let is_type = |graph: &Graph, symbol: SymbolId| is_type(graph.symbol(symbol).kind);
        let named = self.graph.named(last).filter(|&symbol| is_type(&self.graph, symbol));
        let mut types: Vec<SymbolId> = named.filter(|&symbol| name::stands_in(&self.graph, symbol, before)).collect();
        if types.is_empty() {
            types = self.given_on(&names.join("."));
            types.retain(|&symbol| is_type(&self.graph, symbol));
        }
        name::sort(&self.graph, &mut types);
        types
    }

    /// The members of a name in those types above that are nearest among the ones that have it.
    fn members_above(&mut self, below: SymbolId, member: NameId) -> Vec<SymbolId> {
        let question = WalkQuestion { name: String::new(), depth: MOST_DEPTH, most: 1, least_confidence: 0.0 };
        let above = self.types(below, None, Way::Above, &question);
        let found = above.iter().filter_map(|step| Some((step.depth, self.member_named(step.to, member)?)));
        let found: Vec<(u32, SymbolId)> = found.collect();
        let nearest = found.iter().map(|&(depth, _)| depth).min();
        found.into_iter().filter(|&(depth, _)| Some(depth) == nearest).map(|(_, symbol)| symbol).collect()
    }
}
