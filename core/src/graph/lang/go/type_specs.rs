//! Type specifications: fields and embedded types of structs, supertypes of interfaces, and underlying types.

use alloc::string::String;
use alloc::vec::Vec;

use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Binding, BindingKind, DefId, ExprId, Name, ReferenceKind};
use crate::graph::syntax::NodeId;

/// The name of the member that has a type's underlying type as its type. No source code can contain that name.
pub(crate) fn underlying_name(type_name: &str) -> String {
    format!("type {type_name}")
}

impl RelatePass<'_, '_> {
    /// Adds the facts of `type Name …`. `outer_definition` is the definition around `definition`.
    pub(super) fn type_spec(&mut self, node: NodeId, definition: DefId, outer_definition: DefId) {
        let tree = self.tree;
        let (Some(name), Some(ty)) = (tree.child(node, FIELD_NAME), tree.child(node, FIELD_TYPE)) else { return };
        match tree.kind(ty) {
            _ if tree.kind(node) == TYPE_ALIAS => {
                let (name, value) = (self.name(name), self.ty(ty));
                self.push_typed(outer_definition, name, value, ExprId(0), tree.end(node));
            }
            STRUCT_TYPE => {}
            INTERFACE_TYPE => self.push_parents(ty),
            _ => {
                let (name, annotation) = (self.facts.name(&underlying_name(tree.text(name))), self.ty(ty));
                self.push_typed(definition, name, ExprId(0), annotation, tree.end(node));
            }
        }
    }

    fn push_typed(&mut self, owner: DefId, name: Name, value: ExprId, annotation: ExprId, at: u32) {
        let (kind, index, until) = (BindingKind::Assigned, 0, u32::MAX);
        let binding = Binding {
            owner,
            scope: owner,
            name,
            kind,
            index,
            value,
            annotation,
            effective_from: at,
            effective_until: until,
        };
        self.facts.facts().bindings.push(binding);
    }

    /// Binds a field of a struct. The type of an embedded field becomes a supertype, because its members are members of
    /// the struct.
    pub(super) fn struct_field(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(ty) = tree.child(node, FIELD_TYPE) else { return };
        let names: Vec<NodeId> = tree.children(node).filter(|&child| tree.field(child) == FIELD_NAME).collect();
        let names = if names.is_empty() { super::declare::type_name(tree, ty).into_iter().collect() } else { names };
        let annotation = self.ty(ty);
        for name in names {
            if self.declared_names.definition(name).is_none() {
                continue;
            }
            let is_embedded = tree.kind(name) == TYPE_NAME;
            let owner = self.definition();
            let (name, at) = (self.name(name), tree.end(node));
            let (kind, index, value, until) = (BindingKind::Field, 0, ExprId(0), u32::MAX);
            let binding = Binding {
                owner,
                scope: owner,
                name,
                kind,
                index,
                value,
                annotation,
                effective_from: at,
                effective_until: until,
            };
            self.facts.facts().bindings.push(binding);
            if is_embedded {
                self.push_parent(ty);
            }
        }
    }

    /// Adds the types that an interface embeds as supertypes. An interface with a list of types gets an unknown
    /// supertype, so its methods count as unknown.
    fn push_parents(&mut self, interface: NodeId) {
        let tree = self.tree;
        for element in tree.children(interface).filter(|&child| tree.kind(child) == TYPE_ELEM) {
            let mut types = tree.children(element);
            match (types.next(), types.next()) {
                (Some(only), None) if is_named_type(tree.kind(only)) => self.push_parent(only),
                _ => self.push_reference(ReferenceKind::Inherit, ExprId(0), tree.start(element)),
            }
        }
    }

    fn push_parent(&mut self, node: NodeId) {
        let ty = self.ty(node);
        let head = self.set_head_done(node);
        let name = self.tree.child(head, FIELD_NAME).unwrap_or(head);
        self.push_reference(ReferenceKind::Inherit, ty, self.tree.start(name));
    }
}
