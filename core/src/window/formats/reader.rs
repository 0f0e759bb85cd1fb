//! Parts as they are collected: what every format says alike of texts, calls and results.
//!
//! Not here: where a format keeps them.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::item::{BodyForm, ItemKind, NewItem};
use super::super::stub;
use super::edit::written;
use super::media;
use crate::base::map::Map;
use crate::text::json::{Object, Value};
use crate::text::quoted_code;

/// Kinds of parts whose member `text` is all that they say.
const TEXTS: [&str; 3] = ["text", "input_text", "output_text"];

/// The fields of a result beside its value.
pub(super) struct Answer<'a> {
    pub(super) call_id: Cow<'a, str>,
    /// Empty: its call says it.
    pub(super) tool: Cow<'a, str>,
    pub(super) is_error: bool,
}

/// The fields of a call beside its arguments.
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
    /// The response that the message belongs to.
    pub(super) response: u32,
    /// Where the message's own members stand in it.
    pub(super) base: &'static str,
    /// How a text is written that stands in the place of an image or a file.
    text_block: BodyForm,
    /// The first part of the message.
    begin: usize,
}

impl Reader {
    pub(super) fn new(first: u32, text_block: BodyForm) -> Reader {
        let (items, tools) = (Vec::new(), Map::default());
        Reader { items, tools, message: first, response: first, base: "", text_block, begin: 0 }
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

    /// Adds the instructions that a request has apart from its messages.
    pub(super) fn system(&mut self, system: Value<'_>) {
        let text = joined(&[system]).or_else(|| joined(&system.list()));
        let text = text.unwrap_or_else(|| system.source().to_owned());
        self.push(ItemKind::System, "", text, system, BodyForm::Fixed);
    }

    /// The text that a request has instead of a list.
    pub(super) fn prompt(&mut self, prompt: Value<'_>) {
        self.fixed(ItemKind::User, "", prompt);
    }

    /// A text that is never pruned, unless it is code that was prepared for the model; whatever else stands there is passed through.
    pub(super) fn fixed(&mut self, kind: ItemKind, pointer: &str, text: Value<'_>) {
        match text.text() {
            Some(words) if kind == ItemKind::User && quoted_code::quoted_places(&words).is_some() => {
                self.push(ItemKind::Code, pointer, words.into_owned(), text, BodyForm::Text);
            }
            Some(words) => {
                self.push(kind, pointer, words.into_owned(), text, BodyForm::Fixed);
            }
            None => self.block(kind, pointer, text),
        }
    }

    /// A part that is no text: an image or a file where a text may stand in its place, or what is not known.
    pub(super) fn block(&mut self, kind: ItemKind, pointer: &str, part: Value<'_>) {
        match media::of(part).filter(|_| matches!(kind, ItemKind::User | ItemKind::ToolResult)) {
            Some((text, tokens)) => {
                self.push(ItemKind::Media, pointer, text, part, self.text_block).tokens = Some(tokens);
            }
            None => self.other(pointer, part),
        }
    }

    /// A part that is passed through.
    pub(super) fn other(&mut self, pointer: &str, part: Value<'_>) {
        let tokens = media::of(part).map(|(_, tokens)| tokens);
        let text = if tokens.is_some() { String::new() } else { part.source().to_owned() };
        self.push(ItemKind::Other, pointer, text, part, BodyForm::Fixed).tokens = tokens;
    }

    /// Adds a thought of the model.
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
                None => {
                    self.block(ItemKind::ToolResult, &place, block);
                    self.belongs(answer);
                }
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
        let tool = self.tool_of(answer);
        let item = self.push(ItemKind::ToolResult, pointer, text, source, form);
        (item.call_id, item.tool, item.is_error) = (answer.call_id.clone().into_owned(), tool, answer.is_error);
    }

    /// Says of an image or a file that was just read which call gave it.
    fn belongs(&mut self, answer: &Answer<'_>) {
        let tool = self.tool_of(answer);
        if let Some(item) = self.items.last_mut().filter(|item| item.kind == ItemKind::Media) {
            (item.call_id, item.tool) = (answer.call_id.clone().into_owned(), tool);
        }
    }

    /// The tool that a result is of: as it says itself, else as its call does.
    fn tool_of(&self, answer: &Answer<'_>) -> String {
        match answer.tool.is_empty() {
            true => self.tools.get(answer.call_id.as_ref()).cloned().unwrap_or_default(),
            false => answer.tool.clone().into_owned(),
        }
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

/// The text of a string; of any other value its bytes.
pub(super) fn said(value: Value<'_>) -> String {
    value.text().map_or_else(|| value.source().to_owned(), Cow::into_owned)
}

/// The text of a block that says nothing else to the model, whatever else stands beside it.
pub(super) fn text_of<'a>(block: &Object<'a>) -> Option<Value<'a>> {
    let is_text = TEXTS.contains(&block.text("type").as_ref());
    block.get("text").filter(|text| is_text && text.is_string())
}

/// The lines of strings, and of text blocks that have no other member; none where something else is among them, or the stub of
/// what was.
fn joined(blocks: &[Value<'_>]) -> Option<String> {
    let mut joined = String::new();
    for (at, &block) in blocks.iter().enumerate() {
        let text = match block.object() {
            None => block.text()?,
            Some(object) if object.0.len() == 2 => text_of(&object)?.text()?,
            Some(_) => return None,
        };
        if blocks.len() > 1 && stub::id_in(&text).is_some() {
            return None;
        }
        if at > 0 {
            joined.push('\n');
        }
        joined.push_str(&text);
    }
    Some(joined)
}
