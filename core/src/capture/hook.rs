//! Reads the input of a harness's hook, and writes its answer.
//!
//! Claude Code's members are what other harnesses have too, some under another spelling: VS Code says `sessionId` and
//! `hookEventName`, Cursor `conversation_id` and `workspace_roots`, with names of events that begin small. Both may run
//! the hooks of Claude Code's settings, and VS Code runs them whatever tool is called.
//!
//! Reading is lenient: a member that is missing or has another type is empty. A failed call is recorded before the
//! transcript has its result; its event has the id that the transcript's event will have, and the call's beginning if the
//! transcript has that.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::json;

use super::call::{Call, CallEnd};
use super::events::{self, Events};
use super::state::State;
use super::touched;
use crate::base::error::Error;
use crate::record::batch::check_name;
use crate::record::check::canonical_json;
use crate::record::event::Moment;
use crate::text::author_text::MEMORY_TAG;
use crate::text::json::{Object, Value};

/// The most bytes of the text of a moment, here and in `deliver`.
pub(crate) const MAX_TEXT: usize = 64 << 10;
/// The most paths of a moment, here and in `deliver`.
pub(crate) const MAX_PATHS: usize = 20;
/// The most bytes of a path, as events allow.
const MAX_PATH_BYTES: usize = 1_024;
/// Spellings of the members with the event's name, the session, the tool and its input, and the id of the call.
const EVENT_MEMBERS: [&str; 2] = ["hook_event_name", "hookEventName"];
const SESSION_MEMBERS: [&str; 3] = ["session_id", "sessionId", "conversation_id"];
const TOOL_MEMBERS: [&str; 2] = ["tool_name", "toolName"];
const INPUT_MEMBERS: [&str; 2] = ["tool_input", "toolInput"];
const CALL_MEMBERS: [&str; 2] = ["tool_use_id", "toolUseId"];
/// Cursor's name of the event of a prompt; its other events have Claude Code's names, beginning small.
const PROMPT_EVENT_OF_CURSOR: &str = "beforeSubmitPrompt";
/// The hook event of a failed call.
const FAILURE_EVENT: &str = "PostToolUseFailure";
/// Members of a call's input that may hold a patch.
const PATCH_MEMBERS: [&str; 3] = ["command", "input", "patch"];
/// Members with the transcripts of the agent and of a subagent.
const TRANSCRIPT_MEMBERS: [&str; 3] = ["transcript_path", "transcriptPath", "agent_transcript_path"];

/// The parts of a hook's input that delivery and recording need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HookEvent {
    /// The harness's name of the event.
    pub name: String,
    /// The moment of the agent's work; `None` if nothing is delivered at this event.
    pub moment: Option<Moment>,
    /// The folder in which the agent works; may be empty.
    pub folder: String,
    /// The session, as records have it; may be empty.
    pub session: String,
    /// Paths of the session's transcripts.
    pub transcripts: Vec<String>,
    /// The prompt, error or command; may be empty.
    pub text: String,
    /// The files that the call names.
    pub paths: Vec<String>,
    /// The tool of the call; may be empty.
    pub tool: String,
    /// The command of the call; may be empty.
    pub command: String,
    /// A failed call as a line for `pack-transcript`, since the transcript may lack it so far; may be empty.
    pub to_record: String,
    /// Whether the session has ended.
    pub is_end: bool,
}

/// Reads the input of a hook that was called for `event`; see `capture.read-hook`.
pub fn read_hook(input: &str, event: &str) -> Result<HookEvent, Error> {
    let members = super::parse_object(input)?;
    let name = first_text(&members, &EVENT_MEMBERS).unwrap_or(Cow::Borrowed(event));
    check_name("event", &name)?;
    let (kind, tool) = (event_kind(&name), first_text(&members, &TOOL_MEMBERS).unwrap_or_default());
    let (session, _) = session_and_parent(&members);
    let input_value = input_of(&members);
    let tool_input = input_value.and_then(Value::object).unwrap_or(Object(Vec::new()));
    let command = tool_input.text("command");
    let text = match &*kind {
        "UserPromptSubmit" => members.text("prompt"),
        FAILURE_EVENT => error_text(&members),
        _ => command.clone(),
    };
    let paths = named_paths(&tool_input);
    let before_call = if touched::is_reading_tool(&tool) { Moment::BeforeRead } else { Moment::BeforeEdit };
    let transcripts = TRANSCRIPT_MEMBERS.map(|name| members.text(name)).into_iter().filter(|path| !path.is_empty());
    Ok(HookEvent {
        moment: moment_of(&kind, &members.text("source"), (!paths.is_empty()).then_some(before_call)),
        folder: folder_of(&members).into_owned(),
        session: events::session_name(&session),
        transcripts: transcripts.map(Cow::into_owned).collect(),
        text: beginning_of(&text),
        command: beginning_of(&command),
        paths,
        tool: tool.into_owned(),
        // Line ends in JSON are white space, since no string has one.
        to_record: if kind == FAILURE_EVENT { input.replace(['\n', '\r'], " ") + "\n" } else { String::new() },
        is_end: kind == "SessionEnd",
        name: name.into_owned(),
    })
}

/// The beginning of a text that a question may have.
fn beginning_of(text: &str) -> String {
    String::from(&text[..text.floor_char_boundary(MAX_TEXT)])
}

/// The answer of a hook that gives the agent a text, marked for the reader of transcripts; see `capture.answer-hook`.
pub fn answer_hook(event: &str, text: &str) -> Result<String, Error> {
    check_name("event", event)?;
    let context = format!("<{MEMORY_TAG}>\n{}\n</{MEMORY_TAG}>", text.trim_end());
    Ok(canonical_json(json!({ "hookSpecificOutput": { "hookEventName": event, "additionalContext": context } })))
}

/// Whether a line is the input of a hook rather than a line of a transcript.
pub(super) fn is_hook_input(line: &Object<'_>) -> bool {
    EVENT_MEMBERS.iter().any(|name| line.get(name).is_some())
}

/// Claude Code's name of an event.
fn event_kind(name: &str) -> Cow<'_, str> {
    match name.chars().next() {
        _ if name == PROMPT_EVENT_OF_CURSOR => Cow::Borrowed("UserPromptSubmit"),
        Some(first @ 'a'..='z') => Cow::Owned(format!("{}{}", first.to_ascii_uppercase(), &name[1..])),
        _ => Cow::Borrowed(name),
    }
}

/// The folder in which the agent works, else the first folder of its workspace.
fn folder_of<'a>(members: &Object<'a>) -> Cow<'a, str> {
    let roots = members.list("workspace_roots");
    first_text(members, &["cwd"]).or_else(|| roots.first()?.text()).unwrap_or_default()
}

/// The input of the call.
fn input_of<'a>(members: &Object<'a>) -> Option<Value<'a>> {
    INPUT_MEMBERS.iter().find_map(|name| members.get(name))
}

/// Records a failed call, which the transcript began if it waits in the state. Any other input records nothing.
pub(super) fn read_failure(line: &Object<'_>, now: i64, state: &State, events: &mut Events) {
    if first_text(line, &EVENT_MEMBERS).is_none_or(|name| event_kind(&name) != FAILURE_EVENT) {
        return;
    }
    let (session, parent) = session_and_parent(line);
    let id = first_text(line, &CALL_MEMBERS).unwrap_or_default();
    let begun_call = state.open_call(&id).filter(|call| call.session == session && call.time <= now);
    let call = match begun_call {
        Some(call) => call.clone(),
        None => Call {
            id: id.into_owned(),
            time: now,
            session,
            parent,
            ..events.call_of(&first_text(line, &TOOL_MEMBERS).unwrap_or_default(), input_of(line))
        },
    };
    let time = begun_call.map(|_| now);
    events
        .push_call(call, Some(&CallEnd { output: error_text(line), success: Some(false), time, ..CallEnd::default() }));
}

/// The moment of a hook event; `None` if nothing is delivered at it. `before_call` is that of an event before a call.
fn moment_of(event: &str, source: &str, before_call: Option<Moment>) -> Option<Moment> {
    match event {
        "SessionStart" if source == "compact" => Some(Moment::Compacted),
        "SessionStart" => Some(Moment::Start),
        "UserPromptSubmit" => Some(Moment::Prompt),
        "PreToolUse" => before_call,
        FAILURE_EVENT => Some(Moment::Failure),
        _ => None,
    }
}

/// The session, for a subagent its own; and the session that started the subagent, else empty.
fn session_and_parent(members: &Object<'_>) -> (String, String) {
    let (session, agent) = (first_text(members, &SESSION_MEMBERS).unwrap_or_default(), members.text("agent_id"));
    match agent.is_empty() {
        true => (session.into_owned(), String::new()),
        false => (format!("{session}:{agent}"), session.into_owned()),
    }
}

/// The error, under either name that harnesses give it; may be empty.
fn error_text<'a>(members: &Object<'a>) -> Cow<'a, str> {
    first_text(members, &["error", "error_message"]).unwrap_or_default()
}

/// The first of these members with a text.
fn first_text<'a>(members: &Object<'a>, names: &[&str]) -> Option<Cow<'a, str>> {
    names.iter().map(|name| members.text(name)).find(|text| !text.is_empty())
}

/// The files that a call's input names, in members or in a patch.
fn named_paths(tool_input: &Object<'_>) -> Vec<String> {
    let patched_files = PATCH_MEMBERS.iter().flat_map(|name| touched::files_in_patch(&tool_input.text(name)));
    let paths = touched::named_paths(tool_input).map(Cow::into_owned).chain(patched_files.map(|touched| touched.path));
    let paths = paths.map(|path| path.trim().to_string()).filter(|path| (1..=MAX_PATH_BYTES).contains(&path.len()));
    paths.take(MAX_PATHS).collect()
}
