//! Engines driven directly: the core and the component behind the same few calls, so that a test decides when to
//! commit, when to crash, and which malformed input to pass.
//!
//! Refusals are represented by their debug text, because tests only need to know that there is one.

pub(crate) mod guest;
mod native;

use std::time::Duration;

use scrubjay_core::ask::{Reply, Resumed};
use scrubjay_core::effects::Effects;
use scrubjay_core::memory::{Change, Purpose};

pub use guest::Guests;
pub use native::Natives;

use crate::rows::Rows;

/// A refusal, or the death of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The call was refused, for this reason.
    Refused(String),
    /// The instance died. This must never happen.
    Died(String),
}

/// A question whose cost is measured.
#[derive(Clone, Debug)]
pub enum Question {
    /// Symbols whose name contains a text.
    Find(String),
    /// The callers of a symbol.
    Callers(String),
    /// The references to a symbol.
    References(String),
    /// The impact of a change to a symbol.
    Impact(String),
    /// A map of the repository in 4,000 tokens.
    Map,
    /// The context for a task in 4,000 tokens.
    Prepare(String),
}

/// A call whose whole answer is compared as debug text.
#[derive(Clone, Debug)]
pub enum Call {
    /// Opens at a generation.
    Open(Purpose, u64),
    /// The status of the memory.
    Status,
    /// The dependencies of a file.
    Dependencies(String),
    /// Linking, of at most this many files.
    Link(u32),
}

/// The tokens of a map and of a context.
const BUDGET_TOKENS: u32 = 4_000;
/// The most results of each other question.
const MAX_RESULTS: u32 = 100;

/// One instance of a memory.
pub trait Engine {
    /// The duration of the last call, without the work around it here.
    fn took(&self) -> Duration;

    /// Opens at a generation; true when done.
    fn open(&mut self, purpose: Purpose, at: u64, resumed: Option<Resumed>) -> Result<Reply<()>, Fault>;

    /// Applies changes to files; returns the effects to commit.
    fn apply(&mut self, changes: &[Change], entropy: &[u8]) -> Result<Effects, Fault>;

    /// Links some files; returns the effects to commit, and how many files are left.
    fn link(&mut self, max_files: u32) -> Result<(Effects, u32), Fault>;

    /// Quarantines the next file; returns the effects to commit, and its path.
    fn quarantine(&mut self) -> Result<(Effects, Option<String>), Fault>;

    /// The hash of all truth rows.
    fn digest(&mut self) -> Result<u64, Fault>;

    /// One page of the canonical text; returns the text, and the cursor of the next page.
    fn export(&mut self, cursor: u32, resumed: Option<Resumed>) -> Result<Reply<(String, Option<u32>)>, Fault>;

    /// Finds symbols by name; returns their ids.
    fn find(&mut self, text: &str, resumed: Option<Resumed>) -> Result<Reply<Vec<String>>, Fault>;

    /// The debug text of a call's whole answer.
    fn shown(&mut self, call: &Call, resumed: Option<Resumed>) -> Result<Reply<String>, Fault>;

    /// Asks any question; returns the number of results or files.
    fn ask(&mut self, question: &Question, resumed: Option<Resumed>) -> Result<Reply<usize>, Fault>;
}

/// Creates instances.
pub trait Engines {
    /// The name of the engine.
    fn name(&self) -> &'static str;

    /// A new, empty instance.
    fn start(&self) -> Box<dyn Engine>;
}

/// A new instance opened with the rows.
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
    let (mut whole_text, mut cursor) = (String::new(), Some(0));
    while let Some(at) = cursor {
        let page = rows.answer(&|_, _, _| None, |resumed| engine.export(at, resumed))?;
        let (text, next) = page.unwrap_or_default();
        whole_text.push_str(&text);
        cursor = next;
    }
    Ok(whole_text)
}
