//! A summary by rule: of what leaves, the lines that say most, in their order. And what a summary must be to be taken.
//!
//! What the user said comes first, then of what the agent said the lines whose words are the most frequent ones, until a tenth
//! of what leaves is said again. What tools gave is not said again: what must survive of it is data.

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
/// The most bytes of the long-term summary: of a longer one the oldest lines go.
const MAX_LONG_TERM_BYTES: usize = 64 << 10;
/// The share of what leaves that a summary says again, one of so many bytes, within bounds.
const SHARE: usize = 10;
const MIN_BYTES: usize = 300;
const MAX_BYTES: usize = 6_000;
/// The most bytes of a line.
const MAX_LINE_BYTES: usize = 240;

/// A line that may be said again.
struct Line {
    at: usize,
    role: &'static str,
    text: String,
    score: u64,
}

/// The summary of entries that leave.
pub(super) fn extract(entries: &[Vec<NewItem>], guard: Guard) -> String {
    let mut lines = lines(entries, guard);
    score(&mut lines);
    let n_bytes: usize = entries.iter().flatten().map(|item| item.text.len()).sum();
    let budget = (n_bytes / SHARE).clamp(MIN_BYTES, MAX_BYTES);
    let mut order: Vec<&Line> = lines.iter().collect();
    sort_by(&mut order, |one, other| {
        (other.role == "user", other.score, one.at).cmp(&(one.role == "user", one.score, other.at))
    });
    let (mut chosen, mut spent) = (BTreeSet::new(), 0);
    for line in order {
        spent += line.text.len() + line.role.len() + 4;
        if spent > budget && !chosen.is_empty() {
            break;
        }
        chosen.insert(line.at);
    }
    let chosen = lines.iter().filter(|line| chosen.contains(&line.at));
    chosen.map(|line| format!("- {}: {}", line.role, line.text)).collect::<Vec<String>>().join("\n")
}

fn lines(entries: &[Vec<NewItem>], guard: Guard) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for item in entries.iter().flatten() {
        let role = match item.kind {
            ItemKind::User => "user",
            ItemKind::Assistant => "assistant",
            ItemKind::Summary => "summary",
            _ => continue,
        };
        let masked = guard.masked(&item.text);
        let said = masked.lines().map(str::trim).filter(|line| line.len() > 2);
        // Of a user's long text the beginning says what is wanted; of the agent's each line may.
        let limit = if role == "user" { 2 } else { usize::MAX };
        for text in said.take(limit) {
            let text = String::from(&text[..text.floor_char_boundary(MAX_LINE_BYTES)]);
            lines.push(Line { at: lines.len(), role, text, score: 0 });
        }
    }
    lines
}

/// A line's score: how often its words are said in all, each once, by the line's length.
fn score(lines: &mut [Line]) {
    let mut counts: BTreeMap<Term, u64> = BTreeMap::new();
    let of: Vec<BTreeSet<Term>> = lines.iter().map(|line| term_set(&line.text)).collect();
    of.iter().flatten().for_each(|term| *counts.entry(*term).or_default() += 1);
    for (line, words) in lines.iter_mut().zip(of) {
        let sum: u64 = words.iter().map(|term| counts[term].min(50)).sum();
        // One more of words than there are, so that a line of one frequent word does not win.
        line.score = sum * 1_000 / (words.len() as u64 + 4);
    }
}

/// Checks the text of a model, or of whoever else wrote a summary of texts of so many bytes.
///
/// # Errors
/// [`Error::Invalid`] of the argument `summary`: bytes that are no text, an empty or too long one, one that gives its reader
/// orders.
pub(super) fn check(summary: &[u8], n_bytes: usize) -> Result<String, Error> {
    let invalid = |why: String| Err(Error::invalid("summary", why));
    let Ok(text) = core::str::from_utf8(summary) else { return invalid(String::from("it is not UTF-8")) };
    let text = text.trim();
    if text.is_empty() {
        return invalid(String::from("it is empty"));
    }
    let limit = MAX_SUMMARY_BYTES.min(n_bytes.max(MIN_BYTES));
    if text.len() > limit {
        return invalid(format!(
            "it has {} bytes, of which at most {limit} are allowed for what it says again",
            text.len()
        ));
    }
    if text.contains(|letter: char| letter.is_control() && !matches!(letter, '\n' | '\t' | '\r')) {
        return invalid(String::from("it has control characters"));
    }
    match first_injection(text) {
        Some(order) => invalid(format!("it gives its reader orders: \"{order}\"")),
        None => Ok(String::from(text)),
    }
}

/// The long-term summary with another one after it, and how many bytes of its oldest lines had to go.
pub(super) fn joined(before: &str, summary: &str) -> (String, usize) {
    let all = match (before.is_empty(), summary.is_empty()) {
        (true, _) => String::from(summary),
        (_, true) => String::from(before),
        _ => format!("{before}\n{summary}"),
    };
    if all.len() <= MAX_LONG_TERM_BYTES {
        return (all, 0);
    }
    let min = all.ceil_char_boundary(all.len() - MAX_LONG_TERM_BYTES);
    let start = all[min..].find('\n').map_or(min, |end| min + end + 1);
    (String::from(&all[start..]), start)
}
