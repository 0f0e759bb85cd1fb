//! Types as expressions. A reference, `dyn` or `impl` has the expression of its inner type, and a type parameter that
//! of its bounds.

use super::super::memo;
use super::parameters::{MAX_BOUNDS, is_informative};
use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Container, Expr, ExprId, List, Literal, MAX_ITEMS, Name};
use crate::graph::syntax::NodeId;

/// The depth to which a type is followed.
const MAX_DEPTH: u32 = 64;

impl RelatePass<'_, '_> {
    pub(super) fn ty(&mut self, node: NodeId) -> ExprId {
        self.ty_to_depth(node, MAX_DEPTH)
    }

    /// The type of a node; unknown if there is no node.
    pub(super) fn ty_or_unknown(&mut self, node: Option<NodeId>) -> ExprId {
        node.map_or(ExprId(0), |node| self.ty(node))
    }

    pub(super) fn ty_to_depth(&mut self, node: NodeId, depth: u32) -> ExprId {
        memo::cached_expr(self, |pass| &mut pass.memo, node, depth, Self::build_type)
    }

    fn build_type(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        match tree.kind(node) {
            TYPE_IDENTIFIER | IDENTIFIER => self.type_name(node),
            SCOPED_TYPE_IDENTIFIER | SCOPED_IDENTIFIER => self.path_within(node, depth),
            GENERIC_TYPE | GENERIC_TYPE_WITH_TURBOFISH => {
                let head = tree.child(node, FIELD_TYPE).map_or(ExprId(0), |head| self.ty_to_depth(head, depth));
                let list = tree.child(node, FIELD_TYPE_ARGUMENTS);
                let arguments = list.map_or(List::default(), |list| self.type_arguments(list, depth));
                self.facts.expr_of(head, Expr::Generic(head, arguments))
            }
            REFERENCE_TYPE | POINTER_TYPE | BRACKETED_TYPE | QUALIFIED_TYPE | ABSTRACT_TYPE | DYNAMIC_TYPE => {
                self.inner_type(node, depth)
            }
            BOUNDED_TYPE => self.bounded_type(node, depth),
            TUPLE_TYPE => self.type_items(node, Container::Tuple, depth),
            ARRAY_TYPE => {
                let element = tree.child(node, FIELD_ELEMENT).map_or(ExprId(0), |node| self.ty_to_depth(node, depth));
                self.facts.container_literal(Container::Sequence, Name(0), element)
            }
            PRIMITIVE_TYPE => self.facts.literal(match tree.text(node) {
                "str" | "char" => Literal::Text,
                "bool" => Literal::Bool,
                _ => Literal::Number,
            }),
            UNIT_TYPE => self.facts.literal(Literal::Null),
            _ => ExprId(0),
        }
    }

    fn type_name(&mut self, node: NodeId) -> ExprId {
        let text = self.tree.text(node);
        if text == "Self" {
            return self.facts.expr(Expr::EnclosingType);
        }
        let name = self.name(node);
        match self.generic_bound(name) {
            Some(bound) => bound,
            None if text == "_" => ExprId(0),
            None => self.facts.expr(Expr::Name(name, self.tree.start(node))),
        }
    }

    fn inner_type(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let inner = tree.children(node).find(|&child| !matches!(tree.kind(child), LIFETIME | TYPE_PARAMETERS));
        inner.map_or(ExprId(0), |inner| self.ty_to_depth(inner, depth))
    }

    /// `A + B`: one of the bounds. Marker traits are left out.
    fn bounded_type(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let mut bounded = ExprId(0);
        for part in tree.children(node).take(MAX_BOUNDS).filter(|&part| is_informative(tree, part)) {
            let part_type = self.ty_to_depth(part, depth);
            bounded = if bounded == ExprId(0) { part_type } else { self.facts.either(bounded, part_type) };
        }
        bounded
    }

    fn type_arguments(&mut self, list: NodeId, depth: u32) -> List {
        let tree = self.tree;
        let list_start = self.facts.open_list();
        for argument in tree.children(list).filter(|&node| tree.kind(node) != LIFETIME).take(MAX_ITEMS) {
            let (name, value) = match tree.kind(argument) {
                TYPE_BINDING => {
                    let name = tree.child(argument, FIELD_NAME).map_or(Name(0), |name| self.name(name));
                    (name, tree.child(argument, FIELD_TYPE))
                }
                _ => (Name(0), Some(argument)),
            };
            let value = value.map_or(ExprId(0), |value| self.ty_to_depth(value, depth));
            self.facts.push_item(name, value);
        }
        self.facts.close_list(list_start)
    }

    fn type_items(&mut self, node: NodeId, container: Container, depth: u32) -> ExprId {
        let tree = self.tree;
        let list_start = self.facts.open_list();
        for item in tree.children(node).take(MAX_ITEMS) {
            let value = self.ty_to_depth(item, depth);
            self.facts.push_item(Name(0), value);
        }
        let list = self.facts.close_list(list_start);
        self.facts.expr(Expr::Items(container, list))
    }
}
