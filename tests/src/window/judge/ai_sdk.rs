//! The AI SDK checks messages by a schema, and that every call was answered before the next user or assistant message.

use serde_json::{Value, json};

use super::{Finding, text};

pub(super) fn examine(messages: &[Value], finding: &mut Finding) {
    for (at, message) in messages.iter().enumerate() {
        finding.at = at;
        finding.keep(message, &["content"]);
        let role = message["role"].as_str().unwrap_or_default();
        if role != "tool" {
            finding.settle();
        }
        finding.n_turns += usize::from(role == "user");
        match (role, &message["content"]) {
            ("system" | "user" | "assistant", content @ Value::String(_)) => finding.keep(content, &[]),
            ("user" | "assistant" | "tool", Value::Array(parts)) => {
                finding.expect(!parts.is_empty(), "the content is empty");
                parts.iter().for_each(|part| self::part(role, part, finding));
            }
            _ => finding.violate("the content does not fit the role"),
        }
    }
}

fn part(role: &str, part: &Value, finding: &mut Finding) {
    match (part["type"].as_str().unwrap_or_default(), role) {
        ("reasoning", "assistant") => reasoning(part, finding),
        ("tool-call", "assistant") => {
            finding.keep(part, &["input", "args"]);
            let input = part.get("input").or_else(|| part.get("args"));
            finding.expect(input.is_some_and(Value::is_object), "the input of a call is no object");
            finding.call(part.get("toolCallId"), part.get("toolName"));
        }
        ("tool-result", "tool") => {
            finding.keep(part, &["output", "result"]);
            finding.answer(part.get("toolCallId"));
            finding.expect(text(part.get("toolName")).is_some(), "a result names no tool");
            match part.get("output") {
                Some(output) => self::output(output, finding),
                None => finding.expect(part.get("result").is_some(), "a result has no output"),
            }
        }
        ("text", "user" | "assistant") => {
            finding.expect(part["text"].is_string(), "a text has no text");
            finding.keep_blocks(&json!([part]));
        }
        ("image" | "file", "user") => finding.keep_blocks(&json!([part])),
        ("file", "assistant") => finding.keep(part, &[]),
        _ => finding.violate("a part does not fit the role"),
    }
}

/// A thought that OpenAI tied to its calls stays. One that another provider signed stays whole or leaves. Any other
/// text may change.
fn reasoning(part: &Value, finding: &mut Finding) {
    finding.expect(part["text"].is_string(), "a thought has no text");
    let options = &part["providerOptions"];
    if options["openai"].is_object() {
        finding.keep(part, &[]);
    } else if options.is_object() || part["signature"].is_string() {
        finding.think(part);
    } else {
        finding.keep(part, &["text"]);
    }
}

fn output(output: &Value, finding: &mut Finding) {
    let kind = output["type"].as_str().unwrap_or_default();
    finding.keep(output, &["type", "value"]);
    // Whether the tool failed is said by the type.
    finding.keep(&Value::Bool(kind.starts_with("error")), &[]);
    match kind {
        "text" | "error-text" => finding.expect(output["value"].is_string(), "the text of an output is no string"),
        "json" | "error-json" => finding.expect(output.get("value").is_some(), "the JSON of an output is missing"),
        "content" => {
            finding.expect(output["value"].is_array(), "the content of an output is no list");
            finding.body(&output["value"], "text");
        }
        _ => finding.violate("there is no such type of output"),
    }
}
