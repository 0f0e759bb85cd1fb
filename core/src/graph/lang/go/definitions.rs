//! Definitions with what people read of them: a signature on one line, documentation, marks.

use alloc::string::String;

use super::super::excerpt;
use super::docs;
use super::syntax::*;
use crate::graph::facts::{DefId, Definition, Detail, ExprId, FactsBuilder, MOST_TEXT_BYTES, Marks};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::{NodeId, Tree};
use crate::text::tokens::TokenCounts;

/// The longest signature of a constant or variable: its value may be a whole table.
const MOST_VALUE_BYTES: usize = 100;
/// How far a header is read.
const MOST_HEADER_BYTES: usize = 4_096;

/// One thing to define.
pub(super) struct Item<'t> {
    pub(super) node: NodeId,
    pub(super) kind: SymbolKind,
    pub(super) name: &'t str,
    /// The byte offset of its name.
    pub(super) at: u32,
    pub(super) parent: DefId,
    pub(super) until: u32,
    /// Marks that its node does not tell of.
    pub(super) marks: Marks,
}

/// Makes definitions.
pub(super) struct Definer<'a, 't> {
    pub(super) tree: &'a Tree<'t>,
    pub(super) tokens: &'a TokenCounts<'t>,
}

impl Definer<'_, '_> {
    /// Adds a definition.
    pub(super) fn define(&self, facts: &mut FactsBuilder, item: Item<'_>) -> DefId {
        let tree = self.tree;
        let definition = Definition {
            kind: item.kind,
            name: facts.name(item.name),
            parent: item.parent,
            first_line: tree.first_line(item.node),
            last_line: tree.last_line(item.node),
            at: item.at,
            until: item.until,
            marks: self.marks(&item),
            returns: ExprId(0),
            tokens: self.tokens.span(tree.start(item.node) as usize, tree.end(item.node) as usize),
        };
        let doc = match item.marks.has(Marks::ANONYMOUS) {
            true => String::new(),
            false => docs::before(tree, tree.start(item.node)),
        };
        facts.define(definition, Detail { signature: signature(tree, item.node), doc })
    }

    fn marks(&self, item: &Item<'_>) -> Marks {
        let tree = self.tree;
        if item.marks.has(Marks::ANONYMOUS) {
            return item.marks;
        }
        let mut marks = item.marks;
        let mut mark = |holds: bool, mark: Marks| marks = if holds { marks.with(mark) } else { marks };
        mark(item.name.starts_with(char::is_uppercase), Marks::PUBLIC);
        mark(tree.kind(item.node) == METHOD_ELEM, Marks::ABSTRACT);
        mark(tree.kind(item.node) == FUNCTION && is_test(tree, item), Marks::TEST);
        marks
    }
}

/// Whether a function is one that `go test` runs: by its name, and by what it is given.
fn is_test(tree: &Tree<'_>, item: &Item<'_>) -> bool {
    let is_named_so = ["Test", "Benchmark", "Fuzz"].iter().any(|word| item.name.starts_with(word));
    let parameters = tree.child(item.node, FIELD_PARAMETERS).map_or("", |parameters| tree.text(parameters));
    is_named_so && parameters.contains("*testing.")
}

/// One line: the header of what has a body, the whole of what has none.
fn signature(tree: &Tree<'_>, node: NodeId) -> String {
    let text = tree.text(node);
    let header = |end: u32| &text[..(end.saturating_sub(tree.start(node)) as usize).min(text.len())];
    let (word, text, most) = match tree.kind(node) {
        FUNCTION | METHOD | FUNC_LITERAL => {
            ("", tree.child(node, FIELD_BODY).map_or(text, |body| header(tree.start(body))), MOST_TEXT_BYTES)
        }
        TYPE_SPEC => match tree.child(node, FIELD_TYPE).filter(|&ty| has_body(tree, ty)) {
            Some(_) => ("type ", text.split('{').next().unwrap_or(text), MOST_TEXT_BYTES),
            None => ("type ", text, MOST_TEXT_BYTES),
        },
        TYPE_ALIAS => ("type ", text, MOST_TEXT_BYTES),
        CONST_SPEC => ("const ", text, MOST_VALUE_BYTES),
        VAR_SPEC => ("var ", text, MOST_VALUE_BYTES),
        FIELD => {
            let end = tree.child(node, FIELD_TAG).map_or(tree.end(node), |tag| tree.start(tag));
            ("", header(end), MOST_VALUE_BYTES)
        }
        _ => ("", text, MOST_TEXT_BYTES),
    };
    let text = &text[..text.floor_char_boundary(MOST_HEADER_BYTES)];
    excerpt::tidy_brackets(excerpt::fold(&format!("{word}{}", excerpt::without_comments(text)), most))
}

fn has_body(tree: &Tree<'_>, ty: NodeId) -> bool {
    matches!(tree.kind(ty), STRUCT_TYPE | INTERFACE_TYPE)
}
