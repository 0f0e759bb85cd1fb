//! The component in wasmtime, through the public library for Rust hosts: a real store in the scenario's folder.

mod conversation;
mod record_steps;
mod sessions;

use std::io;
use std::ops::ControlFlow;

use scrubjay::index::{Indexed, Problem};
use scrubjay::records::{Place, Records, Settings};
use scrubjay::wit::records::Origin;
use scrubjay::wit::{delivery, episodes, graph, memory, prepare, recall, records, session, types, window};
use scrubjay::{Error, Memory, Write};
use serde_json::{Value, json};

use super::DIFFERING;
use super::arguments::{anchor, export_question, handed_on, option, question, required, touched_lines};
use crate::host::{Folder, Host, no_such_step};
use crate::json::{Json, member, records, variants, without, words};

scrubjay::for_enumerations!(words);
scrubjay::for_records!(records);
scrubjay::for_variants!(variants);
anchor!(types::Anchor);
touched_lines!(types::TouchedLines);
handed_on!(types::BesidePiece, WeightedPath, ZoneOffset);
records! {
    types::Limit { what, actual, limit }
    types::UnknownName { name, suggestions, imported, named_in }
    types::Ambiguity { name, candidates, n_candidates }
}

/// Defines `asked`, which asks the question of a step.
macro_rules! questions {
    ($($step:literal $question:ident $(($($plain:ident),*))? $({ $($record:tt)* })?;)*) => {
        fn asked(memory: &mut Memory, step: &str, arguments: &Value) -> Result<Value, Error> {
            Ok(match step {
                $($step => {
                    $(memory.$question(&question!(arguments, $($record)*))?.json())?
                    $(memory.$question($(&required::<String>(arguments, stringify!($plain))),*)?.json())?
                })*
                _ => no_such_step(step),
            })
        }
    };
}

scrubjay::for_questions!(questions);

fn opened(speaker: Origin, folder: &Folder) -> Result<Memory, Error> {
    with_records(Memory::writing(folder.path(), Write::default())?, speaker, folder)
}

/// A memory whose records lie beside its index, so that stories need no folder of the user's.
fn with_records(mut memory: Memory, speaker: Origin, folder: &Folder) -> Result<Memory, Error> {
    let place = Place::File(folder.path().join(".scrubjay").join("memory.redb"));
    let mut settings = Settings::default();
    settings.owner.speaker = speaker;
    memory.use_records(Records::open(place, settings)?);
    Ok(memory)
}

/// The library with a store on disk, opened at the first step.
#[derive(Default)]
pub(crate) struct Component {
    memory: Option<Memory>,
    window: Option<scrubjay::window::Window>,
}

impl Component {
    pub(crate) fn new() -> Component {
        Component::default()
    }

    fn reopen(&mut self, arguments: &Value, folder: &Folder) -> Result<Value, Error> {
        self.memory = None;
        let speaker = option(arguments, "speaker", Origin::Agent);
        self.memory = Some(match arguments["purpose"].as_str() {
            Some("reading") => with_records(Memory::reading(folder.path())?, speaker, folder)?,
            _ => opened(speaker, folder)?,
        });
        Ok(json!({}))
    }

    /// Exports the store's file, or replaces it with another one.
    fn exchange(&mut self, step: &str, arguments: &Value, folder: &Folder) -> io::Result<Value> {
        self.memory = None;
        let (own_store, other_store) =
            (folder.path().join(".scrubjay").join("index.redb"), required::<String>(arguments, "path"));
        if step == "store.give" {
            std::fs::copy(own_store, other_store)?;
        } else {
            std::fs::create_dir_all(folder.path().join(".scrubjay"))?;
            std::fs::copy(other_store, own_store)?;
        }
        Ok(json!({}))
    }

    fn answer(&mut self, step: &str, arguments: &Value, folder: &Folder) -> Result<Value, Error> {
        if step.starts_with("window.") {
            return conversation::take(&mut self.window, step, arguments, folder);
        }
        if step == "memory.reopen" {
            return self.reopen(arguments, folder);
        }
        let memory = match &mut self.memory {
            Some(memory) => memory,
            empty => empty.insert(opened(Origin::Agent, folder)?),
        };
        Ok(match step {
            "memory.index" => indexed(&memory.index(&mut |_| ControlFlow::Continue(()))?),
            "memory.status" => without(asked(memory, step, arguments)?, &DIFFERING),
            "graph.export" => json!(memory.export_whole(&export_question!(arguments, 0))?),
            _ if step.starts_with("session.") => sessions::take(memory, step, arguments)?,
            _ => record_steps::take(memory, step, arguments)?,
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

/// A refusal by the component; any other error is the host's and is represented by its text.
fn refused(error: &Error) -> Value {
    match error {
        Error::Refused(error) => error.json(),
        Error::NotIndexed { .. } => json!("not_indexed"),
        other => member("host", json!(other.to_string())),
    }
}

impl Json for types::Error {
    fn json(&self) -> Value {
        match self {
            types::Error::Invalid(invalid) => {
                member("invalid", json!({"argument": invalid.argument.replace('-', "_"), "why": invalid.why}))
            }
            types::Error::TooLarge(limit) => member("too_large", limit.json()),
            types::Error::Full(limit) => member("full", limit.json()),
            types::Error::Unknown(unknown) => member("unknown", unknown.json()),
            types::Error::Ambiguous(many) => member("ambiguous", many.json()),
            types::Error::Stale => json!("stale"),
            types::Error::ReadOnly => json!("read_only"),
            types::Error::NewerFormat(format) => member("newer_format", format.json()),
            types::Error::Floor(limit) => member("floor", limit.json()),
            types::Error::Conflict => json!("conflict"),
            types::Error::Expired(id) => member("expired", id.json()),
            types::Error::NotIndexed => json!("not_indexed"),
            types::Error::Withheld(id) => member("withheld", id.json()),
        }
    }
}
