//! The edit that mended an error which a compiler or linter reported with its place: the part of the file that changed.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use crate::capture::call_that_touched;
use crate::record::envelope::Record;
use crate::record::event::{Body, ToolCall};
use crate::record::known::{EventRow, event_key};
use crate::record::rows::Rows;
use crate::record::stored::record_of;
use crate::text::error_line::first_error_line;

/// The names that harnesses give to the text before an edit and the text after it.
const EDIT_PARAMETERS: [(&str, &str); 3] =
    [("old_string", "new_string"), ("old_str", "new_str"), ("oldText", "newText")];
/// The most bytes of the changed lines; longer ones are other work too.
const MAX_CHANGE_BYTES: usize = 300;
/// The least bytes of a line of code that shows by itself which edit was about it.
const MIN_CODE_BYTES: usize = 6;
/// How many lines after the one that tells the error may hold its code.
const MAX_CODE_LINES: usize = 2;

/// An edit of a file, by the lines that it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MendingEdit {
    pub(crate) path: String,
    /// The lines that were replaced, each after `- `, and those in their place, each after `+ `.
    pub(crate) change: String,
}

/// The first of these edits that changed what the error is about, if it is short.
pub(crate) fn mending_edit<'r>(
    rows: &Rows,
    tenant: &str,
    error: &str,
    records: impl Iterator<Item = &'r Record>,
) -> Option<MendingEdit> {
    let shown_code = shown_code(error);
    let edit = |record: &Record| {
        let Some(Body::FileTouch(touch)) = &record.body else { return None };
        touch.path.rsplit('/').next().filter(|name| error.contains(name))?;
        let (before, after) = edited_text(&call_of_touch(rows, tenant, &record.event_id)?)?;
        let is_about = shown_code.iter().any(|code| before.contains(code));
        let change = change(&before, &after).filter(|_| is_about)?;
        Some(MendingEdit { path: touch.path.clone(), change })
    };
    records.filter_map(edit).next()
}

/// The code that an error shows: what its line quotes, and the lines that follow it.
fn shown_code(error: &str) -> Vec<&str> {
    let line = first_error_line(error);
    let mut quoted = Vec::new();
    for quote in ['`', '"', '\''] {
        quoted.extend(line.split(quote).skip(1).step_by(2).map(str::trim).filter(|code| code.len() > 1));
    }
    let lines_after = error.lines().skip_while(|other| other.trim() != line).skip(1).take(MAX_CODE_LINES);
    quoted.extend(lines_after.map(str::trim).filter(|code| code.len() >= MIN_CODE_BYTES));
    quoted
}

/// The call that touched a file, by the id of the touch's event.
fn call_of_touch(rows: &Rows, tenant: &str, event_id: &str) -> Option<ToolCall> {
    let row: EventRow = rows.read(&event_key(tenant, &call_that_touched(event_id)?))?;
    match record_of(rows, tenant, row.record.id())?.body? {
        Body::ToolCall(call) => Some(call),
        _ => None,
    }
}

/// The texts before and after an edit, by the parameters of its call.
fn edited_text(call: &ToolCall) -> Option<(String, String)> {
    let parameters: Value = serde_json::from_str(&call.parameters).ok()?;
    let text = |name: &str| parameters[name].as_str().map(ToString::to_string);
    EDIT_PARAMETERS.iter().find_map(|(before, after)| Some((text(before)?, text(after)?)))
}

/// The lines that differ, without those that two texts begin and end with; `None` if there are none or too many.
fn change(before: &str, after: &str) -> Option<String> {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let n_first = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
    let (before, after) = (&before[n_first..], &after[n_first..]);
    let n_last = before.iter().rev().zip(after.iter().rev()).take_while(|(one, other)| one == other).count();
    let (before, after) = (&before[..before.len() - n_last], &after[..after.len() - n_last]);
    let removed = before.iter().map(|line| format!("- {}", line.trim()));
    let added = after.iter().map(|line| format!("+ {}", line.trim()));
    let change = removed.chain(added).collect::<Vec<_>>().join("\n");
    (1..=MAX_CHANGE_BYTES).contains(&change.len()).then_some(change)
}
