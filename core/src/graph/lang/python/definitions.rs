//! Definitions with their display texts: functions, classes, lambdas, variables, fields.

use alloc::string::String;

use super::super::excerpt::{self, Excerpt};
use super::builtins::is_dunder;
use super::kills;
use super::strings;
use super::syntax::*;
use crate::base::map::Set;
use crate::graph::facts::{DefId, Definition, Detail, ExprId, FactsBuilder, Flags, MAX_TEXT_BYTES, Name};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::{NodeId, Tree};
use crate::text::tokens::TokenCounts;

/// Greatest length in bytes of the signature of a variable, whose value may be a whole table.
const MAX_VALUE_SIGNATURE_BYTES: usize = 100;
/// Greatest number of bytes of a header that are read.
const MAX_HEADER_BYTES: usize = 4_096;
/// Greatest depth of a decorator's name below its node.
const MAX_DECORATOR_STEPS: usize = 16;

/// How a variable becomes a member.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MemberOrigin {
    /// By an assignment in the body of its module or class.
    Declared,
    /// By an assignment through a receiver. A declaration in the class's body takes precedence.
    ThroughReceiver,
}

/// Adds definitions to the facts, with signature, documentation and flags. A variable is defined once.
pub(super) struct Definer<'a, 't> {
    tree: &'a Tree<'t>,
    tokens: &'a TokenCounts<'t>,
    /// The members that a class's body declares, known from the start of that body.
    declared_members: Set<(DefId, Name)>,
    defined_members: Set<(DefId, Name)>,
}

impl<'a, 't> Definer<'a, 't> {
    pub(super) fn new(tree: &'a Tree<'t>, tokens: &'a TokenCounts<'t>) -> Definer<'a, 't> {
        Definer { tree, tokens, declared_members: Set::default(), defined_members: Set::default() }
    }

    /// Defines a function, class or lambda.
    pub(super) fn define(&self, facts: &mut FactsBuilder, node: NodeId, kind: SymbolKind, parent: DefId) -> DefId {
        let tree = self.tree;
        let name = tree.child(node, FIELD_NAME).filter(|_| tree.kind(node) != LAMBDA);
        let (text, at) = name.map_or(("<lambda>", tree.start(node)), |name| (tree.text(name), tree.start(name)));
        let statement = match tree.parent(node) {
            outer_node if tree.kind(outer_node) == DECORATED => outer_node,
            _ => node,
        };
        let body = tree.child(node, FIELD_BODY);
        let flags = self.flags(node, statement, text, body);
        let definition = Definition {
            kind,
            name: facts.name(text),
            parent,
            first_line: tree.first_line(statement),
            last_line: tree.last_line(statement),
            name_offset: at,
            visible_until: if flags.has(Flags::REPLACING) { tree.end(node).max(at) } else { u32::MAX },
            flags,
            returns: ExprId(0),
            tokens: self.tokens.span(tree.start(statement) as usize, tree.end(statement) as usize),
        };
        let doc = body.and_then(|body| docstring(tree, body)).map_or(String::new(), strings::docstring_text);
        facts.define(definition, Detail { signature: header(tree.text(node)), doc })
    }

    fn flags(&self, node: NodeId, statement: NodeId, name: &str, body: Option<NodeId>) -> Flags {
        if self.tree.kind(node) == LAMBDA {
            return Flags::ANONYMOUS;
        }
        let mut flags = visibility(name);
        if kills::replaces(self.tree, statement) {
            flags = flags.with(Flags::REPLACING);
        }
        if is_test(self.tree.kind(node) == CLASS, name) {
            flags = flags.with(Flags::TEST);
        }
        if self.tree.kind(node) == FUNCTION {
            if self.tree.text(node).starts_with("async") {
                flags = flags.with(Flags::ASYNC);
            }
            if body.is_some_and(|body| is_stub(self.tree, body)) {
                flags = flags.with(Flags::ABSTRACT);
            }
            if matches!(name, "__new__" | "__init_subclass__" | "__class_getitem__") {
                flags = flags.with(Flags::CLASS_METHOD);
            }
            for decorator in self.tree.children(statement).filter(|&child| self.tree.kind(child) == DECORATOR) {
                flags = flags.with(decorator_flags(decorator_name(self.tree, decorator)));
            }
        }
        flags
    }

    /// Records which members the body of a class declares.
    pub(super) fn expect_members(&mut self, facts: &mut FactsBuilder, class: DefId, body: NodeId) {
        let tree = self.tree;
        for statement in tree.children(body) {
            let name = match tree.kind(statement) {
                FUNCTION | CLASS => tree.child(statement, FIELD_NAME),
                DECORATED => tree.child(statement, FIELD_DEFINITION).and_then(|inner| tree.child(inner, FIELD_NAME)),
                ASSIGNMENT => tree.child(statement, FIELD_LEFT),
                _ => None,
            };
            if let Some(name) = name.filter(|&name| tree.kind(name) == IDENTIFIER) {
                self.declared_members.insert((class, facts.name(tree.text(name))));
            }
        }
    }

    /// Defines a variable of a module or class, or a field, unless it is defined already. A field that the class's body
    /// declares is left to that declaration.
    pub(super) fn define_variable(
        &mut self,
        facts: &mut FactsBuilder,
        target: NodeId,
        statement: NodeId,
        parent: DefId,
        origin: MemberOrigin,
    ) {
        let tree = self.tree;
        let text = tree.text(target);
        let name = facts.name(text);
        let is_declared_later =
            origin == MemberOrigin::ThroughReceiver && self.declared_members.contains(&(parent, name));
        if text.is_empty() || text == "__all__" || is_declared_later || !self.defined_members.insert((parent, name)) {
            return;
        }
        let is_field = facts.facts().definitions[parent.0 as usize].kind == SymbolKind::Class;
        let definition = Definition {
            kind: variable_kind(tree, statement, text, is_field),
            name,
            parent,
            first_line: tree.first_line(statement),
            last_line: tree.last_line(statement),
            name_offset: tree.start(target),
            visible_until: u32::MAX,
            flags: visibility(text),
            returns: ExprId(0),
            tokens: self.tokens.span(tree.start(statement) as usize, tree.end(statement) as usize),
        };
        let signature = excerpt::on_one_line(tree.text(statement), MAX_VALUE_SIGNATURE_BYTES);
        facts.define(definition, Detail { signature, doc: String::new() });
    }
}

/// The docstring of a body: a string literal that is its first statement; `None` if there is none.
pub(super) fn docstring<'t>(tree: &Tree<'t>, body: NodeId) -> Option<&'t str> {
    let first = tree.children(body).next()?;
    let is_first_statement = tree.kind(body) == MODULE || tree.start(first) == tree.start(body);
    (tree.kind(first) == STRING && is_first_statement).then(|| tree.text(first))
}

/// The last name of a decorator: `cached_property` for `@functools.cached_property()`.
pub(super) fn decorator_name<'t>(tree: &Tree<'t>, decorator: NodeId) -> &'t str {
    let mut node = decorator;
    for _ in 0..MAX_DECORATOR_STEPS {
        let inner = match tree.kind(node) {
            IDENTIFIER => return tree.text(node),
            DECORATOR => tree.children(node).next(),
            CALL => tree.child(node, FIELD_FUNCTION),
            ATTRIBUTE => tree.child(node, FIELD_ATTRIBUTE),
            _ => None,
        };
        match inner {
            Some(inner) => node = inner,
            None => break,
        }
    }
    ""
}

fn decorator_flags(name: &str) -> Flags {
    match name {
        "property" | "cached_property" | "setter" | "getter" | "deleter" => Flags::PROPERTY,
        "abstractproperty" => Flags::PROPERTY.with(Flags::ABSTRACT),
        "staticmethod" => Flags::STATIC,
        "classmethod" => Flags::CLASS_METHOD,
        "overload" | "abstractmethod" => Flags::ABSTRACT,
        _ => Flags::default(),
    }
}

fn visibility(name: &str) -> Flags {
    if name.starts_with('_') && !is_dunder(name) { Flags::default() } else { Flags::PUBLIC }
}

/// Whether a definition is a test by the rules of unittest and pytest.
fn is_test(is_class: bool, name: &str) -> bool {
    if is_class {
        return name.starts_with("Test");
    }
    let suffix = name.strip_prefix("test");
    suffix.is_some_and(|suffix| suffix.starts_with(|c: char| c == '_' || c.is_ascii_uppercase() || c.is_ascii_digit()))
}

/// Whether a body is only `...`, after an optional docstring.
fn is_stub(tree: &Tree<'_>, body: NodeId) -> bool {
    let mut statements = tree.children(body).take(3).map(|node| tree.kind(node)).peekable();
    statements.next_if_eq(&STRING);
    statements.next() == Some(ELLIPSIS) && statements.next().is_none()
}

fn variable_kind(tree: &Tree<'_>, statement: NodeId, name: &str, is_field: bool) -> SymbolKind {
    let annotation = tree.child(statement, FIELD_TYPE);
    let is_alias = annotation.is_some_and(|node| tree.text(node).ends_with("TypeAlias"));
    let is_constant = name.bytes().any(|byte| byte.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    match () {
        () if is_alias || tree.kind(statement) == TYPE_ALIAS => SymbolKind::TypeAlias,
        () if is_field => SymbolKind::Field,
        () if is_constant => SymbolKind::Constant,
        () => SymbolKind::Variable,
    }
}

/// The header of a definition without comments: up to the colon outside of brackets and literals.
fn header(text: &str) -> String {
    let text = &text[..text.floor_char_boundary(MAX_HEADER_BYTES)];
    let bytes = text.as_bytes();
    let mut line = Excerpt::new(MAX_TEXT_BYTES);
    let (mut at, mut copied_end, mut depth) = (0, 0, 0u32);
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b':' if depth == 0 => break,
            b'#' => {
                line.push_folded(&text[copied_end..at]);
                at += text[at..].find('\n').unwrap_or(text.len() - at);
                copied_end = at;
                continue;
            }
            quote @ (b'"' | b'\'') => at = end_of_literal(bytes, at + 1, quote),
            _ => {}
        }
        at += 1;
    }
    line.push_folded(&text[copied_end..at.min(text.len())]);
    excerpt::tidy_brackets(line.finish())
}

/// The index of the quote that ends a literal; the length of the text if there is none.
fn end_of_literal(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_ends_at_its_own_colon() {
        assert_eq!(header("def f(a=\"(:\", b={1: 2}) -> C[int]: return 1"), "def f(a=\"(:\", b={1: 2}) -> C[int]");
        assert_eq!(header("async def f(\n    a, # first (\n    b,\n):\n"), "async def f(a, b)");
        assert_eq!(header("lambda x: {x: 1}"), "lambda x");
        assert_eq!(header("class A"), "class A");
        assert_eq!(header("def f(a='\\"), "def f(a='\\");
    }
}
