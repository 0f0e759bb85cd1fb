//! Chat Completions: the results of a message's calls follow it at once, a message each.

use serde_json::Value;

use super::{Finding, text};

pub(super) fn examine(messages: &[Value], finding: &mut Finding) {
    for (at, message) in messages.iter().enumerate() {
        finding.at = at;
        let role = message["role"].as_str().unwrap_or_default();
        match role {
            "tool" => {
                finding.keep(message, &["content"]);
                finding.answer(message.get("tool_call_id"));
                finding.body(&message["content"], "text");
            }
            "assistant" => {
                finding.settle();
                assistant(message, finding);
            }
            "user" | "system" | "developer" => {
                finding.settle();
                finding.n_turns += usize::from(role == "user");
                finding.keep(message, &["content"]);
                let content = &message["content"];
                finding.keep_blocks(content);
                let says = content.is_string() || content.as_array().is_some_and(|parts| !parts.is_empty());
                finding.expect(says, "there is no content");
            }
            _ => finding.violate("there is no such role"),
        }
    }
}

fn assistant(message: &Value, finding: &mut Finding) {
    finding.keep(message, &["tool_calls", "reasoning_content"]);
    // Its text is free, but some providers refuse a call without it.
    let thought = message.get("reasoning_content");
    finding.keep(&Value::Bool(thought.is_some()), &[]);
    finding.expect(thought.is_none_or(|thought| text(Some(thought)).is_some()), "a thought is empty");
    let calls = message.get("tool_calls").map(Value::as_array);
    let says = message["content"].is_string() || message["content"].is_array() || message["refusal"].is_string();
    match calls {
        Some(Some(calls)) if !calls.is_empty() => calls.iter().for_each(|call| self::call(call, finding)),
        Some(_) => finding.violate("there are calls, but none"),
        None => finding.expect(says, "there is neither content nor a call"),
    }
}

fn call(call: &Value, finding: &mut Finding) {
    let function = &call["function"];
    finding.expect(call["type"] == "function", "a call is of no function");
    finding.keep(call, &["function"]);
    finding.keep(function, &["arguments"]);
    finding.arguments(&function["arguments"]);
    finding.call(call.get("id"), function.get("name"));
}
