//! Answers requests to tools of agents, and to commands of the same names. The component decides which questions a
//! request asks and what its answer says; the questions are answered here.

use std::path::Path;

use wasmtime::Store;

use crate::guest::bindings::Scrubjay;
use crate::guest::{Limits, on_spare_instance};
use crate::records::{Forgotten, Records, now, zone};
use crate::wit::records::NewText;
use crate::wit::tools::{
    AnswerHint, Asker, Clock, Described, ForgottenRecord, IndexNote, NewNote, Remembered, RestoredPart, ToolAnswer,
    ToolQuestion, ToolReply, ToolRequest, ToolStep, TypedPlace,
};
use crate::wit::types::{Hint, TouchedLines};
use crate::{Error, Memory};

/// The most questions of one request; one that asks about 100 meanings of a name has the most.
const MAX_QUESTIONS: usize = 1_000;

/// Whose instance of the component answers a request; it is opened if there is none.
pub enum Runner<'h> {
    /// The instance of the project's code.
    Memory(&'h mut Memory),
    /// The instance of the records.
    Records(&'h mut Records),
}

/// What a program provides for requests to tools: the project's code, its records, and what only the program knows.
pub trait ToolHost {
    /// Where the component runs.
    ///
    /// # Errors
    /// As for [`ToolHost::records`].
    fn runner(&mut self) -> Result<Runner<'_>, Error>;

    /// The project's code; `None` if it has no index, or the request is about other records.
    fn memory(&mut self) -> Option<&mut Memory>;

    /// The records.
    ///
    /// # Errors
    /// As for [`Memory::records`].
    fn records(&mut self) -> Result<&mut Records, Error>;

    /// Records a note of an agent.
    ///
    /// # Errors
    /// As for [`Records::record`].
    fn remember(&mut self, note: &NewNote) -> Result<Remembered, Error>;

    /// The content of a part that a window pruned.
    ///
    /// # Errors
    /// As for [`crate::window::Window::restore`].
    fn restore(&mut self, id: &str) -> Result<RestoredPart, Error>;

    /// A name or path as a person or a model typed it, in the form that answers use.
    fn place(&mut self, typed: &str) -> TypedPlace;

    /// How the index differs from the files as they are.
    fn index_notes(&mut self) -> Vec<IndexNote>;

    /// Why a file is not in the index; `None` if it is, or if the reason is unknown.
    fn left_out(&mut self, path: &str) -> Option<String>;

    /// A message that an additional question failed with this error; the answer is given without that question's reply.
    fn failed(&mut self, error: Error) -> String;
}

/// The answer of a request, and the replies that it was made of.
#[derive(Debug)]
pub struct ToolOutcome {
    /// The answer.
    pub answer: ToolAnswer,
    /// The replies, in the order of the questions; the objects of the answer refer to them by index.
    pub replies: Vec<ToolReply>,
}

/// Reads a request to a tool: its name, and its arguments as a JSON object.
///
/// # Errors
/// [`Error::Refused`] with the wrong argument, whose `why` is a sentence for the model; [`Error::Guest`].
pub fn read_request(tool: &str, arguments: &str) -> Result<ToolRequest, Error> {
    let read = |exports: &Scrubjay, store: &mut Store<Limits>| {
        exports.scrubjay_memory_tools().call_read_request(store, tool, arguments)
    };
    on_spare_instance("tools.read-request", read)?.map_err(Error::Refused)
}

/// A page of code as text, and what it leaves out.
///
/// # Errors
/// [`Error::Refused`] if it is no page of code; [`Error::Guest`].
pub fn describe(page: &ToolReply) -> Result<Described, Error> {
    let describe =
        |exports: &Scrubjay, store: &mut Store<Limits>| exports.scrubjay_memory_tools().call_describe(store, page);
    on_spare_instance("tools.describe", describe)?.map_err(Error::Refused)
}

/// Hints of an answer, with what to ask next as the asker types or calls it.
///
/// # Errors
/// [`Error::Refused`] if there are too many; [`Error::Guest`].
pub fn spell(asker: &Asker, hints: &[Hint]) -> Result<Vec<AnswerHint>, Error> {
    let spell =
        |exports: &Scrubjay, store: &mut Store<Limits>| exports.scrubjay_memory_tools().call_spell(store, asker, hints);
    on_spare_instance("tools.spell", spell)?.map_err(Error::Refused)
}

/// Answers a request. The answer reports a question that was refused.
///
/// # Errors
/// As for [`Memory::find`] and [`Records::recall`], without refusals; [`Error::Unanswered`] if more than 1,000
/// questions are asked.
pub fn run(request: &ToolRequest, asker: &Asker, host: &mut dyn ToolHost) -> Result<ToolOutcome, Error> {
    let (clock, mut replies) = (Clock { now: now(), zone: zone() }, Vec::new());
    for _ in 0..MAX_QUESTIONS {
        let step = |exports: &Scrubjay, store: &mut Store<Limits>| {
            exports.scrubjay_memory_tools().call_step(store, request, asker, &clock, &replies)
        };
        let step = match host.runner()? {
            Runner::Memory(memory) => memory.on_any_instance("tools.step", step),
            Runner::Records(records) => records.on_any_instance("tools.step", step),
        };
        match step? {
            ToolStep::Done(answer) => return Ok(ToolOutcome { answer, replies }),
            ToolStep::Ask(question) => replies.push(reply(&question, host)?),
        }
    }
    Err(Error::Unanswered { call: "tools.step" })
}

/// The reply to a question; a refusal is a reply too.
fn reply(question: &ToolQuestion, host: &mut dyn ToolHost) -> Result<ToolReply, Error> {
    let reply = match question {
        ToolQuestion::Place(typed) => Ok(ToolReply::Place(host.place(typed))),
        ToolQuestion::IndexState => Ok(ToolReply::IndexState(host.index_notes())),
        ToolQuestion::LeftOut(path) => Ok(ToolReply::LeftOut(host.left_out(path))),
        ToolQuestion::IsFolder(path) => {
            let is_folder = host.memory().is_some_and(|memory| memory.root().path().join(path).is_dir());
            Ok(ToolReply::IsFolder(is_folder))
        }
        ToolQuestion::Remember(note) => host.remember(note).map(ToolReply::Remember),
        ToolQuestion::Restore(id) => host.restore(id).map(ToolReply::Restore),
        question => match code_reply(question, host) {
            Some(reply) => reply,
            None => records_reply(question, host),
        },
    };
    match reply {
        Err(Error::Refused(error)) => Ok(ToolReply::Refused(error)),
        reply => reply,
    }
}

/// Answers each listed question by calling the function that is given for it.
macro_rules! answered {
    ($of:ident, $question:ident { $($case:ident: $function:ident,)* } $($other:tt)*) => {
        match $question {
            $(ToolQuestion::$case(question) => $of.$function(question).map(ToolReply::$case),)*
            $($other)*
        }
    };
}

/// The reply to a question about code; `None` if it is about records, or if the host has no code.
fn code_reply(question: &ToolQuestion, host: &mut dyn ToolHost) -> Option<Result<ToolReply, Error>> {
    match question {
        ToolQuestion::Documents(question) => {
            return Some(Ok(reply_beside_records(host, |memory| memory.documents(question).map(ToolReply::Documents))));
        }
        ToolQuestion::ResolveAnchors(question) => {
            let resolve = |memory: &mut Memory| memory.resolve_anchors(question).map(ToolReply::ResolveAnchors);
            return Some(Ok(reply_beside_records(host, resolve)));
        }
        ToolQuestion::FunctionsAt(question) => {
            let find = |memory: &mut Memory| {
                let mut question = question.clone();
                question.lines.iter_mut().for_each(|lines| make_relative(lines, memory));
                memory.functions_at(&question).map(ToolReply::FunctionsAt)
            };
            return Some(Ok(reply_beside_records(host, find)));
        }
        _ => {}
    }
    let memory = host.memory()?;
    Some(answered!(memory, question {
        Find: find,
        Outline: outline,
        Source: source,
        Callers: callers,
        Callees: callees,
        References: references,
        Impact: impact,
        Tests: tests,
        Path: path,
        Hierarchy: hierarchy,
        Unresolved: unresolved,
        Dependencies: dependencies,
        Dependents: dependents,
        Map: map,
        Prepare: prepare,
    }
        _ => return None,
    ))
}

/// The reply to a question about records.
fn records_reply(question: &ToolQuestion, host: &mut dyn ToolHost) -> Result<ToolReply, Error> {
    match question {
        ToolQuestion::Remind(question) => {
            return Ok(reply_beside_code(host, |records| records.remind(question).map(ToolReply::Remind)));
        }
        ToolQuestion::Events(question) => {
            return Ok(reply_beside_code(host, |records| records.events(question).map(ToolReply::Events)));
        }
        _ => {}
    }
    let records = host.records()?;
    answered!(records, question {
        Recall: recall,
        ReadTime: read_time,
        Notes: notes,
        FileHistory: file_history,
        CoEdits: co_edits,
        LastTouches: last_touches,
        ToolStats: tool_stats,
        Tasks: tasks,
        Reread: reread,
        Failures: failures,
        BeginSession: begin_session,
    }
        ToolQuestion::Update(update) => {
            let text = NewText { text: update.text.clone(), metadata: String::new() };
            records.update(&update.id, &text).map(ToolReply::Update)
        }
        ToolQuestion::Forget(id) => {
            let Forgotten { receipts, n_derived } = records.forget(std::slice::from_ref(id))?;
            Ok(ToolReply::Forget(ForgottenRecord { receipts, n_derived }))
        }
        _ => Err(Error::Contract { call: "tools.step", what: "a question about code without an index" }),
    )
}

/// Asks the records for what accompanies an answer about code. This never fails the answer: without records the reply is
/// `Nothing`, after an error `Failed`.
fn reply_beside_code(host: &mut dyn ToolHost, ask: impl FnOnce(&mut Records) -> Result<ToolReply, Error>) -> ToolReply {
    let reply = host.records().and_then(|records| {
        let on_disk = records.on_disk()?;
        let is_empty = on_disk.path.is_some() && on_disk.n_bytes == 0 && on_disk.n_waiting == 0;
        if is_empty { Ok(ToolReply::Nothing) } else { ask(records) }
    });
    reply.unwrap_or_else(|error| ToolReply::Failed(host.failed(error)))
}

/// Asks the code for what accompanies an answer about records. This never fails the answer: without an index the reply is
/// `Nothing`, after an error `Failed`.
fn reply_beside_records(
    host: &mut dyn ToolHost,
    ask: impl FnOnce(&mut Memory) -> Result<ToolReply, Error>,
) -> ToolReply {
    match host.memory().map(ask) {
        None | Some(Err(Error::NotIndexed { .. })) => ToolReply::Nothing,
        Some(Ok(reply)) => reply,
        Some(Err(error)) => ToolReply::Failed(host.failed(error)),
    }
}

/// Makes an absolute path below the root relative to it, as many agents give it.
fn make_relative(lines: &mut TouchedLines, memory: &Memory) {
    let path = Path::new(&lines.path);
    if let Some(relative_path) = path.strip_prefix(memory.root().path()).ok().and_then(Path::to_str) {
        lines.path = relative_path.replace('\\', "/");
    }
}
