//! Questions to an indexed memory through the library, as a host asks them; and opening it again after a trap.

use std::path::Path;
use std::time::Duration;

use scrubjay::guest::{Allowance, GuestError};
use scrubjay::wit::graph::{ExportQuestion, FindQuestion, MapQuestion, WalkQuestion};
use scrubjay::wit::prepare::PrepareQuestion;
use scrubjay::{Error, Memory};

use crate::called::called_by_many;
use crate::{Outcome, median, microseconds, milliseconds, say, time};

/// The number of results of each question.
const N_RESULTS: u32 = 20;
/// The number of rounds of a question; enough for a just-in-time compiler to finish, on hosts that have one.
const N_ROUNDS: usize = 3_000;
const TASK: &str = "How are errors reported to the user, and which tests cover it?";

pub(crate) fn measure(folder: &Path) -> Outcome {
    let mut memory = Memory::reading(folder)?;
    let name = called_by_many(&memory.export_whole(&ExportQuestion::default())?, N_RESULTS);
    let walk = WalkQuestion { limit: N_RESULTS, ..WalkQuestion::new(name.clone()) };
    let (text, path_prefix) = ("get".to_owned(), String::new());
    let find = FindQuestion { path_prefix, limit: N_RESULTS, ..FindQuestion::new(text) };
    let prepare = PrepareQuestion { budget: 4_000, ..PrepareQuestion::new(TASK) };

    memory.status()?;
    say("crossing_us", best_microseconds(|| memory.damaged().map(|_| ()))?);
    say("status_us", median_microseconds(N_ROUNDS, || memory.status().map(|_| ()))?);
    say("find_us", median_microseconds(N_ROUNDS, || memory.find(&find).map(|_| ()))?);
    say("callers_us", median_microseconds(N_ROUNDS, || memory.callers(&walk).map(|_| ()))?);
    println!("callers_of {name}");
    say("callers_results", memory.callers(&walk)?.steps.len() as f64);
    say("prepare_us", median_microseconds(10, || memory.prepare(&prepare).map(|_| ()))?);
    let map = MapQuestion { budget: 4_000, focus: vec![name.clone()] };
    say("map_us", median_microseconds(30, || memory.map(&map).map(|_| ()))?);
    let status = memory.status()?;
    say("live_bytes_per_symbol", f64::from(status.live_bytes) / f64::from(status.n_symbols));

    // A trap destroys the instance; the library, its store and its code remain.
    let mut times = Vec::new();
    for _ in 0..10 {
        memory.allow(Allowance { call: Duration::ZERO, ..Allowance::default() });
        let stopped = memory.find(&find);
        assert!(matches!(stopped, Err(Error::Guest(GuestError::Stopped { .. }))), "it had no time");
        memory.allow(Allowance::default());
        let (answer, took) = time(|| memory.find(&find));
        answer?;
        times.push(took);
    }
    say("reload_ms", milliseconds(median(&mut times)));
    Ok(())
}

fn median_microseconds(n_rounds: usize, mut question: impl FnMut() -> Result<(), Error>) -> Result<f64, Error> {
    let mut times = Vec::new();
    // The first question loads what it needs.
    question()?;
    for _ in 0..n_rounds {
        let (answer, took) = time(&mut question);
        answer?;
        times.push(took);
    }
    Ok(microseconds(median(&mut times)))
}

/// The microseconds of a call that is too short to be timed alone: the best of several batches, because other load only
/// adds to it.
fn best_microseconds(mut call: impl FnMut() -> Result<(), Error>) -> Result<f64, Error> {
    const N_CALLS: u32 = 10_000;
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let (call_result, took) = time(|| (0..N_CALLS).try_for_each(|_| call()));
        call_result?;
        best = best.min(took);
    }
    Ok(microseconds(best) / f64::from(N_CALLS))
}
