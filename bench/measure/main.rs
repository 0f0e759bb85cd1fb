//! Runs one measurement, and prints lines of the form `name value`, which the bench command reads.
//!
//!     measure parse DIR        parses all files in parallel and keeps nothing: the lower bound for an index
//!     measure questions DIR    asks the indexed memory of DIR like a host
//!     measure engines DIR      does the same work through the core and through the component
//!     measure edits DIR        changes files of DIR one at a time, and rewrites all of them ten times
//!     measure fresh DIR FILE   edits FILE and asks, like a host that updates the index by itself
//!     measure memory DIR       finds the least linear memory with which DIR can be indexed
//!     measure format           compares forms of stored records; see `format`
//!     measure window …         replays recorded sessions under policies of the context window; see `window`
//!     measure session …        appends recorded sessions to contexts of sessions; see `session`
//!     measure recall …         asks questions about all records; see `recall`
//!     measure accuracy …       compares edges and rankings with an oracle; see `accuracy`

mod accuracy;
mod called;
mod edits;
mod engines;
mod format;
mod fresh;
mod parse;
mod questions;
mod recall;
mod session;
mod sources;
mod window;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["parse", folder] => parse::measure(Path::new(folder)),
        ["questions", folder] => questions::measure(Path::new(folder)),
        ["engines", folder] => engines::measure(Path::new(folder)),
        ["edits", folder] => edits::measure(Path::new(folder)),
        ["fresh", folder, file] => fresh::measure(Path::new(folder), Path::new(file)),
        ["memory", folder] => engines::min_memory(Path::new(folder)),
        ["accuracy", rest @ ..] => accuracy::measure(rest),
        ["recall", rest @ ..] => recall::measure(rest),
        ["format"] => format::measure(),
        ["session", rest @ ..] => session::measure(rest),
        ["window", rest @ ..] => window::measure(rest),
        _ => {
            Err("usage: measure parse|questions|engines|edits|memory DIR, fresh DIR FILE, format, or accuracy|recall|session|window …".into())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Figures are printed; the error tells why they could not be measured.
type Outcome = Result<(), Box<dyn Error>>;

/// Prints a figure as `name value`.
fn say(name: &str, value: f64) {
    println!("{name} {value}");
}

/// The result and the duration of a call.
fn time<T>(call: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let result = call();
    (result, started.elapsed())
}

/// The median; sorts the times.
fn median(times: &mut [Duration]) -> Duration {
    percentile(times, 50)
}

/// The time that this percentage does not exceed; sorts the times.
fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    let index = times.len().saturating_mul(percent) / 100;
    times.get(index.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
}

fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
