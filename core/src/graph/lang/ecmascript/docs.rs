//! Documentation comments, read from the text before the definition, because comments are not nodes here.

use alloc::string::String;

use super::super::excerpt;
use crate::graph::syntax::Tree;

/// Number of bytes in which the start of a line comment is searched for: a file may be a single line.
const MAX_LINE_BYTES: usize = 4_096;
/// Greatest number of line comments that are skipped.
const MAX_LINES: usize = 64;
/// Number of bytes in which the start of a documentation comment is searched for.
const MAX_COMMENT_BYTES: usize = 8_192;

/// The first paragraph of the `/** … */` comment right before a byte offset, skipping line comments such as linter
/// directives; empty if there is none.
pub(super) fn doc_before(tree: &Tree<'_>, at: u32) -> String {
    let end = before_line_comments(tree, at);
    if !tree.source()[..end as usize].ends_with("*/") {
        return String::new();
    }
    let text = tree.text_before(end, MAX_COMMENT_BYTES);
    let start_of_comment =
        |text: &str| text.rmatch_indices('/').map(|(at, _)| at).find(|&at| text[at..].starts_with("/*"));
    match text.strip_suffix("*/").and_then(|text| Some((text, start_of_comment(text)?))) {
        Some((text, start)) if text[start..].starts_with("/**") => comment_paragraph(&text[start + 3..]),
        _ => String::new(),
    }
}

/// The byte offset at which the text before `at` ends, without trailing blanks and line comments.
fn before_line_comments(tree: &Tree<'_>, at: u32) -> u32 {
    let text = tree.text_before(at, MAX_LINE_BYTES);
    let text_start = at - text.len() as u32;
    let mut text = text.trim_end();
    for _ in 0..MAX_LINES {
        let start = text.rfind('\n').map_or(0, |end| end + 1);
        let is_whole_line = start > 0 || text_start == 0;
        if !is_whole_line || !text[start..].trim_start().starts_with("//") {
            break;
        }
        text = text[..start].trim_end();
    }
    text_start + text.len() as u32
}

/// The first paragraph of the comment at the top of a file; empty if the comment does not describe the file. A comment
/// that does has `@file` or a similar tag, or a blank line or an import follows it.
pub(super) fn file_doc(tree: &Tree<'_>) -> String {
    let source = tree.source();
    let Some((comment, text_after)) = source.trim_start().strip_prefix("/**").and_then(|text| text.split_once("*/"))
    else {
        return String::new();
    };
    let is_separate = text_after.trim_start_matches([' ', '\t', '\r']).starts_with("\n\n")
        || text_after.trim_start().starts_with("import");
    let is_of_file = ["@file", "@module", "@packageDocumentation"].iter().any(|tag| comment.contains(tag));
    if is_of_file || is_separate { comment_paragraph(comment) } else { String::new() }
}

/// The first paragraph of a comment's content, up to its first tag.
fn comment_paragraph(comment: &str) -> String {
    let lines = comment.lines().map(|line| line.trim().trim_start_matches('*').trim());
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
        let doc = |text: &str| doc_before(&Tree::new(text, &[], 0, 0).unwrap(), text.len() as u32);
        assert_eq!(doc("/** What it\n * does.\n *\n * More. */\n// eslint-disable-next-line\n"), "What it does.");
        assert_eq!(doc("/** @param a */ "), "");
        assert_eq!(doc("/* not one */ "), "");
        assert_eq!(doc("/** of another */ let a; "), "");
    }

    #[test]
    fn a_line_of_unlimited_length_is_not_read_as_a_whole() {
        for line in ["a=1;".repeat(10_000), "x=/a*/".repeat(10_000), " ".repeat(40_000), "//a".repeat(20_000)] {
            let tree = Tree::new(&line, &[], 0, 0).unwrap();
            assert_eq!(doc_before(&tree, line.len() as u32), "");
            assert!(tree.n_visits() <= (MAX_LINE_BYTES + MAX_COMMENT_BYTES) as u64);
        }
    }
}
