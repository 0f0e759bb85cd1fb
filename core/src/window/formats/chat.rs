//! OpenAI's Chat Completions: calls are a member beside the content, and each result is a message of its own.

use alloc::borrow::Cow;
use alloc::format;

use super::super::item::{BodyForm, ItemKind};
use super::anthropic::kind_of;
use super::reader::{CallFields, Reader, ResultFields, text_of};
use crate::text::json::{Object, Value};

pub(super) fn read(reader: &mut Reader<'_>, message: &Object<'_>) {
    let role = message.text("role");
    if role == "tool" {
        return result(reader, message);
    }
    thinking(reader, message);
    content(reader, kind_of(&role), message);
    if let Some(refusal) = message.get("refusal").filter(|refusal| refusal.is_string()) {
        reader.push_fixed(ItemKind::Assistant, "/refusal", refusal);
    }
    calls(reader, "/tool_calls", &message.list("tool_calls"));
}

/// Reads `reasoning_content` and `reasoning`. Pruned, they stay as stubs, since some providers refuse a call without
/// them. Beside `reasoning_details`, which may be signed, they are fixed.
fn thinking(reader: &mut Reader<'_>, message: &Object<'_>) {
    let is_signed = message.get("reasoning_details").is_some_and(|details| !details.is_null());
    let form = if is_signed { BodyForm::Fixed } else { BodyForm::Text };
    for (name, pointer) in [("reasoning_content", "/reasoning_content"), ("reasoning", "/reasoning")] {
        if let Some(value) = message.get(name)
            && let Some(text) = value.text()
        {
            reader.push_thinking(pointer, text.into_owned(), value, form);
        }
    }
}

/// Reads the content of a message, a text or a list of parts. It is never pruned, except for prepared code, images,
/// audio and files in what the user said.
pub(super) fn content(reader: &mut Reader<'_>, kind: ItemKind, message: &Object<'_>) {
    let Some(content) = message.get("content").filter(|content| !content.is_null()) else { return };
    if !content.is_list() {
        return reader.push_fixed(kind, "/content", content);
    }
    for (at, part) in content.list().into_iter().enumerate() {
        let place = format!("/content/{at}");
        let object = part.object();
        match object.as_ref().and_then(|object| text_of(object).map(|text| ("text", text)).or_else(|| refusal(object)))
        {
            Some((name, text)) => reader.push_fixed(kind, &format!("{place}/{name}"), text),
            None => reader.push_fixed(kind, &place, part),
        }
    }
}

/// The name and value of the member with the model's refusal; `None` for any other part.
fn refusal<'a>(part: &Object<'a>) -> Option<(&'static str, Value<'a>)> {
    let refusal = part.get("refusal").filter(|_| part.text("type") == "refusal")?;
    Some(("refusal", refusal))
}

/// Reads the list of calls at the pointer `place`.
pub(super) fn calls(reader: &mut Reader<'_>, place: &str, calls: &[Value<'_>]) {
    for (at, &call) in calls.iter().enumerate() {
        let place = format!("{place}/{at}");
        let Some(object) = call.object() else {
            reader.push_unknown(&place, call);
            continue;
        };
        let call_id = object.text("id");
        if let Some(function) = object.object("function")
            && let Some(arguments) = function.get("arguments")
        {
            let fields = CallFields { call_id, tool: function.text("name") };
            reader.push_call(&format!("{place}/function/arguments"), arguments, BodyForm::ObjectText, fields);
        } else if let Some(custom) = object.object("custom")
            && let Some(input) = custom.get("input")
        {
            let fields = CallFields { call_id, tool: custom.text("name") };
            reader.push_call(&format!("{place}/custom/input"), input, BodyForm::Fixed, fields);
        } else {
            reader.push_call(&place, call, BodyForm::Fixed, CallFields { call_id, tool: Cow::Borrowed("") });
        }
    }
}

fn result(reader: &mut Reader<'_>, message: &Object<'_>) {
    let Some(content) = message.get("content") else { return };
    // The format has no such flags; clients add them.
    let is_error = message.is_true("is_error") || message.text("status") == "error";
    let fields = ResultFields { call_id: message.text("tool_call_id"), tool: message.text("name"), is_error };
    reader.push_result("/content", content, BodyForm::Text, &fields);
}
