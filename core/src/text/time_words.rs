//! Recognises questions for a time and texts that mention one, and measures the share of statements in a text.
//!
//! The answer to a question for a time mentions a time, and is seldom a question itself. Not here: the days that are
//! meant (`dates`).

use super::calendar::{month, short_month, weekday};
use super::sentences::sentences;
use super::words::{Word, words};

/// Words after `when` that make it a question; in `when I was asked` it is a conjunction.
const AUXILIARIES: [&str; 18] = [
    "is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "will", "would", "should", "can", "could",
    "shall", "s", "d",
];
/// Words before `when` that make it an indirect question.
const INDIRECT_LEADS: [&str; 8] = ["since", "know", "knew", "remember", "recall", "exactly", "me", "until"];
/// Words after `what` and `which` that make it a question for a time.
const TIME_NOUNS: [&str; 7] = ["date", "day", "month", "year", "time", "week", "weekday"];
/// Words after `what time` that make it no question for a time.
const NOT_TIME_NOUNS: [&str; 4] = ["zone", "complexity", "limit", "series"];
const TIME_UNITS: [&str; 16] = [
    "second", "seconds", "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "month", "months",
    "year", "years", "decade", "decades",
];
/// Words that mention a time in any context.
const TIME_ADVERBS: [&str; 6] = ["yesterday", "today", "tomorrow", "tonight", "ago", "since"];
/// Words that mention a time after `last` or `next`.
const SPAN_NOUNS: [&str; 5] = ["week", "month", "year", "weekend", "night"];
/// Words besides numbers that may be between `for` and a unit.
const COUNT_WORDS: [&str; 24] = [
    "a", "an", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "few", "several", "many",
    "some", "couple", "of", "about", "over", "almost", "nearly", "the", "past",
];

/// Whether a question asks for a time or a duration. O(bytes).
pub(crate) fn asks_when(question: &str) -> bool {
    let mut following = words(question).skip(1);
    // The last words, the nearest first.
    let mut before = [""; 3];
    words(question).any(|word| {
        let is_asked = asks_time_at(before, word.text, following.next());
        before = [word.text, before[0], before[1]];
        is_asked
    })
}

/// Whether a word asks for a time, given the three words before it and the next one.
fn asks_time_at(before: [&str; 3], word: &str, next: Option<Word<'_>>) -> bool {
    let is = |word: &str, known: &str| word.eq_ignore_ascii_case(known);
    if is(word, "when") {
        let is_last = next.is_none_or(|next| begins_sentence(next.gap));
        let is_before_auxiliary = next.is_some_and(|next| is_one_of(next.text, &AUXILIARIES));
        return is_last || is_before_auxiliary || is_one_of(before[0], &INDIRECT_LEADS);
    }
    if is(word, "long") {
        return is(before[0], "how");
    }
    if is(before[0], "many") && is(before[1], "how") {
        return is_one_of(word, &TIME_UNITS);
    }
    let is_what = |word: &str| is(word, "what") || is(word, "which");
    let is_the = is(before[0], "the") && is_one_of(before[1], &["is", "was", "s"]) && is_what(before[2]);
    let is_time = is_one_of(word, &TIME_NOUNS) && next.is_none_or(|next| !is_one_of(next.text, &NOT_TIME_NOUNS));
    is_time && (is_what(before[0]) || is_the)
}

/// Whether a text mentions a time: a date, a weekday, a month, a year, a distance from now, or a duration after `for`.
/// O(bytes).
pub(crate) fn has_time_word(text: &str) -> bool {
    let (mut previous_word, mut is_behind_for) = ("", false);
    words(text).enumerate().any(|(at, word)| {
        let begins = at == 0 || begins_sentence(word.gap);
        let is_span = is_behind_for && is_one_of(word.text, &TIME_UNITS);
        let is_counted = is_one_of(previous_word, &["last", "next"]) && is_one_of(word.text, &SPAN_NOUNS);
        let is_time =
            is_span || is_counted || is_time_word(word.text, begins) || is_day_and_month(previous_word, word.text);
        let is_count = is_one_of(word.text, &COUNT_WORDS) || number(word.text).is_some();
        is_behind_for = word.text.eq_ignore_ascii_case("for") || is_behind_for && is_count;
        previous_word = word.text;
        is_time
    })
}

/// Whether a word mentions a time by itself.
fn is_time_word(word: &str, begins_sentence: bool) -> bool {
    let day = word.strip_suffix(['s', 'S']).unwrap_or(word);
    let is_year = word.len() == 4 && number(word).is_some_and(|year| (1900..=2099).contains(&year));
    let is_month = match month(word) {
        // `may` and `march` are verbs, and so is `May` at the beginning of a sentence.
        Some(5) => is_capitalised(word) && !begins_sentence,
        Some(3) => is_capitalised(word),
        name => name.is_some(),
    };
    is_month || is_year || weekday(word).or_else(|| weekday(day)).is_some() || is_one_of(word, &TIME_ADVERBS)
}

/// Whether two words are a day and a month in either order: `May 7`, `3rd Sept`.
fn is_day_and_month(previous_word: &str, word: &str) -> bool {
    let is_month = |word: &str| is_capitalised(word) && month(word).or_else(|| short_month(word)).is_some();
    let is_day = |word: &str| {
        let digits = word.trim_end_matches(|char: char| char.is_ascii_lowercase());
        word.len() <= 4 && number(digits).is_some_and(|day| (1..=31).contains(&day))
    };
    is_month(previous_word) && is_day(word) || is_day(previous_word) && is_month(word)
}

fn is_capitalised(word: &str) -> bool {
    word.starts_with(|char: char| char.is_ascii_uppercase())
}

/// The value of a number with at most four digits.
fn number(word: &str) -> Option<u16> {
    let is_number = word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { word.parse().ok() } else { None }
}

/// Whether the gap before a word ends a sentence or opens a quotation.
fn begins_sentence(gap: &str) -> bool {
    gap.contains(['.', '!', '?', ':', '\n', '"', '“'])
}

fn is_one_of(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// The share of a text's characters outside of questions, from 0 to 255; blanks do not count. 255 for a text without
/// characters. O(bytes).
pub(crate) fn statement_share(text: &str) -> u8 {
    let (mut n_stated, mut n_total) = (0_u64, 0_u64);
    for sentence in sentences(text) {
        let n_chars = sentence.text.chars().filter(|char| !char.is_whitespace()).count() as u64;
        n_total += n_chars;
        n_stated += if sentence.is_question { 0 } else { n_chars };
    }
    (n_stated * 255).checked_div(n_total).map_or(u8::MAX, |share| share as u8)
}

/// Whether a text holds a question. O(bytes).
pub(crate) fn has_question(text: &str) -> bool {
    sentences(text).any(|sentence| sentence.is_question)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_for_a_time_is_told_from_one_in_which_time_passes() {
        for question in [
            "When did Ann move?",
            "and when's the release",
            "Since when?",
            "Do you remember when we met?",
            "Tell me when the index was rebuilt",
            "HOW LONG did it take",
            "What day was it?",
            "in which year was that",
            "at what time does it start?",
            "What is the date of the talk?",
            "What's the day?",
            "how many weeks ago was it",
        ] {
            assert!(asks_when(question), "{question}");
        }
        for question in [
            "",
            "What did Ann do when she was in Paris?",
            "When I deployed, what failed?",
            "How is it?",
            "What time complexity has it?",
            "How many files are there?",
            "Whenever did",
            "Which daylight?",
            "Où été?",
        ] {
            assert!(!asks_when(question), "{question}");
        }
    }

    #[test]
    fn what_tells_of_a_time_is_seen() {
        for text in [
            "We met on Monday.",
            "mondays are fine",
            "in february",
            "It was in May",
            "May 7 it was",
            "on the 3rd Sept",
            "Yesterday it failed",
            "two weeks ago",
            "next weekend",
            "Last year, I think",
            "the last week's build",
            "since then",
            "I lived there for 10 years",
            "for about a few months",
            "for years",
            "in 1999",
            "2023-05-07",
            "été: today",
        ] {
            assert!(has_time_word(text), "{text}");
        }
        for text in [
            "",
            "It may fail.",
            "May I? Yes. May we?",
            "She said: \"May I?\"",
            "they march on",
            "the last file of the year",
            "for me and many years",
            "12999 lines, 19991",
            "port 8080",
            "for files",
            "décembre",
        ] {
            assert!(!has_time_word(text), "{text}");
        }
    }

    #[test]
    fn the_share_of_statements_is_by_their_characters() {
        for (text, share) in [
            ("", 255),
            (" \n", 255),
            ("It fails.", 255),
            ("Why? ", 0),
            ("Why?\nWhat?\n", 0),
            ("abc. abc?", 127),
            ("été. été?", 127),
            ("abcdefgh. b?", 208),
            ("Is client.go fine?", 0),
        ] {
            assert_eq!(statement_share(text), share, "{text}");
        }
    }

    #[test]
    fn a_text_asks_if_any_of_its_sentences_does() {
        assert!(has_question("I did it. Does it hold? Yes."));
        assert!(has_question("ok?"));
        for text in ["", "It holds.", "let x = f()?;", "https://a.b/?c"] {
            assert!(!has_question(text), "{text}");
        }
    }
}
