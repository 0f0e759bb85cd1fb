//! The *demands* of the reference evaluator: words that an agent writes into a call and has read before. A step misses
//! if one of its demands or more are in no visible part.

use std::collections::BTreeMap;

use serde_json::Value;

use super::trace::{Kind, Part, Segment, line_key};
use super::words;

/// Tools whose arguments are in the model's own words.
const OWN_WORDS: [&str; 10] = [
    "TodoWrite",
    "TaskCreate",
    "TaskUpdate",
    "Task",
    "Agent",
    "ExitPlanMode",
    "Skill",
    "AskUserQuestion",
    "WebSearch",
    "WebFetch",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WordKind {
    Name,
    Line,
    Tail,
}

/// A word that a step needs, and the earlier parts that contain it.
#[derive(Debug)]
pub(super) struct Demand {
    pub(super) what: WordKind,
    pub(super) word: u32,
    pub(super) support: Vec<usize>,
}

/// The demands of each step that only prunable parts can serve. `n_easy` counts demanded words that an earlier part of
/// another kind contains, `n_novel` those that no earlier part contains.
#[derive(Debug, Default)]
pub(super) struct Demands {
    pub(super) by_step: Vec<Vec<Demand>>,
    pub(super) n_easy: usize,
    pub(super) n_novel: usize,
}

pub(super) fn demands(segment: &Segment) -> Demands {
    let mut demands = Demands::default();
    let mut holders: BTreeMap<(WordKind, u32), Vec<usize>> = BTreeMap::new();
    let mut first_part = 0;
    for step in 0..segment.n_steps {
        let end = segment.ends.get(step + 1).copied().unwrap_or(segment.parts.len());
        let parts = &segment.parts[first_part..end];
        let mut step_demands = Vec::new();
        for word in wanted_words(segment, parts, &mut demands.n_novel) {
            let Some(support) = holders.get(&word) else {
                demands.n_novel += 1;
                continue;
            };
            let is_durable =
                |at: &usize| matches!(segment.parts[*at].kind, Kind::User | Kind::Text | Kind::Compact | Kind::Meta);
            match support.iter().any(is_durable) {
                true => demands.n_easy += 1,
                false => step_demands.push(Demand { what: word.0, word: word.1, support: support.clone() }),
            }
        }
        demands.by_step.push(step_demands);
        for (at, part) in (first_part..).zip(parts) {
            for (what, words) in
                [(WordKind::Name, &part.names), (WordKind::Line, &part.lines), (WordKind::Tail, &part.tails)]
            {
                for word in words {
                    holders.entry((what, *word)).or_default().push(at);
                }
            }
        }
        first_part = end;
    }
    demands
}

/// The distinct words of a step's calls. Words that no part of the segment contains are left out, and added to
/// `n_novel`.
fn wanted_words(segment: &Segment, parts: &[Part], n_novel: &mut usize) -> Vec<(WordKind, u32)> {
    let mut words_found: Vec<(WordKind, String)> = Vec::new();
    for call in parts.iter().filter(|part| part.kind == Kind::Call && !OWN_WORDS.contains(&part.tool.as_str())) {
        for (name, value) in &call.input {
            let Value::String(value) = value else { continue };
            match name.as_str() {
                "old_string" | "oldText" => {
                    let lines = value.split('\n').map(str::trim).filter(|line| words::is_long(line));
                    words_found.extend(lines.map(|line| (WordKind::Line, line_key(line))));
                }
                "new_string" | "newText" | "content" | "description" => {}
                _ => {
                    words_found.extend(words::tails(value).into_iter().map(|tail| (WordKind::Tail, tail)));
                    if matches!(name.as_str(), "pattern" | "command" | "query" | "path") {
                        words_found.extend(words::names(value).map(|name| (WordKind::Name, name.to_owned())));
                    }
                }
            }
        }
    }
    words_found.sort();
    words_found.dedup();
    let n_found = words_found.len();
    let known_words: Vec<_> =
        words_found.into_iter().filter_map(|(what, word)| Some((what, segment.numbers.get(&word)?))).collect();
    *n_novel += n_found - known_words.len();
    known_words
}
