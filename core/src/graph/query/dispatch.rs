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
    supertypes: BTreeMap<SymbolId, BTreeSet<SymbolId>>,
    overrides: BTreeMap<SymbolId, Vec<SymbolId>>,
}

impl GraphSpace {
    /// The calls that may reach a member through members that it overrides, each with the member named in the call.
    pub(super) fn calls_by_dispatch(&mut self, member: SymbolId) -> Attempt<Vec<(Edge, SymbolId)>> {
        if self.graph.symbol(member).kind != SymbolKind::Method {
            return Ok(Vec::new());
        }
        let overridden = self.overridden_members(member)?;
        let files: Vec<_> = overridden.members.iter().map(|&symbol| self.graph.symbol(symbol).file).collect();
        self.need_ends_around(&files)?;
        self.decode_edges_around(files);
        let mut calls = Vec::new();
        for &named_member in &overridden.members {
            let edges = self.graph.in_edges(named_member).filter(|edge| self.is_dispatched(edge, &overridden.types));
            calls.extend(edges.map(|edge| (*edge, named_member)));
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
    pub(super) fn targets_by_dispatch(&mut self, edge: &Edge, cache: &mut DispatchCache) -> Attempt<Vec<SymbolId>> {
        let target = self.graph.symbol(edge.target);
        if edge.kind != EdgeKind::Calls || target.kind != SymbolKind::Method || !self.is_dynamic(edge) {
            return Ok(Vec::new());
        }
        let override_ids = match cache.overrides.entry(edge.target) {
            Entry::Occupied(cached) => cached.into_mut(),
            Entry::Vacant(vacant) => {
                let mut override_ids: Vec<SymbolId> =
                    self.overrides(edge.target)?.iter().map(|step| step.target).collect();
                override_ids.truncate(MAX_OVERRIDES);
                vacant.insert(override_ids)
            }
        };
        let mut targets = Vec::new();
        for &override_id in override_ids.iter() {
            let supertypes = match cache.supertypes.entry(override_id) {
                Entry::Occupied(cached) => cached.into_mut(),
                Entry::Vacant(vacant) => vacant.insert(self.overridden_members(override_id)?.types),
            };
            if self.is_dispatched(edge, supertypes) {
                targets.push(override_id);
            }
        }
        Ok(targets)
    }

    fn overridden_members(&mut self, member: SymbolId) -> Attempt<OverriddenMembers> {
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
    fn is_dispatched(&self, edge: &Edge, supertypes: &BTreeSet<SymbolId>) -> bool {
        // A call that a type makes on itself runs members of that type or of its subtypes, not of sibling types.
        let caller = self.graph.symbol(edge.source).parent;
        let is_sibling = is_type(self.graph.symbol(caller).kind) && !supertypes.contains(&caller);
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
