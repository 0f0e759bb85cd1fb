//! Bindings of names to values: declarations, assignments, parameters, loops, and results of functions.

use alloc::vec::Vec;

use super::declare::is_parameter_property;
use super::exports;
use super::imports::{self, ImportPosition, ImportedItem};
use super::library;
use super::objects;
use super::patterns::{BoundSource, MAX_PATTERN_DEPTH};
use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Binding, BindingKind, Container, DefId, Expr, ExprId, ImportKind, MAX_ITEMS, Name};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::NodeId;

impl RelatePass<'_, '_> {
    /// A value for a name that is visible in the enclosing block, or, if declared with `var`, in the enclosing
    /// function.
    fn bound_source(&self, kind: BindingKind, value: ExprId, annotation: ExprId, is_var: bool) -> BoundSource {
        let (at, until) = if is_var { (0, u32::MAX) } else { self.block() };
        BoundSource {
            owner: self.definition(),
            kind,
            index: 0,
            value,
            annotation,
            visible_from: at,
            visible_until: until,
        }
    }

    /// `const pattern: type = value`.
    pub(super) fn declarator(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(pattern) = tree.child(node, FIELD_NAME) else { return };
        let value = tree.child(node, FIELD_VALUE);
        if let Some(module) = value.and_then(|value| imports::required_module(tree, value))
            && self.require_declarator(node, pattern, module)
        {
            // The call is recorded as an import, so it is not also a reference.
            let call = value
                .and_then(|value| if tree.kind(value) == AWAIT { tree.children(value).next() } else { Some(value) });
            call.into_iter().for_each(|call| self.memo.set_done(call));
            return;
        }
        let names_value =
            value.is_some_and(|value| is_function_value(tree.kind(value)) || tree.kind(value) == CLASS_EXPRESSION);
        if names_value && tree.kind(pattern) == IDENTIFIER {
            return self.memo.set_done(pattern);
        }
        let annotation = self.annotation(tree.child(node, FIELD_TYPE), value);
        let constant_expr = value.and_then(|value| self.constant(node, value));
        let expr = constant_expr.unwrap_or_else(|| self.expr_or_unknown(value));
        let is_var = tree.kind(tree.parent(node)) == VAR;
        let source = self.bound_source(BindingKind::Assigned, expr, annotation, is_var);
        self.bind(pattern, source, MAX_PATTERN_DEPTH);
    }

    /// The written type, or the generic type that a construction names; unknown if there is neither.
    pub(super) fn annotation(&mut self, written_type: Option<NodeId>, value: Option<NodeId>) -> ExprId {
        let tree = self.tree;
        match (written_type, value) {
            (Some(written_type), _) => self.ty(written_type),
            (None, Some(construction))
                if tree.kind(construction) == NEW && tree.child(construction, FIELD_TYPE_ARGUMENTS).is_some() =>
            {
                let head = tree.child(construction, FIELD_CONSTRUCTOR).map_or(ExprId(0), |head| self.expr(head));
                let arguments = tree.child(construction, FIELD_TYPE_ARGUMENTS);
                self.generic(head, arguments)
            }
            _ => ExprId(0),
        }
    }

    /// `const name = require("module")`; false if the pattern has a form that imports cannot express.
    fn require_declarator(&mut self, node: NodeId, pattern: NodeId, module: &str) -> bool {
        let tree = self.tree;
        let mut required_names = Vec::new();
        match tree.kind(pattern) {
            IDENTIFIER => required_names.push((ImportKind::Module, "", pattern)),
            OBJECT_PATTERN => {
                for part in tree.children(pattern) {
                    let (key, alias) = match tree.kind(part) {
                        SHORTHAND_PATTERN => (part, part),
                        PAIR_PATTERN => match (tree.child(part, FIELD_KEY), tree.child(part, FIELD_VALUE)) {
                            (Some(key), Some(value)) if tree.kind(value) == IDENTIFIER => (key, value),
                            _ => return false,
                        },
                        _ => return false,
                    };
                    required_names.push((ImportKind::Member, unquote(tree.text(key)), alias));
                }
            }
            _ => return false,
        }
        let position =
            ImportPosition { scope: self.definition(), offset: tree.start(node), line: tree.first_line(node) };
        for (kind, member, alias) in required_names {
            self.memo.set_done(alias);
            let alias = tree.text(alias);
            imports::add(self.facts, &ImportedItem { kind, module, member, alias, is_reexported: false }, position);
        }
        true
    }

    /// `target = value`.
    pub(super) fn assignment(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(left), Some(right)) = (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) else { return };
        if let Some((name, _)) = exports::export_target(tree, node) {
            self.memo.set_done(left);
            if self.kind_of(self.definition()) == SymbolKind::File {
                self.assigned_export(node, name, right);
            }
            return;
        }
        if self.declared_names.definition(objects::innermost_assignment(tree, node)).is_some() {
            // The assigned function is defined as the member, so the member is not also a use.
            self.memo.set_done(left);
        }
        let value = self.expr(right);
        match tree.kind(left) {
            IDENTIFIER => self.assign_name(left, BindingKind::Assigned, value),
            MEMBER => self.assign_field(left, value),
            SUBSCRIPT => {
                if let Some(object) = tree.child(left, FIELD_OBJECT) {
                    self.store_item(object, value);
                }
            }
            _ => {}
        }
    }

    /// Adds a value of a name that is declared elsewhere in the file.
    fn assign_name(&mut self, target: NodeId, kind: BindingKind, value: ExprId) {
        let name = self.name(target);
        let (owner, (at, until)) = match self.local(name) {
            Some(found) => found,
            None if self.declared_names.binds(name) => (DefId(0), (0, u32::MAX)),
            None => return,
        };
        if self.facts.may_resolve(value) {
            let scope = self.definition();
            let annotation = ExprId(0);
            let binding = Binding {
                owner,
                scope,
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
    }

    /// `this.name = value` in a method of a class.
    fn assign_field(&mut self, target: NodeId, value: ExprId) {
        let tree = self.tree;
        let (Some(object), Some(name)) = (tree.child(target, FIELD_OBJECT), tree.child(target, FIELD_PROPERTY)) else {
            return;
        };
        if tree.kind(object) == THIS
            && self.facts.may_resolve(value)
            && let Some(class) = self.receiver_class()
        {
            let name = self.facts.name(tree.text(name));
            self.push_field(class, name, value, ExprId(0), tree.start(target));
        }
    }

    /// Adds a value and type of a class's field.
    pub(super) fn push_field(&mut self, owner: DefId, name: Name, value: ExprId, annotation: ExprId, at: u32) {
        let scope = self.definition();
        let (kind, until) = (BindingKind::Field, u32::MAX);
        self.facts.facts().bindings.push(Binding {
            owner,
            scope,
            name,
            kind,
            index: 0,
            value,
            annotation,
            effective_from: at,
            effective_until: until,
        });
    }

    /// Adds an item to a container: `x[key] = value`, `x.push(value)`, `x.set(key, value)`.
    pub(super) fn store_item(&mut self, object: NodeId, value: ExprId) {
        let tree = self.tree;
        if !self.facts.may_resolve(value) {
            return;
        }
        let stored_item = self.facts.container_literal(Container::Sequence, Name(0), value);
        match tree.kind(object) {
            IDENTIFIER => self.assign_name(object, BindingKind::StoredItem, stored_item),
            MEMBER => self.assign_field(object, stored_item),
            _ => {}
        }
    }

    /// Binds a function's receiver and parameters, and sets its result type.
    pub(super) fn function(&mut self, node: NodeId, definition: DefId) {
        let tree = self.tree;
        self.receiver(node, definition);
        if let Some(parameter) = tree.child(node, FIELD_PARAMETER) {
            self.parameter(parameter, definition, 0);
        }
        if let Some(list) = tree.child(node, FIELD_PARAMETERS) {
            let mut index = 0;
            for parameter in tree.children(list).take(MAX_ITEMS) {
                let pattern = tree.child(parameter, FIELD_PATTERN).unwrap_or(parameter);
                if tree.kind(pattern) != THIS {
                    self.parameter(parameter, definition, index);
                    index += 1;
                }
            }
        }
        let result_type = tree.child(node, FIELD_RETURN_TYPE).map_or(ExprId(0), |ty| self.ty(ty));
        self.facts.facts().definitions[definition.0 as usize].returns = result_type;
        if let Some(body) = tree.child(node, FIELD_BODY).filter(|&body| tree.kind(body) != BLOCK) {
            let value = self.expr(body);
            self.push_result(definition, BindingKind::ReturnValue, value, tree.start(body));
        }
    }

    /// Binds `this`. An arrow function takes it from the enclosing scope or, as the value of a field, from the class. A
    /// plain function takes it from its caller.
    fn receiver(&mut self, node: NodeId, function: DefId) {
        let tree = self.tree;
        let definition = self.facts.facts().definitions[function.0 as usize].clone();
        let outer_definition = definition.parent;
        let is_field = definition.kind == SymbolKind::Method && self.kind_of(outer_definition) == SymbolKind::Class;
        if tree.kind(node) == ARROW && !is_field {
            return;
        }
        let (kind, value) = match (definition.kind, self.kind_of(outer_definition)) {
            (SymbolKind::Method, SymbolKind::Block) => (BindingKind::Receiver, ExprId(0)),
            (SymbolKind::Method, SymbolKind::Class | SymbolKind::Interface) => {
                let is_static = definition.flags.has(crate::graph::facts::Flags::STATIC);
                (if is_static { BindingKind::ClassReceiver } else { BindingKind::Receiver }, ExprId(0))
            }
            (SymbolKind::Method, SymbolKind::Variable | SymbolKind::Constant) => {
                let name = self.facts.facts().definitions[outer_definition.0 as usize].name;
                (BindingKind::Assigned, self.facts.expr(Expr::Name(name, tree.start(node))))
            }
            _ => (BindingKind::Assigned, self.this_value(node, function)),
        };
        let name = self.facts.name("this");
        let (at, until) = (definition.name_offset, u32::MAX);
        let annotation = ExprId(0);
        let owner = function;
        let scope = if kind == BindingKind::Assigned { function } else { outer_definition };
        self.facts.facts().bindings.push(Binding {
            owner,
            scope,
            name,
            kind,
            index: 0,
            value,
            annotation,
            effective_from: at,
            effective_until: until,
        });
    }

    fn parameter(&mut self, node: NodeId, function: DefId, index: u16) {
        let tree = self.tree;
        let mut pattern = tree.child(node, FIELD_PATTERN).unwrap_or(node);
        let mut default = tree.child(node, FIELD_VALUE);
        if tree.kind(pattern) == ASSIGNMENT_PATTERN {
            default = tree.child(pattern, FIELD_RIGHT);
            pattern = tree.child(pattern, FIELD_LEFT).unwrap_or(pattern);
        }
        let mut kind = BindingKind::Parameter;
        if tree.kind(pattern) == REST_PATTERN {
            kind = BindingKind::Variadic;
            pattern = tree.children(pattern).next().unwrap_or(pattern);
        }
        let annotation = self.annotation(tree.child(node, FIELD_TYPE), default);
        let mut value = self.expr_or_unknown(default);
        if index == 0
            && annotation == ExprId(0)
            && let Some((argument, is_element)) = self.callback_argument(function)
        {
            (kind, value) = (if is_element { BindingKind::Element } else { BindingKind::Assigned }, argument);
        }
        let source =
            BoundSource { owner: function, kind, index, value, annotation, visible_from: 0, visible_until: u32::MAX };
        self.bind(pattern, source, MAX_PATTERN_DEPTH);
        if is_parameter_property(tree, node) && self.declared_names.definition(node).is_some() {
            let class = self.facts.facts().definitions[function.0 as usize].parent;
            let name = self.name(pattern);
            let value = self.facts.expr(Expr::Name(name, tree.start(pattern)));
            self.push_field(class, name, value, annotation, tree.start(pattern));
        }
    }

    /// The value that the enclosing call passes to a callback's first parameter. The flag is set if the call passes the
    /// elements of this value one by one.
    fn callback_argument(&mut self, function: DefId) -> Option<(ExprId, bool)> {
        let tree = self.tree;
        let node = self.function_node(function)?;
        let call = tree.parent(node);
        let callee = tree.child_of(call, CALL, FIELD_FUNCTION)?;
        let object = tree.child_of(callee, MEMBER, FIELD_OBJECT)?;
        let method = tree.text(tree.child(callee, FIELD_PROPERTY)?);
        match method {
            "then" => {
                let value = self.expr(object);
                Some((self.facts.expr_of(value, Expr::Awaited(value)), false))
            }
            _ if library::passes_elements(method) => Some((self.expr(object), true)),
            _ => None,
        }
    }

    /// `for (const pattern of value)`. For a loop with `in` the value is unknown.
    pub(super) fn for_in(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(left), Some(right)) = (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) else { return };
        let header = &tree.source()[tree.start(node) as usize..tree.start(right).max(tree.start(node)) as usize];
        let has_of = header.trim_end().ends_with("of");
        let value = if has_of { self.expr(right) } else { ExprId(0) };
        let is_declared = ["const ", "let ", "var "].iter().any(|word| header.contains(word));
        if is_declared {
            let source = self.bound_source(BindingKind::Element, value, ExprId(0), header.contains("var "));
            self.bind(left, source, MAX_PATTERN_DEPTH);
        }
    }

    /// `catch (name)`: nothing is known of a thrown value.
    pub(super) fn catch(&mut self, node: NodeId) {
        if let Some(pattern) = self.tree.child(node, FIELD_PARAMETER) {
            let source = self.bound_source(BindingKind::Assigned, ExprId(0), ExprId(0), false);
            self.bind(pattern, source, MAX_PATTERN_DEPTH);
        }
    }

    /// `return value`, `yield value`.
    pub(super) fn result_statement(&mut self, node: NodeId, kind: BindingKind) {
        let tree = self.tree;
        let Some(value) = tree.children(node).next() else { return };
        let mut expr = self.expr(value);
        let text_before = &tree.source()[tree.start(node) as usize..tree.start(value) as usize];
        if kind == BindingKind::YieldValue && text_before.contains('*') {
            expr = self.facts.expr_of(expr, Expr::Element(expr, u32::MAX));
        }
        let function = self.definition();
        if matches!(self.kind_of(function), SymbolKind::Function | SymbolKind::Method) {
            self.push_result(function, kind, expr, tree.start(node));
        }
    }

    fn push_result(&mut self, function: DefId, kind: BindingKind, value: ExprId, at: u32) {
        let (name, annotation, until) = (Name(0), ExprId(0), u32::MAX);
        let (owner, scope) = (function, function);
        self.facts.facts().bindings.push(Binding {
            owner,
            scope,
            name,
            kind,
            index: 0,
            value,
            annotation,
            effective_from: at,
            effective_until: until,
        });
    }
}
