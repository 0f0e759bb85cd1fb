//! Builds the events of a transcript, for one call of `pack_transcript`.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::Value as Json;

use super::call::{self, Call, CallEnd};
use super::checkout::Checkout;
use super::todos::{NamedStep, Todos};
use super::touched;
use crate::base::error::Error;
use crate::base::time::Timestamp;
use crate::record::batch::MAX_AHEAD_MILLISECONDS;
use crate::record::guard::Guard;
use crate::record::{Event, EventBody, FileTouch, Origin, Role, TaskStep, ToolCall, Turn};
use crate::text::author_text::{answer_lines, person_reply};
use crate::text::json::{Object, Value};
use crate::text::refusal::is_refusal;

/// The most bytes of a turn's text.
const MAX_TURN_BYTES: usize = 60 << 10;
/// The most bytes kept of a call's output, approximately.
const MAX_OUTPUT_BYTES: usize = 2_000;
/// The most bytes kept of a call's error, approximately.
const MAX_ERROR_BYTES: usize = 4_000;
/// The bytes of the events of one line after which no further part of it is read.
const MAX_LINE_BYTES: usize = 4 << 20;
/// The most bytes of a name in a record.
pub(super) const MAX_NAME_BYTES: usize = 128;
/// The most bytes of a harness's id; turns and calls with a longer id are not recorded.
const MAX_ID_BYTES: usize = 128;
/// The most bytes of a secret with a known form (a private key), approximately.
const MAX_SECRET_BYTES: usize = 16 << 10;
/// Tools that fetch content which anybody may have written; compared without case.
const WEB_TOOLS: [&str; 9] = [
    "WebFetch",
    "WebSearch",
    "web_fetch",
    "web_search",
    "google_web_search",
    "web_search_call",
    "fetch",
    "search_web",
    "browse",
];
/// The events of a line, as a multiple of its parts, after which no further part of it is read.
const EVENTS_OF_PART: usize = 2;
/// The most bytes kept of the words of a to-do, approximately.
const MAX_STEP_BYTES: usize = 1_000;
/// The name of Scrubjay's own tool server, whose output is not recorded again.
const OWN_SERVER: &str = "scrubjay";

/// Where and when an event happened.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EventContext<'a> {
    /// The harness's id of the line or call.
    pub(super) id: &'a str,
    /// In milliseconds since 1970.
    pub(super) time: i64,
    pub(super) session: &'a str,
    /// The branch and commit that were checked out; `None` if unknown.
    pub(super) checkout: Option<&'a Checkout>,
    /// The session that started this one; may be empty.
    pub(super) parent: &'a str,
    /// The task that it is a step of; may be empty.
    pub(super) task: &'a str,
    /// The harness's id of the call in whose result a person said it; may be empty.
    pub(super) answer_to: &'a str,
}

/// A text of the user or agent.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnText<'a> {
    pub(super) role: Role,
    pub(super) text: &'a str,
    /// The model that wrote it; may be empty.
    pub(super) model: &'a str,
    /// The tokens of the text; `None` if not counted.
    pub(super) tokens: Option<u32>,
    /// The title of the session; may be empty.
    pub(super) title: &'a str,
    /// The index of the part within its line.
    pub(super) part: usize,
}

/// The form of the events of one source.
#[derive(Clone, Debug)]
pub(super) struct SourceProfile {
    /// The prefix of the source's event ids.
    pub(super) word: &'static str,
    pub(super) metadata: Json,
    /// The source's tools that show content of this memory, besides those of `OWN_SERVER`.
    pub(super) own_tools: Vec<String>,
    /// The most parts of one line that become events.
    pub(super) max_parts: usize,
    /// Whether touches of a call's files get later times than the call, rather than the same.
    pub(super) is_spread: bool,
}

/// The events read so far, and the state of the current line.
pub(super) struct Events {
    source: SourceProfile,
    /// The time of reading, in milliseconds since 1970.
    now: i64,
    guard: Guard,
    /// The folder of the project.
    folder: String,
    /// The events with the indices of their lines.
    list: Vec<(u32, Event)>,
    /// The bytes of all events.
    n_bytes: usize,
    /// The index of the current line.
    line: u32,
    /// The parts read of the current line.
    n_parts: usize,
    /// Whether further parts of the current line were left out.
    is_cut: bool,
    /// The bytes of the events before the current line.
    n_bytes_before: usize,
    /// The to-do lists of the transcript's agents.
    todos: Todos,
    /// The number of events before the current line.
    n_before: usize,
    /// What had to be left out of an event of the current line, which is recorded all the same.
    flaw: Option<&'static str>,
    /// Whether no event is wanted, but only the session and the folder that lines state.
    wants_none: bool,
}

impl Events {
    pub(super) fn new(guard: Guard, folder: &str, now: i64) -> Events {
        let profile =
            SourceProfile { word: "", metadata: Json::Null, own_tools: Vec::new(), max_parts: 0, is_spread: false };
        let (folder, list) = (String::from(folder), Vec::new());
        Events {
            source: profile,
            now,
            guard,
            folder,
            list,
            n_bytes: 0,
            line: 0,
            n_parts: 0,
            is_cut: false,
            n_bytes_before: 0,
            todos: Todos::default(),
            n_before: 0,
            flaw: None,
            wants_none: false,
        }
    }

    /// Makes no events; lines are read for their session and folder alone.
    pub(super) fn none(guard: Guard) -> Events {
        Events { wants_none: true, ..Events::new(guard, "", 0) }
    }

    /// Takes over the to-do lists of the lines before.
    pub(super) fn set_todos(&mut self, todos: Todos) {
        self.todos = todos;
    }

    /// Hands over the to-do lists for the lines that follow.
    pub(super) fn take_todos(&mut self) -> Todos {
        core::mem::take(&mut self.todos)
    }

    /// Sets the source of the lines that follow.
    pub(super) fn set_source(&mut self, profile: SourceProfile) {
        self.source = profile;
    }

    /// Begins the line with this index. `folder` becomes the project's folder if none is known yet.
    pub(super) fn begin_line(&mut self, line: u32, folder: &str) {
        (self.line, self.n_bytes_before, self.n_before) = (line, self.n_bytes, self.list.len());
        (self.n_parts, self.is_cut, self.flaw) = (0, false, None);
        if self.folder.is_empty() {
            self.folder.push_str(folder);
        }
    }

    pub(super) fn now(&self) -> i64 {
        self.now
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// The events with the indices of their lines, from 0.
    pub(super) fn into_list(self) -> Vec<(u32, Event)> {
        self.list
    }

    /// A name with secrets masked, for events and the state.
    pub(super) fn masked_name(&self, name: &str) -> String {
        self.guard.masked_name(name).into_owned()
    }

    /// JSON with secrets masked, as the policy says.
    pub(super) fn masked(&self, json: String) -> String {
        self.guard.masked_json(&json).into_owned()
    }

    /// A text of at most about `max` bytes. A longer one is cut to its beginning and end; its secrets are masked first,
    /// since a cut secret is not recognised.
    pub(super) fn shortened_text(&self, text: &str, max: usize) -> String {
        if self.wants_none {
            return String::new();
        }
        if text.len() <= max {
            return String::from(text);
        }
        let masked_bytes = max + MAX_SECRET_BYTES;
        let head = self.guard.masked(&text[..text.floor_char_boundary(masked_bytes)]);
        if text.len() <= masked_bytes && head.len() <= max {
            return head.into_owned();
        }
        let tail = self.guard.masked(&text[text.ceil_char_boundary(text.len().saturating_sub(masked_bytes))..]);
        let n_tail = max / 3;
        let tail_at = tail.ceil_char_boundary(tail.len().saturating_sub(n_tail));
        format!("{}…{}", &head[..head.floor_char_boundary(max - n_tail)], &tail[tail_at..])
    }

    /// A call of a harness's tool with its parameters and files.
    pub(super) fn call_of(&self, tool: &str, input: Option<Value<'_>>) -> Call {
        self.call_with(tool, input, touched::files_by_tool)
    }

    /// A call of a program's tool; the words of the tool's name tell the operation on a file.
    pub(super) fn call_by_words(&self, tool: &str, input: Option<Value<'_>>) -> Call {
        self.call_with(tool, input, touched::files_by_words)
    }

    /// A call whose files `find_files` determines.
    fn call_with(
        &self,
        tool: &str,
        input: Option<Value<'_>>,
        find_files: fn(&str, &Object<'_>) -> Vec<touched::TouchedFile>,
    ) -> Call {
        if self.wants_none {
            return Call::default();
        }
        let files = input.and_then(Value::object).map(|input| find_files(tool, &input)).unwrap_or_default();
        let parameters = self.stored_parameters(input.map_or("", Value::source));
        Call { tool: String::from(tool), parameters, files, ..Call::default() }
    }

    /// The parameters of a call as they are stored: shortened and masked.
    pub(super) fn stored_parameters(&self, source: &str) -> String {
        self.masked(call::parameters(source, &|text, max| self.shortened_text(text, max)))
    }

    /// Whether one more part of the line is read; counts it.
    pub(super) fn accepts_part(&mut self) -> bool {
        let is_accepted = !self.wants_none
            && self.n_parts < self.source.max_parts
            && self.list.len() - self.n_before < EVENTS_OF_PART * self.source.max_parts
            && self.n_bytes - self.n_bytes_before < MAX_LINE_BYTES;
        self.n_parts += usize::from(is_accepted);
        self.is_cut |= !is_accepted;
        is_accepted
    }

    /// The errors for what was left out of the line, beside which the rest was recorded.
    pub(super) fn errors_of_line(&self) -> impl Iterator<Item = Error> {
        let why = format!("it says more than is read of one: all but the first {} parts are left out", self.n_parts);
        let cut_error = self.is_cut.then(|| Error::invalid("line", why));
        cut_error.into_iter().chain(self.flaw.map(|why| Error::invalid("line", why)))
    }

    /// The time that a harness states, if an event may have it, else a millisecond after the line before, or the time of
    /// reading. `newest` is the time of the line before, or 0. The second value tells whether it is the stated one.
    pub(super) fn time_of(&self, stated: &str, newest: &mut i64) -> (i64, bool) {
        let now = Timestamp::checked("now", self.now).unwrap_or_default();
        let stated = Timestamp::read("time", stated).and_then(|time| Timestamp::reported("time", time, now)).ok();
        let time = stated
            .map(Timestamp::milliseconds)
            .filter(|time| (1..=self.now.saturating_add(MAX_AHEAD_MILLISECONDS)).contains(time));
        *newest = time.unwrap_or(if *newest > 0 { *newest + 1 } else { self.now });
        (*newest, time.is_some())
    }

    /// Notes that the events of the current line do not have a stated time.
    pub(super) fn note_untimed(&mut self) {
        self.flaw = Some("it has no valid time: that of the line before counts");
    }

    /// A text as events allow it: with a replacement character for each NUL.
    fn without_nul<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        if !text.contains('\0') {
            return Cow::Borrowed(text);
        }
        self.flaw = Some("it has a NUL, which is replaced");
        Cow::Owned(text.replace('\0', "\u{fffd}"))
    }

    /// Records a turn; ignored without text, session, time or an id that can be used.
    pub(super) fn push_turn(&mut self, context: EventContext<'_>, turn: TurnText<'_>) {
        if self.wants_none
            || turn.text.is_empty()
            || !is_id(context.id)
            || context.session.is_empty()
            || context.time <= 0
        {
            return;
        }
        let id = match turn.part {
            0 => format!("{}:turn:{}", self.source.word, context.id),
            part => format!("{}:turn:{}:{part}", self.source.word, context.id),
        };
        self.n_bytes += turn.text.len().min(MAX_TURN_BYTES);
        let text = self.without_nul(turn.text);
        self.push(
            context,
            id,
            Origin::Agent,
            EventBody::Turn(Turn {
                conversation: record_name(context.session, MAX_NAME_BYTES),
                role: turn.role,
                text: self.shortened_text(&text, MAX_TURN_BYTES),
                title: record_name(&self.shortened_text(turn.title, 2 * MAX_NAME_BYTES), 2 * MAX_NAME_BYTES),
                model: record_name(turn.model, MAX_NAME_BYTES),
                tokens: turn.tokens,
                ..Turn::default()
            }),
        );
    }

    /// Records a call and the files it touched; ignored without tool, session, time or an id that can be used. `ending`
    /// is `None` if no result came. A refused call touched no files.
    pub(super) fn push_call(&mut self, call: Call, ending: Option<&CallEnd<'_>>) {
        if self.wants_none {
            return;
        }
        let Call { id, tool, parameters, files, time, session, checkout, parent, context_tokens } = call;
        let checkout = Some(&checkout);
        let context =
            EventContext { id: &id, time, session: &session, checkout, parent: &parent, ..EventContext::default() };
        if !is_id(&id) || tool.is_empty() || session.is_empty() || time <= 0 {
            return;
        }
        let word = self.source.word;
        let success = ending.and_then(|ending| ending.success);
        let is_refused = ending.is_some_and(|ending| ending.is_refused);
        let result = self.without_nul(ending.map_or("", |ending| ending.output.trim()));
        let (mut output, mut error) = (String::new(), String::new());
        match success {
            Some(false) => error = self.shortened_text(&result, MAX_ERROR_BYTES),
            _ if is_refused => error = self.shortened_text(&result, MAX_ERROR_BYTES),
            _ if calls_own_server(&tool, &parameters) || self.source.own_tools.contains(&tool) => {}
            _ => output = self.shortened_text(&result, MAX_OUTPUT_BYTES),
        }
        self.n_bytes += parameters.len() + output.len() + error.len();
        let elapsed = |ending: &CallEnd<'_>| u32::try_from(ending.time?.checked_sub(time)?).ok();
        let duration = ending.and_then(|ending| ending.duration.or_else(|| elapsed(ending)));
        let steps = match success {
            Some(true) if !is_refused => self.todos.steps_of(&tool, &parameters, &result, &session),
            _ => Vec::new(),
        };
        let has_failed = is_refused || success == Some(false);
        let reply = (!reads_untrusted(&tool)).then(|| person_reply(&tool, has_failed, &result)).flatten();
        let body = ToolCall {
            tool: record_name(&tool, MAX_NAME_BYTES),
            parameters,
            output,
            success,
            error,
            duration,
            refused: is_refused,
            context_tokens,
        };
        let was_refused = is_refused || is_refusal(&body.error);
        let origin = if reads_untrusted(&body.tool) { Origin::Tool } else { Origin::Agent };
        self.push(context, id_of_call(word, &id), origin, EventBody::ToolCall(body));
        let context_at_end = EventContext { time: ending.and_then(|ending| ending.time).unwrap_or(time), ..context };
        self.push_steps(context_at_end, steps);
        if let Some(reply) = reply {
            self.push_answer(context_at_end, &answer_lines(reply));
        }
        for (nth, file) in files.into_iter().enumerate().filter(|_| !was_refused) {
            self.n_bytes += file.path.len();
            let touch = FileTouch {
                path: self.project_path(&file.path),
                operation: file.operation,
                first_line: file.first_line,
                last_line: file.last_line,
                success: success != Some(false),
                ..FileTouch::default()
            };
            let time = if self.source.is_spread { time + 1 + nth as i64 } else { time };
            self.push(
                EventContext { time, ..context },
                id_of_touch(word, &id, nth),
                Origin::Agent,
                EventBody::FileTouch(touch),
            );
        }
    }

    /// Records the new steps of an agent's to-dos.
    fn push_steps(&mut self, context: EventContext<'_>, steps: Vec<NamedStep>) {
        for (task, step) in steps {
            let description = self.shortened_text(&step.description, MAX_STEP_BYTES);
            self.n_bytes += description.len();
            // An id that ends in `pw` would make what follows it look like a password.
            let event_id = format!("{}:todo:{:08x}:{}", self.source.word, hash_of(&task), context.id);
            let body = EventBody::TaskStep(TaskStep { description, ..step });
            self.push(EventContext { task: &task, ..context }, event_id, Origin::Agent, body);
        }
    }

    /// Records a person's words in the result of a call, as a turn.
    fn push_answer(&mut self, context: EventContext<'_>, text: &str) {
        let event_id = format!("{}:answer:{}", self.source.word, context.id);
        self.n_bytes += text.len();
        let turn = Turn {
            conversation: record_name(context.session, MAX_NAME_BYTES),
            role: Role::User,
            text: self.shortened_text(text, MAX_TURN_BYTES),
            ..Turn::default()
        };
        let context = EventContext { answer_to: context.id, ..context };
        self.push(context, event_id, Origin::Agent, EventBody::Turn(turn));
    }

    /// A path relative to the project's folder if it lies below that folder; otherwise the path itself.
    fn project_path(&self, path: &str) -> String {
        let is_windows = self.folder.contains('\\') || self.folder.as_bytes().get(1) == Some(&b':');
        let with_slashes = |text: &str| if is_windows { text.replace('\\', "/") } else { text.to_string() };
        let (path, folder) = (with_slashes(path), with_slashes(&self.folder));
        let folder = folder.trim_end_matches('/');
        let is_within =
            path.get(..folder.len()).filter(|_| !folder.is_empty()).is_some_and(|beginning| match is_windows {
                true => beginning.eq_ignore_ascii_case(folder),
                false => beginning == folder,
            });
        match path.get(folder.len()..).and_then(|rest| rest.strip_prefix('/')) {
            Some(rest) if is_within && !rest.is_empty() => String::from(rest),
            _ => path,
        }
    }

    fn push(&mut self, context: EventContext<'_>, event_id: String, origin: Origin, body: EventBody) {
        let mut metadata = self.source.metadata.clone();
        for (member, value) in [("parent_session", context.parent), ("answer_to", context.answer_to)] {
            if !value.is_empty() {
                metadata[member] = value.into();
            }
        }
        let is_empty = metadata.as_object().is_none_or(serde_json::Map::is_empty);
        let metadata = if is_empty { String::new() } else { metadata.to_string() };
        let session = session_name(context.session);
        let task = String::from(context.task);
        let mut event = Event { session, task, metadata, ..Event::of(event_id, context.time, origin, body) };
        context.checkout.into_iter().for_each(|checkout| checkout.put_into(&mut event));
        self.n_bytes += event.metadata.len();
        self.list.push((self.line, event));
    }
}

/// The id of a call's event, by the word of its harness and the harness's id of the call.
fn id_of_call(word: &str, call: &str) -> String {
    format!("{word}:call:{call}")
}

/// The id of the event that a call touched its file number `nth`.
fn id_of_touch(word: &str, call: &str, nth: usize) -> String {
    format!("{word}:touch:{call}:{nth}")
}

/// The id of the event of the call that touched a file, by the id of the touch's event; `None` if that is not captured.
pub(crate) fn call_that_touched(touch: &str) -> Option<String> {
    let (word, call) = touch.split_once(":touch:")?;
    Some(id_of_call(word, call.rsplit_once(':')?.0))
}

pub(super) fn hash_of(text: &str) -> u32 {
    xxhash_rust::xxh3::xxh3_64(text.as_bytes()) as u32
}

/// Whether a harness's id can be used: it has 1 to 128 bytes and no NUL.
fn is_id(id: &str) -> bool {
    (1..=MAX_ID_BYTES).contains(&id.len()) && !id.contains('\0')
}

/// Whether anybody may have written a tool's output: it is from the web or another server.
fn reads_untrusted(tool: &str) -> bool {
    tool.starts_with("mcp__") || WEB_TOOLS.iter().any(|name| tool.eq_ignore_ascii_case(name))
}

/// Whether a call used Scrubjay's own tool server or command line.
fn calls_own_server(tool: &str, parameters: &str) -> bool {
    tool.split("__").nth(1) == Some(OWN_SERVER) || parameters.contains("\"command\":\"scrubjay ")
}

/// The name of a tool as events allow it.
pub(super) fn tool_name(tool: &str) -> String {
    record_name(tool, MAX_NAME_BYTES)
}

/// A name as events allow it: without control characters, of at most `max` bytes.
pub(super) fn record_name(text: &str, max: usize) -> String {
    let name: String = text.chars().filter(|letter| !letter.is_control()).collect();
    String::from(&name[..name.floor_char_boundary(max)])
}

/// The name of a session as records allow it.
pub(super) fn session_name(text: &str) -> String {
    record_name(&text.replace(['/', '\\'], "-"), MAX_NAME_BYTES)
}

/// The session name for a name that a program chose; a changed or shortened name ends with a hash, so that names stay
/// distinct.
pub(super) fn unique_session_name(text: &str) -> String {
    let plain = session_name(text);
    if plain == text {
        return plain;
    }
    let hash = xxhash_rust::xxh3::xxh3_128(text.as_bytes()) as u32;
    format!("{}-{hash:08x}", &plain[..plain.floor_char_boundary(MAX_NAME_BYTES - 9)])
}
