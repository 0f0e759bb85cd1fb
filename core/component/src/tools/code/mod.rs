//! The calls about code: which questions each asks, and what it tells beside the answer.

mod grouped;
pub(super) mod meanings;
mod reasons;
mod show;
pub(super) mod spoken_of;
mod unresolved;

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use super::asked::{Attempt, HostReply, Replies};
use super::asker::NextStep;
use super::fault::Fault;
use super::hints::Hints;
use super::told::{ToolOutput, object};
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
use spoken_of::CodeSubject;
use unresolved::{CertainPage, UnresolvedSummary};

/// Steps of a list and unresolved places as text, for pages that are shown by themselves.
pub(super) use grouped::step_lines;
pub(super) use unresolved::{UNCOUNTED, place_lines};

/// Asks the questions of a request about code or, if it is about records, those of [`records`], and tells its answer;
/// returns whether anything was found.
pub(super) fn answer(call: ToolRequest, asked: &mut Replies, told: &mut ToolOutput<'_>) -> Attempt<bool> {
    let answered = match call {
        ToolRequest::Find(question) => find(question, asked, told),
        ToolRequest::Show(call) => show::show(&call, asked, told),
        ToolRequest::Callers(call) => walk(&CALLERS, &call, asked, told),
        ToolRequest::Callees(call) => walk(&CALLEES, &WalkRequest { flat: true, ..call }, asked, told),
        ToolRequest::References(call) => walk(&REFERENCES, &call, asked, told),
        ToolRequest::Impact(call) => walk(&IMPACT, &call, asked, told),
        ToolRequest::Tests(call) => tests(&call, asked, told),
        ToolRequest::Path(call) => path(&call, asked, told),
        ToolRequest::Hierarchy(call) => hierarchy(&call, asked, told),
        ToolRequest::Dependencies(question) => files(question, Replies::dependencies, asked, told),
        ToolRequest::Dependents(question) => files(question, Replies::dependents, asked, told),
        ToolRequest::Map(question) => map(question, asked, told),
        ToolRequest::Prepare(call) => prepare(call, asked, told),
        ToolRequest::Meaning(call) => meaning(&call, asked, told),
        request => return records::answer(request, asked, told),
    };
    match Replies::catch_fault(answered)? {
        Ok(is_found) => Ok(is_found),
        Err(fault) => Err(reasons::explained(fault, asked)?.into()),
    }
}

fn find(question: FindQuestion, asked: &mut Replies, told: &mut ToolOutput<'_>) -> Attempt<bool> {
    let path_prefix = asked.prefix(&question.path_prefix)?;
    let (limit, skip) = (question.limit, question.skip);
    let has_filters = !path_prefix.is_empty() || !question.kinds.is_empty();
    let mut page = asked.find(FindQuestion { path_prefix, ..question })?;
    let reply = asked.latest();
    let n = page.hits.len();
    let hints = reasons::list_hints((n, page.n_hits, skip), core::mem::take(&mut page.hints), "find", asked)?;
    told.answer(text::find_text(&page), object(reply, &hints, told.asker()));
    if let Some(unmatched) = text::unmatched_words(&page, has_filters) {
        told.say(unmatched);
    }
    if n > 0 && !page.suggestions.is_empty() {
        told.say(format_args!("names that come close: {}", page.suggestions.join(", ")));
    }
    Ok(ListedPart { tool: "find", n, n_all: page.n_hits, limit, skip, unread: &page.unread }.tell(
        &hints,
        &["in", "kind"],
        told,
    ))
}

/// A question that follows edges from a symbol.
struct Walk {
    /// The name of the command.
    name: &'static str,
    /// The tool of an agent.
    tool: &'static str,
    /// The name of the relation, as in the heading of the answer.
    what: &'static str,
    ask: fn(&mut Replies, WalkQuestion) -> Attempt<WalkPage>,
}

const CALLERS: Walk = Walk { name: "callers", tool: "callers", what: "callers", ask: Replies::callers };
const CALLEES: Walk = Walk { name: "callees", tool: "callers", what: "callees", ask: Replies::callees };
const REFERENCES: Walk = Walk { name: "refs", tool: "references", what: "references", ask: Replies::references };
const IMPACT: Walk = Walk { name: "impact", tool: "impact", what: "impact", ask: Replies::impact };

/// The choice among the meanings of a walk's name.
fn choice(call: &WalkRequest) -> Choice<'_> {
    Choice { kinds: &call.question.kinds, prefix: &call.question.path_prefix, all: call.all }
}

/// A question about one meaning, to which no choice applies any more.
fn of_one(question: &WalkQuestion, name: String) -> WalkQuestion {
    WalkQuestion { name, kinds: Vec::new(), path_prefix: String::new(), ..question.clone() }
}

fn walk(walk: &Walk, call: &WalkRequest, asked: &mut Replies, told: &mut ToolOutput<'_>) -> Attempt<bool> {
    meanings::ask_each_meaning(choice(call), &call.question.name, (asked, told), |name, asked, told| {
        walk_of(walk, call, name, asked, told)
    })
}

fn walk_of(
    walk: &Walk,
    call: &WalkRequest,
    name: String,
    asked: &mut Replies,
    told: &mut ToolOutput<'_>,
) -> Attempt<bool> {
    let WalkQuestion { limit, skip, depth, .. } = call.question;
    let mut page = (walk.ask)(asked, of_one(&call.question, name))?;
    let reply = asked.latest();
    tell_meanings(walk.what, "of", &page, told);
    let beside = UnresolvedSummary::for_list(&page.symbol, page.n_unresolved, page.n_unresolved_files, call.unresolved);
    let certain = CertainPage { n: page.steps.len(), n_all: page.n_steps, limit, skip };
    let listed = beside.list(&certain, asked)?;
    let (n, n_all) = certain.combined_counts(listed.as_ref());
    let hints = reasons::list_hints((n, n_all, skip), core::mem::take(&mut page.hints), walk.name, asked)?;
    let mut lines = step_lines(&page.steps, call.flat, MeaningCount::of(&page.meanings), told.asker());
    let object = object(reply, &hints, told.asker());
    let object = unresolved::add(listed.as_ref(), &mut lines, object);
    told.answer(lines, object);
    match walk.name {
        "callees" => tell_unknown_callees(&page, told),
        _ => beside.tell(listed.as_ref(), told),
    }
    grouped::tell_hidden_steps(&page.steps, call.flat, told);
    tell_depth(page.depth_limited, depth, told);
    if walk.name == "callers" {
        spoken_of::tell(&CodeSubject::of_symbol(&page.symbol.path, &page.symbol.id), asked, told)?;
    }
    Ok(ListedPart { tool: walk.tool, n, n_all, limit, skip, unread: &page.unread }.tell(
        &hints,
        &["min_confidence"],
        told,
    ))
}

/// Tells the heading of an answer: the relation, the symbol's id, and the meanings of its name if there are several.
fn tell_meanings(what: &str, of: &str, page: &WalkPage, told: &mut ToolOutput<'_>) {
    let of = if of.is_empty() { String::new() } else { format!(" {of}") };
    told.say(format_args!("{what}{of} {}", page.symbol.id));
    if let Some(several) = text::list_meanings(&page.meanings) {
        told.say(several);
    }
}

/// Says that the walk ended at its depth, if it did.
fn tell_depth(depth_limited: bool, depth: u32, told: &mut ToolOutput<'_>) {
    if depth_limited {
        let more = depth < limits::walk_question::DEPTH.max;
        let more = if more { format!(": {} follows it", told.argument("depth")) } else { String::new() };
        told.say(format_args!("it goes on beyond {}{more}", text::counted_noun(depth, "step", "steps")));
    }
}

fn tell_unknown_callees(page: &WalkPage, told: &mut ToolOutput<'_>) {
    let Some(n @ 1..) = page.n_unresolved else { return };
    let calls = text::counted_noun(n, "more call is", "more calls are");
    let source = NextStep::new("show", &[&page.symbol.id]).spelled_for(told.asker());
    let source = source.map(|source| format!("; no list has them, its source does: {source}")).unwrap_or_default();
    told.say(format_args!("{calls} of members of something that is not known{source}"));
}

fn tests(call: &TestsRequest, asked: &mut Replies, told: &mut ToolOutput<'_>) -> Attempt<bool> {
    let question = &call.question;
    let choice = Choice { kinds: &question.kinds, prefix: &question.path_prefix, all: call.all };
    meanings::ask_each_meaning(choice, &question.name, (asked, told), |name, asked, told| {
        tests_of(call, name, asked, told)
    })
}

fn tests_of(call: &TestsRequest, name: String, asked: &mut Replies, told: &mut ToolOutput<'_>) -> Attempt<bool> {
    let mut question = call.question.clone();
    (question.name, question.kinds, question.path_prefix) = (name, Vec::new(), String::new());
    let (depth, limit, skip) = (question.depth, question.limit, question.skip);
    let mut page = asked.tests(question)?;
    let reply = asked.latest();
    tell_meanings("tests that reach", "", &page, told);
    let n = page.steps.len();
    let hints = reasons::list_hints((n, page.n_steps, skip), core::mem::take(&mut page.hints), "tests", asked)?;
    let lines = step_lines(&page.steps, call.flat, MeaningCount::of(&page.meanings), told.asker());
    told.answer(lines, object(reply, &hints, told.asker()));
    UnresolvedSummary::for_other_command(&page.symbol, page.n_unresolved, page.n_unresolved_files).tell(None, told);
    grouped::tell_hidden_steps(&page.steps, call.flat, told);
    tell_depth(page.depth_limited, depth, told);
    Ok(ListedPart { tool: "tests", n, n_all: page.n_steps, limit, skip, unread: &page.unread }.tell(
        &hints,
        &["min_confidence"],
        told,
    ))
}

fn path(call: &PathRequest, asked: &mut Replies, told: &mut ToolOutput<'_>) -> Attempt<bool> {
    let names = [call.question.source.as_str(), call.question.target.as_str()];
    let choice = Choice { kinds: &call.meaning_kinds, prefix: &call.meaning_prefix, all: call.all };
    if call.all {
        return meanings::ask_each_pair(choice, names, (asked, told), |source, target, asked, told| {
            path_between(&call.question, [source, target], asked, told)
        });
    }
    let ends = meanings::choose_ends(choice, names, asked, told)?;
    path_between(&call.question, ends, asked, told)
}

/// Tells the shortest chain from one symbol to another; returns whether there is one.
fn path_between(
    question: &PathQuestion,
    [source, target]: [String; 2],
    asked: &mut Replies,
    told: &mut ToolOutput<'_>,
) -> Attempt<bool> {
    let mut page = asked.path(PathQuestion { source, target, ..question.clone() })?;
    let reply = asked.latest();
    told.say(format_args!("from {} to {}", page.source.id, page.target.id));
    let hints = reasons::hints_for(core::mem::take(&mut page.hints), "path", asked)?;
    told.answer(text::path_text(&page), object(reply, &hints, told.asker()));
    UnresolvedSummary::for_other_command(&page.target, page.n_unresolved, page.n_unresolved_files).tell(None, told);
    tell_unread(&page.unread, told);
    Ok(found_or_nothing(!page.steps.is_empty(), &hints, told))
}

fn hierarchy(call: &WalkRequest, asked: &mut Replies, told: &mut ToolOutput<'_>) -> Attempt<bool> {
    meanings::ask_each_type(choice(call), &call.question.name, (asked, told), |name, asked, told| {
        hierarchy_of(call, name, asked, told)
    })
}

fn hierarchy_of(call: &WalkRequest, name: String, asked: &mut Replies, told: &mut ToolOutput<'_>) -> Attempt<bool> {
    let WalkQuestion { limit, skip, depth, .. } = call.question;
    let mut page = asked.hierarchy(of_one(&call.question, name))?;
    let reply = asked.latest();
    told.say(format_args!("above and below {}", page.symbol.id));
    let beside = UnresolvedSummary::for_list(&page.symbol, page.n_unresolved, page.n_unresolved_files, call.unresolved);
    let (n, n_all) = (page.above.len() + page.below.len(), page.n_above + page.n_below);
    let certain = CertainPage { n, n_all, limit, skip };
    let listed = beside.list(&certain, asked)?;
    let (n, n_all) = certain.combined_counts(listed.as_ref());
    let hints = reasons::list_hints((n, n_all, skip), core::mem::take(&mut page.hints), "hierarchy", asked)?;
    let mut lines = text::hierarchy_text(&page);
    let object = object(reply, &hints, told.asker());
    let object = unresolved::add(listed.as_ref(), &mut lines, object);
    told.answer(lines, object);
    beside.tell(listed.as_ref(), told);
    tell_depth(page.depth_limited, depth, told);
    Ok(ListedPart { tool: "hierarchy", n, n_all, limit, skip, unread: &page.unread }.tell(
        &hints,
        &["min_confidence"],
        told,
    ))
}

fn files(
    question: FileQuestion,
    ask: fn(&mut Replies, FileQuestion) -> Attempt<DependencyPage>,
    asked: &mut Replies,
    told: &mut ToolOutput<'_>,
) -> Attempt<bool> {
    let path = asked.inside_path(&question.path)?;
    let (typed, limit, skip) = (question.path.clone(), question.limit, question.skip);
    let narrower: &[&str] = if question.depth > 1 { &["depth"] } else { &[] };
    let mut page = match Replies::catch_fault(ask(asked, FileQuestion { path: path.clone(), ..question }))? {
        Ok(page) => page,
        Err(fault) => return Err(file_not_found(fault, typed, path, asked)?.into()),
    };
    let reply = asked.latest();
    let (n, n_all) = (page.dependencies.len(), page.n_dependencies);
    let hints = reasons::list_hints((n, n_all, skip), core::mem::take(&mut page.hints), "deps", asked)?;
    told.answer(text::dependencies_text(&page), object(reply, &hints, told.asker()));
    Ok(ListedPart { tool: "dependencies", n, n_all, limit, skip, unread: &page.unread }.tell(&hints, narrower, told))
}

/// The fault for a file that is not in the index: why it was left out, or where the symbol of that name is; the given
/// fault if neither is known.
fn file_not_found(fault: Fault, typed: String, path: String, asked: &mut Replies) -> Attempt<Fault> {
    if !fault.is_unknown() {
        return Ok(fault);
    }
    if let Some(why) = asked.left_out(path.clone())? {
        return Ok(Fault::LeftOut { path, why });
    }
    let place = match Replies::catch_fault(asked.callees(meanings::meanings_question(&typed)))? {
        Ok(page) => Some(page.symbol.path),
        Err(Fault::Refused(Error::Ambiguous(many))) => many.candidates.into_iter().next().map(|first| first.path),
        Err(_) => None,
    };
    Ok(place.map_or(fault, |path| Fault::NoFile { name: typed, path }))
}

fn map(mut question: MapQuestion, asked: &mut Replies, told: &mut ToolOutput<'_>) -> Attempt<bool> {
    for focus in &mut question.focus {
        *focus = asked.name(focus)?;
    }
    let mut map = asked.map(question)?;
    let reply = asked.latest();
    tell_unknown(&map.unknown_focus, "means nothing here", told);
    let hints = reasons::hints_for(core::mem::take(&mut map.hints), "map", asked)?;
    told.answer(map.text.clone().into(), object(reply, &hints, told.asker()));
    let symbols = text::counted_noun(map.n_symbols, "symbol", "symbols");
    let files = text::counted_noun(map.n_files, "file", "files");
    told.say(format_args!("{symbols} of {files} in {} tokens", map.tokens));
    if let Some(left_out) = text::left_out_of_map(&map) {
        let budget = told.argument("budget");
        told.say(format_args!("left out: {left_out}; {budget} shows more"));
    }
    tell_unread(&map.unread, told);
    Ok(found_or_nothing(map.n_symbols > 0, &hints, told))
}

fn prepare(call: PrepareRequest, asked: &mut Replies, told: &mut ToolOutput<'_>) -> Attempt<bool> {
    let PrepareRequest { mut question, code_only, why } = call;
    for path in &mut question.focus {
        *path = asked.inside_path(path)?;
    }
    question.recent = recent_inside(question.recent, asked, told)?;
    let question = if code_only { question } else { with_reminders(question, asked, told)? };
    let budget = question.budget;
    let mut prepared = asked.prepare(question)?;
    let reply = asked.latest();
    tell_unknown(&prepared.unknown_focus, "is no file here", told);
    let hints = reasons::hints_for(core::mem::take(&mut prepared.hints), "prepare", asked)?;
    let text = if why { text::reasons_text(&prepared) } else { prepared.text.clone().into() };
    told.answer(text, object(reply, &hints, told.asker()));
    let (pieces, left_out) = (text::piece_counts(&prepared), text::left_out_of_context(&prepared));
    told.say(format_args!("{pieces} in {} of {budget} tokens; {left_out} left out", prepared.tokens));
    tell_unread(&prepared.unread, told);
    if prepared.pieces.is_empty() {
        told.nothing_found(&hints);
    }
    Ok(!(prepared.pieces.is_empty() && prepared.beside.is_empty()))
}

/// The recent paths that lie in the project. Each of the others is left out with a warning: an answer without it is
/// still of use.
fn recent_inside(recent: Vec<String>, asked: &mut Replies, told: &mut ToolOutput<'_>) -> Attempt<Vec<String>> {
    let mut inside = Vec::new();
    for path in recent {
        match Replies::catch_fault(asked.inside_path(&path))? {
            Ok(path) => inside.push(path),
            Err(Fault::OfHost(_)) => {
                let path = mask_text(&path);
                told.warn(format_args!(
                    "note: {} is no path in this project: `recent` goes without it",
                    text::shown(&path)
                ));
            }
            Err(fault) => return Err(fault.into()),
        }
    }
    Ok(inside)
}

/// The question with reminders from the records; without them if there are none, or, with a warning, if they cannot be
/// read.
fn with_reminders(
    mut question: PrepareQuestion,
    asked: &mut Replies,
    told: &mut ToolOutput<'_>,
) -> Attempt<PrepareQuestion> {
    let (task, errors, budget) = (question.task.clone(), question.errors.clone(), question.budget);
    let (limit, now) = (limits::remind_question::LIMIT.default, asked.now());
    match asked.remind(RemindQuestion { task, errors, budget, limit, now })? {
        HostReply::Given(Reminders { pieces, likely, .. }) => {
            let beside = |Reminder { id, text, why, .. }| BesidePiece { id, text, why };
            question.beside.extend(pieces.into_iter().map(beside));
            question.likely.extend(likely);
        }
        HostReply::Failed(why) => told.warn(format_args!("what was recorded is left out: {why}")),
        HostReply::Nothing => {}
    }
    Ok(question)
}

/// Warns of each requested focus that was not used.
fn tell_unknown(unknown: &[String], why: &str, told: &mut ToolOutput<'_>) {
    for focus in unknown {
        told.warn(format_args!("note: {focus} {why}: it is not in focus"));
    }
}

fn meaning(call: &MeaningRequest, asked: &mut Replies, told: &mut ToolOutput<'_>) -> Attempt<bool> {
    let choice = Choice { kinds: &call.kinds, prefix: &call.path_prefix, all: false };
    let id = meanings::choose_meaning(choice, &call.name, asked, told)?;
    told.answer(id.into(), object(asked.latest(), &Hints::default(), told.asker()));
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
    fn tell(self, hints: &Hints, narrower: &[&str], told: &mut ToolOutput<'_>) -> bool {
        let ListedPart { tool, n, n_all, limit, skip, unread } = self;
        match (n, n_all) {
            (0, 1..) => told.say(reasons::past_end_message(n_all, skip)),
            (0, 0) => told.nothing_found(hints),
            _ => {}
        }
        let end = u64::from(skip) + n as u64;
        if n > 0 && (n as u64) < u64::from(n_all) {
            let more = if end < u64::from(n_all) {
                rest_hint(end, limit, &told.arguments_of(tool, narrower), told)
            } else {
                String::new()
            };
            let [first, last, all] = [u64::from(skip) + 1, end, n_all.into()].map(text::with_separators);
            told.say(format_args!("{first} to {last} of {all}{more}"));
        }
        tell_unread(unread, told);
        n > 0
    }
}

/// Says which arguments show the rest of a list.
fn rest_hint(end: u64, limit: u32, narrower: &[String], told: &ToolOutput<'_>) -> String {
    let mut hint = format!("; {} {end} goes on", told.argument("skip"));
    if limit < limits::walk_question::LIMIT.max {
        hint += &format!(", {} gives more at once", told.argument("limit"));
    }
    if !narrower.is_empty() {
        hint += &format!(", {} makes it less", narrower.join(" or "));
    }
    hint
}

/// Names the languages that are not read, whose files an answer does not cover.
fn tell_unread(unread: &[UnreadLanguage], told: &mut ToolOutput<'_>) {
    if let Some(uncovered) = text::uncovered_files(unread) {
        told.say(format_args!("not read: {uncovered}"));
    }
}

/// Returns whether something was found; if not, tells why.
fn found_or_nothing(is_found: bool, hints: &Hints, told: &mut ToolOutput<'_>) -> bool {
    if !is_found {
        told.nothing_found(hints);
    }
    is_found
}

/// The beginning of a text, at most this many bytes; an ellipsis follows if it is cut.
fn beginning_of(text: &str, max_bytes: usize) -> String {
    let end = text.floor_char_boundary(max_bytes);
    text[..end].to_owned() + if end < text.len() { " …" } else { "" }
}
