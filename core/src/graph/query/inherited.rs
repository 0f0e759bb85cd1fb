//! Inherited members by qualified name: `Class.method`, where only a supertype of the class defines the method.
//!
//! Not here: members named by the type that defines them (`name`), and types by the modules that re-export them
//! (`reexports`).

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::hierarchy::{Direction, HierarchyBounds, is_type};
use super::name;
use crate::ask::Attempt;
use crate::graph::model::names::NameId;
use crate::graph::model::{Graph, SymbolId};
use crate::graph::space::GraphSpace;

/// The most types with one name that are examined.
const MAX_TYPES: usize = 64;

impl GraphSpace {
    /// The meanings of a name that is no tail of a qualified name: re-exported symbols, or else inherited members, by
    /// path and position. All edges must be loaded.
    pub(super) fn other_meanings(&mut self, typed: &str) -> Attempt<Vec<SymbolId>> {
        let symbols = self.reexports(typed);
        if symbols.is_empty() { self.inherited_members(typed) } else { Ok(symbols) }
    }

    /// The inherited members for a typed `Type.member`: of each type with that name, from its nearest supertypes that
    /// have the member.
    fn inherited_members(&mut self, typed: &str) -> Attempt<Vec<SymbolId>> {
        let parts = name::name_parts(typed.trim());
        let Some((&member, type_parts)) = parts.split_last() else { return Ok(Vec::new()) };
        let Some(member) = self.graph.names.get(member) else { return Ok(Vec::new()) };
        let mut types = self.types_called(type_parts);
        types.truncate(MAX_TYPES);
        let mut members = BTreeSet::new();
        for type_id in types {
            members.extend(self.nearest_inherited(type_id, member)?);
        }
        Ok(name::disambiguate(&self.graph, members.into_iter().collect()))
    }

    /// The types that these names resolve to, by path and position.
    fn types_called(&mut self, names: &[&str]) -> Vec<SymbolId> {
        let Some((last_part, qualifiers)) = names.split_last() else { return Vec::new() };
        let Some(last_part) = self.graph.names.get(last_part) else { return Vec::new() };
        let is_type = |graph: &Graph, symbol: SymbolId| is_type(graph.symbol(symbol).kind);
        let symbols = self.graph.symbols_named(last_part).filter(|&symbol| is_type(&self.graph, symbol));
        let mut types: Vec<SymbolId> =
            symbols.filter(|&symbol| name::is_inside(&self.graph, symbol, qualifiers)).collect();
        if types.is_empty() {
            types = self.reexports(&names.join("."));
            types.retain(|&symbol| is_type(&self.graph, symbol));
        }
        name::sort_symbols(&self.graph, &mut types);
        types
    }

    /// The members with this name in the nearest supertypes that have any.
    fn nearest_inherited(&mut self, subtype: SymbolId, member: NameId) -> Attempt<Vec<SymbolId>> {
        let supertypes = self.adjacent_types(subtype, None, Direction::Above, HierarchyBounds::ALL)?;
        let members = supertypes.iter().filter_map(|step| Some((step.depth, self.member_named(step.target, member)?)));
        let members: Vec<(u32, SymbolId)> = members.collect();
        let nearest = members.iter().map(|&(depth, _)| depth).min();
        Ok(members.into_iter().filter(|&(depth, _)| Some(depth) == nearest).map(|(_, symbol)| symbol).collect())
    }
}
