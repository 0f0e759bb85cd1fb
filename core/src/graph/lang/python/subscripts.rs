//! Indexes, slices and keys, and names in them that may have a literal as their value.

use super::relate::RelatePass;
use super::scopes::{BindingFlags, ScopeKind, UseFlags};
use super::strings;
use super::syntax::*;
use super::uses::last_name;
use crate::graph::facts::slice_bounds::SliceBounds;
use crate::graph::facts::{ANY_COUNT, Expr, ExprId, INDEX_OF_SLICE, INDEXES_FROM_END, MAX_KEY_BYTES, Name, OPEN_END};
use crate::graph::syntax::NodeId;

/// Greatest number of links in a chain of attributes that are followed to the chain's first name.
const MAX_LINKS: usize = 8;
/// Number of targets of one literal that are examined: `a = b = {}` has two.
const MAX_LITERAL_TARGETS: usize = 16;

impl RelatePass<'_, '_> {
    /// `value[0]`, `value["key"]`, `value[KEY]`, `value[1:3]`.
    pub(super) fn subscript(&mut self, node: NodeId, depth: u32) -> ExprId {
        let value = self.field_expr(node, FIELD_VALUE, depth);
        if value == ExprId(0) {
            return value;
        }
        let tree = self.tree;
        let mut positions = tree.children(node).skip(1);
        let position = positions.next().filter(|_| positions.next().is_none());
        let expr = match position.map(|position| (tree.kind(position), position)) {
            Some((SLICE, position)) => match bounds(tree.text(position)) {
                Some((from, to)) => Expr::Slice(value, SliceBounds::new(from, to)),
                None => Expr::Element(value, INDEX_OF_SLICE),
            },
            Some((INTEGER | UNARY_OPERATOR, position)) => {
                Expr::Element(value, parse_number(tree.text(position)).unwrap_or(u32::MAX))
            }
            Some((STRING, position)) => match self.key(position) {
                Name(0) => Expr::Element(value, u32::MAX),
                key => Expr::Keyed(value, key),
            },
            Some((_, position)) => match self.dynamic_key(position, depth) {
                ExprId(0) => Expr::Element(value, u32::MAX),
                index => Expr::Indexed(value, index),
            },
            None => Expr::Element(value, u32::MAX),
        };
        self.facts.expr(expr)
    }

    /// The content of a string literal that is a key; no name for other keys.
    pub(super) fn key(&mut self, key: NodeId) -> Name {
        let content = strings::literal_content(self.tree.text(key));
        if self.tree.kind(key) != STRING || content.is_formatted { Name(0) } else { self.facts.name(content.text) }
    }

    /// A key that is not a string literal: a number, or a name that may have a literal value. Unknown otherwise.
    pub(super) fn dynamic_key(&mut self, key: NodeId, depth: u32) -> ExprId {
        match self.tree.kind(key) {
            INTEGER | UNARY_OPERATOR => {
                parse_number(self.tree.text(key)).map_or(ExprId(0), |number| self.facts.expr(Expr::Number(number)))
            }
            IDENTIFIER | ATTRIBUTE if self.may_be_literal(key) => self.expr_to_depth(key, depth),
            _ => ExprId(0),
        }
    }

    /// The name and the value of an item of a mapping. The name is a literal key. For another key that may be known,
    /// the value is an [`Expr::Pair`].
    pub(super) fn keyed_item(&mut self, key: Option<NodeId>, value: ExprId, depth: u32) -> (Name, ExprId) {
        let Some(key) = key else { return (Name(0), value) };
        let name = self.key(key);
        if name != Name(0) || !self.facts.may_resolve(value) {
            return (name, value);
        }
        match self.dynamic_key(key, depth) {
            ExprId(0) => (name, value),
            key => (name, self.facts.expr(Expr::Pair(key, value))),
        }
    }

    /// The value of an assignment. A literal keeps its content if the target has no other value and may be a key.
    pub(super) fn assigned_value(&mut self, target: NodeId, value: NodeId) -> ExprId {
        let tree = self.tree;
        let is_literal = matches!(tree.kind(value), STRING | INTEGER | UNARY_OPERATOR);
        if !is_literal || tree.kind(target) != IDENTIFIER || tree.text(value).len() > MAX_KEY_BYTES {
            return self.expr(value);
        }
        let name = self.name(target);
        if !self.scopes.is_literal(self.binding_scope_id(), name) || !self.may_be_key(name) {
            return self.expr(value);
        }
        let content = strings::literal_content(tree.text(value));
        let literal = match tree.kind(value) {
            STRING if !content.is_formatted => self.facts.key_text(tree.text(target), content.text),
            _ => self.dynamic_key(value, 1),
        };
        if literal == ExprId(0) { self.expr(value) } else { literal }
    }

    /// Whether a name may be used as a key. A variable of a module always may; a name in a class if it has no
    /// lower-case letters; a local of a function if the file uses a name like it as a key.
    fn may_be_key(&mut self, name: Name) -> bool {
        match self.binding_scope().kind {
            ScopeKind::File => true,
            ScopeKind::Class => {
                !self.facts.facts().names[name.0 as usize].bytes().any(|byte| byte.is_ascii_lowercase())
            }
            _ => self.scopes.uses(name).has_any(UseFlags::KEY),
        }
    }

    /// Whether a name or a chain of attributes may have a single literal as its value.
    fn may_be_literal(&mut self, node: NodeId) -> bool {
        let Some(name) = last_name(self.tree, node) else { return false };
        let name = self.facts.name(name);
        if self.scopes.uses(name).has_change() {
            return false;
        }
        if self.tree.kind(node) == IDENTIFIER {
            return match self.scopes.look_up(self.scope_id(), name) {
                Some((scope, _)) if self.scopes.is_literal(scope, name) => true,
                Some((_, flags)) => flags.has_any(BindingFlags::IMPORT) && !flags.has_any(BindingFlags::REPEATED),
                None => self.name_may_resolve(name),
            };
        }
        self.first_name(node).is_some_and(|name| self.name_may_resolve(name))
    }

    /// The first name of a chain of attributes.
    fn first_name(&mut self, chain: NodeId) -> Option<Name> {
        let mut node = chain;
        for _ in 0..MAX_LINKS {
            match self.tree.kind(node) {
                IDENTIFIER => return Some(self.name(node)),
                ATTRIBUTE => node = self.tree.child(node, FIELD_OBJECT)?,
                _ => return None,
            }
        }
        None
    }

    /// The uses, anywhere in the file, of the names and attributes to which a container literal is assigned.
    pub(super) fn uses_of_targets(&mut self, literal: NodeId) -> UseFlags {
        let tree = self.tree;
        let (mut node, mut uses) = (literal, UseFlags::default());
        for _ in 0..MAX_LITERAL_TARGETS {
            if tree.kind(tree.parent(node)) != ASSIGNMENT || tree.field(node) != FIELD_RIGHT {
                break;
            }
            node = tree.parent(node);
            if let Some(name) = tree.child(node, FIELD_LEFT).and_then(|left| last_name(tree, left)) {
                uses = uses.with(self.scopes.uses(self.facts.name(name)));
            }
        }
        uses
    }

    /// Adds an item that stands for any number of items to the innermost open list.
    pub(super) fn push_any_number(&mut self) {
        let name = self.facts.name(ANY_COUNT);
        self.facts.push_item(name, ExprId(0));
    }

    /// The container literal as a value whose items have no known index.
    pub(super) fn without_indexes(&mut self, literal: ExprId) -> ExprId {
        match self.facts.facts().exprs[literal.0 as usize] {
            Expr::Items(_, list) if list.len > 1 => self.facts.expr(Expr::Element(literal, INDEX_OF_SLICE)),
            _ => literal,
        }
    }
}

/// A whole number, encoded like the index of an `Expr::Element`; `None` for other texts and for great numbers.
pub(super) fn parse_number(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let number: u32 = digits.parse().ok().filter(|&number| number < INDEXES_FROM_END / 2)?;
    let is_negative = digits.len() < text.len() && number > 0;
    Some(if is_negative { INDEXES_FROM_END + number } else { number })
}

/// The literal bounds of a slice; `None` if it has a step other than 1, or a bound that is not a literal.
fn bounds(slice: &str) -> Option<(u32, u32)> {
    let mut parts = slice.split(':').map(str::trim);
    let mut bound = |open_bound: u32| {
        parts.next().and_then(|bound| if bound.is_empty() { Some(open_bound) } else { parse_number(bound) })
    };
    let bounds = (bound(0)?, bound(OPEN_END)?);
    let has_unit_step = parts.next().is_none_or(|step| matches!(step, "" | "1"));
    (has_unit_step && parts.next().is_none()).then_some(bounds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_an_index_from_either_end() {
        assert_eq!((parse_number("0"), parse_number("-0"), parse_number("12")), (Some(0), Some(0), Some(12)));
        assert_eq!(parse_number("-3"), Some(INDEXES_FROM_END + 3));
        assert_eq!(parse_number("-2147483647"), None);
        assert_eq!(
            (parse_number("-2147483648"), parse_number("2147483648"), parse_number("1_0"), parse_number("-x")),
            (None, None, None, None)
        );
    }

    #[test]
    fn only_literal_bounds_without_a_step_are_known() {
        assert_eq!(bounds("1:3"), Some((1, 3)));
        assert_eq!(bounds(":"), Some((0, OPEN_END)));
        assert_eq!(bounds(" -2 : "), Some((INDEXES_FROM_END + 2, OPEN_END)));
        assert_eq!(bounds(":-1"), Some((0, INDEXES_FROM_END + 1)));
        assert_eq!((bounds("::"), bounds("1:2:1")), (Some((0, OPEN_END)), Some((1, 2))));
        assert_eq!((bounds("::2"), bounds("::-1"), bounds("a:3"), bounds("1:b")), (None, None, None, None));
        assert_eq!((bounds("{1: 2}[1]:"), bounds("1"), bounds("")), (None, None, None));
    }
}
