//! Facts of types: supertypes by `extends` and `implements`, fields, and aliases.

use alloc::vec::Vec;

use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Binding, BindingKind, DefId, ExprId, Reference, ReferenceKind};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::NodeId;

impl RelatePass<'_, '_> {
    /// Adds references to the supertypes of a class or interface.
    pub(super) fn heritage(&mut self, node: NodeId, definition: DefId) {
        let tree = self.tree;
        for clause in tree.children(node) {
            match tree.kind(clause) {
                HERITAGE => {
                    let parts: Vec<NodeId> = tree.children(clause).collect();
                    for part in parts {
                        match tree.kind(part) {
                            EXTENDS => self.extends_clause(part, definition),
                            IMPLEMENTS => self.push_parent_types(part, definition, ReferenceKind::Implement),
                            _ => self.push_parent_value(part, definition),
                        }
                    }
                }
                EXTENDS_TYPES => self.push_parent_types(clause, definition, ReferenceKind::Inherit),
                _ => {}
            }
        }
    }

    fn extends_clause(&mut self, clause: NodeId, definition: DefId) {
        for value in self.tree.children(clause) {
            if self.tree.field(value) == FIELD_VALUE {
                self.push_parent_value(value, definition);
            }
        }
    }

    /// Adds a reference to a superclass, which is an expression, such as a call of a mixin.
    fn push_parent_value(&mut self, value: NodeId, definition: DefId) {
        let tree = self.tree;
        let bare_value = self.without_wrappers(value);
        if tree.kind(bare_value) == IDENTIFIER && !self.chain_may_resolve(bare_value) {
            return self.push_outside_parent(definition, bare_value);
        }
        let expr = self.expr(bare_value);
        self.memo.set_done(bare_value);
        self.push_parent(definition, ReferenceKind::Inherit, expr, tree.start(bare_value));
    }

    /// Adds a reference to a superclass that the file does not bind. Members that the class lacks may then be those of
    /// the superclass.
    fn push_outside_parent(&mut self, definition: DefId, node: NodeId) {
        let expr = self.expr(node);
        self.memo.set_done(node);
        self.push_parent(definition, ReferenceKind::Inherit, expr, self.tree.start(node));
    }

    fn push_parent_types(&mut self, clause: NodeId, definition: DefId, kind: ReferenceKind) {
        let tree = self.tree;
        for ty in tree.children(clause) {
            let expr = self.ty(ty);
            let head = tree.child_of(ty, GENERIC_TYPE, FIELD_NAME).unwrap_or(ty);
            self.memo.set_done(head);
            self.push_parent(definition, kind, expr, tree.start(head));
        }
    }

    pub(super) fn push_parent(&mut self, scope: DefId, kind: ReferenceKind, expr: ExprId, at: u32) {
        if expr != ExprId(0) {
            let line = self.tree.line(at);
            self.facts.facts().references.push(Reference { scope, kind, expr, line });
        }
    }

    /// Binds a field of a class or interface to its value and type.
    pub(super) fn field(&mut self, node: NodeId, class: DefId) {
        let tree = self.tree;
        let Some((name, at)) = super::declare::property(tree, node) else { return };
        let value = tree.child(node, FIELD_VALUE);
        let annotation = self.annotation(tree.child(node, FIELD_TYPE), value);
        let value = self.expr_or_unknown(value);
        let name = self.facts.name(name);
        self.push_field(class, name, value, annotation, at);
    }

    /// `type Name = …`.
    pub(super) fn type_alias(&mut self, node: NodeId, owner: DefId) {
        let tree = self.tree;
        let (Some(name), Some(value)) = (tree.child(node, FIELD_NAME), tree.child(node, FIELD_VALUE)) else { return };
        let value = self.ty(value);
        let name = self.name(name);
        self.facts.facts().bindings.push(Binding {
            owner,
            scope: owner,
            name,
            kind: BindingKind::Assigned,
            index: 0,
            value,
            annotation: ExprId(0),
            effective_from: tree.end(node),
            effective_until: u32::MAX,
        });
    }

    /// The class of which `this` is an instance at the current node; `None` if there is no such class.
    pub(super) fn receiver_class(&mut self) -> Option<DefId> {
        let mut scope = self.definition();
        for _ in 0..super::relate::MAX_SCOPES {
            let definition = &self.facts.facts().definitions[scope.0 as usize];
            let (kind, parent) = (definition.kind, definition.parent);
            match kind {
                SymbolKind::Class => return Some(scope),
                SymbolKind::Method => return (self.kind_of(parent) == SymbolKind::Class).then_some(parent),
                SymbolKind::Function => {
                    let node = self.function_node(scope)?;
                    if self.tree.kind(node) != ARROW {
                        return None;
                    }
                    scope = parent;
                }
                _ => return None,
            }
        }
        None
    }
}
