//! Attributes and documentation before an item, read as text.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::excerpt;
use super::syntax::*;
use crate::graph::syntax::{NodeId, Tree};

/// The attributes and outer documentation collected for the next item.
#[derive(Default)]
pub(super) struct Attributes {
    nodes: Vec<NodeId>,
}

impl Attributes {
    /// Adds an attribute or a piece of outer documentation.
    pub(super) fn push(&mut self, tree: &Tree<'_>, node: NodeId) {
        if tree.kind(node) == ATTRIBUTE || !is_inner(tree, node) {
            self.nodes.push(node);
        }
    }

    /// Drops the attributes and documentation of the item before.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    fn attributes(&self, tree: &Tree<'_>) -> impl Iterator<Item = NodeId> {
        self.nodes.iter().copied().filter(move |&node| tree.kind(node) == ATTRIBUTE)
    }

    pub(super) fn first_attribute(&self, tree: &Tree<'_>) -> Option<NodeId> {
        self.attributes(tree).next()
    }

    /// Whether the item is a test, or compiled only for tests.
    pub(super) fn is_test(&self, tree: &Tree<'_>) -> bool {
        self.attributes(tree).any(|node| {
            let path = attribute_path(tree.text(node));
            path == "test" || path.ends_with("::test") || path == "rstest" || is_cfg_test(tree.text(node))
        })
    }

    /// The first paragraph of the documentation.
    pub(super) fn doc(&self, tree: &Tree<'_>) -> String {
        first_paragraph(self.nodes.iter().filter(|&&node| tree.kind(node) == DOC_COMMENT).map(|&node| tree.text(node)))
    }
}

/// The first paragraph of a file's own documentation: the inner comments at its start.
pub(super) fn file_doc(tree: &Tree<'_>) -> String {
    let Some(root) = tree.root() else { return String::new() };
    let top_nodes = tree.children(root).skip_while(|&node| tree.kind(node) == INNER_ATTRIBUTE);
    let doc_comments = top_nodes.take_while(|&node| tree.kind(node) == DOC_COMMENT && is_inner(tree, node));
    first_paragraph(doc_comments.map(|node| tree.text(node)))
}

fn first_paragraph<'t>(comments: impl Iterator<Item = &'t str>) -> String {
    let lines = comments.flat_map(|text| if text.trim().is_empty() { "\n" } else { text }.lines());
    excerpt::first_paragraph(lines.map(|line| line.trim().trim_start_matches("* ")))
}

/// Whether documentation belongs to the enclosing item, as `//!` does.
fn is_inner(tree: &Tree<'_>, doc: NodeId) -> bool {
    tree.source()[..tree.start(doc) as usize].ends_with('!')
}

/// The path of an attribute: `tokio::test` of `#[tokio::test(flavor = "x")]`.
pub(super) fn attribute_path(attribute: &str) -> &str {
    let content = attribute.trim_start_matches(['#', '!', '[', ' ']);
    let len = content.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(content.len());
    &content[..len]
}

fn is_cfg_test(attribute: &str) -> bool {
    let unspaced: String = attribute.split_whitespace().collect();
    attribute_path(attribute) == "cfg"
        && (unspaced.contains("(test)") || unspaced.contains("(test,") || unspaced.contains(",test"))
        && !unspaced.contains("not(test")
}

/// The traits and macros that an attribute names: all traits of a `derive`, otherwise the attribute's path.
pub(super) fn attribute_names(attribute: &str) -> impl Iterator<Item = &str> {
    let path = attribute_path(attribute);
    let derive_list = attribute.split_once('(').filter(|_| path == "derive").map_or("", |(_, list)| list);
    let derived_names = derive_list.split(&[',', ')', ']'][..]).map(str::trim);
    derived_names.chain((path != "derive").then_some(path)).filter(|name| !name.is_empty())
}

/// A name without the prefix of a raw identifier.
pub(super) fn without_raw_prefix(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_recognised_by_their_paths() {
        assert_eq!(attribute_path("#[tokio::test(flavor = \"x\")]"), "tokio::test");
        assert_eq!(attribute_path("#![allow(dead_code)]"), "allow");
        assert!(is_cfg_test("#[cfg(test)]") && is_cfg_test("#[cfg(all(test, unix))]"));
        assert!(!is_cfg_test("#[cfg(not(test))]") && !is_cfg_test("#[cfg(feature = \"test\")]"));
        assert_eq!(
            attribute_names("#[derive(Debug, serde::Serialize,)]").collect::<Vec<_>>(),
            ["Debug", "serde::Serialize"]
        );
        assert_eq!(attribute_names("#[route(get)]").collect::<Vec<_>>(), ["route"]);
    }
}
