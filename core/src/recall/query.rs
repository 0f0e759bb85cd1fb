//! Reads a question: its terms, adjacent terms, exact phrases, and the dates that it names.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::text_search::{numbered_words, words_of};
use crate::record::derived::words::exact_term;
use crate::text::dates::{DateSpan, dates_in};
use crate::text::exact::{Exact, exact_words, quoted_phrases};
use crate::text::terms::{Term, question_terms};
use crate::text::time_words::asks_when;
use crate::text::words::words;

/// The most terms of a question that count: the first ones.
pub(super) const MAX_TERMS: usize = 128;

/// The parts of a question's text that recall uses.
#[derive(Debug, Default)]
pub(super) struct Query {
    /// The terms, each once in order of appearance, with a word of the question that has it.
    pub(super) terms: Vec<(Term, String)>,
    /// Words that are probably names.
    pub(super) names: BTreeSet<String>,
    /// Pairs of adjacent terms, by their indices in `terms`.
    pub(super) pairs: Vec<(usize, usize)>,
    /// The phrases to find exactly, each by its terms in order: a path, a code, an id or quoted words.
    pub(super) exact: Vec<Vec<Term>>,
    pub(super) dates: Vec<DateSpan>,
    /// The terms of the words that name the dates.
    pub(super) date_terms: BTreeSet<Term>,
    /// The words in lower case, as they stand.
    pub(super) words: Vec<String>,
    /// Words followed by a single digit, as `bug 3`: a single digit is no term.
    pub(super) numbered_words: Vec<String>,
    pub(super) asks_when: bool,
}

impl Query {
    /// Reads a question; `today` counts days from 1970 on.
    pub(super) fn of(text: &str, today: i64) -> Query {
        let (asks_when, exact, names) = (asks_when(text), exact_phrases(text), names_in(text));
        let mut query = Query { asks_when, exact, names, words: words_of(text), ..Query::default() };
        let mut undated_text = String::from(text);
        for date in dates_in(text, today) {
            query.date_terms.extend(question_terms(&text[date.range.clone()]).into_iter().map(|asked| asked.term));
            undated_text.replace_range(date.range.clone(), &"\n".repeat(date.range.len()));
            query.dates.push(date.span);
        }
        query.numbered_words = numbered_words(&undated_text);
        let mut place_before: Option<usize> = None;
        let mut pairs = BTreeSet::new();
        for asked in question_terms(text) {
            let known_place = query.terms.iter().position(|(term, _)| *term == asked.term);
            let place = known_place.or_else(|| {
                let has_room = query.terms.len() < MAX_TERMS;
                has_room.then(|| {
                    query.terms.push((asked.term, asked.text));
                    query.terms.len() - 1
                })
            });
            if let (Some(place_before), Some(place)) = (place_before, place)
                && pairs.insert((place_before, place))
            {
                query.pairs.push((place_before, place));
            }
            place_before = place;
        }
        query
    }
}

/// The capitalised words of a text, but for those that begin a sentence.
fn names_in(text: &str) -> BTreeSet<String> {
    let begins_sentence = |gap: &str| gap.contains(['.', '?', '!', ':', '\n']);
    let inner_words = words(text).skip(1).filter(|word| !begins_sentence(word.gap));
    inner_words.filter(|word| word.text.starts_with(char::is_uppercase)).map(|word| word.text.into()).collect()
}

pub(super) fn exact_phrases(text: &str) -> Vec<Vec<Term>> {
    let mut phrases: Vec<Vec<Term>> = Vec::new();
    exact_words(text, &mut |exact: Exact, written| phrases.push(vec![exact_term(exact, written)]));
    for phrase in quoted_phrases(text) {
        let terms: Vec<Term> = question_terms(phrase).into_iter().map(|asked| asked.term).collect();
        if terms.len() > 1 {
            phrases.push(terms);
        }
    }
    phrases.truncate(MAX_TERMS);
    phrases
}
