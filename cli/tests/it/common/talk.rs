//! Generated conversations in Anthropic's format, and a check that a conversation is valid.

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// A conversation of `n_steps` steps. Each step is a call of a tool and its result, some 1,500 bytes long, and differs
/// from all other steps.
pub(crate) fn talk(n_steps: usize) -> Vec<Value> {
    let mut messages = vec![json!({ "role": "user", "content": "Find out why the login fails, and mend it." })];
    for step in 0..n_steps {
        let id = format!("toolu_{step}");
        let input = json!({ "path": format!("src/part_{step}.py"), "note": format!("é \"{step}\"\n") });
        messages.push(json!({ "role": "assistant", "content": [
            { "type": "text", "text": format!("Now part {step}.") },
            { "type": "tool_use", "id": id, "name": "read", "input": input },
        ] }));
        let body: String =
            (0..40).map(|line| format!("def part_{step}_{line}(session):\t# {}\n", step * line)).collect();
        messages.push(json!({ "role": "user", "content": [
            { "type": "tool_result", "tool_use_id": id, "content": body },
        ] }));
    }
    messages
}

/// Asserts the rules of the provider: roles take turns, and every result follows its call at once.
pub(crate) fn assert_valid(messages: &[Value]) {
    let blocks = |message: &Value, kind: &str, name: &str| -> BTreeSet<String> {
        let blocks = message["content"].as_array().into_iter().flatten().filter(|block| block["type"] == kind);
        blocks.map(|block| block[name].as_str().unwrap().to_owned()).collect()
    };
    for (at, message) in messages.iter().enumerate() {
        let role = if at % 2 == 0 { "user" } else { "assistant" };
        assert_eq!(message["role"], role, "message {at}");
        assert!(message["content"].is_string() || !message["content"].as_array().unwrap().is_empty(), "message {at}");
        let answered = messages.get(at + 1).map(|next| blocks(next, "tool_result", "tool_use_id"));
        assert_eq!(blocks(message, "tool_use", "id"), answered.unwrap_or_default(), "message {at}");
        for input in message["content"].as_array().into_iter().flatten().filter_map(|block| block.get("input")) {
            assert!(input.is_object(), "message {at}");
        }
    }
}

/// The ids that stubs and recaps of edited messages name, each with the original value. Messages that left whole have
/// none.
pub(crate) fn stubs(original: &[Value], edited: &[Value]) -> Vec<(String, Value)> {
    let blocks = |messages: &[Value]| -> Vec<Value> {
        messages.iter().filter_map(|message| message["content"].as_array()).flatten().cloned().collect()
    };
    let is_same = |one: &Value, other: &Value| {
        ["type", "id", "tool_use_id"].iter().all(|name| one.get(name) == other.get(name)) && one["type"] != "text"
    };
    let edited = blocks(edited);
    let mut stubs = Vec::new();
    for old_block in blocks(original) {
        let Some(new_block) = edited.iter().find(|new_block| is_same(new_block, &old_block)) else { continue };
        for name in ["content", "input"] {
            if old_block.get(name) != new_block.get(name) {
                let stub = new_block[name].as_str().or(new_block[name]["pruned"].as_str()).unwrap();
                let named = stub.strip_prefix("[pruned ").or_else(|| stub.strip_prefix("[recap ")).unwrap();
                stubs.push((named[..13].to_owned(), old_block[name].clone()));
            }
        }
    }
    stubs
}
