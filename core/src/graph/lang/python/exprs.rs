//! Expressions, as far as they can lead to a definition.
//!
//! Expressions are built on demand and cached, so that unused ones are not kept. Depth is bounded; deeper expressions
//! are unknown.

use alloc::vec::Vec;

use super::super::memo;
use super::relate::RelatePass;
use super::scopes::UseFlags;
use super::syntax::*;
use crate::graph::facts::{Container, Expr, ExprId, List, Literal, MAX_ITEMS, Name};
use crate::graph::syntax::{Kind, NodeId};

/// The depth to which an expression is followed.
pub(super) const MAX_DEPTH: u32 = 200;

impl RelatePass<'_, '_> {
    pub(super) fn expr(&mut self, node: NodeId) -> ExprId {
        self.expr_to_depth(node, MAX_DEPTH)
    }

    /// The expression of a node; unknown if there is no node.
    pub(super) fn expr_or_unknown(&mut self, node: Option<NodeId>) -> ExprId {
        node.map_or(ExprId(0), |node| self.expr(node))
    }

    pub(super) fn expr_to_depth(&mut self, node: NodeId, depth: u32) -> ExprId {
        memo::cached_expr(self, |pass| &mut pass.memo, node, depth, Self::build)
    }

    fn build(&mut self, node: NodeId, depth: u32) -> ExprId {
        match self.tree.kind(node) {
            IDENTIFIER => {
                let name = self.name(node);
                self.facts.expr(Expr::Name(name, self.tree.start(node)))
            }
            PARENTHESIZED => self.first_child(node, depth),
            NAMED_EXPRESSION => self.field_expr(node, FIELD_VALUE, depth),
            ASSIGNMENT => self.field_expr(node, FIELD_RIGHT, depth),
            ATTRIBUTE => self.member(node, depth),
            CALL => self.call_expr(node, depth),
            SUBSCRIPT => self.subscript(node, depth),
            AWAIT => {
                let value = self.first_child(node, depth);
                self.facts.expr_of(value, Expr::Awaited(value))
            }
            BOOLEAN_OPERATOR => self.boolean(node, depth),
            CONDITIONAL => {
                let mut children = self.tree.children(node);
                let (then_node, else_node) = (children.next(), children.nth(1));
                self.either(then_node, else_node, depth)
            }
            LAMBDA => match self.scopes.definition(node) {
                Some(definition) => self.facts.expr(Expr::Lambda(definition)),
                None => ExprId(0),
            },
            kind => self.literal_expr(node, kind, depth),
        }
    }

    /// The expression of a container literal, a comprehension or a literal; unknown for other nodes.
    fn literal_expr(&mut self, node: NodeId, kind: Kind, depth: u32) -> ExprId {
        match kind {
            TUPLE | EXPRESSION_LIST => self.items_of(node, Container::Tuple, depth),
            LIST | SET => self.items_of(node, Container::Sequence, depth),
            DICTIONARY => self.mapping(node, depth),
            LIST_COMPREHENSION | SET_COMPREHENSION | GENERATOR_EXPRESSION => {
                let item = self.field_expr(node, FIELD_BODY, depth);
                self.facts.container_literal(Container::Sequence, Name(0), item)
            }
            DICTIONARY_COMPREHENSION => {
                let pair = self.tree.child(node, FIELD_BODY);
                let value = pair.map_or(ExprId(0), |pair| self.field_expr(pair, FIELD_VALUE, depth));
                self.facts.container_literal(Container::Mapping, Name(0), value)
            }
            STRING | CONCATENATED_STRING => self.facts.literal(Literal::Text),
            INTEGER | FLOAT | UNARY_OPERATOR => self.facts.literal(Literal::Number),
            TRUE | FALSE | COMPARISON | NOT_OPERATOR => self.facts.literal(Literal::Bool),
            NONE => self.facts.literal(Literal::Null),
            ELLIPSIS => self.facts.literal(Literal::Other),
            BINARY_OPERATOR => match self.tree.children(node).next().map(|left| self.tree.kind(left)) {
                Some(STRING | CONCATENATED_STRING) => self.facts.literal(Literal::Text),
                _ => ExprId(0),
            },
            _ => ExprId(0),
        }
    }

    fn first_child(&mut self, node: NodeId, depth: u32) -> ExprId {
        self.tree.children(node).next().map_or(ExprId(0), |child| self.expr_to_depth(child, depth))
    }

    pub(super) fn field_expr(&mut self, node: NodeId, field: u8, depth: u32) -> ExprId {
        self.tree.child(node, field).map_or(ExprId(0), |child| self.expr_to_depth(child, depth))
    }

    /// `object.name`. It is also kept for an unknown object, because the name alone may determine the member.
    fn member(&mut self, node: NodeId, depth: u32) -> ExprId {
        let Some(name) = self.tree.child(node, FIELD_ATTRIBUTE) else { return ExprId(0) };
        let object = self.tree.child(node, FIELD_OBJECT);
        if self.tree.text(name) == "__class__" && object.is_some_and(|object| self.is_receiver_node(object)) {
            return self.facts.expr(Expr::EnclosingType);
        }
        let name = self.name(name);
        let object = object.map_or(ExprId(0), |object| self.expr_to_depth(object, depth));
        self.facts.expr(Expr::Member(object, name))
    }

    /// Whether a node is the name of the current method's receiver.
    pub(super) fn is_receiver_node(&mut self, node: NodeId) -> bool {
        self.tree.kind(node) == IDENTIFIER && {
            let name = self.name(node);
            self.is_receiver(name)
        }
    }

    /// `a or b` is one of the two. `a and b` counts as `b`: a member of the result is only used where the result is
    /// `b`.
    fn boolean(&mut self, node: NodeId, depth: u32) -> ExprId {
        let is_or = self.tree.child_of_kind(node, OR).is_some();
        let operands = self.tree.children(node).filter(|&child| self.tree.kind(child) != OR);
        let mut operands = operands.take(2).collect::<Vec<_>>().into_iter();
        match (operands.next(), operands.next()) {
            (left, right) if is_or => self.either(left, right, depth),
            (_, Some(right)) => self.expr_to_depth(right, depth),
            _ => ExprId(0),
        }
    }

    fn either(&mut self, one: Option<NodeId>, other: Option<NodeId>, depth: u32) -> ExprId {
        let one = one.map_or(ExprId(0), |node| self.expr_to_depth(node, depth));
        let other = other.map_or(ExprId(0), |node| self.expr_to_depth(node, depth));
        self.facts.either(one, other)
    }

    /// A call. `super()` and casts have the values that they return.
    fn call_expr(&mut self, node: NodeId, depth: u32) -> ExprId {
        let Some(callee) = self.tree.child(node, FIELD_FUNCTION) else { return ExprId(0) };
        if self.tree.kind(callee) == IDENTIFIER
            && let Some(expr) = self.special_call(node, self.tree.text(callee))
        {
            return expr;
        }
        let cast = self.cast_type(node);
        if let Some(annotation) = cast {
            let type_expr = self.annotation(annotation);
            return self.facts.expr_of(type_expr, Expr::Call(type_expr, List::default()));
        }
        let callee = self.expr_to_depth(callee, depth);
        if callee == ExprId(0) {
            return callee;
        }
        let arguments = self.arguments(node, depth);
        self.facts.expr(Expr::Call(callee, arguments))
    }

    /// The value of `super()`, and of `type(self)` for a receiver; unknown for `super` of another class. `None` for
    /// other calls.
    fn special_call(&mut self, node: NodeId, callee: &str) -> Option<ExprId> {
        let mut arguments = self.tree.children(node).skip(1);
        let first = arguments.next();
        match callee {
            "super" if first.is_none_or(|first| self.is_enclosing_class(first)) => {
                Some(self.facts.expr(Expr::Supertypes))
            }
            "super" => Some(ExprId(0)),
            "type" if arguments.next().is_none() && first.is_some_and(|first| self.is_receiver_node(first)) => {
                Some(self.facts.expr(Expr::EnclosingType))
            }
            _ => None,
        }
    }

    /// Whether a node names the class that contains the current node.
    fn is_enclosing_class(&mut self, node: NodeId) -> bool {
        let text = self.tree.text(node);
        let mut at = self.definition();
        let facts = self.facts.facts();
        while at.0 != 0 {
            let definition = &facts.definitions[at.0 as usize];
            if definition.kind == crate::graph::kind::SymbolKind::Class {
                return text == "__class__" || facts.names[definition.name.0 as usize] == text;
            }
            at = definition.parent;
        }
        false
    }

    /// The iterable of a loop: an expression, or the pairs that `enumerate`, `zip` and `.items()` make.
    pub(super) fn iterated_value(&mut self, node: NodeId) -> ExprId {
        let iterable = self.expr(node);
        let Expr::Call(callee, arguments) = self.facts.facts().exprs[iterable.0 as usize] else { return iterable };
        let argument_items = &self.facts.facts().items[arguments.start as usize..][..arguments.len as usize];
        let positional_values: Vec<ExprId> =
            argument_items.iter().filter(|item| item.name == Name(0)).map(|item| item.value).collect();
        let name = self.tree.children(node).next().map_or("", |callee| self.tree.text(callee));
        match (self.facts.facts().exprs[callee.0 as usize], positional_values.as_slice()) {
            (Expr::Name(..), [first, ..]) if name == "enumerate" => self.zipped_tuples(&[ExprId(0), *first]),
            (Expr::Name(..), containers) if name == "zip" => self.zipped_tuples(containers),
            (Expr::Member(object, _), []) if name.ends_with(".items") => {
                let pairs = self.zipped_tuples(&[ExprId(0), object]);
                self.facts.either(iterable, pairs)
            }
            _ => iterable,
        }
    }

    /// A sequence of tuples. The item at index n of each tuple is an element of container n.
    fn zipped_tuples(&mut self, containers: &[ExprId]) -> ExprId {
        let elements: Vec<ExprId> = containers
            .iter()
            .map(|&container| self.facts.expr_of(container, Expr::Element(container, u32::MAX)))
            .collect();
        let list_start = self.facts.open_list();
        elements.into_iter().for_each(|element| self.facts.push_item(Name(0), element));
        let tuple = self.finish_items(Container::Tuple, list_start);
        self.facts.container_literal(Container::Sequence, Name(0), tuple)
    }

    /// The type in `cast(Type, value)`; `None` for other calls.
    pub(super) fn cast_type(&self, node: NodeId) -> Option<NodeId> {
        let mut children = self.tree.children(node);
        let callee = children.next().map(|callee| self.tree.text(callee));
        let (annotation, value) = (children.next(), children.next());
        annotation.filter(|_| value.is_some() && matches!(callee, Some("cast" | "typing.cast" | "t.cast")))
    }

    /// The arguments of a call, up to the last one that can lead to a definition. Positional ones after a `*list` are
    /// left out, because their index is unknown.
    fn arguments(&mut self, node: NodeId, depth: u32) -> List {
        let list_start = self.facts.open_list();
        let mut is_after_splat = false;
        for argument in self.tree.children(node).filter(|&child| self.tree.field(child) != FIELD_FUNCTION) {
            match self.tree.kind(argument) {
                LIST_SPLAT => is_after_splat = true,
                DICTIONARY_SPLAT => {}
                KEYWORD_ARGUMENT => {
                    let name = self.tree.child(argument, FIELD_NAME).map_or(Name(0), |name| self.name(name));
                    let value = self.field_expr(argument, FIELD_VALUE, depth);
                    if self.facts.may_resolve(value) {
                        self.facts.push_item(name, value);
                    }
                }
                _ if is_after_splat => {}
                _ => {
                    let value = self.expr_to_depth(argument, depth);
                    self.facts.push_item(Name(0), value);
                }
            }
            if self.facts.open_items(list_start).len() >= MAX_ITEMS {
                break;
            }
        }
        self.facts.close_arguments(list_start)
    }

    /// A container literal with its items by index. If the file changes the container, less is known of the indexes.
    fn items_of(&mut self, node: NodeId, container: Container, depth: u32) -> ExprId {
        let list_start = self.facts.open_list();
        for child in self.tree.children(node).take(MAX_ITEMS) {
            if self.tree.kind(child) == LIST_SPLAT {
                self.push_any_number();
            } else {
                let value = self.expr_to_depth(child, depth);
                self.facts.push_item(Name(0), value);
            }
        }
        let uses = self.uses_of_targets(node);
        if uses.has_any(UseFlags::CHANGED_AT_END) || container == Container::Sequence && uses.has_any(UseFlags::PASSED)
        {
            self.push_any_number();
        }
        let items = self.finish_items(container, list_start);
        if uses.has_any(UseFlags::REINDEXED) { self.without_indexes(items) } else { items }
    }

    fn mapping(&mut self, node: NodeId, depth: u32) -> ExprId {
        let list_start = self.facts.open_list();
        let pairs = self.tree.children(node).filter(|&child| self.tree.kind(child) == PAIR);
        for pair in pairs.take(MAX_ITEMS) {
            let value = self.field_expr(pair, FIELD_VALUE, depth);
            let (name, value) = self.keyed_item(self.tree.child(pair, FIELD_KEY), value, depth);
            self.facts.push_item(name, value);
        }
        self.finish_items(Container::Mapping, list_start)
    }

    /// A container literal of the items opened since `list_start`; without items if none can lead to a definition.
    pub(super) fn finish_items(&mut self, container: Container, list_start: usize) -> ExprId {
        let list = self.facts.close_container_items(list_start);
        self.facts.expr(Expr::Items(container, list))
    }
}
