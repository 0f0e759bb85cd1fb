//! The names that a target or a pattern binds.

use super::syntax::*;
use crate::graph::syntax::{Kind, NodeId, Tree};

/// Whether a node of this kind is a group of targets.
pub(super) fn is_group(kind: Kind) -> bool {
    matches!(
        kind,
        PATTERN_LIST
            | TUPLE_PATTERN
            | LIST_PATTERN
            | LIST_SPLAT_PATTERN
            | LIST_SPLAT
            | AS_PATTERN_TARGET
            | PARENTHESIZED
            | TUPLE
            | LIST
            | EXPRESSION_LIST
    )
}

/// The single targets in a target, in order: identifiers, attributes and subscripts. O(nodes of the target).
pub(super) fn single_targets<'a>(tree: &'a Tree<'_>, target: NodeId) -> impl Iterator<Item = NodeId> + 'a {
    let end = tree.next_after_subtree(target);
    let mut next_node = target;
    core::iter::from_fn(move || {
        while next_node < end {
            let node = next_node;
            let is_target_group = is_group(tree.kind(node));
            next_node = if is_target_group { NodeId(node.0 + 1) } else { tree.next_after_subtree(node) };
            if !is_target_group {
                return Some(node);
            }
        }
        None
    })
}

/// The node of the name that a node of a `case` pattern binds; `None` if it binds no name.
pub(super) fn captured_name(tree: &Tree<'_>, node: NodeId) -> Option<NodeId> {
    let parent = tree.parent(node);
    match (tree.kind(node), tree.kind(parent)) {
        (DOTTED_NAME, CLASS_PATTERN | IMPORT | IMPORT_FROM | FUTURE_IMPORT | ALIASED_IMPORT) => None,
        (DOTTED_NAME, _) => (!tree.text(node).contains('.')).then_some(node),
        (IDENTIFIER, SPLAT_PATTERN) => Some(node),
        (IDENTIFIER, AS_PATTERN) => {
            let first = NodeId(parent.0 + 1);
            (tree.kind(first) == CASE_PATTERN && first != node).then_some(node)
        }
        _ => None,
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Parameter {
    /// The identifier; `None` for a tuple parameter of Python 2.
    pub(super) name: Option<NodeId>,
    /// `*name` or `**name`.
    pub(super) is_variadic: bool,
    /// Whether it comes after `*` or `*name`, so that it is passed only by keyword.
    pub(super) is_keyword_only: bool,
    /// The `type` node; `None` without an annotation.
    pub(super) annotation: Option<NodeId>,
    pub(super) default: Option<NodeId>,
}

/// The parameters of a `parameters` or `lambda_parameters` node, in order.
pub(super) fn parameters<'a>(tree: &'a Tree<'_>, list: NodeId) -> impl Iterator<Item = Parameter> + 'a {
    let mut is_keyword_only = false;
    tree.children(list).filter_map(move |parameter_node| {
        if tree.kind(parameter_node) == KEYWORD_SEPARATOR {
            is_keyword_only = true;
            return None;
        }
        let parameter = parameter(tree, parameter_node, is_keyword_only);
        is_keyword_only |= parameter.is_variadic;
        Some(parameter)
    })
}

fn parameter(tree: &Tree<'_>, node: NodeId, is_keyword_only: bool) -> Parameter {
    let inner = match tree.kind(node) {
        DEFAULT_PARAMETER | TYPED_DEFAULT_PARAMETER => tree.child(node, FIELD_NAME),
        TYPED_PARAMETER => tree.children(node).next(),
        _ => Some(node),
    };
    let is_variadic =
        inner.is_some_and(|node| matches!(tree.kind(node), LIST_SPLAT_PATTERN | DICTIONARY_SPLAT_PATTERN));
    let name = if is_variadic { inner.and_then(|node| tree.children(node).next()) } else { inner };
    let (annotation, default) = match tree.kind(node) {
        IDENTIFIER | LIST_SPLAT_PATTERN | DICTIONARY_SPLAT_PATTERN => (None, None),
        _ => (tree.child(node, FIELD_TYPE), tree.child(node, FIELD_VALUE)),
    };
    let name = name.filter(|&name| tree.kind(name) == IDENTIFIER);
    Parameter { name, is_variadic, is_keyword_only, annotation, default }
}
