//! Whether a question asks when, and whether a text says it; how much of a text is no question.

pub(crate) fn asks_when(question: &str) -> bool {
    question.to_lowercase().contains("when") || question.contains("ow long")
}
pub(crate) fn has_time_word(text: &str) -> bool {
    ["yesterday", "last ", "ago", "week", "today", "tomorrow", " years"].iter().any(|w| text.contains(w))
}
pub(crate) fn statement_share(text: &str) -> u8 {
    if text.is_empty() {
        return 255;
    }
    let mut out = 0;
    let mut start = 0;
    for (i, c) in text.char_indices() {
        if matches!(c, '.' | '!' | '?' | '\n') {
            if c != '?' {
                out += i + 1 - start
            }
            start = i + 1
        }
    }
    out += text.len() - start;
    (out * 255 / text.len()) as u8
}
pub(crate) fn asks(text: &str) -> bool {
    text.contains('?')
}
