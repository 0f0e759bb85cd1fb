//! How far each transcript was taken in: a small file for each, in a folder beside the memory's.
//!
//! Losing one costs reading that transcript again, whose events are known then; so none is synced, and one that cannot be read counts
//! as none. A transcript that is shorter than it was, or begins otherwise, is read from its beginning. It holds the core's state of a
//! transcript, with words of calls that wait for their results, and goes when the memory is erased. Not here: the reading.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::place::Files;
use crate::files::hash::hash;
use crate::open;
use crate::wit::capture::PackedTranscript;

/// More bytes than such a file has.
const MAX_BYTES: u64 = 8 << 20;
/// How many bytes at the beginning of a transcript tell it from another one.
const HEAD: u64 = 1 << 10;

/// How far a transcript was taken in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// Bytes that were read.
    pub(super) n_bytes: u64,
    /// The core's, for what comes next.
    pub(super) state: Vec<u8>,
    /// The folder that the session began in.
    pub(super) folder: String,
    /// The session of the newest line.
    pub(super) session: String,
    /// A hash of its first bytes, and of how many.
    head: (String, u64),
}

impl Progress {
    /// What is known of a transcript, as long as it still is the one that it was. Nothing else than a beginning counts where not.
    pub(super) fn of(files: &Files, transcript: &Path) -> io::Result<Progress> {
        let Some(known) = read(&file_of(files, transcript))? else { return Ok(Progress::default()) };
        let (head, n_head) = &known.head;
        let is_same = transcript.metadata()?.len() >= known.n_bytes && head_of(transcript, *n_head)? == *head;
        Ok(if is_same { known } else { Progress::default() })
    }

    /// Goes on behind what was read.
    pub(super) fn follow(&mut self, read: &PackedTranscript) {
        self.n_bytes += read.n_bytes;
        self.state.clone_from(&read.state);
        self.folder.clone_from(&read.folder);
        self.session.clone_from(&read.session);
    }

    /// Notes it.
    pub(super) fn keep(&mut self, files: &Files, transcript: &Path) -> io::Result<()> {
        let n_head = self.n_bytes.min(HEAD);
        if self.head.1 != n_head {
            self.head = (head_of(transcript, n_head)?, n_head);
        }
        open::folders(files.folder(), Path::new(files.captured.file_name().unwrap_or_default()))?;
        let path = file_of(files, transcript);
        let said = json!({
            "transcript": transcript.to_string_lossy(), "n_bytes": self.n_bytes, "folder": self.folder, "session": self.session,
            "head": self.head.0, "n_head": self.head.1, "state": hex(&self.state),
        });
        open::replace_unsynced(&path, said.to_string().as_bytes())
    }
}

/// All such files, drafts among them.
pub(super) fn listed(files: &Files) -> io::Result<Vec<PathBuf>> {
    open::only_folder(&files.captured)?;
    let entries = match fs::read_dir(&files.captured) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

fn file_of(files: &Files, transcript: &Path) -> PathBuf {
    files.captured.join(format!("{}.json", hex(&hash(transcript.as_os_str().as_encoded_bytes())[..16])))
}

fn read(path: &Path) -> io::Result<Option<Progress>> {
    let text = open::text(path, MAX_BYTES)?;
    let Some(said) = text.and_then(|text| serde_json::from_str::<Value>(&text).ok()) else { return Ok(None) };
    let number = |name: &str| said[name].as_u64();
    let text = |name: &str| said[name].as_str().map(str::to_owned);
    let progress = || {
        Some(Progress {
            n_bytes: number("n_bytes")?,
            state: unhex(&text("state")?)?,
            folder: text("folder")?,
            session: text("session")?,
            head: (text("head")?, number("n_head")?),
        })
    };
    Ok(progress())
}

fn head_of(transcript: &Path, n_bytes: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    open::of_user(transcript)?.take(n_bytes).read_to_end(&mut bytes)?;
    Ok(hex(&hash(&bytes)[..16]))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let is_even = text.len().is_multiple_of(2);
    is_even.then(|| text.as_bytes().chunks(2).map(pair).collect())?
}
