//! `ModelMessage[]` of the Vercel AI SDK, and the older `CoreMessage[]` with members `args` and `result`.

use alloc::format;
use alloc::vec::Vec;

use super::super::item::{BodyForm, ItemKind};
use super::anthropic::kind_of;
use super::reader::{CallFields, Reader, ResultFields, text_of, text_or_json};
use crate::text::json::{Object, Value};

pub(super) fn read(reader: &mut Reader<'_>, message: &Object<'_>) {
    let Some(content) = message.get("content") else { return };
    let role = message.text("role");
    let kind = kind_of(&role);
    if !content.is_list() {
        return reader.push_fixed(kind, "/content", content);
    }
    let parts = content.list();
    for (at, &part) in parts.iter().enumerate() {
        self::part(reader, kind, &format!("/content/{at}"), part);
    }
    reader.keep_list_nonempty(&parts);
}

fn part(reader: &mut Reader<'_>, kind: ItemKind, place: &str, part: Value<'_>) {
    let Some(object) = part.object() else { return reader.push_fixed(kind, place, part) };
    if let Some(text) = text_of(&object) {
        return reader.push_fixed(kind, &format!("{place}/text"), text);
    }
    match object.text("type").as_ref() {
        "reasoning" => reasoning(reader, place, part, &object),
        "redacted-reasoning" => reader.push_thinking(place, object.text("data").into_owned(), part, BodyForm::Drop),
        "tool-call" => call(reader, place, part, &object),
        // A result in the model's own message is from a tool that the provider ran.
        "tool-result" if kind == ItemKind::Assistant => {
            let value = object.get("output").or_else(|| object.get("result"));
            reader.push_result_text(
                place,
                value.map(text_or_json).unwrap_or_default(),
                part,
                BodyForm::Fixed,
                &result_fields(&object, false),
            );
        }
        "tool-result" => result(reader, place, part, &object),
        _ => reader.push_block(kind, place, part),
    }
}

/// Reads a reasoning part. It is fixed for OpenAI, which ties it to the next call. With options of another provider or
/// a signature it is accepted whole or not at all; with neither, a stub may replace its text.
fn reasoning(reader: &mut Reader<'_>, place: &str, part: Value<'_>, object: &Object<'_>) {
    let text = object.text("text").into_owned();
    let options = ["providerOptions", "providerMetadata", "experimental_providerMetadata"];
    let options = options.iter().filter_map(|name| object.object(name));
    let providers: Vec<_> = options.flat_map(|options| options.0).map(|member| member.name()).collect();
    let is_tied = providers.iter().any(|provider| provider == "openai" || provider == "azure");
    let is_signed = !providers.is_empty() || object.get("signature").is_some();
    match (is_tied, is_signed, object.get("text")) {
        (true, ..) => reader.push_thinking(place, text, part, BodyForm::Fixed),
        (false, false, Some(value)) if value.is_string() => {
            reader.push_thinking(&format!("{place}/text"), text, value, BodyForm::Text);
        }
        _ => reader.push_thinking(place, text, part, BodyForm::Drop),
    }
}

fn call(reader: &mut Reader<'_>, place: &str, part: Value<'_>, object: &Object<'_>) {
    let fields = CallFields { call_id: object.text("toolCallId"), tool: object.text("toolName") };
    let form = if object.is_true("providerExecuted") { BodyForm::Fixed } else { BodyForm::Object };
    match (object.get("input"), object.get("args")) {
        (Some(input), _) => reader.push_call(&format!("{place}/input"), input, form, fields),
        (None, Some(input)) => reader.push_call(&format!("{place}/args"), input, form, fields),
        (None, None) => reader.push_call(place, part, BodyForm::Fixed, fields),
    }
}

fn result_fields<'a>(object: &Object<'a>, is_error: bool) -> ResultFields<'a> {
    ResultFields { call_id: object.text("toolCallId"), tool: object.text("toolName"), is_error }
}

fn result(reader: &mut Reader<'_>, place: &str, part: Value<'_>, object: &Object<'_>) {
    let fields = |is_error| result_fields(object, is_error);
    if let Some(output) = object.get("output") {
        return self::output(reader, &format!("{place}/output"), output, fields);
    }
    let is_error = object.is_true("isError");
    match (object.get("result"), object.get("experimental_content")) {
        (Some(result), None) => {
            reader.push_result_text(
                &format!("{place}/result"),
                text_or_json(result),
                result,
                BodyForm::Text,
                &fields(is_error),
            );
        }
        // The model reads `experimental_content`, and `result` repeats it.
        (Some(result), Some(_)) => {
            reader.push_result_text(place, text_or_json(result), part, BodyForm::Fixed, &fields(is_error))
        }
        (None, _) => reader.push_result_text(place, Default::default(), part, BodyForm::Fixed, &fields(is_error)),
    }
}

/// Reads a typed output; it is replaced as a whole only if it has no provider options.
fn output<'a>(reader: &mut Reader<'_>, place: &str, output: Value<'_>, fields: impl Fn(bool) -> ResultFields<'a>) {
    let Some(object) = output.object() else {
        return reader.push_result(place, output, BodyForm::Text, &fields(false));
    };
    let (kind, value) = (object.text("type"), object.get("value"));
    let is_whole = object.0.len() == 2;
    let inside = format!("{place}/value");
    match (kind.as_ref(), value) {
        ("text" | "json", Some(value)) if is_whole => {
            reader.push_result_text(place, text_or_json(value), output, BodyForm::TextOutput, &fields(false));
        }
        ("text" | "json" | "error-text" | "error-json", Some(value)) => {
            reader.push_result_text(
                &inside,
                text_or_json(value),
                value,
                BodyForm::Text,
                &fields(kind.starts_with("error")),
            );
        }
        ("content", Some(value)) => {
            let form = is_whole.then_some(BodyForm::TextOutput);
            reader.push_result_blocks(place, output, form, (&inside, &value.list()), &fields(false));
        }
        ("execution-denied", _) => {
            reader.push_result_text(place, object.text("reason").into_owned(), output, BodyForm::Fixed, &fields(true));
        }
        _ => reader.push_result_text(place, text_or_json(output), output, BodyForm::Fixed, &fields(false)),
    }
}
