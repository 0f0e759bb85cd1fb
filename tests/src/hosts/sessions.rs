//! Functions for steps about contexts of sessions, shared by the hosts in this process.

use serde_json::Value;

/// The document or the entries of a step: JSON as text, or a text that may not be JSON.
pub(super) fn document(argument: &Value) -> String {
    argument.as_str().map_or_else(|| argument.to_string(), str::to_owned)
}

/// An answer without the times at which contexts were changed, which are the machine's.
pub(super) fn timeless(answer: Value) -> Value {
    match answer {
        Value::Array(items) => items.into_iter().map(timeless).collect(),
        Value::Object(members) => {
            let kept_members =
                members.into_iter().filter(|(name, _)| !matches!(name.as_str(), "used" | "active" | "time"));
            kept_members.map(|(name, value)| (name, timeless(value))).collect()
        }
        other => other,
    }
}

/// Reads the settings of a compaction from the arguments of a step.
macro_rules! compaction_settings {
    ($given:expr, $record:path) => {{
        use $crate::hosts::arguments::option;
        $record {
            max_entries: option($given, "max_entries", 50),
            keep_entries: option($given, "keep_entries", 30),
            max_tokens: option($given, "max_tokens", 100_000),
            task_hours: option($given, "task_hours", 24),
            is_manual: option($given, "is_manual", false),
        }
    }};
}

pub(super) use compaction_settings;
