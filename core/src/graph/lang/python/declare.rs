//! The first pass over a file: its definitions, and the bindings of each scope.
//!
//! Python decides for a whole function which names are local, wherever the function binds them, so this pass comes
//! before `relate`.

use alloc::vec::Vec;

use super::definitions::{Definer, MemberOrigin};
use super::imports;
use super::scopes::{BindingFlags, FILE, Scope, ScopeId, ScopeKind, Scopes, UseFlags};
use super::syntax::*;
use super::targets;
use super::uses;
use crate::graph::facts::{DefId, FactsBuilder, Flags};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::{Field, NodeId, Tree};
use crate::text::tokens::TokenCounts;

/// Adds all definitions to the facts and returns the scopes.
pub(super) fn declare<'t>(tree: &Tree<'t>, facts: &mut FactsBuilder, tokens: &TokenCounts<'t>) -> Scopes {
    let definer = Definer::new(tree, tokens);
    let mut pass = DeclarePass {
        tree,
        facts,
        definer,
        scopes: Scopes::new(),
        open_scopes: Vec::new(),
        pending_bodies: Vec::new(),
        as_target_end: 0,
    };
    for at in 0..tree.len() as u32 {
        pass.leave(at);
        pass.enter(NodeId(at));
        pass.node(NodeId(at));
    }
    pass.scopes
}

struct DeclarePass<'a, 't> {
    tree: &'a Tree<'t>,
    facts: &'a mut FactsBuilder,
    definer: Definer<'a, 't>,
    scopes: Scopes,
    /// The enclosing scopes, each with the first node after it.
    open_scopes: Vec<(u32, ScopeId)>,
    /// Bodies that are not reached yet. Code between a definition's start and its body belongs to the outer scope.
    pending_bodies: Vec<(NodeId, DefId, ScopeKind)>,
    /// The first node after the last `as` target.
    as_target_end: u32,
}

impl DeclarePass<'_, '_> {
    fn scope(&self) -> ScopeId {
        self.open_scopes.last().map_or(FILE, |&(_, scope)| scope)
    }

    fn leave(&mut self, at: u32) {
        while self.open_scopes.last().is_some_and(|&(end, _)| end <= at) {
            self.open_scopes.pop();
        }
    }

    fn enter(&mut self, node: NodeId) {
        while self.pending_bodies.last().is_some_and(|&(body, ..)| body < node) {
            self.pending_bodies.pop();
        }
        if let Some((_, definition, kind)) = self.pending_bodies.pop_if(|waiting| waiting.0 == node) {
            let scope = self.open_scope(node, definition, kind);
            match kind {
                ScopeKind::Class => self.definer.expect_members(self.facts, definition, node),
                _ => self.parameters(self.tree.parent(node), scope, definition),
            }
        }
    }

    fn open_scope(&mut self, node: NodeId, definition: DefId, kind: ScopeKind) -> ScopeId {
        let scope = self.scopes.add(Scope { kind, parent: self.scope(), definition, node });
        self.open_scopes.push((self.tree.next_after_subtree(node).0, scope));
        scope
    }

    fn node(&mut self, node: NodeId) {
        uses::record_uses(self.tree, self.facts, &mut self.scopes, node);
        match self.tree.kind(node) {
            FUNCTION => self.define(node, ScopeKind::Function),
            CLASS => self.define(node, ScopeKind::Class),
            LAMBDA => self.define(node, ScopeKind::Function),
            LIST_COMPREHENSION | SET_COMPREHENSION | DICTIONARY_COMPREHENSION | GENERATOR_EXPRESSION => {
                let definition = self.scopes.get(self.scope()).definition;
                self.open_scope(node, definition, ScopeKind::Comprehension);
            }
            ASSIGNMENT => self.assignment(node),
            TYPE_ALIAS => self.type_alias(node),
            AUGMENTED_ASSIGNMENT | FOR => self.variables(node, FIELD_LEFT),
            NAMED_EXPRESSION => self.variables(node, FIELD_NAME),
            FOR_IN_CLAUSE => self.comprehension_targets(node),
            AS_PATTERN_TARGET if self.as_target_end <= node.0 => {
                // A target inside a target is bound with the outer one. Walking through each of very many would take
                // quadratic time.
                self.as_target_end = self.tree.next_after_subtree(node).0;
                self.bind_leaves(node, self.scopes.binding_scope(self.scope()));
            }
            IMPORT | IMPORT_FROM | FUTURE_IMPORT => self.import(node),
            GLOBAL => self.outer_declaration(node, "global", BindingFlags::GLOBAL),
            NONLOCAL => self.outer_declaration(node, "nonlocal", BindingFlags::NONLOCAL),
            YIELD => self.set_generator(),
            DOTTED_NAME | IDENTIFIER => {
                if let Some(name) = targets::captured_name(self.tree, node) {
                    let scope = self.scopes.binding_scope(self.scope());
                    self.bind(scope, name, BindingFlags::VARIABLE);
                }
            }
            _ => {}
        }
    }

    /// Defines a function, class or lambda, whose scope opens with its body.
    fn define(&mut self, node: NodeId, kind: ScopeKind) {
        let outer_scope = self.scopes.binding_scope(self.scope());
        let Scope { kind: outer_kind, definition: parent, .. } = self.scopes.get(outer_scope);
        let symbol_kind = match (self.tree.kind(node), outer_kind) {
            (CLASS, _) => SymbolKind::Class,
            (FUNCTION, ScopeKind::Class) => SymbolKind::Method,
            _ => SymbolKind::Function,
        };
        let definition = self.definer.define(self.facts, node, symbol_kind, parent);
        self.scopes.define(node, definition);
        let name = self.facts.facts().definitions[definition.0 as usize].name;
        if symbol_kind == SymbolKind::Class || self.tree.kind(node) == FUNCTION {
            self.scopes.bind(outer_scope, name, BindingFlags::SYMBOL);
        }
        if let Some(body) = self.tree.child(node, FIELD_BODY) {
            self.pending_bodies.push((body, definition, kind));
        }
    }

    fn parameters(&mut self, function: NodeId, scope: ScopeId, definition: DefId) {
        let Some(list) = self.tree.child(function, FIELD_PARAMETERS) else { return };
        let mut takes_receiver = takes_receiver(self.facts, definition);
        for parameter in targets::parameters(self.tree, list) {
            let is_receiver = core::mem::take(&mut takes_receiver) && !parameter.is_variadic;
            if let Some(name) = parameter.name {
                self.bind(scope, name, if is_receiver { BindingFlags::RECEIVER } else { BindingFlags::VARIABLE });
            }
        }
    }

    /// Defines the targets of an assignment. In a module or class they are variables or fields; an attribute of a
    /// receiver is a field of its class.
    fn assignment(&mut self, node: NodeId) {
        let Some(left) = self.tree.child(node, FIELD_LEFT) else { return };
        let tree = self.tree;
        for target in targets::single_targets(tree, left) {
            match tree.kind(target) {
                IDENTIFIER => self.declare_assigned_name(target, node),
                ATTRIBUTE => self.assigned_attribute(target, node),
                _ => {}
            }
        }
    }

    fn declare_assigned_name(&mut self, target: NodeId, statement: NodeId) {
        let scope = self.scopes.binding_scope(self.scope());
        let Scope { kind, definition, .. } = self.scopes.get(scope);
        let flags = match kind {
            ScopeKind::File | ScopeKind::Class => BindingFlags::SYMBOL,
            _ => BindingFlags::VARIABLE,
        };
        self.bind(scope, target, flags.with(self.binding_flags(target, statement)));
        if flags.has_any(BindingFlags::SYMBOL) {
            self.definer.define_variable(self.facts, target, statement, definition, MemberOrigin::Declared);
        }
    }

    /// The flag of a target whose whole value is a literal or a container literal; no flag for other values, or for a
    /// part of a value.
    fn binding_flags(&self, target: NodeId, statement: NodeId) -> BindingFlags {
        let tree = self.tree;
        let value = tree.child(statement, FIELD_RIGHT);
        match value.filter(|_| tree.parent(target) == statement).map(|value| tree.kind(value)) {
            Some(STRING | INTEGER | UNARY_OPERATOR) => BindingFlags::LITERAL,
            Some(LIST | TUPLE | SET | DICTIONARY) => BindingFlags::CONTAINER,
            _ => BindingFlags::default(),
        }
    }

    fn assigned_attribute(&mut self, target: NodeId, statement: NodeId) {
        let tree = self.tree;
        let (Some(object), Some(name)) = (tree.child(target, FIELD_OBJECT), tree.child(target, FIELD_ATTRIBUTE)) else {
            return;
        };
        if tree.kind(object) != IDENTIFIER {
            return;
        }
        let object = self.facts.name(tree.text(object));
        let Some((method, flags)) = self.scopes.look_up(self.scope(), object) else { return };
        if flags.has_any(BindingFlags::RECEIVER) {
            let method = self.scopes.get(method).definition;
            let class = self.facts.facts().definitions[method.0 as usize].parent;
            self.definer.define_variable(self.facts, name, statement, class, MemberOrigin::ThroughReceiver);
        }
    }

    fn type_alias(&mut self, node: NodeId) {
        let name = self.tree.child(node, FIELD_LEFT).and_then(|left| type_alias_name(self.tree, left));
        let Some(name) = name else { return };
        let scope = self.scopes.binding_scope(self.scope());
        let parent = self.scopes.get(scope).definition;
        self.bind(scope, name, BindingFlags::SYMBOL);
        self.definer.define_variable(self.facts, name, node, parent, MemberOrigin::Declared);
    }

    fn variables(&mut self, node: NodeId, field: Field) {
        if let Some(target) = self.tree.child(node, field) {
            self.bind_leaves(target, self.scopes.binding_scope(self.scope()));
        }
    }

    fn comprehension_targets(&mut self, node: NodeId) {
        if let Some(target) = self.tree.child(node, FIELD_LEFT) {
            self.bind_leaves(target, self.scope());
        }
    }

    fn bind_leaves(&mut self, target: NodeId, scope: ScopeId) {
        let tree = self.tree;
        for name_node in targets::single_targets(tree, target).filter(|&name_node| tree.kind(name_node) == IDENTIFIER) {
            self.bind(scope, name_node, BindingFlags::VARIABLE);
        }
    }

    fn bind(&mut self, scope: ScopeId, name: NodeId, flags: BindingFlags) {
        let name = self.facts.name(self.tree.text(name));
        self.scopes.bind(scope, name, flags);
    }

    fn import(&mut self, node: NodeId) {
        let scope = self.scopes.binding_scope(self.scope());
        for import in imports::imported_items(self.tree, node) {
            let Some(name) = import.bound_name() else {
                self.scopes.has_glob = true;
                continue;
            };
            let name = self.facts.name(name);
            let kind = if import.is_module() { BindingFlags::MODULE } else { BindingFlags::IMPORT };
            self.scopes.bind(scope, name, BindingFlags::SYMBOL.with(kind));
        }
    }

    /// Records the names of a `global` or `nonlocal` statement in the current scope. The names of `global` also become
    /// variables of the file.
    fn outer_declaration(&mut self, node: NodeId, keyword: &str, flags: BindingFlags) {
        let scope = self.scopes.binding_scope(self.scope());
        if scope == FILE {
            return;
        }
        let names = self.tree.text(node);
        for name in names.strip_prefix(keyword).unwrap_or(names).split(',') {
            let name = self.facts.name(name.trim());
            self.scopes.bind(scope, name, flags);
            self.scopes.use_name(name, UseFlags::REBOUND);
            if flags.has_any(BindingFlags::GLOBAL) {
                self.scopes.bind(FILE, name, BindingFlags::VARIABLE);
            }
        }
    }

    fn set_generator(&mut self) {
        let scope = self.scopes.get(self.scopes.binding_scope(self.scope()));
        if scope.kind == ScopeKind::Function {
            let definition = &mut self.facts.facts().definitions[scope.definition.0 as usize];
            definition.flags = definition.flags.with(Flags::GENERATOR);
        }
    }
}

/// Whether a function's first parameter is its receiver.
pub(super) fn takes_receiver(facts: &mut FactsBuilder, function: DefId) -> bool {
    let definition = &facts.facts().definitions[function.0 as usize];
    definition.kind == SymbolKind::Method && !definition.flags.has(Flags::STATIC)
}

/// The node of the name that `type X[T] = …` binds.
pub(super) fn type_alias_name(tree: &Tree<'_>, left: NodeId) -> Option<NodeId> {
    tree.subtree(left).take(8).find(|&node| tree.kind(node) == IDENTIFIER)
}
