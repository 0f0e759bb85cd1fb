//! The first pass over a file: its definitions, and the names bound anywhere in it.
//!
//! Items are used before their definition, and closures occur inside expressions, so this pass comes before `relate`.

use alloc::vec::Vec;

use super::attributes::{self, Attributes};
use super::definitions::{self, Definer};
use super::syntax::*;
use super::uses;
use crate::base::map::{Map, Set};
use crate::graph::facts::{DefId, FactsBuilder, Name};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::{NodeId, Tree};
use crate::text::tokens::TokenCounts;

pub(super) struct DeclaredNames {
    /// Items and closures by their node, in source order.
    definitions: Vec<(NodeId, DefId)>,
    /// Names that an item or `use` of the file binds.
    bound_names: Set<Name>,
    /// Whether there is a glob import, which may bind any name.
    pub(super) has_glob: bool,
}

impl DeclaredNames {
    /// The definition of an item or closure at a node.
    pub(super) fn definition(&self, node: NodeId) -> Option<DefId> {
        let at = self.definitions.binary_search_by_key(&node, |&(node, _)| node).ok()?;
        Some(self.definitions[at].1)
    }

    /// The definition after the first `index` ones, with its node; `None` after the last.
    pub(super) fn nth_definition(&self, index: usize) -> Option<(NodeId, DefId)> {
        self.definitions.get(index).copied()
    }

    /// Whether an item or `use` of the file binds the name.
    pub(super) fn binds(&self, name: Name) -> bool {
        self.bound_names.contains(&name)
    }
}

/// Adds all definitions to the facts.
pub(super) fn declare<'t>(tree: &Tree<'t>, facts: &mut FactsBuilder, tokens: &TokenCounts<'t>) -> DeclaredNames {
    let declared_names = DeclaredNames { definitions: Vec::new(), bound_names: Set::default(), has_glob: false };
    let definer = Definer { tree, tokens };
    let mut pass = DeclarePass {
        tree,
        facts,
        definer,
        declared_names,
        open_definitions: Vec::new(),
        blocks: Vec::new(),
        pending_attributes: Attributes::default(),
        aliases: None,
    };
    for at in 0..tree.len() as u32 {
        pass.node(NodeId(at));
    }
    pass.declared_names
}

struct DeclarePass<'a, 't> {
    tree: &'a Tree<'t>,
    facts: &'a mut FactsBuilder,
    definer: Definer<'a, 't>,
    declared_names: DeclaredNames,
    /// The enclosing definitions, each with the first node after it.
    open_definitions: Vec<(u32, DefId)>,
    /// The enclosing blocks: the first node after each, and its end as a byte offset.
    blocks: Vec<(u32, u32)>,
    /// Attributes and documentation collected for the next item.
    pending_attributes: Attributes,
    /// For each alias of the file, the node of its type. Computed when the first `impl` block is reached.
    aliases: Option<Map<&'t str, NodeId>>,
}

impl<'t> DeclarePass<'_, 't> {
    fn node(&mut self, node: NodeId) {
        let tree = self.tree;
        while self.open_definitions.last().is_some_and(|&(end, _)| end <= node.0) {
            self.open_definitions.pop();
        }
        while self.blocks.last().is_some_and(|&(end, _)| end <= node.0) {
            self.blocks.pop();
        }
        match tree.kind(node) {
            ATTRIBUTE | DOC_COMMENT => return self.pending_attributes.push(tree, node),
            VISIBILITY => return,
            BLOCK => self.blocks.push((tree.next_after_subtree(node).0, tree.end(node))),
            FUNCTION | FUNCTION_SIGNATURE => {
                let in_type = matches!(self.kind_of(self.parent()), SymbolKind::Block | SymbolKind::Interface);
                self.define(node, if in_type { SymbolKind::Method } else { SymbolKind::Function });
            }
            STRUCT | UNION => self.define(node, SymbolKind::Class),
            ENUM => self.define(node, SymbolKind::Enum),
            ENUM_VARIANT | CONST => self.define(node, SymbolKind::Constant),
            STRUCT_FIELD => self.field(node),
            TRAIT => self.define(node, SymbolKind::Interface),
            IMPL => self.define(node, SymbolKind::Block),
            MODULE => self.module(node),
            STATIC => self.define(node, SymbolKind::Variable),
            TYPE_ITEM | ASSOCIATED_TYPE => self.define(node, SymbolKind::TypeAlias),
            MACRO_DEFINITION => self.define(node, SymbolKind::Macro),
            CLOSURE => self.define(node, SymbolKind::Function),
            USE | EXTERN_CRATE => self.import(node),
            _ => {}
        }
        self.pending_attributes.clear();
    }

    fn parent(&self) -> DefId {
        self.open_definitions.last().map_or(DefId(0), |&(_, definition)| definition)
    }

    fn kind_of(&mut self, definition: DefId) -> SymbolKind {
        self.facts.facts().definitions[definition.0 as usize].kind
    }

    fn define(&mut self, node: NodeId, kind: SymbolKind) {
        let tree = self.tree;
        let Some((mut name, at)) = definitions::definition_name(tree, node) else { return };
        if kind == SymbolKind::Block {
            name = self.resolve_alias(node, name);
        }
        let parent = self.parent();
        let until = self.blocks.last().map_or(u32::MAX, |&(_, end)| end);
        let item = definitions::NewDefinition {
            node,
            kind,
            name,
            name_offset: at,
            parent,
            visible_until: until,
            attributes: &self.pending_attributes,
        };
        let definition = self.definer.define(self.facts, item);
        self.declared_names.definitions.push((node, definition));
        if !matches!(kind, SymbolKind::Block) && tree.kind(node) != CLOSURE {
            self.bind(name);
        }
        self.open_definitions.push((tree.next_after_subtree(node).0, definition));
    }

    /// The name of the type that an `impl` block extends. If that is an alias in the file, the alias is replaced by the
    /// name of its type.
    fn resolve_alias(&mut self, block: NodeId, name: &'t str) -> &'t str {
        let tree = self.tree;
        let aliases = self.aliases.get_or_insert_with(|| aliases_of(tree));
        aliases.get(name).map_or(name, |&target| definitions::type_name(tree, block, target))
    }

    /// Defines a field of a struct. The fields of an enum's variant are no definitions.
    fn field(&mut self, node: NodeId) {
        let parent = self.parent();
        if self.kind_of(parent) == SymbolKind::Class {
            self.define(node, SymbolKind::Field);
            self.open_definitions.pop();
        }
    }

    fn module(&mut self, node: NodeId) {
        if self.tree.child_of_kind(node, DECLARATION_LIST).is_some() {
            return self.define(node, SymbolKind::Module);
        }
        if let Some(name) = self.tree.child(node, FIELD_NAME) {
            self.bind(attributes::without_raw_prefix(self.tree.text(name)));
        }
    }

    fn import(&mut self, node: NodeId) {
        for use_item in uses::use_items(self.tree.text(node)) {
            match use_item.bound_name() {
                Some(name) => self.bind(name),
                None => self.declared_names.has_glob = true,
            }
        }
    }

    fn bind(&mut self, name: &str) {
        let name = self.facts.name(name);
        self.declared_names.bound_names.insert(name);
    }
}

/// The types of a file's top-level aliases. An alias is left out if the file also defines a type of that name, as for
/// another `cfg`.
fn aliases_of<'t>(tree: &Tree<'t>) -> Map<&'t str, NodeId> {
    let (mut aliases, mut types) = (Map::default(), Set::default());
    for item in (0..tree.len() as u32).map(NodeId) {
        let is_alias = tree.kind(item) == TYPE_ITEM && tree.kind(tree.parent(item)) == SOURCE_FILE;
        if !is_alias && !matches!(tree.kind(item), STRUCT | UNION | ENUM) {
            continue;
        }
        match (tree.child(item, FIELD_NAME), tree.child(item, FIELD_TYPE)) {
            (Some(name), Some(target)) if is_alias => drop(aliases.insert(tree.text(name), target)),
            (Some(name), _) if !is_alias => drop(types.insert(tree.text(name))),
            _ => {}
        }
    }
    aliases.retain(|name, _| !types.contains(name));
    aliases
}
