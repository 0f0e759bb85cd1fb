//! The graph as JSON: one object, written file by file.

use scrubjay::Memory;
use serde_json::{Value, json};

use super::lines::Line;
use super::{Fault, Part, Sink, each_line};

/// Gives the number of files.
pub(super) fn write(memory: &mut Memory, part: &Part, sink: &mut Sink<'_>) -> Result<u64, Fault> {
    let mut n_files = 0;
    let mut file = Value::Null;
    sink.push("{\"files\":[");
    let mut end = |file: Value, sink: &mut Sink<'_>| {
        if !file.is_null() {
            sink.push(&format!("{}\n{file}", if n_files == 0 { "" } else { "," }));
            n_files += 1;
        }
    };
    each_line(memory, |path, line, _| {
        if matches!(line, Line::File(_)) {
            end(file.take(), sink);
        }
        if part.holds_line(path, &line) {
            add(&mut file, path, &line);
        }
    })?;
    end(file, sink);
    sink.push("\n]}\n");
    Ok(n_files)
}

fn add(file: &mut Value, path: &str, line: &Line<'_>) {
    let (list, item) = match line {
        Line::File(_) => {
            *file = head(line);
            return;
        }
        Line::Symbol(at) => (
            "symbols",
            json!({
                "id": at.id(path),
                "kind": at.kind.replace('-', "_"),
                "first_line": at.first_line,
                "last_line": at.last_line,
            }),
        ),
        Line::Edge(edge) => (
            "edges",
            json!({
                "source": edge.source,
                "target": edge.target,
                "edge": edge.kind,
                "strategy": edge.strategy.replace('-', "_"),
                "line": edge.line,
            }),
        ),
        Line::Outside { module, line } => ("outside", json!({ "module": module, "line": line })),
        Line::Unlinked(n) => {
            file["n_unlinked"] = json!(n);
            return;
        }
    };
    if file.is_null() {
        // An edge of a neighbourhood may stand in a file that has no symbol in it.
        *file = json!({ "path": path, "symbols": [], "edges": [], "outside": [] });
    }
    if let Some(items) = file[list].as_array_mut() {
        items.push(item);
    }
}

fn head(line: &Line<'_>) -> Value {
    let Line::File(file) = line else { return Value::Null };
    json!({
        "path": file.path,
        "language": file.language,
        "n_lines": file.n_lines,
        "hash": file.hash,
        "has_errors": file.has_errors,
        "unsettled": file.unsettled,
        "symbols": [],
        "edges": [],
        "outside": [],
    })
}
