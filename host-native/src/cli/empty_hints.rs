//! Why an answer is empty: the reasons that are known, and what to ask next.
//!
//! Most of them cost another question, which is asked only where nothing was found. An answer for which no other reason is known
//! says what its emptiness does not prove. Not here: what a question finds, and how reasons are told (`hints`).

use scrubjay::wit::graph::{
    FindQuestion, HierarchyPage, PathPage, PathQuestion, RepositoryMap, Symbol, SymbolKind, TestsQuestion, WalkPage,
    WalkQuestion,
};
use scrubjay::wit::limits;
use scrubjay::wit::types::{Error as Refusal, UnknownName, UnreadLanguage};
use scrubjay::{Error, Memory};

use super::Context;
use super::asker::Next;
use super::fault::Fault;
use super::hints::Hints;
use super::names;
use super::output::Output;
use super::text::{count, many, uncovered, unread};
use super::unresolved;

/// The files of a name that are looked at.
const MAX_FILES: u32 = 20;

/// The reasons for a list that has nothing: it ended before, or it is empty.
pub(super) fn of_list(
    (n, n_all, skip): (usize, u32, u32),
    why: impl FnOnce() -> Result<Hints, Error>,
) -> Result<Hints, Error> {
    let mut hints = Hints::default();
    match (n, n_all) {
        (0, 0) => return why(),
        (0, _) => hints.add_said("end", past_end(n_all, skip), None),
        _ => {}
    }
    Ok(hints)
}

/// What is said of a page behind the end.
pub(super) fn past_end(n_all: u32, skip: u32) -> String {
    let all = many(n_all.into(), "is all there is", "are all there are");
    format!("nothing behind {}: {all}", count(skip.into()))
}

/// What is known of the index, whatever the question.
pub(super) fn of_index(context: &mut Context, output: &Output) -> Result<Hints, Error> {
    if context.staleness.hints.has("unchecked")
        && let Ok(changed) = context.memory.outdated()
    {
        context.staleness.looked(changed.len() as u64, output);
    }
    Ok(context.staleness.hints.clone())
}

/// Why nothing has these words, or passes these filters.
pub(super) fn of_find(question: &FindQuestion, context: &mut Context, output: &Output) -> Result<Hints, Error> {
    let mut hints = of_index(context, output)?;
    let n_known = hints.len();
    let (has_kinds, has_prefix) = (!question.kinds.is_empty(), !question.path_prefix.is_empty());
    if has_kinds || has_prefix {
        let all = FindQuestion { kinds: Vec::new(), path_prefix: String::new(), limit: 1, ..question.clone() };
        if let n @ 1.. = context.memory.find(&all)?.n_hits {
            let verb = if n == 1 { "fits" } else { "fit" };
            let without = without(&[(has_kinds, "kind"), (has_prefix, "in")], output);
            hints.add("filter", format!("{n} {verb} {without}"), Some(Next::new("find", &[&question.text])));
        }
    }
    let probe = WalkQuestion { limit: 1, min_confidence: 1.0, ..WalkQuestion::new(question.text.trim()) };
    if let Err(Error::Refused(Refusal::Unknown(unknown))) = context.memory.callees(&probe) {
        if let Some(first) = unknown.suggestions.first() {
            let why = format!("names that come close: {}", unknown.suggestions.join(", "));
            hints.add("near_names", why, Some(Next::new("find", &[first])));
        }
        of_library(&question.text, &mut context.memory, &mut hints)?;
    }
    if hints.len() == n_known {
        let why = match question.text.chars().any(char::is_alphanumeric) {
            true => "no name, signature or comment that is read has it",
            false => "there is no letter and no digit in it to look for",
        };
        of_empty("no_match", why, context, &mut hints)?;
    }
    Ok(hints)
}

/// The options that were given, as what an answer would be without.
fn without(options: &[(bool, &str)], output: &Output) -> String {
    let given = options.iter().filter(|(is_given, _)| *is_given).map(|(_, name)| output.argument(name));
    format!("without {}", given.collect::<Vec<String>>().join(" and "))
}

/// Adds a reason, unless nothing is indexed at all.
fn of_empty(kind: &'static str, why: &str, context: &mut Context, hints: &mut Hints) -> Result<(), Error> {
    let status = context.memory.status()?;
    match status.n_files {
        0 => nothing_indexed(&status.unread, hints),
        _ => hints.add(kind, why, Some(Next::new("map", &[]))),
    }
    Ok(())
}

fn nothing_indexed(languages: &[UnreadLanguage], hints: &mut Hints) {
    // What was never indexed is told of as such.
    if hints.has("not_indexed") {
        return;
    }
    let others = if languages.is_empty() { String::new() } else { format!(": there are {}", unread(languages)) };
    hints.add("nothing_indexed", format!("no file here is of a language that is read{others}"), None);
}

/// Why nothing has the name that was asked about.
fn of_name(
    unknown: &UnknownName,
    context: &mut Context,
    output: &Output,
) -> Result<(Hints, Vec<UnreadLanguage>), Error> {
    let mut hints = of_index(context, output)?;
    of_library(&unknown.name, &mut context.memory, &mut hints)?;
    let languages = context.memory.find(&FindQuestion { limit: 1, ..FindQuestion::new(&*unknown.name) })?.unread;
    if let Some(uncovered) = uncovered(&languages) {
        hints.add("unread", format!("it may be in what is not read: {uncovered}"), None);
    }
    Ok((hints, languages))
}

/// Whether a name, or what it begins with, is imported from outside.
fn of_library(name: &str, memory: &mut Memory, hints: &mut Hints) -> Result<(), Error> {
    let parts: Vec<&str> = name.split(['.', ':', '/']).filter(|part| !part.is_empty()).collect();
    for part in parts.first().into_iter().chain(parts.last().filter(|_| parts.len() > 1)) {
        if part.contains(char::is_whitespace) || is_own(part, memory)? {
            continue;
        }
        let question = FindQuestion { kinds: vec![SymbolKind::Import], ..FindQuestion::new(*part) };
        let hits = memory.find(&question)?.hits;
        if let Some(found) = hits.iter().map(|hit| &hit.symbol).find(|symbol| symbol.name == **part) {
            let why = format!("{part} comes from outside the index: {}:{} imports it", found.path, found.first_line);
            hints.add("library", why, Some(Next::new("find", &[part]).with("kind", "import")));
            break;
        }
    }
    Ok(())
}

/// Whether something here has this name itself: a symbol, a file or a folder.
fn is_own(name: &str, memory: &mut Memory) -> Result<bool, Error> {
    let hits = memory.find(&FindQuestion { limit: 1, ..FindQuestion::new(name) })?.hits;
    if hits.first().is_some_and(|hit| hit.symbol.name == name) {
        return Ok(true);
    }
    let kinds = vec![SymbolKind::File];
    let files = memory.find(&FindQuestion { kinds, limit: MAX_FILES, ..FindQuestion::new(name) })?.hits;
    let is_named = |part: &str| part == name || part.split_once('.').is_some_and(|(stem, _)| stem == name);
    Ok(files.iter().any(|hit| hit.symbol.path.split('/').any(is_named)))
}

/// Why a walk found nothing.
pub(super) fn of_walk(
    name: &'static str,
    question: &WalkQuestion,
    page: &WalkPage,
    ask: fn(&mut Memory, &WalkQuestion) -> Result<WalkPage, Error>,
    context: &mut Context,
    output: &Output,
) -> Result<Hints, Error> {
    let mut hints = of_index(context, output)?;
    let n_known = hints.len();
    let id = page.symbol.id.as_str();
    if question.min_confidence > 0.0 {
        let all = WalkQuestion { limit: 1, min_confidence: 0.0, ..question.clone() };
        of_min_confidence(ask(&mut context.memory, &all)?.n_steps, Next::new(name, &[id]), &mut hints);
    }
    of_receivers(page.n_unresolved, name, id, &mut hints);
    if name == "callers" {
        let refs = WalkQuestion { depth: 1, limit: 1, ..question.clone() };
        if let n @ 1.. = context.memory.references(&refs)?.n_steps {
            let places = many(n.into(), "place names it without a call", "places name it without a call");
            hints.add("not_called", places, Some(Next::new("refs", &[id])));
        }
    }
    if hints.len() == n_known {
        match name {
            "callees" => hints.add(
                "no_calls",
                "it calls nothing that is read: what it calls may be of a library, or built in",
                Some(Next::new("show", &[id])),
            ),
            _ => no_uses(&page.symbol, &mut hints),
        }
    }
    Ok(hints)
}

/// What it does not prove that nothing names a symbol.
fn no_uses(symbol: &Symbol, hints: &mut Hints) {
    let why = match symbol.kind {
        SymbolKind::File => {
            "no file that is read imports it or uses what is in it: it may be run by itself, or loaded by a framework or by a name made at run time"
        }
        _ => {
            "nothing that is read names it: it may be called from outside, by a framework or by a name made at run time"
        }
    };
    hints.add("no_uses", why, Some(Next::new("find", &[&symbol.name])));
}

/// Why no test reaches a symbol.
pub(super) fn of_tests(
    question: &TestsQuestion,
    page: &WalkPage,
    context: &mut Context,
    output: &Output,
) -> Result<Hints, Error> {
    let mut hints = of_index(context, output)?;
    let n_known = hints.len();
    let id = page.symbol.id.as_str();
    let bound = limits::tests_question::DEPTH;
    if question.min_confidence > 0.0 {
        let all = TestsQuestion { limit: 1, min_confidence: 0.0, ..question.clone() };
        of_min_confidence(context.memory.tests(&all)?.n_steps, Next::new("tests", &[id]), &mut hints);
    }
    if question.depth < bound.max {
        let far = TestsQuestion { limit: 1, depth: bound.max, ..question.clone() };
        if let n @ 1.. = context.memory.tests(&far)?.n_steps {
            let why = format!("{} further away", many(n.into(), "test is", "tests are"));
            hints.add("depth", why, Some(Next::new("tests", &[id]).with("depth", bound.max)));
        }
    }
    of_receivers(page.n_unresolved, "callers", id, &mut hints);
    if hints.len() == n_known {
        let why = "no chain of calls that is read leads to it from a test: a framework or a name made at run time may";
        hints.add("no_tests", why, Some(Next::new("callers", &[id])));
    }
    Ok(hints)
}

/// Why nothing stands above or below a symbol.
pub(super) fn of_hierarchy(
    question: &WalkQuestion,
    page: &HierarchyPage,
    context: &mut Context,
    output: &Output,
) -> Result<Hints, Error> {
    let mut hints = of_index(context, output)?;
    let n_known = hints.len();
    let id = page.symbol.id.as_str();
    if question.min_confidence > 0.0 {
        let all = WalkQuestion { limit: 1, min_confidence: 0.0, ..question.clone() };
        let whole = context.memory.hierarchy(&all)?;
        of_min_confidence(whole.n_above + whole.n_below, Next::new("hierarchy", &[id]), &mut hints);
    }
    if hints.len() == n_known {
        let why = match page.symbol.kind {
            SymbolKind::Method => "it overrides nothing that is read, and nothing that is read overrides it",
            SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum | SymbolKind::TypeAlias => {
                "it inherits nothing that is read, and nothing that is read inherits it"
            }
            _ => "only types and their members have something above or below them",
        };
        hints.add("no_types", why, Some(Next::new("refs", &[id])));
    }
    Ok(hints)
}

/// Why nothing leads from one symbol to another, and whether something leads back.
pub(super) fn of_path(
    question: &PathQuestion,
    page: &PathPage,
    context: &mut Context,
    output: &Output,
) -> Result<Hints, Error> {
    let mut hints = of_index(context, output)?;
    let (source, target) = (question.source.as_str(), question.target.as_str());
    let (has_kinds, has_min_confidence) = (!question.kinds.is_empty(), question.min_confidence > 0.0);
    if has_min_confidence || has_kinds {
        let all = PathQuestion { kinds: Vec::new(), min_confidence: 0.0, ..question.clone() };
        if let n @ 1.. = context.memory.path(&all)?.steps.len() {
            let edges = many(n as u64, "edge leads", "edges lead");
            let why = format!(
                "{edges} there {}",
                without(&[(has_kinds, "by"), (has_min_confidence, "min_confidence")], output)
            );
            hints.add("filter", why, Some(Next::new("path", &[source, target])));
        }
    }
    let back = PathQuestion { source: target.to_owned(), target: source.to_owned(), ..question.clone() };
    match context.memory.path(&back)?.steps.len() {
        0 => {
            let edges = many(question.depth.into(), "edge", "edges");
            hints.add("no_path", format!("nothing leads there within {edges}"), None);
        }
        n => {
            let why =
                format!("nothing leads there; the other way round {} so", many(n as u64, "edge does", "edges do"));
            hints.add("other_way", why, Some(Next::new("path", &[target, source])));
        }
    }
    of_receivers(page.n_unresolved, "callers", &page.target.id, &mut hints);
    Ok(hints)
}

/// Why a file depends on nothing, or nothing on it.
pub(super) fn of_files(
    is_of_dependents: bool,
    path: &str,
    context: &mut Context,
    output: &Output,
) -> Result<Hints, Error> {
    let mut hints = of_index(context, output)?;
    let (kind, why, next) = match is_of_dependents {
        true => (
            "no_uses",
            "no file that is read imports or uses it: it may be run by itself, or loaded by a framework or by a name made at run time",
            Next::new("impact", &[path]),
        ),
        false => (
            "no_imports",
            "it imports and uses nothing, neither a file that is read nor a module",
            Next::new("show", &[path]),
        ),
    };
    hints.add(kind, why, Some(next));
    Ok(hints)
}

/// Why a map has nothing.
pub(super) fn of_map(map: &RepositoryMap, context: &mut Context, output: &Output) -> Result<Hints, Error> {
    let mut hints = of_index(context, output)?;
    match map.n_symbols_left_out {
        0 => nothing_indexed(&map.unread, &mut hints),
        n => {
            let why =
                format!("{} left out: the budget is too small for one", many(n.into(), "symbol is", "symbols are"));
            let budget = limits::map_question::BUDGET.default;
            hints.add("budget", why, Some(Next::new("map", &[]).with("budget", budget)));
        }
    }
    Ok(hints)
}

/// Why a task needs no code.
pub(super) fn of_task(context: &mut Context, output: &Output) -> Result<Hints, Error> {
    let mut hints = of_index(context, output)?;
    let why = "nothing that is read has words of the task: names of symbols, paths and error lines count most";
    of_empty("no_match", why, context, &mut hints)?;
    Ok(hints)
}

/// Why a graph has no file.
pub(super) fn of_export(has_prefix: bool, context: &mut Context, output: &Output) -> Result<Hints, Error> {
    let mut hints = of_index(context, output)?;
    let status = context.memory.status()?;
    match status.n_files {
        0 => nothing_indexed(&status.unread, &mut hints),
        n if has_prefix => {
            let files = many(n.into(), "file is", "files are");
            hints.add("filter", format!("{files} there {}", without(&[(true, "in")], output)), None);
        }
        _ => {}
    }
    Ok(hints)
}

/// Why a file has no outline.
pub(super) fn of_outline(context: &mut Context, output: &Output) -> Result<Hints, Error> {
    let mut hints = of_index(context, output)?;
    hints.add("no_symbols", "it defines nothing that has a name", None);
    Ok(hints)
}

fn of_min_confidence(n: u32, next: Next, hints: &mut Hints) {
    if n > 0 {
        let why = format!("{} less sure", many(n.into(), "is", "are"));
        hints.add("min_confidence", why, Some(next));
    }
}

/// Adds uses that no list of certain ones has, which is said beside each.
fn of_receivers(n_unresolved: Option<u32>, name: &'static str, id: &str, hints: &mut Hints) {
    let next = match name {
        "callees" => Next::new("show", &[id]),
        name => Next::new(name, &[id]).with_flag("unresolved"),
    };
    match n_unresolved {
        Some(0) => {}
        Some(n) => {
            let why =
                many(n.into(), "place has a receiver that is not known", "places have a receiver that is not known");
            hints.add_said("unknown_receivers", why, Some(next));
        }
        None => {
            let why = format!("places with a receiver that is not known are {}", unresolved::UNCOUNTED);
            hints.add_said("unknown_receivers", why, Some(next));
        }
    }
}

/// An error with the reasons that are known: of a name that nothing has, of a folder, and of a file that is left out.
pub(super) fn explained(fault: Fault, context: &mut Context, output: &Output) -> Fault {
    let Fault::Library(Error::Refused(Refusal::Unknown(unknown))) = fault else { return fault };
    if let Ok(path) = context.path(&unknown.name) {
        if let Ok(Some(left_out)) = context.memory.left_out(&path) {
            return Fault::LeftOut { path, why: names::why_left_out(left_out) };
        }
        if context.memory.root().path().join(&path).is_dir() {
            return Fault::Folder { path };
        }
    }
    // Where the index cannot be asked, the error says what it said.
    let (hints, languages) = of_name(&unknown, context, output).unwrap_or_default();
    Fault::Unknown(Box::new((unknown, hints, languages)))
}
