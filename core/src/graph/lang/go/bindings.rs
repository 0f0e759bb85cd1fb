//! Bindings of names to values: declarations, assignments, loops, cases.

use alloc::vec::Vec;

use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Binding, BindingKind, DefId, Expr, ExprId, Name};
use crate::graph::syntax::NodeId;

/// A binding without its name: the value, and the byte range in which the binding is visible.
#[derive(Clone, Copy)]
struct Source {
    kind: BindingKind,
    index: u16,
    value: ExprId,
    annotation: ExprId,
    visible_from: u32,
    visible_until: u32,
}

impl Source {
    fn new(value: ExprId, at: u32, until: u32) -> Source {
        Source {
            kind: BindingKind::Assigned,
            index: 0,
            value,
            annotation: ExprId(0),
            visible_from: at,
            visible_until: until,
        }
    }
}

impl RelatePass<'_, '_> {
    /// `var a, b Type = x, y`, in a file or a function.
    pub(super) fn variables(&mut self, node: NodeId) {
        let annotation = self.tree.child(node, FIELD_TYPE).map_or(ExprId(0), |ty| self.ty(ty));
        self.value_spec(node, annotation);
    }

    /// `a, b Type = x, y` of constants. A line without type and value repeats the type of the line before.
    pub(super) fn constants(&mut self, node: NodeId) {
        let tree = self.tree;
        let has_value = tree.child(node, FIELD_VALUE).is_some();
        let annotation = tree.child(node, FIELD_TYPE).map_or(ExprId(0), |ty| self.ty(ty));
        if annotation != ExprId(0) || has_value {
            self.repeated_type = annotation;
        }
        self.value_spec(node, self.repeated_type);
    }

    fn value_spec(&mut self, node: NodeId, annotation: ExprId) {
        let tree = self.tree;
        let is_name = |&child: &NodeId| tree.field(child) == FIELD_NAME && tree.kind(child) == IDENTIFIER;
        let names: Vec<NodeId> = tree.children(node).filter(is_name).collect();
        let values: Vec<NodeId> =
            tree.child(node, FIELD_VALUE).map_or(Vec::new(), |list| tree.children(list).collect());
        let template = Source::new(ExprId(0), tree.end(node), self.block_end());
        self.bind_pairs(&names, &values, Source { annotation, ..template });
    }

    /// `a, b := x, y`.
    pub(super) fn short_declaration(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(left), Some(right)) = (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) else { return };
        let (names, values): (Vec<_>, Vec<_>) = (tree.children(left).collect(), tree.children(right).collect());
        self.bind_pairs(&names, &values, Source::new(ExprId(0), tree.end(node), self.block_end()));
    }

    /// Binds names to their values: each name to its own value, or to a result of the only call. A single value of
    /// another form is that of the first name. The other names get the `template` as it is, without a value.
    fn bind_pairs(&mut self, names: &[NodeId], values: &[NodeId], template: Source) {
        for (at, &name) in names.iter().enumerate().take(usize::from(u16::MAX)) {
            let source = match *values {
                _ if values.len() == names.len() => Source { value: self.expr(values[at]), ..template },
                [call] if self.tree.kind(call) == CALL => {
                    Source { kind: BindingKind::TupleItem, index: at as u16, value: self.expr(call), ..template }
                }
                [only] if at == 0 => Source { value: self.expr(only), ..template },
                _ => template,
            };
            self.bind(name, source);
        }
    }

    /// `a = x`: binds a local variable if nothing is known of its value yet.
    pub(super) fn assignment(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(left), Some(right)) = (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) else { return };
        for (target, value) in tree.children(left).zip(tree.children(right)) {
            if tree.kind(target) != IDENTIFIER {
                continue;
            }
            let name = self.name(target);
            let Some(owner) = self.local_owner(name, tree.start(target)).filter(|&owner| self.is_untyped(owner, name))
            else {
                continue;
            };
            let value = self.expr(value);
            self.push_binding(owner, name, Source::new(value, tree.end(node), u32::MAX));
        }
    }

    /// `for a, b := range x`. The first name gets the keys, or the elements of a channel; the second gets the values.
    pub(super) fn range_clause(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(left), Some(right)) = (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) else { return };
        let operator = tree.source().get(tree.end(left) as usize..tree.start(right) as usize).unwrap_or_default();
        if !operator.contains(":=") {
            return;
        }
        let value = self.expr(right);
        let template = Source::new(ExprId(0), tree.end(node), self.block_end());
        let mut names = tree.children(left);
        if let Some(key_name) = names.next() {
            self.bind(key_name, Source { kind: BindingKind::Element, value, ..template });
        }
        if let Some(value_name) = names.next() {
            let element = self.facts.expr_of(value, Expr::Element(value, u32::MAX));
            self.bind(value_name, Source { value: element, ..template });
        }
    }

    /// `case a, ok := <-x:`
    pub(super) fn receive(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(left), Some(right)) = (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) else { return };
        let operator = tree.source().get(tree.end(left) as usize..tree.start(right) as usize).unwrap_or_default();
        if operator.contains(":=") {
            let names: Vec<NodeId> = tree.children(left).collect();
            let template = Source::new(ExprId(0), tree.end(node), self.block_end());
            self.bind_pairs(&names, &[right], template);
        }
    }

    /// `case Type:` of `switch name := x.(type)`. In a case of one type the name has that type, in any other case the
    /// value `x`.
    pub(super) fn type_case(&mut self, node: NodeId) {
        let tree = self.tree;
        let switch = tree.parent(node);
        if tree.kind(switch) != TYPE_SWITCH {
            return;
        }
        // Searches only the children before the cases, of which there may be very many.
        let header_part = |field| {
            let mut parts = tree.children(switch).take_while(|&part| tree.kind(part) != TYPE_CASE);
            parts.find(|&part| tree.field(part) == field)
        };
        let Some(alias) = header_part(FIELD_ALIAS).and_then(|alias| tree.children(alias).next()) else { return };
        let types: Vec<NodeId> = tree.children(node).filter(|&child| tree.field(child) == FIELD_TYPE).collect();
        let value = header_part(FIELD_VALUE).map_or(ExprId(0), |value| self.expr(value));
        let at = types.last().map_or(tree.start(node), |&ty| tree.end(ty));
        let source = Source::new(value, at, tree.end(node));
        let source = match types.as_slice() {
            &[only] => Source { value: ExprId(0), annotation: self.ty(only), ..source },
            _ => source,
        };
        self.bind(alias, source);
    }

    fn bind(&mut self, node: NodeId, source: Source) {
        let tree = self.tree;
        self.memo.set_done(node);
        if tree.kind(node) != IDENTIFIER || tree.text(node) == "_" {
            return;
        }
        let (owner, name) = (self.definition(), self.name(node));
        if self.declared_names.definition(node).is_none() {
            let is_untyped = source.value == ExprId(0) && source.annotation == ExprId(0);
            self.add_local(owner, name, (source.visible_from, source.visible_until), is_untyped);
        }
        self.push_binding(owner, name, source);
    }

    fn push_binding(&mut self, owner: DefId, name: Name, source: Source) {
        let Source { kind, index, value, annotation, visible_from: at, visible_until: until } = source;
        let scope = self.definition();
        // In a malformed tree the end may be before the start, which is not allowed.
        let until = until.max(at);
        self.facts.facts().bindings.push(Binding {
            owner,
            scope,
            name,
            kind,
            index,
            value,
            annotation,
            effective_from: at,
            effective_until: until,
        });
    }
}
