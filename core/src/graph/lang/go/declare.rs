//! The first pass over a file: its definitions, and the names bound at its top level.
//!
//! Not here: definitions in other files of the package, which are looked up during resolution.

use alloc::vec::Vec;

use super::super::by_node::DefinitionsByNode;
use super::definitions::{Definer, NewDefinition};
use super::syntax::*;
use super::{imports, library};
use crate::base::map::Set;
use crate::graph::facts::{DefId, FactsBuilder, Flags, Name};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::{NodeId, Tree};
use crate::text::tokens::TokenCounts;

/// The name of an anonymous function.
const FUNCTION_NAME: &str = "<func>";

pub(super) struct DeclaredNames {
    /// A specification of several names has one definition for each name's node. The definition of a method is at its
    /// name's node, and that of the method's block at the method's node.
    definitions: DefinitionsByNode,
    /// Names that the file binds at its top level.
    bound_names: Set<Name>,
    /// Names that the file's imports bind.
    package_names: Set<Name>,
}

impl DeclaredNames {
    pub(super) fn definition(&self, node: NodeId) -> Option<DefId> {
        self.definitions.get(node)
    }

    /// Whether the file binds the name at its top level.
    pub(super) fn binds(&self, name: Name) -> bool {
        self.bound_names.contains(&name)
    }

    /// Whether an import binds the name.
    pub(super) fn is_package(&self, name: Name) -> bool {
        self.package_names.contains(&name)
    }
}

/// Adds all definitions to the facts, and the package's name as that of the file.
pub(super) fn declare<'t>(tree: &Tree<'t>, facts: &mut FactsBuilder, tokens: &TokenCounts<'t>) -> DeclaredNames {
    let definer = Definer { tree, tokens };
    let (open_definitions, blocks, values, defined_nodes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (bound_names, package_names) = (Set::default(), Set::default());
    let mut pass = DeclarePass {
        tree,
        facts,
        definer,
        defined_nodes,
        bound_names,
        package_names,
        open_definitions,
        blocks,
        values,
    };
    for at in 0..tree.len() as u32 {
        pass.node(NodeId(at));
    }
    let DeclarePass { defined_nodes, bound_names, package_names, .. } = pass;
    DeclaredNames { definitions: DefinitionsByNode::new(tree.len(), &defined_nodes), bound_names, package_names }
}

/// A definition that encloses the current node.
struct OpenDefinition {
    node: NodeId,
    /// The first node after the definition's subtree.
    end: NodeId,
    definition: DefId,
}

struct DeclarePass<'a, 't> {
    tree: &'a Tree<'t>,
    facts: &'a mut FactsBuilder,
    definer: Definer<'a, 't>,
    /// The definitions so far, each with its node, in source order.
    defined_nodes: Vec<(NodeId, DefId)>,
    bound_names: Set<Name>,
    package_names: Set<Name>,
    open_definitions: Vec<OpenDefinition>,
    /// The enclosing blocks: the first node after each, and its end as a byte offset.
    blocks: Vec<(NodeId, u32)>,
    /// The values of the latest specification of variables: each value's node, the first node after it, and the
    /// variable. Used while nodes in the values are visited.
    values: Vec<(NodeId, NodeId, DefId)>,
}

impl<'t> DeclarePass<'_, 't> {
    fn node(&mut self, node: NodeId) {
        let tree = self.tree;
        while self.open_definitions.last().is_some_and(|open| open.end <= node) {
            self.open_definitions.pop();
        }
        while self.blocks.last().is_some_and(|&(end, _)| end <= node) {
            self.blocks.pop();
        }
        match tree.kind(node) {
            PACKAGE => self.package(node),
            IMPORT => {
                if let Some(name) = imports::bound_name(tree, node) {
                    self.bind(name);
                    let name = self.facts.name(name);
                    self.package_names.insert(name);
                }
            }
            FUNCTION => {
                if let Some(definition) = self.define_named(node, SymbolKind::Function) {
                    self.open_definition(node, definition);
                }
            }
            METHOD => self.method(node),
            METHOD_ELEM if self.is_directly_in_type(node) => drop(self.define_named(node, SymbolKind::Method)),
            FUNC_LITERAL => self.function_literal(node),
            TYPE_SPEC | TYPE_ALIAS => self.type_spec(node),
            FIELD if self.is_directly_in_type(node) => self.field(node),
            CONST_SPEC if self.open_definitions.is_empty() => drop(self.define_names(node, SymbolKind::Constant)),
            VAR_SPEC if self.open_definitions.is_empty() => self.variables(node),
            kind if is_block(kind) => self.blocks.push((tree.next_after_subtree(node), tree.end(node))),
            _ => {}
        }
    }

    fn package(&mut self, node: NodeId) {
        if let Some(name) = self.tree.child_of_kind(node, PACKAGE_NAME) {
            let name = self.facts.name(self.tree.text(name));
            self.facts.facts().definitions[0].name = name;
        }
    }

    fn parent(&self) -> DefId {
        self.open_definitions.last().map_or(DefId(0), |open| open.definition)
    }

    fn open_definition(&mut self, node: NodeId, definition: DefId) {
        self.open_definitions.push(OpenDefinition { node, end: self.tree.next_after_subtree(node), definition });
    }

    /// Whether a member is directly in the type that is the innermost definition.
    fn is_directly_in_type(&self, member: NodeId) -> bool {
        let grandparent = self.tree.parent(self.tree.parent(member));
        self.open_definitions.last().is_some_and(|open| open.node == grandparent)
            && self.tree.kind(grandparent) == TYPE_SPEC
    }

    /// Defines a node that has exactly one name.
    fn define_named(&mut self, node: NodeId, kind: SymbolKind) -> Option<DefId> {
        let name = self.tree.child(node, FIELD_NAME)?;
        self.define(node, node, name, kind)
    }

    fn define(&mut self, key_node: NodeId, node: NodeId, name: NodeId, kind: SymbolKind) -> Option<DefId> {
        let text = self.tree.text(name);
        if text.is_empty() || text == "_" {
            return None;
        }
        Some(self.define_as(key_node, node, text, self.tree.start(name), kind, Flags::default()))
    }

    fn define_as(
        &mut self,
        key_node: NodeId,
        node: NodeId,
        name: &'t str,
        at: u32,
        kind: SymbolKind,
        flags: Flags,
    ) -> DefId {
        let parent = self.parent();
        let until = self.blocks.last().map_or(u32::MAX, |&(_, end)| end);
        if self.open_definitions.is_empty() {
            self.bind(name);
        }
        let definition = self.definer.define(
            self.facts,
            NewDefinition { node, kind, name, name_offset: at, parent, visible_until: until, flags },
        );
        self.defined_nodes.push((key_node, definition));
        definition
    }

    /// Defines a method inside a block; the block has the name of the receiver's type.
    fn method(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some(name) = tree.child(node, FIELD_NAME) else { return };
        let Some(target) = receiver_type(tree, node) else { return };
        let block = self.definer.define(
            self.facts,
            NewDefinition {
                node,
                kind: SymbolKind::Block,
                name: tree.text(target),
                name_offset: tree.start(target),
                parent: self.parent(),
                visible_until: u32::MAX,
                flags: Flags::ANONYMOUS,
            },
        );
        self.defined_nodes.push((node, block));
        self.open_definition(node, block);
        if let Some(method) = self.define(name, node, name, SymbolKind::Method) {
            self.open_definition(node, method);
        }
    }

    /// Defines an anonymous function. Outside of other definitions, its parent is the variable whose value contains it.
    fn function_literal(&mut self, node: NodeId) {
        let at = self.tree.start(node);
        let n_values_before = self.values.partition_point(|value| value.0 <= node);
        if self.open_definitions.is_empty()
            && let Some(&(value_node, end, variable)) = self.values[..n_values_before].last()
            && node < end
        {
            self.open_definitions.push(OpenDefinition { node: value_node, end, definition: variable });
        }
        let definition = self.define_as(node, node, FUNCTION_NAME, at, SymbolKind::Function, Flags::ANONYMOUS);
        self.open_definition(node, definition);
    }

    fn type_spec(&mut self, node: NodeId) {
        let tree = self.tree;
        let ty = tree.child(node, FIELD_TYPE).map(|ty| tree.kind(ty));
        let kind = match ty {
            _ if tree.kind(node) == TYPE_ALIAS => SymbolKind::TypeAlias,
            Some(INTERFACE_TYPE) => SymbolKind::Interface,
            _ => SymbolKind::Class,
        };
        if let Some(definition) = self.define_named(node, kind) {
            self.open_definition(node, definition);
        }
    }

    /// Defines all names of a field. An embedded field has the name of its type.
    fn field(&mut self, node: NodeId) {
        let tree = self.tree;
        let names: Vec<NodeId> = tree.children(node).filter(|&child| tree.field(child) == FIELD_NAME).collect();
        if names.is_empty() {
            let ty = tree.child(node, FIELD_TYPE);
            if let Some(name) = ty.and_then(|ty| type_name(tree, ty)) {
                self.define(name, node, name, SymbolKind::Field);
            }
        }
        for name in names {
            self.define(name, node, name, SymbolKind::Field);
        }
    }

    /// Defines all names of a specification, and returns their definitions in order; `None` for `_`.
    fn define_names(&mut self, node: NodeId, kind: SymbolKind) -> Vec<Option<DefId>> {
        let tree = self.tree;
        let is_name = |&child: &NodeId| tree.field(child) == FIELD_NAME && tree.kind(child) == IDENTIFIER;
        let names = tree.children(node).filter(is_name);
        names.map(|name| self.define(name, node, name, kind)).collect()
    }

    fn variables(&mut self, node: NodeId) {
        let tree = self.tree;
        let variables = self.define_names(node, SymbolKind::Variable);
        let Some(values) = tree.child(node, FIELD_VALUE) else { return };
        let value_pairs = tree.children(values).zip(variables);
        self.values = value_pairs
            .filter_map(|(value, variable)| Some((value, tree.next_after_subtree(value), variable?)))
            .collect();
    }

    fn bind(&mut self, name: &str) {
        if !library::is_any_or_comparable(name) {
            let name = self.facts.name(name);
            self.bound_names.insert(name);
        }
    }
}

/// The node of a method's receiver type, without pointer and type parameters.
pub(super) fn receiver_type(tree: &Tree<'_>, method: NodeId) -> Option<NodeId> {
    let receiver = tree.child(method, FIELD_RECEIVER)?;
    let parameter = tree.child_of_kind(receiver, PARAMETER)?;
    type_name(tree, tree.child(parameter, FIELD_TYPE)?)
}

/// The last name of a named type, through pointers and type arguments.
pub(super) fn type_name(tree: &Tree<'_>, ty: NodeId) -> Option<NodeId> {
    let mut node = ty;
    // Ends, because each step descends in the tree.
    loop {
        node = match tree.kind(node) {
            TYPE_NAME => return Some(node),
            QUALIFIED_TYPE => tree.child(node, FIELD_NAME)?,
            GENERIC_TYPE => tree.child(node, FIELD_TYPE)?,
            POINTER_TYPE | PARENTHESIZED_TYPE => tree.children(node).next()?,
            _ => return None,
        };
    }
}
