//! Scenario tests of the beginning of a new session.

use super::*;
use crate::record::Trust;
use crate::record::event::TaskStatus;
use crate::record::kinds::{Decision, DecisionStatus, FileOperation, FileTouch, TaskStep};
use crate::session::{BeginQuestion, Beginning, FailuresQuestion};

const HOUR: i64 = 3_600_000;

fn begin(world: &World, message: &str) -> Beginning {
    let question = BeginQuestion { message: message.into(), limit: 10, now: NOW };
    world.run(|space, resumed| space.begin_session(&question, resumed)).unwrap()
}

pub(super) fn in_session(session: &str, hours_ago: i64, body: EventBody) -> Event {
    let event_id: String = format!("{session} {hours_ago} {body:?}").chars().take(80).collect();
    Event { session: session.into(), body, ..note(&event_id, NOW - hours_ago * HOUR) }
}

pub(super) fn turn_body(role: Role, text: &str) -> EventBody {
    EventBody::Turn(Turn { conversation: "talk".into(), role, text: text.into(), ..Turn::default() })
}

pub(super) fn call(command: &str, error: &str) -> EventBody {
    EventBody::ToolCall(ToolCall {
        tool: "bash".into(),
        parameters: format!("{{\"command\":\"{command}\"}}"),
        error: error.into(),
        success: Some(error.is_empty()),
        ..ToolCall::default()
    })
}

pub(super) fn step(status: TaskStatus, description: &str, outcome: &str) -> EventBody {
    EventBody::TaskStep(TaskStep {
        status,
        description: description.into(),
        outcome: outcome.into(),
        ..TaskStep::default()
    })
}

pub(super) fn decision_body(title: &str, status: DecisionStatus) -> EventBody {
    EventBody::Decision(Decision { title: title.into(), choice: "so".into(), status, ..Decision::default() })
}

/// Two weeks of work, of which one session was about an upload behind a proxy.
pub(super) fn two_weeks() -> World {
    let mut world = person();
    let mut events = vec![
        in_session("upload", 300, turn_body(Role::User, "The upload fails\nbehind the proxy. Make it retry.")),
        in_session("upload", 299, turn_body(Role::Assistant, "The client gives up after one timeout.")),
        in_session("upload", 298, call("cargo test", "error: the proxy closed the connection")),
        in_session("upload", 297, call("npm run lint", "error: two spaces")),
        in_session("upload", 296, call("npm run lint", "")),
        Event {
            task: "retry".into(),
            ..in_session("upload", 295, step(TaskStatus::Completed, "retry uploads", "three tries with a pause"))
        },
    ];
    for (at, topic) in
        ["colours of the table", "release notes", "sorting of columns", "a slow query"].iter().enumerate()
    {
        let hours_ago = 200 - 10 * at as i64;
        events.push(in_session(topic, hours_ago, turn_body(Role::User, &format!("please look at the {topic}"))));
        events.push(in_session(
            topic,
            hours_ago - 1,
            turn_body(Role::Assistant, "Uploads and proxy are not what this is about."),
        ));
    }
    let batch = world.pack(events);
    world.add_batches(&[batch]);
    world
}

#[test]
fn past_work_with_a_similar_request_has_its_outcome_and_errors() {
    let beginning = begin(&two_weeks(), "uploads fail again behind a proxy");
    let [work] = beginning.past.as_slice() else { panic!("{:?}", beginning.past) };
    assert_eq!(work.session, "upload");
    assert_eq!(work.asked, "The upload fails behind the proxy. Make it retry.");
    assert_eq!((work.task.as_str(), work.status), ("retry", Some(TaskStatus::Completed)));
    assert_eq!(work.outcome, "three tries with a pause");
    let errors: Vec<&str> = work.errors.iter().map(|error| error.error.as_str()).collect();
    assert_eq!(errors, ["error: the proxy closed the connection"], "what a success mended is not told");
    assert!(begin(&two_weeks(), "parse dates in Icelandic").past.is_empty(), "nothing was asked like this");
    assert!(begin(&two_weeks(), "").past.is_empty());
}

#[test]
fn of_equally_similar_requests_the_newest_three_distinct_ones_are_given() {
    let mut world = two_weeks();
    let request_in = |session: &str, hours_ago, text| in_session(session, hours_ago, turn_body(Role::User, text));
    let batch = world.pack(vec![
        request_in("a", 50, "the upload fails behind the proxy"),
        request_in("b", 40, "the upload fails behind the proxy"),
        request_in("c", 30, "the upload is slow behind the proxy"),
        request_in("d", 20, "the upload fails behind that proxy too"),
    ]);
    world.add_batches(&[batch]);
    let sessions: Vec<String> =
        begin(&world, "the upload fails behind the proxy").past.into_iter().map(|work| work.session).collect();
    assert_eq!(sessions, ["d", "b", "c"]);
}

#[test]
fn a_task_without_a_session_is_past_work_too() {
    let mut world = two_weeks();
    let step_of = |status| step(status, "parse Icelandic dates", "");
    let of_task = |at: i64, body| Event { task: "dates".into(), ..in_session("", at, body) };
    let batch = world.pack(vec![
        of_task(90, step_of(TaskStatus::Active)),
        of_task(89, call("npm test", "error: no such month")),
        of_task(88, step_of(TaskStatus::Paused)),
    ]);
    world.add_batches(&[batch]);
    let past_work = begin(&world, "parse dates in Icelandic").past;
    let [work] = past_work.as_slice() else { panic!("{past_work:?}") };
    assert_eq!((work.task.as_str(), work.status), ("dates", Some(TaskStatus::Paused)));
    assert_eq!(work.errors[0].error, "error: no such month");
}

/// An agent's list that its session left open stood in every opening for good.
#[test]
fn a_to_do_that_nobody_changed_for_a_week_is_not_at_hand() {
    let mut world = two_weeks();
    let to_do = |task: &str, hours_ago| Event {
        task: task.into(),
        ..in_session("old", hours_ago, step(TaskStatus::Active, task, ""))
    };
    let batch =
        world.pack(vec![to_do("to-do 1 of old", 8 * 24), to_do("to-do 2 of new", 6 * 24), to_do("retry", 9 * 24)]);
    world.add_batches(&[batch]);
    let beginning = begin(&world, "");
    let tasks: Vec<&str> = beginning.tasks.iter().map(|task| task.name.as_str()).collect();
    assert!(
        tasks.contains(&"retry") && tasks.contains(&"to-do 2 of new") && !tasks.contains(&"to-do 1 of old"),
        "{tasks:?}"
    );
}

#[test]
fn notes_that_fit_come_best_first_and_none_that_does_not() {
    let mut world = two_weeks();
    let long_text = format!("{} é{}", "proxy upload timeout", "x".repeat(400));
    let note_event = |hours_ago, text: &str| in_session("", hours_ago, EventBody::Note(text.into()));
    let imported = Event { origin: Origin::Tool, ..note_event(5, "upload through the proxy, says a page") };
    let batch = world.pack(vec![
        note_event(10, "the upload client keeps its proxy in a setting"),
        note_event(9, "columns are sorted by name"),
        note_event(8, &long_text),
        imported,
        in_session("", 7, decision_body("upload through one proxy only", DecisionStatus::Accepted)),
        in_session("", 6, decision_body("upload without any proxy", DecisionStatus::Deprecated)),
    ]);
    world.add_batches(&[batch]);
    let beginning = begin(&world, "which proxy does the upload take?");
    let texts: Vec<&str> = beginning.notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(texts.len(), 3, "{texts:?}");
    assert!(texts.iter().all(|text| text.contains("upload") && text.len() <= 300));
    assert!(beginning.notes.iter().all(|note| note.score.is_some() && note.trust > Trust::Untrusted));
    assert_eq!(texts[0], "upload through one proxy only\nso", "the newest of those that say close to the same");
    assert_eq!(beginning.n_notes, 4);
    assert!(begin(&world, "parse dates in Icelandic").notes.is_empty());
}

#[test]
fn without_a_message_the_newest_notes_and_decisions_in_force_are_given() {
    let mut world = person();
    let mut events: Vec<Event> = (1..=5).map(|at| in_session("", at, EventBody::Note(format!("note {at}")))).collect();
    events.push(Event { origin: Origin::Tool, ..in_session("", 0, EventBody::Note("says a page".into())) });
    for (hours_ago, title, status) in [
        (9, "one store", DecisionStatus::Accepted),
        (8, "two stores", DecisionStatus::Accepted),
        (7, "two stores", DecisionStatus::Deprecated),
        (6, "three stores", DecisionStatus::Proposed),
        (5, "no clock", DecisionStatus::Accepted),
    ] {
        events.push(in_session("", hours_ago, decision_body(title, status)));
    }
    let batch = world.pack(events);
    world.add_batches(&[batch]);
    let notes = begin(&world, "  ").notes;
    let texts: Vec<&str> = notes.iter().map(|note| note.text.lines().next().unwrap()).collect();
    assert_eq!(texts, ["note 1", "note 2", "note 3", "no clock", "one store"]);
    assert!(notes.iter().all(|note| note.score.is_none()));
}

#[test]
fn files_are_ranked_beside_notes_and_past_work() {
    let mut world = two_weeks();
    let touch = FileTouch { path: "net/proxy.rs".into(), operation: FileOperation::Edit, ..FileTouch::default() };
    let batch = world.pack(vec![in_session("upload", 290, EventBody::FileTouch(touch))]);
    world.add_batches(&[batch]);
    let beginning = begin(&world, "uploads fail again behind a proxy");
    assert_eq!(beginning.files[0].path, "net/proxy.rs");
    assert_eq!((beginning.files.len(), beginning.past.len(), beginning.n_files), (1, 1, 1));
    assert_eq!(beginning.errors.len(), 1);
    let question = BeginQuestion { limit: 0, now: NOW, ..BeginQuestion::default() };
    assert!(world.run(|space, resumed| space.begin_session(&question, resumed)).is_err());
}

#[test]
fn unmended_failures_are_listed_newest_first_without_repetition() {
    let mut world = person();
    let calls = [
        ("a", 9, "cargo test", "error: assertion failed"),
        ("a", 8, "npm test", "error: no such month"),
        ("b", 7, "npm test", "error: no such month"),
        ("b", 6, "cargo test", ""),
        ("b", 5, "git push", "error: rejected"),
    ];
    let events = calls.map(|(session, hours_ago, command, error)| in_session(session, hours_ago, call(command, error)));
    let batch = world.pack(events.into());
    world.add_batches(&[batch]);
    let failures = |question: FailuresQuestion| world.run(|space, resumed| space.failures(&question, resumed));
    let page_of = |question| {
        let page = failures(question).unwrap();
        (page.failures.into_iter().map(|one| one.error).collect::<Vec<_>>(), page.n_failures)
    };
    let all_failures = FailuresQuestion { limit: 20, ..FailuresQuestion::default() };
    assert_eq!(page_of(all_failures.clone()), (vec!["error: rejected".into(), "error: no such month".into()], 2));
    assert_eq!(page_of(FailuresQuestion { limit: 1, ..all_failures.clone() }), (vec!["error: rejected".into()], 2));
    assert_eq!(page_of(FailuresQuestion { tool: "edit".into(), ..all_failures.clone() }), (vec![], 0));
    assert_eq!(
        page_of(FailuresQuestion { session: "a".into(), ..all_failures.clone() }),
        (vec![], 0),
        "it failed again since, in b"
    );
    assert!(failures(FailuresQuestion { session: "nobody".into(), ..all_failures.clone() }).is_err());
    assert!(failures(FailuresQuestion { limit: 101, ..all_failures }).is_err());
}

/// A regression: the next session was told that a test still fails, whatever its message asked for.
#[test]
fn a_mended_error_is_given_with_its_fix_if_the_message_is_about_it() {
    let mut world = person();
    // Within the hour in which a success is taken for the mending of a failure.
    let event_at = |minute: i64, body: EventBody| Event {
        time: NOW - 8 * HOUR + 60_000 * minute,
        event_id: format!("at {minute}"),
        ..in_session("a", 8, body)
    };
    let events = vec![
        event_at(0, call("node test.js", "Error: the tests need Node 20")),
        event_at(1, call("ls -la", "")),
        event_at(2, call("nvm use 20 && node test.js", "")),
        event_at(3, call("npm test", "Error: no module named shelf")),
        event_at(4, call("npm ci", "")),
        event_at(5, call("npm test", "")),
        event_at(6, call("make docs", "Error: no such chapter")),
    ];
    events.into_iter().for_each(|event| {
        let batch = world.pack(vec![event]);
        world.add_batches(&[batch]);
    });
    let errors_and_mended = |message: &str| {
        let Beginning { errors, mended, .. } = begin(&world, message);
        let mended =
            mended.into_iter().map(|one| (one.error.error, one.commands, one.succeeded_as)).collect::<Vec<_>>();
        (errors.into_iter().map(|one| one.error).collect::<Vec<_>>(), mended)
    };
    let fix_of = |error: &str, commands: &[&str], form: &str| {
        (error.to_owned(), commands.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>(), form.to_owned())
    };
    let node_fix = fix_of("Error: the tests need Node 20", &[], "nvm use 20 && node test.js");
    let npm_fix = fix_of("Error: no module named shelf", &["npm ci"], "");
    let chapter_error = vec!["Error: no such chapter".to_owned()];
    assert_eq!(errors_and_mended("Run the tests"), (chapter_error.clone(), vec![npm_fix.clone(), node_fix]));
    assert_eq!(errors_and_mended("Mend the shelf"), (vec![], vec![npm_fix]));
    assert_eq!(errors_and_mended("Write a chapter on quarks"), (chapter_error.clone(), vec![]));
    assert_eq!(errors_and_mended("Write a poem on quarks"), (vec![], vec![]));
    assert_eq!(
        errors_and_mended("go on"),
        (chapter_error.clone(), vec![]),
        "what says nothing of what is asked for may mean all"
    );
    assert_eq!(errors_and_mended(""), (chapter_error, vec![]));
}
