//! Records of one kind as comma-separated values (RFC 4180): a header, a column for each member, lines that end with CR
//! LF.
//!
//! A table has records of one kind, because each kind has its own members. A list or object is JSON in its cell, a time
//! is milliseconds since 1970, and an empty member is an empty cell. A table is for viewing and cannot be imported. A
//! cell has the recorded text, even if a spreadsheet would take it for a formula.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use super::check::canonical_json;
use super::envelope::Record;
use super::export_line::export_members;
use super::keyspace::Kind;
use super::situation::MEMBERS;
use crate::base::id::RecordId;

/// The columns before those of the situation, for every kind.
const FIRST_COLUMNS: [&str; 9] =
    ["id", "event_id", "time", "recorded", "updated", "origin", "trust", "principal", "channel"];
/// The columns between those of the situation and those of the kind's own fields, for every kind.
const LAST_COLUMNS: [&str; 3] = ["parents", "anchors", "metadata"];

/// The column with the intent of a tool call's task.
const INTENT_COLUMN: &str = "task_intent";

fn columns(kind: Kind) -> impl Iterator<Item = &'static str> {
    let field_names = kind.fields().iter().map(|field| field.name);
    let situation = MEMBERS.iter().map(|member| member.field.name);
    FIRST_COLUMNS
        .into_iter()
        .chain(situation)
        .chain(LAST_COLUMNS)
        .chain(field_names)
        .chain((kind == Kind::ToolCall).then_some(INTENT_COLUMN))
}

/// The line that names the columns.
pub(crate) fn csv_header(kind: Kind) -> String {
    line(columns(kind).map(String::from))
}

/// A record as a line in the table of its kind.
pub(crate) fn csv_line(id: RecordId, record: Record) -> String {
    let kind = record.kind;
    let mut members = export_members(id, record);
    line(columns(kind).map(|name| cell(members.remove(name).unwrap_or_default())))
}

fn cell(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        value => canonical_json(value),
    }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    cells.map(quoted).collect::<Vec<_>>().join(",") + "\r\n"
}

fn quoted(cell: String) -> String {
    if cell.contains(['"', ',', '\r', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}
