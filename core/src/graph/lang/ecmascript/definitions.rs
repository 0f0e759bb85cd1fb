//! Definitions with their display texts.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::super::excerpt;
use super::docs;
use super::syntax::*;
use crate::graph::facts::{DefId, Definition, Detail, ExprId, FactsBuilder, Flags, MAX_TEXT_BYTES};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::{NodeId, Tree};
use crate::text::tokens::TokenCounts;

/// Greatest length in bytes of the signature of a variable or field, whose value may be a whole table.
const MAX_VALUE_SIGNATURE_BYTES: usize = 100;
/// Greatest number of bytes of a header that are read.
const MAX_HEADER_BYTES: usize = 4_096;

/// A definition to add to the facts.
pub(super) struct NewDefinition<'t> {
    pub(super) node: NodeId,
    /// The node of the whole statement, whose lines and text the definition has.
    pub(super) statement: NodeId,
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

impl<'t> Definer<'_, 't> {
    pub(super) fn define(&self, facts: &mut FactsBuilder, item: NewDefinition<'t>) -> DefId {
        let tree = self.tree;
        let parent = facts.facts().definitions[item.parent.0 as usize].clone();
        let (start, end) = (tree.start(item.statement), tree.end(item.statement));
        let definition = Definition {
            kind: item.kind,
            name: facts.name(item.name),
            parent: item.parent,
            first_line: tree.first_line(item.statement),
            last_line: tree.last_line(item.statement),
            name_offset: item.name_offset,
            visible_until: item.visible_until.max(item.name_offset),
            flags: item.flags.with(self.flags(&item, &parent)),
            returns: ExprId(0),
            tokens: self.tokens.span(start as usize, end as usize),
        };
        facts.define(definition, Detail { signature: self.signature(&item), doc: docs::doc_before(tree, start) })
    }

    fn flags(&self, item: &NewDefinition<'_>, parent: &Definition) -> Flags {
        let tree = self.tree;
        let mut flags = Flags::default();
        if item.flags.has(Flags::ANONYMOUS) {
            return flags;
        }
        let mut set_flag = |holds: bool, flag: Flags| flags = if holds { flags.with(flag) } else { flags };
        let has_keyword = |word: &str| has_word(tree, item, word);
        let is_member = matches!(parent.kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum);
        let is_accessible = !item.name.starts_with(['#', '_']) && !has_keyword("private") && !has_keyword("protected");
        set_flag(if is_member { is_accessible } else { tree.kind(item.statement) == EXPORT }, Flags::PUBLIC);
        set_flag(parent.kind == SymbolKind::Class && has_keyword("static"), Flags::STATIC);
        set_flag(
            matches!(tree.kind(item.node), METHOD_SIGNATURE | ABSTRACT_METHOD | FUNCTION_SIGNATURE),
            Flags::ABSTRACT,
        );
        if matches!(item.kind, SymbolKind::Function | SymbolKind::Method) {
            set_flag(has_keyword("async") || tree.text(item.node).starts_with("async"), Flags::ASYNC);
            let is_generator = matches!(tree.kind(item.node), GENERATOR | GENERATOR_EXPRESSION) || has_keyword("*");
            set_flag(is_generator, Flags::GENERATOR);
        }
        flags
    }

    /// The signature on one line: the header of a definition with a body, otherwise the whole statement.
    fn signature(&self, item: &NewDefinition<'_>) -> String {
        let tree = self.tree;
        let (start, end) = (tree.start(item.statement), tree.end(item.statement));
        let start = after_decorators(tree, item.node).unwrap_or(start).clamp(start, end);
        let body = tree.child(item.node, FIELD_BODY).map(|body| tree.start(body));
        let (end, limit) = match item.kind {
            SymbolKind::Variable | SymbolKind::Constant | SymbolKind::Field => (end, MAX_VALUE_SIGNATURE_BYTES),
            SymbolKind::TypeAlias => (end, MAX_TEXT_BYTES),
            _ => (body.unwrap_or(end).clamp(start, end), MAX_TEXT_BYTES),
        };
        let text = &tree.source()[start as usize..end as usize];
        let text = &text[..text.floor_char_boundary(MAX_HEADER_BYTES)];
        let line = excerpt::on_one_line(text, limit);
        excerpt::tidy_brackets(line.trim_end_matches([';', ' ']).to_owned())
    }
}

/// The byte offset of a definition after its decorators; `None` if the definition has no decorators.
fn after_decorators(tree: &Tree<'_>, node: NodeId) -> Option<u32> {
    let last_decorator = tree.children(node).take_while(|&child| tree.kind(child) == DECORATOR).last()?;
    let text_after = &tree.source()[tree.end(last_decorator) as usize..tree.end(node) as usize];
    Some(tree.end(last_decorator) + (text_after.len() - text_after.trim_start().len()) as u32)
}

/// Whether a keyword stands before the name of a definition.
fn has_word(tree: &Tree<'_>, item: &NewDefinition<'_>, word: &str) -> bool {
    let start = tree.start(item.statement).min(item.name_offset);
    let text_before = &tree.source()[start as usize..item.name_offset as usize];
    let line = text_before.rsplit(['\n', ')', ';', '{']).next().unwrap_or(text_before);
    line.split(|c: char| c.is_whitespace()).any(|part| part == word || word == "*" && part.contains('*'))
}

/// Whether a method is a getter or setter.
pub(super) fn is_accessor(tree: &Tree<'_>, method: NodeId, name_at: u32) -> bool {
    let start = after_decorators(tree, method).unwrap_or(tree.start(method)).min(name_at);
    let text_before = &tree.source()[start as usize..name_at as usize];
    text_before.split_whitespace().any(|word| matches!(word, "get" | "set"))
}
