//! Steps about contexts of sessions, on the core.

use scrubjay_core::ask::{Reply, Resumed};
use scrubjay_core::error::Error;
use scrubjay_core::memory::Memory;
use scrubjay_core::record::RecordSettings;
use scrubjay_core::session::{CompactionSettings, SessionChanged};
use serde_json::{Value, json};

use super::{NOW, Native, asked, owner_of};
use crate::host::Folder;
use crate::hosts::arguments::{option, required};
use crate::hosts::sessions::{compaction_settings, document, timeless};
use crate::json::Json as _;

/// Takes a step about contexts of sessions.
pub(super) fn take(native: &mut Native, step: &str, arguments: &Value, folder: &Folder) -> Result<Value, Error> {
    native.memory.open_records(owner_of(native.speaker), RecordSettings::default(), native.records.generation)?;
    let (id, expected): (String, Option<u64>) = (required(arguments, "id"), option(arguments, "expected", None));
    let version = |changed: SessionChanged| json!(changed.version);
    match step {
        "session.save" => {
            let document = document(&arguments["document"]);
            change(native, version, |memory, resumed| memory.save_session(&id, &document, expected, NOW, resumed))
        }
        "session.append" => {
            let entries = document(&arguments["entries"]);
            change(native, version, |memory, resumed| memory.append_to_session(&id, &entries, expected, NOW, resumed))
        }
        "session.delete" => {
            let is_known = |changed: SessionChanged| json!(changed.is_known);
            change(native, is_known, |memory, resumed| memory.delete_session(&id, expected, resumed))
        }
        "session.recover" => {
            let asked_version = required(arguments, "version");
            change(native, version, |memory, resumed| {
                memory.recover_session(&id, asked_version, expected, NOW, resumed)
            })
        }
        "session.fork" => {
            let (fork, asked_version): (String, _) = (required(arguments, "fork"), option(arguments, "version", None));
            change(native, version, |memory, resumed| {
                memory.fork_session(&id, &fork, asked_version, expected, NOW, resumed)
            })
        }
        "session.compact" => compact(native, &id, expected, arguments),
        _ => Ok(timeless(asked(native, step, arguments, folder)?)),
    }
}

fn change(
    native: &mut Native,
    answer_of: impl Fn(SessionChanged) -> Value,
    change: impl Fn(&Memory, Option<Resumed>) -> Result<Reply<SessionChanged>, Error>,
) -> Result<Value, Error> {
    let memory = &native.memory;
    let done = native.records.answer(&|_, _, _| None, |resumed| change(memory, resumed))?;
    Ok(done.map_or(Value::Null, |done| {
        native.records.commit(&done.effects);
        answer_of(done)
    }))
}

fn compact(native: &mut Native, id: &str, expected: Option<u64>, arguments: &Value) -> Result<Value, Error> {
    let settings = compaction_settings!(arguments, CompactionSettings);
    let (memory, said) = (&native.memory, arguments["summary"].as_str());
    let done = native.records.answer(&|_, _, _| None, |resumed| {
        memory.compact_session(id, settings, said.map(str::as_bytes), expected, NOW, resumed)
    })?;
    Ok(done.map_or(Value::Null, |done| {
        native.records.commit(&done.effects);
        done.report.json()
    }))
}
