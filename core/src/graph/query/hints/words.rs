//! Formats numbers and languages for hints.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::graph::space::UnreadLanguage;

/// A number with thousands separators.
pub(super) fn with_separators(n: u32) -> String {
    let digits = n.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number with its noun in singular or plural.
pub(super) fn counted_noun(n: u32, one: &str, others: &str) -> String {
    format!("{} {}", with_separators(n), if n == 1 { one } else { others })
}

/// The number of files in each language, as words.
pub(super) fn languages_in_words<'l>(languages: impl Iterator<Item = &'l UnreadLanguage>) -> String {
    let each = |one: &UnreadLanguage| format!("{} of {}", counted_noun(one.n_files, "file", "files"), one.language);
    languages.map(each).collect::<Vec<String>>().join(", ")
}
