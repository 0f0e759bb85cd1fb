//! Reads calls of tools from JSON.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use super::arguments::{Arguments, shortened};
use super::limits;
use super::list::TOOLS;
use crate::bindings::exports::scrubjay::memory::episodes::{TasksQuestion, ToolStatsQuestion};
use crate::bindings::exports::scrubjay::memory::graph::{
    FindQuestion, PathQuestion, SourceQuestion, TestsQuestion, WalkQuestion,
};
use crate::bindings::exports::scrubjay::memory::recall::{RecallQuestion, Weighting};
use crate::bindings::exports::scrubjay::memory::records::Trust;
use crate::bindings::exports::scrubjay::memory::tools::{
    NewNote, NoteUpdate, NotesRequest, PathRequest, PrepareRequest, RecallRequest, RestoreRequest, ShowRequest,
    TestsRequest, ToolRequest, WalkRequest,
};
use crate::facade::{
    BeginQuestion, CoEditsQuestion, FileHistoryQuestion, FileQuestion, LastTouchesQuestion, MapQuestion, NotesQuestion,
    PrepareQuestion, RereadQuestion, mask_text,
};

/// Reads a call of the tool of this name from a JSON object.
///
/// # Errors
/// The wrong argument, and a sentence that says what is wrong with it.
pub(super) fn read(tool: &str, arguments: &str) -> Result<ToolRequest, (String, String)> {
    let Some(tool) = TOOLS.iter().find(|known| known.name == tool) else {
        let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
        return Err((
            "tool".to_owned(),
            format!("there is no tool `{}`: there are {}", shortened(mask_text(tool)), names.join(", ")),
        ));
    };
    let given = Arguments::read(tool, arguments)?;
    Ok(match tool.name {
        "find" => ToolRequest::Find(FindQuestion {
            text: given.text("text"),
            kinds: given.cases("kind"),
            path_prefix: given.text("path_prefix"),
            limit: given.number("limit"),
            explain: false,
            skip: given.number("skip"),
        }),
        "show" => ToolRequest::Show(show(&given)),
        "callers" if given.word("direction") == "callees" => {
            if given.flag("unresolved") {
                let why = "`unresolved` does not go with `direction` callees".to_owned();
                return Err(("unresolved".to_owned(), why));
            }
            ToolRequest::Callees(walk(&given, given.number("depth")))
        }
        "callers" => ToolRequest::Callers(walk(&given, given.number("depth"))),
        "impact" => ToolRequest::Impact(walk(&given, given.number("depth"))),
        "references" => ToolRequest::References(walk(&given, limits::walk_question::DEPTH.default)),
        "hierarchy" => ToolRequest::Hierarchy(walk(&given, given.number("depth"))),
        "tests" => ToolRequest::Tests(tests(&given)),
        "path" => ToolRequest::Path(path(&given)),
        "dependencies" => ToolRequest::Dependencies(file(&given)),
        "dependents" => ToolRequest::Dependents(file(&given)),
        "map" => ToolRequest::Map(MapQuestion { budget: given.number("budget"), focus: given.texts("focus") }),
        "prepare" => ToolRequest::Prepare(prepare(&given)),
        "recall" => ToolRequest::Recall(recall(&given)),
        "notes" => ToolRequest::Notes(notes(&given)),
        "remember" => ToolRequest::Remember(NewNote {
            text: given.text("text"),
            at: given.texts("at"),
            channel: given.text("channel"),
        }),
        "update" => ToolRequest::Update(NoteUpdate { id: given.text("id"), text: given.text("text") }),
        "forget" => ToolRequest::Forget(given.text("id")),
        "restore" => ToolRequest::Restore(RestoreRequest { id: given.text("id"), skip: given.number("skip") }),
        "work" => work(&given)?,
        "session" if given.word("question") == "begin" => ToolRequest::BeginSession(BeginQuestion {
            message: given.text("of"),
            limit: given.number_or("limit", limits::begin_question::LIMIT),
            now: 0,
        }),
        "session" => ToolRequest::Reread(RereadQuestion {
            session: given.text("of"),
            limit: given.number_or("limit", limits::reread_question::LIMIT),
        }),
        _ => return Err(("tool".to_owned(), format!("there is no tool `{}`", tool.name))),
    })
}

fn recall(given: &Arguments) -> RecallRequest {
    let question = RecallQuestion {
        query: given.text("query"),
        kinds: given.cases("kind"),
        channel: given.text("channel"),
        session: given.text("session"),
        task: String::new(),
        conversation: String::new(),
        branch: String::new(),
        commit: String::new(),
        metadata: Vec::new(),
        trust: Trust::Untrusted,
        since: None,
        until: None,
        outdated: given.flag("outdated"),
        weak: given.flag("weak"),
        weighting: Weighting::Auto,
        limit: given.number("limit"),
        per_session: given.number("per_session"),
        budget: limits::recall_question::BUDGET.default,
        around: given.number("around"),
        zone: Vec::new(),
        now: 0,
    };
    RecallRequest { question, since: given.text("since"), explain: false, records_only: false }
}

fn notes(given: &Arguments) -> NotesRequest {
    let question = NotesQuestion {
        channel: given.text("channel"),
        since: None,
        until: None,
        limit: given.number("limit"),
        metadata: Vec::new(),
        after: given.text("after"),
    };
    NotesRequest { question, since: given.text("since") }
}

/// Reads a call of `work`. Each of its questions takes other arguments.
fn work(given: &Arguments) -> Result<ToolRequest, (String, String)> {
    let question = given.word("question");
    let (takes_text, takes_limit) = match question {
        "file" | "last" => (Some(true), true),
        "together" => (None, true),
        "tasks" => (Some(false), true),
        _ => (Some(false), false),
    };
    let (argument, wrong) = match takes_text {
        Some(true) if !given.has("of") => ("of", "is missing: the file, or the part of paths".to_owned()),
        Some(false) if given.has("of") => ("of", format!("does not go with `question` {question}")),
        _ if !takes_limit && given.has("limit") => ("limit", format!("does not go with `question` {question}")),
        _ => ("", String::new()),
    };
    if !argument.is_empty() {
        return Err((argument.to_owned(), format!("`{argument}` {wrong}")));
    }
    let of = given.text("of");
    Ok(match question {
        "file" => ToolRequest::FileHistory(FileHistoryQuestion {
            path: of,
            limit: given.number_or("limit", limits::file_history_question::LIMIT),
        }),
        "last" => ToolRequest::LastTouches(LastTouchesQuestion {
            contains: of,
            limit: given.number_or("limit", limits::last_touches_question::LIMIT),
        }),
        "together" => ToolRequest::CoEdits(CoEditsQuestion {
            path: of,
            min_occasions: limits::co_edits_question::MIN_OCCASIONS.default,
            limit: given.number_or("limit", limits::co_edits_question::LIMIT),
        }),
        "tasks" => ToolRequest::Tasks(TasksQuestion {
            statuses: Vec::new(),
            limit: given.number_or("limit", limits::tasks_question::LIMIT),
        }),
        _ => ToolRequest::ToolStats(ToolStatsQuestion {
            now: 0,
            days: limits::tool_stats_question::DAYS.default,
            channel: String::new(),
            intent: None,
        }),
    })
}

fn show(given: &Arguments) -> ShowRequest {
    let question = SourceQuestion {
        name: given.text("name"),
        max_lines: given.number("limit"),
        kinds: Vec::new(),
        path_prefix: given.text("file"),
    };
    ShowRequest { question, all: given.flag("all") }
}

fn walk(given: &Arguments, depth: u32) -> WalkRequest {
    let question = WalkQuestion {
        name: given.text("name"),
        depth,
        limit: given.number("limit"),
        min_confidence: given.share("min_confidence"),
        skip: given.number("skip"),
        kinds: Vec::new(),
        path_prefix: given.text("file"),
    };
    WalkRequest { question, all: given.flag("all"), unresolved: given.flag("unresolved"), flat: false }
}

fn tests(given: &Arguments) -> TestsRequest {
    let question = TestsQuestion {
        name: given.text("name"),
        depth: given.number("depth"),
        limit: given.number("limit"),
        min_confidence: given.share("min_confidence"),
        skip: given.number("skip"),
        kinds: Vec::new(),
        path_prefix: given.text("file"),
    };
    TestsRequest { question, all: given.flag("all"), flat: false }
}

fn path(given: &Arguments) -> PathRequest {
    let question = PathQuestion {
        source: given.text("source"),
        target: given.text("target"),
        depth: given.number("depth"),
        kinds: Vec::new(),
        min_confidence: given.share("min_confidence"),
    };
    let (meaning_kinds, meaning_prefix) = (Vec::new(), given.text("file"));
    PathRequest { question, meaning_kinds, meaning_prefix, all: given.flag("all") }
}

fn file(given: &Arguments) -> FileQuestion {
    FileQuestion {
        path: given.text("path"),
        depth: given.number("depth"),
        limit: given.number("limit"),
        skip: given.number("skip"),
    }
}

fn prepare(given: &Arguments) -> PrepareRequest {
    let question = PrepareQuestion {
        task: given.text("task"),
        budget: given.number("budget"),
        focus: given.texts("focus"),
        errors: given.texts("error"),
        recent: given.texts("recent"),
        likely: Vec::new(),
        beside: Vec::new(),
        shown: Vec::new(),
    };
    PrepareRequest { question, code_only: given.flag("code_only"), why: false }
}
