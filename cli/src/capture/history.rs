//! Claude Code's history of prompts, which has those of all projects and outlives the transcripts.
//!
//! Read is only what belongs to the project, of sessions of which nothing is recorded and no transcript is left: else
//! the transcript has the same prompt as a turn of its own id. A line becomes a line of a transcript, so that the same
//! rules say what of it are a person's words. Lines of older releases name no session, and are left out. Not here: who
//! allows that it is read (`capture --history`, and `init` by a question).

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use scrubjay::open;
use scrubjay::records::{Captured, Config, Records};
use scrubjay::wit::capture::Harness;
use scrubjay::wit::session::SessionsQuestion;
use serde_json::{Value, json};

use super::SessionStart;
use super::sources::FoundTranscript;

/// The name of the file in Claude Code's folder.
const FILE: &str = "history.jsonl";
/// The most bytes of the file that are read, from its beginning.
const MAX_BYTES: u64 = 64 << 20;

/// The path of the history, whether there is one or not.
pub(crate) fn history_file() -> Option<PathBuf> {
    let configured_folder = env::var_os("CLAUDE_CONFIG_DIR").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let folder = configured_folder.or_else(|| Some(env::home_dir()?.join(".claude")))?;
    Some(folder.join(FILE))
}

/// The sessions that transcripts are left of: a transcript has its session's name.
pub(super) fn sessions_of(found: &[FoundTranscript]) -> BTreeSet<String> {
    let name = |one: &FoundTranscript| Some(one.path.file_stem()?.to_str()?.to_owned());
    found.iter().filter_map(name).collect()
}

/// Records the prompts of the project at `root` whose sessions are neither recorded nor among `with_transcript`.
/// `is_dry`: they are only counted.
///
/// # Errors
/// Of the memory, or if the file cannot be read.
pub(super) fn capture_history(
    records: &mut Records,
    root: &Path,
    config: &Config,
    with_transcript: &BTreeSet<String>,
    is_dry: bool,
) -> Result<Captured, scrubjay::Error> {
    let text = history_file().and_then(|file| open::read_text(&file, MAX_BYTES).ok().flatten()).unwrap_or_default();
    let mut is_of_project: BTreeMap<String, bool> = BTreeMap::new();
    let mut is_missing: BTreeMap<String, bool> = BTreeMap::new();
    let mut lines = String::new();
    for prompt in text.lines().filter_map(Prompt::read) {
        let of_project = is_of_project.entry(prompt.project.clone()).or_insert_with(|| {
            let start = SessionStart::in_folder(Path::new(&prompt.project));
            start.folder_within(root).is_some() && !start.is_excluded(config)
        });
        let missing = is_missing
            .entry(prompt.session.clone())
            .or_insert_with(|| !with_transcript.contains(&prompt.session) && !is_recorded(records, &prompt.session));
        if *of_project && *missing {
            lines.push_str(&(prompt.as_transcript_line() + "\n"));
        }
    }
    if is_dry || lines.is_empty() {
        let n_lines = lines.lines().count() as u64;
        return Ok(Captured { n_added: n_lines, n_lines, ..Captured::default() });
    }
    let (captured, _) = records.capture_lines(Some(Harness::ClaudeCode), &lines, &[], &root.to_string_lossy())?;
    Ok(captured)
}

/// Whether anything of a session is recorded.
fn is_recorded(records: &mut Records, session: &str) -> bool {
    let question = SessionsQuestion { id: session.to_owned(), limit: 1, ..SessionsQuestion::default() };
    records.sessions(&question).is_ok_and(|page| !page.sessions.is_empty())
}

/// A line of the history.
struct Prompt {
    text: String,
    project: String,
    session: String,
    time: Timestamp,
}

impl Prompt {
    fn read(line: &str) -> Option<Prompt> {
        let members: Value = serde_json::from_str(line).ok()?;
        let text = |name: &str| members[name].as_str().filter(|text| !text.is_empty()).map(str::to_owned);
        let time = Timestamp::from_millisecond(members["timestamp"].as_i64()?).ok()?;
        Some(Prompt { text: text("display")?, project: text("project")?, session: text("sessionId")?, time })
    }

    fn as_transcript_line(&self) -> String {
        let Prompt { text, project, session, time } = self;
        let id = format!("history-{session}-{}", time.as_millisecond());
        let message = json!({ "role": "user", "content": text });
        json!({
            "type": "user", "uuid": id, "sessionId": session, "timestamp": time.to_string(), "cwd": project,
            "promptSource": "typed", "message": message,
        })
        .to_string()
    }
}
