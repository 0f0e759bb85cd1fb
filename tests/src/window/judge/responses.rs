//! Responses: calls and outputs pair by their call id; a thought precedes the item that it led to, and stays.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Finding, text};

pub(super) fn examine(items: &[Value], finding: &mut Finding) {
    let mut seen = BTreeSet::new();
    for (at, item) in items.iter().enumerate() {
        finding.at = at;
        match item["type"].as_str().unwrap_or("message") {
            "message" => {
                finding.n_turns += usize::from(item["role"] == "user");
                finding.keep(item, &["content"]);
                let content = &item["content"];
                finding.keep_blocks(content);
                let says = content.is_string() || content.as_array().is_some_and(|parts| !parts.is_empty());
                finding.expect(says, "there is no content");
            }
            "reasoning" => {
                finding.keep(item, &[]);
                finding.expect(item["summary"].is_array(), "a thought has no summary");
                let next = items.get(at + 1).map(|next| next["type"].as_str().unwrap_or("message"));
                let leads_on = match next {
                    Some("message") => items[at + 1]["role"] == "assistant",
                    Some(kind) => kind == "reasoning" || kind.ends_with("_call"),
                    None => false,
                };
                finding.expect(leads_on, "a thought comes without the item that follows it");
            }
            kind @ ("function_call" | "custom_tool_call") => {
                match kind {
                    "function_call" => {
                        finding.keep(item, &["arguments"]);
                        finding.arguments(&item["arguments"]);
                    }
                    _ => finding.keep(item, &[]),
                }
                let is_new = text(item.get("call_id")).is_none_or(|id| seen.insert((kind, id)));
                finding.expect(is_new, "two calls have one id");
                finding.call(item.get("call_id"), item.get("name"));
            }
            kind @ ("function_call_output" | "custom_tool_call_output") => {
                finding.keep(item, &["output"]);
                let call = (kind.trim_end_matches("_output"), text(item.get("call_id")).unwrap_or_default());
                finding.expect(seen.contains(&call), "an output is of another kind than its call");
                finding.answer(item.get("call_id"));
                finding.body(&item["output"], "input_text");
                let is_empty = item["output"].as_array().is_some_and(Vec::is_empty);
                finding.expect(!is_empty, "an output is empty");
            }
            _ => finding.keep(item, &[]),
        }
    }
}
