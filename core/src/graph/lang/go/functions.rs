//! Functions and methods: receivers, parameters, results.

use alloc::vec::Vec;

use super::declare;
use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Binding, BindingKind, Container, DefId, ExprId, Extension, MAX_ITEMS, Name};
use crate::graph::syntax::NodeId;

impl RelatePass<'_, '_> {
    /// Binds the parameters of a function, which may be declared without a body.
    pub(super) fn function(&mut self, node: NodeId, function: DefId) {
        let tree = self.tree;
        let at = tree.child(node, FIELD_BODY).map_or(tree.end(node), |body| tree.start(body));
        self.signature(node, function, at);
    }

    /// Binds the receiver and parameters of a method, and records the type that its block extends.
    pub(super) fn method(&mut self, node: NodeId, block: DefId) {
        let tree = self.tree;
        if let Some(target) = declare::receiver_type(tree, node) {
            let name = self.name(target);
            let target_type = self.facts.expr(crate::graph::facts::Expr::Name(name, tree.start(target)));
            self.memo.set_done(target);
            self.facts.facts().extensions.push(Extension { block, target: target_type });
        }
        let Some(method) = tree.child(node, FIELD_NAME).and_then(|name| self.declared_names.definition(name)) else {
            return;
        };
        self.enter(node, method);
        let at = tree.child(node, FIELD_BODY).map_or(tree.end(node), |body| tree.start(body));
        let receiver = tree.child(node, FIELD_RECEIVER).and_then(|list| tree.child_of_kind(list, PARAMETER));
        if let Some(name) = receiver.and_then(|receiver| tree.child(receiver, FIELD_NAME)) {
            let (name, source) = (self.name(name), (BindingKind::Receiver, 0, ExprId(0)));
            self.push_parameter(method, name, source, at);
        }
        self.signature(node, method, at);
    }

    /// Binds the parameters and named results of `function`, which are visible from byte offset `at` on. Sets its
    /// result type.
    pub(super) fn signature(&mut self, node: NodeId, function: DefId, at: u32) {
        let tree = self.tree;
        if let Some(list) = tree.child(node, FIELD_PARAMETERS) {
            self.parameters(list, function, at);
        }
        let result_type = tree.child(node, FIELD_RESULT).map_or(ExprId(0), |result| match tree.kind(result) {
            PARAMETERS => self.results(result, function, at),
            _ => self.ty(result),
        });
        self.facts.facts().definitions[function.0 as usize].returns = result_type;
    }

    fn parameters(&mut self, list: NodeId, function: DefId, at: u32) {
        let tree = self.tree;
        let mut index: u16 = 0;
        for parameter in tree.children(list).take(MAX_ITEMS) {
            let annotation = tree.child(parameter, FIELD_TYPE).map_or(ExprId(0), |ty| self.ty(ty));
            let (kind, annotation) = match tree.kind(parameter) {
                VARIADIC_PARAMETER => {
                    (BindingKind::Variadic, self.facts.container_literal(Container::Sequence, Name(0), annotation))
                }
                _ => (BindingKind::Parameter, annotation),
            };
            for name in self.names_of(parameter) {
                self.push_parameter(function, name, (kind, index, annotation), at);
                index = index.saturating_add(1);
            }
        }
    }

    /// The names of a parameter or result; a blank name if it has none.
    fn names_of(&mut self, parameter: NodeId) -> Vec<Name> {
        let tree = self.tree;
        let is_name = |&child: &NodeId| tree.field(child) == FIELD_NAME && tree.kind(child) == IDENTIFIER;
        let names: Vec<NodeId> = tree.children(parameter).filter(is_name).collect();
        match names.is_empty() {
            true => vec![self.facts.name("_")],
            false => names.into_iter().map(|name| self.name(name)).collect(),
        }
    }

    fn push_parameter(
        &mut self,
        owner: DefId,
        name: Name,
        (kind, index, annotation): (BindingKind, u16, ExprId),
        at: u32,
    ) {
        self.add_local(owner, name, (at, u32::MAX), false);
        let (value, until) = (ExprId(0), u32::MAX);
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

    /// The type of results in parentheses: that of a single result, otherwise a tuple. Named results become locals.
    fn results(&mut self, list: NodeId, function: DefId, at: u32) -> ExprId {
        let tree = self.tree;
        let list_start = self.facts.open_list();
        for result in tree.children(list).take(MAX_ITEMS) {
            let annotation = tree.child(result, FIELD_TYPE).map_or(ExprId(0), |ty| self.ty(ty));
            let has_names = tree.child(result, FIELD_NAME).is_some();
            for name in self.names_of(result) {
                self.facts.push_item(Name(0), annotation);
                if has_names {
                    self.push_parameter(function, name, (BindingKind::Assigned, 0, annotation), at);
                }
            }
        }
        match self.facts.open_items(list_start) {
            &[only_item] => {
                self.facts.close_list(list_start);
                only_item.value
            }
            _ => {
                let list = self.facts.close_list(list_start);
                self.facts.expr(crate::graph::facts::Expr::Items(Container::Tuple, list))
            }
        }
    }

    /// `return value`, for a function without a known result type.
    pub(super) fn return_statement(&mut self, node: NodeId) {
        let tree = self.tree;
        let function = self.definition();
        let result_type = self.facts.facts().definitions[function.0 as usize].returns;
        let values = tree.child_of_kind(node, EXPRESSIONS);
        let Some(value) = values.and_then(|values| tree.children(values).next()).filter(|_| result_type == ExprId(0))
        else {
            return;
        };
        let value = self.expr(value);
        if self.facts.may_resolve(value) && function != DefId(0) {
            let (owner, scope, name, kind) = (function, function, Name(0), BindingKind::ReturnValue);
            let (index, annotation, at, until) = (0, ExprId(0), tree.start(node), u32::MAX);
            let binding = Binding {
                owner,
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
    }
}
