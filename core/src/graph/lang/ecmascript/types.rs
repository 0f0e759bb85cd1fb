//! Types as expressions: names, generic types, unions, arrays, objects.
//!
//! A type parameter has the expression of its bound. `null` and `any` are unknown; `string` and the like are literals
//! without content.

use alloc::vec::Vec;

use super::super::memo;
use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Container, Expr, ExprId, FUNCTION_TYPE, Literal, MAX_ITEMS, Name};
use crate::graph::syntax::NodeId;

/// The depth to which types are followed.
const MAX_DEPTH: u32 = 48;

#[derive(Default)]
pub(super) struct Generics {
    /// For each type parameter in scope: the first node after its scope, its name, and its bound.
    open_parameters: Vec<(u32, Name, ExprId)>,
}

impl Generics {
    /// Removes the parameters whose items end before a node.
    pub(super) fn leave(&mut self, node: NodeId) {
        while self.open_parameters.last().is_some_and(|&(end, ..)| end <= node.0) {
            self.open_parameters.pop();
        }
    }

    /// The bound of a type parameter; `None` if it is not among the latest [`MAX_ITEMS`].
    pub(super) fn bound(&self, name: Name) -> Option<ExprId> {
        self.open_parameters.iter().rev().take(MAX_ITEMS).find(|open| open.1 == name).map(|open| open.2)
    }
}

impl RelatePass<'_, '_> {
    /// Opens the type parameters of a declaration.
    pub(super) fn type_parameters(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(list) = tree.child(node, FIELD_TYPE_PARAMETERS) else { return };
        for parameter in tree.children(list).filter(|&child| tree.kind(child) == TYPE_PARAMETER).take(MAX_ITEMS) {
            let Some(name) = tree.child(parameter, FIELD_NAME) else { continue };
            let bound = tree.child(parameter, FIELD_CONSTRAINT).and_then(|bound| tree.children(bound).next());
            let bound = bound.map_or(ExprId(0), |bound| self.ty(bound));
            self.memo.set_done(name);
            let name = self.name(name);
            self.generics.open_parameters.push((tree.next_after_subtree(node).0, name, bound));
        }
    }

    /// Opens a name that `infer` or a mapped type declares, as a type parameter without a bound.
    pub(super) fn inferred_parameter(&mut self, node: NodeId) {
        let tree = self.tree;
        if let Some(name) = tree.child_of_kind(node, TYPE_NAME) {
            self.memo.set_done(name);
            let name = self.name(name);
            let end = tree.next_after_subtree(tree.parent(tree.parent(node))).0;
            self.generics.open_parameters.push((end, name, ExprId(0)));
        }
    }

    pub(super) fn ty(&mut self, node: NodeId) -> ExprId {
        self.ty_to_depth(node, MAX_DEPTH)
    }

    fn ty_to_depth(&mut self, node: NodeId, depth: u32) -> ExprId {
        memo::cached_expr(self, |pass| &mut pass.memo, node, depth, Self::build_type)
    }

    fn build_type(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        match tree.kind(node) {
            TYPE_ANNOTATION | READONLY_TYPE | PARENTHESIZED_TYPE => {
                tree.children(node).next().map_or(ExprId(0), |inner| self.ty_to_depth(inner, depth))
            }
            TYPE_NAME | IDENTIFIER => {
                let name = self.name(node);
                match self.generics.bound(name) {
                    Some(bound) => bound,
                    None => self.facts.expr(Expr::Name(name, tree.start(node))),
                }
            }
            NESTED_TYPE => self.nested_type(node),
            GENERIC_TYPE => {
                let head = tree.child(node, FIELD_NAME).map_or(ExprId(0), |head| self.ty_to_depth(head, depth));
                self.generic_within(head, tree.child(node, FIELD_TYPE_ARGUMENTS), depth)
            }
            ARRAY_TYPE => self.type_items(node, Container::Sequence, depth),
            TUPLE_TYPE => self.type_items(node, Container::Tuple, depth),
            UNION_TYPE | INTERSECTION_TYPE => self.union(node, depth),
            OBJECT_TYPE => self.object_type(node, depth),
            FUNCTION_TYPE_NODE => self.function_type(node, depth),
            THIS_TYPE => self.facts.expr(Expr::EnclosingType),
            PREDEFINED_TYPE if matches!(tree.text(node), "string" | "number" | "boolean" | "symbol") => {
                self.facts.literal(Literal::Other)
            }
            LITERAL_TYPE if !matches!(tree.text(node), "null" | "undefined") => self.facts.literal(Literal::Other),
            _ => ExprId(0),
        }
    }

    /// `a.b.Type`.
    fn nested_type(&mut self, node: NodeId) -> ExprId {
        let tree = self.tree;
        let (Some(module), Some(name)) = (tree.child(node, FIELD_MODULE), tree.child(node, FIELD_NAME)) else {
            return ExprId(0);
        };
        let mut path = ExprId(0);
        for part in tree.text(module).split('.').map(str::trim).take(MAX_ITEMS) {
            let part = self.facts.name(part);
            path = match path {
                ExprId(0) => self.facts.expr(Expr::Name(part, tree.start(module))),
                outer_path => self.facts.expr(Expr::Member(outer_path, part)),
            };
        }
        let name = self.name(name);
        self.facts.expr_of(path, Expr::Member(path, name))
    }

    /// A generic type with its arguments; `head` alone if there are none.
    pub(super) fn generic(&mut self, head: ExprId, arguments: Option<NodeId>) -> ExprId {
        self.generic_within(head, arguments, MAX_DEPTH)
    }

    fn generic_within(&mut self, head: ExprId, arguments: Option<NodeId>, depth: u32) -> ExprId {
        let Some(arguments) = arguments else { return head };
        let list_start = self.facts.open_list();
        for argument in self.tree.children(arguments).take(MAX_ITEMS) {
            let value = self.ty_to_depth(argument, depth);
            self.facts.push_item(Name(0), value);
        }
        let list = self.facts.close_list(list_start);
        self.facts.expr_of(head, Expr::Generic(head, list))
    }

    fn type_items(&mut self, node: NodeId, container: Container, depth: u32) -> ExprId {
        let tree = self.tree;
        let list_start = self.facts.open_list();
        for part in tree.children(node).take(MAX_ITEMS) {
            let inner = tree.child(part, FIELD_TYPE).unwrap_or(part);
            let value = self.ty_to_depth(inner, depth);
            self.facts.push_item(Name(0), value);
        }
        let list = self.facts.close_container_items(list_start);
        self.facts.expr(Expr::Items(container, list))
    }

    /// `(a: A) => B`. A parameter named `this` is the receiver and left out.
    fn function_type(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let list_start = self.facts.open_list();
        if let Some(list) = tree.child(node, FIELD_PARAMETERS) {
            for parameter in tree.children(list).take(MAX_ITEMS - 1) {
                let pattern = tree.child(parameter, FIELD_PATTERN).unwrap_or(parameter);
                if tree.kind(pattern) != THIS {
                    let value = tree.child(parameter, FIELD_TYPE).map_or(ExprId(0), |ty| self.ty_to_depth(ty, depth));
                    self.facts.push_item(Name(0), value);
                }
            }
        }
        let result_type = tree.child(node, FIELD_RETURN_TYPE).map_or(ExprId(0), |ty| self.ty_to_depth(ty, depth));
        self.facts.push_item(Name(0), result_type);
        let list = self.facts.close_container_items(list_start);
        let name = self.facts.name(FUNCTION_TYPE);
        let head = self.facts.expr(Expr::Name(name, tree.start(node)));
        self.facts.expr_of(head, Expr::Generic(head, list))
    }

    fn union(&mut self, node: NodeId, depth: u32) -> ExprId {
        let mut union = ExprId(0);
        for part in self.tree.children(node) {
            let part_type = self.ty_to_depth(part, depth);
            union = match (union, part_type) {
                (ExprId(0), one) | (one, ExprId(0)) => one,
                (union, part_type) => self.facts.either(union, part_type),
            };
        }
        union
    }

    fn object_type(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let list_start = self.facts.open_list();
        let is_member = |&part: &NodeId| matches!(tree.kind(part), PROPERTY_SIGNATURE | METHOD_SIGNATURE);
        for part in tree.children(node).filter(is_member).take(MAX_ITEMS) {
            let Some((name, _)) = super::declare::property(tree, part) else { continue };
            let value = match self.declared_names.definition(part) {
                Some(method) if tree.kind(part) == METHOD_SIGNATURE => self.facts.expr(Expr::Lambda(method)),
                _ => tree.child(part, FIELD_TYPE).map_or(ExprId(0), |ty| self.ty_to_depth(ty, depth)),
            };
            let name = self.facts.name(name);
            self.facts.push_item(name, value);
        }
        let list = self.facts.close_container_items(list_start);
        self.facts.expr(Expr::Items(Container::Mapping, list))
    }
}
