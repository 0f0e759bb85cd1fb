//! The transcripts of Gemini CLI: a document with a list of messages, and since then a line for each message, under a line that says
//! whose session it is. A call stands with its result in the message that made it.
//!
//! A message is written again whenever something of it is known: its text counts when it comes first, a call once it has ended, and all
//! that was told before is known by its id. What a person takes back (`$rewindTo`) was said, and stays; lists of messages that are
//! written over (`$set`) say nothing new. The folder is told by the place of the file alone, so its host gives it.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::Line;
use super::call::{Call, Ending};
use super::events::{At, Events, Said};
use super::outcome::{self, Outcome};
use super::state::State;
use crate::base::time::Timestamp;
use crate::record::Role;
use crate::text::author_text::{agent_text, user_text};
use crate::text::json::{Object, Value};

/// Messages of the program to its user.
const PASSED_OVER: [&str; 3] = ["info", "warning", "error"];
/// The heading of the files that a typed text names; it follows that text.
const REFERENCED: &str = "--- Content from referenced files ---";
/// The tool whose result says the exit code of a command, below its output.
const SHELL: &str = "run_shell_command";
const EXIT_CODE: &str = "Exit Code: ";
/// The length of a message's id that counts alone.
const UUID: usize = 36;

pub(super) fn writes(line: &Object<'_>) -> bool {
    line.get("sessionId").is_some() && line.get("projectHash").is_some()
}

pub(super) fn read(line: &Object<'_>, state: &mut State, events: &mut Events) -> Line {
    if let Some(set) = line.object("$set") {
        note(&set, state);
        return Line::Known;
    }
    match &*line.text("type") {
        "user" => message(line, Role::User, state, events),
        "gemini" => message(line, Role::Assistant, state, events),
        "" if writes(line) => note(line, state),
        "" if line.get("$rewindTo").is_some() => {}
        kind if PASSED_OVER.contains(&kind) => {}
        _ => return Line::Unknown,
    }
    Line::Known
}

fn note(said: &Object<'_>, state: &mut State) {
    for (name, kept) in [("sessionId", &mut state.session), ("summary", &mut state.title)] {
        if let Some(said) = said.get(name).and_then(Value::text) {
            *kept = said.into_owned();
        }
    }
}

fn message(line: &Object<'_>, role: Role, state: &mut State, events: &mut Events) {
    let Ok(time) = Timestamp::read("time", &line.text("timestamp")) else { return };
    let id = line.text("id");
    let id = if id.len() == UUID { id } else { Cow::Owned(format!("{}:{id}", state.session)) };
    let shown = line.get("displayContent").filter(|content| !content.is_null());
    let text = shown.or_else(|| line.get("content")).map(words).unwrap_or_default();
    let text = match role {
        Role::User => user_text(text.split_once(REFERENCED).map_or(&*text, |(typed, _)| typed)),
        _ => agent_text(&text),
    };
    if !text.is_empty() {
        let title = core::mem::take(&mut state.title);
        let at = At { id: &id, time, session: &state.session, ..At::default() };
        events.turn(at, Said { role, text: &text, model: &line.text("model"), title: &title, tokens: None, part: 0 });
    }
    for call in line.list("toolCalls").into_iter().filter_map(Value::object) {
        if !events.takes_part() {
            return;
        }
        called(&call, time, state, events);
    }
}

/// The texts of a message, without what was only thought.
fn words(content: Value<'_>) -> Cow<'_, str> {
    if let Some(text) = content.text() {
        return text;
    }
    let parts = content.list().into_iter().filter_map(Value::object).filter(|part| !part.is_true("thought"));
    Cow::Owned(parts.map(|part| part.text("text")).collect())
}

fn called(given: &Object<'_>, time: i64, state: &State, events: &mut Events) {
    let success = match &*given.text("status") {
        "success" => true,
        "error" | "cancelled" => false,
        // It has not ended.
        _ => return,
    };
    let (id, tool) = (given.text("id"), given.text("name"));
    if id.is_empty() {
        return;
    }
    let call = Call {
        id: format!("{}:{id}", state.session),
        time: Timestamp::read("time", &given.text("timestamp")).unwrap_or(time),
        session: state.session.clone(),
        ..events.call_of(&tool, given.get("args"))
    };
    let output = output(given);
    let outcome = match exit_code(&tool, &output).filter(|_| success) {
        Some(code) => outcome::exited(output, code),
        None => Outcome { output, success: Some(success) },
    };
    let ending = Ending { output: outcome.output, success: outcome.success, ..Ending::default() };
    events.call(call, Some(&ending));
}

/// The output that the model was given, or else the one that its user saw.
fn output<'a>(call: &Object<'a>) -> Cow<'a, str> {
    let response = |part: Value<'a>| part.object()?.object("functionResponse")?.object("response");
    let said: Vec<_> = call.list("result").into_iter().filter_map(response).collect();
    let said: Vec<_> = said.iter().flat_map(|said| ["output", "error"].map(|name| said.text(name))).collect();
    match said.iter().any(|text| !text.is_empty()) {
        true => Cow::Owned(said.concat()),
        false => call.text("resultDisplay"),
    }
}

/// The exit code of a command: the last line that says one, as what a program prints stands above it.
fn exit_code(tool: &str, output: &str) -> Option<i64> {
    let mut said = output.lines().rev().filter_map(|line| line.strip_prefix(EXIT_CODE));
    said.next().filter(|_| tool == SHELL)?.trim().parse().ok()
}
