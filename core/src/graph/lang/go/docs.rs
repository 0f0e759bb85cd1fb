//! Documentation: the comments that end on the line before the documented definition, read from the text.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::excerpt;
use super::syntax::PACKAGE;
use crate::graph::syntax::Tree;

/// Number of bytes before a definition in which the start of its comment is searched for.
const MAX_COMMENT_BYTES: usize = 8_192;
/// Greatest number of `//` lines of a comment; a longer comment counts as none.
const MAX_COMMENT_LINES: usize = 128;

/// The first paragraph of the comments right before the line of a byte offset, without tool directives; empty if
/// there are none.
pub(super) fn doc_before(tree: &Tree<'_>, at: u32) -> String {
    let end = tree.line_start(at);
    let text = tree.text_before(end, MAX_COMMENT_BYTES);
    let is_cut = text.len() < end as usize;
    // The text may begin inside a line, which is left out.
    let whole_lines = if is_cut { text.split_once('\n').map_or("", |(_, whole_lines)| whole_lines) } else { text };
    doc_at_end(whole_lines, is_cut, MAX_COMMENT_LINES)
}

/// The first paragraph of the comments at the end of a text. Empty if they have more than `max_lines` lines, or if the
/// text `is_cut` at its start and the comments reach that far.
fn doc_at_end(text: &str, is_cut: bool, max_lines: usize) -> String {
    if let Some(unclosed_text) = text.strip_suffix("*/\n").or_else(|| text.strip_suffix("*/\r\n")) {
        let comment_text = unclosed_text.rfind("/*").map_or("", |start| &unclosed_text[start + 2..]);
        return excerpt::first_paragraph(comment_text.lines().map(|line| line.trim().trim_start_matches("* ")));
    }
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let mut lines_above = text.lines().rev().peekable();
    let mut lines = Vec::new();
    while let Some(line) = lines_above.next_if(is_comment) {
        lines.push(line);
        let is_comment_cut = is_cut && lines_above.peek().is_none();
        if lines.len() > max_lines || is_comment_cut {
            // The first paragraph is out of reach, because it is at the start of the comment.
            return String::new();
        }
    }
    lines.reverse();
    let is_directive =
        |line: &&str| line.trim_start().starts_with("//go:") || line.trim_start().starts_with("// +build");
    let lines = lines.into_iter().filter(|line| !is_directive(line));
    excerpt::first_paragraph(lines.map(|line| line.trim_start().trim_start_matches('/')))
}

/// The first paragraph of the comment right before the package clause; empty if there is none.
pub(super) fn file_doc(tree: &Tree<'_>) -> String {
    let clause = tree.root().and_then(|root| tree.child_of_kind(root, PACKAGE));
    let text_before = |clause| &tree.source()[..tree.line_start(tree.start(clause)) as usize];
    clause.map_or(String::new(), |clause| doc_at_end(text_before(clause), false, usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comments_on_the_lines_right_before_count() {
        let doc = |text: &str| doc_before(&Tree::new(text, &[], 0, 0).unwrap(), text.len() as u32);
        assert_eq!(doc("a // of a\n// What it\n// does.\n//\n// More.\n//go:noinline\nfunc "), "What it does.");
        assert_eq!(doc("/*\nWhat it does.\n\nMore.\n*/\nfunc "), "What it does.");
        assert_eq!(doc("a int // of a\nb "), "");
        assert_eq!(doc("// of another\n\nfunc "), "");
        assert_eq!(doc(""), "");
    }

    #[test]
    fn a_comment_that_is_too_long_has_no_first_paragraph() {
        let text = format!("package a\n\n// First.\n//\n{}func f() {{}}", "// Later.\n".repeat(1_000));
        let tree = Tree::new(&text, &[], 0, 0).unwrap();
        assert_eq!(doc_before(&tree, text.len() as u32), "");
        assert!(tree.n_visits() <= MAX_COMMENT_BYTES as u64);
    }
}
