//! Facts of items other than their definitions: parameters, results, types of fields and constants, supertraits.

use super::definitions::is_receiver;
use super::parameters::is_informative;
use super::patterns::{BoundSource, MAX_PATTERN_DEPTH};
use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Binding, BindingKind, DefId, ExprId, Extension, Name, ReferenceKind};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::NodeId;

/// For a method that passes each element of its receiver to a closure, the index of the parameter that gets the
/// element. `None` for other methods.
fn element_parameter(method: &str) -> Option<usize> {
    match method {
        "all"
        | "and_then"
        | "any"
        | "filter"
        | "filter_map"
        | "find"
        | "find_map"
        | "flat_map"
        | "for_each"
        | "inspect"
        | "is_some_and"
        | "is_ok_and"
        | "map"
        | "map_or"
        | "map_or_else"
        | "map_while"
        | "max_by_key"
        | "min_by_key"
        | "partition"
        | "position"
        | "retain"
        | "retain_mut"
        | "rposition"
        | "skip_while"
        | "sort_by_key"
        | "sort_unstable_by_key"
        | "sort_by_cached_key"
        | "take_while"
        | "try_for_each" => Some(0),
        "fold" | "try_fold" | "scan" => Some(1),
        _ => None,
    }
}

impl RelatePass<'_, '_> {
    /// Binds a function's receiver and parameters, and sets its result type.
    pub(super) fn function(&mut self, node: NodeId, function: DefId) {
        let tree = self.tree;
        let result_type = self.field_type(node, FIELD_RETURN_TYPE);
        self.facts.facts().definitions[function.0 as usize].returns = result_type;
        let at = tree.child(node, FIELD_BODY).map_or(tree.end(node), |body| tree.start(body));
        let mut index = 0;
        for parameter in tree.children(node) {
            if is_receiver(tree, parameter) {
                self.receiver(function, at);
            } else if tree.kind(parameter) == PARAMETER {
                self.parameter(parameter, index, at);
                index = index.saturating_add(1);
            }
        }
    }

    fn receiver(&mut self, function: DefId, at: u32) {
        let name = self.facts.name("self");
        self.add_local(function, name, false);
        let kind = BindingKind::Receiver;
        let (value, annotation, until) = (ExprId(0), ExprId(0), u32::MAX);
        let binding = Binding {
            owner: function,
            scope: function,
            name,
            kind,
            index: 0,
            value,
            annotation,
            effective_from: at,
            effective_until: until,
        };
        self.facts.facts().bindings.push(binding);
    }

    fn parameter(&mut self, parameter: NodeId, index: u16, at: u32) {
        let Some(pattern) = self.tree.child(parameter, FIELD_PATTERN) else { return };
        let ty = self.tree.child(parameter, FIELD_TYPE);
        self.bind_typed(pattern, BoundSource::parameter(index, at), ty);
    }

    /// Binds a closure's parameters, which may be elements of a method's receiver, and its result.
    pub(super) fn closure(&mut self, node: NodeId, closure: DefId) {
        let tree = self.tree;
        let body = tree.child(node, FIELD_BODY);
        let at = body.map_or(tree.end(node), |body| tree.start(body));
        let element_source = self.element_parameter_of(node);
        let parameters = tree.children(node).take_while(|&child| Some(child) != body);
        let parameters = parameters.filter(|&child| tree.field(child) != FIELD_RETURN_TYPE);
        for (index, parameter) in parameters.enumerate().take(usize::from(u16::MAX)) {
            match element_source {
                _ if tree.kind(parameter) == PARAMETER => self.parameter(parameter, index as u16, at),
                Some((position, value)) if position == index => {
                    self.bind(
                        parameter,
                        BoundSource::new(BindingKind::Element, value, at, u32::MAX),
                        MAX_PATTERN_DEPTH,
                    );
                }
                _ => self.bind(parameter, BoundSource::parameter(index as u16, at), MAX_PATTERN_DEPTH),
            }
        }
        let result_type = self.field_type(node, FIELD_RETURN_TYPE);
        self.facts.facts().definitions[closure.0 as usize].returns = result_type;
        let value = self.expr_or_unknown(body);
        if result_type == ExprId(0) && value != ExprId(0) {
            self.facts.facts().bindings.push(Binding {
                owner: closure,
                scope: closure,
                name: Name(0),
                kind: BindingKind::ReturnValue,
                index: 0,
                value,
                annotation: ExprId(0),
                effective_from: at,
                effective_until: u32::MAX,
            });
        }
    }

    /// For a closure passed to a method: the index of the parameter that gets the elements, and the container of these.
    fn element_parameter_of(&mut self, closure: NodeId) -> Option<(usize, ExprId)> {
        let tree = self.tree;
        let call = tree.parent(closure);
        let callee = tree.child_of(call, CALL, FIELD_FUNCTION)?;
        let method = tree.child_of(callee, MEMBER, FIELD_FIELD)?;
        let position = element_parameter(tree.text(method))?;
        let value = tree.child(callee, FIELD_VALUE).map(|value| self.iterated_value(value))?;
        (value != ExprId(0)).then_some((position, value))
    }

    fn field_type(&mut self, node: NodeId, field: u8) -> ExprId {
        let ty = self.tree.child(node, field);
        self.ty_or_unknown(ty)
    }

    /// Binds a struct's field to its type.
    pub(super) fn field(&mut self, node: NodeId, owner: DefId) {
        let annotation = self.field_type(node, FIELD_TYPE);
        if let Some(name) = self.tree.child(node, FIELD_NAME) {
            let name = self.name(name);
            self.push_typed_field(owner, name, annotation, node);
        }
    }

    /// Binds the fields of a tuple struct or variant to their types. The name of a field is `prefix` and the field's
    /// index.
    pub(super) fn tuple_fields(&mut self, node: NodeId, owner: DefId, prefix: &str) {
        let tree = self.tree;
        for (position, ty) in tree.children(node).filter(|&child| tree.field(child) == FIELD_TYPE).enumerate() {
            let annotation = self.ty(ty);
            let name = self.facts.name(&format!("{prefix}{position}"));
            self.push_typed_field(owner, name, annotation, ty);
        }
    }

    /// Binds the fields of a variant to their types, as members of the enum. Their names have the form `Variant.field`.
    pub(super) fn variant(&mut self, node: NodeId, owner: DefId) {
        let tree = self.tree;
        let Some(name) = tree.child(node, FIELD_NAME) else { return };
        let prefix = format!("{}.", tree.text(name));
        self.tuple_fields(node, owner, &prefix);
        for field in tree.children(node).filter(|&child| tree.kind(child) == STRUCT_FIELD) {
            let annotation = self.field_type(field, FIELD_TYPE);
            if let Some(name) = tree.child(field, FIELD_NAME) {
                let name = self.facts.name(&format!("{prefix}{}", tree.text(name)));
                self.push_typed_field(owner, name, annotation, field);
            }
        }
    }

    fn push_typed_field(&mut self, owner: DefId, name: Name, annotation: ExprId, node: NodeId) {
        let (at, until) = (self.tree.end(node), u32::MAX);
        let (kind, index, value) = (BindingKind::Field, 0, ExprId(0));
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

    /// Binds a constant or static to its value and type.
    pub(super) fn constant(&mut self, node: NodeId, scope: DefId) {
        let tree = self.tree;
        let annotation = self.field_type(node, FIELD_TYPE);
        let value = self.expr_or_unknown(tree.child(node, FIELD_VALUE));
        self.push_assigned(node, scope, value, annotation);
    }

    /// Binds a type alias or an associated type to its type. An associated type without a type gets its first bound.
    pub(super) fn type_alias(&mut self, node: NodeId, scope: DefId) {
        let tree = self.tree;
        let ty = tree.child(node, FIELD_TYPE);
        let bounds = tree.child(node, FIELD_BOUNDS);
        let bound = bounds.and_then(|bounds| tree.children(bounds).find(|&bound| is_informative(tree, bound)));
        let value = self.ty_or_unknown(ty.or(bound));
        self.push_assigned(node, scope, value, ExprId(0));
    }

    fn push_assigned(&mut self, node: NodeId, scope: DefId, value: ExprId, annotation: ExprId) {
        let Some(name) = self.tree.child(node, FIELD_NAME) else { return };
        let name = self.name(name);
        let (kind, index, at, until) = (BindingKind::Assigned, 0, self.tree.end(node), u32::MAX);
        let binding = Binding {
            owner: scope,
            scope,
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

    /// Adds references to a trait's supertraits.
    pub(super) fn supertraits(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(bounds) = tree.child(node, FIELD_BOUNDS) else { return };
        for bound in tree.children(bounds).filter(|&bound| tree.kind(bound) != LIFETIME) {
            if is_informative(tree, bound) {
                self.push_parent(ReferenceKind::Inherit, bound);
            }
        }
    }

    /// Records the type that an `impl` block extends, and adds a reference to the trait that it implements.
    pub(super) fn implementation(&mut self, node: NodeId, block: DefId) {
        let tree = self.tree;
        if self.kind_of(block) != SymbolKind::Block {
            return;
        }
        if let Some(target) = tree.child(node, FIELD_TYPE) {
            let ty = self.ty(target);
            self.set_head_done(target);
            self.facts.facts().extensions.push(Extension { block, target: ty });
        }
        if let Some(parent) = tree.child(node, FIELD_TRAIT)
            && is_informative(tree, parent)
        {
            self.push_parent(ReferenceKind::Implement, parent);
        }
    }

    /// Adds a reference to a supertype of the current item.
    fn push_parent(&mut self, kind: ReferenceKind, node: NodeId) {
        let ty = self.ty(node);
        let head = self.set_head_done(node);
        let name = self.tree.child(head, FIELD_NAME).unwrap_or(head);
        if ty != ExprId(0) {
            self.push_reference(kind, ty, self.tree.start(name));
        }
    }

    /// Flags the name of a type as done and returns it, because the caller adds its reference. The type arguments are
    /// not flagged.
    pub(super) fn set_head_done(&mut self, node: NodeId) -> NodeId {
        let tree = self.tree;
        let mut head = node;
        while let Some(inner) = match tree.kind(head) {
            GENERIC_TYPE | GENERIC_TYPE_WITH_TURBOFISH | REFERENCE_TYPE => tree.child(head, FIELD_TYPE),
            _ => None,
        } {
            head = inner;
        }
        self.memo.set_done(head);
        head
    }
}
