//! Removes HTML comments, `<!--` to `-->`, from Markdown.

use alloc::borrow::Cow;
use alloc::string::String;

pub(super) const COMMENT_START: &str = "<!--";
pub(super) const COMMENT_END: &str = "-->";

/// A text without its comments. A comment without an end stays as text.
pub(crate) fn without_comments(text: &str) -> Cow<'_, str> {
    let mut visible_text = String::new();
    let mut rest_of_text = text;
    while let Some((before, after_start)) = rest_of_text.split_once(COMMENT_START)
        && let Some((_, after_end)) = after_start.split_once(COMMENT_END)
    {
        visible_text.push_str(before);
        rest_of_text = after_end;
    }
    if rest_of_text.len() == text.len() { Cow::Borrowed(text) } else { Cow::Owned(visible_text + rest_of_text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comments_that_end_are_left_out() {
        for (text, expected) in [
            ("a <!-- b --> c", "a  c"),
            ("<!-- a\nb -->c<!-- d -->", "c"),
            ("a <!-- b", "a <!-- b"),
            ("a --> b <!---->", "a --> b "),
            ("", ""),
        ] {
            assert_eq!(without_comments(text), expected);
        }
    }
}
