//! The exported interface `episodes`: questions about events by key, time and aggregate.

use super::{Door, ExportResult};
use crate::bindings::exports::scrubjay::memory::{episodes, types};
use crate::facade::{
    self, CoEditsQuestion, CoEditsReply, ExportCsvReply, ExportLinesQuestion, ExportLinesReply, FileHistoryQuestion,
    LastTouchesQuestion, ProfileReply, Resumed, StrategiesQuestion, ToolStatsReply, WorkingMemoryQuestion,
};
use crate::instance::with_memory;
use alloc::string::String;

impl episodes::Guest for Door {
    questions! {
        events: episodes::EventsQuestion => episodes::EventsReply,
        read_time: episodes::ReadTimeQuestion => episodes::ReadTimeReply,
        log: episodes::LogQuestion => episodes::LogReply,
        export_csv: episodes::ExportCsvQuestion => ExportCsvReply,
        export_lines: ExportLinesQuestion => ExportLinesReply,
        file_history: FileHistoryQuestion => episodes::FileHistoryReply,
        co_edits: CoEditsQuestion => CoEditsReply,
        last_touches: LastTouchesQuestion => episodes::LastTouchesReply,
        tool_stats: episodes::ToolStatsQuestion => ToolStatsReply,
        tasks: episodes::TasksQuestion => episodes::TasksReply,
        patterns: episodes::PatternsQuestion => episodes::PatternsReply,
        strategies: StrategiesQuestion => episodes::StrategiesReply,
        decisions: episodes::DecisionsQuestion => episodes::DecisionsReply,
        working_memory: WorkingMemoryQuestion => episodes::WorkingMemoryReply,
    }

    fn why(id: String, resumed: Option<Resumed>) -> ExportResult<episodes::WhyReply> {
        with_memory(|memory| Ok(memory.why(&id, resumed)?.into()))
    }

    fn profile(resumed: Option<Resumed>) -> ExportResult<ProfileReply> {
        with_memory(|memory| Ok(memory.profile(resumed)?))
    }
}

scrubjay_core::situation! { [situated_record] {
    episodes::EventsQuestion => facade::EventsQuestion {
        kinds: list, channel: same, conversation: same, path: same, anchor: same, tool: same,
        parent: same, metadata: same, since: same, until: same, limit: same, after: same,
    }
} }

records! {
    episodes::ExportCsvQuestion => facade::ExportCsvQuestion { kind: into, after: same }
    facade::RecordedEvent => episodes::RecordedEvent {
        id: same, kind: into, recorded: same, trust: into, principal: same, event: into,
    }
    facade::EventPage => episodes::EventPage { events: list, n_damaged: same, next: same }
    types::ZoneOffset => facade::ZoneOffset { since: same, seconds: same }
    episodes::ReadTimeQuestion => facade::ReadTimeQuestion { written: same, zone: list, now: same }
    facade::TimeSpan => episodes::TimeSpan { since: same, until: same }
    episodes::LogQuestion => facade::LogQuestion {
        when: same, session: same, limit: same, after: same, zone: list, now: same,
    }
    facade::LogEntry => episodes::LogEntry {
        id: same, short_id: same, time: same, kind: into, text: same, session: same, task: same, principal: same, files: same, n: same, is_mended: same,
    }
    facade::LogPage => episodes::LogPage { entries: list, since: same, until: same, n_damaged: same, next: same }
    facade::Lineage => episodes::Lineage {
        event: into, parents: list, n_parents: same, children: list, has_more_children: same, adoptions: list,
    }
    facade::OperationCount => episodes::OperationCount { operation: into, n: same }
    facade::Touched => episodes::Touched {
        id: same, path: same, operation: into, time: same, origin: into, session: same, task: same, first_line: same,
        last_line: same, success: same, why: same, change: same,
    }
    facade::FileSummary => episodes::FileSummary {
        path: same, touches: list, n_touches: same, n_imported: same, operations: list,
    }
    facade::TouchPage => episodes::TouchPage { touches: list, n_files: same, has_more: same }
    episodes::ToolStatsQuestion => facade::ToolStatsQuestion { now: same, days: same, channel: same, intent: some }
    episodes::TasksQuestion => facade::TasksQuestion { statuses: list, limit: same }
    facade::Task => episodes::Task {
        name: same, status: into, description: same, intent: some, outcome: same, started: same, changed: same,
        files: same, n_files: same, tools: same, n_tools: same,
    }
    facade::TaskPage => episodes::TaskPage { tasks: list, has_more: same }
    episodes::PatternsQuestion => facade::PatternsQuestion { kind: some, subject: same, limit: same }
    facade::Pattern => episodes::Pattern {
        kind: into, subject: same, signature: same, files: same, n_files: same, n: same, confidence: same,
        first_day: same, last_day: same,
    }
    facade::PatternPage => episodes::PatternPage { patterns: list, has_more: same }
    facade::RankedStrategy => episodes::RankedStrategy {
        id: same, description: same, context: same, task_type: same, tools: same, channel: same, trust: into,
        n_successes: same, n_failures: same, score: same, last_used: same,
    }
    episodes::DecisionsQuestion => facade::DecisionsQuestion { statuses: list, channel: same, limit: same }
    facade::RecordedDecision => episodes::RecordedDecision {
        id: same, time: same, channel: same, trust: into, anchors: same, decision: into,
    }
    facade::DecisionPage => episodes::DecisionPage { decisions: list, has_more: same }
    facade::StrategyPage => episodes::StrategyPage { strategies: list, has_more: same }
    facade::WorkingSet => episodes::WorkingSet {
        values: same, turns: list, has_more_turns: same, thoughts: list, has_more_thoughts: same, active_goal: same,
    }
}

replies! {
    facade::Lineage => episodes::WhyReply
    facade::EventPage => episodes::EventsReply
    facade::TimeSpan => episodes::ReadTimeReply
    facade::LogPage => episodes::LogReply
    facade::FileSummary => episodes::FileHistoryReply
    facade::TouchPage => episodes::LastTouchesReply
    facade::TaskPage => episodes::TasksReply
    facade::PatternPage => episodes::PatternsReply
    facade::StrategyPage => episodes::StrategiesReply
    facade::DecisionPage => episodes::DecisionsReply
    facade::WorkingSet => episodes::WorkingMemoryReply
}

enumerations! {
    facade::LogKind => episodes::LogKind { Asked, Done, Failed, Decided, Noted }
    episodes::PatternKind => facade::PatternKind { ErrorFix, Refactor }
    facade::PatternKind => episodes::PatternKind { ErrorFix, Refactor }
}
