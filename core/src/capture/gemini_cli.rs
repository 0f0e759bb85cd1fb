//! Reads transcripts of Gemini CLI: a document with a list of messages, or in newer releases a line per message after a
//! line with the session. A call is in the message that made it, with its result.
//!
//! A message is written again when more of it is known: its text counts the first time, a call once it has ended, and
//! repetitions are known by their ids. What a person takes back (`$rewindTo`) remains; rewritten lists of messages
//! (`$set`) say nothing new. The folder follows from the path of the file alone, so the host supplies it.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::LineOutcome;
use super::call::{Call, CallEnd};
use super::events::{EventContext, Events, TurnText};
use super::outcome::{self, Outcome};
use super::state::State;
use crate::base::time::Timestamp;
use crate::record::Role;
use crate::text::author_text::{agent_text, user_text};
use crate::text::json::{Object, Value};

/// Types of messages from the program to its user.
const IGNORED_TYPES: [&str; 3] = ["info", "warning", "error"];
/// Precedes the content of files that a typed text names.
const REFERENCED_HEADING: &str = "--- Content from referenced files ---";
/// The tool whose result ends with the exit code of a command.
const SHELL_TOOL: &str = "run_shell_command";
const EXIT_CODE_PREFIX: &str = "Exit Code: ";
/// The length of a UUID in bytes. A message id of this length is unique, so an event's id does not need the session.
const UUID_LENGTH: usize = 36;

/// Whether Gemini CLI wrote the line.
pub(super) fn recognizes(line: &Object<'_>) -> bool {
    line.get("sessionId").is_some() && line.get("projectHash").is_some()
}

pub(super) fn read_line(line: &Object<'_>, state: &mut State, events: &mut Events) -> LineOutcome {
    if let Some(set) = line.object("$set") {
        note_session(&set, state);
        return LineOutcome::Known;
    }
    match &*line.text("type") {
        "user" => read_message(line, Role::User, state, events),
        "gemini" => read_message(line, Role::Assistant, state, events),
        "" if recognizes(line) => note_session(line, state),
        "" if line.get("$rewindTo").is_some() => {}
        kind if IGNORED_TYPES.contains(&kind) => {}
        _ => return LineOutcome::Unknown,
    }
    LineOutcome::Known
}

/// Notes the session that a line names.
fn note_session(members: &Object<'_>, state: &mut State) {
    for (name, field) in [("sessionId", &mut state.session), ("summary", &mut state.title)] {
        if let Some(text) = members.get(name).and_then(Value::text) {
            *field = text.into_owned();
        }
    }
}

/// Reads a message with its calls.
fn read_message(line: &Object<'_>, role: Role, state: &mut State, events: &mut Events) {
    let (time, is_timed) = events.time_of(&line.text("timestamp"), &mut state.time);
    if !is_timed {
        events.note_untimed();
    }
    let id = line.text("id");
    let id = if id.len() == UUID_LENGTH { id } else { Cow::Owned(format!("{}:{id}", state.session)) };
    let shown_content = line.get("displayContent").filter(|content| !content.is_null());
    let text = shown_content.or_else(|| line.get("content")).map(message_text).unwrap_or_default();
    let text = match role {
        Role::User => user_text(text.split_once(REFERENCED_HEADING).map_or(&*text, |(typed, _)| typed)),
        _ => agent_text(&text),
    };
    if !text.is_empty() {
        let title = core::mem::take(&mut state.title);
        let context = EventContext { id: &id, time, session: &state.session, ..EventContext::default() };
        events.push_turn(
            context,
            TurnText { role, text: &text, model: &line.text("model"), title: &title, tokens: None, part: 0 },
        );
    }
    for call in line.list("toolCalls").into_iter().filter_map(Value::object) {
        if !events.accepts_part() {
            return;
        }
        read_call(&call, time, state, events);
    }
}

/// The texts of a message, without thoughts.
fn message_text(content: Value<'_>) -> Cow<'_, str> {
    if let Some(text) = content.text() {
        return text;
    }
    let parts = content.list().into_iter().filter_map(Value::object).filter(|part| !part.is_true("thought"));
    Cow::Owned(parts.map(|part| part.text("text")).collect())
}

/// Records a call that has ended.
fn read_call(call_object: &Object<'_>, time: i64, state: &State, events: &mut Events) {
    let success = match &*call_object.text("status") {
        "success" => true,
        "error" | "cancelled" => false,
        // It has not ended.
        _ => return,
    };
    let (id, tool) = (call_object.text("id"), call_object.text("name"));
    if id.is_empty() {
        return;
    }
    let call = Call {
        id: format!("{}:{id}", state.session),
        time: Timestamp::read("time", &call_object.text("timestamp")).unwrap_or(time),
        session: state.session.clone(),
        ..events.call_of(&tool, call_object.get("args"))
    };
    let output = output(call_object);
    let outcome = match exit_code(&tool, &output).filter(|_| success) {
        Some(code) => outcome::of_exit_code(output, code),
        None => Outcome { output, success: Some(success) },
    };
    let ending = CallEnd { output: outcome.output, success: outcome.success, ..CallEnd::default() };
    events.push_call(call, Some(&ending));
}

/// The output for the model, else that for the user.
fn output<'a>(call: &Object<'a>) -> Cow<'a, str> {
    let response = |part: Value<'a>| part.object()?.object("functionResponse")?.object("response");
    let said: Vec<_> = call.list("result").into_iter().filter_map(response).collect();
    let said: Vec<_> = said.iter().flat_map(|said| ["output", "error"].map(|name| said.text(name))).collect();
    match said.iter().any(|text| !text.is_empty()) {
        true => Cow::Owned(said.concat()),
        false => call.text("resultDisplay"),
    }
}

/// The exit code in the last line that has one, as printed text comes above it; `None` for other tools than the shell.
fn exit_code(tool: &str, output: &str) -> Option<i64> {
    let mut exit_codes = output.lines().rev().filter_map(|line| line.strip_prefix(EXIT_CODE_PREFIX));
    exit_codes.next().filter(|_| tool == SHELL_TOOL)?.trim().parse().ok()
}
