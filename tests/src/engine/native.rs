//! The core, run natively.

use scrubjay_core::ask::{Reply, Resumed};
use scrubjay_core::error::Error;
use scrubjay_core::graph::query::FindQuestion;
use scrubjay_core::memory::{Change, Effects, Memory, Purpose};

use super::{Engine, Engines, Fault};

/// Instances of the core.
pub struct Natives;

impl Engines for Natives {
    fn name(&self) -> &'static str {
        "native core"
    }

    fn start(&self) -> Box<dyn Engine> {
        Box::new(Memory::default())
    }
}

impl Engine for Memory {
    fn open(&mut self, purpose: Purpose, at: u64, resumed: Option<Resumed>) -> Result<Reply<()>, Fault> {
        Ok(map(Memory::open(self, purpose, at, resumed).map_err(refused)?, |_| ()))
    }

    fn apply(&mut self, changes: &[Change], entropy: &[u8]) -> Result<Effects, Fault> {
        Memory::apply(self, changes, 0, entropy).map_err(refused)
    }

    fn settle(&mut self, most_files: u32) -> Result<(Effects, u32), Fault> {
        let settled = Memory::settle(self, most_files).map_err(refused)?;
        Ok((settled.effects, settled.n_unsettled))
    }

    fn digest(&mut self) -> Result<u64, Fault> {
        Memory::digest(self).map_err(refused)
    }

    fn export(&mut self, cursor: u32, resumed: Option<Resumed>) -> Result<Reply<(String, Option<u32>)>, Fault> {
        Ok(map(Memory::export(self, cursor, resumed).map_err(refused)?, |page| (page.text, page.next)))
    }

    fn find(&mut self, text: &str, resumed: Option<Resumed>) -> Result<Reply<Vec<String>>, Fault> {
        let text = text.to_owned();
        let question = FindQuestion { text, kinds: Vec::new(), path_prefix: String::new(), most: 100, explain: true };
        let reply = Memory::find(self, &question, resumed).map_err(refused)?;
        Ok(map(reply, |page| page.hits.into_iter().map(|found| found.symbol.id).collect()))
    }
}

fn map<T, U>(reply: Reply<T>, change: impl FnOnce(T) -> U) -> Reply<U> {
    match reply {
        Reply::Done(done) => Reply::Done(change(done)),
        Reply::Ask(ask) => Reply::Ask(ask),
    }
}

fn refused(error: Error) -> Fault {
    Fault::Refused(format!("{error:?}"))
}
