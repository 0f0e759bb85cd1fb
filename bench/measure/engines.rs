//! The same work through the native core and through the component: indexing, linking, asking, opening.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use conformance::engine::{Engine, Engines, Fault, Guests, Natives, Question, exported, opened};
use conformance::parse::Parsers;
use conformance::rows::Rows;
use scrubjay_core::memory::{Change, Purpose};

use crate::called::called_by_many;
use crate::sources::sources;
use crate::{Outcome, median, milliseconds, say};

/// The number of files in a batch, as in the library.
const BATCH: usize = 64;
const N_ROUNDS: usize = 5;
/// The time for which a question is repeated, within limits on the number of rounds.
const ENOUGH: Duration = Duration::from_secs(1);
/// The least number of callers of the symbol in the questions.
const N_CALLERS: u32 = 100;
const FEWEST_ROUNDS: usize = 5;
const MAX_ROUNDS: usize = 500;
const TASK: &str = "How are errors reported to the user, and which tests cover it?";

/// The durations for one engine.
#[derive(Default)]
struct Times {
    apply: Duration,
    link: Duration,
    open_reading: Duration,
    open_writing: Duration,
    /// In the order of [`questions`].
    questions: Vec<Duration>,
}

pub(crate) fn measure(folder: &Path) -> Outcome {
    let changes = changes(folder)?;
    let guests = Guests::load()?;
    let mut native = times(&Natives, &changes)?;
    let mut guest = times(&guests, &changes)?;
    // Each figure is the better of two alternating rounds, so that a single disturbance does not decide a ratio.
    native = native.min_of_both(times(&Natives, &changes)?);
    guest = guest.min_of_both(times(&guests, &changes)?);
    for (name, times) in [("native", &native), ("component", &guest)] {
        say(&format!("{name}_apply_ms"), milliseconds(times.apply));
        say(&format!("{name}_link_ms"), milliseconds(times.link));
        say(&format!("{name}_open_reading_ms"), milliseconds(times.open_reading));
        say(&format!("{name}_open_writing_ms"), milliseconds(times.open_writing));
        for ((question, _), took) in questions("").iter().zip(&times.questions) {
            say(&format!("{name}_{question}_ms"), milliseconds(*took));
        }
    }
    Ok(())
}

/// Finds the least linear memory, of some sizes, with which all files can be indexed and linked.
pub(crate) fn min_memory(folder: &Path) -> Outcome {
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

/// All files of the folder, parsed.
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
    fn min_of_both(self, other: Times) -> Times {
        Times {
            apply: self.apply.min(other.apply),
            link: self.link.min(other.link),
            open_reading: self.open_reading.min(other.open_reading),
            open_writing: self.open_writing.min(other.open_writing),
            questions: self.questions.into_iter().zip(other.questions).map(|(one, other)| one.min(other)).collect(),
        }
    }
}

fn times(engines: &dyn Engines, changes: &[Change]) -> Result<Times, Box<dyn Error>> {
    let fault = |fault: Fault| format!("{}: {fault:?}", engines.name());
    let mut times = Times::default();
    let rows = take_in(engines, changes, &mut times).map_err(fault)?;
    times.open_writing = time_to_open(engines, Purpose::Writing, &rows).map_err(fault)?;
    times.open_reading = time_to_open(engines, Purpose::Reading, &rows).map_err(fault)?;
    let mut engine = opened(engines, Purpose::Reading, &rows).map_err(fault)?;
    let callee = called_by_many(&exported(&mut *engine, &rows).map_err(fault)?, N_CALLERS);
    let lines = Lines::of(changes);
    for (_, question) in questions(&callee) {
        times.questions.push(time_to_answer(&mut *engine, &rows, &lines, &question).map_err(fault)?);
    }
    Ok(times)
}

/// Indexes and links all files; adds the times in the engine to `times`.
fn take_in(engines: &dyn Engines, changes: &[Change], times: &mut Times) -> Result<Rows, Fault> {
    let mut rows = Rows::default();
    let mut engine = opened(engines, Purpose::Writing, &rows)?;
    for batch in changes.chunks(BATCH) {
        let effects = engine.apply(batch, &[7; 16])?;
        times.apply += engine.took();
        rows.commit(&effects);
    }
    loop {
        let (effects, n_left) = engine.link(256)?;
        times.link += engine.took();
        rows.commit(&effects);
        if n_left == 0 {
            return Ok(rows);
        }
    }
}

/// The time in the engine to open and, for reading, to a first answer, because rows are read when a question needs
/// them. The host's time to read rows does not count.
fn time_to_open(engines: &dyn Engines, purpose: Purpose, rows: &Rows) -> Result<Duration, Fault> {
    let mut times = Vec::new();
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
        times.push(total);
    }
    Ok(median(&mut times))
}

/// The questions, by the names of their figures; `callee` is a symbol with many callers.
fn questions(callee: &str) -> [(&'static str, Question); 6] {
    [
        ("find", Question::Find("request".to_owned())),
        ("callers", Question::Callers(callee.to_owned())),
        ("references", Question::References(callee.to_owned())),
        ("impact", Question::Impact(callee.to_owned())),
        ("map", Question::Map),
        ("prepare", Question::Prepare(TASK.to_owned())),
    ]
}

/// The time in the engine from a question to its answer, after everything it needs was read from the store.
fn time_to_answer(
    engine: &mut dyn Engine,
    rows: &Rows,
    lines: &Lines<'_>,
    question: &Question,
) -> Result<Duration, Fault> {
    let (started, mut times) = (Instant::now(), Vec::new());
    while times.len() < FEWEST_ROUNDS || times.len() < MAX_ROUNDS && started.elapsed() < ENOUGH {
        let mut total = Duration::ZERO;
        rows.answer(&|path, first, last| lines.between(path, first, last), |resumed| {
            let reply = engine.ask(question, resumed);
            total += engine.took();
            reply
        })?;
        times.push(total);
    }
    Ok(median(&mut times))
}

/// The lines of files, which a host would read again.
struct Lines<'a>(BTreeMap<&'a str, Vec<&'a str>>);

impl<'a> Lines<'a> {
    fn of(changes: &'a [Change]) -> Lines<'a> {
        let files = changes.iter().filter_map(|change| match change {
            Change::Parsed(file) => Some((file.path.as_str(), file.text.split_inclusive('\n').collect())),
            Change::Removed(_) => None,
        });
        Lines(files.collect())
    }

    /// The lines `first` to `last`, both counted from 1.
    fn between(&self, path: &str, first: u32, last: u32) -> Option<String> {
        self.0.get(path)?.get(first as usize - 1..last as usize).map(<[_]>::concat)
    }
}
