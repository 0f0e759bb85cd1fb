//! Reads transcripts of pi: a line with the session, then a line per entry of a tree, all of whose branches count.
//!
//! An entry's id is short, and a fork copies the entry with its id and time; both together identify the entry. The
//! oldest files have no ids: there a hash of the content replaces the id.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use super::LineOutcome;
use super::call::{self, Call, CallEnd};
use super::events::{EventContext, Events, TurnText};
use super::outcome;
use super::state::State;
use crate::record::Role;
use crate::text::author_text::{agent_text, user_text};
use crate::text::json::{Object, Value};

/// Types of entries without content to record.
const IGNORED_TYPES: [&str; 7] =
    ["model_change", "thinking_level_change", "compaction", "branch_summary", "custom", "custom_message", "label"];

/// Whether pi wrote the line.
pub(super) fn recognizes(line: &Object<'_>) -> bool {
    line.text("type") == "session" && line.get("cwd").is_some()
}

pub(super) fn read_line(line: &Object<'_>, state: &mut State, events: &mut Events) -> LineOutcome {
    match &*line.text("type") {
        "session" => read_session_header(line, state),
        "message" => read_message(line, state, events),
        "session_info" => state.title = line.text("name").into_owned(),
        kind if IGNORED_TYPES.contains(&kind) => {}
        _ => return LineOutcome::Unknown,
    }
    LineOutcome::Known
}

/// Notes the session, its folder and the session that it came from.
fn read_session_header(line: &Object<'_>, state: &mut State) {
    state.session = line.text("id").into_owned();
    state.folder = line.text("cwd").into_owned();
    // The file of the session that this one came from: its name ends with the id.
    let parents = ["parentSession", "branchedFrom"].map(|name| line.text(name));
    let parent = parents.iter().find(|parent| !parent.is_empty()).map_or("", |parent| parent);
    let name = parent.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = name.strip_suffix(".jsonl").unwrap_or(name);
    state.parent = String::from(name.rsplit('_').next().unwrap_or_default());
}

fn read_message(line: &Object<'_>, state: &mut State, events: &mut Events) {
    let Some(message) = line.object("message") else { return };
    let (time, is_timed) = events.time_of(&line.text("timestamp"), &mut state.time);
    if !is_timed {
        events.note_untimed();
    }
    let Some(content) = message.get("content") else { return };
    let id = line.text("id");
    let id_time = if is_timed { time } else { 0 };
    let id = match id.is_empty() {
        true => format!("{:032x}:{id_time}", xxhash_rust::xxh3::xxh3_128(content.source().as_bytes())),
        false => format!("{id}:{id_time}"),
    };
    match &*message.text("role") {
        "user" => {
            let text = content.text().unwrap_or_else(|| outcome::texts(content));
            push_turn(Role::User, &user_text(&text), (&id, time, 0), &message, state, events);
        }
        "assistant" => read_answer(content, &message, (&id, time), state, events),
        "toolResult" => end_call(content, &message, time, state, events),
        _ => {}
    }
}

/// Records a text of the user or agent.
fn push_turn(
    role: Role,
    text: &str,
    (id, time, part): (&str, i64, usize),
    message: &Object<'_>,
    state: &mut State,
    events: &mut Events,
) {
    if text.is_empty() {
        return;
    }
    let title = core::mem::take(&mut state.title);
    let at = EventContext { id, time, session: &state.session, parent: &state.parent, ..EventContext::default() };
    events.push_turn(at, TurnText { role, text, model: &message.text("model"), title: &title, tokens: None, part });
}

/// Reads the texts and calls of the model.
fn read_answer(
    content: Value<'_>,
    message: &Object<'_>,
    (id, time): (&str, i64),
    state: &mut State,
    events: &mut Events,
) {
    for (nth, part) in content.list().into_iter().filter_map(Value::object).enumerate() {
        if !events.accepts_part() {
            return;
        }
        match &*part.text("type") {
            "text" => {
                let text = agent_text(&part.text("text"));
                push_turn(Role::Assistant, &text, (id, time, nth), message, state, events);
            }
            "toolCall" => start_call(&part, time, state, events),
            _ => {}
        }
    }
}

/// Keeps a call until its result comes.
fn start_call(part: &Object<'_>, time: i64, state: &mut State, events: &mut Events) {
    let mut call = Call {
        id: call::scoped_id(&state.session, &part.text("id")),
        time,
        session: state.session.clone(),
        parent: state.parent.clone(),
        ..events.call_of(&part.text("name"), part.get("arguments"))
    };
    for file in &mut call.files {
        file.path = call::resolve_path(&state.folder, &file.path);
    }
    if let Some(dropped_call) = state.wait_for(call) {
        events.push_call(dropped_call, None);
    }
}

/// Records the call that a result belongs to.
fn end_call(content: Value<'_>, message: &Object<'_>, time: i64, state: &mut State, events: &mut Events) {
    let id = call::scoped_id(&state.session, &message.text("toolCallId"));
    let Some(call) = state.take_call(&id) else { return };
    let output: Cow<'_, str> = content.text().unwrap_or_else(|| outcome::texts(content));
    let success = Some(!message.is_true("isError"));
    events.push_call(call, Some(&CallEnd { output, success, time: Some(time), ..CallEnd::default() }));
}
