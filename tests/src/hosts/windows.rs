//! Functions for steps about windows, shared by the hosts in this process.

use serde_json::{Value, json};

use crate::json::without;

/// Members that differ between hosts: the time, and ids that follow from it.
const DIFFERING: [&str; 2] = ["time", "id"];

/// The messages of a step as the text that is pushed.
pub(super) fn messages(arguments: &Value) -> String {
    arguments["messages"].to_string()
}

/// The messages of an answer; a fault if they are not JSON.
pub(super) fn fitted(edited: &str) -> Value {
    serde_json::from_str(edited).unwrap_or_else(|error| json!({ "fault": error.to_string() }))
}

/// An answer, or a list of answers, without times and ids.
pub(super) fn timeless(answer: Value) -> Value {
    match answer {
        Value::Array(all) => all.into_iter().map(timeless).collect(),
        one => without(one, &DIFFERING),
    }
}

/// A page whose list has answers without times and ids.
pub(super) fn timeless_in(list: &str, mut page: Value) -> Value {
    page[list] = timeless(page[list].take());
    page
}

/// The relevances of a step: numbers by id.
pub(super) fn relevances(arguments: &Value) -> impl Iterator<Item = (String, f64)> {
    let members = arguments["relevance"].as_object().cloned().unwrap_or_default();
    members.into_iter().map(|(id, value)| (id, value.as_f64().unwrap_or(f64::NAN)))
}

/// Reads settings from the arguments of a step; missing ones have their defaults.
macro_rules! settings {
    ($arguments:expr, $settings:ident { $($field:ident),* }) => {{
        let (given, set) = (&$arguments["settings"], $settings::default());
        $settings { $($field: $crate::hosts::arguments::option(given, stringify!($field), set.$field)),* }
    }};
    ($arguments:expr, $settings:ident) => {
        $crate::hosts::windows::settings!($arguments, $settings {
            policy, max_tokens, threshold, low, recap_share, keep_last, stub, cache_read, cache_write, cache_lifetime,
            max_body_bytes, max_window_bytes, body_lifetime, caller_keeps
        })
    };
}

/// The answer to `window.fit`.
macro_rules! told {
    ($edited:expr, $pruned:expr) => {
        serde_json::json!({
            "messages": $crate::hosts::windows::fitted(&$edited),
            "n_pruned": $pruned.n_pruned,
            "tokens_before": $pruned.tokens_before,
            "tokens_after": $pruned.tokens_after,
            "first_changed": $pruned.first_changed,
            "expected_saving": $pruned.expected_saving,
            "snapshot": $pruned.snapshot,
        })
    };
}

pub(super) use {settings, told};
