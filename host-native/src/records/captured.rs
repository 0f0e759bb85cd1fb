//! How far each transcript was captured: a small file for each, in a folder beside the memory's file.
//!
//! If such a file is lost, its transcript is read again, and no event is recorded twice; so no file is synced, and an
//! unreadable one is ignored. A transcript is read from its beginning if it became shorter, or if it differs at its
//! beginning or before the captured end. The file contains the core's state of the transcript, including words of calls
//! without results, and is deleted when the memory is erased. Not here: reading transcripts.

use std::fs;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::place::Files;
use crate::files::hash::hash;
use crate::open;
use crate::wit::capture::PackedTranscript;

/// The most bytes of a file of progress.
const MAX_BYTES: u64 = 8 << 20;
/// The bytes at the beginning of a transcript, and before its captured end, that identify it.
const PART_BYTES: u64 = 1 << 10;

/// How far a transcript was captured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CaptureProgress {
    /// The bytes captured so far.
    pub(super) n_bytes: u64,
    /// The state of the core for the next bytes.
    pub(super) state: Vec<u8>,
    /// The folder that the session began in.
    pub(super) folder: String,
    /// The session of the newest line.
    pub(super) session: String,
    /// The hash of the transcript's first bytes.
    head_hash: String,
    /// The hash of the last captured bytes.
    tail_hash: String,
}

impl CaptureProgress {
    /// The stored progress of a transcript if it is still the same file; otherwise none at all.
    pub(super) fn of(files: &Files, transcript: &Path) -> io::Result<CaptureProgress> {
        let Some(progress) = read(&file_of(files, transcript))? else { return Ok(CaptureProgress::default()) };
        let is_same = transcript.metadata()?.len() >= progress.n_bytes
            && end_hashes(transcript, progress.n_bytes)? == [progress.head_hash.as_str(), progress.tail_hash.as_str()];
        Ok(if is_same { progress } else { CaptureProgress::default() })
    }

    /// Moves past a part that was packed, and takes over its state, folder and session.
    pub(super) fn advance(&mut self, read: &PackedTranscript) {
        self.n_bytes += read.n_bytes;
        self.state.clone_from(&read.state);
        self.folder.clone_from(&read.folder);
        self.session.clone_from(&read.session);
    }

    /// Stores the progress in the file that is kept for the transcript, with new hashes of the captured bytes.
    pub(super) fn keep(&mut self, files: &Files, transcript: &Path) -> io::Result<()> {
        [self.head_hash, self.tail_hash] = end_hashes(transcript, self.n_bytes)?;
        open::create_folders(files.folder(), Path::new(files.captured.file_name().unwrap_or_default()))?;
        let path = file_of(files, transcript);
        let members = json!({
            "transcript": transcript.to_string_lossy(), "n_bytes": self.n_bytes, "folder": self.folder, "session": self.session,
            "head": self.head_hash, "tail": self.tail_hash, "state": hex(&self.state),
        });
        open::replace_unsynced(&path, members.to_string().as_bytes())
    }
}

/// All files of progress, including drafts.
pub(super) fn progress_files(files: &Files) -> io::Result<Vec<PathBuf>> {
    open::check_folder(&files.captured)?;
    let entries = match fs::read_dir(&files.captured) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

fn file_of(files: &Files, transcript: &Path) -> PathBuf {
    files.captured.join(format!("{}.json", hex(&hash(transcript.as_os_str().as_encoded_bytes())[..16])))
}

fn read(path: &Path) -> io::Result<Option<CaptureProgress>> {
    let text = open::read_text(path, MAX_BYTES)?;
    let Some(members) = text.and_then(|text| serde_json::from_str::<Value>(&text).ok()) else { return Ok(None) };
    let number = |name: &str| members[name].as_u64();
    let text = |name: &str| members[name].as_str().map(str::to_owned);
    let progress = || {
        Some(CaptureProgress {
            n_bytes: number("n_bytes")?,
            state: unhex(&text("state")?)?,
            folder: text("folder")?,
            session: text("session")?,
            head_hash: text("head")?,
            tail_hash: text("tail")?,
        })
    };
    Ok(progress())
}

/// The hashes of the beginning and of the end of a transcript's first `n_bytes`.
fn end_hashes(transcript: &Path, n_bytes: u64) -> io::Result<[String; 2]> {
    let mut file = open::open_of_user(transcript)?;
    let mut hash_at = |from: u64| {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(from))?;
        (&file).take(n_bytes.min(PART_BYTES)).read_to_end(&mut bytes)?;
        Ok::<String, io::Error>(hex(&hash(&bytes)[..16]))
    };
    Ok([hash_at(0)?, hash_at(n_bytes.saturating_sub(PART_BYTES))?])
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let is_even = text.len().is_multiple_of(2);
    is_even.then(|| text.as_bytes().chunks(2).map(pair).collect())?
}
