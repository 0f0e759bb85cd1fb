//! Measures the costs of recording an agent's work and of asking about it. `cargo xtask bench episodes` runs it.
//!
//!     episodes fill FILE N      records N tool calls and N touches of files in FILE, in groups of 64
//!     episodes lines FILE N     writes the same events as JSON lines into the file
//!     episodes ask FILE N       asks FILE each question, and prints a line of JSON: the question, microseconds, and the answer
//!     episodes core N           adds the same events with the core alone, whose rows are in a map
//!     episodes size FOLDER N    records N events of sessions from lines, and prints the disk space that they take
//!
//! Figures are lines of the form `name value`. The module `work` makes the events.

mod core_alone;
mod size;
mod work;

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use scrubjay::records::{Place, Records, Settings};
use scrubjay::wit::Word as _;
use scrubjay::wit::episodes::{
    CoEditsQuestion, FileHistoryQuestion, LastTouchesQuestion, TasksQuestion, ToolStatsQuestion, Touched,
};
use serde_json::{Value, json};

use work::{END, RARE, Work, folder_word};

/// The number of events recorded at once: about those of one turn of an agent.
const GROUP: usize = 64;
/// The number of timed calls of each question, after a few that are not timed.
const N_CALLS: usize = 51;
const N_WARM: usize = 5;

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["fill", file, n] => number(n).and_then(|n| fill(Path::new(file), n)),
        ["lines", file, n] => number(n).and_then(|n| lines(Path::new(file), n)),
        ["ask", file, n] => number(n).and_then(|n| ask(Path::new(file), n)),
        ["size", folder, n] => number(n).and_then(|n| size::measure(Path::new(folder), n)),
        ["core", n] => number(n).and_then(core_alone::measure),
        _ => Err("usage: episodes fill|lines|ask FILE N, size FOLDER N, or core N".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn number(argument: &str) -> Result<usize, Box<dyn Error>> {
    Ok(argument.parse()?)
}

fn fill(file: &Path, n: usize) -> Outcome {
    let mut records = Records::open(Place::File(file.to_owned()), Settings::default())?;
    let (mut waits, mut cpu, mut n_events) = (Vec::new(), Duration::ZERO, 0);
    for group in Work::new(n).groups(GROUP) {
        let (began, cpu_before) = (Instant::now(), thread_cpu_time());
        records.record(&group)?;
        waits.push(began.elapsed());
        cpu += thread_cpu_time() - cpu_before;
        n_events += group.len();
    }
    let microseconds_each = |time: Duration| time.as_secs_f64() * 1e6 / n_events as f64;
    println!("events {n_events}");
    println!("wait_us {}", microseconds_each(waits.iter().sum()));
    println!("cpu_us {}", microseconds_each(cpu));
    waits.sort_unstable();
    println!("group_median_ms {}", waits[waits.len() / 2].as_secs_f64() * 1e3);
    Ok(())
}

/// The CPU time of this thread.
#[cfg(unix)]
fn thread_cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Zero: CPU time is measured only on Unix.
#[cfg(not(unix))]
fn thread_cpu_time() -> Duration {
    Duration::ZERO
}

fn lines(file: &Path, n: usize) -> Outcome {
    let mut writer = BufWriter::new(File::create(file)?);
    for group in Work::new(n).groups(GROUP) {
        for event in &group {
            writeln!(writer, "{}", work::event_line(event))?;
        }
    }
    Ok(writer.flush()?)
}

fn ask(file: &Path, n: usize) -> Outcome {
    let work = Work::new(n);
    let mut records = Records::open(Place::File(file.to_owned()), Settings::default())?;
    let path = work.busiest_path();
    let recent_path = work.last_path();
    let history = FileHistoryQuestion::new(path.clone());
    answer("file_history", json!({ "path": path, "limit": history.limit }), || {
        let history_found = records.file_history(&history)?;
        let counts: Vec<Value> =
            history_found.operations.iter().map(|one| json!([one.operation.word(), one.n])).collect();
        Ok(json!({ "touches": touches(&history_found.touches), "n": history_found.n_touches, "operations": counts }))
    })?;
    for (name, path) in [("co_edits", ""), ("co_edits_of", path.as_str())] {
        let question = CoEditsQuestion { path: path.to_owned(), ..CoEditsQuestion::default() };
        answer(name, json!({ "path": path, "limit": question.limit }), || {
            let co_edits = records.co_edits(&question)?;
            let pair = |one: &scrubjay::wit::episodes::CoEdit| json!([one.path, one.other, one.n]);
            Ok(Value::Array(co_edits.pairs.iter().map(pair).collect()))
        })?;
    }
    let words = [
        ("last_recent", folder_word(&recent_path)),
        ("last_rare", RARE.to_owned()),
        ("last_none", "nowhere".to_owned()),
    ];
    for (name, part) in words {
        let question = LastTouchesQuestion::new(part.clone());
        answer(name, json!({ "contains": part, "limit": question.limit }), || {
            Ok(touches(&records.last_touches(&question)?.touches))
        })?;
    }
    let question = ToolStatsQuestion { now: END, ..ToolStatsQuestion::default() };
    answer("tool_stats", json!({ "now": END, "days": question.days }), || {
        let stats = records.tool_stats(&question)?;
        let tool = |one: &scrubjay::wit::episodes::ToolStat| {
            json!([one.tool, one.n_calls, one.n_successes, one.mean_duration.map(f64::round)])
        };
        Ok(Value::Array(stats.tools.iter().map(tool).collect()))
    })?;
    let question = TasksQuestion::default();
    answer("tasks", json!({ "limit": question.limit }), || {
        let open_tasks = records.tasks(&question)?;
        let task = |one: &scrubjay::wit::episodes::Task| {
            let files: u64 = one.files.iter().map(|file| file.n).sum();
            let tools: u64 = one.tools.iter().map(|tool| tool.n).sum();
            json!([one.name, one.status.word(), one.description, one.changed, files, tools])
        };
        Ok(Value::Array(open_tasks.tasks.iter().map(task).collect()))
    })
}

fn touches(touches: &[Touched]) -> Value {
    let touch = |one: &Touched| {
        json!([one.path, one.operation.word(), one.time, one.session, one.task, one.success, one.why, one.change])
    };
    Value::Array(touches.iter().map(touch).collect())
}

/// Asks a question repeatedly, and prints the question, the median time and the answer.
fn answer(name: &str, question: Value, mut ask: impl FnMut() -> Result<Value, scrubjay::Error>) -> Outcome {
    let mut times = Vec::new();
    let mut answer = Value::Null;
    for at in 0..N_WARM + N_CALLS {
        let began = Instant::now();
        answer = ask()?;
        if at >= N_WARM {
            times.push(began.elapsed());
        }
    }
    times.sort_unstable();
    let microseconds = times[times.len() / 2].as_secs_f64() * 1e6;
    println!("{}", json!({ "name": name, "question": question, "us": microseconds, "answer": answer }));
    Ok(())
}
