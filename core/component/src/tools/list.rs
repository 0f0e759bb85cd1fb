//! The tools of agents, and what each takes. Written by `cargo xtask records` from `wit/tools.json`: change that.

use super::arguments::{Argument, ArgumentType, Tool, enum_words};
use super::limits;
use super::word::Bounded;
use crate::bindings::exports::scrubjay::memory::episodes::EventKind;
use crate::bindings::exports::scrubjay::memory::graph::SymbolKind;

/// The most bytes of a name.
pub(super) const NAME: usize = 1_000;
/// The most bytes of a path.
pub(super) const PATH: usize = 1_024;
/// The most bytes of a task, of a note, or of a text in a list.
pub(super) const LONG: usize = 65_536;
/// The most texts in a list.
pub(super) const MAX_TEXTS: usize = 100;

/// All tools.
pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "find",
        arguments: &[
            Argument { name: "text", takes: ArgumentType::Text(NAME), is_required: true },
            Argument { name: "kind", takes: ArgumentType::Words(enum_words::<SymbolKind>), is_required: false },
            Argument { name: "path_prefix", takes: ArgumentType::Text(PATH), is_required: false },
            Argument { name: "limit", takes: ArgumentType::Number(limits::find_question::LIMIT), is_required: false },
            Argument { name: "skip", takes: ArgumentType::Number(limits::find_question::SKIP), is_required: false },
        ],
    },
    Tool {
        name: "show",
        arguments: &[
            Argument { name: "name", takes: ArgumentType::Text(NAME), is_required: true },
            Argument {
                name: "limit",
                takes: ArgumentType::Number(limits::source_question::MAX_LINES),
                is_required: false,
            },
            Argument { name: "all", takes: ArgumentType::Flag, is_required: false },
            Argument { name: "file", takes: ArgumentType::Text(PATH), is_required: false },
        ],
    },
    Tool {
        name: "callers",
        arguments: &[
            Argument { name: "name", takes: ArgumentType::Text(NAME), is_required: true },
            Argument {
                name: "direction",
                takes: ArgumentType::Word { words: &["callers", "callees"], default: Some("callers") },
                is_required: false,
            },
            Argument { name: "depth", takes: ArgumentType::Number(limits::walk_question::DEPTH), is_required: false },
            Argument { name: "limit", takes: ArgumentType::Number(limits::walk_question::LIMIT), is_required: false },
            Argument { name: "skip", takes: ArgumentType::Number(limits::walk_question::SKIP), is_required: false },
            Argument { name: "unresolved", takes: ArgumentType::Flag, is_required: false },
            Argument { name: "all", takes: ArgumentType::Flag, is_required: false },
            Argument { name: "file", takes: ArgumentType::Text(PATH), is_required: false },
        ],
    },
    Tool {
        name: "impact",
        arguments: &[
            Argument { name: "name", takes: ArgumentType::Text(NAME), is_required: true },
            Argument { name: "depth", takes: ArgumentType::Number(limits::impact::DEPTH), is_required: false },
            Argument { name: "limit", takes: ArgumentType::Number(limits::walk_question::LIMIT), is_required: false },
            Argument { name: "skip", takes: ArgumentType::Number(limits::walk_question::SKIP), is_required: false },
            Argument { name: "unresolved", takes: ArgumentType::Flag, is_required: false },
            Argument { name: "all", takes: ArgumentType::Flag, is_required: false },
            Argument { name: "file", takes: ArgumentType::Text(PATH), is_required: false },
        ],
    },
    Tool {
        name: "prepare",
        arguments: &[
            Argument { name: "task", takes: ArgumentType::Text(LONG), is_required: true },
            Argument {
                name: "budget",
                takes: ArgumentType::Number(limits::prepare_question::BUDGET),
                is_required: false,
            },
            Argument { name: "focus", takes: ArgumentType::Texts, is_required: false },
            Argument { name: "recent", takes: ArgumentType::Texts, is_required: false },
            Argument { name: "error", takes: ArgumentType::Texts, is_required: false },
            Argument { name: "code_only", takes: ArgumentType::Flag, is_required: false },
        ],
    },
    Tool {
        name: "recall",
        arguments: &[
            Argument { name: "query", takes: ArgumentType::Text(LONG), is_required: true },
            Argument { name: "kind", takes: ArgumentType::Words(enum_words::<EventKind>), is_required: false },
            Argument { name: "channel", takes: ArgumentType::Text(LONG), is_required: false },
            Argument { name: "session", takes: ArgumentType::Text(PATH), is_required: false },
            Argument { name: "since", takes: ArgumentType::Text(LONG), is_required: false },
            Argument { name: "limit", takes: ArgumentType::Number(limits::recall_question::LIMIT), is_required: false },
            Argument {
                name: "per_session",
                takes: ArgumentType::Number(limits::recall_question::PER_SESSION),
                is_required: false,
            },
            Argument {
                name: "around",
                takes: ArgumentType::Number(limits::recall_question::AROUND),
                is_required: false,
            },
            Argument { name: "outdated", takes: ArgumentType::Flag, is_required: false },
            Argument { name: "weak", takes: ArgumentType::Flag, is_required: false },
        ],
    },
    Tool {
        name: "remember",
        arguments: &[
            Argument { name: "text", takes: ArgumentType::Text(LONG), is_required: true },
            Argument { name: "at", takes: ArgumentType::Texts, is_required: false },
            Argument { name: "channel", takes: ArgumentType::Text(LONG), is_required: false },
        ],
    },
    Tool {
        name: "update",
        arguments: &[
            Argument { name: "id", takes: ArgumentType::Text(NAME), is_required: true },
            Argument { name: "text", takes: ArgumentType::Text(LONG), is_required: true },
        ],
    },
    Tool { name: "forget", arguments: &[Argument { name: "id", takes: ArgumentType::Text(NAME), is_required: true }] },
    Tool {
        name: "restore",
        arguments: &[
            Argument { name: "id", takes: ArgumentType::Text(NAME), is_required: true },
            Argument {
                name: "skip",
                takes: ArgumentType::Number(Bounded { default: 0, min: 0, max: 4_294_967_295 }),
                is_required: false,
            },
        ],
    },
    Tool {
        name: "references",
        arguments: &[
            Argument { name: "name", takes: ArgumentType::Text(NAME), is_required: true },
            Argument { name: "limit", takes: ArgumentType::Number(limits::walk_question::LIMIT), is_required: false },
            Argument { name: "skip", takes: ArgumentType::Number(limits::walk_question::SKIP), is_required: false },
            Argument {
                name: "min_confidence",
                takes: ArgumentType::Share(limits::walk_question::MIN_CONFIDENCE),
                is_required: false,
            },
            Argument { name: "unresolved", takes: ArgumentType::Flag, is_required: false },
            Argument { name: "all", takes: ArgumentType::Flag, is_required: false },
            Argument { name: "file", takes: ArgumentType::Text(PATH), is_required: false },
        ],
    },
    Tool {
        name: "path",
        arguments: &[
            Argument { name: "source", takes: ArgumentType::Text(NAME), is_required: true },
            Argument { name: "target", takes: ArgumentType::Text(NAME), is_required: true },
            Argument { name: "depth", takes: ArgumentType::Number(limits::path_question::DEPTH), is_required: false },
            Argument {
                name: "min_confidence",
                takes: ArgumentType::Share(limits::path_question::MIN_CONFIDENCE),
                is_required: false,
            },
            Argument { name: "all", takes: ArgumentType::Flag, is_required: false },
            Argument { name: "file", takes: ArgumentType::Text(PATH), is_required: false },
        ],
    },
    Tool {
        name: "hierarchy",
        arguments: &[
            Argument { name: "name", takes: ArgumentType::Text(NAME), is_required: true },
            Argument { name: "depth", takes: ArgumentType::Number(limits::walk_question::DEPTH), is_required: false },
            Argument { name: "limit", takes: ArgumentType::Number(limits::walk_question::LIMIT), is_required: false },
            Argument { name: "skip", takes: ArgumentType::Number(limits::walk_question::SKIP), is_required: false },
            Argument {
                name: "min_confidence",
                takes: ArgumentType::Share(limits::walk_question::MIN_CONFIDENCE),
                is_required: false,
            },
            Argument { name: "all", takes: ArgumentType::Flag, is_required: false },
            Argument { name: "file", takes: ArgumentType::Text(PATH), is_required: false },
        ],
    },
    Tool {
        name: "tests",
        arguments: &[
            Argument { name: "name", takes: ArgumentType::Text(NAME), is_required: true },
            Argument { name: "depth", takes: ArgumentType::Number(limits::tests_question::DEPTH), is_required: false },
            Argument { name: "limit", takes: ArgumentType::Number(limits::tests_question::LIMIT), is_required: false },
            Argument { name: "skip", takes: ArgumentType::Number(limits::tests_question::SKIP), is_required: false },
            Argument {
                name: "min_confidence",
                takes: ArgumentType::Share(limits::tests_question::MIN_CONFIDENCE),
                is_required: false,
            },
            Argument { name: "all", takes: ArgumentType::Flag, is_required: false },
            Argument { name: "file", takes: ArgumentType::Text(PATH), is_required: false },
        ],
    },
    Tool {
        name: "dependencies",
        arguments: &[
            Argument { name: "path", takes: ArgumentType::Text(PATH), is_required: true },
            Argument { name: "depth", takes: ArgumentType::Number(limits::file_question::DEPTH), is_required: false },
            Argument { name: "limit", takes: ArgumentType::Number(limits::file_question::LIMIT), is_required: false },
            Argument { name: "skip", takes: ArgumentType::Number(limits::file_question::SKIP), is_required: false },
        ],
    },
    Tool {
        name: "dependents",
        arguments: &[
            Argument { name: "path", takes: ArgumentType::Text(PATH), is_required: true },
            Argument { name: "depth", takes: ArgumentType::Number(limits::file_question::DEPTH), is_required: false },
            Argument { name: "limit", takes: ArgumentType::Number(limits::file_question::LIMIT), is_required: false },
            Argument { name: "skip", takes: ArgumentType::Number(limits::file_question::SKIP), is_required: false },
        ],
    },
    Tool {
        name: "map",
        arguments: &[
            Argument { name: "budget", takes: ArgumentType::Number(limits::map_question::BUDGET), is_required: false },
            Argument { name: "focus", takes: ArgumentType::Texts, is_required: false },
        ],
    },
    Tool {
        name: "notes",
        arguments: &[
            Argument { name: "channel", takes: ArgumentType::Text(LONG), is_required: false },
            Argument { name: "since", takes: ArgumentType::Text(LONG), is_required: false },
            Argument { name: "limit", takes: ArgumentType::Number(limits::notes_question::LIMIT), is_required: false },
            Argument { name: "after", takes: ArgumentType::Text(LONG), is_required: false },
        ],
    },
    Tool {
        name: "work",
        arguments: &[
            Argument {
                name: "question",
                takes: ArgumentType::Word { words: &["file", "together", "last", "tools", "tasks"], default: None },
                is_required: true,
            },
            Argument { name: "of", takes: ArgumentType::Text(PATH), is_required: false },
            Argument { name: "limit", takes: ArgumentType::Number(limits::tasks_question::LIMIT), is_required: false },
        ],
    },
    Tool {
        name: "session",
        arguments: &[
            Argument {
                name: "question",
                takes: ArgumentType::Word { words: &["begin", "reread"], default: None },
                is_required: true,
            },
            Argument { name: "of", takes: ArgumentType::Text(LONG), is_required: true },
            Argument { name: "limit", takes: ArgumentType::Number(limits::begin_question::LIMIT), is_required: false },
        ],
    },
];
