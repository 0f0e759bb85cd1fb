//! LangChain's messages: plain (`{role or type, content, …}`), as `messages_to_dict` gives them (`{type, data}`), or as
//! `dumpd` and `toJSON` do (`{lc, type: "constructor", id, kwargs}`).

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::super::item::{BodyForm, ItemKind};
use super::anthropic::{block, kind_of};
use super::chat;
use super::reader::{CallFields, Reader, ResultFields};
use crate::base::sort::sort;
use crate::text::json::{Object, Value};

pub(super) fn read(reader: &mut Reader<'_>, message: &Object<'_>) {
    let (inner, class, base) = match (message.object("kwargs"), message.object("data")) {
        (Some(kwargs), _) => (kwargs, class_of(message), "/kwargs"),
        (None, Some(data)) => (data, message.text("type"), "/data"),
        (None, None) => (message.clone(), Cow::Borrowed(""), ""),
    };
    reader.base_pointer = base;
    let role = [class, inner.text("role"), inner.text("type")].into_iter().find(|name| !name.is_empty());
    match canonical_role(&role.unwrap_or_default()) {
        "tool" => result(reader, &inner),
        "chat" => content(reader, kind_of(canonical_role(&inner.text("role"))), &inner, &[]),
        "assistant" => assistant_message(reader, &inner, is_of_javascript(message)),
        role => content(reader, kind_of(role), &inner, &[]),
    }
}

/// The class name of a serialized message, which is the last name of its id.
fn class_of<'a>(message: &Object<'a>) -> Cow<'a, str> {
    message.list("id").last().and_then(|name| name.text()).unwrap_or_default()
}

/// Maps the aliases of a role to one name.
fn canonical_role(role: &str) -> &str {
    match role {
        "human" | "user" | "HumanMessage" | "HumanMessageChunk" => "user",
        "ai" | "assistant" | "AIMessage" | "AIMessageChunk" => "assistant",
        "system" | "developer" | "SystemMessage" | "SystemMessageChunk" => "system",
        "tool" | "ToolMessage" | "ToolMessageChunk" => "tool",
        "chat" | "ChatMessage" | "ChatMessageChunk" => "chat",
        role => role,
    }
}

/// Whether LangChain.js serialized the message. If a call is both in the content and in `tool_calls`, LangChain.js
/// sends the former, LangChain of Python the latter.
fn is_of_javascript(message: &Object<'_>) -> bool {
    message.list("id").first().and_then(|name| name.text()).is_some_and(|name| name == "langchain_core")
}

/// Reads a message of the model. If it has a call twice, only the copy that LangChain sends is read.
fn assistant_message(reader: &mut Reader<'_>, message: &Object<'_>, is_of_javascript: bool) {
    let calls = message.list("tool_calls");
    let repeated_call_ids = repeated_call_ids(message, &calls);
    let hidden_ids: &[Cow<'_, str>] = if is_of_javascript { &[] } else { &repeated_call_ids };
    content(reader, ItemKind::Assistant, message, hidden_ids);
    for (at, &call) in calls.iter().enumerate() {
        let Some(object) = call.object() else { continue };
        let fields = CallFields { call_id: object.text("id"), tool: object.text("name") };
        if is_of_javascript && repeated_call_ids.binary_search(&fields.call_id).is_ok() {
            continue;
        }
        match object.get("args") {
            Some(args) => reader.push_call(&format!("/tool_calls/{at}/args"), args, BodyForm::Object, fields),
            None => reader.push_call(&format!("/tool_calls/{at}"), call, BodyForm::Fixed, fields),
        }
    }
    for (at, call) in message.list("invalid_tool_calls").into_iter().enumerate() {
        let Some(object) = call.object() else { continue };
        let fields = CallFields { call_id: object.text("id"), tool: object.text("name") };
        reader.push_call(&format!("/invalid_tool_calls/{at}"), call, BodyForm::Fixed, fields);
    }
    // OpenAI's own form of the calls is repeated here. It counts only if both lists above are empty.
    if calls.is_empty()
        && message.list("invalid_tool_calls").is_empty()
        && let Some(own_form) = message.object("additional_kwargs")
    {
        chat::calls(reader, "/additional_kwargs/tool_calls", &own_form.list("tool_calls"));
    }
}

/// Ids of calls that are both in the content and in `tool_calls`, sorted.
fn repeated_call_ids<'a>(message: &Object<'a>, calls: &[Value<'a>]) -> Vec<Cow<'a, str>> {
    let blocks = message.list("content").into_iter().filter_map(Value::object);
    let block_ids = blocks.filter(|block| is_call(&block.text("type"))).map(|block| block.text("id"));
    let mut block_ids: Vec<_> = block_ids.filter(|id| !id.is_empty()).collect();
    sort(&mut block_ids);
    let call_ids = calls.iter().filter_map(|call| call.object()).map(|call| call.text("id"));
    let mut repeated_call_ids: Vec<_> = call_ids.filter(|id| block_ids.binary_search(id).is_ok()).collect();
    sort(&mut repeated_call_ids);
    repeated_call_ids
}

fn is_call(kind: &str) -> bool {
    matches!(kind, "tool_use" | "tool_call" | "input_json_delta")
}

/// Reads the content without the calls whose ids are in `hidden_ids`.
fn content(reader: &mut Reader<'_>, kind: ItemKind, message: &Object<'_>, hidden_ids: &[Cow<'_, str>]) {
    let Some(content) = message.get("content").filter(|content| !content.is_null()) else { return };
    if !content.is_list() {
        return reader.push_fixed(kind, "/content", content);
    }
    let blocks = content.list();
    for (at, &value) in blocks.iter().enumerate() {
        let place = format!("/content/{at}");
        let Some(object) = value.object() else {
            reader.push_fixed(kind, &place, value);
            continue;
        };
        let fields = CallFields { call_id: object.text("id"), tool: object.text("name") };
        match object.text("type").as_ref() {
            name if is_call(name) && hidden_ids.binary_search(&fields.call_id).is_ok() => {}
            "tool_call" => match object.get("args") {
                Some(args) => reader.push_call(&format!("{place}/args"), args, BodyForm::Object, fields),
                None => reader.push_call(&place, value, BodyForm::Fixed, fields),
            },
            "input_json_delta" => reader.push_call(&place, value, BodyForm::Fixed, fields),
            // From OpenAI, or from a provider that the block does not name.
            "reasoning" => {
                let text = object.text("reasoning").into_owned();
                let text = if text.is_empty() { value.source().into() } else { text };
                reader.push_thinking(&place, text, value, BodyForm::Fixed);
            }
            _ => block(reader, kind, &place, value),
        }
    }
    reader.keep_list_nonempty(&blocks);
}

fn result(reader: &mut Reader<'_>, message: &Object<'_>) {
    let Some(content) = message.get("content") else { return };
    let is_error = message.text("status") == "error" || message.is_true("is_error");
    let fields = ResultFields { call_id: message.text("tool_call_id"), tool: message.text("name"), is_error };
    reader.push_result("/content", content, BodyForm::Text, &fields);
}
