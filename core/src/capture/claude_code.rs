//! Reads transcripts of Claude Code: a line per message, with its id, session, folder and branch; a call and its result
//! are parts of two messages.
//!
//! A subagent has its own file, whose lines name the agent and the session that started it.
//!
//! Text that is typed while the agent works is queued. If the text reaches the agent within the turn, it is no message:
//! newer releases write an attachment with the time of typing, older ones only the removal from the queue. The time of
//! typing is part of the event's id, so that a file with both records the text once.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use super::LineOutcome;
use super::call::{Call, CallEnd};
use super::checkout::Checkout;
use super::events::{EventContext, Events, TurnText};
use super::outcome;
use super::state::{QueuedText, State};
use crate::record::Role;
use crate::record::subagent::name_of_subagent;
use crate::text::author_text::{agent_text, typed_text, user_text};
use crate::text::json::{Object, Value};

/// Types of lines without content to record.
const IGNORED_TYPES: [&str; 18] = [
    "progress",
    "file-history-snapshot",
    "system",
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

/// Types of lines that are read besides messages.
const NON_MESSAGE_TYPES: [&str; 5] = ["attachment", "queue-operation", "custom-title", "ai-title", "summary"];
/// Members that are true where the harness wrote a text in the user's or the model's name.
const HARNESS_MARKS: [&str; 5] =
    ["isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage", "turnCompanion"];
/// The members of the notice of a task in the background.
const TASK_NOTICE_MEMBERS: [&str; 4] = ["task_id", "tool_use_id", "description", "task_type"];
/// The counts of what the model read, which together are its context.
const USAGE_OF_CONTEXT: [&str; 3] = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
/// The most bytes kept of a queued text, approximately.
const MAX_QUEUED_BYTES: usize = 4 << 10;

/// The metadata of a line.
struct LineHeader {
    id: String,
    /// In milliseconds since 1970.
    time: i64,
    /// Whether the line states this time.
    is_timed: bool,
    /// The session; for a subagent its own.
    session: String,
    /// The session that started a subagent; else empty.
    parent: String,
    /// The branch and commit that were checked out.
    checkout: Checkout,
}

/// Whether Claude Code wrote the line, by its type; a message must have an id and a session.
pub(super) fn recognizes(line: &Object<'_>) -> bool {
    match &*line.text("type") {
        "user" | "assistant" => line.get("uuid").is_some() && line.get("sessionId").is_some(),
        kind => NON_MESSAGE_TYPES.contains(&kind) || IGNORED_TYPES.contains(&kind),
    }
}

pub(super) fn read_line(line: &Object<'_>, state: &mut State, events: &mut Events) -> LineOutcome {
    match &*line.text("type") {
        "user" => read_message(line, Role::User, state, events),
        "assistant" => read_message(line, Role::Assistant, state, events),
        "attachment" => read_attachment(line, state, events),
        "queue-operation" => read_queue_operation(line, state, events),
        "custom-title" => state.title = line.text("customTitle").into_owned(),
        "ai-title" => state.title = line.text("aiTitle").into_owned(),
        "summary" => read_summary(line, state),
        kind if IGNORED_TYPES.contains(&kind) => note_session(line, state),
        _ => return LineOutcome::Unknown,
    }
    LineOutcome::Known
}

/// Reads a title of older releases. A file may have those of other sessions: each names the message that it follows.
fn read_summary(line: &Object<'_>, state: &mut State) {
    note_session(line, state);
    let message = line.text("leafUuid");
    if !message.is_empty() && message == state.message {
        state.title = line.text("summary").into_owned();
    }
}

/// Notes the session and folder that a line names, if unknown.
fn note_session(line: &Object<'_>, state: &mut State) {
    if state.folder.is_empty() {
        state.folder = line.text("cwd").into_owned();
    }
    if state.session.is_empty() {
        state.session = line.text("sessionId").into_owned();
    }
}

/// Reads the metadata of a line, and notes its session in the state.
fn read_header(line: &Object<'_>, state: &mut State, events: &Events) -> LineHeader {
    note_session(line, state);
    let parent = line.text("sessionId").into_owned();
    let agent = line.text("agentId");
    let is_of_subagent = !agent.is_empty() || line.is_true("isSidechain");
    let part = if agent.is_empty() { Cow::Borrowed("sidechain") } else { agent };
    let session = if is_of_subagent { name_of_subagent(&parent, &part) } else { parent.clone() };
    state.session.clone_from(&session);
    let (time, is_timed) = events.time_of(&line.text("timestamp"), &mut state.time);
    let parent = if is_of_subagent { parent } else { String::new() };
    LineHeader {
        id: line.text("uuid").into_owned(),
        time,
        is_timed,
        session,
        parent,
        checkout: Checkout::of_branch(line.text("gitBranch").into_owned()),
    }
}

fn read_message(line: &Object<'_>, role: Role, state: &mut State, events: &mut Events) {
    let header = read_header(line, state, events);
    state.message.clone_from(&header.id);
    let Some(message) = line.object("message") else { return };
    let Some(content) = message.get("content") else { return };
    if !header.is_timed {
        events.note_untimed();
    }
    let (author, model) = (Author::of(line), message.text("model"));
    let push_text = |text: &str, part: usize, state: &mut State, events: &mut Events| {
        let text = if role == Role::User { author.words(text) } else { agent_text(text) };
        if author != Author::Harness && !text.is_empty() {
            let title = core::mem::take(&mut state.title);
            events.push_turn(
                header.context(),
                TurnText { role, text: &text, model: &model, title: &title, tokens: None, part },
            );
        }
    };
    if let Some(text) = content.text() {
        return push_text(&text, 0, state, events);
    }
    for (nth, part) in content.list().into_iter().filter_map(Value::object).enumerate() {
        if !events.accepts_part() {
            return;
        }
        match &*part.text("type") {
            "text" => push_text(&part.text("text"), nth, state, events),
            "tool_use" => start_call(&part, (&header, context_tokens(&message)), state, events),
            "tool_result" => end_call(&part, &header, state, events),
            _ => {}
        }
    }
}

/// The author of a text in the user's or the model's name, as far as its line states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Author {
    /// The harness wrote it.
    Harness,
    /// A person typed it.
    Person,
    /// Not stated, as in older releases.
    Unknown,
}

impl Author {
    /// The author that a line or an attachment states.
    fn of(source: &Object<'_>) -> Author {
        let origin = source.object("origin").map(|origin| origin.text("kind")).unwrap_or_default();
        let prompt_source = source.text("promptSource");
        let is_of_harness = HARNESS_MARKS.iter().any(|name| source.is_true(name))
            || !matches!(&*origin, "" | "human")
            || prompt_source == "system";
        match (is_of_harness, &*origin, &*prompt_source) {
            (true, ..) => Author::Harness,
            (_, "human", _) | (_, _, "typed" | "queued") => Author::Person,
            _ => Author::Unknown,
        }
    }

    /// The words of a person in a text in the user's name.
    fn words(self, text: &str) -> String {
        match self {
            Author::Harness => String::new(),
            Author::Person => typed_text(text),
            Author::Unknown => user_text(text),
        }
    }
}

/// Reads a text typed while the agent worked; other attachments are ignored.
fn read_attachment(line: &Object<'_>, state: &mut State, events: &mut Events) {
    let header = read_header(line, state, events);
    let Some(attachment) = line.object("attachment") else { return };
    let is_typed =
        attachment.text("type") == "queued_command" && matches!(&*attachment.text("commandMode"), "" | "prompt");
    let Some(prompt) = attachment.get("prompt").filter(|_| is_typed) else { return };
    let words = Author::of(&attachment).words(&prompt.text().unwrap_or_else(|| outcome::texts(prompt)));
    let typed_time = attachment.text("timestamp");
    let time = if typed_time.is_empty() { line.text("timestamp") } else { typed_time };
    push_queued_turn(&words, &time, header, state, events);
}

/// Follows the queue of typed texts. A dequeued text comes as a message; a removed one reached the agent, unless the
/// line gives another reason.
fn read_queue_operation(line: &Object<'_>, state: &mut State, events: &mut Events) {
    let header = read_header(line, state, events);
    match &*line.text("operation") {
        "enqueue" => {
            let text = line
                .get("content")
                .map_or(Cow::Borrowed(""), |said| said.text().unwrap_or_else(|| outcome::texts(said)));
            // It stays in the queue, which its removal follows, and is nobody's text.
            let text = if is_task_notice(&text) { Cow::Borrowed("") } else { text };
            let text = events.shortened_text(&text, MAX_QUEUED_BYTES);
            state.queue(QueuedText { time: line.text("timestamp").into_owned(), text });
        }
        "remove" => {
            let Some(queued) = state.unqueue() else { return };
            // Newer releases give the reason, which may be that the text was thrown away.
            if matches!(&*line.text("reason"), "" | "absorbed_mid_turn") {
                push_queued_turn(&user_text(&queued.text), &queued.time, header, state, events);
            }
        }
        "dequeue" => drop(state.unqueue()),
        "popAll" => state.clear_queue(),
        _ => {}
    }
}

/// Whether a queued text is the notice of a task in the background, as releases 2.1.38 to 2.1.49 queue them: an object
/// with these members and no others.
fn is_task_notice(text: &str) -> bool {
    let members = Value::parse(text.trim()).ok().and_then(Value::object);
    members.is_some_and(|object| {
        !object.text("task_id").is_empty()
            && !object.text("task_type").is_empty()
            && object.0.iter().all(|member| TASK_NOTICE_MEMBERS.contains(&&*member.name()))
    })
}

/// Records words that were typed while the agent worked.
fn push_queued_turn(text: &str, typed_time: &str, header: LineHeader, state: &mut State, events: &mut Events) {
    if text.is_empty() {
        return;
    }
    let mut newest = header.time;
    let (time, is_timed) = events.time_of(typed_time, &mut newest);
    if !is_timed {
        events.note_untimed();
    }
    let id = format!("{}:queued:{time}", header.session);
    let title = core::mem::take(&mut state.title);
    let header = LineHeader { id, time, ..header };
    events.push_turn(
        header.context(),
        TurnText { role: Role::User, text, model: "", title: &title, tokens: None, part: 0 },
    );
}

impl LineHeader {
    /// The metadata as the context of an event.
    fn context(&self) -> EventContext<'_> {
        EventContext {
            id: &self.id,
            time: self.time,
            session: &self.session,
            checkout: Some(&self.checkout),
            parent: &self.parent,
            ..EventContext::default()
        }
    }
}

/// Keeps a call until its result comes.
fn start_call(
    part: &Object<'_>,
    (header, context_tokens): (&LineHeader, Option<u32>),
    state: &mut State,
    events: &mut Events,
) {
    let call = Call {
        id: part.text("id").into_owned(),
        time: header.time,
        session: header.session.clone(),
        checkout: header.checkout.clone(),
        parent: header.parent.clone(),
        context_tokens,
        ..events.call_of(&part.text("name"), part.get("input"))
    };
    if let Some(dropped_call) = state.wait_for(call) {
        events.push_call(dropped_call, None);
    }
}

/// The tokens that the model read before it answered, also those of the cache. The tokens of its answer are not stated: the
/// count in a transcript is that of the first part that was streamed.
fn context_tokens(message: &Object<'_>) -> Option<u32> {
    let usage = message.object("usage")?;
    let read = |name: &str| usage.get(name).and_then(outcome::number).unwrap_or(0).max(0);
    let n_tokens = USAGE_OF_CONTEXT.map(read).into_iter().fold(0, i64::saturating_add);
    u32::try_from(n_tokens).ok().filter(|n_tokens| *n_tokens > 0)
}

/// Records the call that a result belongs to.
fn end_call(part: &Object<'_>, header: &LineHeader, state: &mut State, events: &mut Events) {
    let Some(call) = state.take_call(&part.text("tool_use_id")) else { return };
    let content = part.get("content");
    let output = content.map(|said| said.text().unwrap_or_else(|| outcome::texts(said))).unwrap_or_default();
    let ending =
        CallEnd { output, success: Some(!part.is_true("is_error")), time: Some(header.time), ..CallEnd::default() };
    events.push_call(call, Some(&ending));
}
