//! Functions for steps about records, shared by the hosts in this process.

use serde_json::{Value, json};

/// The events of a step as lines of JSON.
pub(super) fn lines(arguments: &Value) -> String {
    let events = arguments["events"].as_array().into_iter().flatten();
    events.map(Value::to_string).collect::<Vec<_>>().join("\n")
}

/// The lines of a transcript in a step.
pub(super) fn transcript(arguments: &Value) -> String {
    let lines = arguments["lines"].as_array().into_iter().flatten();
    lines.map(|line| format!("{line}\n")).collect()
}

/// The answer to `records.capture`.
pub(super) fn captured(n_added: usize, n_known: usize, n_unknown: u64, refused: Vec<(u64, Value)>) -> Value {
    let refused: Vec<Value> =
        refused.into_iter().map(|(line, error)| json!({ "line": line, "error": error })).collect();
    json!({ "n_added": n_added, "n_known": n_known, "n_unknown": n_unknown, "refused": refused })
}

/// An argument of JSON as text; empty if it is missing.
pub(super) fn json_of(argument: &Value) -> String {
    if argument.is_null() { String::new() } else { argument.to_string() }
}

/// An answer without the times at which something was recorded.
pub(super) fn undated(answer: Value) -> Value {
    match answer {
        Value::Array(items) => items.into_iter().map(undated).collect(),
        Value::Object(members) => {
            let kept_members = members.into_iter().filter(|(name, _)| name != "recorded");
            kept_members.map(|(name, value)| (name, undated(value))).collect()
        }
        other => other,
    }
}

/// Exported lines without the times at which something was recorded, on which the trailer's hash depends too.
pub(super) fn exported(text: &str) -> Value {
    let lines = text.lines().map(|line| undated(serde_json::from_str(line).unwrap_or_default()));
    let kept_lines = lines.map(|mut line| {
        if let Some(trailer) = line.get_mut("trailer").and_then(Value::as_object_mut) {
            trailer.remove("hash");
        }
        if let Some(members) = line.as_object_mut() {
            members.remove("updated");
        }
        line
    });
    kept_lines.collect()
}

/// The answer to `records.import`: counts of the states, and the refused lines.
pub(super) fn imported(states: &[&str], refused: Vec<(u32, Value)>, is_whole: bool) -> Value {
    let count = |wanted_state: &str| states.iter().filter(|state| **state == wanted_state).count();
    let refused: Vec<Value> =
        refused.into_iter().map(|(line, error)| json!({ "line": line, "error": error })).collect();
    let (n_added, n_adopted) = (count("added"), count("adopted"));
    let n_known = count("known") + n_adopted;
    json!({
        "n_added": n_added, "n_known": n_known, "n_adopted": n_adopted, "refused": refused, "is_whole": is_whole,
    })
}

/// Reads a note as an event from the arguments of a step.
macro_rules! note {
    ($given:expr) => {{
        use $crate::hosts::arguments::{option, required};
        let given: &serde_json::Value = $given;
        records::Event {
            event_id: required(given, "event_id"),
            time: option(given, "time", 0),
            channel: required(given, "channel"),
            origin: option(given, "origin", records::Origin::Person),
            session: required(given, "session"),
            branch: required(given, "branch"),
            commit: required(given, "commit"),
            task: required(given, "task"),
            parents: required(given, "parents"),
            anchors: Vec::new(),
            metadata: $crate::hosts::record_steps::json_of(&given["metadata"]),
            body: records::EventBody::Note(required(given, "text")),
        }
    }};
}

/// Reads the selection of a rollback from the arguments of a step.
macro_rules! selection {
    ($given:expr) => {{
        use $crate::hosts::arguments::{option, required};
        records::Selection {
            session: required($given, "session"),
            principal: required($given, "principal"),
            channel: required($given, "channel"),
            origin: option($given, "origin", None),
            since: option($given, "since", None),
        }
    }};
}

pub(super) use {note, selection};
