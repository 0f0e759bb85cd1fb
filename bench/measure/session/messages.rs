//! Converts a recorded session to history entries in the two formats that most agents use, each entry when it is
//! complete.

use serde_json::{Value, json};

use super::Recording;
use crate::window::trace::{Kind, Part};

/// The format of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MessageForm {
    Anthropic,
    OpenAi,
}

/// An entry, and the parts of the recording that it contains.
pub(super) struct MessageEntry<'p> {
    pub(super) message: Value,
    pub(super) parts: Vec<&'p Part>,
}

/// The entries of a session. The parts of a response between two results are one entry; so are, for Anthropic, results
/// that follow each other.
pub(super) fn entries<'p>(recording: &'p Recording<'_>, form: MessageForm) -> Vec<MessageEntry<'p>> {
    let parts: Vec<&Part> = recording.parts().filter(|part| part.kind != Kind::Meta).collect();
    let is_of_model = |part: &Part| matches!(part.kind, Kind::Text | Kind::Think | Kind::Call);
    let is_same_message = |one: &&Part, next: &&Part| {
        (is_of_model(one) && is_of_model(next) && one.response == next.response)
            || (form == MessageForm::Anthropic && one.kind == Kind::Result && next.kind == Kind::Result)
    };
    let entry = |parts: &[&'p Part]| MessageEntry {
        message: match form {
            MessageForm::Anthropic => anthropic(parts),
            MessageForm::OpenAi => chat(parts),
        },
        parts: parts.to_vec(),
    };
    parts.chunk_by(is_same_message).map(entry).collect()
}

fn anthropic(parts: &[&Part]) -> Value {
    let block = |part: &&Part| match part.kind {
        Kind::Think => json!({ "type": "thinking", "thinking": part.text, "signature": "" }),
        Kind::Call => json!({ "type": "tool_use", "id": part.id, "name": part.tool, "input": part.input }),
        Kind::Result if part.is_error => {
            json!({ "type": "tool_result", "tool_use_id": part.id, "content": part.text, "is_error": true })
        }
        Kind::Result => json!({ "type": "tool_result", "tool_use_id": part.id, "content": part.text }),
        _ => json!({ "type": "text", "text": part.text }),
    };
    let is_of_user = matches!(parts[0].kind, Kind::User | Kind::Compact | Kind::Result);
    let role = if is_of_user { "user" } else { "assistant" };
    json!({ "role": role, "content": parts.iter().map(block).collect::<Vec<Value>>() })
}

fn chat(parts: &[&Part]) -> Value {
    match parts[0] {
        part if part.kind == Kind::Result => {
            let mut message = json!({ "role": "tool", "tool_call_id": part.id, "content": part.text });
            if part.is_error {
                // The format has no member for errors; hosts that know of one add it.
                message["is_error"] = json!(true);
            }
            message
        }
        part if matches!(part.kind, Kind::User | Kind::Compact) => json!({ "role": "user", "content": part.text }),
        _ => {
            let parts_of = |kind| parts.iter().filter(move |part| part.kind == kind);
            let texts: Vec<&str> = parts_of(Kind::Text).map(|part| part.text.as_str()).collect();
            let call = |part: &&Part| {
                let function = json!({ "name": part.tool, "arguments": json!(part.input).to_string() });
                json!({ "id": part.id, "type": "function", "function": function })
            };
            let calls: Vec<Value> = parts_of(Kind::Call).map(call).collect();
            let mut message = json!({ "role": "assistant", "content": texts.join("\n") });
            if !calls.is_empty() {
                message["tool_calls"] = calls.into();
            }
            message
        }
    }
}
