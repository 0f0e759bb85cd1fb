//! The core, run natively.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use scrubjay_core::ask::{Reply, Resumed};
use scrubjay_core::effects::Effects;
use scrubjay_core::error::Error;
use scrubjay_core::graph::query::{ExportQuestion, FileQuestion, FindQuestion, MapQuestion, WalkPage, WalkQuestion};
use scrubjay_core::memory::{Change, Memory, Purpose};
use scrubjay_core::prepare::PrepareQuestion;

use super::{BUDGET_TOKENS, Call, Engine, Engines, Fault, MAX_RESULTS, Question};

/// Instances of the core.
pub struct Natives;

impl Engines for Natives {
    fn name(&self) -> &'static str {
        "native core"
    }

    fn start(&self) -> Box<dyn Engine> {
        Box::new(Running { memory: Memory::default(), took: Duration::ZERO })
    }
}

struct Running {
    memory: Memory,
    took: Duration,
}

impl Running {
    fn call<T>(&mut self, function: impl FnOnce(&mut Memory) -> Result<T, Error>) -> Result<T, Fault> {
        let started = Instant::now();
        let result = function(&mut self.memory);
        self.took = started.elapsed();
        result.map_err(|error| Fault::Refused(format!("{error:?}")))
    }
}

impl Engine for Running {
    fn took(&self) -> Duration {
        self.took
    }

    fn open(&mut self, purpose: Purpose, at: u64, resumed: Option<Resumed>) -> Result<Reply<()>, Fault> {
        Ok(map(self.call(|memory| memory.open(purpose, at, resumed))?, |_| ()))
    }

    fn apply(&mut self, changes: &[Change], entropy: &[u8]) -> Result<Effects, Fault> {
        self.call(|memory| memory.apply(changes, 0, entropy))
    }

    fn link(&mut self, max_files: u32) -> Result<(Effects, u32), Fault> {
        let linked = self.call(|memory| memory.link(max_files))?;
        Ok((linked.effects, linked.n_to_link))
    }

    fn quarantine(&mut self) -> Result<(Effects, Option<String>), Fault> {
        let quarantined = self.call(|memory| memory.quarantine())?;
        Ok((quarantined.effects, quarantined.path))
    }

    fn digest(&mut self) -> Result<u64, Fault> {
        self.call(|memory| memory.digest())
    }

    fn export(&mut self, cursor: u32, resumed: Option<Resumed>) -> Result<Reply<(String, Option<u32>)>, Fault> {
        let question = ExportQuestion { cursor, ..ExportQuestion::default() };
        Ok(map(self.call(|memory| memory.export(&question, resumed))?, |page| (page.text, page.next)))
    }

    fn find(&mut self, text: &str, resumed: Option<Resumed>) -> Result<Reply<Vec<String>>, Fault> {
        let text = text.to_owned();
        let question = FindQuestion { text, limit: MAX_RESULTS, explain: true, ..FindQuestion::default() };
        let reply = self.call(|memory| memory.find(&question, resumed))?;
        Ok(map(reply, |page| page.hits.into_iter().map(|found| found.symbol.id).collect()))
    }

    fn shown(&mut self, call: &Call, resumed: Option<Resumed>) -> Result<Reply<String>, Fault> {
        Ok(match call {
            &Call::Open(purpose, at) => shown(self.call(|memory| memory.open(purpose, at, resumed))?),
            Call::Status => shown(self.call(|memory| memory.status(resumed))?),
            Call::Dependencies(path) => {
                let question = FileQuestion { path: path.clone(), depth: 1, limit: MAX_RESULTS, skip: 0 };
                shown(self.call(|memory| memory.dependencies(&question, resumed))?)
            }
            &Call::Link(max_files) => shown(Reply::Done(self.call(|memory| memory.link(max_files))?)),
        })
    }

    fn ask(&mut self, question: &Question, resumed: Option<Resumed>) -> Result<Reply<usize>, Fault> {
        let walk = |name: &String| WalkQuestion {
            name: name.clone(),
            depth: 1,
            limit: MAX_RESULTS,
            ..WalkQuestion::default()
        };
        let n_steps = |page: WalkPage| page.steps.len();
        Ok(match question {
            Question::Find(text) => map(self.find(text, resumed)?, |ids| ids.len()),
            Question::Callers(name) => map(self.call(|memory| memory.callers(&walk(name), resumed))?, n_steps),
            Question::References(name) => map(self.call(|memory| memory.references(&walk(name), resumed))?, n_steps),
            Question::Impact(name) => {
                let question = WalkQuestion { depth: 3, ..walk(name) };
                map(self.call(|memory| memory.impact(&question, resumed))?, n_steps)
            }
            Question::Map => {
                let question = MapQuestion { budget: BUDGET_TOKENS, focus: Vec::new() };
                map(self.call(|memory| memory.map(&question, resumed))?, |map| map.n_files as usize)
            }
            Question::Prepare(task) => {
                let question = PrepareQuestion::new(task, BUDGET_TOKENS);
                map(self.call(|memory| memory.prepare(&question, resumed))?, |prepared| prepared.files.len())
            }
        })
    }
}

fn shown<T: Debug>(reply: Reply<T>) -> Reply<String> {
    map(reply, |page| format!("{page:?}"))
}

fn map<T, U>(reply: Reply<T>, change: impl FnOnce(T) -> U) -> Reply<U> {
    match reply {
        Reply::Done(done) => Reply::Done(change(done)),
        Reply::Ask(ask) => Reply::Ask(ask),
    }
}
