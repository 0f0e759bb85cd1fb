//! Definitions with their display texts: items, fields, variants, closures, `impl` blocks.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::super::excerpt;
use super::attributes::{Attributes, without_raw_prefix};
use super::syntax::*;
use super::uses::is_public;
use crate::graph::facts::{DefId, Definition, Detail, ExprId, FactsBuilder, Flags, MAX_TEXT_BYTES};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::{NodeId, Tree};
use crate::text::tokens::TokenCounts;

/// Greatest length in bytes of the signature of a constant or variant, whose value may be a whole table.
const MAX_VALUE_SIGNATURE_BYTES: usize = 100;
/// Greatest number of levels between an `impl` block's type and the name in it.
const MAX_TYPE_STEPS: usize = 32;
/// Greatest number of bytes of a header that are read.
const MAX_HEADER_BYTES: usize = 4_096;

/// A definition to add to the facts.
pub(super) struct NewDefinition<'a, 't> {
    pub(super) node: NodeId,
    pub(super) kind: SymbolKind,
    pub(super) name: &'t str,
    /// The byte offset of the definition's name.
    pub(super) name_offset: u32,
    pub(super) parent: DefId,
    pub(super) visible_until: u32,
    pub(super) attributes: &'a Attributes,
}

/// Adds definitions to the facts, with signature, documentation and flags.
pub(super) struct Definer<'a, 't> {
    pub(super) tree: &'a Tree<'t>,
    pub(super) tokens: &'a TokenCounts<'t>,
}

impl<'t> Definer<'_, 't> {
    pub(super) fn define(&self, facts: &mut FactsBuilder, item: NewDefinition<'_, 't>) -> DefId {
        let tree = self.tree;
        let first_node = item.attributes.first_attribute(tree).unwrap_or(item.node);
        let parent = facts.facts().definitions[item.parent.0 as usize].clone();
        let definition = Definition {
            kind: item.kind,
            name: facts.name(item.name),
            parent: item.parent,
            first_line: tree.first_line(first_node),
            last_line: tree.last_line(item.node),
            name_offset: item.name_offset,
            visible_until: item.visible_until,
            flags: self.flags(&item, &parent),
            returns: ExprId(0),
            tokens: self.tokens.span(tree.start(first_node) as usize, tree.end(item.node) as usize),
        };
        facts.define(definition, Detail { signature: signature(tree, item.node), doc: item.attributes.doc(tree) })
    }

    fn flags(&self, item: &NewDefinition<'_, '_>, parent: &Definition) -> Flags {
        let (tree, text) = (self.tree, self.tree.text(item.node));
        let mut flags = Flags::default();
        let mut set_flag = |holds: bool, flag: Flags| flags = if holds { flags.with(flag) } else { flags };
        if matches!(tree.kind(item.node), CLOSURE | IMPL) {
            return Flags::ANONYMOUS;
        }
        let inherits_public = matches!(parent.kind, SymbolKind::Interface | SymbolKind::Enum);
        set_flag(is_public(text) || inherits_public && parent.flags.has(Flags::PUBLIC), Flags::PUBLIC);
        set_flag(item.attributes.is_test(tree), Flags::TEST);
        set_flag(matches!(tree.kind(item.node), FUNCTION_SIGNATURE | ASSOCIATED_TYPE), Flags::ABSTRACT);
        if matches!(tree.kind(item.node), FUNCTION | FUNCTION_SIGNATURE) {
            let before_name = &text[..(item.name_offset - tree.start(item.node)) as usize];
            set_flag(before_name.split_whitespace().any(|word| word == "async"), Flags::ASYNC);
            set_flag(item.kind == SymbolKind::Method && !takes_self(tree, item.node), Flags::STATIC);
        }
        flags
    }
}

/// Whether a function has a receiver.
fn takes_self(tree: &Tree<'_>, function: NodeId) -> bool {
    tree.children(function).any(|child| is_receiver(tree, child))
}

/// Whether a parameter is the receiver: `&self`, `self: Box<Self>`.
pub(super) fn is_receiver(tree: &Tree<'_>, parameter: NodeId) -> bool {
    match tree.kind(parameter) {
        SELF_PARAMETER => true,
        PARAMETER => tree.child(parameter, FIELD_PATTERN).is_some_and(|pattern| tree.kind(pattern) == SELF),
        _ => false,
    }
}

/// The name of the definition at a node, and the name's byte offset. `None` for a definition that no code can refer to,
/// such as `const _`.
pub(super) fn definition_name<'t>(tree: &Tree<'t>, node: NodeId) -> Option<(&'t str, u32)> {
    let (name, at) = match tree.kind(node) {
        CLOSURE => ("<closure>", tree.start(node)),
        IMPL => {
            let target = tree.child(node, FIELD_TYPE)?;
            (type_name(tree, node, target), tree.start(target))
        }
        MACRO_DEFINITION => {
            let text = tree.text(node);
            let after_mark = text.find('!')? + 1;
            let rest_of_text = &text[after_mark..];
            let start = rest_of_text.find(|c: char| c.is_alphanumeric() || c == '_')?;
            let len = rest_of_text[start..]
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest_of_text.len() - start);
            (&rest_of_text[start..start + len], tree.start(node) + (after_mark + start) as u32)
        }
        _ => {
            let name = tree.child(node, FIELD_NAME)?;
            (without_raw_prefix(tree.text(name)), tree.start(name))
        }
    };
    (!name.is_empty() && name != "_").then_some((name, at))
}

/// The bare name of the type that an `impl` block extends. For a type parameter it is the name of the parameter's first
/// bound; `<type>` if there is no name.
///
/// That bound does not count if it is the trait that the block implements: `impl<S: Sink> Sink for &mut S` is not a
/// part of `Sink`.
pub(super) fn type_name<'t>(tree: &Tree<'t>, block: NodeId, target: NodeId) -> &'t str {
    let mut node = target;
    for _ in 0..MAX_TYPE_STEPS {
        let inner = match tree.kind(node) {
            TYPE_IDENTIFIER | PRIMITIVE_TYPE | IDENTIFIER => match bound_of(tree, block, tree.text(node)) {
                Some(bound) => Some(bound),
                None => return tree.text(node),
            },
            SCOPED_TYPE_IDENTIFIER => tree.child(node, FIELD_NAME),
            _ => tree.children(node).find(|&child| tree.kind(child) != LIFETIME),
        };
        match inner {
            Some(inner) => node = inner,
            None => break,
        }
    }
    "<type>"
}

/// The first bound of a block's type parameter, unless the block implements that bound.
fn bound_of(tree: &Tree<'_>, block: NodeId, name: &str) -> Option<NodeId> {
    let parameters = tree.child_of_kind(block, TYPE_PARAMETERS)?;
    let is_named = |&node: &NodeId| tree.child(node, FIELD_NAME).is_some_and(|own| tree.text(own) == name);
    let parameter = tree.children(parameters).filter(|&node| tree.kind(node) == TYPE_PARAMETER).find(is_named)?;
    let bounds = tree.child(parameter, FIELD_BOUNDS)?;
    let is_type = |bound| !matches!(tree.kind(bound), LIFETIME | REMOVED_TRAIT_BOUND) && tree.text(bound) != name;
    let first_bound = tree.children(bounds).find(|&bound| is_type(bound))?;
    let implemented_trait = tree.child(block, FIELD_TRAIT).map(|of| tree.text(of));
    (implemented_trait != Some(tree.text(first_bound))).then_some(first_bound)
}

/// The signature on one line: the header of a definition with a body, otherwise the whole item.
fn signature(tree: &Tree<'_>, node: NodeId) -> String {
    let text = tree.text(node);
    let header = |body: NodeId| &text[..(tree.start(body).saturating_sub(tree.start(node)) as usize).min(text.len())];
    let (text, limit) = match tree.kind(node) {
        FUNCTION | CLOSURE => (tree.child(node, FIELD_BODY).map_or(text, header), MAX_TEXT_BYTES),
        TRAIT | IMPL | MODULE => (tree.child_of_kind(node, DECLARATION_LIST).map_or(text, header), MAX_TEXT_BYTES),
        STRUCT | UNION | ENUM => (text.split('{').next().unwrap_or(text), MAX_TEXT_BYTES),
        MACRO_DEFINITION => (text.split(['{', '(', '[']).next().unwrap_or(text), MAX_VALUE_SIGNATURE_BYTES),
        CONST | STATIC | ENUM_VARIANT | STRUCT_FIELD => (text, MAX_VALUE_SIGNATURE_BYTES),
        _ => (text, MAX_TEXT_BYTES),
    };
    let text = &text[..text.floor_char_boundary(MAX_HEADER_BYTES)];
    let line = excerpt::on_one_line(&excerpt::without_comments(text), limit);
    excerpt::tidy_brackets(line.trim_end_matches([';', ' ']).to_owned())
}
