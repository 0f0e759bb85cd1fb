//! Collects the parts of a conversation: texts, calls and results as all formats have them.
//!
//! Not here: where a format keeps them.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::item::{BodyForm, ItemKind, NewItem};
use super::super::stub;
use super::edit::text_as_json;
use super::media;
use super::place::Place;
use crate::base::map::Map;
use crate::text::json::{Object, Value};
use crate::text::quoted_code;

/// Types of parts that consist of their member `text`.
const TEXT_TYPES: [&str; 3] = ["text", "input_text", "output_text"];

/// The fields of a result beside its value.
pub(super) struct ResultFields<'a> {
    pub(super) call_id: Cow<'a, str>,
    /// Empty if only its call names the tool.
    pub(super) tool: Cow<'a, str>,
    pub(super) is_error: bool,
}

/// The fields of a call beside its arguments.
pub(super) struct CallFields<'a> {
    pub(super) call_id: Cow<'a, str>,
    pub(super) tool: Cow<'a, str>,
}

/// The parts read so far, and the state of the current message.
pub(super) struct Reader<'m> {
    pub(super) items: Vec<NewItem>,
    /// The place of each part in its message; `None` for a part outside the list of messages.
    pub(super) places: Vec<Option<Place>>,
    /// Tool names by call id; the newest call with an id counts.
    tools: Map<String, String>,
    message: u32,
    /// The JSON of the current message.
    source: &'m str,
    /// The number of the response that the message belongs to.
    pub(super) response: u32,
    /// The JSON pointer of the object that has the message's members.
    pub(super) base_pointer: &'static str,
    /// The form of a text that replaces an image or a file.
    text_block: BodyForm,
    /// The index of the message's first part in `items`.
    first_item: usize,
}

impl<'m> Reader<'m> {
    pub(super) fn new(first: u32, text_block: BodyForm) -> Reader<'m> {
        let (items, places, tools) = (Vec::new(), Vec::new(), Map::default());
        let (message, response, source, base_pointer) = (first, first, "", "");
        Reader { items, places, tools, message, source, response, base_pointer, text_block, first_item: 0 }
    }

    pub(super) fn begin_message(&mut self, number: u32, message: Value<'m>) {
        (self.message, self.response, self.base_pointer, self.first_item) = (number, number, "", self.items.len());
        self.source = message.source();
    }

    /// Ends a message; one without parts is added whole as a part of unknown type.
    pub(super) fn end_message(&mut self, message: Value<'_>) {
        if self.items.len() == self.first_item {
            self.base_pointer = "";
            self.push_unknown("", message);
        }
    }

    /// Adds a part. Unless it is fixed, its original bytes are kept if they do not follow from its text and form.
    pub(super) fn push(
        &mut self,
        kind: ItemKind,
        pointer: &str,
        text: String,
        source: Value<'_>,
        form: BodyForm,
    ) -> &mut NewItem {
        let is_derived = form == BodyForm::Fixed || text_as_json(form, &text) == source.source();
        let original = if is_derived { String::new() } else { source.source().to_owned() };
        self.places.push(source.range_in(self.source).and_then(|value| Place::of(&value)));
        self.items.push(NewItem {
            pointer: format!("{}{pointer}", self.base_pointer),
            original,
            form,
            response: self.response,
            ..NewItem::new(kind, self.message, text)
        });
        let at = self.items.len() - 1;
        &mut self.items[at]
    }

    /// Adds the instructions of a request that are outside its list of messages.
    pub(super) fn push_system(&mut self, system: Value<'_>) {
        let text = joined_text(&[system]).or_else(|| joined_text(&system.list()));
        let text = text.unwrap_or_else(|| system.source().to_owned());
        self.push(ItemKind::System, "", text, system, BodyForm::Fixed);
    }

    /// Adds the single text that a request may have in place of a list.
    pub(super) fn push_prompt(&mut self, prompt: Value<'_>) {
        self.push_fixed(ItemKind::User, "", prompt);
    }

    /// Adds a text that is never pruned. A user's text that is prepared code is added as code, which may be pruned. A
    /// value that is no text is added as by [`Reader::push_block`].
    pub(super) fn push_fixed(&mut self, kind: ItemKind, pointer: &str, text: Value<'_>) {
        match text.text() {
            Some(words) => {
                let places = (kind == ItemKind::User).then(|| quoted_code::quoted_places(&words)).flatten();
                let (kind, form) =
                    if places.is_some() { (ItemKind::Code, BodyForm::Text) } else { (kind, BodyForm::Fixed) };
                self.push(kind, pointer, words.into_owned(), text, form).places = places.unwrap_or_default();
            }
            None => self.push_block(kind, pointer, text),
        }
    }

    /// Adds a part that is no text: media if it is an image, audio or a file from the user or in a result, else
    /// unknown.
    pub(super) fn push_block(&mut self, kind: ItemKind, pointer: &str, part: Value<'_>) {
        match media::describe(part).filter(|_| matches!(kind, ItemKind::User | ItemKind::ToolResult)) {
            Some((text, tokens)) => {
                self.push(ItemKind::Media, pointer, text, part, self.text_block).tokens = Some(tokens);
            }
            None => self.push_unknown(pointer, part),
        }
    }

    /// Adds a part of unknown type, which is never pruned.
    pub(super) fn push_unknown(&mut self, pointer: &str, part: Value<'_>) {
        let tokens = media::describe(part).map(|(_, tokens)| tokens);
        let text = if tokens.is_some() { String::new() } else { part.source().to_owned() };
        self.push(ItemKind::Other, pointer, text, part, BodyForm::Fixed).tokens = tokens;
    }

    /// Adds a thinking part. An empty one is fixed, unless it is left out when pruned.
    pub(super) fn push_thinking(&mut self, pointer: &str, text: String, source: Value<'_>, form: BodyForm) {
        let form = if text.is_empty() && form == BodyForm::Text { BodyForm::Fixed } else { form };
        self.push(ItemKind::Thinking, pointer, text, source, form);
    }

    /// Adds a call; one without an id, which no result can answer, is added as unknown.
    pub(super) fn push_call(&mut self, pointer: &str, arguments: Value<'_>, form: BodyForm, fields: CallFields<'_>) {
        if fields.call_id.is_empty() {
            return self.push_unknown(pointer, arguments);
        }
        let text = arguments.text().map_or_else(|| arguments.source().to_owned(), Cow::into_owned);
        let form = match form {
            _ if text.is_empty() || arguments.is_null() => BodyForm::Fixed,
            // Arguments that are an object where the format has a string: an object replaces them too.
            BodyForm::ObjectText if !arguments.is_string() => BodyForm::Object,
            form => form,
        };
        self.tools.insert(fields.call_id.clone().into_owned(), fields.tool.clone().into_owned());
        let item = self.push(ItemKind::Call, pointer, text, arguments, form);
        (item.call_id, item.tool) = (fields.call_id.into_owned(), fields.tool.into_owned());
    }

    /// Adds the parts of a result at `pointer`: a text, a list of blocks, or any other value.
    pub(super) fn push_result(&mut self, pointer: &str, value: Value<'_>, form: BodyForm, fields: &ResultFields<'_>) {
        match value.is_list() {
            true => self.push_result_blocks(pointer, value, Some(form), (pointer, &value.list()), fields),
            false => {
                let text = value.text().map(Cow::into_owned);
                let text =
                    text.unwrap_or_else(|| if value.is_null() { String::new() } else { value.source().to_owned() });
                self.push_result_text(pointer, text, value, form, fields);
            }
        }
    }

    /// Adds a list of result blocks, which is at `list_pointer`. If all blocks are plain text and `form` is set, adds
    /// one part, in that form, for the value `whole` at `pointer`, which is or holds the list. Else adds a part for
    /// each block, and an empty fixed one for `whole` if no block became a result. Without a call id, texts and `whole`
    /// are unknown.
    pub(super) fn push_result_blocks(
        &mut self,
        pointer: &str,
        whole: Value<'_>,
        form: Option<BodyForm>,
        (list_pointer, blocks): (&str, &[Value<'_>]),
        fields: &ResultFields<'_>,
    ) {
        if let Some(form) = form
            && let Some(text) = joined_text(blocks)
        {
            return self.push_result_text(pointer, text, whole, form, fields);
        }
        let first_new = self.items.len();
        for (at, &block) in blocks.iter().enumerate() {
            let place = format!("{list_pointer}/{at}");
            let object = block.object();
            match object.as_ref().and_then(text_of) {
                Some(text) => {
                    self.push_result_text(&format!("{place}/text"), text_or_json(text), text, BodyForm::Text, fields)
                }
                None if block.is_string() => {
                    self.push_result_text(&place, text_or_json(block), block, BodyForm::Text, fields)
                }
                None => {
                    self.push_block(ItemKind::ToolResult, &place, block);
                    self.set_call_of_last(fields);
                }
            }
        }
        if self.items[first_new..].iter().all(|item| item.kind != ItemKind::ToolResult) {
            self.push_result_text(pointer, String::new(), whole, BodyForm::Fixed, fields);
        }
    }

    /// Adds one text of a result; an empty one is fixed, since a stub would save nothing. Without the id of its call it
    /// is added as unknown.
    pub(super) fn push_result_text(
        &mut self,
        pointer: &str,
        text: String,
        source: Value<'_>,
        form: BodyForm,
        fields: &ResultFields<'_>,
    ) {
        if fields.call_id.is_empty() {
            return self.push_unknown(pointer, source);
        }
        let form = if text.is_empty() { BodyForm::Fixed } else { form };
        let tool = self.tool_of(fields);
        let item = self.push(ItemKind::ToolResult, pointer, text, source, form);
        (item.call_id, item.tool, item.is_error) = (fields.call_id.clone().into_owned(), tool, fields.is_error);
    }

    /// If the last part is media, gives it the call and tool of the result that holds it.
    fn set_call_of_last(&mut self, fields: &ResultFields<'_>) {
        let tool = self.tool_of(fields);
        if let Some(item) = self.items.last_mut().filter(|item| item.kind == ItemKind::Media) {
            (item.call_id, item.tool) = (fields.call_id.clone().into_owned(), tool);
        }
    }

    /// The tool that a result names, else that of its call; empty if neither is known.
    fn tool_of(&self, fields: &ResultFields<'_>) -> String {
        match fields.tool.is_empty() {
            true => self.tools.get(fields.call_id.as_ref()).cloned().unwrap_or_default(),
            false => fields.tool.clone().into_owned(),
        }
    }

    /// Makes the message's removable parts fixed if all `blocks` of its list are removable, since the list would become
    /// empty. Otherwise notes for each removable part the gap between the blocks beside it.
    pub(super) fn keep_list_nonempty(&mut self, blocks: &[Value<'_>]) {
        let parts = &mut self.items[self.first_item..];
        let n_removable = parts.iter().filter(|item| item.form == BodyForm::Drop).count();
        if n_removable == 0 {
            return;
        }
        let ranges: Option<Vec<_>> = blocks.iter().map(|block| block.range_in(self.source)).collect();
        let places = self.places[self.first_item..].iter_mut();
        for (item, place) in parts.iter_mut().zip(places).filter(|(item, _)| item.form == BodyForm::Drop) {
            if n_removable == blocks.len() {
                (item.form, item.original) = (BodyForm::Fixed, String::new());
            } else if let Some((place, ranges)) = place.as_mut().zip(ranges.as_ref()) {
                place.set_gap(ranges);
            }
        }
    }
}

/// The text of a string; the JSON of any other value.
pub(super) fn text_or_json(value: Value<'_>) -> String {
    value.text().map_or_else(|| value.source().to_owned(), Cow::into_owned)
}

/// The text of a text block; `None` for any other block.
pub(super) fn text_of<'a>(block: &Object<'a>) -> Option<Value<'a>> {
    let is_text = TEXT_TYPES.contains(&block.text("type").as_ref());
    block.get("text").filter(|text| is_text && text.is_string())
}

/// Strings and plain text blocks joined by line breaks; `None` if another block is among them, or a stub among several.
fn joined_text(blocks: &[Value<'_>]) -> Option<String> {
    let mut joined_text = String::new();
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
            joined_text.push('\n');
        }
        joined_text.push_str(&text);
    }
    Some(joined_text)
}
