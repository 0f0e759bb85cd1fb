//! Reads messages of five formats into parts, and edits them as the window says.
//!
//! [`read`] returns the parts of a list of messages. [`replacement`] returns the value that replaces a pruned part, and
//! [`original_json`] the value before. [`apply`] writes edits into the caller's text; every byte outside the edited
//! values stays the same.
//!
//! The parts of each format, and how a pruned part is written; every other part is passed through (`fixed`):
//!
//! | format | result | call | thinking |
//! |---|---|---|---|
//! | Anthropic Messages | `tool_result`: `text` | `tool_use`: `object` | `drop` |
//! | OpenAI Chat Completions | `tool` message: `text` | `function`: `object-text` | `reasoning_content`: `text` (1) |
//! | OpenAI Responses | `function_call_output` (2): `text` | `function_call`: `object-text` | `fixed` (3) |
//! | AI SDK | `tool-result` in a `tool` message (4) | `tool-call`: `object` | `text`, `fixed` or `drop` (5) |
//! | LangChain | `tool` message: `text` | `tool_calls`: `object` | `thinking` blocks: `drop`, `reasoning` blocks: `fixed` |
//!
//! (1) A later request must have the member. (2) Also `custom_tool_call_output`. (3) A call needs its reasoning item.
//! (4) `text-output`; `text` for errors, older results, and outputs with options of a provider. (5) `text` without a
//! provider's options, `fixed` with OpenAI's, else `drop`.
//!
//! An image, a sound or a file in a result or in what the user said is a part of its own. If it is pruned, a block of
//! text is written in its place (`text-block`, in Responses `input-text-block`); elsewhere it is `fixed`. Tools that
//! the provider runs itself, custom calls, approvals and unknown parts are `fixed`. A result that has only text blocks
//! is one part; one with an image, or with members that a string has no place for, has a part for each text.
//!
//! A whole request (an object with `messages` or `input`) is read as its list. Its `system` or `instructions` is an
//! item that is not in the list: it has the number of the first message and an empty pointer, and is `fixed`. Of
//! members with the same name the last one counts, as in other JSON parsers. A lone surrogate in a text is read as a
//! replacement character; `original` keeps it.
//!
//! Not here: what is pruned (`policy`), and whether the messages were valid before; they stay as valid as they were.

mod edit;
mod media;
mod place;
mod reader;

mod ai_sdk;
mod anthropic;
mod chat;
mod langchain;
mod responses;

#[cfg(test)]
mod tests;

use alloc::format;
use alloc::vec::Vec;

use super::item::{BodyForm, NewItem};
use crate::base::error::Error;
use crate::text::json::{Object, Value};
use reader::Reader;

pub(crate) use edit::original_of;
pub(super) use edit::pruned_text;
pub use edit::{apply, original_json, replacement};
pub use place::ByteRange;
pub(super) use place::{EditRanges, Place};

/// The API whose message format is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageFormat {
    /// Anthropic's Messages.
    Anthropic,
    /// OpenAI's Chat Completions, and compatible APIs.
    OpenaiChat,
    /// The input items of OpenAI's Responses.
    OpenaiResponses,
    /// `ModelMessage[]` of the Vercel AI SDK, and the older `CoreMessage[]`.
    AiSdk,
    /// LangChain's messages: plain, as `messages_to_dict` gives them, or as `dumpd` and `toJSON` do.
    Langchain,
}

/// Reads messages, the first of which has the number `first` in the caller's list. O(size).
///
/// A response has the number of its message. In [`MessageFormat::OpenaiResponses`] it has the number of the first item
/// in a run of the model's items, so a caller must not split such a run.
pub fn read(format: MessageFormat, messages: &str, first: u32) -> Result<Vec<NewItem>, Error> {
    Ok(read_placed(format, messages, first)?.items)
}

/// Parts that were read, with their places in the text.
pub(super) struct PlacedItems {
    pub(super) items: Vec<NewItem>,
    /// The place of each part in its message; `None` for a part outside the list of messages.
    pub(super) places: Vec<Option<Place>>,
    /// The bytes of each message in the text.
    pub(super) messages: Vec<ByteRange>,
}

/// Like [`read`], with the places of the parts and messages.
pub(super) fn read_placed(format: MessageFormat, messages: &str, first: u32) -> Result<PlacedItems, Error> {
    let request = Request::of(messages, first)?;
    let text_block = match format {
        MessageFormat::OpenaiResponses => BodyForm::InputTextBlock,
        _ => BodyForm::TextBlock,
    };
    let mut reader = Reader::new(first, text_block);
    if let Some(system) = request.system {
        reader.push_system(system);
    }
    if let Some(prompt) = request.prompt {
        reader.push_prompt(prompt);
    }
    let mut run = responses::ResponseRun::default();
    for (number, &value) in (first..).zip(&request.messages) {
        let message = value.object().ok_or_else(|| invalid(number, "is no object"))?;
        reader.begin_message(number, value);
        read_message(format, &mut reader, (value, &message), &mut run);
        reader.end_message(value);
    }
    let ranges = request.messages.iter().filter_map(|message| message.range_in(messages)).map(ByteRange::of);
    Ok(PlacedItems { items: reader.items, places: reader.places, messages: ranges.collect() })
}

/// Reads a single message. A result has a tool only if it names the tool itself, or the message also has its call.
pub(crate) fn read_alone(format: MessageFormat, message: Value<'_>) -> Vec<NewItem> {
    let mut reader = Reader::new(0, BodyForm::TextBlock);
    if let Some(object) = message.object() {
        read_message(format, &mut reader, (message, &object), &mut responses::ResponseRun::default());
    }
    reader.items
}

fn read_message(
    format: MessageFormat,
    reader: &mut Reader<'_>,
    (value, message): (Value<'_>, &Object<'_>),
    run: &mut responses::ResponseRun,
) {
    match format {
        MessageFormat::Anthropic => anthropic::read(reader, message),
        MessageFormat::OpenaiChat => chat::read(reader, message),
        MessageFormat::OpenaiResponses => responses::read(reader, value, message, run),
        MessageFormat::AiSdk => ai_sdk::read(reader, message),
        MessageFormat::Langchain => langchain::read(reader, message),
    }
}

/// The parts of a request body that are read.
struct Request<'a> {
    /// Instructions outside the list: `system` or `instructions`.
    system: Option<Value<'a>>,
    /// For Responses, a single text in place of the list.
    prompt: Option<Value<'a>>,
    messages: Vec<Value<'a>>,
}

impl<'a> Request<'a> {
    fn of(messages: &'a str, first: u32) -> Result<Request<'a>, Error> {
        let is_list = messages.trim_start().starts_with('[');
        let request = match is_list.then(|| Value::parse_list(messages)).flatten() {
            Some(messages) => Request { system: None, prompt: None, messages },
            None => Request::of_object(messages, first)?,
        };
        match u32::try_from(request.messages.len()).ok().and_then(|n| first.checked_add(n)) {
            Some(_) => Ok(request),
            None => Err(Error::invalid("first", "the numbers of the messages do not fit 32 bits")),
        }
    }

    /// The request in a text that is no list of messages.
    fn of_object(messages: &'a str, first: u32) -> Result<Request<'a>, Error> {
        let object = Value::parse_object(messages);
        if object.is_none()
            && let Err(why) = Value::parse(messages)
        {
            let place = place_of_error(messages, first);
            return Err(Error::invalid("messages", format!("it is not JSON: {why}{place}")));
        }
        let member = |name| object.as_ref().and_then(|object| object.get(name));
        let list = member("messages").filter(|list| list.is_list()).or_else(|| member("input"));
        let list = list.filter(|list| list.is_list() || list.is_string());
        let list = list.ok_or_else(|| Error::invalid("messages", "it is neither a list nor a request with one"))?;
        let system = member("system").or_else(|| member("instructions")).filter(|system| !system.is_null());
        Ok(Request { system, prompt: Some(list).filter(|list| list.is_string()), messages: list.list() })
    }
}

/// Names the message of a list at which the JSON becomes invalid; empty for a text that is no list.
fn place_of_error(messages: &str, first: u32) -> alloc::string::String {
    match Value::n_readable(messages) {
        Some(n) => format!(", in message {}", first as usize + n),
        None => Default::default(),
    }
}

fn invalid(message: u32, why: &str) -> Error {
    Error::invalid("messages", format!("message {message} {why}"))
}
