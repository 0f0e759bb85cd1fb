//! Destructuring patterns: names, properties of objects, items of arrays.

use alloc::vec::Vec;

use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Binding, BindingKind, DefId, Expr, ExprId, Name};
use crate::graph::syntax::{NodeId, Tree};

/// Depth to which nested patterns are followed.
pub(super) const MAX_PATTERN_DEPTH: u32 = 8;

/// The value that a pattern takes apart, and the byte range in which the pattern's names are visible.
#[derive(Clone, Copy)]
pub(super) struct BoundSource {
    pub(super) owner: DefId,
    pub(super) kind: BindingKind,
    pub(super) index: u16,
    pub(super) value: ExprId,
    pub(super) annotation: ExprId,
    pub(super) visible_from: u32,
    pub(super) visible_until: u32,
}

impl BoundSource {
    /// The same source with a part of its value instead.
    fn with_part(self, value: ExprId) -> BoundSource {
        BoundSource { kind: BindingKind::Assigned, index: 0, value, annotation: ExprId(0), ..self }
    }
}

/// The nodes of all names that a pattern binds.
pub(super) fn pattern_names(tree: &Tree<'_>, pattern: NodeId) -> Vec<NodeId> {
    let mut name_nodes = Vec::new();
    let mut node = pattern;
    let end = tree.next_after_subtree(pattern);
    while node < end {
        node = match tree.kind(node) {
            OBJECT_PATTERN
            | ARRAY_PATTERN
            | PAIR_PATTERN
            | REST_PATTERN
            | ASSIGNMENT_PATTERN
            | OBJECT_ASSIGNMENT_PATTERN => NodeId(node.0 + 1),
            IDENTIFIER | SHORTHAND_PATTERN if !matches!(tree.field(node), FIELD_RIGHT | FIELD_KEY) => {
                name_nodes.push(node);
                tree.next_after_subtree(node)
            }
            _ => tree.next_after_subtree(node),
        };
    }
    name_nodes
}

impl RelatePass<'_, '_> {
    /// Binds each name of a pattern to its part of the source's value.
    pub(super) fn bind(&mut self, pattern: NodeId, source: BoundSource, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let tree = self.tree;
        match tree.kind(pattern) {
            IDENTIFIER | SHORTHAND_PATTERN => self.bind_name(pattern, source),
            OBJECT_PATTERN => self.bind_object(pattern, source, depth),
            ARRAY_PATTERN => self.bind_array(pattern, source, depth),
            ASSIGNMENT_PATTERN | OBJECT_ASSIGNMENT_PATTERN => self.bind_default(pattern, source, depth),
            REST_PATTERN => {
                if let Some(inner) = tree.children(pattern).next() {
                    self.bind(inner, source.with_part(ExprId(0)), depth);
                }
            }
            _ => {}
        }
    }

    /// `name = default`: the name has the value, or the default.
    fn bind_default(&mut self, pattern: NodeId, source: BoundSource, depth: u32) {
        let tree = self.tree;
        let Some(left) = tree.child(pattern, FIELD_LEFT) else { return };
        let default = tree.child(pattern, FIELD_RIGHT).map_or(ExprId(0), |right| self.expr(right));
        let value = match source.value {
            ExprId(0) => default,
            value if self.facts.may_resolve(default) => self.facts.either(value, default),
            value => value,
        };
        self.bind(left, BoundSource { value, ..source }, depth);
    }

    fn bind_object(&mut self, pattern: NodeId, source: BoundSource, depth: u32) {
        let tree = self.tree;
        let source_expr = self.source_expr(source);
        for part in tree.children(pattern) {
            let (key, target) = match tree.kind(part) {
                SHORTHAND_PATTERN => (Some(part), part),
                OBJECT_ASSIGNMENT_PATTERN => (tree.child(part, FIELD_LEFT), part),
                PAIR_PATTERN => match tree.child(part, FIELD_VALUE) {
                    Some(value) => (tree.child(part, FIELD_KEY), value),
                    None => continue,
                },
                _ => (None, part),
            };
            let is_fixed_key = |&key: &NodeId| matches!(tree.kind(key), SHORTHAND_PATTERN | PROPERTY_NAME | STRING);
            let value = match key.filter(is_fixed_key) {
                Some(key) => {
                    let name = self.facts.name(unquote(tree.text(key)));
                    self.facts.expr_of(source_expr, Expr::Member(source_expr, name))
                }
                None => ExprId(0),
            };
            self.bind(target, source.with_part(value), depth);
        }
    }

    fn bind_array(&mut self, pattern: NodeId, source: BoundSource, depth: u32) {
        let source_expr = self.source_expr(source);
        for (position, part) in self.tree.children(pattern).enumerate() {
            let value = self.facts.expr_of(source_expr, Expr::Element(source_expr, position as u32));
            self.bind(part, source.with_part(value), depth);
        }
    }

    /// The value of a source as one expression. An element, or an assigned value without annotation, is an expression
    /// already. Any other source is bound to a name that no source code can contain.
    fn source_expr(&mut self, source: BoundSource) -> ExprId {
        match source.kind {
            BindingKind::Assigned if source.annotation == ExprId(0) => source.value,
            BindingKind::Element => self.facts.expr_of(source.value, Expr::Element(source.value, u32::MAX)),
            _ => {
                let name = self.facts.name(&format!("{}{{}}", source.index));
                self.push_binding(name, source);
                self.facts.expr(Expr::Name(name, source.visible_from))
            }
        }
    }

    fn bind_name(&mut self, node: NodeId, source: BoundSource) {
        self.memo.set_done(node);
        let name = self.name(node);
        let is_defined = self.declared_names.definition(node).is_some()
            || source.owner == DefId(0) && source.visible_until == u32::MAX && self.declared_names.binds(name);
        if !is_defined {
            self.locals.insert((source.owner, name), (source.visible_from, source.visible_until));
        }
        self.push_binding(name, source);
    }

    fn push_binding(&mut self, name: Name, source: BoundSource) {
        let BoundSource { owner, kind, index, value, annotation, visible_from: at, visible_until: until } = source;
        let (scope, until) = (self.definition(), until.max(at));
        self.facts.facts().bindings.push(Binding {
            owner,
            scope,
            name,
            kind,
            index,
            value,
            annotation,
            effective_from: at,
            effective_until: until,
        });
    }
}
