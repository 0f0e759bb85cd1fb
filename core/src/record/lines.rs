//! Reads events from lines of JSON. The names are the interface's with underscores; a line has the members of a body
//! beside those of its event.
//!
//! A member that is missing or `null` has its default, which for most is empty; if it is required, the line is refused.
//! An unknown member is refused, so that a misspelt name is not lost in silence.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};
use xxhash_rust::xxh3::xxh3_128;

use super::batch::{EventsToSeal, Packed, seal};
use super::check::{canonical_json, nesting_depth};
use super::event::{Event, EventBody};
use super::fields::{Choice, Field, Shape, Slot, WordEnum};
use super::kinds::{Body, Kind};
use super::situation::Situated as _;
use super::space::RecordSpace;
use super::trust::Origin;
use crate::base::anchor::Anchor;
use crate::base::error::{Error, repeated_argument};
use crate::base::time::Timestamp;

/// The most bytes of lines in one call.
const MAX_BYTES: usize = 16 << 20;
/// The most bytes of one line.
const MAX_LINE_BYTES: usize = 1 << 20;
/// The deepest nesting of a line: JSON in one of its members may nest 16 deep.
const MAX_DEPTH: usize = 18;

/// A batch of events from lines of JSON, and the lines that are left out of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedLines {
    /// A batch of the lines' events, for `add`.
    pub packed: Packed,
    /// The lines that were left out, with reasons.
    pub refused: Vec<RefusedLine>,
}

/// A line that was left out.
#[derive(Clone, Debug, PartialEq)]
pub struct RefusedLine {
    /// The number of the line, from 1 on.
    pub line: u32,
    /// The reason for leaving it out.
    pub error: Error,
}

impl RecordSpace {
    /// Reads events from lines, checks and packs them. With `each_alone` an event that `add` refuses is left out alone.
    pub(crate) fn pack_lines(
        &self,
        lines: &str,
        now: i64,
        entropy: &[u8],
        each_alone: bool,
    ) -> Result<PackedLines, Error> {
        Error::check_limit("bytes of lines", lines.len(), MAX_BYTES)?;
        if entropy.len() != 16 {
            return Err(Error::invalid("entropy", "it has 16 bytes"));
        }
        let time = Timestamp::checked("now", now)?;
        let (mut events, mut refused) = (Vec::new(), Vec::new());
        for (at, line) in lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            // Lines without a time keep their order among each other.
            let event = read(line, now + events.len() as i64, || event_id(entropy, at as u64));
            match event.and_then(|event| self.check_line_event(at, event, time)) {
                Ok(event) => events.push(event),
                Err(error) => refused.push(RefusedLine { line: at as u32 + 1, error }),
            }
        }
        let events = EventsToSeal { list: events, each_alone, ..EventsToSeal::default() };
        Ok(PackedLines { packed: seal(&self.owner, self.settings, events, time)?, refused })
    }
}

/// An id for the event of a line that gives none: made from the call's entropy and the line's index.
fn event_id(entropy: &[u8], index: u64) -> String {
    format!("{:032x}", xxh3_128(&[entropy, &index.to_le_bytes()].concat()))
}

/// Parses a line as a JSON object that nests no deeper than allowed.
pub(super) fn parse_object(line: &str) -> Result<Map<String, Value>, Error> {
    if line.len() > MAX_LINE_BYTES {
        return Err(Error::invalid("lines", format!("it has more than {MAX_LINE_BYTES} bytes, the most of a line")));
    }
    if nesting_depth(line) > MAX_DEPTH {
        return Err(Error::invalid("lines", "it nests deeper than 16"));
    }
    match serde_json::from_str(line) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(Error::invalid("lines", "it is no JSON object")),
        Err(error) => Err(Error::invalid("lines", format!("it is no JSON: {error}"))),
    }
}

/// Reads the event of a line; `event_id` makes an id for a line that gives none.
fn read(line: &str, now: i64, event_id: impl Fn() -> String) -> Result<Event, Error> {
    let mut members = Members::of(parse_object(line)?);
    let body = members.body()?;
    let event = members.event(now, event_id, body)?;
    members.end()?;
    Ok(event)
}

/// The members of a line, and the names of those that were read.
pub(super) struct Members {
    object: Map<String, Value>,
    read_names: BTreeSet<&'static str>,
}

impl Members {
    pub(super) fn of(object: Map<String, Value>) -> Members {
        Members { object, read_names: BTreeSet::new() }
    }

    pub(super) fn event(&mut self, now: i64, event_id: impl Fn() -> String, body: EventBody) -> Result<Event, Error> {
        let event_id = self.text("event_id")?.unwrap_or_else(event_id);
        let time = self.time("time")?.unwrap_or(now);
        let channel = self.text("channel")?.unwrap_or_default();
        let origin = self.word("origin")?.unwrap_or(Origin::Agent);
        let mut event = Event { channel, ..Event::of(event_id, time, origin, body) };
        for (member, name) in event.situation_mut() {
            *name = self.text(member.field.name)?.unwrap_or_default();
        }
        Ok(Event {
            parents: self.texts("parents")?,
            anchors: self.anchors()?,
            metadata: self.json("metadata")?,
            ..event
        })
    }

    /// Reads the body of the kind that the line names; without a kind it is a note.
    pub(super) fn body(&mut self) -> Result<EventBody, Error> {
        let word = self.text("kind")?.unwrap_or_else(|| String::from("note"));
        self.body_of(&word)
    }

    /// Reads the body of the kind with this word; an error for a kind that no event may have.
    pub(super) fn body_of(&mut self, word: &str) -> Result<EventBody, Error> {
        let unknown_kind = || Error::invalid("kind", format!("{:?} is no kind of an event", repeated_argument(word)));
        match Kind::of_word(word).ok_or_else(unknown_kind)? {
            Kind::Note => Ok(EventBody::Note(self.required_text("text")?)),
            Kind::Learning | Kind::Observation => Err(unknown_kind()),
            kind => Ok(EventBody::from_stored(String::new(), self.stored_body(kind)?)),
        }
    }

    /// Reads the body of a kind as a record stores it; `None` for a kind without a body.
    pub(super) fn stored_body(&mut self, kind: Kind) -> Result<Option<Body>, Error> {
        let mut body = Body::of(kind);
        for (field, slot) in body.iter_mut().flat_map(Body::slots) {
            self.fill(field, slot)?;
        }
        Ok(body)
    }

    /// Fills in a field from the member of the line with the field's name. Without such a member the field keeps its
    /// default; that a required field has none is an error.
    fn fill(&mut self, field: &Field, slot: Slot<'_>) -> Result<(), Error> {
        let name = field.name;
        let is_filled = match slot {
            Slot::Text(text) if matches!(field.shape, Shape::Json(_)) => put(text, Some(self.json(name)?)),
            Slot::Text(text) => put(text, self.text(name)?),
            Slot::Texts(texts) => put(texts, Some(self.texts(name)?)),
            Slot::Number(number) => put(number, self.number(name)?),
            Slot::OptionalNumber(number) => put(number, Some(self.number(name)?)),
            Slot::Flag(flag) => put(flag, self.boolean(name)?),
            Slot::OptionalFlag(flag) => put(flag, Some(self.boolean(name)?)),
            Slot::Word(choice) => self.choose(name, choice)?,
        };
        if field.is_required && !is_filled { Err(missing(name)) } else { Ok(()) }
    }

    fn anchors(&mut self) -> Result<Vec<Anchor>, Error> {
        let refusal = || Error::invalid("anchors", "a list of objects with path, symbol, hash and commit");
        let Value::Array(list) = self.take("anchors") else { return Ok(Vec::new()) };
        let anchor = |value: Value| {
            let Value::Object(object) = value else { return Err(refusal()) };
            let mut members = Members::of(object);
            let hash = members.text("hash")?.unwrap_or_default();
            let anchor = Anchor {
                path: members.required_text("path")?,
                symbol: members.text("symbol")?.unwrap_or_default(),
                hash: bytes(&hash).ok_or_else(refusal)?,
                commit: members.text("commit")?.unwrap_or_default(),
            };
            members.end().map(|()| anchor)
        };
        list.into_iter().map(anchor).collect()
    }

    fn take(&mut self, name: &'static str) -> Value {
        self.read_names.insert(name);
        self.object.get_mut(name).map(Value::take).unwrap_or_default()
    }

    pub(super) fn text(&mut self, name: &'static str) -> Result<Option<String>, Error> {
        match self.take(name) {
            Value::String(text) => Ok(Some(text)),
            Value::Null => Ok(None),
            _ => Err(Error::invalid(name, "it is no text")),
        }
    }

    pub(super) fn required_text(&mut self, name: &'static str) -> Result<String, Error> {
        self.text(name)?.ok_or_else(|| missing(name))
    }

    /// A member that holds JSON, as it is stored: given as JSON, or as a text of JSON.
    fn json(&mut self, name: &'static str) -> Result<String, Error> {
        Ok(match self.take(name) {
            Value::Null => String::new(),
            Value::String(text) => text,
            value => canonical_json(value),
        })
    }

    pub(super) fn texts(&mut self, name: &'static str) -> Result<Vec<String>, Error> {
        let refusal = || Error::invalid(name, "it is no list of texts");
        match self.take(name) {
            Value::Null => Ok(Vec::new()),
            Value::Array(list) => {
                let text = |value| if let Value::String(text) = value { Ok(text) } else { Err(refusal()) };
                list.into_iter().map(text).collect()
            }
            _ => Err(refusal()),
        }
    }

    pub(super) fn integer(&mut self, name: &'static str) -> Result<Option<i64>, Error> {
        match self.take(name) {
            Value::Null => Ok(None),
            Value::Number(number) => {
                number.as_i64().map(Some).ok_or_else(|| Error::invalid(name, "it is no whole number"))
            }
            _ => Err(Error::invalid(name, "it is no number")),
        }
    }

    /// A time in milliseconds since 1970; the line may give it as a date in a text.
    pub(super) fn time(&mut self, name: &'static str) -> Result<Option<i64>, Error> {
        match self.take(name) {
            Value::Null => Ok(None),
            Value::String(text) => Timestamp::read(name, &text).map(Some),
            value => value.as_i64().map(Some).ok_or_else(|| {
                Error::invalid(name, format!("it is neither a text nor a whole number: {}", Timestamp::accepted_form()))
            }),
        }
    }

    fn number(&mut self, name: &'static str) -> Result<Option<u32>, Error> {
        let number = self.integer(name)?.map(u32::try_from).transpose();
        number.map_err(|_| Error::invalid(name, "from 0 to 4,294,967,295"))
    }

    pub(super) fn boolean(&mut self, name: &'static str) -> Result<Option<bool>, Error> {
        match self.take(name) {
            Value::Null => Ok(None),
            Value::Bool(is) => Ok(Some(is)),
            _ => Err(Error::invalid(name, "it is neither true nor false")),
        }
    }

    pub(super) fn word<T: WordEnum>(&mut self, name: &'static str) -> Result<Option<T>, Error> {
        let mut word = None;
        self.choose(name, &mut word).map(|_| word)
    }

    /// Sets a choice from a member that names a case; returns whether the member is given.
    fn choose(&mut self, name: &'static str, choice: &mut dyn Choice) -> Result<bool, Error> {
        let Some(word) = self.text(name)? else { return Ok(false) };
        match choice.choose(&word) {
            true => Ok(true),
            false => {
                let allowed_words = choice.words().join(", ");
                Err(Error::invalid(name, format!("{:?} is none of {allowed_words}", repeated_argument(&word))))
            }
        }
    }

    /// Refuses a line with a member that was not read.
    pub(super) fn end(self) -> Result<(), Error> {
        match self.object.keys().find(|name| !self.read_names.contains(name.as_str())) {
            Some(name) => {
                Err(Error::invalid("lines", format!("{:?} is no member of such an event", repeated_argument(name))))
            }
            None => Ok(()),
        }
    }
}

/// Sets `place` to a value, if there is one; returns whether there is.
fn put<T>(place: &mut T, value: Option<T>) -> bool {
    value.map(|value| *place = value).is_some()
}

fn missing(name: &'static str) -> Error {
    Error::invalid(name, "it is missing")
}

/// Decodes hexadecimal digits; `None` for an odd number of them, or for other characters.
fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.as_bytes();
    let byte = |pair: &[u8]| u8::from_str_radix(core::str::from_utf8(pair).ok()?, 16).ok();
    digits.len().is_multiple_of(2).then(|| digits.chunks(2).map(byte).collect()).flatten()
}
