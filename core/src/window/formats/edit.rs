//! Applies edits to the JSON text of messages.
//!
//! Bytes outside the edited values stay exactly as they were. A removed value takes one comma with it, a member also
//! its name. If one edit does not fit, none is applied. O(size + edits · log edits).

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::item::{BodyForm, Edit, NewItem};
use super::Request;
use crate::base::error::{Error, repeated_argument};
use crate::base::map::Map;
use crate::base::sort;
use crate::text::json::{Value, string};

/// The most names in the path of an edit, the message's index included; the readers produce far fewer.
const MAX_NAMES: usize = 32;

/// The JSON value that replaces a pruned part; `None` for a part that is left out or never pruned.
pub fn replacement(form: BodyForm, stub: &str) -> Option<String> {
    Some(text_as_json(form, &pruned_text(form, stub)?))
}

/// The text of a pruned part in the edited message; `None` for a part that is left out or never pruned.
pub(in crate::window) fn pruned_text(form: BodyForm, stub: &str) -> Option<Cow<'_, str>> {
    match form {
        BodyForm::Plain | BodyForm::Text | BodyForm::TextOutput | BodyForm::TextBlock | BodyForm::InputTextBlock => {
            Some(stub.into())
        }
        BodyForm::Object | BodyForm::ObjectText => Some(format!("{{\"pruned\":{}}}", string(stub)).into()),
        BodyForm::Drop | BodyForm::Fixed => None,
    }
}

/// The bytes of a part's value as it was read; for a part that is never pruned, its text.
pub fn original_json(item: &NewItem) -> String {
    original_of(item.form, &item.text, &item.original)
}

/// The original bytes of a part's value: `own_bytes`, or if that is empty the bytes that follow from form and text.
pub(crate) fn original_of(form: BodyForm, text: &str, own_bytes: &str) -> String {
    if own_bytes.is_empty() { text_as_json(form, text) } else { own_bytes.to_string() }
}

/// A text written as JSON in a form; the object that marks pruned arguments is not added.
pub(super) fn text_as_json(form: BodyForm, text: &str) -> String {
    match form {
        BodyForm::Text | BodyForm::ObjectText => string(text),
        BodyForm::TextOutput => format!("{{\"type\":\"text\",\"value\":{}}}", string(text)),
        BodyForm::TextBlock => format!("{{\"type\":\"text\",\"text\":{}}}", string(text)),
        BodyForm::InputTextBlock => format!("{{\"type\":\"input_text\",\"text\":{}}}", string(text)),
        BodyForm::Plain | BodyForm::Object | BodyForm::Drop | BodyForm::Fixed => text.to_string(),
    }
}

/// Applies edits to messages, the first of which has the number `first`; refuses all if one does not fit.
pub fn apply(messages: &str, edits: &[Edit], first: u32) -> Result<String, Error> {
    let request = Request::of(messages, first)?;
    let mut changes = edits.iter().map(|edit| Change::of(edit, first)).collect::<Result<Vec<_>, _>>()?;
    sort::sort_by(&mut changes, |one, other| one.path.cmp(&other.path));
    let mut patches = Patches { text: messages, patches: Vec::new() };
    if !changes.is_empty() {
        patches.add(&Children::of_list(&request.messages, messages), &changes, 0)?;
    }
    Ok(patches.into_text())
}

/// An edit with its pointer parsed.
struct Change<'e> {
    edit: &'e Edit,
    /// The index of the message in the list, then the names of the pointer.
    path: Vec<Cow<'e, str>>,
}

impl<'e> Change<'e> {
    fn of(edit: &'e Edit, first: u32) -> Result<Change<'e>, Error> {
        let edit_error = |why| edit_error(edit, why);
        let place = edit.message.checked_sub(first).ok_or_else(|| edit_error("its message is not in this list"))?;
        let mut path = Vec::from([Cow::Owned(place.to_string())]);
        if !edit.pointer.is_empty() {
            let names = edit.pointer.strip_prefix('/').ok_or_else(|| edit_error("a pointer begins with a slash"))?;
            path.extend(names.split('/').map(unescaped));
        }
        if path.len() > MAX_NAMES {
            return Err(edit_error("the pointer has too many names"));
        }
        if edit.replacement.as_ref().is_some_and(|json| Value::parse(json).is_err()) {
            return Err(edit_error("the replacement is not JSON"));
        }
        Ok(Change { edit, path })
    }
}

/// A name of a JSON pointer with its escapes decoded.
fn unescaped(name: &str) -> Cow<'_, str> {
    match name.contains('~') {
        true => Cow::Owned(name.replace("~1", "/").replace("~0", "~")),
        false => Cow::Borrowed(name),
    }
}

fn edit_error(edit: &Edit, why: &str) -> Error {
    Error::invalid("edits", format!("message {}, {:?}: {why}", edit.message, repeated_argument(&edit.pointer)))
}

/// A byte range and the text that replaces it.
struct Patch<'e> {
    start: usize,
    end: usize,
    replacement: &'e str,
}

/// The patches collected for one text.
struct Patches<'e> {
    text: &'e str,
    patches: Vec<Patch<'e>>,
}

impl<'e> Patches<'e> {
    /// Collects changes within a value that has these children. The changes share their first `depth` names and are
    /// sorted by path.
    fn add(&mut self, children: &Children<'e>, changes: &[Change<'e>], depth: usize) -> Result<(), Error> {
        let mut left_out = Vec::new();
        for group in changes.chunk_by(|one, other| one.path[depth] == other.path[depth]) {
            let [change, others @ ..] = group else { continue };
            let edit_error = |why| Err(edit_error(change.edit, why));
            let Some(at) = children.find(&change.path[depth]) else { return edit_error("nothing is there") };
            match (change.path.len() == depth + 1, others) {
                (false, _) => {
                    self.add(&Children::of(children.children[at].value, self.text), group, depth + 1)?;
                }
                (true, []) => match &change.edit.replacement {
                    Some(replacement) => self.replace(&children.children[at], replacement),
                    None => left_out.push(at),
                },
                (true, [_, ..]) => return edit_error("two edits are of the same bytes"),
            }
        }
        sort::sort(&mut left_out);
        self.leave_out(&children.children, &left_out);
        Ok(())
    }

    fn replace(&mut self, child: &Child<'e>, replacement: &'e str) {
        let (start, end) = (child.value.start_in(self.text), child.value.end_in(self.text));
        self.patches.push(Patch { start, end, replacement });
    }

    /// Removes children, each with the comma before it, or after it at the start of the list.
    fn leave_out(&mut self, children: &[Child<'e>], left_out: &[usize]) {
        let n_leading = left_out.iter().enumerate().take_while(|(place, at)| place == *at).count();
        if n_leading > 0 {
            let end = children.get(n_leading).map_or(children[n_leading - 1].end, |kept| kept.start);
            self.patches.push(Patch { start: children[0].start, end, replacement: "" });
        }
        for &at in &left_out[n_leading..] {
            self.patches.push(Patch { start: children[at - 1].end, end: children[at].end, replacement: "" });
        }
    }

    fn into_text(mut self) -> String {
        sort::sort_by_key(&mut self.patches, |patch| patch.start);
        let mut applied = String::with_capacity(self.text.len());
        let mut copied_end = 0;
        for patch in &self.patches {
            applied.push_str(&self.text[copied_end..patch.start]);
            applied.push_str(patch.replacement);
            copied_end = patch.end;
        }
        applied.push_str(&self.text[copied_end..]);
        applied
    }
}

/// An element of a list or member of an object, with its byte range.
struct Child<'e> {
    start: usize,
    end: usize,
    value: Value<'e>,
}

struct Children<'e> {
    children: Vec<Child<'e>>,
    /// Indices of an object's members by name; `None` for a list.
    names: Option<Map<Cow<'e, str>, usize>>,
}

impl<'e> Children<'e> {
    fn of(value: Value<'e>, text: &str) -> Children<'e> {
        let Some(object) = value.object() else { return Children::of_list(&value.list(), text) };
        // Of members with the same name the last one is found.
        let names = object.0.iter().enumerate().map(|(at, member)| (member.name(), at)).collect();
        let children = object.0.iter().map(|member| {
            let (start, end) = (member.start_in(text), member.value.end_in(text));
            Child { start, end, value: member.value }
        });
        Children { children: children.collect(), names: Some(names) }
    }

    fn of_list(values: &[Value<'e>], text: &str) -> Children<'e> {
        let child = |&value: &Value<'e>| Child { start: value.start_in(text), end: value.end_in(text), value };
        Children { children: values.iter().map(child).collect(), names: None }
    }

    fn find(&self, name: &str) -> Option<usize> {
        match &self.names {
            Some(names) => names.get(name).copied(),
            None => {
                let is_number =
                    name == "0" || (!name.starts_with('0') && name.bytes().all(|byte| byte.is_ascii_digit()));
                let at = name.parse::<usize>().ok().filter(|_| is_number)?;
                (at < self.children.len()).then_some(at)
            }
        }
    }
}
