//! Formats numbers, names, paths and other single lines for texts that people and models read.
//!
//! Nothing in a name or path may change the text around it: end a line, begin a heading or a quotation, move a
//! cursor, hide, or reverse the direction of text. Ordinary names stay unchanged. Not here: quoting sources
//! (`quoted_code`), and protecting a terminal (the hosts).

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString as _};

/// Stands in the place of each character that must not be shown.
const REPLACEMENT: char = '\u{fffd}';

/// Markdown markers that begin a block if white space or the end of the line follows.
const MARKS: &[&str] = &["#", "##", "###", "####", "#####", "######", "-", "*", "+", "===", "---", "***", "___"];
/// Markdown markers that begin a block, whatever follows.
const OPENINGS: &[char] = &['>', '|', '<'];
const FENCES: &[&str] = &["```", "~~~"];

/// A number with thousands separators.
pub fn with_separators(n: impl Into<u64>) -> String {
    let digits = n.into().to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number with its noun in singular or plural.
pub fn counted_noun(n: impl Into<u64>, one: &str, others: &str) -> String {
    let n = n.into();
    format!("{} {}", with_separators(n), if n == 1 { one } else { others })
}

/// A text on a single line, with control and invisible characters replaced.
pub(crate) fn on_one_line(text: &str) -> Cow<'_, str> {
    match text.chars().any(is_obeyed) {
        false => Cow::Borrowed(text),
        true => Cow::Owned(text.chars().map(|char| if is_obeyed(char) { REPLACEMENT } else { char }).collect()),
    }
}

/// A text on a single line, with control and invisible characters escaped, so that a message shows which they are.
pub fn escaped_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_obeyed)
}

/// A text of several lines, with control and invisible characters escaped but for tabs and line feeds. `\r\n` becomes a
/// line feed.
pub fn escaped_lines(text: &str) -> Cow<'_, str> {
    let is_escaped = |char| is_obeyed(char) && !matches!(char, '\t' | '\n');
    match text.chars().any(is_escaped) {
        false => Cow::Borrowed(text),
        true => Cow::Owned(escaped(&text.replace("\r\n", "\n"), is_escaped).into_owned()),
    }
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        if is_escaped(char) { out.extend(char.escape_unicode()) } else { out.push(char) }
    }
    Cow::Owned(out)
}

/// As [`on_one_line`], for a text between backticks or inside a line: backticks are replaced too.
pub(crate) fn inside_line(text: &str) -> String {
    text.chars().map(|char| if is_obeyed(char) || char == '`' { REPLACEMENT } else { char }).collect()
}

/// As [`on_one_line`], for a text at the start of a line. The text is put between backticks if Markdown would read a
/// marker.
pub(crate) fn at_line_start(text: &str) -> Cow<'_, str> {
    let head = text.trim_start();
    let mark = head.split(char::is_whitespace).next().unwrap_or_default();
    let is_mark = MARKS.contains(&mark) || FENCES.iter().any(|fence| head.starts_with(fence));
    match is_mark || head.starts_with(OPENINGS) {
        false => on_one_line(text),
        true => Cow::Owned(format!("`{}`", inside_line(text))),
    }
}

/// Whether a character is a control character, a line separator, a direction mark, or invisible. Joiners of letters and
/// emoji are kept.
fn is_obeyed(char: char) -> bool {
    char.is_control()
        || matches!(
            char,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_separated_thousands() {
        let numbers = [0_u64, 12, 999, 1_000, 1_234_567].map(with_separators);
        assert_eq!(numbers, ["0", "12", "999", "1,000", "1,234,567"]);
        let counted = [1_u64, 2_000].map(|n| counted_noun(n, "file", "files"));
        assert_eq!(counted, ["1 file", "2,000 files"]);
    }

    #[test]
    fn ordinary_texts_stay_as_they_are() {
        for text in [
            "src/a b.py",
            "[slug]/(group)/@x/+page.ts",
            "日本語/ä.py",
            "#secret()",
            "-dash.py",
            "1. a.py",
            "👩\u{200d}💻.py",
            "",
        ] {
            assert_eq!(on_one_line(text), text);
            assert_eq!(inside_line(text), text);
            assert_eq!(at_line_start(text), text);
        }
    }

    #[test]
    fn what_is_obeyed_is_replaced() {
        let text = "a\u{2028}b\u{2029}\n\t\u{1b}[1m\u{9b}\u{7f}\u{202e}\u{2066}\u{200f}\u{e0041}`";
        let expected = format!("a\u{fffd}b{0}{0}{0}{0}[1m{0}{0}{0}{0}{0}{0}", "\u{fffd}");
        assert_eq!(on_one_line(text), format!("{expected}`"));
        assert_eq!(inside_line(text), format!("{expected}\u{fffd}"));
    }

    #[test]
    fn a_line_does_not_begin_with_a_mark() {
        for text in ["## evil.py", "# a", " # a", "> a.py", ">a", "- a", "***", "```a", "~~~", "<script>/a.js", "|a"] {
            assert_eq!(at_line_start(text), format!("`{}`", text.replace('`', "\u{fffd}")));
        }
    }
}
