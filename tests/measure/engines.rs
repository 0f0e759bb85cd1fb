//! The same work through the core, run natively, and through the component: taking files in, linking, asking, opening.

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use conformance::engine::{Engine, Engines, Fault, Guests, Natives, opened};
use conformance::parse::Parsers;
use conformance::rows::Rows;
use scrubjay_core::memory::{Change, Purpose};

use crate::sources::sources;
use crate::{Outcome, median, milliseconds, say};

/// Files in a batch, as the library makes them.
const BATCH: usize = 64;
const N_ROUNDS: usize = 5;

/// What each engine took.
#[derive(Default)]
struct Times {
    apply: Duration,
    settle: Duration,
    open_reading: Duration,
    open_writing: Duration,
    find: Duration,
}

pub(crate) fn measure(folder: &Path) -> Outcome {
    let changes = changes(folder)?;
    let guests = Guests::load()?;
    let mut native = times(&Natives, &changes)?;
    let mut guest = times(&guests, &changes)?;
    // Each figure is the best of two rounds, taken in turn, so that one disturbance does not decide a ratio.
    native = native.or_less(times(&Natives, &changes)?);
    guest = guest.or_less(times(&guests, &changes)?);
    for (name, times) in [("native", &native), ("component", &guest)] {
        say(&format!("{name}_apply_ms"), milliseconds(times.apply));
        say(&format!("{name}_settle_ms"), milliseconds(times.settle));
        say(&format!("{name}_open_reading_ms"), milliseconds(times.open_reading));
        say(&format!("{name}_open_writing_ms"), milliseconds(times.open_writing));
        say(&format!("{name}_find_ms"), milliseconds(times.find));
    }
    Ok(())
}

/// Tries one allowance after the other until every file can be taken in and linked within it.
pub(crate) fn least_memory(folder: &Path) -> Outcome {
    let changes = changes(folder)?;
    for mebibytes in [32, 48, 64, 80, 96, 128, 192, 256, 384, 512, 1024] {
        let guests = Guests::load()?.within(mebibytes << 20);
        if take_in(&guests, &changes, &mut Times::default()).is_ok() {
            say("linear_memory_mib", mebibytes as f64);
            return Ok(());
        }
    }
    Err("no allowance was enough".into())
}

/// Every file of the folder, parsed.
fn changes(folder: &Path) -> Result<Vec<Change>, Box<dyn Error>> {
    let mut parsers = Parsers::new();
    let mut changes = Vec::new();
    for source in sources(folder)? {
        let bytes = std::fs::read(folder.join(&source.path))?;
        let Ok(text) = String::from_utf8(bytes) else { continue };
        changes.extend(parsers.change(&source.path, &text));
    }
    Ok(changes)
}

impl Times {
    fn or_less(self, other: Times) -> Times {
        Times {
            apply: self.apply.min(other.apply),
            settle: self.settle.min(other.settle),
            open_reading: self.open_reading.min(other.open_reading),
            open_writing: self.open_writing.min(other.open_writing),
            find: self.find.min(other.find),
        }
    }
}

fn times(engines: &dyn Engines, changes: &[Change]) -> Result<Times, Box<dyn Error>> {
    let fault = |fault: Fault| format!("{}: {fault:?}", engines.name());
    let mut times = Times::default();
    let rows = take_in(engines, changes, &mut times).map_err(fault)?;
    times.open_writing = opening(engines, Purpose::Writing, &rows).map_err(fault)?;
    times.open_reading = opening(engines, Purpose::Reading, &rows).map_err(fault)?;
    let mut engine = opened(engines, Purpose::Reading, &rows).map_err(fault)?;
    times.find = finding(&mut *engine, &rows).map_err(fault)?;
    Ok(times)
}

/// Takes every file in and links it.
fn take_in(engines: &dyn Engines, changes: &[Change], times: &mut Times) -> Result<Rows, Fault> {
    let mut rows = Rows::default();
    let mut engine = opened(engines, Purpose::Writing, &rows)?;
    for batch in changes.chunks(BATCH) {
        let effects = engine.apply(batch, &[7; 16])?;
        times.apply += engine.took();
        rows.commit(&effects);
    }
    loop {
        let (effects, n_left) = engine.settle(256)?;
        times.settle += engine.took();
        rows.commit(&effects);
        if n_left == 0 {
            return Ok(rows);
        }
    }
}

/// The time that the engine itself takes to open, and for reading to a first answer, because it reads what a question needs
/// when it is asked: reading the rows is the host's.
fn opening(engines: &dyn Engines, purpose: Purpose, rows: &Rows) -> Result<Duration, Fault> {
    let mut all = Vec::new();
    for _ in 0..N_ROUNDS {
        let mut engine = engines.start();
        let mut total = Duration::ZERO;
        rows.answer(&|_, _, _| None, |resumed| {
            let reply = engine.open(purpose, rows.generation, resumed);
            total += engine.took();
            reply
        })?;
        if purpose == Purpose::Reading {
            rows.answer(&|_, _, _| None, |resumed| {
                let reply = engine.find("get", resumed);
                total += engine.took();
                reply
            })?;
        }
        all.push(total);
    }
    Ok(median(&mut all))
}

/// A search that looks at every name, and lifts a hundred results.
fn finding(engine: &mut dyn Engine, rows: &Rows) -> Result<Duration, Fault> {
    let mut all = Vec::new();
    for _ in 0..50 {
        rows.answer(&|_, _, _| None, |resumed| engine.find("request", resumed))?;
        all.push(engine.took());
    }
    Ok(median(&mut all))
}
