//! Steps about records, on the library: the records are in a file beside the index.

use scrubjay::records::{Chosen, Forgotten, Recorded, Records};
use scrubjay::wit::episodes::EventKind;
use scrubjay::wit::records;
use scrubjay::{Error, Memory};
use serde_json::{Value, json};

use super::asked;
use crate::hosts::arguments::{option, required};
use crate::hosts::record_steps::{captured, exported, imported, json_of, lines, note, selection, transcript, undated};
use crate::json::Json as _;

/// Takes a step about records.
pub(super) fn take(memory: &mut Memory, step: &str, arguments: &Value) -> Result<Value, Error> {
    Ok(match step {
        "records.remember" => {
            let notes = arguments["notes"].as_array().into_iter().flatten();
            recorded(memory.records()?.record(&notes.map(|one| note!(one)).collect::<Vec<_>>())?)
        }
        "records.record" => match memory.records()?.record_all_lines(&lines(arguments))? {
            Ok(all) => recorded(all),
            Err(refused) => return Err(Error::Refused(refused.error)),
        },
        "records.update" => {
            let says =
                records::NewText { text: required(arguments, "text"), metadata: json_of(&arguments["metadata"]) };
            json!(memory.records()?.update(&required::<String>(arguments, "id"), &says)?)
        }
        "records.export" => {
            let mut whole_text = String::new();
            memory.records()?.export(&mut |text| {
                whole_text.push_str(text);
                Ok(())
            })?;
            exported(&whole_text)
        }
        "records.export_csv" => {
            let mut whole_text = String::new();
            memory.records()?.export_table(option(arguments, "kind", EventKind::Note), &mut |text| {
                whole_text.push_str(text);
                Ok(())
            })?;
            json!(whole_text)
        }
        "records.import" => import(memory.records()?, arguments)?,
        "records.capture" => {
            let folder: String = required(arguments, "folder");
            let records = memory.records()?;
            let (done, _) = records.capture_lines(None, &transcript(arguments), &[], &folder)?;
            let refused = done.refused.into_iter().map(|one| (one.line.into(), one.error.json())).collect();
            captured(done.n_added as usize, done.n_known as usize, done.n_unknown, refused)
        }
        "records.forget" => forget(memory, arguments, &Chosen::Ids(required(arguments, "ids")))?,
        "records.erase" => {
            let done = memory.records()?.erase(&required::<Vec<String>>(arguments, "ids"))?;
            json!({ "receipts": done.receipts.json(), "n_bodies": done.n_bodies })
        }
        "records.rollback" => forget(memory, arguments, &Chosen::Selection(selection!(arguments)))?,
        _ => undated(asked(memory, step, arguments)?),
    })
}

fn import(records: &mut Records, arguments: &Value) -> Result<Value, Error> {
    let lines: String = required(arguments, "lines");
    let (taken, refused, is_whole) = match required::<String>(arguments, "format").as_str() {
        "mcp" => {
            let (taken, refused) = records.import_reference(&lines)?;
            (taken, refused, true)
        }
        _ => {
            let done = records.import_lines(&lines, "", required(arguments, "mine"))?;
            (done.taken, done.refused, done.is_whole)
        }
    };
    let states: Vec<&str> = taken.iter().map(|one| one.state.word()).collect();
    let refused = refused.into_iter().map(|one| (one.line, one.error.json())).collect();
    Ok(imported(&states, refused, is_whole))
}

fn recorded(records: Vec<Recorded>) -> Value {
    records.into_iter().map(|one| json!({ "id": one.id, "state": one.state.word() })).collect()
}

fn forget(memory: &mut Memory, arguments: &Value, chosen: &Chosen) -> Result<Value, Error> {
    let records = memory.records()?;
    let is_dry = required(arguments, "dry_run");
    Ok(forgotten(if is_dry { records.would_forget(chosen)? } else { records.forget_chosen(chosen)? }))
}

fn forgotten(forgotten: Forgotten) -> Value {
    json!({ "receipts": forgotten.receipts.json(), "n_derived": forgotten.n_derived })
}
