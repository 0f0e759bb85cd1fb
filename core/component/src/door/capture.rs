//! The exported interface `capture`: reads transcripts and hooks of coding agents.

use super::{Door, ExportResult};
use crate::bindings::exports::scrubjay::memory::capture;
use crate::facade;
use crate::instance::with_memory;
use alloc::string::String;
use alloc::vec::Vec;

impl capture::Guest for Door {
    fn pack_transcript(
        harness: Option<capture::Harness>,
        lines: String,
        state: Vec<u8>,
        folder: String,
        now: i64,
    ) -> ExportResult<capture::PackedTranscript> {
        with_memory(|memory| Ok(memory.pack_transcript(harness.map(Into::into), &lines, &state, &folder, now)?.into()))
    }

    fn read_beginning(harness: Option<capture::Harness>, lines: String) -> ExportResult<capture::TranscriptBeginning> {
        with_memory(|memory| Ok(memory.read_beginning(harness.map(Into::into), &lines)?.into()))
    }

    fn read_hook(input: String, event: String) -> ExportResult<capture::HookEvent> {
        Ok(facade::read_hook(&input, &event)?.into())
    }

    fn answer_hook(event: String, text: String) -> ExportResult<String> {
        Ok(facade::answer_hook(&event, &text)?)
    }
}

enumerations! {
    capture::Harness => facade::Harness { ClaudeCode, Codex, GeminiCli, Pi, Messages }
}

records! {
    facade::TranscriptBeginning => capture::TranscriptBeginning { session: same, folder: same }
    facade::PackedTranscript => capture::PackedTranscript {
        packed: same, refused: list, n_refused: same, n_unknown: same, n_lines: same, n_bytes: same, state: same, session: same,
        folder: same,
    }
    facade::HookEvent => capture::HookEvent {
        name: same, moment: some, folder: same, session: same, transcripts: same, text: same, paths: same, tool: same, command: same,
        to_record: same, is_end: same,
    }
}
