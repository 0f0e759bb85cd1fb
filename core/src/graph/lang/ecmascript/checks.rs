//! Type checks: `name instanceof Type`, for the code that runs only if the check holds.

use alloc::vec::Vec;

use super::relate::RelatePass;
use super::syntax::*;
use crate::graph::facts::{Binding, BindingKind, ExprId};
use crate::graph::syntax::{NodeId, Tree};

/// Greatest number of operators and parentheses around a check that are followed outwards.
const MAX_STEPS: usize = 16;

impl RelatePass<'_, '_> {
    /// Gives a checked name its type in the code that runs only if the check holds. Adds nothing if the file neither
    /// declares nor imports the type: then the type is not in the project.
    pub(super) fn type_check(&mut self, node: NodeId) {
        let tree = self.tree;
        let (Some(checked_name), Some(class)) = (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) else {
            return;
        };
        if operator(tree, node) != "instanceof"
            || tree.kind(checked_name) != IDENTIFIER
            || !self.chain_may_resolve(class)
        {
            return;
        }
        let (owner, name, value) = (self.definition(), self.name(checked_name), self.expr(class));
        for (at, until) in guarded_ranges(tree, node) {
            let (kind, index, annotation) = (BindingKind::CaughtException, 0, ExprId(0));
            let binding = Binding {
                owner,
                scope: owner,
                name,
                kind,
                index,
                value,
                annotation,
                effective_from: at,
                effective_until: until,
            };
            self.facts.facts().bindings.push(binding);
        }
    }
}

/// Byte ranges of the code that runs only if a check holds: the first branch of an `if` or `?`, and the right side of
/// an `&&`.
fn guarded_ranges(tree: &Tree<'_>, check: NodeId) -> Vec<(u32, u32)> {
    let span = |node| (tree.start(node), tree.end(node));
    let (mut spans, mut at) = (Vec::new(), check);
    for _ in 0..MAX_STEPS {
        let outer_node = tree.parent(at);
        match tree.kind(outer_node) {
            PARENTHESIZED => {}
            BINARY if operator(tree, outer_node) == "&&" => {
                let right = tree.child(outer_node, FIELD_RIGHT).filter(|&right| right != at);
                spans.extend(right.map(span));
            }
            IF | TERNARY if !matches!(tree.field(at), FIELD_CONSEQUENCE | FIELD_ALTERNATIVE) => {
                spans.extend(tree.child(outer_node, FIELD_CONSEQUENCE).map(span));
                break;
            }
            _ => break,
        }
        at = outer_node;
    }
    spans
}

/// The operator of a binary expression, as written; empty if an operand is missing.
pub(super) fn operator<'t>(tree: &Tree<'t>, node: NodeId) -> &'t str {
    match (tree.child(node, FIELD_LEFT), tree.child(node, FIELD_RIGHT)) {
        (Some(left), Some(right)) => {
            tree.source().get(tree.end(left) as usize..tree.start(right) as usize).unwrap_or_default().trim()
        }
        _ => "",
    }
}
