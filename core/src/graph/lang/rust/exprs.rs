//! Expressions, as far as they can lead to a definition. A reference or dereference has the expression of its operand.
//!
//! Expressions are built on demand and cached, so that unused ones are not kept. Depth is bounded; deeper expressions
//! are unknown.

use super::super::memo;
use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Container, Expr, ExprId, List, Literal, MAX_ITEMS, Name};
use crate::graph::syntax::{NodeId, Tree};

/// The depth to which an expression is followed.
const MAX_DEPTH: u32 = 200;
/// Number of arms of one `match` whose values are kept.
const MAX_ARMS: usize = 4;

impl RelatePass<'_, '_> {
    pub(super) fn expr(&mut self, node: NodeId) -> ExprId {
        self.expr_to_depth(node, MAX_DEPTH)
    }

    /// The expression of a node; unknown if there is no node.
    pub(super) fn expr_or_unknown(&mut self, node: Option<NodeId>) -> ExprId {
        node.map_or(ExprId(0), |node| self.expr(node))
    }

    fn expr_to_depth(&mut self, node: NodeId, depth: u32) -> ExprId {
        memo::cached_expr(self, |pass| &mut pass.memo, node, depth, Self::build)
    }

    fn build(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        match tree.kind(node) {
            IDENTIFIER | SELF | SCOPED_IDENTIFIER => self.path_within(node, depth),
            GENERIC_FUNCTION => self.field_expr(node, FIELD_FUNCTION, depth),
            PARENTHESIZED | REFERENCE => self.first_child(node, depth),
            UNARY if tree.text(node).starts_with('*') => self.first_child(node, depth),
            CALL => self.call_expr(node, depth),
            MEMBER => self.member(node, depth),
            INDEX => self.index(node, depth),
            TRY => {
                let value = self.first_child(node, depth);
                self.facts.expr_of(value, Expr::Unwrapped(value))
            }
            AWAIT => {
                let value = self.first_child(node, depth);
                self.facts.expr_of(value, Expr::Awaited(value))
            }
            STRUCT_EXPRESSION => self.construction(node, depth),
            CLOSURE => match self.declared_names.definition(node) {
                Some(definition) => self.facts.expr(Expr::Lambda(definition)),
                None => ExprId(0),
            },
            BLOCK | UNSAFE_BLOCK | ASYNC_BLOCK | CONST_BLOCK | TRY_BLOCK => {
                tail_expression(tree, node).map_or(ExprId(0), |tail| self.expr_to_depth(tail, depth))
            }
            IF => self.branches(node, depth),
            MATCH => self.arms(node, depth),
            MACRO_INVOCATION => self.macro_value(node),
            TUPLE => self.items_of(node, Container::Tuple, depth),
            ARRAY => self.items_of(node, Container::Sequence, depth),
            STRING | RAW_STRING | CHAR => self.facts.literal(Literal::Text),
            INTEGER | FLOAT => self.facts.literal(Literal::Number),
            BOOLEAN => self.facts.literal(Literal::Bool),
            UNIT => self.facts.literal(Literal::Null),
            _ => ExprId(0),
        }
    }

    fn first_child(&mut self, node: NodeId, depth: u32) -> ExprId {
        self.tree.children(node).next().map_or(ExprId(0), |child| self.expr_to_depth(child, depth))
    }

    fn field_expr(&mut self, node: NodeId, field: u8, depth: u32) -> ExprId {
        self.tree.child(node, field).map_or(ExprId(0), |child| self.expr_to_depth(child, depth))
    }

    /// A name or a path: `a`, `a::b`, `crate::a`, `Self::a`, `<T as A>::b`.
    pub(super) fn path_within(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        match tree.kind(node) {
            SELF => {
                let name = self.name(node);
                self.facts.expr(Expr::Name(name, tree.start(node)))
            }
            IDENTIFIER | TYPE_IDENTIFIER => self.plain_name(node),
            _ => {
                let Some(name) = tree.child(node, FIELD_NAME) else { return ExprId(0) };
                let Some(path) = tree.child(node, FIELD_PATH) else { return self.plain_name(name) };
                let Some(depth) = depth.checked_sub(1) else { return ExprId(0) };
                let path = self.path_root(path, depth);
                if tree.kind(name) == SUPER {
                    return match self.facts.facts().exprs[path.0 as usize] {
                        Expr::Root(level) => self.facts.expr(Expr::Root(level.saturating_add(1).max(3))),
                        _ => ExprId(0),
                    };
                }
                let name = self.name(name);
                self.facts.expr_of(path, Expr::Scoped(path, name))
            }
        }
    }

    /// The expression of a path's part before the last `::`.
    fn path_root(&mut self, node: NodeId, depth: u32) -> ExprId {
        match self.tree.kind(node) {
            CRATE => self.facts.expr(Expr::Root(1)),
            SELF => self.facts.expr(Expr::Root(2)),
            SUPER => self.facts.expr(Expr::Root(3)),
            IDENTIFIER | TYPE_IDENTIFIER => self.plain_name(node),
            SCOPED_IDENTIFIER | SCOPED_TYPE_IDENTIFIER => self.path_within(node, depth),
            _ => self.ty_to_depth(node, depth),
        }
    }

    /// A single name, or the first name of a path: the enclosing type, a type parameter's bound, or a name.
    fn plain_name(&mut self, node: NodeId) -> ExprId {
        if self.tree.text(node) == "Self" {
            return self.facts.expr(Expr::EnclosingType);
        }
        let name = self.name(node);
        match self.generic_bound(name) {
            Some(bound) => bound,
            None => self.facts.expr(Expr::Name(name, self.tree.start(node))),
        }
    }

    fn call_expr(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let callee = self.field_expr(node, FIELD_FUNCTION, depth);
        if callee == ExprId(0) {
            return callee;
        }
        let list_start = self.facts.open_list();
        for argument in tree.children(node).filter(|&child| tree.field(child) != FIELD_FUNCTION).take(MAX_ITEMS) {
            let value = self.expr_to_depth(argument, depth);
            self.facts.push_item(Name(0), value);
        }
        let arguments = self.facts.close_arguments(list_start);
        self.facts.expr(Expr::Call(callee, arguments))
    }

    /// `value.name`. For `value.0` it is the item of a tuple or the field of a tuple struct.
    fn member(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let Some(field) = tree.child(node, FIELD_FIELD) else { return ExprId(0) };
        let value = self.field_expr(node, FIELD_VALUE, depth);
        let name = self.name(field);
        let member = self.facts.expr(Expr::Member(value, name));
        match tree.text(field).parse() {
            Ok(position) if value != ExprId(0) => {
                let element = self.facts.expr(Expr::Element(value, position));
                self.facts.either(element, member)
            }
            _ => member,
        }
    }

    fn index(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let mut children = tree.children(node);
        let (Some(value), index) = (children.next(), children.next()) else { return ExprId(0) };
        let value = self.expr_to_depth(value, depth);
        match index.map(|index| (tree.kind(index), tree.text(index).parse())) {
            Some((RANGE, _)) => value,
            Some((INTEGER, Ok(position))) => self.facts.expr_of(value, Expr::Element(value, position)),
            _ => self.facts.expr_of(value, Expr::Element(value, u32::MAX)),
        }
    }

    /// `Name { field: value }` is a call of the type with named arguments.
    fn construction(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let Some(name) = tree.child(node, FIELD_NAME) else { return ExprId(0) };
        let callee = self.ty_to_depth(name, depth);
        let list_start = self.facts.open_list();
        for part in tree.children(node).filter(|&part| part != name).take(MAX_ITEMS) {
            let (name, value) = match tree.kind(part) {
                INITIALIZER => (tree.child(part, FIELD_FIELD), tree.child(part, FIELD_VALUE)),
                SHORTHAND_INITIALIZER => {
                    let name = tree.child_of_kind(part, IDENTIFIER);
                    (name, name)
                }
                _ => continue,
            };
            let value = value.map_or(ExprId(0), |value| self.expr_to_depth(value, depth));
            let name = name.map_or(Name(0), |name| self.name(name));
            if self.facts.may_resolve(value) {
                self.facts.push_item(name, value);
            }
        }
        let items = self.facts.close_list(list_start);
        self.facts.expr_of(callee, Expr::Call(callee, items))
    }

    /// The value of an `if`: that of either branch.
    fn branches(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let Some(then_branch) = tree.child(node, FIELD_CONSEQUENCE) else { return ExprId(0) };
        let else_branch =
            tree.children(node).find(|&child| child > then_branch && matches!(tree.kind(child), BLOCK | IF));
        let then_branch = self.expr_to_depth(then_branch, depth);
        let else_branch = else_branch.map_or(ExprId(0), |else_branch| self.expr_to_depth(else_branch, depth));
        match (then_branch, else_branch) {
            (ExprId(0), one) | (one, ExprId(0)) => one,
            (then_branch, else_branch) => self.facts.either(then_branch, else_branch),
        }
    }

    fn arms(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let mut value = ExprId(0);
        for arm in tree.children(node).filter(|&child| tree.kind(child) == MATCH_ARM).take(MAX_ARMS) {
            let arm_value = self.field_expr(arm, FIELD_VALUE, depth);
            value = match (value, arm_value) {
                (ExprId(0), one) | (one, ExprId(0)) => one,
                (value, arm_value) => self.facts.either(value, arm_value),
            };
        }
        value
    }

    fn items_of(&mut self, node: NodeId, container: Container, depth: u32) -> ExprId {
        let tree = self.tree;
        let list_start = self.facts.open_list();
        for child in tree.children(node).filter(|&child| tree.field(child) != FIELD_LENGTH).take(MAX_ITEMS) {
            let value = self.expr_to_depth(child, depth);
            self.facts.push_item(Name(0), value);
        }
        let list = self.facts.close_container_items(list_start);
        self.facts.expr(Expr::Items(container, list))
    }

    /// The iterable of a loop or closure: an expression, or the pairs that `enumerate` makes of one.
    pub(super) fn iterated_value(&mut self, node: NodeId) -> ExprId {
        let iterable = self.expr(node);
        let exprs = &self.facts.facts().exprs;
        if let Expr::Call(callee, List { len: 0, .. }) = exprs[iterable.0 as usize]
            && let Expr::Member(object, name) = exprs[callee.0 as usize]
            && object != ExprId(0)
            && self.facts.facts().names[name.0 as usize] == "enumerate"
        {
            let element = self.facts.expr(Expr::Element(object, u32::MAX));
            let list_start = self.facts.open_list();
            self.facts.push_item(Name(0), ExprId(0));
            self.facts.push_item(Name(0), element);
            let pair = self.facts.close_list(list_start);
            let pair = self.facts.expr(Expr::Items(Container::Tuple, pair));
            return self.facts.container_literal(Container::Sequence, Name(0), pair);
        }
        iterable
    }
}

/// The final expression of a block, if no `;` follows it.
pub(super) fn tail_expression(tree: &Tree<'_>, block: NodeId) -> Option<NodeId> {
    let last = tree.children(block).last()?;
    if matches!(tree.kind(last), LET | FUNCTION | STRUCT | ENUM | IMPL | CONST | STATIC | USE | MODULE | TRAIT) {
        return None;
    }
    let text_after = &tree.source()[tree.end(last) as usize..tree.end(block) as usize];
    (!text_after.contains(';')).then_some(last)
}
