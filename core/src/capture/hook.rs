//! Reads the input of a harness's hook, and writes its answer: JSON with the same members in all harnesses that have
//! hooks.
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
use crate::record::FileOperation;
use crate::record::batch::check_name;
use crate::record::check::canonical_json;
use crate::record::event::Moment;
use crate::text::author_text::MEMORY_TAG;
use crate::text::json::Object;

/// The most bytes of the text of a moment, here and in `deliver`.
pub(crate) const MAX_TEXT: usize = 64 << 10;
/// The most paths of a moment, here and in `deliver`.
pub(crate) const MAX_PATHS: usize = 20;
/// The most bytes of a path, as events allow.
const MAX_PATH_BYTES: usize = 1_024;
/// The hook event of a failed call.
const FAILURE_EVENT: &str = "PostToolUseFailure";
/// Members of a call's input that may hold a patch.
const PATCH_MEMBERS: [&str; 3] = ["command", "input", "patch"];
/// Members with the transcripts of the agent and of a subagent.
const TRANSCRIPT_MEMBERS: [&str; 2] = ["transcript_path", "agent_transcript_path"];

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
    /// A failed call as a line for `pack-transcript`, since the transcript may lack it so far; may be empty.
    pub to_record: String,
    /// Whether the session has ended.
    pub is_end: bool,
}

/// Reads the input of a hook that was called for `event`; see `capture.read-hook`.
pub fn read_hook(input: &str, event: &str) -> Result<HookEvent, Error> {
    let members = super::parse_object(input)?;
    let name = first_text(&members, &["hook_event_name"]).unwrap_or(Cow::Borrowed(event));
    check_name("event", &name)?;
    let (session, _) = session_and_parent(&members);
    let tool_input = members.object("tool_input").unwrap_or(Object(Vec::new()));
    let text = match &*name {
        "UserPromptSubmit" => members.text("prompt"),
        FAILURE_EVENT => error_text(&members),
        _ => tool_input.text("command"),
    };
    let paths = named_paths(&tool_input);
    let transcripts = TRANSCRIPT_MEMBERS.map(|name| members.text(name)).into_iter().filter(|path| !path.is_empty());
    Ok(HookEvent {
        moment: moment_of(&name, &members.text("source")).or_else(|| match &*name {
            "PreToolUse" if !paths.is_empty() => Some(moment_before_call(&members.text("tool_name"), &tool_input)),
            _ => None,
        }),
        folder: members.text("cwd").into_owned(),
        session: events::session_name(&session),
        transcripts: transcripts.map(Cow::into_owned).collect(),
        text: String::from(&text[..text.floor_char_boundary(MAX_TEXT)]),
        paths,
        tool: members.text("tool_name").into_owned(),
        // Line ends in JSON are white space, since no string has one.
        to_record: if name == FAILURE_EVENT { input.replace(['\n', '\r'], " ") + "\n" } else { String::new() },
        is_end: name == "SessionEnd",
        name: name.into_owned(),
    })
}

/// The answer of a hook that gives the agent a text, marked for the reader of transcripts; see `capture.answer-hook`.
pub fn answer_hook(event: &str, text: &str) -> Result<String, Error> {
    check_name("event", event)?;
    let context = format!("<{MEMORY_TAG}>\n{}\n</{MEMORY_TAG}>", text.trim_end());
    Ok(canonical_json(json!({ "hookSpecificOutput": { "hookEventName": event, "additionalContext": context } })))
}

/// Whether a line is the input of a hook rather than a line of a transcript.
pub(super) fn is_hook_input(line: &Object<'_>) -> bool {
    line.get("hook_event_name").is_some()
}

/// Records a failed call, which the transcript began if it waits in the state. Any other input records nothing.
pub(super) fn read_failure(line: &Object<'_>, now: i64, state: &State, events: &mut Events) {
    if line.text("hook_event_name") != FAILURE_EVENT {
        return;
    }
    let (session, parent) = session_and_parent(line);
    let id = line.text("tool_use_id");
    let begun_call = state.open_call(&id).filter(|call| call.session == session && call.time <= now);
    let call = match begun_call {
        Some(call) => call.clone(),
        None => Call {
            id: id.into_owned(),
            time: now,
            session,
            parent,
            ..events.call_of(&line.text("tool_name"), line.get("tool_input"))
        },
    };
    let time = begun_call.map(|_| now);
    events
        .push_call(call, Some(&CallEnd { output: error_text(line), success: Some(false), time, ..CallEnd::default() }));
}

/// The moment of a hook event other than one before a call; `None` if nothing is delivered at it.
fn moment_of(event: &str, source: &str) -> Option<Moment> {
    match event {
        "SessionStart" if source == "compact" => Some(Moment::Compacted),
        "SessionStart" => Some(Moment::Start),
        "UserPromptSubmit" => Some(Moment::Prompt),
        FAILURE_EVENT => Some(Moment::Failure),
        _ => None,
    }
}

/// The moment before a call that names files: whether it only reads them.
fn moment_before_call(tool: &str, input: &Object<'_>) -> Moment {
    let is_read = |file: &touched::TouchedFile| matches!(file.operation, FileOperation::Read | FileOperation::View);
    let files = touched::files_by_words(tool, input);
    if !files.is_empty() && files.iter().all(is_read) { Moment::BeforeRead } else { Moment::BeforeEdit }
}

/// The session, for a subagent its own; and the session that started the subagent, else empty.
fn session_and_parent(members: &Object<'_>) -> (String, String) {
    let (session, agent) = (members.text("session_id"), members.text("agent_id"));
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
