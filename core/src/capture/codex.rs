//! The transcripts of Codex: lines `{ timestamp, type, payload }` of two logs in one file. What the model was given and gave
//! (`response_item`) is there in every release, what a person sees (`event_msg`) depends on it, and both tell the same.
//!
//! So one of them is the truth of each thing. Calls, their results and what the agent said are the model's log; an event about a
//! command, a patch or a server's tool only ends the call of its id earlier, with an exit code or a status, and the result that comes
//! later finds no call. What a user said is the event, as the model's log has in a user's name whatever the harness puts in front of
//! it. The oldest files have no envelope, no events and no times: there the model's log has all, and lines follow each other by a
//! millisecond.
//!
//! Lines have no ids. A call has one, which counts alone where it is a provider's random one, and in its session where it may be a
//! number. A turn's is made of what a copy of the session keeps: the id of the user's turn that runs, and a hash of the text; before
//! there were such ids, of the session and the time. Reading a file again, in other parts or as the beginning of a fork, gives the same
//! ids, so that each is recorded once; a text that is said twice in one turn counts once.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::json;

use super::Line;
use super::call::{self, Call, Ending};
use super::events::{At, Events, Said};
use super::outcome::{self, Outcome, number};
use super::state::State;
use super::touched;
use crate::base::time::Timestamp;
use crate::record::Role;
use crate::text::author_text::{agent_text, user_text};
use crate::text::json::{Object, Value};

/// The types of lines of this form.
const TYPES: [&str; 4] = ["session_meta", "turn_context", "response_item", "event_msg"];
/// Lines and items that say nothing of the session's work.
const PASSED_OVER: [&str; 17] = [
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
const SHELLS: [&str; 6] = ["shell", "container.exec", "local_shell", "shell_command", "exec_command", "unified_exec"];
/// The length of a UUID, which the id of a turn is where it counts alone.
const UUID: usize = 36;
/// The heading between the text that an editor adds and the text that was typed.
const REQUEST: &str = "## My request for Codex:";

pub(super) fn writes(line: &Object<'_>) -> bool {
    let kind = line.text("type");
    let has = |name: &str| line.get(name).is_some();
    let is_oldest = kind.is_empty() && has("id") && has("timestamp") && (has("instructions") || has("git"));
    is_oldest || has("record_type") || has("payload") && TYPES.contains(&&*kind)
}

pub(super) fn read(line: &Object<'_>, state: &mut State, events: &mut Events) -> Line {
    state.time = Timestamp::read("time", &line.text("timestamp")).unwrap_or(state.time + 1);
    let payload = line.object("payload");
    match (&*line.text("type"), &payload) {
        ("session_meta", Some(payload)) => begin(payload, state),
        ("turn_context", Some(payload)) => go_on(payload, state),
        ("event_msg", Some(payload)) => event(payload, state, events),
        ("response_item", Some(payload)) => return item(payload, false, state, events),
        // The oldest form: the session's line and the items without an envelope.
        ("", None) if line.get("record_type").is_some() => {}
        ("", None) if line.get("id").is_some() => begin(line, state),
        ("", None) => return Line::Unknown,
        _ => return item(line, true, state, events),
    }
    Line::Known
}

/// Notes whose session it is. A fork repeats the line of the session that it came from: only the first one counts.
fn begin(meta: &Object<'_>, state: &mut State) {
    if !state.session.is_empty() {
        return;
    }
    state.session = meta.text("id").into_owned();
    state.folder = meta.text("cwd").into_owned();
    state.cwd.clone_from(&state.folder);
    state.branch = meta.object("git").map(|git| git.text("branch").into_owned()).unwrap_or_default();
    let spawned = || meta.object("source")?.object("subagent")?.object("thread_spawn");
    let spawned = spawned().map(|spawn| spawn.text("parent_thread_id")).unwrap_or_default();
    let parents = [spawned, meta.text("parent_thread_id"), meta.text("forked_from_id")];
    state.parent = parents.into_iter().find(|parent| !parent.is_empty()).unwrap_or_default().into_owned();
}

/// Notes what holds for the turn that follows.
fn go_on(context: &Object<'_>, state: &mut State) {
    let note = |name: &str, kept: &mut String| {
        if let Some(said) = context.get(name).and_then(Value::text) {
            *kept = said.into_owned();
        }
    };
    note("cwd", &mut state.cwd);
    note("model", &mut state.model);
    note("turn_id", &mut state.turn);
    if state.folder.is_empty() {
        state.folder.clone_from(&state.cwd);
    }
}

fn event(event: &Object<'_>, state: &mut State, events: &mut Events) {
    match &*event.text("type") {
        "task_started" | "turn_started" => go_on(event, state),
        "thread_name_updated" => state.title = event.text("thread_name").into_owned(),
        // Older releases tell by its kind what they put in front of a session.
        "user_message" if matches!(&*event.text("kind"), "" | "plain") => {
            said(Role::User, &event.text("message"), state, events);
        }
        "exec_command_end" => {
            let Some(code) = event.get("exit_code").and_then(number) else { return };
            ended(event, outcome::exited(output_of(event), code), state, events);
        }
        "patch_apply_end" => {
            let success = Some(event.is_true("success"));
            ended(event, Outcome { output: output_of(event), success }, state, events);
        }
        "mcp_tool_call_end" => {
            let Some(result) = event.object("result") else { return };
            ended(event, of_server(&result), state, events);
        }
        _ => {}
    }
}

/// The output of a command or a patch: the aggregated one, else `stdout` followed by `stderr`.
fn output_of<'a>(event: &Object<'a>) -> Cow<'a, str> {
    let all = event.text("aggregated_output");
    if !all.is_empty() {
        return all;
    }
    let [out, err] = ["stdout", "stderr"].map(|name| event.text(name));
    if err.is_empty() { out } else { Cow::Owned(format!("{out}{err}")) }
}

/// `{ Ok: { content, isError } }`, `{ Err }`.
fn of_server<'a>(result: &Object<'a>) -> Outcome<'a> {
    let Some(given) = result.object("Ok") else { return Outcome { output: result.text("Err"), success: Some(false) } };
    let is_error = given.is_true("isError") || given.is_true("is_error");
    let output = given.get("content").map(outcome::texts).unwrap_or_default();
    Outcome { output, success: Some(!is_error) }
}

fn item(item: &Object<'_>, is_oldest: bool, state: &mut State, events: &mut Events) -> Line {
    match &*item.text("type") {
        "message" => message(item, is_oldest, state, events),
        "function_call" => {
            let tool = format!("{}{}", item.text("namespace"), item.text("name"));
            let arguments = item.text("arguments");
            called(item, &tool, &arguments, state, events);
        }
        "custom_tool_call" => {
            let arguments = json!({ "input": &*item.text("input") }).to_string();
            called(item, &item.text("name"), &arguments, state, events);
        }
        "local_shell_call" => {
            let arguments = item.get("action").map_or("", Value::source);
            called(item, "local_shell", arguments, state, events);
        }
        "function_call_output" | "custom_tool_call_output" => {
            let Some(output) = item.get("output") else { return Line::Known };
            ended(item, outcome::of(output), state, events);
        }
        "web_search_call" => searched(item, state, events),
        kind if PASSED_OVER.contains(&kind) => {}
        _ => return Line::Unknown,
    }
    Line::Known
}

fn message(item: &Object<'_>, is_oldest: bool, state: &mut State, events: &mut Events) {
    let Some(content) = item.get("content") else { return };
    let text = content.text().unwrap_or_else(|| outcome::texts(content));
    match &*item.text("role") {
        "assistant" => said(Role::Assistant, &text, state, events),
        "user" if is_oldest => {
            if let (true, Some(cwd)) = (state.folder.is_empty(), folder_in(&text)) {
                state.folder = String::from(cwd);
                state.cwd = String::from(cwd);
            }
            said(Role::User, &text, state, events);
        }
        _ => {}
    }
}

/// The folder that the oldest files only tell to the model.
fn folder_in(text: &str) -> Option<&str> {
    let rest = text.trim_start().strip_prefix("<environment_context>")?;
    let rest = match rest.split_once("<cwd>") {
        Some((_, rest)) => rest.split_once("</cwd>")?.0,
        None => rest.split_once("Current working directory: ")?.1.lines().next()?,
    };
    Some(rest.trim())
}

fn said(role: Role, text: &str, state: &mut State, events: &mut Events) {
    let text = match role {
        Role::User => user_text(text.split_once(REQUEST).map_or(text, |(_, typed)| typed)),
        _ => agent_text(text),
    };
    if text.is_empty() || state.time <= 0 {
        return;
    }
    let id = id_of(role, &text, state);
    let title = core::mem::take(&mut state.title);
    let said = Said { role, text: &text, model: &state.model, title: &title, tokens: None, part: 0 };
    events.turn(at(&id, state), said);
}

/// See the module.
fn id_of(role: Role, text: &str, state: &State) -> String {
    let hash = xxhash_rust::xxh3::xxh3_128(text.as_bytes());
    let who = if role == Role::User { "user" } else { "agent" };
    match state.turn.len() == UUID {
        true => format!("{}:{who}:{hash:032x}", state.turn),
        false => format!("{}:{}:{who}:{hash:032x}", state.session, state.time),
    }
}

fn at<'a>(id: &'a str, state: &'a State) -> At<'a> {
    At { id, time: state.time, session: &state.session, branch: &state.branch, parent: &state.parent }
}

/// The id of a call that an item or an event is of.
fn id_of_call(item: &Object<'_>, state: &State) -> String {
    call::id_within(&state.session, &item.text("call_id"))
}

/// A call waits for its result.
fn called(item: &Object<'_>, tool: &str, arguments: &str, state: &mut State, events: &mut Events) {
    let call = call_of(id_of_call(item, state), tool, arguments, state, events);
    if !call.id.is_empty()
        && let Some(lost) = state.wait_for(call)
    {
        events.call(lost, None);
    }
}

fn call_of(id: String, tool: &str, arguments: &str, state: &State, events: &Events) -> Call {
    let given = Value::parse(arguments).ok().and_then(Value::object);
    let workdir = given.as_ref().map(|given| given.text("workdir")).filter(|folder| !folder.is_empty());
    let mut parameters = events.parameters(arguments);
    let mut files = given.as_ref().map(|given| touched::by_name(tool, given)).unwrap_or_default();
    if let Some(command) = given.as_ref().filter(|_| SHELLS.contains(&tool)).and_then(command) {
        // As other harnesses have it: one text.
        parameters = events.parameters(&match &workdir {
            Some(folder) => json!({ "command": command, "workdir": folder }).to_string(),
            None => json!({ "command": command }).to_string(),
        });
        files.extend(touched::patched(&command));
    } else if let Some(given) = &given {
        files.extend(touched::patched(&given.text("input")));
    }
    let folder = call::below(&state.cwd, workdir.as_deref().unwrap_or_default());
    for file in &mut files {
        file.path = call::below(&folder, &file.path);
    }
    Call {
        id,
        tool: tool.to_string(),
        parameters,
        files,
        time: state.time,
        session: state.session.clone(),
        branch: state.branch.clone(),
        parent: state.parent.clone(),
        ..Call::default()
    }
}

/// A command as it is typed: what a shell was given to run, or its words.
fn command(given: &Object<'_>) -> Option<String> {
    let command = ["command", "cmd"].iter().find_map(|name| given.get(name))?;
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

fn ended(item: &Object<'_>, outcome: Outcome<'_>, state: &mut State, events: &mut Events) {
    let Some(call) = state.answered(&id_of_call(item, state)) else { return };
    let Outcome { output, success } = outcome;
    events.call(call, Some(&Ending { output, success, time: Some(state.time), ..Ending::default() }));
}

/// A search that the provider made: it has no result of its own, and in older files no id.
fn searched(item: &Object<'_>, state: &State, events: &mut Events) {
    let Some(action) = item.get("action") else { return };
    let id = id_of(Role::Assistant, action.source(), state);
    let call = call_of(id, "web_search", action.source(), state, events);
    let success = (item.text("status") == "completed").then_some(true);
    events.call(call, Some(&Ending { success, ..Ending::default() }));
}
