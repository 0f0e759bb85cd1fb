//! Summaries by rule: the most informative lines of the removed entries, in order; and the check of a given summary.
//!
//! Words of the user are chosen first, then lines of the agent with the most frequent words, up to a tenth of the text,
//! but at least 300 and at most 6,000 bytes. Output of tools is not repeated: its essentials survive as data.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::base::error::Error;
use crate::base::sort::sort_by;
use crate::record::guard::Guard;
use crate::text::injection::first_injection;
use crate::text::terms::{Term, term_set};
use crate::window::{ItemKind, NewItem};

/// The most bytes of one summary.
pub(super) const MAX_SUMMARY_BYTES: usize = 16 << 10;
/// The most bytes of the long-term summary; beyond, its oldest lines are removed.
const MAX_LONG_TERM_BYTES: usize = 64 << 10;
/// The size of the text divided by the size of its summary.
const SUMMARY_DIVISOR: usize = 10;
/// The least limit of a summary's size, in bytes.
const MIN_SUMMARY_BYTES: usize = 300;
/// The greatest limit of the size of a summary by rule, in bytes.
const MAX_RULE_BYTES: usize = 6_000;
/// The most bytes of a line.
const MAX_LINE_BYTES: usize = 240;

/// A line that may be in the summary.
struct Line {
    index: usize,
    role: &'static str,
    text: String,
    /// The mean frequency of the line's words; see [`score_lines`].
    score: u64,
}

/// The summary by rule of entries.
pub(super) fn extract_summary(entries: &[Vec<NewItem>], guard: Guard) -> String {
    let mut lines = candidate_lines(entries, guard);
    score_lines(&mut lines);
    let n_bytes: usize = entries.iter().flatten().map(|item| item.text.len()).sum();
    let budget = (n_bytes / SUMMARY_DIVISOR).clamp(MIN_SUMMARY_BYTES, MAX_RULE_BYTES);
    let mut ranked_lines: Vec<&Line> = lines.iter().collect();
    sort_by(&mut ranked_lines, |one, other| {
        (other.role == "user", other.score, one.index).cmp(&(one.role == "user", one.score, other.index))
    });
    let (mut chosen, mut n_chosen_bytes) = (BTreeSet::new(), 0);
    for line in ranked_lines {
        n_chosen_bytes += line.text.len() + line.role.len() + 4;
        if n_chosen_bytes > budget && !chosen.is_empty() {
            break;
        }
        chosen.insert(line.index);
    }
    let chosen = lines.iter().filter(|line| chosen.contains(&line.index));
    chosen.map(|line| format!("- {}: {}", line.role, line.text)).collect::<Vec<String>>().join("\n")
}

/// The first two lines of each text of the user, and all lines of the agent and of summaries, with secrets masked.
fn candidate_lines(entries: &[Vec<NewItem>], guard: Guard) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for item in entries.iter().flatten() {
        let role = match item.kind {
            ItemKind::User => "user",
            ItemKind::Assistant => "assistant",
            ItemKind::Summary => "summary",
            _ => continue,
        };
        let masked = guard.masked(&item.text);
        let long_lines = masked.lines().map(str::trim).filter(|line| line.len() > 2);
        // Of a user's long text the beginning says what is wanted; of the agent's each line may.
        let limit = if role == "user" { 2 } else { usize::MAX };
        for text in long_lines.take(limit) {
            let text = String::from(&text[..text.floor_char_boundary(MAX_LINE_BYTES)]);
            lines.push(Line { index: lines.len(), role, text, score: 0 });
        }
    }
    lines
}

/// Scores a line by its distinct words: for each word the number of lines that have it, 50 at most; the sum of these
/// is divided by the number of words plus 4, and counted in thousandths.
fn score_lines(lines: &mut [Line]) {
    let mut counts: BTreeMap<Term, u64> = BTreeMap::new();
    let words_by_line: Vec<BTreeSet<Term>> = lines.iter().map(|line| term_set(&line.text)).collect();
    words_by_line.iter().flatten().for_each(|term| *counts.entry(*term).or_default() += 1);
    for (line, words) in lines.iter_mut().zip(words_by_line) {
        let sum: u64 = words.iter().map(|term| counts[term].min(50)).sum();
        // Four words more than there are, so that a line of one frequent word does not win.
        line.score = sum * 1_000 / (words.len() as u64 + 4);
    }
}

/// Checks a given summary of texts that have `n_bytes`.
///
/// # Errors
/// [`Error::Invalid`] of the argument `summary` if it is not UTF-8, is empty or too long, has control characters, or
/// gives its reader orders.
pub(super) fn check_summary(summary: &[u8], n_bytes: usize) -> Result<String, Error> {
    let refusal = |why: String| Err(Error::invalid("summary", why));
    let Ok(text) = core::str::from_utf8(summary) else { return refusal(String::from("it is not UTF-8")) };
    let text = text.trim();
    if text.is_empty() {
        return refusal(String::from("it is empty"));
    }
    let limit = MAX_SUMMARY_BYTES.min(n_bytes.max(MIN_SUMMARY_BYTES));
    if text.len() > limit {
        return refusal(format!(
            "it has {} bytes, of which at most {limit} are allowed for what it says again",
            text.len()
        ));
    }
    if text.contains(|letter: char| letter.is_control() && !matches!(letter, '\n' | '\t' | '\r')) {
        return refusal(String::from("it has control characters"));
    }
    match first_injection(text) {
        Some(order) => refusal(format!("it gives its reader orders: \"{order}\"")),
        None => Ok(String::from(text)),
    }
}

/// The long-term summary with another one appended, and the bytes of its oldest lines that were removed.
pub(super) fn append_summary(old_summary: &str, summary: &str) -> (String, usize) {
    let whole_summary = match (old_summary.is_empty(), summary.is_empty()) {
        (true, _) => String::from(summary),
        (_, true) => String::from(old_summary),
        _ => format!("{old_summary}\n{summary}"),
    };
    if whole_summary.len() <= MAX_LONG_TERM_BYTES {
        return (whole_summary, 0);
    }
    let min = whole_summary.ceil_char_boundary(whole_summary.len() - MAX_LONG_TERM_BYTES);
    let start = whole_summary[min..].find('\n').map_or(min, |end| min + end + 1);
    (String::from(&whole_summary[start..]), start)
}
