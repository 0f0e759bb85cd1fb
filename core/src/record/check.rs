//! Normalizes and checks events before they are recorded, as far as no row is needed.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_core::de::IgnoredAny;
use serde_json::Value as Json;

use super::batch::{check_length, check_name, parse_id};
use super::envelope::LearningFields;
use super::fields::{Field, MAX_LONG_TEXT_BYTES, MAX_SENTENCE_BYTES, MAX_TEXT_BYTES, Shape, Value};
use super::kinds::{
    Body, Decision, DecisionStatus, EventBody, FileOperation, FileTouch, Kind, Lesson, LessonTopic, StrategyUse,
    ToolCall,
};
use super::project::Project;
use crate::base::anchor::Anchor;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::text::refusal::is_refusal;

/// The deepest nesting of JSON in an event.
const MAX_DEPTH: usize = 16;
/// The most members of an event's metadata.
const MAX_MEMBERS: usize = 32;
/// The most bytes, as `name=value`, of a member of the metadata by which events can be filtered.
const MAX_MEMBER_BYTES: usize = 256;
/// The most bytes of a branch's name: as many as a file's name may have, since git keeps a branch as a file.
const MAX_BRANCH_BYTES: usize = 255;

/// Normalizes the paths, the outcome of a call and the id of a strategy in a body, so that equal events are stored
/// equal.
pub(super) fn normalize_body(body: EventBody, project: &Project) -> Result<EventBody, Error> {
    Ok(match body {
        EventBody::FileTouch(touch) => {
            let path = project.path(&touch.path)?;
            let change = match touch.operation {
                FileOperation::Rename => project.path(&touch.change).unwrap_or(touch.change),
                _ => touch.change,
            };
            EventBody::FileTouch(FileTouch { path, change, ..touch })
        }
        EventBody::ToolCall(call) => EventBody::ToolCall(normal_outcome(call)?),
        // A use is listed by the id of its strategy, in the form that this memory writes, and is forgotten with the
        // strategy.
        EventBody::StrategyUse(used) => {
            let strategy = RecordId::parse(&used.strategy).map_or_else(|| used.strategy.clone(), RecordId::text);
            EventBody::StrategyUse(StrategyUse { strategy, ..used })
        }
        EventBody::Lesson(lesson) if lesson.topic == LessonTopic::FilePurpose => {
            EventBody::Lesson(Lesson { subject: project.path(&lesson.subject)?, ..lesson })
        }
        other => other,
    })
}

/// Normalizes how a call ended: with an error and no stated success it failed, unless the error says that the call was
/// refused. A stated success stays; together with `refused` it is an error.
fn normal_outcome(call: ToolCall) -> Result<ToolCall, Error> {
    if call.refused && call.success == Some(true) {
        return Err(Error::invalid("refused", "a call that was refused has no success: leave one of the two out"));
    }
    let error_text = if call.error.is_empty() && call.failed() { &call.output } else { &call.error };
    let refused = call.refused || call.success != Some(true) && is_refusal(error_text);
    let success = call.success.or((!call.error.is_empty() && !refused).then_some(false));
    Ok(ToolCall { success, refused, ..call })
}

/// Normalizes the path of an anchor, and that path at the start of its symbol.
pub(super) fn normalize_anchor(anchor: Anchor, project: &Project) -> Result<Anchor, Error> {
    let path = project.path(&anchor.path)?;
    let symbol = match anchor.symbol.strip_prefix(&anchor.path) {
        Some(rest) if rest.starts_with('#') => format!("{path}{rest}"),
        _ => anchor.symbol,
    };
    Ok(Anchor { path, symbol, ..anchor })
}

pub(super) fn check_note(text: &str, metadata: &str) -> Result<(), Error> {
    check_event(text, None)?;
    check_metadata(metadata)
}

/// Checks the body of an event that is not derived, or the text of a note, which has no body.
pub(super) fn check_event(text: &str, body: Option<&Body>) -> Result<(), Error> {
    match body {
        None => check_not_blank("text", text, MAX_TEXT_BYTES),
        Some(Body::Observation(_)) => Err(Error::invalid("body", "an observation is derived, and not told")),
        Some(body) => check_body(body),
    }
}

/// Checks each field of a body, and rules between its fields.
pub(crate) fn check_body(body: &Body) -> Result<(), Error> {
    body.values().try_for_each(|(field, value)| check_field(field, value))?;
    match body {
        Body::FileTouch(touch) => check_lines(touch.first_line, touch.last_line),
        Body::Decision(Decision { status, superseded_by, .. }) => check_successor(*status, superseded_by),
        _ => Ok(()),
    }
}

/// Checks the fields of an exported learning, whose text may be empty.
pub(super) fn check_learning(learning: &LearningFields, text: &str) -> Result<(), Error> {
    let LearningFields { item, tool, paths, failed, part } = learning;
    let values = [
        Value::Text(text),
        Value::Text(item),
        Value::Text(tool),
        Value::Texts(paths),
        Value::Flag(Some(!failed)),
        Value::Text(part),
    ];
    Kind::Learning.fields().iter().zip(values).try_for_each(|(field, value)| check_field(field, value))
}

/// Checks a value against the limits of its field.
fn check_field(field: &Field, value: Value<'_>) -> Result<(), Error> {
    let name = field.argument();
    match (field.shape, value) {
        (Shape::Name(_), Value::Text("")) if field.is_required => Err(Error::invalid(name, "it is empty")),
        (Shape::Name(max_bytes), Value::Text(text)) => check_length(name, text, max_bytes),
        (Shape::ForeignName(max_bytes), Value::Text(text)) => check_text(name, text, max_bytes),
        (Shape::Text(max_bytes), Value::Text(text)) if field.is_required => check_not_blank(name, text, max_bytes),
        (Shape::Text(max_bytes) | Shape::Value(max_bytes), Value::Text(text)) => check_text(name, text, max_bytes),
        (Shape::Json(max_bytes), Value::Text(text)) => check_json(name, text, max_bytes),
        (Shape::Change, Value::Text(text)) => check_text(name, text, MAX_LONG_TEXT_BYTES),
        (Shape::Path, Value::Text(path)) => Project::default().path(path).map(drop),
        (Shape::Id, Value::Text(id)) => parse_id(name, id).map(drop),
        (Shape::Names(what, limit), Value::Texts(names)) => {
            Error::check_limit(what, names.len(), limit)?;
            names.iter().try_for_each(|one| check_required_name(name, one))
        }
        (Shape::Files(what, limit), Value::Texts(paths)) => {
            Error::check_limit(what, paths.len(), limit)?;
            paths.iter().try_for_each(|path| check_text(name, path, MAX_SENTENCE_BYTES))
        }
        _ => Ok(()),
    }
}

/// Refuses a superseded decision without a successor, and a successor of any other decision.
fn check_successor(status: DecisionStatus, superseded_by: &str) -> Result<(), Error> {
    match (status == DecisionStatus::Superseded) == superseded_by.is_empty() {
        false => Ok(()),
        true => {
            let why = "a decision that is superseded names the one that has its place, and no other does";
            Err(Error::invalid("superseded-by", why))
        }
    }
}

/// Refuses a range of lines that ends before it begins, or has only one of both ends.
fn check_lines(first_line: u32, last_line: u32) -> Result<(), Error> {
    let is_range = if first_line == 0 { last_line == 0 } else { first_line <= last_line };
    match is_range {
        true => Ok(()),
        false => Err(Error::invalid("first-line", "lines go from 1 to the last one, or are 0 and 0")),
    }
}

/// Refuses the name of a session that looks like a path, is too long or has a control character.
pub(crate) fn check_session(name: &str) -> Result<(), Error> {
    check_name("session", name)?;
    match name.contains(['/', '\\']) || matches!(name, "." | "..") {
        true => Err(Error::invalid("session", "it looks like a path: a session has a plain name")),
        false => Ok(()),
    }
}

/// Refuses a branch's name that is too long or has control characters; slashes are allowed.
pub(crate) fn check_branch(argument: &'static str, name: &str) -> Result<(), Error> {
    check_length(argument, name, MAX_BRANCH_BYTES)
}

/// Refuses metadata that is neither empty nor a JSON object, is too long, nests too deep or has too many members.
pub(super) fn check_metadata(metadata: &str) -> Result<(), Error> {
    check_json("metadata", metadata, MAX_LONG_TEXT_BYTES)?;
    if metadata.is_empty() {
        return Ok(());
    }
    match serde_json::from_str(metadata) {
        Ok(Json::Object(members)) => Error::check_limit("members of metadata", members.len(), MAX_MEMBERS),
        _ => Err(Error::invalid("metadata", "it is no JSON object")),
    }
}

/// JSON as it is stored: without white space, the members of each object sorted by name.
pub(crate) fn canonical_json(mut value: Json) -> String {
    value.sort_all_objects();
    format!("{value}")
}

/// Metadata without white space and with its members sorted by name, so that equal metadata is stored equal. A text
/// that is no JSON stays as it is.
pub(super) fn canonical_metadata(metadata: &str) -> String {
    serde_json::from_str::<Json>(metadata).map_or_else(|_| String::from(metadata), canonical_json)
}

/// The members of metadata by which events can be filtered, each as `name=value`.
pub(crate) fn filterable_members(metadata: &str) -> Vec<String> {
    let Ok(Json::Object(members)) = serde_json::from_str(metadata) else { return Vec::new() };
    let member = |(name, value): (String, Json)| {
        let member = match value {
            Json::String(text) => format!("{name}={text}"),
            Json::Number(number) => format!("{name}={number}"),
            Json::Bool(is) => format!("{name}={is}"),
            Json::Null | Json::Array(_) | Json::Object(_) => return None,
        };
        (member.len() <= MAX_MEMBER_BYTES).then_some(member)
    };
    members.into_iter().filter_map(member).collect()
}

fn check_required_name(argument: &'static str, name: &str) -> Result<(), Error> {
    match name.is_empty() {
        true => Err(Error::invalid(argument, "it is empty")),
        false => check_name(argument, name),
    }
}

fn check_not_blank(argument: &'static str, text: &str, limit: usize) -> Result<(), Error> {
    match text.trim().is_empty() {
        true => Err(Error::invalid(argument, "there is nothing to remember")),
        false => check_text(argument, text, limit),
    }
}

fn check_text(argument: &'static str, text: &str, limit: usize) -> Result<(), Error> {
    if text.len() > limit {
        return Err(Error::invalid(argument, format!("it has {} bytes, at most {limit} are allowed", text.len())));
    }
    match text.contains('\0') {
        true => Err(Error::invalid(argument, "it has a NUL")),
        false => Ok(()),
    }
}

fn check_json(argument: &'static str, text: &str, limit: usize) -> Result<(), Error> {
    check_text(argument, text, limit)?;
    if text.is_empty() {
        return Ok(());
    }
    if nesting_depth(text) > MAX_DEPTH {
        return Err(Error::invalid(argument, "it nests deeper than 16"));
    }
    match serde_json::from_str::<IgnoredAny>(text) {
        Ok(_) => Ok(()),
        Err(error) => Err(Error::invalid(argument, format!("it is no JSON: {error}"))),
    }
}

/// The deepest nesting of brackets and braces outside of strings, in a text that may be JSON.
pub(crate) fn nesting_depth(text: &str) -> usize {
    let (mut depth, mut deepest, mut in_string, mut is_escaped) = (0usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => depth += 1,
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}
