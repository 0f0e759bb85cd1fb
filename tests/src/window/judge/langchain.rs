//! LangChain hands its messages to a provider: each call is answered by a tool message before anything else is said.

use serde_json::{Value, json};

use super::{Finding, text};

pub(super) fn examine(messages: &[Value], finding: &mut Finding) {
    for (at, message) in messages.iter().enumerate() {
        finding.at = at;
        let (kind, inner) = unwrapped(message);
        finding.keep(message, &["kwargs", "data", "content", "tool_calls"]);
        finding.keep(inner, &["content", "tool_calls"]);
        let content = &inner["content"];
        finding.expect(content.is_string() || content.is_array(), "there is no content");
        match kind {
            "tool" => {
                finding.answer(inner.get("tool_call_id"));
                finding.body(content, "text");
            }
            "ai" => {
                finding.settle();
                assistant(inner, is_of_javascript(message), finding);
            }
            _ => {
                finding.settle();
                finding.keep_blocks(content);
                finding.n_turns += usize::from(kind == "human");
            }
        }
    }
}

/// The kind of a message: `ai`, `human`, `tool` or `system`.
pub(super) fn role(message: &Value) -> String {
    unwrapped(message).0.to_owned()
}

/// The kind of a message, and the object with its members, in each form that LangChain writes.
fn unwrapped(message: &Value) -> (&str, &Value) {
    let class = message["id"].as_array().and_then(|id| id.last()).and_then(Value::as_str).unwrap_or_default();
    let (name, members) = match (message.get("kwargs"), message.get("data")) {
        (Some(kwargs), _) => (class, kwargs),
        (None, Some(data)) => (message["type"].as_str().unwrap_or_default(), data),
        (None, None) => (message["role"].as_str().or_else(|| message["type"].as_str()).unwrap_or_default(), message),
    };
    let kind = match name {
        "AIMessage" | "ai" | "assistant" => "ai",
        "HumanMessage" | "human" | "user" => "human",
        "ToolMessage" | "tool" => "tool",
        _ => "system",
    };
    (kind, members)
}

fn is_of_javascript(message: &Value) -> bool {
    message["id"][0] == "langchain_core"
}

fn assistant(message: &Value, is_of_javascript: bool, finding: &mut Finding) {
    let calls = message["tool_calls"].as_array().map(Vec::as_slice).unwrap_or_default();
    for call in calls {
        finding.expect(call["args"].is_object(), "the arguments of a call are no object");
        finding.keep(call, &["args"]);
        finding.call(call.get("id"), call.get("name"));
    }
    let Some(blocks) = message["content"].as_array() else { return finding.keep(&message["content"], &[]) };
    finding.expect(!blocks.is_empty() || !calls.is_empty(), "the content is empty");
    for block in blocks {
        match block["type"].as_str().unwrap_or_default() {
            "thinking" => {
                finding.expect(text(block.get("signature")).is_some(), "a thought is not signed");
                finding.think(block);
            }
            "redacted_thinking" => finding.think(block),
            "tool_use" => {
                // The same call again: of the two, one is sent, and the other stays.
                let same_call = calls.iter().find(|call| call["id"] == block["id"]).unwrap_or(&Value::Null);
                finding.expect(!same_call.is_null(), "a call in the content is not among the calls");
                finding.expect(block["input"].is_object(), "the input of a call is no object");
                finding.keep(block, &["input"]);
                let unsent_arguments = if is_of_javascript { &same_call["args"] } else { &block["input"] };
                finding.keep(&json!({ "unsent": unsent_arguments }), &[]);
            }
            _ => finding.keep(block, &[]),
        }
    }
}
