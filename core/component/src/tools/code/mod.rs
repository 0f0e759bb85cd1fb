//! The calls about code: which questions each asks, and what it tells beside the answer.

mod grouped;
pub(super) mod meanings;
mod reasons;
pub(super) mod related_notes;
mod show;
mod unresolved;

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use super::asker::NextStep;
use super::fault::Fault;
use super::hints::Hints;
use super::output::{ToolOutput, object};
use super::replies::{Attempt, HostReply, Replies};
use super::{limits, records, text};
use crate::bindings::exports::scrubjay::memory::graph::{
    DependencyPage, FindQuestion, PathQuestion, WalkPage, WalkQuestion,
};
use crate::bindings::exports::scrubjay::memory::recall::{Reminder, Reminders};
use crate::bindings::exports::scrubjay::memory::tools::{
    MeaningRequest, PathRequest, PrepareRequest, TestsRequest, ToolRequest, WalkRequest,
};
use crate::bindings::exports::scrubjay::memory::types::Error;
use crate::facade::{
    BesidePiece, FileQuestion, MapQuestion, PrepareQuestion, RemindQuestion, UnreadLanguage, mask_text,
};
pub(super) use grouped::MeaningCount;
use meanings::Choice;
use related_notes::CodeSubject;
use unresolved::{CertainPage, UnresolvedSummary};

/// Steps of a list and unresolved places as text, for pages that are shown by themselves.
pub(super) use grouped::step_lines;
pub(super) use unresolved::{UNCOUNTED, place_lines};

/// Answers a request about code, and passes one about records on to [`records`]; returns whether anything was found.
pub(super) fn answer(call: ToolRequest, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let answered = match call {
        ToolRequest::Find(question) => find(question, replies, output),
        ToolRequest::Show(call) => show::show(&call, replies, output),
        ToolRequest::Callers(call) => walk(&CALLERS, &call, replies, output),
        ToolRequest::Callees(call) => walk(&CALLEES, &WalkRequest { flat: true, ..call }, replies, output),
        ToolRequest::References(call) => walk(&REFERENCES, &call, replies, output),
        ToolRequest::Impact(call) => walk(&IMPACT, &call, replies, output),
        ToolRequest::Tests(call) => tests(&call, replies, output),
        ToolRequest::Path(call) => path(&call, replies, output),
        ToolRequest::Hierarchy(call) => hierarchy(&call, replies, output),
        ToolRequest::Dependencies(question) => file_dependencies(question, Replies::dependencies, replies, output),
        ToolRequest::Dependents(question) => file_dependencies(question, Replies::dependents, replies, output),
        ToolRequest::Map(question) => map(question, replies, output),
        ToolRequest::Prepare(call) => prepare(call, replies, output),
        ToolRequest::Meaning(call) => meaning(&call, replies, output),
        request => return records::answer(request, replies, output),
    };
    match Replies::catch_fault(answered)? {
        Ok(is_found) => Ok(is_found),
        Err(fault) => Err(reasons::explained(fault, replies)?.into()),
    }
}

fn find(question: FindQuestion, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let path_prefix = replies.prefix(&question.path_prefix)?;
    let (limit, skip) = (question.limit, question.skip);
    let has_filters = !path_prefix.is_empty() || !question.kinds.is_empty();
    let mut page = replies.find(FindQuestion { path_prefix, ..question })?;
    let reply = replies.latest();
    let n = page.hits.len();
    let hints = reasons::list_hints((n, page.n_hits, skip), core::mem::take(&mut page.hints), "find", replies)?;
    output.answer(text::find_text(&page), object(reply, &hints, output.asker()));
    if let Some(unmatched) = text::unmatched_words(&page, has_filters) {
        output.say(unmatched);
    }
    if n > 0 && !page.suggestions.is_empty() {
        output.say(format_args!("names that come close: {}", page.suggestions.join(", ")));
    }
    Ok(ListedPart { tool: "find", n, n_all: page.n_hits, limit, skip, unread: &page.unread }.report(
        &hints,
        &["in", "kind"],
        output,
    ))
}

/// A question that follows edges from a symbol.
struct Walk {
    /// The name of the command.
    name: &'static str,
    /// The name of the agent's tool.
    tool: &'static str,
    /// The name of the relation, as in the heading of the answer.
    noun: &'static str,
    ask: fn(&mut Replies, WalkQuestion) -> Attempt<WalkPage>,
}

const CALLERS: Walk = Walk { name: "callers", tool: "callers", noun: "callers", ask: Replies::callers };
const CALLEES: Walk = Walk { name: "callees", tool: "callers", noun: "callees", ask: Replies::callees };
const REFERENCES: Walk = Walk { name: "refs", tool: "references", noun: "references", ask: Replies::references };
const IMPACT: Walk = Walk { name: "impact", tool: "impact", noun: "impact", ask: Replies::impact };

/// The choice among the meanings of a walk's name.
fn choice(call: &WalkRequest) -> Choice<'_> {
    Choice { kinds: &call.question.kinds, prefix: &call.question.path_prefix, takes_all: call.all }
}

/// A walk's question about one meaning, whose id is `name`; the choice by kind and file is left out.
fn about_meaning(question: &WalkQuestion, name: String) -> WalkQuestion {
    WalkQuestion { name, kinds: Vec::new(), path_prefix: String::new(), ..question.clone() }
}

fn walk(walk: &Walk, call: &WalkRequest, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    meanings::ask_each_meaning(choice(call), &call.question.name, (replies, output), |name, replies, output| {
        walk_of(walk, call, name, replies, output)
    })
}

fn walk_of(
    walk: &Walk,
    call: &WalkRequest,
    name: String,
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<bool> {
    let WalkQuestion { limit, skip, depth, .. } = call.question;
    let mut page = (walk.ask)(replies, about_meaning(&call.question, name))?;
    let reply = replies.latest();
    report_meanings(walk.noun, "of", &page, output);
    let summary =
        UnresolvedSummary::for_list(&page.symbol, page.n_unresolved, page.n_unresolved_files, call.unresolved);
    let certain_page = CertainPage { n: page.steps.len(), n_all: page.n_steps, limit, skip };
    let listed = summary.list(&certain_page, replies)?;
    let (n, n_all) = certain_page.combined_counts(listed.as_ref());
    let hints = reasons::list_hints((n, n_all, skip), core::mem::take(&mut page.hints), walk.name, replies)?;
    let mut lines = step_lines(&page.steps, call.flat, MeaningCount::of(&page.meanings), output.asker());
    let object = object(reply, &hints, output.asker());
    let object = unresolved::append_places(listed.as_ref(), &mut lines, object);
    output.answer(lines, object);
    match walk.name {
        "callees" => report_unknown_callees(&page, output),
        _ => summary.report(listed.as_ref(), output),
    }
    grouped::report_hidden_steps(&page.steps, call.flat, output);
    report_depth(page.depth_limited, depth, output);
    if walk.name == "callers" {
        related_notes::report(&CodeSubject::of_symbol(&page.symbol.path, &page.symbol.id), replies, output)?;
    }
    Ok(ListedPart { tool: walk.tool, n, n_all, limit, skip, unread: &page.unread }.report(
        &hints,
        &["min_confidence"],
        output,
    ))
}

/// Tells the heading of an answer: the relation, the symbol's id, and the meanings of its name if there are several.
fn report_meanings(list_name: &str, preposition: &str, page: &WalkPage, output: &mut ToolOutput<'_>) {
    let preposition = if preposition.is_empty() { String::new() } else { format!(" {preposition}") };
    output.say(format_args!("{list_name}{preposition} {}", page.symbol.id));
    if let Some(meanings) = text::list_meanings(&page.meanings) {
        output.say(meanings);
    }
}

/// Says that the walk ended at its depth, if it did.
fn report_depth(is_depth_limited: bool, depth: u32, output: &mut ToolOutput<'_>) {
    if is_depth_limited {
        let can_go_deeper = depth < limits::walk_question::DEPTH.max;
        let advice = if can_go_deeper { format!(": {} follows it", output.argument("depth")) } else { String::new() };
        output.say(format_args!("it goes on beyond {}{advice}", text::counted_noun(depth, "step", "steps")));
    }
}

fn report_unknown_callees(page: &WalkPage, output: &mut ToolOutput<'_>) {
    let Some(n @ 1..) = page.n_unresolved else { return };
    let calls = text::counted_noun(n, "more call is", "more calls are");
    let source_hint = NextStep::new("show", &[&page.symbol.id]).spelled_for(output.asker());
    let source_hint =
        source_hint.map(|call| format!("; no list has them, its source does: {call}")).unwrap_or_default();
    output.say(format_args!("{calls} of members of something that is not known{source_hint}"));
}

fn tests(call: &TestsRequest, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let question = &call.question;
    let choice = Choice { kinds: &question.kinds, prefix: &question.path_prefix, takes_all: call.all };
    meanings::ask_each_meaning(choice, &question.name, (replies, output), |name, replies, output| {
        tests_of(call, name, replies, output)
    })
}

fn tests_of(call: &TestsRequest, name: String, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let mut question = call.question.clone();
    (question.name, question.kinds, question.path_prefix) = (name, Vec::new(), String::new());
    let (depth, limit, skip) = (question.depth, question.limit, question.skip);
    let mut page = replies.tests(question)?;
    let reply = replies.latest();
    report_meanings("tests that reach", "", &page, output);
    let n = page.steps.len();
    let hints = reasons::list_hints((n, page.n_steps, skip), core::mem::take(&mut page.hints), "tests", replies)?;
    let lines = step_lines(&page.steps, call.flat, MeaningCount::of(&page.meanings), output.asker());
    output.answer(lines, object(reply, &hints, output.asker()));
    UnresolvedSummary::for_other_command(&page.symbol, page.n_unresolved, page.n_unresolved_files).report(None, output);
    grouped::report_hidden_steps(&page.steps, call.flat, output);
    report_depth(page.depth_limited, depth, output);
    Ok(ListedPart { tool: "tests", n, n_all: page.n_steps, limit, skip, unread: &page.unread }.report(
        &hints,
        &["min_confidence"],
        output,
    ))
}

fn path(call: &PathRequest, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let names = [call.question.source.as_str(), call.question.target.as_str()];
    let choice = Choice { kinds: &call.meaning_kinds, prefix: &call.meaning_prefix, takes_all: call.all };
    if call.all {
        return meanings::ask_each_pair(choice, names, (replies, output), |source, target, replies, output| {
            path_between(&call.question, [source, target], replies, output)
        });
    }
    let end_ids = meanings::choose_ends(choice, names, replies, output)?;
    path_between(&call.question, end_ids, replies, output)
}

/// Tells the shortest chain from one symbol to another; returns whether there is one.
fn path_between(
    question: &PathQuestion,
    [source, target]: [String; 2],
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<bool> {
    let mut page = replies.path(PathQuestion { source, target, ..question.clone() })?;
    let reply = replies.latest();
    output.say(format_args!("from {} to {}", page.source.id, page.target.id));
    let hints = reasons::hints_for(core::mem::take(&mut page.hints), "path", replies)?;
    output.answer(text::path_text(&page), object(reply, &hints, output.asker()));
    UnresolvedSummary::for_other_command(&page.target, page.n_unresolved, page.n_unresolved_files).report(None, output);
    report_unread(&page.unread, output);
    Ok(report_if_not_found(!page.steps.is_empty(), &hints, output))
}

fn hierarchy(call: &WalkRequest, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    meanings::ask_each_type(choice(call), &call.question.name, (replies, output), |name, replies, output| {
        hierarchy_of(call, name, replies, output)
    })
}

fn hierarchy_of(call: &WalkRequest, name: String, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let WalkQuestion { limit, skip, depth, .. } = call.question;
    let mut page = replies.hierarchy(about_meaning(&call.question, name))?;
    let reply = replies.latest();
    output.say(format_args!("above and below {}", page.symbol.id));
    let summary =
        UnresolvedSummary::for_list(&page.symbol, page.n_unresolved, page.n_unresolved_files, call.unresolved);
    let (n, n_all) = (page.above.len() + page.below.len(), page.n_above + page.n_below);
    let certain_page = CertainPage { n, n_all, limit, skip };
    let listed = summary.list(&certain_page, replies)?;
    let (n, n_all) = certain_page.combined_counts(listed.as_ref());
    let hints = reasons::list_hints((n, n_all, skip), core::mem::take(&mut page.hints), "hierarchy", replies)?;
    let mut lines = text::hierarchy_text(&page);
    let object = object(reply, &hints, output.asker());
    let object = unresolved::append_places(listed.as_ref(), &mut lines, object);
    output.answer(lines, object);
    summary.report(listed.as_ref(), output);
    report_depth(page.depth_limited, depth, output);
    Ok(ListedPart { tool: "hierarchy", n, n_all, limit, skip, unread: &page.unread }.report(
        &hints,
        &["min_confidence"],
        output,
    ))
}

fn file_dependencies(
    question: FileQuestion,
    ask: fn(&mut Replies, FileQuestion) -> Attempt<DependencyPage>,
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<bool> {
    let path = replies.inside_path(&question.path)?;
    let (typed_path, limit, skip) = (question.path.clone(), question.limit, question.skip);
    let narrowing_arguments: &[&str] = if question.depth > 1 { &["depth"] } else { &[] };
    let mut page = match Replies::catch_fault(ask(replies, FileQuestion { path: path.clone(), ..question }))? {
        Ok(page) => page,
        Err(fault) => return Err(file_not_found(fault, typed_path, path, replies)?.into()),
    };
    let reply = replies.latest();
    let (n, n_all) = (page.dependencies.len(), page.n_dependencies);
    let hints = reasons::list_hints((n, n_all, skip), core::mem::take(&mut page.hints), "deps", replies)?;
    output.answer(text::dependencies_text(&page), object(reply, &hints, output.asker()));
    Ok(ListedPart { tool: "dependencies", n, n_all, limit, skip, unread: &page.unread }.report(
        &hints,
        narrowing_arguments,
        output,
    ))
}

/// The fault for a file that is not in the index: why it was left out, or where the symbol of that name is; the given
/// fault if neither is known.
fn file_not_found(fault: Fault, typed_path: String, path: String, replies: &mut Replies) -> Attempt<Fault> {
    if !fault.is_unknown() {
        return Ok(fault);
    }
    if let Some(why) = replies.left_out(path.clone())? {
        return Ok(Fault::LeftOut { path, why });
    }
    let symbol_path = match Replies::catch_fault(replies.callees(meanings::meanings_question(&typed_path)))? {
        Ok(page) => Some(page.symbol.path),
        Err(Fault::Refused(Error::Ambiguous(ambiguity))) => {
            ambiguity.candidates.into_iter().next().map(|first| first.path)
        }
        Err(_) => None,
    };
    Ok(symbol_path.map_or(fault, |path| Fault::NoFile { name: typed_path, path }))
}

fn map(mut question: MapQuestion, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    for focus in &mut question.focus {
        *focus = replies.name(focus)?;
    }
    let mut map = replies.map(question)?;
    let reply = replies.latest();
    report_unknown_focus(&map.unknown_focus, "means nothing here", output);
    let hints = reasons::hints_for(core::mem::take(&mut map.hints), "map", replies)?;
    output.answer(map.text.clone().into(), object(reply, &hints, output.asker()));
    let symbols = text::counted_noun(map.n_symbols, "symbol", "symbols");
    let files = text::counted_noun(map.n_files, "file", "files");
    output.say(format_args!("{symbols} of {files} in {} tokens", map.tokens));
    if let Some(left_out) = text::left_out_of_map(&map) {
        let budget = output.argument("budget");
        output.say(format_args!("left out: {left_out}; {budget} shows more"));
    }
    report_unread(&map.unread, output);
    Ok(report_if_not_found(map.n_symbols > 0, &hints, output))
}

fn prepare(call: PrepareRequest, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let PrepareRequest { mut question, code_only, why } = call;
    for path in &mut question.focus {
        *path = replies.inside_path(path)?;
    }
    question.recent = recent_paths_inside(question.recent, replies, output)?;
    let question = if code_only { question } else { with_reminders(question, replies, output)? };
    let budget = question.budget;
    let mut prepared = replies.prepare(question)?;
    let reply = replies.latest();
    report_unknown_focus(&prepared.unknown_focus, "is no file here", output);
    let hints = reasons::hints_for(core::mem::take(&mut prepared.hints), "prepare", replies)?;
    let text = if why { text::reasons_text(&prepared) } else { prepared.text.clone().into() };
    output.answer(text, object(reply, &hints, output.asker()));
    let (pieces, left_out) = (text::piece_counts(&prepared), text::left_out_of_context(&prepared));
    output.say(format_args!("{pieces} in {} of {budget} tokens; {left_out} left out", prepared.tokens));
    report_unread(&prepared.unread, output);
    if prepared.pieces.is_empty() {
        output.say_nothing_found(&hints);
    }
    Ok(!(prepared.pieces.is_empty() && prepared.beside.is_empty()))
}

/// The recent paths that lie in the project. Each of the others is left out with a warning: an answer without it is
/// still of use.
fn recent_paths_inside(
    recent: Vec<String>,
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<Vec<String>> {
    let mut inside_paths = Vec::new();
    for path in recent {
        match Replies::catch_fault(replies.inside_path(&path))? {
            Ok(path) => inside_paths.push(path),
            Err(Fault::OfHost(_)) => {
                let path = mask_text(&path);
                let (path, argument) = (text::shown(&path), output.argument("recent"));
                output.warn(format_args!("note: {path} is no path in this project: {argument} goes without it"));
            }
            Err(fault) => return Err(fault.into()),
        }
    }
    Ok(inside_paths)
}

/// The question with reminders from the records; without them if there are none, or, with a warning, if they cannot be
/// read.
fn with_reminders(
    mut question: PrepareQuestion,
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<PrepareQuestion> {
    let (task, errors, budget) = (question.task.clone(), question.errors.clone(), question.budget);
    let (limit, now) = (limits::remind_question::LIMIT.default, replies.now());
    match replies.remind(RemindQuestion { task, errors, budget, limit, now })? {
        HostReply::Given(Reminders { pieces, likely, .. }) => {
            let beside_piece = |Reminder { id, text, why, .. }| BesidePiece { id, text, why };
            question.beside.extend(pieces.into_iter().map(beside_piece));
            question.likely.extend(likely);
        }
        HostReply::Failed(why) => output.warn(format_args!("what was recorded is left out: {why}")),
        HostReply::Nothing => {}
    }
    Ok(question)
}

/// Warns of each requested focus that was not used.
fn report_unknown_focus(unknown_focus: &[String], why: &str, output: &mut ToolOutput<'_>) {
    for focus in unknown_focus {
        output.warn(format_args!("note: {focus} {why}: it is not in focus"));
    }
}

fn meaning(call: &MeaningRequest, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let choice = Choice { kinds: &call.kinds, prefix: &call.path_prefix, takes_all: false };
    let id = meanings::choose_meaning(choice, &call.name, replies, output)?;
    output.answer(id.into(), object(replies.latest(), &Hints::default(), output.asker()));
    Ok(true)
}

/// The shown part of a list, and the number of all items.
struct ListedPart<'a> {
    /// The tool that lists.
    tool: &'static str,
    n: usize,
    n_all: u32,
    limit: u32,
    skip: u32,
    unread: &'a [UnreadLanguage],
}

impl ListedPart<'_> {
    /// Tells what is not shown, and the arguments that show it; returns whether anything is shown.
    fn report(self, hints: &Hints, narrowing_arguments: &[&str], output: &mut ToolOutput<'_>) -> bool {
        let ListedPart { tool, n, n_all, limit, skip, unread } = self;
        match (n, n_all) {
            (0, 1..) => output.say(reasons::past_end_message(n_all, skip)),
            (0, 0) => output.say_nothing_found(hints),
            _ => {}
        }
        let end = u64::from(skip) + n as u64;
        if n > 0 && (n as u64) < u64::from(n_all) {
            let rest_text = if end < u64::from(n_all) {
                rest_hint(end, limit, &output.arguments_of(tool, narrowing_arguments), output)
            } else {
                String::new()
            };
            let [first, last, all] = [u64::from(skip) + 1, end, n_all.into()].map(text::with_separators);
            output.say(format_args!("{first} to {last} of {all}{rest_text}"));
        }
        report_unread(unread, output);
        n > 0
    }
}

/// Says which arguments show the rest of a list.
fn rest_hint(end: u64, limit: u32, narrowing_arguments: &[String], output: &ToolOutput<'_>) -> String {
    let mut hint = format!("; {} {end} goes on", output.argument("skip"));
    if limit < limits::walk_question::LIMIT.max {
        hint += &format!(", {} gives more at once", output.argument("limit"));
    }
    if !narrowing_arguments.is_empty() {
        hint += &format!(", {} makes it less", narrowing_arguments.join(" or "));
    }
    hint
}

/// Names the languages that are not read, whose files an answer does not cover.
fn report_unread(unread_languages: &[UnreadLanguage], output: &mut ToolOutput<'_>) {
    if let Some(uncovered) = text::uncovered_files(unread_languages) {
        output.say(format_args!("not read: {uncovered}"));
    }
}

/// Returns whether something was found; if not, tells why.
fn report_if_not_found(is_found: bool, hints: &Hints, output: &mut ToolOutput<'_>) -> bool {
    if !is_found {
        output.say_nothing_found(hints);
    }
    is_found
}

/// The beginning of a text, at most this many bytes; an ellipsis follows if it is cut.
fn beginning_of(text: &str, max_bytes: usize) -> String {
    let end = text.floor_char_boundary(max_bytes);
    text[..end].to_owned() + if end < text.len() { " …" } else { "" }
}
