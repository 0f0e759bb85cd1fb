//! A syntax tree as a host passes it: flat, in pre-order, validated once.
//!
//! After [`Tree::new`] every offset is on a character boundary of the text, every child is inside its parent, and
//! walking stays in bounds. Nothing recurses, so the depth of a tree is unlimited. Not here: the meaning of the kinds
//! (`lang`).

use alloc::vec::Vec;

use crate::base::error::Error;
use crate::text::lanes::{self, BLOCK};

/// A kind of node that a language needs. Its number is its 1-based index in the language's list.
#[derive(Clone, Copy, Debug)]
pub struct NodeKind {
    /// The name in the grammar.
    pub name: &'static str,
    /// True for a named node, false for a keyword or punctuation.
    pub named: bool,
    /// True if a host leaves out the node's children.
    pub leaf: bool,
}

/// The 1-based number of a kind in its language's list.
pub(crate) type Kind = u16;
/// The 1-based number of a field in its language's list; 0 means no field.
pub(crate) type Field = u8;

/// The index of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct NodeId(pub u32);

#[derive(Clone, Copy)]
struct Node {
    kind: Kind,
    field: Field,
    start: u32,
    end: u32,
    parent: u32,
    /// The first node after this one's subtree.
    node_after: u32,
}

/// Kind numbers in the packed form are below this.
pub(crate) const KIND_LIMIT: u32 = 1 << 10;
/// Field numbers in the packed form are below this.
pub(crate) const FIELD_LIMIT: u32 = 1 << 6;

/// A validated tree and its text.
pub(crate) struct Tree<'t> {
    text: &'t str,
    nodes: Vec<Node>,
    /// The byte offset of the start of each line.
    lines: Vec<u32>,
    /// Number of nodes and bytes visited; used by tests of complexity.
    #[cfg(test)]
    n_visited: core::cell::Cell<u64>,
}

impl<'t> Tree<'t> {
    /// Validates and unpacks `words` (see `parsed-file.nodes` in the WIT). O(nodes + text).
    pub(crate) fn new(text: &'t str, words: &[u32], n_kinds: usize, n_fields: usize) -> Result<Tree<'t>, Error> {
        let invalid_nodes = |why: &str| Error::invalid("nodes", why);
        let (nodes, []) = words.as_chunks::<3>() else { return Err(invalid_nodes("not three words a node")) };
        let (lines, is_ascii) = line_starts(text);
        let is_boundary = |at: u32| is_ascii || text.is_char_boundary(at as usize);
        let mut tree = Tree {
            text,
            nodes: Vec::with_capacity(nodes.len()),
            lines,
            #[cfg(test)]
            n_visited: core::cell::Cell::new(0),
        };
        let mut open_nodes: Vec<u32> = Vec::with_capacity(64);
        for (at, &[head_word, start, end]) in nodes.iter().enumerate() {
            let at = at as u32;
            let (kind, field, depth) = (
                (head_word & (KIND_LIMIT - 1)) as Kind,
                ((head_word >> 10) & (FIELD_LIMIT - 1)) as Field,
                (head_word >> 16) as usize,
            );
            if kind == 0 || kind as usize > n_kinds || field as usize > n_fields {
                return Err(invalid_nodes("a kind or field outside the language's lists"));
            }
            if depth > open_nodes.len() {
                return Err(invalid_nodes("a depth that skips a level"));
            }
            while open_nodes.len() > depth {
                close_innermost(&mut tree.nodes, &mut open_nodes, at);
            }
            let outer_span = open_nodes.last().map_or((0, text.len() as u32), |&p| span(&tree.nodes, p));
            if start > end || start < outer_span.0 || end > outer_span.1 {
                return Err(invalid_nodes("a node outside its parent"));
            }
            if !is_boundary(start) || !is_boundary(end) {
                return Err(invalid_nodes("an offset inside a character"));
            }
            let parent = open_nodes.last().copied().unwrap_or(at);
            tree.nodes.push(Node { kind, field, start, end, parent, node_after: 0 });
            open_nodes.push(at);
        }
        while !open_nodes.is_empty() {
            close_innermost(&mut tree.nodes, &mut open_nodes, nodes.len() as u32);
        }
        Ok(tree)
    }

    /// The root; the first of several siblings if the grammar could not parse the file as a whole. `None` if there are
    /// no nodes.
    pub(crate) fn root(&self) -> Option<NodeId> {
        (!self.nodes.is_empty()).then_some(NodeId(0))
    }

    fn node(&self, node: NodeId) -> Node {
        self.count_visits(1);
        self.nodes[node.0 as usize]
    }

    /// Counts visits; only in tests.
    fn count_visits(&self, _n: usize) {
        #[cfg(test)]
        self.n_visited.set(self.n_visited.get() + _n as u64);
    }

    /// The number of nodes and bytes visited so far.
    #[cfg(test)]
    pub(crate) fn n_visits(&self) -> u64 {
        self.n_visited.get()
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The text of the whole file.
    pub(crate) fn source(&self) -> &'t str {
        self.text
    }

    pub(crate) fn kind(&self, node: NodeId) -> Kind {
        self.node(node).kind
    }

    /// The field of the node in its parent; 0 means no field.
    pub(crate) fn field(&self, node: NodeId) -> Field {
        self.node(node).field
    }

    /// The node's parent; a root is its own parent.
    pub(crate) fn parent(&self, node: NodeId) -> NodeId {
        NodeId(self.node(node).parent)
    }

    pub(crate) fn text(&self, node: NodeId) -> &'t str {
        let node = self.node(node);
        &self.text[node.start as usize..node.end as usize]
    }

    /// The byte offset of the node's start.
    pub(crate) fn start(&self, node: NodeId) -> u32 {
        self.node(node).start
    }

    /// The byte offset of the node's end.
    pub(crate) fn end(&self, node: NodeId) -> u32 {
        self.node(node).end
    }

    /// The 1-based line of a byte offset.
    pub(crate) fn line(&self, at: u32) -> u32 {
        self.lines.partition_point(|&start| start <= at) as u32
    }

    /// The byte offset of the start of the line that contains a byte offset.
    pub(crate) fn line_start(&self, at: u32) -> u32 {
        self.lines[self.line(at) as usize - 1]
    }

    /// At most `limit` bytes that end at a byte offset, which must be on a character boundary.
    pub(crate) fn text_before(&self, at: u32, limit: usize) -> &'t str {
        let from = self.text.ceil_char_boundary((at as usize).saturating_sub(limit));
        let text = &self.text[from..at as usize];
        self.count_visits(text.len());
        text
    }

    /// The 1-based line the node starts on.
    pub(crate) fn first_line(&self, node: NodeId) -> u32 {
        self.line(self.start(node))
    }

    /// The 1-based line of the node's last byte; of the node's start if the node is empty.
    pub(crate) fn last_line(&self, node: NodeId) -> u32 {
        self.line(self.end(node).max(self.start(node) + 1) - 1)
    }

    /// The number of lines: 0 for an empty text. The last line need not end with a line break.
    pub(crate) fn n_lines(&self) -> u32 {
        self.lines.len() as u32 - u32::from(self.text.is_empty() || self.text.ends_with('\n'))
    }

    /// The node's children, in order.
    pub(crate) fn children(&self, node: NodeId) -> Children<'_, 't> {
        Children { tree: self, next_child: node.0 + 1, end: self.node(node).node_after }
    }

    /// The first child that has this field in its parent.
    pub(crate) fn child(&self, node: NodeId, field: Field) -> Option<NodeId> {
        let mut children = self.children(node);
        // Each child is visited once, for its field and for the index of the next child.
        while children.next_child < children.end {
            let at = NodeId(children.next_child);
            let child = self.node(at);
            if child.field == field {
                return Some(at);
            }
            children.next_child = child.node_after;
        }
        None
    }

    /// As [`Tree::child`] if the node is of `kind`; otherwise `None`, without visiting its children, which may be
    /// very many.
    pub(crate) fn child_of(&self, node: NodeId, kind: Kind, field: Field) -> Option<NodeId> {
        if self.kind(node) == kind { self.child(node, field) } else { None }
    }

    /// The first child of a kind.
    pub(crate) fn child_of_kind(&self, node: NodeId, kind: Kind) -> Option<NodeId> {
        self.children(node).find(|&child| self.kind(child) == kind)
    }

    /// The node and its descendants, in pre-order.
    pub(crate) fn subtree(&self, node: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        (node.0..self.node(node).node_after).map(NodeId)
    }

    /// The first node after the subtree of `node`, in pre-order; equal to [`Tree::len`] at the end.
    pub(crate) fn next_after_subtree(&self, node: NodeId) -> NodeId {
        NodeId(self.node(node).node_after)
    }
}

/// The children of one node, in source order. Each step skips the subtree of a child.
pub(crate) struct Children<'a, 't> {
    tree: &'a Tree<'t>,
    next_child: u32,
    end: u32,
}

impl Iterator for Children<'_, '_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        (self.next_child < self.end).then(|| {
            let node = NodeId(self.next_child);
            self.next_child = self.tree.node(node).node_after;
            node
        })
    }
}

fn span(nodes: &[Node], at: u32) -> (u32, u32) {
    (nodes[at as usize].start, nodes[at as usize].end)
}

fn close_innermost(nodes: &mut [Node], open_nodes: &mut Vec<u32>, at: u32) {
    if let Some(node) = open_nodes.pop() {
        nodes[node as usize].node_after = at;
    }
}

/// The byte offsets at which lines start, and whether the whole text is ASCII.
fn line_starts(text: &str) -> (Vec<u32>, bool) {
    // Code has about thirty bytes per line.
    let mut starts = Vec::with_capacity(text.len() / 24 + 1);
    starts.push(0);
    let mut seen_bits = 0;
    for (block, at) in text.as_bytes().chunks(BLOCK).zip((0..).step_by(BLOCK)) {
        let mut line_end_bits = lanes::class_bits(block, |eight_bytes| {
            seen_bits |= eight_bytes;
            lanes::line_ends(eight_bytes)
        });
        while line_end_bits != 0 {
            starts.push(at + line_end_bits.trailing_zeros() + 1);
            line_end_bits &= line_end_bits - 1;
        }
    }
    (starts, seen_bits & lanes::HIGH_BITS == 0)
}

/// Declares a language's node kinds and fields as numbered constants, and the lists that a host receives.
macro_rules! syntax {
    (kinds { $($kind:ident = $kind_name:literal $(($flag:ident))*),* $(,)? } fields { $($field:ident = $field_name:literal),* $(,)? }) => {
        $crate::graph::syntax::number!($crate::graph::syntax::Kind, 1, $($kind),*);
        $crate::graph::syntax::number!($crate::graph::syntax::Field, 1, $($field),*);
        pub(crate) const KINDS: &[$crate::graph::syntax::NodeKind] =
            &[$($crate::graph::syntax::node_kind($kind_name, &[$(stringify!($flag)),*])),*];
        pub(crate) const FIELDS: &[&str] = &[$($field_name),*];
    };
}
macro_rules! number {
    ($type:ty, $n:expr, ) => {};
    // Four at a time, so that a long list stays within the compiler's recursion limit.
    ($type:ty, $n:expr, $a:ident, $b:ident, $c:ident, $d:ident $(, $rest:ident)*) => {
        $crate::graph::syntax::number!($type, $n, $a);
        $crate::graph::syntax::number!($type, $n + 1, $b);
        $crate::graph::syntax::number!($type, $n + 2, $c);
        $crate::graph::syntax::number!($type, $n + 3, $d);
        $crate::graph::syntax::number!($type, $n + 4, $($rest),*);
    };
    ($type:ty, $n:expr, $name:ident $(, $rest:ident)*) => {
        #[allow(dead_code, reason = "a kind may be listed only to keep the indexes of others")]
        pub(crate) const $name: $type = $n;
        $crate::graph::syntax::number!($type, $n + 1, $($rest),*);
    };
}
pub(crate) use {number, syntax};

/// A [`NodeKind`] from its flags: `leaf`, `token` (a leaf that is not a named node).
pub(crate) const fn node_kind(name: &'static str, flags: &[&str]) -> NodeKind {
    let (mut named, mut leaf, mut at) = (true, false, 0);
    while at < flags.len() {
        match flags[at].as_bytes() {
            b"leaf" => leaf = true,
            b"token" => (named, leaf) = (false, true),
            _ => panic!("a flag is `leaf` or `token`"),
        }
        at += 1;
    }
    NodeKind { name, named, leaf }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack_nodes(nodes: &[(u32, u32, u32, u32)]) -> Vec<u32> {
        nodes.iter().flat_map(|&(kind, depth, start, end)| [kind | depth << 16, start, end]).collect()
    }

    #[test]
    fn children_are_found_without_their_own_children() {
        let words = pack_nodes(&[(1, 0, 0, 6), (2, 1, 0, 3), (3, 2, 1, 2), (2, 1, 4, 6)]);
        let tree = Tree::new("ab\ncde", &words, 3, 0).unwrap();
        let children: Vec<_> = tree.children(NodeId(0)).collect();
        assert_eq!(children, [NodeId(1), NodeId(3)]);
        assert_eq!((tree.first_line(NodeId(1)), tree.last_line(NodeId(3)), tree.n_lines()), (1, 2, 2));
    }

    #[test]
    fn parts_without_a_root_are_siblings() {
        let tree = Tree::new("ab", &pack_nodes(&[(1, 0, 0, 1), (2, 1, 0, 1), (1, 0, 1, 2)]), 3, 0).unwrap();
        assert_eq!(tree.children(NodeId(0)).collect::<Vec<_>>(), [NodeId(1)]);
        assert_eq!((tree.parent(NodeId(2)), tree.next_after_subtree(NodeId(0))), (NodeId(2), NodeId(2)));
    }

    #[test]
    fn a_malformed_tree_is_refused() {
        for nodes in [
            vec![(0, 0, 0, 1)],
            vec![(9, 0, 0, 1)],
            vec![(1, 1, 0, 1)],
            vec![(1, 0, 0, 9)],
            vec![(1, 0, 2, 1)],
            vec![(1, 0, 0, 1), (1, 1, 1, 2)],
            vec![(1, 0, 1, 2)],
        ] {
            assert!(Tree::new("é", &pack_nodes(&nodes), 3, 0).is_err(), "{nodes:?}");
        }
        assert!(Tree::new("ab", &[1, 0], 3, 0).is_err());
    }
}
