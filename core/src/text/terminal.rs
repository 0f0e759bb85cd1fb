//! Removes terminal escape sequences from the output of programs.

use alloc::borrow::Cow;
use alloc::string::String;

const ESCAPE: char = '\u{1b}';

/// A text without terminal escape sequences (ECMA-48), so that a coloured name begins with its own first letter.
pub(crate) fn without_escapes(text: &str) -> Cow<'_, str> {
    let mut parts = text.split(ESCAPE);
    let first = parts.next().unwrap_or_default();
    if first.len() == text.len() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    plain.push_str(first);
    parts.for_each(|part| plain.push_str(after_sequence(part)));
    Cow::Owned(plain)
}

/// The text after an escape sequence at its beginning, of which the ESC character is already removed.
fn after_sequence(text: &str) -> &str {
    match text.as_bytes().first() {
        // Parameters, then one letter or sign that ends it.
        Some(b'[') => match text[1..].find(|char| matches!(char, '@'..='~' | '\n')) {
            Some(end) if text.as_bytes()[1 + end] != b'\n' => &text[end + 2..],
            Some(end) => &text[1 + end..],
            None => "",
        },
        // A title or an address, up to a bell; or up to the next escape, whose backslash is the part after this one.
        Some(b']') => text.find('\u{7}').map_or("", |end| &text[end + 1..]),
        // A character that selects a set of characters, and the character that names the set.
        Some(b' '..=b'/') => text.get(2..).unwrap_or_default(),
        Some(b'0'..=b'~') => &text[1..],
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_titles_and_addresses_go_and_words_stay() {
        for (text, plain) in [
            ("no escape", "no escape"),
            ("\u{1b}[32mExpressRequest\u{1b}[0m and \u{1b}[1;31merror\u{1b}[m", "ExpressRequest and error"),
            ("\u{1b}]0;a title\u{7}words", "words"),
            ("\u{1b}]8;;https://example.org\u{1b}\\link\u{1b}]8;;\u{1b}\\ after", "link after"),
            ("\u{1b}(Bplain \u{1b}7saved", "plain saved"),
            ("\u{1b}[2K\u{1b}[1Gline", "line"),
            ("cut\u{1b}", "cut"),
            ("cut\u{1b}[31", "cut"),
            ("cut\u{1b}[31\nnext", "cut\nnext"),
            ("\u{1b}é", "é"),
        ] {
            assert_eq!(without_escapes(text), plain, "{text:?}");
        }
    }
}
