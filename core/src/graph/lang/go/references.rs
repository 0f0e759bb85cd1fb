//! References: calls, constructions, types, and names and members that are read.

use super::library;
use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Expr, ExprId, Reference, ReferenceKind};
use crate::graph::syntax::NodeId;

/// Greatest number of wrappers of a callee, such as parentheses, that are followed inwards.
const MAX_WRAPPERS: usize = 64;

impl RelatePass<'_, '_> {
    pub(super) fn push_reference(&mut self, kind: ReferenceKind, expr: ExprId, at: u32) {
        let (scope, line) = (self.definition(), self.tree.line(at));
        self.facts.facts().references.push(Reference { scope, kind, expr, line });
    }

    /// Adds a reference for a call of a function, method or value, or for a conversion.
    pub(super) fn call(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(callee) = tree.child(node, FIELD_FUNCTION) else { return };
        let bare_callee = self.without_wrappers(callee);
        if let Some(builtin) = self.builtin_function(bare_callee) {
            self.memo.set_done(bare_callee);
            let made_type = tree.children(node).find(|&child| child != callee);
            if let Some(made_type) =
                made_type.filter(|&made_type| builtin == "new" && is_named_type(tree.kind(made_type)))
            {
                self.construction(made_type);
            }
            return;
        }
        if matches!(tree.kind(bare_callee), IDENTIFIER | SELECTOR) {
            self.memo.set_done(bare_callee);
        }
        let expr = self.expr(node);
        let Expr::Call(called_expr, _) = self.facts.facts().exprs[expr.0 as usize] else { return };
        if self.is_literal_method(called_expr) {
            return;
        }
        self.push_reference(ReferenceKind::Call, expr, self.last_name_offset(bare_callee));
    }

    /// `Name[Type](value)` parses as a conversion, and may also be a call.
    pub(super) fn conversion(&mut self, node: NodeId) {
        let tree = self.tree;
        if let Some(ty) = tree.child(node, FIELD_TYPE).filter(|&ty| is_named_type(tree.kind(ty))) {
            self.construction(ty);
        }
    }

    /// A callee without parentheses, address operators and type arguments.
    fn without_wrappers(&self, mut node: NodeId) -> NodeId {
        let tree = self.tree;
        for _ in 0..MAX_WRAPPERS {
            match tree.children(node).next() {
                Some(inner) if matches!(tree.kind(node), PARENTHESIZED | UNARY | INDEX | INSTANTIATION) => node = inner,
                _ => break,
            }
        }
        node
    }

    /// Whether a callee is a literal or a method of one, neither of which belongs to a project.
    fn is_literal_method(&mut self, callee: ExprId) -> bool {
        let facts = self.facts.facts();
        match facts.exprs[callee.0 as usize] {
            Expr::Member(object, _) => matches!(facts.exprs[object.0 as usize], Expr::Literal(_)),
            Expr::Literal(_) => true,
            _ => false,
        }
    }

    /// The byte offset of the last name of a callee.
    fn last_name_offset(&self, callee: NodeId) -> u32 {
        let tree = self.tree;
        let name = tree.child_of(callee, SELECTOR, FIELD_FIELD);
        tree.start(name.unwrap_or(callee))
    }

    /// Adds a reference to a type, unless it is predeclared or a type parameter.
    pub(super) fn type_mention(&mut self, node: NodeId) {
        let tree = self.tree;
        if tree.field(node) == FIELD_NAME || self.memo.is_done(node) {
            return;
        }
        let name = self.name(node);
        let is_predeclared = tree.kind(node) == TYPE_NAME
            && !self.declared_names.binds(name)
            && library::is_predeclared(tree.text(node));
        if is_predeclared || self.generic_bound(name).is_some() {
            return;
        }
        let expr = self.ty(node);
        if expr != ExprId(0) {
            let name = tree.child(node, FIELD_NAME).unwrap_or(node);
            self.push_reference(ReferenceKind::Type, expr, tree.start(name));
        }
    }

    /// Adds a reference to a name, unless it is local, predeclared, an import or a type parameter.
    pub(super) fn identifier(&mut self, node: NodeId) {
        let tree = self.tree;
        if tree.field(node) == FIELD_NAME || self.memo.is_done(node) || tree.text(node) == "_" {
            return;
        }
        let name = self.name(node);
        let is_predeclared = !self.declared_names.binds(name) && library::is_predeclared(tree.text(node));
        if is_predeclared
            || self.declared_names.is_package(name)
            || self.generic_bound(name).is_some()
            || self.local_owner(name, tree.start(node)).is_some()
        {
            return;
        }
        let expr = self.expr(node);
        self.push_reference(ReferenceKind::Use, expr, tree.start(node));
    }

    /// Adds a reference to a member of a known value.
    pub(super) fn member_mention(&mut self, node: NodeId) {
        let tree = self.tree;
        if self.memo.is_done(node) {
            return;
        }
        let Some(name) = tree.child(node, FIELD_FIELD) else { return };
        let expr = self.expr(node);
        if let Expr::Member(object, _) = self.facts.facts().exprs[expr.0 as usize]
            && self.facts.may_resolve(object)
        {
            self.push_reference(ReferenceKind::Use, expr, tree.start(name));
        }
    }
}
