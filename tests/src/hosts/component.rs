//! The component in wasmtime, through the public library for Rust hosts: a real store in the scenario's folder.

use std::io;
use std::ops::ControlFlow;

use scrubjay::index::{Indexed, Problem};
use scrubjay::wit::{graph, memory, recall, types};
use scrubjay::{Error, Memory, Write};
use serde_json::{Value, json};

use super::arguments::{questions, text};
use crate::host::{Folder, Host};
use crate::json::{Json, hexadecimal, member, records, shared_records};

questions!();
shared_records!();
records! {
    graph::Symbol { id, name, qualified_name, kind, path, first_line, last_line, signature, doc, tokens }
    types::InvalidArgument { argument, why }
    types::UnknownName { name, suggestions }
    types::Ambiguity { name, candidates, n_candidates }
}

/// The library with a store on disk, opened at the first step.
#[derive(Default)]
pub(crate) struct Component {
    memory: Option<Memory>,
}

impl Component {
    pub(crate) fn new() -> Component {
        Component::default()
    }

    fn reopen(&mut self, arguments: &Value, folder: &Folder) -> Result<Value, Error> {
        self.memory = None;
        self.memory = Some(match arguments["purpose"].as_str() {
            Some("reading") => Memory::reading(folder.path())?,
            _ => Memory::writing(folder.path(), Write::default())?,
        });
        Ok(json!({}))
    }

    /// Hands the store's file over, or puts another one in its place.
    fn exchange(&mut self, step: &str, arguments: &Value, folder: &Folder) -> io::Result<Value> {
        self.memory = None;
        let (own, other) = (folder.path().join(".scrubjay").join("store.redb"), text(arguments, "path"));
        if step == "store.give" {
            std::fs::copy(own, other)?;
        } else {
            std::fs::create_dir_all(folder.path().join(".scrubjay"))?;
            std::fs::copy(other, own)?;
        }
        Ok(json!({}))
    }

    fn answer(&mut self, step: &str, arguments: &Value, folder: &Folder) -> Result<Value, Error> {
        if step == "memory.reopen" {
            return self.reopen(arguments, folder);
        }
        let memory = match &mut self.memory {
            Some(memory) => memory,
            empty => empty.insert(Memory::writing(folder.path(), Write::default())?),
        };
        Ok(match step {
            "memory.index" => indexed(&memory.index(&mut |_| ControlFlow::Continue(()))?),
            "memory.status" => memory.status()?.json(),
            "graph.find" => memory.find(&find_question(arguments))?.json(),
            "graph.outline" => memory.outline(&text(arguments, "path"))?.json(),
            "graph.callers" => memory.callers(&walk_question(arguments))?.json(),
            "graph.callees" => memory.callees(&walk_question(arguments))?.json(),
            "graph.references" => memory.references(&walk_question(arguments))?.json(),
            "graph.impact" => memory.impact(&walk_question(arguments))?.json(),
            "graph.path" => memory.path(&path_question(arguments))?.json(),
            "graph.hierarchy" => memory.hierarchy(&walk_question(arguments))?.json(),
            "graph.dependencies" => memory.dependencies(&file_question(arguments))?.json(),
            "graph.dependents" => memory.dependents(&file_question(arguments))?.json(),
            "graph.map" => memory.map(&map_question(arguments))?.json(),
            "graph.export" => json!(export(memory)?),
            "recall.prepare" => memory.prepare(&prepare_question(arguments))?.json(),
            _ => json!({ "no_such_step": step }),
        })
    }
}

impl Host for Component {
    fn name(&self) -> &'static str {
        "component"
    }

    fn begin(&mut self) -> io::Result<()> {
        *self = Component::new();
        Ok(())
    }

    fn call(&mut self, step: &str, arguments: &Value, folder: &Folder) -> Value {
        if step.starts_with("store.") {
            let exchanged = self.exchange(step, arguments, folder);
            return exchanged.unwrap_or_else(|error| member("fault", json!(error.to_string())));
        }
        self.answer(step, arguments, folder).unwrap_or_else(|error| member("error", refused(&error)))
    }
}

fn indexed(indexed: &Indexed) -> Value {
    let refused = indexed.problems.iter().filter_map(|(path, problem)| match problem {
        Problem::Refused(error) => Some(json!({"path": path, "error": error.json()})),
        _ => None,
    });
    json!({ "refused": refused.collect::<Vec<_>>() })
}

fn export(memory: &mut Memory) -> Result<String, Error> {
    let (mut whole, mut cursor) = (String::new(), Some(0));
    while let Some(at) = cursor {
        let page = memory.export(at)?;
        whole.push_str(&page.text);
        cursor = page.next;
    }
    Ok(whole)
}

/// A refusal by the component; any other error is the host's own and is shown by its text.
fn refused(error: &Error) -> Value {
    match error {
        Error::Refused(error) => error.json(),
        other => member("host", json!(other.to_string())),
    }
}

impl Json for types::Error {
    fn json(&self) -> Value {
        match self {
            types::Error::Invalid(invalid) => member("invalid", invalid.json()),
            types::Error::TooLarge(limit) => member("too_large", limit.json()),
            types::Error::Full(limit) => member("full", limit.json()),
            types::Error::Unknown(unknown) => member("unknown", unknown.json()),
            types::Error::Ambiguous(many) => member("ambiguous", many.json()),
            types::Error::Stale => json!("stale"),
            types::Error::ReadOnly => json!("read_only"),
            types::Error::NewerFormat(format) => member("newer_format", format.json()),
        }
    }
}

impl Json for graph::FileOutline {
    fn json(&self) -> Value {
        json!({
            "path": self.path, "language": self.language, "hash": hexadecimal(&self.hash), "n_lines": self.n_lines,
            "has_errors": self.has_errors, "symbols": self.symbols.json(),
        })
    }
}

/// Linear memory differs between hosts, and generations with the batches that a host makes: neither is shown.
impl Json for memory::MemoryStatus {
    fn json(&self) -> Value {
        json!({
            "n_files": self.n_files, "n_unsettled": self.n_unsettled, "n_symbols": self.n_symbols,
            "n_edges": self.n_edges, "n_unlinked": self.n_unlinked, "languages": self.languages.json(),
            "n_vendored": self.n_vendored,
            "n_with_errors": self.n_with_errors,
        })
    }
}
