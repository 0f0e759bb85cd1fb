//! A parsed question about documents: its terms, and the files and titles that it names.

use alloc::string::String;
use alloc::vec::Vec;

use crate::text::terms::{Term, question_terms};

/// The most terms of a question that count; later ones are ignored.
pub(super) const MAX_TERMS: usize = 128;
/// Least number of terms of a title that a longer question can name: one word says too little.
const MIN_TITLE_TERMS: usize = 2;

/// A parsed question.
pub(super) struct DocumentQuery {
    /// Distinct terms in order of first occurrence, each with the first word that has it.
    pub(super) terms: Vec<(Term, String)>,
    /// The terms of the text in lower case, with repetitions: `GitHub` is two terms, and is often typed `github`, which
    /// is one.
    sequence: Vec<Term>,
    /// Words that may be the path or name of a file, in lower case.
    files: Vec<String>,
}

impl DocumentQuery {
    pub(super) fn parse(text: &str) -> DocumentQuery {
        let mut query = DocumentQuery { terms: Vec::new(), sequence: Vec::new(), files: Vec::new() };
        for term in question_terms(text) {
            if query.terms.len() < MAX_TERMS && query.terms.iter().all(|(known, _)| *known != term.term) {
                query.terms.push((term.term, term.text));
            }
        }
        query.sequence = lower_case_terms(text).take(MAX_TERMS).collect();
        let is_mark = |char: char| !char.is_alphanumeric() && !matches!(char, '.' | '/' | '_' | '-');
        let names = text.split(is_mark).map(|name| name.trim_end_matches('.').trim_start_matches("./"));
        query.files = names.filter(|name| name.contains('.')).take(MAX_TERMS).map(str::to_lowercase).collect();
        query
    }

    /// Whether the question names a file, by its path or the end of it.
    pub(super) fn names_file(&self, path: &str) -> bool {
        let path = path.to_lowercase();
        let ends_at_a_name = |before: &str| before.is_empty() || before.ends_with('/');
        self.files.iter().any(|name| path.strip_suffix(name.as_str()).is_some_and(ends_at_a_name))
    }

    /// Whether the question contains all words of a title, one after another. A title of one word must be the whole
    /// question.
    pub(super) fn names_title(&self, title: &str) -> bool {
        let title: Vec<Term> = lower_case_terms(title).collect();
        let is_whole_question = title == self.sequence;
        !title.is_empty()
            && (is_whole_question || title.len() >= MIN_TITLE_TERMS)
            && self.sequence.windows(title.len()).any(|part| part == title)
    }
}

fn lower_case_terms(text: &str) -> impl Iterator<Item = Term> {
    question_terms(&text.to_lowercase()).into_iter().map(|one| one.term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_by_its_path_or_the_end_of_that() {
        for (query, is_named) in [
            ("what does docs/window.md say?", true),
            ("see `Window.md`.", true),
            ("./docs/window.md", true),
            ("row.md", false),
            ("window", false),
            ("other/window.md", false),
        ] {
            assert_eq!(DocumentQuery::parse(query).names_file("docs/window.md"), is_named, "{query}");
        }
    }

    #[test]
    fn a_title_is_named_by_all_its_words_in_their_order() {
        for (query, title, is_named) in [
            ("how to run the tests in CI", "Running tests", true),
            ("install", "Install", true),
            ("deploy to github pages", "GitHub Pages", true),
            ("how do I install it on a server", "Install", false),
            ("tests that run", "Running tests", false),
            ("anything", "", false),
        ] {
            assert_eq!(DocumentQuery::parse(query).names_title(title), is_named, "{query}");
        }
    }
}
