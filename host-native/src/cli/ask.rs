//! The commands that query the code: which question each one asks, and the notes beside its answer.

use scrubjay::wit::graph::{
    DependencyPage, FileQuestion, FindQuestion, MapQuestion, PathQuestion, SymbolKind, TestsQuestion, WalkPage,
    WalkQuestion,
};
use scrubjay::wit::recall::PrepareQuestion;
use scrubjay::wit::types::{DamagedRow, Error as Refusal};
use scrubjay::{Error, Memory};

use super::args::{File, Find, Map, Members, Path, Prepare, Question, Tests};
use super::json::Json as _;
use super::maybe::{self, Maybe};
use super::output::Output;
use super::{Asked, Ending, Fault, export, history, names, show, status, text};

/// Asks the question of a command, and shows the answer.
pub(super) fn ask(question: Question, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    match question {
        Question::Find(given) => find(given, asked, output),
        Question::Show(given) => show::show(&given, asked, output),
        Question::Callers(given) => walk("callers", given, asked, output, Memory::callers),
        Question::Path(given) => path(given, asked, output),
        Question::Hierarchy(given) => hierarchy(&given, asked, output),
        Question::Callees(given) => walk("callees", given.into(), asked, output, Memory::callees),
        Question::Deps(given) => files(given, asked, output, Memory::dependencies),
        Question::Dependents(given) => files(given, asked, output, Memory::dependents),
        Question::Refs(given) => walk("references", given.into(), asked, output, Memory::references),
        Question::Impact(given) => walk("impact", given, asked, output, Memory::impact),
        Question::Tests(given) => tests(given, asked, output),
        Question::Map(given) => map(given, asked, output),
        Question::Export(given) => export::export(&given, asked, output),
        Question::Prepare(given) => prepare(given, asked, output),
        Question::History(given) => history::history(&given, asked, output),
        Question::Status => status::status(asked, output),
    }
}

fn find(find: Find, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let kinds: Vec<SymbolKind> = names::cases(&find.kind);
    let question = FindQuestion {
        kinds,
        path_prefix: asked.prefix(&find.prefix),
        most: find.most,
        explain: find.explain,
        ..FindQuestion::new(find.text)
    };
    let page = told(asked, output, |memory| memory.find(&question))?;
    output.answer(|| text::find(&page), || page.json());
    let ending = counted(page.hits.len(), page.n_hits, output);
    if !page.suggestions.is_empty() {
        output.say(format_args!("did you mean: {}", page.suggestions.join(", ")));
    }
    Ok(ending)
}

fn walk(
    what: &str,
    Members { walk, maybe: is_listed }: Members,
    asked: &mut Asked,
    output: &Output,
    ask: fn(&mut Memory, &WalkQuestion) -> Result<WalkPage, Error>,
) -> Result<Ending, Fault> {
    let name = asked.name(&walk.name);
    let question =
        WalkQuestion { depth: walk.depth, most: walk.most, least_confidence: walk.sure, ..WalkQuestion::new(name) };
    let page = told(asked, output, |memory| ask(memory, &question))?;
    output.say(format_args!("{what} of {}", page.symbol.id));
    if what == "callees" {
        output.answer(|| text::walk(&page), || page.json());
        tell_unknown_callees(page.n_maybe, output);
        return Ok(counted(page.steps.len(), page.n_steps, output));
    }
    let beside = Maybe { symbol: &page.symbol, n_places: page.n_maybe, n_files: page.n_maybe_files, is_listed };
    let listed = beside.list(question.most, asked, output)?;
    let listed = listed.as_ref();
    output.answer(|| text::walk(&page) + &maybe::lines(listed), || maybe::with_places(page.json(), listed));
    beside.tell(listed, output);
    Ok(counted(page.steps.len(), page.n_steps, output))
}

fn tell_unknown_callees(n: Option<u32>, output: &Output) {
    if let Some(n @ 1..) = n {
        let calls = text::many(n.into(), "more call is", "more calls are");
        output.say(format_args!("{calls} of members of something that is not known"));
    }
}

fn tests(tests: Tests, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let name = asked.name(&tests.name);
    let question = TestsQuestion {
        depth: tests.depth,
        most: tests.most,
        least_confidence: tests.sure,
        ..TestsQuestion::new(name)
    };
    let page = told(asked, output, |memory| memory.tests(&question))?;
    output.say(format_args!("tests that reach {}", page.symbol.id));
    output.answer(|| text::walk(&page), || page.json());
    let (n_places, n_files) = (page.n_maybe, page.n_maybe_files);
    Maybe { symbol: &page.symbol, n_places, n_files, is_listed: false }.tell(None, output);
    Ok(counted(page.steps.len(), page.n_steps, output))
}

/// The shortest chain; if there is none, says whether one exists in the other direction.
fn path(path: Path, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let mut question = PathQuestion {
        source: asked.name(&path.source),
        target: asked.name(&path.target),
        depth: path.depth,
        kinds: names::cases(&path.by),
        least_confidence: path.sure,
    };
    let page = told(asked, output, |memory| memory.path(&question))?;
    output.say(format_args!("from {} to {}", page.source.id, page.target.id));
    output.answer(|| text::path(&page), || page.json());
    let (n_places, n_files) = (page.n_maybe, page.n_maybe_files);
    Maybe { symbol: &page.target, n_places, n_files, is_listed: false }.tell(None, output);
    if !page.steps.is_empty() {
        return Ok(Ending::Found);
    }
    std::mem::swap(&mut question.source, &mut question.target);
    match asked.memory.path(&question)?.steps.len() {
        0 => output.say(format_args!("nothing leads there within {} edges", path.depth)),
        n => output.say(format_args!("nothing leads there; the other way round {n} edges do")),
    }
    Ok(Ending::Nothing)
}

fn hierarchy(given: &Members, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let Members { walk, maybe: is_listed } = given;
    let name = asked.name(&walk.name);
    let question =
        WalkQuestion { depth: walk.depth, most: walk.most, least_confidence: walk.sure, ..WalkQuestion::new(name) };
    let page = told(asked, output, |memory| memory.hierarchy(&question))?;
    output.say(format_args!("above and below {}", page.symbol.id));
    let (n_places, n_files) = (page.n_maybe, page.n_maybe_files);
    let beside = Maybe { symbol: &page.symbol, n_places, n_files, is_listed: *is_listed };
    let listed = beside.list(walk.most, asked, output)?;
    let listed = listed.as_ref();
    output.answer(|| text::hierarchy(&page) + &maybe::lines(listed), || maybe::with_places(page.json(), listed));
    beside.tell(listed, output);
    Ok(counted(page.above.len() + page.below.len(), page.n_above + page.n_below, output))
}

fn files(
    file: File,
    asked: &mut Asked,
    output: &Output,
    ask: fn(&mut Memory, &FileQuestion) -> Result<DependencyPage, Error>,
) -> Result<Ending, Fault> {
    let question = FileQuestion { depth: file.depth, most: file.most, ..FileQuestion::new(asked.path(&file.file)?) };
    let page = told(asked, output, |memory| ask(memory, &question))
        .map_err(|fault| no_file(fault, &file.file, &question.path, asked))?;
    output.answer(|| text::dependencies(&page), || page.json());
    Ok(counted(page.dependencies.len(), page.n_dependencies, output))
}

fn map(map: Map, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let focus = map.focus.iter().map(|focus| asked.name(focus)).collect();
    let map = told(asked, output, |memory| memory.map(&MapQuestion { budget: map.budget, focus }))?;
    tell_unknown(&map.unknown_focus, "means nothing here", output);
    output.answer(|| map.text.clone(), || map.json());
    let symbols = text::many(map.n_symbols.into(), "symbol", "symbols");
    let files = text::many(map.n_files.into(), "file", "files");
    output.say(format_args!("{symbols} of {files} in {} tokens", map.tokens));
    Ok(if map.n_symbols == 0 { Ending::Nothing } else { Ending::Found })
}

fn prepare(prepare: Prepare, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let focus: Result<Vec<String>, Fault> = prepare.focus.iter().map(|path| asked.path(path)).collect();
    let question = PrepareQuestion { task: prepare.task, budget: prepare.budget, focus: focus? };
    let prepared = told(asked, output, |memory| memory.prepare(&question))?;
    tell_unknown(&prepared.unknown_focus, "is no file here", output);
    let as_text = || if prepare.why { text::reasons(&prepared) } else { prepared.text.clone() };
    output.answer(as_text, || prepared.json());
    let pieces = text::many(prepared.pieces.len() as u64, "piece", "pieces");
    let left_out = text::many(prepared.n_left_out.into(), "weaker symbol", "weaker symbols");
    output.say(format_args!("{pieces} in {} of {} tokens; {left_out} left out", prepared.tokens, prepare.budget));
    Ok(if prepared.pieces.is_empty() { Ending::Nothing } else { Ending::Found })
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

/// Says how many results of all are shown, if not all are.
fn counted(n_given: usize, n_all: u32, output: &Output) -> Ending {
    if n_given == 0 {
        output.say("nothing found");
        return Ending::Nothing;
    }
    if (n_given as u64) < u64::from(n_all) {
        output.say(format_args!("{n_given} of {n_all}; {} shows more", output.argument("most")));
    }
    Ending::Found
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
