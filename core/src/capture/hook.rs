//! What a hook of a harness was given: a call that failed, before the transcript says so.
//!
//! The harnesses that have such a hook name its members alike. Its event has the id that the transcript's will have.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use super::call::{self, Call, Ending};
use super::events::Events;
use crate::text::json::{Object, Value};

/// Whether a line is what a hook was given, and no line of a transcript.
pub(super) fn is_of_hook(line: &Object<'_>) -> bool {
    line.get("hook_event_name").is_some()
}

/// Takes a failure.
pub(super) fn read(line: &Object<'_>, now: i64, events: &mut Events) {
    if line.text("hook_event_name") != "PostToolUseFailure" {
        return;
    }
    let error = ["error", "error_message"].map(|name| line.text(name)).into_iter().find(|error| !error.is_empty());
    let tool = line.text("tool_name").into_owned();
    let input = line.get("tool_input");
    let files = input.and_then(Value::object).map(|input| call::touched(&tool, &input)).unwrap_or_default();
    let (session, agent) = (line.text("session_id"), line.text("agent_id"));
    let call = Call {
        id: line.text("tool_use_id").into_owned(),
        tool,
        parameters: call::parameters(input.map_or("", Value::source)),
        files,
        time: now,
        session: if agent.is_empty() { session.clone().into_owned() } else { format!("{session}:{agent}") },
        branch: String::new(),
        parent: if agent.is_empty() { String::new() } else { session.into_owned() },
    };
    let ending = Ending { output: error.unwrap_or(Cow::Borrowed("")), success: Some(false), time: None };
    events.call(call, Some(&ending));
}
