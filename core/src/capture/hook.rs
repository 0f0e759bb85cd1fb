//! What a harness gives its hooks, and what it reads of their answer: JSON, whose members the harnesses that have hooks name alike.
//!
//! Whatever it is, it is read as far as it goes: a member that is missing or of another kind is empty. A call that failed is recorded
//! before the transcript says so; its event has the id that the transcript's will have.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::json;

use super::call::{Call, Ending};
use super::events::{self, Events};
use super::touched;
use crate::base::error::Error;
use crate::record::batch::check_name;
use crate::record::check::canonical_json;
use crate::record::event::Moment;
use crate::text::author_text::MEMORY_TAG;
use crate::text::json::Object;

/// The longest text of a moment in bytes, and the most paths, here and in `deliver`.
pub(crate) const MAX_TEXT: usize = 64 << 10;
pub(crate) const MAX_PATHS: usize = 20;
/// The longest path, as events have it, in bytes.
const MAX_PATH: usize = 1_024;
/// The name of the event of a failed call, which the core acts on.
const FAILURE: &str = "PostToolUseFailure";
/// The members of a call's input that may hold a patch.
const PATCHES: [&str; 3] = ["command", "input", "patch"];
/// The files that a harness writes of a session: of the main agent, and of a subagent.
const TRANSCRIPTS: [&str; 2] = ["transcript_path", "agent_transcript_path"];

/// An event as a harness told it to a hook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HookEvent {
    /// The harness's name of it.
    pub name: String,
    /// When it is, if anything may be told at it.
    pub moment: Option<Moment>,
    /// The session, as records have it; empty: not said.
    pub session: String,
    /// Files that the harness writes of the session.
    pub transcripts: Vec<String>,
    /// The prompt, the error, or the command.
    pub text: String,
    /// The files that its call names.
    pub paths: Vec<String>,
    /// Its call's tool.
    pub tool: String,
    /// A line for `pack-transcript` with what the transcript may lack so far; empty: nothing.
    pub to_record: String,
    /// Whether the session is over.
    pub is_end: bool,
}

/// Reads what a hook was given, which was called for an event; see `capture.read-hook`.
pub fn read_hook(input: &str, event: &str) -> Result<HookEvent, Error> {
    let said = super::object(input)?;
    let name = text_of(&said, &["hook_event_name"]).unwrap_or(Cow::Borrowed(event));
    check_name("event", &name)?;
    let (session, _) = session(&said);
    let given = said.object("tool_input").unwrap_or(Object(Vec::new()));
    let text = match &*name {
        "UserPromptSubmit" => said.text("prompt"),
        FAILURE => error(&said),
        _ => given.text("command"),
    };
    let paths = paths(&given);
    let transcripts = TRANSCRIPTS.map(|name| said.text(name)).into_iter().filter(|path| !path.is_empty());
    Ok(HookEvent {
        moment: moment(&name, &said.text("source"), !paths.is_empty()),
        session: events::session(&session),
        transcripts: transcripts.map(Cow::into_owned).collect(),
        text: String::from(&text[..text.floor_char_boundary(MAX_TEXT)]),
        paths,
        tool: said.text("tool_name").into_owned(),
        // Outside strings, where JSON has no line ends, they are white space.
        to_record: if name == FAILURE { input.replace(['\n', '\r'], " ") + "\n" } else { String::new() },
        is_end: name == "SessionEnd",
        name: name.into_owned(),
    })
}

/// The answer of a hook that tells the agent a text, marked so that the reader of transcripts recognises it; see
/// `capture.answer-hook`.
pub fn answer_hook(event: &str, text: &str) -> Result<String, Error> {
    check_name("event", event)?;
    let context = format!("<{MEMORY_TAG}>\n{}\n</{MEMORY_TAG}>", text.trim_end());
    Ok(canonical_json(json!({ "hookSpecificOutput": { "hookEventName": event, "additionalContext": context } })))
}

/// Whether a line is the input of a hook, and not a line of a transcript.
pub(super) fn is_of_hook(line: &Object<'_>) -> bool {
    line.get("hook_event_name").is_some()
}

/// Takes a failure.
pub(super) fn read(line: &Object<'_>, now: i64, events: &mut Events) {
    if line.text("hook_event_name") != FAILURE {
        return;
    }
    let (session, parent) = session(line);
    let call = Call {
        id: line.text("tool_use_id").into_owned(),
        time: now,
        session,
        parent,
        ..events.call_of(&line.text("tool_name"), line.get("tool_input"))
    };
    events.call(call, Some(&Ending { output: error(line), success: Some(false), ..Ending::default() }));
}

fn moment(event: &str, source: &str, names_files: bool) -> Option<Moment> {
    match event {
        "SessionStart" if source == "compact" => Some(Moment::Compacted),
        "SessionStart" => Some(Moment::Start),
        "UserPromptSubmit" => Some(Moment::Prompt),
        "PreToolUse" if names_files => Some(Moment::BeforeEdit),
        FAILURE => Some(Moment::Failure),
        _ => None,
    }
}

/// The session, of a subagent its own, and the one that started it; empty: none.
fn session(said: &Object<'_>) -> (String, String) {
    let (session, agent) = (said.text("session_id"), said.text("agent_id"));
    match agent.is_empty() {
        true => (session.into_owned(), String::new()),
        false => (format!("{session}:{agent}"), session.into_owned()),
    }
}

fn error<'a>(said: &Object<'a>) -> Cow<'a, str> {
    text_of(said, &["error", "error_message"]).unwrap_or_default()
}

/// The first of these members that says something.
fn text_of<'a>(said: &Object<'a>, names: &[&str]) -> Option<Cow<'a, str>> {
    names.iter().map(|name| said.text(name)).find(|text| !text.is_empty())
}

/// The files that a call names, in members of its input or in a patch.
fn paths(given: &Object<'_>) -> Vec<String> {
    let patched = PATCHES.iter().flat_map(|name| touched::patched(&given.text(name)));
    let all = touched::named(given).map(Cow::into_owned).chain(patched.map(|touched| touched.path));
    let all = all.map(|path| path.trim().to_string()).filter(|path| (1..=MAX_PATH).contains(&path.len()));
    all.take(MAX_PATHS).collect()
}
