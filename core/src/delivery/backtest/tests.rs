//! Scenario tests of replays: histories are recorded in one memory, and replayed from its rows.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::PieceKind;
use super::super::tests::{at, call, edited, said, world_with};
use super::{BacktestQuestion, BacktestReport, ReplayedPiece};
use crate::episode::NotesQuestion;
use crate::record::NewText;
use crate::record::event::{Event, EventBody, FileTouch, Moment, Role, ToolCall};
use crate::record::row_map::RowMap;
use crate::record::tests::{NOW, World};

const MINUTE: i64 = 60_000;
const ERROR: &str = "error[E0382]: borrow of moved value: `lines`";

fn read(path: &str) -> EventBody {
    EventBody::FileTouch(FileTouch { path: path.into(), ..FileTouch::default() })
}

fn question(sessions: u32) -> BacktestQuestion {
    BacktestQuestion { sessions, moments: Vec::new(), start_budget: 0, budget: 0 }
}

fn replayed(world: &World, question: BacktestQuestion) -> BacktestReport {
    let space = world.space();
    let rows = RowMap(world.rows.clone());
    rows.complete(|resumed| space.backtest(&question, resumed)).unwrap()
}

fn of_moment(report: &BacktestReport, moment: Moment) -> Vec<&ReplayedPiece> {
    report.pieces.iter().filter(|piece| piece.moment == moment).collect()
}

/// Two days: an error is mended by an edit, and comes again on the next day.
fn two_days() -> Vec<Event> {
    vec![
        at("monday", 3_000, said(Role::User, "The subtitles lose their last line when a file has no newline: mend it")),
        at("monday", 2_999, call("cargo build", ERROR)),
        at("monday", 2_998, edited("src/cut.rs")),
        at("monday", 2_997, call("cargo build", "")),
        at("tuesday", 1_500, said(Role::User, "Now the captions of the player lose a line in the same way")),
        at("tuesday", 1_499, call("cargo build", ERROR)),
        at("tuesday", 1_498, read("src/cut.rs")),
        at("tuesday", 1_497, edited("src/cut.rs")),
        at("tuesday", 1_496, call("cargo build", ERROR)),
        at("tuesday", 1_495, call("cargo build", "")),
    ]
}

#[test]
fn a_session_that_repeats_an_error_is_told_its_fix_and_what_came_of_it_is_seen() {
    let report = replayed(&world_with(two_days()), question(1));
    assert_eq!((report.n_sessions, report.n_events, report.n_damaged), (1, 6, 0));
    let told = of_moment(&report, Moment::Failure);
    assert_eq!(told.len(), 1, "{:?}", report.pieces);
    let fix = told[0];
    assert_eq!((fix.kind, fix.session.as_str()), (PieceKind::Fix, "tuesday"));
    assert!(fix.text.contains("src/cut.rs"), "{}", fix.text);
    assert_eq!((fix.is_opened, fix.is_edited, fix.is_run, fix.is_repeated), (true, true, false, true));
    let counts = report.moments.iter().find(|counts| counts.moment == Moment::Failure).unwrap();
    assert_eq!((counts.n_moments, counts.n_told, counts.n_pieces), (2, 1, 1));
    assert_eq!((counts.n_used, counts.n_repeated), (1, 1));
}

#[test]
fn sessions_before_the_newest_are_remembered_and_not_judged() {
    let world = world_with(two_days());
    let both = replayed(&world, question(2));
    assert_eq!((both.n_sessions, both.n_events), (2, 10));
    assert!(both.pieces.iter().all(|piece| piece.session == "tuesday"), "{:?}", both.pieces);
    assert_eq!(both.pieces, replayed(&world, question(1)).pieces);
    let only_failures = BacktestQuestion { moments: vec![Moment::Failure], ..question(2) };
    assert!(replayed(&world, only_failures).pieces.iter().all(|piece| piece.moment == Moment::Failure));
}

/// A word that nothing else has, for the record with this number.
fn canary(n: usize) -> String {
    format!("canary{n}x")
}

/// Each record holds a word of its own. A text that was replaced, a call that took hours and a session that goes on
/// beside another one are known later than they began.
#[test]
fn nothing_is_told_before_it_was_known() {
    let words = "the importer of subtitles reads until the newline and drops the last line of captions";
    let (mut events, mut known_at) = (Vec::new(), Vec::new());
    for n in 0..120_usize {
        let (session, minutes_ago) = (format!("s{}", n / 10), 4_000 - 30 * n as i64);
        let text = format!("{words} {}", canary(n));
        let body = match n % 6 {
            0 => said(Role::User, &text),
            1 => said(Role::Assistant, &format!("{text} {words}")),
            2 => edited("src/cut.rs"),
            3 | 4 => {
                let EventBody::ToolCall(call) = call(&format!("cargo test {n}"), &format!("error: {text}")) else {
                    panic!()
                };
                let duration = Some(if n % 4 == 0 { 150 * MINUTE as u32 } else { 0 });
                EventBody::ToolCall(ToolCall { duration, ..call })
            }
            _ => EventBody::Note(text),
        };
        let duration = if let EventBody::ToolCall(call) = &body { i64::from(call.duration.unwrap_or(0)) } else { 0 };
        known_at.push(NOW - minutes_ago * MINUTE + duration);
        events.push(at(&session, minutes_ago, body));
    }
    let mut world = world_with(events);
    // The note with number 11 is written anew at the end, with the word of none.
    let questions = NotesQuestion { limit: 100, ..NotesQuestion::default() };
    let notes = world.run(|space, resumed| space.notes(&questions, resumed)).unwrap().notes;
    let id = &notes.iter().find(|note| note.text.ends_with(&canary(11))).unwrap().id;
    let new_text = NewText { text: format!("{words} {}", canary(999)), metadata: String::new() };
    let updated = world.run(|space, resumed| space.update(id, &new_text, NOW, resumed)).unwrap();
    world.commit(updated.effects);
    known_at.resize(1_000, 0);
    known_at[999] = NOW;
    let report = replayed(&world, question(100));
    assert!(report.pieces.len() > 10, "{:?}", report.moments);
    for piece in &report.pieces {
        for (n, known_at) in known_at.iter().enumerate().filter(|(n, _)| piece.text.contains(&canary(*n))) {
            assert!(
                *known_at <= piece.time,
                "{n} was told {} ms before it was known: {piece:?}",
                known_at - piece.time
            );
        }
    }
}
