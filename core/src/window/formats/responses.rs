//! The input items of OpenAI's Responses: each message, reasoning, call and result is an item of its own.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use super::super::item::BodyForm;
use super::anthropic::kind_of;
use super::chat::content;
use super::reader::{CallFields, Reader, ResultFields, text_or_json};
use crate::text::json::{Object, Value};

/// The number of the current run of the model's items; `None` after an item of anyone else.
#[derive(Default)]
pub(super) struct ResponseRun(Option<u32>);

pub(super) fn read(reader: &mut Reader<'_>, item_value: Value<'_>, item: &Object<'_>, run: &mut ResponseRun) {
    let (kind, role) = (item.text("type"), item.text("role"));
    run.0 = is_of_model(&kind, &role).then(|| run.0.unwrap_or(reader.response));
    reader.response = run.0.unwrap_or(reader.response);
    match kind.as_ref() {
        "message" | "" => content(reader, kind_of(&role), item),
        "reasoning" => reasoning(reader, item_value, item),
        "function_call" => call(reader, item, "arguments", BodyForm::ObjectText),
        // Its input has a grammar of its own, which a stub may not fit.
        "custom_tool_call" => call(reader, item, "input", BodyForm::Fixed),
        "function_call_output" | "custom_tool_call_output" => output(reader, item),
        _ => {}
    }
}

fn is_of_model(kind: &str, role: &str) -> bool {
    match kind {
        "message" | "" => role == "assistant",
        "mcp_approval_response" | "item_reference" | "compaction" => false,
        _ => !kind.ends_with("_output"),
    }
}

/// Reads a reasoning item, which is fixed, since the next item refers to it.
fn reasoning(reader: &mut Reader<'_>, item_value: Value<'_>, item: &Object<'_>) {
    let mut text = String::new();
    for part in item.list("summary").into_iter().chain(item.list("content")) {
        let Some(part_text) = part.object().and_then(|part| part.get("text")).map(text_or_json) else { continue };
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&part_text);
    }
    if text.is_empty() {
        text = item.text("encrypted_content").into_owned();
    }
    reader.push_thinking("", text, item_value, BodyForm::Fixed);
}

fn call(reader: &mut Reader<'_>, item: &Object<'_>, member: &str, form: BodyForm) {
    let fields = CallFields { call_id: item.text("call_id"), tool: item.text("name") };
    if let Some(arguments) = item.get(member) {
        reader.push_call(&format!("/{member}"), arguments, form, fields);
    }
}

fn output(reader: &mut Reader<'_>, item: &Object<'_>) {
    let is_error = item.is_true("is_error") || item.text("status") == "incomplete";
    let fields = ResultFields { call_id: item.text("call_id"), tool: Cow::Borrowed(""), is_error };
    if let Some(output) = item.get("output") {
        reader.push_result("/output", output, BodyForm::Text, &fields);
    }
}
