//! The second look at a file: what its code imports, exports, binds, calls and mentions.
//!
//! One pass over the flat tree. Types are read in `types` and `classes`, expressions in `exprs`, names that get values
//! in `bindings` and `patterns`, mentions in `references`.

use alloc::vec::Vec;

use super::super::memo::Memo;
use super::declare::{Declared, is_whole_body};
use super::imports::{self, Place};
use super::syntax::*;
use super::types::Generics;
use crate::graph::facts::{BindingKind, DefId, FactsBuilder, Marks, Name};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::{NodeId, Tree};
use crate::map::{Map, Set};

/// How many definitions outwards a local name is looked for.
pub(super) const MOST_SCOPES: usize = 64;

/// Adds to the facts all but the definitions.
pub(super) fn relate(tree: &Tree<'_>, facts: &mut FactsBuilder, declared: &Declared) {
    let mut relating = Relating {
        tree,
        facts,
        declared,
        memo: Memo::new(tree.len()),
        generics: Generics::default(),
        locals: Map::default(),
        exported: Set::default(),
        open: Vec::new(),
        blocks: Vec::new(),
    };
    let mut at = 0;
    while at < tree.len() as u32 {
        at = relating.node(NodeId(at)).0;
    }
    relating.finish();
}

/// A definition around the current node.
struct Open {
    /// The first node after it.
    end: u32,
    node: NodeId,
    definition: DefId,
}

/// A block around the current node.
struct Block {
    /// The first node after it.
    end: u32,
    /// Its first byte, and the byte after it.
    bytes: (u32, u32),
}

/// What the second look carries along.
pub(super) struct Relating<'a, 't> {
    pub(super) tree: &'a Tree<'t>,
    pub(super) facts: &'a mut FactsBuilder,
    pub(super) declared: &'a Declared,
    pub(super) memo: Memo,
    /// Type parameters in sight.
    pub(super) generics: Generics,
    /// Names that patterns bound so far, by their function, with the bytes they were last bound over.
    pub(super) locals: Map<(DefId, Name), (u32, u32)>,
    /// Names of the file that other files may use.
    pub(super) exported: Set<Name>,
    open: Vec<Open>,
    blocks: Vec<Block>,
}

impl Relating<'_, '_> {
    /// The definition that the current node stands in; variables are none.
    pub(super) fn definition(&self) -> DefId {
        self.open.last().map_or(DefId(0), |open| open.definition)
    }

    /// The node of a function that the current node stands in.
    pub(super) fn function_node(&self, function: DefId) -> Option<NodeId> {
        self.open.iter().rev().find(|open| open.definition == function).map(|open| open.node)
    }

    /// The bytes over which a name is seen that is bound in the block around.
    pub(super) fn block(&self) -> (u32, u32) {
        self.blocks.last().map_or((0, u32::MAX), |block| block.bytes)
    }

    pub(super) fn kind_of(&mut self, definition: DefId) -> SymbolKind {
        self.facts.facts().definitions[definition.0 as usize].kind
    }

    /// The name that a node spells.
    pub(super) fn name(&mut self, node: NodeId) -> Name {
        self.memo.name(node, || self.facts.name(self.tree.text(node)))
    }

    /// The function that bound a name as a local one, and the bytes it did so over.
    pub(super) fn local(&mut self, name: Name) -> Option<(DefId, (u32, u32))> {
        let mut at = self.definition();
        for _ in 0..MOST_SCOPES {
            if let Some(&bytes) = self.locals.get(&(at, name)) {
                return Some((at, bytes));
            }
            if at == DefId(0) {
                break;
            }
            at = self.facts.facts().definitions[at.0 as usize].parent;
        }
        None
    }

    /// Reads a node and gives the next to read.
    fn node(&mut self, node: NodeId) -> NodeId {
        let tree = self.tree;
        while self.open.last().is_some_and(|open| open.end <= node.0) {
            self.open.pop();
        }
        while self.blocks.last().is_some_and(|block| block.end <= node.0) {
            self.blocks.pop();
        }
        self.generics.leave(node);
        if let Some(definition) = self.declared.definition(node) {
            self.defined(node, definition);
        }
        match tree.kind(node) {
            IMPORT => {
                let place = Place { scope: self.definition(), at: tree.start(node), line: tree.first_line(node) };
                for imported in imports::imported(tree, node) {
                    imports::add(self.facts, &imported, place);
                }
                return tree.after(node);
            }
            BLOCK | SWITCH_BODY | CATCH | FOR | FOR_IN => self.block_begins(node),
            EXPORT => self.export(node),
            DECLARATOR => self.declarator(node),
            ASSIGNMENT => self.assignment(node),
            BINARY => self.type_check(node),
            RETURN => self.given_back(node, BindingKind::Returned),
            YIELD => self.given_back(node, BindingKind::Yielded),
            CALL => self.call(node, FIELD_FUNCTION),
            NEW => self.call(node, FIELD_CONSTRUCTOR),
            JSX_OPENING | JSX_SELF_CLOSING => self.element(node),
            DECORATOR => self.decorator(node),
            FUNCTION_TYPE_NODE | CONSTRUCTOR_TYPE | CALL_SIGNATURE | CONSTRUCT_SIGNATURE => self.signature(node),
            INFER_TYPE | MAPPED_TYPE => self.inferred(node),
            TYPE_NAME | NESTED_TYPE => self.type_mention(node),
            IDENTIFIER | SHORTHAND => self.identifier(node),
            MEMBER => self.member_mention(node),
            _ => {}
        }
        NodeId(node.0 + 1)
    }

    fn block_begins(&mut self, node: NodeId) {
        let tree = self.tree;
        if !is_whole_body(tree, node) {
            self.blocks.push(Block { end: tree.after(node).0, bytes: (tree.start(node), tree.end(node)) });
        }
        match tree.kind(node) {
            FOR_IN => self.for_in(node),
            CATCH => self.catch(node),
            _ => {}
        }
    }

    /// Parameters of a function's type are names of no one.
    fn signature(&mut self, node: NodeId) {
        let tree = self.tree;
        self.type_parameters(node);
        if let Some(list) = tree.child(node, FIELD_PARAMETERS) {
            for parameter in tree.children(list) {
                for leaf in super::patterns::leaves(tree, tree.child(parameter, FIELD_PATTERN).unwrap_or(parameter)) {
                    self.memo.set_done(leaf);
                }
            }
        }
    }

    /// A node that is a definition.
    fn defined(&mut self, node: NodeId, definition: DefId) {
        let tree = self.tree;
        let kind = self.kind_of(definition);
        let outer = self.facts.facts().definitions[definition.0 as usize].parent;
        if !matches!(kind, SymbolKind::Variable | SymbolKind::Constant | SymbolKind::Field | SymbolKind::TypeAlias) {
            self.open.push(Open { end: tree.after(node).0, node, definition });
        }
        self.type_parameters(node);
        match kind {
            SymbolKind::Function | SymbolKind::Method => {
                self.blocks.push(Block { end: tree.after(node).0, bytes: (0, u32::MAX) });
                self.test_mark(node, definition);
                self.function(node, definition);
            }
            SymbolKind::Class | SymbolKind::Interface => self.heritage(node, definition),
            SymbolKind::Field if matches!(tree.kind(node), FIELD_DEFINITION | PUBLIC_FIELD | PROPERTY_SIGNATURE) => {
                self.field(node, outer);
            }
            SymbolKind::TypeAlias => self.type_alias(node, outer),
            _ => {}
        }
    }

    fn finish(self) {
        // Of a file that is broken as a whole it is not known what is exported.
        let may_be_any = self.tree.kind(NodeId(0)) != PROGRAM;
        let facts = self.facts.facts();
        for definition in facts.definitions.iter_mut().skip(1) {
            if definition.parent == DefId(0) && (may_be_any || self.exported.contains(&definition.name)) {
                definition.marks = definition.marks.with(Marks::PUBLIC);
            }
        }
        for import in facts.imports.iter_mut().filter(|import| import.scope == DefId(0)) {
            import.reexported |= may_be_any || self.exported.contains(&import.alias);
        }
        self.facts.sort_references();
    }
}
