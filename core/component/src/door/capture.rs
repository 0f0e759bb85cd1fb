//! Transcripts.

use super::{Answered, Door};
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
    ) -> Answered<capture::PackedTranscript> {
        with_memory(|memory| Ok(memory.pack_transcript(harness.map(Into::into), &lines, &state, &folder, now)?.into()))
    }
}

enumerations! {
    capture::Harness => facade::Harness { ClaudeCode, Codex, GeminiCli, Pi }
}

records! {
    facade::PackedTranscript => capture::PackedTranscript {
        packed: same, refused: list, n_refused: same, n_unknown: same, n_lines: same, n_bytes: same, state: same, session: same,
        folder: same,
    }
}
