//! Classifies lines of Markdown, as far as sections depend on it (CommonMark 0.31, sections 4.2, 4.3 and 4.5).

use alloc::string::String;

use crate::text::display::on_one_line;
use crate::text::secrets::mask;

/// Greatest length of a title in bytes; a longer one is cut.
const MAX_TITLE_BYTES: usize = 200;
/// Greatest indentation in columns of a line that is not code.
const MAX_INDENT: usize = 3;
/// First characters of blocks that are not paragraphs: quotations, tables and HTML.
const NON_PARAGRAPH_STARTS: &[char] = &['>', '|', '<'];

/// The fence of a code block, which ends at a line with at least as many of the same mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fence {
    mark: char,
    n_marks: usize,
}

impl Fence {
    /// The fence that a line opens, at any indentation, and also after a list marker.
    pub(super) fn opened_by(line: &str) -> Option<Fence> {
        let (fence, info) = Fence::fence_marks(without_list_mark(line))?;
        (fence.mark == '~' || !info.contains('`')).then_some(fence)
    }

    pub(super) fn is_closed_by(self, line: &str) -> bool {
        Fence::fence_marks(line).is_some_and(|(closing, text_after)| {
            closing.mark == self.mark && closing.n_marks >= self.n_marks && text_after.trim().is_empty()
        })
    }

    /// The fence marks at the start of a line, and the text after them.
    fn fence_marks(line: &str) -> Option<(Fence, &str)> {
        let unindented = line.trim_start();
        let mark = unindented.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let after_marks = unindented.trim_start_matches(mark);
        let n_marks = unindented.len() - after_marks.len();
        (n_marks >= 3).then_some((Fence { mark, n_marks }, after_marks))
    }
}

/// The level and the text of a heading with `#`; `None` if the line is no such heading.
pub(super) fn parse_heading(line: &str) -> Option<(usize, &str)> {
    let unindented = without_indent(line)?;
    let after_marks = unindented.trim_start_matches('#');
    let level = unindented.len() - after_marks.len();
    let has_separator = after_marks.is_empty() || after_marks.starts_with([' ', '\t']);
    ((1..=6).contains(&level) && has_separator).then(|| (level, without_closing_marks(after_marks.trim())))
}

/// The level of the heading that this line underlines; `None` unless the line consists of `=` or of `-` alone.
pub(super) fn underline_level(line: &str) -> Option<usize> {
    let marks = without_indent(line)?.trim_end();
    let consists_of = |mark| !marks.is_empty() && marks.chars().all(|char| char == mark);
    if consists_of('=') {
        Some(1)
    } else if consists_of('-') {
        Some(2)
    } else {
        None
    }
}

/// Whether a line is a thematic break: `---`, `* * *`.
pub(super) fn is_thematic_break(line: &str) -> bool {
    let marks = || line.chars().filter(|char| !char.is_whitespace());
    let is_mark = |mark| matches!(mark, '-' | '*' | '_') && marks().all(|char| char == mark);
    without_indent(line).is_some() && marks().count() >= 3 && marks().next().is_some_and(is_mark)
}

/// Whether a line may begin a paragraph: it is not a list, quotation, table, HTML or code.
pub(super) fn begins_paragraph(line: &str) -> bool {
    without_indent(line)
        .is_some_and(|text| !text.starts_with(NON_PARAGRAPH_STARTS) && without_list_mark(text).len() == text.len())
}

/// A heading as it is displayed and stored: on one line, links reduced to their text, secrets masked, and cut to
/// [`MAX_TITLE_BYTES`].
pub(super) fn title_text(text: &str) -> String {
    let plain_text = without_links(text);
    let masked_text = mask(&plain_text);
    let one_line = on_one_line(masked_text.trim());
    let end = one_line.floor_char_boundary(MAX_TITLE_BYTES);
    String::from(one_line[..end].trim_end())
}

/// The line without its indentation; `None` if it is indented as code.
fn without_indent(line: &str) -> Option<&str> {
    let unindented = line.trim_start_matches(' ');
    (line.len() - unindented.len() <= MAX_INDENT && !unindented.starts_with('\t')).then_some(unindented)
}

/// The line without its list marker, if it has one.
fn without_list_mark(line: &str) -> &str {
    let unindented = line.trim_start();
    let after_mark = match unindented.trim_start_matches(|char: char| char.is_ascii_digit()) {
        numbered if numbered.len() < unindented.len() => numbered.strip_prefix(['.', ')']),
        _ => unindented.strip_prefix(['-', '*', '+']),
    };
    after_mark.filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t'])).unwrap_or(line)
}

/// A heading's text without closing `#` marks.
fn without_closing_marks(text: &str) -> &str {
    let unmarked = text.trim_end_matches('#');
    if unmarked.is_empty() || unmarked.ends_with([' ', '\t']) { unmarked.trim_end() } else { text }
}

/// A text with links and images reduced to their text, and without the backticks of code.
fn without_links(text: &str) -> String {
    let mut plain_text = String::with_capacity(text.len());
    // The byte offsets in `plain_text` of open brackets.
    let mut open_brackets = vec![];
    let mut rest_of_text = text;
    while let Some(char) = rest_of_text.chars().next() {
        rest_of_text = &rest_of_text[char.len_utf8()..];
        let link_end = rest_of_text.strip_prefix('(').and_then(|target| target.split_once(')')).filter(|_| char == ']');
        if let (Some((_, after_link)), Some(&start)) = (link_end, open_brackets.last()) {
            let is_image = plain_text[..start].ends_with('!');
            plain_text.replace_range(start - usize::from(is_image)..=start, "");
            rest_of_text = after_link;
        } else if char != '`' {
            plain_text.push(char);
        }
        match char {
            '[' => open_brackets.push(plain_text.len() - 1),
            ']' => _ = open_brackets.pop(),
            _ => {}
        }
    }
    plain_text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_begin_with_one_to_six_marks_and_a_blank() {
        for (line, heading) in [
            ("# A", Some((1, "A"))),
            ("   ###### A b ##", Some((6, "A b"))),
            ("## A#", Some((2, "A#"))),
            ("#\tA", Some((1, "A"))),
            ("##", Some((2, ""))),
            ("## ##", Some((2, ""))),
            ("#A", None),
            ("####### A", None),
            ("    # A", None),
            ("\t# A", None),
            ("#!/bin/sh", None),
        ] {
            assert_eq!(parse_heading(line), heading, "{line}");
        }
    }

    #[test]
    fn a_fence_is_closed_by_as_many_of_its_marks() {
        let fence = Fence::opened_by("```sh").unwrap();
        assert!(fence.is_closed_by("  ````  "));
        for line in ["``", "~~~", "```sh", "text ```", ""] {
            assert!(!fence.is_closed_by(line), "{line}");
        }
        assert!(Fence::opened_by("1. ```").is_some() && Fence::opened_by("- ~~~ a`b").is_some());
        for line in ["``` a `b` ```", "``", "a ```", "-```"] {
            assert_eq!(Fence::opened_by(line), None, "{line}");
        }
    }

    #[test]
    fn lines_of_one_mark_are_underlines_or_breaks() {
        assert_eq!(
            (underline_level("==="), underline_level(" - "), underline_level("--")),
            (Some(1), Some(2), Some(2))
        );
        assert_eq!(
            (underline_level(""), underline_level("-="), underline_level("- -"), underline_level("    ---")),
            (None, None, None, None)
        );
        assert!(is_thematic_break("- - -") && is_thematic_break("***") && is_thematic_break("___"));
        assert!(
            !is_thematic_break("--")
                && !is_thematic_break("-*-")
                && !is_thematic_break("===")
                && !is_thematic_break("    ---")
        );
    }

    #[test]
    fn a_paragraph_is_no_list_quotation_table_or_code() {
        for line in ["text", "  text", "*text* more", "1st text", "#1 text", "-text"] {
            assert!(begins_paragraph(line), "{line}");
        }
        for line in ["- a", "* a", "1. a", "2) a", "> a", "| a", "<b>", "    a", "-", "\ta"] {
            assert!(!begins_paragraph(line), "{line}");
        }
    }

    #[test]
    fn a_title_is_one_short_line_without_links_and_secrets() {
        for (text, title) in [
            ("`add` of [Shelf](a.md#b)", "add of Shelf"),
            ("[![Build](b.svg)](ci) Shop", "Build Shop"),
            ("[1.2.0] - 2020-01-01", "[1.2.0] - 2020-01-01"),
            ("list[str] (old", "list[str] (old"),
            ("](a) [", "](a) ["),
            ("ä ![", "ä !["),
            ("a\u{1b}[2Jb\u{202e}", "a\u{fffd}[2Jb\u{fffd}"),
        ] {
            assert_eq!(title_text(text), title);
        }
        assert_eq!(title_text(&"ä".repeat(300)).len(), MAX_TITLE_BYTES);
        assert!(!title_text("token ghp_0123456789abcdefghijABCDEFGHIJ456789").contains("ABCDEFGHIJ"));
    }
}
