//! Definitions with their display texts: a signature on one line, documentation, flags.

use alloc::string::String;

use super::super::excerpt;
use super::docs;
use super::syntax::*;
use crate::graph::facts::{DefId, Definition, Detail, ExprId, FactsBuilder, Flags, MAX_TEXT_BYTES};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::{NodeId, Tree};
use crate::text::tokens::TokenCounts;

/// Greatest length in bytes of the signature of a constant or variable, whose value may be a whole table.
const MAX_VALUE_SIGNATURE_BYTES: usize = 100;
/// Greatest number of bytes of a header that are read.
const MAX_HEADER_BYTES: usize = 4_096;

/// A definition to add to the facts.
pub(super) struct NewDefinition<'t> {
    pub(super) node: NodeId,
    pub(super) kind: SymbolKind,
    pub(super) name: &'t str,
    /// The byte offset of the definition's name.
    pub(super) name_offset: u32,
    pub(super) parent: DefId,
    pub(super) visible_until: u32,
    /// Flags that do not follow from the definition's node.
    pub(super) flags: Flags,
}

/// Adds definitions to the facts, with signature, documentation and flags.
pub(super) struct Definer<'a, 't> {
    pub(super) tree: &'a Tree<'t>,
    pub(super) tokens: &'a TokenCounts<'t>,
}

impl Definer<'_, '_> {
    pub(super) fn define(&self, facts: &mut FactsBuilder, item: NewDefinition<'_>) -> DefId {
        let tree = self.tree;
        let definition = Definition {
            kind: item.kind,
            name: facts.name(item.name),
            parent: item.parent,
            first_line: tree.first_line(item.node),
            last_line: tree.last_line(item.node),
            name_offset: item.name_offset,
            visible_until: item.visible_until,
            flags: self.flags(&item),
            returns: ExprId(0),
            tokens: self.tokens.span(tree.start(item.node) as usize, tree.end(item.node) as usize),
        };
        let doc = match item.flags.has(Flags::ANONYMOUS) {
            true => String::new(),
            false => docs::doc_before(tree, tree.start(item.node)),
        };
        facts.define(definition, Detail { signature: signature(tree, item.node), doc })
    }

    fn flags(&self, item: &NewDefinition<'_>) -> Flags {
        let tree = self.tree;
        if item.flags.has(Flags::ANONYMOUS) {
            return item.flags;
        }
        let mut flags = item.flags;
        let mut set_flag = |holds: bool, flag: Flags| flags = if holds { flags.with(flag) } else { flags };
        set_flag(item.name.starts_with(char::is_uppercase), Flags::PUBLIC);
        set_flag(tree.kind(item.node) == METHOD_ELEM, Flags::ABSTRACT);
        set_flag(tree.kind(item.node) == FUNCTION && is_test(tree, item), Flags::TEST);
        flags
    }
}

/// Whether `go test` runs a function, as its name and its parameters tell.
fn is_test(tree: &Tree<'_>, item: &NewDefinition<'_>) -> bool {
    let has_test_name = ["Test", "Benchmark", "Fuzz"].iter().any(|word| item.name.starts_with(word));
    let parameters = tree.child(item.node, FIELD_PARAMETERS).map_or("", |parameters| tree.text(parameters));
    has_test_name && parameters.contains("*testing.")
}

/// The signature on one line: the header of a definition with a body, otherwise the whole statement.
fn signature(tree: &Tree<'_>, node: NodeId) -> String {
    let text = tree.text(node);
    let header = |end: u32| &text[..(end.saturating_sub(tree.start(node)) as usize).min(text.len())];
    let (keyword, text, limit) = match tree.kind(node) {
        FUNCTION | METHOD | FUNC_LITERAL => {
            ("", tree.child(node, FIELD_BODY).map_or(text, |body| header(tree.start(body))), MAX_TEXT_BYTES)
        }
        TYPE_SPEC => match tree.child(node, FIELD_TYPE).filter(|&ty| has_body(tree, ty)) {
            Some(_) => ("type ", text.split('{').next().unwrap_or(text), MAX_TEXT_BYTES),
            None => ("type ", text, MAX_TEXT_BYTES),
        },
        TYPE_ALIAS => ("type ", text, MAX_TEXT_BYTES),
        CONST_SPEC => ("const ", text, MAX_VALUE_SIGNATURE_BYTES),
        VAR_SPEC => ("var ", text, MAX_VALUE_SIGNATURE_BYTES),
        FIELD => {
            let end = tree.child(node, FIELD_TAG).map_or(tree.end(node), |tag| tree.start(tag));
            ("", header(end), MAX_VALUE_SIGNATURE_BYTES)
        }
        _ => ("", text, MAX_TEXT_BYTES),
    };
    let text = &text[..text.floor_char_boundary(MAX_HEADER_BYTES)];
    excerpt::tidy_brackets(excerpt::on_one_line(&format!("{keyword}{}", excerpt::without_comments(text)), limit))
}

fn has_body(tree: &Tree<'_>, ty: NodeId) -> bool {
    matches!(tree.kind(ty), STRUCT_TYPE | INTERFACE_TYPE)
}
