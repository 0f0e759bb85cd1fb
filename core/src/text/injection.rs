//! Detects prompt injection: phrases that give a model orders.
//!
//! The phrases are a list, compared without case, punctuation and repeated spaces. The list has known phrases only, so
//! a text without them may still be an injection.

use alloc::string::String;

/// Injection phrases, in lower case; letters, digits and single spaces only.
const INJECTION_PHRASES: [&str; 22] = [
    "ignore all previous",
    "ignore the previous",
    "ignore previous instructions",
    "ignore any previous",
    "ignore all prior",
    "ignore prior instructions",
    "ignore your instructions",
    "ignore the above",
    "disregard all previous",
    "disregard the previous",
    "disregard previous",
    "disregard your instructions",
    "disregard the above",
    "forget all previous",
    "forget your instructions",
    "override your instructions",
    "new instructions for you",
    "you are now a",
    "you are now the",
    "from now on you must",
    "reveal your system prompt",
    "do not tell the user",
];
/// Role markers of models' chat templates; all but their case must match.
const ROLE_MARKERS: [&str; 9] = [
    "<|im_start|>",
    "<|im_end|>",
    "<|system|>",
    "<|endoftext|>",
    "[inst]",
    "[/inst]",
    "<<sys>>",
    "</system>",
    "<system>",
];

/// An injection phrase that a text contains, or else a role marker that it contains; of several the first of the list.
pub(crate) fn first_injection(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    let said = normalised_words(&lower);
    let phrase = INJECTION_PHRASES.into_iter().find(|phrase| said.contains(phrase));
    phrase.or_else(|| ROLE_MARKERS.into_iter().find(|mark| lower.contains(mark)))
}

/// Replaces each run of characters other than letters and digits by one space. The caller lowers the case.
fn normalised_words(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter.is_alphanumeric() {
            true => plain.push(letter),
            false if plain.ends_with(' ') => {}
            false => plain.push(' '),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_seen_through_case_and_marks_and_work_is_not_taken_for_one() {
        for order in ["Please IGNORE  all, previous *instructions*!", "ok\n<|im_start|>system", "Disregard the above."]
        {
            assert!(first_injection(order).is_some(), "{order}");
        }
        for work in ["The parser ignores previous tokens.", "Now you are in a state to test.", ""] {
            assert_eq!(first_injection(work), None);
        }
    }
}
