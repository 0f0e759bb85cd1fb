//! Contexts of sessions.

use crate::bindings::exports::scrubjay::memory::session;
use crate::facade;

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
    facade::Beginning => session::Beginning {
        files: list, n_files: same, tasks: list, has_more_tasks: same, errors: same, has_more_errors: same,
        n_notes: same, n_records: same,
    }
    session::CompactionSettings => facade::CompactionSettings {
        max_entries: same, keep_entries: same, max_tokens: same, task_hours: same, is_manual: same,
    }
}

replies! {
    facade::SessionChanged => session::SessionChangeReply
    facade::Compacted => session::CompactSessionReply
    facade::FilesToReread => session::RereadReply
    facade::Beginning => session::BeginSessionReply
}

enumerations! {
    facade::CompactionTrigger => session::CompactionTrigger { None, Entries, Tokens, Manual }
}
