//! Capture: reads the transcripts of agents' harnesses, and turns their lines into events.
//!
//! A harness keeps a file for each session, and writes a line for each thing that happens. A harness may change its
//! format at any time. So a line that is not JSON is reported and left out, a line of an unknown type is counted, and
//! the other lines are read all the same. The host keeps a state beside its position in the file, with the calls that
//! have no result yet, so that a growing transcript is read once.
//!
//! The id of an event follows from the harness's own ids, or from content where there are none, so that an event is
//! recorded once, however often its line is read. No event is trusted more than an agent, not even the text of a user,
//! because only the harness says that a user typed the text. Not here: where the files are (hosts).

mod call;
mod checkout;
mod claude_code;
mod codex;
mod events;
mod gemini_cli;
mod hook;
mod messages;
mod outcome;
mod pi;
mod pieces;
mod state;
#[cfg(test)]
mod tests;
mod todos;
mod touched;

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};
use serde_json::json;

use crate::base::error::Error;
use crate::base::time::Timestamp;
use crate::record::{Packed, RecordSpace, RefusedLine};
use crate::text::json::{Object, Value};
use crate::text::private::{PrivateExtent, json_without_private};
pub(crate) use events::call_that_touched;
use events::{Events, SourceProfile};
pub use hook::{HookEvent, answer_hook, read_hook};
pub(crate) use hook::{MAX_PATHS, MAX_TEXT};
use pieces::NextPiece;
use state::State;

/// The most bytes of lines in one call.
const MAX_BYTES: usize = 16 << 20;
/// The longest line that is read, in bytes.
const MAX_LINE: usize = 8 << 20;
/// The most parts of a line that become events.
const MAX_PARTS: usize = 64;
/// The most parts of a program's message that become events: a message may make a hundred calls at once.
const MAX_PARTS_OF_MESSAGE: usize = 400;
/// The number of events after which a batch ends. A batch holds at most 1,000, and one more line gives fewer than 200:
/// two for each part, and those of one part beyond.
const MAX_SLICE_EVENTS: usize = 800;
/// The number of events after which a batch of a program's messages ends, of which one gives fewer than 870.
const MAX_SLICE_EVENTS_OF_MESSAGES: usize = 130;
/// The bytes of texts after which a batch ends. A batch holds at most 8 MiB, and one more line gives at most 4 MiB.
const MAX_SLICE_BYTES: usize = 2 << 20;
/// The most refused lines that are reported in full; others are counted.
const MAX_REFUSED: usize = 100;

/// The source of a transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(index_only)]
pub enum Harness {
    /// Claude Code: a file for each session and subagent.
    #[n(0)]
    ClaudeCode,
    /// Codex: a file for each session and subagent.
    #[n(1)]
    Codex,
    /// Gemini CLI: a document or a file of lines for each session.
    #[n(2)]
    GeminiCli,
    /// Pi: a file for each session, whose messages are a tree.
    #[n(3)]
    Pi,
    /// A conversation that a program writes, message by message.
    #[n(4)]
    Messages,
}

impl Harness {
    const ALL: [Harness; 5] = [Harness::ClaudeCode, Harness::Codex, Harness::GeminiCli, Harness::Pi, Harness::Messages];

    /// The name of the harness, in event ids and metadata.
    fn word(self) -> &'static str {
        match self {
            Harness::ClaudeCode => "claude_code",
            Harness::Codex => "codex",
            Harness::GeminiCli => "gemini_cli",
            Harness::Pi => "pi",
            Harness::Messages => "messages",
        }
    }

    /// The form of the harness's events; for a program's conversation it follows from the header.
    fn source_profile(self, state: &State) -> SourceProfile {
        let conversation = state.conversation.as_ref().filter(|_| self == Harness::Messages);
        let metadata = match conversation {
            Some(conversation) => conversation.metadata(),
            None => json!({ "harness": self.word() }),
        };
        let own_tools = conversation.map_or_else(Vec::new, |conversation| conversation.own_tools.clone());
        let max_parts = if self == Harness::Messages { MAX_PARTS_OF_MESSAGE } else { MAX_PARTS };
        SourceProfile { word: self.word(), metadata, own_tools, max_parts, is_spread: self == Harness::Messages }
    }

    /// The number of events after which a batch ends.
    fn max_slice_events(self) -> usize {
        if self == Harness::Messages { MAX_SLICE_EVENTS_OF_MESSAGES } else { MAX_SLICE_EVENTS }
    }

    fn read(self, line: &Object<'_>, state: &mut State, events: &mut Events) -> LineOutcome {
        match self {
            Harness::ClaudeCode => claude_code::read_line(line, state, events),
            Harness::Codex => codex::read_line(line, state, events),
            Harness::GeminiCli => gemini_cli::read_line(line, state, events),
            Harness::Pi => pi::read_line(line, state, events),
            Harness::Messages => messages::read_line(line, state, events),
        }
    }

    /// Whether only this harness writes such lines.
    fn recognizes(self, line: &Object<'_>) -> bool {
        match self {
            Harness::ClaudeCode => claude_code::recognizes(line),
            Harness::Codex => codex::recognizes(line),
            Harness::GeminiCli => gemini_cli::recognizes(line),
            Harness::Pi => pi::recognizes(line),
            Harness::Messages => messages::recognizes(line),
        }
    }

    /// The harness that wrote these first lines. `None` if only blank lines are complete yet; an error if no harness is
    /// recognised by any of the complete lines.
    fn detect(lines: &str) -> Result<Option<Harness>, Error> {
        let (mut rest, mut place, mut has_lines) = (lines, NextPiece::default(), false);
        while let Some(piece) = pieces::next_piece(rest, place) {
            let line = parse_object(&piece.text).ok();
            if line.is_none() && !piece.is_whole {
                break;
            }
            let harness = line.and_then(|line| Harness::ALL.into_iter().find(|harness| harness.recognizes(&line)));
            if harness.is_some() {
                return Ok(harness);
            }
            has_lines |= !piece.text.trim().is_empty();
            (rest, place) = (&rest[piece.n_bytes..], piece.place);
        }
        match has_lines {
            true => Err(Error::invalid("harness", "no line tells who wrote it: name one, if it is a transcript")),
            false => Ok(None),
        }
    }
}

/// The outcome of reading a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineOutcome {
    /// The type of the line is known, even if nothing was recorded.
    Known,
    /// The type of the line is unknown.
    Unknown,
    /// The type of the line is known, but its content is invalid.
    Refused(&'static str),
}

/// The events of a slice of a transcript.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedTranscript {
    /// A batch of the events, for `add`.
    pub packed: Packed,
    /// The first 100 refused lines: not a JSON object, too long, or with events that cannot be recorded whole.
    pub refused: Vec<RefusedLine>,
    /// The number of all refused lines, including those beyond the first 100.
    pub n_refused: u32,
    /// The number of lines of unknown type.
    pub n_unknown: u32,
    /// The number of lines read, refused ones included.
    pub n_lines: u32,
    /// The number of bytes read, up to the end of a line.
    pub n_bytes: u64,
    /// The state to pass with the lines that follow.
    pub state: Vec<u8>,
    /// The session of the newest line; empty if not stated.
    pub session: String,
    /// The folder in which the session began; empty if not stated yet.
    pub folder: String,
}

/// The session of a transcript and the folder in which it began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TranscriptBeginning {
    /// Empty if not stated.
    pub session: String,
    /// Empty if not stated.
    pub folder: String,
}

impl RecordSpace {
    /// Reads a transcript until it states where its session began; see `capture.read-beginning`.
    pub(crate) fn read_beginning(&self, harness: Option<Harness>, lines: &str) -> Result<TranscriptBeginning, Error> {
        Error::check_limit("bytes of lines", lines.len(), MAX_BYTES)?;
        let (mut state, mut rest) = (State::default(), lines);
        let mut events = Events::none(self.guard());
        state.harness = if harness.is_some() { harness } else { Harness::detect(lines)? };
        if let Some(harness) = state.harness {
            events.set_source(harness.source_profile(&state));
        }
        while let Some(harness) = state.harness
            && (state.session.is_empty() || state.folder.is_empty())
            && let Some(piece) = pieces::next_piece(rest, state.place)
        {
            if let Ok(line) = parse_object(&piece.text) {
                events.begin_line(0, "");
                let _outcome = harness.read(&line, &mut state, &mut events);
                state.shorten();
            }
            (rest, state.place) = (&rest[piece.n_bytes..], piece.place);
        }
        Ok(TranscriptBeginning { session: state.session, folder: state.folder })
    }

    /// Reads lines of a transcript, as many as fit into a batch; see `capture.pack-transcript`.
    pub(crate) fn pack_transcript(
        &self,
        harness: Option<Harness>,
        lines: &str,
        state: &[u8],
        folder: &str,
        now: i64,
    ) -> Result<PackedTranscript, Error> {
        Error::check_limit("bytes of lines", lines.len(), MAX_BYTES)?;
        let time = Timestamp::checked("now", now)?;
        let mut state = State::unseal(state)?;
        state.harness = match harness.or(state.harness) {
            Some(harness) => Some(harness),
            None => Harness::detect(lines)?,
        };
        let mut events = Events::new(self.guard(), folder, now);
        events.set_todos(core::mem::take(&mut state.todos));
        if let Some(harness) = state.harness {
            events.set_source(harness.source_profile(&state));
        }
        let mut refused_lines = RefusedLines::default();
        let (mut n_bytes, mut n_lines, mut n_unknown) = (0, 0, 0);
        while let Some(harness) = state.harness
            && let Some(piece) = pieces::next_piece(&lines[n_bytes..], state.place)
        {
            // A private part may begin in one text of a message and end in another.
            let text = json_without_private(&piece.text, PrivateExtent::Member);
            let was_skipping = core::mem::take(&mut state.is_skipping_line);
            match parse_object(&text) {
                // The rest of a line that was refused as too long.
                _ if was_skipping => state.is_skipping_line = !piece.is_whole,
                Err(error) if !piece.is_whole && piece.text.len() > MAX_LINE => {
                    refused_lines.add(n_lines, error);
                    state.is_skipping_line = true;
                }
                // The end of a file may be half a line that is being written.
                Err(_) if !piece.is_whole => break,
                Err(_) if piece.text.trim().is_empty() => {}
                Err(error) => refused_lines.add(n_lines, error),
                Ok(line) => {
                    events.begin_line(n_lines, &state.folder);
                    match n_lines == 0 && harness != Harness::Messages && hook::is_hook_input(&line) {
                        true => hook::read_failure(&line, now, &state, &mut events),
                        false => match harness.read(&line, &mut state, &mut events) {
                            LineOutcome::Known => {}
                            LineOutcome::Unknown => n_unknown += 1,
                            LineOutcome::Refused(why) => refused_lines.add(n_lines, Error::invalid("line", why)),
                        },
                    }
                    events.errors_of_line().for_each(|error| refused_lines.add(n_lines, error));
                    state.shorten();
                }
            }
            n_bytes += piece.n_bytes;
            n_lines += u32::from(!state.is_skipping_line);
            state.place = piece.place;
            if events.len() >= harness.max_slice_events() || events.n_bytes() >= MAX_SLICE_BYTES {
                break;
            }
        }
        state.todos = events.take_todos();
        let mut list = Vec::with_capacity(events.len());
        for (line, event) in events.into_list() {
            match self.check_transcript_event(line, event, time) {
                Ok(event) => list.push(event),
                Err(error) => refused_lines.add(line, error),
            }
        }
        let packed = self.seal_transcript(list, time)?;
        let RefusedLines { refused, n_refused } = refused_lines;
        let (session, folder) = (state.session.clone(), state.folder.clone());
        let (n_bytes, state) = (n_bytes as u64, state.seal(self.guard()));
        Ok(PackedTranscript { packed, refused, n_refused, n_unknown, n_lines, n_bytes, state, session, folder })
    }
}

/// The number of refused lines, and the first [`MAX_REFUSED`] of them.
#[derive(Default)]
struct RefusedLines {
    refused: Vec<RefusedLine>,
    n_refused: u32,
}

impl RefusedLines {
    fn add(&mut self, line: u32, error: Error) {
        self.n_refused += 1;
        if self.refused.len() < MAX_REFUSED {
            self.refused.push(RefusedLine { line: line + 1, error });
        }
    }
}

/// Parses a line of at most [`MAX_LINE`] bytes as a JSON object.
fn parse_object(line: &str) -> Result<Object<'_>, Error> {
    if line.len() > MAX_LINE {
        return Err(Error::invalid("line", alloc::format!("it has more than {MAX_LINE} bytes, the most of a line")));
    }
    Value::parse_object(line).ok_or_else(|| match Value::parse(line) {
        Err(error) => Error::invalid("line", alloc::format!("it is no JSON: {error}")),
        Ok(_) => Error::invalid("line", "it is no JSON object"),
    })
}
