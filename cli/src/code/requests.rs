//! Arguments of the command line as requests to tools.

use scrubjay::wit::graph::{
    FileQuestion, FindQuestion, MapQuestion, PathQuestion, SourceQuestion, TestsQuestion, WalkQuestion,
};
use scrubjay::wit::prepare::PrepareQuestion;
use scrubjay::wit::tools::{PathRequest, PrepareRequest, ShowRequest, TestsRequest, ToolRequest, WalkRequest};

use crate::Fault;
use crate::arguments::{FileArgs, Find, NearArgs, Path, PlacesArgs, Prepare, Question, Show, Tests, names, words};

/// Advice if there is nothing to search for.
const NO_WORDS: &str = "say what to find, as `scrubjay find Session`, or pipe it: COMMAND | scrubjay find -";
/// Advice if there is no task to prepare for.
const NO_TASK: &str =
    "say what is to be done, as `scrubjay prepare fix the login timeout`, or: scrubjay prepare - < FILE";

/// The request to the tool that answers a command.
///
/// # Errors
/// [`Fault::EmptyText`] if there is nothing to find or to prepare for, and [`Fault::UnreadableInput`].
pub(super) fn request(question: Question) -> Result<ToolRequest, Fault> {
    Ok(match question {
        Question::Find(given) => ToolRequest::Find(find(given)?),
        Question::Show(given) => ToolRequest::Show(show(given)),
        Question::Callers(given) => ToolRequest::Callers(walk(given.near, given.depth, &given.places)),
        Question::Callees(given) => ToolRequest::Callees(walk(given.near, given.depth, &PlacesArgs::default())),
        Question::Refs(given) => ToolRequest::References(walk(given.near, 1, &given.places)),
        Question::Impact(given) => ToolRequest::Impact(walk(given.near, given.depth, &given.places)),
        Question::Hierarchy(given) => {
            let places = PlacesArgs { members: given.members, flat: false };
            ToolRequest::Hierarchy(walk(given.near, given.depth, &places))
        }
        Question::Tests(given) => ToolRequest::Tests(tests(given)),
        Question::Path(given) => ToolRequest::Path(path(given)),
        Question::Deps(given) => ToolRequest::Dependencies(file(given)),
        Question::Dependents(given) => ToolRequest::Dependents(file(given)),
        Question::Map(given) => ToolRequest::Map(MapQuestion { budget: given.budget, focus: given.focus }),
        Question::Prepare(given) => ToolRequest::Prepare(prepare(given)?),
        Question::Export(_) | Question::History(_) | Question::Status => unreachable!("these are no requests to tools"),
    })
}

fn find(given: Find) -> Result<FindQuestion, Fault> {
    Ok(FindQuestion {
        text: words::text_or_input(&given.text, NO_WORDS)?,
        kinds: names::parse_cases(&given.kind),
        path_prefix: given.prefix,
        limit: given.limit,
        explain: given.explain,
        skip: given.skip,
    })
}

fn show(given: Show) -> ShowRequest {
    let meaning = given.meanings.meaning;
    let question = SourceQuestion {
        name: given.name,
        max_lines: given.limit,
        kinds: names::parse_cases(&meaning.kind),
        path_prefix: meaning.file,
    };
    ShowRequest { question, all: given.meanings.all }
}

fn walk(near: NearArgs, depth: u32, places: &PlacesArgs) -> WalkRequest {
    let NearArgs { name, meanings, min_confidence, limit, skip } = near;
    let (kinds, path_prefix) = (names::parse_cases(&meanings.meaning.kind), meanings.meaning.file);
    let question = WalkQuestion { name, depth, limit, min_confidence, skip, kinds, path_prefix };
    WalkRequest { question, all: meanings.all, unresolved: places.members.unresolved, flat: places.flat }
}

fn tests(given: Tests) -> TestsRequest {
    let Tests { name, meanings, flat, depth, limit, skip, min_confidence } = given;
    let (kinds, path_prefix) = (names::parse_cases(&meanings.meaning.kind), meanings.meaning.file);
    let question = TestsQuestion { name, depth, limit, min_confidence, skip, kinds, path_prefix };
    TestsRequest { question, all: meanings.all, flat }
}

fn path(given: Path) -> PathRequest {
    let Path { source, target, meaning, all, depth, by, min_confidence } = given;
    let question = PathQuestion { source, target, depth, kinds: names::parse_cases(&by), min_confidence };
    let meaning_kinds = names::parse_cases(&meaning.kind);
    PathRequest { question, meaning_kinds, meaning_prefix: meaning.file, all }
}

fn file(given: FileArgs) -> FileQuestion {
    FileQuestion { path: given.file, depth: given.depth, limit: given.limit, skip: given.skip }
}

fn prepare(given: Prepare) -> Result<PrepareRequest, Fault> {
    let Prepare { task, budget, focus, recent, error, code_only, why } = given;
    let task = words::text_or_input(&task, NO_TASK)?;
    let question = PrepareQuestion { budget, focus, recent, errors: error, ..PrepareQuestion::new(task) };
    Ok(PrepareRequest { question, code_only, why })
}
