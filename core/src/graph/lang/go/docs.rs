//! Documentation: the comments that end on the line before what they document, read from the text.

use super::super::excerpt;
use super::syntax::PACKAGE;
use crate::graph::syntax::Tree;

/// The first paragraph of the comments right before the line of a byte offset; directives of tools are left out.
pub(super) fn before(source: &str, at: u32) -> String {
    let start = source[..at as usize].rfind('\n').map_or(0, |end| end + 1);
    let text = &source[..start];
    if let Some(rest) = text.strip_suffix("*/\n").or_else(|| text.strip_suffix("*/\r\n")) {
        let inside = rest.rfind("/*").map_or("", |start| &rest[start + 2..]);
        return excerpt::first_paragraph(inside.lines().map(|line| line.trim().trim_start_matches("* ")));
    }
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let mut lines: Vec<&str> = text.lines().rev().take_while(is_comment).collect();
    lines.reverse();
    let is_directive =
        |line: &&str| line.trim_start().starts_with("//go:") || line.trim_start().starts_with("// +build");
    let lines = lines.into_iter().filter(|line| !is_directive(line));
    excerpt::first_paragraph(lines.map(|line| line.trim_start().trim_start_matches('/')))
}

/// The first paragraph of what stands right before the package clause.
pub(super) fn of_file(tree: &Tree<'_>) -> String {
    let clause = tree.root().and_then(|root| tree.child_of_kind(root, PACKAGE));
    clause.map_or(String::new(), |clause| before(tree.source(), tree.start(clause)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comments_on_the_lines_right_before_count() {
        let doc = |text: &str| before(text, text.len() as u32);
        assert_eq!(doc("a // of a\n// What it\n// does.\n//\n// More.\n//go:noinline\nfunc "), "What it does.");
        assert_eq!(doc("/*\nWhat it does.\n\nMore.\n*/\nfunc "), "What it does.");
        assert_eq!(doc("a int // of a\nb "), "");
        assert_eq!(doc("// of another\n\nfunc "), "");
        assert_eq!(doc(""), "");
    }
}
