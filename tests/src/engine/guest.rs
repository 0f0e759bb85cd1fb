//! The component in wasmtime, called directly; converts its records to the core's and back, field by field.

use std::time::{Duration, Instant};

use scrubjay::guest::{Allowance, Guest, GuestError, Instance};
use scrubjay::wit::{graph, memory, prepare, types};
use scrubjay_core::ask::{Answer, Ask, FileSpan, KeyRange, ModelRequest, Reply, Request, Resumed, Row, RowPage};
use scrubjay_core::effects::{Effects, Refusal};
use scrubjay_core::error::Error;
use scrubjay_core::memory::{Change, ParsedFile, Purpose};

use super::{BUDGET_TOKENS, Call, Engine, Engines, Fault, MAX_RESULTS, Question};

/// Instances of the component.
pub struct Guests {
    guest: Guest,
    allowance: Allowance,
}

impl Guests {
    /// Loads the component.
    ///
    /// # Errors
    /// If this machine cannot run it.
    pub fn load() -> Result<Guests, GuestError> {
        Ok(Guests { guest: Guest::load()?, allowance: Allowance::default() })
    }

    /// The same with a limit on linear memory in bytes.
    pub fn within(self, memory: usize) -> Guests {
        Guests { allowance: Allowance { memory, ..self.allowance }, ..self }
    }
}

impl Engines for Guests {
    fn name(&self) -> &'static str {
        "component"
    }

    fn start(&self) -> Box<dyn Engine> {
        Box::new(Running { instance: self.guest.instance(self.allowance), took: Duration::ZERO })
    }
}

/// An instance, or why there is none.
struct Running {
    instance: Result<Instance, GuestError>,
    took: Duration,
}

impl Running {
    fn call<T>(
        &mut self,
        name: &'static str,
        function: impl FnOnce(
            &scrubjay::guest::bindings::Scrubjay,
            &mut wasmtime::Store<scrubjay::guest::Limits>,
        ) -> wasmtime::Result<Result<T, types::Error>>,
    ) -> Result<T, Fault> {
        let died = |error: &GuestError| Fault::Died(error.to_string());
        let instance = self.instance.as_mut().map_err(|error| died(error))?;
        let started = Instant::now();
        let result = instance.call(name, function);
        self.took = started.elapsed();
        let result = result.map_err(|error| died(&error))?;
        result.map_err(|error| Fault::Refused(format!("{error:?}")))
    }
}

/// The component's exports about code.
type Graph = scrubjay::guest::bindings::exports::scrubjay::memory::graph::Guest;
type Store = wasmtime::Store<scrubjay::guest::Limits>;

impl Running {
    /// Asks a question that is answered with steps; returns the number of steps.
    fn walk(
        &mut self,
        name: &'static str,
        resumed: Option<Resumed>,
        ask: impl FnOnce(
            &Graph,
            &mut Store,
            Option<&types::Resumed>,
        ) -> wasmtime::Result<Result<graph::WalkReply, types::Error>>,
    ) -> Result<Reply<usize>, Fault> {
        let resumed = resumed.map(wit_resumed);
        let reply = self.call(name, |exports, store| ask(exports.scrubjay_memory_graph(), store, resumed.as_ref()))?;
        Ok(match reply {
            graph::WalkReply::Done(page) => Reply::Done(page.steps.len()),
            graph::WalkReply::Ask(ask) => Reply::Ask(core_ask(ask)),
        })
    }
}

impl Engine for Running {
    fn took(&self) -> Duration {
        self.took
    }

    fn open(&mut self, purpose: Purpose, at: u64, resumed: Option<Resumed>) -> Result<Reply<()>, Fault> {
        let purpose = wit_purpose(purpose);
        let resumed = resumed.map(wit_resumed);
        let reply = self.call("memory.open", |exports, store| {
            exports.scrubjay_memory_memory().call_open(store, purpose, at, resumed.as_ref())
        })?;
        Ok(match reply {
            memory::OpenReply::Done(_) => Reply::Done(()),
            memory::OpenReply::Ask(ask) => Reply::Ask(core_ask(ask)),
        })
    }

    fn apply(&mut self, changes: &[Change], entropy: &[u8]) -> Result<Effects, Fault> {
        let changes: Vec<memory::Change> = changes.iter().map(wit_change).collect();
        let effects = self.call("memory.apply", |exports, store| {
            exports.scrubjay_memory_memory().call_apply(store, &changes, 0, entropy)
        })?;
        Ok(core_effects(effects))
    }

    fn link(&mut self, max_files: u32) -> Result<(Effects, u32), Fault> {
        let linked =
            self.call("memory.link", |exports, store| exports.scrubjay_memory_memory().call_link(store, max_files))?;
        Ok((core_effects(linked.effects), linked.n_to_link))
    }

    fn quarantine(&mut self) -> Result<(Effects, Option<String>), Fault> {
        let quarantined =
            self.call("memory.quarantine", |exports, store| exports.scrubjay_memory_memory().call_quarantine(store))?;
        Ok((core_effects(quarantined.effects), quarantined.path))
    }

    fn digest(&mut self) -> Result<u64, Fault> {
        self.call("memory.digest", |exports, store| exports.scrubjay_memory_memory().call_digest(store))
    }

    fn export(&mut self, cursor: u32, resumed: Option<Resumed>) -> Result<Reply<(String, Option<u32>)>, Fault> {
        let resumed = resumed.map(wit_resumed);
        let question = graph::ExportQuestion { cursor, ..graph::ExportQuestion::default() };
        let reply = self.call("graph.export", |exports, store| {
            exports.scrubjay_memory_graph().call_export(store, &question, resumed.as_ref())
        })?;
        Ok(match reply {
            graph::ExportReply::Done(page) => Reply::Done((page.text, page.next)),
            graph::ExportReply::Ask(ask) => Reply::Ask(core_ask(ask)),
        })
    }

    fn find(&mut self, text: &str, resumed: Option<Resumed>) -> Result<Reply<Vec<String>>, Fault> {
        let (text, path_prefix) = (text.to_owned(), String::new());
        let question =
            graph::FindQuestion { path_prefix, limit: MAX_RESULTS, explain: true, ..graph::FindQuestion::new(text) };
        let resumed = resumed.map(wit_resumed);
        let reply = self.call("graph.find", |exports, store| {
            exports.scrubjay_memory_graph().call_find(store, &question, resumed.as_ref())
        })?;
        Ok(match reply {
            graph::FindReply::Done(page) => Reply::Done(page.hits.into_iter().map(|found| found.symbol.id).collect()),
            graph::FindReply::Ask(ask) => Reply::Ask(core_ask(ask)),
        })
    }

    fn shown(&mut self, call: &Call, resumed: Option<Resumed>) -> Result<Reply<String>, Fault> {
        let resumed = resumed.map(wit_resumed);
        let resumed = resumed.as_ref();
        Ok(match call {
            &Call::Open(purpose, at) => {
                let reply = self.call("memory.open", |exports, store| {
                    exports.scrubjay_memory_memory().call_open(store, wit_purpose(purpose), at, resumed)
                })?;
                match reply {
                    memory::OpenReply::Done(opened) => Reply::Done(format!("{opened:?}")),
                    memory::OpenReply::Ask(ask) => Reply::Ask(core_ask(ask)),
                }
            }
            Call::Status => {
                let reply = self.call("memory.status", |exports, store| {
                    exports.scrubjay_memory_memory().call_status(store, resumed)
                })?;
                match reply {
                    memory::StatusReply::Done(status) => Reply::Done(format!("{status:?}")),
                    memory::StatusReply::Ask(ask) => Reply::Ask(core_ask(ask)),
                }
            }
            Call::Dependencies(path) => {
                let question = graph::FileQuestion { limit: MAX_RESULTS, ..graph::FileQuestion::new(path.clone()) };
                let reply = self.call("graph.dependencies", |exports, store| {
                    exports.scrubjay_memory_graph().call_dependencies(store, &question, resumed)
                })?;
                match reply {
                    graph::DependencyReply::Done(page) => Reply::Done(format!("{page:?}")),
                    graph::DependencyReply::Ask(ask) => Reply::Ask(core_ask(ask)),
                }
            }
            &Call::Link(max_files) => {
                let linked = self.call("memory.link", |exports, store| {
                    exports.scrubjay_memory_memory().call_link(store, max_files)
                })?;
                Reply::Done(format!("{linked:?}"))
            }
        })
    }

    fn ask(&mut self, question: &Question, resumed: Option<Resumed>) -> Result<Reply<usize>, Fault> {
        let (focus, min_confidence) = (Vec::new(), 0.0);
        let walk = |name: &String| graph::WalkQuestion {
            limit: MAX_RESULTS,
            min_confidence,
            ..graph::WalkQuestion::new(name.clone())
        };
        match question {
            Question::Find(text) => self.find(text, resumed).map(|reply| match reply {
                Reply::Done(ids) => Reply::Done(ids.len()),
                Reply::Ask(ask) => Reply::Ask(ask),
            }),
            Question::Callers(name) => self.walk("graph.callers", resumed, |graph, store, resumed| {
                graph.call_callers(store, &walk(name), resumed)
            }),
            Question::References(name) => self.walk("graph.references", resumed, |graph, store, resumed| {
                graph.call_references(store, &walk(name), resumed)
            }),
            Question::Impact(name) => self.walk("graph.impact", resumed, |graph, store, resumed| {
                graph.call_impact(store, &graph::WalkQuestion { depth: 3, ..walk(name) }, resumed)
            }),
            Question::Map => {
                let (question, resumed) =
                    (graph::MapQuestion { budget: BUDGET_TOKENS, focus }, resumed.map(wit_resumed));
                let reply = self.call("graph.map", |exports, store| {
                    exports.scrubjay_memory_graph().call_map(store, &question, resumed.as_ref())
                })?;
                Ok(match reply {
                    graph::MapReply::Done(map) => Reply::Done(map.n_files as usize),
                    graph::MapReply::Ask(ask) => Reply::Ask(core_ask(ask)),
                })
            }
            Question::Prepare(task) => {
                let question = prepare::PrepareQuestion {
                    budget: BUDGET_TOKENS,
                    focus,
                    ..prepare::PrepareQuestion::new(task.as_str())
                };
                let resumed = resumed.map(wit_resumed);
                let reply = self.call("prepare.prepare", |exports, store| {
                    exports.scrubjay_memory_prepare().call_prepare(store, &question, resumed.as_ref())
                })?;
                Ok(match reply {
                    prepare::PrepareReply::Done(prepared) => Reply::Done(prepared.files.len()),
                    prepare::PrepareReply::Ask(ask) => Reply::Ask(core_ask(ask)),
                })
            }
        }
    }
}

fn wit_purpose(purpose: Purpose) -> memory::Purpose {
    match purpose {
        Purpose::Reading => memory::Purpose::Reading,
        Purpose::Writing => memory::Purpose::Writing,
    }
}

fn wit_change(change: &Change) -> memory::Change {
    match change {
        Change::Removed(path) => memory::Change::Removed(path.clone()),
        Change::Parsed(file) => {
            let ParsedFile { path, hash, language, text, nodes, has_errors, cut_short } = file.clone();
            memory::Change::Parsed(memory::ParsedFile { path, hash, language, text, nodes, has_errors, cut_short })
        }
    }
}

pub(crate) fn wit_resumed(resumed: Resumed) -> types::Resumed {
    let answers = resumed.answers.into_iter().map(|answer| match answer {
        Answer::Text(text) => types::Answer::Text(text),
        Answer::Changed => types::Answer::Changed,
        Answer::Model(said) => types::Answer::Model(said),
        Answer::Rows(RowPage { rows, complete }) => {
            let rows = rows.into_iter().map(|Row { key, value }| types::Row { key, value }).collect();
            types::Answer::Rows(types::RowPage { rows, complete })
        }
    });
    types::Resumed { ticket: resumed.ticket, answers: answers.collect() }
}

pub(crate) fn core_ask(ask: types::Ask) -> Ask {
    let requests = ask.requests.into_iter().map(|request| match request {
        types::Request::Keys(keys) => Request::Keys(keys),
        types::Request::Range(types::KeyRange { start, end, max_bytes }) => {
            Request::Range(KeyRange { start, end, max_bytes })
        }
        types::Request::Span(types::FileSpan { path, hash, first_line, last_line }) => {
            Request::Span(FileSpan { path, hash, first_line, last_line })
        }
        types::Request::Model(types::ModelRequest { purpose, prompt, texts, max_bytes }) => {
            Request::Model(ModelRequest { purpose, prompt, texts, max_bytes })
        }
    });
    Ask { requests: requests.collect(), ticket: ask.ticket }
}

/// Converts effects to the core's. The reason of a refused file is not converted, because the core's contains static
/// texts.
pub(crate) fn core_effects(effects: types::Effects) -> Effects {
    let refused = effects.refused.into_iter();
    Effects {
        from_generation: effects.from_generation,
        to_generation: effects.to_generation,
        puts: effects.puts.into_iter().map(|types::Row { key, value }| Row { key, value }).collect(),
        deletes: effects.deletes,
        refused: refused.map(|types::Refusal { path, .. }| Refusal { path, error: Error::Stale }).collect(),
    }
}
