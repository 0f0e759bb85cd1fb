//! The questions about records. Written by `cargo xtask records` from `wit/`: change that.

use super::Memory;
use crate::ask::{Reply, Resumed, reply};
use crate::base::error::Error;
use crate::delivery::*;
use crate::episode::*;
use crate::recall::*;
use crate::session::*;

questions! { records {
    /// The notes of a channel or of all, newest first.
    notes(NotesQuestion) -> NotePage;

    /// Events, newest first. If nothing fits and the question has a name that no record has, the question is refused as `unknown`;
    /// the error suggests similar names from the newest 200 records.
    events(EventsQuestion) -> EventPage;

    /// The span of time that a written time means. Needs no rows.
    read_time(ReadTimeQuestion) -> TimeSpan;

    /// "What did I do yesterday?" What was asked, done, failed, decided and noted, a line for each, newest first. Left out are
    /// files that were only read, and what others did according to imports. A session without any record is refused as `unknown`.
    log(LogQuestion) -> LogPage;

    /// All records of the tenant, without loss, as readable lines, which `records.pack-import` reads.
    export_lines(ExportLinesQuestion) -> ExportedLines;

    /// The tenant's records of a kind as a table (RFC 4180), for people: nothing imports it.
    export_csv(ExportCsvQuestion) -> ExportedCsv;

    /// "Have I worked on this file?": what was done with a file.
    file_history(FileHistoryQuestion) -> FileSummary;

    /// "Which files are edited together?" Each recorded edit updates the pairs; files outside the project form none.
    co_edits(CoEditsQuestion) -> CoEditPage;

    /// "What did I last do with X?": the newest touches of files whose paths contain a text.
    last_touches(LastTouchesQuestion) -> TouchPage;

    /// "How often does each tool succeed, and how long does it take?"
    tool_stats(ToolStatsQuestion) -> ToolStatPage;

    /// "What was I working on?": tasks, the most recently changed first.
    tasks(TasksQuestion) -> TaskPage;

    /// Patterns of how errors were mended and renames carried through, learnt as events were added.
    patterns(PatternsQuestion) -> PatternPage;

    /// Strategies, best first, among the newest 1,000 of the channel and of `_global`, or of all channels together.
    strategies(StrategiesQuestion) -> StrategyPage;

    /// Decisions: for each title in a channel the newest record. Examines the first 1,000 titles of a channel, in their order.
    decisions(DecisionsQuestion) -> DecisionPage;

    /// The working memory of a conversation: its newest turns and thoughts, and values until their lifetime ends.
    working_memory(WorkingMemoryQuestion) -> WorkingSet;

    /// What an agent should be told at a moment; mostly nothing. When a session begins: open tasks, notes and decisions, and with a
    /// `text` also past work and failures that fit it. At a prompt: notes, decisions and lessons that fit it strongly, and what an
    /// agent said last with a name in code that the prompt has; at the first prompt of a session also the work of one of the last 8
    /// sessions with what came of it, if the prompt names the same thing, or only says to go on and both are on the same branch.
    /// Before a file is read or changed: errors that its edits mended in two sessions, and records that are anchored to it. After a
    /// failure: what mended the same error, and lessons and notes that contain the error verbatim. After a compaction: the open
    /// task, and files to read again.
    deliver(DeliverQuestion) -> Delivered;

    /// What agents were told, newest first. A session without any record or context is refused as `unknown`.
    deliveries(DeliveriesQuestion) -> DeliveryPage;

    /// What agents would have been told in recorded sessions, and whether they used it. The memory is made anew from its history, in
    /// the order in which things became known, and `deliver` is asked at each moment of a replayed session, so that nothing is told
    /// that was not known then. A call becomes known when it ends, a note whose text was replaced when it was replaced, an imported
    /// record when it was imported. Compactions leave no record, so that none is replayed. Reads all records twice and keeps the
    /// replay in the instance, which takes about as much memory as the store. Nothing is stored.
    backtest(BacktestQuestion) -> BacktestReport;

    /// The records that fit a question, best first; filters act before the best are chosen. Reads the lists of the question's terms
    /// and rows of the records in these lists, never all records. An instance keeps up to 64 MiB of what it has read.
    recall(RecallQuestion) -> Recalled;

    /// Records that fit a task: similar past work, notes, decisions and lessons, open tasks, and the user's profile, as quotations
    /// within a budget.
    remind(RemindQuestion) -> Reminders;

    /// The context of a session; if there is none, a new context, which is not stored before it is saved.
    load_session(SessionQuestion) -> SessionContext;

    /// The sessions of the memory, with or without a context. If `id` is an unknown session, the call is refused, and the error
    /// suggests similar ones.
    sessions(SessionsQuestion) -> SessionPage;

    /// A summary of the entries that a compaction would remove: by rule, or in the words of a model that the host has. An answer of
    /// the model that `compact_session` would not accept is refused as `invalid`.
    summarise_session(SummariseQuestion) -> SummaryDraft;

    /// The current version of a session, and stored versions from before entries were removed.
    session_versions(VersionsQuestion) -> VersionPage;

    /// What differs between two versions of a session.
    compare_sessions(CompareQuestion) -> Comparison;

    /// Which files to read again after a compaction: those that the session touched most and last. A session without any record or
    /// context is `unknown`.
    reread(RereadQuestion) -> FilesToReread;

    /// "What still fails?" Of the newest 2,000 calls, the failures that no later success mended. A success mends a failure of the
    /// same tool with the same aim. The aim is the file that the call names, or the first two words of the main part of a command
    /// line; of a line that succeeded, other parts may count too. Imported calls are left out.
    failures(FailuresQuestion) -> FailurePage;

    /// What a new session should begin with: files that it will likely touch, open tasks, what failed last, notes that fit, and
    /// similar past work.
    begin_session(BeginQuestion) -> Beginning;

} }
