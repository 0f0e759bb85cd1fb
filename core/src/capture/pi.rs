//! The transcripts of pi: a line that says whose session it is, and a line for each entry of a tree, of which all branches were said.
//!
//! An entry's id is short, and a fork copies it with its time; both together count, wherever they are read. The oldest files have none:
//! there a hash of what was said stands in its place.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use super::Line;
use super::call::{self, Call, Ending};
use super::events::{At, Events, Said};
use super::outcome;
use super::state::State;
use crate::base::time::Timestamp;
use crate::record::Role;
use crate::text::author_text::{agent_text, user_text};
use crate::text::json::{Object, Value};

/// Entries that say nothing of the session's work.
const PASSED_OVER: [&str; 7] =
    ["model_change", "thinking_level_change", "compaction", "branch_summary", "custom", "custom_message", "label"];

pub(super) fn writes(line: &Object<'_>) -> bool {
    line.text("type") == "session" && line.get("cwd").is_some()
}

pub(super) fn read(line: &Object<'_>, state: &mut State, events: &mut Events) -> Line {
    match &*line.text("type") {
        "session" => begin(line, state),
        "message" => message(line, state, events),
        "session_info" => state.title = line.text("name").into_owned(),
        kind if PASSED_OVER.contains(&kind) => {}
        _ => return Line::Unknown,
    }
    Line::Known
}

fn begin(line: &Object<'_>, state: &mut State) {
    state.session = line.text("id").into_owned();
    state.folder = line.text("cwd").into_owned();
    // The file of the session that this one came from: its name ends with the id.
    let parents = ["parentSession", "branchedFrom"].map(|name| line.text(name));
    let parent = parents.iter().find(|parent| !parent.is_empty()).map_or("", |parent| parent);
    let name = parent.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = name.strip_suffix(".jsonl").unwrap_or(name);
    state.parent = String::from(name.rsplit('_').next().unwrap_or_default());
}

fn message(line: &Object<'_>, state: &mut State, events: &mut Events) {
    let Some(message) = line.object("message") else { return };
    let Ok(time) = Timestamp::read("time", &line.text("timestamp")) else { return };
    let Some(content) = message.get("content") else { return };
    let id = line.text("id");
    let id = match id.is_empty() {
        true => format!("{:032x}:{time}", xxhash_rust::xxh3::xxh3_128(content.source().as_bytes())),
        false => format!("{id}:{time}"),
    };
    match &*message.text("role") {
        "user" => {
            let text = content.text().unwrap_or_else(|| outcome::texts(content));
            said(Role::User, &user_text(&text), (&id, time, 0), &message, state, events);
        }
        "assistant" => answered(content, &message, (&id, time), state, events),
        "toolResult" => ended(content, &message, time, state, events),
        _ => {}
    }
}

fn said(
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
    let at = At { id, time, session: &state.session, parent: &state.parent, ..At::default() };
    events.turn(at, Said { role, text, model: &message.text("model"), title: &title, tokens: None, part });
}

fn answered(content: Value<'_>, message: &Object<'_>, (id, time): (&str, i64), state: &mut State, events: &mut Events) {
    for (nth, part) in content.list().into_iter().filter_map(Value::object).enumerate() {
        if !events.takes_part() {
            return;
        }
        match &*part.text("type") {
            "text" => {
                let text = agent_text(&part.text("text"));
                said(Role::Assistant, &text, (id, time, nth), message, state, events);
            }
            "toolCall" => called(&part, time, state, events),
            _ => {}
        }
    }
}

/// A call waits for its result.
fn called(part: &Object<'_>, time: i64, state: &mut State, events: &mut Events) {
    let mut call = Call {
        id: call::id_within(&state.session, &part.text("id")),
        time,
        session: state.session.clone(),
        parent: state.parent.clone(),
        ..events.call_of(&part.text("name"), part.get("arguments"))
    };
    for file in &mut call.files {
        file.path = call::below(&state.folder, &file.path);
    }
    if let Some(lost) = state.wait_for(call) {
        events.call(lost, None);
    }
}

fn ended(content: Value<'_>, message: &Object<'_>, time: i64, state: &mut State, events: &mut Events) {
    let id = call::id_within(&state.session, &message.text("toolCallId"));
    let Some(call) = state.answered(&id) else { return };
    let output: Cow<'_, str> = content.text().unwrap_or_else(|| outcome::texts(content));
    let success = Some(!message.is_true("isError"));
    events.call(call, Some(&Ending { output, success, time: Some(time), ..Ending::default() }));
}
