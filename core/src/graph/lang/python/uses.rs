//! Uses of a file's names and attributes other than binding them: changes, and use as a key.
//!
//! Uses are recorded by bare name for the whole file. A change to a container through another name is not noticed.

use super::builtins::is_builtin;
use super::scopes::{Scopes, UseFlags};
use super::syntax::*;
use crate::graph::facts::FactsBuilder;
use crate::graph::syntax::{NodeId, Tree};

/// Records how a node uses names.
pub(super) fn record_uses(tree: &Tree<'_>, facts: &mut FactsBuilder, scopes: &mut Scopes, node: NodeId) {
    if tree.kind(node) == CALL {
        record_arguments(tree, facts, scopes, node);
    }
    let (changed_node, flags) = match tree.kind(node) {
        CALL => match changing_call(tree, node) {
            Some(found) => found,
            None => return,
        },
        AUGMENTED_ASSIGNMENT => (tree.child(node, FIELD_LEFT), UseFlags::CHANGED_AT_END),
        ATTRIBUTE if is_target(tree, node) => (Some(node), UseFlags::REBOUND),
        SUBSCRIPT => {
            let position = tree.children(node).nth(1);
            record_key(tree, facts, scopes, position);
            let is_slice = position.is_some_and(|position| tree.kind(position) == SLICE);
            if !(is_deleted(tree, node) || is_slice && is_target(tree, node)) {
                return;
            }
            (tree.child(node, FIELD_VALUE), UseFlags::REINDEXED)
        }
        PAIR => return record_key(tree, facts, scopes, tree.child(node, FIELD_KEY)),
        _ => return,
    };
    if let Some(name) = changed_node.and_then(|changed_node| last_name(tree, changed_node)) {
        scopes.use_name(facts.name(name), flags);
    }
}

/// The changed container and the kind of change, for a call of a method that changes its receiver; otherwise `None`.
fn changing_call(tree: &Tree<'_>, call: NodeId) -> Option<(Option<NodeId>, UseFlags)> {
    let mut call_parts = tree.children(call);
    let callee = call_parts.next().filter(|&callee| tree.kind(callee) == ATTRIBUTE)?;
    let flags = match tree.text(tree.child(callee, FIELD_ATTRIBUTE)?) {
        "append" | "extend" => UseFlags::CHANGED_AT_END,
        "pop" if call_parts.next().is_none() => UseFlags::CHANGED_AT_END,
        "appendleft" | "clear" | "insert" | "pop" | "popleft" | "remove" | "reverse" | "rotate" | "sort" => {
            UseFlags::REINDEXED
        }
        _ => return None,
    };
    Some((tree.child(callee, FIELD_OBJECT), flags))
}

/// Records the arguments of a call as passed. Built-in functions do not change their arguments.
fn record_arguments(tree: &Tree<'_>, facts: &mut FactsBuilder, scopes: &mut Scopes, call: NodeId) {
    let mut call_parts = tree.children(call);
    let callee = call_parts.next();
    if callee.is_some_and(|callee| tree.kind(callee) == IDENTIFIER && is_builtin(tree.text(callee))) {
        return;
    }
    for argument in call_parts {
        let value = tree.child_of(argument, KEYWORD_ARGUMENT, FIELD_VALUE).unwrap_or(argument);
        if let Some(name) = last_name(tree, value) {
            scopes.use_name(facts.name(name), UseFlags::PASSED);
        }
    }
}

fn record_key(tree: &Tree<'_>, facts: &mut FactsBuilder, scopes: &mut Scopes, key: Option<NodeId>) {
    if let Some(key) = key.filter(|&key| tree.kind(key) == IDENTIFIER) {
        scopes.use_name(facts.name(tree.text(key)), UseFlags::KEY);
    }
}

fn is_target(tree: &Tree<'_>, node: NodeId) -> bool {
    tree.kind(tree.parent(node)) == ASSIGNMENT && tree.field(node) == FIELD_LEFT
}

/// Whether a subscript is the single operand of a `del` statement, which has no node of its own.
fn is_deleted(tree: &Tree<'_>, subscript: NodeId) -> bool {
    let is_whole_statement = matches!(tree.kind(tree.parent(subscript)), BLOCK | MODULE);
    is_whole_statement && tree.source()[..tree.start(subscript) as usize].trim_end().ends_with("del")
}

/// The last name of a name or an attribute; `None` for other nodes.
pub(super) fn last_name<'t>(tree: &Tree<'t>, node: NodeId) -> Option<&'t str> {
    match tree.kind(node) {
        IDENTIFIER => Some(tree.text(node)),
        ATTRIBUTE => tree.child(node, FIELD_ATTRIBUTE).map(|name| tree.text(name)),
        _ => None,
    }
}
