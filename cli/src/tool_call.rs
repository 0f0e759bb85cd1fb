//! Calls of tools, as agents make them: the answer is a text, and on request also an object.
//!
//! Not here: which tools a caller may call, and whether the index is up to date; the caller decides both.

use std::path::Path;

use scrubjay::shown::{one_line, without_secrets};
use scrubjay::tools::{ToolOutcome, read_request};
use scrubjay::wit::records::Origin;
use scrubjay::wit::tools::{AnswerItem, ToolAnswer, ToolRequest};
use scrubjay::wit::types::Error as Refusal;
use scrubjay::{Error, Memory};
use serde_json::{Value, json};

use crate::index::fresh::Staleness;
use crate::memory::damaged::{tell_damage, tell_salvage, tell_waiting};
use crate::memory::place::{MemoryLocation, OpenRecords, SizeLimit};
use crate::output::asker::{Asker, ToolOffer};
use crate::output::{Output, json_without_secrets};
use crate::request::{self, RecordsHost};
use crate::{Context, Fault};

#[derive(Clone, Copy)]
pub(crate) struct ToolCall<'c> {
    /// The tool's name, without the prefix.
    pub(crate) tool: &'c str,
    /// A JSON object.
    pub(crate) arguments: &'c str,
    /// Whether the answer has JSON beside the text.
    pub(crate) wants_json: bool,
    /// The tools that an answer may name.
    pub(crate) offer: &'c ToolOffer,
}

pub(crate) struct Answer {
    /// The answer's text, and the messages about it.
    pub(crate) text: String,
    /// The object that `--json` prints, with the messages about the answer as a member `messages`. If only text was
    /// requested, the members of the answer itself are left out, unless it is an error.
    pub(crate) json: Value,
    pub(crate) is_error: bool,
}

/// The answer to a call of a tool on a caller's open memory.
#[derive(Debug)]
pub struct CalledTool {
    /// The answer for a model.
    pub text: String,
    /// The stable name of the error; `None` if the call succeeded.
    pub error: Option<String>,
}

/// Calls an offered tool on an open memory, in its folder. `arguments` is a JSON object. The memory is returned even
/// after an error.
pub fn call_tool(memory: Memory, tool: &str, arguments: &str, offer: &ToolOffer) -> (Memory, CalledTool) {
    let mut context = Context::for_memory(memory);
    let call = ToolCall { tool, arguments, wants_json: false, offer };
    let Answer { text, json, is_error } = call.answer_from_memory(&mut context, Staleness::default());
    let code = json["error"]["code"].as_str().unwrap_or("usage").to_owned();
    (context.into_memory(), CalledTool { text, error: is_error.then_some(code) })
}

impl ToolCall<'_> {
    /// Answers from an open memory. An answer about code begins with the messages in `staleness`.
    pub(crate) fn answer_from_memory(&self, context: &mut Context, staleness: Staleness) -> Answer {
        self.answer(|request, output| {
            let is_of_code = is_of_code(request);
            if is_of_code {
                context.note_staleness(staleness, output)?;
                return request::answer_from_memory(request, context, output);
            }
            let records = context.memory.records()?;
            if matches!(request, ToolRequest::Update(_)) && records.settings().owner.speaker == Origin::Person {
                return Err(Fault::AgentInPersonsName);
            }
            let salvaged_before = records.salvaged().cloned();
            let outcome = request::answer_from_memory(request, context, output);
            let records = context.memory.records()?;
            match records.salvaged() {
                Some(salvage) if Some(salvage) != salvaged_before.as_ref() => tell_salvage(salvage, output),
                _ => records.damage().iter().for_each(|damage| match adds_records(request) {
                    true => tell_waiting(damage, output),
                    false => tell_damage(damage, output),
                }),
            }
            outcome.map_err(Fault::of_memory)
        })
    }

    /// Answers a call about records of the project in a folder.
    pub(crate) fn answer_about_records(&self, root: &Path) -> Answer {
        self.answer(|request, output| {
            let mut found = self.open(root, request, output).map_err(Fault::of_memory)?;
            let outcome = request::answer(request, &mut RecordsHost::of(&mut found, false, output)?, output);
            found.tell_salvage(output);
            outcome.map_err(Fault::of_memory)
        })
    }

    fn open(&self, root: &Path, request: &ToolRequest, output: &Output) -> Result<OpenRecords, Fault> {
        let place = MemoryLocation { memory: None };
        let root = Some(root.to_owned());
        match request {
            ToolRequest::Remember(_) | ToolRequest::Update(_) => {
                place.open_to_speak(&SizeLimit::AS_CONFIGURED, root, output)
            }
            ToolRequest::Forget(_) => place.open_to_change(&SizeLimit::AS_CONFIGURED, root, output),
            _ => place.open(root, output),
        }
    }

    /// Reads the request, answers it by `ask`, and combines the text, the messages and the JSON. Secrets are masked if
    /// the call failed or its arguments contain one.
    fn answer(&self, ask: impl FnOnce(&ToolRequest, &Output) -> Result<ToolOutcome, Fault>) -> Answer {
        let request = match read_request(self.tool, self.arguments) {
            Ok(request) => request,
            Err(Error::Refused(Refusal::Invalid(wrong))) => return Answer::refusal("usage", &wrong.why),
            Err(error) => return Answer::of_error(error, self.offer),
        };
        let output = Output::capturing(self.wants_json, self.offer);
        let result = ask(&request, &output);
        let asker = Asker::Agent(self.offer);
        let (text, item_messages, json, is_error) = match result {
            Ok(outcome) => {
                let object = if self.wants_json { request::whole_object(&outcome) } else { None };
                let ToolAnswer { text, items, fault, .. } = outcome.answer;
                let is_error = fault.is_some();
                let json = match fault {
                    Some(fault) => Fault::Tool(Box::new(fault)).in_json(0),
                    None => object.unwrap_or_else(|| json!({})),
                };
                (text, messages(items), json, is_error)
            }
            Err(fault) => (fault.in_words(asker) + "\n", Vec::new(), fault.in_json(0), true),
        };
        let mut json = output.with_staleness(json);
        let captured = output.captured();
        let all_messages: Vec<String> = captured.messages.into_iter().chain(item_messages).collect();
        if let (false, Some(members)) = (all_messages.is_empty(), json.as_object_mut()) {
            members.entry("messages").or_insert_with(|| json!(all_messages));
        }
        let answer = Answer { text: captured.text + &text, json, is_error };
        // What was asked with a secret may be answered with it, be it in a hint or an error.
        let may_repeat_secrets = is_error || without_secrets(self.arguments) != self.arguments;
        if may_repeat_secrets { answer.without_secrets() } else { answer }
    }
}

/// Whether a request is about code, so that its answer depends on the state of the index.
fn is_of_code(request: &ToolRequest) -> bool {
    matches!(
        request,
        ToolRequest::Find(_)
            | ToolRequest::Show(_)
            | ToolRequest::Callers(_)
            | ToolRequest::Callees(_)
            | ToolRequest::References(_)
            | ToolRequest::Impact(_)
            | ToolRequest::Tests(_)
            | ToolRequest::Path(_)
            | ToolRequest::Hierarchy(_)
            | ToolRequest::Dependencies(_)
            | ToolRequest::Dependents(_)
            | ToolRequest::Map(_)
            | ToolRequest::Prepare(_)
            | ToolRequest::Meaning(_)
    )
}

/// Whether a request records something, which waits beside a damaged memory.
fn adds_records(request: &ToolRequest) -> bool {
    matches!(request, ToolRequest::Remember(_))
}

/// The notes and warnings among the items of an answer.
fn messages(items: Vec<AnswerItem>) -> Vec<String> {
    let message = |item| match item {
        AnswerItem::Note(words) | AnswerItem::Warning(words) => Some(words),
        AnswerItem::Answer(_) | AnswerItem::Heading(_) => None,
    };
    items.into_iter().filter_map(message).collect()
}

impl Answer {
    /// The answer for an error of the library that came before the question was asked.
    pub(crate) fn of_error(error: Error, offer: &ToolOffer) -> Answer {
        let fault = Fault::Library(error);
        Answer { text: format!("{}\n", fault.in_words(Asker::Agent(offer))), json: fault.in_json(0), is_error: true }
    }

    /// Adds a note about the answer as one line, even if the note quotes line ends.
    pub(crate) fn note(&mut self, words: &str) {
        let words = one_line(words);
        self.text.push_str(&words);
        self.text.push('\n');
        if let Some(members) = self.json.as_object_mut() {
            let messages = members.entry("messages").or_insert_with(|| json!([]));
            messages.as_array_mut().into_iter().for_each(|messages| messages.push(json!(words)));
        }
    }

    fn without_secrets(self) -> Answer {
        Answer { text: without_secrets(&self.text), json: json_without_secrets(self.json), ..self }
    }

    /// A refusal by the caller itself: the stable name of the error, and a message that says what to do.
    pub(crate) fn refusal(code: &str, message: &str) -> Answer {
        let message = without_secrets(&one_line(message));
        let error = json!({ "error": { "code": code, "message": message } });
        Answer { text: format!("error: {message}\n"), json: error, is_error: true }
    }
}
