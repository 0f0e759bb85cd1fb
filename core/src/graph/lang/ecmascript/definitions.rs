//! Definitions with what people read of them.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::super::excerpt;
use super::docs;
use super::syntax::*;
use crate::graph::facts::{DefId, Definition, Detail, ExprId, FactsBuilder, MOST_TEXT_BYTES, Marks};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::{NodeId, Tree};
use crate::text::tokens::TokenCounts;

/// The longest signature of a variable or field: its value may be a whole table.
const MOST_VALUE_BYTES: usize = 100;
/// How far a header is read.
const MOST_HEADER_BYTES: usize = 4_096;

/// One thing to define.
pub(super) struct Item<'t> {
    pub(super) node: NodeId,
    /// The statement it is the whole of.
    pub(super) whole: NodeId,
    pub(super) kind: SymbolKind,
    pub(super) name: &'t str,
    /// The byte offset of its name.
    pub(super) at: u32,
    pub(super) parent: DefId,
    pub(super) until: u32,
    /// Marks that are known already.
    pub(super) marks: Marks,
}

/// Makes definitions.
pub(super) struct Definer<'a, 't> {
    pub(super) tree: &'a Tree<'t>,
    pub(super) tokens: &'a TokenCounts<'t>,
}

impl<'t> Definer<'_, 't> {
    /// Adds a definition.
    pub(super) fn define(&self, facts: &mut FactsBuilder, item: Item<'t>) -> DefId {
        let tree = self.tree;
        let parent = facts.facts().definitions[item.parent.0 as usize].clone();
        let (start, end) = (tree.start(item.whole), tree.end(item.whole));
        let definition = Definition {
            kind: item.kind,
            name: facts.name(item.name),
            parent: item.parent,
            first_line: tree.first_line(item.whole),
            last_line: tree.last_line(item.whole),
            at: item.at,
            until: item.until.max(item.at),
            marks: item.marks.with(self.marks(&item, &parent)),
            returns: ExprId(0),
            tokens: self.tokens.span(start as usize, end as usize),
        };
        facts.define(definition, Detail { signature: self.signature(&item), doc: docs::before(tree, start) })
    }

    fn marks(&self, item: &Item<'_>, parent: &Definition) -> Marks {
        let tree = self.tree;
        let mut marks = Marks::default();
        if item.marks.has(Marks::ANONYMOUS) {
            return marks;
        }
        let mut mark = |holds: bool, mark: Marks| marks = if holds { marks.with(mark) } else { marks };
        let word = |word: &str| has_word(tree, item, word);
        let is_member = matches!(parent.kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum);
        let is_open = !item.name.starts_with(['#', '_']) && !word("private") && !word("protected");
        mark(if is_member { is_open } else { tree.kind(item.whole) == EXPORT }, Marks::PUBLIC);
        mark(parent.kind == SymbolKind::Class && word("static"), Marks::STATIC);
        mark(matches!(tree.kind(item.node), METHOD_SIGNATURE | ABSTRACT_METHOD | FUNCTION_SIGNATURE), Marks::ABSTRACT);
        if matches!(item.kind, SymbolKind::Function | SymbolKind::Method) {
            mark(word("async") || tree.text(item.node).starts_with("async"), Marks::ASYNC);
            let is_generator = matches!(tree.kind(item.node), GENERATOR | GENERATOR_EXPRESSION) || word("*");
            mark(is_generator, Marks::GENERATOR);
        }
        marks
    }

    /// One line: the header of what has a body, the whole of what has none.
    fn signature(&self, item: &Item<'_>) -> String {
        let tree = self.tree;
        let (start, end) = (tree.start(item.whole), tree.end(item.whole));
        let start = after_decorators(tree, item.node).unwrap_or(start).clamp(start, end);
        let body = tree.child(item.node, FIELD_BODY).map(|body| tree.start(body));
        let (end, most) = match item.kind {
            SymbolKind::Variable | SymbolKind::Constant | SymbolKind::Field => (end, MOST_VALUE_BYTES),
            SymbolKind::TypeAlias => (end, MOST_TEXT_BYTES),
            _ => (body.unwrap_or(end).clamp(start, end), MOST_TEXT_BYTES),
        };
        let text = &tree.source()[start as usize..end as usize];
        let text = &text[..text.floor_char_boundary(MOST_HEADER_BYTES)];
        let line = excerpt::fold(text, most);
        excerpt::tidy_brackets(line.trim_end_matches([';', ' ']).to_owned())
    }
}

/// Where a definition begins that decorators stand before.
fn after_decorators(tree: &Tree<'_>, node: NodeId) -> Option<u32> {
    let last = tree.children(node).take_while(|&child| tree.kind(child) == DECORATOR).last()?;
    let rest = &tree.source()[tree.end(last) as usize..tree.end(node) as usize];
    Some(tree.end(last) + (rest.len() - rest.trim_start().len()) as u32)
}

/// Whether a word stands before the name of a definition.
fn has_word(tree: &Tree<'_>, item: &Item<'_>, word: &str) -> bool {
    let start = tree.start(item.whole).min(item.at);
    let before = &tree.source()[start as usize..item.at as usize];
    let line = before.rsplit(['\n', ')', ';', '{']).next().unwrap_or(before);
    line.split(|c: char| c.is_whitespace()).any(|part| part == word || word == "*" && part.contains('*'))
}

/// Whether a method is read or written like a field.
pub(super) fn is_accessor(tree: &Tree<'_>, method: NodeId, name_at: u32) -> bool {
    let start = after_decorators(tree, method).unwrap_or(tree.start(method)).min(name_at);
    let before = &tree.source()[start as usize..name_at as usize];
    before.split_whitespace().any(|word| matches!(word, "get" | "set"))
}
