//! Entries of a history: JSON objects with a role and a text, or messages of one of the formats that windows read.
//!
//! Their bytes are kept as they were written. They are parsed to count usage when they are appended, and for a
//! compaction.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::text::json::{Object, Value};
use crate::text::tokens;
use crate::window::formats::{self, MessageFormat};
use crate::window::{ItemKind, NewItem};

/// The most bytes of an entry.
const MAX_ENTRY_BYTES: usize = 1 << 20;

/// An entry as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The JSON of the entry as written.
    pub(super) json: String,
    /// The entry's member `token_count`, else an estimate.
    pub(super) tokens: u32,
}

impl Entry {
    pub(super) fn new(value: Value<'_>) -> Result<Entry, &'static str> {
        let object = value.object().ok_or("is no object")?;
        let source = value.source();
        if source.len() > MAX_ENTRY_BYTES {
            return Err("has more than 1,048,576 bytes");
        }
        let is_text = |name| object.get(name).is_some_and(Value::is_string);
        if !is_text("role") && !is_text("type") {
            return Err("has no `role`");
        }
        let token_count = object.get("token_count").filter(|count| !count.is_null());
        let token_count = token_count.map(|count| {
            count.source().parse::<u32>().map_err(|_| "has a `token_count` that is no number from 0 to 4,294,967,295")
        });
        let tokens = token_count.unwrap_or_else(|| Ok(tokens::estimate_tokens(source)))?;
        Ok(Entry { json: String::from(source), tokens })
    }

    /// The parts of the entry; an entry of no known form is one part of unknown type.
    pub(super) fn items(&self) -> Vec<NewItem> {
        let Some(object) = Value::parse(&self.json).ok().and_then(Value::object) else { return Vec::new() };
        let mut items = formats::read(format_of(&object), &format!("[{}]", self.json), 0).unwrap_or_default();
        // A tool's entry without an id is the result of what stands before it.
        let is_tool = matches!(&*object.text("role"), "tool" | "function");
        for item in items.iter_mut().filter(|item| is_tool && item.kind == ItemKind::Other) {
            item.kind = ItemKind::ToolResult;
        }
        items
    }
}

/// The message format of an entry.
fn format_of(entry: &Object<'_>) -> MessageFormat {
    let has = |name| entry.get(name).is_some();
    let kind = entry.text("type");
    let blocks = entry.list("content");
    let has_block = |names: [&str; 2]| {
        let kinds = blocks.iter().filter_map(|block| Some(block.object()?.text("type").into_owned()));
        kinds.into_iter().any(|kind| names.contains(&kind.as_str()))
    };
    if matches!(&*kind, "function_call" | "function_call_output" | "reasoning" | "message") {
        MessageFormat::OpenaiResponses
    } else if has("lc") || matches!(&*kind, "human" | "ai" | "tool") {
        MessageFormat::Langchain
    } else if has_block(["tool-call", "tool-result"]) {
        MessageFormat::AiSdk
    } else if !blocks.is_empty() && !has("tool_calls") && !has("tool_call_id") {
        MessageFormat::Anthropic
    } else {
        MessageFormat::OpenaiChat
    }
}
