//! References: calls, constructions, macros, attributes, types, and names and fields that are read.

use super::attributes;
use super::prelude::{is_builtin_attribute, is_prelude, is_std_macro};
use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Expr, ExprId, List, Reference, ReferenceKind};
use crate::graph::syntax::NodeId;

/// Greatest number of links in a chain of members, of segments of a path, and of wrappers around a node that are
/// followed.
const MAX_LINKS: usize = 64;

impl RelatePass<'_, '_> {
    pub(super) fn push_reference(&mut self, kind: ReferenceKind, expr: ExprId, at: u32) {
        let (scope, line) = (self.definition(), self.tree.line(at));
        self.facts.facts().references.push(Reference { scope, kind, expr, line });
    }

    /// Adds a reference for a call of a function, method, constructor or local closure.
    pub(super) fn call(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(callee) = tree.child(node, FIELD_FUNCTION) else { return };
        let bare_callee = self.without_wrappers(callee);
        if self.is_predefined(bare_callee) {
            return self.memo.set_done(bare_callee);
        }
        let expr = self.expr(node);
        let Expr::Call(called_expr, _) = self.facts.facts().exprs[expr.0 as usize] else { return };
        if self.is_literal_method(called_expr) {
            return;
        }
        if matches!(tree.kind(bare_callee), IDENTIFIER | SCOPED_IDENTIFIER | MEMBER) {
            self.memo.set_done(bare_callee);
        }
        self.push_reference(ReferenceKind::Call, expr, self.last_name_offset(bare_callee));
    }

    /// A callee without parentheses and type arguments.
    fn without_wrappers(&self, mut node: NodeId) -> NodeId {
        for _ in 0..MAX_LINKS {
            match self.tree.children(node).next() {
                Some(inner) if matches!(self.tree.kind(node), PARENTHESIZED | GENERIC_FUNCTION) => node = inner,
                _ => break,
            }
        }
        node
    }

    /// Whether a name or path begins with a predefined name that the file does not bind, as `Some` and `Vec::new` do.
    fn is_predefined(&mut self, node: NodeId) -> bool {
        let Some(root) = self.root_of_path(node) else { return false };
        let text = self.tree.text(root);
        if text == "Self" || !is_prelude(text) {
            return false;
        }
        let name = self.name(root);
        !self.declared_names.binds(name) && self.generic_bound(name).is_none()
    }

    /// The first name of a path.
    fn root_of_path(&self, node: NodeId) -> Option<NodeId> {
        let tree = self.tree;
        let mut node = node;
        for _ in 0..MAX_LINKS {
            node = match tree.kind(node) {
                IDENTIFIER | TYPE_IDENTIFIER | PRIMITIVE_TYPE => return Some(node),
                SCOPED_IDENTIFIER | SCOPED_TYPE_IDENTIFIER => {
                    tree.child(node, FIELD_PATH).or_else(|| tree.child(node, FIELD_NAME))?
                }
                GENERIC_TYPE | BRACKETED_TYPE => tree.children(node).next()?,
                _ => return None,
            };
        }
        None
    }

    /// Whether a callee is a literal or a method of one. Such a method counts as external, although an extension trait
    /// may define it.
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
        let name = match tree.kind(callee) {
            MEMBER => tree.child(callee, FIELD_FIELD),
            SCOPED_IDENTIFIER => tree.child(callee, FIELD_NAME),
            _ => None,
        };
        tree.start(name.unwrap_or(callee))
    }

    /// Adds a call for `Name { … }`, which creates an instance.
    pub(super) fn struct_expression(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(name) = tree.child(node, FIELD_NAME) else { return };
        let expr = self.expr(node);
        let head = self.set_head_done(name);
        if expr != ExprId(0) {
            self.push_reference(ReferenceKind::Call, expr, tree.start(tree.child(head, FIELD_NAME).unwrap_or(head)));
        }
    }

    /// Adds a call of a macro, if the project may define the macro.
    pub(super) fn macro_invocation(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(name) = tree.child(node, FIELD_MACRO) else { return };
        let last_segment = tree.child(name, FIELD_NAME).unwrap_or(name);
        self.memo.set_done(name);
        let is_bound = {
            let name = self.name(last_segment);
            self.declared_names.binds(name)
        };
        if is_std_macro(tree.text(last_segment)) && !is_bound {
            return;
        }
        let callee = self.expr(name);
        let expr = self.facts.expr_of(callee, Expr::Call(callee, List::default()));
        if expr != ExprId(0) {
            self.push_reference(ReferenceKind::Call, expr, tree.start(last_segment));
        }
    }

    /// Adds references for an attribute that a project may define: to each derived trait, or to the attribute itself.
    pub(super) fn attribute(&mut self, node: NodeId) {
        for name in attributes::attribute_names(self.tree.text(node)) {
            let last_segment = name.rsplit("::").next().unwrap_or(name);
            let is_bound = {
                let first_segment = self.facts.name(name.split("::").next().unwrap_or(name));
                self.declared_names.binds(first_segment)
            };
            if !is_bound && (is_builtin_attribute(last_segment) || !name.contains("::")) {
                continue;
            }
            let mut expr = ExprId(0);
            for part in name.split("::").take(MAX_LINKS) {
                let part = self.facts.name(part);
                expr = match expr {
                    ExprId(0) => self.facts.expr(Expr::Name(part, self.tree.start(node))),
                    path => self.facts.expr(Expr::Scoped(path, part)),
                };
            }
            self.push_reference(ReferenceKind::Decorate, expr, self.tree.start(node));
        }
    }

    /// Adds a reference to the type that a node names.
    pub(super) fn type_mention(&mut self, node: NodeId) {
        let tree = self.tree;
        if tree.field(node) == FIELD_NAME || self.memo.is_done(node) {
            return;
        }
        let is_in_pattern = matches!(tree.kind(tree.parent(node)), STRUCT_PATTERN);
        let kind = if is_in_pattern { ReferenceKind::Use } else { ReferenceKind::Type };
        self.mention_path(node, kind);
    }

    /// Adds a reference to a name or path that may lead to a definition.
    fn mention_path(&mut self, node: NodeId, kind: ReferenceKind) {
        let tree = self.tree;
        let is_path = matches!(tree.kind(node), SCOPED_IDENTIFIER | SCOPED_TYPE_IDENTIFIER);
        let root = self.root_of_path(node);
        let may_lead = match root {
            Some(root) => {
                let name = self.name(root);
                let is_crate = is_path && !is_prelude(tree.text(root));
                tree.text(root) == "Self" && is_path
                    || self.generic_bound(name).is_none() && (is_crate || self.name_may_resolve(name))
            }
            // The path begins with `crate`, `self`, `super`, or a type in angle brackets.
            None => true,
        };
        if may_lead {
            let expr = self.expr_or_type(node);
            let name = tree.child(node, FIELD_NAME).unwrap_or(node);
            if expr != ExprId(0) {
                self.push_reference(kind, expr, tree.start(name));
            }
        }
    }

    fn expr_or_type(&mut self, node: NodeId) -> ExprId {
        match self.tree.kind(node) {
            TYPE_IDENTIFIER | SCOPED_TYPE_IDENTIFIER => self.ty(node),
            _ => self.expr(node),
        }
    }

    /// Adds a reference to a path that is read: a constant, a variant, or a function as a value.
    pub(super) fn path_mention(&mut self, node: NodeId) {
        let tree = self.tree;
        if self.memo.is_done(node) || tree.field(node) == FIELD_PATH {
            return;
        }
        self.mention_path(node, ReferenceKind::Use);
    }

    /// Adds a reference to a name that is read, or to a type at the beginning of a path.
    pub(super) fn identifier(&mut self, node: NodeId) {
        let tree = self.tree;
        let field = tree.field(node);
        if matches!(field, FIELD_NAME | FIELD_FIELD | FIELD_MACRO)
            || self.memo.is_done(node)
            || tree.kind(tree.parent(node)) == TOKEN_TREE
        {
            return;
        }
        // A type in a path is a reference. A module in it is none, because the whole path is a reference.
        let text = tree.text(node);
        let is_module_in_path = field == FIELD_PATH && !text.starts_with(char::is_uppercase);
        let name = self.name(node);
        if is_module_in_path || text == "Self" || self.is_local(name) || self.generic_bound(name).is_some() {
            return;
        }
        if self.name_may_resolve(name) {
            let expr = self.expr(node);
            self.push_reference(ReferenceKind::Use, expr, tree.start(node));
        }
    }

    /// Adds a reference to a field whose chain begins with a name.
    pub(super) fn field_mention(&mut self, node: NodeId) {
        let tree = self.tree;
        if self.memo.is_done(node) {
            return;
        }
        let Some(name) = tree.child(node, FIELD_FIELD).filter(|&name| tree.kind(name) == MEMBER_NAME) else {
            return;
        };
        if self.begins_with_a_name(node) {
            let expr = self.expr(node);
            self.push_reference(ReferenceKind::Use, expr, tree.start(name));
        }
    }

    fn begins_with_a_name(&self, chain: NodeId) -> bool {
        let tree = self.tree;
        let mut node = chain;
        for _ in 0..MAX_LINKS {
            node = match tree.kind(node) {
                IDENTIFIER | SELF | SCOPED_IDENTIFIER => return true,
                MEMBER | CALL | INDEX | AWAIT | TRY | PARENTHESIZED | REFERENCE | UNARY | GENERIC_FUNCTION => {
                    match tree.children(node).next() {
                        Some(inner) => inner,
                        None => return false,
                    }
                }
                _ => return false,
            };
        }
        false
    }
}
