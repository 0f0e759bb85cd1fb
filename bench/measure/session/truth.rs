//! What a compaction must preserve of removed entries, derived from the recording alone and not by the core's code.

use std::collections::BTreeMap;

use serde_json::Value;

use super::messages::MessageEntry;
use crate::window::trace::{Kind, Part};

/// The greatest number of bytes of a line, and of a long text, as the interface documents them.
const MAX_LINE: usize = 400;
const MAX_LONG: usize = 16 << 10;

/// A kind of content that must be preserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LossKind {
    Goal,
    Plan,
    Read,
    Changed,
    Failed,
    Decision,
}

/// The indexes of each call's entry and of its result's entry, between which a history must not be cut.
pub(super) fn call_result_pairs(entries: &[MessageEntry<'_>]) -> Vec<(usize, usize)> {
    let (mut open_calls, mut pairs) = (BTreeMap::new(), Vec::new());
    for (at, part) in entries.iter().enumerate().flat_map(|(at, entry)| entry.parts.iter().map(move |part| (at, part)))
    {
        match part.kind {
            Kind::Call => drop(open_calls.insert(part.id.as_str(), at)),
            Kind::Result => pairs.extend(open_calls.remove(part.id.as_str()).map(|call| (call, at))),
            _ => {}
        }
    }
    pairs
}

/// The kinds of content that the entries `removed` have and `survived` lacks, one for each loss. A plan is checked
/// only if the remaining entries, `stays`, have no newer one. Counts the checks of each kind in `n_looked`.
pub(super) fn find_losses(
    removed: &[MessageEntry<'_>],
    stays: &[MessageEntry<'_>],
    survived: &Value,
    n_looked: &mut BTreeMap<LossKind, usize>,
) -> Vec<LossKind> {
    let mut losses = Vec::new();
    let mut count = |what, is_there: bool| {
        *n_looked.entry(what).or_default() += 1;
        if !is_there {
            losses.push(what);
        }
    };
    let list = |name: &str| -> Vec<&str> {
        survived[name].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    };
    let parts = || removed.iter().flat_map(|entry| entry.parts.iter().copied());
    if let Some(goal) = parts().find(|part| is_of_user(part)) {
        count(LossKind::Goal, survived["goal"].as_str() == Some(cut(&goal.text, MAX_LONG)));
    }
    let is_plan = |part: &&Part| part.kind == Kind::Call && matches!(part.tool.as_str(), "TodoWrite" | "ExitPlanMode");
    let has_newer_plan = stays.iter().any(|entry| entry.parts.iter().any(is_plan));
    if let Some(newest_plan) = parts().rfind(is_plan).filter(|_| !has_newer_plan) {
        let plan = survived["plan"].as_str().unwrap_or_default();
        let steps = newest_plan.input.get("todos").and_then(Value::as_array).into_iter().flatten();
        // An approved plan replaces the earlier list of steps, and has none of its own.
        let mut steps = steps.filter_map(|step| step["content"].as_str());
        count(LossKind::Plan, steps.all(|step| plan.contains(step)));
    }
    let mut calls: BTreeMap<&str, &Part> = BTreeMap::new();
    let (files_read, files_changed, failed_attempts) =
        (list("files_read"), list("files_changed"), list("failed_attempts"));
    let (errors, decisions) = (list("errors"), list("decisions"));
    for part in parts() {
        match part.kind {
            Kind::Call => drop(calls.insert(&part.id, part)),
            Kind::Result => {
                let Some(call) = calls.remove(part.id.as_str()) else { continue };
                let path = || call.input.get("file_path").and_then(Value::as_str).map(|path| cut(path, MAX_LINE));
                match (part.is_error, call.tool.as_str(), path()) {
                    (true, ..) => count(LossKind::Failed, is_failure_described(call, part, &failed_attempts, &errors)),
                    (false, "Read", Some(path)) => count(LossKind::Read, files_read.contains(&path)),
                    (false, "Edit" | "MultiEdit" | "Write", Some(path)) => {
                        count(LossKind::Changed, files_changed.contains(&path))
                    }
                    _ => {}
                }
            }
            Kind::User | Kind::Compact | Kind::Text => {
                for line in part.text.lines().filter(|line| tells_a_decision(line)) {
                    let statement = line.trim_start_matches(|char: char| !char.is_alphanumeric()).trim();
                    count(
                        LossKind::Decision,
                        decisions.iter().any(|decision| statement.starts_with(*decision) && !decision.is_empty()),
                    );
                }
            }
            _ => {}
        }
    }
    losses
}

fn is_of_user(part: &Part) -> bool {
    matches!(part.kind, Kind::User | Kind::Compact) && !part.text.trim().is_empty()
}

/// Whether a failed call is described: by its tool, by the file, command, folder or pattern of its arguments, and by a
/// part of its result.
fn is_failure_described(call: &Part, result: &Part, failed_attempts: &[&str], errors: &[&str]) -> bool {
    let target = ["file_path", "command", "path", "pattern"].iter().find_map(|name| call.input.get(*name)?.as_str());
    let target = target.and_then(|target| target.lines().next()).unwrap_or_default();
    let result_text = one_line(&result.text);
    let names_error = |error: &&&str| error.is_empty() || result_text.contains(&one_line(error));
    failed_attempts.iter().any(|line| line.starts_with(&call.tool) && line.contains(cut(target, 100).trim()))
        && (result_text.is_empty() || errors.iter().any(|error| names_error(&error)))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// Whether a line begins, after marks of lists and emphasis, with a word that announces a decision.
fn tells_a_decision(line: &str) -> bool {
    let first_character = line.chars().find(|char| !char.is_whitespace() && !"-*#>_".contains(*char));
    if !first_character.is_some_and(char::is_alphabetic) {
        return false;
    }
    let words: Vec<String> = line
        .split(|char: char| !char.is_alphanumeric() && char != '\'' && char != ':')
        .filter(|word| !word.is_empty())
        .take(3)
        .map(str::to_lowercase)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    matches!(
        words.as_slice(),
        ["decision:" | "decided:", ..] | ["decided", "to", ..] | ["i" | "we" | "i've" | "we've", "decided", "to", ..]
    )
}

fn cut(text: &str, limit: usize) -> &str {
    &text[..text.floor_char_boundary(limit)]
}
