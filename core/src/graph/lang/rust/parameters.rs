//! Type parameters and their bounds.
//!
//! A struct seldom states the bounds of its parameters, but its `impl` blocks do. A parameter without bounds therefore
//! gets the bounds that the type's blocks in the file state for its argument.

use alloc::vec::Vec;

use super::prelude::is_marker;
use super::relate::RelatePass;
use super::syntax::*;
use crate::base::map::Map;
use crate::graph::facts::{ExprId, MAX_ITEMS, Name};
use crate::graph::syntax::{NodeId, Tree};

/// Number of bounds of one type parameter that are kept.
pub(super) const MAX_BOUNDS: usize = 8;
/// Number of `impl` blocks of one type that are searched for bounds.
const MAX_BLOCKS: usize = 32;

/// The type parameters in scope, innermost last.
#[derive(Default)]
pub(super) struct Generics<'t> {
    parameters: Vec<TypeParameter>,
    /// The file's `impl` blocks of types with arguments, by the type's name. `None` until a type needs them.
    blocks: Option<Map<&'t str, Vec<NodeId>>>,
}

#[derive(Clone, Copy)]
struct TypeParameter {
    name: Name,
    /// The parameter's bounds as one type; unknown if no bound says anything about methods.
    bound: ExprId,
    /// The first node after the item that declares the parameter.
    end: u32,
}

impl Generics<'_> {
    /// Removes the parameters whose items end before `node`.
    pub(super) fn leave(&mut self, node: NodeId) {
        while self.parameters.last().is_some_and(|parameter| parameter.end <= node.0) {
            self.parameters.pop();
        }
    }

    /// The bounds of a type parameter; `None` for other names.
    fn bound(&self, name: Name) -> Option<ExprId> {
        let parameter = self.parameters.iter().rev().take(MAX_ITEMS).find(|parameter| parameter.name == name)?;
        Some(parameter.bound)
    }
}

impl<'t> RelatePass<'_, 't> {
    /// Opens the type parameters of an item.
    pub(super) fn open_type_parameters(&mut self, item: NodeId) {
        let tree = self.tree;
        let Some(list) = tree.child_of_kind(item, TYPE_PARAMETERS) else { return };
        let end = tree.next_after_subtree(item).0;
        let first_parameter = self.generics.parameters.len();
        for parameter in tree.children(list).filter(|&node| tree.kind(node) == TYPE_PARAMETER).take(MAX_ITEMS) {
            let Some(name) = tree.child(parameter, FIELD_NAME) else { continue };
            let name = self.name(name);
            self.generics.parameters.push(TypeParameter { name, bound: ExprId(0), end });
        }
        for parameter in tree.children(list).filter(|&node| tree.kind(node) == TYPE_PARAMETER).take(MAX_ITEMS) {
            self.add_bounds(parameter, FIELD_NAME, first_parameter);
        }
        for predicate in tree.children(item).filter(|&node| tree.kind(node) == WHERE_PREDICATE).take(MAX_ITEMS) {
            self.add_bounds(predicate, FIELD_LEFT, first_parameter);
        }
        if matches!(tree.kind(item), STRUCT | UNION | ENUM) {
            self.inherit_block_bounds(item, first_parameter);
        }
    }

    /// Adds the bounds in a declaration or a `where` clause to their type parameter, if it is among those from
    /// `first_parameter` on.
    fn add_bounds(&mut self, node: NodeId, name_field: u8, first_parameter: usize) {
        let tree = self.tree;
        let (Some(name), Some(bounds)) = (tree.child(node, name_field), tree.child(node, FIELD_BOUNDS)) else { return };
        let name = self.name(name);
        let Some(at) = self.generics.parameters[first_parameter..].iter().position(|parameter| parameter.name == name)
        else {
            return;
        };
        let mut bound = self.generics.parameters[first_parameter + at].bound;
        for node in tree.children(bounds).take(MAX_BOUNDS).filter(|&node| is_informative(tree, node)) {
            let next_bound = self.ty(node);
            bound = match (bound, next_bound) {
                (ExprId(0), next_bound) => next_bound,
                (bound, ExprId(0)) => bound,
                (bound, next_bound) => self.facts.either(bound, next_bound),
            };
        }
        self.generics.parameters[first_parameter + at].bound = bound;
    }

    /// Gives bounds to each type parameter from `first_parameter` on that has none: those that the type's `impl` blocks
    /// state for the argument at the parameter's position.
    fn inherit_block_bounds(&mut self, item: NodeId, first_parameter: usize) {
        let tree = self.tree;
        let parameters = first_parameter..self.generics.parameters.len();
        let is_any_unbound =
            self.generics.parameters[first_parameter..].iter().any(|parameter| parameter.bound == ExprId(0));
        let Some(name) = tree.child(item, FIELD_NAME).filter(|_| is_any_unbound) else { return };
        let blocks = self.generics.blocks.get_or_insert_with(|| generic_blocks(tree));
        let type_blocks = blocks.get(tree.text(name)).into_iter().flatten().copied();
        let blocks: Vec<NodeId> =
            type_blocks.filter(|&block| tree.parent(block) == tree.parent(item)).take(MAX_BLOCKS).collect();
        for (position, at) in parameters.clone().enumerate() {
            if self.generics.parameters[at].bound != ExprId(0) {
                continue;
            }
            let mut bound_heads: Vec<NodeId> = Vec::new();
            for &block in &blocks {
                let arguments = arguments_of(tree, block);
                let Some(&argument) = arguments.get(position).filter(|_| arguments.len() == parameters.len()) else {
                    continue;
                };
                for head in bounds_in(tree, block, tree.text(argument)) {
                    if !bound_heads.iter().any(|&known| tree.text(known) == tree.text(head)) {
                        bound_heads.push(head);
                    }
                }
            }
            let mut bound = ExprId(0);
            for head in bound_heads.into_iter().take(MAX_BOUNDS) {
                let next_bound = self.ty(head);
                bound = if bound == ExprId(0) { next_bound } else { self.facts.either(bound, next_bound) };
            }
            self.generics.parameters[at].bound = bound;
        }
    }

    /// The bounds of a type parameter; `None` for other names.
    pub(super) fn generic_bound(&self, name: Name) -> Option<ExprId> {
        self.generics.bound(name)
    }
}

/// Whether a bound says something about methods, unlike a lifetime or a marker trait.
pub(super) fn is_informative(tree: &Tree<'_>, bound: NodeId) -> bool {
    !matches!(tree.kind(bound), LIFETIME | REMOVED_TRAIT_BOUND) && !is_marker(tree.text(bound))
}

/// A file's `impl` blocks of types with arguments, by the type's name.
fn generic_blocks<'t>(tree: &Tree<'t>) -> Map<&'t str, Vec<NodeId>> {
    let mut blocks: Map<&str, Vec<NodeId>> = Map::default();
    for block in (0..tree.len() as u32).map(NodeId).filter(|&node| tree.kind(node) == IMPL) {
        if let Some(name) = generic_target(tree, block).and_then(|target| tree.child(target, FIELD_TYPE)) {
            blocks.entry(tree.text(name)).or_default().push(block);
        }
    }
    blocks
}

/// The type that a block extends; `None` if that type has no arguments.
fn generic_target(tree: &Tree<'_>, block: NodeId) -> Option<NodeId> {
    tree.child(block, FIELD_TYPE).filter(|&target| tree.kind(target) == GENERIC_TYPE)
}

/// The arguments of the type that a block extends, without lifetimes.
fn arguments_of(tree: &Tree<'_>, block: NodeId) -> Vec<NodeId> {
    let list = generic_target(tree, block).and_then(|target| tree.child(target, FIELD_TYPE_ARGUMENTS));
    let arguments = list.into_iter().flat_map(|list| tree.children(list));
    arguments.filter(|&argument| tree.kind(argument) != LIFETIME).collect()
}

/// The names of the types that bound a parameter of a block.
fn bounds_in<'a>(tree: &'a Tree<'_>, block: NodeId, parameter: &'a str) -> impl Iterator<Item = NodeId> + 'a {
    let list = tree.child_of_kind(block, TYPE_PARAMETERS);
    let parameter_nodes = list.into_iter().flat_map(|list| tree.children(list)).map(|node| (node, FIELD_NAME));
    let predicate_nodes =
        tree.children(block).filter(|&node| tree.kind(node) == WHERE_PREDICATE).map(|node| (node, FIELD_LEFT));
    let matching_nodes = parameter_nodes.chain(predicate_nodes).filter(move |&(node, name_field)| {
        tree.child(node, name_field).is_some_and(|name| tree.text(name) == parameter)
    });
    let bounds =
        matching_nodes.filter_map(|(node, _)| tree.child(node, FIELD_BOUNDS)).flat_map(|bounds| tree.children(bounds));
    bounds.filter(|&bound| is_informative(tree, bound)).filter_map(|bound| match tree.kind(bound) {
        GENERIC_TYPE => tree.child(bound, FIELD_TYPE),
        TYPE_IDENTIFIER | SCOPED_TYPE_IDENTIFIER => Some(bound),
        _ => None,
    })
}
