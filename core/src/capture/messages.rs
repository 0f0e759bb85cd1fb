//! What a program writes of a conversation: whose it is, and then its messages, in any of the formats that a window reads.
//!
//! The first line is `{"conversation": {"format": "openai_chat", "session": "s1"}}`, in which also stand, where they are known, `parent`
//! (the session whose agent asked this one), `metadata` (an object, which each record has) and `own_tools` (the agent's tools that show
//! what this memory holds). Each other line is `{"message": {…}}`, beside which may stand when it was said (`time`, in milliseconds since
//! 1970 or of RFC 3339), how long calls took whose results it has (`"durations": {"call_1": 12}`, in milliseconds), and
//! `"is_attempt": true` where such a result is not what came of the call at last.
//!
//! Messages have no id. That of an event is a hash of what is said, and of how often it was said before: whoever tells a conversation
//! again, from its beginning or with its state, tells the same. Where no time is told, events follow one another from when they are read.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use minicbor::{Decode, Encode};
use xxhash_rust::xxh3::xxh3_128;

use super::call::{Call, Ending};
use super::events::{self, At, Events, Said};
use super::outcome;
use super::state::State;
use super::{Harness, Line};
use crate::base::time::Timestamp;
use crate::record::Role;
use crate::record::fields::LONG;
use crate::text::author_text::{agent_text, user_text};
use crate::text::json::{Object, Value};
use crate::window::formats::{self, MessageFormat};
use crate::window::{ItemKind, NewItem};

/// The interface's words for the formats.
const FORMATS: [(&str, MessageFormat); 5] = [
    ("anthropic", MessageFormat::Anthropic),
    ("openai_chat", MessageFormat::OpenaiChat),
    ("openai_responses", MessageFormat::OpenaiResponses),
    ("ai_sdk", MessageFormat::AiSdk),
    ("langchain", MessageFormat::Langchain),
];
/// The most texts, and questions to a person, that are remembered: a text from before them counts as new again.
const MAX_SAID: usize = 10_000;
const MAX_ASKED: usize = 64;
/// How far ahead of its reader's clock a message may say that it was said, in milliseconds: a day, as for other records.
const MAX_AHEAD: i64 = 24 * 60 * 60 * 1_000;
/// The most calls that wait for their results: as many as one message may make.
const MAX_OPEN: usize = super::MAX_PARTS_OF_MESSAGE;
/// The most tools of this memory.
const MAX_OWN_TOOLS: usize = 64;
/// LangChain's mark of a summary that a program wrote of recorded turns.
const SUMMARIZED: &str = "summarization";

/// Whose messages they are, and what of them is known.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct Conversation {
    /// A word of [`FORMATS`].
    #[n(0)]
    format: String,
    /// JSON, with which each record begins.
    #[n(1)]
    metadata: String,
    #[n(2)]
    pub(super) own_tools: Vec<String>,
    /// The hashes of the texts so far, each with how often it was said, in the order in which they were first said.
    #[n(3)]
    said: Vec<(u64, u32)>,
    /// The calls that a person was asked about, by the id of the question.
    #[n(4)]
    asked: Vec<(String, String)>,
}

pub(super) fn writes(line: &Object<'_>) -> bool {
    line.object("conversation").is_some()
}

pub(super) fn read(line: &Object<'_>, state: &mut State, events: &mut Events) -> Line {
    if let Some(told) = line.object("conversation") {
        return begin(&told, state, events).map_or_else(Line::Refused, |()| Line::Known);
    }
    let (Some(message), Some(mut conversation)) = (line.get("message"), state.conversation.take()) else {
        return Line::Unknown;
    };
    let told = match (conversation.format(), message.object()) {
        (Some(format), Some(object)) => {
            Telling { line, conversation: &mut conversation, state, events }.tell(format, message, &object);
            Line::Known
        }
        _ => Line::Refused("its message is no object"),
    };
    state.conversation = Some(conversation);
    told
}

fn begin(told: &Object<'_>, state: &mut State, events: &mut Events) -> Result<(), &'static str> {
    let own_tools = told.list("own_tools").into_iter().filter_map(Value::text).take(MAX_OWN_TOOLS);
    let metadata = told.get("metadata").filter(|metadata| !metadata.is_null()).map_or("", Value::source);
    let conversation = Conversation {
        format: told.text("format").into_owned(),
        // It is kept in the state.
        metadata: events.masked(metadata.to_owned()),
        own_tools: own_tools.map(|name| events::name_of(&events.named(&name))).collect(),
        ..Conversation::default()
    };
    state.conversation = None;
    // Its calls are those of the conversation before.
    state.forget_calls();
    if conversation.format().is_none() {
        return Err("its format is none of anthropic, openai_chat, openai_responses, ai_sdk and langchain");
    }
    if told.text("session").is_empty() {
        return Err("its session has no name");
    }
    let is_object = |json: &str| serde_json::from_str::<serde_json::Map<_, serde_json::Value>>(json).is_ok();
    if metadata.len() > LONG || !metadata.is_empty() && !is_object(metadata) {
        return Err("its metadata is no object that can be read, or has more than 16,384 bytes");
    }
    let session = |name: &str| events::whole_session(&events.named(&told.text(name)));
    (state.session, state.parent) = (session("session"), session("parent"));
    state.conversation = Some(conversation);
    events.told_by(Harness::Messages.teller(state));
    Ok(())
}

/// A message that is being told.
struct Telling<'t, 'a> {
    line: &'t Object<'a>,
    conversation: &'t mut Conversation,
    state: &'t mut State,
    events: &'t mut Events,
}

impl Telling<'_, '_> {
    fn tell(&mut self, format: MessageFormat, message: Value<'_>, object: &Object<'_>) {
        let inner = inner(object);
        if inner.object("additional_kwargs").is_some_and(|told| told.text("lc_source") == SUMMARIZED) {
            return;
        }
        let items = formats::read_alone(format, message);
        let of = |kind: ItemKind| items.iter().filter(move |item| item.kind == kind);
        // A tool that the provider runs itself has its result in the message of its call.
        let is_called_here = |id: &str| of(ItemKind::Call).any(|call| call.call_id == id);
        let results = results(&items);
        for result in results.iter().filter(|result| !is_called_here(&result[0].call_id)) {
            self.answered(format, result, &inner);
        }
        self.denied(&inner);
        self.said(Role::User, &user_text(&texts(of(ItemKind::User))), &inner);
        self.said(Role::Assistant, &agent_text(&texts(of(ItemKind::Assistant))), &inner);
        of(ItemKind::Call).for_each(|call| self.called(call, &inner));
        for result in results.iter().filter(|result| is_called_here(&result[0].call_id)) {
            self.answered(format, result, &inner);
        }
    }

    fn answered(&mut self, format: MessageFormat, result: &[&NewItem], message: &Object<'_>) {
        let id = &result[0].call_id;
        let success = if result[0].is_error { Some(false) } else { states_success(format, message) };
        // The reason why a person let no call run is no text of a tool.
        let is_refused = success == Some(false) && is_denied(message, id);
        self.ended(id, &texts(result.iter().copied()), success, is_refused);
    }

    fn said(&mut self, role: Role, text: &str, message: &Object<'_>) {
        if text.is_empty() || !self.events.takes_part() {
            return;
        }
        let word = if role == Role::User { "user" } else { "assistant" };
        let nth = self.conversation.count(&[word, text]);
        let id = self.id(&[word, text], nth);
        let (model, tokens) = match role {
            Role::Assistant => (model_of(message), tokens_of(message, "output_tokens")),
            _ => (Cow::Borrowed(""), None),
        };
        let (session, parent) = (self.state.session.clone(), self.state.parent.clone());
        let at = At { id: &id, time: self.next_time(), session: &session, parent: &parent, ..At::default() };
        self.events.turn(at, Said { role, text, model: &model, tokens, title: "", part: 0 });
    }

    /// A call waits for its result; one that is told again before that is the same.
    fn called(&mut self, item: &NewItem, message: &Object<'_>) {
        if !self.events.takes_part() {
            return;
        }
        let given = Value::parse(&item.text).ok().filter(|given| given.is_object());
        // What is no object is the tool's only argument.
        let alone = serde_json::json!({ "input": item.text }).to_string();
        let given = given.or_else(|| Value::parse(&alone).ok());
        let id = key(&item.call_id);
        let call = Call {
            id: id.clone(),
            session: self.state.session.clone(),
            parent: self.state.parent.clone(),
            context_tokens: tokens_of(message, "input_tokens"),
            time: if self.told_time().is_some() { self.next_time() } else { 0 },
            ..self.events.call_by_words(&self.events.named(&item.tool), given)
        };
        let _told_before = self.state.answered(&id);
        if let Some(lost) = self.state.wait_among(call, MAX_OPEN) {
            self.give(lost, None);
        }
    }

    fn ended(&mut self, id: &str, text: &str, success: Option<bool>, is_refused: bool) {
        self.ended_by(&key(id), (id, text), success, is_refused);
    }

    fn ended_by(&mut self, key: &str, (id, text): (&str, &str), success: Option<bool>, is_refused: bool) {
        if !self.events.takes_part() {
            return;
        }
        let Some(call) = self.state.answered(key) else { return };
        let stated = outcome::success_of(text);
        // A program whose tool gave an exit code need not know that it is one.
        let success = if stated == Some(false) { stated } else { success.or(stated) };
        let success = success.filter(|_| !is_refused);
        let measured = self.line.object("durations").and_then(|of| outcome::number(of.get(id)?)?.try_into().ok());
        let between = || u32::try_from(self.told_time().filter(|_| call.time > 0)?.checked_sub(call.time)?).ok();
        let duration = measured.or_else(between);
        let is_attempt = self.line.is_true("is_attempt");
        if is_attempt {
            // It may be tried again.
            let _ = self.state.wait_among(call.clone(), MAX_OPEN);
        }
        let output = Cow::Borrowed(text);
        let attempt = if is_attempt { text } else { "" };
        self.give(call, Some((Ending { output, success, is_refused, duration, time: None }, attempt)));
    }

    /// Calls that a person was asked for and did not let run, in messages of the AI SDK.
    fn denied(&mut self, message: &Object<'_>) {
        for part in message.list("content").into_iter().filter_map(Value::object) {
            let question = key(&part.text("approvalId"));
            match &*part.text("type") {
                "tool-approval-request" => {
                    let asked = &mut self.conversation.asked;
                    asked.push((question, key(&part.text("toolCallId"))));
                    if asked.len() > MAX_ASKED {
                        asked.remove(0);
                    }
                }
                "tool-approval-response"
                    if part.get("approved").is_some_and(|approved| approved.source() == "false") =>
                {
                    let asked = self.conversation.asked.iter().find(|(id, _)| *id == question);
                    if let Some(call) = asked.map(|(_, call)| call.clone()) {
                        self.ended_by(&call, (&call, &part.text("reason")), None, true);
                    }
                }
                _ => {}
            }
        }
    }

    /// Gives a call, whose event has an id of its own for each attempt that failed.
    fn give(&mut self, call: Call, ended: Option<(Ending<'_>, &str)>) {
        let of = ["call", call.id.as_str()];
        let attempt = ended.as_ref().map_or("", |(_, attempt)| attempt);
        let id = match attempt {
            "" => {
                let nth = self.conversation.count(&of);
                self.id(&of, nth)
            }
            said => {
                let nth = self.conversation.counted(&of) + 1;
                format!("{}-{:08x}", self.id(&of, nth), xxh3_128(said.as_bytes()) as u32)
            }
        };
        // When it was made, where that was told.
        let time = if call.time > 0 { call.time } else { self.next_time() };
        self.state.time = self.state.time.max(time + call.files.len() as i64);
        self.events.call(Call { id, time, ..call }, ended.as_ref().map(|(ending, _)| ending));
    }

    /// The id of an event: a hash of its session, of `of` and of `nth`, by which repetitions differ.
    fn id(&self, of: &[&str], nth: u32) -> String {
        let session = self.state.session.as_str();
        format!("{:032x}", xxh3_128([session, &of.join("\x1f"), &nth.to_string()].join("\x1f").as_bytes()))
    }

    /// When the line says, or when it is read; later than whatever was told of the conversation before, so that its order is kept.
    fn next_time(&mut self) -> i64 {
        self.state.time = self.told_time().unwrap_or(self.events.now()).max(self.state.time + 1);
        self.state.time
    }

    /// None: the line does not say, or nothing that can be: what comes after it would stand in the future, too.
    fn told_time(&self) -> Option<i64> {
        let time = self.line.get("time")?;
        let told = match time.text() {
            Some(text) => Timestamp::read("time", &text).ok(),
            None => outcome::number(time),
        };
        told.filter(|told| (1..=self.events.now().saturating_add(MAX_AHEAD)).contains(told))
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

    /// How often this was told, with this time.
    fn count(&mut self, of: &[&str]) -> u32 {
        let hash = hash(of);
        if let Some((_, n)) = self.said.iter_mut().find(|(said, _)| *said == hash) {
            *n += 1;
            return *n;
        }
        self.said.push((hash, 1));
        if self.said.len() > MAX_SAID {
            self.said.remove(0);
        }
        1
    }

    /// How often it was told.
    fn counted(&self, of: &[&str]) -> u32 {
        let hash = hash(of);
        self.said.iter().find(|(said, _)| *said == hash).map_or(0, |(_, n)| *n)
    }
}

/// The key of a program's id, which may hold anything and is kept in the state.
fn key(id: &str) -> String {
    if id.is_empty() { String::new() } else { format!("{:032x}", xxh3_128(id.as_bytes())) }
}

fn hash(of: &[&str]) -> u64 {
    xxh3_128(of.join("\x1f").as_bytes()) as u64
}

/// The parts of each result, which stand one after the other.
fn results(items: &[NewItem]) -> Vec<Vec<&NewItem>> {
    let of_calls: Vec<&NewItem> = items.iter().filter(|item| item.kind == ItemKind::ToolResult).collect();
    of_calls.chunk_by(|one, next| one.call_id == next.call_id).map(<[&NewItem]>::to_vec).collect()
}

fn texts<'i>(items: impl Iterator<Item = &'i NewItem>) -> String {
    let texts: Vec<&str> = items.map(|item| item.text.as_str()).filter(|text| !text.is_empty()).collect();
    // No record has a NUL.
    texts.join("\n").replace('\0', "\u{fffd}")
}

/// Whether a result that does not say that its call failed says that it did not.
fn states_success(format: MessageFormat, message: &Object<'_>) -> Option<bool> {
    match format {
        MessageFormat::Anthropic | MessageFormat::AiSdk => Some(true),
        // Of OpenAI only a client that adds a flag says so.
        MessageFormat::Langchain | MessageFormat::OpenaiChat | MessageFormat::OpenaiResponses => {
            (message.text("status") == "success").then_some(true)
        }
    }
}

/// Whether a result of the AI SDK says that a person did not let its call run.
fn is_denied(message: &Object<'_>, call: &str) -> bool {
    let parts = message.list("content").into_iter().filter_map(Value::object);
    let mut own = parts.filter(|part| part.text("toolCallId") == call);
    own.any(|part| part.object("output").is_some_and(|output| output.text("type") == "execution-denied"))
}

/// The message inside LangChain's serialised form; a message in no such form as it is.
fn inner<'a>(message: &Object<'a>) -> Object<'a> {
    message.object("kwargs").or_else(|| message.object("data")).unwrap_or_else(|| message.clone())
}

fn model_of<'a>(message: &Object<'a>) -> Cow<'a, str> {
    let of_provider = message.object("response_metadata").unwrap_or(Object(Vec::new()));
    let named = [message.text("model"), of_provider.text("model_name"), of_provider.text("model")];
    named.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

/// A count of tokens; a provider that counts nothing says nothing, or 0.
fn tokens_of(message: &Object<'_>, name: &str) -> Option<u32> {
    let usage = message.object("usage").or_else(|| message.object("usage_metadata"))?;
    u32::try_from(outcome::number(usage.get(name)?)?).ok().filter(|n| *n > 0)
}
