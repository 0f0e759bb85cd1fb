//! What is checked of an event before it is recorded: all that needs no row.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_core::de::IgnoredAny;
use serde_json::Value;

use super::batch::{check_name, parse_id};
use super::envelope::Learning;
use super::event::{Body, EventBody, FileOperation, FileTouch, Observation, StrategyUse, ToolCall};
use super::project::Project;
use crate::base::anchor::Anchor;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::text::refusal::is_refusal;

/// The longest text of a note or a turn, of a call's parameters or output, and of a value, in bytes.
const MAX_TEXT_BYTES: usize = 64 << 10;
/// The longest error, change of a file, outcome of a task, value of a profile, and metadata.
const MAX_LONG_BYTES: usize = 16 << 10;
/// The longest description, context and reason.
const MAX_SENTENCE_BYTES: usize = 4 << 10;
/// How deep JSON nests at most.
const MAX_DEPTH: usize = 16;
/// The most members of an event's metadata.
const MAX_MEMBERS: usize = 32;
/// The longest member of the metadata that can be asked for.
const MAX_MEMBER_BYTES: usize = 256;
/// The most tools of a strategy.
const MAX_TOOLS: usize = 64;
/// The longest name of a tool in a conversation.
pub(crate) const MAX_TOOL_BYTES: usize = 1 << 10;
/// The most files of what was learnt.
const MAX_FILES: usize = 100;

/// Brings a body into the one form that it is stored in.
pub(super) fn normal(body: EventBody, project: &Project) -> Result<EventBody, Error> {
    Ok(match body {
        EventBody::FileTouch(touch) => {
            let path = project.path(&touch.path)?;
            let change = match touch.operation {
                FileOperation::Rename => project.path(&touch.change).unwrap_or(touch.change),
                _ => touch.change,
            };
            EventBody::FileTouch(FileTouch { path, change, ..touch })
        }
        EventBody::ToolCall(call) => EventBody::ToolCall(ended(call)?),
        // What names a strategy is found again by the id's own form, as it is forgotten with it.
        EventBody::StrategyUse(used) => {
            let strategy = RecordId::parse(&used.strategy).map_or_else(|| used.strategy.clone(), RecordId::text);
            EventBody::StrategyUse(StrategyUse { strategy, ..used })
        }
        other => other,
    })
}

/// How a call ended, in one form: an error is a failure where nothing else is said, and what says that the call was not let run
/// is none. What was said of its success stays.
fn ended(call: ToolCall) -> Result<ToolCall, Error> {
    if call.refused && call.success == Some(true) {
        return Err(Error::invalid("refused", "a call that was refused has no success: leave one of the two out"));
    }
    let said = if call.error.is_empty() && call.failed() { &call.output } else { &call.error };
    let refused = call.refused || call.success != Some(true) && is_refusal(said);
    let success = call.success.or((!call.error.is_empty() && !refused).then_some(false));
    Ok(ToolCall { success, refused, ..call })
}

/// Brings a place in the code into the one form that it is stored in.
pub(super) fn normal_anchor(anchor: Anchor, project: &Project) -> Result<Anchor, Error> {
    let path = project.path(&anchor.path)?;
    let symbol = match anchor.symbol.strip_prefix(&anchor.path) {
        Some(rest) if rest.starts_with('#') => format!("{path}{rest}"),
        _ => anchor.symbol,
    };
    Ok(Anchor { path, symbol, ..anchor })
}

/// Checks what a note says.
pub(super) fn check_note(text: &str, metadata: &str) -> Result<(), Error> {
    check(text, None)?;
    check_metadata(metadata)
}

/// Checks a note's text, or a body.
pub(super) fn check(text: &str, body: Option<&Body>) -> Result<(), Error> {
    let Some(body) = body else { return said("text", text, MAX_TEXT_BYTES) };
    match body {
        Body::Turn(turn) => {
            named("conversation", &turn.conversation)?;
            said("text", &turn.text, MAX_TEXT_BYTES)
        }
        Body::ToolCall(call) => {
            named("tool", &call.tool)?;
            check_json("parameters", &call.parameters, MAX_TEXT_BYTES)?;
            check_text("output", &call.output, MAX_TEXT_BYTES)?;
            check_text("error", &call.error, MAX_LONG_BYTES)
        }
        Body::FileTouch(touch) => check_touch(touch),
        Body::TaskStep(step) => {
            check_text("description", &step.description, MAX_SENTENCE_BYTES)?;
            check_text("outcome", &step.outcome, MAX_LONG_BYTES)
        }
        Body::Strategy(strategy) => {
            said("description", &strategy.description, MAX_SENTENCE_BYTES)?;
            check_text("context", &strategy.context, MAX_SENTENCE_BYTES)?;
            check_name("task-type", &strategy.task_type)?;
            Error::check_limit("tools of a strategy", strategy.tools.len(), MAX_TOOLS)?;
            strategy.tools.iter().try_for_each(|tool| named("tools", tool))
        }
        Body::StrategyUse(used) => parse_id("strategy", &used.strategy).map(drop),
        Body::WorkingValue(value) => {
            named("conversation", &value.conversation)?;
            named("key", &value.key)?;
            check_text("value", &value.value, MAX_TEXT_BYTES)
        }
        Body::ProfileValue(value) => {
            named("key", &value.key)?;
            check_text("value", &value.value, MAX_LONG_BYTES)
        }
        Body::Observation(_) => Err(Error::invalid("body", "an observation is derived, and not told")),
    }
}

/// Checks what an export says of a learning, whose text may be empty.
pub(super) fn check_learning(learning: &Learning, text: &str) -> Result<(), Error> {
    let Learning { item, tool, paths, failed: _, part } = learning;
    check_text("text", text, MAX_TEXT_BYTES)?;
    check_name("item", item)?;
    check_text("tool", tool, MAX_TOOL_BYTES)?;
    check_name("part", part)?;
    check_files(paths)
}

/// Checks what an export says of an observation.
pub(super) fn check_observation(seen: &Observation) -> Result<(), Error> {
    check_text("subject", &seen.subject, MAX_SENTENCE_BYTES)?;
    check_text("signature", &seen.signature, MAX_SENTENCE_BYTES)?;
    check_files(&seen.files)
}

fn check_files(paths: &[String]) -> Result<(), Error> {
    Error::check_limit("files of a record", paths.len(), MAX_FILES)?;
    paths.iter().try_for_each(|path| check_text("files", path, MAX_SENTENCE_BYTES))
}

fn check_touch(touch: &FileTouch) -> Result<(), Error> {
    Project::default().path(&touch.path)?;
    let is_range = match (touch.first_line, touch.last_line) {
        (0, last) => last == 0,
        (first, last) => first <= last,
    };
    if !is_range {
        return Err(Error::invalid("first-line", "lines go from 1 to the last one, or are 0 and 0"));
    }
    check_text("why", &touch.why, MAX_SENTENCE_BYTES)?;
    check_text("change", &touch.change, MAX_LONG_BYTES)
}

/// Refuses the name of a session that could be taken for a path.
pub(super) fn check_session(name: &str) -> Result<(), Error> {
    check_name("session", name)?;
    match name.contains(['/', '\\']) || matches!(name, "." | "..") {
        true => Err(Error::invalid("session", "it looks like a path: a session has a plain name")),
        false => Ok(()),
    }
}

/// Refuses metadata that is no object, or larger than it may be.
pub(super) fn check_metadata(metadata: &str) -> Result<(), Error> {
    check_json("metadata", metadata, MAX_LONG_BYTES)?;
    if metadata.is_empty() {
        return Ok(());
    }
    match serde_json::from_str(metadata) {
        Ok(Value::Object(members)) => Error::check_limit("members of metadata", members.len(), MAX_MEMBERS),
        _ => Err(Error::invalid("metadata", "it is no JSON object")),
    }
}

/// JSON as it is stored: without blanks, members in the order of their names, whatever `serde_json` was built with.
pub(crate) fn canonical_json(mut value: Value) -> String {
    value.sort_all_objects();
    format!("{value}")
}

/// Metadata in one form, so that the same said again is known: without blanks, its members in the order of their names.
pub(super) fn canonical(metadata: &str) -> String {
    serde_json::from_str::<Value>(metadata).map_or_else(|_| String::from(metadata), canonical_json)
}

/// The members of metadata that can be asked for, each as `name=value`.
pub(crate) fn members(metadata: &str) -> Vec<String> {
    let Ok(Value::Object(members)) = serde_json::from_str(metadata) else { return Vec::new() };
    let member = |(name, value): (String, Value)| {
        let member = match value {
            Value::String(text) => format!("{name}={text}"),
            Value::Number(number) => format!("{name}={number}"),
            Value::Bool(is) => format!("{name}={is}"),
            Value::Null | Value::Array(_) | Value::Object(_) => return None,
        };
        (member.len() <= MAX_MEMBER_BYTES).then_some(member)
    };
    members.into_iter().filter_map(member).collect()
}

fn named(argument: &'static str, name: &str) -> Result<(), Error> {
    match name.is_empty() {
        true => Err(Error::invalid(argument, "it is empty")),
        false => check_name(argument, name),
    }
}

fn said(argument: &'static str, text: &str, limit: usize) -> Result<(), Error> {
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
    if depth(text) > MAX_DEPTH {
        return Err(Error::invalid(argument, "it nests deeper than 16"));
    }
    match serde_json::from_str::<IgnoredAny>(text) {
        Ok(_) => Ok(()),
        Err(error) => Err(Error::invalid(argument, format!("it is no JSON: {error}"))),
    }
}

/// How deep the brackets of a text that may be JSON nest.
pub(crate) fn depth(text: &str) -> usize {
    let (mut depth, mut limit, mut in_string, mut is_escaped) = (0usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => depth += 1,
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        limit = limit.max(depth);
    }
    limit
}
