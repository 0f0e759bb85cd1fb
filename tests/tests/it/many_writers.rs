//! One memory and many processes: writers that are killed, writers at the same time, readers beside them.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use scrubjay::records::{Place, Records, Settings};
use scrubjay::wit::episodes::{EventsQuestion, TasksQuestion, ToolStatsQuestion};
use scrubjay::wit::records::NotesQuestion;

/// Writers at the same time.
const N_WRITERS: usize = 8;
/// The variables and defaults of the number of kills, and of notes of each writer. The defaults are a tenth of what
/// `cargo xtask bench records` sets.
const N_KILLS: (&str, usize) = ("KILLS", 30);
const N_NOTES: (&str, usize) = ("NOTES", 100);
/// Writers of events of several kinds at the same time, and events of each.
const N_EVENT_WRITERS: usize = 16;
const N_EVENTS: (&str, usize) = ("EVENTS", 100);

fn number((variable, usual): (&str, usize)) -> usize {
    std::env::var(variable).map_or(usual, |number| number.parse().unwrap())
}

fn memory() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("memory.redb");
    (folder, file)
}

fn program(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_writers"));
    command.args(words).stdin(Stdio::null());
    command
}

fn writer(file: &Path, name: &str, n: usize) -> Child {
    writer_of("write", file, name, n)
}

fn writer_of(command: &str, file: &Path, name: &str, n: usize) -> Child {
    let words = [command, file.to_str().unwrap(), name, &n.to_string()];
    program(&words).stdout(Stdio::piped()).spawn().unwrap()
}

/// The lines that a writer printed before it ended, one for each acknowledged event.
fn acknowledged(child: &mut Child) -> Vec<String> {
    BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok).collect()
}

fn notes(file: &Path, channel: &str) -> Vec<String> {
    let mut records = Records::open(Place::File(file.to_owned()), Settings::default()).unwrap();
    let question = NotesQuestion { channel: channel.to_owned(), limit: 1_000, ..NotesQuestion::default() };
    let page = records.notes(&question).unwrap();
    assert_eq!((page.n_damaged, page.next.as_str()), (0, ""));
    page.notes.into_iter().map(|note| note.text).collect()
}

#[test]
fn notes_that_a_killed_writer_acknowledged_are_kept_without_repair() {
    let (_folder, file) = memory();
    for run in 0..number(N_KILLS) as u64 {
        let name = format!("k{run}");
        let mut child = writer(&file, &name, 100_000);
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let killer = {
            let pid = child.id();
            thread::spawn(move || {
                // Anywhere from its start to some dozens of notes later.
                thread::sleep(Duration::from_micros(3_000 + run * 2_711 % 40_000));
                let killed = Command::new("kill").args(["-9", &pid.to_string()]).status();
                assert!(killed.unwrap().success());
            })
        };
        let printed_lines: Vec<String> = lines.map_while(Result::ok).collect();
        killer.join().unwrap();
        child.wait().unwrap();
        let found_notes = notes(&file, &name);
        let unique: BTreeSet<&String> = found_notes.iter().collect();
        assert_eq!(unique.len(), found_notes.len(), "run {run}: none is there twice");
        // The last line may be cut by the kill.
        let acknowledged_notes =
            printed_lines.iter().filter_map(|line| line.split_once(' ')).map(|(at, _)| at.to_owned());
        let lost_notes: Vec<String> = acknowledged_notes.filter(|at| !found_notes.contains(at)).collect();
        assert!(lost_notes.is_empty(), "run {run}: {lost_notes:?} were acknowledged and are lost");
        assert!(
            found_notes.len() <= printed_lines.len() + 1,
            "run {run}: {} notes of {} acknowledgements",
            found_notes.len(),
            printed_lines.len()
        );
    }
}

#[test]
fn notes_of_many_processes_are_all_there_once_and_readers_see_only_committed_states() {
    let (_folder, file) = memory();
    let n_notes = number(N_NOTES);
    let readers: Vec<Child> =
        (0..2).map(|_| program(&["read", file.to_str().unwrap(), "3"]).spawn().unwrap()).collect();
    let mut writers: Vec<Child> = (0..N_WRITERS).map(|at| writer(&file, &at.to_string(), n_notes)).collect();
    for child in &mut writers {
        assert_eq!(acknowledged(child).len(), n_notes);
        assert!(child.wait().unwrap().success());
    }
    for mut reader in readers {
        assert!(reader.wait().unwrap().success(), "a reader saw what never was");
    }
    for at in 0..N_WRITERS {
        let mut found: Vec<usize> = notes(&file, &at.to_string()).iter().map(|text| text.parse().unwrap()).collect();
        found.sort_unstable();
        assert_eq!(found, (0..n_notes).collect::<Vec<_>>());
    }
}

#[test]
fn events_of_many_processes_are_all_there_once_and_counted() {
    let (_folder, file) = memory();
    let n_events = number(N_EVENTS);
    let names: Vec<String> = (0..N_EVENT_WRITERS).map(|at| format!("w{at}")).collect();
    let mut writers: Vec<Child> = names.iter().map(|name| writer_of("events", &file, name, n_events)).collect();
    for child in &mut writers {
        assert_eq!(acknowledged(child).len(), n_events);
        assert!(child.wait().unwrap().success());
    }
    let mut records = Records::open(Place::File(file.clone()), Settings::default()).unwrap();
    for name in &names {
        let mut question = EventsQuestion { channel: name.clone(), limit: 1_000, ..EventsQuestion::default() };
        let mut event_ids = Vec::new();
        loop {
            let page = records.events(&question).unwrap();
            assert_eq!(page.n_damaged, 0);
            event_ids.extend(page.events.into_iter().map(|told| told.event.event_id));
            question.after = page.next;
            if question.after.is_empty() {
                break;
            }
        }
        let mut expected: Vec<String> = (0..n_events).map(|at| format!("{name}-{at}")).collect();
        event_ids.sort();
        expected.sort();
        assert_eq!(event_ids, expected, "{name}");
    }
    let n_all = (N_EVENT_WRITERS * n_events) as u64;
    let n_calls = (N_EVENT_WRITERS * n_events.div_ceil(4)) as u64;
    let n_touches = (N_EVENT_WRITERS * ((n_events + 2) / 4)) as u64;
    assert_eq!(records.totals().unwrap().n_records, n_all);
    let tools = records
        .tool_stats(&ToolStatsQuestion { now: scrubjay::records::now(), ..ToolStatsQuestion::default() })
        .unwrap()
        .tools;
    assert_eq!(tools.iter().map(|tool| tool.n_calls).sum::<u64>(), n_calls);
    let tasks = records.tasks(&TasksQuestion::default()).unwrap().tasks;
    let counted = |counts: &[scrubjay::wit::episodes::NamedCount]| counts.iter().map(|count| count.n).sum::<u64>();
    assert_eq!((counted(&tasks[0].tools), counted(&tasks[0].files)), (n_calls, n_touches));
}
