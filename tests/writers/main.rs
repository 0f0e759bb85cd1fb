//! Writers and readers of records, as processes that others start, watch and kill.
//!
//!     writers write FILE NAME N    adds N notes to FILE, in a channel of this name; a line for each, once it is acknowledged
//!     writers events FILE NAME N   the same with events of several kinds
//!     writers fill FILE N          adds N notes to FILE, a thousand at a time
//!     writers read FILE SECONDS    reads every channel of FILE in a loop, and fails where one is no state that was committed

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{Write as _, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use scrubjay::records::{Place, Records, Settings};
use scrubjay::wit::records::{
    Event, EventBody, FileOperation, FileTouch, NotesQuestion, TaskStatus, TaskStep, ToolCall,
};

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Outcome {
    match arguments {
        ["write", file, name, n] => write(Path::new(file), name, n.parse()?, false),
        ["events", file, name, n] => write(Path::new(file), name, n.parse()?, true),
        ["fill", file, n] => fill(Path::new(file), n.parse()?),
        ["read", file, seconds] => read(Path::new(file), Duration::from_secs_f64(seconds.parse()?)),
        _ => Err("usage: writers write FILE NAME N | events FILE NAME N | fill FILE N | read FILE SECONDS".into()),
    }
}

fn open(file: &Path) -> Result<Records, scrubjay::Error> {
    Records::open(Place::File(file.to_owned()), Settings::default())
}

/// Adds notes or events one after the other. Each line: the number of the event, and the microseconds that it took.
fn write(file: &Path, name: &str, n: u32, is_of_kinds: bool) -> Outcome {
    let mut records = open(file)?;
    for at in 0..n {
        let note = Records::note(at.to_string())?;
        let body = if is_of_kinds { body(at) } else { note.body.clone() };
        let task = if is_of_kinds { "shared".to_owned() } else { String::new() };
        let note = Event { event_id: format!("{name}-{at}"), channel: name.to_owned(), task, body, ..note };
        let began = Instant::now();
        records.record(&[note])?;
        writeln!(stdout(), "{at} {}", began.elapsed().as_micros())?;
        stdout().flush()?;
    }
    Ok(())
}

/// The event at a position: kinds in turn, whose aggregates all writers share.
fn body(at: u32) -> EventBody {
    match at % 4 {
        0 => EventBody::ToolCall(ToolCall {
            tool: "bash".to_owned(),
            parameters: String::new(),
            output: String::new(),
            success: Some(at.is_multiple_of(8)),
            error: String::new(),
            duration: Some(5),
            context_tokens: None,
            refused: false,
        }),
        1 => EventBody::FileTouch(FileTouch {
            path: format!("src/{}.py", at % 5),
            operation: FileOperation::Read,
            first_line: 0,
            last_line: 0,
            success: true,
            why: String::new(),
            change: String::new(),
        }),
        2 => EventBody::TaskStep(TaskStep {
            status: TaskStatus::Active,
            description: at.to_string(),
            intent: None,
            outcome: String::new(),
        }),
        _ => EventBody::Note(at.to_string()),
    }
}

/// Adds notes in batches, for a store of some size.
fn fill(file: &Path, n: u32) -> Outcome {
    let mut records = open(file)?;
    for first in (0..n).step_by(1_000) {
        let notes = (first..n.min(first + 1_000)).map(|at| {
            let note = Records::note(format!("note {at}: the retries of the client live in src/net/client_{at}.py"))?;
            Ok(Event { event_id: format!("fill-{at}"), channel: format!("c{}", at % 10), ..note })
        });
        records.record(&notes.collect::<Result<Vec<_>, scrubjay::Error>>()?)?;
    }
    Ok(())
}

/// Reads for a duration. The notes of a channel must always be the first ones that its writer wrote, and never
/// fewer than before. Prints the number of reads.
fn read(file: &Path, duration: Duration) -> Outcome {
    let (mut records, began) = (open(file)?, Instant::now());
    let mut n_seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut n_reads = 0;
    while began.elapsed() < duration {
        for writer in 0..8 {
            let channel = writer.to_string();
            let question = NotesQuestion { channel: channel.clone(), limit: 1_000, ..NotesQuestion::default() };
            let page = records.notes(&question)?;
            let mut numbers: Vec<u32> = page.notes.iter().map(|note| note.text.parse()).collect::<Result<_, _>>()?;
            numbers.sort_unstable();
            if page.n_damaged > 0 || !(0..).zip(&numbers).all(|(at, number)| at == *number) {
                return Err(format!("channel {channel} never was in this state: {numbers:?}").into());
            }
            let n_before = n_seen.insert(channel.clone(), numbers.len()).unwrap_or(0);
            if n_before > numbers.len() {
                return Err(format!("channel {channel} had {n_before} notes, and {} after", numbers.len()).into());
            }
            n_reads += 1;
        }
    }
    println!("reads {n_reads}");
    Ok(())
}
