//! The exported interface `tools`: which questions a call of a tool asks, and its answer as text.
//!
//! What a call does depends only on the call, its asker, the clock and the replies so far. It runs from its beginning
//! each time, takes the replies in their order, and stops at the first question without a reply. Nothing here can reach
//! a memory.

mod arguments;
mod asker;
mod code;
mod described;
mod fault;
mod hints;
#[allow(dead_code, unreachable_pub, reason = "written for every question of the interface")]
mod limits;
mod list;
mod output;
mod read;
mod records;
mod replies;
mod styled;
mod text;
mod word;
mod words;

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use scrubjay_core::display::escaped_line;

use crate::bindings::exports::scrubjay::memory::tools::{
    self, AnswerHint, Clock, Described, ToolAnswer, ToolReply, ToolRequest, ToolStep,
};
use crate::bindings::exports::scrubjay::memory::types::{Error, Hint, InvalidArgument, Limit};
use crate::door::{Door, ExportResult};
use crate::facade::mask_text;
use asker::Asker;
use hints::Hints;
use output::ToolOutput;
use replies::{Replies, Stop};

/// The most bytes of a call's arguments.
const MAX_ARGUMENTS: usize = 4 << 20;

/// The most bytes of the prefix of tools' names.
const MAX_PREFIX: usize = 32;
/// The most hints that are spelled at once.
const MAX_HINTS: usize = 1_000;

impl tools::Guest for Door {
    fn read_request(tool: String, arguments: String) -> ExportResult<ToolRequest> {
        if arguments.len() > MAX_ARGUMENTS {
            let (what, actual) = ("bytes of arguments".to_owned(), arguments.len() as u64);
            return Err(Error::TooLarge(Limit { what, actual, limit: MAX_ARGUMENTS as u64 }));
        }
        // A text that a model read may make it quote a secret, or line ends that forge a line.
        let shown = |text: String| escaped_line(&mask_text(&text)).into_owned();
        read::read(&tool, &arguments)
            .map_err(|(argument, why)| Error::Invalid(InvalidArgument { argument: shown(argument), why: shown(why) }))
    }

    fn step(call: ToolRequest, asker: tools::Asker, clock: Clock, replies: Vec<ToolReply>) -> ExportResult<ToolStep> {
        check_offer(&asker)?;
        let asker = Asker::of(&asker);
        let (mut replies, mut output) = (Replies::of(replies, clock), ToolOutput::to(asker));
        let quotes_secret = asker.is_agent() && quotable_texts(&call).iter().any(|text| mask_text(text) != **text);
        let answered = code::answer(call, &mut replies, &mut output);
        let (is_found, fault) = match answered.map_err(|stop| *stop) {
            Ok(is_found) => (is_found, None),
            Err(Stop::Ask(question)) => return Ok(ToolStep::Ask(question)),
            Err(Stop::Fault(fault)) => (false, Some(fault.into_tool_fault(asker))),
            Err(Stop::WrongReply) => {
                let (argument, why) = ("replies".to_owned(), "one is of another question".to_owned());
                return Err(Error::Invalid(InvalidArgument { argument, why }));
            }
        };
        let (items, n_meanings) = output.items();
        let mut text = String::new();
        if asker.is_agent() {
            text = output::whole_text(&items);
            text += &fault.as_ref().map(|fault| fault::in_words(fault) + "\n").unwrap_or_default();
            if text.trim().is_empty() {
                text = "nothing found\n".to_owned();
            }
            // If a call contains a secret, a hint or an error in its answer may repeat the secret.
            if fault.is_some() || quotes_secret {
                text = mask_text(&text);
            }
        }
        Ok(ToolStep::Done(ToolAnswer { text, items, n_meanings, is_found, fault }))
    }

    fn describe(answer: ToolReply) -> ExportResult<Described> {
        described::describe(&answer).ok_or_else(|| {
            let (argument, why) = ("answer".to_owned(), "it is no page of code".to_owned());
            Error::Invalid(InvalidArgument { argument, why })
        })
    }

    fn spell(asker: tools::Asker, found_hints: Vec<Hint>) -> ExportResult<Vec<AnswerHint>> {
        if found_hints.len() > MAX_HINTS {
            let (what, actual) = ("hints".to_owned(), found_hints.len() as u64);
            return Err(Error::TooLarge(Limit { what, actual, limit: MAX_HINTS as u64 }));
        }
        let mut hints = Hints::default();
        found_hints.into_iter().for_each(|hint| hints.add_from_component(hint, ""));
        Ok(hints.answer_hints(Asker::of(&asker)))
    }
}

fn check_offer(asker: &tools::Asker) -> ExportResult<()> {
    match asker {
        tools::Asker::Agent(offer) if offer.prefix.len() > MAX_PREFIX => {
            let (what, actual) = ("bytes of prefix".to_owned(), offer.prefix.len() as u64);
            Err(Error::TooLarge(Limit { what, actual, limit: MAX_PREFIX as u64 }))
        }
        _ => Ok(()),
    }
}

/// The texts of a call that its answer may quote.
fn quotable_texts(call: &ToolRequest) -> Vec<&str> {
    match call {
        ToolRequest::Find(question) => vec![&question.text, &question.path_prefix],
        ToolRequest::Show(call) => vec![&call.question.name, &call.question.path_prefix],
        ToolRequest::Callers(call)
        | ToolRequest::Callees(call)
        | ToolRequest::References(call)
        | ToolRequest::Impact(call)
        | ToolRequest::Hierarchy(call) => vec![&call.question.name, &call.question.path_prefix],
        ToolRequest::Tests(call) => vec![&call.question.name, &call.question.path_prefix],
        ToolRequest::Path(call) => vec![&call.question.source, &call.question.target, &call.meaning_prefix],
        ToolRequest::Dependencies(question) | ToolRequest::Dependents(question) => vec![&question.path],
        ToolRequest::Map(question) => question.focus.iter().map(String::as_str).collect(),
        ToolRequest::Prepare(call) => {
            let question = &call.question;
            let lists = question.focus.iter().chain(&question.recent).chain(&question.errors);
            lists.chain([&question.task]).map(String::as_str).collect()
        }
        ToolRequest::Meaning(call) => vec![&call.name, &call.path_prefix],
        ToolRequest::Recall(call) => vec![&call.question.query, &call.since],
        ToolRequest::Notes(call) => vec![&call.question.channel, &call.question.after, &call.since],
        ToolRequest::Remember(note) => note.at.iter().map(String::as_str).collect(),
        ToolRequest::Update(update) => vec![&update.id],
        ToolRequest::Forget(id) => vec![id],
        ToolRequest::Restore(call) => vec![&call.id],
        ToolRequest::FileHistory(question) => vec![&question.path],
        ToolRequest::CoEdits(question) => vec![&question.path],
        ToolRequest::LastTouches(question) => vec![&question.contains],
        ToolRequest::ToolStats(_) | ToolRequest::Tasks(_) => Vec::new(),
        ToolRequest::Reread(question) => vec![&question.session],
        ToolRequest::Failures(question) => vec![&question.session, &question.tool],
        ToolRequest::BeginSession(question) => vec![&question.message],
    }
}
