//! The tools about sessions: what a session begins with, what it reads again, and what failed in it.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::{indented_text, report_if_empty, times};
use crate::bindings::exports::scrubjay::memory::graph::{FunctionAt, FunctionsQuestion};
use crate::bindings::exports::scrubjay::memory::records::Trust;
use crate::bindings::exports::scrubjay::memory::session::{
    Beginning, FailuresQuestion, FileToReread, FilesToReread, FittingNote, LikelyFile, MendedError, PastWork,
};
use crate::bindings::exports::scrubjay::memory::tools::{ObjectMember, ReplyMember};
use crate::bindings::exports::scrubjay::memory::types::Factor;
use crate::facade::{BeginQuestion, PastError, RereadQuestion};
use crate::tools::asker::Asker;
use crate::tools::output::{ToolOutput, plain_object};
use crate::tools::replies::{Attempt, HostReply, Replies};
use crate::tools::text::{counted_noun, on_one_line, shown};
use crate::tools::word::Word as _;

/// The most functions that are listed, as a multiple of the number of files.
const FUNCTIONS_PER_FILE: u32 = 3;

pub(super) fn reread(question: RereadQuestion, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let files = replies.reread(question)?;
    let reply = replies.latest();
    let functions = functions_worked_on(&files, replies)?;
    let mut text: String = files.files.iter().map(reread_line).collect();
    let member = match &functions {
        Some((functions, reply)) => {
            functions.iter().for_each(|one| text.push_str(&function_line(one)));
            ObjectMember::OfReply(ReplyMember { reply: *reply, member: "functions".to_owned(), limit: None })
        }
        None => ObjectMember::Nothing,
    };
    output.answer(text.into(), plain_object(reply).with("functions", member));
    let (n, n_all) = (files.files.len() as u64, u64::from(files.n_files));
    report_others(n, n_all, ["file touched", "files touched"], output);
    if let n @ 1.. = files.n_lines.saturating_sub(files.lines.len() as u32) {
        let ranges = counted_noun(n, "older range of lines", "older ranges of lines");
        output.say(format_args!("{ranges} left out"));
    }
    Ok(report_if_empty(files.files.is_empty(), "no touch of a file was recorded for this session", output))
}

/// The functions that contain the touched lines, with the index of their reply; `None` without an index of the code
/// that can be asked.
fn functions_worked_on(files: &FilesToReread, replies: &mut Replies) -> Attempt<Option<(Vec<FunctionAt>, u32)>> {
    let (lines, limit) = (files.lines.clone(), FUNCTIONS_PER_FILE * files.files.len().max(1) as u32);
    Ok(match replies.functions_at(FunctionsQuestion { lines, limit })? {
        HostReply::Given(page) => Some((page.functions, replies.latest())),
        HostReply::Nothing | HostReply::Failed(_) => None,
    })
}

pub(super) fn failures(
    question: FailuresQuestion,
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<bool> {
    let page = replies.failures(question)?;
    let text: String = page.failures.iter().map(|one| past_error_line(one, "", replies)).collect();
    output.answer(text.into(), plain_object(replies.latest()));
    report_others(page.failures.len() as u64, page.n_failures.into(), ["failure", "failures"], output);
    Ok(report_if_empty(page.failures.is_empty(), "no call failed that no later one mended", output))
}

pub(super) fn begin(mut question: BeginQuestion, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    question.now = replies.now();
    let beginning = replies.begin_session(question)?;
    output.answer(beginning_text(&beginning, replies).into(), plain_object(replies.latest()));
    let n_files = beginning.files.len() as u64;
    report_others(n_files, beginning.n_files.into(), ["likely file", "likely files"], output);
    report_more(&beginning, output);
    Ok(report_if_empty(has_nothing_to_show(&beginning), &recorded_counts(&beginning), output))
}

/// Tells what a beginning leaves out, and which command or tool shows that.
fn report_more(beginning: &Beginning, output: &mut ToolOutput<'_>) {
    let [tasks, errors] = match output.asker() {
        Asker::Shell => ["scrubjay work tasks", "scrubjay session failures"].map(|typed| Some(format!("`{typed}`"))),
        agent => ["tasks", "tools"].map(|question| Some(format!("{}(question={question:?})", agent.tool("work")?))),
    };
    if beginning.has_more_tasks {
        let tasks_hint = tasks.map(|tasks| format!(": {tasks} shows them")).unwrap_or_default();
        output.say(format_args!("more tasks are open{tasks_hint}"));
    }
    if beginning.has_more_errors {
        let errors_hint = errors.map(|errors| format!(": {errors} shows more")).unwrap_or_default();
        output.say(format_args!("more failed{errors_hint}"));
    }
}

/// Tells how many of all items a list has, unless it has them all.
fn report_others(n: u64, n_all: u64, [singular, plural]: [&str; 2], output: &mut ToolOutput<'_>) {
    if n < n_all {
        let (limit, all_items) = (output.argument("limit"), counted_noun(n_all, singular, plural));
        output.say(format_args!("{n} of {all_items}: {limit} shows more"));
    }
}

fn reread_line(file: &FileToReread) -> String {
    let lines = if file.first_line > 0 { format!(":{}-{}", file.first_line, file.last_line) } else { String::new() };
    let touches = counted_noun(file.n_touches, "touch", "touches");
    let mut text = format!("{:.2}  {}{lines}  {} in {touches}", file.score, shown(&file.path), factors(&file.factors));
    if !file.why.is_empty() {
        // Writing to a String cannot fail, here and below.
        let _ = write!(text, ": {}", shown(file.why.lines().next().unwrap_or_default()));
    }
    text + "\n"
}

fn function_line(one: &FunctionAt) -> String {
    let FunctionAt { symbol, weight, n_touches } = one;
    let touches = counted_noun(*n_touches, "touch", "touches");
    format!("{weight:.2}  {}:{}-{}  {touches}\n", shown(&symbol.id), symbol.first_line, symbol.last_line)
}

fn beginning_text(beginning: &Beginning, replies: &Replies) -> String {
    let mut text = String::new();
    if !beginning.files.is_empty() {
        text.push_str("likely files:\n");
        for LikelyFile { path, score, factors: file_factors } in &beginning.files {
            let _ = writeln!(text, "  {score:.2}  {}  {}", shown(path), factors(file_factors));
        }
    }
    if !beginning.tasks.is_empty() {
        text.push_str("open tasks:\n");
        for task in &beginning.tasks {
            let _ =
                writeln!(text, "  {}  {}  {}", shown(&task.name), task.status.word(), escaped_line(&task.description));
        }
    }
    if !beginning.errors.is_empty() {
        text.push_str("failed last:\n");
        beginning.errors.iter().for_each(|error| text.push_str(&past_error_line(error, "  ", replies)));
    }
    if !beginning.mended.is_empty() {
        text.push_str("failed before, and mended:\n");
        beginning.mended.iter().for_each(|error| text.push_str(&mended_error(error, replies)));
    }
    if !beginning.notes.is_empty() {
        text.push_str("noted:\n");
        beginning.notes.iter().for_each(|note| text.push_str(&fitting_note(note, replies)));
    }
    if !beginning.past.is_empty() {
        text.push_str("asked before:\n");
        beginning.past.iter().for_each(|work| text.push_str(&past_work(work, replies)));
    }
    text
}

fn past_error_line(error: &PastError, indent: &str, replies: &Replies) -> String {
    let time = times::with_offset(error.time, replies);
    format!("{indent}{time}  {}: {}\n", shown(&error.tool), escaped_line(&error.error))
}

fn mended_error(mended: &MendedError, replies: &Replies) -> String {
    let ways = [
        ("mended by edits of", mended.files.join(", ")),
        ("mended by", mended.commands.join("; ")),
        ("succeeded as", mended.succeeded_as.clone()),
    ];
    let ways = ways.iter().filter(|(_, what)| !what.is_empty());
    let ways = ways.map(|(how, what)| format!("      {how}: {}\n", escaped_line(what))).collect::<String>();
    past_error_line(&mended.error, "  ", replies) + &ways
}

fn fitting_note(note: &FittingNote, replies: &Replies) -> String {
    let score = note.score.map_or_else(String::new, |score| format!("{score:.2}  "));
    let trust = if note.trust == Trust::Untrusted { ", untrusted" } else { "" };
    let (time, kind) = (times::with_offset(note.time, replies), note.kind.word());
    format!("  {score}{time}  {kind}{trust}: {}  ({})\n", escaped_line(&note.text), indented_text(&note.id))
}

fn past_work(work: &PastWork, replies: &Replies) -> String {
    let PastWork { id, time, session, task, score, asked: request, status, outcome, errors } = work;
    let mut text = format!("  {score:.2}  {}", times::with_offset(*time, replies));
    if !session.is_empty() {
        let _ = write!(text, "  session {}", shown(session));
    }
    let _ = writeln!(text, ": {}  ({})", escaped_line(request), indented_text(id));
    if let Some(status) = status {
        let outcome = if outcome.is_empty() { String::new() } else { format!(": {}", escaped_line(outcome)) };
        let _ = writeln!(text, "      task {}, {}{outcome}", shown(task), status.word());
    }
    errors.iter().for_each(|error| text.push_str(&past_error_line(error, "      failed: ", replies)));
    text
}

/// A recorded text on one line: its line ends are spaces.
fn escaped_line(text: &str) -> String {
    shown(&on_one_line(text)).into_owned()
}

fn has_nothing_to_show(beginning: &Beginning) -> bool {
    let Beginning { files, tasks, errors, mended, notes, past, .. } = beginning;
    let has_nothing_failed = errors.is_empty() && mended.is_empty();
    files.is_empty() && tasks.is_empty() && has_nothing_failed && notes.is_empty() && past.is_empty()
}

/// Says how many records there are, if none helps the session to begin.
fn recorded_counts(beginning: &Beginning) -> String {
    let (notes, others) = (beginning.n_notes, beginning.n_records.saturating_sub(beginning.n_notes));
    let counts = [(notes, "note", "notes"), (others, "other record", "other records")];
    let recorded_texts: Vec<String> = counts
        .iter()
        .filter(|(n, ..)| *n > 0)
        .map(|(n, singular, plural)| counted_noun(*n, singular, plural))
        .collect();
    match recorded_texts.is_empty() {
        true => "nothing was recorded yet".to_owned(),
        false => format!(
            "no file is likely, no task is open, nothing failed and nothing else fits; {} recorded",
            recorded_texts.join(" and ")
        ),
    }
}

fn factors(factors: &[Factor]) -> String {
    factors.iter().map(|factor| format!("{} {:.2}", factor.name, factor.value)).collect::<Vec<_>>().join(", ")
}
