//! Implicit calls: `with` enters and leaves a value, `for` iterates over a value.

use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Expr, ExprId, ReferenceKind};
use crate::graph::syntax::NodeId;

impl RelatePass<'_, '_> {
    /// Adds a reference for `value` or `value as target` in a `with`.
    pub(super) fn with_item(&mut self, node: NodeId) {
        let tree = self.tree;
        let item = tree.children(node).next();
        let value =
            item.filter(|&item| tree.kind(item) == AS_PATTERN).and_then(|item| tree.children(item).next()).or(item);
        let value = self.expr_or_unknown(value);
        let is_async = tree.text(tree.parent(node)).starts_with("async");
        self.push_protocol(
            if is_async { ReferenceKind::EnterAsyncContext } else { ReferenceKind::EnterContext },
            value,
            node,
        );
    }

    /// Adds a reference for `for target in value`, in a loop or a comprehension.
    pub(super) fn iterate(&mut self, value: NodeId, node: NodeId) {
        let value = self.expr(value);
        let is_async = self.tree.text(node).starts_with("async");
        self.push_protocol(if is_async { ReferenceKind::IterateAsync } else { ReferenceKind::Iterate }, value, node);
    }

    /// Adds a reference, unless the value cannot be an instance of a class of the project.
    fn push_protocol(&mut self, kind: ReferenceKind, value: ExprId, node: NodeId) {
        let is_container_literal = matches!(self.facts.facts().exprs[value.0 as usize], Expr::Items(..));
        if self.facts.may_resolve(value) && !is_container_literal && !self.is_builtin_call(value) {
            self.push_reference(kind, value, self.tree.start(node));
        }
    }

    fn is_builtin_call(&mut self, value: ExprId) -> bool {
        let facts = self.facts.facts();
        let Expr::Call(callee, _) = facts.exprs[value.0 as usize] else { return false };
        match facts.exprs[callee.0 as usize] {
            Expr::Name(name, _) => self.binding_flags(name).is_none(),
            _ => self.is_literal_method(callee),
        }
    }
}
