//! The exported interface `session`: the contexts of sessions.

use super::{Door, ExportResult};
use crate::bindings::exports::scrubjay::memory::session;
use crate::facade::{
    self, BeginQuestion, CompareQuestion, CompareSessionsReply, LoadSessionReply, RereadQuestion, Resumed,
    SessionQuestion, SessionVersionsReply, SessionsQuestion, SessionsReply, SummariseQuestion, SummariseSessionReply,
    VersionsQuestion,
};
use crate::instance::with_memory;
use alloc::string::String;
use alloc::vec::Vec;

impl session::Guest for Door {
    questions! {
        load_session: SessionQuestion => LoadSessionReply,
        sessions: SessionsQuestion => SessionsReply,
        summarise_session: SummariseQuestion => SummariseSessionReply,
        session_versions: VersionsQuestion => SessionVersionsReply,
        compare_sessions: CompareQuestion => CompareSessionsReply,
        reread: RereadQuestion => session::RereadReply,
        failures: session::FailuresQuestion => session::FailuresReply,
        begin_session: BeginQuestion => session::BeginSessionReply,
    }

    fn save_session(
        id: String,
        document: String,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> ExportResult<session::SessionChangeReply> {
        with_memory(|memory| Ok(memory.save_session(&id, &document, expected, now, resumed)?.into()))
    }

    fn append_to_session(
        id: String,
        entries: String,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> ExportResult<session::SessionChangeReply> {
        with_memory(|memory| Ok(memory.append_to_session(&id, &entries, expected, now, resumed)?.into()))
    }

    fn delete_session(
        id: String,
        expected: Option<u64>,
        resumed: Option<Resumed>,
    ) -> ExportResult<session::SessionChangeReply> {
        with_memory(|memory| Ok(memory.delete_session(&id, expected, resumed)?.into()))
    }

    fn recover_session(
        id: String,
        version: u64,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> ExportResult<session::SessionChangeReply> {
        with_memory(|memory| Ok(memory.recover_session(&id, version, expected, now, resumed)?.into()))
    }

    fn fork_session(
        id: String,
        fork: String,
        version: Option<u64>,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> ExportResult<session::SessionChangeReply> {
        with_memory(|memory| Ok(memory.fork_session(&id, &fork, version, expected, now, resumed)?.into()))
    }

    fn compact_session(
        id: String,
        settings: session::CompactionSettings,
        summary: Option<Vec<u8>>,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> ExportResult<session::CompactSessionReply> {
        let settings = settings.into();
        with_memory(|memory| {
            Ok(memory.compact_session(&id, settings, summary.as_deref(), expected, now, resumed)?.into())
        })
    }
}

records! {
    facade::SessionChanged => session::SessionChanged { effects: into, version: same, is_known: same }
    facade::Compacted => session::Compacted { effects: into, report: into }
    facade::Compaction => session::Compaction {
        trigger: into, n_removed: same, n_entries: same, n_facts_removed: same, n_tasks_removed: same,
        tokens_before: same, tokens_after: same, version: same, summary: same, n_summary_bytes_left_out: same,
    }
    facade::FileToReread => session::FileToReread {
        path: same, score: same, factors: list, n_touches: same, last: same, first_line: same, last_line: same,
        why: same,
    }
    facade::FilesToReread => session::FilesToReread { files: list, n_files: same, lines: same, n_lines: same }
    facade::LikelyFile => session::LikelyFile { path: same, score: same, factors: list }
    facade::FittingNote => session::FittingNote {
        id: same, kind: into, time: same, trust: into, score: same, text: same,
    }
    facade::PastWork => session::PastWork {
        id: same, time: same, session: same, task: same, score: same, asked: same, status: some, outcome: same,
        errors: same,
    }
    facade::MendedError => session::MendedError { error: same, files: same, commands: same, succeeded_as: same }
    facade::Beginning => session::Beginning {
        files: list, n_files: same, tasks: list, has_more_tasks: same, errors: same, has_more_errors: same,
        mended: list, notes: list, past: list, n_notes: same, n_records: same,
    }
    session::FailuresQuestion => facade::FailuresQuestion { session: same, tool: same, limit: same }
    facade::FailurePage => session::FailurePage { failures: same, n_failures: same }
    session::CompactionSettings => facade::CompactionSettings {
        max_entries: same, keep_entries: same, max_tokens: same, task_hours: same, is_manual: same,
    }
}

replies! {
    facade::SessionChanged => session::SessionChangeReply
    facade::Compacted => session::CompactSessionReply
    facade::FilesToReread => session::RereadReply
    facade::FailurePage => session::FailuresReply
    facade::Beginning => session::BeginSessionReply
}

enumerations! {
    facade::CompactionTrigger => session::CompactionTrigger { None, Entries, Tokens, Manual }
}
