//! Formats languages for hints.

use alloc::string::String;
use alloc::vec::Vec;

use crate::graph::space::UnreadLanguage;
use crate::text::display::counted_noun;

/// The number of files in each language, as words.
pub(super) fn languages_in_words<'l>(languages: impl Iterator<Item = &'l UnreadLanguage>) -> String {
    let count_of = |one: &UnreadLanguage| format!("{} of {}", counted_noun(one.n_files, "file", "files"), one.language);
    languages.map(count_of).collect::<Vec<String>>().join(", ")
}
