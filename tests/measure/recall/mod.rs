//! One question over all that was recorded: what is found, how high it is ranked, and what that costs.
//!
//!     measure recall notes     the set of notes and its questions, as JSON

mod draw;
mod notes;
mod set;
mod words;

use crate::Outcome;

pub(crate) fn measure(arguments: &[&str]) -> Outcome {
    match arguments {
        ["notes"] => {
            println!("{}", set::to_json(&[notes::set()]));
            Ok(())
        }
        _ => Err("usage: measure recall notes".into()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    fn lines(text: &str) -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
    }

    #[test]
    fn every_text_that_breaks_out_has_a_name_of_its_own() {
        let texts = lines(include_str!("break_outs.txt"));
        let names: BTreeSet<&str> = texts.iter().filter_map(|entry| entry["name"].as_str()).collect();
        assert!(names.len() == texts.len() && texts.len() >= 40);
        assert!(texts.iter().all(|entry| entry["text"].as_str().is_some_and(|text| !text.is_empty())));
    }

    #[test]
    fn forty_questions_are_answered_by_over_thirty_sessions() {
        let questions = lines(include_str!("questions.jsonl"));
        let sessions: BTreeSet<&str> = questions
            .iter()
            .flat_map(|question| question["gold"].as_array().into_iter().flatten())
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(questions.len(), 40);
        assert!(sessions.len() > 30);
    }
}
