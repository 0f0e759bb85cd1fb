//! Kills: bindings that end all earlier bindings of their name, because their statement always runs before the code
//! that follows.
//!
//! Not here: reaching definitions (`link::reaching`).

use super::definitions::decorator_name;
use super::relate::RelatePass;
use super::scopes::BindingFlags;
use super::syntax::*;
use crate::graph::facts::DefId;
use crate::graph::syntax::{NodeId, Tree};

impl RelatePass<'_, '_> {
    /// Whether a name has several bindings, none of them through `global` or `nonlocal`, and its owner is the current
    /// definition.
    pub(super) fn is_rebinding(&self, owner: DefId, flags: BindingFlags) -> bool {
        flags.has_any(BindingFlags::REPEATED)
            && !flags.has_any(BindingFlags::GLOBAL.with(BindingFlags::NONLOCAL))
            && owner == self.definition()
    }
}

/// Whether a node is a whole statement.
pub(super) fn is_statement(tree: &Tree<'_>, node: NodeId) -> bool {
    matches!(tree.kind(tree.parent(node)), BLOCK | MODULE)
}

/// Byte offset of the end of the statement list that contains a statement.
pub(super) fn statement_list_end(tree: &Tree<'_>, statement: NodeId) -> u32 {
    let mut node = statement;
    while !matches!(tree.kind(node), BLOCK | MODULE) && node != NodeId(0) {
        node = tree.parent(node);
    }
    tree.end(node)
}

/// Whether a statement is directly in the body of a file, class or function: not in a branch, loop or `try`.
pub(super) fn is_in_definition_body(tree: &Tree<'_>, statement: NodeId) -> bool {
    let body = tree.parent(statement);
    match tree.kind(body) {
        MODULE => true,
        BLOCK => matches!(tree.kind(tree.parent(body)), FUNCTION | CLASS),
        _ => false,
    }
}

/// Decorators with which a definition replaces an earlier one of the same name. With others it may add to the earlier
/// one: a property's setter, an overload, a function dispatched on argument types.
const REPLACING_DECORATORS: &[&str] = &[
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

/// Whether a definition replaces earlier ones of its name: it is directly in a body, and all its decorators are listed.
pub(super) fn replaces(tree: &Tree<'_>, statement: NodeId) -> bool {
    let mut decorators = tree.children(statement).filter(|&child| tree.kind(child) == DECORATOR);
    is_in_definition_body(tree, statement)
        && decorators.all(|decorator| REPLACING_DECORATORS.contains(&decorator_name(tree, decorator)))
}
