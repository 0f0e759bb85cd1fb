//! Anthropic's Messages: `{role, content}` with text or a list of blocks.

use alloc::borrow::Cow;
use alloc::format;

use super::super::item::{BodyForm, ItemKind};
use super::reader::{CallFields, Reader, ResultFields, text_of, text_or_json};
use crate::text::json::{Object, Value};

pub(super) fn read(reader: &mut Reader<'_>, message: &Object<'_>) {
    let Some(content) = message.get("content") else { return };
    let kind = kind_of(&message.text("role"));
    if !content.is_list() {
        return reader.push_fixed(kind, "/content", content);
    }
    let blocks = content.list();
    for (at, &block) in blocks.iter().enumerate() {
        self::block(reader, kind, &format!("/content/{at}"), block);
    }
    reader.keep_list_nonempty(&blocks);
}

/// The kind of a text with this role.
pub(super) fn kind_of(role: &str) -> ItemKind {
    match role {
        "user" | "human" => ItemKind::User,
        "assistant" | "ai" => ItemKind::Assistant,
        "system" | "developer" => ItemKind::System,
        _ => ItemKind::Other,
    }
}

pub(super) fn block(reader: &mut Reader<'_>, kind: ItemKind, place: &str, block: Value<'_>) {
    let Some(object) = block.object() else { return reader.push_fixed(kind, place, block) };
    if let Some(text) = text_of(&object) {
        return reader.push_fixed(kind, &format!("{place}/text"), text);
    }
    match object.text("type").as_ref() {
        "thinking" => reader.push_thinking(place, object.text("thinking").into_owned(), block, BodyForm::Drop),
        "redacted_thinking" => reader.push_thinking(place, object.text("data").into_owned(), block, BodyForm::Drop),
        "tool_use" => call(reader, place, block, &object, BodyForm::Object),
        // The provider ran the tool, and checks that its own call comes back unchanged.
        "server_tool_use" | "mcp_tool_use" => call(reader, place, block, &object, BodyForm::Fixed),
        "tool_result" => result(reader, place, block, &object),
        kind if kind.ends_with("_tool_result") => {
            let text = object.get("content").map(text_or_json).unwrap_or_default();
            reader.push_result_text(place, text, block, BodyForm::Fixed, &result_fields(&object));
        }
        _ => reader.push_block(kind, place, block),
    }
}

fn call(reader: &mut Reader<'_>, place: &str, block: Value<'_>, object: &Object<'_>, form: BodyForm) {
    let fields = CallFields { call_id: object.text("id"), tool: object.text("name") };
    match object.get("input") {
        Some(input) => reader.push_call(&format!("{place}/input"), input, form, fields),
        None => reader.push_call(place, block, BodyForm::Fixed, fields),
    }
}

fn result(reader: &mut Reader<'_>, place: &str, block: Value<'_>, object: &Object<'_>) {
    match object.get("content") {
        Some(content) => {
            reader.push_result(&format!("{place}/content"), content, BodyForm::Text, &result_fields(object))
        }
        None => reader.push_result_text(place, Default::default(), block, BodyForm::Fixed, &result_fields(object)),
    }
}

fn result_fields<'a>(object: &Object<'a>) -> ResultFields<'a> {
    ResultFields { call_id: object.text("tool_use_id"), tool: Cow::Borrowed(""), is_error: object.is_true("is_error") }
}
