//! Documentation comments, read from the text before what they document: comments are no nodes here.

use super::super::excerpt;
use crate::graph::syntax::Tree;

/// The first paragraph of the `/** … */` comment that ends right before a byte offset, line comments of tools between
/// them passed over.
pub(super) fn before(source: &str, at: u32) -> String {
    let mut text = source[..at as usize].trim_end();
    while let Some(line) = text.lines().next_back().map(str::trim).filter(|line| line.starts_with("//")) {
        text = text[..text.len() - line.len()].trim_end();
    }
    match text.strip_suffix("*/").and_then(|text| Some((text, text.rfind("/*")?))) {
        Some((text, start)) if text[start..].starts_with("/**") => paragraph(&text[start + 3..]),
        _ => String::new(),
    }
}

/// The first paragraph of a comment at the top of a file that tells of the file: one with `@file`, or one that a blank
/// line or an import follows.
pub(super) fn of_file(tree: &Tree<'_>) -> String {
    let source = tree.source();
    let Some((comment, rest)) = source.trim_start().strip_prefix("/**").and_then(|text| text.split_once("*/")) else {
        return String::new();
    };
    let is_apart =
        rest.trim_start_matches([' ', '\t', '\r']).starts_with("\n\n") || rest.trim_start().starts_with("import");
    let is_of_file = ["@file", "@module", "@packageDocumentation"].iter().any(|tag| comment.contains(tag));
    if is_of_file || is_apart { paragraph(comment) } else { String::new() }
}

/// The first paragraph of a comment's inside, up to its first tag.
fn paragraph(inside: &str) -> String {
    let lines = inside.lines().map(|line| line.trim().trim_start_matches('*').trim());
    let lines = lines.map(|line| {
        ["@file ", "@fileoverview ", "@description "].iter().find_map(|tag| line.strip_prefix(tag)).unwrap_or(line)
    });
    excerpt::first_paragraph(lines.take_while(|line| !line.starts_with('@')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_documentation_comment_right_before_counts() {
        let doc = |text: &str| before(text, text.len() as u32);
        assert_eq!(doc("/** What it\n * does.\n *\n * More. */\n// eslint-disable-next-line\n"), "What it does.");
        assert_eq!(doc("/** @param a */ "), "");
        assert_eq!(doc("/* not one */ "), "");
        assert_eq!(doc("/** of another */ let a; "), "");
    }
}
