//! How many of the planted secrets are seen, and how many ordinary texts are taken for one.

use super::*;

#[path = "../../../../../tests/secrets/mod.rs"]
mod sets;

use sets::{Text, ordinary, planted};

/// No value is drawn so short that a text has it by chance.
const MIN_DRAWN: usize = 5;

fn is_left(text: &Text) -> bool {
    let masked = mask(&text.text);
    text.drawn.iter().any(|drawn| drawn.len() >= MIN_DRAWN && masked.contains(drawn.as_str()))
}

/// Both halves of both sets: how many texts, and how many of them are not as they should be.
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
    assert!(
        planted()
            .iter()
            .all(|text| !text.drawn.is_empty() && text.drawn.iter().all(|drawn| text.text.contains(drawn.as_str())))
    );
    println!(
        "planted and left {:?}, ordinary and masked {:?}",
        scored(&planted(), is_left),
        scored(&ordinary(), |text| mask(&text.text) != text.text)
    );
}
