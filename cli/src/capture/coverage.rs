//! What the transcripts of each harness give, as `capture` and `init` tell it.

use scrubjay::wit::Word as _;
use scrubjay::wit::capture::Harness;
use serde_json::{Map, Value};

/// What a transcript may state, in the order in which it is told.
const PARTS: [&str; 9] =
    ["prompts", "answers", "calls", "outcomes", "durations", "branches", "titles", "to-dos", "context tokens"];

/// What the transcripts of a harness state. Those of programs state what each program passes.
fn parts_of(harness: Harness) -> &'static [&'static str] {
    match harness {
        Harness::ClaudeCode | Harness::Messages => &PARTS,
        Harness::Codex => &["prompts", "answers", "calls", "outcomes", "durations", "branches", "titles", "to-dos"],
        Harness::GeminiCli => &["prompts", "answers", "calls", "outcomes", "titles", "to-dos"],
        Harness::Pi => &["prompts", "answers", "calls", "outcomes", "durations", "titles"],
    }
}

/// A line for each of these harnesses: what its transcripts give, and what they lack.
pub(super) fn in_words(harnesses: &[Harness]) -> String {
    let line = |harness: &Harness| {
        let parts = parts_of(*harness);
        let missing: Vec<&str> = PARTS.into_iter().filter(|part| !parts.contains(part)).collect();
        let lack = if missing.is_empty() { String::new() } else { format!("; no {}", missing.join(", ")) };
        format!("{} gives {}{lack}\n", harness.word(), parts.join(", "))
    };
    harnesses.iter().map(line).collect()
}

/// What the transcripts of each of these harnesses give, by its word.
pub(super) fn in_json(harnesses: &[Harness]) -> Value {
    let member = |harness: &Harness| (harness.word().to_owned(), Value::from(parts_of(*harness)));
    Value::Object(harnesses.iter().map(member).collect::<Map<String, Value>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_and_what_is_lacking_is_all_that_there_is() {
        for (_, harness) in Harness::WORDS {
            assert!(parts_of(*harness).iter().all(|part| PARTS.contains(part)), "{harness:?}");
            let words = in_words(&[*harness]);
            assert!(PARTS.iter().all(|part| words.contains(part)), "{words}");
        }
    }
}
