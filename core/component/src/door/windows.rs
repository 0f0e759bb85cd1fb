//! The exported interface `window`: windows of conversations.

use super::{Door, ExportResult};
use crate::bindings::exports::scrubjay::memory::{types, window};
use crate::convert::across::list;
use crate::facade::{
    self, Edit, Pushed, Reply, RestoreReply, Resumed, Settings, Window, WindowOpened, WindowOwner, WindowStatus,
    formats,
};
use crate::instance::{open_window, with_window};
use alloc::string::String;
use alloc::vec::Vec;

impl window::Guest for Door {
    fn load(settings: window::WindowSettings, saved: Vec<u8>) -> ExportResult<WindowOpened> {
        let settings = Settings::from(settings);
        let (window, opened) = match saved.as_slice() {
            [] => (Window::new(settings)?, WindowOpened::default()),
            saved => Window::load(saved, settings)?,
        };
        open_window(window);
        Ok(opened)
    }

    fn open(
        owner: WindowOwner,
        settings: window::WindowSettings,
        secrets: types::SecretPolicy,
        at: u64,
        resumed: Option<Resumed>,
    ) -> ExportResult<window::WindowOpenReply> {
        match Window::open(owner, settings.into(), secrets.into(), at, resumed)? {
            Reply::Done((window, opened)) => {
                open_window(window);
                Ok(window::WindowOpenReply::Done(opened))
            }
            Reply::Ask(ask) => Ok(window::WindowOpenReply::Ask(ask)),
        }
    }

    fn at(generation: u64) -> ExportResult<()> {
        with_window(|window| {
            window.set_generation(generation);
            Ok(())
        })
        .map_err(Into::into)
    }

    fn save() -> ExportResult<Vec<u8>> {
        Ok(with_window(|window| Ok(window.save()))?)
    }

    fn push(items: Vec<window::NewItem>) -> ExportResult<Pushed> {
        Ok(with_window(|window| window.push(items.into_iter().map(Into::into).collect()))?)
    }

    fn push_messages(format: window::MessageFormat, messages: String, first: u32, now: i64) -> ExportResult<Pushed> {
        Ok(with_window(|window| window.push_messages(format.into(), &messages, first, now))?)
    }

    fn prune(now: i64, resumed: Option<Resumed>) -> ExportResult<window::PruneReply> {
        Ok(with_window(|window| window.prune(now, resumed))?.into())
    }

    fn prune_anyway(now: i64, resumed: Option<Resumed>) -> ExportResult<window::PruneReply> {
        Ok(with_window(|window| window.prune_anyway(now, resumed))?.into())
    }

    fn edit_messages(messages: String, first: u32, edits: Vec<Edit>) -> ExportResult<String> {
        Ok(formats::apply(&messages, &edits, first)?)
    }

    fn restore(id: String, now: i64, resumed: Option<Resumed>) -> ExportResult<RestoreReply> {
        Ok(with_window(|window| window.restore(&id, now, resumed))?)
    }

    fn already_visible(content: String) -> ExportResult<Option<window::VisibleItem>> {
        Ok(with_window(|window| Ok(window.already_visible(&content)))?.map(Into::into))
    }

    fn report_usage(input_tokens: u64) -> ExportResult<()> {
        with_window(|window| {
            window.report_usage(input_tokens);
            Ok(())
        })
        .map_err(Into::into)
    }

    fn set_relevance(relevance: Vec<window::Relevance>) -> ExportResult<()> {
        let relevance: Vec<(String, f64)> = relevance.into_iter().map(|one| (one.id, one.value)).collect();
        Ok(with_window(|window| window.set_relevance(&relevance))?)
    }

    fn pin(
        ids: Vec<String>,
        is_pinned: bool,
        now: i64,
        resumed: Option<Resumed>,
    ) -> ExportResult<window::WindowChangeReply> {
        Ok(with_window(|window| window.pin(&ids, is_pinned, now, resumed))?.into())
    }

    fn set_task(task: String, now: i64, resumed: Option<Resumed>) -> ExportResult<window::WindowChangeReply> {
        Ok(with_window(|window| window.set_task(&task, now, resumed))?.into())
    }

    fn snapshot(now: i64, resumed: Option<Resumed>) -> ExportResult<window::WindowChangeReply> {
        Ok(with_window(|window| window.snapshot(now, resumed))?.into())
    }

    fn end(now: i64, resumed: Option<Resumed>) -> ExportResult<window::WindowChangeReply> {
        Ok(with_window(|window| window.end(now, resumed))?.into())
    }

    fn status() -> ExportResult<WindowStatus> {
        Ok(with_window(|window| Ok(window.status()))?)
    }

    fn snapshots(limit: u32, before: u32, resumed: Option<Resumed>) -> ExportResult<window::SnapshotsReply> {
        Ok(with_window(|window| window.snapshots(limit, before, resumed))?.into())
    }

    fn find_snapshot(number: Option<u32>, resumed: Option<Resumed>) -> ExportResult<window::SnapshotsReply> {
        Ok(with_window(|window| window.find_snapshot(number, resumed))?.into())
    }

    fn what_if(max_tokens: u32, now: i64) -> ExportResult<window::SnapshotOfWindow> {
        Ok(with_window(|window| window.what_if(max_tokens, now))?.into())
    }

    fn compare_snapshots(
        older: u32,
        newer: Option<u32>,
        resumed: Option<Resumed>,
    ) -> ExportResult<window::CompareSnapshotsReply> {
        Ok(with_window(|window| window.compare_snapshots(older, newer, resumed))?.into())
    }

    fn recover_snapshot(number: u32, resumed: Option<Resumed>) -> ExportResult<window::RecoverSnapshotReply> {
        Ok(with_window(|window| window.recover_snapshot(number, resumed))?.into())
    }

    fn explain(id: String, resumed: Option<Resumed>) -> ExportResult<window::ExplainReply> {
        Ok(with_window(|window| window.explain(&id, resumed))?.into())
    }

    fn learnings(limit: u32, resumed: Option<Resumed>) -> ExportResult<window::LearningsReply> {
        Ok(with_window(|window| window.learnings(limit, resumed))?.into())
    }

    fn windows(
        tenant: String,
        at: u64,
        limit: u32,
        after: String,
        resumed: Option<Resumed>,
    ) -> ExportResult<window::WindowsReply> {
        Ok(Window::list(&tenant, at, (limit, &after), resumed)?.into())
    }
}

records! {
    facade::Pruned => window::Pruned {
        effects: into, edits: same, n_pruned: same, tokens_before: same, tokens_after: same, first_changed: same,
        expected_saving: same, snapshot: same,
    }
    facade::VisibleItem => window::VisibleItem { id: same, message: same, kind: into }
    facade::WindowChanged => window::WindowChanged { effects: into }
    facade::NamedFactor => types::Factor { name: same, value: same }
    facade::SnapshotItem => window::SnapshotItem {
        id: same, kind: into, tool: same, message: same, tokens: same, tokens_left: same, value: same, fate: into,
        factors: list, subject: same, why: same,
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
        target: same, first_changed: same, expected_saving: same, items: list, n_left: same,
        n_prunes: same, recaps: same, not_believed: same,
    }

    window::WindowSettings => facade::Settings {
        policy: into, max_tokens: same, threshold: same, low: same, recap_share: same, keep_last: same, stub: into,
        cache_read: same, cache_write: same, cache_lifetime: same, max_body_bytes: same, max_window_bytes: same, body_lifetime: same,
        caller_keeps: same,
    }
    window::NewItem => facade::NewItem {
        kind: into, message: same, pointer: same, text: same, original: same, form: into, response: same, tool: same,
        call_id: same, is_error: same, tokens: same, task: same, is_pinned: same, relevance: same, dependencies: same,
        time: same, places: list,
    }
    window::CodePlace => facade::CodePlace { path: same, first_line: same, last_line: same }
}

enumerations! {
    types::SecretPolicy => facade::SecretPolicy { Mask, Refuse, Keep }
    window::Policy => facade::Policy { Evidence, FiveFactor, KeepLast, Lru, Unbounded }
    window::StubKind => facade::StubKind { Outline, Bare }
    window::ItemKind => facade::ItemKind {
        System, User, Assistant, Thinking, Call, ToolResult, Code, TaskState, GraphQuery, Summary, Other, Media,
    }
    facade::ItemKind => window::ItemKind {
        System, User, Assistant, Thinking, Call, ToolResult, Code, TaskState, GraphQuery, Summary, Other, Media,
    }
    window::BodyForm => facade::BodyForm {
        Plain, Text, Object, ObjectText, TextOutput, Drop, Fixed, TextBlock, InputTextBlock,
    }
    window::MessageFormat => facade::MessageFormat { Anthropic, OpenaiChat, OpenaiResponses, AiSdk, Langchain }
    facade::ItemFate => window::ItemFate { Kept, Pruned, Spared, PrunedBefore, Protected, Recapped }
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
