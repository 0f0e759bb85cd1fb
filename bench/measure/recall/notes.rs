//! 500 short notes like those of a developer, and 100 questions, each about one note.
//!
//! A question has two content words of its note, in another inflection if there is one, and three words that no note
//! contains. It is answered if the note is among the first three results. All texts follow from the lists in `words`
//! and two seeds, which were fixed before the first measurement.

use std::collections::BTreeSet;

use super::draw::Draw;
use super::set::{Doc, Query, Set};
use super::words::{ADJECTIVES, PEOPLE, SUBJECTS, Subject, TOOLS, WORDS_OF_NO_NOTE};

const N_NOTES: usize = 500;
const N_QUESTIONS: usize = 100;
const NOTES_SEED: u64 = 20_260_101;
const QUESTIONS_SEED: u64 = 20_260_102;

/// The class of a word, which tells how it is inflected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Noun,
    Verb,
    Fixed,
}

/// A content word in its plain form, and whether its note uses that form.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    listed: &'static str,
    form: Form,
    is_plain: bool,
}

struct Note {
    text: String,
    words: Vec<Word>,
}

/// The notes and their questions, in the form of all sets.
pub(super) fn notes_set() -> Set {
    let notes = notes();
    let docs = notes.iter().enumerate().map(|(at, note)| Doc {
        id: format!("n{at}"),
        text: note.text.clone(),
        ..Doc::default()
    });
    Set { id: "notes".to_owned(), docs: docs.collect(), queries: questions(&notes) }
}

fn notes() -> Vec<Note> {
    let (mut draw, mut seen, mut notes) = (Draw::new(NOTES_SEED), BTreeSet::new(), Vec::new());
    while notes.len() < N_NOTES {
        let subject = &SUBJECTS[notes.len() % SUBJECTS.len()];
        let note = filled_note(draw.of(subject.templates), subject, &mut draw);
        let listed: BTreeSet<&str> = note.words.iter().map(|word| word.listed).collect();
        // A note with a word twice would read like a slip.
        if listed.len() == note.words.len() && seen.insert(note.text.clone()) {
            notes.push(note);
        }
    }
    notes
}

/// A template with words in its placeholders, and the content words.
fn filled_note(template: &str, subject: &Subject, draw: &mut Draw) -> Note {
    let (mut text, mut words, mut rest_of_template) = (String::new(), Vec::new(), template);
    while let Some((text_before, (place, text_after))) = rest_of_template
        .split_once('{')
        .and_then(|(text_before, rest_of_template)| Some((text_before, rest_of_template.split_once('}')?)))
    {
        text.push_str(text_before);
        let (list, form): (&[&'static str], _) = match place.as_bytes()[0] {
            b'n' => (subject.nouns, Form::Noun),
            b'v' => (subject.verbs, Form::Verb),
            b'a' => (&ADJECTIVES, Form::Fixed),
            b'p' => (&PEOPLE, Form::Fixed),
            b't' => (&TOOLS, Form::Fixed),
            _ => (&[], Form::Fixed),
        };
        if list.is_empty() {
            text.push_str(&(2 + draw.number_below(98)).to_string());
        } else {
            let listed = draw.of(list);
            let word = shaped_word(listed, place);
            if word.starts_with(['a', 'e', 'i', 'o', 'u']) && (text == "A " || text.ends_with(" a ")) {
                text.insert(text.len() - 1, 'n');
            }
            text.push_str(&if text.is_empty() { capital(&word) } else { word });
            words.push(Word { listed, form, is_plain: place.len() == 1 });
        }
        rest_of_template = text_after;
    }
    text.push_str(rest_of_template);
    Note { text, words }
}

fn capital(word: &str) -> String {
    let (first_letter, letters_after) = word.split_at(1);
    first_letter.to_uppercase() + letters_after
}

/// A word in the inflection that a placeholder of a template needs.
fn shaped_word(listed: &str, place: &str) -> String {
    match place {
        "ns" | "vs" => with_s(listed),
        "vd" => with_ed(listed),
        _ => without_mark(listed).to_owned(),
    }
}

fn without_mark(listed: &str) -> &str {
    listed.trim_end_matches('+')
}

/// The stem of a word before an ending that begins with a vowel.
fn before_vowel(listed: &str) -> String {
    let word = without_mark(listed);
    match word.strip_suffix('e') {
        _ if listed.ends_with('+') => format!("{word}{}", &word[word.len() - 1..]),
        Some(stem) => stem.to_owned(),
        None => word.to_owned(),
    }
}

fn is_y_after_consonant(word: &str) -> bool {
    word.ends_with('y') && !["ay", "ey", "oy", "uy"].iter().any(|end| word.ends_with(end))
}

fn with_s(listed: &str) -> String {
    let word = without_mark(listed);
    match word {
        _ if is_y_after_consonant(word) => format!("{}ies", &word[..word.len() - 1]),
        _ if ["s", "x", "ch", "sh"].iter().any(|end| word.ends_with(end)) => format!("{word}es"),
        _ => format!("{word}s"),
    }
}

fn with_ed(listed: &str) -> String {
    let word = without_mark(listed);
    if is_y_after_consonant(word) { format!("{}ied", &word[..word.len() - 1]) } else { before_vowel(listed) + "ed" }
}

fn questions(notes: &[Note]) -> Vec<Query> {
    let mut draw = Draw::new(QUESTIONS_SEED);
    let mut asked_notes = BTreeSet::new();
    let mut queries = Vec::new();
    while queries.len() < N_QUESTIONS {
        let at = draw.number_below(notes.len());
        let words = &notes[at].words;
        let (first_at, second_at) = (draw.number_below(words.len()), draw.number_below(words.len()));
        let pair = [&words[first_at], &words[second_at]];
        // If two notes have both words, the question could mean either.
        if first_at == second_at || n_notes_with(notes, pair) > 1 || !asked_notes.insert(at) {
            continue;
        }
        let mut question_words = pair.map(|word| inflected(word, &mut draw)).to_vec();
        while question_words.len() < 5 {
            let foreign_word = draw.of(&WORDS_OF_NO_NOTE).to_owned();
            if !question_words.contains(&foreign_word) {
                question_words.insert(draw.number_below(question_words.len() + 1), foreign_word);
            }
        }
        queries.push(Query { q: question_words.join(" "), gold: vec![format!("n{at}")], ..Query::default() });
    }
    queries
}

fn n_notes_with(notes: &[Note], pair: [&Word; 2]) -> usize {
    notes
        .iter()
        .filter(|note| pair.iter().all(|word| note.words.iter().any(|note_word| note_word.listed == word.listed)))
        .count()
}

/// An inflection of the word other than that in its note, if there is one.
fn inflected(word: &Word, draw: &mut Draw) -> String {
    match word.form {
        Form::Fixed => word.listed.to_lowercase(),
        Form::Noun if word.is_plain => with_s(word.listed),
        Form::Noun => without_mark(word.listed).to_owned(),
        Form::Verb if !word.is_plain || draw.number_below(2) == 0 => before_vowel(word.listed) + "ing",
        Form::Verb => with_ed(word.listed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    }

    #[test]
    fn no_two_notes_are_alike_and_every_question_has_one_note() {
        let set = notes_set();
        let texts: BTreeSet<&str> = set.docs.iter().map(|doc| doc.text.as_str()).collect();
        assert_eq!((texts.len(), set.queries.len()), (N_NOTES, N_QUESTIONS));
        let gold: BTreeSet<&str> = set.queries.iter().map(|query| query.gold[0].as_str()).collect();
        assert_eq!(gold.len(), N_QUESTIONS);
    }

    #[test]
    fn three_of_five_words_are_in_no_note_in_whatever_form() {
        let set = notes_set();
        let all_words: Vec<String> = set.docs.iter().flat_map(|doc| words(&doc.text)).collect();
        for foreign_word in WORDS_OF_NO_NOTE {
            let start = &foreign_word[..foreign_word.len() - 2];
            assert_eq!(all_words.iter().find(|word| word.starts_with(start)), None, "{foreign_word}");
        }
        for query in &set.queries {
            let n_foreign = words(&query.q).iter().filter(|word| WORDS_OF_NO_NOTE.contains(&word.as_str())).count();
            assert_eq!((n_foreign, words(&query.q).len()), (3, 5), "{}", query.q);
        }
    }

    #[test]
    fn words_take_the_endings_that_they_have_in_english() {
        assert_eq!(["directory", "patch", "index", "key"].map(with_s), ["directories", "patches", "indexes", "keys"]);
        assert_eq!(["retry", "drop+", "merge", "deploy"].map(with_ed), ["retried", "dropped", "merged", "deployed"]);
        assert_eq!(["skip+", "scale", "lock"].map(before_vowel), ["skipp", "scal", "lock"]);
    }
}
