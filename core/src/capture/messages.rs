//! Reads a conversation that a program writes: a header, then messages in any of the formats that windows read.
//!
//! The first line is `{"conversation": {"format": "openai_chat", "session": "s1"}}`, optionally with `parent` (the
//! session whose agent asked this one), `metadata` (an object for each record) and `own_tools` (the agent's tools that
//! show content of this memory). Each other line is `{"message": {…}}`, optionally with `time` (milliseconds since
//! 1970, or RFC 3339), `durations` of the calls whose results the line has (`{"call_1": 12}`, in milliseconds), and
//! `"is_attempt": true` if such a result is not the final one.
//!
//! Messages have no id. An event's id is a hash of its content and of the number of earlier repetitions, so that a
//! conversation read again gives the same ids. Events without a time get successive times, from the time of reading on.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use minicbor::{Decode, Encode};
use xxhash_rust::xxh3::xxh3_128;

use super::call::{Call, CallEnd};
use super::events::{self, EventContext, Events, TurnText};
use super::outcome;
use super::state::State;
use super::{Harness, LineOutcome};
use crate::base::time::Timestamp;
use crate::record::Role;
use crate::record::batch::MAX_AHEAD_MILLISECONDS;
use crate::record::fields::MAX_LONG_TEXT_BYTES;
use crate::text::author_text::{agent_text, user_text};
use crate::text::json::{Object, Value};
use crate::window::formats::{self, MessageFormat};
use crate::window::{ItemKind, NewItem};

/// The interface's names of the formats.
const FORMATS: [(&str, MessageFormat); 5] = [
    ("anthropic", MessageFormat::Anthropic),
    ("openai_chat", MessageFormat::OpenaiChat),
    ("openai_responses", MessageFormat::OpenaiResponses),
    ("ai_sdk", MessageFormat::AiSdk),
    ("langchain", MessageFormat::Langchain),
];
/// The most texts that are remembered; older ones count as new when repeated.
const MAX_TEXTS: usize = 10_000;
/// The most questions to a person that are remembered, answered ones included.
const MAX_APPROVALS: usize = 64;
/// The most calls that wait for results: as many as one message may make.
const MAX_OPEN_CALLS: usize = super::MAX_PARTS_OF_MESSAGE;
/// The most own tools of a conversation.
const MAX_OWN_TOOLS: usize = 64;
/// LangChain's mark of a summary of recorded turns.
const SUMMARY_MARK: &str = "summarization";

/// The header of a conversation, and what is remembered of its messages.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct Conversation {
    /// A name of [`FORMATS`].
    #[n(0)]
    format: String,
    /// JSON, added to the metadata of each record.
    #[n(1)]
    metadata: String,
    /// The agent's tools that show content of this memory.
    #[n(2)]
    pub(super) own_tools: Vec<String>,
    /// Hashes of the texts so far with their numbers of occurrences, by first occurrence.
    #[n(3)]
    text_counts: Vec<(u64, u32)>,
    /// Ids of questions to a person, each with the call that it is about.
    #[n(4)]
    approvals: Vec<(String, String)>,
}

/// Whether a line is the header of a conversation.
pub(super) fn recognizes(line: &Object<'_>) -> bool {
    line.object("conversation").is_some()
}

pub(super) fn read_line(line: &Object<'_>, state: &mut State, events: &mut Events) -> LineOutcome {
    if let Some(header) = line.object("conversation") {
        return read_header(&header, state, events).map_or_else(LineOutcome::Refused, |()| LineOutcome::Known);
    }
    let (Some(message), Some(mut conversation)) = (line.get("message"), state.conversation.take()) else {
        return LineOutcome::Unknown;
    };
    let outcome = match (conversation.format(), message.object()) {
        (Some(format), Some(object)) => {
            MessageReader { line, conversation: &mut conversation, state, events }
                .read_message(format, message, &object);
            LineOutcome::Known
        }
        _ => LineOutcome::Refused("its message is no object"),
    };
    state.conversation = Some(conversation);
    outcome
}

/// Reads the header of a conversation. A refused header ends the conversation before it, too.
fn read_header(header: &Object<'_>, state: &mut State, events: &mut Events) -> Result<(), &'static str> {
    let own_tools = header.list("own_tools").into_iter().filter_map(Value::text).take(MAX_OWN_TOOLS);
    let metadata = header.get("metadata").filter(|metadata| !metadata.is_null()).map_or("", Value::source);
    let conversation = Conversation {
        format: header.text("format").into_owned(),
        // The metadata is kept in the state.
        metadata: events.masked(metadata.to_owned()),
        own_tools: own_tools.map(|name| events::tool_name(&events.masked_name(&name))).collect(),
        ..Conversation::default()
    };
    state.conversation = None;
    // The calls that wait are those of the conversation before.
    state.forget_calls();
    if conversation.format().is_none() {
        return Err("its format is none of anthropic, openai_chat, openai_responses, ai_sdk and langchain");
    }
    if header.text("session").is_empty() {
        return Err("its session has no name");
    }
    let is_object = |json: &str| serde_json::from_str::<serde_json::Map<_, serde_json::Value>>(json).is_ok();
    if metadata.len() > MAX_LONG_TEXT_BYTES || !metadata.is_empty() && !is_object(metadata) {
        return Err("its metadata is no object that can be read, or has more than 16,384 bytes");
    }
    let session = |name: &str| events::unique_session_name(&events.masked_name(&header.text(name)));
    (state.session, state.parent) = (session("session"), session("parent"));
    state.conversation = Some(conversation);
    events.set_source(Harness::Messages.source_profile(state));
    Ok(())
}

/// A message that is being read.
struct MessageReader<'t, 'a> {
    line: &'t Object<'a>,
    conversation: &'t mut Conversation,
    state: &'t mut State,
    events: &'t mut Events,
}

impl MessageReader<'_, '_> {
    /// Reads a message: its texts, calls and results.
    fn read_message(&mut self, format: MessageFormat, message: Value<'_>, object: &Object<'_>) {
        let inner = unwrapped_message(object);
        if inner.object("additional_kwargs").is_some_and(|members| members.text("lc_source") == SUMMARY_MARK) {
            return;
        }
        let items = formats::read_alone(format, message);
        let of_kind = |kind: ItemKind| items.iter().filter(move |item| item.kind == kind);
        // A tool that the provider runs itself has its result in the message of its call.
        let is_called_here = |id: &str| of_kind(ItemKind::Call).any(|call| call.call_id == id);
        let results = results(&items);
        for result in results.iter().filter(|result| !is_called_here(&result[0].call_id)) {
            self.read_result(format, result, &inner);
        }
        self.read_denials(&inner);
        self.push_turn(Role::User, &user_text(&texts(of_kind(ItemKind::User))), &inner);
        self.push_turn(Role::Assistant, &agent_text(&texts(of_kind(ItemKind::Assistant))), &inner);
        of_kind(ItemKind::Call).for_each(|call| self.start_call(call, &inner));
        for result in results.iter().filter(|result| is_called_here(&result[0].call_id)) {
            self.read_result(format, result, &inner);
        }
    }

    /// Ends the call that a result belongs to.
    fn read_result(&mut self, format: MessageFormat, result: &[&NewItem], message: &Object<'_>) {
        let id = &result[0].call_id;
        let success = if result[0].is_error { Some(false) } else { states_success(format, message) };
        // The text of a refused call is a person's reason, not a tool's output.
        let is_refused = success == Some(false) && is_denied(message, id);
        self.end_call(id, &texts(result.iter().copied()), success, is_refused);
    }

    /// Records a text of the user or agent; an empty one is ignored.
    fn push_turn(&mut self, role: Role, text: &str, message: &Object<'_>) {
        if text.is_empty() || !self.events.accepts_part() {
            return;
        }
        let word = if role == Role::User { "user" } else { "assistant" };
        let nth = self.conversation.count(&[word, text]);
        let id = self.event_id(&[word, text], nth);
        let (model, tokens) = match role {
            Role::Assistant => (model_of(message), tokens_of(message, "output_tokens")),
            _ => (Cow::Borrowed(""), None),
        };
        let (session, parent) = (self.state.session.clone(), self.state.parent.clone());
        let context = EventContext {
            id: &id,
            time: self.next_time(),
            session: &session,
            parent: &parent,
            ..EventContext::default()
        };
        self.events.push_turn(context, TurnText { role, text, model: &model, tokens, title: "", part: 0 });
    }

    /// Keeps a call until its result comes; a repeated call replaces the one that waits.
    fn start_call(&mut self, item: &NewItem, message: &Object<'_>) {
        if !self.events.accepts_part() {
            return;
        }
        let arguments = Value::parse(&item.text).ok().filter(|arguments| arguments.is_object());
        // A text that is no JSON object counts as the tool's only argument.
        let wrapped_text = serde_json::json!({ "input": item.text }).to_string();
        let arguments = arguments.or_else(|| Value::parse(&wrapped_text).ok());
        let id = key(&item.call_id);
        let call = Call {
            id: id.clone(),
            session: self.state.session.clone(),
            parent: self.state.parent.clone(),
            context_tokens: tokens_of(message, "input_tokens"),
            time: if self.stated_time().is_some() { self.next_time() } else { 0 },
            ..self.events.call_by_words(&self.events.masked_name(&item.tool), arguments)
        };
        let _replaced = self.state.take_call(&id);
        if let Some(dropped_call) = self.state.wait_among(call, MAX_OPEN_CALLS) {
            self.push_call(dropped_call, None);
        }
    }

    /// Ends the call to which the program gave this id.
    fn end_call(&mut self, id: &str, text: &str, success: Option<bool>, is_refused: bool) {
        self.end_call_by_key(&key(id), (id, text), success, is_refused);
    }

    /// Ends the call with this key; does nothing if no such call waits.
    fn end_call_by_key(&mut self, key: &str, (id, text): (&str, &str), success: Option<bool>, is_refused: bool) {
        if !self.events.accepts_part() {
            return;
        }
        let Some(call) = self.state.take_call(key) else { return };
        let stated_success = outcome::success_of(text);
        // A program may take a call for a success although the result states an exit code of a failure.
        let success = if stated_success == Some(false) { stated_success } else { success.or(stated_success) };
        let success = success.filter(|_| !is_refused);
        let measured_duration =
            self.line.object("durations").and_then(|of| outcome::number(of.get(id)?)?.try_into().ok());
        let elapsed = || u32::try_from(self.stated_time().filter(|_| call.time > 0)?.checked_sub(call.time)?).ok();
        let duration = measured_duration.or_else(elapsed);
        let is_attempt = self.line.is_true("is_attempt");
        if is_attempt {
            // The call may be tried again, so it waits on.
            let _ = self.state.wait_among(call.clone(), MAX_OPEN_CALLS);
        }
        let output = Cow::Borrowed(text);
        let attempt = if is_attempt { text } else { "" };
        self.push_call(call, Some((CallEnd { output, success, is_refused, duration, time: None }, attempt)));
    }

    /// Records calls that a person refused, in messages of the AI SDK.
    fn read_denials(&mut self, message: &Object<'_>) {
        for part in message.list("content").into_iter().filter_map(Value::object) {
            let question = key(&part.text("approvalId"));
            match &*part.text("type") {
                "tool-approval-request" => {
                    let approvals = &mut self.conversation.approvals;
                    approvals.push((question, key(&part.text("toolCallId"))));
                    if approvals.len() > MAX_APPROVALS {
                        approvals.remove(0);
                    }
                }
                "tool-approval-response" => {
                    let approvals = &mut self.conversation.approvals;
                    let Some(at) = approvals.iter().position(|(id, _)| *id == question) else { continue };
                    let (_, call) = approvals.remove(at);
                    if part.get("approved").is_some_and(|approved| approved.source() == "false") {
                        self.end_call_by_key(&call, (&call, &part.text("reason")), None, true);
                    }
                }
                _ => {}
            }
        }
    }

    /// Records a call; each attempt that is not final has an event id of its own.
    fn push_call(&mut self, call: Call, ending: Option<(CallEnd<'_>, &str)>) {
        let key_texts = ["call", call.id.as_str()];
        let attempt = ending.as_ref().map_or("", |(_, attempt)| attempt);
        let id = match attempt {
            "" => {
                let nth = self.conversation.count(&key_texts);
                self.event_id(&key_texts, nth)
            }
            attempt_text => {
                let nth = self.conversation.counted(&key_texts) + 1;
                format!("{}-{:08x}", self.event_id(&key_texts, nth), xxh3_128(attempt_text.as_bytes()) as u32)
            }
        };
        // The time of the call, if a line stated one.
        let time = if call.time > 0 { call.time } else { self.next_time() };
        self.state.time = self.state.time.max(time + call.files.len() as i64);
        self.events.push_call(Call { id, time, ..call }, ending.as_ref().map(|(ending, _)| ending));
    }

    /// An event's id: a hash of the session, the texts `key_texts`, and `nth`, the number of their occurrence.
    fn event_id(&self, key_texts: &[&str], nth: u32) -> String {
        let session = self.state.session.as_str();
        format!("{:032x}", xxh3_128([session, &key_texts.join("\x1f"), &nth.to_string()].join("\x1f").as_bytes()))
    }

    /// The time of the line, or of reading; later than all earlier events of the conversation.
    fn next_time(&mut self) -> i64 {
        self.state.time = self.stated_time().unwrap_or(self.events.now()).max(self.state.time + 1);
        self.state.time
    }

    /// The time that the line states. `None` if it is absent or invalid, or too far ahead, since later events would
    /// follow it.
    fn stated_time(&self) -> Option<i64> {
        let time = self.line.get("time")?;
        let stated = match time.text() {
            Some(text) => Timestamp::read("time", &text).ok(),
            None => outcome::number(time),
        };
        stated.filter(|stated| (1..=self.events.now().saturating_add(MAX_AHEAD_MILLISECONDS)).contains(stated))
    }
}

impl Conversation {
    fn format(&self) -> Option<MessageFormat> {
        FORMATS.iter().find(|(word, _)| *word == self.format).map(|(_, format)| *format)
    }

    /// The members that the metadata of each record begins with.
    pub(super) fn metadata(&self) -> serde_json::Value {
        serde_json::from_str(&self.metadata).unwrap_or_default()
    }

    /// Counts an occurrence of a text; returns the number of its occurrences, this one included.
    fn count(&mut self, key_texts: &[&str]) -> u32 {
        let hash = hash(key_texts);
        if let Some((_, n)) = self.text_counts.iter_mut().find(|(said, _)| *said == hash) {
            *n += 1;
            return *n;
        }
        self.text_counts.push((hash, 1));
        if self.text_counts.len() > MAX_TEXTS {
            self.text_counts.remove(0);
        }
        1
    }

    /// The number of occurrences of a text.
    fn counted(&self, key_texts: &[&str]) -> u32 {
        let hash = hash(key_texts);
        self.text_counts.iter().find(|(said, _)| *said == hash).map_or(0, |(_, n)| *n)
    }
}

/// A program's id as the state keeps it: a hash, since the id may contain anything.
fn key(id: &str) -> String {
    if id.is_empty() { String::new() } else { format!("{:032x}", xxh3_128(id.as_bytes())) }
}

fn hash(key_texts: &[&str]) -> u64 {
    xxh3_128(key_texts.join("\x1f").as_bytes()) as u64
}

/// The parts of each result, which are adjacent.
fn results(items: &[NewItem]) -> Vec<Vec<&NewItem>> {
    let result_items: Vec<&NewItem> = items.iter().filter(|item| item.kind == ItemKind::ToolResult).collect();
    result_items.chunk_by(|one, next| one.call_id == next.call_id).map(<[&NewItem]>::to_vec).collect()
}

fn texts<'i>(items: impl Iterator<Item = &'i NewItem>) -> String {
    let texts: Vec<&str> = items.map(|item| item.text.as_str()).filter(|text| !text.is_empty()).collect();
    // No record has a NUL.
    texts.join("\n").replace('\0', "\u{fffd}")
}

/// `Some(true)` if a result that is not marked as an error succeeded; `None` if the format leaves that open.
fn states_success(format: MessageFormat, message: &Object<'_>) -> Option<bool> {
    match format {
        MessageFormat::Anthropic | MessageFormat::AiSdk => Some(true),
        // LangChain's results have this member; OpenAI's only where a client adds it.
        MessageFormat::Langchain | MessageFormat::OpenaiChat | MessageFormat::OpenaiResponses => {
            (message.text("status") == "success").then_some(true)
        }
    }
}

/// Whether a result of the AI SDK says that a person refused its call.
fn is_denied(message: &Object<'_>, call: &str) -> bool {
    let parts = message.list("content").into_iter().filter_map(Value::object);
    let mut parts_of_call = parts.filter(|part| part.text("toolCallId") == call);
    parts_of_call.any(|part| part.object("output").is_some_and(|output| output.text("type") == "execution-denied"))
}

/// The message inside LangChain's serialized form; other messages as they are.
fn unwrapped_message<'a>(message: &Object<'a>) -> Object<'a> {
    message.object("kwargs").or_else(|| message.object("data")).unwrap_or_else(|| message.clone())
}

/// The model that wrote a message; may be empty.
fn model_of<'a>(message: &Object<'a>) -> Cow<'a, str> {
    let metadata = message.object("response_metadata").unwrap_or(Object(Vec::new()));
    let named = [message.text("model"), metadata.text("model_name"), metadata.text("model")];
    named.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

/// A token count; `None` if absent or 0.
fn tokens_of(message: &Object<'_>, name: &str) -> Option<u32> {
    let usage = message.object("usage").or_else(|| message.object("usage_metadata"))?;
    u32::try_from(outcome::number(usage.get(name)?)?).ok().filter(|n| *n > 0)
}
