//! The second pass over a file: imports, exports, bindings, calls and other references.
//!
//! One walk over the flat tree. `types` and `classes` read types, `exprs` expressions, `bindings` and `patterns`
//! bindings, `references` references.

use alloc::vec::Vec;

use super::super::memo::Memo;
use super::declare::{DeclaredNames, is_definition_body};
use super::imports::{self, ImportPosition};
use super::syntax::*;
use super::types::Generics;
use crate::base::map::{Map, Set};
use crate::graph::facts::{BindingKind, DefId, FactsBuilder, Flags, Name};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::{NodeId, Tree};

/// Greatest number of enclosing definitions in which a local name is looked up.
pub(super) const MAX_SCOPES: usize = 64;

/// Adds everything but the definitions to the facts.
pub(super) fn relate(tree: &Tree<'_>, facts: &mut FactsBuilder, declared_names: &DeclaredNames) {
    let mut pass = RelatePass {
        tree,
        facts,
        declared_names,
        memo: Memo::new(tree.len()),
        generics: Generics::default(),
        locals: Map::default(),
        exported_names: Set::default(),
        open_definitions: Vec::new(),
        blocks: Vec::new(),
    };
    let mut at = 0;
    while at < tree.len() as u32 {
        at = pass.node(NodeId(at)).0;
    }
    pass.finish();
}

/// A definition that encloses the current node.
struct OpenDefinition {
    /// The first node after the definition's subtree.
    end: u32,
    node: NodeId,
    definition: DefId,
}

/// A block that encloses the current node.
struct Block {
    /// The first node after the block's subtree.
    end: u32,
    /// The block's start and end as byte offsets.
    byte_range: (u32, u32),
}

pub(super) struct RelatePass<'a, 't> {
    pub(super) tree: &'a Tree<'t>,
    pub(super) facts: &'a mut FactsBuilder,
    pub(super) declared_names: &'a DeclaredNames,
    pub(super) memo: Memo,
    /// Type parameters in scope.
    pub(super) generics: Generics,
    /// Names that patterns have bound so far, by function. Each has the byte range in which its latest binding is
    /// visible.
    pub(super) locals: Map<(DefId, Name), (u32, u32)>,
    /// Names of the file that are exported.
    pub(super) exported_names: Set<Name>,
    open_definitions: Vec<OpenDefinition>,
    blocks: Vec<Block>,
}

impl RelatePass<'_, '_> {
    /// The innermost definition that contains the current node; variables, fields, aliases and blocks do not count.
    pub(super) fn definition(&self) -> DefId {
        self.open_definitions.last().map_or(DefId(0), |open| open.definition)
    }

    /// The node of a function; `None` unless it contains the current node.
    pub(super) fn function_node(&self, function: DefId) -> Option<NodeId> {
        self.open_definitions.iter().rev().find(|open| open.definition == function).map(|open| open.node)
    }

    /// The byte range in which a name bound in the enclosing block is visible.
    pub(super) fn block(&self) -> (u32, u32) {
        self.blocks.last().map_or((0, u32::MAX), |block| block.byte_range)
    }

    pub(super) fn kind_of(&mut self, definition: DefId) -> SymbolKind {
        self.facts.facts().definitions[definition.0 as usize].kind
    }

    /// The name that a node spells.
    pub(super) fn name(&mut self, node: NodeId) -> Name {
        self.memo.name(node, || self.facts.name(self.tree.text(node)))
    }

    /// The function that binds a name as a local, and the byte range in which the name is visible.
    pub(super) fn local(&mut self, name: Name) -> Option<(DefId, (u32, u32))> {
        let mut scope = self.definition();
        for _ in 0..MAX_SCOPES {
            if let Some(&byte_range) = self.locals.get(&(scope, name)) {
                return Some((scope, byte_range));
            }
            if scope == DefId(0) {
                break;
            }
            scope = self.facts.facts().definitions[scope.0 as usize].parent;
        }
        None
    }

    /// Processes a node, and returns the next node to process.
    fn node(&mut self, node: NodeId) -> NodeId {
        let tree = self.tree;
        while self.open_definitions.last().is_some_and(|open| open.end <= node.0) {
            self.open_definitions.pop();
        }
        while self.blocks.last().is_some_and(|block| block.end <= node.0) {
            self.blocks.pop();
        }
        self.generics.leave(node);
        if let Some(definition) = self.declared_names.definition(node) {
            self.process_definition(node, definition);
        }
        match tree.kind(node) {
            IMPORT => {
                let position =
                    ImportPosition { scope: self.definition(), offset: tree.start(node), line: tree.first_line(node) };
                for imported in imports::imported_items(tree, node) {
                    imports::add(self.facts, &imported, position);
                }
                return tree.next_after_subtree(node);
            }
            BLOCK | SWITCH_BODY | CATCH | FOR | FOR_IN => self.enter_block(node),
            EXPORT => self.export(node),
            DECLARATOR => self.declarator(node),
            ASSIGNMENT => self.assignment(node),
            BINARY => self.type_check(node),
            RETURN => self.result_statement(node, BindingKind::ReturnValue),
            YIELD => self.result_statement(node, BindingKind::YieldValue),
            CALL => self.call(node, FIELD_FUNCTION),
            NEW => self.call(node, FIELD_CONSTRUCTOR),
            JSX_OPENING | JSX_SELF_CLOSING => self.jsx_element(node),
            DECORATOR => self.decorator(node),
            FUNCTION_TYPE_NODE | CONSTRUCTOR_TYPE | CALL_SIGNATURE | CONSTRUCT_SIGNATURE => self.mark_signature(node),
            INFER_TYPE | MAPPED_TYPE => self.inferred_parameter(node),
            TYPE_NAME | NESTED_TYPE => self.type_mention(node),
            IDENTIFIER | SHORTHAND => self.identifier(node),
            MEMBER => self.member_mention(node),
            _ => {}
        }
        NodeId(node.0 + 1)
    }

    fn enter_block(&mut self, node: NodeId) {
        let tree = self.tree;
        if !is_definition_body(tree, node) {
            self.blocks
                .push(Block { end: tree.next_after_subtree(node).0, byte_range: (tree.start(node), tree.end(node)) });
        }
        match tree.kind(node) {
            FOR_IN => self.for_in(node),
            CATCH => self.catch(node),
            _ => {}
        }
    }

    /// Marks the parameters of a function type as handled: they bind no names.
    fn mark_signature(&mut self, node: NodeId) {
        let tree = self.tree;
        self.type_parameters(node);
        if let Some(list) = tree.child(node, FIELD_PARAMETERS) {
            for parameter in tree.children(list) {
                for name_node in
                    super::patterns::pattern_names(tree, tree.child(parameter, FIELD_PATTERN).unwrap_or(parameter))
                {
                    self.memo.set_done(name_node);
                }
            }
        }
    }

    fn process_definition(&mut self, node: NodeId, definition: DefId) {
        let tree = self.tree;
        let kind = self.kind_of(definition);
        let outer_definition = self.facts.facts().definitions[definition.0 as usize].parent;
        use SymbolKind::{Constant, Field, TypeAlias, Variable};
        if !matches!(kind, Variable | Constant | Field | TypeAlias | SymbolKind::Block) {
            self.open_definitions.push(OpenDefinition { end: tree.next_after_subtree(node).0, node, definition });
        }
        self.type_parameters(node);
        match kind {
            SymbolKind::Function | SymbolKind::Method => {
                self.blocks.push(Block { end: tree.next_after_subtree(node).0, byte_range: (0, u32::MAX) });
                self.flag_test(node, definition);
                self.function(node, definition);
            }
            SymbolKind::Class | SymbolKind::Interface => self.heritage(node, definition),
            SymbolKind::Field if matches!(tree.kind(node), FIELD_DEFINITION | PUBLIC_FIELD | PROPERTY_SIGNATURE) => {
                self.field(node, outer_definition);
            }
            SymbolKind::TypeAlias => self.type_alias(node, outer_definition),
            SymbolKind::Block => self.add_extension(node, definition),
            _ => {}
        }
    }

    fn finish(self) {
        // If the file could not be parsed as a whole, every top-level name counts as exported.
        let are_all_exported = self.tree.root().is_none_or(|root| self.tree.kind(root) != PROGRAM);
        let facts = self.facts.facts();
        for definition in facts.definitions.iter_mut().skip(1) {
            if definition.parent == DefId(0) && (are_all_exported || self.exported_names.contains(&definition.name)) {
                definition.flags = definition.flags.with(Flags::PUBLIC);
            }
        }
        for import in facts.imports.iter_mut().filter(|import| import.scope == DefId(0)) {
            import.is_reexported |= are_all_exported || self.exported_names.contains(&import.alias);
        }
        self.facts.sort_references();
    }
}
