//! Notes the last event and fault of each harness's hooks, for `doctor`: a small file per harness in the user's data
//! folder.

use std::io;
use std::path::{Path, PathBuf};

use scrubjay::records::now;
use scrubjay::wit::Word as _;
use scrubjay::wit::capture::Harness;
use serde_json::{Value, json};

use scrubjay::{home, open};

/// The name of the folder of these notes, in the user's data folder.
pub(super) const FOLDER: &str = "hooks";
/// The most bytes of one note.
const MAX_BYTES: u64 = 16 << 10;
/// The most bytes of an event's name, as the interface allows.
const MAX_EVENT: usize = 128;
/// The most bytes kept of a fault.
const MAX_FAULT: usize = 1_000;

/// The last event and fault of a harness's hooks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LastHook {
    pub(crate) event: String,
    /// When the last event happened, in milliseconds since 1970.
    pub(crate) time: i64,
    /// The last fault; empty if there was none.
    pub(crate) fault: String,
    pub(crate) fault_time: i64,
    /// The agent's folder at that fault; may be empty.
    pub(crate) fault_folder: String,
}

/// Reads the note about a harness's hooks; `None`: there is none, or it is not JSON.
pub(crate) fn last_hook(harness: Harness) -> io::Result<Option<LastHook>> {
    let Some(text) = open::read_text(&file(harness)?, MAX_BYTES)? else { return Ok(None) };
    let Ok(noted_fields) = serde_json::from_str::<Value>(&text) else { return Ok(None) };
    let text = |name: &str| noted_fields[name].as_str().unwrap_or_default().to_owned();
    let time = |name: &str| noted_fields[name].as_i64().unwrap_or_default();
    Ok(Some(LastHook {
        event: text("event"),
        time: time("time"),
        fault: text("fault"),
        fault_time: time("fault_time"),
        fault_folder: text("fault_folder"),
    }))
}

/// Notes an event; if it failed, also the fault and the agent's folder.
pub(super) fn note_event(harness: Harness, event: &str, fault: Option<(&str, &Path)>) -> io::Result<()> {
    let last_noted = last_hook(harness)?.unwrap_or_default();
    let event = &event[..event.floor_char_boundary(MAX_EVENT)];
    let (fault, fault_time, folder) = match fault {
        Some((fault, folder)) => (&fault[..fault.floor_char_boundary(MAX_FAULT)], now(), folder.to_string_lossy()),
        None => (last_noted.fault.as_str(), last_noted.fault_time, last_noted.fault_folder.as_str().into()),
    };
    let note =
        json!({ "event": event, "time": now(), "fault": fault, "fault_time": fault_time, "fault_folder": folder });
    let file = file(harness)?;
    open::create_folders(&home::data_folder()?, FOLDER.as_ref())?;
    open::replace_unsynced(&file, note.to_string().as_bytes())
}

fn file(harness: Harness) -> io::Result<PathBuf> {
    Ok(home::data_folder()?.join(FOLDER).join(format!("{}.json", harness.word())))
}
