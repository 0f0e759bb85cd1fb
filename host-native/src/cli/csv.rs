//! Records of one kind as comma-separated values (RFC 4180): a header, a column for each member, lines that end with CR and LF.
//!
//! One file has one kind, because each has members of its own; lists and objects are JSON in their cell, times milliseconds since
//! 1970, and what is empty is an empty cell. It is for looking at: what is exported so is not imported again. A cell has what was
//! recorded, also where a program for tables would take it for a formula.

use std::io::{self, Write};

use serde_json::{Map, Value};

/// The kinds, and the members that each has beside those of all.
pub(super) const KINDS: [(&str, &[&str]); 11] = [
    ("note", &["text"]),
    ("learning", &["text", "item", "tool", "files", "success", "part"]),
    ("turn", &["conversation", "role", "text", "tokens"]),
    ("tool_call", &["tool", "parameters", "output", "success", "error", "duration", "context_tokens", "task_intent"]),
    ("file_touch", &["path", "operation", "first_line", "last_line", "success", "why", "change"]),
    ("task_step", &["status", "description", "intent", "outcome"]),
    ("strategy", &["description", "context", "task_type", "tools"]),
    ("strategy_use", &["strategy", "success"]),
    ("working_value", &["conversation", "key", "value", "lifetime"]),
    ("profile_value", &["key", "value"]),
    ("observation", &["pattern", "subject", "signature", "files"]),
];
/// The members of all kinds.
const COMMON: [&str; 14] = [
    "id",
    "event_id",
    "time",
    "recorded",
    "updated",
    "origin",
    "trust",
    "principal",
    "channel",
    "session",
    "task",
    "parents",
    "anchors",
    "metadata",
];

/// Writes the lines of an export that are of a kind.
pub(super) struct Csv<W> {
    out: W,
    kind: &'static str,
    columns: Vec<&'static str>,
}

impl<W: Write> Csv<W> {
    /// Begins with the header.
    pub(super) fn new(mut out: W, kind: &str) -> io::Result<Csv<W>> {
        let (kind, own) = KINDS.into_iter().find(|(known, _)| *known == kind).unwrap_or(KINDS[0]);
        let columns: Vec<&str> = COMMON.iter().chain(own).copied().collect();
        write_line(&mut out, columns.iter().map(|name| (*name).to_owned()))?;
        Ok(Csv { out, kind, columns })
    }

    /// Takes lines of an export, each whole.
    pub(super) fn take(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            let Ok(Value::Object(record)) = serde_json::from_str(line) else { continue };
            if record.get("kind").and_then(Value::as_str) == Some(self.kind) {
                write_line(&mut self.out, self.columns.iter().map(|name| cell(&record, name)))?;
            }
        }
        Ok(())
    }

    /// What was written to.
    pub(super) fn into_inner(self) -> W {
        self.out
    }
}

fn cell(record: &Map<String, Value>, name: &str) -> String {
    match record.get(name) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    }
}

fn write_line(out: &mut impl Write, cells: impl Iterator<Item = String>) -> io::Result<()> {
    let line: Vec<String> = cells.map(quoted).collect();
    out.write_all(line.join(",").as_bytes())?;
    out.write_all(b"\r\n")
}

fn quoted(cell: String) -> String {
    if cell.contains(['"', ',', '\r', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be_and_other_kinds_left_out() {
        let mut csv = Csv::new(Vec::new(), "strategy_use").unwrap();
        let lines = "{\"id\":\"1\",\"kind\":\"strategy_use\",\"strategy\":\"a, \\\"b\\\"\\nc\",\"success\":true,\"parents\":[\"x\"]}\n\
                     {\"id\":\"2\",\"kind\":\"note\",\"text\":\"no\"}\n{\"trailer\":{\"n_lines\":2}}\n";
        csv.take(lines).unwrap();
        let text = String::from_utf8(csv.into_inner()).unwrap();
        let header = [COMMON.join(","), "strategy,success\r\n".to_owned()].join(",");
        let row = "1,,,,,,,,,,,\"[\"\"x\"\"]\",,,\"a, \"\"b\"\"\nc\",true\r\n";
        assert_eq!(text, header + row);
    }
}
