//! The second pass over a file: imports, bindings, calls and other references.
//!
//! One walk over the flat tree. `exprs` and `annotations` read expressions, `bindings` bindings, `references`
//! references.

use alloc::vec::Vec;

use super::super::memo::Memo;
use super::builtins::{called_argument, is_builtin};
use super::imports::{self, Exports};
use super::scopes::{BindingFlags, FILE, Scope, ScopeId, ScopeKind, Scopes};
use super::syntax::*;
use crate::graph::facts::{DefId, FactsBuilder, Name};
use crate::graph::syntax::{NodeId, Tree};

/// Adds everything but the definitions to the facts.
pub(super) fn relate(tree: &Tree<'_>, facts: &mut FactsBuilder, scopes: &Scopes) {
    let mut pass = RelatePass::new(tree, facts, scopes);
    let mut next_node = 0;
    while next_node < tree.len() as u32 {
        pass.leave(next_node);
        pass.enter(NodeId(next_node));
        next_node = pass.node(NodeId(next_node)).0;
    }
    pass.finish();
}

pub(super) struct RelatePass<'a, 't> {
    pub(super) tree: &'a Tree<'t>,
    pub(super) facts: &'a mut FactsBuilder,
    pub(super) scopes: &'a Scopes,
    pub(super) memo: Memo,
    /// The enclosing scopes, each with the first node after it.
    open_scopes: Vec<(u32, ScopeId)>,
    /// Number of scopes entered so far, including those already left.
    n_entered: u32,
    /// The class whose header contains the current node, and the node of its body.
    header: Option<(DefId, NodeId)>,
    exports: Exports,
    /// For each name, whether it is built in; `None` until it is looked up.
    builtin_flags: Vec<Option<bool>>,
}

impl<'a, 't> RelatePass<'a, 't> {
    fn new(tree: &'a Tree<'t>, facts: &'a mut FactsBuilder, scopes: &'a Scopes) -> RelatePass<'a, 't> {
        RelatePass {
            tree,
            facts,
            scopes,
            memo: Memo::new(tree.len()),
            open_scopes: Vec::new(),
            n_entered: 1,
            header: None,
            exports: Exports::default(),
            builtin_flags: Vec::new(),
        }
    }

    /// The scope in which the current node's names are looked up.
    pub(super) fn scope_id(&self) -> ScopeId {
        self.open_scopes.last().map_or(FILE, |&(_, scope)| scope)
    }

    /// The scope in which the current node's statements bind names.
    pub(super) fn binding_scope(&self) -> Scope {
        self.scopes.get(self.binding_scope_id())
    }

    /// The id of the scope in which the current node's statements bind names.
    pub(super) fn binding_scope_id(&self) -> ScopeId {
        self.scopes.binding_scope(self.scope_id())
    }

    /// The definition in whose scope the current node's expressions are resolved.
    pub(super) fn definition(&self) -> DefId {
        self.scopes.get(self.scope_id()).definition
    }

    /// The definition that the current node's references belong to: in a class's header the class.
    pub(super) fn reference_owner(&self) -> DefId {
        self.header.map_or_else(|| self.definition(), |(class, _)| class)
    }

    /// Records that the nodes before `body` are the header of `class`.
    pub(super) fn enter_header(&mut self, class: DefId, body: NodeId) {
        self.header = Some((class, body));
    }

    fn leave(&mut self, at: u32) {
        while self.open_scopes.last().is_some_and(|&(end, _)| end <= at) {
            self.open_scopes.pop();
        }
        self.header = self.header.filter(|&(_, body)| at < body.0);
    }

    fn enter(&mut self, node: NodeId) {
        while let Some((scope, start)) = self.scopes.scope_at(self.n_entered).filter(|&(_, start)| start <= node) {
            self.n_entered += 1;
            if start == node {
                self.open_scopes.push((self.tree.next_after_subtree(node).0, scope));
            }
        }
    }

    /// Processes a node, and returns the next node to process.
    fn node(&mut self, node: NodeId) -> NodeId {
        match self.tree.kind(node) {
            CLASS => self.class(node),
            FUNCTION => self.function(node),
            LAMBDA => self.lambda(node),
            DECORATOR => self.decorator(node),
            IMPORT | IMPORT_FROM | FUTURE_IMPORT => {
                let scope = self.binding_scope().definition;
                imports::add(self.facts, self.tree, node, scope);
                return self.tree.next_after_subtree(node);
            }
            ASSIGNMENT => self.assignment(node),
            AUGMENTED_ASSIGNMENT => self.augmented_assignment(node),
            NAMED_EXPRESSION => self.named_expression(node),
            TYPE_ALIAS => self.type_alias(node),
            FOR => self.for_loop(node),
            FOR_IN_CLAUSE => self.for_in_clause(node),
            WITH_ITEM => self.with_item(node),
            AS_PATTERN => self.as_pattern(node),
            RETURN => self.return_statement(node),
            YIELD => self.yield_expression(node),
            RAISE => self.raise_statement(node),
            IF | ELIF => self.checked_branch(node),
            CALL => self.call(node),
            TYPE => self.type_mention(node, self.reference_owner()),
            TYPE_PARAMETER if self.tree.field(node) == FIELD_TYPE_PARAMETERS => {
                return self.tree.next_after_subtree(node);
            }
            KEYWORD_PATTERN => self.keyword_pattern(node),
            IDENTIFIER => self.identifier(node),
            ATTRIBUTE => self.attribute(node),
            DOTTED_NAME => self.dotted_name(node),
            _ => {}
        }
        NodeId(node.0 + 1)
    }

    fn finish(self) {
        self.exports.finish(self.facts);
        self.facts.sort_references();
    }

    /// Adds the names of a value to `__all__`, if that is the target and the statement is at module level.
    pub(super) fn export(&mut self, target: NodeId, value: Option<NodeId>) {
        if self.tree.text(target) == "__all__" && self.binding_scope().kind == ScopeKind::File {
            self.exports.add(self.facts, self.tree, value);
        }
    }

    /// The name that a node spells.
    pub(super) fn name(&mut self, node: NodeId) -> Name {
        self.memo.name(node, || self.facts.name(self.tree.text(node)))
    }

    /// The ways in which the name read here is bound; `None` if the file does not bind it. A glob import may bind any
    /// name but a built-in one.
    pub(super) fn binding_flags(&mut self, name: Name) -> Option<BindingFlags> {
        match self.scopes.look_up(self.scope_id(), name) {
            Some((_, flags)) => Some(flags),
            None if self.scopes.has_glob && !self.is_builtin(name) => Some(BindingFlags::SYMBOL),
            None => None,
        }
    }

    /// Whether a name can lead to a definition in this or another file.
    pub(super) fn name_may_resolve(&mut self, name: Name) -> bool {
        self.binding_flags(name).is_some_and(|flags| flags.has_any(BindingFlags::SYMBOL))
    }

    /// Whether the name is the receiver of the method that contains the current node.
    pub(super) fn is_receiver(&self, name: Name) -> bool {
        self.receiving_method(name).is_some()
    }

    /// The method whose receiver has this name at the current node.
    pub(super) fn receiving_method(&self, name: Name) -> Option<DefId> {
        let (scope, flags) = self.scopes.look_up(self.scope_id(), name)?;
        flags.has_any(BindingFlags::RECEIVER).then(|| self.scopes.get(scope).definition)
    }

    fn is_builtin(&mut self, name: Name) -> bool {
        let at = name.0 as usize;
        if self.builtin_flags.len() <= at {
            self.builtin_flags.resize(at + 1, None);
        }
        let facts = self.facts.facts();
        *self.builtin_flags[at].get_or_insert_with(|| is_builtin(&facts.names[at]))
    }

    /// Whether a call of this name calls a built-in function that needs no reference.
    pub(super) fn is_unlinked_builtin(&mut self, name: Name, text: &str) -> bool {
        self.scopes.look_up(self.scope_id(), name).is_none() && self.is_builtin(name) && called_argument(text).is_none()
    }
}
