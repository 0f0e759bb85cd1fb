//! The requests about records: which questions each asks, and what it tells beside the answer.
//!
//! No text of a record begins a line: further lines of it are indented.

mod anchors;
mod notes;
mod recall;
mod restore;
mod session;
mod times;
mod work;

use alloc::boxed::Box;
use alloc::string::String;

use scrubjay_core::display::escaped_lines;

use super::asker::Asker;
use super::fault::{Fault, RecordsKind};
use super::output::ToolOutput;
use super::replies::{Attempt, Replies, Stop};
use super::text::shown;
use crate::bindings::exports::scrubjay::memory::episodes::ReadTimeQuestion;
use crate::bindings::exports::scrubjay::memory::records::Event;
use crate::bindings::exports::scrubjay::memory::tools::ToolRequest;
use crate::bindings::exports::scrubjay::memory::types::{Error, InvalidArgument};

/// The indentation of each line after the first, in a text of several lines.
const INDENT: &str = "    ";
/// The most characters that a list shows of a commit.
const COMMIT_DIGITS: usize = 12;

/// Answers a request about records; returns whether anything was found.
pub(super) fn answer(request: ToolRequest, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let (answered, records_kind) = match request {
        ToolRequest::Recall(request) => (recall::recall(request, replies, output), RecordsKind::Memory),
        ToolRequest::Notes(request) => (notes::notes(request, replies, output), RecordsKind::Memory),
        ToolRequest::Remember(note) => (notes::remember(note, replies, output), RecordsKind::Memory),
        ToolRequest::Update(update) => (notes::update(update, replies, output), RecordsKind::Memory),
        ToolRequest::Forget(id) => (notes::forget(id, replies, output), RecordsKind::Memory),
        ToolRequest::FileHistory(question) => (work::file(question, replies, output), RecordsKind::Memory),
        ToolRequest::CoEdits(question) => (work::edited_together(question, replies, output), RecordsKind::Memory),
        ToolRequest::LastTouches(question) => (work::last_touched(question, replies, output), RecordsKind::Memory),
        ToolRequest::ToolStats(question) => (work::tools(question, replies, output), RecordsKind::Memory),
        ToolRequest::Tasks(question) => (work::tasks(question, replies, output), RecordsKind::Memory),
        ToolRequest::Reread(question) => (session::reread(question, replies, output), RecordsKind::Session),
        ToolRequest::Failures(question) => (session::failures(question, replies, output), RecordsKind::Session),
        ToolRequest::BeginSession(question) => (session::begin(question, replies, output), RecordsKind::Session),
        ToolRequest::Restore(request) => (restore::restore(request, replies, output), RecordsKind::Window),
        _ => return Err(Box::new(Stop::WrongReply)),
    };
    answered.map_err(|stop| match *stop {
        Stop::Fault(Fault::Refused(error)) => Fault::OfRecords(error, records_kind).into(),
        stop => Box::new(stop),
    })
}

/// The beginning of the time that `written_time` says; `known_start` if `written_time` is empty.
fn since(written_time: &str, known_start: Option<i64>, replies: &mut Replies) -> Attempt<Option<i64>> {
    if written_time.is_empty() {
        return Ok(known_start);
    }
    let question = ReadTimeQuestion { written: written_time.into(), zone: replies.zone().to_vec(), now: replies.now() };
    match Replies::catch_fault(replies.read_time(question))? {
        Ok(span) => Ok(Some(span.since)),
        Err(Fault::Refused(Error::Invalid(InvalidArgument { why, .. }))) => {
            Err(Fault::WrongArgument(InvalidArgument { argument: "since".into(), why }).into())
        }
        Err(fault) => Err(fault.into()),
    }
}

/// A recorded text in an answer: nothing in it moves a cursor, and its further lines are indented.
fn indented_text(text: &str) -> String {
    let text = escaped_lines(text);
    if !text.contains(['\n', '\t']) {
        return text.into_owned();
    }
    text.trim_end_matches('\n').replace('\t', INDENT).replace('\n', &format!("\n{INDENT}"))
}

/// Names and values of an event's situation.
macro_rules! members {
    ({ $event:expr } $($(#[$docs:meta])* $member:ident $held:tt)*) => {
        [$((stringify!($member), $event.$member.as_str())),*]
    };
}

/// The situation of an event, each member behind a comma; empty if nothing is known.
fn situation_in_words(event: &Event) -> String {
    let members = scrubjay_core::situation! { [members] { event } };
    let stated_members = members.into_iter().filter(|(_, value)| !value.is_empty());
    stated_members
        .map(|(name, value)| {
            let n_shown = if name == "commit" { COMMIT_DIGITS } else { usize::MAX };
            format!(", {name} {}", shown(&value.chars().take(n_shown).collect::<String>()))
        })
        .collect()
}

/// The principal of a record, behind a comma; empty if it is unknown.
fn by_principal(principal: &str) -> String {
    if principal.is_empty() { String::new() } else { format!(", by {}", shown(principal)) }
}

/// As [`report_if_empty`], and tells how work gets into a memory.
fn report_if_unrecorded(is_empty: bool, why: &str, output: &mut ToolOutput<'_>) -> bool {
    let advice = recording_advice(output.asker());
    report_if_empty(is_empty, &format!("{why}: {advice}"), output)
}

/// Tells `why` if an answer is empty; returns whether it is not empty.
fn report_if_empty(is_empty: bool, why: &str, output: &mut ToolOutput<'_>) -> bool {
    if is_empty {
        output.say(why);
    }
    !is_empty
}

/// Advice on how work gets into a memory, for an answer without any.
fn recording_advice(asker: Asker<'_>) -> &'static str {
    match asker {
        Asker::Shell => "`scrubjay capture` takes in what agents did here, and `scrubjay init` has it done from now on",
        Asker::Agent(_) => "the program around an agent records what happens",
    }
}

fn report_more(has_more: bool, output: &mut ToolOutput<'_>) {
    if has_more {
        let limit = output.argument("limit");
        output.say(format_args!("there are more: ask for them with {limit}"));
    }
}
