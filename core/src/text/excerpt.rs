//! Excerpts: the part of a long text that contains more of a question's terms than any other.

use alloc::collections::BTreeSet;
use alloc::string::String;

use super::terms::{Term, question_terms};

/// Approximate length of an excerpt in bytes.
const TARGET_BYTES: usize = 400;
/// Greatest number of bytes before the first matching word.
const MAX_LEAD_BYTES: usize = 80;

/// The whole text if it is short, otherwise the best part of it, with `…` where text is left out.
pub(crate) fn excerpt(text: &str, terms: &BTreeSet<Term>) -> String {
    let text = text.trim();
    if text.len() <= TARGET_BYTES + MAX_LEAD_BYTES {
        return String::from(text);
    }
    let start = best_start(text, terms);
    let end = text.floor_char_boundary(start + TARGET_BYTES);
    // Ends between words, if there are blanks.
    let end = match text[start..end].rfind(char::is_whitespace) {
        Some(blank) if end < text.len() && blank > TARGET_BYTES / 2 => start + blank,
        _ => end,
    };
    let (start_mark, end_mark) = (if start > 0 { "… " } else { "" }, if end < text.len() { " …" } else { "" });
    alloc::format!("{start_mark}{}{end_mark}", text[start..end].trim())
}

/// The byte offset of the excerpt that has the most terms; it is at the beginning of a line or word.
fn best_start(text: &str, terms: &BTreeSet<Term>) -> usize {
    let (mut best, mut at) = ((0, 0), 0);
    while at < text.len() {
        let window = &text[at..text.floor_char_boundary(at + TARGET_BYTES)];
        let found_terms: BTreeSet<Term> =
            question_terms(window).into_iter().map(|asked| asked.term).filter(|term| terms.contains(term)).collect();
        if found_terms.len() > best.0 {
            best = (found_terms.len(), at);
        }
        at = text.ceil_char_boundary(at + TARGET_BYTES / 2).max(at + 1);
    }
    let window_start = best.1;
    let first = first_match(&text[window_start..], terms).map_or(window_start, |first| window_start + first);
    let lead_start = text.ceil_char_boundary(first.saturating_sub(MAX_LEAD_BYTES));
    match text[lead_start..first].rfind('\n').or_else(|| text[lead_start..first].find(' ')) {
        Some(gap) if lead_start > 0 => lead_start + gap + 1,
        _ if lead_start == 0 => 0,
        _ => first,
    }
}

/// The byte offset of the first word that has one of the terms.
fn first_match(text: &str, terms: &BTreeSet<Term>) -> Option<usize> {
    let words = text.split_inclusive(|char: char| !char.is_alphanumeric() && char != '_');
    let mut at = 0;
    for word in words {
        if question_terms(word).iter().any(|asked| terms.contains(&asked.term)) {
            return Some(at);
        }
        at += word.len();
    }
    None
}
