//! The questions about what was done.

use alloc::string::String;

use super::{Answered, Door};
use crate::bindings::exports::scrubjay::memory::episodes;
use crate::facade::{
    CoEditsQuestion, CoEditsReply, ExportCsvReply, ExportLinesQuestion, ExportLinesReply, FileHistoryQuestion,
    LastTouchesQuestion, ProfileReply, Resumed, StrategiesQuestion, ToolStatsReply, WorkingMemoryQuestion,
};
use crate::instance::with_memory;

impl episodes::Guest for Door {
    questions! {
        events: episodes::EventsQuestion => episodes::EventsReply,
        export_csv: episodes::ExportCsvQuestion => ExportCsvReply,
        export_lines: ExportLinesQuestion => ExportLinesReply,
        file_history: FileHistoryQuestion => episodes::FileHistoryReply,
        co_edits: CoEditsQuestion => CoEditsReply,
        last_touches: LastTouchesQuestion => episodes::LastTouchesReply,
        tool_stats: episodes::ToolStatsQuestion => ToolStatsReply,
        tasks: episodes::TasksQuestion => episodes::TasksReply,
        patterns: episodes::PatternsQuestion => episodes::PatternsReply,
        strategies: StrategiesQuestion => episodes::StrategiesReply,
        working_memory: WorkingMemoryQuestion => episodes::WorkingMemoryReply,
    }

    fn why(id: String, resumed: Option<Resumed>) -> Answered<episodes::WhyReply> {
        with_memory(|memory| Ok(memory.why(&id, resumed)?.into()))
    }

    fn profile(resumed: Option<Resumed>) -> Answered<ProfileReply> {
        with_memory(|memory| Ok(memory.profile(resumed)?))
    }
}
