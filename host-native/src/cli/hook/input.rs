//! What a harness tells a hook: JSON on the standard input, whose members the harnesses that have hooks name alike.
//!
//! Whatever it is, it is read as far as it goes: a member that is missing or of another kind is empty.

use std::io::Read;
use std::path::PathBuf;

use scrubjay::wit::records::Moment;
use serde_json::Value;

/// The most that is read: what a tool gave may be longer, and is not looked at.
const MAX_BYTES: u64 = 8 << 20;
/// The longest text that is asked with, as the interface has it.
const MAX_TEXT: usize = 65_536;
/// The longest path, and the most of them.
const MAX_PATH: usize = 1_024;
const MAX_PATHS: usize = 20;
/// How a harness calls the members of a tool's input that name a file.
const PATHS: [&str; 4] = ["file_path", "notebook_path", "path", "filePath"];

/// What a hook was told.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Heard {
    /// As it came, on one line.
    pub(super) line: String,
    /// The harness's name of the event.
    pub(super) event: String,
    pub(super) session: String,
    pub(super) folder: PathBuf,
    pub(super) transcripts: Vec<PathBuf>,
    /// The prompt, the error, or the command.
    pub(super) text: String,
    pub(super) tool: String,
    /// Files that the tool's input names.
    pub(super) paths: Vec<String>,
    /// How a session started.
    source: String,
}

impl Heard {
    /// Reads it; an event that the harness does not name is the one that the command was called for.
    pub(super) fn read(input: impl Read, event: &str) -> Option<Heard> {
        let mut bytes = Vec::new();
        input.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
        let said: Value = serde_json::from_slice(&bytes).ok()?;
        let text = |name: &str| said[name].as_str().unwrap_or_default().to_owned();
        let named = text("hook_event_name");
        let event = if named.is_empty() { event.to_owned() } else { named };
        let (session, agent) = (text("session_id"), text("agent_id"));
        let session = if agent.is_empty() { session } else { format!("{session}:{agent}") };
        let transcripts =
            ["transcript_path", "agent_transcript_path"].map(text).into_iter().filter(|path| !path.is_empty());
        let input = &said["tool_input"];
        let said_text = match event.as_str() {
            "UserPromptSubmit" => text("prompt"),
            "PostToolUseFailure" => {
                Some(text("error")).filter(|error| !error.is_empty()).unwrap_or(text("error_message"))
            }
            _ => input["command"].as_str().unwrap_or_default().to_owned(),
        };
        Some(Heard {
            line: said.to_string(),
            session: session.replace(['/', '\\'], "-"),
            folder: PathBuf::from(text("cwd")),
            transcripts: transcripts.map(PathBuf::from).collect(),
            text: said_text[..said_text.floor_char_boundary(MAX_TEXT)].to_owned(),
            tool: text("tool_name"),
            paths: paths(input),
            source: text("source"),
            event,
        })
    }

    /// The moment that the event is, if anything may be told at it.
    pub(super) fn moment(&self) -> Option<Moment> {
        match self.event.as_str() {
            "SessionStart" if self.source == "compact" => Some(Moment::Compacted),
            "SessionStart" => Some(Moment::Start),
            "UserPromptSubmit" => Some(Moment::Prompt),
            "PreToolUse" if !self.paths.is_empty() => Some(Moment::BeforeEdit),
            "PostToolUseFailure" => Some(Moment::Failure),
            _ => None,
        }
    }

    /// Whether a call failed, which is recorded before the transcript has it.
    pub(super) fn is_failure(&self) -> bool {
        self.event == "PostToolUseFailure"
    }

    /// Whether the session is over.
    pub(super) fn is_end(&self) -> bool {
        self.event == "SessionEnd"
    }
}

fn paths(input: &Value) -> Vec<String> {
    let named = PATHS.iter().filter_map(|name| input[*name].as_str());
    // A patch names its files in its text.
    let patch = ["command", "input", "patch"].iter().filter_map(|name| input[*name].as_str());
    let heads = ["*** Update File: ", "*** Delete File: ", "*** Add File: "];
    let patched = patch.flat_map(str::lines).filter_map(|line| heads.iter().find_map(|head| line.strip_prefix(head)));
    let all = named.chain(patched).map(str::trim).filter(|path| !path.is_empty() && path.len() <= MAX_PATH);
    all.take(MAX_PATHS).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_comes_is_read_as_far_as_it_goes() {
        let read = |text: &str| Heard::read(text.as_bytes(), "Stop");
        assert_eq!(read(""), None);
        assert_eq!(read("{"), None);
        let other = read(r#"{"session_id": 7, "cwd": [], "tool_input": "x", "transcript_path": null}"#).unwrap();
        assert_eq!((other.event.as_str(), other.session.as_str(), other.moment()), ("Stop", "", None));
        let edit = r#"{"hook_event_name": "PreToolUse", "tool_name": "Edit", "tool_input": {"file_path": "/a/b.py"}}"#;
        let edit = read(edit).unwrap();
        assert_eq!((edit.paths.as_slice(), edit.moment()), (&["/a/b.py".to_owned()][..], Some(Moment::BeforeEdit)));
        let patch = "*** Begin Patch\n*** Update File: src/a.rs\n@@\n*** Add File: src/b.rs\n";
        let patch =
            serde_json::json!({ "hook_event_name": "PreToolUse", "tool_input": { "command": patch } }).to_string();
        assert_eq!(read(&patch).unwrap().paths, ["src/a.rs", "src/b.rs"]);
    }
}
