//! The disk space of a memory: the greatest while events are recorded from lines, that after upkeep, and the share of each
//! keyspace.
//!
//! The events have the proportions of recorded sessions: of a hundred, 45 are tool calls, 28 touches of files, 24 turns and
//! 3 steps of tasks. Their texts are short, like outputs that were cut, so that the overhead of a record counts more.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use redb::Database;
use scrubjay::records::{Place, Records, Settings};
use scrubjay_store::View;
use serde_json::json;

use super::Outcome;
use super::work::{Random, path};

/// The number of events of a session, and of lines recorded at once.
const SESSION_EVENTS: usize = 180;
const LINES_AT_ONCE: usize = 1_000;
const N_FILES: usize = 370;
const TOOLS: [&str; 6] = ["bash", "read", "edit", "grep", "todo", "glob"];
/// The number of rows in a slice of upkeep.
const BUDGET: u32 = 10_000;
/// The interval at which the disk space is measured.
const PAUSE: Duration = Duration::from_millis(2);

/// Records this many events in a folder, and prints the figures.
pub(crate) fn measure(folder: &Path, n: usize) -> Outcome {
    fs::create_dir_all(folder)?;
    let lines = lines(n);
    let n_bytes = lines.iter().map(|line| line.len() + 1).sum::<usize>();
    let file = folder.join("memory.redb");
    let (highest_bytes, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let took = thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                highest_bytes.fetch_max(disk_space(folder), Ordering::Relaxed);
                thread::sleep(PAUSE);
            }
        });
        let took = record(&file, &lines);
        is_over.store(true, Ordering::Relaxed);
        took
    })?;
    let ratio = |bytes: u64| bytes as f64 / n_bytes as f64;
    println!("jsonl_bytes {n_bytes}");
    println!("events_per_second {:.0}", n as f64 / took.as_secs_f64());
    println!("highest {:.2}", ratio(highest_bytes.into_inner()));
    println!("recorded {:.2}", ratio(disk_space(folder)));
    let mut records = Records::open(Place::File(file.clone()), Settings::default())?;
    while !records.upkeep(BUDGET)?.is_done {}
    drop(records);
    println!("after_upkeep {:.2}", ratio(disk_space(folder)));
    print_rows(&file)
}

fn record(file: &Path, lines: &[String]) -> Result<Duration, scrubjay::Error> {
    let began = Instant::now();
    let mut records = Records::open(Place::File(file.to_owned()), Settings::default())?;
    for lines in lines.chunks(LINES_AT_ONCE) {
        let (_, refused) = records.record_lines(&lines.join("\n"))?;
        assert!(refused.is_empty(), "{refused:?}");
    }
    Ok(began.elapsed())
}

/// The bytes of disk space that the files of a folder occupy.
fn disk_space(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    files.filter_map(|file| scrubjay::store::on_disk(&file.path()).ok()).sum()
}

/// Prints for each keyspace the number of rows, and the bytes of their keys and values.
fn print_rows(file: &Path) -> Outcome {
    let database = Database::open(file)?;
    let view = View::of(&database)?;
    let mut spaces: BTreeMap<u8, [usize; 3]> = BTreeMap::new();
    view.each(&[0], &[u8::MAX; 64], u32::MAX, |key, value| {
        let space = spaces.entry(key[0]).or_default();
        [1, key.len(), value.len()].into_iter().zip(space).for_each(|(n, sum)| *sum += n);
    })?;
    for (space, [n, keys, values]) in spaces {
        println!("rows_{space:02x} {n} rows, {keys} bytes of keys, {values} bytes of values");
    }
    Ok(())
}

fn lines(n: usize) -> Vec<String> {
    let mut random = Random::of(0x51e3);
    (0..n).map(|at| line(&mut random, at).to_string()).collect()
}

fn line(random: &mut Random, at: usize) -> serde_json::Value {
    let session = at / SESSION_EVENTS;
    let n_own = 12;
    let file = |random: &mut Random| path((session * 7 + random.skewed_number(n_own) * 11) % N_FILES);
    let mut line = match random.number_below(100) {
        0..45 => {
            let is_done = random.number_below(100) < 94;
            let (n_parameters, n_output) = (30 + random.number_below(160), random.skewed_number(600));
            let error = if is_done { String::new() } else { format!("error: {}", random.text(60)) };
            json!({
                "kind": "tool_call", "tool": TOOLS[random.skewed_number(TOOLS.len())], "success": is_done, "error": error,
                "parameters": { "command": random.text(n_parameters) }, "output": random.text(n_output),
                "duration": 5 + random.skewed_number(20_000),
            })
        }
        45..73 => {
            let operation = ["read", "edit", "search", "write"][random.skewed_number(4)];
            let why = if random.number_below(10) < 4 { random.text(60) } else { String::new() };
            json!({ "kind": "file_touch", "path": file(random), "operation": operation, "why": why })
        }
        73..97 => {
            let role = if random.number_below(4) == 0 { "user" } else { "assistant" };
            let n_bytes = 20 + random.skewed_number(900);
            json!({ "kind": "turn", "conversation": format!("talk-{session}"), "role": role, "text": random.text(n_bytes) })
        }
        _ => json!({ "kind": "task_step", "status": "active", "description": random.text(80) }),
    };
    line["event_id"] = json!(format!("event-{at}"));
    line["session"] = json!(format!("session-{session}"));
    line["task"] = json!(format!("task-{}", at / (SESSION_EVENTS / 2)));
    line["time"] = json!(1_740_000_000_000_u64 + at as u64 * 20_000);
    line
}
