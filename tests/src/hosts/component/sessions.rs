//! Steps about contexts of sessions, on the library.

use scrubjay::wit::session::CompactionSettings;
use scrubjay::{Error, Memory};
use serde_json::{Value, json};

use super::asked;
use crate::hosts::arguments::{option, required};
use crate::hosts::sessions::{compaction_settings, document, timeless};
use crate::json::Json as _;

/// Takes a step about contexts of sessions.
pub(super) fn take(memory: &mut Memory, step: &str, arguments: &Value) -> Result<Value, Error> {
    let (id, expected): (String, Option<u64>) = (required(arguments, "id"), option(arguments, "expected", None));
    Ok(match step {
        "session.save" => json!(memory.records()?.save_session(&id, &document(&arguments["document"]), expected)?),
        "session.append" => {
            json!(memory.records()?.append_to_session(&id, &document(&arguments["entries"]), expected)?)
        }
        "session.delete" => json!(memory.records()?.delete_session(&id, expected)?),
        "session.recover" => json!(memory.records()?.recover_session(&id, required(arguments, "version"), expected)?),
        "session.fork" => {
            let (fork, version): (String, _) = (required(arguments, "fork"), option(arguments, "version", None));
            json!(memory.records()?.fork_session(&id, &fork, version, expected)?)
        }
        "session.compact" => {
            let (settings, said) = (compaction_settings!(arguments, CompactionSettings), arguments["summary"].as_str());
            memory.records()?.compact_session(&id, settings, said.map(str::as_bytes), expected)?.json()
        }
        _ => timeless(asked(memory, step, arguments)?),
    })
}
