//! The transcripts of Claude Code: a line for each message, with its id, its session, the folder and the branch; a call and its result
//! are parts of two messages.
//!
//! A subagent has a file of its own, whose lines name the session that started it and the agent.
//!
//! What is typed while the agent works is queued. Where it comes to the agent before its turn ends, it is no message: newer releases
//! write an attachment with the time at which it was typed, older ones only that it left the queue. That time is its id, so that a file
//! which has both tells it once.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use super::Line;
use super::call::{Call, Ending};
use super::events::{At, Events, Said};
use super::outcome;
use super::state::{Queued, State};
use crate::base::time::Timestamp;
use crate::record::Role;
use crate::text::author_text::{agent_text, user_text};
use crate::text::json::{Object, Value};

/// Lines that say nothing of the session's work.
const PASSED_OVER: [&str; 19] = [
    "progress",
    "file-history-snapshot",
    "system",
    "summary",
    "pr-link",
    "bridge-session",
    "cost-state",
    "frame-link",
    "atis-latch",
    "agent-name",
    "agent-color",
    "agent-setting",
    "last-prompt",
    "permission-mode",
    "mode",
    "tag",
    "worktree-state",
    "content-replacement",
    "task-summary",
];

/// Lines that are read, and are no messages.
const TOLD: [&str; 4] = ["attachment", "queue-operation", "custom-title", "ai-title"];
/// About the most bytes that are kept of a text that waits in the queue.
const MAX_QUEUED: usize = 4 << 10;

/// Whose line it is.
struct Head {
    id: String,
    time: i64,
    session: String,
    parent: String,
    branch: String,
}

/// Its lines have no envelope, and ids of their own where they are messages.
pub(super) fn writes(line: &Object<'_>) -> bool {
    match &*line.text("type") {
        "user" | "assistant" => line.get("uuid").is_some() && line.get("sessionId").is_some(),
        kind => TOLD.contains(&kind) || PASSED_OVER.contains(&kind),
    }
}

pub(super) fn read(line: &Object<'_>, state: &mut State, events: &mut Events) -> Line {
    match &*line.text("type") {
        "user" => message(line, Role::User, state, events),
        "assistant" => message(line, Role::Assistant, state, events),
        "attachment" => attached(line, state, events),
        "queue-operation" => queue(line, state, events),
        "custom-title" => state.title = line.text("customTitle").into_owned(),
        "ai-title" => state.title = line.text("aiTitle").into_owned(),
        kind if PASSED_OVER.contains(&kind) => note(line, state),
        _ => return Line::Unknown,
    }
    Line::Known
}

/// Notes whose session it is.
fn note(line: &Object<'_>, state: &mut State) {
    if state.folder.is_empty() {
        state.folder = line.text("cwd").into_owned();
    }
    if state.session.is_empty() {
        state.session = line.text("sessionId").into_owned();
    }
}

fn head(line: &Object<'_>, state: &mut State) -> Option<Head> {
    note(line, state);
    let parent = line.text("sessionId").into_owned();
    let agent = line.text("agentId");
    let is_side = !agent.is_empty() || line.is_true("isSidechain");
    let part = if agent.is_empty() { Cow::Borrowed("sidechain") } else { agent };
    let session = if is_side { format!("{parent}:{part}") } else { parent.clone() };
    state.session.clone_from(&session);
    let time = Timestamp::read("time", &line.text("timestamp")).ok()?;
    let parent = if is_side { parent } else { String::new() };
    Some(Head {
        id: line.text("uuid").into_owned(),
        time,
        session,
        parent,
        branch: line.text("gitBranch").into_owned(),
    })
}

fn message(line: &Object<'_>, role: Role, state: &mut State, events: &mut Events) {
    let Some(head) = head(line, state) else { return };
    let Some(message) = line.object("message") else { return };
    let Some(content) = message.get("content") else { return };
    // What a harness says in a user's or a model's name.
    let is_nobodys = ["isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage"];
    let is_said = !is_nobodys.iter().any(|name| line.is_true(name)) && is_persons(line);
    let model = message.text("model");
    let said = |text: &str, part: usize, state: &mut State, events: &mut Events| {
        let text = if role == Role::User { user_text(text) } else { agent_text(text) };
        if is_said && !text.is_empty() {
            let title = core::mem::take(&mut state.title);
            events.turn(head.at(), Said { role, text: &text, model: &model, title: &title, tokens: None, part });
        }
    };
    if let Some(text) = content.text() {
        return said(&text, 0, state, events);
    }
    for (nth, part) in content.list().into_iter().filter_map(Value::object).enumerate() {
        if !events.takes_part() {
            return;
        }
        match &*part.text("type") {
            "text" => said(&part.text("text"), nth, state, events),
            "tool_use" => called(&part, &head, state, events),
            "tool_result" => answered(&part, &head, state, events),
            _ => {}
        }
    }
}

/// Whether a person typed it, as far as its origin is said.
fn is_persons(told: &Object<'_>) -> bool {
    told.object("origin").is_none_or(|origin| matches!(&*origin.text("kind"), "" | "human"))
}

/// Takes a text that was typed while the agent worked from an attachment; nobody typed any other attachment.
fn attached(line: &Object<'_>, state: &mut State, events: &mut Events) {
    let (Some(head), Some(given)) = (head(line, state), line.object("attachment")) else { return };
    let is_typed = given.text("type") == "queued_command" && matches!(&*given.text("commandMode"), "" | "prompt");
    let Some(prompt) = given.get("prompt").filter(|_| is_typed && is_persons(&given)) else { return };
    let typed = given.text("timestamp");
    let time = if typed.is_empty() { line.text("timestamp") } else { typed };
    typed_midway(&prompt.text().unwrap_or_else(|| outcome::texts(prompt)), &time, head, state, events);
}

/// Follows the queue of typed texts: one that leaves for a turn of its own comes as a message, one that is removed
/// reached the agent.
fn queue(line: &Object<'_>, state: &mut State, events: &mut Events) {
    let Some(head) = head(line, state) else { return };
    match &*line.text("operation") {
        "enqueue" => {
            let text = line
                .get("content")
                .map_or(Cow::Borrowed(""), |said| said.text().unwrap_or_else(|| outcome::texts(said)));
            let text = events.shortened(&text, MAX_QUEUED);
            state.queue(Queued { time: line.text("timestamp").into_owned(), text });
        }
        "remove" => {
            let Some(queued) = state.unqueue() else { return };
            // Newer releases say why, and may have thrown it away.
            if matches!(&*line.text("reason"), "" | "absorbed_mid_turn") {
                typed_midway(&queued.text, &queued.time, head, state, events);
            }
        }
        "dequeue" => drop(state.unqueue()),
        "popAll" => state.clear_queue(),
        _ => {}
    }
}

fn typed_midway(text: &str, typed: &str, head: Head, state: &mut State, events: &mut Events) {
    let text = user_text(text);
    let Ok(time) = Timestamp::read("time", typed) else { return };
    let id = format!("{}:queued:{time}", head.session);
    let title = if text.is_empty() { String::new() } else { core::mem::take(&mut state.title) };
    let head = Head { id, time, ..head };
    events.turn(head.at(), Said { role: Role::User, text: &text, model: "", title: &title, tokens: None, part: 0 });
}

impl Head {
    fn at(&self) -> At<'_> {
        At { id: &self.id, time: self.time, session: &self.session, branch: &self.branch, parent: &self.parent }
    }
}

/// A call waits for its result.
fn called(part: &Object<'_>, head: &Head, state: &mut State, events: &mut Events) {
    let call = Call {
        id: part.text("id").into_owned(),
        time: head.time,
        session: head.session.clone(),
        branch: head.branch.clone(),
        parent: head.parent.clone(),
        ..events.call_of(&part.text("name"), part.get("input"))
    };
    if let Some(lost) = state.wait_for(call) {
        events.call(lost, None);
    }
}

fn answered(part: &Object<'_>, head: &Head, state: &mut State, events: &mut Events) {
    let Some(call) = state.answered(&part.text("tool_use_id")) else { return };
    let content = part.get("content");
    let output = content.map(|said| said.text().unwrap_or_else(|| outcome::texts(said))).unwrap_or_default();
    let ending =
        Ending { output, success: Some(!part.is_true("is_error")), time: Some(head.time), ..Ending::default() };
    events.call(call, Some(&ending));
}
