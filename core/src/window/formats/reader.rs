//! Parts as they are collected: what every format says alike of texts, calls and results.
//!
//! Not here: where a format keeps them.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::cost;
use super::super::item::{BodyForm, ItemKind, NewItem};
use super::edit::written;
use crate::base::map::Map;
use crate::text::json::{Object, Value};

/// Kinds of parts that hold an image, a sound or a file.
const MEDIA: [&str; 21] = [
    "image",
    "image_url",
    "input_image",
    "image_file",
    "image-data",
    "image-url",
    "image-file-id",
    "image-file-reference",
    "audio",
    "input_audio",
    "video",
    "file",
    "input_file",
    "file-data",
    "file-url",
    "file-id",
    "file-reference",
    "reasoning-file",
    "media",
    "image_generation_call",
    "computer_call_output",
];

/// Kinds of parts whose member `text` is all that they say.
const TEXTS: [&str; 3] = ["text", "input_text", "output_text"];

/// What a result says beside its value.
pub(super) struct Answer<'a> {
    pub(super) call_id: Cow<'a, str>,
    /// Empty: its call says it.
    pub(super) tool: Cow<'a, str>,
    pub(super) is_error: bool,
}

/// What a call says beside its arguments.
pub(super) struct Asked<'a> {
    pub(super) call_id: Cow<'a, str>,
    pub(super) tool: Cow<'a, str>,
}

/// The parts so far, and what is known of the message that is being read.
pub(super) struct Reader {
    pub(super) items: Vec<NewItem>,
    /// The tool of each call, by its id; of calls with one id the newest.
    tools: Map<String, String>,
    message: u32,
    /// What tells the response apart that the message belongs to.
    pub(super) response: u32,
    /// Where the message's own members stand in it.
    pub(super) base: &'static str,
    /// The first part of the message.
    begin: usize,
}

impl Reader {
    pub(super) fn new(first: u32) -> Reader {
        Reader { items: Vec::new(), tools: Map::default(), message: first, response: first, base: "", begin: 0 }
    }

    pub(super) fn begin(&mut self, message: u32) {
        (self.message, self.response, self.base, self.begin) = (message, message, "", self.items.len());
    }

    /// Every message has a part: one that nothing was read of is passed through as it is.
    pub(super) fn end(&mut self, message: Value<'_>) {
        if self.items.len() == self.begin {
            self.base = "";
            self.other("", message);
        }
    }

    /// Adds a part; its original is kept where its form does not follow from the text.
    pub(super) fn push(
        &mut self,
        kind: ItemKind,
        pointer: &str,
        text: String,
        source: Value<'_>,
        form: BodyForm,
    ) -> &mut NewItem {
        let is_derived = form == BodyForm::Fixed || written(form, &text) == source.source();
        let original = if is_derived { String::new() } else { source.source().to_owned() };
        self.items.push(NewItem {
            pointer: format!("{}{pointer}", self.base),
            original,
            form,
            response: self.response,
            ..NewItem::new(kind, self.message, text)
        });
        let at = self.items.len() - 1;
        &mut self.items[at]
    }

    /// What a request says apart from its messages.
    pub(super) fn system(&mut self, system: Value<'_>) {
        let text = joined(&[system]).or_else(|| joined(&system.list()));
        let text = text.unwrap_or_else(|| system.source().to_owned());
        self.push(ItemKind::System, "", text, system, BodyForm::Fixed);
    }

    /// The text that a request has instead of a list.
    pub(super) fn prompt(&mut self, prompt: Value<'_>) {
        self.fixed(ItemKind::User, "", prompt);
    }

    /// A text that is never pruned; whatever else stands there is passed through.
    pub(super) fn fixed(&mut self, kind: ItemKind, pointer: &str, text: Value<'_>) {
        match text.text() {
            Some(words) => {
                self.push(kind, pointer, words.into_owned(), text, BodyForm::Fixed);
            }
            None => self.other(pointer, text),
        }
    }

    /// An image, a file, or a part that is not known.
    pub(super) fn other(&mut self, pointer: &str, part: Value<'_>) {
        let object = part.object();
        let is_media = object.is_some_and(|object| is_media(&object));
        let text = if is_media { String::new() } else { part.source().to_owned() };
        let item = self.push(ItemKind::Other, pointer, text, part, BodyForm::Fixed);
        item.tokens = is_media.then_some(cost::MEDIA);
    }

    /// What the model thought.
    pub(super) fn thinking(&mut self, pointer: &str, text: String, source: Value<'_>, form: BodyForm) {
        let form = if text.is_empty() && form == BodyForm::Text { BodyForm::Fixed } else { form };
        self.push(ItemKind::Thinking, pointer, text, source, form);
    }

    /// A call; one without an id, which no result can answer, is passed through.
    pub(super) fn call(&mut self, pointer: &str, arguments: Value<'_>, form: BodyForm, asked: Asked<'_>) {
        if asked.call_id.is_empty() {
            return self.other(pointer, arguments);
        }
        let text = arguments.text().map_or_else(|| arguments.source().to_owned(), Cow::into_owned);
        let form = match form {
            _ if text.is_empty() || arguments.is_null() => BodyForm::Fixed,
            // Arguments in the form that the format does not ask for: what it takes elsewhere replaces them too.
            BodyForm::ObjectText if !arguments.is_string() => BodyForm::Object,
            form => form,
        };
        self.tools.insert(asked.call_id.clone().into_owned(), asked.tool.clone().into_owned());
        let item = self.push(ItemKind::Call, pointer, text, arguments, form);
        (item.call_id, item.tool) = (asked.call_id.into_owned(), asked.tool.into_owned());
    }

    /// The result that a value holds, at `pointer`: a text, a list, or anything else.
    pub(super) fn result(&mut self, pointer: &str, value: Value<'_>, form: BodyForm, answer: &Answer<'_>) {
        match value.is_list() {
            true => self.blocks(pointer, value, Some(form), (pointer, &value.list()), answer),
            false => {
                let text = value.text().map(Cow::into_owned);
                let text =
                    text.unwrap_or_else(|| if value.is_null() { String::new() } else { value.source().to_owned() });
                self.answered(pointer, text, value, form, answer);
            }
        }
    }

    /// The result that a list of blocks holds: one part if it is nothing but text and has a form as such, else a part for each
    /// block. `whole` is the value that such a part replaces, `inner` where the list stands and its blocks.
    pub(super) fn blocks(
        &mut self,
        pointer: &str,
        whole: Value<'_>,
        form: Option<BodyForm>,
        inner: (&str, &[Value<'_>]),
        answer: &Answer<'_>,
    ) {
        if let Some(form) = form
            && let Some(text) = joined(inner.1)
        {
            return self.answered(pointer, text, whole, form, answer);
        }
        let begin = self.items.len();
        for (at, &block) in inner.1.iter().enumerate() {
            let place = format!("{}/{at}", inner.0);
            let object = block.object();
            match object.as_ref().and_then(text_of) {
                Some(text) => self.answered(&format!("{place}/text"), said(text), text, BodyForm::Text, answer),
                None if block.is_string() => self.answered(&place, said(block), block, BodyForm::Text, answer),
                None => self.other(&place, block),
            }
        }
        if self.items[begin..].iter().all(|item| item.kind != ItemKind::ToolResult) {
            self.answered(pointer, String::new(), whole, BodyForm::Fixed, answer);
        }
    }

    /// Adds a part of a result; an empty one is left as it is, since nothing is gained by it.
    pub(super) fn answered(
        &mut self,
        pointer: &str,
        text: String,
        source: Value<'_>,
        form: BodyForm,
        answer: &Answer<'_>,
    ) {
        if answer.call_id.is_empty() {
            return self.other(pointer, source);
        }
        let form = if text.is_empty() { BodyForm::Fixed } else { form };
        let known = || self.tools.get(answer.call_id.as_ref()).cloned().unwrap_or_default();
        let tool = if answer.tool.is_empty() { known() } else { answer.tool.clone().into_owned() };
        let item = self.push(ItemKind::ToolResult, pointer, text, source, form);
        (item.call_id, item.tool, item.is_error) = (answer.call_id.clone().into_owned(), tool, answer.is_error);
    }

    /// Keeps what would be left out where nothing else is in the list that holds it.
    pub(super) fn keep_last_of(&mut self, n_blocks: usize) {
        let parts = &mut self.items[self.begin..];
        if parts.iter().filter(|item| item.form == BodyForm::Drop).count() == n_blocks {
            for item in parts.iter_mut().filter(|item| item.form == BodyForm::Drop) {
                (item.form, item.original) = (BodyForm::Fixed, String::new());
            }
        }
    }
}

/// What a string says; of anything else its bytes.
pub(super) fn said(value: Value<'_>) -> String {
    value.text().map_or_else(|| value.source().to_owned(), Cow::into_owned)
}

/// The text of a block that says nothing else to the model, whatever else stands beside it.
pub(super) fn text_of<'a>(block: &Object<'a>) -> Option<Value<'a>> {
    let is_text = TEXTS.contains(&block.text("type").as_ref());
    block.get("text").filter(|text| is_text && text.is_string())
}

/// The lines of strings, and of text blocks that have no other member; none where something else is among them.
fn joined(blocks: &[Value<'_>]) -> Option<String> {
    let mut joined = String::new();
    for (at, &block) in blocks.iter().enumerate() {
        let text = match block.object() {
            None => block.text()?,
            Some(object) if object.0.len() == 2 => text_of(&object)?.text()?,
            Some(_) => return None,
        };
        if at > 0 {
            joined.push('\n');
        }
        joined.push_str(&text);
    }
    Some(joined)
}

/// Members that say what the bytes of a file are.
const MEDIA_TYPES: [&str; 4] = ["mediaType", "media_type", "mimeType", "mime_type"];

/// Whether a part is an image, a sound, or a file that is no text.
fn is_media(part: &Object<'_>) -> bool {
    let kind = part.text("type");
    let source = part.object("source");
    let source_kind = source.as_ref().map(|source| source.text("type").into_owned()).unwrap_or_default();
    let is_media =
        MEDIA.contains(&kind.as_ref()) || (kind == "document" && source_kind != "text" && source_kind != "content");
    is_media && !says_text(part) && !source.is_some_and(|source| says_text(&source))
}

fn says_text(file: &Object<'_>) -> bool {
    let file = file.object("file").unwrap_or_else(|| file.clone());
    MEDIA_TYPES.iter().any(|name| file.text(name).starts_with("text/"))
        || ["file_data", "data"].iter().any(|name| file.text(name).starts_with("data:text/"))
}
