//! Types as expressions. A pointer has the expression of its target, and a type parameter that of its constraint.

use alloc::vec::Vec;

use super::super::memo;
use super::library;
use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Container, Expr, ExprId, List, MAX_ITEMS, Name};
use crate::graph::syntax::NodeId;

/// The depth to which a type is followed.
const MAX_DEPTH: u32 = 100;

/// The type parameters in scope, innermost last.
#[derive(Default)]
pub(super) struct Generics {
    parameters: Vec<TypeParameter>,
}

struct TypeParameter {
    name: Name,
    /// The constraint if it is a single named type; unknown otherwise.
    bound: ExprId,
    /// The first node after the declaring item.
    end: NodeId,
}

impl Generics {
    /// Removes the parameters whose items end before `node`.
    pub(super) fn leave(&mut self, node: NodeId) {
        while self.parameters.last().is_some_and(|parameter| parameter.end <= node) {
            self.parameters.pop();
        }
    }
}

impl RelatePass<'_, '_> {
    /// Opens the type parameters of a function, method or type.
    pub(super) fn open_type_parameters(&mut self, item: NodeId) {
        let tree = self.tree;
        let end = tree.next_after_subtree(item);
        if let Some(list) = tree.child_of_kind(item, TYPE_PARAMETERS) {
            for parameter in tree.children(list).take(MAX_ITEMS) {
                let bound = self.constraint(parameter);
                for name in tree.children(parameter).filter(|&child| tree.kind(child) == IDENTIFIER).take(MAX_ITEMS) {
                    let name = self.name(name);
                    self.generics.parameters.push(TypeParameter { name, bound, end });
                }
            }
        }
        let receiver = tree.child_of(item, METHOD, FIELD_RECEIVER);
        let Some(receiver) = receiver else { return };
        let arguments = tree.subtree(receiver).find(|&node| tree.kind(node) == TYPE_ARGUMENTS);
        let Some(arguments) = arguments else { return };
        for name in tree.subtree(arguments).filter(|&node| tree.kind(node) == TYPE_NAME).take(MAX_ITEMS) {
            let name = self.name(name);
            self.generics.parameters.push(TypeParameter { name, bound: ExprId(0), end });
        }
    }

    /// A type parameter's constraint, if it is a single named type; unknown otherwise.
    fn constraint(&mut self, parameter: NodeId) -> ExprId {
        let tree = self.tree;
        let Some(constraint) = tree.child_of_kind(parameter, CONSTRAINT) else { return ExprId(0) };
        let mut types = tree.children(constraint);
        match (types.next(), types.next()) {
            (Some(only), None) if is_named_type(tree.kind(only)) => self.ty(only),
            _ => ExprId(0),
        }
    }

    /// The constraint of a type parameter; `None` for other names.
    pub(super) fn generic_bound(&self, name: Name) -> Option<ExprId> {
        let parameter =
            self.generics.parameters.iter().rev().take(MAX_ITEMS).find(|parameter| parameter.name == name)?;
        Some(parameter.bound)
    }

    pub(super) fn ty(&mut self, node: NodeId) -> ExprId {
        self.ty_to_depth(node, MAX_DEPTH)
    }

    pub(super) fn ty_to_depth(&mut self, node: NodeId, depth: u32) -> ExprId {
        memo::cached_expr(self, |pass| &mut pass.memo, node, depth, Self::build_type)
    }

    fn build_type(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        match tree.kind(node) {
            TYPE_NAME | IDENTIFIER => self.type_name(node),
            QUALIFIED_TYPE => self.qualified_type(node),
            GENERIC_TYPE => {
                let head = self.field_type(node, FIELD_TYPE, depth);
                let list = tree.child(node, FIELD_TYPE_ARGUMENTS);
                let arguments = list.map_or(List::default(), |list| self.type_arguments(list, depth));
                self.facts.expr_of(head, Expr::Generic(head, arguments))
            }
            POINTER_TYPE | PARENTHESIZED_TYPE | INSTANTIATION => {
                tree.children(node).next().map_or(ExprId(0), |inner| self.ty_to_depth(inner, depth))
            }
            SLICE_TYPE | ARRAY_TYPE | IMPLICIT_ARRAY_TYPE => {
                let element = self.field_type(node, FIELD_ELEMENT, depth);
                self.facts.container_literal(Container::Sequence, Name(0), element)
            }
            MAP_TYPE => {
                let (key, value) = (self.field_type(node, FIELD_KEY, depth), self.field_type(node, FIELD_VALUE, depth));
                self.container("map", &[key, value], node)
            }
            CHANNEL_TYPE => {
                let value = self.field_type(node, FIELD_VALUE, depth);
                self.container("chan", &[value], node)
            }
            STRUCT_TYPE => self.struct_type(node, depth),
            _ => ExprId(0),
        }
    }

    fn field_type(&mut self, node: NodeId, field: u8, depth: u32) -> ExprId {
        self.tree.child(node, field).map_or(ExprId(0), |part| self.ty_to_depth(part, depth))
    }

    /// A built-in generic type; its head is a word that cannot be the name of a type.
    fn container(&mut self, word: &str, arguments: &[ExprId], node: NodeId) -> ExprId {
        let word = self.facts.name(word);
        let head = self.facts.expr(Expr::Name(word, self.tree.start(node)));
        let list_start = self.facts.open_list();
        arguments.iter().for_each(|&value| self.facts.push_item(Name(0), value));
        let list = self.facts.close_list(list_start);
        self.facts.expr(Expr::Generic(head, list))
    }

    fn type_name(&mut self, node: NodeId) -> ExprId {
        let text = self.tree.text(node);
        let name = self.name(node);
        if let Some(bound) = self.generic_bound(name) {
            return bound;
        }
        if !self.declared_names.binds(name) {
            if let Some(literal) = library::builtin_type(text) {
                return self.facts.literal(literal);
            }
            if library::is_any_or_comparable(text) || text == "_" {
                return ExprId(0);
            }
        }
        self.facts.expr(Expr::Name(name, self.tree.start(node)))
    }

    fn qualified_type(&mut self, node: NodeId) -> ExprId {
        let tree = self.tree;
        let (Some(package), Some(name)) = (tree.child(node, FIELD_PACKAGE), tree.child(node, FIELD_NAME)) else {
            return ExprId(0);
        };
        let (package_name, name) = (self.name(package), self.name(name));
        let package = self.facts.expr(Expr::Name(package_name, tree.start(package)));
        self.facts.expr(Expr::Member(package, name))
    }

    fn type_arguments(&mut self, list: NodeId, depth: u32) -> List {
        let tree = self.tree;
        let list_start = self.facts.open_list();
        for argument in tree.children(list).take(MAX_ITEMS) {
            let inner = if tree.kind(argument) == TYPE_ELEM { tree.children(argument).next() } else { Some(argument) };
            let value = inner.map_or(ExprId(0), |inner| self.ty_to_depth(inner, depth));
            self.facts.push_item(Name(0), value);
        }
        self.facts.close_list(list_start)
    }

    /// An anonymous struct, as a mapping from its fields to their types.
    fn struct_type(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let list_start = self.facts.open_list();
        for field in tree.children(node).filter(|&child| tree.kind(child) == FIELD).take(MAX_ITEMS) {
            let value = self.field_type(field, FIELD_TYPE, depth);
            for name in tree.children(field).filter(|&child| tree.kind(child) == MEMBER_NAME).take(MAX_ITEMS) {
                let name = self.name(name);
                self.facts.push_item(name, value);
            }
        }
        let list = self.facts.close_container_items(list_start);
        self.facts.expr(Expr::Items(Container::Mapping, list))
    }

    /// Flags the name of a type as done and returns it, because the caller adds its reference. The type arguments are
    /// not flagged.
    pub(super) fn set_head_done(&mut self, node: NodeId) -> NodeId {
        let tree = self.tree;
        let mut head = node;
        while let Some(inner) = match tree.kind(head) {
            GENERIC_TYPE => tree.child(head, FIELD_TYPE),
            POINTER_TYPE | PARENTHESIZED_TYPE => tree.children(head).next(),
            _ => None,
        } {
            head = inner;
        }
        self.memo.set_done(head);
        head
    }
}
