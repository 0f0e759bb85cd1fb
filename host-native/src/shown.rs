//! Makes untrusted texts safe to show: records, content of repositories, and paths.
//!
//! In a safe text nothing moves a cursor, sets a title, changes the direction of text, hides, or begins a line. Not
//! here: exports, which keep every byte for programs.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

use wasmtime::Store;

use crate::guest::bindings::Scrubjay;
use crate::guest::{Limits, on_spare_instance};

/// The indentation of each line after the first, in a text of several lines.
pub(crate) const INDENT: &str = "    ";

/// Whether a terminal, an editor or a model may obey a character, or nobody can see it: control characters, line ends,
/// changes of text direction, and characters without a shape. Joiners are excluded, because letters and emoji are made
/// of them. Tabs and line feeds are excluded, because some callers keep them.
pub fn is_obeyed(char: char) -> bool {
    char.is_control() && !matches!(char, '\t' | '\n')
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

/// A text on one line: tabs, line ends and the characters of [`is_obeyed`] are escaped.
pub fn one_line(text: &str) -> Cow<'_, str> {
    with_escapes(
        text,
        |char| is_obeyed(char) || matches!(char, '\t' | '\n'),
        |out, char| out.extend(char.escape_unicode()),
    )
}

/// A text of several lines: the characters of [`is_obeyed`] are escaped; tabs and line feeds are kept, and `\r\n`
/// becomes a line feed if anything is escaped.
pub fn several_lines(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_obeyed) {
        return text.into();
    }
    let text = text.replace("\r\n", "\n");
    with_escapes(&text, is_obeyed, |out, char| out.extend(char.escape_unicode())).into_owned().into()
}

/// Escapes as [`several_lines`], and indents all lines but the first, so that in another text they cannot be taken for
/// that text's lines. Tabs become spaces, and line feeds at the end are dropped.
pub fn indent_further_lines(text: &str) -> Cow<'_, str> {
    match several_lines(text) {
        text if !text.contains(['\n', '\t']) => text,
        text => text.trim_end_matches('\n').replace('\t', INDENT).replace('\n', &format!("\n{INDENT}")).into(),
    }
}

/// Escapes the characters of [`is_obeyed`] in a JSON document, without changing its meaning.
pub fn escaped_json(json: &str) -> Cow<'_, str> {
    with_escapes(json, is_obeyed, |out, char| {
        for unit in char.encode_utf16(&mut [0; 2]) {
            // Writing to a String cannot fail.
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
}

/// Masks known forms of secrets in a text, as the component does, because messages may quote a secret. If no component
/// can be started, which is reported elsewhere, the text is hidden.
pub fn without_secrets(text: &str) -> String {
    let mask =
        |exports: &Scrubjay, store: &mut Store<Limits>| exports.scrubjay_memory_memory().call_masked(store, text);
    on_spare_instance("memory.masked", mask).unwrap_or_else(|_| String::from("…"))
}

/// A path on one line, escaped as by [`one_line`].
pub fn path(path: &Path) -> String {
    one_line(&path.to_string_lossy()).into_owned()
}

fn with_escapes(text: &str, needs_escape: impl Fn(char) -> bool, escape: impl Fn(&mut String, char)) -> Cow<'_, str> {
    if !text.chars().any(&needs_escape) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        if needs_escape(char) { escape(&mut out, char) } else { out.push(char) }
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_obeyed_is_spelled_out_and_nothing_else_is() {
        let text = "a\x1b]0;b\x07\u{9b}\u{7f}\rc\u{202e}\u{2066}\u{200b}\u{e0041}\td\r\n";
        let escaped = "a\\u{1b}]0;b\\u{7}\\u{9b}\\u{7f}\\u{d}c\\u{202e}\\u{2066}\\u{200b}\\u{e0041}";
        assert_eq!(several_lines(text), format!("{escaped}\td\n"));
        assert_eq!(one_line(text), format!("{escaped}\\u{{9}}d\\u{{d}}\\u{{a}}"));
        for ordinary_text in ["日本語 e\u{301}", "👩\u{200d}💻.py", "می\u{200c}خواهم"] {
            assert_eq!(one_line(ordinary_text), ordinary_text);
            assert_eq!(several_lines(ordinary_text), ordinary_text);
        }
    }

    #[test]
    fn the_second_line_of_a_text_begins_no_line_of_its_own() {
        assert_eq!(indent_further_lines("one\nerror: two\r\n\n\tthree\n"), "one\n    error: two\n    \n        three");
    }

    #[test]
    fn json_says_the_same_when_it_is_spelled_out() {
        let text = "\u{9b}\u{2069}\u{e0041}\u{7f}";
        let json = serde_json::to_string(text).unwrap();
        let shown = escaped_json(&json);
        assert_eq!(shown, "\"\\u009b\\u2069\\udb40\\udc41\\u007f\"");
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
    }
}
