//! Annotations: types as written, also inside string literals, and references to these types.

use alloc::vec::Vec;

use super::exprs::MAX_DEPTH;
use super::quoted;
use super::relate::RelatePass;
use super::strings;
use super::syntax::*;
use crate::graph::facts::{Container, DefId, Expr, ExprId, Literal, MAX_ITEMS, Name, Reference, ReferenceKind};
use crate::graph::syntax::{NodeId, Tree};

/// Whether the arguments of a generic type are values, such as the strings of `Literal`.
fn takes_values(generic: &str) -> bool {
    generic.ends_with("Literal")
}

/// Whether only the first argument of a generic type is a type, as in `Annotated`.
fn takes_one_type(generic: &str) -> bool {
    generic.ends_with("Annotated")
}

impl RelatePass<'_, '_> {
    /// The type that a node names. Flags the nodes of names as done, but not those of calls.
    pub(super) fn annotation(&mut self, node: NodeId) -> ExprId {
        self.annotation_within(node, MAX_DEPTH)
    }

    fn annotation_within(&mut self, node: NodeId, depth: u32) -> ExprId {
        let Some(depth) = depth.checked_sub(1) else { return ExprId(0) };
        let tree = self.tree;
        match tree.kind(node) {
            TYPE | PARENTHESIZED => {
                tree.children(node).next().map_or(ExprId(0), |inner| self.annotation_within(inner, depth))
            }
            IDENTIFIER | ATTRIBUTE => {
                self.set_path_done(node);
                self.expr(node)
            }
            NONE => self.facts.literal(Literal::Null),
            STRING => {
                let content = strings::literal_content(tree.text(node));
                let at = tree.start(node) + content.offset;
                quoted::annotation(self, content.text, at)
            }
            BINARY_OPERATOR | UNION_TYPE => self.union(node, depth),
            GENERIC_TYPE | SUBSCRIPT => self.generic(node, depth),
            LIST | TUPLE => {
                let list_start = self.facts.open_list();
                self.push_types(tree.children(node), depth);
                let list = self.facts.close_list(list_start);
                self.facts.expr(Expr::Items(Container::Tuple, list))
            }
            _ => ExprId(0),
        }
    }

    fn union(&mut self, node: NodeId, depth: u32) -> ExprId {
        let mut operands = self.tree.children(node);
        let (left, right) = (operands.next(), operands.next());
        let left = left.map_or(ExprId(0), |left| self.annotation_within(left, depth));
        let right = right.map_or(ExprId(0), |right| self.annotation_within(right, depth));
        self.facts.expr(Expr::Either(left, right))
    }

    /// `Head[A, B]`.
    fn generic(&mut self, node: NodeId, depth: u32) -> ExprId {
        let tree = self.tree;
        let mut children = tree.children(node);
        let Some(head) = children.next() else { return ExprId(0) };
        let name = tree.text(head);
        let head = self.annotation_within(head, depth);
        let list_start = self.facts.open_list();
        if !takes_values(name) {
            let limit = if takes_one_type(name) { 1 } else { MAX_ITEMS };
            match tree.child_of_kind(node, TYPE_PARAMETER) {
                Some(list) => self.push_types(tree.children(list).take(limit), depth),
                None => self.push_types(children.take(limit), depth),
            }
        }
        let arguments = self.facts.close_list(list_start);
        self.facts.expr_of(head, Expr::Generic(head, arguments))
    }

    fn push_types(&mut self, nodes: impl Iterator<Item = NodeId>, depth: u32) {
        for node in nodes.take(MAX_ITEMS) {
            let value = self.annotation_within(node, depth);
            self.facts.push_item(Name(0), value);
        }
    }

    /// Flags the nodes of a dotted name as done, so that they get no references of their own.
    pub(super) fn set_path_done(&mut self, path: NodeId) {
        let mut node = Some(path);
        while let Some(part) = node.filter(|&part| matches!(self.tree.kind(part), IDENTIFIER | ATTRIBUTE)) {
            self.memo.set_done(part);
            node = self.tree.child(part, FIELD_OBJECT);
        }
    }

    /// The type of an annotation; unknown if there is none. The references to its types belong to `scope`.
    pub(super) fn annotation_or_unknown(&mut self, node: Option<NodeId>, scope: DefId) -> ExprId {
        let Some(node) = node else { return ExprId(0) };
        self.memo.set_done(node);
        let annotation = self.annotation(node);
        self.mention_types(annotation, scope);
        annotation
    }

    /// Adds references for a `type` node that no definition or binding has handled.
    pub(super) fn type_mention(&mut self, node: NodeId, scope: DefId) {
        if !self.memo.is_done(node) && !is_inside_type(self.tree, node) {
            self.annotation_or_unknown(Some(node), scope);
        }
    }

    /// Adds a reference to each type that an annotation names and that may be defined in the project.
    pub(super) fn mention_types(&mut self, annotation: ExprId, scope: DefId) {
        let mut pending_exprs = vec![annotation];
        while let Some(expr) = pending_exprs.pop() {
            let node_expr = self.facts.facts().exprs[expr.0 as usize];
            match node_expr {
                Expr::Name(name, at) if self.name_may_resolve(name) => self.push_type(expr, at, scope),
                Expr::Member(..) => {
                    if let Some((name, at)) = self.root_name(expr)
                        && self.name_may_resolve(name)
                    {
                        self.push_type(expr, at, scope);
                    }
                }
                Expr::Either(one, other) => pending_exprs.extend([other, one]),
                Expr::Generic(head, list) => {
                    self.push_list_values(&mut pending_exprs, list);
                    pending_exprs.push(head);
                }
                Expr::Items(_, list) => self.push_list_values(&mut pending_exprs, list),
                _ => {}
            }
        }
    }

    fn push_list_values(&mut self, pending_exprs: &mut Vec<ExprId>, list: crate::graph::facts::List) {
        let items = &self.facts.facts().items[list.start as usize..][..list.len as usize];
        pending_exprs.extend(items.iter().rev().map(|item| item.value));
    }

    fn push_type(&mut self, expr: ExprId, at: u32, scope: DefId) {
        let line = self.tree.line(at);
        self.facts.facts().references.push(Reference { scope, kind: ReferenceKind::Type, expr, line });
    }

    /// The first name of a dotted expression, and the byte offset at which it is read.
    fn root_name(&mut self, mut expr: ExprId) -> Option<(Name, u32)> {
        loop {
            match self.facts.facts().exprs[expr.0 as usize] {
                Expr::Name(name, at) => return Some((name, at)),
                Expr::Member(object, _) => expr = object,
                _ => return None,
            }
        }
    }
}

/// Whether a `type` node is part of another `type` node.
fn is_inside_type(tree: &Tree<'_>, node: NodeId) -> bool {
    matches!(tree.kind(tree.parent(node)), TYPE_PARAMETER | UNION_TYPE | TYPE)
}
