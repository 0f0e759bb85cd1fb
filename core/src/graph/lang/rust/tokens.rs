//! Arguments of macros: token trees, in which punctuation shows what is a call.
//!
//! In macros whose arguments are ordinary expressions (`prelude::takes_expressions`), chains of names, members and
//! calls are read. In other macros, only chains that begin with a member are read. All other tokens are skipped.

use super::prelude::takes_expressions;
use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Container, Expr, ExprId, List, Literal, Name, ReferenceKind};
use crate::graph::syntax::{NodeId, Tree};

/// Greatest number of links of a chain that are read.
const MAX_LINKS: usize = 64;
/// Greatest number of token trees around a node in which its macro is searched for.
const MAX_TREES: usize = 32;
/// Greatest length in bytes of an unknown macro's arguments that are read: they are scanned once for each token tree in
/// them.
const MAX_MACRO_BYTES: usize = 4_096;

impl RelatePass<'_, '_> {
    /// Adds references for the calls directly in a token tree.
    pub(super) fn token_tree(&mut self, node: NodeId) {
        let tree = self.tree;
        let Some((macro_name, macro_arguments)) = invocation(tree, node) else { return };
        let is_known = takes_expressions(macro_name);
        if !is_known && !may_be_expressions(tree.text(macro_arguments), macro_name) {
            return;
        }
        // The part of `matches!` after the first comma is a pattern.
        let is_matches_macro = macro_name == "matches" && tree.kind(tree.parent(node)) == MACRO_INVOCATION;
        let mut tokens = tree.children(node).peekable();
        let mut previous_end = tree.start(node);
        while let Some(&first) = tokens.peek() {
            let gap = &tree.source()[previous_end as usize..tree.start(first) as usize];
            if is_matches_macro && gap.contains(',') {
                break;
            }
            let text_after = tree.source()[tree.end(first) as usize..].trim_start();
            let is_start = !gap.trim_end().ends_with('.') && (is_known || text_after.starts_with('.'));
            let (_, last) = self.chain(&mut tokens, is_start);
            previous_end = tree.end(last.unwrap_or(first));
        }
    }

    /// Reads a chain and adds references for its calls. Returns the chain's value and its last token.
    fn chain(
        &mut self,
        tokens: &mut core::iter::Peekable<impl Iterator<Item = NodeId>>,
        is_start: bool,
    ) -> (ExprId, Option<NodeId>) {
        let tree = self.tree;
        let Some(first) = tokens.next() else { return (ExprId(0), None) };
        let mut expr = if is_start { self.first_token(first) } else { ExprId(0) };
        let (mut last, mut name) = (first, first);
        for _ in 0..MAX_LINKS {
            let Some(&token) = tokens.peek() else { break };
            let gap = tree.source()[tree.end(last) as usize..tree.start(token) as usize].trim();
            let (is_link, link_kind) = match gap.strip_suffix('.').or_else(|| gap.strip_suffix("::")) {
                _ if gap.is_empty() => (true, Separator::Call),
                Some(rest) => (rest.chars().all(|c| c == '?' || c.is_whitespace()), separator(gap)),
                None => (false, Separator::Other),
            };
            if !is_link {
                break;
            }
            let unwrapped_expr =
                if gap.starts_with('?') { self.facts.expr_of(expr, Expr::Unwrapped(expr)) } else { expr };
            expr = match (link_kind, tree.kind(token)) {
                (Separator::Call, TOKEN_TREE) if tree.text(token).starts_with('(') => self.token_call(expr, name),
                (Separator::Call, TOKEN_TREE) if tree.text(token).starts_with('[') => {
                    self.facts.expr_of(expr, Expr::Element(expr, u32::MAX))
                }
                (Separator::Member, IDENTIFIER) => {
                    let member = self.name(token);
                    self.facts.expr_of(unwrapped_expr, Expr::Member(unwrapped_expr, member))
                }
                (Separator::Path, IDENTIFIER) => {
                    let member = self.name(token);
                    self.facts.expr_of(expr, Expr::Scoped(expr, member))
                }
                (Separator::Path, SUPER) => match self.facts.facts().exprs[expr.0 as usize] {
                    Expr::Root(level) => self.facts.expr(Expr::Root(level.saturating_add(1).max(3))),
                    _ => ExprId(0),
                },
                _ => break,
            };
            if tree.kind(token) != TOKEN_TREE {
                name = token;
            }
            tokens.next();
            last = token;
        }
        (expr, Some(last))
    }

    /// The expression of a chain's first token.
    fn first_token(&mut self, node: NodeId) -> ExprId {
        let tree = self.tree;
        let follows_path = tree.source()[tree.end(node) as usize..].trim_start().starts_with("::");
        match tree.kind(node) {
            IDENTIFIER => self.expr(node),
            SELF if follows_path => self.facts.expr(Expr::Root(2)),
            SELF => self.expr(node),
            CRATE => self.facts.expr(Expr::Root(1)),
            SUPER => self.facts.expr(Expr::Root(3)),
            STRING | RAW_STRING | CHAR => self.facts.literal(Literal::Text),
            _ => ExprId(0),
        }
    }

    /// The expression of a call in a chain, without the arguments: these are read as a token tree of their own. Adds a
    /// reference if the call may lead to a definition.
    fn token_call(&mut self, callee: ExprId, name: NodeId) -> ExprId {
        let call = self.facts.expr_of(callee, Expr::Call(callee, List::default()));
        let facts = self.facts.facts();
        let may_resolve = match facts.exprs[callee.0 as usize] {
            Expr::Name(name, _) => {
                let text = &facts.names[name.0 as usize];
                !super::prelude::is_prelude(text) || self.declared_names.binds(name)
            }
            Expr::Member(object, _) | Expr::Scoped(object, _) => match facts.exprs[object.0 as usize] {
                Expr::Literal(_) => false,
                Expr::Name(name, _) => {
                    let text = &facts.names[name.0 as usize];
                    !super::prelude::is_prelude(text) || self.declared_names.binds(name)
                }
                _ => true,
            },
            _ => false,
        };
        if may_resolve {
            self.push_reference(ReferenceKind::Call, call, self.tree.start(name));
        }
        call
    }

    /// The value of a macro. `vec!` gives a sequence with its first item, `format!` a text.
    pub(super) fn macro_value(&mut self, node: NodeId) -> ExprId {
        let tree = self.tree;
        let Some(name) = tree.child(node, FIELD_MACRO) else { return ExprId(0) };
        match tree.text(name) {
            "format" | "concat" | "stringify" | "line" | "file" => self.facts.literal(Literal::Text),
            "vec" => {
                let list = tree.child_of_kind(node, TOKEN_TREE);
                let first = list.and_then(|list| tree.children(list).next());
                let item = first.map_or(ExprId(0), |first| self.first_value(first));
                self.facts.container_literal(Container::Sequence, Name(0), item)
            }
            // Macros that give the value of their argument, or return its error.
            "ok" | "r#try" | "tri" | "try" | "try_opt" => {
                let list = tree.child_of_kind(node, TOKEN_TREE);
                let first = list.and_then(|list| tree.children(list).next());
                let value = first.map_or(ExprId(0), |first| self.first_value(first));
                self.facts.expr_of(value, Expr::Unwrapped(value))
            }
            _ => ExprId(0),
        }
    }

    /// The value of a chain of tokens. Adds no references for its calls: these are added when the token tree is read.
    fn first_value(&mut self, first: NodeId) -> ExprId {
        let tree = self.tree;
        let n_references = self.facts.facts().references.len();
        let list = tree.parent(first);
        let mut tokens = tree.children(list).peekable();
        let text_before =
            tree.source()[tree.start(list) as usize..tree.start(first) as usize].get(1..).unwrap_or_default();
        let is_start =
            text_before.chars().all(|c| matches!(c, '&' | '*') || c.is_whitespace()) || text_before.trim() == "&mut";
        let (value, _) = self.chain(&mut tokens, is_start);
        self.facts.facts().references.truncate(n_references);
        value
    }
}

/// Whether an unknown macro's arguments may be expressions: they are in parentheses, and have no punctuation of
/// patterns, items or templates.
///
/// Of such arguments only chains that begin with a member are read, because hardly anything else looks like one.
fn may_be_expressions(text: &str, macro_name: &str) -> bool {
    let is_short = text.len() <= MAX_MACRO_BYTES && !macro_name.contains("quote");
    is_short && text.starts_with('(') && !["=>", ";", "$", "#"].into_iter().any(|sign| text.contains(sign))
}

/// The punctuation between two tokens of a chain.
enum Separator {
    /// No punctuation: a parenthesis or bracket follows a name.
    Call,
    /// `.`
    Member,
    /// `::`
    Path,
    Other,
}

fn separator(gap: &str) -> Separator {
    if gap.ends_with("::") { Separator::Path } else { Separator::Member }
}

/// The bare name of the macro whose arguments contain a token tree at any depth, and the node of all these arguments.
fn invocation<'t>(tree: &Tree<'t>, node: NodeId) -> Option<(&'t str, NodeId)> {
    let mut macro_arguments = node;
    for _ in 0..MAX_TREES {
        let outer = tree.parent(macro_arguments);
        match tree.kind(outer) {
            TOKEN_TREE => macro_arguments = outer,
            MACRO_INVOCATION => {
                let name = tree.child(outer, FIELD_MACRO)?;
                return Some((tree.text(tree.child(name, FIELD_NAME).unwrap_or(name)), macro_arguments));
            }
            _ => return None,
        }
    }
    None
}
