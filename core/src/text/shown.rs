//! How names, paths and other single lines are shown in texts that people and models read.
//!
//! What such a text says about a repository must not be said by it: nothing in a name or path ends a line, begins a heading
//! or a quotation, moves a cursor, hides, or turns the direction of what follows. Ordinary names stay as they are. Not here:
//! how sources are quoted (`prepare::render`), and how a terminal is protected (the hosts).

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// Stands for a character that is not shown.
const REPLACED: char = '\u{fffd}';

/// What Markdown reads as the beginning of a block other than a paragraph, if white space or the end follows.
const MARKS: &[&str] = &["#", "##", "###", "####", "#####", "######", "-", "*", "+", "===", "---", "***", "___"];
/// The same, whatever follows.
const OPENINGS: &[char] = &['>', '|', '<'];
const FENCES: &[&str] = &["```", "~~~"];

/// The text on a single line, without characters that are obeyed instead of shown.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    match text.chars().any(is_obeyed) {
        false => Cow::Borrowed(text),
        true => Cow::Owned(text.chars().map(|char| if is_obeyed(char) { REPLACED } else { char }).collect()),
    }
}

/// The same for a text that stands between backticks, or in a line that has begun.
pub(crate) fn unquoted(text: &str) -> String {
    text.chars().map(|char| if is_obeyed(char) || char == '`' { REPLACED } else { char }).collect()
}

/// The same for a text that begins a line: between backticks if it would be read as anything but words.
pub(crate) fn beginning(text: &str) -> Cow<'_, str> {
    let head = text.trim_start();
    let mark = head.split(char::is_whitespace).next().unwrap_or_default();
    let is_mark = MARKS.contains(&mark) || FENCES.iter().any(|fence| head.starts_with(fence));
    match is_mark || head.starts_with(OPENINGS) {
        false => plain(text),
        true => Cow::Owned(format!("`{}`", unquoted(text))),
    }
}

/// A control character, a line or paragraph separator, a mark of direction, or what nobody sees; not the joiners of letters and
/// signs.
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
            assert_eq!(plain(text), text);
            assert_eq!(unquoted(text), text);
            assert_eq!(beginning(text), text);
        }
    }

    #[test]
    fn what_is_obeyed_is_replaced() {
        let text = "a\u{2028}b\u{2029}\n\t\u{1b}[1m\u{9b}\u{7f}\u{202e}\u{2066}\u{200f}\u{e0041}`";
        let expected = format!("a\u{fffd}b{0}{0}{0}{0}[1m{0}{0}{0}{0}{0}{0}", "\u{fffd}");
        assert_eq!(plain(text), format!("{expected}`"));
        assert_eq!(unquoted(text), format!("{expected}\u{fffd}"));
    }

    #[test]
    fn a_line_does_not_begin_with_a_mark() {
        for text in ["## evil.py", "# a", " # a", "> a.py", ">a", "- a", "***", "```a", "~~~", "<script>/a.js", "|a"] {
            assert_eq!(beginning(text), format!("`{}`", text.replace('`', "\u{fffd}")));
        }
    }
}
