//! String literals: their content, and docstrings.

use alloc::string::String;

use super::super::excerpt;

/// The text between a literal's quotes, with its escape sequences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Content<'t> {
    pub(super) text: &'t str,
    /// The length in bytes of the literal's prefix and opening quotes.
    pub(super) offset: u32,
    /// Whether it has replacement fields, as the literals with prefix `f` or `t` do.
    pub(super) is_formatted: bool,
}

/// The content of a literal as written. Total: a text that is not a literal is its own content.
pub(super) fn literal_content(literal: &str) -> Content<'_> {
    let prefix = literal.bytes().take_while(u8::is_ascii_alphabetic).count();
    let is_formatted = literal[..prefix].bytes().any(|byte| matches!(byte, b'f' | b'F' | b't' | b'T'));
    let quoted = &literal[prefix..];
    for quote in ["\"\"\"", "'''", "\"", "'"] {
        if let Some(text) = quoted.strip_prefix(quote) {
            let offset = (prefix + quote.len()) as u32;
            return Content { text: text.strip_suffix(quote).unwrap_or(text), offset, is_formatted };
        }
    }
    Content { text: literal, offset: 0, is_formatted: false }
}

/// The first paragraph of the docstring in a literal.
pub(super) fn docstring_text(literal: &str) -> String {
    excerpt::first_paragraph(literal_content(literal).text.lines())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_between_quotes_of_any_form() {
        let text = |literal| literal_content(literal).text;
        assert_eq!(text("'a'"), "a");
        assert_eq!(text("rb\"a'\""), "a'");
        assert_eq!(text("'''a'''"), "a");
        assert_eq!(text("\"\""), "");
        assert_eq!(text("\"\"\"cut"), "cut");
        assert_eq!(text("no literal"), "no literal");
        assert_eq!(literal_content("f'a'"), Content { text: "a", offset: 2, is_formatted: true });
    }

    #[test]
    fn the_doc_is_the_first_paragraph() {
        assert_eq!(
            docstring_text("\"\"\"\n    What it is\n    and does.\n\n    More.\n    \"\"\""),
            "What it is and does."
        );
    }
}
