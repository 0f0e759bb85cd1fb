//! The commands that query the code: which question each one asks, and the notes beside its answer.

use scrubjay::wit::graph::{
    DependencyPage, FileQuestion, FindQuestion, MapQuestion, PathQuestion, SymbolKind, TestsQuestion, WalkPage,
    WalkQuestion,
};
use scrubjay::wit::limits::walk_question::{DEPTH, MOST as RESULTS};
use scrubjay::wit::recall::PrepareQuestion;
use scrubjay::wit::types::{DamagedRow, Error as Refusal, UnreadLanguage};
use scrubjay::{Error, Memory};

use super::args::{
    Callees, Callers, File, Find, Hierarchy, Impact, Map, Near, Path, Places, Prepare, Question, Refs, Tests,
};
use super::json::Json as _;
use super::maybe::{self, Maybe};
use super::nothing::{self, Hints};
use super::output::Output;
use super::{Asked, Ending, Fault, export, grouped, history, meaning, names, show, status, text, words};

/// What to do where there is nothing to look for, and nothing to prepare.
const NO_WORDS: &str = "say what to find, as `scrubjay find Session`, or pipe it: COMMAND | scrubjay find -";
const NO_TASK: &str =
    "say what is to be done, as `scrubjay prepare fix the login timeout`, or: scrubjay prepare - < FILE";

/// Asks the question of a command, and shows the answer.
pub(super) fn ask(question: Question, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let answered = match question {
        Question::Find(given) => find(&given, asked, output),
        Question::Show(given) => show::show(&given, asked, output),
        Question::Callers(given) => walk(&given.into(), asked, output),
        Question::Path(given) => path(&given, asked, output),
        Question::Hierarchy(given) => hierarchy(&given, asked, output),
        Question::Callees(given) => walk(&given.into(), asked, output),
        Question::Deps(given) => files(&given, asked, output, Memory::dependencies),
        Question::Dependents(given) => files(&given, asked, output, Memory::dependents),
        Question::Refs(given) => walk(&given.into(), asked, output),
        Question::Impact(given) => walk(&given.into(), asked, output),
        Question::Tests(given) => tests(&given, asked, output),
        Question::Map(given) => map(&given, asked, output),
        Question::Export(given) => export::export(&given, asked, output),
        Question::Prepare(given) => prepare(&given, asked, output),
        Question::History(given) => history::history(&given, asked, output),
        Question::Status => status::status(asked, output),
    };
    answered.map_err(|fault| nothing::explained(meaning::described(fault, asked), asked))
}

fn find(find: &Find, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let kinds: Vec<SymbolKind> = names::cases(&find.kind);
    let question = FindQuestion {
        text: words::text(&find.text, NO_WORDS)?,
        kinds,
        path_prefix: asked.prefix(&find.prefix),
        most: find.most,
        explain: find.explain,
        skip: find.skip,
    };
    let page = told(asked, output, |memory| memory.find(&question))?;
    let hints = if page.hits.is_empty() { nothing::of_find(&question, asked)? } else { Hints::default() };
    output.answer_in_parts(|| text::find(&page), || hints.with(page.json()));
    let shown =
        Shown { n: page.hits.len(), n_all: page.n_hits, most: find.most, skip: find.skip, unread: &page.unread };
    Ok(shown.tell(&hints, &["in", "kind"], output))
}

/// A walk along edges, as it was typed.
struct Walk {
    /// The command.
    name: &'static str,
    /// What it shows.
    what: &'static str,
    ask: fn(&mut Memory, &WalkQuestion) -> Result<WalkPage, Error>,
    near: Near,
    depth: u32,
    is_listed: bool,
    is_flat: bool,
}

impl Walk {
    fn question(&self, name: &str) -> WalkQuestion {
        let Near { most, sure, skip, .. } = self.near;
        WalkQuestion { depth: self.depth, most, skip, least_confidence: sure, ..WalkQuestion::new(name) }
    }
}

impl From<Callers> for Walk {
    fn from(Callers { near, depth, places: Places { members, flat } }: Callers) -> Walk {
        let (name, is_listed, is_flat) = ("callers", members.maybe, flat);
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
    fn from(Refs { near, places: Places { members, flat } }: Refs) -> Walk {
        let (ask, is_listed) = (Memory::references, members.maybe);
        Walk { name: "refs", what: "references", ask, near, depth: 1, is_listed, is_flat: flat }
    }
}

impl From<Impact> for Walk {
    fn from(Impact { near, depth, places: Places { members, flat } }: Impact) -> Walk {
        let (name, is_listed, is_flat) = ("impact", members.maybe, flat);
        Walk { name, what: name, ask: Memory::impact, near, depth, is_listed, is_flat }
    }
}

fn walk(walk: &Walk, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let Near { name, meanings, .. } = &walk.near;
    meaning::each(meanings, name, asked, output, |name, asked| walk_of(walk, name, asked, output))
}

fn walk_of(walk: &Walk, name: &str, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let question = walk.question(name);
    let page = told(asked, output, |memory| (walk.ask)(memory, &question))?;
    output.say(format_args!("{} of {}", walk.what, page.symbol.id));
    let hints = match page.steps.is_empty() {
        true => nothing::of_walk(walk.name, &question, &page, walk.ask, asked)?,
        false => Hints::default(),
    };
    let beside =
        Maybe { symbol: &page.symbol, n_places: page.n_maybe, n_files: page.n_maybe_files, is_listed: walk.is_listed };
    let listed = beside.list(question.most, asked, output)?;
    let listed = listed.as_ref();
    let lines = || {
        let mut lines = grouped::lines(&page.steps, walk.is_flat);
        lines.append(&maybe::lines(listed));
        lines
    };
    output.answer_in_parts(lines, || hints.with(maybe::with_places(page.json(), listed)));
    match walk.name {
        "callees" => tell_unknown_callees(page.n_maybe, output),
        _ => beside.tell(listed, output),
    }
    grouped::tell(&page.steps, walk.is_flat, output);
    tell_depth(page.goes_on, question.depth, output);
    let shown = Shown {
        n: page.steps.len(),
        n_all: page.n_steps,
        most: question.most,
        skip: question.skip,
        unread: &page.unread,
    };
    Ok(shown.tell(&hints, &["sure"], output))
}

/// Says that a walk ended at its depth.
fn tell_depth(goes_on: bool, depth: u32, output: &Output) {
    let more = if depth < DEPTH.most { format!(": {} follows it", output.argument("depth")) } else { String::new() };
    if goes_on {
        output.say(format_args!("it goes on beyond {}{more}", text::many(depth.into(), "step", "steps")));
    }
}

fn tell_unknown_callees(n: Option<u32>, output: &Output) {
    if let Some(n @ 1..) = n {
        let calls = text::many(n.into(), "more call is", "more calls are");
        output.say(format_args!("{calls} of members of something that is not known"));
    }
}

fn tests(tests: &Tests, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    meaning::each(&tests.meanings, &tests.name, asked, output, |name, asked| tests_of(tests, name, asked, output))
}

fn tests_of(tests: &Tests, name: &str, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let (depth, most, skip) = (tests.depth, tests.most, tests.skip);
    let question = TestsQuestion { depth, most, skip, least_confidence: tests.sure, ..TestsQuestion::new(name) };
    let page = told(asked, output, |memory| memory.tests(&question))?;
    output.say(format_args!("tests that reach {}", page.symbol.id));
    let hints = if page.steps.is_empty() { nothing::of_tests(&question, &page, asked)? } else { Hints::default() };
    output.answer_in_parts(|| grouped::lines(&page.steps, tests.flat), || hints.with(page.json()));
    let (n_places, n_files) = (page.n_maybe, page.n_maybe_files);
    Maybe { symbol: &page.symbol, n_places, n_files, is_listed: false }.tell(None, output);
    grouped::tell(&page.steps, tests.flat, output);
    tell_depth(page.goes_on, depth, output);
    let shown = Shown { n: page.steps.len(), n_all: page.n_steps, most, skip, unread: &page.unread };
    Ok(shown.tell(&hints, &["sure"], output))
}

fn path(path: &Path, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    if path.all {
        let names = (path.source.as_str(), path.target.as_str());
        return meaning::each_pair(names, asked, output, |source, target, asked| {
            path_between(path, source, target, asked, output)
        });
    }
    let (source, target) = (asked.name(&path.source), asked.name(&path.target));
    path_between(path, &source, &target, asked, output)
}

/// The shortest chain; if there is none, says whether one exists in the other direction.
fn path_between(path: &Path, source: &str, target: &str, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let question = PathQuestion {
        source: source.to_owned(),
        target: target.to_owned(),
        depth: path.depth,
        kinds: names::cases(&path.by),
        least_confidence: path.sure,
    };
    let page = told(asked, output, |memory| memory.path(&question))?;
    output.say(format_args!("from {} to {}", page.source.id, page.target.id));
    let hints = if page.steps.is_empty() { nothing::of_path(&question, asked)? } else { Hints::default() };
    output.answer_in_parts(|| text::path(&page), || hints.with(page.json()));
    let (n_places, n_files) = (page.n_maybe, page.n_maybe_files);
    Maybe { symbol: &page.target, n_places, n_files, is_listed: false }.tell(None, output);
    tell_unread(&page.unread, output);
    if page.steps.is_empty() {
        hints.tell(output);
        return Ok(Ending::Nothing);
    }
    Ok(Ending::Found)
}

fn hierarchy(given: &Hierarchy, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let Near { name, meanings, .. } = &given.near;
    meaning::each_type(meanings, name, asked, output, |name, asked| hierarchy_of(given, name, asked, output))
}

fn hierarchy_of(given: &Hierarchy, name: &str, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let Near { most, sure, skip, .. } = given.near;
    let question = WalkQuestion { depth: given.depth, most, skip, least_confidence: sure, ..WalkQuestion::new(name) };
    let page = told(asked, output, |memory| memory.hierarchy(&question))?;
    output.say(format_args!("above and below {}", page.symbol.id));
    let is_empty = page.above.is_empty() && page.below.is_empty();
    let hints = if is_empty { nothing::of_index(asked)? } else { Hints::default() };
    let (n_places, n_files) = (page.n_maybe, page.n_maybe_files);
    let beside = Maybe { symbol: &page.symbol, n_places, n_files, is_listed: given.members.maybe };
    let listed = beside.list(most, asked, output)?;
    let listed = listed.as_ref();
    let lines = || {
        let mut lines = text::hierarchy(&page);
        lines.append(&maybe::lines(listed));
        lines
    };
    output.answer_in_parts(lines, || hints.with(maybe::with_places(page.json(), listed)));
    beside.tell(listed, output);
    let (n, n_all) = (page.above.len() + page.below.len(), page.n_above + page.n_below);
    Ok(Shown { n, n_all, most, skip, unread: &page.unread }.tell(&hints, &["sure"], output))
}

fn files(
    file: &File,
    asked: &mut Asked,
    output: &Output,
    ask: fn(&mut Memory, &FileQuestion) -> Result<DependencyPage, Error>,
) -> Result<Ending, Fault> {
    let path = asked.path(&file.file)?;
    let question = FileQuestion { path, depth: file.depth, most: file.most, skip: file.skip };
    let page = told(asked, output, |memory| ask(memory, &question))
        .map_err(|fault| no_file(fault, &file.file, &question.path, asked))?;
    let hints = if page.dependencies.is_empty() { nothing::of_index(asked)? } else { Hints::default() };
    output.answer_in_parts(|| text::dependencies(&page), || hints.with(page.json()));
    let (n, n_all) = (page.dependencies.len(), page.n_dependencies);
    let FileQuestion { most, skip, .. } = question;
    Ok(Shown { n, n_all, most, skip, unread: &page.unread }.tell(&hints, &["depth"], output))
}

fn map(map: &Map, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let focus = map.focus.iter().map(|focus| asked.name(focus)).collect();
    let map = told(asked, output, |memory| memory.map(&MapQuestion { budget: map.budget, focus }))?;
    tell_unknown(&map.unknown_focus, "means nothing here", output);
    let hints = if map.n_symbols == 0 { nothing::of_index(asked)? } else { Hints::default() };
    output.answer(|| map.text.clone(), || hints.with(map.json()));
    let symbols = text::many(map.n_symbols.into(), "symbol", "symbols");
    let files = text::many(map.n_files.into(), "file", "files");
    let left_out =
        text::of_map(&map).map(|left_out| format!("; {left_out} left out: {} shows more", output.argument("budget")));
    output.say(format_args!("{symbols} of {files} in {} tokens{}", map.tokens, left_out.unwrap_or_default()));
    tell_unread(&map.unread, output);
    Ok(if map.n_symbols == 0 { Ending::Nothing } else { Ending::Found })
}

fn prepare(prepare: &Prepare, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let focus: Result<Vec<String>, Fault> = prepare.focus.iter().map(|path| asked.path(path)).collect();
    let task = words::text(&prepare.task, NO_TASK)?;
    let question = PrepareQuestion { task, budget: prepare.budget, focus: focus? };
    let prepared = told(asked, output, |memory| memory.prepare(&question))?;
    tell_unknown(&prepared.unknown_focus, "is no file here", output);
    let hints = if prepared.pieces.is_empty() { nothing::of_index(asked)? } else { Hints::default() };
    let as_text = || if prepare.why { text::reasons(&prepared) } else { prepared.text.clone().into() };
    output.answer_in_parts(as_text, || hints.with(prepared.json()));
    let pieces = text::many(prepared.pieces.len() as u64, "piece", "pieces");
    let left_out = text::of_context(&prepared);
    output.say(format_args!("{pieces} in {} of {} tokens; {left_out} left out", prepared.tokens, prepare.budget));
    tell_unread(&prepared.unread, output);
    if prepared.pieces.is_empty() {
        hints.tell(output);
        return Ok(Ending::Nothing);
    }
    Ok(Ending::Found)
}

/// Says why a requested focus was not used.
fn tell_unknown(unknown: &[String], why: &str, output: &Output) {
    for focus in unknown {
        output.warn(format_args!("note: {focus} {why}: it is not in focus"));
    }
}

/// The note for a file that is not in the index: why it was skipped, or where the symbol
/// of that name is.
fn no_file(fault: Fault, typed: &str, path: &str, asked: &mut Asked) -> Fault {
    if !matches!(fault, Fault::Library(Error::Refused(Refusal::Unknown(_)))) {
        return fault;
    }
    if let Ok(Some(left_out)) = asked.memory.left_out(path) {
        return Fault::LeftOut { path: path.to_owned(), why: names::why_left_out(left_out) };
    }
    let question = WalkQuestion { most: 1, least_confidence: 1.0, ..WalkQuestion::new(typed) };
    let place = match asked.memory.callees(&question) {
        Ok(page) => Some(page.symbol.path),
        Err(Error::Refused(Refusal::Ambiguous(many))) => many.candidates.into_iter().next().map(|first| first.path),
        Err(_) => None,
    };
    place.map_or(fault, |path| Fault::NoFile { name: typed.to_owned(), path })
}

/// What of a list is shown, and what the list does not cover.
struct Shown<'a> {
    n: usize,
    n_all: u32,
    most: u32,
    skip: u32,
    unread: &'a [UnreadLanguage],
}

impl Shown<'_> {
    /// Says what is not shown, and what shows it: the next page, more on one page, or the options that make the list shorter.
    fn tell(self, hints: &Hints, narrower: &[&str], output: &Output) -> Ending {
        let Shown { n, n_all, most, skip, unread } = self;
        let ending = match (n, n_all) {
            (0, 1..) => {
                let all = text::many(n_all.into(), "is all there is", "are all there are");
                output.say(format_args!("nothing behind {}: {all}", text::count(skip.into())));
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
            let first = text::count(u64::from(skip) + 1);
            let (last, all) = (text::count(end), text::count(n_all.into()));
            let narrower: Vec<String> = narrower.iter().map(|name| output.argument(name)).collect();
            let narrower = narrower.join(" or ");
            let next = (end < u64::from(n_all)).then(|| format!("; {} {end} goes on", output.argument("skip")));
            let more = (most < RESULTS.most).then(|| format!(", {} gives more at once", output.argument("most")));
            let (next, more) = (next.unwrap_or_default(), more.unwrap_or_default());
            output.say(format_args!("{first} to {last} of {all}{next}{more}, {narrower} makes it less"));
        }
        tell_unread(unread, output);
        ending
    }
}

/// Says which files an answer does not cover, because their languages are not read.
fn tell_unread(unread: &[UnreadLanguage], output: &Output) {
    if !unread.is_empty() {
        output.say(format_args!("not read: {}", text::unread(unread)));
    }
}

/// Asks, and says which rows were left out of the answer: of an error too, which may be caused by that.
pub(super) fn told<T>(
    asked: &mut Asked,
    output: &Output,
    ask: impl FnOnce(&mut Memory) -> Result<T, Error>,
) -> Result<T, Fault> {
    let answer = ask(&mut asked.memory);
    tell_damage(&asked.memory.damaged()?, output);
    Ok(answer?)
}

/// Says that rows were left out of an answer.
pub(super) fn tell_damage(damaged: &[DamagedRow], output: &Output) {
    if let n_damaged @ 1.. = damaged.len() {
        output.met_damage(n_damaged);
        let rows = text::many(n_damaged as u64, "damaged row was", "damaged rows were");
        output.warn(format_args!("{rows} left out of the answer; try: scrubjay index --check, which makes them again"));
    }
}
