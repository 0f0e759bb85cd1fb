//! What is bound anew, so that nothing is left of what was there before: where a statement runs whenever what follows it
//! does.
//!
//! Not here: what a name means then (`resolve::latest`).

use super::definitions::decorator_name;
use super::relate::Relating;
use super::scopes::How;
use super::syntax::*;
use crate::graph::facts::DefId;
use crate::graph::syntax::{NodeId, Tree};

impl Relating<'_, '_> {
    /// Whether a name that its owner binds so is bound more than once, and here by the owner itself.
    pub(super) fn is_bound_again(&self, owner: DefId, how: How) -> bool {
        how.is(How::AGAIN) && !how.is(How::GLOBAL.with(How::NONLOCAL)) && owner == self.definition()
    }
}

/// Whether a node is a statement by itself.
pub(super) fn is_statement(tree: &Tree<'_>, node: NodeId) -> bool {
    matches!(tree.kind(tree.parent(node)), BLOCK | MODULE)
}

/// The end of the statements that one stands among.
pub(super) fn end_among(tree: &Tree<'_>, statement: NodeId) -> u32 {
    let mut node = statement;
    while !matches!(tree.kind(node), BLOCK | MODULE) && node != NodeId(0) {
        node = tree.parent(node);
    }
    tree.end(node)
}

/// Whether a statement stands in the body of the file, class or function itself: in no branch, loop or `try`.
pub(super) fn is_in_own_body(tree: &Tree<'_>, statement: NodeId) -> bool {
    let body = tree.parent(statement);
    match tree.kind(body) {
        MODULE => true,
        BLOCK => matches!(tree.kind(tree.parent(body)), FUNCTION | CLASS),
        _ => false,
    }
}

/// Decorators that leave a definition in the place of what had its name. Others may add to that: a property's setter, one
/// of several signatures, a function that is chosen by the types of its arguments.
const REPLACING: &[&str] = &[
    "abstractmethod",
    "asynccontextmanager",
    "cache",
    "cached_property",
    "classmethod",
    "contextmanager",
    "dataclass",
    "final",
    "lru_cache",
    "override",
    "property",
    "staticmethod",
    "total_ordering",
    "wraps",
];

/// Whether a definition, with its decorators, takes the place of what had its name.
pub(super) fn replaces(tree: &Tree<'_>, whole: NodeId) -> bool {
    let mut decorators = tree.children(whole).filter(|&child| tree.kind(child) == DECORATOR);
    is_in_own_body(tree, whole) && decorators.all(|decorator| REPLACING.contains(&decorator_name(tree, decorator)))
}
