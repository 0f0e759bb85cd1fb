//! Reads transcripts of Codex: lines `{ timestamp, type, payload }` of two logs in one file. The model's log
//! (`response_item`) is in every release; the user's log (`event_msg`) varies, and mostly repeats the model's log.
//!
//! So each thing is read from one of them. Calls, results and the agent's words come from the model's log. An event
//! about a command, patch or MCP tool only ends its call earlier, with an exit code or status; the later result then
//! finds no call. The user's words come from events, since the model's log also has the harness's additions in the
//! user's name. The oldest files have no envelope, events or times: there everything comes from the model's log, with
//! times that are a millisecond apart.
//!
//! Lines have no ids. A call's id counts alone if it is a provider's random id, else within its session. A turn's id is
//! made of facts that forks keep: the user's turn id and a hash of the text. Older files have no turn id: there the
//! session and the time replace it. So a file that is read again, in other slices too, gives the same ids. So does the
//! beginning of a fork, where turns have ids. A text repeated within a turn is recorded once.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::json;

use super::LineOutcome;
use super::call::{self, Call, CallEnd};
use super::checkout::Checkout;
use super::events::{EventContext, Events, TurnText};
use super::outcome::{self, Outcome, number};
use super::state::State;
use super::touched;
use crate::record::Role;
use crate::text::author_text::{agent_text, user_text};
use crate::text::json::{Object, Value};

/// The types of lines with an envelope.
const LINE_TYPES: [&str; 4] = ["session_meta", "turn_context", "response_item", "event_msg"];
/// Types of lines and items without content to record.
const IGNORED_TYPES: [&str; 17] = [
    "compacted",
    "world_state",
    "inter_agent_communication",
    "inter_agent_communication_metadata",
    "reasoning",
    "agent_message",
    "additional_tools",
    "ghost_snapshot",
    "compaction",
    "compaction_summary",
    "compaction_trigger",
    "context_compaction",
    "tool_search_call",
    "tool_search_output",
    "image_generation_call",
    "item_reference",
    "other",
];
/// Tools that run a command.
const SHELL_TOOLS: [&str; 6] =
    ["shell", "container.exec", "local_shell", "shell_command", "exec_command", "unified_exec"];
/// The length of a UUID in bytes. A turn id of this length is unique, so an event's id does not need the session.
const UUID_LENGTH: usize = 36;
/// Separates the text that an editor adds from the typed text.
const REQUEST_HEADING: &str = "## My request for Codex:";

/// Whether Codex wrote the line.
pub(super) fn recognizes(line: &Object<'_>) -> bool {
    let kind = line.text("type");
    let has = |name: &str| line.get(name).is_some();
    let is_oldest = kind.is_empty() && has("id") && has("timestamp") && (has("instructions") || has("git"));
    is_oldest || has("record_type") || has("payload") && LINE_TYPES.contains(&&*kind)
}

pub(super) fn read_line(line: &Object<'_>, state: &mut State, events: &mut Events) -> LineOutcome {
    let payload = line.object("payload");
    let before = state.time;
    let (_, is_timed) = events.time_of(&line.text("timestamp"), &mut state.time);
    if !is_timed {
        // The oldest files state one time alone. The time of reading would make another id each time.
        state.time = before + 1;
        if payload.is_some() {
            events.note_untimed();
        }
    }
    match (&*line.text("type"), &payload) {
        ("session_meta", Some(payload)) => read_session_meta(payload, state),
        ("turn_context", Some(payload)) => read_turn_context(payload, state),
        ("event_msg", Some(payload)) => read_event(payload, state, events),
        ("response_item", Some(payload)) => return read_item(payload, false, state, events),
        // The oldest form: the session's line and the items without an envelope.
        ("", None) if line.get("record_type").is_some() => {}
        ("", None) if line.get("id").is_some() => read_session_meta(line, state),
        ("", None) => return LineOutcome::Unknown,
        _ => return read_item(line, true, state, events),
    }
    LineOutcome::Known
}

/// Notes the session. Only the first such line counts, since a fork repeats that of its origin.
fn read_session_meta(meta: &Object<'_>, state: &mut State) {
    if !state.session.is_empty() {
        return;
    }
    state.session = meta.text("id").into_owned();
    state.folder = meta.text("cwd").into_owned();
    state.cwd.clone_from(&state.folder);
    let git = meta.object("git");
    state.checkout = git.map(|git| Checkout::of_git(|name| git.text(name).into_owned())).unwrap_or_default();
    let thread_spawn = || meta.object("source")?.object("subagent")?.object("thread_spawn");
    let spawning_parent = thread_spawn().map(|spawn| spawn.text("parent_thread_id")).unwrap_or_default();
    let parents = [spawning_parent, meta.text("parent_thread_id"), meta.text("forked_from_id")];
    state.parent = parents.into_iter().find(|parent| !parent.is_empty()).unwrap_or_default().into_owned();
}

/// Notes the model, folder and turn for the lines that follow.
fn read_turn_context(context: &Object<'_>, state: &mut State) {
    let note = |name: &str, field: &mut String| {
        if let Some(value) = context.get(name).and_then(Value::text) {
            *field = value.into_owned();
        }
    };
    note("cwd", &mut state.cwd);
    note("model", &mut state.model);
    note("turn_id", &mut state.turn);
    if state.folder.is_empty() {
        state.folder.clone_from(&state.cwd);
    }
}

/// Reads an event of the log that the user sees.
fn read_event(event: &Object<'_>, state: &mut State, events: &mut Events) {
    match &*event.text("type") {
        "task_started" | "turn_started" => read_turn_context(event, state),
        "thread_name_updated" => state.title = event.text("thread_name").into_owned(),
        // In older releases, other kinds mark texts that the harness puts in front of a session.
        "user_message" if matches!(&*event.text("kind"), "" | "plain") => {
            push_turn(Role::User, &event.text("message"), state, events);
        }
        "exec_command_end" => {
            let Some(code) = event.get("exit_code").and_then(number) else { return };
            end_call(event, outcome::of_exit_code(output_of(event), code), state, events);
        }
        "patch_apply_end" => {
            let success = Some(event.is_true("success"));
            end_call(event, Outcome { output: output_of(event), success }, state, events);
        }
        "mcp_tool_call_end" => {
            let Some(result) = event.object("result") else { return };
            end_call(event, server_outcome(&result), state, events);
        }
        _ => {}
    }
}

/// The output of a command or patch: the aggregated one, else `stdout` and `stderr`.
fn output_of<'a>(event: &Object<'a>) -> Cow<'a, str> {
    let aggregated = event.text("aggregated_output");
    if !aggregated.is_empty() {
        return aggregated;
    }
    let [out, err] = ["stdout", "stderr"].map(|name| event.text(name));
    if err.is_empty() { out } else { Cow::Owned(format!("{out}{err}")) }
}

/// The outcome of an MCP tool: `{ Ok: { content, isError } }` or `{ Err }`.
fn server_outcome<'a>(result: &Object<'a>) -> Outcome<'a> {
    let Some(ok_result) = result.object("Ok") else {
        return Outcome { output: result.text("Err"), success: Some(false) };
    };
    let is_error = ok_result.is_true("isError") || ok_result.is_true("is_error");
    let output = ok_result.get("content").map(outcome::texts).unwrap_or_default();
    Outcome { output, success: Some(!is_error) }
}

/// Reads an item of the model's log.
fn read_item(item: &Object<'_>, is_oldest: bool, state: &mut State, events: &mut Events) -> LineOutcome {
    match &*item.text("type") {
        "message" => read_message(item, is_oldest, state, events),
        "function_call" => {
            let tool = format!("{}{}", item.text("namespace"), item.text("name"));
            let arguments = item.text("arguments");
            start_call(item, &tool, &arguments, state, events);
        }
        "custom_tool_call" => {
            let arguments = json!({ "input": &*item.text("input") }).to_string();
            start_call(item, &item.text("name"), &arguments, state, events);
        }
        "local_shell_call" => {
            let arguments = item.get("action").map_or("", Value::source);
            start_call(item, "local_shell", arguments, state, events);
        }
        "function_call_output" | "custom_tool_call_output" => {
            let Some(output) = item.get("output") else { return LineOutcome::Known };
            end_call(item, outcome::parse(output), state, events);
        }
        "web_search_call" => push_search(item, state, events),
        kind if IGNORED_TYPES.contains(&kind) => {}
        _ => return LineOutcome::Unknown,
    }
    LineOutcome::Known
}

/// Reads a message of the model's log.
fn read_message(item: &Object<'_>, is_oldest: bool, state: &mut State, events: &mut Events) {
    let Some(content) = item.get("content") else { return };
    let text = content.text().unwrap_or_else(|| outcome::texts(content));
    match &*item.text("role") {
        "assistant" => push_turn(Role::Assistant, &text, state, events),
        "user" if is_oldest => {
            if let (true, Some(cwd)) = (state.folder.is_empty(), folder_in(&text)) {
                state.folder = String::from(cwd);
                state.cwd = String::from(cwd);
            }
            push_turn(Role::User, &text, state, events);
        }
        _ => {}
    }
}

/// The folder that the oldest files name only in a text for the model.
fn folder_in(text: &str) -> Option<&str> {
    let after_tag = text.trim_start().strip_prefix("<environment_context>")?;
    let folder = match after_tag.split_once("<cwd>") {
        Some((_, after_cwd)) => after_cwd.split_once("</cwd>")?.0,
        None => after_tag.split_once("Current working directory: ")?.1.lines().next()?,
    };
    Some(folder.trim())
}

/// Records a text of the user or agent.
fn push_turn(role: Role, text: &str, state: &mut State, events: &mut Events) {
    let text = match role {
        Role::User => user_text(text.split_once(REQUEST_HEADING).map_or(text, |(_, typed)| typed)),
        _ => agent_text(text),
    };
    if text.is_empty() || state.time <= 0 {
        return;
    }
    let id = turn_id(role, &text, state);
    let title = core::mem::take(&mut state.title);
    let turn_text = TurnText { role, text: &text, model: &state.model, title: &title, tokens: None, part: 0 };
    events.push_turn(context_of(&id, state), turn_text);
}

/// The id of a turn; see the module.
fn turn_id(role: Role, text: &str, state: &State) -> String {
    let hash = xxhash_rust::xxh3::xxh3_128(text.as_bytes());
    let speaker = if role == Role::User { "user" } else { "agent" };
    match state.turn.len() == UUID_LENGTH {
        true => format!("{}:{speaker}:{hash:032x}", state.turn),
        false => format!("{}:{}:{speaker}:{hash:032x}", state.session, state.time),
    }
}

/// The context of an event on the current line.
fn context_of<'a>(id: &'a str, state: &'a State) -> EventContext<'a> {
    EventContext {
        id,
        time: state.time,
        session: &state.session,
        checkout: Some(&state.checkout),
        parent: &state.parent,
        ..EventContext::default()
    }
}

/// The id of the call that an item or event belongs to.
fn call_id(item: &Object<'_>, state: &State) -> String {
    call::scoped_id(&state.session, &item.text("call_id"))
}

/// Keeps a call until its result comes.
fn start_call(item: &Object<'_>, tool: &str, arguments: &str, state: &mut State, events: &mut Events) {
    let call = parse_call(call_id(item, state), tool, arguments, state, events);
    if !call.id.is_empty()
        && let Some(dropped_call) = state.wait_for(call)
    {
        events.push_call(dropped_call, None);
    }
}

/// A call from an item of the model's log.
fn parse_call(id: String, tool: &str, arguments: &str, state: &State, events: &Events) -> Call {
    let input = Value::parse(arguments).ok().and_then(Value::object);
    let workdir = input.as_ref().map(|input| input.text("workdir")).filter(|folder| !folder.is_empty());
    let mut parameters = events.stored_parameters(arguments);
    let mut files = input.as_ref().map(|input| touched::files_by_tool(tool, input)).unwrap_or_default();
    if let Some(command_line) = input.as_ref().filter(|_| SHELL_TOOLS.contains(&tool)).and_then(command_line) {
        // As other harnesses have it: one text.
        parameters = events.stored_parameters(&match &workdir {
            Some(folder) => json!({ "command": command_line, "workdir": folder }).to_string(),
            None => json!({ "command": command_line }).to_string(),
        });
        files.extend(touched::files_in_patch(&command_line));
    } else if let Some(input) = &input {
        files.extend(touched::files_in_patch(&input.text("input")));
    }
    let folder = call::resolve_path(&state.cwd, workdir.as_deref().unwrap_or_default());
    for file in &mut files {
        file.path = call::resolve_path(&folder, &file.path);
    }
    Call {
        id,
        tool: tool.to_string(),
        parameters,
        files,
        time: state.time,
        session: state.session.clone(),
        checkout: state.checkout.clone(),
        parent: state.parent.clone(),
        ..Call::default()
    }
}

/// A command as a user would type it: the script that a shell is given, or else the words joined by spaces.
fn command_line(input: &Object<'_>) -> Option<String> {
    let command = ["command", "cmd"].iter().find_map(|name| input.get(name))?;
    if let Some(text) = command.text() {
        return Some(text.into_owned());
    }
    let words: Vec<_> = command.list().into_iter().filter_map(Value::text).collect();
    match &*words {
        [_, option, script] if matches!(&**option, "-lc" | "-c" | "-Command" | "/c") => Some(script.to_string()),
        [] => None,
        words => Some(words.join(" ")),
    }
}

/// Records the call that an item or event ends.
fn end_call(item: &Object<'_>, outcome: Outcome<'_>, state: &mut State, events: &mut Events) {
    let Some(call) = state.take_call(&call_id(item, state)) else { return };
    let Outcome { output, success } = outcome;
    events.push_call(call, Some(&CallEnd { output, success, time: Some(state.time), ..CallEnd::default() }));
}

/// Records a web search of the provider, which has no result, and in older files no id.
fn push_search(item: &Object<'_>, state: &State, events: &mut Events) {
    let Some(action) = item.get("action") else { return };
    let id = turn_id(Role::Assistant, action.source(), state);
    let call = parse_call(id, "web_search", action.source(), state, events);
    let success = (item.text("status") == "completed").then_some(true);
    events.push_call(call, Some(&CallEnd { success, ..CallEnd::default() }));
}
