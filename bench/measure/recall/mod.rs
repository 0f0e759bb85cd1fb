//! Measures recall: which records a question finds, at which rank, and at what cost.
//!
//!     measure recall sets notes            the notes and their questions, as a file of sets
//!     measure recall sets tasks TRACES     past work, from recorded sessions (see `window::trace`)
//!     measure recall score KIND SETS RANKS asks all questions of a file of sets; KIND is notes, locomo, sessions, later or
//!                                          tasks
//!     measure recall elsewhere SETS LOCOMO asks the questions of each file of the texts of the other, without the
//!                                          conversations for tuning
//!
//! A file of sets is JSON, as `set` reads it. RANKS is the output of `bench/hosts/fts5.py` for the same file. Prints
//! tables.

mod draw;
mod elsewhere;
mod engine;
mod events;
mod notes;
mod peers;
mod ranks;
mod recaller;
mod report;
mod scores;
mod set;
mod tasks;
mod times;
mod words;

use std::collections::BTreeMap;
use std::path::Path;

use scrubjay_core::recall::Weighting;

use crate::Outcome;

/// The number of conversations by which constants may be chosen; the others only score.
const N_TUNING: usize = 2;
/// The kinds of questions in LoCoMo.
const KINDS: [(u32, &str); 5] =
    [(1, "several turns"), (2, "when"), (3, "open"), (4, "one turn"), (5, "with a wrong premise")];

pub(crate) fn measure(arguments: &[&str]) -> Outcome {
    match arguments {
        ["sets", "notes"] => println!("{}", set::to_json(&[notes::notes_set()])),
        ["sets", "tasks", file] => println!("{}", set::to_json(&tasks::task_sets(Path::new(file))?)),
        ["score", kind, sets, ranks] => score(kind, Path::new(sets), Path::new(ranks))?,
        ["elsewhere", sets, locomo] => {
            let mut conversations = set::read(Path::new(locomo))?;
            elsewhere::measure(
                &set::read(Path::new(sets))?,
                &conversations.split_off(N_TUNING.min(conversations.len())),
            )?;
        }
        _ => {
            let usage =
                "usage: measure recall sets notes | sets tasks TRACES | score KIND SETS RANKS | elsewhere SETS LOCOMO";
            return Err(usage.into());
        }
    }
    Ok(())
}

fn score(kind: &str, sets: &Path, ranks: &Path) -> Outcome {
    let sets = set::read(sets)?;
    let ranks = ranks::Ranks::read(ranks, sets.len())?;
    let own_weighting = match kind {
        "locomo" => Some(Weighting::People),
        "tasks" => Some(Weighting::Work),
        _ => None,
    };
    let results_by_set: Result<Vec<_>, _> =
        sets.iter().zip(ranks).map(|(set, set_ranks)| report::ask_all(set, set_ranks, own_weighting)).collect();
    let mut results_by_set = results_by_set?;
    if kind == "locomo" {
        let other_sets = results_by_set.split_off(N_TUNING.min(results_by_set.len()));
        let (tuning, other_sets) = (report::join_results(results_by_set), report::join_results(other_sets));
        report::print("LoCoMo, the other conversations", &other_sets);
        report::print_kinds(&other_sets, &BTreeMap::from(KINDS));
        report::print("LoCoMo, the two conversations for tuning", &tuning);
        return Ok(());
    }
    let title = match kind {
        "notes" => "Notes",
        "sessions" => "Recorded sessions",
        "later" => "Later recorded sessions",
        _ => "Past work",
    };
    for (set, measured) in sets.iter().zip(&results_by_set) {
        let title = if results_by_set.len() > 1 { format!("{title}, {}", set.id) } else { title.to_owned() };
        report::print(&title, measured);
    }
    Ok(())
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
