//! Counts the planted secrets that are masked, and the ordinary texts that are masked by mistake.

use super::*;

#[path = "../../../../../tests/secrets/mod.rs"]
mod sets;

use sets::{NOT_KNOWN, Text, ordinary, planted};

/// Least length in bytes of a drawn value that is searched for: a shorter one may be in a text by chance.
const MIN_DRAWN_BYTES: usize = 5;

fn is_left(text: &Text, said: &str) -> bool {
    let masked = mask(said);
    text.drawn.iter().any(|drawn| drawn.len() >= MIN_DRAWN_BYTES && masked.contains(drawn.as_str()))
}

/// For each half of a set, the number of its texts and of those that are wrong.
fn scored(texts: &[Text], is_wrong: impl Fn(&Text) -> bool) -> [(usize, usize); 2] {
    [true, false].map(|half| {
        let half = || texts.iter().filter(move |text| text.is_for_rules == half);
        (half().count(), half().filter(|text| is_wrong(text)).count())
    })
}

#[test]
fn both_sets_are_large_and_their_halves_alike() {
    for texts in [planted(), ordinary()] {
        let [rules, held] = scored(&texts, |_| false).map(|(n, _)| n);
        assert!(rules > 190 && held > 190, "{rules} {held}");
    }
    let holds = |text: &Text| text.drawn.iter().all(|drawn| !drawn.is_empty() && text.text.contains(drawn.as_str()));
    assert!(planted().iter().all(holds));
}

/// A regression: 340 of 527 were not masked.
#[test]
fn of_the_forms_that_are_stated_none_is_left() {
    let is_stated = |text: &Text| !NOT_KNOWN.iter().any(|part| text.text.contains(part));
    let is_left = |text: &Text| is_left(text, &text.text);
    let left: Vec<String> = planted()
        .iter()
        .filter(|text| is_stated(text) && is_left(text))
        .map(|text| format!("{}: {:?}", text.form, text.text))
        .collect();
    assert!(left.is_empty(), "{}: {left:#?}", left.len());
    let n_stated = planted().iter().filter(|text| is_stated(text)).count();
    assert!(n_stated >= 490, "{n_stated}");
}

/// A regression: five were not masked in the JSON of records.
#[test]
fn within_json_none_of_them_is_left_either() {
    let is_stated = |text: &Text| !NOT_KNOWN.iter().any(|part| text.text.contains(part));
    let within = |said: &str| serde_json::json!({ "a": said, "b": [said] }).to_string();
    let mut left = Vec::new();
    for text in planted().iter().filter(|text| is_stated(text)) {
        let once = within(&text.text);
        left.extend([within(&once), once].into_iter().filter(|said| is_left(text, said)));
    }
    assert!(left.is_empty(), "{}: {left:#?}", left.len());
}

/// A regression: six were masked.
#[test]
fn of_ordinary_texts_hardly_any_is_taken_for_a_secret() {
    let texts = ordinary();
    let masked: Vec<&String> = texts.iter().map(|text| &text.text).filter(|text| mask(text) != **text).collect();
    assert!(masked.len() <= 1, "{masked:#?}");
}

/// Masking masked text again changes neither masks nor other text.
#[test]
fn masking_a_second_time_changes_nothing() {
    for text in planted() {
        let masked = mask(&text.text);
        assert_eq!(mask(&masked), masked, "{:?}", text.text);
    }
}
