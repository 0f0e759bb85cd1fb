//! The commands that query the code: which question each one asks, and the notes beside its answer.

pub(crate) mod disambiguate;
pub(crate) mod empty_hints;
pub(crate) mod export;
pub(crate) mod grouped;
pub(crate) mod history;
pub(crate) mod show;
pub(crate) mod status;
pub(crate) mod unresolved;

use scrubjay::wit::graph::{
    FileQuestion, FindQuestion, MapQuestion, PathQuestion, SymbolKind, TestsQuestion, WalkPage, WalkQuestion,
};
use scrubjay::wit::limits::walk_question::{DEPTH, LIMIT as RESULTS};
use scrubjay::wit::prepare::PrepareQuestion;
use scrubjay::wit::types::{DamagedRow, Error as Refusal, UnreadLanguage};
use scrubjay::{Error, Memory};

use crate::arguments::{
    Callees, Callers, FileArgs, Find, Hierarchy, Impact, Map, NearArgs, Path, PlacesArgs, Prepare, Question, Refs,
    Tests, names, words,
};
use crate::memory::damaged;
use crate::notes::spoken_of::{self, CodeSubject};
use crate::output::asker::NextStep;
use crate::output::hints::Hints;
use crate::output::json::Json as _;
use crate::output::{Output, text};
use crate::{Context, Ending, Fault};
use grouped::MeaningCount;
use unresolved::{CertainPage, UnresolvedSummary};

/// Advice if there is nothing to search for.
const NO_WORDS: &str = "say what to find, as `scrubjay find Session`, or pipe it: COMMAND | scrubjay find -";
/// Advice if there is no task to prepare for.
const NO_TASK: &str =
    "say what is to be done, as `scrubjay prepare fix the login timeout`, or: scrubjay prepare - < FILE";

/// Asks the question of a command and shows the answer.
pub(crate) fn ask(question: Question, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    let answered = match question {
        Question::Find(given) => find(&given, context, output),
        Question::Show(given) => show::show(&given, context, output),
        Question::Callers(given) => walk(&given.into(), context, output),
        Question::Path(given) => path(&given, context, output),
        Question::Hierarchy(given) => hierarchy(&given, context, output),
        Question::Callees(given) => walk(&given.into(), context, output),
        Question::Deps(given) => files(&given, false, context, output),
        Question::Dependents(given) => files(&given, true, context, output),
        Question::Refs(given) => walk(&given.into(), context, output),
        Question::Impact(given) => walk(&given.into(), context, output),
        Question::Tests(given) => tests(&given, context, output),
        Question::Map(given) => map(&given, context, output),
        Question::Export(given) => export::export(&given, context, output),
        Question::Prepare(given) => prepare(&given, context, output),
        Question::History(given) => history::history(&given, context, output),
        Question::Status => status::status(context, output),
    };
    answered.map_err(|fault| empty_hints::with_reasons(disambiguate::with_meanings(fault), context, output))
}

fn find(find: &Find, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    let kinds: Vec<SymbolKind> = names::parse_cases(&find.kind);
    let question = FindQuestion {
        text: words::text_or_input(&find.text, NO_WORDS)?,
        kinds,
        path_prefix: context.prefix(&find.prefix),
        limit: find.limit,
        explain: find.explain,
        skip: find.skip,
    };
    let page = ask_reporting_damage(context, output, |memory| memory.find(&question))?;
    let counts = (page.hits.len(), page.n_hits, find.skip);
    let hints = empty_hints::list_hints(counts, &page.hints, "find", context, output);
    output.answer_in_parts(|| text::find_text(&page), || hints.with(page.json(), output));
    if let Some(unmatched) = text::unmatched_words(&page) {
        output.say(unmatched);
    }
    if !page.hits.is_empty() && !page.suggestions.is_empty() {
        output.say(format_args!("names that come close: {}", page.suggestions.join(", ")));
    }
    let shown =
        ListedPart { n: page.hits.len(), n_all: page.n_hits, limit: find.limit, skip: find.skip, unread: &page.unread };
    Ok(shown.tell(&hints, &["in", "kind"], output))
}

/// The arguments of a question that follows edges from a symbol.
struct Walk {
    /// The command.
    name: &'static str,
    /// The name of the relation, as in the heading of the answer.
    what: &'static str,
    ask: fn(&mut Memory, &WalkQuestion) -> Result<WalkPage, Error>,
    near: NearArgs,
    depth: u32,
    is_listed: bool,
    is_flat: bool,
}

impl Walk {
    fn question(&self, name: &str) -> WalkQuestion {
        let NearArgs { limit, min_confidence, skip, .. } = self.near;
        WalkQuestion { depth: self.depth, limit, skip, min_confidence, ..WalkQuestion::new(name) }
    }
}

impl From<Callers> for Walk {
    fn from(Callers { near, depth, places: PlacesArgs { members, flat } }: Callers) -> Walk {
        let (name, is_listed, is_flat) = ("callers", members.unresolved, flat);
        Walk { name, what: name, ask: Memory::callers, near, depth, is_listed, is_flat }
    }
}

impl From<Callees> for Walk {
    fn from(Callees { near, depth }: Callees) -> Walk {
        let name = "callees";
        Walk { name, what: name, ask: Memory::callees, near, depth, is_listed: false, is_flat: true }
    }
}

impl From<Refs> for Walk {
    fn from(Refs { near, places: PlacesArgs { members, flat } }: Refs) -> Walk {
        let (ask, is_listed) = (Memory::references, members.unresolved);
        Walk { name: "refs", what: "references", ask, near, depth: 1, is_listed, is_flat: flat }
    }
}

impl From<Impact> for Walk {
    fn from(Impact { near, depth, places: PlacesArgs { members, flat } }: Impact) -> Walk {
        let (name, is_listed, is_flat) = ("impact", members.unresolved, flat);
        Walk { name, what: name, ask: Memory::impact, near, depth, is_listed, is_flat }
    }
}

fn walk(walk: &Walk, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    let NearArgs { name, meanings, .. } = &walk.near;
    disambiguate::ask_each_meaning(meanings, name, context, output, |name, context| {
        walk_of(walk, name, context, output)
    })
}

fn walk_of(walk: &Walk, name: &str, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    let question = walk.question(name);
    let page = ask_reporting_damage(context, output, |memory| (walk.ask)(memory, &question))?;
    tell_meanings(walk.what, "of", &page, output);
    let (limit, skip) = (question.limit, question.skip);
    let beside = UnresolvedSummary::for_list(&page.symbol, page.n_unresolved, page.n_unresolved_files, walk.is_listed);
    let certain = CertainPage { n: page.steps.len(), n_all: page.n_steps, limit, skip };
    let listed = beside.list(&certain, context, output)?;
    let (n, n_all) = certain.combined_counts(listed.as_ref());
    let hints = empty_hints::list_hints((n, n_all, skip), &page.hints, walk.name, context, output);
    let lines = || {
        let mut lines =
            grouped::step_lines(&page.steps, walk.is_flat, MeaningCount::of(&page.meanings), output.asker());
        lines.append(&unresolved::place_lines(listed.as_ref().map_or(&[], |page| &page.places)));
        lines
    };
    output.answer_in_parts(lines, || hints.with(unresolved::with_places(page.json(), listed.as_ref()), output));
    match walk.name {
        "callees" => tell_unknown_callees(&page, output),
        _ => beside.tell(listed.as_ref(), output),
    }
    grouped::tell_hidden_steps(&page.steps, walk.is_flat, output);
    tell_depth(page.depth_limited, question.depth, output);
    if walk.name == "callers" {
        spoken_of::tell_of_code(&CodeSubject::of_symbol(&page.symbol.path, &page.symbol.id), context, output);
    }
    Ok(ListedPart { n, n_all, limit, skip, unread: &page.unread }.tell(&hints, &["min_confidence"], output))
}

/// Prints the heading of an answer: the relation, the symbol's id, and the meanings of its name if there are several.
fn tell_meanings(what: &str, of: &str, page: &WalkPage, output: &Output) {
    let of = if of.is_empty() { String::new() } else { format!(" {of}") };
    output.say(format_args!("{what}{of} {}", page.symbol.id));
    if let Some(several) = text::list_meanings(&page.meanings) {
        output.say(several);
    }
}

/// Says that the walk ended at its depth, if it did.
fn tell_depth(depth_limited: bool, depth: u32, output: &Output) {
    let more = if depth < DEPTH.max { format!(": {} follows it", output.argument("depth")) } else { String::new() };
    if depth_limited {
        output.say(format_args!("it goes on beyond {}{more}", text::counted_noun(depth.into(), "step", "steps")));
    }
}

fn tell_unknown_callees(page: &WalkPage, output: &Output) {
    let Some(n @ 1..) = page.n_unresolved else { return };
    let calls = text::counted_noun(n.into(), "more call is", "more calls are");
    let source = NextStep::new("show", &[&page.symbol.id]).spelled_for(output.asker());
    let source = source.map(|source| format!("; no list has them, its source does: {source}")).unwrap_or_default();
    output.say(format_args!("{calls} of members of something that is not known{source}"));
}

fn tests(tests: &Tests, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    disambiguate::ask_each_meaning(&tests.meanings, &tests.name, context, output, |name, context| {
        tests_of(tests, name, context, output)
    })
}

fn tests_of(tests: &Tests, name: &str, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    let (depth, limit, skip) = (tests.depth, tests.limit, tests.skip);
    let question =
        TestsQuestion { depth, limit, skip, min_confidence: tests.min_confidence, ..TestsQuestion::new(name) };
    let page = ask_reporting_damage(context, output, |memory| memory.tests(&question))?;
    tell_meanings("tests that reach", "", &page, output);
    let counts = (page.steps.len(), page.n_steps, skip);
    let hints = empty_hints::list_hints(counts, &page.hints, "tests", context, output);
    output.answer_in_parts(
        || grouped::step_lines(&page.steps, tests.flat, MeaningCount::of(&page.meanings), output.asker()),
        || hints.with(page.json(), output),
    );
    UnresolvedSummary::for_other_command(&page.symbol, page.n_unresolved, page.n_unresolved_files).tell(None, output);
    grouped::tell_hidden_steps(&page.steps, tests.flat, output);
    tell_depth(page.depth_limited, depth, output);
    let shown = ListedPart { n: page.steps.len(), n_all: page.n_steps, limit, skip, unread: &page.unread };
    Ok(shown.tell(&hints, &["min_confidence"], output))
}

fn path(path: &Path, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    let names = [path.source.as_str(), path.target.as_str()];
    if path.all {
        return disambiguate::ask_each_pair(&path.meaning, names, context, output, |source, target, context| {
            path_between(path, source, target, context, output)
        });
    }
    let [source, target] = disambiguate::choose_ends(&path.meaning, names, context, output)?;
    path_between(path, &source, &target, context, output)
}

/// The shortest chain.
fn path_between(
    path: &Path,
    source: &str,
    target: &str,
    context: &mut Context,
    output: &Output,
) -> Result<Ending, Fault> {
    let question = PathQuestion {
        source: source.to_owned(),
        target: target.to_owned(),
        depth: path.depth,
        kinds: names::parse_cases(&path.by),
        min_confidence: path.min_confidence,
    };
    let page = ask_reporting_damage(context, output, |memory| memory.path(&question))?;
    output.say(format_args!("from {} to {}", page.source.id, page.target.id));
    let hints = empty_hints::hints_for(&page.hints, "path", context, output);
    output.answer_in_parts(|| text::path_text(&page), || hints.with(page.json(), output));
    UnresolvedSummary::for_other_command(&page.target, page.n_unresolved, page.n_unresolved_files).tell(None, output);
    tell_unread(&page.unread, output);
    if page.steps.is_empty() {
        hints.tell(output);
        return Ok(Ending::Nothing);
    }
    Ok(Ending::Found)
}

fn hierarchy(given: &Hierarchy, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    let NearArgs { name, meanings, .. } = &given.near;
    disambiguate::ask_each_type(meanings, name, context, output, |name, context| {
        hierarchy_of(given, name, context, output)
    })
}

fn hierarchy_of(given: &Hierarchy, name: &str, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    let NearArgs { limit, min_confidence, skip, .. } = given.near;
    let question = WalkQuestion { depth: given.depth, limit, skip, min_confidence, ..WalkQuestion::new(name) };
    let page = ask_reporting_damage(context, output, |memory| memory.hierarchy(&question))?;
    output.say(format_args!("above and below {}", page.symbol.id));
    let beside =
        UnresolvedSummary::for_list(&page.symbol, page.n_unresolved, page.n_unresolved_files, given.members.unresolved);
    let (n, n_all) = (page.above.len() + page.below.len(), page.n_above + page.n_below);
    let certain = CertainPage { n, n_all, limit, skip };
    let listed = beside.list(&certain, context, output)?;
    let (n, n_all) = certain.combined_counts(listed.as_ref());
    let hints = empty_hints::list_hints((n, n_all, skip), &page.hints, "hierarchy", context, output);
    let lines = || {
        let mut lines = text::hierarchy_text(&page);
        lines.append(&unresolved::place_lines(listed.as_ref().map_or(&[], |page| &page.places)));
        lines
    };
    output.answer_in_parts(lines, || hints.with(unresolved::with_places(page.json(), listed.as_ref()), output));
    beside.tell(listed.as_ref(), output);
    tell_depth(page.depth_limited, given.depth, output);
    Ok(ListedPart { n, n_all, limit, skip, unread: &page.unread }.tell(&hints, &["min_confidence"], output))
}

fn files(file: &FileArgs, is_of_dependents: bool, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    let path = context.path(&file.file)?;
    let question = FileQuestion { path, depth: file.depth, limit: file.limit, skip: file.skip };
    let ask = if is_of_dependents { Memory::dependents } else { Memory::dependencies };
    let page = ask_reporting_damage(context, output, |memory| ask(memory, &question))
        .map_err(|fault| file_not_found(fault, &file.file, &question.path, context))?;
    let (n, n_all) = (page.dependencies.len(), page.n_dependencies);
    let FileQuestion { limit, skip, .. } = question;
    let hints = empty_hints::list_hints((n, n_all, skip), &page.hints, "deps", context, output);
    output.answer_in_parts(|| text::dependencies_text(&page), || hints.with(page.json(), output));
    Ok(ListedPart { n, n_all, limit, skip, unread: &page.unread }.tell(&hints, &["depth"], output))
}

fn map(map: &Map, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    let focus = map.focus.iter().map(|focus| context.name(focus)).collect();
    let map = ask_reporting_damage(context, output, |memory| memory.map(&MapQuestion { budget: map.budget, focus }))?;
    tell_unknown(&map.unknown_focus, "means nothing here", output);
    let is_empty = map.n_symbols == 0;
    let hints = empty_hints::hints_for(&map.hints, "map", context, output);
    output.answer(|| map.text.clone(), || hints.with(map.json(), output));
    let symbols = text::counted_noun(map.n_symbols.into(), "symbol", "symbols");
    let files = text::counted_noun(map.n_files.into(), "file", "files");
    output.say(format_args!("{symbols} of {files} in {} tokens", map.tokens));
    if let Some(left_out) = text::left_out_of_map(&map) {
        output.say(format_args!("left out: {left_out}; {} shows more", output.argument("budget")));
    }
    tell_unread(&map.unread, output);
    if is_empty {
        hints.tell(output);
        return Ok(Ending::Nothing);
    }
    Ok(Ending::Found)
}

fn prepare(prepare: &Prepare, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    let question = prepare_question(prepare, context)?;
    let question = if prepare.code_only { question } else { with_reminders(question, context, output) };
    let prepared = ask_reporting_damage(context, output, |memory| memory.prepare(&question))?;
    tell_unknown(&prepared.unknown_focus, "is no file here", output);
    let hints = empty_hints::hints_for(&prepared.hints, "prepare", context, output);
    let as_text = || if prepare.why { text::reasons_text(&prepared) } else { prepared.text.clone().into() };
    output.answer_in_parts(as_text, || hints.with(prepared.json(), output));
    let (pieces, left_out) = (text::piece_counts(&prepared), text::left_out_of_context(&prepared));
    output.say(format_args!("{pieces} in {} of {} tokens; {left_out} left out", prepared.tokens, prepare.budget));
    tell_unread(&prepared.unread, output);
    if prepared.pieces.is_empty() {
        hints.tell(output);
    }
    let is_empty = prepared.pieces.is_empty() && prepared.beside.is_empty();
    Ok(if is_empty { Ending::Nothing } else { Ending::Found })
}

fn prepare_question(prepare: &Prepare, context: &Context) -> Result<PrepareQuestion, Fault> {
    let paths = |paths: &[String]| paths.iter().map(|path| context.path(path)).collect::<Result<Vec<String>, Fault>>();
    Ok(PrepareQuestion {
        budget: prepare.budget,
        focus: paths(&prepare.focus)?,
        recent: paths(&prepare.recent)?,
        errors: prepare.error.clone(),
        ..PrepareQuestion::new(words::text_or_input(&prepare.task, NO_TASK)?)
    })
}

/// The question with reminders from the records; without reminders if the records cannot be read.
fn with_reminders(question: PrepareQuestion, context: &mut Context, output: &Output) -> PrepareQuestion {
    let reminded = context.memory.reminded(&question);
    if let Ok(records) = context.memory.records() {
        records.damage().iter().for_each(|damage| damaged::tell_damage(damage, output));
    }
    reminded.unwrap_or_else(|error| {
        let why = Fault::Library(error).in_words(output.asker());
        output.warn(format_args!("what was recorded is left out: {why}"));
        question
    })
}

/// Says why a requested focus was not used.
fn tell_unknown(unknown: &[String], why: &str, output: &Output) {
    for focus in unknown {
        output.warn(format_args!("note: {focus} {why}: it is not in focus"));
    }
}

/// The error for a file that is not in the index: why it was skipped, or where the symbol of that name is.
fn file_not_found(fault: Fault, typed: &str, path: &str, context: &mut Context) -> Fault {
    if !matches!(fault, Fault::Library(Error::Refused(Refusal::Unknown(_)))) {
        return fault;
    }
    if let Ok(Some(left_out)) = context.memory.left_out(path) {
        return Fault::FileLeftOut { path: path.to_owned(), why: names::why_left_out(left_out) };
    }
    let question = WalkQuestion { limit: 1, min_confidence: 1.0, ..WalkQuestion::new(typed) };
    let place = match context.memory.callees(&question) {
        Ok(page) => Some(page.symbol.path),
        Err(Error::Refused(Refusal::Ambiguous(many))) => many.candidates.into_iter().next().map(|first| first.path),
        Err(_) => None,
    };
    place.map_or(fault, |path| Fault::NoFile { name: typed.to_owned(), path })
}

/// The shown part of a list, and the number of all items.
struct ListedPart<'a> {
    n: usize,
    n_all: u32,
    limit: u32,
    skip: u32,
    unread: &'a [UnreadLanguage],
}

impl ListedPart<'_> {
    /// Prints what is not shown, and the options that show it.
    fn tell(self, hints: &Hints, narrower: &[&str], output: &Output) -> Ending {
        let ListedPart { n, n_all, limit, skip, unread } = self;
        let ending = match (n, n_all) {
            (0, 1..) => {
                output.say(empty_hints::past_end_message(n_all, skip));
                Ending::Nothing
            }
            (0, 0) => {
                hints.tell(output);
                Ending::Nothing
            }
            _ => Ending::Found,
        };
        let end = u64::from(skip) + n as u64;
        if n > 0 && (n as u64) < u64::from(n_all) {
            let more = if end < u64::from(n_all) { rest_hint(end, limit, narrower, output) } else { String::new() };
            let [first, last, all] = [u64::from(skip) + 1, end, n_all.into()].map(text::count);
            output.say(format_args!("{first} to {last} of {all}{more}"));
        }
        tell_unread(unread, output);
        ending
    }
}

/// Says which arguments show the rest of a list.
fn rest_hint(end: u64, limit: u32, narrower: &[&str], output: &Output) -> String {
    let narrower: Vec<String> = narrower.iter().map(|name| output.argument(name)).collect();
    let more = (limit < RESULTS.max).then(|| format!(", {} gives more at once", output.argument("limit")));
    let (skip, more, narrower) = (output.argument("skip"), more.unwrap_or_default(), narrower.join(" or "));
    format!("; {skip} {end} goes on{more}, {narrower} makes it less")
}

/// Names the languages that are not read, whose files an answer does not cover.
fn tell_unread(unread: &[UnreadLanguage], output: &Output) {
    if let Some(uncovered) = text::uncovered_files(unread) {
        output.say(format_args!("not read: {uncovered}"));
    }
}

/// Asks a question, and reports damaged rows, even if the question fails, since they may be the cause.
pub(crate) fn ask_reporting_damage<T>(
    context: &mut Context,
    output: &Output,
    ask: impl FnOnce(&mut Memory) -> Result<T, Error>,
) -> Result<T, Fault> {
    let answer = ask(&mut context.memory);
    tell_damage(&context.memory.damaged()?, output);
    Ok(answer?)
}

/// Reports that damaged rows were left out of an answer.
pub(crate) fn tell_damage(damaged: &[DamagedRow], output: &Output) {
    if let n_damaged @ 1.. = damaged.len() {
        output.note_damaged_rows(n_damaged);
        let rows = text::counted_noun(n_damaged as u64, "damaged row was", "damaged rows were");
        output.warn(format_args!("{rows} left out of the answer; try: scrubjay index --check, which makes them again"));
    }
}
