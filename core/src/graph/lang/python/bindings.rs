//! Bindings of names to values: assignments, parameters, loops, `with`, `except`, patterns, and results of functions.

use super::relate::RelatePass;
use super::scopes::ScopeKind;
use super::syntax::*;
use super::targets;
use super::unpack::{BoundSource, MAX_GROUPS};
use crate::graph::facts::{Binding, BindingKind, DefId, Expr, ExprId, Flags, List, Name, Reference, ReferenceKind};
use crate::graph::syntax::NodeId;

/// Greatest number of classes in one type check that are read.
const MAX_CLASSES: usize = 4;

impl RelatePass<'_, '_> {
    /// `target = value`, `target: annotation = value`.
    pub(super) fn assignment(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(target) = tree.child(node, FIELD_LEFT) else { return };
        let right = tree.child(node, FIELD_RIGHT);
        self.export(target, right);
        let annotation = tree.child(node, FIELD_TYPE);
        let is_alias = annotation.is_some_and(|node| tree.text(node).ends_with("TypeAlias"));
        let annotation = self.annotation_or_unknown(annotation, self.reference_owner());
        let value = match right {
            Some(right) if is_alias => self.annotation_or_unknown(Some(right), self.reference_owner()),
            Some(right) => self.assigned_value(target, right),
            None => ExprId(0),
        };
        let annotation = if is_alias { ExprId(0) } else { annotation };
        let source = BoundSource::new(BindingKind::Assigned, value, tree.end(node));
        self.bind(target, source.annotated_source(annotation, right).with_statement(node), MAX_GROUPS);
    }

    /// `target += value`: the target keeps its value, and a list may get further items.
    pub(super) fn augmented_assignment(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(target), Some(right)) = (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) else { return };
        self.export(target, Some(right));
        self.store_items(target, right, node);
    }

    /// `name := value`.
    pub(super) fn named_expression(&mut self, node: NodeId) {
        let Some(target) = self.tree.child(node, FIELD_NAME) else { return };
        let value = self.tree.child(node, FIELD_VALUE);
        let value = self.expr_or_unknown(value);
        self.bind(target, BoundSource::new(BindingKind::Assigned, value, self.tree.start(node)), MAX_GROUPS);
    }

    /// `type Name = …`.
    pub(super) fn type_alias(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(left) = tree.child(node, FIELD_LEFT) else { return };
        let right = tree.child(node, FIELD_RIGHT);
        let value = self.annotation_or_unknown(right, self.reference_owner());
        self.memo.set_done(left);
        for part in tree.subtree(left) {
            self.memo.set_done(part);
        }
        if let Some(name) = super::declare::type_alias_name(tree, left) {
            self.bind(name, BoundSource::new(BindingKind::Assigned, value, tree.end(node)), MAX_GROUPS);
        }
    }

    /// `for target in value:`.
    pub(super) fn for_loop(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(target), Some(right)) = (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) else { return };
        self.iterate(right, node);
        let value = self.iterated_value(right);
        self.bind(target, BoundSource::new(BindingKind::Element, value, tree.end(right)), MAX_GROUPS);
    }

    /// `for target in value` of a comprehension, whose targets are visible in all of the comprehension.
    pub(super) fn for_in_clause(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(target), Some(right)) = (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) else { return };
        self.iterate(right, node);
        let value = self.iterated_value(right);
        let comprehension = tree.parent(node);
        let source = BoundSource::new(BindingKind::Element, value, tree.start(comprehension));
        self.bind(target, source.until_offset(tree.end(comprehension)), MAX_GROUPS);
    }

    /// `value as target` in `with`, `except` and `case`.
    pub(super) fn as_pattern(&mut self, node: NodeId) {
        let tree = self.tree;
        let mut children = tree.children(node);
        let (Some(value), Some(target)) = (children.next(), children.next()) else { return };
        let at = tree.end(node);
        let source = match (tree.kind(value), tree.kind(tree.parent(node))) {
            (CASE_PATTERN, _) => {
                let class = NodeId(value.0 + 1);
                let class = (class < tree.next_after_subtree(value) && tree.kind(class) == CLASS_PATTERN)
                    .then(|| tree.children(class).next())
                    .flatten();
                let kind = if class.is_some() { BindingKind::CaughtException } else { BindingKind::Assigned };
                BoundSource::new(kind, class.map_or(ExprId(0), |name| self.dotted_expr(name)), at)
            }
            (_, EXCEPT_CLAUSE) => BoundSource::new(BindingKind::CaughtException, self.expr(value), at),
            _ => BoundSource::new(BindingKind::ContextValue, self.expr(value), at),
        };
        self.bind(target, source, MAX_GROUPS);
    }

    /// Binds the parameters of a function or lambda, and adds references to their types.
    pub(super) fn parameters(&mut self, list: NodeId, function: DefId, at: u32) {
        let tree = self.tree;
        let outer_definition = self.definition();
        let is_method = super::declare::takes_receiver(self.facts, function);
        let is_class_method = self.facts.facts().definitions[function.0 as usize].flags.has(Flags::CLASS_METHOD);
        let (mut is_first, mut index) = (true, 0u16);
        for parameter in targets::parameters(tree, list) {
            let is_receiver = core::mem::take(&mut is_first) && is_method && !parameter.is_variadic;
            let annotation = self.annotation_or_unknown(parameter.annotation, function);
            let value = self.expr_or_unknown(parameter.default);
            let (kind, index) = match () {
                () if is_receiver && is_class_method => (BindingKind::ClassReceiver, 0),
                () if is_receiver => (BindingKind::Receiver, 0),
                () if parameter.is_variadic => (BindingKind::Variadic, 0),
                () if parameter.is_keyword_only => (BindingKind::Parameter, u16::MAX),
                () => {
                    index = index.saturating_add(1);
                    (BindingKind::Parameter, index - 1)
                }
            };
            let Some(name) = parameter.name else { continue };
            self.memo.set_done(name);
            let name = self.name(name);
            let until = u32::MAX;
            let binding = Binding {
                owner: function,
                scope: outer_definition,
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

    /// `return value`.
    pub(super) fn return_statement(&mut self, node: NodeId) {
        let value = self.tree.children(node).next();
        let value = match value {
            Some(value) => self.expr(value),
            None => return,
        };
        self.push_current_result(BindingKind::ReturnValue, value, self.tree.start(node));
    }

    /// `yield value`; `yield from values` yields each of their elements.
    pub(super) fn yield_expression(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(value) = tree.children(node).next() else { return };
        let is_from = tree.source()[tree.start(node) as usize..tree.start(value) as usize].contains("from");
        let mut expr = self.expr(value);
        if is_from && expr != ExprId(0) {
            expr = self.facts.expr(Expr::Element(expr, u32::MAX));
        }
        self.push_current_result(BindingKind::YieldValue, expr, tree.start(node));
    }

    fn push_current_result(&mut self, kind: BindingKind, value: ExprId, at: u32) {
        let scope = self.binding_scope();
        if scope.kind == ScopeKind::Function {
            self.push_result(scope.definition, kind, value, at);
        }
    }

    /// Binds a returned or yielded value to a function.
    pub(super) fn push_result(&mut self, function: DefId, kind: BindingKind, value: ExprId, at: u32) {
        self.facts.facts().bindings.push(Binding {
            owner: function,
            scope: function,
            name: Name(0),
            kind,
            index: 0,
            value,
            annotation: ExprId(0),
            effective_from: at,
            effective_until: u32::MAX,
        });
    }

    /// `if isinstance(name, Type) and …:`: in the branch, the name has the checked type.
    pub(super) fn checked_branch(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(condition), Some(block)) = (tree.child(node, FIELD_CONDITION), tree.child_of_kind(node, BLOCK))
        else {
            return;
        };
        let until = tree.end(block);
        let mut checks = vec![condition];
        while let Some(check) = checks.pop() {
            match tree.kind(check) {
                BOOLEAN_OPERATOR if tree.child_of_kind(check, OR).is_none() => checks.extend(tree.children(check)),
                PARENTHESIZED => checks.extend(tree.children(check)),
                CALL => self.type_check(check, tree.end(condition), until),
                _ => {}
            }
        }
    }

    /// `isinstance(name, Type)`, `isinstance(name, (One, Other))`.
    fn type_check(&mut self, call: NodeId, at: u32, until: u32) {
        let tree = self.tree;
        let mut parts = tree.children(call);
        let (Some(callee), Some(name), Some(class)) = (parts.next(), parts.next(), parts.next()) else { return };
        if tree.text(callee) != "isinstance" || tree.kind(name) != IDENTIFIER {
            return;
        }
        let mut value = ExprId(0);
        match tree.kind(class) {
            TUPLE => {
                for class in tree.children(class).take(MAX_CLASSES) {
                    let class = self.expr(class);
                    value = if value == ExprId(0) { class } else { self.facts.either(value, class) };
                }
            }
            _ => value = self.expr(class),
        }
        if value != ExprId(0) {
            self.bind_narrowed(name, BoundSource::new(BindingKind::CaughtException, value, at).until_offset(until));
        }
    }

    /// Flags the name of a field in a keyword pattern as done, because nothing reads it as a name.
    pub(super) fn keyword_pattern(&mut self, node: NodeId) {
        if let Some(name) = self.tree.children(node).next() {
            self.memo.set_done(name);
        }
    }

    /// Binds the name of a `case` pattern to an unknown value.
    pub(super) fn capture_pattern(&mut self, node: NodeId) {
        let at = self.tree.end(node);
        self.bind_name(node, BoundSource::new(BindingKind::Assigned, ExprId(0), at));
    }

    /// `raise Type` creates an instance of `Type`, so it is a call.
    pub(super) fn raise_statement(&mut self, node: NodeId) {
        let Some(value) = self.tree.children(node).next() else { return };
        if !matches!(self.tree.kind(value), IDENTIFIER | ATTRIBUTE) || self.is_builtin_node(value) {
            return;
        }
        let callee = self.expr(value);
        let expr = self.facts.expr(Expr::Call(callee, List::default()));
        self.set_path_root_done(value);
        let (scope, line) = (self.reference_owner(), self.tree.first_line(value));
        self.facts.facts().references.push(Reference { scope, kind: ReferenceKind::Call, expr, line });
    }
}
