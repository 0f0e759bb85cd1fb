//! Bindings of names to values: `let`, conditions, arms, loops, and all forms of patterns.

use alloc::string::ToString;

use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Binding, BindingKind, Expr, ExprId, List, Name};
use crate::graph::syntax::{NodeId, Tree};

/// The depth to which patterns are followed.
pub(super) const MAX_PATTERN_DEPTH: u32 = 16;

/// The value that a pattern is matched with, and the byte range in which the pattern's names are visible.
#[derive(Clone, Copy)]
pub(super) struct BoundSource {
    kind: BindingKind,
    index: u16,
    value: ExprId,
    annotation: ExprId,
    /// The node of the value; `None` if only a part of the value is bound.
    node: Option<NodeId>,
    /// The node of the written type; `None` if there is none.
    ty: Option<NodeId>,
    visible_from: u32,
    visible_until: u32,
}

impl BoundSource {
    pub(super) fn new(kind: BindingKind, value: ExprId, at: u32, until: u32) -> BoundSource {
        BoundSource {
            kind,
            index: 0,
            value,
            annotation: ExprId(0),
            node: None,
            ty: None,
            visible_from: at,
            visible_until: until,
        }
    }

    /// A source for a parameter, whose value is unknown.
    pub(super) fn parameter(index: u16, at: u32) -> BoundSource {
        BoundSource { index, ..BoundSource::new(BindingKind::Parameter, ExprId(0), at, u32::MAX) }
    }

    /// The same source for a part of the value.
    fn with_part(self, kind: BindingKind, index: u16, value: ExprId) -> BoundSource {
        BoundSource { kind, index, value, annotation: ExprId(0), node: None, ty: None, ..self }
    }
}

impl RelatePass<'_, '_> {
    /// `let pattern: type = value;`
    pub(super) fn let_statement(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(pattern) = tree.child(node, FIELD_PATTERN) else { return };
        let value = tree.child(node, FIELD_VALUE);
        let source = BoundSource::new(BindingKind::Assigned, ExprId(0), tree.end(node), self.block_end());
        let source = BoundSource { value: self.expr_or_unknown(value), node: value, ..source };
        let ty = tree.child(node, FIELD_TYPE);
        self.bind_typed(pattern, source, ty);
        if value.is_none() && ty.is_none() && tree.kind(pattern) == IDENTIFIER {
            let (owner, name) = (self.definition(), self.name(pattern));
            self.add_local(owner, name, true);
        }
    }

    /// `name = value` binds a name that was declared without a value.
    pub(super) fn assignment(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(left), Some(right)) = (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) else { return };
        if tree.kind(left) != IDENTIFIER {
            return;
        }
        let name = self.name(left);
        if let Some(owner) = self.local_owner(name)
            && self.is_unassigned(owner, name)
        {
            let value = self.expr(right);
            let source = BoundSource::new(BindingKind::Assigned, value, tree.end(node), u32::MAX);
            self.push_binding(owner, name, source);
        }
    }

    /// `let pattern = value` as a condition: the names are visible where the condition holds.
    pub(super) fn let_condition(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(pattern), Some(value)) = (tree.child(node, FIELD_PATTERN), tree.child(node, FIELD_VALUE)) else {
            return;
        };
        let condition_parent = tree.parent(node);
        let until = match tree.kind(condition_parent) {
            IF => tree
                .child(condition_parent, FIELD_CONSEQUENCE)
                .map_or(tree.end(condition_parent), |block| tree.end(block)),
            MATCH_PATTERN => tree.end(tree.parent(condition_parent)),
            _ => tree.end(condition_parent),
        };
        let source = BoundSource::new(BindingKind::Assigned, self.expr(value), tree.end(node), until);
        self.bind(pattern, BoundSource { node: Some(value), ..source }, MAX_PATTERN_DEPTH);
    }

    /// `pattern => value` of a `match`.
    pub(super) fn match_arm(&mut self, node: NodeId) {
        let tree = self.tree;
        let first_pattern = tree.child(node, FIELD_PATTERN).and_then(|pattern| tree.children(pattern).next());
        let Some(pattern) = first_pattern.filter(|&pattern| tree.field(pattern) != FIELD_CONDITION) else { return };
        let value = tree.child(tree.parent(node), FIELD_VALUE).filter(|&value| value < node);
        let source =
            BoundSource::new(BindingKind::Assigned, self.expr_or_unknown(value), tree.end(pattern), tree.end(node));
        self.bind(pattern, BoundSource { node: value, ..source }, MAX_PATTERN_DEPTH);
    }

    /// `for pattern in value { … }`
    pub(super) fn for_loop(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(pattern), Some(value)) = (tree.child(node, FIELD_PATTERN), tree.child(node, FIELD_VALUE)) else {
            return;
        };
        let source =
            BoundSource::new(BindingKind::Element, self.iterated_value(value), tree.end(value), tree.end(node));
        self.bind(pattern, source, MAX_PATTERN_DEPTH);
    }

    /// Binds a pattern to a value of a type.
    pub(super) fn bind_typed(&mut self, pattern: NodeId, source: BoundSource, ty: Option<NodeId>) {
        let annotation = self.ty_or_unknown(ty);
        self.bind(pattern, BoundSource { annotation, ty, ..source }, MAX_PATTERN_DEPTH);
    }

    /// Binds each name of a pattern to its part of the source's value.
    pub(super) fn bind(&mut self, pattern: NodeId, source: BoundSource, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let tree = self.tree;
        match tree.kind(pattern) {
            IDENTIFIER => self.bind_identifier(pattern, source),
            SHORTHAND_NAME => self.bind_name(pattern, source),
            MUT_PATTERN | REF_PATTERN | REFERENCE_PATTERN => self.bind_parts(pattern, source, depth),
            OR_PATTERN | CAPTURED_PATTERN => self.bind_parts(pattern, source, depth),
            TUPLE_PATTERN => self.bind_tuple(pattern, source, depth),
            SLICE_PATTERN => {
                let value = self.source_expr(source);
                self.bind_parts(pattern, source.with_part(BindingKind::Element, 0, value), depth);
            }
            TUPLE_STRUCT_PATTERN => self.bind_tuple_struct(pattern, source, depth),
            STRUCT_PATTERN => self.bind_struct(pattern, source, depth),
            _ => {}
        }
    }

    fn bind_parts(&mut self, pattern: NodeId, source: BoundSource, depth: u32) {
        for part in self.tree.children(pattern) {
            self.bind(part, source, depth);
        }
    }

    /// A capitalised name is a constant or variant to match, and is not bound.
    fn bind_identifier(&mut self, pattern: NodeId, source: BoundSource) {
        if !self.tree.text(pattern).starts_with(char::is_uppercase) {
            self.bind_name(pattern, source);
        }
    }

    fn bind_name(&mut self, node: NodeId, source: BoundSource) {
        self.memo.set_done(node);
        let (owner, name) = (self.definition(), self.name(node));
        self.add_local(owner, name, false);
        self.push_binding(owner, name, source);
    }

    fn push_binding(&mut self, owner: crate::graph::facts::DefId, name: Name, source: BoundSource) {
        let BoundSource { kind, index, value, annotation, visible_from: at, visible_until: until, .. } = source;
        let scope = self.definition();
        // In a malformed tree the end may be before the start, which is not allowed.
        let until = until.max(at);
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

    /// The value of a source as one expression; unknown for a parameter.
    fn source_expr(&mut self, source: BoundSource) -> ExprId {
        let index = match source.kind {
            BindingKind::Assigned => return source.value,
            BindingKind::Element => u32::MAX,
            BindingKind::TupleItem => u32::from(source.index),
            _ => return ExprId(0),
        };
        self.facts.expr_of(source.value, Expr::Element(source.value, index))
    }

    /// Binds each part of a tuple to the value and the type at its index. Parts after `..` have no known index.
    fn bind_tuple(&mut self, pattern: NodeId, source: BoundSource, depth: u32) {
        let tree = self.tree;
        let literal = source.node.filter(|&node| tree.kind(node) == TUPLE);
        let types = source.ty.map(|ty| without_references(tree, ty)).filter(|&ty| tree.kind(ty) == TUPLE_TYPE);
        let (mut values, mut types) = (literal.map(|node| tree.children(node)), types.map(|ty| tree.children(ty)));
        let source_expr = self.source_expr(source);
        let mut has_position = true;
        for (index, part) in tree.children(pattern).enumerate().take(usize::from(u16::MAX)) {
            has_position &= tree.kind(part) != REMAINING_FIELDS;
            let node = values.as_mut().and_then(Iterator::next).filter(|_| has_position);
            let ty = types.as_mut().and_then(Iterator::next).filter(|_| has_position);
            let part_source = match node {
                Some(node) => {
                    BoundSource { node: Some(node), ..source.with_part(BindingKind::Assigned, 0, self.expr(node)) }
                }
                None if has_position && source_expr != ExprId(0) => {
                    source.with_part(BindingKind::TupleItem, index as u16, source_expr)
                }
                None => source.with_part(BindingKind::Assigned, 0, ExprId(0)),
            };
            let annotation = self.ty_or_unknown(ty);
            self.bind(part, BoundSource { annotation, ty, ..part_source }, depth);
        }
    }

    /// Binds the parts of a tuple struct's pattern. `Some(x)` and `Ok(x)` unwrap their value, and the part of `Err(x)`
    /// is unknown; other parts are fields of the named type.
    fn bind_tuple_struct(&mut self, pattern: NodeId, source: BoundSource, depth: u32) {
        let tree = self.tree;
        let mut parts = tree.children(pattern);
        let Some(path) = parts.next() else { return };
        match tree.text(path) {
            "Some" | "Ok" => {
                let value = self.source_expr(source);
                let value = self.facts.expr_of(value, Expr::Unwrapped(value));
                for part in parts {
                    self.bind(part, source.with_part(BindingKind::Assigned, 0, value), depth);
                }
            }
            "Err" => {
                parts.for_each(|part| self.bind(part, source.with_part(BindingKind::Assigned, 0, ExprId(0)), depth))
            }
            _ => {
                let mut has_position = true;
                for (position, part) in parts.enumerate() {
                    has_position &= tree.kind(part) != REMAINING_FIELDS;
                    let value = if has_position { self.field_of(path, &position.to_string()) } else { ExprId(0) };
                    self.bind(part, source.with_part(BindingKind::Assigned, 0, value), depth);
                }
            }
        }
    }

    fn bind_struct(&mut self, pattern: NodeId, source: BoundSource, depth: u32) {
        let tree = self.tree;
        let Some(path) = tree.child(pattern, FIELD_TYPE) else { return };
        for field in tree.children(pattern).filter(|&child| tree.kind(child) == MEMBER_PATTERN) {
            let Some(name) = tree.child(field, FIELD_NAME) else { continue };
            let value = self.field_of(path, tree.text(name));
            let source = source.with_part(BindingKind::Assigned, 0, value);
            self.bind(tree.child(field, FIELD_PATTERN).unwrap_or(name), source, depth);
        }
    }

    /// The field of the struct or variant that a pattern names. The name of a variant's field begins with the variant's
    /// name.
    fn field_of(&mut self, path: NodeId, field: &str) -> ExprId {
        let tree = self.tree;
        let ty = self.ty(path);
        let instance = self.facts.expr_of(ty, Expr::Call(ty, List::default()));
        let last_segment = tree.child(path, FIELD_NAME).unwrap_or(path);
        let variant_member = format!("{}.{field}", tree.text(last_segment));
        match path_container(tree, path) {
            PathContainer::Type => self.member_of(instance, &variant_member),
            PathContainer::Module => self.member_of(instance, field),
            PathContainer::None => {
                let (field_expr, variant_expr) =
                    (self.member_of(instance, field), self.member_of(instance, &variant_member));
                self.facts.either(field_expr, variant_expr)
            }
        }
    }

    fn member_of(&mut self, value: ExprId, name: &str) -> ExprId {
        let name = self.facts.name(name);
        self.facts.expr_of(value, Expr::Member(value, name))
    }
}

/// The container of a path's last segment.
enum PathContainer {
    /// An enum: the last segment is a variant.
    Type,
    /// A module: the last segment is a struct.
    Module,
    /// The path has one segment, which may be a struct or a variant.
    None,
}

fn path_container(tree: &Tree<'_>, path: NodeId) -> PathContainer {
    let Some(outer_path) = tree.child(path, FIELD_PATH) else {
        return if tree.text(path) == "Self" { PathContainer::Module } else { PathContainer::None };
    };
    let last_segment = tree.child(outer_path, FIELD_NAME).unwrap_or(outer_path);
    if tree.text(last_segment).starts_with(char::is_uppercase) { PathContainer::Type } else { PathContainer::Module }
}

fn without_references(tree: &Tree<'_>, mut ty: NodeId) -> NodeId {
    while let Some(inner) = tree.child_of(ty, REFERENCE_TYPE, FIELD_TYPE) {
        ty = inner;
    }
    ty
}
