//! A cache for each node of a file during extraction: its name, its expression, and whether it needs no further visit.

use alloc::vec::Vec;

use crate::graph::facts::{ExprId, Name};
use crate::graph::syntax::NodeId;

/// Flag of nodes that need no further visit.
const DONE: u32 = 1 << 31;

pub(super) struct Memo {
    /// For each node the index of its expression plus one, or 0 if none is cached; and the flag [`DONE`].
    entries: Vec<u32>,
    /// For each node its name once it was looked up. Most names are needed twice, and a look-up by text is slow.
    names: Vec<Name>,
}

impl Memo {
    /// An empty cache for `n_nodes` nodes.
    pub(super) fn new(n_nodes: usize) -> Memo {
        Memo { entries: vec![0; n_nodes], names: vec![Name(0); n_nodes] }
    }

    /// The name that a node spells; `spell` computes it if it is not cached.
    pub(super) fn name(&mut self, node: NodeId, spell: impl FnOnce() -> Name) -> Name {
        let name = &mut self.names[node.0 as usize];
        if *name == Name(0) {
            *name = spell();
        }
        *name
    }

    /// The cached expression of a node; `None` if none is cached.
    pub(super) fn expr(&self, node: NodeId) -> Option<ExprId> {
        (self.entries[node.0 as usize] & !DONE).checked_sub(1).map(ExprId)
    }

    pub(super) fn set_expr(&mut self, node: NodeId, expr: ExprId) {
        let slot = &mut self.entries[node.0 as usize];
        *slot = (*slot & DONE) | ((expr.0 + 1) & !DONE);
    }

    /// Whether the node needs no further visit.
    pub(super) fn is_done(&self, node: NodeId) -> bool {
        self.entries[node.0 as usize] & DONE != 0
    }

    /// Flags the node as needing no further visit.
    pub(super) fn set_done(&mut self, node: NodeId) {
        self.entries[node.0 as usize] |= DONE;
    }
}

/// The expression of a node: cached, or computed by `make` with `depth` reduced by one. It is unknown if no depth is
/// left. An unknown expression is not cached, because a later evaluation with more depth may know it.
pub(super) fn cached_expr<R>(
    pass: &mut R,
    memo: impl Fn(&mut R) -> &mut Memo,
    node: NodeId,
    depth: u32,
    make: impl FnOnce(&mut R, NodeId, u32) -> ExprId,
) -> ExprId {
    if let Some(expr) = memo(pass).expr(node) {
        return expr;
    }
    let Some(depth) = depth.checked_sub(1) else { return ExprId(0) };
    let expr = make(pass, node, depth);
    if expr != ExprId(0) {
        memo(pass).set_expr(node, expr);
    }
    expr
}
