//! Limits the parsed part of a text by its number of tokens, which decides how much memory a parse takes.
//!
//! The same on every host, whatever its speed, load and memory, because only the text decides. Not here: the time
//! limit (`parse`).

/// Greatest number of tokens of a file that are parsed.
///
/// A parse takes up to 380 bytes of memory per token at any nesting, measured on files that repeat one token or one
/// construct. The densest hand-written files of 4 MiB hardly exceed this number. With a tenth more, one of the
/// measured files took 522 MB in Node.
const MAX_TOKENS: usize = 1_100_000;

/// The part of a text to parse: all of it if its tokens are within the limit, or else its first whole lines within
/// the limit. If these lines are less than half of the bytes within the limit, the part ends between two tokens
/// instead. O(bytes).
pub(crate) fn within_limit(text: &str) -> &str {
    // Each token takes at least one byte.
    if text.len() <= MAX_TOKENS {
        return text;
    }
    let Some(end) = end_of_tokens(text.as_bytes(), MAX_TOKENS) else { return text };
    match text[..end].rfind('\n') {
        Some(line_end) if line_end >= end / 2 => &text[..=line_end],
        _ => &text[..end],
    }
}

/// The offset of the token after the first `limit` tokens; `None` if there are no more tokens.
///
/// A token is a run of letters, digits, underscores and bytes beyond ASCII, or any other byte that is not white space.
/// A line end is a token too, because it ends statements in some languages. The tokens of the grammars are hardly ever
/// shorter.
fn end_of_tokens(text: &[u8], limit: usize) -> Option<usize> {
    let (mut n_tokens, mut is_in_word) = (0, false);
    for (at, &byte) in text.iter().enumerate() {
        let is_of_word = byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
        if is_of_word && is_in_word || byte.is_ascii_whitespace() && byte != b'\n' {
            is_in_word = is_of_word;
            continue;
        }
        is_in_word = is_of_word;
        if n_tokens == limit {
            return Some(at);
        }
        n_tokens += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{MAX_TOKENS, end_of_tokens, within_limit};

    #[test]
    fn a_token_is_a_word_or_another_byte() {
        let text = "let ä_1 = f(22);\n";
        let starts: Vec<_> = (0..10).map(|limit| end_of_tokens(text.as_bytes(), limit)).collect();
        let start_of = |token: &str| text.find(token);
        let expected = ["let", "ä", "=", "f", "(", "22", ")", ";", "\n"].map(start_of);
        assert_eq!(starts[..9], expected);
        assert_eq!(starts[9], None);
    }

    #[test]
    fn a_text_is_cut_at_a_line_end_or_else_between_tokens() {
        let lines = "a b\n".repeat(MAX_TOKENS / 3);
        assert_eq!(within_limit(&lines), lines);
        let one_line_more = format!("{lines}c d\n");
        assert_eq!(within_limit(&one_line_more), lines);
        let one_line = "ä;".repeat(MAX_TOKENS);
        assert_eq!(within_limit(&one_line).len(), 3 * MAX_TOKENS / 2);
        let mostly_one_line = format!("package p\n{one_line}");
        assert!(within_limit(&mostly_one_line).len() > MAX_TOKENS);
    }
}
