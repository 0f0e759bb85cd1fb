//! JSON values as slices of their source text. Only the requested parts are decoded.
//!
//! [`Value::parse`] checks the whole text once; the other functions rely on that check. None of them recurses, so
//! nesting costs no stack. Not here: the meaning of members.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use serde_core::de::{Deserializer as _, MapAccess, SeqAccess, Visitor};
use serde_json::Deserializer;
use serde_json::value::RawValue;

use crate::base::sort::sort_by;

/// A value's source text, without white space around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<'a>(&'a str);

/// A member of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member<'a> {
    /// Source text of the name, with its quotes.
    name: &'a str,
    pub(crate) value: Value<'a>,
}

/// The members of an object, in source order.
#[derive(Clone, Debug)]
pub(crate) struct Object<'a>(pub(crate) Vec<Member<'a>>);

impl<'a> Value<'a> {
    /// Checks that a text is one valid JSON value.
    pub(crate) fn parse(text: &'a str) -> Result<Value<'a>, serde_json::Error> {
        scanned(text);
        serde_json::from_str::<&RawValue>(text).map(|raw| Value(raw.get()))
    }

    /// The elements of a text that is one valid JSON list; `None` for any other text. Checks the elements while it
    /// reads them.
    pub(crate) fn parse_list(text: &'a str) -> Option<Vec<Value<'a>>> {
        scanned(text);
        let mut values = Vec::new();
        let mut json = Deserializer::from_str(text);
        json.deserialize_seq(ListVisitor(&mut values)).ok()?;
        json.end().ok().map(|()| values)
    }

    /// As [`Value::parse_list`], for the members of an object.
    pub(crate) fn parse_object(text: &'a str) -> Option<Object<'a>> {
        scanned(text);
        let mut json = Deserializer::from_str(text);
        let members = json.deserialize_map(ObjectVisitor).ok()?;
        json.end().ok().map(|()| Object(members))
    }

    /// Number of leading elements that can be parsed of a JSON list that is broken; `None` if the text is no list.
    pub(crate) fn n_readable(text: &str) -> Option<usize> {
        let mut values = Vec::new();
        let is_list = text.trim_start().starts_with('[');
        let _ = Deserializer::from_str(text).deserialize_seq(ListVisitor(&mut values));
        is_list.then_some(values.len())
    }

    pub(crate) fn source(self) -> &'a str {
        self.0
    }

    pub(crate) fn is_list(self) -> bool {
        self.0.starts_with('[')
    }

    pub(crate) fn is_object(self) -> bool {
        self.0.starts_with('{')
    }

    pub(crate) fn is_string(self) -> bool {
        self.0.starts_with('"')
    }

    pub(crate) fn is_null(self) -> bool {
        self.0 == "null"
    }

    pub(crate) fn is_true(self) -> bool {
        self.0 == "true"
    }

    /// The elements of a list; empty for another value.
    pub(crate) fn list(self) -> Vec<Value<'a>> {
        // The whole text was checked before, and so was this part.
        if self.is_list() { Value::parse_list(self.0).unwrap_or_default() } else { Vec::new() }
    }

    /// The members of an object; `None` for another value.
    pub(crate) fn object(self) -> Option<Object<'a>> {
        self.is_object().then(|| Value::parse_object(self.0).unwrap_or(Object(Vec::new())))
    }

    /// The decoded text of a string; lone surrogates become replacement characters. `None` if it is no string.
    pub(crate) fn text(self) -> Option<Cow<'a, str>> {
        self.is_string().then(|| decode_string(self.0))
    }

    /// The byte offset of the value's start in `text`, from which the value was parsed.
    pub(crate) fn start_in(self, text: &str) -> usize {
        start_in(self.0, text)
    }

    /// The byte offset of the value's end in `text`, from which the value was parsed.
    pub(crate) fn end_in(self, text: &str) -> usize {
        self.start_in(text) + self.0.len()
    }

    /// The value's byte range in `text`; `None` if the value was parsed from another text.
    pub(crate) fn range_in(self, text: &str) -> Option<Range<usize>> {
        let start = (self.0.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
        let end = start + self.0.len();
        (end <= text.len()).then_some(start..end)
    }
}

impl<'a> Member<'a> {
    pub(crate) fn name(self) -> Cow<'a, str> {
        decode_string(self.name)
    }

    /// The byte offset of the name in `text`, from which the member was parsed.
    pub(crate) fn start_in(self, text: &str) -> usize {
        start_in(self.name, text)
    }
}

impl<'a> Object<'a> {
    /// The value of the last member with this name.
    pub(crate) fn get(&self, name: &str) -> Option<Value<'a>> {
        self.0.iter().rev().find(|member| member.name() == name).map(|member| member.value)
    }

    /// The decoded string in the member with this name; empty if there is no such member or it is no string.
    pub(crate) fn text(&self, name: &str) -> Cow<'a, str> {
        self.get(name).and_then(Value::text).unwrap_or_default()
    }

    pub(crate) fn object(&self, name: &str) -> Option<Object<'a>> {
        self.get(name).and_then(Value::object)
    }

    /// The elements of the list in the member with this name; empty if there is none.
    pub(crate) fn list(&self, name: &str) -> Vec<Value<'a>> {
        self.get(name).map(Value::list).unwrap_or_default()
    }

    /// The members sorted by name. Of several with the same name, only the last is kept.
    pub(crate) fn by_name(&self) -> Vec<(Cow<'a, str>, Value<'a>)> {
        let mut members: Vec<_> = self.0.iter().rev().map(|member| (member.name(), member.value)).collect();
        sort_by(&mut members, |(one, _), (other, _)| one.cmp(other));
        members.dedup_by(|(next, _), (first, _)| next == first);
        members
    }

    pub(crate) fn is_true(&self, name: &str) -> bool {
        self.get(name).is_some_and(Value::is_true)
    }
}

/// Encodes a text as a JSON string.
pub(crate) fn string(text: &str) -> String {
    // Writing a string cannot fail.
    serde_json::to_string(text).unwrap_or_default()
}

fn start_in(part: &str, text: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// Decodes a JSON string.
fn decode_string(source: &str) -> Cow<'_, str> {
    let inner = source.get(1..source.len().saturating_sub(1)).unwrap_or_default();
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    // The text may have half of a surrogate pair, so it is read as bytes.
    Cow::Owned(Deserializer::from_str(source).deserialize_bytes(StringVisitor).unwrap_or_default())
}

/// Called with each text that is scanned for the bounds of values; tests count these bytes.
#[cfg(not(test))]
fn scanned(_: &str) {}

#[cfg(test)]
pub(crate) use counted::{n_scanned, scanned};

struct StringVisitor;

impl Visitor<'_> for StringVisitor {
    type Value = String;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a string")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<String, E> {
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
}

struct ListVisitor<'v, 'a>(&'v mut Vec<Value<'a>>);

impl<'a> Visitor<'a> for ListVisitor<'_, 'a> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut elements: A) -> Result<(), A::Error> {
        while let Some(raw) = elements.next_element::<&RawValue>()? {
            self.0.push(Value(raw.get()));
        }
        Ok(())
    }
}

struct ObjectVisitor;

impl<'a> Visitor<'a> for ObjectVisitor {
    type Value = Vec<Member<'a>>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some((name, value)) = map.next_entry::<&RawValue, &RawValue>()? {
            members.push(Member { name: name.get(), value: Value(value.get()) });
        }
        Ok(members)
    }
}

/// Number of bytes scanned in this thread. A value is scanned again when its parts are requested.
#[cfg(test)]
mod counted {
    use std::cell::Cell;

    std::thread_local! {
        static N_BYTES: Cell<usize> = const { Cell::new(0) };
    }

    pub(crate) fn scanned(text: &str) {
        N_BYTES.set(N_BYTES.get() + text.len());
    }

    /// The number of bytes that a call scans, and its result.
    pub(crate) fn n_scanned<T>(call: impl FnOnce() -> T) -> (usize, T) {
        let before = N_BYTES.get();
        let done = call();
        (N_BYTES.get() - before, done)
    }
}
