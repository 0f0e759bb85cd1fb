//! Expressions, as far as they can lead to a definition. Parentheses and assertions have the expression of their
//! operand. A cast to a named type is an instance of that type.
//!
//! Expressions are built on demand and cached, so that unused ones are not kept. Depth is bounded; deeper expressions
//! are unknown.

use super::super::memo;
use super::checks::operator;
use super::imports;
use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{
    ANY_COUNT, Container, DefId, Expr, ExprId, INDEXES_FROM_END, List, Literal, MAX_ITEMS, MAX_KEY_BYTES, Name,
};
use crate::graph::kind::SymbolKind;
use crate::graph::syntax::{Field, NodeId};

/// The depth to which an expression is followed.
const MAX_DEPTH: u32 = 150;

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
            IDENTIFIER | SHORTHAND => {
                let name = self.name(node);
                if self.is_exports_object(node) {
                    return self.facts.expr(Expr::Root(0));
                }
                self.facts.expr(Expr::Name(name, tree.start(node)))
            }
            THIS => self.this(node),
            SUPER => self.facts.expr(Expr::Supertypes),
            PARENTHESIZED | NON_NULL | SATISFIES | INSTANTIATION => self.first_child(node, depth),
            AS | TYPE_ASSERTION => self.cast(node, depth),
            MEMBER => self.member(node, depth),
            SUBSCRIPT => self.subscript(node, depth),
            CALL => self.call_expr(node, FIELD_FUNCTION, depth),
            NEW => self.call_expr(node, FIELD_CONSTRUCTOR, depth),
            AWAIT => {
                if let Some(module) = imports::required_module(tree, node) {
                    return self.module_named(module, node);
                }
                let value = self.first_child(node, depth);
                self.facts.expr_of(value, Expr::Awaited(value))
            }
            TERNARY => self.either(node, FIELD_CONSEQUENCE, FIELD_ALTERNATIVE, depth),
            BINARY => self.binary(node, depth),
            ASSIGNMENT => self.field_expr(node, FIELD_RIGHT, depth),
            SEQUENCE => tree.children(node).last().map_or(ExprId(0), |last| self.expr_to_depth(last, depth)),
            OBJECT => self.object(node, depth),
            ARRAY => self.array(node, depth),
            ARROW | FUNCTION_EXPRESSION | GENERATOR_EXPRESSION | CLASS_EXPRESSION | METHOD => {
                match self.declared_names.definition(node) {
                    Some(definition) => self.facts.expr(Expr::Lambda(definition)),
                    None => ExprId(0),
                }
            }
            STRING | TEMPLATE => self.facts.literal(Literal::Text),
            NUMBER => self.facts.literal(Literal::Number),
            TRUE | FALSE => self.facts.literal(Literal::Bool),
            NULL | UNDEFINED => self.facts.literal(Literal::Null),
            REGEX => self.facts.literal(Literal::Other),
            _ => ExprId(0),
        }
    }

    fn first_child(&mut self, node: NodeId, depth: u32) -> ExprId {
        self.tree.children(node).next().map_or(ExprId(0), |child| self.expr_to_depth(child, depth))
    }

    fn field_expr(&mut self, node: NodeId, field: Field, depth: u32) -> ExprId {
        self.tree.child(node, field).map_or(ExprId(0), |child| self.expr_to_depth(child, depth))
    }

    /// `this`; in a field initializer, the instance under construction.
    fn this(&mut self, node: NodeId) -> ExprId {
        let scope = self.definition();
        if self.kind_of(scope) == SymbolKind::Class {
            let class = self.facts.expr(Expr::EnclosingType);
            return self.facts.expr(Expr::Call(class, List::default()));
        }
        let name = self.facts.name("this");
        self.facts.expr(Expr::Name(name, self.tree.start(node)))
    }

    /// `value as Type`: an instance of the type if the type is named, otherwise the value.
    fn cast(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let is_type_first = tree.kind(node) == TYPE_ASSERTION;
        let mut children = tree.children(node);
        let (first, second) = (children.next(), children.next());
        let (ty, value) = if is_type_first { (first, second) } else { (second, first) };
        let ty = if is_type_first { ty.and_then(|ty| tree.children(ty).next()) } else { ty };
        let is_named = |&ty: &NodeId| matches!(tree.kind(ty), TYPE_NAME | NESTED_TYPE | GENERIC_TYPE);
        if let Some(ty) = ty.filter(is_named) {
            let ty = self.ty(ty);
            if ty != ExprId(0) {
                return self.facts.expr(Expr::Call(ty, List::default()));
            }
        }
        value.map_or(ExprId(0), |value| self.expr_to_depth(value, depth))
    }

    fn member(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let Some(property) = tree.child(node, FIELD_PROPERTY) else { return ExprId(0) };
        if self.is_exports_object(node) {
            return self.facts.expr(Expr::Root(0));
        }
        let object = self.field_expr(node, FIELD_OBJECT, depth);
        let name = self.name(property);
        self.facts.expr(Expr::Member(object, name))
    }

    fn subscript(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let object = self.field_expr(node, FIELD_OBJECT, depth);
        let index = tree.child(node, FIELD_INDEX);
        match index.map(|index| (tree.kind(index), tree.text(index))) {
            Some((STRING, text)) => {
                let name = self.facts.name(unquote(text));
                self.facts.expr_of(object, Expr::Member(object, name))
            }
            Some((NUMBER, text)) => {
                let position = text.parse().unwrap_or(u32::MAX);
                self.facts.expr_of(object, Expr::Element(object, position))
            }
            Some((IDENTIFIER, _)) if object != ExprId(0) && self.may_be_constant(index) => {
                let index = index.map_or(ExprId(0), |index| self.expr_to_depth(index, depth));
                self.facts.expr(Expr::Indexed(object, index))
            }
            _ => self.facts.expr_of(object, Expr::Element(object, u32::MAX)),
        }
    }

    /// Whether an index is a name bound at module level, so that it may be a constant of this or another file.
    fn may_be_constant(&mut self, index: Option<NodeId>) -> bool {
        let Some(index) = index else { return false };
        let name = self.name(index);
        self.declared_names.binds(name) && self.local(name).is_none()
    }

    /// The value of a module-level `const`, if it may be a key: a text by its content, or a whole number.
    pub(super) fn constant(&mut self, declarator: NodeId, value: NodeId) -> Option<ExprId> {
        let tree = self.tree;
        let is_const = tree.text(tree.parent(declarator)).starts_with("const");
        if !is_const || self.definition() != DefId(0) || tree.text(value).len() > MAX_KEY_BYTES {
            return None;
        }
        match tree.kind(value) {
            STRING => {
                let holder_name = tree.child(declarator, FIELD_NAME).map_or("", |name| tree.text(name));
                Some(self.facts.key_text(holder_name, unquote(tree.text(value))))
            }
            NUMBER => {
                let position = tree.text(value).parse().ok().filter(|&position| position < INDEXES_FROM_END)?;
                Some(self.facts.expr(Expr::Number(position)))
            }
            _ => None,
        }
    }

    /// A call or construction; `field` is the field of the callee.
    fn call_expr(&mut self, node: NodeId, field: Field, depth: u32) -> ExprId {
        let tree = self.tree;
        if let Some(module) = imports::required_module(tree, node) {
            return self.module_named(module, node);
        }
        let Some(callee) = tree.child(node, field) else { return ExprId(0) };
        let is_super = tree.kind(callee) == SUPER;
        let mut callee_expr = self.expr_to_depth(callee, depth);
        if is_super {
            let name = self.facts.name("constructor");
            callee_expr = self.facts.expr(Expr::Member(callee_expr, name));
        }
        if callee_expr == ExprId(0) {
            return callee_expr;
        }
        let list_start = self.facts.open_list();
        let is_argument = |&child: &NodeId| tree.field(child) != field && tree.kind(child) != TYPE_ARGUMENTS;
        for argument in tree.children(node).filter(is_argument).take(MAX_ITEMS) {
            let value = self.expr_to_depth(argument, depth);
            self.facts.push_item(Name(0), value);
        }
        let arguments = self.facts.close_arguments(list_start);
        self.facts.expr(Expr::Call(callee_expr, arguments))
    }

    /// The name of a module that code refers to by its path; an import binds that name.
    pub(super) fn module_named(&mut self, module: &str, node: NodeId) -> ExprId {
        let name = self.facts.name(module);
        self.facts.expr(Expr::Name(name, self.tree.end(node)))
    }

    fn either(&mut self, node: NodeId, first_field: Field, second_field: Field, depth: u32) -> ExprId {
        let (one, other) = (self.field_expr(node, first_field, depth), self.field_expr(node, second_field, depth));
        match (self.facts.may_resolve(one), self.facts.may_resolve(other)) {
            (true, true) => self.facts.either(one, other),
            (true, false) => one,
            _ => other,
        }
    }

    /// A binary operation: the operands that it may return; otherwise a literal, of type boolean for a comparison and
    /// number for any other operator.
    fn binary(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let Some(right) = tree.child(node, FIELD_RIGHT) else { return ExprId(0) };
        match operator(tree, node) {
            "" => ExprId(0),
            "||" | "??" => self.either(node, FIELD_LEFT, FIELD_RIGHT, depth),
            "&&" => self.expr_to_depth(right, depth),
            "instanceof" | "in" | "==" | "===" | "!=" | "!==" | "<" | ">" | "<=" | ">=" => {
                self.facts.literal(Literal::Bool)
            }
            _ => self.facts.literal(Literal::Number),
        }
    }

    fn object(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let list_start = self.facts.open_list();
        for part in tree.children(node).take(MAX_ITEMS) {
            let (name, value) = match tree.kind(part) {
                SHORTHAND => (Some(tree.text(part)), Some(part)),
                PAIR => (super::declare::property(tree, part).map(|(name, _)| name), tree.child(part, FIELD_VALUE)),
                METHOD => (super::declare::property(tree, part).map(|(name, _)| name), Some(part)),
                SPREAD => (Some(""), tree.children(part).next()),
                _ => (None, None),
            };
            let value = value.map_or(ExprId(0), |value| self.expr_to_depth(value, depth));
            if let Some(name) = name {
                let name = if name.is_empty() { Name(0) } else { self.facts.name(name) };
                self.facts.push_item(name, value);
            }
        }
        let list = self.facts.close_container_items(list_start);
        self.facts.expr(Expr::Items(Container::Mapping, list))
    }

    fn array(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let list_start = self.facts.open_list();
        let mut container = Container::Tuple;
        for part in tree.children(node).take(MAX_ITEMS) {
            let (name, value) = if tree.kind(part) == SPREAD {
                container = Container::Sequence;
                let spread_value = self.first_child(part, depth);
                (self.facts.name(ANY_COUNT), self.facts.expr_of(spread_value, Expr::Element(spread_value, u32::MAX)))
            } else {
                (Name(0), self.expr_to_depth(part, depth))
            };
            self.facts.push_item(name, value);
        }
        let list = self.facts.close_container_items(list_start);
        self.facts.expr(Expr::Items(container, list))
    }
}
