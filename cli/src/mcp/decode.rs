//! Decodes a line: to a message, to a protocol error as the answer, or to nothing. Every request gets an answer.
//!
//! The library ignores text that is not JSON, and treats a request with wrong parameters as one for an unknown method.
//! Notifications and answers are never answered. Not here: reading lines (`lines`), and refusals of arguments of tools.

use rmcp::RoleServer;
use rmcp::model::{ClientRequest, ErrorCode, JsonRpcMessage};
use rmcp::service::RxJsonRpcMessage;
use scrubjay::shown::one_line;
use serde_json::{Value, json};

use super::lines::{Line, MAX_BYTES};

/// The methods whose parameters are checked here.
const SERVED_METHODS: [&str; 5] = ["initialize", "ping", "tools/list", "tools/call", "server/discover"];

pub(super) enum DecodedLine {
    Message(Box<RxJsonRpcMessage<RoleServer>>),
    /// The error to answer with.
    Refused(Value),
    Nothing,
}

pub(super) fn decode(line: &Line) -> DecodedLine {
    let text = match line {
        Line::Cut(text) => {
            let why = format!("a message has at most {MAX_BYTES} bytes");
            return error_reply(ErrorCode::PARSE_ERROR, &why, id_in(text));
        }
        Line::Whole(text) => text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii(),
    };
    if text.is_empty() {
        return DecodedLine::Nothing;
    }
    match serde_json::from_slice(text) {
        Ok(value) => message(text, &value),
        Err(error) => error_reply(ErrorCode::PARSE_ERROR, &format!("this is no JSON: {error}"), id_in(text)),
    }
}

fn message(text: &[u8], value: &Value) -> DecodedLine {
    let parsed = serde_json::from_slice::<RxJsonRpcMessage<RoleServer>>(text);
    let Some(method) = value.get("method").and_then(Value::as_str) else {
        let is_answer = value.get("result").is_some() || value.get("error").is_some();
        return match parsed {
            Ok(message) => DecodedLine::Message(message.into()),
            Err(_) if is_answer => DecodedLine::Nothing,
            Err(_) => invalid_request(value),
        };
    };
    if value.get("id").is_none() {
        return parsed.map_or(DecodedLine::Nothing, |message| DecodedLine::Message(message.into()));
    }
    match (parsed, id(value)) {
        (Ok(JsonRpcMessage::Request(request)), Some(id)) => match &request.request {
            ClientRequest::CustomRequest(_) if SERVED_METHODS.contains(&method) => invalid_params(method, id),
            _ => DecodedLine::Message(Box::new(JsonRpcMessage::Request(request))),
        },
        // Only the parameters can be wrong here, even if the library takes the request for another kind of message.
        (_, Some(id)) if value["jsonrpc"] == "2.0" => invalid_params(method, id),
        _ => invalid_request(value),
    }
}

/// The error for a request with wrong parameters.
fn invalid_params(method: &str, id: Value) -> DecodedLine {
    error_reply(
        ErrorCode::INVALID_PARAMS,
        &format!("`params` of {method} must be {}", expected_params(method)),
        Some(id),
    )
}

/// The valid form of a method's parameters, for a message.
fn expected_params(method: &str) -> &'static str {
    match method {
        "tools/call" => "an object with a text `name`, and an object `arguments` if there are any",
        "initialize" => "an object with `protocolVersion`, `capabilities` and `clientInfo`",
        _ => "an object, as the protocol has it",
    }
}

fn invalid_request(value: &Value) -> DecodedLine {
    let why = "Invalid request: an object with `jsonrpc` \"2.0\", `id`, a text or a whole number, and `method` is one";
    error_reply(ErrorCode::INVALID_REQUEST, why, id(value))
}

fn error_reply(code: ErrorCode, why: &str, id: Option<Value>) -> DecodedLine {
    DecodedLine::Refused(json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code.0, "message": one_line(why) } }))
}

/// The id of a message; `None` if it has no valid one.
fn id(value: &Value) -> Option<Value> {
    value.get("id").filter(|id| id.is_string() || id.is_i64()).cloned()
}

/// The id in the outermost object of a text that is not JSON, if it can be found: a client waits for an answer with it.
fn id_in(text: &[u8]) -> Option<Value> {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(byte) = text.get(at) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let end = end_of_string(text, at)?;
                let value = text[end..].trim_ascii_start().strip_prefix(b":");
                if let Some(value) = value.filter(|_| depth == 1 && &text[at..end] == b"\"id\"") {
                    return scalar(value.trim_ascii_start());
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The offset behind a string that begins at a quotation mark; `None` if the string does not end.
fn end_of_string(text: &[u8], begin: usize) -> Option<usize> {
    let mut is_escaped = false;
    let end = text[begin + 1..].iter().position(|byte| {
        let is_end = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        is_end
    });
    end.map(|end| begin + end + 2)
}

/// A string or a whole number at the beginning of a text; `None` for anything else.
fn scalar(text: &[u8]) -> Option<Value> {
    let end = match text.first()? {
        b'"' => end_of_string(text, 0)?,
        _ => text.iter().position(|byte| !byte.is_ascii_digit() && *byte != b'-')?,
    };
    let value: Value = serde_json::from_slice(&text[..end]).ok()?;
    let is_ended = text[end..].trim_ascii_start().first().is_none_or(|byte| matches!(byte, b',' | b'}'));
    Some(value).filter(|value| is_ended && (value.is_string() || value.is_i64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_found_in_what_is_no_json() {
        for (text, id) in [
            (r#"{"jsonrpc":"2.0","id":7,"method":"\ud800"}"#, json!(7)),
            (r#"{"method":"tools/call","params":{"id":3,"x":NaN},"id":"a\"b"}"#, json!("a\"b")),
            (r#"{"method":"id","params":"\"id\":4"  , "id" : -5 , NaN"#, json!(-5)),
            (r#"{"id":1.5,"x":NaN}"#, Value::Null),
            (r#"{"params":{"id":3},NaN"#, Value::Null),
            (r#"{"jsonrpc": "2.0", "id":"#, Value::Null),
            ("this is no JSON", Value::Null),
            ("\"id\": 4", Value::Null),
        ] {
            assert_eq!(id_in(text.as_bytes()).unwrap_or(Value::Null), id, "{text}");
        }
    }
}
