//! The second pass over a file: imports, bindings, calls and other references.
//!
//! One walk over the flat tree. `types` reads types, `parameters` bounds of type parameters, `exprs` expressions,
//! `items` items, `patterns` bindings, `references` references, and `tokens` arguments of macros.

use alloc::vec::Vec;

use super::super::memo::Memo;
use super::attributes::without_raw_prefix;
use super::declare::DeclaredNames;
use super::parameters::Generics;
use super::prelude::is_prelude;
use super::syntax::*;
use super::uses::{self, UsePosition};
use crate::base::map::Set;
use crate::graph::facts::{DefId, FactsBuilder, Name};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::{NodeId, Tree};

/// Greatest number of enclosing definitions in which a local name is looked up.
const MAX_SCOPES: usize = 64;

/// Adds everything but the definitions to the facts.
pub(super) fn relate(tree: &Tree<'_>, facts: &mut FactsBuilder, declared_names: &DeclaredNames) {
    let mut pass = RelatePass {
        tree,
        facts,
        declared_names,
        memo: Memo::new(tree.len()),
        generics: Generics::default(),
        locals: Set::default(),
        unassigned_locals: Set::default(),
        n_passed: 0,
        open_definitions: Vec::new(),
        blocks: Vec::new(),
    };
    for at in 0..tree.len() as u32 {
        pass.node(NodeId(at));
    }
    pass.finish();
}

pub(super) struct RelatePass<'a, 't> {
    pub(super) tree: &'a Tree<'t>,
    pub(super) facts: &'a mut FactsBuilder,
    pub(super) declared_names: &'a DeclaredNames,
    pub(super) memo: Memo,
    /// Type parameters in scope.
    pub(super) generics: Generics<'t>,
    /// Names that patterns have bound so far, by function or closure.
    locals: Set<(DefId, Name)>,
    /// Local names that were declared without a value.
    unassigned_locals: Set<(DefId, Name)>,
    /// Number of definitions that began before the current node.
    n_passed: usize,
    /// The enclosing definitions, each with the first node after it.
    open_definitions: Vec<(u32, DefId)>,
    /// The enclosing blocks: the first node after each, and its end as a byte offset.
    blocks: Vec<(u32, u32)>,
}

impl RelatePass<'_, '_> {
    /// The innermost definition that contains the current node.
    pub(super) fn definition(&self) -> DefId {
        self.open_definitions.last().map_or(DefId(0), |&(_, definition)| definition)
    }

    /// The byte offset at which the block of the current node ends; `u32::MAX` outside of blocks.
    pub(super) fn block_end(&self) -> u32 {
        self.blocks.last().map_or(u32::MAX, |&(_, end)| end)
    }

    pub(super) fn kind_of(&mut self, definition: DefId) -> SymbolKind {
        self.facts.facts().definitions[definition.0 as usize].kind
    }

    fn node(&mut self, node: NodeId) {
        let tree = self.tree;
        while self.open_definitions.last().is_some_and(|&(end, _)| end <= node.0) {
            self.open_definitions.pop();
        }
        while self.blocks.last().is_some_and(|&(end, _)| end <= node.0) {
            self.blocks.pop();
        }
        self.generics.leave(node);
        if let Some((_, definition)) =
            self.declared_names.nth_definition(self.n_passed).filter(|&(next, _)| next == node)
        {
            self.n_passed += 1;
            return self.process_item(node, definition);
        }
        match tree.kind(node) {
            BLOCK => self.blocks.push((tree.next_after_subtree(node).0, tree.end(node))),
            MODULE => self.outer_module(node),
            USE | EXTERN_CRATE => {
                let position = self.position(node);
                uses::add(self.facts, tree.text(node), position);
            }
            ATTRIBUTE => self.attribute(node),
            ENUM_VARIANT | STRUCT_FIELD => {}
            LET => self.let_statement(node),
            LET_CONDITION => self.let_condition(node),
            MATCH_ARM => self.match_arm(node),
            FOR => self.for_loop(node),
            ASSIGNMENT => self.assignment(node),
            CALL => self.call(node),
            STRUCT_EXPRESSION => self.struct_expression(node),
            MACRO_INVOCATION => self.macro_invocation(node),
            TOKEN_TREE => self.token_tree(node),
            TYPE_IDENTIFIER | SCOPED_TYPE_IDENTIFIER => self.type_mention(node),
            IDENTIFIER => self.identifier(node),
            SCOPED_IDENTIFIER => self.path_mention(node),
            MEMBER => self.field_mention(node),
            _ => {}
        }
    }

    /// Enters a node that has a definition, and adds the facts of its header.
    fn process_item(&mut self, node: NodeId, definition: DefId) {
        let tree = self.tree;
        let outer_definition = self.definition();
        if !matches!(tree.kind(node), CONST | STATIC | TYPE_ITEM | ASSOCIATED_TYPE | STRUCT_FIELD | MACRO_DEFINITION) {
            self.open_definitions.push((tree.next_after_subtree(node).0, definition));
        }
        self.open_type_parameters(node);
        match tree.kind(node) {
            FUNCTION | FUNCTION_SIGNATURE => self.function(node, definition),
            CLOSURE => self.closure(node, definition),
            STRUCT | UNION => self.tuple_fields(node, definition, ""),
            ENUM_VARIANT => self.variant(node, outer_definition),
            STRUCT_FIELD => self.field(node, outer_definition),
            CONST | STATIC => self.constant(node, outer_definition),
            TYPE_ITEM | ASSOCIATED_TYPE => self.type_alias(node, outer_definition),
            TRAIT => self.supertraits(node),
            IMPL => self.implementation(node, definition),
            _ => {}
        }
    }

    fn outer_module(&mut self, node: NodeId) {
        if let Some(name) = self.tree.child(node, FIELD_NAME) {
            let (position, item) = (self.position(node), self.tree.text(node));
            uses::add_module(self.facts, without_raw_prefix(self.tree.text(name)), uses::is_public(item), position);
        }
    }

    fn position(&self, node: NodeId) -> UsePosition {
        UsePosition { scope: self.definition(), offset: self.tree.start(node), line: self.tree.first_line(node) }
    }

    fn finish(self) {
        self.facts.sort_references();
    }

    /// The name that a node spells.
    pub(super) fn name(&mut self, node: NodeId) -> Name {
        self.memo.name(node, || self.facts.name(without_raw_prefix(self.tree.text(node))))
    }

    /// Records a local name. `is_unassigned`: it has no value yet.
    pub(super) fn add_local(&mut self, owner: DefId, name: Name, is_unassigned: bool) {
        self.locals.insert((owner, name));
        if is_unassigned {
            self.unassigned_locals.insert((owner, name));
        }
    }

    /// Whether a pattern of the current function, or of a function around the current closure, binds a name.
    pub(super) fn is_local(&mut self, name: Name) -> bool {
        self.local_owner(name).is_some()
    }

    /// The function or closure whose pattern binds a name; `None` if the name is no local.
    pub(super) fn local_owner(&mut self, name: Name) -> Option<DefId> {
        let mut scope = self.definition();
        for _ in 0..MAX_SCOPES {
            if self.locals.contains(&(scope, name)) {
                return Some(scope);
            }
            let definition = &self.facts.facts().definitions[scope.0 as usize];
            if !matches!(definition.kind, SymbolKind::Function | SymbolKind::Method) {
                return None;
            }
            scope = definition.parent;
        }
        None
    }

    /// Whether a local was declared without a value.
    pub(super) fn is_unassigned(&self, owner: DefId, name: Name) -> bool {
        self.unassigned_locals.contains(&(owner, name))
    }

    /// Whether a name can lead to a definition in this or another file.
    pub(super) fn name_may_resolve(&mut self, name: Name) -> bool {
        self.declared_names.binds(name)
            || self.declared_names.has_glob && !is_prelude(&self.facts.facts().names[name.0 as usize])
    }
}
