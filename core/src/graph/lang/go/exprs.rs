//! Expressions, as far as they can lead to a definition. Address operators, dereferences and parentheses have the
//! expression of their operand. A value of a type (a literal, a conversion, an assertion) is a call of the type.
//!
//! Expressions are built on demand and cached, so that unused ones are not kept. Depth is bounded; deeper expressions
//! are unknown.

use super::super::memo;
use super::library;
use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Expr, ExprId, INDEX_OF_SLICE, List, Literal, MAX_ITEMS, Name};
use crate::graph::syntax::NodeId;

/// The depth to which an expression is followed.
const MAX_DEPTH: u32 = 150;

impl RelatePass<'_, '_> {
    pub(super) fn expr(&mut self, node: NodeId) -> ExprId {
        self.expr_to_depth(node, MAX_DEPTH)
    }

    pub(super) fn expr_to_depth(&mut self, node: NodeId, depth: u32) -> ExprId {
        memo::cached_expr(self, |pass| &mut pass.memo, node, depth, Self::build)
    }

    fn build(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        match tree.kind(node) {
            IDENTIFIER => self.plain_name(node),
            SELECTOR => self.selector(node, depth),
            CALL => self.call_expr(node, depth),
            PARENTHESIZED | LITERAL_ELEMENT => {
                tree.children(node).next().map_or(ExprId(0), |inner| self.expr_to_depth(inner, depth))
            }
            UNARY => self.unary(node, depth),
            INDEX => self.index(node, depth),
            SLICE => {
                let operand = self.field_expr(node, FIELD_OPERAND, depth);
                self.facts.expr_of(operand, Expr::Element(operand, INDEX_OF_SLICE))
            }
            ASSERTION | CONVERSION => {
                let ty = tree.child(node, FIELD_TYPE).map_or(ExprId(0), |ty| self.ty_to_depth(ty, depth));
                self.value_of(ty)
            }
            COMPOSITE => self.composite(node, depth),
            FUNC_LITERAL => match self.declared_names.definition(node) {
                Some(definition) => self.facts.expr(Expr::Lambda(definition)),
                None => ExprId(0),
            },
            BINARY => self.binary(node),
            STRING | RAW_STRING | RUNE => self.facts.literal(Literal::Text),
            INT | FLOAT | IMAGINARY | IOTA => self.facts.literal(Literal::Number),
            TRUE | FALSE => self.facts.literal(Literal::Bool),
            NIL => self.facts.literal(Literal::Null),
            kind if is_written_type(kind) || is_named_type(kind) || kind == INSTANTIATION => {
                self.ty_to_depth(node, depth)
            }
            _ => ExprId(0),
        }
    }

    fn field_expr(&mut self, node: NodeId, field: u8, depth: u32) -> ExprId {
        self.tree.child(node, field).map_or(ExprId(0), |child| self.expr_to_depth(child, depth))
    }

    /// An expression for a value of a type: a call of the type.
    pub(super) fn value_of(&mut self, ty: ExprId) -> ExprId {
        if !self.facts.may_resolve(ty) {
            return ty;
        }
        self.facts.expr(Expr::Call(ty, List::default()))
    }

    fn plain_name(&mut self, node: NodeId) -> ExprId {
        let name = self.name(node);
        match self.generic_bound(name) {
            Some(bound) => bound,
            None if self.tree.text(node) == "_" => ExprId(0),
            None => self.facts.expr(Expr::Name(name, self.tree.start(node))),
        }
    }

    fn selector(&mut self, node: NodeId, depth: u32) -> ExprId {
        let Some(field) = self.tree.child(node, FIELD_FIELD) else { return ExprId(0) };
        let operand = self.field_expr(node, FIELD_OPERAND, depth);
        let name = self.name(field);
        self.facts.expr(Expr::Member(operand, name))
    }

    fn unary(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let text = tree.text(node);
        let operand = self.field_expr(node, FIELD_OPERAND, depth);
        match text.as_bytes() {
            [b'<', ..] => self.facts.expr_of(operand, Expr::Element(operand, u32::MAX)),
            [b'&' | b'*', ..] => operand,
            [b'!', ..] => self.facts.literal(Literal::Bool),
            _ => ExprId(0),
        }
    }

    /// The result of a binary operator; known only for comparisons, `&&` and `||`. Other results have the type of the
    /// operands, and are unknown here.
    fn binary(&mut self, node: NodeId) -> ExprId {
        let tree = self.tree;
        let (Some(left), Some(right)) = (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) else {
            return ExprId(0);
        };
        let operator = tree.source().get(tree.end(left) as usize..tree.start(right) as usize).unwrap_or_default();
        match operator.trim() {
            "&&" | "||" | "==" | "!=" | "<" | "<=" | ">" | ">=" => self.facts.literal(Literal::Bool),
            _ => ExprId(0),
        }
    }

    fn index(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let operand = self.field_expr(node, FIELD_OPERAND, depth);
        let index = tree.child(node, FIELD_INDEX).filter(|&index| tree.kind(index) == INT);
        let position = index.and_then(|index| tree.text(index).parse().ok()).unwrap_or(u32::MAX);
        self.facts.expr_of(operand, Expr::Element(operand, position))
    }

    /// A call; for a built-in function, the value that the function gives.
    fn call_expr(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let Some(callee) = tree.child(node, FIELD_FUNCTION) else { return ExprId(0) };
        if let Some(builtin) = self.builtin_function(callee) {
            let first_argument = tree.children(node).find(|&child| child != callee);
            return match (builtin, first_argument) {
                ("new" | "make", Some(ty)) => {
                    let ty = self.ty_to_depth(ty, depth);
                    self.value_of(ty)
                }
                ("append", Some(first_argument)) => self.expr_to_depth(first_argument, depth),
                ("recover", _) => ExprId(0),
                ("conversion", _) => self.facts.literal(Literal::Other),
                _ => self.facts.literal(Literal::Number),
            };
        }
        let target = self.expr_to_depth(callee, depth);
        if target == ExprId(0) {
            return target;
        }
        let list_start = self.facts.open_list();
        let is_argument = |&child: &NodeId| child != callee && tree.kind(child) != TYPE_ARGUMENTS;
        for argument in tree.children(node).filter(is_argument).take(MAX_ITEMS) {
            let value = self.expr_to_depth(argument, depth);
            self.facts.push_item(Name(0), value);
        }
        let arguments = self.facts.close_arguments(list_start);
        self.facts.expr(Expr::Call(target, arguments))
    }

    /// The built-in function that a callee names, or `conversion` for a built-in type; `None` if the file binds that
    /// name.
    pub(super) fn builtin_function(&mut self, callee: NodeId) -> Option<&'static str> {
        let tree = self.tree;
        if tree.kind(callee) != IDENTIFIER {
            return None;
        }
        let builtin = library::builtin_function(tree.text(callee))?;
        let name = self.name(callee);
        let is_bound = self.declared_names.binds(name) || self.local_owner(name, tree.start(callee)).is_some();
        (!is_bound).then_some(builtin)
    }
}
