//! The transcripts of Claude Code: a line for each message, with its id, its session, the folder and the branch; a call and its result
//! are parts of two messages.
//!
//! A subagent has a file of its own, whose lines name the session that started it and the agent.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Line;
use super::call::{self, Call, Ending};
use super::clean::{agents_words, users_words};
use super::events::{At, Events, Said};
use super::state::State;
use crate::base::time::Timestamp;
use crate::record::Role;
use crate::text::json::{Object, Value};

/// Lines that say nothing of the session's work.
const PASSED_OVER: [&str; 17] = [
    "progress",
    "file-history-snapshot",
    "system",
    "queue-operation",
    "summary",
    "pr-link",
    "attachment",
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

/// Whose line it is.
struct Head {
    id: String,
    time: i64,
    session: String,
    parent: String,
    branch: String,
}

pub(super) fn read(line: &Object<'_>, state: &mut State, events: &mut Events) -> Line {
    match &*line.text("type") {
        "user" => message(line, Role::User, state, events),
        "assistant" => message(line, Role::Assistant, state, events),
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
    let is_said = !is_nobodys.iter().any(|name| line.is_true(name));
    let model = message.text("model");
    let said = |text: &str, part: usize, state: &mut State, events: &mut Events| {
        let text = if role == Role::User { users_words(text) } else { agents_words(text) };
        if is_said && !text.is_empty() {
            let title = core::mem::take(&mut state.title);
            events.turn(head.at(), Said { role, text: &text, model: &model, title: &title, part });
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

impl Head {
    fn at(&self) -> At<'_> {
        At { id: &self.id, time: self.time, session: &self.session, branch: &self.branch, parent: &self.parent }
    }
}

/// A call waits for its result.
fn called(part: &Object<'_>, head: &Head, state: &mut State, events: &mut Events) {
    let tool = part.text("name").into_owned();
    let input = part.get("input");
    let files = input.and_then(Value::object).map(|input| call::touched(&tool, &input)).unwrap_or_default();
    let call = Call {
        id: part.text("id").into_owned(),
        tool,
        parameters: events.masked(call::parameters(input.map_or("", Value::source))),
        files,
        time: head.time,
        session: head.session.clone(),
        branch: head.branch.clone(),
        parent: head.parent.clone(),
    };
    if let Some(lost) = state.wait_for(call) {
        events.call(lost, None);
    }
}

fn answered(part: &Object<'_>, head: &Head, state: &mut State, events: &mut Events) {
    let Some(call) = state.answered(&part.text("tool_use_id")) else { return };
    let ending = Ending { output: output(part), success: Some(!part.is_true("is_error")), time: Some(head.time) };
    events.call(call, Some(&ending));
}

/// What a call gave, its texts one after another.
fn output<'a>(part: &Object<'a>) -> Cow<'a, str> {
    let Some(content) = part.get("content") else { return Cow::Borrowed("") };
    if let Some(text) = content.text() {
        return text;
    }
    let texts: Vec<_> = content.list().into_iter().filter_map(Value::object).map(|part| part.text("text")).collect();
    Cow::Owned(texts.join("\n"))
}
