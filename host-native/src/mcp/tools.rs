//! The tools that an agent is offered: few, with the shortest descriptions that say when to use each.
//!
//! Each is a command of the program, whose answer it hands on. Not here: checking arguments (`arguments`), and running a
//! command (`worker`).

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use scrubjay::wit::episodes::EventKind;
use scrubjay::wit::graph::SymbolKind;
use scrubjay::wit::{Bounded, limits};
use serde_json::{Map, Value, json};

use super::arguments::{Argument, Becomes, LONG, NAME, PATH, Takes, typed, words};
use crate::cli::{Misuse, as_option, misuse};

/// Characters that `restore` gives at once: some 6,000 tokens, so that it does not fill the window that it belongs to.
const RESTORED: &str = "--limit=20000";
/// Where in a text `restore` goes on.
const SKIPPED: Bounded<u32> = Bounded { default: 0, min: 0, max: u32::MAX };

/// A tool.
pub(super) struct ToolSpec {
    pub(super) name: &'static str,
    description: &'static str,
    /// It asks about code, so that the index is brought up to date first.
    pub(super) is_of_code: bool,
    writes: bool,
    arguments: Vec<Argument>,
    command: fn(&Map<String, Value>) -> Vec<&'static str>,
}

impl ToolSpec {
    /// The command of the program that a call means.
    ///
    /// # Errors
    /// What is wrong with which argument.
    pub(super) fn typed(&self, given: &Map<String, Value>) -> Result<Vec<String>, String> {
        let rest = typed(&self.arguments, given)?;
        let words = ["scrubjay"].into_iter().chain((self.command)(given)).map(str::to_owned);
        let words: Vec<String> = words.chain(rest).collect();
        match misuse(&words) {
            Some(wrong) => Err(self.told(&wrong, given)),
            None => Ok(words),
        }
    }

    /// The texts of a call that name files or symbols: by a path among them it is told which project is meant. What is only said,
    /// as in a note, tells nothing of that.
    pub(super) fn places<'g>(&self, given: &'g Map<String, Value>) -> Vec<&'g str> {
        let named = self.arguments.iter().filter(|argument| argument.names_places());
        let values = named.filter_map(|argument| given.get(argument.name));
        let each = values.flat_map(|value| value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice));
        each.filter_map(Value::as_str).collect()
    }

    /// What the command refuses, in the tool's own words.
    fn told(&self, wrong: &Misuse, given: &Map<String, Value>) -> String {
        let is_option = wrong.argument.starts_with("--");
        let is_meant = |argument: &&Argument| match argument.becomes {
            Becomes::Option(name) => as_option(name) == wrong.argument,
            Becomes::Place => !is_option,
            Becomes::Command => false,
        };
        let meant = self.arguments.iter().find(is_meant);
        let (name, means) = meant.map_or((wrong.argument.as_str(), ""), |argument| (argument.name, argument.means));
        let chooses = self.arguments.iter().find(|argument| matches!(argument.becomes, Becomes::Command));
        let choice = chooses.and_then(|chooses| Some((chooses.name, given.get(chooses.name)?.as_str()?)));
        let choice = choice.map(|(name, word)| format!("`{name}` {word}")).unwrap_or_default();
        wrong.in_words(name, means, &choice)
    }

    /// The tool as the protocol describes it.
    pub(super) fn described(&self) -> Tool {
        let properties: Map<String, Value> =
            self.arguments.iter().map(|argument| (argument.name.to_owned(), argument.schema())).collect();
        let required: Vec<&str> =
            self.arguments.iter().filter(|argument| argument.is_required).map(|argument| argument.name).collect();
        let mut schema = JsonObject::new();
        schema.insert("type".to_owned(), json!("object"));
        schema.insert("properties".to_owned(), Value::Object(properties));
        schema.insert("required".to_owned(), json!(required));
        schema.insert("additionalProperties".to_owned(), json!(false));
        let annotations = ToolAnnotations::new().read_only(!self.writes).destructive(false).open_world(false);
        // The same words twice are two notes.
        let annotations = if self.writes { annotations.idempotent(false) } else { annotations.idempotent(true) };
        Tool::new(self.name, self.description, Arc::new(schema)).with_annotations(annotations)
    }
}

/// All tools.
pub(super) fn all() -> Vec<ToolSpec> {
    let mut all = of_code();
    all.extend(of_records());
    all
}

fn of_code() -> Vec<ToolSpec> {
    use limits::{map_question as map, path_question as path, prepare_question as prepare, walk_question as walk};
    let depth = || option("depth", Takes::Count(walk::DEPTH), "");
    let limit = || option("limit", Takes::Count(walk::LIMIT), "");
    let all = || option("all", Takes::Flag, "each meaning of the name");
    let kind = || option("kind", Takes::Known(words::<SymbolKind>), "of the name's meanings");
    let file = || option("file", Takes::Text(PATH), "path prefix of its meanings");
    let skip = || option("skip", Takes::Count(walk::SKIP), "go on behind these");
    let unresolved = || option("unresolved", Takes::Flag, "list places on unknown receivers too");
    let min_confidence = || option("min_confidence", Takes::Share(walk::MIN_CONFIDENCE), "lowest confidence");
    vec![
        code(
            "find",
            "Find symbols by name or words.",
            |_| vec!["find"],
            vec![
                place("text", Takes::Text(NAME), ""),
                option("kind", Takes::Words(words::<SymbolKind>), ""),
                option("in", Takes::Text(PATH), "path prefix"),
                option("limit", Takes::Count(limits::find_question::LIMIT), ""),
                skip(),
            ],
        ),
        code(
            "show",
            "Source of a symbol, or outline of a file: its symbols with lines and signatures.",
            |_| vec!["show"],
            vec![
                place("name", Takes::Text(NAME), "a symbol or a path"),
                option("limit", Takes::Count(limits::source_question::MAX_LINES), "lines, or symbols of a file"),
                all(),
                kind(),
                file(),
            ],
        ),
        code(
            "callers",
            "Who calls a symbol, or what it calls.",
            callers,
            vec![
                place("name", Takes::Text(NAME), "Class.method, path:line or an id from an answer"),
                Argument {
                    becomes: Becomes::Command,
                    ..option("direction", Takes::Word(|| vec!["callers", "callees"]), "")
                },
                depth(),
                limit(),
                skip(),
                min_confidence(),
                unresolved(),
                all(),
                kind(),
                file(),
            ],
        ),
        code(
            "references",
            "Every place that names a symbol.",
            |_| vec!["refs"],
            vec![
                place("name", Takes::Text(NAME), ""),
                limit(),
                skip(),
                min_confidence(),
                unresolved(),
                all(),
                kind(),
                file(),
            ],
        ),
        code(
            "impact",
            "What a change of a symbol or file can reach. Ask before editing.",
            |_| vec!["impact"],
            vec![
                place("name", Takes::Text(NAME), ""),
                option("depth", Takes::Count(limits::impact::DEPTH), ""),
                limit(),
                skip(),
                min_confidence(),
                unresolved(),
                all(),
                kind(),
                file(),
            ],
        ),
        code(
            "path",
            "How one symbol or file leads to another.",
            |_| vec!["path"],
            vec![
                place("source", Takes::Text(NAME), ""),
                place("target", Takes::Text(NAME), ""),
                option("depth", Takes::Count(path::DEPTH), ""),
                option("min_confidence", Takes::Share(path::MIN_CONFIDENCE), "lowest confidence"),
                all(),
                kind(),
                file(),
            ],
        ),
        code(
            "map",
            "The most important symbols of the project.",
            |_| vec!["map"],
            vec![
                option("budget", Takes::Count(map::BUDGET), "tokens"),
                option("focus", Takes::Texts, "paths or names"),
            ],
        ),
        code(
            "prepare",
            "The source code that a task needs, and past work, notes and open tasks that fit it, within a budget.",
            |_| vec!["prepare"],
            vec![
                place("task", Takes::Text(LONG), "with names, paths, error lines"),
                option("budget", Takes::Count(prepare::BUDGET), "tokens"),
                option("focus", Takes::Texts, "files in hand"),
                option("recent", Takes::Texts, "files touched lately, latest first"),
                option("error", Takes::Texts, "errors in hand"),
                option("code_only", Takes::Flag, "nothing recorded"),
            ],
        ),
    ]
}

fn of_records() -> Vec<ToolSpec> {
    let limit = || option("limit", Takes::Count(limits::notes_question::LIMIT), "");
    let remember = ToolSpec {
        name: "remember",
        description: "Keep a note about this project for later sessions.",
        is_of_code: false,
        writes: true,
        // An agent says it, not its user.
        command: |_| vec!["remember", "--origin=agent"],
        arguments: vec![
            place("text", Takes::Text(LONG), ""),
            option("at", Takes::Texts, "files it speaks of"),
            option("channel", Takes::Text(LONG), "topic"),
        ],
    };
    let restore = record(
        "restore",
        "Give back the text that a stub `[pruned ID; …]` in this conversation stands for.",
        |_| vec!["window", "restore", RESTORED],
        vec![
            place("id", Takes::Text(NAME), "the ID in the stub, 13 letters and digits"),
            option("skip", Takes::Limit(SKIPPED), "go on behind these characters"),
        ],
    );
    vec![
        remember,
        recall(),
        restore,
        record(
            "notes",
            "What was remembered, newest first.",
            |_| vec!["notes"],
            vec![
                option("channel", Takes::Text(LONG), ""),
                option("since", Takes::Text(LONG), "date, or 7d, 12h ago"),
                limit(),
                option("after", Takes::Text(LONG), "id to go on after"),
            ],
        ),
        record(
            "work",
            "What was done: with a `file`; edited `together`; `last` in paths with a part; by `tools`; for `tasks`.",
            work,
            vec![
                Argument {
                    becomes: Becomes::Command,
                    is_required: true,
                    ..option("question", Takes::Word(questions), "")
                },
                Argument { is_required: false, ..place("of", Takes::Text(PATH), "the file, or the part of paths") },
                option("limit", Takes::Limit(limits::tasks_question::LIMIT), ""),
            ],
        ),
        record(
            "session",
            "`begin`: files, tasks, failures, notes and past work for a message; `reread`: files to read again after compaction.",
            |given| match given.get("question").and_then(Value::as_str) {
                Some("reread") => vec!["session", "reread"],
                _ => vec!["session", "begin"],
            },
            vec![
                Argument {
                    becomes: Becomes::Command,
                    is_required: true,
                    ..option("question", Takes::Word(|| vec!["begin", "reread"]), "")
                },
                place("of", Takes::Text(LONG), "the message, or the session's id"),
                option("limit", Takes::Limit(limits::begin_question::LIMIT), ""),
            ],
        ),
    ]
}

fn recall() -> ToolSpec {
    use limits::recall_question as question;
    record(
        "recall",
        "What was said, done, decided and noted before, by words, best first. Ask before work begins and when an error comes up; \
         that nothing fits is an answer. Also sections of the repository's README and Markdown that fit.",
        |_| vec!["recall"],
        vec![
            place("query", Takes::Text(LONG), "with names, paths, error codes, \"phrases\""),
            option("kind", Takes::Words(words::<EventKind>), ""),
            option("channel", Takes::Text(LONG), ""),
            option("session", Takes::Text(PATH), ""),
            option("since", Takes::Text(LONG), "date, or 7d, 12h ago"),
            option("limit", Takes::Count(question::LIMIT), ""),
            option("per_session", Takes::Count(question::PER_SESSION), "0: any number"),
            option("around", Takes::Count(question::AROUND), "turns before and after each"),
            option("outdated", Takes::Flag, "also what holds no more"),
            option("weak", Takes::Flag, "also what fits only weakly"),
        ],
    )
}

fn callers(given: &Map<String, Value>) -> Vec<&'static str> {
    match given.get("direction").and_then(Value::as_str) {
        Some("callees") => vec!["callees"],
        _ => vec!["callers"],
    }
}

fn questions() -> Vec<&'static str> {
    vec!["file", "together", "last", "tools", "tasks"]
}

fn work(given: &Map<String, Value>) -> Vec<&'static str> {
    let question = given.get("question").and_then(Value::as_str);
    let known = questions().into_iter().find(|known| Some(*known) == question);
    ["work"].into_iter().chain(known).collect()
}

fn code(
    name: &'static str,
    description: &'static str,
    command: fn(&Map<String, Value>) -> Vec<&'static str>,
    arguments: Vec<Argument>,
) -> ToolSpec {
    ToolSpec { name, description, is_of_code: true, writes: false, arguments, command }
}

fn record(
    name: &'static str,
    description: &'static str,
    command: fn(&Map<String, Value>) -> Vec<&'static str>,
    arguments: Vec<Argument>,
) -> ToolSpec {
    ToolSpec { is_of_code: false, ..code(name, description, command, arguments) }
}

fn place(name: &'static str, takes: Takes, means: &'static str) -> Argument {
    Argument { name, takes, becomes: Becomes::Place, means, is_required: true }
}

fn option(name: &'static str, takes: Takes, means: &'static str) -> Argument {
    Argument { name, takes, becomes: Becomes::Option(name), means, is_required: false }
}
