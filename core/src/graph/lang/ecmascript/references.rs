//! References: calls, constructions, JSX elements, decorators, types, and names and members that are read.

use super::imports::{self, ImportPosition, ImportedItem};
use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Expr, ExprId, Flags, ImportKind, List, Reference, ReferenceKind};
use crate::graph::syntax::{Field, NodeId};

/// Greatest number of links in a chain of members, or of wrappers around a node, that are followed inwards.
const MAX_LINKS: usize = 64;

impl RelatePass<'_, '_> {
    pub(super) fn push_reference(&mut self, kind: ReferenceKind, expr: ExprId, at: u32) {
        let (scope, line) = (self.definition(), self.tree.line(at));
        self.facts.facts().references.push(Reference { scope, kind, expr, line });
    }

    /// A call, or a construction by `new`.
    pub(super) fn call(&mut self, node: NodeId, field: Field) {
        let tree = self.tree;
        if let Some(module) = imports::required_module(tree, node) {
            return self.inline_require(node, module);
        }
        let Some(callee) = tree.child(node, field) else { return };
        let bare_callee = self.without_wrappers(callee);
        if matches!(tree.kind(bare_callee), IDENTIFIER | MEMBER) {
            self.memo.set_done(bare_callee);
            if !self.chain_may_resolve(bare_callee) {
                return;
            }
        }
        let expr = self.expr(node);
        let Expr::Call(called_expr, _) = self.facts.facts().exprs[expr.0 as usize] else { return };
        if self.is_literal_method(called_expr) {
            return;
        }
        self.push_reference(ReferenceKind::Call, expr, self.last_name_offset(bare_callee));
        self.store_argument(node, bare_callee);
    }

    /// An inline `require("…")` binds the module to its path as a name.
    fn inline_require(&mut self, node: NodeId, module: &str) {
        if self.memo.is_done(node) {
            return;
        }
        let tree = self.tree;
        let position =
            ImportPosition { scope: self.definition(), offset: tree.start(node), line: tree.first_line(node) };
        let (kind, member, alias) = (ImportKind::Module, "", module);
        imports::add(self.facts, &ImportedItem { kind, module, member, alias, is_reexported: false }, position);
    }

    /// A node without parentheses, assertions and type arguments.
    pub(super) fn without_wrappers(&self, mut node: NodeId) -> NodeId {
        for _ in 0..MAX_LINKS {
            match self.tree.children(node).next() {
                Some(inner) if matches!(self.tree.kind(node), PARENTHESIZED | NON_NULL | INSTANTIATION) => node = inner,
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
        let name = self.tree.child_of(callee, MEMBER, FIELD_PROPERTY);
        self.tree.start(name.unwrap_or(callee))
    }

    /// Adds an item to a container for `items.push(value)` and `map.set(key, value)`.
    fn store_argument(&mut self, call: NodeId, callee: NodeId) {
        let tree = self.tree;
        if tree.kind(callee) != MEMBER {
            return;
        }
        let (Some(object), Some(name)) = (tree.child(callee, FIELD_OBJECT), tree.child(callee, FIELD_PROPERTY)) else {
            return;
        };
        let position = match tree.text(name) {
            "push" | "add" | "unshift" => 1,
            "set" => 2,
            _ => return,
        };
        if let Some(argument) = tree.children(call).nth(position) {
            let value = self.expr(argument);
            self.store_item(object, value);
        }
    }

    /// `<Name …>` calls the component `Name`.
    pub(super) fn jsx_element(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(name) = tree.child(node, FIELD_NAME) else { return };
        self.memo.set_done(name);
        let is_component = match tree.kind(name) {
            IDENTIFIER => tree.text(name).starts_with(char::is_uppercase),
            kind => kind == MEMBER,
        };
        if !is_component || !self.chain_may_resolve(name) {
            return;
        }
        let callee = self.expr(name);
        let expr = self.facts.expr_of(callee, Expr::Call(callee, List::default()));
        if expr != ExprId(0) {
            self.push_reference(ReferenceKind::Call, expr, self.last_name_offset(name));
        }
    }

    /// `@decorator`; a decorator with arguments is a call.
    pub(super) fn decorator(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(value) = tree.children(node).next() else { return };
        if matches!(tree.kind(value), IDENTIFIER | MEMBER) && self.chain_may_resolve(value) {
            self.memo.set_done(value);
            let expr = self.expr(value);
            self.push_reference(ReferenceKind::Decorate, expr, self.last_name_offset(value));
        }
    }

    /// Adds a reference to a type that the file binds.
    pub(super) fn type_mention(&mut self, node: NodeId) {
        let tree = self.tree;
        let is_name_part = tree.field(node) == FIELD_NAME && tree.kind(tree.parent(node)) != GENERIC_TYPE;
        if is_name_part || self.memo.is_done(node) {
            return;
        }
        let root = match tree.kind(node) {
            NESTED_TYPE => tree.child(node, FIELD_MODULE).map_or("", |module| tree.text(module)),
            _ => tree.text(node),
        };
        let root = self.facts.name(root.split('.').next().unwrap_or(root));
        if self.generics.bound(root).is_none() && self.declared_names.binds(root) {
            let expr = self.ty(node);
            let name = tree.child(node, FIELD_NAME).unwrap_or(node);
            if expr != ExprId(0) {
                self.push_reference(ReferenceKind::Type, expr, tree.start(name));
            }
        }
    }

    /// Adds a reference to a name that the file binds. Names of properties, labels and patterns are no identifiers
    /// here, or were handled before.
    pub(super) fn identifier(&mut self, node: NodeId) {
        let tree = self.tree;
        let is_naming_field = matches!(tree.field(node), FIELD_NAME | FIELD_ALIAS | FIELD_PARAMETER);
        if is_naming_field || self.memo.is_done(node) || tree.kind(tree.parent(node)) == INDEX_SIGNATURE {
            return;
        }
        let name = self.name(node);
        if self.local(name).is_none() && self.declared_names.binds(name) {
            let expr = self.expr(node);
            self.push_reference(ReferenceKind::Use, expr, tree.start(node));
        }
    }

    /// Adds a reference to a member whose chain may lead to a definition.
    pub(super) fn member_mention(&mut self, node: NodeId) {
        let tree = self.tree;
        if self.memo.is_done(node) || !self.chain_may_resolve(node) {
            return;
        }
        if let Some(name) = tree.child(node, FIELD_PROPERTY) {
            let expr = self.expr(node);
            self.push_reference(ReferenceKind::Use, expr, tree.start(name));
        }
    }

    /// Whether a chain of members and calls may lead to a definition. False if the chain begins at a literal or at a
    /// name that the file does not bind.
    pub(super) fn chain_may_resolve(&mut self, chain: NodeId) -> bool {
        let tree = self.tree;
        let mut node = chain;
        for _ in 0..MAX_LINKS {
            node = match tree.kind(node) {
                IDENTIFIER | SHORTHAND => {
                    let name = self.name(node);
                    return self.local(name).is_some()
                        || self.declared_names.binds(name)
                        || matches!(tree.text(node), "exports" | "module")
                        || tree.text(node) == "require"
                        || self.facts.facts().names[name.0 as usize] == "arguments";
                }
                THIS | SUPER | NEW | DYNAMIC_IMPORT => return true,
                STRING | TEMPLATE | NUMBER | REGEX => return false,
                MEMBER | CALL | SUBSCRIPT | AWAIT | PARENTHESIZED | NON_NULL | AS | SATISFIES | INSTANTIATION => {
                    match tree.children(node).next() {
                        Some(inner) => inner,
                        None => return false,
                    }
                }
                _ => return true,
            };
        }
        false
    }

    /// Flags the function argument of `describe(…, () => …)`, `it(…)`, `beforeEach(…)` and the like as a test.
    pub(super) fn flag_test(&mut self, node: NodeId, definition: crate::graph::facts::DefId) {
        let tree = self.tree;
        let call = tree.parent(node);
        let callee = tree.child_of(call, CALL, FIELD_FUNCTION);
        let root = callee.map_or("", |callee| tree.text(callee).split('.').next().unwrap_or_default());
        if matches!(root, "describe" | "it" | "test" | "suite" | "beforeEach" | "afterEach" | "beforeAll" | "afterAll")
        {
            let definition = &mut self.facts.facts().definitions[definition.0 as usize];
            definition.flags = definition.flags.with(Flags::TEST);
        }
    }
}
