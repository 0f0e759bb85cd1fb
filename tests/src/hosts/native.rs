//! The core run natively, with its rows in a map and its files from the scenario's folder.

use std::collections::BTreeMap;
use std::io;

use scrubjay_core::ask::{Reply, Resumed};
use scrubjay_core::error::Error;
use scrubjay_core::memory::{Change, Memory, Purpose};
use serde_json::{Value, json};

use self::shapes::{graph, memory, recall, types};
use super::arguments::{questions, text};
use crate::host::{Folder, Host};
use crate::json::{Json, hexadecimal, member, shared_records};
use crate::parse::Parsers;
use crate::rows::Rows;

/// The façade's types, in the modules that the WIT has them in.
mod shapes {
    pub(super) mod types {
        pub(crate) use scrubjay_core::error::{Candidate, Limit};
        pub(crate) use scrubjay_core::graph::query::Factor;
    }
    pub(super) mod memory {
        pub(crate) use scrubjay_core::memory::{LanguageStatus, Status};
    }
    pub(super) mod recall {
        pub(crate) use scrubjay_core::recall::*;
    }
    pub(super) mod graph {
        pub(crate) use scrubjay_core::graph::kind::{EdgeKind, Strategy, SymbolKind};
        pub(crate) use scrubjay_core::graph::query::*;
    }
}

questions!();
shared_records!();

impl Json for graph::Symbol {
    fn json(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name(),
            "qualified_name": self.qualified_name(),
            "kind": self.kind.json(),
            "path": self.path(),
            "first_line": self.first_line,
            "last_line": self.last_line,
            "signature": self.signature.json(),
            "doc": self.doc.json(),
            "tokens": self.tokens,
        })
    }
}

/// Entropy of every batch: equal inputs give equal effects, so any will do.
const ENTROPY: [u8; 16] = [7; 16];
const NOW: i64 = 1_767_225_600_000;
/// Files in a batch, unlike the other host's, because batches must not matter.
const BATCH: usize = 3;

/// The core, its rows, and the files that it has taken in.
pub(crate) struct Native {
    memory: Memory,
    rows: Rows,
    indexed: BTreeMap<String, String>,
    parsers: Parsers,
    opened: bool,
}

impl Native {
    pub(crate) fn new() -> Native {
        let (memory, rows, indexed, parsers) = Default::default();
        Native { memory, rows, indexed, parsers, opened: false }
    }

    fn open(&mut self, purpose: Purpose) -> Result<(), Error> {
        self.memory = Memory::default();
        let (memory, generation) = (&mut self.memory, self.rows.generation);
        self.rows.answer(&|_, _, _| None, |resumed| memory.open(purpose, generation, resumed))?;
        self.opened = true;
        Ok(())
    }

    /// Takes in what changed in the folder since the last time, and settles.
    fn index(&mut self, folder: &Folder) -> Result<Value, Error> {
        let gone = self.indexed.keys().filter(|path| !folder.texts().contains_key(*path));
        let mut changes: Vec<Change> = gone.cloned().map(Change::Removed).collect();
        for (path, text) in folder.texts() {
            if self.indexed.get(path) != Some(text) {
                changes.extend(self.parsers.change(path, text));
            }
        }
        let mut refused = Vec::new();
        for batch in changes.chunks(BATCH) {
            let effects = self.memory.apply(batch, NOW, &ENTROPY)?;
            self.rows.commit(&effects);
            refused.extend(
                effects.refused.iter().map(|refusal| json!({"path": refusal.path, "error": refusal.error.json()})),
            );
        }
        self.indexed.clone_from(folder.texts());
        loop {
            let settled = self.memory.settle(BATCH as u32)?;
            self.rows.commit(&settled.effects);
            if settled.n_unsettled == 0 {
                return Ok(json!({ "refused": refused }));
            }
        }
    }

    fn ask<T: Json>(
        &mut self,
        folder: &Folder,
        mut question: impl FnMut(&mut Memory, Option<Resumed>) -> Result<Reply<T>, Error>,
    ) -> Result<Value, Error> {
        let (memory, indexed) = (&mut self.memory, &self.indexed);
        let lines = |path: &str, first: u32, last: u32| lines(indexed, folder.texts(), path, first, last);
        let done = self.rows.answer(&lines, |resumed| question(memory, resumed))?;
        Ok(done.map_or(Value::Null, |done| done.json()))
    }

    fn export(&mut self) -> Result<Value, Error> {
        let (mut whole, mut cursor) = (String::new(), Some(0));
        while let Some(at) = cursor {
            let memory = &mut self.memory;
            let page = self.rows.answer(&|_, _, _| None, |resumed| memory.export(at, resumed))?;
            cursor = page.as_ref().and_then(|page| page.next);
            whole.push_str(&page.map(|page| page.text).unwrap_or_default());
        }
        Ok(json!(whole))
    }

    fn answer(&mut self, step: &str, arguments: &Value, folder: &Folder) -> Result<Value, Error> {
        if !self.opened {
            self.open(Purpose::Writing)?;
        }
        match step {
            "memory.reopen" => {
                let is_reading = arguments["purpose"] == "reading";
                self.open(if is_reading { Purpose::Reading } else { Purpose::Writing })?;
                Ok(json!({}))
            }
            "memory.index" => self.index(folder),
            "memory.status" => self.ask(folder, |memory, back| memory.status(back)),
            "graph.find" => self.ask(folder, |memory, back| memory.find(&find_question(arguments), back)),
            "graph.outline" => self.ask(folder, |memory, back| memory.outline(&text(arguments, "path"), back)),
            "graph.callers" => self.ask(folder, |memory, back| memory.callers(&walk_question(arguments), back)),
            "graph.callees" => self.ask(folder, |memory, back| memory.callees(&walk_question(arguments), back)),
            "graph.references" => self.ask(folder, |memory, back| memory.references(&walk_question(arguments), back)),
            "graph.impact" => self.ask(folder, |memory, back| memory.impact(&walk_question(arguments), back)),
            "graph.path" => self.ask(folder, |memory, back| memory.path(&path_question(arguments), back)),
            "graph.hierarchy" => self.ask(folder, |memory, back| memory.hierarchy(&walk_question(arguments), back)),
            "graph.dependencies" => {
                self.ask(folder, |memory, back| memory.dependencies(&file_question(arguments), back))
            }
            "graph.dependents" => self.ask(folder, |memory, back| memory.dependents(&file_question(arguments), back)),
            "graph.map" => self.ask(folder, |memory, back| memory.map(&map_question(arguments), back)),
            "graph.export" => self.export(),
            "recall.prepare" => self.ask(folder, |memory, back| memory.prepare(&prepare_question(arguments), back)),
            _ => Ok(json!({ "no_such_step": step })),
        }
    }
}

impl Host for Native {
    fn name(&self) -> &'static str {
        "native core"
    }

    fn begin(&mut self) -> io::Result<()> {
        *self = Native::new();
        Ok(())
    }

    fn call(&mut self, step: &str, arguments: &Value, folder: &Folder) -> Value {
        self.answer(step, arguments, folder).unwrap_or_else(|error| member("error", error.json()))
    }
}

/// Lines of a file, where it still is what was indexed.
fn lines(
    indexed: &BTreeMap<String, String>,
    now: &BTreeMap<String, String>,
    path: &str,
    first: u32,
    last: u32,
) -> Option<String> {
    let text = now.get(path).filter(|text| indexed.get(path) == Some(text))?;
    let n_lines = (last + 1).checked_sub(first)? as usize;
    Some(text.split_inclusive('\n').skip(first.checked_sub(1)? as usize).take(n_lines).collect())
}

impl Json for Error {
    fn json(&self) -> Value {
        match self {
            Error::Invalid { argument, why } => member("invalid", json!({"argument": argument, "why": why})),
            Error::TooLarge(limit) => member("too_large", limit.json()),
            Error::Full(limit) => member("full", limit.json()),
            Error::Unknown { name, suggestions } => {
                member("unknown", json!({"name": name, "suggestions": suggestions}))
            }
            Error::Ambiguous { name, candidates, n_candidates } => {
                let candidates = candidates.json();
                member("ambiguous", json!({"name": name, "candidates": candidates, "n_candidates": n_candidates}))
            }
            Error::Stale => json!("stale"),
            Error::ReadOnly => json!("read_only"),
            Error::NewerFormat(format) => member("newer_format", json!(format)),
            // The core may come to know more reasons than this release of the interface.
            other => member("unknown_error", json!(other.to_string())),
        }
    }
}

impl Json for graph::Outline {
    fn json(&self) -> Value {
        json!({
            "path": self.path, "language": self.language, "hash": hexadecimal(&self.hash), "n_lines": self.n_lines,
            "has_errors": self.has_errors, "symbols": self.symbols.json(),
        })
    }
}

impl Json for memory::Status {
    fn json(&self) -> Value {
        json!({
            "n_files": self.n_files, "n_unsettled": self.n_unsettled, "n_symbols": self.n_symbols,
            "n_edges": self.n_edges, "n_unlinked": self.n_unlinked, "languages": self.languages.json(),
            "n_vendored": self.n_vendored,
            "n_with_errors": self.n_with_errors,
        })
    }
}
