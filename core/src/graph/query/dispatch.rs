//! Dynamic dispatch: a call of a type's member may run an override in a subtype.
//!
//! Edges stay on the member that the source names, because an edge for each override would make the store grow with the
//! hierarchy. Walks and paths add calls of overrides on request, each marked with the named member.

use alloc::collections::btree_map::Entry;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::hierarchy::{Direction, HierarchyBounds, is_type};
use super::walk::WalkStep;
use crate::ask::Attempt;
use crate::graph::kind::{EdgeKind, Strategy, SymbolKind};
use crate::graph::lang::{LANGUAGES, Rules};
use crate::graph::model::{Edge, SymbolId};
use crate::graph::space::GraphSpace;

/// The most overrides of one member that a path tries.
const MAX_OVERRIDES: usize = 1_000;

/// Confidence that a call of a member runs a given override. The linker gives the same to the override that it picks
/// for a member called on `self`.
pub(super) const CONFIDENCE: f64 = Strategy::Overridden.confidence();

struct OverriddenMembers {
    /// The members that a member overrides or implements, nearest first.
    members: Vec<SymbolId>,
    /// All supertypes, direct or not, of the type that has the member.
    types: BTreeSet<SymbolId>,
}

/// Results of dispatch for the members on a path, cached for one question.
#[derive(Default)]
pub(super) struct DispatchCache {
    above: BTreeMap<SymbolId, BTreeSet<SymbolId>>,
    below: BTreeMap<SymbolId, Vec<SymbolId>>,
}

impl GraphSpace {
    /// The calls that may reach a member through members that it overrides, each with the member named in the call.
    pub(super) fn calls_by_dispatch(&mut self, member: SymbolId) -> Attempt<Vec<(Edge, SymbolId)>> {
        if self.graph.symbol(member).kind != SymbolKind::Method {
            return Ok(Vec::new());
        }
        let above = self.overridden_by(member)?;
        let files: Vec<_> = above.members.iter().map(|&symbol| self.graph.symbol(symbol).file).collect();
        self.need_ends_around(&files)?;
        self.decode_edges_around(files);
        let mut calls = Vec::new();
        for &named in &above.members {
            let edges = self.graph.in_edges(named).filter(|edge| self.is_dispatched(edge, &above.types));
            calls.extend(edges.map(|edge| (*edge, named)));
        }
        Ok(calls)
    }

    /// The members that override or implement a member, each with the edge by which its type inherits.
    pub(super) fn overrides(&mut self, member: SymbolId) -> Attempt<Vec<WalkStep>> {
        if self.graph.symbol(member).kind != SymbolKind::Method {
            return Ok(Vec::new());
        }
        self.relatives(member, Direction::Below, HierarchyBounds::ALL)
    }

    /// The overrides that a call may run instead of the member it names.
    pub(super) fn targets_by_dispatch(&mut self, edge: &Edge, known: &mut DispatchCache) -> Attempt<Vec<SymbolId>> {
        let target = self.graph.symbol(edge.target);
        if edge.kind != EdgeKind::Calls || target.kind != SymbolKind::Method || !self.is_dynamic(edge) {
            return Ok(Vec::new());
        }
        let below = match known.below.entry(edge.target) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let mut below: Vec<SymbolId> = self.overrides(edge.target)?.iter().map(|step| step.target).collect();
                below.truncate(MAX_OVERRIDES);
                new.insert(below)
            }
        };
        let mut targets = Vec::new();
        for &below in below.iter() {
            let above = match known.above.entry(below) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(self.overridden_by(below)?.types),
            };
            if self.is_dispatched(edge, above) {
                targets.push(below);
            }
        }
        Ok(targets)
    }

    fn overridden_by(&mut self, member: SymbolId) -> Attempt<OverriddenMembers> {
        let members: Vec<SymbolId> =
            self.relatives(member, Direction::Above, HierarchyBounds::ALL)?.iter().map(|step| step.target).collect();
        let mut types = BTreeSet::new();
        if !members.is_empty()
            && let Some(holder) = self.container_type(member)?
        {
            types.extend(
                self.adjacent_types(holder, None, Direction::Above, HierarchyBounds::ALL)?
                    .iter()
                    .map(|step| step.target),
            );
        }
        Ok(OverriddenMembers { members, types })
    }

    /// Whether a call of a member can run an override in a type with these supertypes.
    fn is_dispatched(&self, edge: &Edge, above: &BTreeSet<SymbolId>) -> bool {
        // A call that a type makes on itself runs members of that type or of its subtypes, not of sibling types.
        let caller = self.graph.symbol(edge.source).parent;
        let is_sibling = is_type(self.graph.symbol(caller).kind) && !above.contains(&caller);
        self.is_dynamic(edge) && !(edge.strategy == Strategy::SelfMember && is_sibling)
    }

    /// Whether the receiver's type may be a subtype of the named one.
    fn is_dynamic(&self, edge: &Edge) -> bool {
        let rules = LANGUAGES[self.graph.file(edge.home).language as usize].rules;
        let is_exact = match edge.strategy {
            // `super().m()` and an object made in sight.
            Strategy::SuperMember | Strategy::Constructed => true,
            // `Base.m(self)`; in Rust `Trait::m(x)` is dispatched.
            Strategy::Qualified => rules != Rules::Rust,
            _ => false,
        };
        edge.kind == EdgeKind::Calls && !is_exact && !self.is_constructor(edge.target, rules)
    }

    fn is_constructor(&self, member: SymbolId, rules: Rules) -> bool {
        let name = self.graph.names.text(self.graph.symbol(member).name);
        rules.constructor().is_some_and(|constructor| constructor == name)
    }
}
