//! What is known of each node while a file is read: the name it spells, the expression it became, and whether it was dealt with.

use alloc::vec::Vec;

use crate::graph::facts::{ExprId, Name};
use crate::graph::syntax::NodeId;

/// The node needs no further look.
const DONE: u32 = 1 << 31;

/// Two words a node.
pub(super) struct Memo {
    /// Its expression plus one, and whether it is done.
    known: Vec<u32>,
    /// Its name, as far as it was asked for: each is asked for about twice, and to find it by its text takes long.
    names: Vec<Name>,
}

impl Memo {
    /// Nothing is known of any of `n_nodes`.
    pub(super) fn new(n_nodes: usize) -> Memo {
        Memo { known: vec![0; n_nodes], names: vec![Name(0); n_nodes] }
    }

    /// The name that the node spells, which `spell` finds where it is not known.
    pub(super) fn name(&mut self, node: NodeId, spell: impl FnOnce() -> Name) -> Name {
        let name = &mut self.names[node.0 as usize];
        if *name == Name(0) {
            *name = spell();
        }
        *name
    }

    /// The expression that the node became.
    pub(super) fn expr(&self, node: NodeId) -> Option<ExprId> {
        (self.known[node.0 as usize] & !DONE).checked_sub(1).map(ExprId)
    }

    /// Keeps the node's expression.
    pub(super) fn set_expr(&mut self, node: NodeId, expr: ExprId) {
        let slot = &mut self.known[node.0 as usize];
        *slot = (*slot & DONE) | ((expr.0 + 1) & !DONE);
    }

    /// Whether the node needs no further look.
    pub(super) fn is_done(&self, node: NodeId) -> bool {
        self.known[node.0 as usize] & DONE != 0
    }

    /// Notes that the node needs no further look.
    pub(super) fn set_done(&mut self, node: NodeId) {
        self.known[node.0 as usize] |= DONE;
    }
}

/// The expression of a node: as it is known, else as `make` has it, with one step of `depth` less for what lies in it.
/// Unknown where no step is left; then, and wherever `make` knows none, it is made anew when it is asked for again, since
/// by itself, with less around it, more may be known of it.
pub(super) fn once<R>(
    reading: &mut R,
    memo: impl Fn(&mut R) -> &mut Memo,
    node: NodeId,
    depth: u32,
    make: impl FnOnce(&mut R, NodeId, u32) -> ExprId,
) -> ExprId {
    if let Some(expr) = memo(reading).expr(node) {
        return expr;
    }
    let Some(depth) = depth.checked_sub(1) else { return ExprId(0) };
    let expr = make(reading, node, depth);
    if expr != ExprId(0) {
        memo(reading).set_expr(node, expr);
    }
    expr
}
