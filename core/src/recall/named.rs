//! Names of records that are kept on purpose: the title of a decision, the subject of a lesson, and the words before the
//! first colon of a note, as in `deploy window: never on Fridays`.
//!
//! Whoever gives a name asks for what has it, however often other records use its words.

use alloc::string::String;

use super::text_search::words_of;
use crate::record::envelope::Record;
use crate::record::keyspace::Kind;
use crate::record::kinds::Body;
use crate::text::terms::question_terms;

/// The most words of a note's name: more words before a colon are a sentence.
const MAX_NOTE_NAME_WORDS: usize = 6;
/// The least letters of a word that may be misspelt: shorter ones are often another word.
const MIN_MISSPELT_LETTERS: usize = 5;

/// Whether words of a question give the name of a record.
pub(super) fn is_named(question_words: &[String], record: &Record) -> bool {
    let name = match &record.body {
        Some(Body::Decision(decision)) => Some(decision.title.as_str()),
        Some(Body::Lesson(lesson)) => Some(lesson.subject.as_str()),
        None if record.kind == Kind::Note => name_of_note(&record.text),
        _ => None,
    };
    name.is_some_and(|name| give_name(question_words, name))
}

/// Whether words of a question give a name: all its words in their order, of which one may be misspelt by a letter. A
/// name with a single word of content must be all that the question asks for.
fn give_name(question_words: &[String], name: &str) -> bool {
    let name_words = words_of(name);
    let has_content = |word: &&String| !question_terms(word).is_empty();
    // A question may have thousands of words, and more than one is enough to know.
    let n_content = |words: &[String]| words.iter().filter(has_content).take(2).count();
    let is_given = |words: &[String]| {
        let n_equal = words.iter().zip(&name_words).filter(|(given, word)| given == word).count();
        let is_near = words.iter().zip(&name_words).all(|(given, word)| given == word || is_misspelt(given, word));
        is_near && n_equal + 1 >= name_words.len()
    };
    let n_of_name = n_content(&name_words);
    let is_enough = n_of_name > 1 || n_of_name == 1 && n_content(question_words) == 1;
    is_enough && question_words.windows(name_words.len()).any(is_given)
}

fn name_of_note(text: &str) -> Option<&str> {
    let (name, _) = text.split_once(':')?;
    (words_of(name).len() <= MAX_NOTE_NAME_WORDS).then_some(name)
}

/// Whether a word becomes another one by one letter that is inserted, removed or replaced.
fn is_misspelt(given: &str, word: &str) -> bool {
    let (n_given, n_letters) = (given.chars().count(), word.chars().count());
    let n_equal_first = given.chars().zip(word.chars()).take_while(|(one, other)| one == other).count();
    let n_equal_last = given.chars().rev().zip(word.chars().rev()).take_while(|(one, other)| one == other).count();
    let n_longer = n_given.max(n_letters);
    n_letters.min(n_given) >= MIN_MISSPELT_LETTERS
        && n_given.abs_diff(n_letters) <= 1
        && n_equal_first + n_equal_last + 1 >= n_longer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_given_by_its_words_in_their_order() {
        let gives = |question: &str, name: &str| give_name(&words_of(question), name);
        for question in ["deploy window", "when is our deploy-window?", "deploy windw", "deploi window"] {
            assert!(gives(question, "Deploy window"), "{question}");
        }
        for question in ["deploy", "window of a deploy", "deploi windw", "deploy the window", ""] {
            assert!(!gives(question, "Deploy window"), "{question}");
        }
        assert!(gives("what is the editor", "editor") && !gives("which editor crashed", "editor"));
        assert!(!gives("so it is", "it is") && !gives("anything", ""));
    }

    #[test]
    fn a_note_has_a_name_where_few_words_stand_before_its_colon() {
        assert_eq!(name_of_note("Deploy window: never on Fridays"), Some("Deploy window"));
        assert_eq!(name_of_note("never on Fridays"), None);
        assert_eq!(name_of_note("what we do not do is what nobody asked for: guess"), None);
    }

    #[test]
    fn short_words_are_not_taken_for_each_other() {
        assert!(is_misspelt("retris", "retries") && is_misspelt("größe", "größer") && is_misspelt("parsor", "parser"));
        assert!(!is_misspelt("test", "text") && !is_misspelt("parsing", "parser") && !is_misspelt("", "a"));
    }
}
