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
pub(super) fn call_result_pairs(said: &[MessageEntry<'_>]) -> Vec<(usize, usize)> {
    let (mut open, mut pairs) = (BTreeMap::new(), Vec::new());
    for (at, part) in said.iter().enumerate().flat_map(|(at, said)| said.parts.iter().map(move |part| (at, part))) {
        match part.kind {
            Kind::Call => drop(open.insert(part.id.as_str(), at)),
            Kind::Result => pairs.extend(open.remove(part.id.as_str()).map(|call| (call, at))),
            _ => {}
        }
    }
    pairs
}

/// The kinds of content that the removed entries `left` have and `survived` lacks, one for each loss. A plan is checked
/// only if the remaining entries, `stays`, have no newer one. Counts the checks of each kind in `n_looked`.
pub(super) fn find_losses(
    left: &[MessageEntry<'_>],
    stays: &[MessageEntry<'_>],
    survived: &Value,
    n_looked: &mut BTreeMap<LossKind, usize>,
) -> Vec<LossKind> {
    let mut lost = Vec::new();
    let mut look = |what, is_there: bool| {
        *n_looked.entry(what).or_default() += 1;
        if !is_there {
            lost.push(what);
        }
    };
    let list = |name: &str| -> Vec<&str> {
        survived[name].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    };
    let parts = || left.iter().flat_map(|said| said.parts.iter().copied());
    if let Some(goal) = parts().find(|part| is_of_user(part)) {
        look(LossKind::Goal, survived["goal"].as_str() == Some(cut(&goal.text, MAX_LONG)));
    }
    let is_plan = |part: &&Part| part.kind == Kind::Call && matches!(part.tool.as_str(), "TodoWrite" | "ExitPlanMode");
    let is_newer_there = stays.iter().any(|said| said.parts.iter().any(is_plan));
    if let Some(newest) = parts().rfind(is_plan).filter(|_| !is_newer_there) {
        let plan = survived["plan"].as_str().unwrap_or_default();
        let steps = newest.input.get("todos").and_then(Value::as_array).into_iter().flatten();
        // An approved plan replaces the earlier list of steps, and has none of its own.
        let mut steps = steps.filter_map(|step| step["content"].as_str());
        look(LossKind::Plan, steps.all(|step| plan.contains(step)));
    }
    let mut calls: BTreeMap<&str, &Part> = BTreeMap::new();
    let (read, changed, failed) = (list("files_read"), list("files_changed"), list("failed_attempts"));
    let (errors, decisions) = (list("errors"), list("decisions"));
    for part in parts() {
        match part.kind {
            Kind::Call => drop(calls.insert(&part.id, part)),
            Kind::Result => {
                let Some(call) = calls.remove(part.id.as_str()) else { continue };
                let path = || call.input.get("file_path").and_then(Value::as_str).map(|path| cut(path, MAX_LINE));
                match (part.is_error, call.tool.as_str(), path()) {
                    (true, ..) => look(LossKind::Failed, is_failure_described(call, part, &failed, &errors)),
                    (false, "Read", Some(path)) => look(LossKind::Read, read.contains(&path)),
                    (false, "Edit" | "MultiEdit" | "Write", Some(path)) => {
                        look(LossKind::Changed, changed.contains(&path))
                    }
                    _ => {}
                }
            }
            Kind::User | Kind::Compact | Kind::Text => {
                for line in part.text.lines().filter(|line| tells_a_decision(line)) {
                    let said = line.trim_start_matches(|char: char| !char.is_alphanumeric()).trim();
                    look(LossKind::Decision, decisions.iter().any(|kept| said.starts_with(*kept) && !kept.is_empty()));
                }
            }
            _ => {}
        }
    }
    lost
}

fn is_of_user(part: &Part) -> bool {
    matches!(part.kind, Kind::User | Kind::Compact) && !part.text.trim().is_empty()
}

/// Whether a failed call is described: by its tool, by the file, command, folder or pattern of its arguments, and by a
/// part of its result.
fn is_failure_described(call: &Part, result: &Part, failed: &[&str], errors: &[&str]) -> bool {
    let about = ["file_path", "command", "path", "pattern"].iter().find_map(|name| call.input.get(*name)?.as_str());
    let about = about.and_then(|about| about.lines().next()).unwrap_or_default();
    let said = one_line(&result.text);
    let names_error = |error: &&&str| error.is_empty() || said.contains(&one_line(error));
    failed.iter().any(|line| line.starts_with(&call.tool) && line.contains(cut(about, 100).trim()))
        && (said.is_empty() || errors.iter().any(|error| names_error(&error)))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// Whether a line begins, after marks of lists and emphasis, with a word that announces a decision.
fn tells_a_decision(line: &str) -> bool {
    let first = line.chars().find(|char| !char.is_whitespace() && !"-*#>_".contains(*char));
    if !first.is_some_and(char::is_alphabetic) {
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
