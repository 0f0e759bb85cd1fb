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

    /// What happened, newest first. Where nothing fits, a name in it without any record is `unknown`, with those like it in the newest 200 records.
    events(EventsQuestion) -> EventPage;

    /// What a time means that a person wrote. It needs no rows.
    read_time(ReadTimeQuestion) -> TimeSpan;

    /// What was asked, done, failed, decided and noted, a line for each, newest first: "what did I do yesterday?" What was only looked at
    /// is left out, and so is what others did, as imports say. A session without any record is `unknown`.
    log(LogQuestion) -> LogPage;

    /// All records of the tenant, without loss, in a form to read: what `records.pack-import` reads.
    export_lines(ExportLinesQuestion) -> ExportedLines;

    /// The tenant's records of a kind as a table (RFC 4180), to look at: nothing reads it again.
    export_csv(ExportCsvQuestion) -> ExportedCsv;

    /// "Have I worked on this file?"
    file_history(FileHistoryQuestion) -> FileSummary;

    /// "Which files are edited together?" Kept up by each edit; files outside the project make no pairs.
    co_edits(CoEditsQuestion) -> CoEditPage;

    /// "What did I last do with X?"
    last_touches(LastTouchesQuestion) -> TouchPage;

    /// "How often does each tool succeed, and how long does it take?"
    tool_stats(ToolStatsQuestion) -> ToolStatPage;

    /// "What was I working on?"
    tasks(TasksQuestion) -> TaskPage;

    /// What was learnt of how errors are mended and renames carried through, as events arrived.
    patterns(PatternsQuestion) -> PatternPage;

    /// Strategies by how often they succeeded. Looks at the newest 1,000.
    strategies(StrategiesQuestion) -> StrategyPage;

    /// What was decided: of each title in a channel the newest record. Looks at 1,000 titles of a channel, in their order.
    decisions(DecisionsQuestion) -> DecisionPage;

    /// What is at hand in a conversation: its newest turns, and values until their lifetime is over.
    working_memory(WorkingMemoryQuestion) -> WorkingSet;

    /// What an agent should be told at a moment; mostly nothing. When a session begins: open tasks, what still fails, past work (where
    /// nothing is asked yet what was asked for last), notes and decisions, likely files. At a prompt: what answers it strongly. Before a file is changed: what failed after it was changed last and
    /// was not mended, errors that its edits mended, what is anchored to it. After a failure: what mended the same error, and lessons and
    /// notes that hold it as it stands. After a compaction: the open task, and files to read again.
    deliver(DeliverQuestion) -> Delivered;

    /// What was told, newest first. A session without any record or context is `unknown`.
    deliveries(DeliveriesQuestion) -> DeliveryPage;

    /// What fits a question, best first: filters act before the best are chosen. Reads the lists of the question's terms and what is
    /// stored of the records that have them, never all; an instance keeps up to 64 MiB of that.
    recall(RecallQuestion) -> Recalled;

    /// What was recorded that a task calls to mind: past work like it, notes, decisions and lessons that fit, open tasks, and what is
    /// kept of the user, as quotations within a budget.
    remind(RemindQuestion) -> Reminders;

    /// The context of a session; where there is none, that of a new one, which is not stored before it is saved.
    load_session(SessionQuestion) -> SessionContext;

    /// The sessions of the memory, with or without a context. One that is named and not known is refused, with those that are like it.
    sessions(SessionsQuestion) -> SessionPage;

    /// What a compaction would say of the entries that leave: by rule, or in the words of a model that the host has. An answer of the model
    /// that is not as `compact_session` wants it is refused as `invalid`.
    summarise_session(SummariseQuestion) -> SummaryDraft;

    /// How a session is now, and how it was before what took entries away.
    session_versions(VersionsQuestion) -> VersionPage;

    /// What differs between two versions of a session.
    compare_sessions(CompareQuestion) -> Comparison;

    /// Which files to read again after a compaction: those that the session touched most and last. A session without any record or context is `unknown`.
    reread(RereadQuestion) -> FilesToReread;

    /// "What still fails?" Of the newest 2,000 calls those that failed and that no later success mended: a success of the same tool with
    /// the same aim, which is the first two words of what a command line is for, also as a part of another one, or the file that it names. What was imported is left out.
    failures(FailuresQuestion) -> FailurePage;

    /// What a new session should begin with: files that it will likely touch, tasks that are open, what failed last, notes that fit, and
    /// past work that was like it.
    begin_session(BeginQuestion) -> Beginning;

} }
