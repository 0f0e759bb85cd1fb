//! The second pass over a file: imports, bindings, calls and other references.
//!
//! One walk over the flat tree. `types` and `type_specs` read types, `functions` functions, `exprs` and `literals`
//! expressions, `bindings` bindings, `references` references.

use alloc::vec::Vec;

use super::super::memo::Memo;
use super::declare::DeclaredNames;
use super::imports;
use super::syntax::*;
use super::types::Generics;
use crate::base::map::{Map, Set};
use crate::graph::facts::{DefId, ExprId, FactsBuilder, Name};
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
        locals: Map::default(),
        untyped_locals: Set::default(),
        repeated_type: ExprId(0),
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
    pub(super) generics: Generics,
    /// Local names by function. Each has the byte range in which its latest binding is visible.
    locals: Map<(DefId, Name), (u32, u32)>,
    /// Local names declared without a value, and without a type that is known.
    untyped_locals: Set<(DefId, Name)>,
    /// The type of the previous constant, which a constant without type and value repeats.
    pub(super) repeated_type: ExprId,
    /// The enclosing definitions, each with the first node after it.
    open_definitions: Vec<(NodeId, DefId)>,
    /// The enclosing blocks: the first node after each, and its end as a byte offset.
    blocks: Vec<(NodeId, u32)>,
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

    fn node(&mut self, node: NodeId) {
        let tree = self.tree;
        while self.open_definitions.last().is_some_and(|&(end, _)| end <= node) {
            self.open_definitions.pop();
        }
        while self.blocks.last().is_some_and(|&(end, _)| end <= node) {
            self.blocks.pop();
        }
        self.generics.leave(node);
        let kind = tree.kind(node);
        if is_block(kind) {
            self.blocks.push((tree.next_after_subtree(node), tree.end(node)));
        }
        match kind {
            IMPORT => imports::add(tree, self.facts, node),
            FUNCTION | METHOD | METHOD_ELEM | FUNC_LITERAL | TYPE_SPEC | TYPE_ALIAS => self.enter_item(node),
            FIELD => self.struct_field(node),
            CONST_DECLARATION => self.repeated_type = ExprId(0),
            CONST_SPEC => self.constants(node),
            VAR_SPEC => self.variables(node),
            SHORT_VAR => self.short_declaration(node),
            ASSIGNMENT => self.assignment(node),
            RANGE => self.range_clause(node),
            RECEIVE => self.receive(node),
            TYPE_CASE | DEFAULT_CASE => self.type_case(node),
            RETURN => self.return_statement(node),
            CALL => self.call(node),
            CONVERSION => self.conversion(node),
            COMPOSITE => self.composite_mention(node),
            KEYED => self.key_mention(node),
            TYPE_NAME | QUALIFIED_TYPE => self.type_mention(node),
            IDENTIFIER => self.identifier(node),
            SELECTOR => self.member_mention(node),
            _ => {}
        }
    }

    /// Enters a node that has a definition, and adds the facts of its header.
    fn enter_item(&mut self, node: NodeId) {
        let tree = self.tree;
        let outer_definition = self.definition();
        let Some(definition) = self.declared_names.definition(node) else { return };
        if tree.kind(node) == METHOD_ELEM {
            self.signature(node, definition, tree.end(node));
            return;
        }
        self.open_definitions.push((tree.next_after_subtree(node), definition));
        self.open_type_parameters(node);
        match tree.kind(node) {
            FUNCTION | FUNC_LITERAL => self.function(node, definition),
            METHOD => self.method(node, definition),
            _ => self.type_spec(node, definition, outer_definition),
        }
    }

    /// Enters a definition whose code ends with `node`.
    pub(super) fn enter(&mut self, node: NodeId, definition: DefId) {
        self.open_definitions.push((self.tree.next_after_subtree(node), definition));
    }

    fn finish(self) {
        self.facts.sort_references();
    }

    /// The name that a node spells.
    pub(super) fn name(&mut self, node: NodeId) -> Name {
        self.memo.name(node, || self.facts.name(self.tree.text(node)))
    }

    /// Records a local name and the byte range in which it is visible. `is_untyped`: nothing is known of its value yet.
    pub(super) fn add_local(&mut self, owner: DefId, name: Name, (at, until): (u32, u32), is_untyped: bool) {
        self.locals.insert((owner, name), (at, until));
        if is_untyped {
            self.untyped_locals.insert((owner, name));
        } else {
            self.untyped_locals.remove(&(owner, name));
        }
    }

    /// The function that binds a name at a byte offset: the current one, or an enclosing one.
    pub(super) fn local_owner(&mut self, name: Name, at: u32) -> Option<DefId> {
        let mut scope = self.definition();
        for _ in 0..MAX_SCOPES {
            if self.locals.get(&(scope, name)).is_some_and(|&(from, until)| from <= at && at < until) {
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

    /// Whether nothing is known of a local name's value.
    pub(super) fn is_untyped(&self, owner: DefId, name: Name) -> bool {
        self.untyped_locals.contains(&(owner, name))
    }
}
