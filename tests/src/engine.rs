//! Engines driven by hand: the core and the component behind the same few calls, so that a test can decide when to commit,
//! when to crash, and what rubbish to hand in.
//!
//! Refusals are shown by their debug text: what matters here is that there is one.

mod guest;
mod native;

use std::time::Duration;

use scrubjay_core::ask::{Reply, Resumed};
use scrubjay_core::memory::{Change, Effects, Purpose};

pub use guest::Guests;
pub use native::Natives;

use crate::rows::Rows;

/// A refusal, or how an instance died.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The call was refused, for this reason.
    Refused(String),
    /// The instance is dead. It must never come to this.
    Died(String),
}

/// A question whose cost is measured.
#[derive(Clone, Debug)]
pub enum Question {
    /// Symbols by a part of their name.
    Find(String),
    /// Who calls a symbol.
    Callers(String),
    /// Where a symbol is named.
    References(String),
    /// What a change of a symbol can reach.
    Impact(String),
    /// The repository in 4,000 tokens.
    Map,
    /// What a task needs, in 4,000 tokens.
    Prepare(String),
}

/// Tokens of a map and of a prepared context.
const BUDGET: u32 = 4_000;
/// Results of each other question.
const MOST: u32 = 100;

/// One instance of a memory.
pub trait Engine {
    /// How long the last call took, without what stands around it here.
    fn took(&self) -> Duration;

    /// Opens at a generation; true when done.
    fn open(&mut self, purpose: Purpose, at: u64, resumed: Option<Resumed>) -> Result<Reply<()>, Fault>;

    /// Applies changes.
    fn apply(&mut self, changes: &[Change], entropy: &[u8]) -> Result<Effects, Fault>;

    /// Settles some files: what to commit, and how many are left.
    fn settle(&mut self, most_files: u32) -> Result<(Effects, u32), Fault>;

    /// Sets the next file aside: what to commit, and its path.
    fn set_aside(&mut self) -> Result<(Effects, Option<String>), Fault>;

    /// The hash of everything that is truth.
    fn digest(&mut self) -> Result<u64, Fault>;

    /// One page of the canonical text: the text, and where to go on.
    fn export(&mut self, cursor: u32, resumed: Option<Resumed>) -> Result<Reply<(String, Option<u32>)>, Fault>;

    /// Finds symbols by name: their ids.
    fn find(&mut self, text: &str, resumed: Option<Resumed>) -> Result<Reply<Vec<String>>, Fault>;

    /// Asks any question: how many results there are, or files.
    fn ask(&mut self, question: &Question, resumed: Option<Resumed>) -> Result<Reply<usize>, Fault>;
}

/// Makes instances.
pub trait Engines {
    /// What it makes instances of.
    fn name(&self) -> &'static str;

    /// A new instance, which holds nothing.
    fn start(&self) -> Box<dyn Engine>;
}

/// A new instance that holds the rows.
///
/// # Errors
/// The refusal to open.
pub fn opened(engines: &dyn Engines, purpose: Purpose, rows: &Rows) -> Result<Box<dyn Engine>, Fault> {
    let mut engine = engines.start();
    rows.answer(&|_, _, _| None, |resumed| engine.open(purpose, rows.generation, resumed))?;
    Ok(engine)
}

/// The canonical text of the whole graph.
///
/// # Errors
/// The refusal of a page.
pub fn exported(engine: &mut dyn Engine, rows: &Rows) -> Result<String, Fault> {
    let (mut whole, mut cursor) = (String::new(), Some(0));
    while let Some(at) = cursor {
        let page = rows.answer(&|_, _, _| None, |resumed| engine.export(at, resumed))?;
        let (text, next) = page.unwrap_or_default();
        whole.push_str(&text);
        cursor = next;
    }
    Ok(whole)
}
