//! Captures transcripts of agents' harnesses: reads what is new in a file, in batches, and stores each batch before the
//! progress in the file.
//!
//! A line that is too long is skipped here, so that no file takes more memory than a few lines. Not here: the meaning
//! of a line (the core), how far a file was read (`captured`), and which files there are (the program).

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::captured::CaptureProgress;
use super::place::Files;
use super::{Records, State, Store, now};
use crate::Error;
use crate::open;
use crate::store::StoreError;
use crate::wit::capture::{Harness, PackedTranscript};
use crate::wit::records::RefusedLine;
use crate::wit::types::{Error as Refusal, Limit};

/// The bytes of a transcript that are passed on at once, unless a message is longer; more would make larger commits.
const CHUNK_BYTES: usize = 4 << 20;
/// The most bytes of a line, as the interface allows.
const MAX_LINE_BYTES: usize = 8 << 20;
/// The most bytes that are passed on at once, for a message that is longer than [`CHUNK_BYTES`].
const MAX_CHUNK_BYTES: usize = 16 << 20;
/// The most refused lines that are reported per file; the others are only counted.
const MAX_REFUSED: usize = 100;

/// Takes a packed part of a transcript, or `None` for a line that was too long, with the progress after it.
type Take<'t> =
    &'t mut dyn FnMut(&mut Records, Option<PackedTranscript>, &mut CaptureProgress) -> Result<Captured, Error>;

/// A transcript file to capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The harness that wrote the file; `None` to detect it by the first lines.
    pub harness: Option<Harness>,
    /// The path of the file.
    pub path: PathBuf,
    /// The folder of the project when the transcript was written; paths below it are recorded relative to it. `None`:
    /// the folder in which the session began.
    pub folder: Option<PathBuf>,
}

/// The outcome of capturing a transcript.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Captured {
    /// Events that are new to the memory.
    pub n_added: u64,
    /// Events that the memory had before.
    pub n_known: u64,
    /// Events in the spool, which the next holder of the lock adds.
    pub n_waiting: u64,
    /// Complete lines that were read, unknown and refused ones included.
    pub n_lines: u64,
    /// Bytes that were read, up to the end of a line.
    pub n_bytes: u64,
    /// Bytes that are left: an incomplete line, or what was not read because of the limit or a stop.
    pub n_left: u64,
    /// Lines of types that this release does not know.
    pub n_unknown: u64,
    /// Lines that could not be read, or whose events could not be recorded whole.
    pub n_refused: u64,
    /// The first 100 refused lines, numbered from the first line that this call read.
    pub refused: Vec<RefusedLine>,
    /// The session of the newest line; empty if unknown.
    pub session: String,
    /// The folder in which the session began; empty if unknown.
    pub folder: String,
}

impl Records {
    /// Records the events in the complete lines of a transcript; known events are not recorded again. `state` is empty
    /// for the first lines, else the state that the previous call returned; continue after `n_bytes`. Returns the
    /// counts and the state for the next call.
    ///
    /// # Errors
    /// As for [`Records::record`]. Up to 16 MiB of lines are recorded together; after an error, the events of earlier
    /// parts stay recorded.
    pub fn capture_lines(
        &mut self,
        harness: Option<Harness>,
        lines: &str,
        state: &[u8],
        folder: &str,
    ) -> Result<(Captured, Vec<u8>), Error> {
        let (mut captured, mut state) = (Captured::default(), state.to_vec());
        loop {
            let rest_of_lines = &lines[captured.n_bytes as usize..];
            let end = rest_of_lines.floor_char_boundary(MAX_CHUNK_BYTES);
            let end = if end < rest_of_lines.len() {
                rest_of_lines[..end].rfind('\n').map_or(end, |line| line + 1)
            } else {
                end
            };
            let packed = self.pack_transcript(harness, &rest_of_lines[..end], &state, folder)?;
            let n_bytes = packed.n_bytes;
            state.clone_from(&packed.state);
            captured.add(self.keep_transcript(packed)?);
            if n_bytes == 0 || captured.n_bytes as usize == lines.len() {
                return Ok((captured, state));
            }
        }
    }

    /// Captures what is new in a transcript, at most about `max_bytes` bytes. A file that is shorter than before, or is
    /// another file, is read from its beginning. `tell` is called with the number of bytes of each step, and may stop
    /// the capture; what was captured stays.
    ///
    /// # Errors
    /// As for [`Records::record`]; [`Error::Store`] of the transcript. What was captured before stays.
    pub fn capture(
        &mut self,
        transcript: &Transcript,
        max_bytes: u64,
        tell: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Captured, Error> {
        let files = self.file()?.files().clone();
        let progress = self.progress(Some(&files), transcript)?;
        self.read_transcript(transcript, progress, max_bytes, tell, &mut |records, packed, progress| {
            let captured = packed.map(|packed| records.keep_transcript(packed)).transpose()?.unwrap_or_default();
            progress.keep(&files, &transcript.path).map_err(StoreError::from)?;
            Ok(captured)
        })
    }

    /// The result that [`Records::capture`] would have, without changing anything: every event counts as added.
    ///
    /// # Errors
    /// [`Error::Store`] for an error of the transcript.
    pub fn would_capture(
        &mut self,
        transcript: &Transcript,
        tell: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Captured, Error> {
        self.find_created_file()?;
        let files = if let Store::File(Some(file)) = &self.store { Some(file.files().clone()) } else { None };
        let progress = self.progress(files.as_ref(), transcript)?;
        self.read_transcript(transcript, progress, u64::MAX, tell, &mut |_, packed, _| {
            let Some(packed) = packed else { return Ok(Captured::default()) };
            Ok(Captured { n_added: packed.packed.ids.len() as u64, ..Captured::of(&packed) })
        })
    }

    /// The folder and the session of a transcript, according to what was captured of it before, or else to its
    /// beginning. Records nothing.
    ///
    /// # Errors
    /// [`Error::Store`] for an error of the transcript; [`Error::Guest`].
    pub fn beginning_of(&mut self, transcript: &Transcript) -> Result<(String, String), Error> {
        self.find_created_file()?;
        let files = if let Store::File(Some(file)) = &self.store { Some(file.files().clone()) } else { None };
        let progress = self.progress(files.as_ref(), transcript)?;
        if !progress.folder.is_empty() {
            return Ok((progress.folder, progress.session));
        }
        let file_error = |error| transcript_error(transcript, error);
        let file = open::open_of_user(&transcript.path).map_err(file_error)?;
        let (settings, harness) = (self.settings.clone(), transcript.harness);
        // Those of Gemini CLI name no folder anywhere.
        let max = if harness == Some(Harness::GeminiCli) { BEGINNING_BYTES } else { MAX_BEGINNING_BYTES };
        let (mut bytes, mut wanted) = (Vec::new(), BEGINNING_BYTES);
        loop {
            let n_more = wanted - bytes.len() as u64;
            (&file).take(n_more).read_to_end(&mut bytes).map_err(file_error)?;
            let is_all = (bytes.len() as u64) < wanted || wanted >= max;
            let text = lossy(bytes.clone());
            let end = text.rfind('\n').map_or(text.len(), |end| end + 1);
            let began = self.live.call(&settings, "capture.read-beginning", |exports, store| {
                exports.scrubjay_memory_capture().call_read_beginning(store, harness, &text[..end])
            });
            match began {
                Ok(began) if is_all || !began.folder.is_empty() => return Ok((began.folder, began.session)),
                Err(error) if is_all => return Err(error),
                // A long line, or lines that name no folder, come before.
                _ => wanted *= 4,
            }
        }
    }

    /// The state after what was captured of a transcript so far, as [`Records::capture_lines`] takes it; empty if
    /// nothing was.
    ///
    /// # Errors
    /// [`Error::Store`] for an error of the transcript.
    pub fn state_of(&mut self, transcript: &Transcript) -> Result<Vec<u8>, Error> {
        let files = self.file()?.files().clone();
        Ok(self.progress(Some(&files), transcript)?.state)
    }

    fn progress(&self, files: Option<&Files>, transcript: &Transcript) -> Result<CaptureProgress, Error> {
        let progress = files.map(|files| CaptureProgress::of(files, &transcript.path)).transpose();
        Ok(progress.map_err(|error| transcript_error(transcript, error))?.unwrap_or_default())
    }

    /// Reads a transcript from the stored progress on, and calls `take` for each part, and without a part for each line
    /// that is too long.
    fn read_transcript(
        &mut self,
        transcript: &Transcript,
        mut progress: CaptureProgress,
        max_bytes: u64,
        tell: &mut dyn FnMut(u64) -> ControlFlow<()>,
        take: Take<'_>,
    ) -> Result<Captured, Error> {
        let file_error = |error: io::Error| transcript_error(transcript, error);
        let mut file = open::open_of_user(&transcript.path).map_err(file_error)?;
        let size = file.metadata().map_err(file_error)?.len();
        file.seek(SeekFrom::Start(progress.n_bytes)).map_err(file_error)?;
        let (folder, session) = (progress.folder.clone(), progress.session.clone());
        let mut captured = Captured { folder, session, ..Captured::default() };
        let folder = transcript.folder.as_deref().map(Path::to_string_lossy).unwrap_or_default();
        let mut lines = Lines::of(file, max_bytes);
        while captured.n_bytes < max_bytes
            && let Some(next_lines) = lines.next().map_err(file_error)?
        {
            let n_read = match next_lines {
                NextLines::TooLong(n_bytes) => {
                    if n_bytes > 0 {
                        progress.n_bytes += n_bytes;
                        captured.add(Captured::too_long(n_bytes));
                        captured.add(take(self, None, &mut progress)?);
                    }
                    n_bytes
                }
                NextLines::Text(text) => {
                    let packed = self.pack_transcript(transcript.harness, &text, &progress.state, &folder)?;
                    let n_bytes = packed.n_bytes;
                    if n_bytes > 0 {
                        progress.advance(&packed);
                        let taken = take(self, Some(packed), &mut progress)?;
                        captured.add(taken);
                    }
                    match n_bytes {
                        0 if lines.grow() => continue,
                        _ => lines.consume(n_bytes as usize),
                    }
                    n_bytes
                }
            };
            if n_read == 0 || tell(n_read).is_break() {
                break;
            }
        }
        captured.n_left = size.saturating_sub(progress.n_bytes);
        Ok(captured)
    }

    fn pack_transcript(
        &mut self,
        harness: Option<Harness>,
        lines: &str,
        state: &[u8],
        folder: &str,
    ) -> Result<PackedTranscript, Error> {
        let (settings, now) = (self.settings.clone(), now());
        self.live.call(&settings, "capture.pack-transcript", |exports, store| {
            exports.scrubjay_memory_capture().call_pack_transcript(store, harness, lines, state, folder, now)
        })
    }

    fn keep_transcript(&mut self, packed: PackedTranscript) -> Result<Captured, Error> {
        let counts = Captured::of(&packed);
        let (recorded, refused) = self.record_batch(&packed.packed, packed.refused)?;
        let n_of = |state: State| recorded.iter().filter(|one| one.state == state).count() as u64;
        let n_refused = counts.n_refused + (refused.len() - counts.refused.len()) as u64;
        let (n_added, n_known, n_waiting) = (n_of(State::Added), n_of(State::Known), n_of(State::Waiting));
        Ok(Captured { n_added, n_known, n_waiting, n_refused, refused, ..counts })
    }
}

impl Captured {
    /// The counts of a packed transcript, before any of its events is recorded.
    fn of(packed: &PackedTranscript) -> Captured {
        Captured {
            n_lines: packed.n_lines.into(),
            n_bytes: packed.n_bytes,
            n_unknown: packed.n_unknown.into(),
            n_refused: packed.n_refused.into(),
            refused: packed.refused.clone(),
            session: packed.session.clone(),
            folder: packed.folder.clone(),
            ..Captured::default()
        }
    }

    /// The counts for a line that is too long.
    fn too_long(n_bytes: u64) -> Captured {
        let limit = Limit { what: "bytes of a line".to_owned(), actual: n_bytes, limit: MAX_LINE_BYTES as u64 };
        let refused = vec![RefusedLine { line: 1, error: Refusal::TooLarge(limit) }];
        Captured { n_lines: 1, n_bytes, n_refused: 1, refused, ..Captured::default() }
    }

    /// Adds the counts of the part that follows, whose refused lines are renumbered.
    pub fn add(&mut self, next: Captured) {
        self.n_added += next.n_added;
        self.n_known += next.n_known;
        self.n_waiting += next.n_waiting;
        let n_free = MAX_REFUSED.saturating_sub(self.refused.len());
        let n_lines = self.n_lines as u32;
        let refused = next.refused.into_iter().take(n_free);
        self.refused.extend(refused.map(|one| RefusedLine { line: one.line + n_lines, ..one }));
        self.n_lines += next.n_lines;
        self.n_bytes += next.n_bytes;
        self.n_left += next.n_left;
        self.n_unknown += next.n_unknown;
        self.n_refused += next.n_refused;
        if !next.session.is_empty() {
            self.session = next.session;
        }
        if !next.folder.is_empty() {
            self.folder = next.folder;
        }
    }
}

/// The bytes at the beginning of a transcript that are first read for its folder and session.
const BEGINNING_BYTES: u64 = 256 << 10;
/// The most bytes that are read for them, as the interface allows: a session may begin with screenshots.
const MAX_BEGINNING_BYTES: u64 = 16 << 20;

fn transcript_error(transcript: &Transcript, error: io::Error) -> Error {
    let why = format!("{}: {error}", transcript.path.display());
    Error::Store(StoreError::from(io::Error::new(error.kind(), why)))
}

/// The complete lines of a file, and at its end also an incomplete one.
struct Lines {
    file: File,
    /// The bytes that are read at once.
    step: usize,
    /// Bytes that were read but not passed on yet.
    bytes: Vec<u8>,
    /// The least bytes to pass on, unless the file ends before.
    chunk: usize,
    is_at_end: bool,
}

enum NextLines {
    /// Complete lines, or at the end of the file an incomplete one.
    Text(String),
    /// A line that is too long: its number of bytes, with its line end; 0 if the file ends within it.
    TooLong(u64),
}

impl Lines {
    fn of(file: File, max_bytes: u64) -> Lines {
        let step = usize::try_from(max_bytes).unwrap_or(CHUNK_BYTES).clamp(1, CHUNK_BYTES);
        Lines { file, bytes: Vec::new(), step, chunk: step, is_at_end: false }
    }

    fn next(&mut self) -> io::Result<Option<NextLines>> {
        loop {
            let end = self.bytes.iter().rposition(|byte| *byte == b'\n');
            if let Some(end) = end.filter(|_| self.bytes.len() >= self.chunk || self.is_at_end) {
                return Ok(Some(NextLines::Text(lossy(self.bytes[..=end].to_vec()))));
            }
            if self.is_at_end {
                return Ok((!self.bytes.is_empty()).then(|| NextLines::Text(lossy(self.bytes.clone()))));
            }
            if self.bytes.len() > MAX_LINE_BYTES && end.is_none() {
                return self.skip_long_line().map(Some);
            }
            let n_read = (&self.file).take(self.step as u64).read_to_end(&mut self.bytes)?;
            self.is_at_end = n_read < self.step;
        }
    }

    /// Drops the first `n_bytes`, which were processed.
    fn consume(&mut self, n_bytes: usize) {
        self.bytes.drain(..n_bytes);
        self.chunk = self.step;
    }

    /// Makes the next part longer, because one message of a document is longer than the part so far; false if the file
    /// ends here, or the part has its greatest length.
    fn grow(&mut self) -> bool {
        self.chunk = (self.bytes.len() + CHUNK_BYTES).min(MAX_CHUNK_BYTES);
        !self.is_at_end && self.bytes.len() < self.chunk
    }

    /// Skips a line that is too long; an incomplete one is left.
    fn skip_long_line(&mut self) -> io::Result<NextLines> {
        let mut n_bytes = 0;
        loop {
            if let Some(end) = self.bytes.iter().position(|byte| *byte == b'\n') {
                self.bytes.drain(..=end);
                return Ok(NextLines::TooLong(n_bytes + end as u64 + 1));
            }
            n_bytes += self.bytes.len() as u64;
            self.bytes.clear();
            if self.is_at_end {
                return Ok(NextLines::TooLong(0));
            }
            let n_read = (&self.file).take(self.step as u64).read_to_end(&mut self.bytes)?;
            self.is_at_end = n_read < self.step;
        }
    }
}

/// The bytes as text of the same length: each byte of invalid UTF-8 becomes a question mark.
fn lossy(mut bytes: Vec<u8>) -> String {
    loop {
        match String::from_utf8(bytes) {
            Ok(text) => return text,
            Err(error) => {
                let error_at = error.utf8_error();
                let (from, n) = (error_at.valid_up_to(), error_at.error_len());
                bytes = error.into_bytes();
                let to = n.map_or(bytes.len(), |n| from + n);
                bytes[from..to].fill(b'?');
            }
        }
    }
}
