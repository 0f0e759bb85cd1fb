//! Removes HTML comments, `<!--` to `-->`, from Markdown.

use alloc::borrow::Cow;
use alloc::string::String;

pub(super) const OPENING: &str = "<!--";
pub(super) const CLOSING: &str = "-->";

/// A text without its comments. A comment without an end stays as text.
pub(crate) fn without_comments(text: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPENING)
        && let Some((_, behind)) = after.split_once(CLOSING)
    {
        kept.push_str(before);
        rest = behind;
    }
    if rest.len() == text.len() { Cow::Borrowed(text) } else { Cow::Owned(kept + rest) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comments_that_end_are_left_out() {
        for (text, kept) in [
            ("a <!-- b --> c", "a  c"),
            ("<!-- a\nb -->c<!-- d -->", "c"),
            ("a <!-- b", "a <!-- b"),
            ("a --> b <!---->", "a --> b "),
            ("", ""),
        ] {
            assert_eq!(without_comments(text), kept);
        }
    }
}
