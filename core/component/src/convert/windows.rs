//! Windows.

use super::across::list;
use crate::bindings::exports::scrubjay::memory::{types, window};
use crate::facade;

records! {
    facade::Pruned => window::Pruned {
        effects: into, edits: same, n_pruned: same, tokens_before: same, tokens_after: same, first_changed: same,
        expected_saving: same, snapshot: same,
    }
    facade::VisibleItem => window::VisibleItem { id: same, message: same, kind: into }
    facade::WindowChanged => window::WindowChanged { effects: into }
    facade::NamedFactor => types::Factor { name: same, value: same }
    facade::SnapshotItem => window::SnapshotItem {
        id: same, kind: into, tool: same, message: same, tokens: same, value: same, fate: into, factors: list,
    }
    facade::Learning => window::Learning {
        id: same, time: same, item: into, tool: same, paths: same, failed: same, first_error_line: same, part: same,
    }
    facade::ListedWindow => window::ListedWindow { name: same, used: same, n_prunes: same, body_bytes: same }
    facade::SnapshotPage => window::SnapshotPage { snapshots: list, has_more: same }
    facade::LearningPage => window::LearningPage { learnings: list, has_more: same }
    facade::WindowPage => window::WindowPage { windows: list, has_more: same }
    facade::ItemChange => window::ItemChange {
        id: same, kind: into, tool: same, message: same, tokens: same, older: some, newer: some,
    }
    facade::SnapshotComparison => window::SnapshotComparison {
        older: same, newer: same, tokens_older: same, tokens_newer: same, changes: list,
    }
    facade::RecoveredWindow => window::RecoveredWindow { edits: same, n_messages: same, n_missing: same }
    facade::Explanation => window::Explanation { snapshot: same, time: same, reason: into, item: into }
    facade::SnapshotOfWindow => window::SnapshotOfWindow {
        number: same, time: same, reason: into, task: same, tokens_before: same, tokens_after: same, budget: same,
        target: same, first_changed: same, expected_saving: same, items: list,
    }

    window::WindowSettings => facade::Settings {
        policy: into, max_tokens: same, threshold: same, low: same, keep_last: same, stub: into, cache_read: same,
        cache_write: same, cache_lifetime: same, max_body_bytes: same, max_window_bytes: same, body_lifetime: same,
        caller_keeps: same,
    }
    window::NewItem => facade::NewItem {
        kind: into, message: same, pointer: same, text: same, original: same, form: into, response: same, tool: same,
        call_id: same, is_error: same, tokens: same, task: same, is_pinned: same, relevance: same, dependencies: same,
        time: same,
    }
}

enumerations! {
    types::SecretPolicy => facade::SecretPolicy { Mask, Refuse, Keep }
    window::Policy => facade::Policy { Evidence, FiveFactor, KeepLast, Lru, Unbounded }
    window::StubKind => facade::StubKind { Outline, Bare }
    window::ItemKind => facade::ItemKind {
        System, User, Assistant, Thinking, Call, ToolResult, Code, TaskState, GraphQuery, Summary, Other,
    }
    facade::ItemKind => window::ItemKind {
        System, User, Assistant, Thinking, Call, ToolResult, Code, TaskState, GraphQuery, Summary, Other,
    }
    window::BodyForm => facade::BodyForm { Plain, Text, Object, ObjectText, TextOutput, Drop, Fixed }
    window::MessageFormat => facade::MessageFormat { Anthropic, OpenaiChat, OpenaiResponses, AiSdk, Langchain }
    facade::ItemFate => window::ItemFate { Kept, Pruned, Spared, PrunedBefore, Protected }
    facade::SnapshotReason => window::SnapshotReason { Prune, TaskSwitch, Demand }
}

replies! {
    facade::Pruned => window::PruneReply
    facade::WindowChanged => window::WindowChangeReply
    facade::SnapshotPage => window::SnapshotsReply
    Option<facade::SnapshotOfWindow> => window::SnapshotsReply
    Option<facade::Explanation> => window::ExplainReply
    facade::SnapshotComparison => window::CompareSnapshotsReply
    facade::RecoveredWindow => window::RecoverSnapshotReply
    facade::LearningPage => window::LearningsReply
    facade::WindowPage => window::WindowsReply
}

impl From<Option<facade::SnapshotOfWindow>> for window::SnapshotPage {
    fn from(snapshot: Option<facade::SnapshotOfWindow>) -> window::SnapshotPage {
        window::SnapshotPage { snapshots: list(snapshot.into_iter().collect()), has_more: false }
    }
}

impl From<Option<facade::Explanation>> for window::Explained {
    fn from(explanation: Option<facade::Explanation>) -> window::Explained {
        window::Explained { explanation: explanation.map(Into::into) }
    }
}
