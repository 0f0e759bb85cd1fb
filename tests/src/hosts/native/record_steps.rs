//! Steps about records, on the core: their rows are in a map of their own.

use scrubjay_core::ask::{Reply, Resumed};
use scrubjay_core::error::Error;
use scrubjay_core::memory::Memory;
use scrubjay_core::record::{Added, Forgetting, Outcome, Packed, RecordSettings, RefusedLine, Taken};
use serde_json::{Value, json};

use super::shapes::{episodes, records};
use super::{ENTROPY, NOW, Native, asked, owner_of};
use crate::host::Folder;
use crate::hosts::arguments::{option, required};
use crate::hosts::record_steps::{captured, exported, imported, json_of, lines, note, selection, transcript, undated};
use crate::json::Json as _;

type Change<'c> = &'c dyn Fn(&Memory, Option<Resumed>) -> Result<Reply<Forgetting>, Error>;

/// Whether a step is about records.
pub(super) fn is_about(step: &str) -> bool {
    ["records.", "episodes.", "recall.", "session.", "delivery."].iter().any(|noun| step.starts_with(noun))
}

/// Takes a step about records.
pub(super) fn take(native: &mut Native, step: &str, arguments: &Value, folder: &Folder) -> Result<Value, Error> {
    native.memory.open_records(owner_of(native.speaker), RecordSettings::default(), native.records.generation)?;
    let is_dry = required(arguments, "dry_run");
    match step {
        "records.remember" => {
            let notes = arguments["notes"].as_array().into_iter().flatten();
            let packed = native.memory.pack(notes.map(|one| note!(one)).collect(), NOW)?;
            Ok(states(&add(native, packed)?))
        }
        "records.record" => {
            let read = native.memory.pack_lines(&lines(arguments), NOW, &ENTROPY, false)?;
            match read.refused.into_iter().next() {
                Some(refused) => Err(refused.error),
                None => Ok(states(&add(native, read.packed)?)),
            }
        }
        "records.forget" => {
            let ids: Vec<String> = required(arguments, "ids");
            forget(native, is_dry, &|memory, resumed| memory.forget(&ids, NOW, resumed))
        }
        "records.update" => update(native, arguments),
        "records.export" => export(native),
        "records.export_csv" => export_csv(native, arguments),
        "records.import" => import(native, arguments),
        "records.capture" => {
            let folder: String = required(arguments, "folder");
            let read = native.memory.pack_transcript(None, &transcript(arguments), &[], &folder, NOW)?;
            let taken = add(native, read.packed)?;
            let refused = [read.refused, taken.refused].concat();
            let refused = left_out(refused).into_iter().map(|(line, error)| (line.into(), error)).collect();
            let n_added = taken.added.iter().filter(|one| state(one) == "added").count();
            Ok(captured(n_added, taken.added.len() - n_added, read.n_unknown.into(), refused))
        }
        "records.erase" => erase(native, arguments),
        "records.rollback" => {
            let selection = selection!(arguments);
            forget(native, is_dry, &|memory, resumed| memory.rollback(&selection, NOW, resumed))
        }
        _ => Ok(undated(asked(native, step, arguments, folder)?)),
    }
}

fn add(native: &mut Native, Packed { batch, ids }: Packed) -> Result<Taken, Error> {
    if ids.is_empty() {
        return Ok(Taken::default());
    }
    let (memory, batches) = (&native.memory, [batch]);
    let Some(additions) = native.records.answer(&|_, _, _| None, |resumed| memory.add(&batches, resumed))? else {
        return Ok(Taken::default());
    };
    native.records.commit(&additions.effects);
    additions.outcomes.into_iter().next().map_or(Ok(Taken::default()), |outcome| match outcome {
        Outcome::Taken(taken) => Ok(taken),
        Outcome::Refused(error) => Err(error),
    })
}

fn state(one: &Added) -> &'static str {
    match one {
        Added { is_adopted: true, .. } => "adopted",
        Added { is_new: true, .. } => "added",
        _ => "known",
    }
}

fn states(taken: &Taken) -> Value {
    taken.added.iter().map(|one| json!({ "id": one.id, "state": state(one) })).collect()
}

/// Refused lines with their errors, sorted by line.
fn left_out(refused: Vec<RefusedLine>) -> Vec<(u32, Value)> {
    let mut left_out: Vec<(u32, Value)> = refused.into_iter().map(|one| (one.line, one.error.json())).collect();
    left_out.sort_by_key(|(line, _)| *line);
    left_out
}

fn update(native: &mut Native, arguments: &Value) -> Result<Value, Error> {
    let says = records::NewText { text: required(arguments, "text"), metadata: json_of(&arguments["metadata"]) };
    let (memory, id) = (&native.memory, required::<String>(arguments, "id"));
    let done = native.records.answer(&|_, _, _| None, |resumed| memory.update(&id, &says, NOW, resumed))?;
    Ok(done.map_or(Value::Null, |done| {
        native.records.commit(&done.effects);
        json!(done.is_known)
    }))
}

fn export(native: &mut Native) -> Result<Value, Error> {
    let (memory, mut text) = (&native.memory, String::new());
    let mut question = episodes::ExportLinesQuestion { after: String::new(), is_damaged: false };
    loop {
        let done = native.records.answer(&|_, _, _| None, |resumed| memory.export_lines(&question, resumed))?;
        let Some(slice) = done else { return Ok(Value::Null) };
        text.push_str(&slice.text);
        question.after = slice.next;
        if question.after.is_empty() {
            return Ok(exported(&text));
        }
    }
}

fn import(native: &mut Native, arguments: &Value) -> Result<Value, Error> {
    let lines: String = required(arguments, "lines");
    if required::<String>(arguments, "format") == "mcp" {
        return import_reference(native, &lines);
    }
    let read = native.memory.pack_import(&lines, "", required(arguments, "mine"), NOW)?;
    let taken = add(native, read.packed)?;
    let states: Vec<&str> = taken.added.iter().map(state).collect();
    Ok(imported(&states, left_out([read.refused, taken.refused].concat()), read.is_whole))
}

fn import_reference(native: &mut Native, lines: &str) -> Result<Value, Error> {
    let (mut states, mut refused, mut after) = (Vec::new(), Vec::new(), String::new());
    loop {
        native.memory.open_records(owner_of(native.speaker), RecordSettings::default(), native.records.generation)?;
        let read = native.memory.pack_reference(lines, &after, NOW)?;
        let taken = add(native, read.packed)?;
        states.extend(taken.added.iter().map(state));
        refused.extend([read.refused, taken.refused].concat());
        after = read.next;
        if after.is_empty() {
            return Ok(imported(&states, left_out(refused), true));
        }
    }
}

fn export_csv(native: &Native, arguments: &Value) -> Result<Value, Error> {
    let (memory, mut text) = (&native.memory, String::new());
    let mut question = episodes::ExportCsvQuestion {
        kind: option(arguments, "kind", episodes::EventKind::Note),
        after: String::new(),
    };
    loop {
        let done = native.records.answer(&|_, _, _| None, |resumed| memory.export_csv(&question, resumed))?;
        let Some(slice) = done else { return Ok(Value::Null) };
        text.push_str(&slice.text);
        question.after = slice.next;
        if question.after.is_empty() {
            return Ok(json!(text));
        }
    }
}

fn forget(native: &mut Native, is_dry: bool, change: Change<'_>) -> Result<Value, Error> {
    let memory = &native.memory;
    let done = native.records.answer(&|_, _, _| None, |resumed| change(memory, resumed))?;
    Ok(done.map_or(Value::Null, |done| {
        if !is_dry {
            native.records.commit(&done.effects);
        }
        json!({ "receipts": done.receipts.json(), "n_derived": done.n_derived })
    }))
}

/// Forgets records and clears windows. This host has no files in which something could be left.
fn erase(native: &mut Native, arguments: &Value) -> Result<Value, Error> {
    let ids: Vec<String> = required(arguments, "ids");
    let forgotten = forget(native, false, &|memory, resumed| memory.forget(&ids, NOW, resumed))?;
    let (mut n_bodies, mut after) = (0, Vec::new());
    loop {
        native.memory.open_records(owner_of(native.speaker), RecordSettings::default(), native.records.generation)?;
        let memory = &native.memory;
        let done = native.records.answer(&|_, _, _| None, |resumed| memory.clear_windows(&after, resumed))?;
        let Some(cleared) = done else { return Ok(Value::Null) };
        native.records.commit(&cleared.effects);
        n_bodies += cleared.n_bodies;
        after = cleared.next;
        if after.is_empty() {
            return Ok(json!({ "receipts": forgotten["receipts"], "n_bodies": n_bodies }));
        }
    }
}
