//! The core run natively, with its rows in a map and its files from the scenario's folder.

mod conversation;
mod record_steps;
mod sessions;

use std::collections::BTreeMap;
use std::io;

use scrubjay_core::ask::{Reply, Resumed};
use scrubjay_core::error::Error;
use scrubjay_core::graph::query::{SkipReason, Verdict, admit};
use scrubjay_core::memory::{Change, EndingCount, Memory, Purpose};
use scrubjay_core::record::{Origin, Owner, RecordSettings};
use serde_json::{Value, json};

use self::shapes::{delivery, episodes, graph, memory, prepare, recall, records, session, types, window};
use super::DIFFERING;
use super::arguments::{anchor, export_question, handed_on, option, question, required, touched_lines};
use crate::host::{Folder, Host, no_such_step};
use crate::json::{Json, member, records, variants, without, words};
use crate::parse::Parsers;
use crate::rows::Rows;

/// The façade's types, in the modules that they have in the WIT.
mod shapes {
    pub(super) mod types {
        pub(crate) use scrubjay_core::ask::ModelRequest;
        pub(crate) use scrubjay_core::effects::DamagedRow;
        pub(crate) use scrubjay_core::episode::ZoneOffset;
        pub(crate) use scrubjay_core::error::{Candidate, ImportedName, Limit};
        pub(crate) use scrubjay_core::graph::query::{Strength, TouchedLines};
        pub(crate) use scrubjay_core::hint::{Hint, HintKind, NextArgument, NextQuestion};
        pub(crate) use scrubjay_core::memory::UnreadLanguage;
        pub(crate) use scrubjay_core::prepare::BesidePiece;
        pub(crate) use scrubjay_core::recall::WeightedPath;
        pub(crate) use scrubjay_core::record::{Anchor, SecretPolicy};
        pub(crate) use scrubjay_core::score::Factor;
    }
    pub(super) mod memory {
        pub(crate) use scrubjay_core::memory::{LanguageStatus, Status as MemoryStatus};
    }
    pub(super) mod prepare {
        pub(crate) use scrubjay_core::prepare::*;
    }
    pub(super) mod recall {
        pub(crate) use scrubjay_core::recall::*;
    }
    pub(super) mod delivery {
        pub(crate) use scrubjay_core::delivery::*;
    }
    pub(super) mod records {
        pub(crate) use scrubjay_core::episode::{Note, NotePage, NotesQuestion};
        pub(crate) use scrubjay_core::record::*;
    }
    pub(super) mod episodes {
        pub(crate) use scrubjay_core::episode::*;
        pub(crate) use scrubjay_core::record::{EventKind, PatternKind};
    }
    pub(super) mod session {
        pub(crate) use scrubjay_core::session::*;
    }
    pub(super) mod window {
        pub(crate) use scrubjay_core::window::formats::MessageFormat;
        pub(crate) use scrubjay_core::window::*;
    }
    pub(super) mod graph {
        pub(crate) use scrubjay_core::graph::kind::{EdgeKind, Strategy, SymbolKind};
        pub(crate) use scrubjay_core::graph::query::Outline as FileOutline;
        pub(crate) use scrubjay_core::graph::query::*;
    }
}

/// Implements `Json` by fields for all records but `graph::Symbol`, whose names are in its id.
macro_rules! all_but_symbols {
    () => {};
    (graph::Symbol { $($field:ident),* } $($rest:tt)*) => {
        all_but_symbols! { $($rest)* }
    };
    ($module:ident::$record:ident { $($field:ident),* } $($rest:tt)*) => {
        records! { $module::$record { $($field),* } }
        all_but_symbols! { $($rest)* }
    };
}

scrubjay::for_enumerations!(words);
scrubjay::for_records!(all_but_symbols);
scrubjay::for_variants!(variants);
anchor!(types::Anchor);
touched_lines!(types::TouchedLines);
handed_on!(types::BesidePiece, WeightedPath, ZoneOffset);
records! {
    types::Limit { what, actual, limit }
    window::NamedFactor { name, value }
}

/// Defines `asked`, which asks the question of a step.
macro_rules! questions {
    ($($step:literal $question:ident $(($($plain:ident),*))? $({ $($record:tt)* })?;)*) => {
        fn asked(native: &mut Native, step: &str, arguments: &Value, folder: &Folder) -> Result<Value, Error> {
            match step {
                $($step => {
                    $(let question = question!(arguments, $($record)*);
                    native.ask(step, folder, |memory, resumed| memory.$question(&question, resumed)))?
                    $($(let $plain: String = required(arguments, stringify!($plain));)*
                    native.ask(step, folder, |memory, resumed| memory.$question($(&$plain,)* resumed)))?
                })*
                _ => Ok(no_such_step(step)),
            }
        }
    };
}

scrubjay::for_questions!(questions);

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

/// The endings of files whose language is not read, one for each file.
fn unread(folder: &Folder) -> Vec<EndingCount> {
    let paths: Vec<&str> = folder.texts().keys().map(String::as_str).collect();
    let verdicts = admit(paths.iter().map(|path| (*path, 1))).unwrap_or_default();
    let is_unread = |verdict: &Verdict| *verdict == Verdict::Skip(SkipReason::Language);
    let unread = paths.into_iter().zip(verdicts).filter(|(_, verdict)| is_unread(verdict));
    let endings = unread.filter_map(|(path, _)| path.rsplit_once('.'));
    endings.map(|(_, ending)| EndingCount { ending: ending.to_owned(), n_files: 1 }).collect()
}

/// The entropy of all batches. Any value will do, because equal inputs give equal effects.
const ENTROPY: [u8; 16] = [7; 16];
const NOW: i64 = 1_767_225_600_000;
/// The number of files in a batch. It differs from the other host's, because answers must not depend on batches.
const BATCH_FILES: usize = 3;

/// The core, its rows, and the indexed files.
pub(crate) struct Native {
    memory: Memory,
    rows: Rows,
    records: Rows,
    indexed: BTreeMap<String, String>,
    parsers: Parsers,
    is_open: bool,
    window: Option<window::Window>,
    speaker: Origin,
}

/// The default owner of records, with this speaker.
fn owner_of(speaker: Origin) -> Owner {
    Owner { speaker, ..Owner::default() }
}

impl Native {
    pub(crate) fn new() -> Native {
        let (memory, rows, records, indexed, parsers) = Default::default();
        Native { memory, rows, records, indexed, parsers, is_open: false, window: None, speaker: Origin::Agent }
    }

    fn open(&mut self, purpose: Purpose) -> Result<(), Error> {
        self.memory = Memory::default();
        let (memory, generation) = (&mut self.memory, self.rows.generation);
        self.rows.answer(&|_, _, _| None, |resumed| memory.open(purpose, generation, resumed))?;
        self.is_open = true;
        Ok(())
    }

    /// Indexes the changes in the folder since the last time, and links.
    fn index(&mut self, folder: &Folder) -> Result<Value, Error> {
        let deleted_paths = self.indexed.keys().filter(|path| !folder.texts().contains_key(*path));
        let mut changes: Vec<Change> = deleted_paths.cloned().map(Change::Removed).collect();
        for (path, text) in folder.texts() {
            if self.indexed.get(path) != Some(text) {
                changes.extend(self.parsers.change(path, text));
            }
        }
        let mut refused = Vec::new();
        for batch in changes.chunks(BATCH_FILES) {
            let effects = self.memory.apply(batch, NOW, &ENTROPY)?;
            self.rows.commit(&effects);
            refused.extend(
                effects.refused.iter().map(|refusal| json!({"path": refusal.path, "error": refusal.error.json()})),
            );
        }
        self.indexed.clone_from(folder.texts());
        loop {
            let linked = self.memory.link(BATCH_FILES as u32)?;
            self.rows.commit(&linked.effects);
            if linked.n_to_link == 0 {
                break;
            }
        }
        let effects = self.memory.tell_unread(&unread(folder))?;
        self.rows.commit(&effects);
        Ok(json!({ "refused": refused }))
    }

    fn ask<T: Json>(
        &mut self,
        step: &str,
        folder: &Folder,
        mut question: impl FnMut(&mut Memory, Option<Resumed>) -> Result<Reply<T>, Error>,
    ) -> Result<Value, Error> {
        let (memory, indexed) = (&mut self.memory, &self.indexed);
        if record_steps::is_about(step) {
            let owner = owner_of(self.speaker);
            memory.open_records(owner, RecordSettings::default(), self.records.generation)?;
            let done = self.records.answer(&|_, _, _| None, |resumed| question(memory, resumed))?;
            return Ok(done.map_or(Value::Null, |done| done.json()));
        }
        let lines = |path: &str, first: u32, last: u32| lines(indexed, folder.texts(), path, first, last);
        let done = self.rows.answer(&lines, |resumed| question(memory, resumed))?;
        Ok(done.map_or(Value::Null, |done| done.json()))
    }

    fn export(&mut self, arguments: &Value) -> Result<Value, Error> {
        let (mut whole_text, mut cursor) = (String::new(), Some(0));
        while let Some(at) = cursor {
            let question = export_question!(arguments, at);
            let memory = &mut self.memory;
            let page = self.rows.answer(&|_, _, _| None, |resumed| memory.export(&question, resumed))?;
            cursor = page.as_ref().and_then(|page| page.next);
            whole_text.push_str(&page.map(|page| page.text).unwrap_or_default());
        }
        Ok(json!(whole_text))
    }

    fn answer(&mut self, step: &str, arguments: &Value, folder: &Folder) -> Result<Value, Error> {
        if !self.is_open {
            self.open(Purpose::Writing)?;
        }
        match step {
            "memory.reopen" => {
                let is_reading = arguments["purpose"] == "reading";
                self.speaker = option(arguments, "speaker", Origin::Agent);
                self.open(if is_reading { Purpose::Reading } else { Purpose::Writing })?;
                Ok(json!({}))
            }
            "memory.index" => self.index(folder),
            "memory.status" => Ok(without(asked(self, step, arguments, folder)?, &DIFFERING)),
            "graph.export" => self.export(arguments),
            _ if step.starts_with("window.") => conversation::take(self, step, arguments),
            _ if step.starts_with("session.") => sessions::take(self, step, arguments, folder),
            _ if record_steps::is_about(step) => record_steps::take(self, step, arguments, folder),
            _ => asked(self, step, arguments, folder),
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

/// Lines of a file, if it is still as it was indexed.
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
            Error::Invalid { argument, why } => {
                member("invalid", json!({"argument": argument.replace('-', "_"), "why": why}))
            }
            Error::TooLarge(limit) => member("too_large", limit.json()),
            Error::Full(limit) => member("full", limit.json()),
            Error::Unknown { name, suggestions, imported, named_in } => member(
                "unknown",
                json!({"name": name, "suggestions": suggestions, "imported": imported.as_deref().map(Json::json), "named_in": named_in}),
            ),
            Error::Ambiguous { name, candidates, n_candidates } => {
                let candidates = candidates.json();
                member("ambiguous", json!({"name": name, "candidates": candidates, "n_candidates": n_candidates}))
            }
            Error::Stale => json!("stale"),
            Error::ReadOnly => json!("read_only"),
            Error::NewerFormat(format) => member("newer_format", json!(format)),
            Error::Floor(limit) => member("floor", limit.json()),
            Error::Conflict => json!("conflict"),
            Error::Expired(id) => member("expired", json!(id)),
            Error::NotIndexed => json!("not_indexed"),
            Error::Withheld(id) => member("withheld", json!(id)),
        }
    }
}
