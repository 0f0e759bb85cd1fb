//! Measures the ranking of files: those that are read again after a compaction, and those that a session touches.

use std::collections::BTreeSet;

use scrubjay_core::record::{Event, EventBody, FileOperation, FileTouch, Origin, Role, ToolCall, Turn};
use scrubjay_core::session::{BeginQuestion, RereadQuestion};

use super::world::World;
use super::{Recording, is_by_user, touched_file};
use crate::Outcome;
use crate::window::trace::{Kind, Part, Segment};

/// The number of files in an answer after a compaction, and at the beginning of a session.
const REREAD: u32 = 5;
const BEGIN: u32 = 10;
/// The number of calls that count as a session's first ones.
const FIRST_CALLS: usize = 30;
/// The number of bootstrap samples, and the seed by which they are drawn.
const N_SAMPLES: usize = 1_000;
const SEED: u64 = 7;
/// A time after all events.
const NOW: i64 = 2_000_000_000_000;

pub(super) fn print(sessions: &[Recording<'_>]) -> Outcome {
    println!("\n### Files to reread\n");
    println!("| compactions, sessions | files read again, mean | recall@{REREAD}, 95 % interval |\n|---|---|---|");
    let mut scores_by_session = Vec::new();
    let (mut n_wanted, mut n) = (0, 0);
    for (number, recording) in sessions.iter().enumerate() {
        let scores = reread(number, recording, &mut n_wanted)?;
        n += scores.len();
        scores_by_session.extend(Some(scores).filter(|scores| !scores.is_empty()));
    }
    println!(
        "| {n}, {} | {:.1} | {} |",
        scores_by_session.len(),
        n_wanted as f64 / n as f64,
        with_interval(&scores_by_session)
    );
    println!("\n### Files that a session begins with\n");
    println!(
        "| sessions | n | recall@{BEGIN} of all files, 95 % interval | of those of its first {FIRST_CALLS} calls |\n|---|---|---|---|"
    );
    let scores = begin(sessions)?;
    let two_thirds = scores.len() * 2 / 3;
    for (name, scores) in [
        ("the older two thirds, by which constants were chosen", &scores[..two_thirds]),
        ("the newest third", &scores[two_thirds..]),
        ("all", &scores[..]),
    ] {
        let recalls = |is_early: bool| -> Vec<Vec<f64>> {
            scores
                .iter()
                .filter_map(|(recall_of_all, recall_of_early)| if is_early { *recall_of_early } else { *recall_of_all })
                .map(|recall| vec![recall])
                .collect()
        };
        println!(
            "| {name} | {} | {} | {} |",
            recalls(false).len(),
            with_interval(&recalls(false)),
            with_interval(&recalls(true))
        );
    }
    Ok(())
}

/// The recall of the answer after each compaction, of the files that are read again before the next compaction. A file
/// is read again if it was touched before the compaction. A compaction without such files does not count.
fn reread(
    number: usize,
    recording: &Recording<'_>,
    n_wanted: &mut usize,
) -> Result<Vec<f64>, Box<dyn std::error::Error>> {
    let (mut world, mut known_files, mut scores) = (World::default(), BTreeSet::new(), Vec::new());
    let name = number.to_string();
    for (at, segment) in recording.segments.iter().enumerate() {
        let reread_files: BTreeSet<String> = successful_calls(segment)
            .filter_map(|call| touched_file(call).filter(|(path, is_change)| !is_change && known_files.contains(path)))
            .map(|(path, _)| path)
            .collect();
        if at > 0 && !reread_files.is_empty() {
            let question = RereadQuestion { session: name.clone(), limit: REREAD };
            let files = world.run(|memory, resumed| memory.reread(&question, resumed))?.files;
            let n_found = files.iter().filter(|file| reread_files.contains(&file.path)).count();
            scores.push(n_found as f64 / reread_files.len() as f64);
            *n_wanted += reread_files.len();
        }
        known_files.extend(successful_calls(segment).filter_map(|call| Some(touched_file(call)?.0)));
        world.record(&events(&name, at, segment), NOW)?;
    }
    Ok(scores)
}

/// The recall of all files that a session touches, and of those that its first calls touch; `None` if it touches none.
type Recalls = (Option<f64>, Option<f64>);

/// The recall of each session's files in the answer at its beginning, from the events before it.
fn begin(sessions: &[Recording<'_>]) -> Result<Vec<Recalls>, Box<dyn std::error::Error>> {
    let events_of = |(number, recording): (usize, &Recording<'_>)| {
        let segments = recording.segments.iter().enumerate();
        segments.flat_map(|(at, segment)| events(&number.to_string(), at, segment)).collect::<Vec<Event>>()
    };
    let mut all_events: Vec<Event> = sessions.iter().enumerate().flat_map(events_of).collect();
    all_events.sort_by_key(|event| event.time);
    let (mut world, mut n_recorded, mut scores) = (World::default(), 0, Vec::new());
    for recording in sessions {
        let n_before = all_events.partition_point(|event| event.time < recording.began());
        if n_before > n_recorded {
            world.record(&all_events[n_recorded..n_before], NOW)?;
            n_recorded = n_before;
        }
        let message = recording.parts().find(|part| is_by_user(part)).map_or("", |part| &part.text);
        let message = message[..message.floor_char_boundary(65_536)].to_owned();
        let question = BeginQuestion { message, limit: BEGIN, now: NOW };
        let files = world.run(|memory, resumed| memory.begin_session(&question, resumed))?.files;
        let given_files: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
        let mut n_calls = 0;
        let (mut all_files, mut early_files) = (BTreeSet::new(), BTreeSet::new());
        for segment in recording.segments {
            for (at, part) in segment.parts.iter().enumerate().filter(|(_, part)| part.kind == Kind::Call) {
                n_calls += 1;
                if let Some((path, _)) = touched_file(part).filter(|_| has_succeeded(segment, at)) {
                    if n_calls <= FIRST_CALLS {
                        early_files.insert(path.clone());
                    }
                    all_files.insert(path);
                }
            }
        }
        let recall = |wanted_files: &BTreeSet<String>| {
            let n_found = wanted_files.iter().filter(|path| given_files.contains(path.as_str())).count();
            (!wanted_files.is_empty()).then(|| n_found as f64 / wanted_files.len() as f64)
        };
        scores.push((recall(&all_files), recall(&early_files)));
    }
    Ok(scores)
}

fn has_succeeded(segment: &Segment, call: usize) -> bool {
    segment.parts.iter().skip(call).any(|part| part.call == Some(call) && !part.is_error)
}

/// The successful calls of a part of a session, in the order of their results.
fn successful_calls(segment: &Segment) -> impl Iterator<Item = &Part> {
    let successes = segment.parts.iter().filter(|part| part.kind == Kind::Result && !part.is_error);
    successes.filter_map(|result| Some(&segment.parts[result.call?]))
}

/// The events that a host would record of a part of a session: turns of the user, calls, and touches of files, at
/// their times.
fn events(session: &str, stretch: usize, segment: &Segment) -> Vec<Event> {
    let mut events = Vec::new();
    let mut add = |at: usize, time, body| {
        let event_id = format!("{session}-{stretch}-{at}-{}", events.len());
        events.push(Event { session: session.to_owned(), ..Event::of(event_id, time, Origin::Agent, body) });
    };
    for (at, part) in segment.parts.iter().enumerate() {
        if is_by_user(part) {
            let text = part.text[..part.text.floor_char_boundary(16 << 10)].to_owned();
            let turn = Turn { conversation: session.to_owned(), role: Role::User, text, ..Turn::default() };
            add(at, part.time, EventBody::Turn(turn));
        }
        let Some((call, Kind::Result)) = part.call.map(|call| (&segment.parts[call], part.kind)) else { continue };
        let success = !part.is_error;
        let error = if success { String::new() } else { part.text[..part.text.floor_char_boundary(500)].to_owned() };
        add(
            at,
            call.time,
            EventBody::ToolCall(ToolCall {
                tool: call.tool.clone(),
                parameters: String::new(),
                output: String::new(),
                success: Some(success),
                error,
                duration: None,
                context_tokens: None,
                refused: false,
            }),
        );
        if let Some((path, is_change)) = touched_file(call) {
            let operation = if is_change { FileOperation::Edit } else { FileOperation::Read };
            let (why, change) = (String::new(), String::new());
            let touch = FileTouch { path, operation, first_line: 0, last_line: 0, success, why, change };
            add(at, call.time, EventBody::FileTouch(touch));
        }
    }
    events
}

/// The mean, with the bootstrap interval of 95 % over sessions.
fn with_interval(scores_by_session: &[Vec<f64>]) -> String {
    let mean = |sessions: &mut dyn Iterator<Item = &Vec<f64>>| {
        let (sum, n) = sessions.flatten().fold((0.0, 0), |(sum, n), score| (sum + score, n + 1));
        100.0 * sum / f64::from(n.max(1))
    };
    let mut state = SEED;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % scores_by_session.len().max(1)
    };
    let mut means: Vec<f64> = (0..N_SAMPLES)
        .map(|_| {
            mean(&mut (0..scores_by_session.len()).map(|_| &scores_by_session[draw()]).collect::<Vec<_>>().into_iter())
        })
        .collect();
    means.sort_by(f64::total_cmp);
    let (lower, upper) = (means[N_SAMPLES / 40], means[N_SAMPLES - 1 - N_SAMPLES / 40]);
    format!("{:.1} % [{lower:.0}, {upper:.0}]", mean(&mut scores_by_session.iter()))
}
