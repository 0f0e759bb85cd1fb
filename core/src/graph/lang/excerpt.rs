//! Display texts of a definition: one collapsed line, or the first paragraph of its documentation.
//!
//! Both have at most [`MAX_TEXT_BYTES`] and end with `…` if they were cut. Not here: choosing the displayed part of the
//! code.

use alloc::string::String;
use alloc::vec::Vec;

use crate::graph::facts::MAX_TEXT_BYTES;
use crate::text::lanes::{self, BLOCK};
use crate::text::secrets::mask;

/// Bytes of a piece, from its first word, in which secrets are searched for; text beyond these bytes is never shown.
/// This bounds the cost: a piece may be a whole file, and pieces may contain each other.
const MAX_SCANNED_BYTES: usize = 16 << 10;

/// Appended to a text that was cut.
const ELLIPSIS: &str = "…";

/// A text of limited length, built from pieces.
pub(super) struct Excerpt {
    text: String,
    limit: usize,
    is_truncated: bool,
}

impl Excerpt {
    /// An empty text that may grow to `limit` bytes, but not beyond [`MAX_TEXT_BYTES`].
    pub(super) fn new(limit: usize) -> Excerpt {
        Excerpt { text: String::new(), limit: limit.min(MAX_TEXT_BYTES), is_truncated: false }
    }

    /// Appends a piece verbatim, cut at the limit.
    pub(super) fn push(&mut self, piece: &str) {
        if self.is_truncated {
            return;
        }
        if self.text.len() + piece.len() <= self.limit {
            return self.text.push_str(piece);
        }
        self.text.push_str(&piece[..piece.floor_char_boundary(self.limit)]);
        self.cut();
    }

    /// Ends the text with an ellipsis within the limit; further pieces have no effect.
    fn cut(&mut self) {
        self.is_truncated = true;
        self.text.truncate(self.text.floor_char_boundary(self.limit.saturating_sub(ELLIPSIS.len())));
        self.text.truncate(self.text.trim_end().len());
        self.text.push_str(ELLIPSIS);
    }

    /// Appends a piece with its white space collapsed, and at most one blank before it. Secrets in the first
    /// [`MAX_SCANNED_BYTES`] are masked here, before the limit can cut one in two.
    pub(super) fn push_folded(&mut self, piece: &str) {
        if piece.starts_with(char::is_whitespace) {
            self.push_blank();
        }
        let piece = piece.trim_start();
        let (scanned_part, unscanned_part) = piece.split_at(piece.floor_char_boundary(MAX_SCANNED_BYTES));
        self.push_masked(&mask(scanned_part));
        if !unscanned_part.is_empty() && !self.is_cut() {
            self.cut();
        }
    }

    fn push_masked(&mut self, piece: &str) {
        self.text.reserve(piece.len().min(self.limit.saturating_sub(self.text.len())));
        let mut needs_blank = piece.starts_with(char::is_whitespace);
        each_word(piece, |word| {
            if needs_blank {
                self.push_blank();
            }
            self.push(word);
            needs_blank = true;
        });
        if piece.ends_with(char::is_whitespace) {
            self.push_blank();
        }
    }

    /// Appends a blank, unless the text is empty or ends with one.
    fn push_blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.push(" ");
        }
    }

    /// Whether the limit was reached, so that further pieces have no effect.
    pub(super) fn is_cut(&self) -> bool {
        self.is_truncated
    }

    /// The text without trailing blanks.
    pub(super) fn finish(mut self) -> String {
        self.text.truncate(self.text.trim_end().len());
        self.text
    }
}

/// Calls `take` with each run of characters other than white space.
fn each_word<'t>(text: &'t str, take: impl FnMut(&'t str)) {
    if text.is_ascii() {
        let block_mask = |block: &[u8]| u64::MAX.checked_shr((BLOCK - block.len()) as u32).unwrap_or(0);
        lanes::runs(text, |block| !lanes::class_bits(block, lanes::blanks) & block_mask(block), take);
    } else {
        text.split_whitespace().for_each(take);
    }
}

/// A text on one line, with white space collapsed and at most `limit` bytes.
pub(super) fn on_one_line(text: &str, limit: usize) -> String {
    let mut line = Excerpt::new(limit);
    line.push_folded(text);
    line.finish()
}

/// A header without its line comments. A header that contains a `"` stays as it is.
pub(super) fn without_comments(header: &str) -> alloc::borrow::Cow<'_, str> {
    // Few headers contain a slash, and searching for one is much faster than for two.
    if !header.contains('/') || !header.contains("//") || header.contains('"') {
        return header.into();
    }
    let lines = header.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n").into()
}

/// Removes the blanks and the last comma inside brackets that collapsing a multi-line list leaves: `( a, b, )` becomes
/// `(a, b)`.
pub(super) fn tidy_brackets(mut line: String) -> String {
    let is_loose_bracket = |pair: &[u8]| matches!(pair, [b'(' | b'[', b' '] | [b' ', b')' | b']']);
    if !line.as_bytes().windows(2).any(is_loose_bracket) {
        return line;
    }
    for (loose, tight) in [("( ", "("), ("[ ", "["), (", )", ")"), (", ]", "]"), (" )", ")"), (" ]", "]")] {
        if line.contains(loose) {
            line = line.replace(loose, tight);
        }
    }
    line
}

/// The first paragraph of these lines, on one line.
pub(super) fn first_paragraph<'t>(lines: impl Iterator<Item = &'t str>) -> String {
    let mut paragraph = Excerpt::new(MAX_TEXT_BYTES);
    for line in lines.map(str::trim).skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()) {
        paragraph.push_folded(line);
        paragraph.push_folded(" ");
        if paragraph.is_cut() {
            break;
        }
    }
    paragraph.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_collapsed_into_single_blanks() {
        assert_eq!(on_one_line("  def  f(\n    a,\n)  ", 80), "def f( a, )");
        assert_eq!(tidy_brackets(on_one_line("f(\n  a: [\n  b,\n ],\n)", 80)), "f(a: [b])");
        assert_eq!(first_paragraph("\n  One\n  two.\n\n  Three.".lines()), "One two.");
        assert_eq!(first_paragraph("".lines()), "");
    }

    #[test]
    fn words_are_separated_as_by_the_standard_library() {
        for blank in ["\u{b}", "\u{1f}", "\u{85}", "\u{a0}", "\u{3000}", "\t \r\n"] {
            let text = format!("{blank}one{blank}{}{blank}é{blank}", "x".repeat(90));
            for text in [&text[..], text.trim_start(), &text.replace('é', "e"), ""] {
                let mut words = Vec::new();
                each_word(text, |word| words.push(word));
                assert_eq!(words, text.split_whitespace().collect::<Vec<_>>(), "{text:?}");
            }
        }
    }

    #[test]
    fn a_long_text_is_cut_between_characters_and_ends_with_an_ellipsis() {
        for limit in 3..20 {
            let excerpt = on_one_line("añb→c d e f g h i j k l", limit);
            assert!(excerpt.len() <= limit && excerpt.ends_with('…'), "{limit}: {excerpt}");
        }
        let long_text = "word ".repeat(200);
        let paragraph = first_paragraph(long_text.lines());
        assert!(paragraph.len() <= MAX_TEXT_BYTES && paragraph.ends_with('…'), "{paragraph}");
    }

    /// A regression: a token behind more blanks than are searched for secrets was shown unmasked.
    #[test]
    fn a_secret_behind_many_blanks_is_masked_or_not_shown() {
        let (blanks, token) = (" ".repeat(MAX_SCANNED_BYTES), format!("ghp_{}", "a1B2".repeat(9)));
        let excerpt = on_one_line(&format!("{blanks}key = {token}"), 80);
        assert!(excerpt.starts_with("key = ") && !excerpt.contains(&token), "{excerpt}");
        assert_eq!(on_one_line(&format!("key{blanks}{token}"), 80), "key…");
    }
}
