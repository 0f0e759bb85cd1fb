//! Composite literals: the values they create, and the names that their keys refer to.

use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Container, Expr, ExprId, MAX_ITEMS, Name, ReferenceKind};
use crate::graph::syntax::NodeId;

/// Greatest number of nested literals through which the literal with a type is searched for.
const MAX_LITERALS: usize = 16;
/// Greatest number of levels of the tree up to that literal: each nested literal has up to three, for itself, its
/// element and the pair of key and value.
const MAX_LEVELS: usize = 3 * MAX_LITERALS + 3;

impl RelatePass<'_, '_> {
    /// `Type{…}`. The elements of a slice, array or map follow from the literal's type; if that has an unknown element
    /// type, from the literal's values.
    pub(super) fn composite(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let Some(ty) = tree.child(node, FIELD_TYPE) else { return ExprId(0) };
        let type_expr = self.ty_to_depth(ty, depth);
        let element_type = self.element_type(ty);
        let is_type_enough = element_type.is_none_or(|element_type| {
            let element_type = self.ty_to_depth(element_type, depth);
            element_type != ExprId(0)
        });
        match tree.child(node, FIELD_BODY) {
            Some(body) if !is_type_enough => self.literal_values(body, depth),
            _ => self.value_of(type_expr),
        }
    }

    /// The values of a literal whose type says nothing about them; usually they are functions.
    fn literal_values(&mut self, body: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let list_start = self.facts.open_list();
        let mut is_keyed = false;
        for element in tree.children(body).take(MAX_ITEMS) {
            is_keyed |= tree.kind(element) == KEYED;
            let value = if tree.kind(element) == KEYED { tree.child(element, FIELD_VALUE) } else { Some(element) };
            let value = value.map_or(ExprId(0), |value| self.expr_to_depth(value, depth));
            self.facts.push_item(Name(0), value);
        }
        let list = self.facts.close_container_items(list_start);
        let container = if is_keyed { Container::Mapping } else { Container::Sequence };
        self.facts.expr(Expr::Items(container, list))
    }

    /// The element type of a slice, array or map type; `None` for other types.
    fn element_type(&self, ty: NodeId) -> Option<NodeId> {
        let tree = self.tree;
        match tree.kind(ty) {
            SLICE_TYPE | ARRAY_TYPE | IMPLICIT_ARRAY_TYPE => tree.child(ty, FIELD_ELEMENT),
            MAP_TYPE => tree.child(ty, FIELD_VALUE),
            _ => None,
        }
    }

    /// Adds a call reference to the named type of a literal: the literal creates an instance of the type.
    pub(super) fn composite_mention(&mut self, node: NodeId) {
        let tree = self.tree;
        let named = tree.child(node, FIELD_TYPE).filter(|&ty| is_named_type(tree.kind(ty)));
        if let Some(ty) = named {
            self.construction(ty);
        }
    }

    /// Adds a call reference to a named type of which an instance is created.
    pub(super) fn construction(&mut self, ty: NodeId) {
        let expr = self.ty(ty);
        if !self.facts.may_resolve(expr) {
            return;
        }
        let expr = self.value_of(expr);
        let head = self.set_head_done(ty);
        let name = self.tree.child(head, FIELD_NAME).unwrap_or(head);
        self.push_reference(ReferenceKind::Call, expr, self.tree.start(name));
    }

    /// `key: value`: in a struct literal the key names a field.
    pub(super) fn key_mention(&mut self, node: NodeId) {
        let tree = self.tree;
        let element = tree.child(node, FIELD_KEY).and_then(|key| tree.children(key).next());
        let Some(key) = element.filter(|&key| tree.kind(key) == IDENTIFIER) else { return };
        let Some(ty) = self.literal_type(tree.parent(node)) else { return self.memo.set_done(key) };
        if !is_named_type(tree.kind(ty)) {
            // The key of a map or slice is a value. A field of an anonymous struct has no definition.
            return if tree.kind(ty) == STRUCT_TYPE {
                self.memo.set_done(key)
            };
        }
        self.memo.set_done(key);
        let ty = self.ty(ty);
        if self.facts.may_resolve(ty) {
            let (value, name) = (self.value_of(ty), self.name(key));
            let member = self.facts.expr(Expr::Member(value, name));
            self.push_reference(ReferenceKind::Use, member, tree.start(key));
        }
    }

    /// The type of a literal's body: the written type, or the element type of the enclosing literal.
    fn literal_type(&self, body: NodeId) -> Option<NodeId> {
        let tree = self.tree;
        let (mut at, mut n_inner, mut n_levels) = (body, 0, 0);
        while tree.kind(tree.parent(at)) != COMPOSITE {
            at = tree.parent(at);
            n_inner += usize::from(tree.kind(at) == LITERAL_VALUE);
            // Levels are counted too: a tree need not be one that the grammar makes, and a root is its own parent.
            n_levels += 1;
            if n_levels > MAX_LEVELS || !matches!(tree.kind(at), LITERAL_VALUE | LITERAL_ELEMENT | KEYED) {
                return None;
            }
        }
        let outer_type = tree.child(tree.parent(at), FIELD_TYPE)?;
        (0..n_inner).try_fold(outer_type, |ty, _| {
            let element_type = self.element_type(ty)?;
            Some(
                tree.children(element_type)
                    .next()
                    .filter(|_| tree.kind(element_type) == POINTER_TYPE)
                    .unwrap_or(element_type),
            )
        })
    }
}
