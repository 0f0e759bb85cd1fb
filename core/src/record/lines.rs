//! Events as JSON, one a line, in the form of the interface: its names with underscores, and the members of a body beside those
//! of its event.
//!
//! What is not given is empty. A member that is not known is refused, so that a wrong name is not lost in silence.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};
use xxhash_rust::xxh3::xxh3_128;

use super::batch::{Events, Packed, seal};
use super::check::{canonical_json, depth};
use super::event::{
    Event, EventBody, FileOperation, FileTouch, ProfileValue, Role, StrategyPlan, StrategyUse, TaskIntent, TaskStatus,
    TaskStep, ToolCall, Turn, WorkingValue,
};
use super::space::RecordSpace;
use super::trust::Origin;
use crate::base::anchor::Anchor;
use crate::base::error::{Error, repeated};
use crate::base::time::Timestamp;

/// The most bytes of lines in one call.
const MAX_BYTES: usize = 16 << 20;
/// The most bytes of a line.
const MAX_LINE: usize = 1 << 20;
/// How deep a line nests at most: JSON in a member of it may nest 16 deep.
const MAX_DEPTH: usize = 18;
/// An hour.
const LIFETIME: u32 = 3_600_000;

/// Lines that were read.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedLines {
    /// What they say, to be added.
    pub packed: Packed,
    /// What was left out.
    pub refused: Vec<RefusedLine>,
}

/// A line that holds no event.
#[derive(Clone, Debug, PartialEq)]
pub struct RefusedLine {
    /// From 1 on.
    pub line: u32,
    /// The reason.
    pub error: Error,
}

impl RecordSpace {
    /// Reads events from lines, checks and packs them. `each_alone`: one that is refused when it is added is left out alone.
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
            match event.and_then(|event| self.of_line(at, event, time)) {
                Ok(event) => events.push(event),
                Err(error) => refused.push(RefusedLine { line: at as u32 + 1, error }),
            }
        }
        let events = Events { list: events, each_alone };
        Ok(PackedLines { packed: seal(&self.owner, self.settings, events, time)?, refused })
    }
}

fn event_id(entropy: &[u8], line: u64) -> String {
    format!("{:032x}", xxh3_128(&[entropy, &line.to_le_bytes()].concat()))
}

pub(super) fn object(line: &str) -> Result<Map<String, Value>, Error> {
    if line.len() > MAX_LINE {
        return Err(Error::invalid("lines", format!("it has more than {MAX_LINE} bytes, the most of a line")));
    }
    if depth(line) > MAX_DEPTH {
        return Err(Error::invalid("lines", "it nests deeper than 16"));
    }
    match serde_json::from_str(line) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(Error::invalid("lines", "it is no JSON object")),
        Err(error) => Err(Error::invalid("lines", format!("it is no JSON: {error}"))),
    }
}

fn read(line: &str, now: i64, event_id: impl Fn() -> String) -> Result<Event, Error> {
    let mut members = Members::of(object(line)?);
    let body = members.body()?;
    let event = members.event(now, event_id, body)?;
    members.end()?;
    Ok(event)
}

pub(super) const ORIGINS: [(&str, Origin); 4] =
    [("person", Origin::Person), ("agent", Origin::Agent), ("tool", Origin::Tool), ("imported", Origin::Imported)];
pub(super) const ROLES: [(&str, Role); 4] =
    [("user", Role::User), ("assistant", Role::Assistant), ("system", Role::System), ("tool", Role::Tool)];
pub(super) const OPERATIONS: [(&str, FileOperation); 7] = [
    ("read", FileOperation::Read),
    ("write", FileOperation::Write),
    ("edit", FileOperation::Edit),
    ("search", FileOperation::Search),
    ("analyze", FileOperation::Analyze),
    ("view", FileOperation::View),
    ("rename", FileOperation::Rename),
];
pub(super) const STATUSES: [(&str, TaskStatus); 4] = [
    ("active", TaskStatus::Active),
    ("paused", TaskStatus::Paused),
    ("completed", TaskStatus::Completed),
    ("failed", TaskStatus::Failed),
];
pub(super) const INTENTS: [(&str, TaskIntent); 4] = [
    ("code_reading", TaskIntent::CodeReading),
    ("code_writing", TaskIntent::CodeWriting),
    ("project_fixing", TaskIntent::ProjectFixing),
    ("project_exploration", TaskIntent::ProjectExploration),
];

/// The members of a line, and which of them were asked for.
pub(super) struct Members {
    object: Map<String, Value>,
    known: BTreeSet<&'static str>,
}

impl Members {
    pub(super) fn of(object: Map<String, Value>) -> Members {
        Members { object, known: BTreeSet::new() }
    }

    pub(super) fn event(&mut self, now: i64, event_id: impl Fn() -> String, body: EventBody) -> Result<Event, Error> {
        Ok(Event {
            event_id: self.text("event_id")?.unwrap_or_else(event_id),
            time: self.time("time")?.unwrap_or(now),
            channel: self.text("channel")?.unwrap_or_default(),
            origin: self.word("origin", &ORIGINS)?.unwrap_or(Origin::Agent),
            session: self.text("session")?.unwrap_or_default(),
            task: self.text("task")?.unwrap_or_default(),
            parents: self.texts("parents")?,
            anchors: self.anchors()?,
            metadata: self.json("metadata")?,
            body,
        })
    }

    /// What the line says of its kind.
    pub(super) fn body(&mut self) -> Result<EventBody, Error> {
        let kind = self.text("kind")?.unwrap_or_else(|| String::from("note"));
        self.body_of(&kind)
    }

    /// What a line of a kind says.
    pub(super) fn body_of(&mut self, kind: &str) -> Result<EventBody, Error> {
        Ok(match kind {
            "note" => EventBody::Note(self.needed("text")?),
            "turn" => EventBody::Turn(Turn {
                conversation: self.needed("conversation")?,
                role: self.word("role", &ROLES)?.unwrap_or(Role::User),
                text: self.needed("text")?,
                tokens: self.number("tokens")?,
            }),
            "tool_call" => EventBody::ToolCall(ToolCall {
                tool: self.needed("tool")?,
                parameters: self.json("parameters")?,
                output: self.text("output")?.unwrap_or_default(),
                success: self.boolean("success")?,
                error: self.text("error")?.unwrap_or_default(),
                duration: self.number("duration")?,
                context_tokens: self.number("context_tokens")?,
                refused: self.boolean("refused")?.unwrap_or(false),
            }),
            "file_touch" => EventBody::FileTouch(FileTouch {
                path: self.needed("path")?,
                operation: self.word("operation", &OPERATIONS)?.ok_or_else(|| missing("operation"))?,
                first_line: self.number("first_line")?.unwrap_or(0),
                last_line: self.number("last_line")?.unwrap_or(0),
                success: self.boolean("success")?.unwrap_or(true),
                why: self.text("why")?.unwrap_or_default(),
                change: self.text("change")?.unwrap_or_default(),
            }),
            "task_step" => EventBody::TaskStep(TaskStep {
                status: self.word("status", &STATUSES)?.unwrap_or(TaskStatus::Active),
                description: self.text("description")?.unwrap_or_default(),
                intent: self.word("intent", &INTENTS)?,
                outcome: self.text("outcome")?.unwrap_or_default(),
            }),
            "strategy" => EventBody::Strategy(StrategyPlan {
                description: self.needed("description")?,
                context: self.text("context")?.unwrap_or_default(),
                task_type: self.text("task_type")?.unwrap_or_default(),
                tools: self.texts("tools")?,
            }),
            "strategy_use" => EventBody::StrategyUse(StrategyUse {
                strategy: self.needed("strategy")?,
                success: self.boolean("success")?.ok_or_else(|| missing("success"))?,
            }),
            "working_value" => EventBody::WorkingValue(WorkingValue {
                conversation: self.needed("conversation")?,
                key: self.needed("key")?,
                value: self.needed("value")?,
                lifetime: self.number("lifetime")?.unwrap_or(LIFETIME),
            }),
            "profile_value" => {
                EventBody::ProfileValue(ProfileValue { key: self.needed("key")?, value: self.needed("value")? })
            }
            other => return Err(Error::invalid("kind", format!("{:?} is no kind of an event", repeated(other)))),
        })
    }

    fn anchors(&mut self) -> Result<Vec<Anchor>, Error> {
        let refused = || Error::invalid("anchors", "a list of objects with path, symbol, hash and commit");
        let Value::Array(list) = self.take("anchors") else { return Ok(Vec::new()) };
        let anchor = |value: Value| {
            let Value::Object(object) = value else { return Err(refused()) };
            let mut members = Members::of(object);
            let hash = members.text("hash")?.unwrap_or_default();
            let anchor = Anchor {
                path: members.needed("path")?,
                symbol: members.text("symbol")?.unwrap_or_default(),
                hash: bytes(&hash).ok_or_else(refused)?,
                commit: members.text("commit")?.unwrap_or_default(),
            };
            members.end().map(|()| anchor)
        };
        list.into_iter().map(anchor).collect()
    }

    fn take(&mut self, name: &'static str) -> Value {
        self.known.insert(name);
        self.object.get_mut(name).map(Value::take).unwrap_or_default()
    }

    pub(super) fn text(&mut self, name: &'static str) -> Result<Option<String>, Error> {
        match self.take(name) {
            Value::String(text) => Ok(Some(text)),
            Value::Null => Ok(None),
            _ => Err(Error::invalid(name, "it is no text")),
        }
    }

    pub(super) fn needed(&mut self, name: &'static str) -> Result<String, Error> {
        self.text(name)?.ok_or_else(|| missing(name))
    }

    /// JSON as it is stored: an object as it was given, or a text that holds JSON already.
    fn json(&mut self, name: &'static str) -> Result<String, Error> {
        Ok(match self.take(name) {
            Value::Null => String::new(),
            Value::String(text) => text,
            value => canonical_json(value),
        })
    }

    pub(super) fn texts(&mut self, name: &'static str) -> Result<Vec<String>, Error> {
        let refused = || Error::invalid(name, "it is no list of texts");
        match self.take(name) {
            Value::Null => Ok(Vec::new()),
            Value::Array(list) => {
                let text = |value| if let Value::String(text) = value { Ok(text) } else { Err(refused()) };
                list.into_iter().map(text).collect()
            }
            _ => Err(refused()),
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

    /// A time, as milliseconds or as a text.
    pub(super) fn time(&mut self, name: &'static str) -> Result<Option<i64>, Error> {
        match self.take(name) {
            Value::Null => Ok(None),
            Value::String(text) => Timestamp::read(name, &text).map(Some),
            value => value.as_i64().map(Some).ok_or_else(|| {
                Error::invalid(name, format!("it is neither a text nor a whole number: {}", Timestamp::form()))
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

    pub(super) fn word<T: Copy>(&mut self, name: &'static str, words: &[(&str, T)]) -> Result<Option<T>, Error> {
        let Some(said) = self.text(name)? else { return Ok(None) };
        let found = words.iter().find(|(word, _)| *word == said).map(|(_, meant)| Some(*meant));
        found.ok_or_else(|| {
            let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            Error::invalid(name, format!("{:?} is none of {}", repeated(&said), all.join(", ")))
        })
    }

    /// Refuses a member that means nothing.
    pub(super) fn end(self) -> Result<(), Error> {
        match self.object.keys().find(|name| !self.known.contains(name.as_str())) {
            Some(name) => Err(Error::invalid("lines", format!("{:?} is no member of such an event", repeated(name)))),
            None => Ok(()),
        }
    }
}

fn missing(name: &'static str) -> Error {
    Error::invalid(name, "it is missing")
}

/// The bytes that hex digits stand for.
fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.as_bytes();
    let byte = |pair: &[u8]| u8::from_str_radix(core::str::from_utf8(pair).ok()?, 16).ok();
    digits.len().is_multiple_of(2).then(|| digits.chunks(2).map(byte).collect()).flatten()
}
