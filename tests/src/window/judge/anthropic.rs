//! Messages: results come first in the user's next message; a content list is never empty, nor is a text in it.

use serde_json::{Value, json};

use super::{Finding, text};

pub(super) fn examine(messages: &[Value], finding: &mut Finding) {
    let mut last_role = "";
    let mut is_past_results = false;
    for (at, message) in messages.iter().enumerate() {
        finding.at = at;
        finding.keep(message, &["content"]);
        let role = message["role"].as_str().unwrap_or_default();
        finding.expect(role == "user" || role == "assistant", "there is no such role");
        if role != last_role {
            is_past_results = false;
            if role == "assistant" {
                finding.settle();
            }
        }
        last_role = role;
        match &message["content"] {
            Value::String(words) => {
                finding.expect(!words.is_empty(), "the content is empty");
                finding.keep(&message["content"], &[]);
                finding.n_turns += usize::from(role == "user");
                is_past_results = true;
            }
            Value::Array(blocks) => {
                finding.expect(!blocks.is_empty(), "the content is empty");
                let begins_turn = role == "user" && blocks.iter().any(|block| block["type"] != "tool_result");
                finding.n_turns += usize::from(begins_turn);
                blocks.iter().for_each(|block| self::block(role, block, &mut is_past_results, finding));
            }
            _ => finding.violate("there is no content"),
        }
    }
}

fn block(role: &str, block: &Value, is_past_results: &mut bool, finding: &mut Finding) {
    let kind = block["type"].as_str().unwrap_or_default();
    match (kind, role) {
        ("text", _) => {
            finding.expect(text(block.get("text")).is_some(), "a text is empty");
            finding.keep_blocks(&json!([block]));
        }
        ("thinking", "assistant") => {
            let is_whole = block["thinking"].is_string() && text(block.get("signature")).is_some();
            finding.expect(is_whole, "a thought is not signed");
            finding.think(block);
        }
        ("redacted_thinking", "assistant") => {
            finding.expect(text(block.get("data")).is_some(), "a redacted thought is empty");
            finding.think(block);
        }
        ("tool_use", "assistant") => {
            finding.expect(block["input"].is_object(), "the input of a call is no object");
            finding.keep(block, &["input"]);
            finding.call(block.get("id"), block.get("name"));
        }
        ("tool_result", "user") => {
            finding.expect(!*is_past_results, "a result comes after something else");
            finding.keep(block, &["content"]);
            finding.answer(block.get("tool_use_id"));
            if let Some(content) = block.get("content") {
                finding.body(content, "text");
            }
        }
        ("thinking" | "redacted_thinking" | "tool_use" | "tool_result", _) => {
            finding.violate("a block is of the other role");
        }
        _ => finding.keep_blocks(&json!([block])),
    }
    *is_past_results |= kind != "tool_result";
}
