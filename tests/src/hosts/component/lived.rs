//! Steps about what was lived, on the library: its file lies beside the index.

use scrubjay::records::{Forgotten, Recorded};
use scrubjay::wit::records;
use scrubjay::{Error, Memory};
use serde_json::{Value, json};

use super::asked;
use crate::hosts::arguments::required;
use crate::hosts::lived::{lines, note, selection, undated};
use crate::json::Json as _;

/// Takes a step about what was lived.
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
        "records.forget" => forgotten(memory.records()?.forget(&required::<Vec<String>>(arguments, "ids"))?),
        "records.erase" => {
            let done = memory.records()?.erase(&required::<Vec<String>>(arguments, "ids"))?;
            json!({ "receipts": done.receipts.json(), "n_bodies": done.n_bodies })
        }
        "records.rollback" => forgotten(memory.records()?.rollback(&selection!(arguments))?),
        _ => undated(asked(memory, step, arguments)?),
    })
}

fn recorded(all: Vec<Recorded>) -> Value {
    all.into_iter().map(|one| json!({ "id": one.id, "state": one.state.word() })).collect()
}

fn forgotten(forgotten: Forgotten) -> Value {
    json!({ "receipts": forgotten.receipts.json(), "n_derived": forgotten.n_derived })
}
